// The client against the gateway and the upstream behind it, in any runtime.

import { assert } from "chai";
import { createClient as create, isTonEdgeError } from "ton-edge";
import { endpoints } from "ton-edge/endpoints";

import { BEYOND, SPECIFIED } from "../golden/operations.mjs";
import { sample, isSuccess } from "./samples.mjs";

/** The specifier is in a variable, because bundlers for browsers and Workers would resolve a literal in the import. */
const NODE_UTIL = "node:util";
/** One attempt and no client-side rate limit: these tests are about one request and its response. */
export const createClient = (options) => create({ rateLimit: false, retry: false, ...options });

const SECRET = "s3cr3t-key/with+odd=chars";

/** The error that a function throws. */
export const catchThrown = (work) => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return assert.fail("not refused");
};

/** The error that a promise rejects with; it must be a TonEdgeError. */
export async function catchRejection(promise) {
  const value = await promise.then(
    () => assert.fail("it resolved"),
    (error) => error,
  );
  assert.isTrue(isTonEdgeError(value), `not a TonEdgeError: ${value?.stack ?? value}`);
  return value;
}

/** The client's method for a row of the table, such as client.v3.jetton.wallets. */
const getMethod = (client, row) =>
  row.name === "jsonRPC"
    ? ({ method, params }) => client.v2.jsonRpc(method, params)
    : row.name.split("/").reduce((node, step) => node[step], client[row.generation]);

/** Parameters and options of a call, and a function that changes them. */
function changeSample(row) {
  const params = structuredClone(sample(row));
  for (const param of row.params ?? []) {
    if (["boc", "boc_or_hex"].includes(param.kind) && params[param.name])
      params[param.name] = Uint8Array.from(atob(params[param.name]), (c) => c.charCodeAt(0));
  }
  const options = { method: row.verb, extra: { more: "1" } };
  const change = () => {
    for (const [name, value] of Object.entries(params)) {
      if (value instanceof Uint8Array) value.fill(0);
      else if (Array.isArray(value)) value.push(["num", "9"]);
      else if (typeof value === "object") value.changed = true;
      params[name] = "changed";
    }
    params.further = "changed";
    options.extra.more = "changed";
    options.method = "CHANGED";
    Object.freeze(params);
  };
  return { params, options, change };
}

/** The same values as proxies, nested ones included, which `revoke` ends. */
function createRevocable(value) {
  const errors = [];
  const wrap = (value) => {
    if (typeof value !== "object" || value === null) return value;
    const innerValue = Array.isArray(value)
      ? value.map(wrap)
      : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, wrap(member)]));
    const { proxy, revoke } = Proxy.revocable(innerValue, {});
    errors.push(revoke);
    return proxy;
  };
  return { proxy: value.map(wrap), revoke: () => errors.forEach((revoke) => revoke()) };
}

/** A signal that counts its listeners. */
function createSignalCounter() {
  const controller = new AbortController();
  const { signal } = controller;
  let now = 0;
  const count = { added: 0, most: 0 };
  const getHookMethod = (name, onCall) => {
    const realMethod = signal[name].bind(signal);
    signal[name] = (...args) => {
      onCall();
      return realMethod(...args);
    };
  };
  getHookMethod("addEventListener", () =>
    Object.assign(signal, { added: (count.added += 1), most: (count.most = Math.max(count.most, (now += 1))) }),
  );
  getHookMethod("removeEventListener", () => (now -= 1));
  return { signal: Object.assign(signal, count), abort: (reason) => controller.abort(reason) };
}

const makeJson = (body, init) => new Response(JSON.stringify(body), init);

export const client = {
  "the client has a method for every row, and `paginate` for operations with pages"() {
    const client = createClient();
    const writeOperation = ({ generation, verb, path }) => `${generation} ${verb} ${path}`;
    const [specifiedRows, unspecifiedRows] = [false, true].map((isBeyond) =>
      endpoints().filter((row) => Boolean(row.beyondSpecification) === isBeyond),
    );
    assert.deepEqual(specifiedRows.map(writeOperation), SPECIFIED);
    assert.deepEqual(unspecifiedRows.map(writeOperation), BEYOND);
    for (const row of endpoints()) {
      const call = getMethod(client, row);
      assert.isFunction(call, row.path);
      // `jsonRPC` is called by `jsonRpc(method, params)`.
      if (row.name !== "jsonRPC") assert.equal(call.name, row.name.split("/").at(-1));
      assert.equal(typeof call.paginate, row.livePage?.id ? "function" : "undefined", row.path);
    }
  },

  async "the client sends the path and parameters of the table, for every operation"() {
    const seenRequests = [];
    let requestedUrl;
    const client = createClient({
      baseUrl: "https://gateway.example/prefix/",
      fetch: async (request) => {
        seenRequests.push(request);
        return makeJson(isSuccess(requestedUrl, { at: request.url }));
      },
    });
    for (const row of endpoints()) {
      requestedUrl = row;
      const value = await getMethod(client, row)(sample(row), { method: row.verb });
      const request = seenRequests.pop();
      assert.equal(request.method, row.verb);
      assert.equal(new URL(request.url).pathname, `/prefix/api/${row.generation}${row.path}`);
      assert.equal(request.redirect, "manual");
      if (row.verb === "POST") assert.equal(request.headers.get("content-type"), "application/json");
      // Keyless reads stay simple for CORS: no custom header.
      else assert.deepEqual([...request.headers.keys()], []);
      const body = isSuccess(row, { at: request.url });
      assert.deepEqual(value, row.generation === "v2" ? body.result : body);
    }
  },

  async "a call keeps its arguments as they were when it was made, for every operation, whenever the key comes"() {
    const keys = {
      none: undefined,
      fixed: "key",
      "of a function": () => new Promise((resolve) => setTimeout(resolve, 1, "key")),
    };
    for (const [name, apiKey] of Object.entries(keys)) {
      const requests = [];
      let requestedUrl;
      const client = createClient({
        baseUrl: "https://gateway.example",
        rateLimit: false,
        coalesce: false,
        apiKey,
        dangerouslyAllowBrowser: true,
        fetch: async (request) => {
          requests.push([request.method, request.url, await request.text()].join(" "));
          return makeJson(isSuccess(requestedUrl, {}));
        },
      });
      for (const row of endpoints()) {
        requestedUrl = row;
        const label = `${row.generation} ${row.path}, key ${name}`;
        await getMethod(client, row)(sample(row), { method: row.verb, extra: { more: "1" } });
        const expected = requests.pop();
        const { params, options, change } = changeSample(row);
        const call = getMethod(client, row)(params, options);
        change();
        await call;
        assert.equal(requests.pop(), expected, label);
        // The proxies end after the call: the client must not read them later.
        const { proxy, revoke } = createRevocable([sample(row), { method: row.verb, extra: { more: "1" } }]);
        const lastResult = getMethod(client, row)(...proxy);
        revoke();
        await lastResult;
        assert.equal(requests.pop(), expected, label);
      }
    }
  },

  async "a call by JSON-RPC and a batch keep their arguments as they were when they were made"() {
    const requestTexts = [];
    const list = (text) => JSON.parse(text).map?.(({ id }) => ({ ok: true, jsonrpc: "2.0", id, result: 1 }));
    for (const isSingle of [false, true]) {
      const client = createClient({
        baseUrl: `https://${isSingle ? "single" : "list"}.example`,
        rateLimit: false,
        apiKey: async () => "key",
        dangerouslyAllowBrowser: true,
        fetch: async (request) => {
          const text = await request.text();
          assert.equal(new URL(request.url).searchParams.get("more"), "1");
          requestTexts.push(text);
          return isSingle && list(text)
            ? new Response("", { status: 400 })
            : makeJson(list(text) ?? { ok: true, result: 1 });
        },
      });
      const bytes = Uint8Array.from(atob(sample({ params: [{ name: "boc", kind: "boc", required: true }] }).boc), (c) =>
        c.charCodeAt(0),
      );
      const boc = btoa(String.fromCharCode(...bytes));
      const message = { boc: bytes };
      const stack = [["num", "1"]];
      const account = "0:" + "0".repeat(64);
      const calls = [
        { method: "sendBoc", params: message },
        { method: "runGetMethod", params: { address: account, method: "seqno", stack } },
        { method: "getAddressBalance", params: { address: account } },
      ];
      const options = { extra: { more: "1" } };
      const pendingCalls = [
        client.v2.jsonRpc("sendBoc", message, options),
        client.v2.batch(/** @type {any} */ (calls), options),
      ];
      bytes.fill(7);
      /** @type {any} */ (message).boc = "AAAA";
      stack.push(["num", "2"]);
      calls[2].params.address = "changed";
      calls[0].method = "getMasterchainInfo";
      options.extra.more = "2";
      delete options.extra;
      const outcomes = await Promise.all(pendingCalls);
      assert.deepEqual(
        /** @type {any} */ (outcomes[1]).map(({ ok }) => ok),
        [true, true, true],
      );
      const sentCalls = requestTexts.splice(0).flatMap((text) => JSON.parse(text));
      assert.isAtLeast(sentCalls.length, 4);
      for (const call of sentCalls) {
        if (call.method === "sendBoc") assert.deepEqual(call.params, { boc });
        else if (call.method === "runGetMethod") assert.deepEqual(call.params.stack, [["num", "1"]]);
        else assert.deepEqual(call.params, { address: account });
      }
      assert.equal(sentCalls.filter((item) => item.method === "sendBoc").length, 2);
    }
  },

  async "a pager keeps its arguments as they were when it was made"() {
    const requests = [];
    const client = createClient({
      baseUrl: "https://gateway.example",
      rateLimit: false,
      fetch: async (request) => {
        const { searchParams } = new URL(request.url);
        requests.push([searchParams.getAll("account"), searchParams.get("more")]);
        const from = Number(searchParams.get("offset") ?? 0);
        return makeJson({
          transactions: Array.from({ length: from < 6 ? 3 : 1 }, (_, index) => ({
            hash: `${from + index}`,
            lt: `${100 - from - index}`,
          })),
        });
      },
    });
    const account = ["0:" + "1".repeat(64)];
    /** @type {{ account: string | string[] }} */
    const params = { account };
    const extraParams = { more: "1" };
    const rows = [];
    for await (const row of client.v3.transactions.paginate(params, { pageSize: 3, extra: extraParams })) {
      rows.push(row.hash);
      account[0] = "0:" + "2".repeat(64);
      params.account = "changed";
      extraParams.more = "2";
    }
    assert.isAtLeast(requests.length, 2);
    for (const item of requests) assert.deepEqual(item, requests[0]);
    assert.equal(requests[0][1], "1");
  },

  async "one signal for many calls gets one listener, also when it aborts"() {
    const { signal, abort } = createSignalCounter();
    const client = createClient({
      rateLimit: false,
      coalesce: false,
      fetch: () => new Promise((resolve) => setTimeout(resolve, 5, makeJson({ ok: true, result: 1 }))),
    });
    await Promise.all(Array.from({ length: 20 }, () => client.v2.getMasterchainInfo({}, { signal })));
    assert.deepEqual([signal.added, signal.most], [1, 1]);
    const lateCalls = Array.from({ length: 20 }, () =>
      client.v2.getMasterchainInfo({}, { signal }).then(
        () => "answered",
        (error) => error,
      ),
    );
    abort("enough");
    assert.deepEqual(new Set(await Promise.all(lateCalls)), new Set(["enough"]));
    assert.deepEqual([signal.added, signal.most], [1, 1]);
  },

  async "a key that a server quotes is redacted, also in part or over several lines"() {
    const key = "k3y+that/must-not=show".repeat(3);
    const halves = [key.slice(0, 12), key.slice(-12)];
    const quotes = [
      ...[0, 270, 280, 290].map((length) => "x".repeat(length) + key),
      key.repeat(500),
      `${key.slice(0, 30)}\r\n\t${key.slice(30)}`,
      [...key].join(" "),
      encodeURIComponent(key),
    ];
    for (const text of quotes) {
      for (const [status, body] of [
        [500, { ok: false, error: text, code: 500 }],
        [200, { ok: false, result: text, code: 422 }],
        [400, { error: { message: text } }],
      ]) {
        const client = createClient({
          baseUrl: "https://gateway.example",
          apiKey: key,
          dangerouslyAllowBrowser: true,
          rateLimit: false,
          retry: false,
          fetch: async () => makeJson(body, { status }),
        });
        const calls = [client.v2.getMasterchainInfo(), client.v2.jsonRpc("getMasterchainInfo")];
        for (const error of await Promise.all(calls.map(catchRejection))) {
          const exposedText = `${error.message} ${JSON.stringify(error)} ${error.stack}`.replace(/\s/g, "");
          for (const halfText of halves) assert.notInclude(exposedText, halfText, text.slice(0, 40));
        }
      }
    }
  },

  async "an API key among further parameters is refused, because URLs show it"() {
    const client = createClient({ rateLimit: false, fetch: async () => makeJson({ ok: true, result: 1 }) });
    for (const name of ["api_key", "apiKey", "API-KEY", "x-api-key"]) {
      for (const [path, params] of /** @type {any[][]} */ ([
        ["getMasterchainInfo", {}],
        ["jsonRPC", { jsonrpc: "2.0", id: "1", method: "getMasterchainInfo", params: {} }],
      ])) {
        const error = await catchRejection(client.call("v2", path, params, { extra: { [name]: "secret-of-mine" } }));
        assert.equal(error.code, "unknown_parameter", name);
        assert.notInclude(JSON.stringify(error) + error.stack, "secret-of-mine");
      }
    }
    // A parameter with a similar name is another parameter.
    assert.equal(await client.v2.getMasterchainInfo({}, { extra: { a_key: "1" } }), 1);
  },

  async "the client reaches the upstream behind the gateway with every operation"({ url, seen }) {
    const client = createClient({ baseUrl: url });
    const localNames = new Set(["detectAddress", "detectHash", "packAddress", "unpackAddress"]);
    for (const row of endpoints()) {
      const countsBefore = await seen();
      const value = await getMethod(client, row)(sample(row), { method: row.verb }).then(
        (result) => assert.isDefined(result, row.path),
        (error) => error,
      );
      if (value) {
        assert.isTrue(isTonEdgeError(value), `${row.path}: ${value?.stack}`);
        // Requests without a recording get the upstream's own "not found"; the gateway itself does not refuse any of them.
        assert.include([404, 500], value.status, `${row.path}: ${value.message}`);
      }
      const countsAfter = await seen();
      if (row.generation === "v2" && localNames.has(row.name))
        assert.equal(countsAfter.count, countsBefore.count, row.path);
      // The gateway requests the method of a JSON-RPC call by its own path.
      else if (row.name === "jsonRPC") assert.equal(countsAfter.last, `GET /api/v2/${sample(row).method}`);
      else assert.equal(countsAfter.last, `${row.verb} /api/${row.generation}${row.path}`);
    }
  },

  async "a message that an account does not accept has its exit code, also as JSON"() {
    const error =
      "cannot apply external message to current state : External message was not accepted\nexitcode=133, steps=9";
    const fetch = async () =>
      makeJson({ ok: false, error: `LITE_SERVER_UNKNOWN: ${error}`, code: 500 }, { status: 500 });
    const refusal = await catchRejection(createClient({ fetch }).v2.sendBoc({ boc: "te6cckEBAQEAAgAAAEysuc0=" }));
    const expected = { code: "message_rejected", exitCode: 133, status: 500 };
    assert.deepInclude(refusal, expected);
    assert.deepInclude(refusal.toJSON(), expected);
    assert.match(refusal.message, /^the account did not accept the message: exit code 133; the service responded/);
  },

  async "a list that the service sends as null has no rows"() {
    const { v3, call } = createClient({
      fetch: async () => makeJson({ transactions: null, traces: null, other: null }),
    });
    const counts = { transactions: null, traces: null, other: null };
    assert.deepEqual(await v3.transactions(), { ...counts, transactions: [] });
    assert.deepEqual(await v3.pendingTraces({ account: `0:${"0".repeat(64)}` }), { ...counts, traces: [] });
    assert.deepEqual(await call("v3", "transactions"), { ...counts, transactions: [] });
  },

  async "the error of a misspelt method suggests the right name"() {
    const { v2, v3 } = /** @type {any} */ (createClient({ fetch: async () => makeJson({ ok: true, result: {} }) }));
    const misspeltNames = [
      [v2.getAdressBalance, "getAddressBalance"],
      [v3.accountState, "accountStates"],
      [v3.jetton.walets, "jetton/wallets"],
      [v3.staking.nominatorPools.validatorEvent, "staking/nominatorPools/validatorEvents"],
    ];
    for (const [method, suggestion] of misspeltNames) {
      assert.deepInclude(await catchRejection(method({})), { code: "unknown_endpoint", suggestion });
    }
    // A property that is not a misspelt method is undefined: promises, loggers and test runners ask for such names.
    for (const name of ["then", "toJSON", "jsonRPC", "nodeType", "asymmetricMatch", "$$typeof", Symbol.toStringTag]) {
      for (const home of [v2, v3, v3.jetton]) assert.isUndefined(home[name], String(name));
    }
    assert.equal(await v2, v2);
    assert.isTrue(v3.jetton instanceof Object);
    assert.include(Object.keys(v3.jetton), "wallets");
  },

  async "an error of a response that was not found names the URL"() {
    const client = createClient({
      retry: false,
      fetch: async () => makeJson({ error: "nothing here" }, { status: 404 }),
    });
    const error = await catchRejection(client.v3.masterchainInfo());
    assert.equal(error.code, "not_found");
    assert.match(error.message, /nothing here; requested: https:\/\/toncenter\.com\/api\/v3\/masterchainInfo$/);
  },

  async "only in a browser can CORS hide why a connection failed"() {
    const client = createClient({ retry: false, fetch: () => Promise.reject(new TypeError("fetch failed")) });
    const { code, message } = await catchRejection(client.v3.masterchainInfo());
    assert.equal(code, "connection_failed");
    // The suite also runs in browsers.
    const isInBrowser = typeof document === "object" || "importScripts" in globalThis;
    assert.equal(message.includes("CORS"), isInBrowser, message);
  },

  async "a pager reads until the end of the list"({ url, busiest }) {
    const { transactions } = createClient({ baseUrl: url }).v3;
    const lts = [];
    for await (const tx of transactions.paginate({ account: busiest }, { pageSize: 3 })) lts.push(tx.lt);
    assert.equal(lts.length, 10);
    assert.equal(new Set(lts).size, 10);
    const pages = [];
    for await (const page of transactions.paginate({ account: busiest }, { pageSize: 3 }).pages()) pages.push(page);
    assert.deepEqual(
      pages.map(({ rows, offset, last: isLast }) => [rows.length, offset, isLast]),
      [
        [3, 0, false],
        [3, 3, false],
        [3, 6, false],
        [1, 9, true],
      ],
    );
    assert.property(pages[0].address_book, busiest);
    assert.deepEqual(
      pages.flatMap(({ rows }) => rows.map(({ lt }) => lt)),
      lts,
    );
    const fiveRows = await transactions.paginate({ account: busiest }, { pageSize: 2 }).toArray({ maxItems: 5 });
    assert.deepEqual(
      fiveRows.map(({ lt }) => lt),
      lts.slice(0, 5),
    );
    for (const pageSize of [1, 5, 10, 100, undefined]) {
      const rows = await transactions.paginate({ account: busiest }, { pageSize }).toArray({ maxItems: 1000 });
      assert.deepEqual(
        rows.map(({ lt }) => lt),
        lts,
        `pageSize ${pageSize}`,
      );
    }
    const rowsUp = await transactions
      .paginate({ account: busiest, sort: "asc" }, { pageSize: 4 })
      .toArray({ maxItems: 99 });
    assert.deepEqual(rowsUp.map(({ lt }) => lt).reverse(), lts);
  },

  async "a pager names the parameter that it refuses, and stops where its caller stops"({ url, busiest }) {
    const { v3 } = createClient({ baseUrl: url });
    assert.equal(
      catchThrown(() => v3.transactions.paginate(/** @type {any} */ ({ limit: 10 })).cursor).suggestion,
      "pageSize",
    );
    assert.equal(
      catchThrown(() => v3.transactions.paginate(/** @type {any} */ ({ acount: busiest })).cursor).suggestion,
      "account",
    );
    assert.equal(catchThrown(() => v3.transactions.paginate({}, { pageSize: 1001 }).cursor).parameter, "pageSize");
    assert.equal((await catchRejection(v3.transactions.paginate({}).toArray())).parameter, "maxItems");
    // The error comes when the pager is read, never when it is created, so that another call in the same expression keeps its handler.
    const pager = v3.transactions.paginate(/** @type {any} */ ({ acount: busiest }));
    assert.deepEqual(pager.stats, { pages: 0, rows: 0, duplicates: 0, drift: 0 });
    const iterators = [pager[Symbol.asyncIterator](), pager.pages()[Symbol.asyncIterator]()];
    for (const iterator of iterators) {
      assert.equal((await catchRejection(iterator.next())).code, "unknown_parameter");
      assert.deepEqual(await iterator.next(), { done: true, value: undefined });
    }
    const outcomes = await catchRejection(
      Promise.all([
        createClient({ baseUrl: url }).v2.getAddressBalance({ address: "foo" }),
        v3.transactions.paginate({ account: "foo" }).toArray({ maxItems: 30 }),
      ]),
    );
    assert.equal(outcomes.code, "address_length");
    const stop = new AbortController();
    const seenLts = [];
    const reason = { why: "the reader stopped reading" };
    try {
      for await (const tx of v3.transactions.paginate({ account: busiest }, { pageSize: 2, signal: stop.signal })) {
        seenLts.push(tx.lt);
        if (seenLts.length === 4) stop.abort(reason);
      }
      assert.fail("it went on");
    } catch (error) {
      assert.strictEqual(error, reason);
    }
    assert.equal(seenLts.length, 4);
  },

  async "JSON-RPC calls any v2 method, its parameters checked first"({ url }) {
    const { v2 } = createClient({ baseUrl: url });
    const rawAddress = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
    assert.equal(
      await v2.jsonRpc("unpackAddress", { address: "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N" }),
      rawAddress,
    );
    assert.property(await v2.jsonRpc("getMasterchainInfo"), "last");
    assert.equal(
      (await catchRejection(v2.jsonRpc(/** @type {any} */ ("getMasterchaininfo")))).suggestion,
      "getMasterchainInfo",
    );
    assert.equal(
      (await catchRejection(v2.jsonRpc("getAddressBalance", /** @type {any} */ ({})))).code,
      "missing_parameter",
    );
  },

  async "an abort rejects with the caller's own reason, at any time"({ direct, fault }) {
    const { v3, v2 } = createClient({ baseUrl: direct });
    for (const reason of ["a string", 7, new Error("mine"), { any: "thing" }]) {
      const earlySignal = AbortSignal.abort(reason);
      assert.strictEqual(await v2.getMasterchainInfo({}, { signal: earlySignal }).catch((error) => error), reason);
      // The fault covers all requests that come, because one may arrive after its abort.
      await fault("hang", 100);
      const stop = new AbortController();
      const call = v3.transactions({ limit: 1 }, { signal: stop.signal }).catch((error) => error);
      setTimeout(() => stop.abort(reason), 30);
      assert.strictEqual(await call, reason);
    }
    // Here as well, an earlier aborted request may arrive late.
    await fault("stall", 100);
    const stop = new AbortController();
    const call = v3.transactions({ limit: 1 }, { signal: stop.signal }).catch((error) => error);
    setTimeout(() => stop.abort(undefined), 80);
    assert.equal((await call).name, "AbortError", "an abort without a reason has the platform's own reason");
    await fault("stall", 0);
    // A fetch that ignores signals.
    const deafClient = createClient({ fetch: () => new Promise(() => {}) });
    const deafStop = new AbortController();
    const waitingCall = deafClient.v2.getMasterchainInfo({}, { signal: deafStop.signal }).catch((error) => error);
    deafStop.abort("enough");
    assert.equal(await waitingCall, "enough");
  },

  async "the timeout of a call covers the body, and its error says where the time went"({ direct, fault }) {
    const client = createClient({ baseUrl: direct, timeoutMs: 5000 });
    for (const title of ["hang", "stall"]) {
      await fault(title);
      const error = await catchRejection(client.v3.transactions({ limit: 1 }, { timeoutMs: 150 }));
      assert.equal(error.code, "timeout", title);
      const text = /^no complete response within 150 ms: attempt 1 ran for (\d+) ms, after (\d+) ms in the queue$/;
      const [, elapsedMs, queuedMs] = text.exec(error.message) ?? assert.fail(error.message);
      // A busy machine may be late, and timers may fire a millisecond early.
      assert.isAtLeast(Number(elapsedMs) + Number(queuedMs), 145, error.message);
    }
  },

  async "network failures become error codes"({ direct, fault, browser }) {
    const { v3, v2 } = createClient({ baseUrl: direct });
    const callAfterFault = async (label, call = () => v3.transactions({ limit: 1 }), repeatCount = 1) => {
      await fault(label, repeatCount);
      return catchRejection(call());
    };
    // Browsers retry when a connection breaks: Firefox ten times.
    assert.equal((await callAfterFault("reset", undefined, 100)).code, "connection_failed");
    assert.include(["connection_failed", "invalid_response"], (await callAfterFault("truncate")).code);
    assert.equal((await callAfterFault("html")).code, "bad_gateway");
    assert.equal((await callAfterFault("status=500")).status, 500);
    const redirectedResult = await callAfterFault("redirect=http://127.0.0.1:9/steal");
    assert.equal(redirectedResult.code, "redirected");
    const limitedResult = await callAfterFault(
      "429=1,retry-after=2",
      () => /** @type {any} */ (v2.getMasterchainInfo()),
    );
    assert.deepInclude({ ...limitedResult.toJSON() }, { code: "rate_limited", status: 429 });
    // The upstream does not expose the header Retry-After to other origins.
    assert.equal(limitedResult.retryAfterMs, browser ? undefined : 2000);
    assert.include(limitedResult.requestUrl, "/api/v2/getMasterchainInfo");
    await fault("gzip");
    assert.property(await v2.getMasterchainInfo(), "last");
    assert.equal(
      (await catchRejection(createClient({ baseUrl: "http://127.0.0.1:9" }).v2.getMasterchainInfo())).code,
      "connection_failed",
    );
  },

  async "the API key travels as a header or in the query, and no output contains it"({ browser }) {
    const seenRequests = [];
    const failFetch = async (request) => {
      seenRequests.push(request);
      throw Object.assign(new TypeError(`fetch failed for ${request.url}`), {
        cause: new Error(`connect ${SECRET} ${encodeURIComponent(SECRET)}`),
        url: request.url,
      });
    };
    const echo = async (request) =>
      makeJson({ ok: false, error: `bad key ${SECRET} in ${request.url}`, code: 401 }, { status: 401 });
    for (const apiKeyIn of ["header", "query"]) {
      for (const fetch of [failFetch, echo]) {
        for (const apiKey of [SECRET, () => SECRET, async () => SECRET]) {
          const client = createClient({ apiKey, apiKeyIn, fetch, dangerouslyAllowBrowser: true });
          const error = await catchRejection(client.v3.transactions({ limit: 1 }));
          const texts = [error.message, error.stack, JSON.stringify(error), String(error), error.requestUrl];
          for (let cause = error.cause; cause; cause = cause.cause)
            texts.push(String(cause), cause.stack, JSON.stringify(cause));
          if (globalThis.process?.versions?.node) {
            const { inspect } = await import(NODE_UTIL);
            texts.push(inspect(error, { depth: 9, showHidden: true }));
          }
          for (const text of texts) {
            assert.notInclude(text, SECRET);
            assert.notInclude(text, encodeURIComponent(SECRET));
          }
        }
      }
      const request = seenRequests.pop();
      if (apiKeyIn === "header") assert.equal(request.headers.get("x-api-key"), SECRET);
      else assert.equal(new URL(request.url).searchParams.get("api_key"), SECRET);
    }
  },

  async "an API key among the headers is refused"() {
    for (const headers of [
      { "X-API-Key": SECRET },
      { "x-api-key": SECRET },
      { "X-Api-KEY": "" },
      [["x-API-key", SECRET]],
      new Headers({ "X-API-Key": SECRET }),
      new Map([["X-API-Key", SECRET]]),
    ]) {
      const error = catchThrown(() => createClient({ headers }));
      assert.deepInclude(error, { code: "invalid_option", parameter: "headers", suggestion: "apiKey" });
      assert.include(error.message, "apiKey");
      assert.notInclude(`${error.stack}`, SECRET);
    }
    // The caller may send other headers.
    createClient({ headers: { "x-mine": "1" } });
    const error = catchThrown(() =>
      createClient({ baseUrl: `https://gateway.example/?api_key=${encodeURIComponent(SECRET)}` }),
    );
    assert.deepInclude(error, { code: "invalid_option", parameter: "baseUrl" });
    assert.notInclude(`${error.stack}`, encodeURIComponent(SECRET));
  },

  async "a base URL ends before /api, and has no query, user name or password"({ fixture }) {
    const { accepted, refused, suggested: suggestedUrls, testnet } = await fixture("base-urls.json");
    for (const [baseUrl, base] of Object.entries(accepted)) {
      let url;
      const fetch = async (request) => {
        url = request.url;
        return makeJson({ ok: true, result: {} });
      };
      await createClient({ baseUrl, fetch }).v2.getMasterchainInfo();
      assert.equal(url, `${base}/api/v2/getMasterchainInfo`);
    }
    for (const [baseUrl, fault] of Object.entries(refused)) {
      // In a page, the URL is relative to the page.
      if (baseUrl === "" && globalThis.location) continue;
      const error = catchThrown(() => createClient({ baseUrl }));
      assert.deepInclude(error, { code: "invalid_option", parameter: "baseUrl" }, baseUrl);
      assert.equal(error.message, `\`baseUrl\` ${fault}`, baseUrl);
    }
    for (const [baseUrl, suggestion] of Object.entries(suggestedUrls)) {
      const error = catchThrown(() => createClient({ baseUrl }));
      assert.deepInclude(error, { code: "invalid_option", parameter: "baseUrl", suggestion }, baseUrl);
    }
    for (const [baseUrl, suggestion] of Object.entries(testnet)) {
      const makeClient = () => createClient({ baseUrl, network: "testnet" });
      if (suggestion === null) assert.isFunction(makeClient().call, baseUrl);
      else
        assert.deepInclude(
          catchThrown(makeClient),
          { code: "invalid_option", parameter: "baseUrl", suggestion },
          baseUrl,
        );
    }
  },

  async "credentials among the headers are redacted, and never sent over plain HTTP"() {
    const secretHeaders = {
      authorization: `Bearer ${SECRET}`,
      "proxy-authorization": `Basic ${SECRET}`,
      cookie: `a=1; sid=${SECRET}`,
    };
    for (const [name, value] of Object.entries(secretHeaders)) {
      for (const headers of [{ [name]: value }, [[name.toUpperCase(), value]], new Headers({ [name]: value })]) {
        const echo = async () =>
          makeJson({ ok: false, error: `denied: ${value}; ${SECRET}`, code: 401 }, { status: 401 });
        const failFetch = async () => {
          throw Object.assign(new TypeError(`fetch failed with ${SECRET}`), { cause: new Error(`sent ${value}`) });
        };
        for (const fetch of [echo, failFetch]) {
          const infos = [];
          const recordInfo = (info) => infos.push(info.url, JSON.stringify(info), String(info.error));
          const hooks = { onRequest: recordInfo, onResponse: recordInfo, onRetry: recordInfo };
          const client = createClient({
            headers,
            fetch,
            ...hooks,
            retry: { attempts: 2, minDelayMs: 1, maxDelayMs: 1 },
          });
          const error = await catchRejection(client.v3.transactions({ limit: 1 }));
          const texts = [error.message, error.stack, JSON.stringify(error), ...infos];
          for (let cause = error.cause; cause; cause = cause.cause) texts.push(String(cause), cause.stack);
          if (fetch === failFetch) assert.include(`${error.cause}`, "***");
          for (const text of texts) assert.notInclude(text, SECRET, name);
        }
        const error = catchThrown(() => createClient({ headers, baseUrl: "http://gateway.example" }));
        assert.equal(error.code, "api_key_insecure");
        assert.include(error.message, name);
        assert.notInclude(`${error.stack}`, SECRET);
        createClient({ headers, baseUrl: "http://localhost:8080" });
      }
    }
    const requests = [];
    const fetch = async (request) => makeJson({ last: requests.push(request.headers.get("authorization")) });
    await createClient({ headers: { Authorization: secretHeaders.authorization }, fetch }).v3.masterchainInfo();
    assert.deepEqual(requests, [secretHeaders.authorization]);
  },

  async "an API key is refused where it would leak"({ browser }) {
    const catchCode = (options) => {
      try {
        createClient(options);
      } catch (error) {
        return error.code;
      }
      return "allowed";
    };
    assert.equal(catchCode({ apiKey: "k" }), browser ? "api_key_in_browser" : "allowed");
    const dangerouslyAllowBrowser = true;
    assert.equal(
      catchCode({ apiKey: "k", baseUrl: "http://service.example", dangerouslyAllowBrowser }),
      "api_key_insecure",
    );
    assert.equal(catchCode({ apiKey: "k", baseUrl: "http://127.0.0.1:8081", dangerouslyAllowBrowser }), "allowed");
    assert.equal(catchCode({ apiKey: "k", baseUrl: "http://[::1]:8081", dangerouslyAllowBrowser }), "allowed");
    assert.equal(
      catchCode({ apiKey: "k", baseUrl: "http://127.0.0.1.evil.example", dangerouslyAllowBrowser }),
      "api_key_insecure",
    );
    for (const apiKey of ["", " k", "k\n", "<API_KEY>", "ключ"])
      assert.equal(catchCode({ apiKey, dangerouslyAllowBrowser }), "api_key_invalid");
    const lateClient = createClient({ apiKey: () => "<API_KEY>", dangerouslyAllowBrowser });
    assert.equal((await catchRejection(lateClient.v2.getMasterchainInfo())).code, "api_key_invalid");
  },

  "invalid options are explained"() {
    const catchOptionError = (options) => {
      try {
        return create(options);
      } catch (error) {
        return error;
      }
    };
    assert.equal(catchOptionError({ apikey: "k" }).suggestion, "apiKey");
    assert.equal(catchOptionError({ network: "mainet" }).suggestion, "mainnet");
    for (const [baseUrl, fix] of [
      ["https://toncenter.com/api/v2", "https://toncenter.com"],
      ["https://toncenter.com/api/v3/", "https://toncenter.com"],
      ["https://toncenter.com/x/api/v2/jsonRPC", "https://toncenter.com/x"],
      ["https://toncenter.com/jsonRPC", "https://toncenter.com"],
    ]) {
      assert.equal(catchOptionError({ baseUrl }).suggestion, fix);
    }
    for (const baseUrl of ["ftp://x", "https://u:p@x", "https://x?api_key=1", 7, "https://"]) {
      assert.equal(catchOptionError({ baseUrl }).parameter, "baseUrl", String(baseUrl));
    }
    for (const badOptions of [
      { timeoutMs: 0 },
      { timeoutMs: "5" },
      { queueTimeoutMs: -1 },
      { queueTimeoutMs: Number.NaN },
      { fetch: 1 },
      { apiKeyIn: "body" },
      { maxResponseBytes: -1 },
      { maxUrlBytes: 0 },
    ]) {
      assert.equal(catchOptionError(badOptions).code, "invalid_option", JSON.stringify(badOptions));
    }
    assert.deepEqual(
      [catchOptionError({ timeout: 5 }).parameter, catchOptionError({ timeout: 5 }).suggestion],
      ["timeout", "timeoutMs"],
    );
  },

  async "a custom fetch is called as a plain function, whatever it rejects with"() {
    const checkReceiver = function (request) {
      if (this !== undefined) throw new TypeError("Illegal invocation");
      return Promise.resolve(makeJson({ ok: true, result: request.method }));
    };
    assert.equal(await createClient({ fetch: checkReceiver }).v2.getMasterchainInfo(), "GET");
    for (const thrownValue of ["a string", undefined, null, 7, {}]) {
      const client = createClient({ fetch: () => Promise.reject(thrownValue) });
      assert.equal((await catchRejection(client.v2.getMasterchainInfo())).code, "connection_failed");
    }
    assert.equal(
      (await catchRejection(createClient({ fetch: async () => "no response" }).v2.getMasterchainInfo())).code,
      "invalid_response",
    );
  },

  async "responses are bounded, and their long numbers exact"() {
    const body =
      '{"transactions":[{"a":9007199254740993,"b":"9007199254740993","c":-12345678901234567890,"d":1.5e3,"e":[1030000002000000],"f":123456789012345,"g":0.1234567890123456789}]}';
    const client = createClient({ fetch: async () => new Response(body), maxResponseBytes: body.length });
    assert.deepEqual((await client.v3.transactions()).transactions[0], {
      a: "9007199254740993",
      b: "9007199254740993",
      c: "-12345678901234567890",
      d: 1500,
      e: ["1030000002000000"],
      f: 123456789012345,
      g: 0.1234567890123456789,
    });
    const smallClient = createClient({ fetch: async () => new Response(body), maxResponseBytes: body.length - 1 });
    assert.equal((await catchRejection(smallClient.v3.transactions())).code, "response_too_large");
  },

  async "bytes, bigints and address objects are accepted"() {
    let lastUrl;
    const client = createClient({
      fetch: async (request) => {
        lastUrl = new URL(request.url);
        return makeJson({ ok: true, result: [], transactions: [] });
      },
    });
    const address = { toString: () => "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N" };
    await client.v2.getTransactions({
      address,
      lt: 47670702000009n,
      hash: new Uint8Array(32),
      limit: undefined,
      to_lt: null,
    });
    assert.equal(
      lastUrl.search,
      `?address=${address}&lt=47670702000009&hash=${encodeURIComponent(`${"A".repeat(43)}=`)}`,
    );
    await client.v3.transactionsByMessage({ opcode: 10 });
    assert.equal(lastUrl.search, "?opcode=0x0000000a&limit=10");
    assert.equal((await catchRejection(client.v2.getTransactions({ address, lt: 2 ** 60, hash: "" }))).parameter, "lt");
  },

  async "texts of any character, lists, objects and extra parameters arrive unchanged"() {
    let lastStatus;
    const client = createClient({
      fetch: async (request) => {
        lastStatus = { query: new URL(request.url).searchParams, body: await request.text(), request };
        return makeJson({ ok: true, result: 1, accounts: [] });
      },
    });
    for (const text of ["\0", "\x01", "\x010\x011\0\0", "[\0t]\0", "\n\n", "🙂: é", "]", "%00+&=", "x".repeat(1000)]) {
      await client.v3.accountStates(
        { address: "0:" + "0".repeat(64) },
        { extra: { odd: text, more: [text, 1, true] } },
      );
      assert.equal(lastStatus.query.get("odd"), text);
      assert.deepEqual(lastStatus.query.getAll("more"), [text, "1", "true"]);
    }
    // Parameters may have any name; only values that the upstream does not accept are refused.
    for (const name of /** @type {any[]} */ (["", "\x01", "\0", "[", "1\x01\0"])) {
      const error = await client.v3.accountStates(/** @type {any} */ ({ [name]: 1 })).catch((error) => error);
      assert.deepEqual([error.code, error.parameter], ["unknown_parameter", name]);
      assert.equal(
        /** @type {any} */ (await client.call("v3", name, {}).catch((error) => error)).code,
        "unknown_endpoint",
      );
    }
    const address = "0:" + "0".repeat(64);
    const stack = [{ type: "num", value: 5n }, { type: "slice", value: "\0\x01" }, []];
    await client.v3.runGetMethod({ address, method: "a\0b", stack: /** @type {any} */ (stack) });
    assert.deepEqual(JSON.parse(lastStatus.body), {
      address,
      method: "a\0b",
      stack: [{ type: "num", value: "5" }, stack[1], []],
    });
    assert.equal(lastStatus.request.headers.get("content-type"), "application/json");
    // A list that is empty would not filter at all; the same holds for a hole in a list.
    assert.equal((await catchRejection(client.v3.transactions({ account: [], limit: 1 }))).parameter, "account");
    assert.equal(
      (await catchRejection(client.v3.transactions({ account: [address, undefined] }))).parameter,
      "account[1]",
    );
    assert.equal(
      (await catchRejection(client.v3.transactions({ account: [/** @type {any} */ ([address])] }))).parameter,
      "account[0]",
    );
    assert.equal(
      (await catchRejection(client.v3.transactions({ limit: /** @type {any} */ (new Uint8Array(1)) }))).parameter,
      "limit",
    );
    assert.equal((await catchRejection(client.v3.transactions({ account: {} }))).parameter, "account");
    assert.equal(
      (await catchRejection(client.call("v3", /** @type {any} */ ("transaction"), { account: {} }))).code,
      "unknown_endpoint",
    );
    const ownError = new RangeError("the caller's own");
    const throwingQuery = {
      get account() {
        throw ownError;
      },
    };
    assert.strictEqual(
      (await catchRejection(client.v3.transactions(/** @type {any} */ (throwingQuery)))).cause,
      ownError,
    );
  },
};
