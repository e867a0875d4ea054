// The response cache: which caller gets which entry, how old it is, and how many requests go upstream.

import assert from "node:assert/strict";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { endpoints } from "ton-edge/endpoints";
import { beginCell, externalMessage } from "ton-edge/message";

import { getList } from "../../suites/samples.mjs";
import { respondWith } from "../../upstream/service-of.mjs";
import { BOC, JSON_BODY, READ_PATH, RPC, V2, VARY } from "./requests.mjs";
import { RECORDS, CALLER_KEYS } from "./secrets.mjs";

const CACHE_ON = { cache: {} };
const RAW = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const FRIENDLY = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const NOT_CACHED = [
  `/api/v3/pendingTraces?account=${RAW}`,
  `/api/v3/pendingActions?account=${RAW}`,
  `/api/v3/pendingTransactions?account=${RAW}`,
];
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** Waits until an uncached response is no longer shared, which it is for half a second. */
const waitLong = () => wait(600);
const countUpstreamRequests = ({ service }) => service.seen.splice(0).length;
const listStates = (replies) => replies.map(({ headers }) => headers["cache-status"]);

/** A result with the list of its operation, without which the gateway does not cache it. */
function withList(url, content) {
  const { pathname } = new URL(url, "http://upstream.example");
  const row = endpoints().find(({ generation, path }) => pathname === `/api/${generation}${path}`);
  const list = row && getList(row);
  return list === undefined ? content : list === "" ? [content] : { ...content, [list]: [] };
}

/** An upstream whose n-th response contains n, in the form of the request's generation. */
const makeCountingUpstream =
  (delay = 0) =>
  (request, response, count) => {
    const v2 = request.url.startsWith("/api/v2");
    const result = withList(request.url, v2 ? { n: count } : { n: count, rows: [count] });
    const value = v2 ? { ok: true, result, "@extra": `${count}:0:1` } : result;
    setTimeout(() => respondWith(200, value, { "x-api-version": "7" })(request, response), delay);
  };

/** An external message to `RAW`. */
const MESSAGE = Buffer.from(externalMessage({ to: RAW, body: beginCell().endCell() }).toBoc()).toString("base64");

export default [
  {
    name: "equal requests go upstream once, whatever their call style and spelling",
    services: [makeCountingUpstream()],
    config: () => ({ ...CACHE_ON, cache: { staleWhileRevalidateMs: 3_600_000 }, network: "mainnet" }),
    async steps(world) {
      const path = "/api/v2/getTransactions";
      const params = { address: FRIENDLY, limit: 5 };
      const firstReply = await world.request(`${path}?address=${RAW}&limit=5`);
      const { "cache-status": cacheStatusHeader, etag, age, "cache-control": control } = firstReply.headers;
      assert.deepEqual(
        [cacheStatusHeader, age, control],
        ["ton-edge; fwd=miss; stored", undefined, "public, max-age=1"],
      );
      assert.match(etag, /^W\/"[0-9a-f]{32}"$/);
      const otherReplies = await Promise.all([
        world.request(`${path}?limit=005&address=${RAW.toLowerCase()}&api_key=x&to_lt=0`),
        world.request(`/mainnet${path}?address=${FRIENDLY}&limit=5`, {
          headers: { "x-timeout": "9", origin: "https://a.example" },
        }),
        world.post(path, params),
        world.post(RPC, { id: 'a"b', method: "getTransactions", params }),
        world.post(RPC, { method: "getTransactions", params: { ...params, limit: "5" } }),
      ]);
      for (const reply of otherReplies) {
        assert.match(reply.headers["cache-status"], /^ton-edge; hit; ttl=(1|0|-1)$/);
        assert.deepEqual([reply.status, reply.json.result, reply.json["@extra"]], [200, [{ n: 1 }], "1:0:1"]);
        assert.match(reply.headers.age, /^[01]$/);
        assert.deepEqual([reply.headers["content-type"], reply.headers["x-api-version"]], ["application/json", "7"]);
      }
      assert.deepEqual(
        otherReplies.map(({ json }) => json.id),
        [undefined, undefined, undefined, 'a"b', null],
      );
      assert.equal(otherReplies[0].text, firstReply.text);
      const head = await world.request(`${path}?address=${RAW}&limit=5`, { method: "HEAD" });
      assert.deepEqual([head.status, head.text, head.headers.etag], [200, "", etag]);
      const batch = await world.post(
        RPC,
        [1, 2].map((id) => ({ id, method: "getTransactions", params })),
      );
      assert.deepEqual(
        batch.json.map(({ id, result }) => [id, result[0].n]),
        [
          [1, 1],
          [2, 1],
        ],
      );
      // The stale response cost at most its refresh.
      assert.ok(countUpstreamRequests(world) <= 2);
      for (const otherPath of [
        `/testnet${path}?address=${RAW}&limit=5`,
        `${path}?address=${RAW}&limit=6`,
        `${path}Std?address=${RAW}&limit=5`,
      ]) {
        assert.equal((await world.request(otherPath)).headers["cache-status"], "ton-edge; fwd=miss; stored");
      }
      assert.equal((await world.logged(({ cache }) => cache === "hit")).attempts, 0);
    },
  },
  {
    name: "after a send, no earlier response about its account is served, and other accounts keep their entries",
    services: [makeCountingUpstream()],
    config: () => CACHE_ON,
    async steps(world) {
      const reads = [
        `/api/v2/getAddressInformation?address=${FRIENDLY}`,
        `/api/v3/jetton/wallets?owner_address=${RAW}`,
      ];
      const otherPath = `/api/v3/accountStates?address=${RAW.replace("83", "84")}`;
      for (const path of [...reads, otherPath]) await world.request(path);
      const sends = [
        ["/api/v2/sendBoc", { boc: MESSAGE }],
        [RPC, [{ id: 1, method: "sendBocReturnHash", params: { boc: MESSAGE } }]],
      ];
      for (const [path, body] of sends) {
        assert.equal((await world.post(path, body)).status, 200);
        for (const read of [...reads, ...reads])
          assert.equal((await world.request(read)).headers["cache-status"], "ton-edge; fwd=miss; stored", read);
      }
      assert.match((await world.request(otherPath)).headers["cache-status"], /hit/);
    },
  },
  {
    name: "an entry that a HEAD request created has a body",
    services: [makeCountingUpstream()],
    config: () => CACHE_ON,
    async steps(world) {
      assert.equal((await world.request(READ_PATH, { method: "HEAD" })).text, "");
      const reply = await world.request(READ_PATH);
      assert.deepEqual([reply.json.n, countUpstreamRequests(world)], [1, 1]);
    },
  },
  {
    name: "a caller with a matching ETag gets 304, with all headers",
    services: [makeCountingUpstream()],
    config: () => ({ cache: { staleWhileRevalidateMs: 0 }, origins: ["https://app.example"] }),
    async steps(world) {
      const path = "/api/v3/vesting?contract_address=" + RAW;
      const {
        headers: { etag },
      } = await world.request(path);
      for (const condition of [etag, etag.slice(2), `"x", ${etag}`, "*", ` * `]) {
        const reply = await world.request(path, {
          headers: { "if-none-match": condition, origin: "https://app.example" },
        });
        assert.deepEqual([reply.status, reply.text], [304, ""], condition);
        const { headers } = reply;
        assert.deepEqual(
          [headers.etag, headers.vary, headers["access-control-allow-origin"], headers["cache-control"]],
          [etag, `Origin, ${VARY}`, "https://app.example", "public, max-age=60"],
        );
        assert.ok(
          headers.age &&
            headers["cache-status"] &&
            headers["x-request-id"] &&
            headers["access-control-expose-headers"].includes("ETag"),
        );
      }
      for (const otherTag of ['"x"', "x", etag.replaceAll('"', ""), 'W/""']) {
        assert.equal((await world.request(path, { headers: { "if-none-match": otherTag } })).status, 200, otherTag);
      }
      // The first response may also be a 304.
      const freshReply = await world.request(READ_PATH, { headers: { "if-none-match": "*" } });
      assert.deepEqual([freshReply.status, freshReply.headers["cache-status"]], [304, "ton-edge; fwd=miss; stored"]);
      const post = await world.post("/api/v2/getMasterchainInfo", {}, { "if-none-match": "*" });
      assert.equal(post.status, 200);
    },
  },
  {
    name: "an entry is fresh, then served stale while it is refreshed, then gone",
    services: [makeCountingUpstream()],
    config: () => CACHE_ON,
    async steps(world) {
      const read = async () => {
        const { json, headers } = await world.request(READ_PATH);
        return [json.n, headers["cache-status"]];
      };
      assert.deepEqual(await read(), [1, "ton-edge; fwd=miss; stored"]);
      // Right after the entry is stored, its remaining TTL is a whole second.
      await wait(10);
      assert.deepEqual(await read(), [1, "ton-edge; hit; ttl=0"]);
      await wait(1150);
      assert.deepEqual(await read(), [1, "ton-edge; hit; ttl=-1"]);
      await wait(250);
      assert.deepEqual(await read(), [2, "ton-edge; hit; ttl=0"]);
      await wait(2200);
      assert.deepEqual(await read(), [3, "ton-edge; fwd=miss; stored"]);
      assert.equal(countUpstreamRequests(world), 3);
    },
  },
  {
    name: "successive hits have their own id, origin and status headers, and equal other headers",
    services: [makeCountingUpstream()],
    config: () => ({
      cache: { staleWhileRevalidateMs: 3_600_000 },
      origins: ["https://a.example", "https://b.example"],
    }),
    async steps(world) {
      const firstReply = await world.request(READ_PATH);
      const { etag } = firstReply.headers;
      const ids = new Set();
      for (const round of [0, 1, 2]) {
        for (const origin of ["https://a.example", "https://b.example"]) {
          const hits = [
            await world.request(READ_PATH, { headers: { origin } }),
            await world.request(READ_PATH, { headers: { origin } }),
          ];
          const head = await world.request(READ_PATH, { method: "HEAD", headers: { origin } });
          const cachedReply = await world.request(READ_PATH, { headers: { origin, "if-none-match": etag } });
          assert.deepEqual(
            [...hits, head, cachedReply].map(({ status }) => status),
            [200, 200, 200, 304],
            `turn ${round}`,
          );
          assert.deepEqual(
            [...hits, head, cachedReply].map(({ text }) => text),
            [firstReply.text, firstReply.text, "", ""],
          );
          for (const { headers } of [...hits, head, cachedReply]) {
            ids.add(headers["x-request-id"]);
            assert.deepEqual(
              [headers["access-control-allow-origin"], headers.etag, headers["x-api-version"]],
              [origin, etag, "7"],
            );
            assert.match(headers["cache-status"], /^ton-edge; hit; ttl=(1|0|-1)$/);
            assert.match(headers["server-timing"], /^gateway;dur=/);
            for (const name of ["cache-control", "vary", "x-content-type-options"])
              assert.equal(headers[name], hits[0].headers[name], name);
          }
          for (const { headers } of [...hits, head]) assert.equal(headers["content-type"], "application/json");
          assert.equal(cachedReply.headers["content-type"], undefined);
        }
      }
      assert.equal(ids.size, 24);
      // The Age counts whole seconds.
      await wait(1300);
      const laterReply = await world.request(READ_PATH);
      assert.deepEqual([laterReply.headers.age, laterReply.headers["cache-status"]], ["1", "ton-edge; hit; ttl=-1"]);
    },
  },
  {
    name: "a stale response is served while the upstream fails",
    services: [makeCountingUpstream()],
    config: () => ({ cache: { staleWhileRevalidateMs: 0, staleIfErrorMs: 3_600_000 }, breaker: { failures: 3 } }),
    async steps(world) {
      const okReply = await world.request(READ_PATH);
      await wait(1100);
      for (const handler of [
        respondWith(500),
        respondWith(503),
        respondWith(429),
        respondWith(401),
        respondWith(302, {}, { location: "/" }),
        (request, response) => response.destroy(),
      ]) {
        world.service.act = handler;
        const reply = await world.request(READ_PATH);
        assert.deepEqual([reply.status, reply.text, reply.headers.age], [200, okReply.text, reply.headers.age]);
        assert.match(reply.headers["cache-status"], /^ton-edge; fwd=stale; fwd-status=(5\d\d|429)$/);
        assert.equal(reply.headers["x-ton-edge-error"], undefined);
      }
      world.service.act = respondWith(500, { error: "no stale response" });
      const call = await world.post(RPC, { id: 1, method: "getMasterchainInfo" });
      assert.deepEqual([call.status, call.json.id], [500, 1], "another request has no stale entry");
      assert.equal((await world.logged(({ cache }) => cache === "stale")).status, 200);
      await waitLong();
      world.service.act = respondWith(404, { error: "gone" });
      assert.equal((await world.request(READ_PATH)).status, 404, "404 counts as a response, not as a failure");
    },
  },
  {
    name: "responses that must not be cached are requested again",
    services: [makeCountingUpstream()],
    config: () => ({ cache: { maxEntryBytes: 1000 }, breaker: { failures: 1000 } }),
    async steps(world) {
      let rowCount = 0;
      /** Each request has its own cache key, because an uncached response is still shared for half a second. */
      const makeReading = () => {
        const path = `/api/v3/transactions?account=${RAW}&limit=1&offset=${(rowCount += 1)}`;
        return () => world.request(path);
      };
      const bytes = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]);
      const longBody = { transactions: [], rows: ["x".repeat(40_000)] };
      const makeSends =
        (body, headers = {}) =>
        (request, response) =>
          response.writeHead(200, { ...JSON_BODY, ...headers }).end(body);
      const bypassStatus = "ton-edge; fwd=bypass";
      const missStatus = "ton-edge; fwd=miss; fwd-status=200; detail=not-kept";
      const tooLarge = "ton-edge; fwd=miss; fwd-status=200; detail=too-large";
      const cases = [
        ...[400, 422, 429, 500, 503, 542].map((status) => [
          makeReading(),
          respondWith(status),
          status,
          `ton-edge; fwd=miss; fwd-status=${status}`,
        ]),
        ...NOT_CACHED.map((path) => [() => world.request(path), respondWith(200), 200, bypassStatus]),
        [() => world.post("/api/v3/message", { boc: BOC }), respondWith(200), 200, bypassStatus],
        [() => world.post("/api/v3/estimateFee", { address: RAW, body: BOC }), respondWith(200), 200, bypassStatus],
        [
          () => world.post(RPC, { id: 1, method: "sendBoc", params: { boc: BOC } }),
          respondWith(200, { ok: true, result: 1 }),
          200,
          bypassStatus,
        ],
        [makeReading(), respondWith(200, { error: "under 200" }), 200, missStatus],
        [() => world.request(V2), respondWith(200, { ok: false, result: "no", code: 500 }), 200, missStatus],
        [
          () => world.request("/api/v2/getShards?seqno=1"),
          respondWith(200, { ok: true, result: "no", code: 500 }),
          200,
          missStatus,
        ],
        [
          () => world.request("/api/v2/getShards?seqno=2"),
          respondWith(200, { ok: true, result: "Ratelimit exceed", code: 429 }),
          429,
          "ton-edge; fwd=miss; fwd-status=429",
        ],
        [makeReading(), respondWith(200, {}, { "cache-control": "max-age=9, private" }), 200, missStatus],
        ...["<html>", '{"cut', ""].map((brokenText) => [
          makeReading(),
          makeSends(brokenText),
          502,
          "ton-edge; fwd=miss; fwd-status=502",
        ]),
        [
          makeReading(),
          makeSends(bytes),
          200,
          "ton-edge; fwd=miss; fwd-status=200; detail=no-text",
          ({ body }) => assert.deepEqual(body, bytes, "the response is unchanged, byte for byte"),
        ],
        [
          makeReading(),
          respondWith(200, longBody, { "transfer-encoding": "chunked" }),
          200,
          tooLarge,
          ({ json }) => assert.deepEqual(json, longBody),
        ],
        [
          makeReading(),
          makeSends(JSON.stringify(longBody), { "content-length": JSON.stringify(longBody).length }),
          200,
          tooLarge,
        ],
        [
          () => world.post(RPC, { id: 5, method: "getConsensusBlock" }),
          respondWith(200, { ok: true, result: longBody }),
          200,
          tooLarge,
          ({ json }) => assert.deepEqual([json.id, json.result], [5, longBody]),
        ],
      ];
      for (let index = 0; index < 2; index += 1) {
        for (const [send, handler, status, expectedState, expectedHold] of /** @type {any[][]} */ (cases)) {
          world.service.act = handler;
          const reply = await send();
          assert.deepEqual(
            [reply.status, reply.headers["cache-status"], reply.headers["cache-control"]],
            [status, expectedState, "no-store"],
          );
          assert.equal(countUpstreamRequests(world), 1);
          expectedHold?.(reply);
        }
        await waitLong();
      }
      const read = () => world.request(READ_PATH);
      // A missing item may exist a second later; only then does the gateway request it again.
      world.service.act = respondWith(404, { error: "block not found" });
      const missingReplies = [await read(), await read()];
      assert.deepEqual(
        missingReplies.map((item) => [item.status, item.headers["cache-control"], item.headers.etag]),
        Array(2).fill([404, "no-store", undefined]),
      );
      assert.deepEqual([listStates(missingReplies)[1], countUpstreamRequests(world)], ["ton-edge; hit; ttl=0", 1]);
      await wait(1100);
      assert.equal((await read()).headers["cache-status"], "ton-edge; fwd=miss; stored");
    },
  },
  {
    name: "concurrent equal reads share one upstream request",
    services: [makeCountingUpstream(400)],
    config: () => ({ cache: { staleIfErrorMs: 0 }, origins: ["https://a.example"], breaker: { failures: 1000 } }),
    async steps(world) {
      const requestTogether = () =>
        Promise.all([
          ...Array.from({ length: 6 }, () => world.request(V2, { headers: { origin: "https://a.example" } })),
          ...[1, "two", null].map((id) => world.post(RPC, { id, method: "getMasterchainInfo" })),
          world.request(V2, { method: "HEAD" }),
        ]);
      const replies = await requestTogether();
      assert.equal(countUpstreamRequests(world), 1);
      assert.deepEqual(
        new Set(listStates(replies)),
        new Set(["ton-edge; fwd=miss; stored", "ton-edge; fwd=miss; collapsed"]),
      );
      assert.equal(listStates(replies).filter((cacheState) => cacheState.endsWith("stored")).length, 1);
      assert.deepEqual(
        replies.map((reply) => reply.text && reply.json.id),
        [...Array(6).fill(undefined), 1, "two", null, ""],
      );
      assert.deepEqual(
        replies.map(({ headers }) => headers["access-control-allow-origin"]),
        [...Array(6).fill("https://a.example"), ...Array(4).fill(undefined)],
      );
      assert.equal(new Set(replies.map(({ headers }) => headers["x-request-id"])).size, 10);

      // Coalesced callers also share a failure, as do callers in the half second after it.
      await wait(2100);
      world.service.act = (request, response) =>
        setTimeout(() => respondWith(503, { ok: false, error: "busy", code: 503 })(request, response), 300);
      const failures = await requestTogether();
      assert.deepEqual(
        [new Set(failures.map(({ status }) => status)), countUpstreamRequests(world)],
        [new Set([503]), 1],
      );
      assert.deepEqual(
        failures.slice(6, 9).map(({ json }) => [json.id, json.error]),
        [
          [1, "busy"],
          ["two", "busy"],
          [null, "busy"],
        ],
      );
      await waitLong();
      await world.request(V2);
      assert.equal(countUpstreamRequests(world), 1);
    },
  },
  {
    name: "a response too long for the cache is still shared; two callers at once each request one that is too long to share",
    services: [() => {}],
    config: () => ({ cache: { maxEntryBytes: 1000, maxSharedBytes: 20_000 }, timeoutMs: 10_000 }),
    async steps(world) {
      let [running, maxRunning] = [0, 0];
      const respondWith = (bytes) => (request, response) => {
        maxRunning = Math.max(maxRunning, (running += 1));
        const text = JSON.stringify({ ok: true, result: "x".repeat(bytes) });
        setTimeout(() => response.writeHead(200, JSON_BODY).end(text), 100);
        response.on("close", () => (running -= 1));
      };
      for (const [bytes, expectedCount] of [
        [5000, 1],
        [50_000, 12],
      ]) {
        world.service.act = respondWith(bytes);
        await waitLong();
        const countBefore = countUpstreamRequests(world);
        const replies = await Promise.all(Array.from({ length: 12 }, () => world.request(V2)));
        assert.ok(replies.every(({ json }) => json.result.length === bytes));
        assert.equal(countUpstreamRequests(world) - countBefore, expectedCount);
      }
      assert.equal(maxRunning, 2);
    },
  },
  {
    name: "coalescing can be turned off",
    services: [makeCountingUpstream(300)],
    config: () => ({ cache: { coalesce: false } }),
    async steps(world) {
      await Promise.all([1, 2, 3].map(() => world.request(READ_PATH)));
      assert.equal(countUpstreamRequests(world), 3);
    },
  },
  {
    name: "if the first caller disconnects, the others still get a response",
    services: [makeCountingUpstream(1500)],
    config: () => CACHE_ON,
    async steps(world) {
      const leavingController = new AbortController();
      const firstReply = world.request(READ_PATH, { signal: leavingController.signal }).catch(() => "left");
      await wait(200);
      const otherReplies = [1, 2, 3].map(() => world.request(READ_PATH));
      await wait(600);
      const start = performance.now();
      leavingController.abort();
      const replies = await Promise.all(otherReplies);
      assert.equal(await firstReply, "left");
      assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
      assert.ok(performance.now() - start < 5000);
      assert.equal(countUpstreamRequests(world), 1, "the request continues for waiting callers");
      assert.equal((await world.request(READ_PATH)).headers["cache-status"]?.startsWith("ton-edge; hit"), true);
    },
  },
  {
    name: "the cache stores compressed responses decoded",
    services: [makeCountingUpstream()],
    config: () => CACHE_ON,
    async steps(world) {
      const value = { rows: ["грамм ".repeat(500)] };
      const text = Buffer.from(JSON.stringify(value));
      const encodings = { gzip: gzipSync(text), br: brotliCompressSync(text) };
      for (const [index, encoding] of Object.keys(encodings).entries()) {
        world.service.act = (request, response) =>
          response.writeHead(200, { ...JSON_BODY, "content-encoding": encoding }).end(encodings[encoding]);
        for (const style of [1, 2]) {
          const reply = await world.request(`/api/v3/walletStates?address=${RAW.replace("A8", `A${index}`)}`, {
            headers: { "accept-encoding": "gzip, br" },
          });
          assert.deepEqual([reply.json, reply.headers["content-encoding"]], [value, undefined], `${encoding} ${style}`);
        }
      }
      assert.equal(countUpstreamRequests(world), 2);
    },
  },
  {
    name: "API keys: a caller without a key never gets the response to one with a key, and a response does not depend on the key",
    services: [makeCountingUpstream()],
    config: () => ({ ...CACHE_ON, apiKeys: RECORDS, keyless: "refuse" }),
    async steps(world) {
      const { good, other, unknown } = CALLER_KEYS;
      const firstReply = await world.request(READ_PATH, { headers: { "x-api-key": good } });
      assert.deepEqual([firstReply.json.n, firstReply.headers["cache-control"]], [1, "private, max-age=1"]);
      for (const headers of [{}, { "x-api-key": unknown }, { "x-api-key": other }, { "if-none-match": "*" }]) {
        const reply = await world.request(READ_PATH, { headers });
        assert.ok([401, 403].includes(reply.status));
        assert.equal(reply.headers.etag, undefined);
      }
      const hit = await world.request(`${READ_PATH}?api_key=${encodeURIComponent(good)}`);
      assert.deepEqual([hit.json.n, hit.headers["cache-control"]], [1, "private, max-age=1"]);
      const renewedReply = await world.request(READ_PATH, {
        headers: { "x-api-key": good, "cache-control": "no-cache" },
      });
      assert.deepEqual(
        [renewedReply.json.n, renewedReply.headers["cache-status"]],
        [2, "ton-edge; fwd=request; stored"],
      );
      assert.equal((await world.request(READ_PATH, { headers: { "x-api-key": good } })).json.n, 2);
      assert.equal((await world.logged(({ cache }) => cache === "hit")).caller, "shop");
    },
  },
  {
    name: "headers and parameters that one caller adds do not change the responses to others",
    services: [
      (request, response) =>
        respondWith(
          200,
          withList(request.url, {
            url: request.url,
            of: request.headers.host,
            by: request.headers["x-no-metadata"] ?? "",
          }),
        )(request, response),
    ],
    config: () => ({ ...CACHE_ON, origins: ["https://app.example"] }),
    async steps(world) {
      const path = `/api/v3/nft/items?address=${RAW}`;
      const evilHeaders = {
        "x-forwarded-host": "evil.example",
        "x-forwarded-for": "1.2.3.4",
        "x-original-url": "/api/v3/evil",
        "x-rewrite-url": "/evil",
        "x-http-method-override": "POST",
        forwarded: "host=evil.example",
        origin: "https://app.example",
        range: "bytes=0-1",
        accept: "application/problem+json",
        cookie: "a=b",
        "cache-control": "no-cache, no-store",
        pragma: "no-cache",
        "x-timeout": "1",
        "content-type": "text/html",
        "user-agent": "evil",
      };
      const firstReply = await world.request(`${path}&api_key=evil&x_timeout=7`, { headers: evilHeaders });
      assert.deepEqual([firstReply.status, firstReply.json.url.includes("evil")], [200, false]);
      const secondReply = await world.request(path);
      assert.equal(secondReply.text, firstReply.text);
      assert.match(secondReply.headers["cache-status"], /hit/);
      assert.deepEqual(
        [secondReply.headers["access-control-allow-origin"], secondReply.headers.vary],
        [undefined, `Origin, ${VARY}`],
      );
      assert.equal(
        (await world.request(path, { headers: evilHeaders })).headers["cache-status"],
        "ton-edge; hit; ttl=9",
        "without an API key a caller cannot bypass the cache",
      );
      // An input that changes the response has its own entry.
      const plainReply = await world.request(path, { headers: { "x-no-metadata": "true" } });
      assert.deepEqual(
        [plainReply.json.by, plainReply.headers["cache-status"]],
        ["true", "ton-edge; fwd=miss; stored"],
      );
      for (const oddPath of [
        `${path}&address=${RAW}`,
        `${path.replace(RAW, RAW.replace(":", "%3a"))}`,
        `${path}&`,
        `${path}&limit=`,
      ]) {
        const reply = await world.request(oddPath);
        assert.ok(reply.status === 422 || reply.json.url.includes(RAW), `${oddPath}: ${reply.text}`);
      }
      for (const oddPath of [`${path}#x`, path.replace("nft", "NFT"), path.replace("items", "items/")]) {
        const reply = await world.request(oddPath);
        assert.ok(
          [404, 400].includes(reply.status) || reply.text === firstReply.text,
          `${oddPath}: ${reply.status} ${reply.text}`,
        );
      }
    },
  },
];
