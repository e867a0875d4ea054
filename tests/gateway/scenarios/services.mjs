// Upstreams that misbehave: the caller's response, and the number of attempts that each upstream gets.

import assert from "node:assert/strict";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";

import { respondWith, waitUntil } from "../../upstream/service-of.mjs";
import { BOC, JSON_BODY, READ_PATH, READING, RPC, V2 } from "./requests.mjs";
import { UPSTREAM_KEYS, SPARE_KEYS } from "./secrets.mjs";

const disconnect = (request, response) => response.destroy();
/** An upstream of v2 whose newest block is `seqno`. */
const respondAsChain = (seqno) => (request, response) =>
  respondWith(200, {
    ok: true,
    result: /MasterchainInfo/.test(request.url) ? { last: { workchain: -1, seqno } } : String(seqno),
  })(request, response);
const listCounts = ({ services }) => services.map(({ seen }) => seen.splice(0).length);

export default [
  {
    name: "a read goes to the next upstream after any failure of the first",
    services: [disconnect, respondWith(200)],
    config: (mainnet) => ({ mainnet, breaker: { failures: 1000 } }),
    async steps(world) {
      for (const handler of [
        disconnect,
        ...[408, 425, 429, 500, 502, 503, 504, 542, 401, 403].map((status) => respondWith(status)),
        respondWith(307, {}, { location: "http://169.254.169.254/latest/" }),
      ]) {
        world.services[0].act = handler;
        const reply = await world.request(READ_PATH);
        assert.deepEqual([reply.status, reply.json], [200, { answer: 200 }]);
        assert.deepEqual(listCounts(world), [1, 1]);
      }
    },
  },
  {
    name: "an upstream whose newest block is too old gets a read only if no other one responds, and its response says so",
    services: [respondAsChain(1001), respondAsChain(951), respondAsChain(1000)],
    config: (mainnet) => ({ mainnet, breaker: { failures: 1000 }, cache: {} }),
    async steps(world) {
      const makeBalancePath = (digit) => `/api/v2/getAddressBalance?address=0:${String(digit).repeat(64)}`;
      assert.equal((await world.request("/api/v2/getMasterchainInfo")).status, 200);
      world.services[0].act = respondWith(500);
      const next = await world.request(makeBalancePath(1));
      assert.deepEqual([next.status, next.json.result, next.headers["x-ton-edge-behind"]], [200, "1000", undefined]);
      assert.equal(next.headers["x-ton-edge-seqno"], "1000");
      world.services[2].act = disconnect;
      const lastReply = await world.request(makeBalancePath(2));
      assert.deepEqual(
        [lastReply.status, lastReply.json.result, lastReply.headers["x-ton-edge-behind"]],
        [200, "951", "50"],
      );
      assert.match(lastReply.headers["access-control-expose-headers"], /X-Ton-Edge-Behind/);
    },
  },
  {
    name: "a send is never retried, whatever its outcome",
    services: [disconnect, respondWith(200)],
    config: (mainnet) => ({ mainnet, timeoutMs: 1000, retries: 3, breaker: { failures: 1000 } }),
    async steps(world) {
      for (const [handler, status] of [
        [disconnect, 502],
        [respondWith(500), 500],
        [respondWith(503), 503],
        [respondWith(429), 429],
        [respondWith(401), 502],
        [respondWith(308), 502],
        [() => {}, 504],
      ]) {
        world.services[0].act = handler;
        assert.equal((await world.post("/api/v3/message", { boc: BOC })).status, status);
        assert.equal((await world.post(RPC, { id: 1, method: "sendBoc", params: { boc: BOC } })).status, status);
        assert.deepEqual(listCounts(world), [2, 0]);
      }
    },
  },
  {
    name: "a single upstream is retried a limited number of times",
    config: ([mainnet]) => ({ mainnet, retries: 2 }),
    async steps(world) {
      let remainingCount = 2;
      world.service.act = (request, response) =>
        (remainingCount-- > 0 ? respondWith(500) : respondWith(200))(request, response);
      assert.equal((await world.request(READ_PATH)).status, 200);
      assert.deepEqual(listCounts(world), [3]);
      world.service.act = respondWith(500, { error: "last words" });
      const reply = await world.request(READ_PATH);
      assert.deepEqual([reply.status, reply.json.error], [500, "last words"]);
      assert.deepEqual(listCounts(world), [3]);
      world.service.act = respondWith(429, {}, { "retry-after": "3600" });
      const lateReply = await world.request(V2);
      assert.deepEqual([lateReply.status, lateReply.headers["retry-after"]], [429, "3600"]);
      assert.deepEqual(listCounts(world), [1]);
    },
  },
  {
    name: "with hedging, a slow read also goes to another upstream, and the first good response counts",
    services: [() => {}, respondWith(200, { answer: "second" })],
    config: (mainnet) => ({ mainnet, hedgeAfterMs: 100, timeoutMs: 60_000, retries: 0, breaker: { failures: 1000 } }),
    async steps(world) {
      const [slowService, quickService] = world.services;
      const startedAt = Date.now();
      assert.deepEqual((await world.request(READ_PATH)).json, { answer: "second" });
      assert.ok(Date.now() - startedAt < 20_000, "the caller does not wait for the slow one");
      await waitUntil(() => slowService.seen[0]?.closed, "it is aborted");
      assert.deepEqual(listCounts(world), [1, 1]);
      // If one of the two attempts fails first, the caller gets the other one's response.
      quickService.act = respondWith(503);
      slowService.act = (request, response) =>
        setTimeout(respondWith(200, { answer: "first" }), 400, request, response);
      assert.deepEqual((await world.request(READ_PATH)).json, { answer: "first" });
      slowService.act = (request, response) => setTimeout(disconnect, 400, request, response);
      assert.equal((await world.request(READ_PATH)).status, 503, "both fail");
      slowService.act = respondWith(200, { answer: "at once" });
      listCounts(world);
      assert.deepEqual((await world.request(READ_PATH)).json, { answer: "at once" });
      assert.deepEqual(listCounts(world), [1, 0]);
      // A send has one attempt, however long it takes.
      slowService.act = (request, response) => setTimeout(respondWith(200), 400, request, response);
      assert.equal((await world.post("/api/v3/message", { boc: BOC })).status, 200);
      assert.deepEqual(listCounts(world), [1, 0]);
    },
  },
  {
    name: "the breaker sends nothing to a dead upstream except one probe, and closes again",
    config: () => ({ breaker: { failures: 3, openMs: 1500, probeWaitMs: 1000 } }),
    async steps(world) {
      world.service.act = disconnect;
      for (let index = 0; index < 3; index += 1) assert.equal((await world.request(READ_PATH)).status, 502);
      const reply = await world.request(V2);
      assert.deepEqual([reply.status, reply.headers["x-ton-edge-error"]], [503, "upstream_unavailable"]);
      assert.ok(["1", "2"].includes(reply.headers["retry-after"]));
      assert.deepEqual(listCounts(world), [3]);
      world.service.act = (request, response) => setTimeout(() => respondWith(200)(request, response), 150);
      await new Promise((resolve) => setTimeout(resolve, 1600));
      const countBefore = listCounts(world)[0];
      const open = await Promise.all([1, 2, 3, 4].map(() => world.request(READ_PATH)));
      assert.deepEqual(
        open.map(({ status }) => status),
        [200, 200, 200, 200],
        "other requests wait for the probe",
      );
      assert.equal(listCounts(world)[0], countBefore + 4);
    },
  },
  {
    name: "after a refused upstream key the next one is used; without another one, the error says that the fault is the gateway's",
    config: ([{ baseUrl }]) => ({ mainnet: { baseUrl, apiKey: [UPSTREAM_KEYS[0], ...SPARE_KEYS] } }),
    async steps(world) {
      world.spare = SPARE_KEYS;
      world.service.act = (request, response) =>
        respondWith(request.headers["x-api-key"] === SPARE_KEYS[1] ? 200 : 401)(request, response);
      assert.equal((await world.request(READ_PATH)).status, 200);
      assert.equal((await world.post("/api/v3/message", { boc: BOC })).status, 200);
      assert.deepEqual(
        world.service.seen.map(({ headers }) => headers["x-api-key"]),
        [UPSTREAM_KEYS[0], ...SPARE_KEYS, SPARE_KEYS[1]],
      );
      // The text of this upstream's refusal contains the refused key.
      world.service.act = (request, response) =>
        respondWith(
          403,
          { error: request.headers["x-api-key"] },
          { "x-key": request.headers["x-api-key"] },
        )(request, response);
      for (const reply of [await world.request(READ_PATH), await world.post(RPC, READING)]) {
        assert.deepEqual(
          [reply.status, reply.headers["x-ton-edge-error"] ?? "upstream_key_refused"],
          [502, "upstream_key_refused"],
        );
      }
      assert.equal((await world.logged(({ event }) => event === "alert")).level, "error");
    },
  },
  {
    name: "a redirect is never followed, wherever it leads",
    async steps(world) {
      for (const location of [
        "http://169.254.169.254/latest/meta-data/",
        `${world.url}/api/v2/detectAddress?address=x`,
        "//evil.example/",
        "/api/v3/blocks",
        "file:///etc/passwd",
        "gopher://x",
        "",
      ]) {
        for (const status of [300, 301, 302, 303, 305, 307, 308]) {
          world.service.act = respondWith(status, { error: "see there" }, { location, refresh: `0;url=${location}` });
          const reply = await world.request(READ_PATH);
          assert.deepEqual(
            [reply.status, reply.headers["x-ton-edge-error"]],
            [502, "redirected"],
            `${status} ${location}`,
          );
        }
      }
      assert.equal(world.service.seen.length, 49);
    },
  },
  {
    name: "compressed responses arrive complete, streamed or spliced into JSON-RPC",
    async steps(world) {
      const text = JSON.stringify({ ok: true, result: "é".repeat(50_000) });
      for (const [encoding, pack] of /** @type {any[][]} */ ([
        ["gzip", gzipSync],
        ["br", brotliCompressSync],
        ["gzip", (body) => gzipSync(body, { level: 0 })],
      ])) {
        const encodings = pack(text);
        world.service.act = (request, response) =>
          response
            .writeHead(200, { ...JSON_BODY, "content-encoding": encoding, "content-length": encodings.length })
            .end(encodings);
        for (const accept of [undefined, "identity", "gzip", "gzip, br"]) {
          const reply = await world.request(V2, { headers: accept ? { "accept-encoding": accept } : {} });
          assert.equal(decodeReply(reply), text, `${encoding} for ${accept}`);
          const rpc = await world.post(RPC, READING, accept ? { "accept-encoding": accept } : {});
          assert.equal(JSON.parse(decodeReply(rpc)).result.length, 50_000);
        }
        assert.equal((await world.request(V2, { method: "HEAD" })).body.length, 0);
      }
    },
  },
  {
    name: "a body that is cut off or malformed upstream is never complete for the caller",
    async steps(world) {
      world.service.act = (request, response) => {
        response.writeHead(200, { ...JSON_BODY, "content-length": "100000" }).write("x".repeat(100));
        setTimeout(() => response.destroy(), 30);
      };
      await assert.rejects(world.request(READ_PATH), "cut off");
      world.service.act = (request, response) =>
        response.writeHead(200, { ...JSON_BODY, "content-encoding": "gzip" }).end("a body that is not gzip");
      const reply = await world.request(READ_PATH).catch(() => undefined);
      assert.ok(
        reply === undefined || reply.status >= 500 || reply.headers["content-encoding"] === "gzip" || reply.text === "",
      );
      for (const handler of [
        (request, response) => response.writeHead(204).end(),
        respondWith(418, {}, { "content-type": "text/html" }),
      ]) {
        world.service.act = handler;
        assert.ok([204, 418, 502].includes((await world.request(READ_PATH)).status));
      }
      // No request of the gateway has a condition, and no caller sent one.
      world.service.act = (request, response) => response.writeHead(304).end();
      assert.equal((await world.request(READ_PATH)).status, 502);
    },
  },
  {
    name: "if an upstream stops in the middle of a response, both connections are cut off in time",
    config: () => ({ timeoutMs: 1500 }),
    async steps(world) {
      world.service.act = (request, response) => response.writeHead(200, JSON_BODY).write('{"a":"');
      // workerd itself ends a body that is cut off as if it were complete; as JSON it is incomplete.
      if (world.runtime === "workerd") assert.equal((await world.request(READ_PATH)).text, '{"a":"');
      else await assert.rejects(world.request(READ_PATH), "cut off");
      await waitUntil(() => world.service.seen[0].closed, "the upstream request ends");
    },
  },
  {
    name: "a JSON-RPC reply that stops in the middle is 504 in time",
    config: () => ({ timeoutMs: 1500 }),
    async steps(world) {
      world.service.act = (request, response) => response.writeHead(200, JSON_BODY).write('{"ok":true,');
      const reply = await world.post(RPC, READING);
      assert.deepEqual([reply.status, reply.json.id], [504, 1]);
      await waitUntil(() => world.service.seen[0].closed, "the upstream request ends");
    },
  },
  {
    name: "no response in time is 504, and the upstream request is aborted",
    config: () => ({ timeoutMs: 300 }),
    async steps(world) {
      world.service.act = () => {};
      for (const reply of [await world.request(READ_PATH), await world.request(V2), await world.post(RPC, READING)]) {
        assert.equal(reply.status, 504);
        assert.equal(typeof reply.json.error, "string");
      }
      await waitUntil(() => world.service.seen.every(({ closed }) => closed), "the upstream requests end");
    },
  },
];

/** The body, decoded as a browser would. */
function decodeReply({ headers, body }) {
  const encoding = headers["content-encoding"];
  if (encoding === "gzip") return gunzipSync(body).toString();
  if (encoding === "br") return brotliDecompressSync(body).toString();
  assert.equal(encoding, undefined);
  return body.toString();
}
