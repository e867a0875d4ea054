// The cache of verdicts: an equal request gets an equal verdict, and nothing else of an earlier request.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createGateway } from "ton-edge/gateway";

import { createVerdictCache } from "../../pkg/lib/gateway/verdict-cache.js";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const READ = "https://gw.example/api/v3/masterchainInfo";
const LOCAL = "https://gw.example/api/v2/detectAddress?address=EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const forward = { do: "forward", url: "x" };

/** A gateway, and what it has sent upstream. */
function gateway(more) {
  const sent = [];
  const { fetch } = createGateway({
    limits: UNLIMITED,
    cache: { adapter: "none" },
    logLevel: "off",
    async fetch(url, init) {
      sent.push({ url, ...init });
      return new Response('{"last":{}}', { headers: { "content-type": "application/json" } });
    },
    ...more,
  });
  return { sent, send: (url, init) => fetch(new Request(url, init), {}) };
}

test("two equal requests have one verdict, but each its own id, trace and time", async () => {
  const { sent, send } = gateway();
  const ids = [];
  for (let at = 0; at < 3; at += 1) ids.push((await send(READ)).headers.get("x-request-id"));
  assert.deepEqual(
    sent.map(({ headers }) => headers.traceparent),
    ids.map((id) => `00-${id.replaceAll("-", "")}-${id.replaceAll("-", "").slice(16)}-00`),
  );
  assert.equal(new Set(ids).size, 3);
  const given = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  for (let at = 0; at < 2; at += 1) await send(READ, { headers: { traceparent: given } });
  const spans = sent.slice(3).map(({ headers }) => headers.traceparent);
  for (const span of spans) assert.match(span, /^00-a{32}-[0-9a-f]{16}-01$/);
  assert.notEqual(spans[0], spans[1]);

  const timeOf = async () => Number(/"@extra":"(\d+\.\d{3}):_:0"/.exec(await (await send(LOCAL)).text())[1]);
  const first = await timeOf();
  await new Promise((done) => setTimeout(done, 20));
  const second = await timeOf();
  assert.ok(second > first && Math.abs(second - Date.now() / 1000) < 60, `${first} ${second}`);
});

test("requests that differ in any part get their own verdicts", async () => {
  const { sent, send } = gateway({ origins: ["https://app.example"] });
  const allowed = async (origin) =>
    (await send(READ, { headers: { origin } })).headers.get("access-control-allow-origin");
  for (let at = 0; at < 2; at += 1) {
    assert.equal(await allowed("https://app.example"), "https://app.example");
    assert.equal(await allowed("https://evil.example"), null);
    assert.equal((await send(READ, { method: "HEAD" })).body, null);
    assert.equal((await send(`${READ}?x_no_metadata=1`)).status, 200);
    assert.equal((await send(READ, { method: "DELETE" })).status, 405);
  }
  assert.equal(sent.length, 8);
});

test("headers that are too large are refused however often smaller ones came before", async () => {
  const { send } = gateway();
  const of = (bytes) => send(READ, { headers: { "user-agent": "x".repeat(bytes) } });
  for (const [bytes, status] of [
    [10, 200],
    [20, 200],
    [10, 200],
    [17_000, 431],
    [30, 200],
    [17_000, 431],
  ]) {
    assert.equal((await of(bytes)).status, status, String(bytes));
  }
});

test("the number of cached verdicts is bounded, and recently used ones stay", () => {
  const known = createVerdictCache();
  for (let at = 0; at < 1_000_000; at += 1) {
    known.set(`GET\n\n/${at}`, 10, forward);
    // It is used all the time, so it stays.
    if (at % 1000 === 0) assert.ok(known.get("GET\n\n/0", 10), String(at));
  }
  let left = 0;
  for (let at = 0; at < 1_000_000; at += 1) left += known.get(`GET\n\n/${at}`, 10) ? 1 : 0;
  assert.ok(left > 1000 && left < 5000, String(left));
  assert.ok(known.get("GET\n\n/999999", 10));
});

test("neither refusals, nor long verdicts, nor a caller's key are cached", () => {
  const known = createVerdictCache();
  const isCached = (text, verdict = forward) => {
    known.set(text, 1, verdict);
    return known.get(text, 1) !== undefined;
  };
  assert.equal(isCached("GET\n\n/a"), true);
  assert.equal(isCached("GET\n\n/b", /** @type {any} */ ({ do: "respond", status: 200 })), true);
  for (const verdict of /** @type {any[]} */ ([
    { do: "respond", status: 404 },
    { do: "key", key: "k" },
    { do: "body", limit: 9 },
    { do: "asset" },
    { do: "ops" },
  ])) {
    assert.equal(isCached(`GET\n\n/c${verdict.do}`, verdict), false, verdict.do);
  }
  assert.equal(isCached("GET\nx-api-key: secret\n\n/d"), false);
  assert.equal(isCached("GET\n\n/d?api_key=secret"), false);
  assert.equal(isCached(`GET\n\n/${"e".repeat(2000)}`), false);
});
