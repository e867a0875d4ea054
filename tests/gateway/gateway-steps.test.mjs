// The operator's own steps of a request: the data that they see, the changes that they may make, and their faults.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { normalizeAddress, packAddress } from "ton-edge/address";
import { createGateway, listKeys } from "ton-edge/gateway";

import { OPERATOR_TIMEOUT_MS } from "../../pkg/lib/util/operator-timeout.js";

const hashSha256 = (text) => createHash("sha256").update(text).digest("hex");
const RAW = "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8";
const OTHER_ACCOUNT = RAW.replace("83", "84");
const ORIGIN = "https://app.example";

/** A gateway with these steps, its upstream requests, and its log lines. */
function setUp(steps, overrides = {}) {
  const upstream = [];
  const lines = [];
  const gateway = createGateway({
    mainnet: "https://a.example",
    origins: [ORIGIN],
    limits: { keyless: "off", budget: "off" },
    fetch: async (url, { body }) => {
      upstream.push({ url, body });
      const isV2 = url.includes("/api/v2/");
      return Response.json(isV2 ? { ok: true, result: "1", "@extra": "" } : { transactions: [], address_book: {} });
    },
    log: (line) => lines.push(JSON.parse(line)),
    steps,
    ...overrides,
  });
  const send = (path, init = {}) =>
    gateway.fetch(new Request(`https://gw.example${path}`, { ...init, headers: { origin: ORIGIN, ...init.headers } }), {
      SECRET: "s",
    });
  const post = (body) =>
    send("/api/v2/jsonRPC", {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
  return { gateway, send, post, upstream, lines };
}

const READ_PATH = "/api/v3/transactions?limit=1";
const readCode = (response) => response.headers.get("x-ton-edge-error");

describe("the setting `steps`", () => {
  test("a step may set a header on every response that it passes on: hits, refusals, local utilities, batches, assets", async () => {
    const nameRegion = async (_context, next) => {
      const response = await next();
      response.headers.set("x-region", "eu");
      return response;
    };
    const { send, post, upstream } = setUp([nameRegion], { assets: () => new Response("<p>page") });
    const regions = [];
    for (const path of [
      READ_PATH,
      READ_PATH,
      "/api/v3/nothing",
      `/api/v2/detectAddress?address=${RAW}`,
      "/healthz",
      "/",
      READ_PATH,
    ])
      regions.push((await send(path)).headers.get("x-region"));
    regions.push(
      (await post([{ jsonrpc: "2.0", id: 1, method: "getAddressBalance", params: { address: RAW } }])).headers.get(
        "x-region",
      ),
    );
    assert.deepEqual(regions, Array(8).fill("eu"));
    assert.equal(upstream.length, 2, "the second read was a hit");
  });

  test("a step gets the calls with their parameters, the caller, and the platform's arguments", async () => {
    const seenContexts = [];
    const recordContext = (context, next) => {
      seenContexts.push(context);
      return next();
    };
    const key = "tonedge_key";
    /** @type {import("ton-edge/gateway").KeyRecord} */
    const record = { hash: hashSha256(key), id: "shop", network: "mainnet", plan: 5, created: "2026-01-01T00:00:00Z" };
    const { send, post } = setUp([recordContext], { apiKeys: listKeys([record]) });
    const firstResponse = await send(`/api/v3/transactions?account=${RAW}&account=${OTHER_ACCOUNT}&limit=2`, {
      headers: { "x-api-key": key },
    });
    await post([
      { jsonrpc: "2.0", id: 1, method: "runGetMethod", params: { address: RAW, method: "seqno", stack: [] } },
      { jsonrpc: "2.0", id: 2, method: "detectAddress", params: { address: RAW } },
      { jsonrpc: "2.0", id: 3, method: "getAddressBalance", params: { address: OTHER_ACCOUNT } },
    ]);
    await send("/api/v3/nothing");
    const [requestContext, batch, emptyContext] = seenContexts;
    assert.deepEqual(
      [requestContext.requestId, requestContext.env, requestContext.request.method, requestContext.caller],
      [firstResponse.headers.get("x-request-id"), { SECRET: "s" }, "GET", { id: "shop", plan: 5 }],
    );
    const copyCalls = ({ calls }) => calls.map((call) => ({ ...call, parameters: { ...call.parameters } }));
    assert.deepEqual(copyCalls(requestContext), [
      {
        network: "mainnet",
        generation: "v3",
        operation: "transactions",
        parameters: { account: [RAW, OTHER_ACCOUNT], limit: "2" },
      },
    ]);
    assert.deepEqual(
      copyCalls(batch).map(({ generation, operation, parameters }) => [generation, operation, parameters]),
      [
        ["v2", "runGetMethod", { address: RAW, method: "seqno", stack: [] }],
        ["v2", "getAddressBalance", { address: OTHER_ACCOUNT }],
      ],
    );
    assert.deepEqual([batch.caller, copyCalls(emptyContext), emptyContext.caller], [undefined, [], undefined]);
  });

  test("a step may refuse an account, in every form of its address, and nothing goes upstream", async () => {
    const allowedAccounts = new Set([normalizeAddress(RAW)]);
    const isAllowed = ({ account, address }) =>
      [account ?? address]
        .flat()
        .every((item) => typeof item === "string" && allowedAccounts.has(normalizeAddress(item)));
    const allowAccounts = ({ calls }, next) =>
      calls.every(({ parameters }) => isAllowed(parameters)) ? next() : new Response("no", { status: 403 });
    const { send, post, upstream, lines } = setUp([allowAccounts]);
    const statuses = [];
    for (const account of [RAW, packAddress(RAW), OTHER_ACCOUNT, packAddress(OTHER_ACCOUNT)])
      statuses.push((await send(`/api/v3/transactions?account=${encodeURIComponent(account)}`)).status);
    statuses.push((await send(READ_PATH)).status);
    statuses.push(
      (await post([{ jsonrpc: "2.0", id: 1, method: "getAddressBalance", params: { address: OTHER_ACCOUNT } }])).status,
    );
    assert.deepEqual(statuses, [200, 200, 403, 403, 403, 403]);
    assert.equal(upstream.length, 1);
    const refusal = await send(READ_PATH);
    assert.deepEqual(
      [refusal.headers.get("access-control-allow-origin"), refusal.headers.get("x-content-type-options")],
      [ORIGIN, "nosniff"],
    );
    assert.equal(refusal.headers.get("x-request-id"), lines.at(-1).id);
    assert.equal(lines.at(-1).status, 403);
  });

  test("steps run in the order of the list, and not for requests that admission refuses", async () => {
    const order = [];
    const findNamed = (name) => async (_context, next) => {
      order.push(name);
      const response = await next();
      order.push(`/${name}`);
      return response;
    };
    const { send } = setUp([findNamed("a"), findNamed("b")], { clients: { deny: ["192.0.2.1"] } });
    await send(READ_PATH);
    assert.deepEqual(order, ["a", "b", "/b", "/a"]);
    const denyingGateway = setUp([findNamed("c")], { clients: { allow: ["192.0.2.1"] } });
    assert.equal((await denyingGateway.send(READ_PATH)).status, 403);
    assert.equal(order.length, 4);
  });

  test("a step may respond without the gateway, and may change the gateway's response", async () => {
    const { send, upstream } = setUp([
      ({ calls }, next) => (calls[0]?.operation === "blocks" ? Response.redirect("https://else.example/") : next()),
      async (_context, next) => {
        const { status, headers } = await next();
        return new Response("changed", { status, headers });
      },
    ]);
    const redirect = await send("/api/v3/blocks?limit=1");
    assert.deepEqual([redirect.status, redirect.headers.get("location")], [302, "https://else.example/"]);
    assert.ok(redirect.headers.get("x-request-id"));
    const changedResponse = await send(READ_PATH);
    assert.deepEqual([changedResponse.status, await changedResponse.text(), upstream.length], [200, "changed", 1]);
  });
});

describe("a fault of a step is 500 step_failed, and is logged with its stack", () => {
  for (const [name, step, words] of /** @type {[string, any, string][]} */ ([
    ["it throws", () => Promise.reject(new TypeError("a secret")), "`steps[0]` threw TypeError"],
    ["the step throws at once", () => assert.fail("a secret"), "`steps[0]` threw AssertionError ERR_ASSERTION"],
    ["the step returns nothing", () => {}, "`steps[0]` returned no Response"],
    ["the step returns another value", async (_, next) => (await next()).text(), "`steps[0]` returned no Response"],
    ["the step calls next twice", async (_, next) => [await next(), await next()][0], "`steps[0]` called `next` twice"],
    [
      "the step calls next twice and hides the error",
      async (_, next) => {
        const response = await next();
        try {
          next();
        } catch {}
        return response;
      },
      "`steps[0]` called `next` twice",
    ],
  ]))
    test(`a step fails if ${name}`, async () => {
      const { send, lines } = setUp([step]);
      const response = await send(READ_PATH);
      const { error, reason } = await response.json();
      assert.deepEqual(
        [response.status, readCode(response), reason, error],
        [500, "step_failed", "step_failed", words],
      );
      const alert = lines.find(({ event }) => event === "alert");
      assert.deepEqual([alert.level, alert.code, alert.alert], ["error", "step_failed", words]);
      assert.equal(typeof alert.stack, words.includes("threw") ? "string" : "undefined");
      assert.deepEqual([lines.at(-1).event, lines.at(-1).code], ["request", "step_failed"]);
    });

  test("a step that never ends fails at its timeout, before `next` and after it", { timeout: 10_000 }, async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const unresolvedPromise = new Promise(() => {});
    for (const step of [() => unresolvedPromise, (_, next) => next().then(() => unresolvedPromise)]) {
      const response = setUp([step], { cache: { adapter: "none" } }).send(READ_PATH);
      for (let index = 0; index < 20; index += 1) await new Promise(setImmediate);
      t.mock.timers.tick(OPERATOR_TIMEOUT_MS);
      const lateResponse = await response;
      const { error } = await lateResponse.json();
      assert.deepEqual([lateResponse.status, error], [500, `\`steps[0]\` took longer than ${OPERATOR_TIMEOUT_MS} ms`]);
    }
  });

  test("the time of `next` does not count against the step's timeout", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    let respond;
    const { send } = setUp([(_, next) => next()], {
      cache: { adapter: "none" },
      fetch: () => new Promise((resolve) => (respond = resolve)),
    });
    const response = send(READ_PATH);
    for (let index = 0; index < 20; index += 1) await new Promise(setImmediate);
    t.mock.timers.tick(OPERATOR_TIMEOUT_MS + 1000);
    respond(Response.json({ transactions: [], address_book: {} }));
    assert.equal((await response).status, 200);
  });

  test("the error of a later step names that step, and an error of the gateway names no step", async () => {
    const callNext = (_, next) => next();
    const { send } = setUp([callNext, () => {}]);
    assert.equal((await (await send(READ_PATH)).json()).error, "`steps[1]` returned no Response");
    const gatewayWithFaultyAssets = setUp([callNext], {
      assets: () => {
        throw new Error("a response of the assets");
      },
    });
    assert.equal(readCode(await gatewayWithFaultyAssets.send("/")), "internal");
  });

  test("a step's own response gets the headers of the API, unless it replaces an asset", async () => {
    const respondOwn = (context) => (context.request.url.includes("passed") ? undefined : new Response("own"));
    const { send } = setUp([(context, next) => respondOwn(context) ?? next()], { assets: () => new Response("asset") });
    const api = await send(READ_PATH);
    const passedResponse = await send("/passed");
    const asset = await send("/page");
    const listNames = (response) => [...response.headers.keys()].sort();
    assert.deepEqual([await api.text(), await passedResponse.text(), await asset.text()], ["own", "asset", "own"]);
    assert.equal(api.headers.get("access-control-allow-origin"), ORIGIN);
    assert.ok(listNames(api).includes("x-content-type-options"), listNames(api).join());
    assert.deepEqual(listNames(asset), listNames(passedResponse));
  });

  test("a setting that is not a list of functions is refused", async () => {
    for (const steps of [() => {}, [1], {}, "x"]) {
      const response = await setUp(/** @type {any} */ (steps)).send(READ_PATH);
      const { reason, error } = await response.json();
      assert.equal(reason, "config_invalid");
      assert.match(error, /`steps` must be a list of functions/);
    }
    for (const steps of [undefined, null, []]) assert.equal((await setUp(steps).send(READ_PATH)).status, 200);
  });
});
