// Operating a gateway: ids, traces, timings, its log, the headers of every response, and shutdown.

import assert from "node:assert/strict";
import { connect } from "node:net";
import { describe, test } from "node:test";
import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { launchGateway } from "../runtimes/gateways.mjs";
import { PROCESSES } from "../runtimes/runtimes.mjs";
import { OK, respondWith, makeService, waitUntil } from "../upstream/service-of.mjs";
import { call } from "../upstream/upstream-call.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const KEY = "our-own-key-of-the-service";
const READ_PATH = "/api/v3/masterchainInfo";
const TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

async function watchUpstream(t, handler, config = {}) {
  const service = await makeService(handler);
  const lines = [];
  const gateway = createGateway({
    limits: UNLIMITED,
    mainnet: { baseUrl: service.url, apiKey: KEY },
    retries: 0,
    cache: { adapter: "none" },
    log: (line) => lines.push(line),
    ...config,
  });
  const server = await serve(gateway, { port: 0 });
  t.after(async () => {
    await server.close();
    await service.close();
  });
  const send = (path, options) => call(path, { base: server.url, ...options });
  return {
    service,
    lines,
    send,
    url: server.url,
    requests: () => lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "request"),
  };
}

test("every response has a request id, a timing, and headers that prevent it from being rendered as a page", async (t) => {
  const { send, requests, url } = await watchUpstream(t, respondWith(500), { assets: () => new Response("page") });
  const ids = new Set();
  for (const [path, options, status] of /** @type {any[][]} */ ([
    [READ_PATH, {}, 500],
    ["/api/v3/no", {}, 404],
    [READ_PATH, { method: "DELETE" }, 405],
    ["/api/v2/detectAddress?address=x", {}, 422],
    [READ_PATH, { method: "OPTIONS" }, 204],
    ["/api/v3/transactions?limit=1001", { method: "HEAD" }, 422],
    ["/page", {}, 200],
    ["/api/v2/sendBoc", { method: "POST", headers: { "content-type": "text/plain" }, body: "x" }, 415],
  ])) {
    const callerRequestId = "11111111-1111-4111-8111-111111111111";
    const { status: receivedStatus, headers } = await send(path, {
      ...options,
      headers: { ...options.headers, "x-request-id": callerRequestId },
    });
    assert.equal(receivedStatus, status, path);
    assert.match(headers["x-request-id"], /^[0-9a-f-]{36}$/);
    assert.notEqual(headers["x-request-id"], callerRequestId);
    ids.add(headers["x-request-id"]);
    if (path === "/page") continue;
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.match(headers["content-security-policy"], /default-src 'none'.*sandbox/);
    assert.equal(headers["referrer-policy"], "no-referrer");
    assert.match(
      headers["server-timing"],
      path === READ_PATH && !options.method ? /^upstream;dur=.*, gateway;dur=/ : /^gateway;dur=[\d.]+$/,
    );
  }
  assert.equal(ids.size, 8);
  assert.deepEqual(
    requests().map(({ id }) => id),
    [...ids],
    "the log has the ids that callers got",
  );
  const badGateway = createGateway({ network: /** @type {any} */ ("moon"), log() {} });
  const refusal = await badGateway.fetch(new Request(url));
  assert.equal(refusal.headers.get("x-ton-edge-error"), "config_invalid");
  assert.ok(refusal.headers.get("x-request-id") && refusal.headers.get("content-security-policy"));
});

test("each request has one log line, with its operation and without the values that were sent", async (t) => {
  const { send, requests, lines, service } = await watchUpstream(t, respondWith(200));
  const secret = "CALLERS-SECRET";
  await send(`/testnet/api/v3/jetton/wallets?api_key=${secret}&limit=x${secret}`, { headers: { "x-api-key": secret } });
  await send(`${READ_PATH}?api_key=${secret}`, {
    headers: { traceparent: TRACE, tracestate: "a=1", "x-forwarded-for": secret },
  });
  const body = JSON.stringify([
    { id: 1, method: "getMasterchainInfo" },
    { id: 2, method: "nope" },
  ]);
  await send("/api/v2/jsonRPC", { method: "POST", headers: { ...OK, "content-length": String(body.length) }, body });
  await send(`/api/v3/${secret}`);
  const [refusalRecord, read, batch, emptyRecord] = requests();
  assert.deepEqual(
    [
      refusalRecord.network,
      refusalRecord.generation,
      refusalRecord.endpoint,
      refusalRecord.status,
      refusalRecord.code,
      refusalRecord.attempts,
    ],
    ["testnet", "v3", "jetton/wallets", 422, "invalid_parameter", 0],
  );
  const { time, ms, upstreamMs, id, span_id: span, client, ...rest } = read;
  assert.deepEqual(rest, {
    level: "info",
    event: "request",
    trace_id: TRACE.slice(3, 35),
    method: "GET",
    network: "mainnet",
    generation: "v3",
    endpoint: "masterchainInfo",
    status: 200,
    upstream: 0,
    attempts: 1,
  });
  assert.match(client, /^[0-9a-f]{16}$/);
  assert.ok(
    requests().every((item) => item.client === client),
    "one client has one digest",
  );
  assert.ok(Date.parse(time) > 0 && ms >= upstreamMs && upstreamMs > 0 && id.length === 36);
  assert.deepEqual([batch.endpoint, batch.calls, batch.attempts, batch.bytesIn], ["jsonRPC", 2, 1, body.length]);
  assert.deepEqual([emptyRecord.endpoint, emptyRecord.status, emptyRecord.code], [undefined, 404, "not_found"]);
  assert.ok(!lines.join("").includes(secret) && !lines.join("").includes(KEY), lines.join("\n"));
  assert.ok(!/127\.0\.0\.1/.test(lines.join("")), "no client IP");
  const { traceparent, tracestate } = service.seen[0].headers;
  assert.deepEqual([traceparent.slice(0, 36), traceparent.slice(52), tracestate], [TRACE.slice(0, 36), "-01", "a=1"]);
  assert.notEqual(traceparent.slice(36, 52), TRACE.slice(36, 52), "the gateway has its own span");
  assert.equal(traceparent.slice(36, 52), span);
});

test("a log line is JSON whatever a code contains, and its time has milliseconds", async (t) => {
  const code = 'a"b\\c\u00e9';
  const { send, lines } = await watchUpstream(t, respondWith(200), {
    assets: () => new Response("page", { headers: { "x-ton-edge-error": code } }),
  });
  const startedAt = Date.now();
  await send("/page");
  await send(READ_PATH, { method: "HEAD" });
  const [page, read] = lines.map((line) => JSON.parse(line));
  assert.deepEqual([page.code, page.method, read.method, "code" in read], [code, "GET", "HEAD", false]);
  for (const [index, record] of [page, read].entries()) {
    assert.equal(lines[index], JSON.stringify(record), "as JSON is written");
    const time = new Date(record.time);
    assert.equal(time.toISOString(), record.time);
    assert.ok(time.getTime() >= startedAt && time.getTime() <= Date.now());
  }
});

test("alerts have their own log lines by level, and a log function that throws fails no request", async (t) => {
  for (const [logLevel, events] of /** @type {any[][]} */ ([
    ["info", ["alert", "request"]],
    ["warn", ["alert"]],
    ["error", ["alert"]],
    ["off", []],
  ])) {
    const { send, lines } = await watchUpstream(t, respondWith(401), { logLevel });
    await send(READ_PATH);
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).event),
      events,
      logLevel,
    );
  }
  const { send } = await watchUpstream(t, respondWith(200), {
    log() {
      throw new Error("disk full");
    },
  });
  assert.equal((await send(READ_PATH)).status, 200);
  const response = await createGateway({ logLevel: /** @type {any} */ ("loud"), log() {} }).fetch(
    new Request("http://localhost/"),
  );
  assert.match((await response.json()).error, /logLevel/);
});

describe("requests that Node's HTTP parser refuses", () => {
  const exchangeText = (url, text) =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(url);
      let receivedText = "";
      const socket = connect(Number(port), hostname, () => socket.write(text));
      socket
        .on("data", (part) => (receivedText += part))
        .on("close", () => resolve(receivedText))
        .on("error", () => {});
    });

  test("URLs and headers that are too long, and bytes that are not HTTP, get errors in the gateway's shape", async (t) => {
    const { url } = await watchUpstream(t, respondWith(200));
    const longList = await exchangeText(
      url,
      `GET ${READ_PATH}?x=${"x".repeat(140_000)} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
    );
    assert.match(longList, /^HTTP\/1\.1 414 /, "the gateway's own words");
    for (const [text, status] of [
      [`GET / HTTP/1.1\r\nhost: a\r\nx: ${"x".repeat(300_000)}\r\n\r\n`, 431],
      ["what is this\r\n\r\n", 400],
      ["GET / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n", 400],
    ]) {
      const receivedOutput = await exchangeText(url, text);
      const [head, body] = receivedOutput.split("\r\n\r\n");
      assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `));
      const { ok, code, id } = JSON.parse(body);
      assert.deepEqual([ok, code], [false, status]);
      assert.ok(head.includes(`x-request-id: ${id}`) && head.includes("access-control-allow-origin: *"));
    }
  });
});

for (const runtime of PROCESSES) {
  describe(`shutdown of a gateway in ${runtime}`, () => {
    test("at shutdown, running requests finish, no new request is accepted, and the process exits with 0", async (t) => {
      let release;
      const service = await makeService((request, response) => (release = () => respondWith(200)(request, response)));
      t.after(() => service.close());
      const gateway = await launchGateway(runtime, service.url, { drain: 60_000 });
      t.after(() => gateway.close());
      // A keep-alive connection must not delay the end of the process.
      await fetch(`${gateway.url}/api/v2/detectAddress?address=x`);
      const runningCall = call(READ_PATH, { base: gateway.url });
      await waitUntil(() => release, "a request goes upstream");
      const stopPromise = gateway.stop();
      let isRefused = false;
      for (let index = 0; index < 1000 && !isRefused; index += 1) {
        isRefused = await call("/api/v2/detectAddress?address=x", { base: gateway.url }).then(
          () => false,
          () => true,
        );
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      assert.ok(isRefused, "no new request is accepted");
      release();
      const { status, headers } = await runningCall;
      assert.equal(status, 200);
      if (runtime !== "Deno") assert.equal(headers.connection, "close");
      const start = performance.now();
      assert.equal(await stopPromise, 0);
      assert.ok(performance.now() - start < 30_000, "before the deadline");
      const line = gateway.log
        .filter((item) => item.startsWith("{"))
        .map((item) => JSON.parse(item))
        .find(({ endpoint }) => endpoint === "masterchainInfo");
      assert.equal(line.status, 200, "the log has the line of the request");
    });

    test("at shutdown, a request that does not end is cut off at the deadline", async (t) => {
      const service = await makeService(() => {});
      t.after(() => service.close());
      const gateway = await launchGateway(runtime, service.url, { drain: 300 });
      t.after(() => gateway.close());
      const runningCall = call(READ_PATH, { base: gateway.url }).then(
        ({ status }) => status,
        () => "cut",
      );
      await waitUntil(() => service.seen.length, "a request goes upstream");
      const start = performance.now();
      assert.equal(await gateway.stop("SIGINT"), 0);
      assert.ok(performance.now() - start < 20_000, "but it ends");
      assert.ok(["cut", 499].includes(await runningCall));
    });
  });
}
