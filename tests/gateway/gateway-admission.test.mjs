// Which requests a gateway admits, and how it identifies their clients: tests of single modules on a simulated clock.

import assert from "node:assert/strict";
import { describe, mock, test } from "node:test";
import { createGateway, listKeys } from "ton-edge/gateway";

import { Admission, OVERLOAD_REFUSAL } from "../../pkg/lib/gateway/limits/admission.js";
import { Gateway } from "../../pkg/lib/gateway/gateway.js";
import { Clients } from "../../pkg/lib/gateway/http/client-ip.js";
import { Log } from "../../pkg/lib/gateway/ops/log.js";
import { RequestContext } from "../../pkg/lib/gateway/request-context.js";
import { RequestRecord } from "../../pkg/lib/gateway/request-record.js";
import { refuseRequest } from "../../pkg/lib/gateway/steps/admit-request.js";
import { createClientDigests } from "../../pkg/lib/gateway/ops/client-digests.js";
import { createGenerationalMap } from "../../pkg/lib/util/bounded-maps.js";
import { OPERATOR_TIMEOUT_MS } from "../../pkg/lib/util/operator-timeout.js";
import { withTimeout } from "../../pkg/lib/util/timers.js";
import { createResponse } from "../../pkg/lib/gateway/http/response.js";
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
const VERDICT_KEY = "GET\n\nhttps://gw.example/api/v3/masterchainInfo";
const readCode = (response) => response?.headers.get("x-ton-edge-error") ?? "taken";

/** Creates the admission step alone. `send` returns the state of an admitted request, or the code of its refusal. */
/** @param {any} overload @param {{ requests?: any, config?: any, isWorkerd?: boolean }} [options] */
function makeAdmission(overload, { requests, config = {}, isWorkerd = false } = {}) {
  const gateway = new Gateway({ ...CONFIG, ...config });
  const state = { time: 1_000_000 };
  const admission = new Admission(
    {
      overload: { maxInFlight: 100, maxInFlightPerClient: 100, reserved: 0, ...overload },
      requests,
      maxCallers: 100_000,
    },
    { isKeyed: Boolean(config.apiKeys), isWorkerd, now: () => state.time },
  );
  const refuse = (request, refusal, text = VERDICT_KEY) => {
    const context = new RequestContext(gateway, new RequestRecord(), { request, env: {}, ctx: undefined });
    return refuseRequest(context.derive({ description: /** @type {any} */ ({ text }) }), refusal);
  };
  const send = (
    name = "192.0.2.1",
    { headers = new Headers(), url = "https://gw.example/", body = null } = {},
    text = VERDICT_KEY,
  ) => {
    const client = { name, allowed: true };
    const refusal = admission.findRefusal(client, { headers, url, body });
    const refusalResponse = refusal && refuse({ headers, url, body }, refusal, text);
    return refusalResponse ? readCode(refusalResponse) : admission.enter(client);
  };
  return { all: admission, state, send, refuse };
}

describe("admission: slots for requests in flight", () => {
  test("each slot is released once, in any order, and only for its own client", () => {
    const { all: admission, send } = makeAdmission({ maxInFlightPerClient: 2 });
    const [firstReply, secondReply] = [send(), send()];
    assert.equal(send(), "too_many_in_flight");
    assert.equal(typeof send("192.0.2.2"), "object");
    admission.leave(firstReply);
    admission.leave(firstReply);
    assert.equal(admission.inFlight, 2);
    const thirdReply = send();
    assert.equal(typeof thirdReply, "object");
    assert.equal(send(), "too_many_in_flight", "the other request is still in flight");
    for (const slot of [secondReply, thirdReply]) admission.leave(slot);
    assert.deepEqual([typeof send(), typeof send(), send()], ["object", "object", "too_many_in_flight"]);
    for (let index = 0; index < 100; index += 1) admission.leave(send(`198.51.100.${index}`));
    assert.equal(admission.clients, 2, "clients who have left are not remembered");
  });

  test("slots are reserved for API keys only if the gateway has API keys", () => {
    const unreservedDesk = makeAdmission({ maxInFlight: 2, reserved: 1 });
    assert.deepEqual(
      [typeof unreservedDesk.send(), typeof unreservedDesk.send(), unreservedDesk.send()],
      ["object", "object", "overloaded"],
    );
    assert.equal(unreservedDesk.send("192.0.2.1", { headers: new Headers({ "x-api-key": "a" }) }), "overloaded");
    const keyedDesk = makeAdmission({ maxInFlight: 3, reserved: 1 }, { config: { apiKeys: listKeys([]) } });
    assert.deepEqual([keyedDesk.send().isReserved, keyedDesk.send().isReserved], [false, false]);
    assert.equal(keyedDesk.send(), "overloaded");
    const reservedSend = keyedDesk.send("192.0.2.1", { url: "https://gw.example/?api_key=a" });
    assert.equal(reservedSend.isReserved, true);
    assert.equal(
      readCode(keyedDesk.refuse({ body: null }, OVERLOAD_REFUSAL)),
      "overloaded",
      "the caller's API key turned out to be invalid",
    );
    assert.equal(
      keyedDesk.send("192.0.2.1", { headers: new Headers({ "x-api-key": "a" }) }),
      "overloaded",
      "slots for API keys are limited, too",
    );
  });

  test("a health check does not take a slot of callers with API keys", async () => {
    const {
      all: admission,
      send,
      refuse: refuseRequest,
    } = makeAdmission({ maxInFlight: 2, reserved: 1 }, { config: { apiKeys: listKeys([]) } });
    send();
    const url = "https://gw.example/healthz";
    const slot = send("192.0.2.9", { url }, `GET\n\n${url}`);
    assert.equal(slot.isReserved, true);
    assert.equal(refuseRequest({ body: null }, OVERLOAD_REFUSAL, `GET\n\n${url}`), undefined);
    assert.equal(admission.inFlight, 2, "the health check counts as in flight");
  });

  test("the body of a refused request is cancelled", () => {
    const { send } = makeAdmission({ maxInFlight: 1 });
    send();
    let cancelCount = 0;
    assert.equal(
      send("192.0.2.1", { body: new ReadableStream({ cancel: () => /** @type {any} */ ((cancelCount += 1)) }) }),
      "overloaded",
    );
    assert.equal(cancelCount, 1);
  });
});

describe("admission in Workers, where the runtime does not report that a caller has disconnected", () => {
  const setUp = (t, overload) => {
    mock.timers.enable({ apis: ["setInterval"] });
    t.after(() => mock.timers.reset());
    const admission = makeAdmission(overload, { isWorkerd: true });
    const passTime = (ms) => {
      for (let passedMs = 0; passedMs < ms; passedMs += 100) {
        admission.state.time += 100;
        mock.timers.tick(100);
      }
    };
    return { ...admission, pass: passTime };
  };

  test("a request whose timer has stopped loses its slot after 3.5 seconds, and not before", async (t) => {
    const { all: admission, send, pass: passTime } = setUp(t, { maxInFlightPerClient: 3 });
    const runningRequests = [send(), send(), send()];
    // This is how workerd ends a request after a disconnect: its timers never fire again.
    for (const { timer } of runningRequests) clearInterval(timer);
    passTime(3400);
    assert.equal(send(), "too_many_in_flight");
    // The gateway sweeps at most once per second.
    passTime(400);
    assert.equal(send(), "too_many_in_flight");
    passTime(700);
    assert.equal(typeof send(), "object");
    assert.equal(admission.inFlight, 1);
    for (const slot of runningRequests) admission.leave(slot);
    assert.equal(admission.inFlight, 1, "a dropped request does not release a second slot");
  });

  test("a request that still runs keeps its slot, however long it takes", async (t) => {
    const { all: admission, send, pass: passTime } = setUp(t, { maxInFlight: 2 });
    const runningRequests = [send(), send()];
    // The first request came while half of the slots were free, so it has no timer and counts for a limited time only.
    assert.deepEqual(
      runningRequests.map(({ timer }) => timer === undefined),
      [true, false],
    );
    passTime(60_000);
    assert.equal(typeof send(), "object");
    assert.equal(send(), "overloaded", "the second request is still in flight");
    for (const slot of runningRequests) admission.leave(slot);
    const { beat: heartbeat } = runningRequests[1];
    passTime(5000);
    assert.equal(runningRequests[1].beat, heartbeat, "the timer ends with its request");
  });

  test("the first requests in flight get no timers", async (t) => {
    const { send } = setUp(t, { maxInFlight: 1000, maxInFlightPerClient: 1000 });
    const timers = Array.from({ length: 20 }, () => send().timer !== undefined);
    assert.deepEqual(timers, [...Array(16).fill(false), ...Array(4).fill(true)]);
  });
});

describe("which client a Worker counts a request for", () => {
  const HEADER = "cf-connecting-ip";
  const clientHeaders = { [HEADER]: "192.0.2.1", "x-forwarded-for": "198.51.100.1" };
  const setUp = (overrides) => {
    const lines = [];
    const log = new Log({ log: (line) => lines.push(JSON.parse(line)) });
    const clients = new Clients(
      { core: { readClient: assert.fail }, log },
      { header: HEADER, trustsCloudflare: false, isWorkerd: true, ...overrides },
    );
    return {
      lines,
      of: (cf, values = clientHeaders) => clients.describe(values, { cf }, undefined),
      isSource: (name) => clients.isClientHeader(name),
    };
  };

  test("on Cloudflare, its own header names the client, and callers cannot set it", async () => {
    const { lines, of: describeClient, isSource } = setUp();
    assert.equal(describeClient({ colo: "TST" }), "@client: 192.0.2.1\n");
    assert.equal(describeClient(undefined), "@client: 192.0.2.1\n", "an isolate does not move between networks");
    assert.deepEqual([lines, isSource(HEADER), isSource("x-forwarded-for")], [[], true, false]);
  });

  test("a self-hosted workerd may pass the IP of the connected client; without one, one warning is logged", async () => {
    const setup = setUp();
    assert.equal(setup.of({ clientIp: "203.0.113.1" }), "@client: 203.0.113.1\n");
    const { lines, of: describeClient } = setUp();
    assert.deepEqual([describeClient({}), describeClient({}), describeClient(undefined)], ["", "", ""]);
    assert.deepEqual(
      lines.map(({ level, code }) => [level, code]),
      [["warn", "client_ip_unknown"]],
    );
    assert.equal(
      setUp({ trustsCloudflare: true }).of({}),
      "@client: 192.0.2.1\n",
      "the operator states that the Worker runs on Cloudflare",
    );
  });

  test("the header of the operator's proxies counts besides Cloudflare's, and a value cannot span two lines", async () => {
    const { of: describeClient, isSource } = setUp({ header: "x-forwarded-for" });
    assert.equal(describeClient({ colo: "TST" }), "@peer: 192.0.2.1\n@client: 198.51.100.1\n");
    assert.deepEqual([isSource(HEADER), isSource("x-forwarded-for")], [true, true]);
    assert.equal(
      describeClient({ colo: "TST" }, { ...clientHeaders, "x-forwarded-for": "1\n@peer: 2" }),
      "@peer: 192.0.2.1\n",
    );
    assert.equal(setUp({ header: undefined }).of({ colo: "TST" }), "@peer: 192.0.2.1\n");
  });
});

describe("the limit on all requests of a client", () => {
  const makeGateway = (limits, overrides) =>
    createGateway({
      ...CONFIG,
      limits: { ...UNLIMITED, ...limits },
      fetch: async () => Response.json({}),
      ...overrides,
    });
  const send = async (admission, address, path = "/api/v3/masterchainInfo", init = {}) =>
    (await admission.fetch(new Request(`https://gw.example${path}`, init), {}, { address })).status;

  test("the limit on a client's requests remembers a bounded number of clients", async () => {
    const admission = makeGateway({ requests: { rate: 0.001, burst: 1 }, maxCallers: 2 });
    assert.deepEqual([await send(admission, "192.0.2.1"), await send(admission, "192.0.2.1")], [200, 429]);
    for (const lastByte of [2, 3, 4]) assert.equal(await send(admission, `192.0.2.${lastByte}`), 200);
    assert.equal(await send(admission, "192.0.2.1"), 200, "a forgotten client counts like a new one");
  });
});

test("the size of headers counts their names, their values and four bytes each, as in HTTP/1.1", async () => {
  const gateway = createGateway({ ...CONFIG, maxHeaderBytes: 1024, fetch: async () => Response.json({}) });
  const readStatus = async (count) =>
    (
      await gateway.fetch(
        new Request("https://gw.example/api/v3/masterchainInfo", {
          headers: Array.from({ length: count }, (_, index) => [`x-${index + 100}`, "v"]),
        }),
      )
    ).status;
  // 10 bytes per header.
  assert.deepEqual([await readStatus(102), await readStatus(103)], [200, 431]);
});

test("the body of a request that does not need it is cancelled", async () => {
  let cancelCount = 0;
  const body = new ReadableStream({ cancel: () => /** @type {any} */ ((cancelCount += 1)) });
  const response = await createGateway(CONFIG).fetch(
    new Request("https://gw.example/api/v3/nothing", /** @type {any} */ ({ method: "POST", body, duplex: "half" })),
  );
  assert.deepEqual([response.status, cancelCount], [404, 1]);
});

test("the log line of a request whose body is too large has its operation", async () => {
  const lines = [];
  const gateway = createGateway({
    ...CONFIG,
    maxBodyBytes: 1024,
    logLevel: "info",
    log: (line) => lines.push(JSON.parse(line)),
  });
  const response = await gateway.fetch(
    new Request("https://gw.example/api/v3/estimateFee", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: " ".repeat(2000),
    }),
  );
  assert.equal(response.status, 413);
  assert.deepEqual([lines[0].network, lines[0].generation, lines[0].endpoint], ["mainnet", "v3", "estimateFee"]);
});

describe("the digest of a client in log lines", () => {
  const makeStateAt = (t, time) => {
    const state = { time };
    t.mock.method(Date, "now", () => state.time);
    return state;
  };
  const makeClient = (name = "192.0.2.1") => ({ name });

  test("the digest of a client is the same all day and different the next day, with any salt", async (t) => {
    for (const secret of [undefined, "an-operator's-salt"]) {
      const state = makeStateAt(t, 100 * DAY);
      const digestClient = createClientDigests("digest", secret);
      const [firstClient, otherClientIp] = [makeClient(), makeClient("192.0.2.2")];
      const first = await digestClient(firstClient);
      assert.match(first, /^[0-9a-f]{16}$/);
      assert.equal(digestClient(firstClient), first, "known at once, because it was computed before");
      assert.notEqual(await digestClient(otherClientIp), first);
      state.time += DAY - 1;
      assert.equal(await digestClient(makeClient()), first);
      state.time += 1;
      const next = await digestClient(firstClient);
      assert.notEqual(next, first);
      assert.equal(await digestClient(makeClient()), next);
    }
  });

  test("the salt of client digests is random and replaced at midnight, unless the operator sets one", async (t) => {
    const state = makeStateAt(t, 100 * DAY);
    const [firstClient, secondClient] = [
      /** @type {any} */ (createClientDigests)("digest"),
      /** @type {any} */ (createClientDigests)("digest"),
    ];
    const first = await firstClient(makeClient());
    assert.notEqual(first, await secondClient(makeClient()), "two processes differ");
    state.time += DAY;
    await firstClient(makeClient());
    // If the clock is set back, the old salt does not return either.
    state.time -= DAY;
    assert.notEqual(await firstClient(makeClient()), first);
    const saltedDigests = await Promise.all(
      ["a-salt", "a-salt", "another"].map((salt) => createClientDigests("digest", salt)(makeClient())),
    );
    assert.equal(saltedDigests[0], saltedDigests[1]);
    assert.notEqual(saltedDigests[0], saltedDigests[2]);
  });

  test("a digest that was started yesterday and finishes late does not become today's", async (t) => {
    const state = makeStateAt(t, 100 * DAY);
    const { digest } = crypto.subtle;
    const digestReleases = [];
    t.mock.method(
      crypto.subtle,
      "digest",
      (...digestArgs) =>
        new Promise((resolve) => digestReleases.push(() => resolve(digest.apply(crypto.subtle, digestArgs)))),
    );
    const digestClient = createClientDigests("digest", "a-salt");
    const firstClient = makeClient();
    const digestYesterday = digestClient(firstClient);
    state.time += DAY;
    const digestToday = digestClient(firstClient);
    for (const release of digestReleases.reverse()) release();
    const [yesterdayText, now] = await Promise.all([digestYesterday, digestToday]);
    assert.notEqual(yesterdayText, now);
    assert.equal(digestClient(firstClient), now);
  });

  test("alerts have the client's digest even for its first request", async () => {
    const lines = [];
    const gateway = createGateway({
      ...CONFIG,
      retries: 0,
      logLevel: "info",
      log: (line) => lines.push(JSON.parse(line)),
      fetch: async () => {
        throw new Error("away");
      },
    });
    await gateway.fetch(new Request("https://gw.example/api/v3/masterchainInfo"), {}, { address: "192.0.2.1" });
    const [alert, request] = ["alert", "request"].map((event) => lines.find((line) => line.event === event));
    assert.match(request.client, /^[0-9a-f]{16}$/);
    assert.equal(alert.client, request.client);
  });

  test("log lines name no client, or the client IP, as configured", () => {
    assert.equal(/** @type {any} */ (createClientDigests)("off")(makeClient()), undefined);
    assert.equal(/** @type {any} */ (createClientDigests)("address")(makeClient()), "192.0.2.1");
    for (const privacyMode of ["off", "address", "digest"])
      assert.equal(
        /** @type {any} */ (createClientDigests)(privacyMode)(undefined),
        undefined,
        "no client is known yet",
      );
  });
});

describe("memory is bounded", () => {
  test("a memo forgets the least recently used entry", () => {
    const knownClients = createGenerationalMap(4);
    knownClients.set("used", 1);
    for (let index = 0; index < 100; index += 1) {
      knownClients.set(`other-${index}`, index);
      assert.equal(knownClients.get("used"), 1);
    }
    const remainingClients = Array.from({ length: 100 }, (_, index) => index).filter(
      (index) => knownClients.get(`other-${index}`) !== undefined,
    );
    assert.ok(remainingClients.length <= 3, `${remainingClients}`);
    // Writing an entry again takes no additional space.
    const secondMap = createGenerationalMap(4);
    secondMap.set("a", 1);
    for (const key of ["b", "b", "c", "b", "b"]) secondMap.set(key, 2);
    assert.deepEqual([secondMap.get("a"), secondMap.get("b"), secondMap.get("c")], [1, 2, 2]);
  });

  test("the identities of 8192 clients are remembered, but none from a long chain of proxies", () => {
    const { clients } = new Gateway({
      ...CONFIG,
      clientIp: { header: "X-Forwarded-For", trustedProxies: ["192.0.2.0/24"] },
    });
    const findClient = (value) => clients.find(`@peer: 192.0.2.1\n@client: ${value}\n`);
    const first = findClient("198.51.100.1");
    assert.equal(findClient("198.51.100.1"), first);
    for (let index = 0; index < 8192; index += 1) findClient(`198.18.${index >> 8}.${index & 255}`);
    assert.notEqual(findClient("198.51.100.1"), first);
    const longText = Array.from({ length: 60 }, () => "198.51.100.1").join(", ");
    assert.notEqual(findClient(longText), findClient(longText));
  });

  test("64 sets of response headers are remembered, and each is used only for equal responses", () => {
    const base = { headers: new Headers(), steadySets: new Map() };
    const record = new RequestRecord("id", 0);
    for (let index = 0; index < 1000; index += 1) {
      const origin = `https://${index % 100}.example`;
      const { headers } = createResponse(
        {
          status: 200,
          body: "{}",
          headers: [
            ["access-control-allow-origin", origin],
            ["x-own", String(index)],
          ],
        },
        record,
        { base },
      );
      assert.equal(headers.get("access-control-allow-origin"), origin);
      assert.ok(base.steadySets.size <= 64);
    }
    assert.ok(base.steadySets.size > 1);
    for (const headerSet of base.steadySets.values()) assert.equal(headerSet.get("x-own"), null);
  });
});

describe("the wait for the operator's own code", () => {
  test("the gateway waits three seconds for the operator's code, and leaves no timer behind", async (t) => {
    assert.equal(OPERATOR_TIMEOUT_MS, 3000);
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const clearMock = t.mock.method(globalThis, "clearTimeout");
    assert.equal(await withTimeout(3000, Promise.resolve("there")), "there");
    await assert.rejects(withTimeout(3000, Promise.reject(new Error("x"))), /x/);
    const lateTimeout = withTimeout(3000, new Promise(() => {}));
    t.mock.timers.tick(3000);
    assert.equal(await lateTimeout, undefined);
    // The third timer has fired.
    assert.equal(clearMock.mock.callCount(), 2);
  });
});
