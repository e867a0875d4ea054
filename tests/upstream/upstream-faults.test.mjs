// The replay upstream refuses API keys and rates like the hosted service, and makes the requested faults.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { startReplay } from "./replay.mjs";
import { call as rawCall, makeRpc } from "./upstream-call.mjs";

/** @type {Awaited<ReturnType<typeof startReplay>>} */
let replay;
before(async () => {
  replay = await startReplay();
});
after(() => replay.close());
beforeEach(() => replay.faults.clear());

const call = (path, options = {}) => rawCall(path, { base: replay.url, ...options });
const fetchJson = async (path, options) => {
  const { status, body } = await call(path, options);
  return { status, value: JSON.parse(body.toString()) };
};

test("the replay upstream accepts an API key in header or query; an unknown one gets 401, one of the other network 403", async () => {
  const path = "/api/v3/transactions?limit=1";
  assert.equal((await call(path, { headers: { "X-API-Key": "mainnet-key" } })).status, 200);
  assert.equal((await call(`${path}&api_key=mainnet-key`)).status, 200);
  assert.deepEqual(await fetchJson(`${path}&api_key=nope`), {
    status: 401,
    value: { error: "API key does not exist" },
  });
  assert.deepEqual(await fetchJson(path, { headers: { "x-api-key": "testnet-key" } }), {
    status: 403,
    value: { error: "Network not allowed" },
  });
  assert.deepEqual(await fetchJson("/api/v2/jsonRPC?api_key=nope", makeRpc("getMasterchainInfo", {})), {
    status: 401,
    value: { ok: false, error: "API key does not exist", code: 401 },
  });
  const preflight = await call(path, { method: "OPTIONS" });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers["access-control-allow-origin"], "*");
});

test("the replay upstream refuses keyless calls beyond the rate with 429; calls with an API key pass", async () => {
  for (const [tooFast, body] of /** @type {any[][]} */ ([
    ["result", { ok: false, result: "Ratelimit exceed", code: 429 }],
    ["error", { ok: false, code: 429, error: "Ratelimit exceeded" }],
  ])) {
    const slowReplay = await startReplay({ rps: 1, tooFast });
    const { url: base } = slowReplay;
    assert.equal((await call("/api/v2/getMasterchainInfo", { base })).status, 200);
    assert.deepEqual(await fetchJson("/api/v3/transactions", { base }), { status: 429, value: body });
    assert.equal(
      (await call("/api/v2/getMasterchainInfo", { base, headers: { "x-api-key": "mainnet-key" } })).status,
      200,
    );
    await slowReplay.close();
  }
});

test("the replay upstream makes the faults status, html, 429, redirect, gzip, delay, and a given body", async () => {
  const path = "/api/v3/transactions?limit=2";
  const plainBody = (await call(path)).body;
  const requestFault = (text) => call(path, { headers: { "X-Fault": text } });
  assert.deepEqual(JSON.parse(/** @type {any} */ ((await requestFault("status=503")).body)), {
    error: "fault asked for: status 503",
  });
  const page = await requestFault("html");
  assert.equal(page.status, 502);
  assert.match(page.body.toString(), /<center>openresty<\/center>/);
  const redirection = await requestFault("redirect=http://127.0.0.1:1/x");
  assert.deepEqual([redirection.status, redirection.headers.location], [302, "http://127.0.0.1:1/x"]);
  const compressedReply = await requestFault("gzip");
  assert.equal(compressedReply.headers["content-encoding"], "gzip");
  assert.ok(gunzipSync(compressedReply.body).equals(plainBody));
  const start = performance.now();
  assert.equal((await requestFault("delay=80")).status, 200);
  assert.ok(performance.now() - start >= 75);
  const firstRefusal = await requestFault("429=2,retry-after=3");
  assert.deepEqual(
    [firstRefusal.status, firstRefusal.headers["retry-after"], (await call(path)).status, (await call(path)).status],
    [429, "3", 429, 200],
  );
  replay.faults.add({ status: 200, body: "[1,2", contentType: "text/plain" }, { times: 2, path: "/transactions" });
  assert.equal((await call("/api/v3/blocks")).status, 200);
  assert.deepEqual([(await call(path)).body.toString(), (await call(path)).body.toString()], ["[1,2", "[1,2"]);
  assert.ok((await call(path)).body.equals(plainBody));
  assert.equal((await requestFault("nonsense")).status, 400);
  assert.throws(() => replay.faults.add("delay=soon"), /needs a number/);
});

test("the faults truncate and reset cut the connection; closing the upstream ends stalled and hung connections", async () => {
  const path = "/api/v3/transactions?limit=2";
  await assert.rejects(call(path, { headers: { "X-Fault": "truncate" } }), /aborted|ECONNRESET/);
  await assert.rejects(call(path, { headers: { "X-Fault": "reset" } }), /ECONNRESET|hang up/);
  const ownReplay = await startReplay();
  const waitingRequests = ["stall", "hang"].map((f) =>
    assert.rejects(call(path, { base: ownReplay.url, headers: { "X-Fault": f } }), /aborted|ECONNRESET|hang up/),
  );
  while (ownReplay.requests.length < 2) await new Promise((r) => setTimeout(r, 5));
  await new Promise((r) => setTimeout(r, 30));
  await ownReplay.close();
  await Promise.all(waitingRequests);
});
