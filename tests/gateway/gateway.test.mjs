// The gateway over real sockets, in workerd and as a plain Node server, in front of a recorded upstream.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { createClient } from "ton-edge";
import { endpoints } from "ton-edge/endpoints";
import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { sample } from "../suites/samples.mjs";
import { toReadForm } from "../helpers/as-read.mjs";
import { startStack } from "../helpers/stack.mjs";
import { startReplay } from "../upstream/replay.mjs";
import { call, query } from "../upstream/upstream-call.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const UPSTREAM_KEY = "mainnet-key";
const CALLER_KEY = "the-callers-own-key";
const root = new URL("../", import.meta.url);
const { recordings } = JSON.parse(await readFile(new URL("fixtures/recorded/index.json", root), "utf8"));
const readBody = (file) => readFile(new URL(`fixtures/recorded/${file}`, root));
const json = { "content-type": "application/json" };

const RUNTIMES = {
  workerd: () =>
    startStack({
      page: false,
      keys: { mainnet: UPSTREAM_KEY },
      replay: { keys: { mainnet: [UPSTREAM_KEY], testnet: ["testnet-key"] } },
    }),
  async Node() {
    const replay = await startReplay({ keys: { mainnet: [UPSTREAM_KEY], testnet: ["testnet-key"] } });
    const service = { baseUrl: replay.url, apiKey: (env) => env.KEY };
    const log = [];
    const gateway = createGateway({
      limits: UNLIMITED,
      mainnet: service,
      testnet: { baseUrl: replay.url },
      retries: 0,
      cache: { adapter: "none" },
      log: (line) => log.push(line),
    });
    const server = await serve(gateway, { port: 0, env: { KEY: UPSTREAM_KEY } });
    return { url: server.url, own: replay, log, close: () => server.close().then(() => replay.close()) };
  },
};

for (const [runtime, start] of Object.entries(RUNTIMES)) {
  describe(`gateway in ${runtime}`, () => {
    let stack;
    before(async () => {
      stack = await start();
    });
    after(() => stack.close());
    const send = (path, options) => call(path, { base: stack.url, ...options });
    const getLastRequest = () => stack.own.requests.at(-1);

    /** Row and parameters that request a recording; the upstream responds with it. */
    const getRequest = ({ file, generation, endpoint, status }, text) => {
      // The operation of this recording is not in the specification: any row of the generation will do.
      const row =
        endpoints().find((item) => item.generation === generation && item.path === endpoint) ??
        endpoints()[generation === "v2" ? 6 : 50];
      stack.own.faults.clear();
      stack.own.faults.add({ status: status ?? 200, body: text, contentType: "application/json" });
      // The gateway responds to the utilities itself: other rows serve their recordings.
      return /(detect|pack|unpack)(Address|Hash)$/.test(row.path) ? endpoints()[6] : row;
    };

    test("every recording passes through unchanged, byte for byte", async () => {
      for (const recording of recordings) {
        const text = await readBody(recording.file);
        const row = getRequest(recording, text.toString());
        const params = sample(row);
        const path = `/api/${row.generation}${row.path}`;
        const isGet = row.verb === "GET";
        const gatewayReply = await send(isGet ? `${path}?${query(params)}` : path, {
          method: row.verb,
          headers: isGet ? {} : json,
          body: isGet ? undefined : JSON.stringify(params),
        });
        assert.equal(gatewayReply.status, recording.status ?? 200, `${recording.file}: ${gatewayReply.body}`);
        assert.deepEqual(gatewayReply.body, text, recording.file);
      }
      assert.ok(recordings.length >= 90);
    });

    test("every recording passes through the client unchanged", async () => {
      // The recordings are not in the order of their blocks.
      const client = createClient({ baseUrl: stack.url, rateLimit: false, retry: false, sessionConsistency: false });
      for (const recording of recordings) {
        const text = (await readBody(recording.file)).toString();
        const row = getRequest(recording, text);
        /** @type {any} */
        const value = await client
          .call(row.generation, /** @type {any} */ (row.name), sample(row), { method: row.verb })
          .catch((error) => error);
        // The only long whole number in the recordings is a string in JavaScript.
        const wholeJson = JSON.parse(text.replace(/: 1030000002000000\b/, ': "1030000002000000"'));
        if ((recording.status ?? 200) !== 200) {
          assert.equal(value.status, recording.status, recording.file);
          assert.ok(value.message.includes(wholeJson.error.slice(0, 200)), recording.file);
        } else if (row.generation === "v2" && !("result" in wholeJson)) {
          // The recording is an emulator's summary for decoders, not a response, so the client refuses it.
          assert.equal(value.code, "invalid_response", recording.file);
        } else {
          assert.deepEqual(value, row.generation === "v2" ? wholeJson.result : toReadForm(wholeJson), recording.file);
        }
      }
    });

    test("recorded requests get their recorded responses", async () => {
      stack.own.faults.clear();
      let count = 0;
      for (const { file, served, status, request } of recordings) {
        // A header of the upstream selects the other recordings; a gateway does not pass it on.
        if (!served || !request || request.headers || /(detect|pack|unpack)(Address|Hash)$/.test(request.path))
          continue;
        const isGet = request.verb === "GET";
        const reply = await send(isGet ? `${request.path}?${query(request.params ?? {})}` : request.path, {
          method: request.verb,
          headers: isGet ? {} : json,
          body: isGet ? undefined : JSON.stringify(request.body ?? request.params),
        });
        // `seqno=0` was recorded; the gateway refuses it without a request upstream.
        if (reply.status === 422 && status === 500) continue;
        assert.equal(reply.status, status, `${file}: ${reply.body}`);
        assert.deepEqual(reply.body, await readBody(file), file);
        count += 1;
      }
      assert.ok(count > 60, `${count} recordings`);
    });

    test("every operation is routed, and the upstream gets the gateway's key, never the caller's", async () => {
      for (const row of endpoints()) {
        const params = sample(row);
        const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
        const path = `/api/${row.generation}${row.path}`;
        const isGet = row.verb === "GET";
        const requestsBefore = stack.own.requests.length;
        const { status, headers } = await send(isGet ? `${path}?${query({ ...texts, api_key: CALLER_KEY })}` : path, {
          method: row.verb,
          headers: { ...json, "x-api-key": CALLER_KEY, authorization: CALLER_KEY, cookie: CALLER_KEY },
          body: isGet ? undefined : JSON.stringify({ ...params, ...(params.opcodes && { opcodes: ["0x1"] }) }),
        });
        assert.ok(status < 400 || status === 404 || status === 500, `${path}: ${status}`);
        assert.equal(headers["access-control-allow-origin"], "*");
        assert.match(headers["x-request-id"], /^[0-9a-f-]{36}$/);
        if (/\/(detect|pack|unpack)\w+$/.test(path)) {
          assert.equal(stack.own.requests.length, requestsBefore, "no request went upstream");
          continue;
        }
        assert.equal(getLastRequest().headers["x-api-key"], UPSTREAM_KEY);
        assert.ok(!JSON.stringify(getLastRequest()).includes(CALLER_KEY), JSON.stringify(getLastRequest()));
      }
    });

    test("the utilities have equal responses by GET, POST and JSON-RPC", async () => {
      const vectors = JSON.parse(await readFile(new URL("fixtures/address_vectors.json", root), "utf8"));
      for (const { input } of vectors.filter((_, index) => index % 40 === 0)) {
        for (const name of ["detectAddress", "packAddress", "unpackAddress"]) {
          const replies = await Promise.all([
            send(`/api/v2/${name}?${query({ address: input })}`),
            send(`/api/v2/${name}`, { method: "POST", headers: json, body: JSON.stringify({ address: input }) }),
            send("/api/v2/jsonRPC", {
              method: "POST",
              headers: json,
              body: JSON.stringify({ id: "a", method: name, params: { address: input } }),
            }),
          ]);
          const [first, ...otherReplies] = /** @type {any[]} */ (replies).map(({ status, body }) => ({
            status,
            ...JSON.parse(body),
          }));
          assert.match(first["@extra"], /^\d+\.\d{3}:_:0$/);
          for (const otherReply of otherReplies) {
            assert.equal(otherReply.status, first.status);
            assert.deepEqual(otherReply.result, first.result);
            assert.equal(otherReply.error, first.error?.replace("parse get request", "parse post request"));
          }
          assert.equal(otherReplies[1].id, "a");
        }
      }
    });

    test("a redirect is not followed, a refused upstream key is the gateway's fault, and neither response contains the key", async () => {
      for (const [fault, status] of /** @type {any[][]} */ ([
        ["redirect=http://127.0.0.1:9/", 502],
        ["status=401", 502],
        ["status=403", 502],
        ["reset", 502],
      ])) {
        stack.own.faults.clear();
        stack.own.faults.add(fault);
        const reply = await send("/api/v3/transactions?limit=1");
        assert.equal(reply.status, status, fault);
        assert.equal(typeof JSON.parse(/** @type {any} */ (reply.body)).error, "string");
        assert.equal(reply.headers["access-control-allow-origin"], "*");
        assert.equal(reply.headers["cache-control"], "no-store");
        assert.equal(reply.headers.location, undefined);
        assert.ok(!JSON.stringify([reply.headers, String(reply.body)]).includes(UPSTREAM_KEY));
      }
      assert.ok(!JSON.stringify(stack.log ?? []).includes(UPSTREAM_KEY));
    });

    test("CORS headers are on every status, and the gateway answers preflights", async () => {
      const options = {
        method: "OPTIONS",
        headers: { origin: "https://app.example", "access-control-request-method": "POST" },
      };
      const preflight = await send("/api/v2/sendBoc", options);
      assert.equal(preflight.status, 204);
      assert.equal(preflight.headers["access-control-allow-methods"], "POST, OPTIONS");
      assert.match(preflight.headers["access-control-allow-headers"], /X-API-Key/);
      for (const [path, overrides, status] of /** @type {any[][]} */ ([
        ["/api/v3/nothing", {}, 404],
        ["/api/v3/transactions", { method: "DELETE" }, 405],
        ["/api/v3/transactions?limit=1001", {}, 422],
        ["/api/v2/sendBoc", { method: "POST", headers: { "content-type": "text/plain" }, body: "x" }, 415],
        ["/api/v2/sendBoc", { method: "POST", headers: json, body: "x".repeat(1_100_000) }, 413],
        // workerd refuses so long a head by itself.
        ...(runtime === "Node" ? [[`/api/v3/transactions?account=${"x".repeat(140_000)}`, {}, 414]] : []),
        ["/api/v2/getAddressBalance", {}, 422],
      ])) {
        const { status: receivedStatus, headers } = await send(path, overrides);
        assert.equal(receivedStatus, status, path.slice(0, 40));
        assert.equal(headers["access-control-allow-origin"], "*");
        assert.match(headers["access-control-expose-headers"], /Retry-After/);
      }
    });

    test("HEAD returns the status and headers of GET, without the body", async () => {
      for (const path of [
        "/api/v3/transactions?limit=1",
        "/api/v2/getMasterchainInfo",
        "/api/v2/detectAddress?address=x",
        "/api/v3/no",
      ]) {
        const [head, get] = [await send(path, { method: "HEAD" }), await send(path)];
        assert.equal(head.status, get.status);
        assert.equal(head.body.length, 0);
        assert.equal(head.headers["content-type"], get.headers["content-type"]);
      }
    });

    test("compressed responses arrive complete", async () => {
      const plainReply = await send("/api/v3/transactions?limit=5");
      for (const headers of [{}, { "accept-encoding": "gzip" }]) {
        stack.own.faults.clear();
        stack.own.faults.add("gzip");
        const response = await fetch(`${stack.url}/api/v3/transactions?limit=5`, { headers });
        assert.deepEqual(Buffer.from(await response.arrayBuffer()), plainReply.body);
      }
    });

    test("a large body is streamed, not buffered", async () => {
      stack.own.faults.clear();
      const bigBody = JSON.stringify({ transactions: "x".repeat(8_000_000) });
      stack.own.faults.add({ status: 200, body: bigBody });
      const reply = await send("/api/v3/transactions?limit=1");
      assert.equal(reply.body.toString(), bigBody);
    });

    test("each of many concurrent requests gets its own response", async () => {
      stack.own.faults.clear();
      const numbers = Array.from({ length: 60 }, (_, index) => index);
      const replies = await Promise.all(numbers.map((n) => send(`/api/v3/transactions?limit=1&offset=${n % 25}`)));
      const singleRequests = new Map();
      for (const n of new Set(numbers.map((n) => n % 25)))
        singleRequests.set(n, (await send(`/api/v3/transactions?limit=1&offset=${n}`)).body.toString());
      replies.forEach((reply, n) => assert.equal(reply.body.toString(), singleRequests.get(n % 25)));
    });
  });
}

test("an unusable configuration gives 500 and names its fields", async () => {
  for (const [config, field] of /** @type {any[][]} */ ([
    [{ network: "moon" }, "network"],
    [{ mainnet: "ftp://x" }, "mainnet"],
    [{ orgins: [] }, "orgins"],
    [{ timeout: -1 }, "timeout"],
    [{ mainnet: { baseUrl: "https://x.example", apiKey: " " } }, "API key"],
  ])) {
    const gateway = createGateway({ ...config, log() {} });
    const response = await gateway.fetch(new Request("http://localhost/api/v3/blocks"));
    assert.equal(response.status, 500);
    assert.ok((await response.json()).error.includes(field), field);
  }
});

test("a slow or unreachable upstream is reported in time", async () => {
  const replay = await startReplay({});
  const log = [];
  const gateway = createGateway({
    limits: UNLIMITED,
    mainnet: replay.url,
    timeoutMs: 200,
    retries: 0,
    logLevel: "error",
    log: (line) => log.push(JSON.parse(line)),
  });
  replay.faults.add("hang");
  const slowResponse = await gateway.fetch(new Request("http://localhost/api/v2/getMasterchainInfo"));
  assert.equal(slowResponse.status, 504);
  assert.deepEqual(await slowResponse.json(), {
    ok: false,
    error: "the upstream did not respond in time",
    code: 504,
    "@extra": "_",
  });
  await replay.close();
  const response = await gateway.fetch(new Request("http://localhost/api/v3/masterchainInfo"));
  assert.equal(response.status, 502);
  assert.deepEqual(await response.json(), { error: "the upstream cannot be reached" });
  assert.deepEqual(
    log.map(({ alert }) => alert),
    ["mainnet: the upstream did not respond in time", "mainnet: TypeError: ECONNREFUSED"],
  );
});

test("a request that traps gets an error response, and the next request succeeds", async () => {
  const replay = await startReplay({});
  const log = [];
  const gateway = createGateway({
    limits: UNLIMITED,
    overload: { maxInFlight: 1e6, maxInFlightPerClient: 1e6 },
    mainnet: replay.url,
    log: (line) => log.push(line),
  });
  const request = () => new Request("http://localhost/api/v2/getMasterchainInfo");
  assert.equal((await gateway.fetch(request())).status, 200);
  // Headers that call the gateway again, recursively, until the stack overflows, also in the wasm module.
  let depth = 0;
  const pendingRequests = [];
  const evilRequest = {
    method: "GET",
    url: "http://localhost/api/v2/getMasterchainInfo",
    body: null,
    headers: {
      // Each nested call reads the header once, before it calls the wasm module.
      forEach() {
        depth += 1;
        try {
          pendingRequests.push(gateway.fetch(/** @type {any} */ (evilRequest)));
        } catch {
          // The stack has no room for another call.
        }
      },
    },
  };
  const responses = await Promise.all([gateway.fetch(/** @type {any} */ (evilRequest)), gateway.fetch(request())]);
  await Promise.allSettled(pendingRequests);
  assert.ok(depth > 100, `${depth} deep`);
  assert.ok([200, 500].includes(responses[0].status));
  assert.equal(responses[1].status, 200, "a concurrent request succeeds");
  for (let i = 0; i < 50; i++) assert.equal((await gateway.fetch(request())).status, 200, "a later request succeeds");
  assert.equal((await gateway.fetch(undefined)).status, 500);
  await replay.close();
});
