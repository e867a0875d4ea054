// The cache of verdicts: an equal request gets an equal verdict, but nothing else of an earlier request.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { createGateway } from "ton-edge/gateway";

import { createVerdictCache } from "../../pkg/lib/gateway/verdict-cache.js";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const READ_URL = "https://gw.example/api/v3/masterchainInfo";
const LOCAL_URL = "https://gw.example/api/v2/detectAddress?address=EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const forwardVerdict = { do: "forward", url: "x" };

/** A gateway, and its upstream requests. */
function makeGateway(overrides) {
  const requests = [];
  const { fetch } = createGateway({
    limits: UNLIMITED,
    cache: { adapter: "none" },
    logLevel: "off",
    async fetch(url, init) {
      requests.push({ url, ...init });
      return new Response('{"last":{}}', { headers: { "content-type": "application/json" } });
    },
    ...overrides,
  });
  return { sentRequests: requests, send: (url, init) => fetch(new Request(url, init), {}) };
}

test("two equal requests share a verdict, but have their own ids, traces and times", async () => {
  const { sentRequests, send } = makeGateway();
  const ids = [];
  for (let index = 0; index < 3; index += 1) ids.push((await send(READ_URL)).headers.get("x-request-id"));
  assert.deepEqual(
    sentRequests.map(({ headers }) => headers.traceparent),
    ids.map((id) => `00-${id.replaceAll("-", "")}-${id.replaceAll("-", "").slice(16)}-00`),
  );
  assert.equal(new Set(ids).size, 3);
  const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  for (let index = 0; index < 2; index += 1) await send(READ_URL, { headers: { traceparent: traceparent } });
  const spans = sentRequests.slice(3).map(({ headers }) => headers.traceparent);
  for (const span of spans) assert.match(span, /^00-a{32}-[0-9a-f]{16}-01$/);
  assert.notEqual(spans[0], spans[1]);

  const readTime = async () => Number(/"@extra":"(\d+\.\d{3}):_:0"/.exec(await (await send(LOCAL_URL)).text())[1]);
  const first = await readTime();
  await new Promise((resolve) => setTimeout(resolve, 20));
  const second = await readTime();
  assert.ok(second > first && Math.abs(second - Date.now() / 1000) < 60, `${first} ${second}`);
});

test("requests that differ in any relevant part get their own verdicts", async () => {
  const { sentRequests, send } = makeGateway({ origins: ["https://app.example"] });
  const isAllowed = async (origin) =>
    (await send(READ_URL, { headers: { origin } })).headers.get("access-control-allow-origin");
  for (let index = 0; index < 2; index += 1) {
    assert.equal(await isAllowed("https://app.example"), "https://app.example");
    assert.equal(await isAllowed("https://evil.example"), null);
    assert.equal((await send(READ_URL, { method: "HEAD" })).body, null);
    assert.equal((await send(`${READ_URL}?x_no_metadata=1`)).status, 200);
    assert.equal((await send(READ_URL, { method: "DELETE" })).status, 405);
  }
  assert.equal(sentRequests.length, 8);
});

test("headers that are too large are refused however often smaller ones were accepted before", async () => {
  const { send } = makeGateway();
  const sendAgent = (bytes) => send(READ_URL, { headers: { "user-agent": "x".repeat(bytes) } });
  for (const [bytes, status] of [
    [10, 200],
    [20, 200],
    [10, 200],
    [17_000, 431],
    [30, 200],
    [17_000, 431],
  ]) {
    assert.equal((await sendAgent(bytes)).status, status, String(bytes));
  }
});

test("the number of cached verdicts is bounded, and recently used ones stay", () => {
  const verdictCache = createVerdictCache();
  for (let index = 0; index < 1_000_000; index += 1) {
    verdictCache.set(`GET\n\n/${index}`, 10, forwardVerdict);
    // The entry is in constant use, so the cache does not evict it.
    if (index % 1000 === 0) assert.ok(verdictCache.get("GET\n\n/0", 10), String(index));
  }
  let remainingCount = 0;
  for (let index = 0; index < 1_000_000; index += 1) remainingCount += verdictCache.get(`GET\n\n/${index}`, 10) ? 1 : 0;
  assert.ok(remainingCount > 1000 && remainingCount < 5000, String(remainingCount));
  assert.ok(verdictCache.get("GET\n\n/999999", 10));
});

test("refusals, long verdicts and callers' API keys are not cached", () => {
  const verdictCache = createVerdictCache();
  const isCached = (text, verdict = forwardVerdict) => {
    verdictCache.set(text, 1, verdict);
    return verdictCache.get(text, 1) !== undefined;
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

describe("the verdict for a caller with an API key", () => {
  const KEY = `tonedge_${"a".repeat(43)}`;
  const OTHER_KEY = `tonedge_${"b".repeat(43)}`;
  const hashSha256 = (text) => createHash("sha256").update(text).digest("hex");
  const makeRecord = (key, overrides) => ({
    hash: hashSha256(key),
    id: key === KEY ? "one" : "other",
    network: "mainnet",
    created: "2026-01-01T00:00:00Z",
    ...overrides,
  });
  /** A gateway whose store is read each time, and its verdict on a request. */
  const setUp = (overrides) => {
    const records = new Map([KEY, OTHER_KEY].map((key) => [hashSha256(key), makeRecord(key)]));
    const state = { reads: 0 };
    const callers = [];
    const { send, sentRequests } = makeGateway({
      apiKeys: { find: (hash) => ((state.reads += 1), records.get(hash)), ttlMs: 0 },
      limits: { ...UNLIMITED, failedKeys: "off" },
      logLevel: "info",
      log: (line) => callers.push(JSON.parse(line).caller),
      ...overrides,
    });
    const readStatus = async (key, url = READ_URL, headers = {}) =>
      (await send(url, { headers: { "x-api-key": key, ...headers } })).status;
    return { records, state, callers, sentRequests, status: readStatus };
  };

  test("a caller with an API key gets the cached verdict, and the key is looked up each time", async () => {
    const { state, callers, status: readStatus, sentRequests } = setUp();
    for (const key of [KEY, OTHER_KEY, KEY, OTHER_KEY]) assert.equal(await readStatus(key), 200);
    assert.deepEqual(callers, ["one", "other", "one", "other"]);
    assert.equal(state.reads, 4);
    assert.ok(!JSON.stringify(sentRequests).includes("tonedge_"), "no caller's key goes upstream");
  });

  test("a caller whose API key record changes gets another verdict at once", async () => {
    const { records, status: readStatus } = setUp();
    const change = (overrides) => records.set(hashSha256(KEY), makeRecord(KEY, overrides));
    assert.equal(await readStatus(KEY), 200);
    assert.equal(await readStatus(KEY), 200);
    change({ revoked: "2026-01-02T00:00:00Z" });
    assert.equal(await readStatus(KEY), 401);
    change({ suspended: "2026-01-02T00:00:00Z" });
    assert.equal(await readStatus(KEY), 403);
    change({ operations: ["transactions"] });
    assert.equal(await readStatus(KEY), 403);
    change({});
    assert.equal(await readStatus(KEY), 200);
    records.delete(hashSha256(KEY));
    assert.equal(await readStatus(KEY), 401);
    assert.equal(await readStatus(OTHER_KEY), 200);
  });

  test("a caller whose API key expires is refused from then on, and its quota is counted", async (t) => {
    t.mock.timers.enable({ apis: ["Date"], now: Date.parse("2026-01-01T00:00:00Z") });
    const { records, status: readStatus } = setUp();
    records.set(hashSha256(KEY), makeRecord(KEY, { expires: "2026-01-01T00:00:10Z" }));
    records.set(hashSha256(OTHER_KEY), makeRecord(OTHER_KEY, { quota: { daily: 3 } }));
    assert.deepEqual([await readStatus(KEY), await readStatus(KEY)], [200, 200]);
    const statuses = [];
    for (let index = 0; index < 4; index += 1) statuses.push(await readStatus(OTHER_KEY));
    assert.deepEqual(statuses, [200, 200, 200, 429]);
    t.mock.timers.tick(10_000);
    assert.equal(await readStatus(KEY), 401);
    t.mock.timers.tick(86_400_000);
    assert.equal(await readStatus(OTHER_KEY), 200, "the quota of the day before still counts");
  });

  test("a caller with an API key does not get the verdict of another request, header or key in the URL", async () => {
    const { status: readStatus, callers } = setUp({ origins: ["https://app.example"] });
    assert.equal(await readStatus(KEY), 200);
    assert.equal(await readStatus(KEY, "https://gw.example/api/v3/transactions?limit=x"), 422);
    assert.equal(await readStatus(KEY, "https://gw.example/api/v3/nothing"), 404);
    assert.equal(await readStatus(KEY, READ_URL, { "user-agent": "x".repeat(17_000) }), 431);
    assert.equal(await readStatus(KEY, `${READ_URL}?api_key=${KEY}`), 200);
    assert.equal(await readStatus("x", READ_URL), 401);
    assert.equal(await readStatus(hashSha256(KEY), READ_URL), 401, "the hash of a key is not a key");
    assert.equal(await readStatus(KEY), 200);
    assert.equal(callers.at(-1), "one");
  });

  test("a verdict is stored with the hash of the API key, and only for a request that goes upstream", () => {
    const cache = createVerdictCache();
    const hash = hashSha256(KEY);
    const text = `GET\nx-api-key: ${KEY}\n\nhttps://gw.example/api/v3/blocks`;
    cache.setByKey(text, 10, { hash, record: "record", verdict: forwardVerdict, about: {} });
    const entry = cache.getByKey(text, 10);
    assert.deepEqual([entry?.verdict, entry?.hash, entry?.record], [forwardVerdict, hash, "record"]);
    assert.equal(cache.get(text, 10), undefined, "a caller whose key was not looked up gets no verdict");
    assert.equal(cache.getByKey(text, 11), undefined, "a request with more bytes of headers gets no verdict");
    assert.equal(cache.getByKey(text.replace(KEY, OTHER_KEY), 10), undefined);
    for (const [verdict, ...extraTexts] of /** @type {[any, ...string[]][]} */ ([
      [{ ...forwardVerdict, do: "respond", status: 200 }],
      [forwardVerdict, `${text}${"x".repeat(1000)}`],
      [forwardVerdict, text, '{"expires":"2027-01-01T00:00:00Z"}'],
      [forwardVerdict, text, '{"quota":{"daily":1}}'],
      [forwardVerdict, text, undefined],
      [forwardVerdict, text, `{"origins":["${"x".repeat(5000)}"]}`],
    ])) {
      const verdictCache = createVerdictCache();
      const lastText = extraTexts[0] ?? text;
      verdictCache.setByKey(lastText, 10, {
        hash,
        record: extraTexts.length === 2 ? extraTexts[1] : "record",
        verdict,
        about: {},
      });
      assert.equal(verdictCache.getByKey(lastText, 10), undefined, JSON.stringify([verdict, extraTexts]));
    }
  });

  test("the number of verdicts per API key is bounded", () => {
    const cache = createVerdictCache();
    const readText = (seqno) => `GET\nx-api-key: ${KEY}\n\nhttps://gw.example/api/v3/blocks?seqno=${seqno}`;
    for (let index = 0; index < 10_000; index += 1)
      cache.setByKey(readText(index), 10, {
        hash: hashSha256(KEY),
        record: "record",
        verdict: forwardVerdict,
        about: {},
      });
    let remainingCount = 0;
    for (let index = 0; index < 10_000; index += 1) remainingCount += cache.getByKey(readText(index), 10) ? 1 : 0;
    assert.ok(remainingCount > 1000 && remainingCount <= 2048, String(remainingCount));
  });

  test("a caller whose API key was deleted from the store is refused, however often it is sent", async () => {
    const { records, state, status: readStatus } = setUp();
    assert.equal(await readStatus(KEY), 200);
    records.clear();
    for (let index = 0; index < 3; index += 1) assert.equal(await readStatus(KEY), 401);
    assert.ok(state.reads >= 4, "the store is read each time");
    records.set(hashSha256(KEY), makeRecord(KEY));
    assert.equal(await readStatus(KEY), 200);
  });

  test("a caller whose store of API keys fails gets no earlier verdict", async () => {
    let find = (hash) => makeRecord(hash === hashSha256(KEY) ? KEY : OTHER_KEY);
    const { status: readStatus } = setUp({ apiKeys: { find: (hash) => find(hash), ttlMs: 0 } });
    assert.equal(await readStatus(KEY), 200);
    find = () => {
      throw new Error("no store");
    };
    assert.equal(await readStatus(KEY), 503);
    find = () => Promise.reject(new Error("no store"));
    assert.equal(await readStatus(KEY), 503);
    find = async (hash) => makeRecord(hash === hashSha256(KEY) ? KEY : OTHER_KEY);
    assert.equal(await readStatus(KEY), 200);
  });
});
