// Callers' keys over real sockets: who is let in, how soon a revoked key is out, what a failing store does, and that no
// key is ever seen where people read.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { Miniflare } from "miniflare";
import { createGateway, kvKeys, listKeys } from "ton-edge/gateway";
import { fileKeys, serve } from "ton-edge/node";

import { failedKeys } from "../../pkg/lib/gateway/keys/failed.js";
import { lookups } from "../../pkg/lib/gateway/keys/lookup.js";
import { startStack } from "../stack.mjs";
import { startReplay } from "../upstream/replay.mjs";
import { UNLIMITED } from "../unlimited.mjs";

const OURS = "mainnet-key";
const GOOD = `tonedge_${"g".repeat(43)}`;
const TEST = `tonedge_${"t".repeat(43)}`;
const GONE = `tonedge_${"r".repeat(43)}`;
const sha256 = (text) => createHash("sha256").update(text).digest("hex");
const record = (key, more) => ({ hash: sha256(key), id: key.slice(8, 12), network: "mainnet", created: "2026-01-01T00:00:00Z", ...more });
const records = () => [record(GOOD, { plan: 5, name: "shop" }), record(TEST, { network: "testnet" }), record(GONE, { revoked: "2026-02-01T00:00:00Z" })];
const PATH = "/api/v3/transactions";

/** KV as workerd has it, in memory; `calls` counts reads, `broken` makes it fail. */
function fakeKv(list = records()) {
  const kept = new Map(list.map((one) => [`key:${one.hash}`, JSON.stringify(one)]));
  return {
    calls: 0,
    broken: false,
    async get(name) {
      this.calls += 1;
      if (this.broken) throw new Error(`KV GET failed: 500 ${GOOD}`);
      return kept.get(name) ?? null;
    },
    async put(name, value) {
      kept.set(name, value);
    },
    async list({ prefix }) {
      return { keys: [...kept.keys()].filter((name) => name.startsWith(prefix)).map((name) => ({ name })), list_complete: true };
    },
  };
}

const RUNTIMES = {
  "workerd with a secret": () => startStack({ page: false, keys: { mainnet: OURS }, replay: { keys: { mainnet: [OURS], testnet: [] } },
    bindings: { CALLER_KEYS: JSON.stringify(records()) } }),
  async "Node with KV"() {
    const own = await startReplay({ keys: { mainnet: [OURS], testnet: [] } });
    const log = [];
    const service = { url: own.url, key: OURS };
    const gateway = createGateway({ limits: UNLIMITED, mainnet: service, testnet: own.url, keys: kvKeys(), cache: { adapter: "none" }, log: (line) => log.push(line) });
    const server = await serve(gateway, { port: 0, env: { KEYS: fakeKv() } });
    return { url: server.url, own, log, close: () => server.close().then(() => own.close()) };
  },
};

for (const [runtime, start] of Object.entries(RUNTIMES)) {
  describe(`callers' keys in ${runtime}`, () => {
    let stack;
    before(async () => {
      stack = await start();
    });
    after(() => stack.close());

    test("are let in or told why not, and are seen nowhere", async () => {
      for (const [key, path, status, error] of [
        [GOOD, PATH, 200], [GOOD, `/testnet${PATH}`, 403, "Network not allowed"], [TEST, PATH, 403, "Network not allowed"],
        [GONE, PATH, 401, "API key does not exist"], ["unknown", PATH, 401, "API key does not exist"],
        ["with space", PATH, 401, "API key does not exist"], [undefined, PATH, 200],
      ]) {
        for (const place of ["header", "query"]) {
          const seen = stack.own.requests.length;
          const url = key && place === "query" ? `${path}?api_key=${encodeURIComponent(key)}` : path;
          const response = await fetch(stack.url + url, { headers: key && place === "header" ? { "x-api-key": key } : {} });
          const text = await response.text();
          assert.equal(response.status, status, `${key} by ${place}: ${text}`);
          assert.equal(response.headers.get("access-control-allow-origin"), "*");
          if (error) assert.deepEqual(JSON.parse(text), { error });
          assert.equal(stack.own.requests.length - seen, status === 200 ? 1 : 0);
          if (status === 200) assert.equal(stack.own.requests.at(-1).headers["x-api-key"], OURS);
          const all = JSON.stringify([text, [...response.headers], stack.own.requests, stack.log ?? []]);
          for (const secret of [GOOD, TEST, GONE, sha256(GOOD)]) assert.ok(!all.includes(secret), all);
        }
      }
      const both = await fetch(`${stack.url}${PATH}?api_key=${TEST}`, { headers: { "x-api-key": GOOD } });
      assert.equal(both.status, 400);
      assert.ok(!(await both.text()).includes("tonedge_"));
    });

    test("JSON-RPC refusals have the call's id", async () => {
      const response = await fetch(`${stack.url}/api/v2/jsonRPC`, {
        method: "POST", headers: { "content-type": "application/json", "x-api-key": "unknown" }, body: '{"id":"a","method":"getMasterchainInfo"}',
      });
      assert.equal(response.status, 401);
      assert.deepEqual(await response.json(), { ok: false, error: "API key does not exist", code: 401, "@extra": "_", jsonrpc: "2.0", id: "a" });
    });

    test("headers that are too large are told so", async () => {
      const response = await fetch(stack.url + PATH, { headers: { "x-filler": "x".repeat(16_500) } });
      assert.equal(response.status, 431);
      assert.deepEqual(await response.json(), { error: "the headers are larger than 16384 bytes together" });
    });
  });
}

describe("stores", () => {
  const gatewayWith = (config) => {
    const log = [];
    const fetch = async () => Response.json({ ok: true });
    const gateway = createGateway({ limits: UNLIMITED, fetch, log: (line) => log.push(line), logLevel: "error", ...config });
    const ask = async (key, env = {}) => (await gateway.fetch(new Request(`http://gw${PATH}`, { headers: key ? { "x-api-key": key } : {} }), env)).status;
    return { ask, log };
  };

  test("a store that fails, or gives what is no record, lets nobody in", async () => {
    for (const find of [
      async () => { throw new Error(`no connection for ${GOOD}`); },
      () => { throw GOOD; },
      async () => ({ ...record(GOOD), restriction: "x" }), async () => ({ hash: GOOD }), async () => "{", async () => true, async () => [],
    ]) {
      const { ask, log } = gatewayWith({ keys: { find } });
      assert.equal(await ask(GOOD), 503, String(find));
      assert.equal(log.length, 1);
      assert.match(log[0], /the store of API keys failed/);
      assert.ok(!log[0].includes(GOOD), log[0]);
      assert.equal(await ask(undefined), 200, "keyless is not about the store");
    }
    // Somebody else's record.
    const { ask } = gatewayWith({ keys: { find: async () => record(TEST) } });
    assert.equal(await ask(GOOD), 401);
    assert.equal(await gatewayWith({ keys: kvKeys() }).ask(GOOD, {}), 503, "no such binding");
  });

  test("keyless requests can be refused", async () => {
    const { ask } = gatewayWith({ keys: listKeys(records()), keyless: "refuse" });
    assert.deepEqual([await ask(undefined), await ask(GOOD), await ask(TEST), await ask("")], [401, 200, 403, 401]);
  });

  test("a list follows its secret, and a broken one is told without its content", async () => {
    const { ask, log } = gatewayWith({ keys: listKeys((env) => env.CALLER_KEYS) });
    const env = { CALLER_KEYS: JSON.stringify(records()) };
    assert.equal(await ask(GOOD, env), 200);
    assert.equal(await ask(GOOD, { CALLER_KEYS: JSON.stringify([record(GOOD, { revoked: true })]) }), 401);
    assert.equal(await ask(GOOD, { CALLER_KEYS: "" }), 401);
    for (const broken of [`[{"key":"${GOOD}"}]`, GOOD, "{}", JSON.stringify([record(GOOD), record(GOOD)])]) {
      assert.equal(await ask(GOOD, { CALLER_KEYS: broken }), 503);
    }
    assert.equal(log.length, 4);
    assert.ok(!log.join().includes(GOOD));
  });

  test("KV is written, listed and revoked, in real workerd", async () => {
    const mf = new Miniflare({ modules: true, script: "export default { fetch() {} }", kvNamespaces: ["KEYS"], cf: false, telemetry: { enabled: false } });
    try {
      const env = { KEYS: await mf.getKVNamespace("KEYS") };
      const store = kvKeys({ cacheTtl: 30 });
      for (const one of records()) await store.put(one, env);
      assert.equal(JSON.parse(await store.find(sha256(GOOD), env)).id, "gggg");
      assert.equal(await store.find(sha256("no"), env), undefined);
      assert.deepEqual((await store.list(env)).map(({ id }) => id).sort(), ["gggg", "rrrr", "tttt"]);
      assert.equal(await store.revoke("nope", env), false);
      assert.equal(await store.revoke("gggg", env, "2026-03-01T00:00:00Z"), true);
      assert.equal(JSON.parse(await store.find(sha256(GOOD), env)).revoked, "2026-03-01T00:00:00Z");
      assert.throws(() => kvKeys({ cacheTtl: 5 }), { code: "invalid_option" });
      assert.throws(() => kvKeys({ cacheTTL: 60 }), { code: "invalid_option", suggestion: "cacheTtl" });
    } finally {
      await mf.dispose();
    }
  });

  test("a file is read again when it changes, within a second", async () => {
    const folder = await mkdtemp(join(tmpdir(), "ton-edge-keys-"));
    try {
      const path = join(folder, "keys.json");
      let time = 0;
      const store = fileKeys(path, () => time);
      const { ask } = gatewayWith({ keys: store });
      assert.equal(await ask(GOOD), 503, "a file that is missing is no empty list");
      await writeFile(path, JSON.stringify(records()));
      assert.equal(await ask(GOOD), 200);
      const admin = fileKeys(path);
      assert.equal(await admin.revoke("nope"), false);
      assert.equal(await admin.revoke("gggg"), true);
      time += 999;
      assert.equal(await ask(GOOD), 200, "not looked at yet");
      time += 1;
      assert.equal(await ask(GOOD), 401);
      assert.equal((await stat(path)).mode & 0o777, 0o600);
      assert.deepEqual(await readdir(folder), ["keys.json"], "no drafts are left");
      await writeFile(path, "[");
      time += 1000;
      assert.equal(await ask(TEST), 503, "an old list does not outlive its file");
      assert.ok(!(await readFile(path, "utf8")).includes("tonedge_"));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("the memory of lookups", () => {
  const setUp = () => {
    const kv = fakeKv();
    const state = { time: 1_000_000 };
    const log = [];
    const lookUp = lookups(kvKeys(), { level: 1, log: (line) => log.push(line), budgets: { failedKeys: { interval: 1000, burst: 20 } } }, () => state.time);
    const tell = async (key, client) => JSON.parse(await lookUp(key, { KEYS: kv }, undefined, { id: "id", client: { name: client } }));
    const ask = async (key, client) => (await tell(key, client)).state;
    return { kv, state, ask, tell, log };
  };

  test("a found key is read once in its time, and revoked after it", async () => {
    const { kv, state, ask } = setUp();
    for (let i = 0; i < 20; i++) assert.equal(await ask(GOOD), "found");
    assert.equal(kv.calls, 1);
    await kvKeys().revoke("gggg", { KEYS: kv });
    kv.calls = 0;
    state.time += 9_999;
    await ask(GOOD);
    assert.equal(kv.calls, 0);
    state.time += 1;
    await ask(GOOD);
    assert.equal(kv.calls, 1);
  });

  test("a missing key is asked for again sooner, and a failure at once", async () => {
    const { kv, state, ask, log } = setUp();
    for (let i = 0; i < 20; i++) assert.equal(await ask("nobody"), "missing");
    assert.equal(kv.calls, 1);
    state.time += 5_000;
    await ask("nobody");
    assert.equal(kv.calls, 2);
    kv.broken = true;
    assert.deepEqual([await ask("other"), await ask("other")], ["failed", "failed"]);
    assert.equal(kv.calls, 4);
    assert.ok(log.length === 2 && !log.join().includes(GOOD));
    kv.broken = false;
    assert.equal(await ask("other"), "missing");
  });

  test("random keys neither read without end nor push out the good ones", async () => {
    const { kv, state, ask } = setUp();
    await ask(GOOD);
    const states = new Map();
    for (let i = 0; i < 5000; i++) {
      const told = await ask(`random-${i}`);
      states.set(told, (states.get(told) ?? 0) + 1);
    }
    assert.equal(kv.calls, 21, "the good one and 20 others");
    assert.deepEqual([...states], [["missing", 20], ["busy", 4980]]);
    assert.equal(await ask(GOOD), "found");
    state.time += 10_000;
    for (let i = 0; i < 200; i++) await ask(`more-${i}`);
    assert.equal(await ask(GOOD), "found", "a key that was found good is read again even then");
    assert.equal(await ask(TEST), "busy", "another one of this client has to wait");
    state.time += 1_000;
    for (let i = 0; i < 20; i++) {
      state.time += 10_000;
      assert.equal(await ask(TEST), "found", "a key that is good costs nothing");
    }
  });

  test("who sends keys that do not exist locks out nobody else, and is told when to come back", async () => {
    const { kv, state, ask, tell } = setUp();
    const good = Array.from({ length: 20 }, (_, at) => `tonedge_${1000 + at}`);
    for (const key of good) await kv.put(`key:${sha256(key)}`, JSON.stringify(record(key)));
    // At the same time, as an attacker sends them.
    const [told] = await Promise.all([
      Promise.all(Array.from({ length: 1500 }, (_, at) => tell(`random-${at}`, "198.51.100.1"))),
      ...good.map(async (key, at) => assert.equal(await ask(key, `192.0.2.${at}`), "found")),
    ]);
    assert.equal(told.filter(({ state: one }) => one === "missing").length, 20);
    for (const { state: one, wait } of told) assert.ok(one === "missing" || (one === "busy" && wait === 1000), `${one} ${wait}`);
    assert.equal(kv.calls, 40);
    for (const key of good) assert.equal(await ask(key, "198.51.100.1"), "found", "what is known good is not refused");
    state.time += 400;
    assert.equal((await tell("another", "198.51.100.1")).wait, 600);
    state.time += 600;
    assert.equal(await ask("another", "198.51.100.1"), "missing");
  });

  test("keys of a server are good however many come at once", async () => {
    const { kv, ask } = setUp();
    const good = Array.from({ length: 100 }, (_, at) => `tonedge_${1000 + at}`);
    for (const key of good) await kv.put(`key:${sha256(key)}`, JSON.stringify(record(key)));
    assert.deepEqual(new Set(await Promise.all(good.map((key) => ask(key, "192.0.2.1")))), new Set(["found"]));
  });

  test("keys of a store without memory are counted as well", async () => {
    const state = { time: 1_000_000 };
    const lookUp = lookups({ find: async (hash) => (hash === sha256(GOOD) ? record(GOOD) : undefined) }, { budgets: { failedKeys: { interval: 1000, burst: 20 } } }, () => state.time);
    const ask = async (key) => JSON.parse(await lookUp(key, {}, undefined, { client: { name: "192.0.2.1" } })).state;
    assert.equal(await ask(GOOD), "found");
    const states = [];
    for (let i = 0; i < 30; i++) states.push(await ask(`random-${i}`));
    assert.deepEqual(states, [...Array(20).fill("missing"), ...Array(10).fill("busy")]);
    assert.equal(await ask(GOOD), "found");
  });

  test("many addresses take no memory without end", () => {
    const failed = failedKeys({ interval: 1000, burst: 20 }, () => 1_000_000);
    for (let i = 0; i < 50_000; i++) failed.end(`2001:db8:${i.toString(16)}::/64`, true);
    assert.ok(failed.size <= 10_000, `${failed.size}`);
  });
});

test("the ready Worker takes hosts, several keys and a word for keyless requests from its variables", async () => {
  const stack = await startStack({ page: false, replay: { keys: { mainnet: ["spare-key"], testnet: ["spare-key"] } }, bindings: {
    API_KEY_TESTNET: " spare-key , other", HOSTS: "testnet.gw.example=testnet",
    CALLER_KEYS: JSON.stringify(records()), KEYLESS: "refuse",
  } });
  try {
    const { request } = await import("node:http");
    const ask = (host, key) =>
      new Promise((done, failed) => {
        request(`${stack.url}${PATH}`, { headers: { host, "x-api-key": key } }, (response) => done(response.resume().statusCode)).on("error", failed).end();
      });
    assert.deepEqual([await ask("testnet.gw.example", TEST), await ask("testnet.gw.example", GOOD), await ask("other.example", GOOD)], [200, 403, 200]);
    assert.equal(stack.own.requests.find(({ headers }) => headers["x-api-key"])?.headers["x-api-key"], "spare-key");
    assert.equal((await fetch(stack.url + PATH)).status, 401);
  } finally {
    await stack.close();
  }
  const broken = await startStack({ page: false, bindings: { HOSTS: "testnet.gw.example" } });
  try {
    const response = await fetch(broken.url + PATH);
    assert.equal(response.status, 500);
    assert.match((await response.json()).error, /`hosts`: "testnet.gw.example" must be "mainnet" or "testnet"/);
  } finally {
    await broken.close();
  }
});
