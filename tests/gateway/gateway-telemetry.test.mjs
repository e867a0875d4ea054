// Telemetry in Node: sampling, trace context, options, and collectors that fail in every way.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { describe, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isTonEdgeError } from "ton-edge";
import { createGateway, listKeys } from "ton-edge/gateway";
import { otlp } from "ton-edge/gateway/telemetry";
import { serve } from "ton-edge/node";

import { countReceived, readOtlp, startCollector } from "../helpers/collector.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";
import { waitUntil } from "../upstream/service-of.mjs";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");
/** Collects garbage, and then garbage that finalizers freed. */
async function collectFinalized() {
  for (let index = 0; index < 3; index += 1) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const READ_PATH = "/api/v3/masterchainInfo";
const PARENT_SPAN = "00f067aa0ba902b7";
/** An upstream that fails the first `failureCount` requests, and records the headers that it got. */
function makeUpstream(failureCount = 0) {
  const seenHeaders = [];
  const respondAsUpstream = async (_, { headers }) => {
    seenHeaders.push(headers);
    return seenHeaders.length <= failureCount
      ? new Response("", { status: 503 })
      : Response.json({ last: { seqno: seenHeaders.length } });
  };
  return { seenRequests: seenHeaders, upstream: respondAsUpstream };
}

/** A gateway with telemetry, without servers: `send` takes a path and headers. */
function makeGateway(options, config = {}) {
  const lines = [];
  const { seenRequests, upstream: respondAsUpstream } = makeUpstream();
  const telemetry = otlp({ endpoint: "http://127.0.0.1:1", intervalMs: 60_000, ...options });
  const gateway = createGateway({
    mainnet: "https://gateway.example",
    fetch: respondAsUpstream,
    limits: UNLIMITED,
    cache: { adapter: "none" },
    telemetry,
    log: (line) => void lines.push(JSON.parse(line)),
    ...config,
  });
  const send = (headers = {}, path = READ_PATH) => gateway.fetch(new Request(`https://gw.example${path}`, { headers }));
  const listAlerts = () => lines.filter(({ code }) => code === "telemetry_dropped");
  return { gateway, send, seenRequests, lines, alerts: listAlerts };
}

/** A collector as a function `fetch`; `handler` gets the number of the request. */
function makeCollector(
  /** @type {(count: number, init: any) => Response | Promise<Response>} */ handler = () => Response.json({}),
) {
  const receivedExports = [];
  const fetch = async (url, init) => {
    receivedExports.push({
      path: new URL(url).pathname,
      body: init.body,
      headers: init.headers,
      at: performance.now(),
    });
    return handler(receivedExports.length, init);
  };
  return { receivedExports: receivedExports, fetch };
}

const countTraces = (receivedExports) => countReceived(receivedExports, "/v1/traces");
const listRootIds = (spans) => spans.filter(({ kind }) => kind === "SERVER").map(({ trace }) => trace);

describe("trace context", () => {
  const id = "4bf92f3577b34da6a3ce929d0e0e4736";
  /** Headers, and whether the gateway continues the trace that they name. */
  const HEADERS = [
    [`00-${id}-${PARENT_SPAN}-01`, true],
    [`00-${id}-${PARENT_SPAN}-ff`, true],
    [`cc-${id}-${PARENT_SPAN}-01`, true],
    [`cc-${id}-${PARENT_SPAN}-01-what-comes`, true],
    [`cc-${id}-${PARENT_SPAN}-01x`, false],
    [`cc-${id}-${PARENT_SPAN}-011`, false],
    [`00-${id}-${PARENT_SPAN}-01-`, false],
    [`00-${id}-${PARENT_SPAN}-01-more`, false],
    [`00-${id}-${PARENT_SPAN}-1`, false],
    [`00-${id}-${PARENT_SPAN}-0g`, false],
    [`ff-${id}-${PARENT_SPAN}-01`, false],
    [`0-${id}-${PARENT_SPAN}-01`, false],
    [`00-${"0".repeat(32)}-${PARENT_SPAN}-01`, false],
    [`00-${id}-${"0".repeat(16)}-01`, false],
    [`00-${id.toUpperCase()}-${PARENT_SPAN}-01`, false],
    [`00-${id}0-${PARENT_SPAN}-01`, false],
    [`00-${id}-${PARENT_SPAN}0-01`, false],
    [`00_${id}_${PARENT_SPAN}_01`, false],
    [`00-${id}-${PARENT_SPAN}-01, 00-${id}-${PARENT_SPAN}-01`, false],
    ["", false],
    ["x", false],
    ["-".repeat(8000), false],
  ];

  test("a caller's trace is continued or replaced as the core does it, whether it is sampled or not", async () => {
    for (const [traceparent, isContinued] of /** @type {[string, boolean][]} */ (HEADERS))
      for (const ratio of [0, 1]) {
        const { receivedExports, fetch } = makeCollector();
        const { gateway, send, seenRequests } = makeGateway({ sampleRatio: ratio, followParent: false, fetch });
        const response = await send({ traceparent, tracestate: "a=1" });
        await gateway.flush();
        const requestId = response.headers.get("x-request-id").replaceAll("-", "");
        const traceParts = seenRequests[0].traceparent.split("-");
        assert.equal(traceParts[1], isContinued ? id : requestId, traceparent);
        assert.equal(seenRequests[0].tracestate, isContinued ? "a=1" : undefined, traceparent);
        assert.equal(countTraces(receivedExports), ratio === 0 ? 0 : 2);
        if (ratio === 0) continue;
        assert.equal(traceParts[3], "01");
        const [root] = JSON.parse(receivedExports[0].body).resourceSpans[0].scopeSpans[0].spans;
        assert.deepEqual(
          [root.traceId, root.parentSpanId, root.traceState, root.flags],
          isContinued ? [id, PARENT_SPAN, "a=1", 0x301] : [requestId, undefined, undefined, 0x101],
          traceparent,
        );
      }
  });

  test("a huge or malformed tracestate is dropped, but the trace continues", async () => {
    const { receivedExports, fetch } = makeCollector();
    const { gateway, send, seenRequests } = makeGateway({ fetch });
    const states = ["a".repeat(513), `${"k=v,".repeat(2000)}k=v`, "\u00e9=1", "a=1\tb", `a=${"x".repeat(510)}`];
    for (const tracestate of states) await send({ traceparent: `00-${id}-${PARENT_SPAN}-01`, tracestate });
    await gateway.flush();
    const { spans } = await readOtlp(receivedExports);
    const roots = spans.filter(({ kind }) => kind === "SERVER");
    assert.deepEqual(
      roots.map(({ trace, state }) => [trace, state]),
      states.map((state, index) => [id, index === 4 ? state : ""]),
    );
    assert.deepEqual(
      seenRequests.map(({ tracestate }) => tracestate),
      [undefined, undefined, undefined, undefined, states[4]],
    );
  });
});

describe("sampling", () => {
  test("the sampled share of new traces is as configured, and every gateway samples the same traces", async () => {
    const collectors = [makeCollector(), makeCollector()];
    const gateways = collectors.map(({ fetch }) =>
      makeGateway({ sampleRatio: 0.25, followParent: false, fetch, maxQueue: 100_000 }),
    );
    const ids = Array.from({ length: 2000 }, () => crypto.randomUUID().replaceAll("-", ""));
    for (const trace of ids)
      for (const { send } of gateways) await send({ traceparent: `00-${trace}-${PARENT_SPAN}-01` });
    await Promise.all(gateways.map(({ gateway }) => gateway.flush()));
    const [firstExport, secondExport] = await Promise.all(
      collectors.map(({ receivedExports }) => readOtlp(receivedExports)),
    );
    assert.deepEqual(listRootIds(firstExport.spans), listRootIds(secondExport.spans));
    // The bound is six standard deviations.
    assert.ok(
      Math.abs(listRootIds(firstExport.spans).length - 500) < 120,
      String(listRootIds(firstExport.spans).length),
    );
    const freshCollector = makeCollector();
    const { gateway, send } = makeGateway({ sampleRatio: 0.25, fetch: freshCollector.fetch, maxQueue: 100_000 });
    for (let index = 0; index < 2000; index += 1) await send();
    await gateway.flush();
    const count = listRootIds((await readOtlp(freshCollector.receivedExports)).spans).length;
    assert.ok(Math.abs(count - 500) < 120, String(count));
  });

  test("a caller decides whether its trace is sampled, unless `followParent` is false", async () => {
    for (const [options, flags, isRecorded] of /** @type {any[][]} */ ([
      [{ sampleRatio: 0 }, "01", true],
      [{ sampleRatio: 1 }, "00", false],
      [{ sampleRatio: 0, followParent: false }, "01", false],
      [{ sampleRatio: 1, followParent: false }, "00", true],
      [{ sampleRatio: 0 }, undefined, false],
      [{}, undefined, true],
    ])) {
      const { receivedExports, fetch } = makeCollector();
      const { gateway, send } = makeGateway({ ...options, fetch });
      await send(flags ? { traceparent: `00-${"a".repeat(32)}-${PARENT_SPAN}-${flags}` } : {});
      await gateway.flush();
      assert.equal(countTraces(receivedExports) > 0, isRecorded, JSON.stringify([options, flags]));
    }
  });
});

describe("collectors that fail", () => {
  /** Sends requests until the queue is full, and returns how long each took. */
  async function measureTimes(send, count) {
    const durations = [];
    for (let index = 0; index < count; index += 1) {
      const start = performance.now();
      const response = await send();
      durations.push(performance.now() - start);
      // An unread body stays in memory for longer.
      await response.text();
      // Gives timers and the collector time to run.
      if (index % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    return durations.sort((a, b) => a - b);
  }
  const findMedian = (sortedTimes) => sortedTimes[sortedTimes.length >> 1];

  test("with a dead collector, 10 000 requests use bounded memory, are not slower, and lost items are counted", async () => {
    const options = { endpoint: "http://127.0.0.1:1", intervalMs: 10, maxQueue: 1000, maxBatch: 100, logs: "info" };
    const deadGateway = makeGateway(options, { log() {} });
    const silentGateway = makeGateway({ ...options, fetch: () => new Promise(() => {}) }, { log() {} });
    const workingGateway = makeGateway({ ...options, fetch: async () => Response.json({}) }, { log() {} });
    for (const { send } of [workingGateway, deadGateway, silentGateway]) await measureTimes(send, 300);
    const minTimes = { good: Infinity, dead: Infinity, silent: Infinity };
    await collectFinalized();
    const memoryBefore = process.memoryUsage().heapUsed;
    // Measures the variants in turn, so that other work on this machine affects all of them alike.
    for (let round = 0; round < 10; round += 1)
      for (const [name, { send }] of Object.entries({ good: workingGateway, dead: deadGateway, silent: silentGateway }))
        minTimes[name] = Math.min(minTimes[name], findMedian(await measureTimes(send, 1000)));
    await collectFinalized();
    const grownBytes = process.memoryUsage().heapUsed - memoryBefore;
    // Three queues of 1000 spans and 1000 lines each.
    assert.ok(grownBytes < 24 * 1024 * 1024, `${grownBytes} bytes more`);
    assert.ok(minTimes.dead < 2 * minTimes.good + 0.1, JSON.stringify(minTimes));
    assert.ok(minTimes.silent < 2 * minTimes.good + 0.1, JSON.stringify(minTimes));
    const start = performance.now();
    await Promise.all([deadGateway.gateway.flush(), workingGateway.gateway.flush()]);
    assert.ok(performance.now() - start < 10_000, "a flush ends although the collector does not respond");
  });

  test("an alert says once a minute how much telemetry was lost and why, without the collector's text", async () => {
    const secret = "what-a-collector-says";
    for (const [name, handler, pattern] of /** @type {[string, any, RegExp][]} */ ([
      [
        "no connection",
        () => Promise.reject(new TypeError(secret, { cause: { code: "ECONNREFUSED" } })),
        /TypeError ECONNREFUSED/,
      ],
      ["500", () => new Response(secret, { status: 500 }), /HTTP 500/],
      ["400", () => new Response(secret, { status: 400 }), /HTTP 400/],
      [
        "a redirect",
        () => new Response(secret, { status: 307, headers: { location: "https://evil.example" } }),
        /HTTP 307/,
      ],
      [
        "half of it",
        () => Response.json({ partialSuccess: { rejectedSpans: "1", errorMessage: secret } }),
        /: 1 spans .*rejected/,
      ],
    ])) {
      const { receivedExports, fetch } = makeCollector(handler);
      const { gateway, send, alerts: listAlerts } = makeGateway({ fetch, logs: "off" });
      await send();
      await gateway.flush();
      assert.equal(receivedExports.length, 1, `${name}: no second alert`);
      assert.equal(listAlerts().length, 1, name);
      assert.equal(listAlerts()[0].level, "warn");
      assert.match(listAlerts()[0].alert, pattern);
      assert.ok(!JSON.stringify(listAlerts()).includes(secret), name);
    }
    const fullQueueGateway = makeGateway({ maxQueue: 3, logs: "off" });
    for (let index = 0; index < 50; index += 1) await fullQueueGateway.send();
    assert.equal(fullQueueGateway.alerts().length, 1, "one alert, not one per request");
    await fullQueueGateway.gateway.flush();
    const [first, lastAlert] = fullQueueGateway.alerts();
    assert.match(first.alert, /: 1 spans and 0 log records were dropped \(the queue is full\)/);
    assert.match(lastAlert.alert, /: 99 spans and 0 log records/, "all of them: two for each request");
  });

  test("a collector's response that is not JSON with status 200 is a success", async () => {
    for (const body of [
      "garbage",
      "",
      "[]",
      "null",
      '{"partialSuccess":7}',
      '{"partialSuccess":{"rejectedSpans":"x"}}',
      "x".repeat(1 << 20),
    ]) {
      const { fetch } = makeCollector(() => new Response(body));
      const { gateway, send, alerts: listAlerts } = makeGateway({ fetch });
      await send();
      await gateway.flush();
      assert.deepEqual(listAlerts(), [], body.slice(0, 40));
    }
  });

  test("after 503 with Retry-After the same batch is sent again at that time, one at a time", async () => {
    let runningCount = 0;
    let maximum = 0;
    const { receivedExports, fetch } = makeCollector(async (count) => {
      maximum = Math.max(maximum, (runningCount += 1));
      await new Promise((resolve) => setTimeout(resolve, 30));
      runningCount -= 1;
      return count === 1 ? new Response("", { status: 503, headers: { "retry-after": "2" } }) : Response.json({});
    });
    const { gateway, send, alerts: listAlerts } = makeGateway({ fetch, intervalMs: 10, maxBatch: 4, logs: "off" });
    await send();
    await waitUntil(() => receivedExports.length === 1, "a first attempt to export");
    for (let index = 0; index < 10; index += 1) await send();
    await waitUntil(() => receivedExports.length >= 2, "a second attempt to export");
    assert.equal(receivedExports[1].body, receivedExports[0].body);
    assert.ok(
      receivedExports[1].at - receivedExports[0].at >= 2000,
      String(receivedExports[1].at - receivedExports[0].at),
    );
    await waitUntil(() => countTraces(receivedExports.slice(1)) === 22, "the export of all other traces");
    assert.equal(maximum, 1);
    for (const { body } of receivedExports) assert.ok(countTraces([{ path: "/v1/traces", body }]) <= 4);
    await gateway.flush();
    assert.deepEqual(listAlerts(), []);
  });

  test("a flush ends although the collector accepts the connection and never responds", async (t) => {
    const server = createServer(() => {}).listen(0, "127.0.0.1");
    t.after(() => server.close());
    await once(server, "listening");
    const { port } = /** @type {any} */ (server.address());
    const { gateway, send, alerts: listAlerts } = makeGateway({ endpoint: `http://127.0.0.1:${port}`, timeoutMs: 200 });
    await send();
    const start = performance.now();
    await gateway.flush();
    assert.ok(performance.now() - start < 3000);
    // On a busy machine the request is aborted a little after the flush has ended.
    await waitUntil(() => listAlerts().length > 0, "an alert");
    assert.match(listAlerts()[0].alert, /no response in time/);
  });

  test("a flush ends although `fetch` ignores its signal or throws", async () => {
    for (const handler of [
      () => new Promise(() => {}),
      () => {
        throw new Error("secret");
      },
    ]) {
      const { gateway, send, alerts: listAlerts } = makeGateway({ fetch: handler, timeoutMs: 300, logs: "off" });
      await send();
      const start = performance.now();
      await gateway.flush();
      assert.ok(performance.now() - start < 3000);
      assert.match(listAlerts()[0].alert, /: 2 spans .*\((no response in time|Error)\)/);
    }
  });

  test("an export that ends silently, as in workerd together with its request, does not stop the others", async (t) => {
    const { receivedExports, fetch } = makeCollector();
    const { send } = makeGateway({ fetch, intervalMs: 5000, logs: "off" });
    const { setTimeout: timer } = globalThis;
    // Its timer never fires.
    globalThis.setTimeout = /** @type {any} */ (() => 0);
    t.after(() => (globalThis.setTimeout = timer));
    await send();
    globalThis.setTimeout = timer;
    await send();
    const { now } = performance;
    performance.now = () => now.call(performance) + 60_000;
    t.after(() => (performance.now = now));
    // This export takes the only slot; its own interval is over at once.
    for (let index = 0; index < 300; index += 1) await send();
    await waitUntil(() => countTraces(receivedExports) >= 512, "the export of 512 spans");
  });

  test("if the function `headers` fails, nothing is sent, and its error is not shown", async () => {
    const secret = "a-secret-in-an-error";
    for (const headers of [
      () => Promise.reject(new Error(secret)),
      () => ({ authorization: `${secret}\n` }),
      () => secret,
      () => ({ host: secret }),
    ]) {
      const { receivedExports, fetch } = makeCollector();
      const {
        gateway,
        send,
        lines,
        alerts: listAlerts,
      } = makeGateway({ fetch, headers: /** @type {any} */ (headers) });
      await send();
      await gateway.flush();
      assert.equal(receivedExports.length, 0);
      assert.match(listAlerts()[0].alert, /the function `headers` failed/);
      assert.ok(!JSON.stringify(lines).includes(secret));
    }
    const { receivedExports, fetch } = makeCollector();
    const { gateway } = makeGateway({ fetch, headers: async (env) => ({ authorization: env.TOKEN }) });
    await gateway.fetch(new Request(`https://gw.example${READ_PATH}`), { TOKEN: "Bearer t" });
    await gateway.flush();
    assert.equal(receivedExports[0].headers.authorization, "Bearer t");
  });
});

describe("steps", () => {
  /** Names of the steps of each request, in the order of the requests; attempts with their outcome. */
  async function listSteps(receivedExports) {
    const { spans } = await readOtlp(receivedExports);
    return spans
      .filter(({ kind }) => kind === "SERVER")
      .map(({ id }) =>
        spans
          .filter(({ parent }) => parent === id)
          .sort((a, b) => a.start - b.start)
          .map(({ name, kind, attributes }) =>
            kind === "CLIENT" ? `attempt ${attributes["http.response.status_code"] ?? attributes["error.type"]}` : name,
          ),
      );
  }

  test("steps have spans: API key, limit, queue, and waiting for a shared request", async () => {
    const key = "tonedge_not-a-real-one-not-a-real-one-not-a-real-o";
    const hash = createHash("sha256").update(key).digest("hex");
    const record = { hash, id: "shop", network: "mainnet", plan: 1000, created: "2026-01-01T00:00:00Z" };
    const { receivedExports, fetch } = makeCollector();
    const fetchSlowly = async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return Response.json({ last: {} });
    };
    const limits = { budget: 1000 };
    const config = { apiKeys: listKeys([/** @type {any} */ (record)]), limits, fetch: fetchSlowly, cache: undefined };
    const { gateway, send } = makeGateway({ fetch }, config);
    await send({ "x-api-key": key }, "/api/v3/blocks?limit=1");
    await Promise.all([send({ "x-api-key": key }), send({ "x-api-key": key })]);
    await gateway.flush();
    const [firstTrace, secondTrace] = (await listSteps(receivedExports)).slice(1).sort((a, b) => b.length - a.length);
    assert.deepEqual(firstTrace, ["API key", "cache", "rate limit", "queue", "attempt 200"]);
    assert.deepEqual(secondTrace, ["API key", "cache", "rate limit", "coalesced"]);
    assert.ok(!JSON.stringify(receivedExports).includes(key) && !JSON.stringify(receivedExports).includes(hash));
  });

  test("spans of attempts that fail in different ways, and of one that continues after the response", async () => {
    const { receivedExports, fetch } = makeCollector();
    let count = 0;
    const respondAsUpstream = async (url, { signal }) => {
      if (url.endsWith("/masterchainInfo")) return Response.json({ last: {} });
      count += 1;
      if (count === 1) throw new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });
      if (count === 2) return new Response("<html>", { headers: { "content-length": "6" } });
      if (count === 3) return Response.json({ transactions: [] });
      if (count === 4)
        return new Promise((_, fail) => signal.addEventListener("abort", () => fail(new Error("aborted"))));
      return Response.json({ transactions: [] });
    };
    const mainnet = ["https://a.example", "https://b.example", "http://[::1]:8081"];
    const { gateway, send } = makeGateway({ fetch }, { mainnet, fetch: respondAsUpstream, hedgeAfterMs: 20 });
    const path = "/api/v3/transactions?limit=1";
    assert.equal((await send({}, path)).status, 200);
    assert.equal((await send({}, path)).status, 200);
    await waitUntil(() => count === 5, "five attempts to export");
    await new Promise((resolve) => setTimeout(resolve, 20));
    await gateway.flush();
    const [first, second] = await listSteps(receivedExports);
    const listAttempts = (steps) => steps.filter((step) => step !== "heights");
    assert.deepEqual(listAttempts(first), ["attempt TypeError: ECONNREFUSED", "attempt html", "attempt 200"]);
    assert.deepEqual(listAttempts(second).sort(), ["attempt 200", "attempt gone"]);
    assert.ok(first.includes("heights"), "before the failover");
    const { spans } = await readOtlp(receivedExports);
    assert.ok(
      spans.some(({ attributes }) => attributes["server.address"] === "::1" && attributes["server.port"] === 8081),
    );
    // The parent of a late span was exported earlier.
    const ids = new Set(spans.map(({ id }) => id));
    for (const { parent } of spans) assert.ok(parent === "" || ids.has(parent));
  });
});

describe("attributes", () => {
  /** The gateway's span of the only request. */
  const findRoot = async (receivedExports) =>
    (await readOtlp(receivedExports)).spans.find(({ kind }) => kind === "SERVER");

  test("a span names the route of an API request or of an operator's endpoint, and no other path", async () => {
    for (const [path, route, url] of /** @type {[string, string | undefined, string | undefined][]} */ ([
      [READ_PATH, READ_PATH, READ_PATH],
      [`/testnet${READ_PATH}`, READ_PATH, `/testnet${READ_PATH}`],
      ["/healthz", "/healthz", "/healthz"],
      ["/api/v3/a-secret", undefined, undefined],
      ["/a-secret", undefined, undefined],
    ])) {
      const { receivedExports, fetch } = makeCollector();
      const { gateway, send } = makeGateway({ fetch }, { testnet: "https://testnet.example" });
      await send({}, path);
      await gateway.flush();
      const { attributes, name } = await findRoot(receivedExports);
      assert.deepEqual([attributes["http.route"], attributes["url.path"]], [route, url], path);
      assert.equal(name, route === undefined ? "GET" : `GET ${route}`);
    }
  });

  test("a request that is refused before its target is known has a span without a target", async () => {
    const { receivedExports, fetch } = makeCollector();
    const { gateway, send, alerts: listAlerts } = makeGateway({ fetch }, { clients: { allow: ["192.0.2.0/24"] } });
    assert.equal((await send()).status, 403);
    await gateway.flush();
    assert.deepEqual(listAlerts(), []);
    const { attributes } = await findRoot(receivedExports);
    assert.deepEqual(
      [attributes["http.response.status_code"], attributes["ton.network"], attributes["ton.operation"]],
      [403, undefined, undefined],
    );
  });

  test("the span of an attempt has the port of the upstream, also if its URL does not name it", async () => {
    for (const [mainnet, port] of /** @type {[string, number][]} */ ([
      ["https://secure.example", 443],
      ["http://plain.example", 80],
      ["https://other.example:8443", 8443],
    ])) {
      const { receivedExports, fetch } = makeCollector();
      const { gateway, send } = makeGateway({ fetch }, { mainnet });
      await send();
      await gateway.flush();
      const { spans } = await readOtlp(receivedExports);
      assert.equal(spans.find(({ kind }) => kind === "CLIENT").attributes["server.port"], port, mainnet);
    }
  });

  test("the spans of limits say whether the request was allowed", async () => {
    const { receivedExports, fetch } = makeCollector();
    const { gateway, send } = makeGateway({ fetch }, { limits: { keyless: 1, budget: 1000 } });
    const statuses = [];
    for (let count = 0; count < 2; count += 1)
      statuses.push((await send({}, `/api/v3/blocks?limit=${count + 1}`)).status);
    await gateway.flush();
    const { spans } = await readOtlp(receivedExports);
    const listValues = (name) =>
      spans.filter((span) => span.name === name).map(({ attributes }) => attributes["ton.allowed"]);
    assert.deepEqual(statuses, [200, 429]);
    assert.deepEqual([listValues("rate limit").sort(), listValues("queue")], [[false, true], [true]]);
  });
});

test("a gateway without telemetry has nothing to flush, before and after its first request", async () => {
  const gateway = createGateway({ mainnet: "https://gateway.example", fetch: makeUpstream().upstream, log() {} });
  await gateway.flush();
  assert.equal((await gateway.fetch(new Request(`https://gw.example${READ_PATH}`))).status, 200);
  await gateway.flush();
});

test("a server exports the remaining spans when it closes", async (t) => {
  const collector = await startCollector();
  t.after(() => collector.close());
  const { gateway } = makeGateway({ endpoint: collector.url, logs: "info" });
  const server = await serve(gateway, { port: 0 });
  assert.equal((await fetch(server.url + READ_PATH)).status, 200);
  assert.equal(collector.received.length, 0);
  await server.close();
  const { spans, records } = await readOtlp(collector.received);
  assert.deepEqual([spans.length, records.length], [2, 1]);
});

test("a caller cannot make a trace larger than the limit of spans", async () => {
  const { receivedExports, fetch } = makeCollector();
  const { gateway } = makeGateway({ fetch }, { maxBatch: 1000, cache: undefined });
  const calls = Array.from({ length: 1000 }, (_, id) => ({
    id,
    method: "getShardBlockProof",
    params: { seqno: id + 1, workchain: 0, shard: "1" },
  }));
  const response = await gateway.fetch(
    new Request("https://gw.example/api/v2/jsonRPC", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(calls),
    }),
  );
  await response.text();
  await gateway.flush();
  const { spans } = await readOtlp(receivedExports);
  assert.ok(spans.length <= 201, String(spans.length));
  const [root] = spans.filter(({ kind }) => kind === "SERVER");
  assert.ok(root.attributes["ton.spans_left_out"] > 0);
});

test("options of telemetry are checked, and errors show no value", () => {
  const secret = "value-that-may-be-a-secret";
  const base = { endpoint: "https://collector.example" };
  for (const [options, message] of /** @type {[any, RegExp][]} */ ([
    [undefined, /must be a plain object/],
    [{}, /`endpoint` of otlp must be an absolute URL/],
    [{ endpoint: secret }, /absolute URL/],
    [{ endpoint: "ftp://a.example" }, /https:\/\/ or http:\/\//],
    [{ endpoint: `https://u:${secret}@a.example` }, /no user, query or fragment/],
    [{ endpoint: `https://a.example?key=${secret}` }, /no user, query or fragment/],
    [{ endpoint: "https://a.example/v1/traces" }, /leave out \/v1\/traces/],
    [{ endpoint: "http://a.example", headers: { a: secret } }, /sent unencrypted/],
    [{ endpoint: "http://10.0.0.1:4318", headers: () => ({}) }, /sent unencrypted/],
    [{ ...base, headers: { "a b": secret } }, /invalid header (name|value)/],
    [{ ...base, headers: { a: `${secret}\r\nb: c` } }, /invalid value of `a`/],
    [{ ...base, headers: { "Content-Type": secret } }, /otlp writes/],
    [{ ...base, headers: [secret] }, /must be an object/],
    [{ ...base, sampleRatio: 1.1 }, /from 0 to 1/],
    [{ ...base, sampleRatio: "0.5" }, /from 0 to 1/],
    [{ ...base, sampleErrors: 1 }, /true or false/],
    [{ ...base, maxQueue: 0 }, /from 1 to 100000/],
    [{ ...base, intervalMs: 1 }, /from 10 to 60000/],
    [{ ...base, timeoutMs: Number.NaN }, /from 10 to 60000/],
    [{ ...base, logs: "debug" }, /"info" or "warn"/],
    [{ ...base, compression: "br" }, /"none" or "gzip"/],
    [{ ...base, serviceName: "" }, /1 to 255/],
    [{ ...base, resource: { a: {} } }, /text, number or boolean/],
    [{ ...base, resource: { "a b": secret } }, /other characters/],
    [{ ...base, samplingRatio: 1 }, /no option `samplingRatio`/],
    [{ ...base, sampleratio: 1 }, /did you mean `sampleRatio`/],
    [{ ...base, fetch: secret }, /a function/],
  ]))
    assert.throws(
      () => otlp(options),
      (/** @type {any} */ error) => {
        assert.ok(isTonEdgeError(error, "invalid_option"), String(error));
        assert.match(error.message, message);
        assert.ok(!error.message.includes(secret), error.message);
        return true;
      },
    );
  // A collector in the same network: without `headers`, the settings contain no secret.
  otlp({ endpoint: "http://collector:4318" });
  otlp({ endpoint: "http://[::1]:4318", headers: { a: "b" } });
  for (const telemetry of [{}, true, "https://collector.example", () => {}])
    assert.throws(
      () => createGateway({ telemetry: /** @type {any} */ (telemetry), log() {} }).check(),
      /`telemetry` must be what `otlp` returns/,
    );
});
