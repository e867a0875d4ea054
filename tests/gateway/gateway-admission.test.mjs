// Which requests a gateway takes, and how it names their clients: parts of one gateway, by a clock of the test's.

import assert from "node:assert/strict";
import { describe, mock, test } from "node:test";
import { createGateway, listKeys } from "ton-edge/gateway";

import { createAdmission } from "../../pkg/lib/gateway/limits/admission.js";
import { describeClient, isClientHeader } from "../../pkg/lib/gateway/http/client-ip.js";
import { createClientDigests } from "../../pkg/lib/gateway/ops/client-digests.js";
import { generationalMap } from "../../pkg/lib/util/bounded-maps.js";
import { OPERATOR_TIMEOUT_MS } from "../../pkg/lib/gateway/operator-timeout.js";
import { withTimeout } from "../../pkg/lib/util/timers.js";
import { createResponse } from "../../pkg/lib/gateway/http/response.js";
import { prepareGateway } from "../../pkg/lib/gateway/settings.js";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const DAY = 86_400_000;
/** @type {import("ton-edge/gateway").GatewayConfig} */
const CONFIG = {
  mainnet: "https://a.example",
  cache: { adapter: "none" },
  limits: UNLIMITED,
  logLevel: "off",
  log() {},
};
const QUESTION = "GET\n\nhttps://gw.example/api/v3/masterchainInfo";
const codeOf = (response) => response?.headers.get("x-ton-edge-error") ?? "taken";

/** Admission by itself. `ask` gives what is known of a request that is taken, or the code of its refusal. */
/** @param {any} overload @param {{ requests?: any, config?: any, isWorkerd?: boolean }} [options] */
function desk(overload, { requests, config = {}, isWorkerd = false } = {}) {
  const ready = { ...prepareGateway({ ...CONFIG, ...config }), isWorkerd };
  const state = { time: 1_000_000 };
  const all = createAdmission(
    ready,
    { overload: { maxInFlight: 100, maxInFlightPerClient: 100, reserved: 0, ...overload }, requests },
    () => state.time,
  );
  const ask = (name = "192.0.2.1", { headers = new Headers(), url = "https://gw.example/", body = null } = {}) => {
    const seen = { id: "id", start: performance.now(), client: { name, allowed: true }, upstreamMs: 0, attempts: 0 };
    const refused = all.enter(QUESTION, { headers, url, body }, seen);
    return refused ? codeOf(refused) : seen;
  };
  return { all, state, ask };
}

describe("places of requests in flight", () => {
  test("are given back once, by whoever left, to that client alone", () => {
    const { all, ask } = desk({ maxInFlightPerClient: 2 });
    const [one, two] = [ask(), ask()];
    assert.equal(ask(), "too_many_in_flight");
    assert.equal(typeof ask("192.0.2.2"), "object");
    all.leave(one);
    all.leave(one);
    assert.equal(all.inFlight, 2);
    const three = ask();
    assert.equal(typeof three, "object");
    assert.equal(ask(), "too_many_in_flight", "the other one is still there");
    for (const seen of [two, three]) all.leave(seen);
    assert.deepEqual([typeof ask(), typeof ask(), ask()], ["object", "object", "too_many_in_flight"]);
    for (let at = 0; at < 100; at += 1) all.leave(ask(`198.51.100.${at}`));
    assert.equal(all.clients, 2, "clients who have left are not remembered");
  });

  test("are reserved for API keys only where callers have keys", () => {
    const free = desk({ maxInFlight: 2, reserved: 1 });
    assert.deepEqual([typeof free.ask(), typeof free.ask(), free.ask()], ["object", "object", "overloaded"]);
    assert.equal(free.ask("192.0.2.1", { headers: new Headers({ "x-api-key": "a" }) }), "overloaded");
    const keyed = desk({ maxInFlight: 3, reserved: 1 }, { config: { apiKeys: listKeys([]) } });
    assert.deepEqual([keyed.ask().isReserved, keyed.ask().isReserved], [false, false]);
    assert.equal(keyed.ask(), "overloaded");
    const reserved = keyed.ask("192.0.2.1", { url: "https://gw.example/?api_key=a" });
    assert.equal(reserved.isReserved, true);
    assert.equal(
      codeOf(keyed.all.keyless(QUESTION, { body: null }, reserved)),
      "overloaded",
      "it had no key after all",
    );
    assert.equal(
      keyed.ask("192.0.2.1", { headers: new Headers({ "x-api-key": "a" }) }),
      "overloaded",
      "keyed ones have an end, too",
    );
  });

  test("health takes none of those for API keys", async () => {
    const { all, ask } = desk({ maxInFlight: 2, reserved: 1 }, { config: { apiKeys: listKeys([]) } });
    ask();
    const seen = { id: "id", start: 0, client: { name: "192.0.2.9", allowed: true } };
    const question = "GET\n\nhttps://gw.example/healthz";
    assert.equal(
      all.enter(question, { headers: new Headers(), url: "https://gw.example/healthz", body: null }, seen),
      undefined,
    );
    assert.equal(all.keyless(question, { body: null }, seen), undefined);
    assert.equal(all.inFlight, 2, "it is counted all the same");
  });

  test("a refused request's body is given up", () => {
    const { ask } = desk({ maxInFlight: 1 });
    ask();
    let cancelled = 0;
    assert.equal(
      ask("192.0.2.1", { body: new ReadableStream({ cancel: () => /** @type {any} */ ((cancelled += 1)) }) }),
      "overloaded",
    );
    assert.equal(cancelled, 1);
  });
});

describe("in Workers, where nobody says that a caller has left", () => {
  const setUp = (t, overload) => {
    mock.timers.enable({ apis: ["setInterval"] });
    t.after(() => mock.timers.reset());
    const made = desk(overload, { isWorkerd: true });
    const pass = (ms) => {
      for (let passed = 0; passed < ms; passed += 100) {
        made.state.time += 100;
        mock.timers.tick(100);
      }
    };
    return { ...made, pass };
  };

  test("a silent request gives its place back after 3.5 seconds, and not before", async (t) => {
    const { all, ask, pass } = setUp(t, { maxInFlightPerClient: 3 });
    const running = [ask(), ask(), ask()];
    // What workerd does when a caller leaves: whatever the request has begun never goes on.
    for (const { timer } of running) clearInterval(timer);
    pass(3400);
    assert.equal(ask(), "too_many_in_flight");
    // Nothing is swept more often than once a second.
    pass(400);
    assert.equal(ask(), "too_many_in_flight");
    pass(700);
    assert.equal(typeof ask(), "object");
    assert.equal(all.inFlight, 1);
    for (const seen of running) all.leave(seen);
    assert.equal(all.inFlight, 1, "who was dropped leaves nothing more");
  });

  test("one that still runs keeps its place, however long it takes", async (t) => {
    const { all, ask, pass } = setUp(t, { maxInFlight: 2 });
    const running = [ask(), ask()];
    // The first had half of the places before it, and counts for a time only.
    assert.deepEqual(
      running.map(({ timer }) => timer === undefined),
      [true, false],
    );
    pass(60_000);
    assert.equal(typeof ask(), "object");
    assert.equal(ask(), "overloaded", "the second is still there");
    for (const seen of running) all.leave(seen);
    const { beat } = running[1];
    pass(5000);
    assert.equal(running[1].beat, beat, "its timer ends with it");
  });

  test("few requests in flight need no timers", async (t) => {
    const { ask } = setUp(t, { maxInFlight: 1000, maxInFlightPerClient: 1000 });
    const timers = Array.from({ length: 20 }, () => ask().timer !== undefined);
    assert.deepEqual(timers, [...Array(16).fill(false), ...Array(4).fill(true)]);
  });
});

describe("whose request it is, in Workers", () => {
  const HEADER = "cf-connecting-ip";
  const told = { [HEADER]: "192.0.2.1", "x-forwarded-for": "198.51.100.1" };
  const setUp = (more) => {
    const lines = [];
    const ready = {
      isWorkerd: true,
      client: HEADER,
      trustsCloudflare: false,
      onCloudflare: false,
      warned: false,
      level: 3,
      log: (line) => lines.push(JSON.parse(line)),
      ...more,
    };
    return {
      ready,
      lines,
      of: (cf, values = told) => describeClient(ready, values, { cf }),
      tells: (name) => isClientHeader(ready, name),
    };
  };

  test("Cloudflare says, by its header, which nobody else can write there", async () => {
    const { ready, lines, of, tells } = setUp();
    assert.equal(of({ colo: "TST" }), "@client: 192.0.2.1\n");
    assert.equal(ready.onCloudflare, true);
    assert.equal(of(undefined), "@client: 192.0.2.1\n", "no isolate moves");
    assert.deepEqual([lines, tells(HEADER), tells("x-forwarded-for")], [[], true, false]);
  });

  test("a workerd of one's own says who has connected, or nobody does, which is told once", async () => {
    const own = setUp();
    assert.equal(own.of({ clientIp: "203.0.113.1" }), "@client: 203.0.113.1\n");
    const { lines, of } = setUp();
    assert.deepEqual([of({}), of({}), of(undefined)], ["", "", ""]);
    assert.deepEqual(
      lines.map(({ level, code }) => [level, code]),
      [["warn", "client_ip_unknown"]],
    );
    assert.equal(
      setUp({ trustsCloudflare: true }).of({}),
      "@client: 192.0.2.1\n",
      "the operator says that it is Cloudflare's",
    );
  });

  test("a header of one's own proxies counts beside it, and no value has two lines", async () => {
    const { of, tells } = setUp({ client: "x-forwarded-for" });
    assert.equal(of({ colo: "TST" }), "@peer: 192.0.2.1\n@client: 198.51.100.1\n");
    assert.deepEqual([tells(HEADER), tells("x-forwarded-for")], [true, true]);
    assert.equal(of({ colo: "TST" }, { ...told, "x-forwarded-for": "1\n@peer: 2" }), "@peer: 192.0.2.1\n");
    assert.equal(setUp({ client: undefined }).of({ colo: "TST" }), "@peer: 192.0.2.1\n");
  });
});

describe("the limit on everything that a client sends", () => {
  const gateway = (limits, more) =>
    createGateway({ ...CONFIG, limits: { ...UNLIMITED, ...limits }, fetch: async () => Response.json({}), ...more });
  const ask = async (made, address, path = "/api/v3/masterchainInfo", init = {}) =>
    (await made.fetch(new Request(`https://gw.example${path}`, init), {}, { address })).status;

  test("remembers a bounded number of clients", async () => {
    const made = gateway({ requests: { rate: 0.001, burst: 1 }, maxCallers: 2 });
    assert.deepEqual([await ask(made, "192.0.2.1"), await ask(made, "192.0.2.1")], [200, 429]);
    for (const at of [2, 3, 4]) assert.equal(await ask(made, `192.0.2.${at}`), 200);
    assert.equal(await ask(made, "192.0.2.1"), 200, "forgotten as one never seen");
  });
});

test("headers count as HTTP/1.1 writes them: names, values and four bytes each", async () => {
  const made = createGateway({ ...CONFIG, maxHeaderBytes: 1024, fetch: async () => Response.json({}) });
  const status = async (count) =>
    (
      await made.fetch(
        new Request("https://gw.example/api/v3/masterchainInfo", {
          headers: Array.from({ length: count }, (_, at) => [`x-${at + 100}`, "v"]),
        }),
      )
    ).status;
  // 10 bytes each.
  assert.deepEqual([await status(102), await status(103)], [200, 431]);
});

test("the body of a request that is answered without it is given up", async () => {
  let cancelled = 0;
  const body = new ReadableStream({ cancel: () => /** @type {any} */ ((cancelled += 1)) });
  const response = await createGateway(CONFIG).fetch(
    new Request("https://gw.example/api/v3/nothing", /** @type {any} */ ({ method: "POST", body, duplex: "half" })),
  );
  assert.deepEqual([response.status, cancelled], [404, 1]);
});

test("a body that is too large is logged with what it was for", async () => {
  const lines = [];
  const made = createGateway({
    ...CONFIG,
    maxBodyBytes: 1024,
    logLevel: "info",
    log: (line) => lines.push(JSON.parse(line)),
  });
  const response = await made.fetch(
    new Request("https://gw.example/api/v3/estimateFee", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: " ".repeat(2000),
    }),
  );
  assert.equal(response.status, 413);
  assert.deepEqual([lines[0].network, lines[0].generation, lines[0].endpoint], ["mainnet", "v3", "estimateFee"]);
});

describe("what a log line says of a client", () => {
  const at = (t, time) => {
    const state = { time };
    t.mock.method(Date, "now", () => state.time);
    return state;
  };
  const client = (name = "192.0.2.1") => ({ name });

  test("is the same all day, and another the next, whatever salt there is", async (t) => {
    for (const secret of [undefined, "an-operator's-salt"]) {
      const state = at(t, 100 * DAY);
      const of = createClientDigests("digest", secret);
      const [one, other] = [client(), client("192.0.2.2")];
      const first = await of(one);
      assert.match(first, /^[0-9a-f]{16}$/);
      assert.equal(of(one), first, "at once, when it is known");
      assert.notEqual(await of(other), first);
      state.time += DAY - 1;
      assert.equal(await of(client()), first);
      state.time += 1;
      const next = await of(one);
      assert.notEqual(next, first);
      assert.equal(await of(client()), next);
    }
  });

  test("cannot be made again: the salt is random and replaced at midnight, unless the operator has one", async (t) => {
    const state = at(t, 100 * DAY);
    const [one, two] = [
      /** @type {any} */ (createClientDigests)("digest"),
      /** @type {any} */ (createClientDigests)("digest"),
    ];
    const first = await one(client());
    assert.notEqual(first, await two(client()), "of two processes");
    state.time += DAY;
    await one(client());
    // Not even by a clock that is set back.
    state.time -= DAY;
    assert.notEqual(await one(client()), first);
    const salted = await Promise.all(
      ["a-salt", "a-salt", "another"].map((salt) => createClientDigests("digest", salt)(client())),
    );
    assert.equal(salted[0], salted[1]);
    assert.notEqual(salted[0], salted[2]);
  });

  test("one that was begun yesterday and is late does not become today's", async (t) => {
    const state = at(t, 100 * DAY);
    const { digest } = crypto.subtle;
    const held = [];
    t.mock.method(
      crypto.subtle,
      "digest",
      (...how) => new Promise((done) => held.push(() => done(digest.apply(crypto.subtle, how)))),
    );
    const of = createClientDigests("digest", "a-salt");
    const one = client();
    const yesterday = of(one);
    state.time += DAY;
    const today = of(one);
    for (const go of held.reverse()) go();
    const [old, now] = await Promise.all([yesterday, today]);
    assert.notEqual(old, now);
    assert.equal(of(one), now);
  });

  test("is in the alerts of a client's very first request, too", async () => {
    const lines = [];
    const made = createGateway({
      ...CONFIG,
      retries: 0,
      logLevel: "info",
      log: (line) => lines.push(JSON.parse(line)),
      fetch: async () => {
        throw new Error("away");
      },
    });
    await made.fetch(new Request("https://gw.example/api/v3/masterchainInfo"), {}, { address: "192.0.2.1" });
    const [alert, request] = ["alert", "request"].map((event) => lines.find((line) => line.event === event));
    assert.match(request.client, /^[0-9a-f]{16}$/);
    assert.equal(alert.client, request.client);
  });

  test("is nothing, or the client IP, as the operator wants", () => {
    assert.equal(/** @type {any} */ (createClientDigests)("off")(client()), undefined);
    assert.equal(/** @type {any} */ (createClientDigests)("address")(client()), "192.0.2.1");
    for (const how of ["off", "address", "digest"])
      assert.equal(/** @type {any} */ (createClientDigests)(how)(undefined), undefined, "nobody is known yet");
  });
});

describe("memories are bounded", () => {
  test("a memo forgets what was used the longest ago", () => {
    const known = generationalMap(4);
    known.set("used", 1);
    for (let at = 0; at < 100; at += 1) {
      known.set(`other-${at}`, at);
      assert.equal(known.get("used"), 1);
    }
    const kept = Array.from({ length: 100 }, (_, at) => at).filter((at) => known.get(`other-${at}`) !== undefined);
    assert.ok(kept.length <= 3, `${kept}`);
    // What is written again takes no further room.
    const again = generationalMap(4);
    again.set("a", 1);
    for (const key of ["b", "b", "c", "b", "b"]) again.set(key, 2);
    assert.deepEqual([again.get("a"), again.get("b"), again.get("c")], [1, 2, 2]);
  });

  test("clients are remembered by what tells them: 8192 of them, and none by a long chain of proxies", () => {
    const { clients } = prepareGateway({
      ...CONFIG,
      clientIp: { header: "X-Forwarded-For", trustedProxies: ["192.0.2.0/24"] },
    });
    const of = (value) => clients.of(`@peer: 192.0.2.1\n@client: ${value}\n`);
    const first = of("198.51.100.1");
    assert.equal(of("198.51.100.1"), first);
    for (let at = 0; at < 8192; at += 1) of(`198.18.${at >> 8}.${at & 255}`);
    assert.notEqual(of("198.51.100.1"), first);
    const long = Array.from({ length: 60 }, () => "198.51.100.1").join(", ");
    assert.notEqual(of(long), of(long));
  });

  test("sets of headers are remembered, 64 of them, and never given to another answer", () => {
    const base = { headers: new Headers(), known: new Map() };
    const seen = { id: "id", start: 0, upstreamMs: 0, attempts: 0 };
    for (let at = 0; at < 1000; at += 1) {
      const origin = `https://${at % 100}.example`;
      const { headers } = createResponse(
        200,
        "{}",
        [
          ["access-control-allow-origin", origin],
          ["x-own", String(at)],
        ],
        seen,
        base,
      );
      assert.equal(headers.get("access-control-allow-origin"), origin);
      assert.ok(base.known.size <= 64);
    }
    assert.ok(base.known.size > 1);
    for (const made of base.known.values()) assert.equal(made.get("x-own"), null);
  });
});

describe("waiting for the operator's own code", () => {
  test("is three seconds, and leaves no timer behind", async (t) => {
    assert.equal(OPERATOR_TIMEOUT_MS, 3000);
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const cleared = t.mock.method(globalThis, "clearTimeout");
    assert.equal(await withTimeout(3000, Promise.resolve("there")), "there");
    await assert.rejects(withTimeout(3000, Promise.reject(new Error("x"))), /x/);
    const late = withTimeout(3000, new Promise(() => {}));
    t.mock.timers.tick(3000);
    assert.equal(await late, undefined);
    // The third timer has fired.
    assert.equal(cleared.mock.callCount(), 2);
  });
});
