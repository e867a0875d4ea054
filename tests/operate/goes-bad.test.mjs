// The table "Faults of your own parts" of docs/operate/faults.md, row by row, on real parts: files, links,
// rights, disks, Redis, workerd, sockets. Callers of the last good state are served, and the operator sees what the row says.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { connect, createServer as createSocketServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";

import Valkey from "iovalkey";
import { createGateway } from "ton-edge/gateway";
import { remoteLimiter } from "ton-edge/gateway/limiter";
import { redisStreams } from "ton-edge/gateway/redis";
import { otlp } from "ton-edge/gateway/telemetry";

import { startLimiterHost } from "../fleet/limiter-host.mjs";
import { startRedis } from "../fleet/redis.mjs";
import { makeStreamGateway } from "../gateway/streams.mjs";
import { findFreePort } from "../helpers/free-port.mjs";
import { makeAccount, ScriptedChain } from "../helpers/scripted-chain.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";
import { startReplay } from "../upstream/replay.mjs";
import { serveKv, startWorker } from "./kv-worker.mjs";
import { BIN, waitUntil, startCommand } from "./running-command.mjs";

const GUIDE = new URL("../../docs/operate/faults.md", import.meta.url);
const SECRET = "a-secret-of-the-limiter";
const UPSTREAM_KEY = "a-key-of-the-upstream";
const TOKEN = "a-token-of-the-operators";
const READ_PATH = "/api/v2/getMasterchainInfo";
/** Reads whose responses are not cached. */
const newRead = (
  (count) => () =>
    `/api/v3/transactions?limit=${(count += 1)}`
)(0);
const PLAIN_PATH = "/api/v2/detectAddress?address=0:" + "83".repeat(32);

const sha256 = (text) => createHash("sha256").update(text).digest("hex");
const KNOWN_KEY = `tonedge_${"g".repeat(43)}`;
const OTHER_KEY = `tonedge_${"o".repeat(43)}`;
const createdAt = "2026-01-01T00:00:00Z";
const makeRecord = (key, overrides = {}) => ({
  hash: sha256(key),
  id: key.slice(8, 12),
  network: "mainnet",
  created: createdAt,
  ...overrides,
});
const makeKeyHeaders = (key) => ({ "x-api-key": key });

/** The rows of the table: the part that fails, and the signs that the third cell promises: codes of alerts, and metrics. */
const rows = (await readFile(GUIDE, "utf8"))
  // The only table with four columns.
  .split("\n|---|---|---|---|\n")[1]
  .split("\n\n")[0]
  .split("\n")
  .map((line) => line.slice(2).split(" | "))
  .map(([label, , signs]) => ({
    what: label,
    signs: [...signs.matchAll(/alert `(\w+)`|`(ton_edge_\w+)`/g)].map(([, alert, metric]) => alert ?? metric),
  }));

let folder;
let upstream;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ton-edge-bad-"));
  await chmod(folder, 0o755);
  upstream = await startReplay({ keys: { mainnet: [UPSTREAM_KEY], testnet: [] } });
});
after(async () => {
  await upstream?.close();
  await rm(folder, { recursive: true, force: true });
});

const makeHome = async () => {
  const home = await mkdtemp(join(folder, "h-"));
  await chmod(home, 0o755);
  return home;
};
/** Settings of the command without limits. @param {string} [overrides] fields at the top level */
const makeSettingsWith = (overrides = "", port = 0) => `port = ${port}
enforceOrigins = false
mainnet = "${upstream.url}"
testnet = "off"
${overrides}
`;
const LIMITS_OFF = 'limits = { keyless = "off", budget = "off", requests = "off" }';
const replace = async (path, text) => {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
};

/** Faults of a file, each with what makes it. @type {Record<string, (path: string, text: string) => Promise<unknown>>} */
const FILE_FAULTS = {
  removed: (path) => rm(path),
  empty: (path) => writeFile(path, ""),
  "without the rights to read it": (path) => chmod(path, 0o000),
  "a link without a target": async (path) => {
    await rm(path);
    await symlink("nothing", path);
  },
};
const writeHalf = (path, text) => writeFile(path, text.slice(0, -3));

/** A folder as Kubernetes mounts it: files are links into `..data`, a link that is replaced for all of them at once. */
async function makeMount(home, name, text) {
  const writeVersion = async (version, content) => {
    await mkdir(join(home, version));
    if (content !== undefined) await writeFile(join(home, version, name), content);
    await symlink(version, join(home, "..data.new"));
    await rename(join(home, "..data.new"), join(home, "..data"));
  };
  await writeVersion("..1", text);
  await symlink(`..data/${name}`, join(home, name));
  return { path: join(home, name), put: writeVersion };
}

/** @type {Record<string, (t: import("node:test").TestContext, saw: (sign: string) => void) => Promise<unknown>>} */
const TESTS = {
  async "the configuration file, or a file with a secret, while the gateway runs"(t, saw) {
    const home = await makeHome();
    const key = join(home, "upstream-key");
    await writeFile(key, UPSTREAM_KEY);
    const settings = makeSettingsWith(`${LIMITS_OFF}\nunknownParameters = "refuse"`).replace(
      /^mainnet = (.*)$/m,
      `[[mainnet]]\nbaseUrl = $1\napiKey = "file:${key}"`,
    );
    // Tables follow the fields of the top level.
    const [upstreamMetrics] = /\[\[mainnet\]\](\n.+){2}/.exec(settings);
    const text = `${settings.replace(upstreamMetrics, "")}${upstreamMetrics}\n`;
    const command = await startCommand(t, { folder: home, settings: text });
    const faults = Object.entries({ ...FILE_FAULTS, "half written": writeHalf });
    for (const [path, content, list] of /** @type {[string, string, typeof faults][]} */ ([
      [command.file, text, faults],
      [key, UPSTREAM_KEY, Object.entries(FILE_FAULTS)],
    ]))
      for (const [name, spoilFile] of list) {
        const countBefore = command.lines.filter(({ code }) => code === "config_invalid").length;
        await spoilFile(path, content);
        command.reload();
        const hasWarned = () => command.lines.filter(({ code }) => code === "config_invalid").length > countBefore;
        await waitUntil(hasWarned, `${name}: no alert`);
        assert.equal(await command.metric("ton_edge_config_last_reload_successful"), 0, name);
        assert.deepEqual(
          [await command.status(`${PLAIN_PATH}&lmit=1`), await command.status(READ_PATH)],
          [422, 200],
          name,
        );
        await replace(path, content);
        command.reload();
        await waitUntil(
          async () => (await command.metric("ton_edge_config_last_reload_successful")) === 1,
          `${name}: the gateway has not recovered`,
        );
      }
    saw("ton_edge_config_last_reload_successful");
    assert.ok((await command.alerts()).includes("config_invalid"));
    saw("config_invalid");
    // A start is refused.
    await writeHalf(command.file, text);
    assert.equal(await command.stop(), 0);
    await assert.rejects(promisify(execFile)(process.execPath, [BIN, "gateway", "--config", command.file]), {
      code: 2,
    });
  },

  async "the file of API keys"(t, saw) {
    const home = await makeHome();
    const keys = [makeRecord(KNOWN_KEY), makeRecord(OTHER_KEY)];
    const text = JSON.stringify(keys);
    const mount = await makeMount(home, "keys.json", text);
    const STALE_MS = 4000;
    const settings = makeSettingsWith(`${LIMITS_OFF}\napiKeys = "${mount.path}"\napiKeysStaleMs = ${STALE_MS}`);
    const command = await startCommand(t, { folder: home, settings });
    const readStatuses = async () => [
      await command.status(newRead(), makeKeyHeaders(KNOWN_KEY)),
      await command.status(newRead(), makeKeyHeaders("unknown")),
    ];
    const isStale = async () => {
      await command.status(newRead(), makeKeyHeaders(KNOWN_KEY));
      return (await command.metric("ton_edge_key_store_stale_seconds")) > 0;
    };
    assert.deepEqual(await readStatuses(), [200, 401]);
    // A revocation by a link that is replaced.
    await mount.put("..2", JSON.stringify([keys[0], { ...keys[1], revoked: createdAt }]));
    await waitUntil(
      async () => (await command.status(newRead(), makeKeyHeaders(OTHER_KEY))) === 401,
      "the API key is not revoked",
    );
    let version = 2;
    for (const [name, spoilFile] of Object.entries({
      ...FILE_FAULTS,
      "half written": writeHalf,
      "a link to a folder without it": () => mount.put(`..${(version += 1)}`, undefined),
    })) {
      await spoilFile(join(home, `..${version}`, "keys.json"), text);
      await waitUntil(isStale, `${name}: the fault was not noticed`);
      assert.deepEqual(await readStatuses(), [200, 401], name);
      await mount.put(`..${(version += 1)}`, text);
      await waitUntil(async () => !(await isStale()), `${name}: the gateway has not recovered`);
    }
    saw("ton_edge_key_store_stale_seconds");
    assert.ok((await command.alerts()).includes("key_store_stale"));
    saw("key_store_stale");
    // After apiKeysStaleMs API keys are refused, and callers without one are not.
    await rm(join(home, "..data"));
    await waitUntil(
      async () => (await command.status(newRead(), makeKeyHeaders(KNOWN_KEY))) === 503,
      "the records do not end",
    );
    assert.equal(await command.status(newRead()), 200);
  },

  async "the plan of an API key is gone from `limits.plans`"(t, saw) {
    const home = await makeHome();
    await writeFile(join(home, "keys.json"), JSON.stringify([makeRecord(KNOWN_KEY, { plan: "shop" })]));
    const listSettings = (plan) =>
      makeSettingsWith(
        `apiKeys = "keys.json"\n[limits]\nbudget = "off"\nkeyless = 5\nplans = { ${plan} = 100, default = 7 }`,
      );
    const command = await startCommand(t, { folder: home, settings: listSettings("shop") });
    const fetchPolicy = async () =>
      (await command.get(newRead(), makeKeyHeaders(KNOWN_KEY))).headers.get("ratelimit-policy");
    assert.equal(await fetchPolicy(), '"shop";q=100;w=1');
    await replace(command.file, listSettings("shp"));
    command.reload();
    await waitUntil(async () => (await command.alerts()).includes("key_plan_unknown"), "no alert");
    saw("key_plan_unknown");
    assert.equal(await fetchPolicy(), '"default";q=7;w=1');
    const check = await promisify(execFile)(process.execPath, [BIN, "gateway", "--config", command.file, "--check"]);
    assert.match(check.stderr, /warning: .*the plan shop, .*; did you mean shp\?/);
    await replace(command.file, listSettings("shop"));
    command.reload();
    await waitUntil(async () => (await fetchPolicy()) === '"shop";q=100;w=1', "not mended");
  },

  async "Workers KV"(t, saw) {
    const kv = await serveKv([makeRecord(KNOWN_KEY), makeRecord(OTHER_KEY)]);
    t.after(() => kv.close());
    const worker = await startWorker(t, { kv: kv.port, upstream: upstream.url, token: TOKEN });
    const fetchStatus = async (key) => {
      const response = await fetch(worker.url + newRead(), { headers: key === undefined ? {} : makeKeyHeaders(key) });
      await response.arrayBuffer();
      return response.status;
    };
    assert.deepEqual([await fetchStatus(KNOWN_KEY), await fetchStatus("unknown")], [200, 401]);
    for (const fault of /** @type {const} */ (["500", "garbage", "broken off", "silent"])) {
      kv.fault = fault;
      assert.deepEqual([await fetchStatus(OTHER_KEY), await fetchStatus(undefined)], [503, 200], fault);
      assert.equal(await fetchStatus(KNOWN_KEY), 200, `${fault}: a key that the isolate has looked up`);
    }
    const readinessResponse = await fetch(`${worker.url}/readyz`, { headers: { authorization: `Bearer ${TOKEN}` } });
    assert.ok((await readinessResponse.json()).alerts.some(({ code }) => code === "key_store_unavailable"));
    saw("key_store_unavailable");
    kv.fault = undefined;
    assert.equal(await fetchStatus(OTHER_KEY), 200);
  },

  async Redis(t, saw) {
    const redis = await startRedis();
    t.after(() => redis.close());
    const slowProxy = await startSlowProxy(redis.port);
    t.after(() => slowProxy.close());
    const readSettings = (reserve) =>
      makeSettingsWith(
        `[limits]\nredis = "env:REDIS"\nkeyless = "off"\nbudget = 20\n${reserve ? "reservePercent = 50\nmaxGateways = 2" : ""}`,
      );
    process.env.REDIS = `redis://127.0.0.1:${slowProxy.port}`;
    t.after(() => delete process.env.REDIS);
    const [reservedProcess, unreservedProcess] = await Promise.all(
      [true, false].map(async (reserve) =>
        // The client of Redis is a package of the operator's project.
        startCommand(t, { folder: await makeProject(await makeHome()), settings: readSettings(reserve) }),
      ),
    );
    const isRecovered = async () =>
      (await reservedProcess.status(newRead())) === 200 && (await unreservedProcess.status(newRead())) === 200;
    const cachedPath = "/api/v3/jetton/masters?limit=1";
    for (const command of [reservedProcess, unreservedProcess]) assert.equal(await command.status(cachedPath), 200);
    const FAULTS = {
      hangs: [() => redis.pause(), () => redis.resume()],
      "is killed": [() => redis.end(), () => redis.start()],
      "takes 2 s for a response": [() => slowProxy.delay(2000), () => slowProxy.delay(0)],
    };
    for (const [name, [spoilFile, mend]] of Object.entries(FAULTS)) {
      await waitUntil(isRecovered, `before it ${name}`);
      await spoilFile();
      await waitUntil(
        async () => (await unreservedProcess.status(newRead())) === 503,
        `${name}: the fault was not noticed`,
      );
      const response = await unreservedProcess.get(newRead());
      assert.deepEqual([response.status, response.headers.get("x-ton-edge-error")], [503, "limiter_unavailable"], name);
      await response.arrayBuffer();
      await waitUntil(async () => (await reservedProcess.status(newRead())) === 200, `${name}: no reserve`);
      for (const command of [reservedProcess, unreservedProcess]) {
        assert.equal(await command.status(PLAIN_PATH), 200, name);
        assert.ok((await command.alerts()).includes("limiter_unavailable"), name);
      }
      await mend();
    }
    await waitUntil(isRecovered, "the limiter is not in use again");
    saw("limiter_unavailable");
  },

  async "the Durable Object"(t, saw) {
    const host = await startLimiterHost(SECRET);
    t.after(() => host.close());
    const makeGateway = (overrides) => {
      const alerts = [];
      const gateway = createGateway({
        mainnet: { baseUrl: upstream.url, budget: 20 },
        limits: { scope: remoteLimiter({ url: host.url, secret: SECRET }), keyless: "off", ...overrides },
        log: (line) => alerts.push(JSON.parse(line).code),
        logLevel: "warn",
      });
      return {
        alerts,
        send: async (path = newRead()) => (await gateway.fetch(new Request(`http://gw${path}`))).status,
      };
    };
    const program = await readFile(host.program, "utf8");
    const THROWING_OBJECT =
      'LimiterObject.prototype.fetch = () => { throw new Error("Durable Object is overloaded."); };';
    const [reservedProcess, unreservedProcess] = [makeGateway({ reservePercent: 50, maxGateways: 2 }), makeGateway({})];
    const isRecovered = async () => (await reservedProcess.send()) === 200 && (await unreservedProcess.send()) === 200;
    const FAULTS = {
      hangs: [() => host.pause(), () => host.resume()],
      "is killed": [() => host.end(), () => host.start()],
      "throws an error": [
        () => replaceProgram(host, `${program}\n${THROWING_OBJECT}`),
        () => replaceProgram(host, program),
      ],
    };
    for (const [name, [spoilFile, mend]] of Object.entries(FAULTS)) {
      await waitUntil(isRecovered, `before it ${name}`);
      await spoilFile();
      await waitUntil(async () => (await unreservedProcess.send()) === 503, `${name}: the fault was not noticed`);
      await waitUntil(async () => (await reservedProcess.send()) === 200, `${name}: no reserve`);
      assert.equal(await unreservedProcess.send(PLAIN_PATH), 200, name);
      for (const { alerts } of [reservedProcess, unreservedProcess])
        assert.ok(alerts.includes("limiter_unavailable"), name);
      await mend();
    }
    await waitUntil(isRecovered, "the limiter is not in use again");
    saw("limiter_unavailable");
  },

  async "an upstream that falls behind the others by more than `maxBehindBlocks`"(t, saw) {
    const home = await makeHome();
    const seqnos = [1000, 1000];
    let isSecondDown = false;
    const urls = await Promise.all(
      seqnos.map(async (_, index) => {
        const server = createServer((request, response) => {
          const isDown = index === 1 && isSecondDown;
          const block = {
            workchain: -1,
            shard: "-9223372036854775808",
            seqno: seqnos[index],
            root_hash: "",
            file_hash: "",
          };
          const body = request.url?.includes("masterchainInfo")
            ? { last: block, first: block }
            : { accounts: [{ balance: "1" }], address_book: {}, metadata: {} };
          response.writeHead(isDown ? 500 : 200, { "content-type": "application/json" }).end(JSON.stringify(body));
        });
        t.after(() => (server.closeAllConnections(), server.close()));
        await once(server.listen(0, "127.0.0.1"), "listening");
        return `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
      }),
    );
    const settings = `port = 0\nenforceOrigins = false\ntestnet = "off"\n${LIMITS_OFF}\n${urls.map((url) => `[[mainnet]]\nbaseUrl = "${url}"\n`).join("")}`;
    const command = await startCommand(t, { folder: home, settings });
    let accounts = 0;
    const read = async () => {
      accounts += 1;
      const response = await command.get(`/api/v3/accountStates?address=0:${String(accounts).padStart(64, "0")}`);
      await response.arrayBuffer();
      return [response.status, response.headers.get("x-ton-edge-seqno"), response.headers.get("x-ton-edge-behind")];
    };
    await waitUntil(async () => {
      await command.alerts();
      return (await read())[1] === "1000";
    }, "the gateway does not tell the block");
    // The first upstream hangs, and the second one is preferred once its newest block is known.
    seqnos[1] = 1100;
    await waitUntil(async () => {
      await command.alerts();
      return (await read())[1] === "1100";
    }, "the gateway does not prefer the newer upstream");
    isSecondDown = true;
    assert.deepEqual(await read(), [200, "1000", "100"]);
    assert.ok((await command.alerts()).includes("upstream_behind"));
    saw("upstream_behind");
    const blocksBehind = await command.metric(`ton_edge_upstream_blocks_behind\\{.*generation="v3".*\\}`);
    assert.equal(blocksBehind, 100);
    saw("ton_edge_upstream_blocks_behind");
    // Caught up again.
    seqnos[0] = 1101;
    await waitUntil(async () => (await read())[2] === null, "the upstream still counts as behind");
  },

  async "the collector of traces and logs"(t, saw) {
    const servers = {
      "a collector that is down": undefined,
      "a collector that never responds": createServer(() => {}),
      "a collector that responds with 500": createServer((_, response) => void response.writeHead(500).end()),
    };
    for (const [name, server] of Object.entries(servers)) {
      let port = await findFreePort();
      if (server) {
        await once(server.listen(0, "127.0.0.1"), "listening");
        port = /** @type {import("node:net").AddressInfo} */ (server.address()).port;
        t.after(() => {
          server.closeAllConnections();
          server.close();
        });
      }
      const alerts = [];
      const gateway = createGateway({
        mainnet: upstream.url,
        limits: UNLIMITED,
        telemetry: otlp({ endpoint: `http://127.0.0.1:${port}`, timeoutMs: 500, maxQueue: 4 }),
        logLevel: "warn",
        log: (line) => alerts.push(JSON.parse(line).code),
      });
      for (let count = 0; count < 5; count += 1)
        assert.equal((await gateway.fetch(new Request(`http://gw${PLAIN_PATH}`))).status, 200, name);
      await waitUntil(() => alerts.includes("telemetry_dropped"), `${name}: no alert`);
    }
    saw("telemetry_dropped");
  },

  async "the files of the web app (`assets`)"(t, saw) {
    const home = await makeHome();
    const site = join(home, "site");
    await mkdir(site);
    const text = "x".repeat(200_000);
    await writeFile(join(site, "index.html"), text);
    await writeFile(join(site, "a.txt"), "a");
    const command = await startCommand(t, {
      folder: home,
      settings: makeSettingsWith(`${LIMITS_OFF}\nassets = "site"`),
    });
    const load = async (path) => {
      const response = await command.get(path);
      const body = await response.text().catch(() => "broken off");
      return { status: response.status, body, caching: response.headers.get("cache-control") };
    };
    const firstReply = await load("/");
    assert.deepEqual([firstReply.status, firstReply.body], [200, text]);
    await replace(join(site, "a.txt"), "another");
    assert.equal((await load("/a.txt")).body, "another", "a changed file");
    await rm(join(site, "a.txt"));
    assert.equal((await load("/a.txt")).status, 404, "a removed file");
    assert.ok(!(await command.alerts()).includes("assets_unavailable"), "a missing file is not a fault");
    const FAULTS = {
      "a file without the rights to read it": [
        () => chmod(join(site, "index.html"), 0o000),
        () => chmod(join(site, "index.html"), 0o644),
      ],
      "a folder without the rights to read it": [() => chmod(site, 0o000), () => chmod(site, 0o755)],
      "a link to itself": [
        async () => {
          await rename(join(site, "index.html"), join(home, "kept"));
          await symlink("index.html", join(site, "index.html"));
        },
        () => rename(join(home, "kept"), join(site, "index.html")),
      ],
      "a folder that is gone": [() => rename(site, `${site}.gone`), () => rename(`${site}.gone`, site)],
    };
    for (const [name, [spoilFile, mend]] of Object.entries(FAULTS)) {
      const countBefore = command.lines.length;
      await spoilFile();
      for (const path of ["/", "/index.html"]) {
        const { status, body, caching: cacheStatus } = await load(path);
        assert.deepEqual(
          [status, body.includes(home), cacheStatus],
          [503, false, "no-store"],
          `${name}: ${body.slice(0, 80)}`,
        );
      }
      assert.deepEqual([await command.status(READ_PATH), await command.status(PLAIN_PATH)], [200, 200], name);
      await waitUntil(() => command.lines.slice(countBefore).some(({ code }) => code === "assets_unavailable"), name);
      await mend();
      assert.equal((await load("/")).status, 200, name);
    }
    assert.ok((await command.alerts()).includes("assets_unavailable"));
    saw("assets_unavailable");
  },

  async "a shared cache (`cache.adapter`)"(t, saw) {
    const { redis, client } = await connectToRedis(t);
    const alerts = [];
    const gateway = createGateway({
      mainnet: upstream.url,
      limits: UNLIMITED,
      cache: {
        adapter: {
          get: async (key) => JSON.parse((await client.get(key)) ?? "null") ?? undefined,
          put: (key, entry) => client.set(key, JSON.stringify(entry)),
        },
      },
      logLevel: "warn",
      log: (line) => alerts.push(JSON.parse(line).code),
    });
    const send = async (path) => {
      const response = await gateway.fetch(new Request(`http://gw${path}`));
      await response.text();
      return `${response.status} ${/hit|fwd/.exec(response.headers.get("cache-status"))?.[0]}`;
    };
    const cachedPath = "/api/v3/jetton/masters?limit=1";
    assert.deepEqual([await send(cachedPath), await send(cachedPath)], ["200 fwd", "200 hit"]);
    redis.pause();
    assert.equal(await send("/api/v3/jetton/masters?limit=2"), "200 fwd", "while the store hangs");
    assert.equal(await send(cachedPath), "200 hit", "from memory");
    redis.resume();
    await redis.end();
    assert.equal(await send("/api/v3/jetton/masters?limit=3"), "200 fwd", "while the store is down");
    assert.equal(await send(cachedPath), "200 hit", "from memory");
    await waitUntil(() => alerts.includes("cache_unavailable"), "no alert");
    saw("cache_unavailable");
  },

  async "the store of streams (`streaming.store`, `limits.redis`)"(t, saw) {
    const { redis, client } = await connectToRedis(t);
    const alerts = [];
    const chain = new ScriptedChain();
    const account = makeAccount(0);
    chain.add(account);
    const { open: openStream } = makeStreamGateway((url) => chain.respond(url), {
      streaming: { intervalMs: 100, store: redisStreams({ client }) },
      logLevel: "warn",
      log: (line) => alerts.push(JSON.parse(line).code),
    });
    const reader = await openStream([account]);
    t.after(() => reader.close());
    await waitUntil(() => reader.list("state").at(-1)?.data.state === "live", "not live");
    await redis.end();
    chain.add(account);
    await waitUntil(() => reader.list("transactions").length === 1, "no event without the store");
    await waitUntil(() => alerts.includes("stream_store_unavailable"), "no alert");
    saw("stream_store_unavailable");
  },

  async "standard output or standard error: a full disk, or a pipe that nobody reads any more"(t, saw) {
    const home = await makeHome();
    const disk = join(home, "disk");
    await mkdir(disk);
    const mountScript =
      'disk=$1; shift; mount -t tmpfs -o size=32k none "$disk" || exit 77; head -c 16384 /dev/zero >"$disk/other"; exec "$@" >"$disk/log" 2>&1';
    const port = await findFreePort();
    /** Sends enough requests to fill the rest of the disk, and reloads in between, which write to standard error. */
    const exerciseCommand = async (command, path) => {
      for (let count = 0; count < 100; count += 1) assert.equal(await command.status(path), 200, `request ${count}`);
      for (let count = 0; count < 3; count += 1) {
        command.reload();
        assert.equal(await command.status("/healthz"), 200);
      }
      await waitUntil(async () => (await command.metric("ton_edge_log_lost_lines_total")) > 0, "not counted");
    };
    if (canMount) {
      const launcher = [...UNSHARE, "sh", "-c", mountScript, "sh", disk];
      const command = await startCommand(t, {
        folder: home,
        settings: makeSettingsWith(LIMITS_OFF, port),
        through: launcher,
        stdio: ["ignore", "ignore"],
      });
      await exerciseCommand(command, PLAIN_PATH);
      const folderPath = `/proc/${command.child.pid}/root${disk}`;
      const size = (await readFile(join(folderPath, "log"))).length;
      await rm(join(folderPath, "other"));
      assert.equal(await command.status(PLAIN_PATH), 200);
      await waitUntil(
        async () => (await readFile(join(folderPath, "log"))).length > size,
        "no line is written once the disk has room",
      );
      assert.equal(await command.stop(), 0);
    } else t.diagnostic("this user cannot mount a small disk");

    // The program that reads the log ends.
    const reader = spawn("cat", [], { stdio: ["pipe", "ignore", "ignore"] });
    const settings = makeSettingsWith(LIMITS_OFF, await findFreePort());
    const command = await startCommand(t, { folder: home, settings, stdio: [reader.stdin, reader.stdin] });
    reader.stdin.destroy();
    reader.kill("SIGKILL");
    await once(reader, "exit");
    await exerciseCommand(command, PLAIN_PATH);
    saw("ton_edge_log_lost_lines_total");
    assert.equal(await command.stop(), 0);
  },

  async "the program that reads standard output hangs"(t, saw) {
    const home = await makeHome();
    const output = join(home, "output");
    const reader = spawn("sh", ["-c", `exec cat >"$1"`, "sh", output], { stdio: ["pipe", "inherit", "inherit"] });
    t.after(() => reader.kill("SIGKILL"));
    const settings = makeSettingsWith(LIMITS_OFF, await findFreePort());
    const command = await startCommand(t, { folder: home, settings, stdio: [reader.stdin, "ignore"] });
    reader.stdin.destroy();
    const readLines = async () =>
      (await readFile(output, "utf8")).split("\n").filter((line) => line.includes("detectAddress"));
    let requestCount = 0;
    const send = async (count) => {
      for (let index = 0; index < count; index += 1) assert.equal(await command.status(PLAIN_PATH), 200);
      requestCount += count;
    };
    await send(1);
    await waitUntil(async () => (await readLines()).length === 1, "no line");
    reader.kill("SIGSTOP");
    let failedCount = 0;
    while (failedCount === 0 && requestCount < 20_000) {
      await Promise.all(Array.from({ length: 10 }, () => send(50)));
      failedCount = await command.metric("ton_edge_log_lost_lines_total");
    }
    assert.ok(failedCount > 0, "no log line is lost, so all are in memory");
    saw("ton_edge_log_lost_lines_total");
    reader.kill("SIGCONT");
    await waitUntil(
      async () => (await readLines()).length >= requestCount - failedCount,
      "the waiting lines are not written",
    );
    const countBefore = (await readLines()).length;
    await send(1);
    await waitUntil(
      async () => (await readLines()).length === countBefore + 1,
      "no line arrives once the program reads again",
    );
    assert.equal(await command.stop(), 0);
  },

  async "the disk, while `ton-edge key` writes"(t) {
    if (!canMount) return t.skip("this user cannot mount a small disk");
    const home = await makeHome();
    const disk = join(home, "disk");
    await mkdir(disk);
    const fillThenRun =
      'disk=$1; shift; mount -t tmpfs -o size=16k none "$disk" || exit 77; cp "$disk/../keys.json" "$disk/keys.json"; cat /dev/zero >"$disk/other" 2>/dev/null; "$@"; echo "exit $?"; ls -A "$disk"; cmp "$disk/keys.json" "$disk/../keys.json" && echo unchanged';
    await writeFile(join(home, "keys.json"), JSON.stringify([makeRecord(KNOWN_KEY, { name: "n".repeat(60) })]));
    for (const words of [
      ["new", "--network", "mainnet"],
      ["revoke", "gggg"],
      ["set", "gggg", "--name", "x".repeat(60)],
    ]) {
      const command = [process.execPath, BIN, "key", ...words, "--file", join(disk, "keys.json")];
      const [program, ...args] = [...UNSHARE, "sh", "-c", fillThenRun, "sh", disk, ...command];
      const { stdout, stderr } = await promisify(execFile)(program, args);
      assert.equal(stdout, "exit 1\nkeys.json\nother\nunchanged\n", `${words[0]}: ${stdout}${stderr}`);
      assert.match(stderr, /ENOSPC/);
      assert.doesNotMatch(stdout + stderr, /tonedge_|key_change/);
    }
  },
};

/** A separate mount that disappears with the process. */
const UNSHARE = ["unshare", "--mount", ...(process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"])];
const canMount = await promisify(execFile)(UNSHARE[0], [
  ...UNSHARE.slice(1),
  "mount",
  "-t",
  "tmpfs",
  "none",
  "/mnt",
]).then(
  () => true,
  () => false,
);

/** Replaces the program of the Worker with the Durable Object, which runs again afterwards. */
async function replaceProgram(host, text) {
  await host.end();
  await writeFile(host.program, text);
  await host.start();
}

/** A proxy in front of Redis that delays each piece. */
async function startSlowProxy(target) {
  let delayMs = 0;
  const sockets = new Set();
  const server = createSocketServer((caller) => {
    const callee = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [caller, callee],
      [callee, caller],
    ]) {
      sockets.add(from);
      from.on("data", (data) => setTimeout(() => to.writable && to.write(data), from === callee ? delayMs : 0));
      from.on("error", () => {}).on("close", () => to.destroy());
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: /** @type {import("node:net").AddressInfo} */ (server.address()).port,
    delay: (ms) => void (delayMs = ms),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Starts Redis and a client of it; the client's calls fail at once while Redis is unreachable. */
async function connectToRedis(t) {
  const redis = await startRedis();
  t.after(() => redis.close());
  const client = new /** @type {any} */ (Valkey)(redis.port, "127.0.0.1", { enableOfflineQueue: false });
  client.on("error", () => {});
  await once(client, "ready");
  t.after(() => client.disconnect());
  return { redis, client };
}

/** Gives a folder the client of Redis, as `npm install iovalkey` does. */
async function makeProject(home) {
  const path = new URL(import.meta.resolve("iovalkey")).pathname;
  await mkdir(join(home, "node_modules"));
  await symlink(path.replace(/(\/node_modules\/iovalkey)\/.*$/, "$1"), join(home, "node_modules/iovalkey"));
  return home;
}

describe("the parts that fail while the gateway runs", { concurrency: 2 }, () => {
  const signsByRow = new Map();
  for (const [name, run] of Object.entries(TESTS))
    test(name, { timeout: 120_000 }, async (t) => {
      const signs = new Set();
      signsByRow.set(name, signs);
      await run(t, (sign) => signs.add(sign));
      const row = rows.find(({ what: label }) => label === name);
      assert.deepEqual(
        row?.signs.filter((sign) => !signs.has(sign)) ?? "no row",
        [],
        "the operator saw all signs of the row",
      );
    });

  test("every row of the table has a test, and every test a row", () => {
    assert.deepEqual(rows.map(({ what: label }) => label).sort(), Object.keys(TESTS).sort());
  });
});
