// Traces and logs of gateways as servers, in front of the recorded upstream with faults: OpenTelemetry's own messages read the collector's
// data.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { countReceived, readOtlp, startCollector } from "../helpers/collector.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";
import { startFleet } from "../runtimes/fleet.mjs";
import { MAIN_RUNTIMES } from "../runtimes/runtimes.mjs";
import { startReplay } from "../upstream/replay.mjs";
import { waitUntil } from "../upstream/service-of.mjs";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const SECRET = "not-a-real-secret";
const READ_PATH = "/api/v2/getMasterchainInfo";
/** A read of a block, whose response stays fresh. */
const FINAL_PATH = "/api/v2/getShards";
const KEY = "mainnet-key";

for (const runtime of MAIN_RUNTIMES) {
  describe(`telemetry in ${runtime}`, { timeout: 120_000 }, () => {
    let replay;
    let collector;
    let fleet;
    before(async () => {
      [replay, collector] = await Promise.all([startReplay(), startCollector()]);
      const upstream = { baseUrl: replay.url, apiKey: KEY };
      const telemetry = {
        endpoint: `${collector.url}/`,
        headers: { authorization: `Bearer ${SECRET}` },
        serviceName: "gw",
        resource: { "deployment.environment.name": "test" },
        intervalMs: 200,
        logs: "info",
      };
      const baseConfig = { mainnet: [upstream, upstream], limits: UNLIMITED, telemetry };
      fleet = await startFleet(runtime, [
        baseConfig,
        { ...baseConfig, telemetry: { ...telemetry, sampleRatio: 0, logs: "off" } },
        {
          ...baseConfig,
          telemetry: { ...telemetry, sampleRatio: 0, sampleErrors: true, compression: "gzip", logs: "off" },
        },
      ]);
    });
    after(() => Promise.all([fleet?.close(), collector?.close(), replay?.close()]));

    const call = async (index, path, headers = {}, init = {}) => {
      const response = await fetch(fleet.urls[index] + path, { ...init, headers });
      await response.arrayBuffer();
      return response;
    };
    /** The collector's data of this request. */
    const readExport = async (id) => {
      const isThere = () => collector.received.some(({ path, body }) => path === "/v1/traces" && body.includes(id));
      await waitUntil(isThere, `the trace of ${id}`);
      const { spans } = await readOtlp(collector.received);
      const root = spans.find(({ attributes }) => attributes["ton.request_id"] === id);
      return { root, children: spans.filter(({ trace, parent }) => trace === root.trace && parent === root.id) };
    };

    test("a retried read has one span of the server, spans of its steps, and one span per attempt", async () => {
      replay.faults.add("status=503");
      replay.requests.length = 0;
      const headers = { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: "a=1,b=2", "x-api-key": SECRET };
      const response = await call(0, `${READ_PATH}?api_key=${SECRET}&secret=${SECRET}`, headers);
      assert.equal(response.status, 200);
      const id = response.headers.get("x-request-id");
      const { root, children } = await readExport(id);
      assert.deepEqual(
        [root.trace, root.parent, root.state, root.name, root.kind, root.isError, root.scope],
        [TRACE, PARENT, "a=1,b=2", `GET ${READ_PATH}`, "SERVER", false, "ton-edge/gateway"],
      );
      // The trace is sampled; its parent is known to be in another process.
      assert.equal(root.flags, 0x301);
      assert.equal(root.resource["service.name"], "gw");
      assert.equal(root.resource["deployment.environment.name"], "test");
      const { "ton.client": client, "http.response.body.size": size, ...attributes } = root.attributes;
      assert.deepEqual(attributes, {
        "http.request.method": "GET",
        "http.route": READ_PATH,
        "http.response.status_code": 200,
        "network.protocol.name": "http",
        "ton.attempts": 2,
        "ton.cache": "miss",
        "ton.generation": "v2",
        "ton.network": "mainnet",
        "ton.operation": "getMasterchainInfo",
        "ton.outcome": "success",
        "ton.request_id": id,
        "url.path": READ_PATH,
        "url.scheme": "http",
      });
      const attempts = children.filter(({ kind }) => kind === "CLIENT");
      assert.deepEqual(
        attempts.map(({ name, isError, attributes }) => [
          name,
          isError,
          attributes["http.response.status_code"],
          attributes["error.type"],
          attributes["http.request.resend_count"],
          attributes["ton.upstream"],
        ]),
        [
          [`GET ${READ_PATH}`, true, 503, "503", undefined, 0],
          [`GET ${READ_PATH}`, false, 200, undefined, 1, 1],
        ],
      );
      const { hostname, port, origin } = new URL(replay.url);
      for (const { attributes } of attempts)
        assert.deepEqual(
          [attributes["server.address"], attributes["server.port"], attributes["url.full"]],
          [hostname, Number(port), origin + READ_PATH],
        );
      assert.deepEqual(
        children.filter(({ kind }) => kind === "INTERNAL").map(({ name }) => name),
        ["cache"],
      );
      for (const span of children) assert.ok(span.start >= root.start - 1 && span.end <= root.end + 1, span.name);
      // The trace context in each upstream request names the span of its attempt.
      assert.deepEqual(
        replay.requests.map(({ headers }) => [headers.traceparent, headers.tracestate]),
        attempts.map((attempt) => [`00-${TRACE}-${attempt.id}-01`, "a=1,b=2"]),
      );
      // The log line has the same span.
      await waitUntil(() => fleet.logs[0].some((line) => line.includes(id)), "the log line of the request");
      const line = JSON.parse(fleet.logs[0].find((item) => item.includes(id) && item.includes('"request"')));
      assert.deepEqual([line.trace_id, line.span_id], [root.trace, root.id]);
    });

    test("spans of a hit, a refusal, an unknown path and a batch", async () => {
      const ids = [];
      await call(0, `${FINAL_PATH}?seqno=24318000`);
      for (const path of [
        `${FINAL_PATH}?seqno=24318000`,
        "/api/v3/blocks?limit=1001",
        `/${SECRET}?x=${SECRET}`,
        "/healthz",
      ])
        ids.push((await call(0, path)).headers.get("x-request-id"));
      const read = (id) => ({ id, jsonrpc: "2.0", method: "getMasterchainInfo", params: {} });
      const body = JSON.stringify([read(1), read(2), { id: 3, method: "nope" }]);
      const batch = await call(0, "/api/v2/jsonRPC", { "content-type": "application/json" }, { method: "POST", body });
      const traces = [];
      for (const id of [...ids, batch.headers.get("x-request-id")]) traces.push(await readExport(id));
      assert.deepEqual(
        traces.map(({ root: { name, parent, isError, attributes } }) => [
          name,
          parent,
          isError,
          attributes["url.path"],
          attributes["http.response.status_code"],
          attributes["ton.outcome"],
          attributes["ton.cache"],
          attributes["ton.code"],
        ]),
        [
          [`GET ${FINAL_PATH}`, "", false, FINAL_PATH, 200, "success", "hit", undefined],
          ["GET /api/v3/blocks", "", false, "/api/v3/blocks", 422, "invalid", undefined, "invalid_parameter"],
          ["GET", "", false, undefined, 404, "invalid", undefined, undefined],
          ["GET /healthz", "", false, "/healthz", 200, "success", undefined, undefined],
          ["POST /api/v2/jsonRPC", "", false, "/api/v2/jsonRPC", 200, "success", undefined, undefined],
        ],
      );
      // A trace that begins here has the id of its request.
      for (const { root } of traces) assert.equal(root.trace, root.attributes["ton.request_id"].replaceAll("-", ""));
      assert.equal(traces[0].children[0].name, "cache");
      assert.equal(traces.at(-1).root.attributes["ton.calls"], 3);
      assert.equal(traces.at(-1).children.filter(({ name }) => name === "cache").length, 2);
    });

    test("log records have severities, and the trace of their request", async () => {
      replay.faults.add("status=503", { times: 5 });
      const response = await call(0, "/api/v3/blocks?limit=2&offset=1");
      assert.equal(response.status, 503);
      const id = response.headers.get("x-request-id");
      await waitUntil(
        () => collector.received.some(({ path, body }) => path === "/v1/logs" && body.includes(id)),
        "its records",
      );
      replay.faults.clear();
      const { records } = await readOtlp(collector.received);
      const ownRecords = records.filter(({ attributes }) => attributes.id === id);
      const line = ownRecords.find(({ event }) => event === "request");
      assert.deepEqual(
        [line.severity, line.number, line.body, line.trace, line.attributes.status],
        ["INFO", 9, "GET v3 blocks 503", id.replaceAll("-", ""), 503],
      );
      assert.match(line.span, /^[0-9a-f]{16}$/);
      const alert = ownRecords.find(({ event }) => event === "alert");
      assert.equal(alert?.trace ?? line.trace, line.trace);
      assert.ok(records.every(({ resource }) => resource["service.name"] === "gw"));
    });

    test("the caller's sampling decision counts, and an error may be exported in spite of it", async () => {
      collector.received.length = 0;
      const sampledHeaders = { traceparent: `00-${"1".repeat(32)}-${PARENT}-01` };
      const unsampledHeaders = { traceparent: `00-${"2".repeat(32)}-${PARENT}-00` };
      replay.requests.length = 0;
      await call(1, "/api/v3/blocks?limit=3", unsampledHeaders);
      await call(1, "/api/v3/blocks?limit=4");
      replay.faults.add("status=500", { times: 4 });
      assert.equal((await call(1, "/api/v3/blocks?limit=5")).status, 500);
      replay.faults.clear();
      assert.ok(replay.requests.every(({ headers }) => headers.traceparent.endsWith("-00")));
      await call(2, "/api/v3/blocks?limit=6");
      replay.faults.add("status=500", { times: 4 });
      const failedResponse = await call(2, "/api/v3/blocks?limit=7", unsampledHeaders);
      replay.faults.clear();
      const lastResponse = await call(1, "/api/v3/blocks?limit=8", sampledHeaders);
      await readExport(lastResponse.headers.get("x-request-id"));
      const { root, children } = await readExport(failedResponse.headers.get("x-request-id"));
      assert.deepEqual([root.isError, root.attributes["error.type"], root.trace], [true, "500", "2".repeat(32)]);
      assert.equal(children.filter(({ kind }) => kind === "CLIENT").length, 4);
      const { spans } = await readOtlp(collector.received);
      assert.deepEqual([...new Set(spans.map(({ trace }) => trace))].sort(), ["1".repeat(32), "2".repeat(32)]);
      assert.ok(collector.received.some(({ headers }) => headers["content-encoding"] === "gzip"));
    });

    test("exported telemetry contains no secret; only its headers have the collector's own", async () => {
      const bodies = collector.received.map(({ body }) => body).join("");
      assert.ok(countReceived(collector.received, "/v1/traces") > 0);
      for (const text of [bodies, fleet.logs.flat().join(""), fleet.complaints.join("")])
        for (const secret of [SECRET, KEY, btoa(SECRET)]) assert.ok(!text.includes(secret));
      for (const { headers } of collector.received) assert.equal(headers.authorization, `Bearer ${SECRET}`);
      assert.ok(collector.most <= 6, "one export in flight for each signal of each gateway");
    });
  });
}
