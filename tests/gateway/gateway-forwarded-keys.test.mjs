// `callerKeys: "forward"`: callers' API keys are keys of TON Center. Tests which upstream gets them, whose limits apply, and which responses
// callers share.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { makeService } from "../upstream/service-of.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const GATEWAY_KEY = "own-key-of-the-gateway";
const KNOWN_KEY = "good-key-of-a-caller";
const OTHER_KEY = "other-key-of-a-caller";
const WRONG_KEY = "bad-key-of-a-caller";
const PATH = "/api/v3/masterchainInfo";
const INFO = JSON.stringify({ last: null, first: null });

/** @type {Record<string, { status: number, error?: string, headers?: Record<string, string> }>} */
const KEYS = {
  [WRONG_KEY]: { status: 401, error: "API key does not exist" },
  "key-of-the-other-network": { status: 403, error: "Network not allowed" },
  "key-at-its-limit": { status: 429, error: "Ratelimit exceed", headers: { "retry-after": "3" } },
};

let first;
let second;
let servers;
let lines;
/** The behaviour of the first upstream, apart from its keys. */
let handler;

beforeEach(async () => {
  handler = undefined;
  first = await makeService((request, response) => {
    const { status, error, headers } = KEYS[String(request.headers["x-api-key"])] ?? { status: 200 };
    const ownResponse = handler?.(request, response);
    if (ownResponse) return;
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(error ? JSON.stringify({ error }) : INFO);
  });
  second = await makeService((request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(INFO);
  });
  servers = [first, second];
  lines = [];
});

afterEach(() => Promise.all(servers.map((server) => server.close())));

/** @param {import("ton-edge/gateway").GatewayConfig} [config] */
async function start(config) {
  const gateway = createGateway({
    mainnet: [{ baseUrl: first.url, apiKey: GATEWAY_KEY }, { baseUrl: second.url }],
    limits: UNLIMITED,
    cache: { adapter: "none" },
    callerKeys: "forward",
    log: (line) => lines.push(line),
    ...config,
  });
  const server = await serve(gateway, { port: 0 });
  servers.push(server);
  return async (path = PATH, key = undefined, init = {}) => {
    const headers = { ...(key && { "x-api-key": key }), ...init.headers };
    const response = await fetch(server.url + path, { ...init, headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
  };
}

const listSeenKeys = (server) => server.seen.map(({ headers }) => headers["x-api-key"]);

test("a caller's API key goes to the first upstream instead of the gateway's own, and appears nowhere else", async () => {
  const get = await start();
  for (const [path, key] of [
    [PATH, KNOWN_KEY],
    [`${PATH}?api_key=${KNOWN_KEY}`, undefined],
    [PATH, undefined],
  ]) {
    const { status, headers } = await get(path, key);
    assert.equal(status, 200);
    assert.equal(headers.get("x-ton-edge-api-key"), null);
  }
  const body = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "getMasterchainInfo", params: {} });
  handler = (_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end('{"ok":true,"result":{}}');
  const rpc = await get("/api/v2/jsonRPC", KNOWN_KEY, {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });
  assert.deepEqual([rpc.status, rpc.json.id], [200, 7]);
  assert.deepEqual(listSeenKeys(first), [KNOWN_KEY, KNOWN_KEY, GATEWAY_KEY, KNOWN_KEY]);
  assert.ok(first.seen.every(({ url }) => !url.includes(KNOWN_KEY)));
  assert.equal(second.seen.length, 0);
  assert.ok(!lines.join().includes(KNOWN_KEY));
});

test("the upstream's error about a caller's API key is the response, and no other upstream gets the request", async () => {
  const get = await start();
  for (const [key, { status, error, headers }] of Object.entries(KEYS)) {
    const response = await get(PATH, key);
    assert.deepEqual([response.status, response.json.error], [status, error]);
    if (headers) assert.equal(response.headers.get("retry-after"), headers["retry-after"]);
  }
  // The gateway's own key still works, and so does the upstream.
  assert.equal((await get()).status, 200);
  assert.deepEqual(listSeenKeys(first).at(-1), GATEWAY_KEY);
  assert.equal(second.seen.length, 0);
});

test("only the first upstream gets a caller's API key, also when it fails", async () => {
  const get = await start({ retries: 2 });
  handler = (request, response) => request.headers["x-api-key"] === KNOWN_KEY && response.destroy();
  const response = await get(PATH, KNOWN_KEY);
  assert.equal(response.status, 502);
  assert.deepEqual([first.seen.length, second.seen.length], [1, 0]);
  // Such failures do not open the breaker for other callers.
  for (let index = 0; index < 20; index += 1) await get(PATH, KNOWN_KEY);
  assert.equal((await get()).status, 200);
  assert.equal(second.seen.length, 0);
});

test("a caller with an API key is not subject to the keyless limit or to the gateway's budget", async () => {
  const get = await start({
    limits: { keyless: { rate: 0.01, burst: 1 }, budget: 0.01, queueTimeoutMs: 0 },
  });
  const responses = await Promise.all(Array.from({ length: 10 }, () => get(PATH, KNOWN_KEY)));
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
  assert.equal((await get()).status, 200);
  assert.equal((await get()).status, 429);
});

test("a client that guesses API keys is refused, and a key that was valid is not", async () => {
  const get = await start({ limits: { ...UNLIMITED, failedKeys: { rate: 0.01, burst: 3 } } });
  assert.equal((await get(PATH, KNOWN_KEY)).status, 200);
  const statuses = [];
  for (let index = 0; index < 6; index += 1) statuses.push((await get(PATH, WRONG_KEY)).status);
  assert.deepEqual(statuses, [401, 401, 401, 429, 429, 429]);
  const refusal = await get(PATH, OTHER_KEY);
  assert.equal(refusal.status, 429);
  assert.ok(Number(refusal.headers.get("retry-after")) >= 1);
  assert.equal((await get(PATH, KNOWN_KEY)).status, 200);
  assert.equal((await get()).status, 200);
});

test("API keys that are guessed at the same time count individually, and valid ones stay known", async () => {
  const get = await start({ limits: { ...UNLIMITED, failedKeys: { rate: 0.01, burst: 3 } } });
  assert.equal((await get(PATH, KNOWN_KEY)).status, 200);
  const requestsBefore = first.seen.length;
  handler = (_, response) => response.writeHead(401, { "content-type": "application/json" }).end('{"error":"no"}');
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => (await get(PATH, `guess-${index}`)).status),
  );
  assert.deepEqual(statuses.filter((status) => status === 401).length, 3);
  assert.equal(first.seen.length - requestsBefore, 3);
  handler = undefined;
  const secondStatuses = await Promise.all(Array.from({ length: 20 }, async () => (await get(PATH, KNOWN_KEY)).status));
  assert.deepEqual(new Set(secondStatuses), new Set([200]));
});

test("callers with different API keys share a fresh response, but no refusal and no request in flight", async () => {
  const get = await start({ cache: { adapter: "memory" } });
  const refusal = await get(PATH, WRONG_KEY);
  assert.equal(refusal.status, 401);
  assert.equal(refusal.headers.get("cache-control"), "no-store");
  // One request that is refused and one that succeeds, at the same time: neither gets the other's response.
  const [badReply, noKeyReply] = await Promise.all([get(`${PATH}?`, WRONG_KEY), get(PATH)]);
  assert.deepEqual([badReply.status, noKeyReply.status], [401, 200]);
  const requestsBefore = first.seen.length;
  const hit = await get(PATH, KNOWN_KEY);
  assert.deepEqual([hit.status, first.seen.length], [200, requestsBefore]);
  assert.match(hit.headers.get("cache-control"), /private/);
});

test("API keys may be required, are read from one place, and must have the form of a key", async () => {
  const get = await start({ keyless: "refuse" });
  assert.equal((await get()).status, 401);
  assert.equal((await get(PATH, KNOWN_KEY)).status, 200);
  assert.equal((await get(`${PATH}?api_key=${OTHER_KEY}`, KNOWN_KEY)).status, 400);
  assert.equal((await get(PATH, "with space")).status, 401);
  assert.equal((await get(PATH, "k".repeat(300))).status, 401);
  assert.equal(first.seen.length, 1);
});

test('`callerKeys: "forward"` excludes a store of API keys, and upstreams without TLS', async () => {
  const readFault = async (config) => {
    const response = await createGateway({ callerKeys: "forward", logLevel: "off", ...config }).fetch(
      new Request(`https://gw.example${PATH}`),
    );
    assert.deepEqual([response.status, response.headers.get("x-ton-edge-error")], [500, "config_invalid"]);
    return (await response.json()).error;
  };
  assert.match(await readFault({ apiKeys: { find: async () => undefined } }), /`callerKeys` cannot be "forward"/);
  assert.match(await readFault({ mainnet: "http://node.example" }), /`mainnet` must begin with https:\/\//);
  assert.match(await readFault({ callerKeys: "pass" }), /`callerKeys` must be "ignore" or "forward"/);
});

test("a caller with an API key who disconnects is not a failure of the upstream or of the gateway", async () => {
  const caller = new AbortController();
  const gateway = createGateway({
    mainnet: "https://a.example",
    limits: UNLIMITED,
    cache: { adapter: "none" },
    callerKeys: "forward",
    log: (line) => lines.push(JSON.parse(line)),
    fetch: (_, { signal }) =>
      new Promise((_done, fail) => {
        signal.addEventListener("abort", () => fail(signal.reason));
        caller.abort();
      }),
  });
  const request = new Request(`https://gw.example${PATH}`, {
    signal: caller.signal,
    headers: { "x-api-key": KNOWN_KEY },
  });
  await gateway.fetch(request);
  assert.deepEqual(
    lines.map(({ event, status }) => [event, status]),
    [["request", 499]],
  );
});
