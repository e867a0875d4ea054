// Operating a gateway: ids, traces, timings, one log line per request.

import assert from "node:assert/strict";

import { JSON_BODY, READ_PATH, READING, RPC } from "./requests.mjs";

const TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

export default [
  {
    name: "every request has an id, a trace and timings, and its log line has the same",
    async steps(world) {
      const reply = await world.request(`${READ_PATH}?api_key=x`, {
        headers: { traceparent: TRACE, tracestate: "a=1", "x-request-id": "mine" },
      });
      const id = reply.headers["x-request-id"];
      const line = await world.logged((line) => line.id === id);
      const { time, ms, upstreamMs, client, span_id: span, ...rest } = line;
      assert.match(client, /^[0-9a-f]{16}$/);
      assert.deepEqual(rest, {
        level: "info",
        event: "request",
        id,
        trace_id: TRACE.slice(3, 35),
        method: "GET",
        network: "mainnet",
        generation: "v3",
        endpoint: "masterchainInfo",
        status: 200,
        upstream: 0,
        attempts: 1,
        ...("bytesOut" in rest && { bytesOut: reply.body.length }),
      });
      assert.ok(Date.parse(time) > 0 && ms >= upstreamMs);
      assert.match(reply.headers["server-timing"], /^upstream;dur=/);
      const { traceparent, tracestate } = world.service.seen[0].headers;
      assert.deepEqual(
        [traceparent.slice(0, 36), traceparent.slice(52), tracestate],
        [TRACE.slice(0, 36), "-01", "a=1"],
      );
      assert.notEqual(traceparent.slice(36, 52), TRACE.slice(36, 52));
      assert.equal(traceparent.slice(36, 52), span);
    },
  },
  {
    name: "a malformed trace context is replaced, and no part of it is passed on",
    async steps(world) {
      for (const traceparent of [
        "x",
        `ff-${"1".repeat(32)}-${"1".repeat(16)}-01`,
        `00-${"0".repeat(32)}-${"1".repeat(16)}-01`,
        `${TRACE}-more`,
        TRACE.toUpperCase(),
        `${TRACE}, ${TRACE}`,
      ]) {
        const reply = await world.request(READ_PATH, { headers: { traceparent, tracestate: "theirs=1" } });
        const { headers } = world.service.seen.at(-1);
        assert.equal(headers.traceparent.slice(3, 35), reply.headers["x-request-id"].replaceAll("-", ""), traceparent);
        assert.equal(headers.tracestate, undefined);
      }
    },
  },
  {
    name: "a batch and a refusal have one log line each, and log levels apply",
    config: () => ({ maxBatch: 3 }),
    async steps(world) {
      await world.post(RPC, [READING, READING, { method: "nope" }]);
      await world.request("/api/v3/blocks?limit=1001");
      await world.request("/api/v3/nothing");
      await world.request(READ_PATH, { method: "OPTIONS", headers: { "access-control-request-method": "GET" } });
      await world.logged(({ method }) => method === "OPTIONS");
      assert.deepEqual(
        world.log().map(({ status, code, endpoint, calls, attempts }) => [status, code, endpoint, calls, attempts]),
        [
          [200, undefined, "jsonRPC", 3, 2],
          [422, "invalid_parameter", "blocks", undefined, 0],
          [404, "not_found", undefined, undefined, 0],
          [204, undefined, undefined, undefined, 0],
        ],
      );
    },
  },
  {
    name: "there are no log lines if the log is off",
    config: () => ({ logLevel: "off" }),
    async steps(world) {
      world.service.act = (request, response) => response.destroy();
      assert.equal((await world.request(READ_PATH)).status, 502);
      assert.equal((await world.request(READ_PATH, { headers: JSON_BODY })).status, 502);
      assert.deepEqual(world.lines, []);
    },
  },
];
