// One caller's request must not change the responses to other callers: not by the cache, not by a coalesced request, not by a breaker.

import assert from "node:assert/strict";

import { respondWith, waitUntil } from "../upstream/service-of.mjs";
import { JSON_BODY, READ_PATH, READING, RPC, VARY } from "../gateway/scenarios/requests.mjs";

const RAW = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const FORWARD = { unknownParameters: "forward", cache: {} };

/** Responds with the request that the upstream received, in the shape of its generation. */
const echo = (request, response) => {
  const value = { url: request.url, by: request.headers["x-no-metadata"] ?? "" };
  respondWith(200, request.url.startsWith("/api/v2") ? { ok: true, result: value } : { rows: [value], nft_items: [] })(
    request,
    response,
  );
};
/** @param {{ json?: any }} reply */
const getResultOfJson = ({ json }) => json.result ?? json.rows[0];
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export default [
  {
    name: "an unknown member of a body is part of the cache key",
    services: [echo],
    config: () => FORWARD,
    async steps(world) {
      const run = { address: RAW, method: "seqno", stack: [] };
      for (const [path, body] of /** @type {any[][]} */ ([
        ["/api/v3/decode", { opcodes: ["0x1"] }],
        ["/api/v2/runGetMethod", run],
        ["/api/v3/runGetMethod", run],
      ])) {
        const evilReply = await world.post(path, { ...body, evil: "1" });
        assert.match(getResultOfJson(evilReply).url, /[?&]evil=1/, path);
        const cleanResponse = await world.post(path, body);
        assert.doesNotMatch(getResultOfJson(cleanResponse).url, /evil/, path);
        const repeatedReply = await world.post(path, { ...body, evil: "1" });
        assert.match(getResultOfJson(repeatedReply).url, /[?&]evil=1/, path);
      }
      const makeRpc = (params) =>
        world.post(RPC, { id: 1, method: "getAddressBalance", params: { address: RAW, ...params } });
      assert.match(getResultOfJson(await makeRpc({ evil: [1, 2] })).url, /evil=1&evil=2/);
      assert.doesNotMatch(getResultOfJson(await makeRpc({})).url, /evil/);
    },
  },
  {
    name: "control inputs and API keys in a body are treated as in a query",
    services: [echo],
    config: () => FORWARD,
    async steps(world) {
      const body = { opcodes: ["0x2"] };
      const debugResponse = await world.post("/api/v3/decode", { ...body, x_debug_request: "true" });
      assert.doesNotMatch(getResultOfJson(debugResponse).url, /debug/);
      const reply = await world.post("/api/v3/decode", { ...body, x_no_metadata: true });
      assert.match(getResultOfJson(reply).url, /x_no_metadata=true/);
      assert.doesNotMatch(getResultOfJson(await world.post("/api/v3/decode", body)).url, /metadata/);
      const requestsBefore = world.service.seen.length;
      for (const name of [
        "api_key[]",
        "api.key",
        "API-KEY",
        "x_api_key",
        "apikey",
        "api_key[0]",
        "toncenter_api_key",
      ]) {
        const query = await world.request(`${READ_PATH}?${encodeURIComponent(name)}=secret`);
        const postedReply = await world.post("/api/v3/decode", { ...body, [name]: "secret" });
        assert.deepEqual([query.status, postedReply.status], [422, 422], name);
      }
      assert.equal(world.service.seen.length, requestsBefore, "the upstream gets no API key under another name");
    },
  },
  {
    name: "responses that shared caches may store have a Vary of every header that changes them",
    services: [echo],
    config: () => ({ cache: {} }),
    async steps(world) {
      for (const headers of [
        {},
        { "x-no-metadata": "true" },
        { "x-no-address-book": "true" },
        { "x-actions-version": "v1" },
      ]) {
        const reply = await world.request(`/api/v3/nft/items?address=${RAW}`, { headers });
        assert.match(reply.headers["cache-control"], /^public, max-age=/);
        for (const name of VARY.split(", "))
          assert.ok(reply.headers.vary.includes(name), `${reply.headers.vary} lacks ${name}`);
        assert.equal(getResultOfJson(reply).by, headers["x-no-metadata"] ?? "");
      }
    },
  },
  {
    name: "a caller's X-Timeout does not change the response to another caller",
    services: [
      (request, response) => {
        const isHurried = request.headers["x-timeout"] === "1";
        setTimeout(() => respondWith(isHurried ? 504 : 200, { rows: [1] })(request, response), isHurried ? 300 : 500);
      },
    ],
    config: () => ({ cache: {} }),
    async steps(world) {
      const timedRequest = world.request(READ_PATH, { headers: { "x-timeout": "1" } });
      await waitUntil(() => world.service.seen.length === 1, "the upstream gets the request");
      const otherReplies = await Promise.all([
        world.request(READ_PATH),
        world.request(READ_PATH, { headers: { "x-timeout": "3000" } }),
        world.request(`${READ_PATH}?x_timeout=3000`),
      ]);
      assert.deepEqual(
        otherReplies.map(({ status }) => status),
        [200, 200, 200],
      );
      assert.equal((await timedRequest).status, 504);
      assert.ok(
        world.service.seen.some(({ headers }) => headers["x-timeout"] === undefined),
        "a request without the header has none upstream",
      );
    },
  },
  {
    name: "requests with a short X-Timeout open no breaker",
    config: () => ({ breaker: { failures: 3, openMs: 60_000 }, retries: 2 }),
    async steps(world) {
      world.service.act = respondWith(504);
      for (let index = 0; index < 4; index += 1) await world.request(READ_PATH, { headers: { "x-timeout": "1" } });
      await world.request(`${READ_PATH}?x_timeout=1`);
      world.service.act = respondWith(200);
      assert.equal((await world.request(READ_PATH)).status, 200);
    },
  },
  {
    name: "a request with two retries counts as one failure for the breaker, not three",
    config: () => ({ breaker: { failures: 3, openMs: 60_000 }, retries: 2 }),
    async steps(world) {
      world.service.act = respondWith(503);
      await world.request(READ_PATH);
      await world.request(READ_PATH);
      assert.equal(world.service.seen.length, 6, "each request had three attempts");
      world.service.act = respondWith(200);
      assert.equal(
        (await world.request(READ_PATH)).status,
        200,
        "the breaker counts two failures; three would open it",
      );
      world.service.act = respondWith(503);
      for (let index = 0; index < 3; index += 1) await world.request(READ_PATH);
      assert.equal(
        (await world.request(READ_PATH)).headers["x-ton-edge-error"],
        "upstream_unavailable",
        "three failures open the breaker",
      );
    },
  },
  {
    name: "a truncated body and a status that HTTP does not define are not faults of the gateway",
    config: () => ({ breaker: { failures: 100 } }),
    async steps(world) {
      for (const head of ["content-length: 100", "transfer-encoding: chunked"]) {
        const socket = world.open(
          `POST ${RPC} HTTP/1.1\r\nhost: gw\r\ncontent-type: application/json\r\n${head}\r\n\r\n${head.startsWith("t") ? "5\r\n" : ""}{"id"`,
        );
        await wait(150);
        socket.destroy();
      }
      for (const status of [600, 799, 999]) {
        world.service.act = (request, response) =>
          request.socket.end(
            `HTTP/1.1 ${status} Odd\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}`,
          );
        const reply = await world.request(READ_PATH);
        assert.deepEqual([reply.status, reply.headers["x-ton-edge-error"]], [502, "bad_gateway"], `${status}`);
        const rpc = await world.request(RPC, { method: "POST", headers: JSON_BODY, body: JSON.stringify(READING) });
        assert.equal(rpc.status, 502);
      }
      await wait(200);
      assert.deepEqual(
        world
          .log()
          .filter(({ event, code, stack }) => event === "alert" && (code === "internal" || stack !== undefined)),
        [],
      );
    },
  },
];
