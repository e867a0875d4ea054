// Callers' API keys over real sockets: which are accepted, how soon a revoked key stops working, the effect of a failing store, and that
// neither responses nor logs contain a key.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";

import { Miniflare } from "miniflare";
import { createGateway, kvKeys, listKeys } from "ton-edge/gateway";
import { fileKeys, serve } from "ton-edge/node";

import { createFailedLookups } from "../../pkg/lib/gateway/keys/failed-lookups.js";
import { createKeyLookup } from "../../pkg/lib/gateway/keys/lookup.js";
import { Log } from "../../pkg/lib/gateway/ops/log.js";
import { startStack } from "../helpers/stack.mjs";
import { startReplay } from "../upstream/replay.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const UPSTREAM_KEY = "mainnet-key";
const KNOWN_KEY = `tonedge_${"g".repeat(43)}`;
const TEST = `tonedge_${"t".repeat(43)}`;
const REVOKED_KEY = `tonedge_${"r".repeat(43)}`;
const hashSha256 = (text) => createHash("sha256").update(text).digest("hex");
const record = (key, overrides) => ({
  hash: hashSha256(key),
  id: key.slice(8, 12),
  network: "mainnet",
  created: "2026-01-01T00:00:00Z",
  ...overrides,
});
const makeRecords = () => [
  record(KNOWN_KEY, { plan: 5, name: "shop" }),
  record(TEST, { network: "testnet" }),
  record(REVOKED_KEY, { revoked: "2026-02-01T00:00:00Z" }),
];
const PATH = "/api/v3/transactions";

/** Workers KV in memory; `calls` counts reads, and `broken` makes reads fail. */
function fakeKv(list = makeRecords()) {
  const storedTexts = new Map(list.map((item) => [`key:${item.hash}`, JSON.stringify(item)]));
  return {
    calls: 0,
    broken: false,
    async get(name) {
      this.calls += 1;
      if (this.broken) throw new Error(`KV GET failed: 500 ${KNOWN_KEY}`);
      return storedTexts.get(name) ?? null;
    },
    async put(name, value) {
      storedTexts.set(name, value);
    },
    async list({ prefix }) {
      return {
        keys: [...storedTexts.keys()].filter((name) => name.startsWith(prefix)).map((name) => ({ name })),
        list_complete: true,
      };
    },
  };
}

const RUNTIMES = {
  "workerd with a secret": () =>
    startStack({
      page: false,
      keys: { mainnet: UPSTREAM_KEY },
      replay: { keys: { mainnet: [UPSTREAM_KEY], testnet: [] } },
      bindings: { TON_EDGE_API_KEYS: JSON.stringify(makeRecords()) },
    }),
  async "Node with KV"() {
    const replay = await startReplay({ keys: { mainnet: [UPSTREAM_KEY], testnet: [] } });
    const log = [];
    const service = { baseUrl: replay.url, apiKey: UPSTREAM_KEY };
    const gateway = createGateway({
      limits: UNLIMITED,
      mainnet: service,
      testnet: replay.url,
      apiKeys: kvKeys(),
      cache: { adapter: "none" },
      log: (line) => log.push(line),
    });
    const server = await serve(gateway, { port: 0, env: { KEYS: fakeKv() } });
    return { url: server.url, own: replay, log, close: () => server.close().then(() => replay.close()) };
  },
};

for (const [runtime, start] of Object.entries(RUNTIMES)) {
  describe(`callers' API keys in ${runtime}`, () => {
    let stack;
    before(async () => {
      stack = await start();
    });
    after(() => stack.close());

    test("API keys are accepted or refused with a reason, and appear nowhere", async () => {
      for (const [key, path, status, error] of [
        [KNOWN_KEY, PATH, 200],
        [KNOWN_KEY, `/testnet${PATH}`, 403, "Network not allowed"],
        [TEST, PATH, 403, "Network not allowed"],
        [REVOKED_KEY, PATH, 401, "API key does not exist"],
        ["unknown", PATH, 401, "API key does not exist"],
        ["with space", PATH, 401, "API key does not exist"],
        [undefined, PATH, 200],
      ]) {
        for (const label of ["header", "query"]) {
          const requestsBefore = stack.own.requests.length;
          const url = key && label === "query" ? `${path}?api_key=${encodeURIComponent(key)}` : path;
          const response = await fetch(stack.url + url, {
            headers: /** @type {any} */ (key && label === "header" ? { "x-api-key": key } : {}),
          });
          const text = await response.text();
          assert.equal(response.status, status, `${key} by ${label}: ${text}`);
          assert.equal(response.headers.get("access-control-allow-origin"), "*");
          if (error) assert.deepEqual(JSON.parse(text), { error });
          assert.equal(stack.own.requests.length - requestsBefore, status === 200 ? 1 : 0);
          if (status === 200) assert.equal(stack.own.requests.at(-1).headers["x-api-key"], UPSTREAM_KEY);
          const storedText = JSON.stringify([text, [...response.headers], stack.own.requests, stack.log ?? []]);
          for (const secret of [KNOWN_KEY, TEST, REVOKED_KEY, hashSha256(KNOWN_KEY)])
            assert.ok(!storedText.includes(secret), storedText);
        }
      }
      const reply = await fetch(`${stack.url}${PATH}?api_key=${TEST}`, { headers: { "x-api-key": KNOWN_KEY } });
      assert.equal(reply.status, 400);
      assert.ok(!(await reply.text()).includes("tonedge_"));
    });

    test("JSON-RPC refusals have the call's id", async () => {
      const response = await fetch(`${stack.url}/api/v2/jsonRPC`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": "unknown" },
        body: '{"id":"a","method":"getMasterchainInfo"}',
      });
      assert.equal(response.status, 401);
      assert.deepEqual(await response.json(), {
        ok: false,
        error: "API key does not exist",
        code: 401,
        "@extra": "_",
        jsonrpc: "2.0",
        id: "a",
      });
    });

    test("headers that are too large are refused with an error that names their limit", async () => {
      const response = await fetch(stack.url + PATH, { headers: { "x-filler": "x".repeat(16_500) } });
      assert.equal(response.status, 431);
      assert.deepEqual(await response.json(), { error: "the headers are larger than 16384 bytes together" });
    });
  });
}

describe("stores of API keys", () => {
  const makeGateway = (config) => {
    const log = [];
    const fetch = async () => Response.json({ ok: true });
    const gateway = createGateway({
      limits: UNLIMITED,
      fetch,
      log: (line) => log.push(line),
      logLevel: "error",
      ...config,
    });
    const send = async (key, env = {}) =>
      (await gateway.fetch(new Request(`http://gw${PATH}`, { headers: key ? { "x-api-key": key } : {} }), env)).status;
    return { send, log };
  };

  test("a store that fails or returns a malformed record makes every API key fail", async () => {
    for (const find of [
      async () => {
        throw new Error(`no connection for ${KNOWN_KEY}`);
      },
      () => {
        throw KNOWN_KEY;
      },
      async () => ({ ...record(KNOWN_KEY), restriction: "x" }),
      async () => ({ hash: KNOWN_KEY }),
      async () => "{",
      async () => true,
      async () => [],
    ]) {
      const { send, log } = makeGateway({ apiKeys: { find } });
      assert.equal(await send(KNOWN_KEY), 503, String(find));
      assert.equal(log.length, 1);
      assert.match(log[0], /the store of API keys failed/);
      assert.ok(!log[0].includes(KNOWN_KEY), log[0]);
      assert.equal(await send(undefined), 200, "requests without a key do not need the store");
    }
    // The store returns the record of another key.
    const { send } = makeGateway({ apiKeys: { find: async () => record(TEST) } });
    assert.equal(await send(KNOWN_KEY), 401);
    assert.equal(await makeGateway({ apiKeys: kvKeys() }).send(KNOWN_KEY, {}), 503, "the Worker has no such binding");
  });

  test("a request with a body is admitted by its API key, with one lookup", async () => {
    let callCount = 0;
    const gateway = createGateway({
      limits: UNLIMITED,
      fetch: async () => Response.json({}),
      logLevel: "off",
      keyless: "refuse",
      apiKeys: { find: async () => ((callCount += 1), record(KNOWN_KEY)) },
    });
    const request = new Request("http://gw/api/v2/jsonRPC", {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": KNOWN_KEY },
      body: '{"id":1,"method":"getMasterchainInfo"}',
    });
    assert.equal((await gateway.fetch(request)).status, 200);
    assert.equal(callCount, 1);
  });

  test("an API key expires at its time, and is suspended as soon as its store says so", async (t) => {
    /** @type {{ time: number, more: Partial<import("ton-edge/gateway").KeyRecord> }} */
    const state = { time: Date.UTC(2026, 5, 1), more: { expires: "2026-06-01T00:00:05Z" } };
    t.mock.method(Date, "now", () => state.time);
    const { send } = makeGateway({ apiKeys: { ttlMs: 10_000, find: async () => record(KNOWN_KEY, state.more) } });
    assert.equal(await send(KNOWN_KEY), 200);
    state.time += 4999;
    assert.equal(await send(KNOWN_KEY), 200);
    state.time += 1;
    assert.equal(await send(KNOWN_KEY), 401, "expired, although its record is still in memory");
    state.more = {};
    state.time += 5000;
    assert.equal(await send(KNOWN_KEY), 200);
    state.more = { suspended: true };
    state.time += 9999;
    assert.equal(await send(KNOWN_KEY), 200, "in memory for as long as the store allows");
    state.time += 1;
    assert.equal(await send(KNOWN_KEY), 403);
  });

  test("an API key with an unknown plan has the limits of keys without a plan, with one alert", async () => {
    const keys = [record(KNOWN_KEY, { plan: "shp" }), record(TEST, { network: "mainnet", plan: "shp" })];
    const buildGateway = (plans) =>
      makeGateway({ apiKeys: listKeys(keys), logLevel: "warn", limits: { ...UNLIMITED, plans, keyless: 7 } });
    for (const [plans, usedCount, limit] of /** @type {any[]} */ ([
      [{ shop: 5, default: 3 }, /the plan `default`/, 3],
      [{ shop: 5 }, /the rate `limits.keyless`/, 7],
    ])) {
      const { send, log } = buildGateway(plans);
      const statuses = [];
      for (let count = 0; count < limit + 1; count += 1) statuses.push(await send(KNOWN_KEY));
      assert.deepEqual(statuses, [...Array(limit).fill(200), 429]);
      const alerts = log.map((line) => JSON.parse(line)).filter(({ event }) => event === "alert");
      assert.equal(alerts.length, 1);
      assert.equal(alerts[0].code, "key_plan_unknown");
      assert.match(alerts[0].alert, /the API key gggg has the plan shp/);
      assert.match(alerts[0].alert, usedCount);
    }
  });

  test("keyless requests can be refused", async () => {
    const { send } = makeGateway({ apiKeys: listKeys(makeRecords()), keyless: "refuse" });
    assert.deepEqual(
      [await send(undefined), await send(KNOWN_KEY), await send(TEST), await send("")],
      [401, 200, 403, 401],
    );
  });

  test("a list of API keys follows its secret, and a broken list is reported without its content", async () => {
    const { send, log } = makeGateway({ apiKeys: listKeys((env) => env.TON_EDGE_API_KEYS) });
    const env = { TON_EDGE_API_KEYS: JSON.stringify(makeRecords()) };
    assert.equal(await send(KNOWN_KEY, env), 200);
    assert.equal(
      await send(KNOWN_KEY, { TON_EDGE_API_KEYS: JSON.stringify([record(KNOWN_KEY, { revoked: true })]) }),
      401,
    );
    assert.equal(await send(KNOWN_KEY, { TON_EDGE_API_KEYS: "" }), 401);
    for (const invalidStore of [
      `[{"key":"${KNOWN_KEY}"}]`,
      KNOWN_KEY,
      "{}",
      JSON.stringify([record(KNOWN_KEY), record(KNOWN_KEY)]),
    ]) {
      assert.equal(await send(KNOWN_KEY, { TON_EDGE_API_KEYS: invalidStore }), 503);
    }
    assert.equal(log.length, 4);
    assert.ok(!log.join().includes(KNOWN_KEY));
  });

  test("API keys are written, listed and revoked in KV, in real workerd", async () => {
    const mf = new Miniflare({
      modules: true,
      script: "export default { fetch() {} }",
      kvNamespaces: ["KEYS"],
      cf: false,
      telemetry: { enabled: false },
    });
    try {
      const env = { KEYS: await mf.getKVNamespace("KEYS") };
      /** @type {any} */
      const store = kvKeys({ cacheTtl: 30 });
      for (const record of makeRecords()) await store.put(record, env);
      assert.equal(JSON.parse(await store.find(hashSha256(KNOWN_KEY), env)).id, "gggg");
      assert.equal(await store.find(hashSha256("no"), env), undefined);
      assert.deepEqual((await store.list(env)).map(({ id }) => id).sort(), ["gggg", "rrrr", "tttt"]);
      assert.equal(await store.revoke("nope", env), false);
      assert.equal(await store.revoke("gggg", env, "2026-03-01T00:00:00Z"), true);
      assert.equal(JSON.parse(await store.find(hashSha256(KNOWN_KEY), env)).revoked, "2026-03-01T00:00:00Z");
      assert.throws(() => kvKeys({ cacheTtl: 5 }), { code: "invalid_option" });
      assert.throws(() => kvKeys(/** @type {any} */ ({ cacheTTL: 60 })), {
        code: "invalid_option",
        suggestion: "cacheTtl",
      });
    } finally {
      await mf.dispose();
    }
  });

  test("a file of API keys is read again within a second after a change", async () => {
    const folder = await mkdtemp(join(tmpdir(), "ton-edge-keys-"));
    try {
      const path = join(folder, "keys.json");
      let time = 0;
      /** @type {any} */
      const store = /** @type {any} */ (fileKeys)(path, {}, () => time);
      const { send } = makeGateway({ apiKeys: store });
      assert.equal(await send(KNOWN_KEY), 503, "a missing file is not an empty list");
      await writeFile(path, JSON.stringify(makeRecords()), { mode: 0o600 });
      assert.equal(await send(KNOWN_KEY), 200);
      const admin = fileKeys(path);
      assert.equal(await admin.revoke("nope"), false);
      assert.equal(await admin.revoke("gggg"), true);
      time += 999;
      assert.equal(await send(KNOWN_KEY), 200, "the file has not been checked yet");
      time += 1;
      assert.equal(await send(KNOWN_KEY), 401);
      assert.equal((await stat(path)).mode & 0o777, 0o600);
      assert.deepEqual(await readdir(folder), ["keys.json"], "no temporary files are left");
      assert.ok(!(await readFile(path, "utf8")).includes("tonedge_"));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("a file of API keys", () => {
  const createFolderStore = async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "ton-edge-keys-"));
    t.after(() => rm(folder, { recursive: true }));
    const path = join(folder, "keys.json");
    const state = { time: 1_000_000 };
    return {
      folder,
      path,
      state,
      store: /** @type {any} */ (fileKeys)(path, {}, () => state.time),
      write: (list, to = path) => writeFile(to, JSON.stringify(list)),
    };
  };
  const readPlan = async (store) => (await store.find(hashSha256(KNOWN_KEY)))?.plan;

  test("a change of the file is noticed within a second by size, time or inode, and an unchanged file is not read again", async (t) => {
    const { folder, path, state, store, write } = await createFolderStore(t);
    const now = new Date("2026-01-01T00:00:00Z");
    await write([record(KNOWN_KEY, { plan: 5 })]);
    await utimes(path, now, now);
    const first = await store.find(hashSha256(KNOWN_KEY));
    state.time += 1000;
    assert.equal(await store.find(hashSha256(KNOWN_KEY)), first, "the file is unchanged");
    // The size changes.
    await write([record(KNOWN_KEY, { plan: 10 })]);
    await utimes(path, now, now);
    state.time += 1000;
    assert.equal(await readPlan(store), 10);
    // The time changes.
    await write([record(KNOWN_KEY, { plan: 20 })]);
    state.time += 1000;
    assert.equal(await readPlan(store), 20);
    // The inode changes.
    await utimes(path, now, now);
    state.time += 1000;
    await readPlan(store);
    await write([record(KNOWN_KEY, { plan: 30 })], join(folder, "next"));
    await utimes(join(folder, "next"), now, now);
    await rename(join(folder, "next"), path);
    state.time += 1000;
    assert.equal(await readPlan(store), 30);
  });

  test("a file of API keys is checked also after the clock was set back", async (t) => {
    const { state, store, write } = await createFolderStore(t);
    await write([record(KNOWN_KEY, { plan: 5 })]);
    assert.equal(await readPlan(store), 5);
    await write([record(KNOWN_KEY, { plan: 10 })]);
    state.time -= 3_600_000;
    assert.equal(await readPlan(store), 10);
  });

  test("setting the clock back does not lengthen the time for which the last good records of a file count", async (t) => {
    const { path, state, store, write } = await createFolderStore(t);
    await write([record(KNOWN_KEY, { plan: 5 })]);
    assert.equal(await readPlan(store), 5);
    await rm(path);
    const STALE_MS = 14_400_000;
    for (const [afterChange, plan] of [
      [-STALE_MS, 5],
      [STALE_MS - 1, 5],
      [1, "ENOENT"],
    ]) {
      state.time += Number(afterChange);
      assert.equal(await readPlan(store).catch(({ code }) => code), plan);
    }
  });

  test("the file loses no entry that another process has written, and shows a new entry at once", async (t) => {
    const { path, store } = await createFolderStore(t);
    await store.put(record(KNOWN_KEY, { plan: 5 }));
    assert.equal(await readPlan(store), 5);
    await fileKeys(path).put(record(TEST));
    await store.put(record(KNOWN_KEY, { plan: 10 }));
    assert.equal(await readPlan(store), 10);
    assert.deepEqual(
      (await store.list()).map(({ id }) => id),
      ["gggg", "tttt"],
    );
  });

  test("a broken file of API keys is not overwritten, and two keys with the same id are not confused", async (t) => {
    const { folder, path, store, write } = await createFolderStore(t);
    await writeFile(path, "[");
    await assert.rejects(store.put(record(KNOWN_KEY)), { code: "key_record_invalid" });
    assert.equal(await readFile(path, "utf8"), "[");
    await write([record(KNOWN_KEY), { ...record(TEST), id: "gggg" }]);
    await assert.rejects(store.revoke("gggg"), /two records in the file have the same id/);
    await write([record(KNOWN_KEY)]);
    await store.revoke("gggg", undefined, "2026-03-01T00:00:00Z");
    await store.revoke("gggg", undefined, "2026-04-01T00:00:00Z");
    assert.equal(
      (await store.find(hashSha256(KNOWN_KEY))).revoked,
      "2026-03-01T00:00:00Z",
      "the first revocation counts",
    );
    assert.deepEqual(await readdir(folder), ["keys.json"]);
    assert.throws(() => fileKeys(/** @type {any} */ (5)), { code: "invalid_option" });
    assert.throws(() => fileKeys(path, { staleMs: -1 }), { code: "invalid_option" });
    assert.throws(() => fileKeys(path, /** @type {any} */ ({ stale: 1 })), { code: "invalid_option" });
  });
});

describe("a file of API keys that becomes unreadable or faulty while the gateway runs", () => {
  const STALE_MS = 4 * 3_600_000;
  const TOKEN = "a-token-of-operators";

  /** A gateway with a real file; only its clock is simulated. */
  async function setUp(t, options = {}) {
    const folder = await mkdtemp(join(tmpdir(), "ton-edge-keys-"));
    t.after(() => rm(folder, { recursive: true }));
    const path = join(folder, "keys.json");
    const state = { time: Date.UTC(2026, 5, 1) };
    t.mock.method(Date, "now", () => state.time);
    await writeFile(path, JSON.stringify(makeRecords()));
    /** @type {any[]} */
    const log = [];
    const gateway = createGateway({
      limits: UNLIMITED,
      fetch: async () => Response.json({ ok: true }),
      adminToken: TOKEN,
      readiness: { ttlMs: 600_000 },
      apiKeys: fileKeys(path, options),
      log: (line) => log.push(JSON.parse(line)),
    });
    const send = async (key, afterChange = 1000) => {
      state.time += afterChange;
      return (await gateway.fetch(new Request(`http://gw${PATH}`, { headers: { "x-api-key": key } }))).status;
    };
    const callOps = (name) =>
      gateway.fetch(new Request(`http://gw/${name}`, { headers: { authorization: `Bearer ${TOKEN}` } }));
    const readReadiness = async () => (await (await callOps("readyz")).json()).apiKeys;
    const readStaleSeconds = async () =>
      Number(/^ton_edge_key_store_stale_seconds (.*)$/m.exec(await (await callOps("metrics")).text())?.[1]);
    const listAlerts = () => log.filter(({ event }) => event === "alert").map(({ code }) => code);
    return {
      folder,
      path,
      state,
      gateway,
      send,
      readReadiness,
      staleSeconds: readStaleSeconds,
      alerts: listAlerts,
      log,
      ops: callOps,
    };
  }

  /** Ways in which a file becomes unusable. */
  const FAULTS = {
    async "half written"({ path }) {
      await writeFile(path, JSON.stringify(makeRecords()).slice(0, -20));
    },
    async empty({ path }) {
      await writeFile(path, "");
    },
    async "with a faulty record"({ path }) {
      await writeFile(path, JSON.stringify([...makeRecords(), { hash: "x" }]));
    },
    async removed({ path }) {
      await rm(path);
    },
    async "without the rights to read it"({ path }) {
      await chmod(path, 0o000);
    },
    async "a link to itself"({ path }) {
      await rm(path);
      await symlink(path, path);
    },
    async "a link without a target"({ folder, path }) {
      await rm(path);
      await symlink(join(folder, "nothing.json"), path);
    },
    async "a folder"({ path }) {
      await rm(path);
      await mkdir(path);
    },
  };

  for (const [name, damage] of Object.entries(FAULTS))
    test(`the file of API keys is ${name}: its last good records count for four hours, and alerts report it`, async (t) => {
      if (name === "without the rights to read it" && process.getuid?.() === 0) return t.skip("root may read all");
      const {
        path,
        state,
        send,
        readReadiness,
        staleSeconds: readStaleSeconds,
        alerts: listAlerts,
        log,
      } = await setUp(t);
      assert.deepEqual(
        [await send(KNOWN_KEY), await readReadiness(), await readStaleSeconds()],
        [200, { state: "good", readAt: new Date(state.time).toISOString() }, 0],
      );
      const startedAt = state.time;
      await damage({ path, folder: dirname(path) });
      assert.deepEqual([await send(KNOWN_KEY), await send(REVOKED_KEY), await send("unknown")], [200, 401, 401], name);
      const writeIso = (ms) => new Date(ms).toISOString();
      const { fault, ...report } = await readReadiness();
      assert.deepEqual(report, {
        ...{ state: "stale", since: writeIso(startedAt), until: writeIso(startedAt + STALE_MS) },
        readAt: writeIso(startedAt),
      });
      assert.equal(await readStaleSeconds(), 3);
      assert.equal(await send(KNOWN_KEY, STALE_MS - 4000), 200, "until the last second");
      assert.deepEqual(listAlerts(), ["key_store_stale"], "once");
      assert.ok(log.some(({ alert }) => alert?.includes(fault) && alert.includes(writeIso(startedAt + STALE_MS))));
      assert.equal(await send(KNOWN_KEY), 503);
      assert.equal((await readReadiness()).state, "failed");
      assert.equal(await readStaleSeconds(), STALE_MS / 1000);
      // A revocation takes effect as soon as the file can be read.
      await rm(path, { recursive: true, force: true });
      await writeFile(path, JSON.stringify([record(KNOWN_KEY), record(TEST, { network: "mainnet", revoked: true })]));
      assert.deepEqual([await send(KNOWN_KEY), await send(TEST)], [200, 401]);
      const { lastChange, ...restored } = await readReadiness();
      assert.deepEqual([restored, await readStaleSeconds()], [{ state: "good", readAt: writeIso(state.time) }, 0]);
      assert.deepEqual([lastChange.changed.length, lastChange.removed.length, lastChange.unlisted], [1, 1, 0]);
      assert.equal(listAlerts().at(-1), "key_store_restored");
      assert.equal(listAlerts().filter((code) => code === "key_store_restored").length, 1);
    });

  test("after a change of the file, the log names the records that were added, changed, revoked and removed", async (t) => {
    const { path, state, send, log, readReadiness } = await setUp(t);
    await send(KNOWN_KEY);
    const recordsBefore = makeRecords();
    const [firstKey, revokedRecord, renamedRecord, ...rest] = recordsBefore;
    const addedRecord = record(`tonedge_${"n".repeat(43)}`);
    const recordsAfter = [
      { ...revokedRecord, revoked: true },
      { ...renamedRecord, name: "another name" },
      ...rest,
      addedRecord,
    ];
    await writeFile(path, JSON.stringify(recordsAfter));
    await send(KNOWN_KEY);
    await send(KNOWN_KEY);
    const changes = log.filter(({ code }) => code === "api_keys_changed").map(({ alert }) => alert);
    const expected = `added ${addedRecord.id}; changed ${renamedRecord.id}; revoked ${revokedRecord.id}; removed ${firstKey.id}`;
    assert.deepEqual(changes, [`API key records changed: ${expected}`]);
    const { lastChange } = await readReadiness();
    assert.deepEqual(lastChange, {
      time: lastChange.time,
      unlisted: 0,
      added: [addedRecord.id],
      changed: [renamedRecord.id],
      revoked: [revokedRecord.id],
      removed: [firstKey.id],
    });
    assert.ok(Math.abs(Date.parse(lastChange.time) - state.time) < 60_000);
  });

  test("metrics and readiness notice a broken file of API keys without a caller, and list it among the alerts", async (t) => {
    const { path, state, send, staleSeconds: readStaleSeconds, alerts: listAlerts, ops: callOps } = await setUp(t);
    await send(KNOWN_KEY);
    await rm(path);
    state.time += 2000;
    assert.equal(await readStaleSeconds(), 2);
    assert.deepEqual(listAlerts(), ["key_store_stale"]);
    const { alerts: recentAlerts } = await (await callOps("readyz")).json();
    assert.match(recentAlerts[0].alert, /ENOENT/);
  });

  test("a file of API keys that was never readable makes every key fail, and with `apiKeysStaleMs: 0` no old record counts", async (t) => {
    const { path, send, readReadiness } = await setUp(t);
    await writeFile(path, "[");
    assert.equal(await send(KNOWN_KEY), 503);
    assert.equal((await readReadiness()).state, "failed");
    const strictSetup = await setUp(t, { staleMs: 0 });
    assert.equal(await strictSetup.send(KNOWN_KEY), 200);
    await rm(strictSetup.path);
    assert.equal(await strictSetup.send(KNOWN_KEY), 503);
    assert.deepEqual(strictSetup.alerts(), ["key_store_unavailable"]);
  });
});

describe("API keys in KV and in lists", () => {
  test("the list of API keys in KV has all pages of the gateway's own entries; reads use the configured TTL", async () => {
    const reads = [];
    const storedTexts = new Map(makeRecords().map((item) => [`key:${item.hash}`, JSON.stringify(item)]));
    const names = [...storedTexts.keys(), "key:deleted-meanwhile"];
    const KEYS = {
      get: async (name, readOptions) => (reads.push([name, readOptions]), storedTexts.get(name) ?? null),
      put: async (name, text) => storedTexts.set(name, text),
      // A page contains one name.
      async list({ prefix, cursor = "0" }) {
        assert.equal(prefix, "key:");
        const position = Number(cursor);
        return {
          keys: [{ name: names[position] }],
          list_complete: position + 1 === names.length,
          cursor: String(position + 1),
        };
      },
    };
    /** @type {any} */
    const store = kvKeys({ cacheTtl: 45 });
    assert.equal(await store.find("unknown", { KEYS }), undefined);
    assert.deepEqual(reads, [["key:unknown", { type: "text", cacheTtl: 45 }]]);
    assert.deepEqual(
      (await store.list({ KEYS })).map(({ id }) => id),
      ["gggg", "tttt", "rrrr"],
    );
    assert.equal(await store.revoke("rrrr", { KEYS }), true);
    assert.equal(
      JSON.parse(storedTexts.get(`key:${hashSha256(REVOKED_KEY)}`)).revoked,
      "2026-02-01T00:00:00Z",
      "the first revocation counts",
    );
    assert.throws(() => kvKeys({ binding: /** @type {any} */ (5) }), { code: "invalid_option" });
    await assert.rejects(store.find("a", { KEYS: {} }), { code: "config_invalid" });
  });

  test("a list of API keys may change in place, and a text is parsed once", async () => {
    const list = [record(KNOWN_KEY)];
    /** @type {any} */
    const store = listKeys(list);
    assert.equal(await store.find(hashSha256(TEST)), undefined);
    list.push(record(TEST));
    assert.equal((await store.find(hashSha256(TEST))).id, "tttt");
    /** @type {any} */
    const text = listKeys(() => JSON.stringify(list));
    assert.equal(await text.find(hashSha256(KNOWN_KEY)), await text.find(hashSha256(KNOWN_KEY)));
    await assert.rejects(listKeys([record(KNOWN_KEY), undefined]).list(), /record 2 of the list of keys/);
    await assert.rejects(
      listKeys([record(KNOWN_KEY), record(KNOWN_KEY)]).list(),
      /record 2 of the list of keys has the same hash as an earlier one/,
    );
  });
});

describe("the cache of API key lookups", () => {
  const SILENT_LOG = new Log({ logLevel: "off" });
  const makeClient = (name) => ({ name, allowed: true });
  /** The store without a limit on unknown keys. */
  const makeClockedStore = (store) => {
    const state = { time: 1_000_000, calls: 0 };
    const find = (hash, ...extraArgs) => ((state.calls += 1), store.find(hash, ...extraArgs));
    const lookUp = createKeyLookup({ ...store, find }, { log: SILENT_LOG, now: () => state.time });
    return {
      state,
      send: async (key) => JSON.parse(await lookUp(hashSha256(key), { env: {}, record: { id: "id" } })).state,
    };
  };

  test("the cache of lookups holds 10 000 existing API keys, and separately 1000 missing ones", async () => {
    const goodKeys = new Set(Array.from({ length: 10_001 }, (_, index) => hashSha256(`tonedge_${index}`)));
    const { state, send } = makeClockedStore({
      ttlMs: 1_000_000,
      find: async (hash) => (goodKeys.has(hash) ? { ...record(KNOWN_KEY), hash } : undefined),
    });
    assert.equal(await send("tonedge_0"), "found");
    for (let index = 0; index < 1001; index += 1) assert.equal(await send(`no-${index}`), "missing");
    assert.equal(state.calls, 1002);
    await send("tonedge_0");
    await send("no-1000");
    assert.equal(state.calls, 1002, "missing API keys evict no existing ones");
    await send("no-0");
    assert.equal(state.calls, 1003);
    for (let index = 1; index <= 10_000; index += 1) await send(`tonedge_${index}`);
    assert.equal(state.calls, 11_003);
    await send("tonedge_0");
    assert.equal(state.calls, 11_004);
  });

  test("the cache of lookups forgets a missing API key when the store's own TTL is over", async () => {
    const { state, send } = makeClockedStore({ ttlMs: 2000, find: async () => null });
    assert.deepEqual([await send("a"), await send("a")], ["missing", "missing"]);
    assert.equal(state.calls, 1);
    state.time += 2000;
    await send("a");
    assert.equal(state.calls, 2);
  });

  test("a deleted API key counts as a guess, like any missing key", async () => {
    const state = { isThere: true };
    const store = { find: async () => (state.isThere ? record(KNOWN_KEY) : undefined) };
    const failedKeys = { intervalMs: 1000, burst: 3 };
    const lookUp = createKeyLookup(store, { failedKeys, log: SILENT_LOG, now: () => 1_000_000 });
    const send = async () =>
      JSON.parse(
        await lookUp(hashSha256(KNOWN_KEY), { env: {}, record: { id: "id", client: makeClient("192.0.2.1") } }),
      ).state;
    assert.deepEqual([await send(), await send(), await send(), await send()], Array(4).fill("found"));
    state.isThere = false;
    const states = [];
    for (let index = 0; index < 6; index += 1) states.push(await send());
    assert.deepEqual(states, [...Array(4).fill("missing"), "busy", "busy"]);
  });

  test("a client's lookups in flight count as failed until they end, and its next lookup waits for them at most a second", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const failedLookups = createFailedLookups({ intervalMs: 1000, burst: 2 }, () => 1_000_000);
    const passTime = async (ms) => {
      for (let passedMs = 0; passedMs < ms; passedMs += 50) {
        await new Promise(setImmediate);
        t.mock.timers.tick(50);
      }
      await new Promise(setImmediate);
    };
    const waits = [];
    const beginLookup = () => failedLookups.begin("192.0.2.1").then((wait) => waits.push(wait));
    await beginLookup();
    await beginLookup();
    assert.deepEqual(waits, [0, 0]);
    assert.equal(await failedLookups.begin("192.0.2.2"), 0, "another client");
    beginLookup();
    await passTime(950);
    assert.deepEqual(waits, [0, 0]);
    await passTime(50);
    assert.deepEqual(waits, [0, 0, 1000]);
    beginLookup();
    await passTime(200);
    failedLookups.end("192.0.2.1", false);
    await passTime(50);
    assert.deepEqual(waits, [0, 0, 1000, 0], "a found key gives its slot to the next lookup");
    for (let index = 0; index < 2; index += 1) failedLookups.end("192.0.2.1", true);
    await beginLookup();
    assert.equal(waits.at(-1), 1000, "API keys that failed are refused at once");
  });

  const setUp = () => {
    const kv = fakeKv();
    const state = { time: 1_000_000 };
    const log = [];
    const lookUp = createKeyLookup(kvKeys(), {
      failedKeys: { intervalMs: 1000, burst: 20 },
      log: new Log({ logLevel: "error", log: (line) => log.push(line) }),
      now: () => state.time,
    });
    const lookUpKey = async (key, client) =>
      JSON.parse(
        await lookUp(hashSha256(key), { env: { KEYS: kv }, record: { id: "id", client: makeClient(client) } }),
      );
    const send = async (key, client) => (await lookUpKey(key, client)).state;
    return { kv, state, send, lookup: lookUpKey, log };
  };

  test("an existing API key is read once per TTL, and its revocation is noticed after that", async () => {
    const { kv, state, send } = setUp();
    for (let i = 0; i < 20; i++) assert.equal(await send(KNOWN_KEY), "found");
    assert.equal(kv.calls, 1);
    await kvKeys().revoke("gggg", { KEYS: kv });
    kv.calls = 0;
    state.time += 9_999;
    await send(KNOWN_KEY);
    assert.equal(kv.calls, 0);
    state.time += 1;
    await send(KNOWN_KEY);
    assert.equal(kv.calls, 1);
  });

  test("a missing API key is looked up again sooner than an existing one, and after a failure at once", async () => {
    const { kv, state, send, log } = setUp();
    for (let i = 0; i < 40; i++) assert.equal(await send("unknown"), "missing", "a repeated guess does not count");
    assert.equal(kv.calls, 1);
    state.time += 4_000;
    await send("unknown");
    state.time += 1_000;
    await send("unknown");
    assert.equal(kv.calls, 2);
    kv.broken = true;
    assert.deepEqual([await send("other"), await send("other")], ["failed", "failed"]);
    assert.equal(kv.calls, 4);
    assert.ok(log.length === 2 && !log.join().includes(KNOWN_KEY));
    kv.broken = false;
    assert.equal(await send("other"), "missing");
  });

  test("random API keys cause a bounded number of reads, and evict no valid keys", async () => {
    const { kv, state, send } = setUp();
    await send(KNOWN_KEY);
    const states = new Map();
    for (let i = 0; i < 5000; i++) {
      const outcome = await send(`random-${i}`);
      states.set(outcome, (states.get(outcome) ?? 0) + 1);
    }
    assert.equal(kv.calls, 21, "the valid key and 20 other keys are looked up");
    assert.deepEqual(
      [...states],
      [
        ["missing", 20],
        ["busy", 4980],
      ],
    );
    assert.equal(await send(KNOWN_KEY), "found");
    state.time += 10_000;
    for (let i = 0; i < 200; i++) await send(`more-${i}`);
    assert.equal(await send(KNOWN_KEY), "found", "a key that was valid is read again even at the limit");
    assert.equal(await send(TEST), "busy", "another key of this client has to wait");
    state.time += 1_000;
    for (let i = 0; i < 20; i++) {
      state.time += 10_000;
      assert.equal(await send(TEST), "found", "a valid key does not use up the client's lookups");
    }
  });

  test("a client that sends unknown API keys locks out no other client, and gets a Retry-After", async () => {
    const { kv, state, send, lookup: lookUpKey } = setUp();
    const goodKeys = Array.from({ length: 20 }, (_, index) => `tonedge_${1000 + index}`);
    for (const key of goodKeys) await kv.put(`key:${hashSha256(key)}`, JSON.stringify(record(key)));
    // Sends all requests at the same time, as an attacker would.
    const [outcomes] = await Promise.all([
      Promise.all(Array.from({ length: 1500 }, (_, index) => lookUpKey(`random-${index}`, "198.51.100.1"))),
      ...goodKeys.map(async (key, index) => assert.equal(await send(key, `192.0.2.${index}`), "found")),
    ]);
    assert.equal(outcomes.filter(({ state: outcomeState }) => outcomeState === "missing").length, 20);
    for (const { state: outcomeState, wait } of outcomes)
      assert.ok(outcomeState === "missing" || (outcomeState === "busy" && wait === 1000), `${outcomeState} ${wait}`);
    assert.equal(kv.calls, 40);
    for (const key of goodKeys)
      assert.equal(await send(key, "198.51.100.1"), "found", "a key that is known as valid is not refused");
    state.time += 400;
    assert.equal((await lookUpKey("another", "198.51.100.1")).wait, 600);
    state.time += 600;
    assert.equal(await send("another", "198.51.100.1"), "missing");
  });

  test("any number of valid API keys from one server pass at the same time", async () => {
    const { kv, send } = setUp();
    const goodKeys = Array.from({ length: 100 }, (_, index) => `tonedge_${1000 + index}`);
    for (const key of goodKeys) await kv.put(`key:${hashSha256(key)}`, JSON.stringify(record(key)));
    assert.deepEqual(new Set(await Promise.all(goodKeys.map((key) => send(key, "192.0.2.1")))), new Set(["found"]));
  });

  test("unknown API keys also count if their store has no cache", async () => {
    const state = { time: 1_000_000 };
    const lookUp = createKeyLookup(
      { find: async (hash) => (hash === hashSha256(KNOWN_KEY) ? record(KNOWN_KEY) : undefined) },
      { failedKeys: { intervalMs: 1000, burst: 20 }, log: SILENT_LOG, now: () => state.time },
    );
    const send = async (key) =>
      JSON.parse(await lookUp(hashSha256(key), { env: {}, record: { client: makeClient("192.0.2.1") } })).state;
    assert.equal(await send(KNOWN_KEY), "found");
    const states = [];
    for (let i = 0; i < 30; i++) states.push(await send(`random-${i}`));
    assert.deepEqual(states, [...Array(20).fill("missing"), ...Array(10).fill("busy")]);
    assert.equal(await send(KNOWN_KEY), "found");
  });

  test("many client IPs with unknown API keys take a bounded amount of memory", () => {
    const failedLookups = createFailedLookups({ intervalMs: 1000, burst: 20 }, () => 1_000_000);
    for (let i = 0; i < 50_000; i++) failedLookups.end(`2001:db8:${i.toString(16)}::/64`, true);
    assert.ok(failedLookups.size <= 10_000, `${failedLookups.size}`);
  });
});

test("the ready-made Worker reads networks of hosts, several upstream keys and `keyless` from its variables", async () => {
  const stack = await startStack({
    page: false,
    replay: { keys: { mainnet: ["spare-key"], testnet: ["spare-key"] } },
    bindings: {
      TON_EDGE_TESTNET_API_KEY: " spare-key , other",
      TON_EDGE_HOSTS: "testnet.gw.example=testnet",
      TON_EDGE_API_KEYS: JSON.stringify(makeRecords()),
      TON_EDGE_KEYLESS: "refuse",
    },
  });
  try {
    const { request } = await import("node:http");
    const send = (host, key) =>
      new Promise((resolve, reject) => {
        request(`${stack.url}${PATH}`, { headers: { host, "x-api-key": key } }, (response) =>
          resolve(response.resume().statusCode),
        )
          .on("error", reject)
          .end();
      });
    assert.deepEqual(
      [
        await send("testnet.gw.example", TEST),
        await send("testnet.gw.example", KNOWN_KEY),
        await send("other.example", KNOWN_KEY),
      ],
      [200, 403, 200],
    );
    assert.equal(stack.own.requests.find(({ headers }) => headers["x-api-key"])?.headers["x-api-key"], "spare-key");
    assert.equal((await fetch(stack.url + PATH)).status, 401);
  } finally {
    await stack.close();
  }
  const brokenStack = await startStack({ page: false, bindings: { TON_EDGE_HOSTS: "testnet.gw.example" } });
  try {
    const response = await fetch(brokenStack.url + PATH);
    assert.equal(response.status, 500);
    assert.match(
      (await response.json()).error,
      /`TON_EDGE_HOSTS`: "testnet.gw.example" must be "mainnet" or "testnet"/,
    );
  } finally {
    await brokenStack.close();
  }
});
