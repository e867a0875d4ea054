// The gateway changes nothing: the test requests every recording and every row of the table from the upstream directly and through a
// gateway, in every call style and encoding, in every runtime.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Agent } from "node:http";
import { after, before, describe, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { endpoints } from "ton-edge/endpoints";

import { startFleet } from "../runtimes/fleet.mjs";
import { MAIN_RUNTIMES } from "../runtimes/runtimes.mjs";
import { sample } from "../suites/samples.mjs";
import { startReplay } from "../upstream/replay.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";
import { call, query } from "../upstream/upstream-call.mjs";

const root = new URL("../fixtures/recorded/", import.meta.url);
const { recordings } = JSON.parse(await readFile(new URL("index.json", root), "utf8"));
const bodies = new Map(
  await Promise.all(recordings.map(async ({ file }) => [file, await readFile(new URL(file, root))])),
);
const json = { "content-type": "application/json" };
/** Connections are reused, because one per request would cost more than the thousands of requests. */
const agent = new Agent({ keepAlive: true });
after(() => agent.destroy());
/** The upstream's own replies, by encoding and request: it replays recordings, so one reply serves all comparisons. */
const replies = new Map();

/** Operations to which the gateway responds itself: other suites compare them with vectors and recordings. */
const LOCAL_OPERATIONS = /(detect|pack|unpack)(Address|Hash)$/;

/** The requests of a row in each style that it has: GET, POST, JSON-RPC. */
function getRequestsInEachStyle(row, params) {
  const path = `/api/${row.generation}${row.path}`;
  const post = (path, value) => ({
    path: path,
    method: "POST",
    headers: json,
    body: JSON.stringify(value, (_, member) => (typeof member === "bigint" ? String(member) : member)),
  });
  const operations = {};
  if (row.verb === "GET") operations.GET = { path: `${path}?${query(params)}`, method: "GET", headers: {} };
  if (row.verb === "POST" || (row.generation === "v2" && row.rpc)) operations.POST = post(path, params);
  if (row.generation === "v2" && row.rpc)
    operations["JSON-RPC"] = post("/api/v2/jsonRPC", { jsonrpc: "2.0", id: 1, method: row.name, params });
  return operations;
}

/** The body before compression. */
function decodeReply({ headers, body }) {
  const encoding = headers["content-encoding"];
  return encoding === "gzip" ? gunzipSync(body) : encoding === "br" ? brotliDecompressSync(body) : body;
}

const withoutExtra = (bytes) => bytes.toString().replace(/,\s*"@extra"\s*:\s*"[^"]*"/, "");

/** The raw text of the property `result`: the bytes between it and the properties that only JSON-RPC has. */
function getResult(bytes) {
  const text = bytes.toString();
  const start = /"result"\s*:\s*/.exec(text);
  if (!start) return undefined;
  const from = start.index + start[0].length;
  // The end of one JSON value: brackets outside strings.
  let depth = 0;
  for (const { 0: token, index } of text.slice(from).matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},]/g)) {
    if (depth === 0 && (token === "," || token === "}")) return text.slice(from, from + index).trimEnd();
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
  }
  return text.slice(from);
}

for (const runtime of MAIN_RUNTIMES) {
  describe(`the gateway changes no response in ${runtime}`, () => {
    let service;
    let fleet;
    before(async () => {
      service = await startReplay({});
      fleet = await startFleet(
        runtime,
        [{ adapter: "none" }, { maxEntryBytes: 16_777_216 }].map((cache) => ({
          mainnet: service.url,
          retries: 0,
          limits: UNLIMITED,
          logLevel: "off",
          breaker: { failures: 1000 },
          cache,
        })),
      );
    });
    after(async () => {
      await fleet?.close();
      await service?.close();
    });
    const sendToGateway = ({ path, ...init }) => call(path, { base: fleet.urls[0], agent, ...init });
    const fetchCached = ({ path, ...init }) => call(path, { base: fleet.urls[1], agent, ...init });
    const fetchDirect = (encoding, { path, ...init }) => {
      const key = JSON.stringify([encoding, init.method, path, init.body]);
      if (!replies.has(key)) replies.set(key, call(path, { base: service.url, agent, ...init }));
      return replies.get(key);
    };
    const compressAll = (encoding) => {
      service.faults.clear();
      if (encoding) service.faults.add(encoding, { times: 2 });
    };

    for (const encoding of [undefined, "gzip", "br"]) {
      test(`every operation has the upstream's response in every call style${encoding ? `, with ${encoding}` : ""}`, async () => {
        let count = 0;
        for (const row of endpoints().filter(({ path }) => path !== "/jsonRPC")) {
          for (const [style, request] of Object.entries(getRequestsInEachStyle(row, sample(row)))) {
            if (LOCAL_OPERATIONS.test(row.path)) continue;
            compressAll(encoding);
            const sentRequest = { ...request, headers: { ...request.headers, "accept-encoding": "gzip, br" } };
            const [directReply, otherReply] = [
              await fetchDirect(encoding, sentRequest),
              await sendToGateway(sentRequest),
            ];
            const label = `${style} ${row.generation}${row.path}`;
            assert.equal(otherReply.status, directReply.status, `${label}: ${decodeReply(otherReply)}`);
            assert.equal(otherReply.headers["content-type"], directReply.headers["content-type"], label);
            if (encoding && directReply.status !== 204) assert.equal(directReply.headers["content-encoding"], encoding);
            const [ownBody, theirBody] = [decodeReply(otherReply), decodeReply(directReply)];
            if (style === "JSON-RPC") assert.equal(getResult(ownBody), getResult(theirBody), label);
            else assert.equal(withoutExtra(ownBody), withoutExtra(theirBody), label);
            count += 1;
          }
        }
        assert.ok(count >= 120, `${count} pairs`);
      });

      test(`every operation has the same response from the cache${encoding ? `, with ${encoding}` : ""}`, async () => {
        let hitCount = 0;
        for (const row of endpoints().filter(({ path }) => path !== "/jsonRPC")) {
          const styleEntries = Object.entries(getRequestsInEachStyle(row, sample(row)));
          if (LOCAL_OPERATIONS.test(row.path)) continue;
          for (const [first, opening] of styleEntries) {
            // Each variant has its own cache key, so that no earlier entry is served.
            for (const [style, request] of /** @type {any[][]} */ ([[first, opening], ...styleEntries])) {
              compressAll(encoding);
              const sentRequest = {
                ...request,
                headers: {
                  ...request.headers,
                  "accept-encoding": "gzip, br",
                  "x-actions-version": `${encoding}-${first}`,
                },
              };
              const otherReply = await fetchCached(sentRequest);
              const directReply = await fetchDirect(encoding, sentRequest);
              const label = `${style} after ${first} ${row.generation}${row.path} ${otherReply.headers["cache-status"]}`;
              assert.equal(otherReply.status, directReply.status, label);
              assert.equal(otherReply.headers["content-type"], directReply.headers["content-type"], label);
              const [ownBody, theirBody] = [decodeReply(otherReply), decodeReply(directReply)];
              if (style === "JSON-RPC") assert.equal(getResult(ownBody), getResult(theirBody), label);
              else assert.equal(withoutExtra(ownBody), withoutExtra(theirBody), label);
              hitCount += /** @type {any} */ (/hit/.test(otherReply.headers["cache-status"]));
            }
          }
        }
        assert.ok(hitCount >= 150, `${hitCount} hits`);
      });

      test(`every recording passes byte for byte${encoding ? `, with ${encoding}` : ""}`, async () => {
        const rows = endpoints();
        for (const { file, generation, endpoint, status = 200 } of recordings) {
          // Recorded from operations that are not in the specification, or that the gateway answers itself: any row of the generation
          // serves.
          const ownRow = rows.find(
            (row) => row.generation === generation && row.path === endpoint && !LOCAL_OPERATIONS.test(row.path),
          );
          const row =
            ownRow ??
            rows.find(
              (row) =>
                row.generation === generation &&
                row.path === (generation === "v2" ? "/getMasterchainInfo" : "/masterchainInfo"),
            );
          const text = bodies.get(file);
          for (const [style, request] of Object.entries(getRequestsInEachStyle(row, sample(row)))) {
            service.faults.clear();
            service.faults.add({
              status,
              body: text,
              contentType: "application/json",
              ...(encoding && { [encoding]: true }),
            });
            const reply = await sendToGateway({
              ...request,
              headers: { ...request.headers, "accept-encoding": "gzip, br" },
            });
            // Only an object can have an id; one of v3's recordings is a list.
            if (style === "JSON-RPC" && !text.toString().trim().startsWith("{")) continue;
            assert.equal(reply.status, status, `${style} ${file}: ${decodeReply(reply).subarray(0, 200)}`);
            if (style === "JSON-RPC") assert.equal(getResult(decodeReply(reply)), getResult(text), file);
            else assert.deepEqual(decodeReply(reply), text, `${style} ${file}`);
          }
        }
        assert.ok(recordings.length >= 90);
      });
    }
  });
}
