// Settings with which an operator would open a security hole: each is refused with a message that says why.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createGateway } from "ton-edge/gateway";
import { remoteLimiter } from "ton-edge/gateway/limiter";
// The source of the Worker, because the package entry is a bundle for workerd.
import worker from "../../pkg/worker.js";

const OK = { headers: { "content-type": "application/json" } };
const READ_URL = "https://gw.example/api/v3/masterchainInfo";
/** @param {any} gateway @param {RequestInit & { url?: string, env?: object, ctx?: object }} [init] */
const send = (gateway, { url = READ_URL, env = {}, ctx, ...init } = {}) =>
  gateway.fetch(new Request(url, init), env, ctx);
/** A gateway whose upstream is a function in this file. */
const makeGateway = (config, fetch = async () => new Response('{"a":1}', OK)) =>
  createGateway({
    logLevel: "off",
    cache: { adapter: "none" },
    limits: { keyless: "off", budget: "off" },
    fetch,
    ...config,
  });

describe("an admin token that can be guessed is refused", () => {
  const operator = { url: "https://gw.example/metrics", headers: { authorization: "Bearer x" } };

  test("a weak admin token is a configuration error as a text, and counts as no token if a function returns it", async () => {
    const text = await send(makeGateway({ adminToken: "x" }), operator);
    assert.equal(text.status, 500);
    assert.match((await text.json()).error, /`adminToken` must be a text of 16 or more/);
    const lines = [];
    const response = await send(
      makeGateway({ adminToken: () => "x", logLevel: "error", log: (line) => lines.push(JSON.parse(line)) }),
      operator,
    );
    assert.equal(response.status, 401);
    assert.match(lines[0].alert, /16 or more/);
    assert.equal(
      (
        await send(makeGateway({ adminToken: () => "0123456789abcdef" }), {
          ...operator,
          headers: { authorization: "Bearer 0123456789abcdef" },
        })
      ).status,
      200,
    );
  });

  test("without an admin token no operator is admitted; a failing function is an alert without its message; Bearer may be in any case", async () => {
    const lines = [];
    const sendAs = async (adminToken, init, method = "GET") => {
      const response = await send(
        makeGateway({ adminToken, logLevel: "error", log: (line) => lines.push(JSON.parse(line)) }),
        { ...operator, method, headers: { authorization: init } },
      );
      return [response.status, (await response.text()).length > 0];
    };
    for (const emptyToken of ["", undefined, 7])
      assert.deepEqual(await sendAs(() => emptyToken, "Bearer x"), [401, true]);
    assert.equal(lines.length, 0);
    assert.deepEqual(
      await sendAs(() => {
        throw new TypeError("a-secret-word");
      }, "Bearer x"),
      [401, true],
    );
    assert.deepEqual(
      lines.map(({ alert }) => alert),
      ["the setting `adminToken` failed: TypeError"],
    );
    assert.deepEqual(await sendAs(() => "0123456789abcdef", "Bearer 0123456789abcdeg"), [401, true]);
    assert.deepEqual(await sendAs(() => "0123456789abcdef", "bearer 0123456789abcdef"), [200, true]);
    assert.deepEqual(await sendAs(() => "0123456789abcdef", "bearer 0123456789abcdef", "HEAD"), [200, false]);
    assert.deepEqual(await sendAs(() => "0123456789abcdef", "Bearer x", "HEAD"), [401, false]);
  });

  test("the ready-made Worker refuses a weak admin token", async () => {
    const response = await send(worker, {
      ...operator,
      env: { TON_EDGE_ADMIN_TOKEN: "x", TON_EDGE_MAINNET: "https://a.example", TON_EDGE_LOG_LEVEL: "off" },
    });
    assert.equal(response.status, 500);
  });

  test("the command does not start with a weak admin token", async () => {
    const bin = fileURLToPath(new URL("../../pkg/bin/ton-edge.js", import.meta.url));
    const { code, stderr } = await new Promise((resolve) => {
      execFile(
        process.execPath,
        [bin, "gateway", "--port", "0"],
        { env: { ...process.env, TON_EDGE_ADMIN_TOKEN: "x" }, timeout: 20_000 },
        (error, _, stdout) => resolve({ code: error?.code, stderr: stdout }),
      );
    });
    assert.equal(code, 2);
    assert.match(stderr, /`TON_EDGE_ADMIN_TOKEN` must be a text of 16 or more/);
  });
});

test("a request body that breaks off is not a fault of the gateway", async () => {
  const lines = [];
  const gateway = makeGateway({ logLevel: "info", log: (line) => lines.push(JSON.parse(line)) });
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error("reset")) });
  const response = await send(
    gateway,
    /** @type {any} */ ({
      url: "https://gw.example/api/v3/estimateFee",
      method: "POST",
      headers: OK.headers,
      body,
      duplex: "half",
    }),
  );
  assert.equal(response.status, 499);
  assert.deepEqual(
    lines.map(({ event }) => event),
    ["request"],
  );
});

describe("an upstream key is only sent over TLS", () => {
  const fault = /`mainnet(\[1\])?\.baseUrl` must begin with https:\/\//;

  test("a configuration with an upstream key and an http:// upstream is refused", async () => {
    for (const mainnet of [
      { baseUrl: "http://node.example", apiKey: "a-key" },
      ["https://a.example", { baseUrl: "http://10.0.0.1:8081", apiKey: ["a-key"] }],
      { baseUrl: "http://localhost.evil.example", apiKey: "a-key" },
    ]) {
      const response = await send(makeGateway({ mainnet }));
      assert.equal(response.status, 500);
      assert.match((await response.json()).error, fault);
    }
  });

  test("a request that would send an upstream key from a function over http:// fails", async () => {
    let requestCount = 0;
    const gateway = makeGateway(
      { mainnet: { baseUrl: "http://node.example", apiKey: async (env) => env.KEY } },
      async () => ((requestCount += 1), new Response("{}", OK)),
    );
    assert.equal((await send(gateway, { env: { KEY: "a-key" } })).status, 500);
    assert.equal(requestCount, 0);
    assert.equal((await send(gateway)).status, 200, "plain http is allowed without a key");
  });

  test("an upstream key may be sent over plain http to this machine", async () => {
    for (const url of ["http://127.0.0.1:8081", "http://localhost:8081", "http://[::1]:8081"]) {
      assert.equal((await send(makeGateway({ mainnet: { baseUrl: url, apiKey: "a-key" } }))).status, 200, url);
    }
  });

  test("the secret of a limiter is only sent over TLS, or to this machine", () => {
    for (const url of ["http://limiter.example", "ws://limiter.example", "limiter", ""]) {
      assert.throws(
        () => remoteLimiter({ url, secret: "s" }),
        ({ code }) => code === "invalid_option",
        url,
      );
    }
    remoteLimiter({ url: "https://limiter.example", secret: "s" });
    remoteLimiter({ url: "http://127.0.0.1:1", secret: "s" });
  });
});

test("an empty upstream stays in the list, so that its key is not sent to another upstream", async () => {
  const { default: freshWorker } = await import("../../pkg/lib/adapters/worker.js?fresh");
  const env = {
    TON_EDGE_MAINNET: ",https://b.example",
    TON_EDGE_MAINNET_API_KEY: "of-the-first",
    TON_EDGE_LOG_LEVEL: "off",
  };
  const response = await send(freshWorker, { env });
  assert.equal(response.status, 500);
  assert.match((await response.json()).error, /`TON_EDGE_MAINNET\[0\]` must be a base URL/);
});

test("the ready-made Worker names the variable with a fault, and refuses misspelt variables", async () => {
  const faults = [
    [{ TON_EDGE_KEYLESS: "no" }, /`TON_EDGE_KEYLESS` must be/],
    [{ TON_EDGE_LIMITS_PLANS: "shop" }, /`TON_EDGE_LIMITS_PLANS\.shop` must be/],
    [{ TON_EDGE_LIMITS_PLANS: '{"shop":{"rate":-1}}' }, /`TON_EDGE_LIMITS_PLANS\.shop/],
    [{ TON_EDGE_ORIGINS: "https://a.example,b" }, /`TON_EDGE_ORIGINS\[1\]` must/],
    [{ TON_EDGE_MAINNET_BUDGET: "fast" }, /`TON_EDGE_MAINNET_BUDGET(\[0\])?` must be/],
    [{ TON_EDGE_HSTS_SECONDS: "a year" }, /`TON_EDGE_HSTS_SECONDS` must be a whole number from 0 to 315360000/],
    [{ TON_EDGE_HSTS_SECOND: "5" }, /did you mean `TON_EDGE_HSTS_SECONDS`\?/],
    [
      { TON_EDGE_LIMITS_KEYLES: "5" },
      /`TON_EDGE_LIMITS_KEYLES` has no meaning here; did you mean `TON_EDGE_LIMITS_KEYLESS`\?/,
    ],
    [{ ORIGINS: "https://a.example" }, /did you mean `TON_EDGE_ORIGINS`\?/],
    [{ TON_EDGE_MAINET_API_KEY: "secret-of-mine" }, /did you mean `TON_EDGE_MAINNET_API_KEY`\?/],
  ];
  for (const [index, [env, fault]] of /** @type {[object, RegExp][]} */ (faults).entries()) {
    const { default: freshWorker } = await import(`../../pkg/lib/adapters/worker.js?fault=${index}`);
    const response = await send(freshWorker, { env: { ...env, TON_EDGE_LOG_LEVEL: "off" } });
    const text = await response.text();
    assert.equal(response.status, 500, text);
    assert.match(JSON.parse(text).error, fault);
    assert.ok(!text.includes("secret-of-mine"));
  }
  // Variables with other names are not reported as typos.
  const { default: freshWorker } = await import(`../../pkg/lib/adapters/worker.js?${"others"}`);
  const url = "https://gw.example/api/v2/detectAddress?address=0:" + "0".repeat(64);
  const env = {
    HOST: "a",
    KEY: "b",
    API_KEY: "c",
    TON_EDGE_MAINNET_2_API_KEY: "d",
    MY_NAMESPACE: {},
    TON_EDGE_ALLOW_HEADERS: "X-App-Origin",
  };
  const answer = await send(freshWorker, { url, env: { ...env, TON_EDGE_LOG_LEVEL: "off" } });
  assert.equal(answer.status, 200, await answer.text());
  const requestHeaders = { origin: "https://a.example", "access-control-request-headers": "x-app-origin" };
  const preflight = await send(freshWorker, { url, method: "OPTIONS", headers: requestHeaders, env });
  assert.match(preflight.headers.get("access-control-allow-headers"), /, X-App-Origin$/);
});

test("variables of the ready-made Worker choose how requests are read, and whose API keys are used", async () => {
  const url = "https://gw.example/api/v3/transactions?lmit=3";
  let index = 0;
  const sendThrough = async (env, headers) => {
    const { default: freshWorker } = await import(`../../pkg/lib/adapters/worker.js?mode=${(index += 1)}`);
    return send(freshWorker, {
      url,
      headers,
      env: { TON_EDGE_MAINNET: "http://127.0.0.1:9", TON_EDGE_LOG_LEVEL: "off", ...env },
    });
  };
  assert.equal((await sendThrough({})).headers.get("x-ton-edge-ignored"), '"lmit"');
  assert.equal((await sendThrough({ TON_EDGE_STRICT: "true" })).status, 422);
  assert.equal((await sendThrough({ TON_EDGE_UNKNOWN_PARAMETERS: "refuse" })).status, 422);
  assert.equal((await sendThrough({ TON_EDGE_UNKNOWN_PARAMETERS: "forward" })).headers.get("x-ton-edge-ignored"), null);
  const key = { "x-api-key": "of-the-caller" };
  assert.equal((await sendThrough({}, key)).headers.get("x-ton-edge-api-key"), "ignored");
  assert.equal((await sendThrough({ TON_EDGE_CALLER_KEYS: "forward" }, key)).headers.get("x-ton-edge-api-key"), null);
});

test("unknown API keys do not lock out callers with other IPs", async (t) => {
  // The clock is stopped: one more guess per second is allowed, and a busy machine may take long.
  const time = Date.now();
  t.mock.method(Date, "now", () => time);
  const goodKeys = Array.from({ length: 20 }, (_, index) => `tonedge_good-${index}`);
  const records = new Map(
    goodKeys.map((key, index) => {
      const hash = createHash("sha256").update(key).digest("hex");
      return [hash, { hash, id: `good-${index}`, network: "mainnet", created: "2026-01-01T00:00:00Z" }];
    }),
  );
  let lookupCount = 0;
  const keys = { ttlMs: 10_000, find: async (hash) => ((lookupCount += 1), records.get(hash)) };
  const gateway = makeGateway({ apiKeys: keys, overload: { maxInFlight: 10_000, maxInFlightPerClient: 10_000 } });
  const sendAs = (key, address) => send(gateway, { headers: { "x-api-key": key }, ctx: { address } });
  const flood = Array.from({ length: 1500 }, (_, index) => sendAs(`random-${index}`, "198.51.100.1"));
  const statuses = await Promise.all(
    goodKeys.map(async (key, index) => (await sendAs(key, `192.0.2.${index}`)).status),
  );
  assert.deepEqual(
    statuses,
    goodKeys.map(() => 200),
  );
  const responses = await Promise.all(flood);
  assert.equal(responses.filter(({ status }) => status === 401).length, 20);
  assert.ok(
    responses.every(
      ({ status, headers }) => status === 401 || (status === 429 && Number(headers.get("retry-after")) >= 1),
    ),
  );
  assert.equal(lookupCount, 40, "a refused key reads no store");
});

test("a store of API keys that hangs, or a function for a token or a key, ends in a refusal at its timeout", {
  timeout: 30_000,
}, async () => {
  const neverResolve = () => new Promise(() => {});
  const [store, token, key] = await Promise.all([
    send(makeGateway({ apiKeys: { find: neverResolve } }), { headers: { "x-api-key": "tonedge_a" } }),
    send(makeGateway({ adminToken: neverResolve }), {
      url: "https://gw.example/metrics",
      headers: { authorization: "Bearer 0123456789abcdef" },
    }),
    send(makeGateway({ mainnet: { apiKey: neverResolve } })),
  ]);
  assert.deepEqual([store.status, store.headers.get("x-ton-edge-error")], [503, "key_store_unavailable"]);
  assert.equal(token.status, 401);
  assert.equal(key.status, 500);
});

test("setting the clock back does not make a valid API key fail", async () => {
  const hash = createHash("sha256").update("tonedge_a").digest("hex");
  const keys = { find: async () => ({ hash, id: "a", network: "mainnet", created: "2026-01-01T00:00:00Z" }) };
  const gateway = makeGateway({ apiKeys: keys });
  const { now } = Date;
  try {
    for (const clockShift of [0, -5, -3_600_000, 1000]) {
      Date.now = () => now() + clockShift;
      assert.equal((await send(gateway, { headers: { "x-api-key": "tonedge_a" } })).status, 200, `${clockShift} ms`);
    }
  } finally {
    Date.now = now;
  }
});

test("a separate listener for operators serves only their endpoints, and the main listener serves none of them", async () => {
  const token = "a-token-of-operators";
  const gateway = makeGateway({ mainnet: "https://a.example", adminToken: token });
  const requestStatus = async (listener, path) =>
    (
      await send(gateway, {
        url: `https://gw.example${path}`,
        headers: { authorization: `Bearer ${token}` },
        ctx: { listener },
      })
    ).status;
  const paths = [
    "/healthz",
    "/metrics",
    "/api/v3/masterchainInfo",
    "/api/v2/detectAddress?address=x",
    "/",
    "/api/v3/nothing",
  ];
  const readStatuses = async (listener) => Promise.all(paths.map((path) => requestStatus(listener, path)));
  assert.deepEqual(await readStatuses(undefined), [200, 200, 200, 422, 404, 404]);
  assert.deepEqual(await readStatuses("public"), [200, 404, 200, 422, 404, 404]);
  assert.deepEqual(await readStatuses("operators"), [200, 200, 404, 404, 404, 404]);
  assert.equal(
    (await send(gateway, { url: "https://gw.example/metrics", ctx: { listener: "operators" } })).status,
    401,
    "the main listener also requires the token",
  );
});

test("a foreign web page cannot spend the API key of a gateway on a developer's machine", async () => {
  // The defaults of the command, tested by its responses.
  const { spawn } = await import("node:child_process");
  const { createInterface } = await import("node:readline");
  const { once: onceEvent } = await import("node:events");
  const bin = fileURLToPath(new URL("../../pkg/bin/ton-edge.js", import.meta.url));
  const child = spawn(
    process.execPath,
    [bin, "gateway", "--port", "0", "--mainnet", "http://127.0.0.1:9", "--log-level", "off"],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  try {
    const [line] = await onceEvent(createInterface({ input: child.stdout }), "line");
    const url = /http:\S+/.exec(line)[0];
    const localUrl = `${url}/api/v2/detectAddress?address=0:${"0".repeat(64)}`;
    const fetchStatus = async (headers) => (await fetch(localUrl, { headers })).status;
    assert.deepEqual(
      [
        await fetchStatus({}),
        await fetchStatus({ origin: "http://localhost:5173" }),
        await fetchStatus({ origin: "http://127.0.0.1:3000" }),
      ],
      [200, 200, 200],
    );
    assert.deepEqual(
      [
        await fetchStatus({ origin: "https://evil.example" }),
        await fetchStatus({ "sec-fetch-site": "cross-site" }),
        await fetchStatus({ origin: "null" }),
      ],
      [403, 403, 403],
    );
    const { request } = await import("node:http");
    const reboundResponse = await new Promise((resolve) =>
      request(localUrl, { headers: { host: "evil.example" } }, (response) =>
        resolve(response.resume().statusCode),
      ).end(),
    );
    assert.equal(reboundResponse, 421);
  } finally {
    child.kill("SIGKILL");
  }
});

describe("settings keep the values that were written", () => {
  test("a setting of NaN is refused, and a getter that throws is named", async () => {
    for (const limits of [{ keyless: Number.NaN }, { keyless: Number.POSITIVE_INFINITY }]) {
      assert.equal(
        (await send(createGateway({ logLevel: "off", limits }))).headers.get("x-ton-edge-error"),
        "config_invalid",
      );
    }
    const response = await send(
      createGateway({
        logLevel: "off",
        /** @returns {never} */
        get mainnet() {
          throw new Error("x");
        },
      }),
    );
    assert.equal(response.headers.get("x-ton-edge-error"), "config_invalid");
    assert.match((await response.json()).error, /reading it throws/);
  });

  test("log lines of gateways with one `logSalt` can be compared, and go to the console without a `log`", async (t) => {
    const lines = [];
    t.mock.method(console, "log", (line) => lines.push(JSON.parse(line)));
    const salts = ["0123456789abcdef", "0123456789abcdef", "fedcba9876543210", undefined, undefined];
    for (const logSalt of salts)
      await send(makeGateway({ logLevel: "info", logSalt }), { ctx: { address: "192.0.2.1" } });
    const digests = lines.map(({ client }) => client);
    assert.equal(digests[0], digests[1]);
    assert.equal(new Set(digests).size, 4);
  });

  test("the result of /readyz is valid for ten seconds, or for `readiness.ttlMs`", async () => {
    for (const [readiness, times] of /** @type {any[][]} */ ([
      [undefined, 1],
      [{ ttlMs: 0 }, 2],
    ])) {
      let requestCount = 0;
      const gateway = makeGateway(
        { adminToken: "0123456789abcdef", readiness, mainnet: "https://a.example" },
        async () => ((requestCount += 1), new Response("{}", OK)),
      );
      const readStatus = () =>
        send(gateway, { url: "https://gw.example/readyz", headers: { authorization: "Bearer 0123456789abcdef" } });
      await readStatus();
      const countOnce = requestCount;
      await readStatus();
      assert.equal(requestCount, countOnce * times);
    }
  });
});
