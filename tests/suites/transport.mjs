// The client's work around a request: retries, hooks, sharing, slots and batches, in any runtime.

import { assert } from "chai";
import { createClient, isTonEdgeError } from "ton-edge";

const makeJson = (body, init) => new Response(JSON.stringify(body), init);
const makeOkResponse = (result = {}) => makeJson({ ok: true, result });
const makeBusyResponse = () => makeJson({ ok: false, error: "LITE_SERVER_NETWORK", code: 500 }, { status: 500 });
const quickRetry = { attempts: 4, minDelayMs: 1, maxDelayMs: 5 };
/** A client that does not queue requests: one Worker serves many visitors, so no request waits for another visitor's. */
const CAN_SHARE = globalThis.navigator?.userAgent !== "Cloudflare-Workers";
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A client that gets these responses one after the other, and then the last one again and again. */
function createScriptedClients(responses, options) {
  const seenRequests = [];
  const client = createClient({
    rateLimit: false,
    retry: quickRetry,
    fetch: async (request) => {
      seenRequests.push(request);
      const response = responses[Math.min(seenRequests.length, responses.length) - 1];
      return typeof response === "function" ? response(request) : response.clone();
    },
    ...options,
  });
  return { ...client, seenRequests: seenRequests };
}

export const transport = {
  async "retries are reported, bounded, and configured per client and per call"() {
    const events = [];
    const record = (name) => (info) => events.push([name, info.attempt, info.status ?? info.error?.code]);
    const { v2, seenRequests } = createScriptedClients([makeBusyResponse(), makeBusyResponse(), makeOkResponse(1)], {
      onRequest: record("request"),
      onResponse: record("response"),
      onRetry: record("retry"),
    });
    assert.equal(await v2.getMasterchainInfo(), 1);
    assert.deepEqual(events, [
      ["request", 1, undefined],
      ["response", 1, 500],
      ["retry", 1, "lite_server_error"],
      ["request", 2, undefined],
      ["response", 2, 500],
      ["retry", 2, "lite_server_error"],
      ["request", 3, undefined],
      ["response", 3, 200],
    ]);
    for (const [retry, expected] of /** @type {any[][]} */ ([
      [false, 1],
      [1, 1],
      [3, 3],
      [{ attempts: 2 }, 2],
      [undefined, 4],
    ])) {
      const failingScript = createScriptedClients([makeBusyResponse()]);
      const error = await failingScript.v2.getMasterchainInfo({}, { retry }).catch((error) => error);
      assert.equal(error.code, "lite_server_error");
      assert.equal(failingScript.seenRequests.length, expected, JSON.stringify(retry));
    }
    assert.equal(seenRequests.length, 3);
  },

  async "the version of the service is reported"() {
    const versions = [];
    const reply = (version) =>
      new Response("{}", {
        headers: { "content-type": "application/json", ...(version && { "x-api-version": version }) },
      });
    const onResponse = ({ apiVersion }) => versions.push(apiVersion);
    const { v3 } = createScriptedClients([reply("1.3.0"), reply()], { onResponse });
    await v3.masterchainInfo();
    await v3.masterchainInfo();
    assert.deepEqual(versions, ["1.3.0", undefined]);
  },

  async "a body is sent again with every attempt, and reads by POST are retried"() {
    const bodies = [];
    const { v2, v3 } = createScriptedClients([
      async (request) => {
        bodies.push(await request.text());
        return bodies.length % 2 ? makeBusyResponse() : makeOkResponse({ exit_code: 0 });
      },
    ]);
    const address = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
    assert.deepEqual(await v2.runGetMethod({ address, method: "seqno", stack: [] }), { exit_code: 0 });
    assert.equal(bodies.length, 2);
    assert.equal(bodies[0], bodies[1]);
    assert.equal(JSON.parse(bodies[0]).method, "seqno");
    assert.isTrue(isTonEdgeError(await v3.message({ boc: "te6cckEBAQEAAgAAAEysuc0=" }).catch((error) => error)));
    assert.equal(bodies.length, 3, "the client repeated a send that failed");
  },

  async "a hook that throws or rejects does not affect the call"() {
    for (const hook of [
      () => {
        throw new Error("a hook");
      },
      async () => {
        throw new Error("a hook");
      },
      () => ({
        get then() {
          throw 1;
        },
      }),
    ]) {
      const { v2 } = createScriptedClients([makeBusyResponse(), makeOkResponse(7)], {
        onRequest: hook,
        onResponse: hook,
        onRetry: hook,
      });
      assert.equal(await v2.getMasterchainInfo(), 7);
    }
  },

  async "an abort ends the delay between attempts"() {
    const { v2, seenRequests } = createScriptedClients([makeBusyResponse()], {
      retry: { minDelayMs: 60_000, maxDelayMs: 60_000 },
      timeoutMs: 200_000,
    });
    const stop = new AbortController();
    const call = v2.getMasterchainInfo({}, { signal: stop.signal }).catch((error) => error);
    await pause(20);
    stop.abort("gone");
    assert.equal(await call, "gone");
    assert.equal(seenRequests.length, 1);
    // The timeout covers all attempts together: the client does not start a delay that would exceed it.
    const start = performance.now();
    assert.equal(
      (await v2.getMasterchainInfo({}, { timeoutMs: 30_000 }).catch((error) => error)).code,
      "lite_server_error",
    );
    assert.isBelow(performance.now() - start, 15_000);
  },

  async "equal reads in one tick share one request, and each caller owns its result"() {
    const { v2, v3, seenRequests } = createScriptedClients([
      () => makeJson({ ok: true, result: { list: [1] }, blocks: [] }),
    ]);
    const [firstHead, secondHead] = await Promise.all([v2.getMasterchainInfo(), v2.getMasterchainInfo()]);
    assert.equal(seenRequests.length, CAN_SHARE ? 1 : 2);
    assert.deepEqual(firstHead, secondHead);
    /** @type {any} */ (firstHead).list.push(2);
    assert.deepEqual(secondHead, { list: [1] });
    const count = async (calls) => {
      const requestsBefore = seenRequests.length;
      await Promise.all(calls());
      return seenRequests.length - requestsBefore;
    };
    const makeCalls = () => [
      v2.getMasterchainInfo(),
      v2.getConsensusBlock(),
      v3.blocks({ limit: 1 }),
      v3.blocks({ limit: 2 }),
    ];
    assert.equal(await count(makeCalls), 4, "different requests shared one response");
    const callWithTimeouts = () => [
      v2.getMasterchainInfo({}, { timeoutMs: 5 }),
      v2.getMasterchainInfo({}, { timeoutMs: 6 }),
    ];
    assert.equal(await count(callWithTimeouts), 2, "requests with different options shared one response");
    await v2.getMasterchainInfo();
    assert.equal(
      await count(() => [v2.getMasterchainInfo()]),
      1,
      "a later request shared the response of an earlier one",
    );
    const boc = "te6cckEBAQEAAgAAAEysuc0=";
    assert.equal(await count(() => [v2.sendBoc({ boc }), v2.sendBoc({ boc })]), 2, "two sends shared one request");
    const uncoalescedClients = createScriptedClients([() => makeOkResponse()], { coalesce: false });
    await Promise.all([uncoalescedClients.v2.getMasterchainInfo(), uncoalescedClients.v2.getMasterchainInfo()]);
    assert.equal(uncoalescedClients.seenRequests.length, 2);
  },

  async "a shared request ends when the last of its callers leaves"() {
    if (!CAN_SHARE) return;
    let releaseResponse;
    const { v2, seenRequests } = createScriptedClients([
      () =>
        new Promise((resolve) => {
          releaseResponse = resolve;
        }),
    ]);
    const [firstController, secondController] = [new AbortController(), new AbortController()];
    const callWith = (stop) => v2.getMasterchainInfo({}, { signal: stop.signal }).catch((error) => error);
    const calls = [callWith(firstController), callWith(secondController)];
    await pause(5);
    firstController.abort("first");
    assert.equal(await calls[0], "first");
    assert.isFalse(seenRequests[0].signal.aborted);
    releaseResponse(makeOkResponse(5));
    assert.equal(await calls[1], 5);
    const thirdController = new AbortController();
    const bothFetches = [callWith(thirdController), callWith(secondController)];
    await pause(5);
    thirdController.abort("third");
    assert.isFalse(seenRequests[1].signal.aborted);
    secondController.abort("second");
    assert.deepEqual(await Promise.all(bothFetches), ["third", "second"]);
    assert.isTrue(seenRequests[1].signal.aborted);
  },

  async "no more calls than `concurrency` run at once"() {
    let now = 0;
    let maximum = 0;
    const { v3 } = createScriptedClients(
      [
        async () => {
          now += 1;
          maximum = Math.max(maximum, now);
          await pause(10);
          now -= 1;
          return makeJson({ blocks: [] });
        },
      ],
      { concurrency: 3 },
    );
    await Promise.all(Array.from({ length: 12 }, (_, limit) => v3.blocks({ limit: limit + 1 })));
    assert.equal(maximum, 3);
  },

  async "a batch is one request if the server supports batches, whatever the order of its responses"() {
    const sizes = [];
    const { v2 } = createScriptedClients(
      [
        async (request) => {
          const body = JSON.parse(await request.text());
          sizes.push(body.length);
          return makeJson(
            body
              .toReversed()
              .map(({ id, method }) =>
                method === "getConsensusBlock"
                  ? { ok: false, error: "LITE_SERVER_NETWORK", code: 500, id }
                  : { ok: true, result: method, jsonrpc: "2.0", id: Number(id) },
              ),
          );
        },
      ],
      { baseUrl: "https://batches.example" },
    );
    const calls = [
      { method: "getMasterchainInfo" },
      { method: "getConsensusBlock" },
      { method: "getConfigAll", params: {} },
    ];
    const [outcome, secondOutcome, thirdOutcome] = await v2.batch(/** @type {any} */ (calls));
    assert.deepEqual(
      [outcome, thirdOutcome],
      [
        { ok: true, value: "getMasterchainInfo" },
        { ok: true, value: "getConfigAll" },
      ],
    );
    assert.equal(secondOutcome.ok, false);
    assert.deepInclude(
      { .../** @type {any} */ (secondOutcome).error.toJSON() },
      { code: "lite_server_error", status: 500 },
    );
    assert.equal(/** @type {any} */ (secondOutcome).error.requestUrl, "https://batches.example/api/v2/jsonRPC");
    assert.deepEqual(sizes, [3]);
    const unnumberedClients = createScriptedClients([
      async (request) => makeJson(JSON.parse(await request.text()).map(({ method }) => ({ ok: true, result: method }))),
    ]);
    assert.deepEqual(
      (await unnumberedClients.v2.batch(/** @type {any} */ (calls))).map((/** @type {any} */ { value }) => value),
      calls.map(({ method }) => method),
    );
    assert.deepEqual(await v2.batch([]), []);
  },

  async "a long batch is split to the server's limit, which is learned once"() {
    for (const [maxRows, minCount] of [
      [20, 5],
      [7, 20],
      [1, 100],
      [1000, 5],
    ]) {
      const sizes = [];
      const { v2 } = createScriptedClients(
        [
          async (request) => {
            const list = JSON.parse(await request.text());
            sizes.push(list.length ?? 1);
            if (list.length > maxRows) return makeJson({ ok: false, error: "too many", code: 413 }, { status: 413 });
            const makeResponse = ({ id, params }) => ({ ok: true, jsonrpc: "2.0", id, result: params.seqno });
            return makeJson(list.map ? list.map(makeResponse) : { ok: true, result: list.params.seqno });
          },
        ],
        { baseUrl: `https://batches-of-${maxRows}.example` },
      );
      const calls = Array.from({ length: 100 }, (_, seqno) => ({
        method: "lookupBlock",
        params: { workchain: -1, shard: "-9223372036854775808", seqno: seqno + 1 },
      }));
      const sortOutcomes = (outcomes) =>
        assert.deepEqual(
          outcomes.map(({ value }) => value),
          calls.map(({ params }) => params.seqno),
        );
      sortOutcomes(await v2.batch(/** @type {any} */ (calls)));
      const refusedCount = sizes.filter((size) => size > maxRows).length;
      assert.isAtMost(refusedCount, 4, `${maxRows}`);
      sizes.length = 0;
      sortOutcomes(await v2.batch(/** @type {any} */ (calls)));
      assert.isAtMost(Math.max(...sizes), maxRows);
      assert.isAtMost(sizes.length, minCount, `${maxRows}: ${sizes}`);
    }
  },

  async "a server without batches is noticed once, and then gets single requests"() {
    for (const [name, refusal] of /** @type {any[][]} */ ([
      ["cpp", () => new Response("", { status: 500 })],
      ["python", () => makeJson({ ok: false, error: "Validation error", code: 422 }, { status: 422 })],
      ["other", () => makeJson({ ok: false, error: "Invalid Request", code: 400 })],
    ])) {
      const lists = [];
      const { v2, seenRequests } = createScriptedClients(
        [
          async (request) => {
            const body = JSON.parse(await request.text());
            if (Array.isArray(body)) return lists.push(body), refusal();
            return body.method === "getConfigAll"
              ? makeJson({ ok: false, error: "no", code: 422 }, { status: 422 })
              : makeOkResponse(body.method);
          },
        ],
        { baseUrl: `https://${name}.example`, retry: false },
      );
      for (const requestCount of [4, 7]) {
        const outcomes = await v2.batch([
          { method: "getMasterchainInfo" },
          { method: "getConfigAll" },
          { method: "getConsensusBlock" },
        ]);
        assert.deepEqual(
          outcomes.map((/** @type {any} */ { ok, value, error }) => (ok ? value : error.code)),
          ["getMasterchainInfo", "bad_request", "getConsensusBlock"],
        );
        assert.equal(seenRequests.length, requestCount, name);
      }
      assert.equal(lists.length, 1, name);
    }
  },

  async "a batch is checked before anything is sent, and sends go alone"() {
    const { v2, seenRequests } = createScriptedClients([async (request) => makeOkResponse(await request.text())], {
      baseUrl: "https://sends.example",
      retry: false,
    });
    const refusal = await v2
      .batch(
        /** @type {any} */ ([
          { method: "getMasterchainInfo" },
          { method: "getAddressBalance", params: { adress: "x" } },
        ]),
      )
      .catch((error) => error);
    assert.equal(refusal.suggestion, "address");
    assert.equal(
      (await v2.batch([/** @type {any} */ ({ metod: "getMasterchainInfo" })]).catch((error) => error)).code,
      "invalid_option",
    );
    assert.equal(seenRequests.length, 0);
    const boc = "te6cckEBAQEAAgAAAEysuc0=";
    const [sendOutcome] = await v2.batch([{ method: "sendBoc", params: { boc } }, { method: "getMasterchainInfo" }]);
    assert.include(/** @type {any} */ (sendOutcome).value, "sendBoc");
    assert.equal(seenRequests.length, 2);
    const stop = AbortSignal.abort("mine");
    assert.equal(await v2.batch([{ method: "getMasterchainInfo" }], { signal: stop }).catch((error) => error), "mine");
  },

  async "a batch through the gateway is right item by item"({ url }) {
    const { v2 } = createClient({ baseUrl: url, rateLimit: false });
    const rawAddress = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
    const [outcome, secondOutcome] = await v2.batch([
      { method: "unpackAddress", params: { address: "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N" } },
      { method: "getMasterchainInfo" },
    ]);
    assert.deepEqual(outcome, { ok: true, value: rawAddress });
    assert.property(/** @type {any} */ (secondOutcome).value, "last");
  },

  "invalid options of the pace are explained"() {
    const catchOptionError = (options) => {
      try {
        return createClient(options);
      } catch (error) {
        return error;
      }
    };
    for (const [options, parameter] of [
      [{ rateLimit: true }, "rateLimit"],
      [{ rateLimit: 0 }, "rateLimit"],
      [{ rateLimit: "fast" }, "rateLimit"],
      [{ retry: -1 }, "retry"],
      [{ retry: true }, "retry"],
      [{ retry: { attempts: 0 } }, "attempts"],
      [{ retry: { minDelay: 5 } }, "minDelay"],
      [{ concurrency: 0 }, "concurrency"],
      [{ coalesce: 1 }, "coalesce"],
      [{ onRetry: {} }, "onRetry"],
    ]) {
      assert.deepInclude(
        { ...catchOptionError(options).toJSON() },
        { code: "invalid_option", parameter },
        JSON.stringify(options),
      );
    }
  },

  async "absent values have their plain meaning: no signal, no retry, no delay"() {
    for (const [retry, expected] of [
      [0, 1],
      [{ attempts: 3, minDelayMs: 0, maxDelayMs: 0, maxRetryAfterMs: 0 }, 3],
    ]) {
      const { v2, seenRequests } = createScriptedClients([makeBusyResponse()], { retry });
      const error = await v2.getMasterchainInfo({}, { signal: null }).catch((error) => error);
      assert.equal(error.code, "lite_server_error");
      assert.equal(seenRequests.length, expected);
    }
  },

  async "Retry-After is read as servers and proxies write it"() {
    for (const [text, ms] of [
      ["2", 2000],
      ["1.5", 1500],
      ["2s", 2000],
      ["1, 1", 1000],
      ["soon", undefined],
      ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
    ]) {
      const { v2 } = createScriptedClients(
        [makeJson({ ok: false, error: "slow down", code: 503 }, { status: 503, headers: { "retry-after": text } })],
        { retry: 0 },
      );
      const error = await v2.getMasterchainInfo().catch((error) => error);
      assert.equal(error.retryAfterMs, ms, text);
    }
  },

  async "callers of one request get an error object each"() {
    if (!CAN_SHARE) return;
    const { v2, seenRequests } = createScriptedClients([makeBusyResponse()], { retry: 0 });
    const [firstError, secondError] = await Promise.all(
      [1, 2].map(() => v2.getMasterchainInfo().catch((error) => error)),
    );
    assert.equal(seenRequests.length, 1);
    assert.notEqual(firstError, secondError);
    assert.deepEqual(firstError.toJSON(), secondError.toJSON());
    firstError.seen = true;
    assert.isUndefined(secondError.seen);
  },
};
