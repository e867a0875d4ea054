// What the gateway keeps of answers: its parts by a clock of the test's, and the whole in workerd, Node, Deno and Bun.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, mock, test } from "node:test";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Miniflare } from "miniflare";
import { createGateway } from "ton-edge/gateway";

import { stateOf } from "../../pkg/lib/gateway/cache/age.js";
import { flights } from "../../pkg/lib/gateway/cache/flights.js";
import { lru } from "../../pkg/lib/gateway/cache/lru.js";
import { take, takeAll } from "../../pkg/lib/gateway/cache/take.js";
import { bundle } from "../bundle.mjs";
import { fleetIn } from "../runtimes/fleet.mjs";
import scenarios from "../scenarios/cache.mjs";
import { play } from "../scenarios/play.mjs";
import { leaked, OURS, THEIRS } from "../scenarios/secrets.mjs";
import { says, serviceOf } from "../upstream/service-of.mjs";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

const entryOf = (body, more = {}) => ({
  status: 200, headers: [["content-type", "application/json"]], body, size: Buffer.byteLength(body), tag: "t", control: "max-age=1", stored: 0, fresh: 1000, stale: 1000, failing: 30_000, ...more,
});

describe("answers in memory", () => {
  test("a million different questions stay within the bytes, in the book and in the process", () => {
    const most = 8 * 1024 * 1024;
    const answers = lru(most);
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let at = 0; at < 1_000_000; at += 1) {
      answers.put(`mainnet/v3/transactions?account=0:${at.toString(16).padStart(64, "0")}&limit=10`, entryOf(`{"n":${at},"more":"${"x".repeat(at % 700)}"}`));
      if (at % 997 === 0) answers.get("mainnet/v3/transactions?account=hot");
      assert.ok(answers.bytes <= most);
    }
    collect();
    const held = process.memoryUsage().heapUsed - before;
    assert.ok(answers.size > 1000 && answers.bytes > most * 0.9);
    assert.ok(held < 1.2 * most, `${held} bytes held for ${answers.bytes} counted`);
  });

  test("who was asked for last stays", () => {
    const answers = lru(10_000);
    for (const name of "abc") answers.put(name, entryOf("x".repeat(2000)));
    answers.get("a");
    for (const name of "de") answers.put(name, entryOf("x".repeat(2000)));
    assert.deepEqual([..."abcde"].map((name) => answers.get(name) !== undefined), [true, false, false, true, true]);
    answers.put("big", entryOf("x".repeat(20_000)));
    assert.equal(answers.get("big"), undefined);
    assert.ok(answers.get("a"), "what does not fit pushes nobody out");
    answers.put("a", entryOf("y"));
    assert.equal(answers.get("a").body, "y");
    answers.delete("a");
    assert.equal(answers.get("a"), undefined);
    for (const name of "abcdefgh") answers.delete(name);
    assert.deepEqual([answers.bytes, answers.size], [0, 0]);
  });

  test("texts beyond ASCII count twice, as engines keep them", () => {
    const [plain, wide] = [lru(100_000), lru(100_000)];
    plain.put("k", entryOf("x".repeat(1000)));
    wide.put("k", entryOf("ж".repeat(1000)));
    assert.equal(wide.bytes - plain.bytes, 1000);
  });
});

test("hours of an answer's life, in no time", () => {
  const entry = entryOf("{}", { stored: 1_000_000, fresh: 60_000, stale: 10_000, failing: 3_600_000 });
  const at = (ms) => stateOf(entry, 1_000_000 + ms);
  assert.deepEqual([0, 59_999, 60_000, 69_999, 70_000, 3_659_999, 3_660_000, 1e12].map(at), ["fresh", "fresh", "stale", "stale", "failing", "failing", "gone", "gone"]);
  assert.deepEqual([-4000, -6000, -1e9].map(at), ["fresh", "gone", "gone"], "clocks may differ a little");
  const short = { ...entry, stale: 0, failing: 0 };
  assert.equal(stateOf(short, 1_060_000), "gone");
});

describe("flights", () => {
  const step = (ms) => new Promise((done) => setImmediate(() => { mock.timers.tick(ms); setImmediate(done); }));

  test("who leads dies without a word: it is seen within a second, and one other leads", async (t) => {
    mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
    t.after(() => mock.timers.reset());
    const timers = [];
    const begin = globalThis.setInterval;
    t.mock.method(globalThis, "setInterval", (...how) => {
      timers.push(begin(...how));
      return timers.at(-1);
    });
    const all = flights();
    const dead = all.lead("k", () => new Promise(() => {}));
    dead.catch(() => {});
    const flight = all.of("k");
    const followed = all.follow(flight, 60_000);
    let came;
    followed.then((what) => (came = what));
    for (let turn = 0; turn < 100; turn += 1) await step(50);
    assert.equal(came, undefined, "it beats: however long it takes, it is followed");
    // As when workerd ends a request: what it has begun never goes on.
    for (const timer of timers) clearInterval(timer);
    for (let turn = 0; turn < 30; turn += 1) await step(50);
    assert.equal(came.lost, true);
    assert.equal(all.of("k"), undefined);
  });

  test("patience ends, callers leave, failures and data are told", async () => {
    const all = flights();
    let land;
    const leading = all.lead("k", () => new Promise((done) => (land = done)));
    assert.deepEqual(await all.follow(all.of("k"), 30), { lost: true });
    assert.deepEqual(await all.follow(all.of("k"), 9000, AbortSignal.abort()), { lost: true });
    const followers = [all.follow(all.of("k"), 9000), all.follow(all.of("k"), 9000)];
    land({ shared: { n: 1 }, answer: "mine" });
    assert.deepEqual((await leading).answer, "mine");
    for (const flight of await Promise.all(followers)) assert.deepEqual([flight.shared, flight.lost], [{ n: 1 }, false]);
    await assert.rejects(all.lead("k", async () => { throw new Error("x"); }), /x/);
    assert.equal(all.size, 0);
  });
});

describe("reading", () => {
  const streamOf = (...chunks) => new ReadableStream({ start(controller) { for (const one of chunks) controller.enqueue(Buffer.from(one)); controller.close(); } });
  test("whole, or through", async () => {
    assert.deepEqual(await take(streamOf("a", "ж"), 10), { text: "aж", size: 3 });
    assert.deepEqual(await take(null, 10), { text: "", size: 0 });
    assert.deepEqual(await take("ж", 10), { text: "ж", size: 2 });
    const { stream, reason } = await take(streamOf("abc", "def", "ghi"), 5);
    assert.deepEqual([reason, await new Response(stream).text()], ["too-large", "abcdefghi"]);
    const odd = await take(streamOf([0xff, 0x41]), 5);
    assert.deepEqual([odd.reason, [...new Uint8Array(await new Response(odd.stream).arrayBuffer())]], ["no-text", [0xff, 0x41]]);
    const known = (bytes) => takeAll(new Response(bytes));
    assert.deepEqual(await known("aж"), { text: "aж", size: 3 });
    const { stream: rest } = await known(Buffer.from([0xff, 0x41]));
    assert.deepEqual([...new Uint8Array(await new Response(rest).arrayBuffer())], [0xff, 0x41]);
    const marked = await take(streamOf("\ufeff{}"), 9);
    assert.equal(marked.text, "\ufeff{}");
  });
});

describe("a place of the operator's own", () => {
  const answer = () => new Response('{"last":[1]}', { headers: { "content-type": "application/json" } });
  const behind = (adapter, alerts = []) => {
    let count = 0;
    const fetch = async () => ((count += 1), answer());
    const gateway = createGateway({ mainnet: { url: "https://service.example", key: OURS[0] }, fetch, cache: { adapter }, logLevel: "warn", log: (line) => alerts.push(JSON.parse(line)) });
    const ask = (path = "/api/v3/masterchainInfo", headers = {}) => gateway.fetch(new Request(`http://gw${path}`, { headers }), { A: 1 }, { waitUntil() {} });
    return { ask, count: () => count, alerts };
  };
  const shared = () => {
    const map = new Map();
    return { map, get: async (key) => map.get(key), put: async (key, entry) => void map.set(key, structuredClone(entry)) };
  };

  test("is shared by gateways, and no key is in it", async () => {
    const place = shared();
    const [one, other] = [behind(place), behind(place)];
    await (await one.ask(`/api/v3/masterchainInfo?api_key=${encodeURIComponent(THEIRS.foreign)}`, { "x-api-key": THEIRS.foreign, origin: "https://a.example" })).text();
    const reply = await other.ask();
    assert.match(reply.headers.get("cache-status"), /hit/);
    assert.deepEqual([await reply.text(), one.count(), other.count()], ['{"last":[1]}', 1, 0]);
    const all = JSON.stringify([...place.map]);
    assert.deepEqual(leaked(all), []);
    assert.ok(!all.includes("a.example") && !all.includes("request-id"));
    assert.deepEqual(Object.keys([...place.map.values()][0]).sort(), ["body", "control", "failing", "fresh", "headers", "size", "stale", "status", "stored", "tag"]);
  });

  test("may fail, hang or tell nonsense", async () => {
    for (const get of [() => { throw new Error("on fire"); }, async () => { throw new TypeError("x"); }, () => new Promise(() => {}), () => 7, () => ({}), () => ({ ...entryOf("{}"), headers: [["a"]] }), () => null]) {
      const { ask, count, alerts } = behind({ get, put: () => { throw new Error("full"); } });
      assert.equal((await ask()).status, 200);
      assert.match((await ask()).headers.get("cache-status"), /hit/, "memory is before it");
      assert.equal(count(), 1);
      assert.ok(alerts.length >= 1 && alerts.every(({ code, level }) => code === "cache_unavailable" && level === "warn"));
    }
  });

  test("a Cache API where there is none is a fault of the configuration", async () => {
    const { ask } = behind("cache-api");
    const reply = await ask();
    assert.deepEqual([reply.status, (await reply.json()).reason], [500, "config_invalid"]);
  });
});

describe("the Cache API", () => {
  const config = (url) => ({ mainnet: { url, key: OURS[0] }, cache: { adapter: "cache-api" }, logLevel: "warn" });

  /** Two gateways that share nothing but the runtime. */
  const TWO = {
    async Deno(url, other) {
      const fleet = await fleetIn("Deno", [config(url), config(url), config(other)]);
      return { urls: fleet.urls, close: () => fleet.close() };
    },
    async workerd(url, other) {
      const program = `
import { createGateway } from "ton-edge/gateway";
const gateways = ${JSON.stringify([config(url), config(url), config(other)])}.map((config) => createGateway({ ...config, log: (line) => console.log(line) }));
export default {
  fetch(request, env, ctx) {
    const { pathname, search } = new URL(request.url);
    return gateways[Number(pathname[1])].fetch(new Request("http://gw" + pathname.slice(2) + search, request), env, ctx);
  },
};`;
      const wasm = fileURLToPath(new URL("../../pkg/dist/gateway.wasm", import.meta.url));
      const worker = new Miniflare({
        host: "127.0.0.1", port: 0, cf: false, telemetry: { enabled: false }, compatibilityDate: "2026-04-01", modulesRoot: "/",
        modules: [
          { type: "ESModule", path: "/main.mjs", contents: await bundle(program, { "ton-edge/gateway": "../pkg/dist/gateway.workerd.js" }) },
          { type: "CompiledWasm", path: "/gateway.wasm", contents: readFileSync(wasm) },
        ],
      });
      const { origin } = await worker.ready;
      return { urls: [0, 1, 2].map((at) => `${origin}/${at}`), close: () => worker.dispose() };
    },
  };

  for (const [runtime, start] of Object.entries(TWO)) {
    test(`gateways share answers in ${runtime}, those to other services do not`, { timeout: 60_000 }, async (t) => {
      // Deno's cache outlives a process: a question that nobody has asked before.
      const path = `/api/v3/vesting?contract_address=0:${randomBytes(32).toString("hex")}`;
      const service = await serviceOf((request, response, count) => says(200, { rows: [count] })(request, response));
      const another = await serviceOf(says(200, { rows: ["another"] }));
      const { urls, close } = await start(service.url, another.url);
      t.after(async () => {
        await close();
        await Promise.all([service.close(), another.close()]);
      });
      const ask = async (at) => {
        const response = await fetch(urls[at] + path);
        return [response.headers.get("cache-status").split(";")[1].trim(), (await response.json()).rows[0]];
      };
      assert.deepEqual(await ask(0), ["fwd=miss", 1]);
      await new Promise((done) => setTimeout(done, 100));
      assert.deepEqual(await ask(1), ["hit", 1]);
      assert.deepEqual(await ask(2), ["fwd=miss", "another"]);
      assert.equal(service.seen.length, 1);
    });
  }
});

play("cache", scenarios);
