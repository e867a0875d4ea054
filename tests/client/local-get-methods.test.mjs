// Local get-methods of the client: their requests, the data that they share, and that no local failure or delay makes a call fail.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { Dictionary, Cell as CoreCell, beginCell as coreCell, internal } from "@ton/core";
import { createClient } from "ton-edge";
import { beginCell, stackToCell } from "ton-edge/message";

import { sendFrom } from "../devnet/devnet-wallet.mjs";
import { catchRejection, revokeProxy } from "../message/checks.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { json, makeRecordedClient } from "./recorded-client.mjs";

const UNUSED_ADDRESS = `0:${"5E".repeat(32)}`;
const importTvm = () => import("ton-edge/tvm");
const MODES = /** @type {const} */ (["auto", "only"]);
const LOCAL_ONLY = /** @type {const} */ ({ local: "only" });

/** @type {any} */
let devnet;
/** A wallet without other currencies, and one that holds some. */
let carol, alice;
before(
  async () => {
    devnet = await startDevnet({ world: "small" });
    await devnet.ready;
    [carol, alice] = ["carol", "alice"].map((name) => devnet.cast.wallet(name).account);
  },
  { timeout: 120_000 },
);
after(() => devnet?.close());

/** A client of the devnet, and the requests that it sends. @param {any} [options] @param {any} [respond] */
const makeClient = (options, respond) => makeRecordedClient(devnet.url, options, respond);

const makeResult = (value) => json({ ok: true, result: value });
/** A response of the devnet with some fields changed. */
async function withChangedBody(request, fields) {
  const body = await (await fetch(request)).json();
  return makeResult({ ...body.result, ...fields });
}
const getBoc = (cell) => cell.toBoc().toString("base64");
const isSame = (a, b) => assert.equal(stackToCell(a.stack).toBase64(), stackToCell(b.stack).toBase64());

describe("requests of local get-methods", () => {
  test("100 get-methods of an account need one request for its state, and their results have the server's shape", async () => {
    const { client, sentRequests } = makeClient();
    const methods = ["seqno", "get_public_key", "get_subwallet_id", "is_signature_allowed"];
    const results = await Promise.all(Array.from({ length: 100 }, (_, index) => client.get(carol, methods[index % 4])));
    assert.deepEqual(sentRequests.sort(), ["getAddressInformation", "getConfigAll"]);
    for (const [index, method] of methods.entries()) {
      const { local, ...upstreamResult } = await client.get(carol, method, [], { local: "never" });
      const { local: isLocal, ...edgeResult } = results[index];
      assert.deepEqual([isLocal, local], [true, false]);
      assert.deepEqual(edgeResult, upstreamResult);
    }
    // The client has the configuration already.
    sentRequests.length = 0;
    await Promise.all([client.read(carol, "seqno"), client.get(carol, 85143), client.read(carol, "get_public_key")]);
    assert.deepEqual(sentRequests, ["getAddressInformation"]);
  });

  test("all forms of an address share a request; other timeouts and blocks have their own", async () => {
    const { client, sentRequests } = makeClient();
    await client.get(carol, "seqno");
    sentRequests.length = 0;
    const forms = await client.v2.detectAddress({ address: carol });
    sentRequests.length = 0;
    await Promise.all(
      [carol, carol.toLowerCase(), forms.bounceable.b64url, forms.non_bounceable.b64].map((address) =>
        client.get(address, "seqno"),
      ),
    );
    assert.deepEqual(sentRequests, ["getAddressInformation"]);
    sentRequests.length = 0;
    const { seqno } = devnet.chain.head.mc;
    await Promise.all([
      client.get(carol, "seqno"),
      client.get(carol, "seqno", [], { timeoutMs: 900 }),
      client.get(carol, "seqno", [], { retry: { attempts: 2 } }),
      client.get(carol, "seqno", [], { seqno }),
    ]);
    assert.deepEqual(sentRequests.filter((name) => name === "getAddressInformation").length, 4);
  });

  test("without coalescing each local get-method has its own requests", async () => {
    const { client, sentRequests } = makeClient({ coalesce: false });
    await client.get(carol, "seqno");
    sentRequests.length = 0;
    await Promise.all([1, 2, 3].map(() => client.get(carol, "seqno")));
    assert.deepEqual(sentRequests, Array(3).fill("getAddressInformation"));
  });

  test("successive local get-methods read the state again", async () => {
    const { client } = makeClient();
    const seqnoBefore = await client.read(carol, "seqno", [], LOCAL_ONLY);
    const body = coreCell().endCell();
    await sendFrom(devnet, "carol", [internal({ to: alice.toLowerCase(), value: 1n, bounce: false, body })]);
    await devnet.clock.settle();
    assert.equal(await client.read(carol, "seqno", [], LOCAL_ONLY), seqnoBefore + 1);
    const pastSeqno = devnet.chain.head.mc.seqno - 20;
    const [upstreamResult, edgeResult] = await Promise.all(
      /** @type {const} */ (["never", "only"]).map((localMode) =>
        client.get(carol, "seqno", [], { local: localMode, seqno: pastSeqno }),
      ),
    );
    isSame(edgeResult, upstreamResult);
    assert.deepEqual(
      [edgeResult.block, edgeResult.lastTransaction],
      [upstreamResult.block, upstreamResult.lastTransaction],
    );
    assert.equal(edgeResult.block.seqno, pastSeqno);
  });

  test("without the option `tvm`, get-methods go to the server", async () => {
    const { client, sentRequests } = makeClient({ tvm: undefined });
    assert.equal((await client.get(carol, "seqno")).local, false);
    assert.deepEqual(sentRequests, ["runGetMethod"]);
    for (const localMode of MODES) {
      const error = await catchRejection(() => client.get(carol, "seqno", [], { local: localMode }));
      assert.deepEqual([error.code, error.parameter], ["invalid_option", "local"]);
      assert.match(error.message, /import\("ton-edge\/tvm"\)/);
    }
  });
});

describe("uncertain local results", () => {
  test("a get-method with an uncertain result goes to the server, or fails with `needs_upstream` and the reason", async () => {
    const { client, sentRequests } = makeClient();
    const cases = /** @type {const} */ ([
      [carol, "no_such_method", "exit_code", "getAddressInformation getConfigAll runGetMethod"],
      [carol, "85143", "method", "runGetMethod"],
      [carol, "0x14c97", "method", "runGetMethod"],
    ]);
    for (const [address, method, reason, requests] of cases) {
      sentRequests.length = 0;
      const auto = await client.get(address, method).catch((error) => error);
      assert.equal(sentRequests.join(" "), requests);
      const neverError = await client.get(address, method, [], { local: "never" }).catch((error) => error);
      assert.deepEqual(
        [auto.code, auto.exitCode, auto.message, auto.local],
        [neverError.code, neverError.exitCode, neverError.message, neverError.local],
      );
      sentRequests.length = 0;
      const error = await catchRejection(() => client.get(address, method, [], LOCAL_ONLY));
      assert.deepEqual([error.code, error.reason, error.parameter], ["needs_upstream", reason, method]);
      assert.ok(!sentRequests.includes("runGetMethod"));
      assert.equal(error.toJSON().reason, reason);
    }
    const { exitCode, message } = await catchRejection(() => client.get(carol, "no_such_method", [], LOCAL_ONLY));
    assert.equal(exitCode, 11);
    assert.match(message, /exit code 11 \(there is no such method\)/);
  });

  test("an account with other currencies than TON is computed locally", async () => {
    const { client } = makeClient();
    assert.equal((await client.get(alice, "seqno", [], LOCAL_ONLY)).local, true);
  });

  test("for an account without a contract, the local error equals the server's, without a call", async () => {
    const { client, sentRequests } = makeClient();
    for (const address of [UNUSED_ADDRESS, `-1:${"5E".repeat(32)}`]) {
      const neverError = await catchRejection(() => client.get(address, "seqno", [], { local: "never" }));
      sentRequests.length = 0;
      const error = await catchRejection(() => client.get(address, "seqno"));
      assert.ok(!sentRequests.includes("runGetMethod"));
      assert.deepEqual(error.toJSON(), neverError.toJSON());
    }
  });

  test("an invalid call has the same error locally and by the server", async () => {
    const { client } = makeClient();
    const cases = [
      ["nonsense", "seqno"],
      [carol, "seqno", [{}]],
      [carol, "seqno", ["nonsense"]],
      [carol, ""],
      [carol, {}],
      [carol, -5.5],
      [carol, "seqno", 5],
      [carol, "seqno", [], { seqno: -1 }],
      [carol, "seqno", [], { seqno: "x" }],
      [carol, "seqno", [], { timeoutMs: -1 }],
      [carol, "seqno", [], { timeoutMs: "x" }],
      [carol, "seqno", [], { retry: { attempts: 1n } }],
      [carol, "seqno", [], { queueTimeoutMs: revokeProxy() }],
      [carol, "seqno", [], { signal: {} }],
      [carol, "seqno", [], { sequence: 5 }],
      [undefined, "seqno"],
      [revokeProxy(), "seqno"],
    ];
    for (const testCase of cases) {
      const [address, method, args = [], options = {}] = /** @type {any[]} */ (testCase);
      const neverError = await catchRejection(() => client.get(address, method, args, { ...options, local: "never" }));
      const auto = await catchRejection(() => client.get(address, method, args, options));
      assert.deepEqual([auto.code, auto.parameter], [neverError.code, neverError.parameter], neverError.message);
      await catchRejection(() => client.get(address, method, args, { ...options, local: "only" }));
    }
    for (const localOption of [true, null, "always", {}]) {
      const error = await catchRejection(() =>
        client.get(carol, "seqno", [], /** @type {any} */ ({ local: localOption })),
      );
      assert.deepEqual([error.code, error.parameter], ["invalid_option", "local"]);
    }
  });

  test("get-methods go to the server if the network's version is newer than the virtual machine's", async () => {
    const { client, sentRequests } = makeClient({}, async (name, request) => {
      if (name !== "getConfigAll") return undefined;
      const { result: config } = await (await fetch(request)).json();
      const parameters = Dictionary.loadDirect(
        Dictionary.Keys.Int(32),
        Dictionary.Values.Cell(),
        CoreCell.fromBase64(config.config.bytes),
      );
      parameters.set(8, coreCell().storeUint(0xc4, 8).storeUint(15, 32).storeUint(0, 64).endCell());
      return makeResult({
        ...config,
        config: { ...config.config, bytes: getBoc(coreCell().storeDictDirect(parameters).endCell()) },
      });
    });
    assert.equal((await client.get(carol, "seqno")).local, false);
    assert.deepEqual(sentRequests, ["getAddressInformation", "getConfigAll", "runGetMethod"]);
    sentRequests.length = 0;
    assert.equal((await client.get(carol, "seqno")).local, false);
    assert.deepEqual(sentRequests, ["runGetMethod"]);
    assert.equal((await catchRejection(() => client.get(carol, "seqno", [], LOCAL_ONLY))).reason, "version");
    const [outcome] = await client.getMany([{ address: carol, method: "seqno" }], LOCAL_ONLY);
    assert.equal(outcome.error?.reason, "version");
    assert.deepEqual((await client.getMany([{ address: carol, method: "seqno" }]))[0].value?.local, false);
  });
});

describe("libraries", () => {
  test("a client requests a library once, and ignores one with a wrong hash", async () => {
    const { jetton_masters } = await createClient({ baseUrl: devnet.url, rateLimit: false }).v3.jetton.masters({
      limit: 100,
    });
    const master = jetton_masters.find(({ jetton_content }) => jetton_content.decimals === "6");
    const { jetton_wallets } = await createClient({ baseUrl: devnet.url, rateLimit: false }).v3.jetton.wallets({
      jetton_address: [master.address],
      limit: 3,
    });
    const [first, second] = jetton_wallets.map(({ address }) => address);
    const { client, sentRequests } = makeClient();
    const [result] = await Promise.all(
      Array.from({ length: 20 }, () => client.get(first, "get_wallet_data", [], LOCAL_ONLY)),
    );
    assert.deepEqual(sentRequests.sort(), ["getAddressInformation", "getConfigAll", "getLibraries"]);
    isSame(result, await client.get(first, "get_wallet_data", [], { local: "never" }));
    sentRequests.length = 0;
    assert.ok((await client.get(second, "get_wallet_data")).local);
    assert.deepEqual(sentRequests, ["getAddressInformation"]);

    const wrongResponses = [
      (request) => withChangedBody(request, { result: [] }),
      (request) => withChangedBody(request, { result: [{ hash: "x", data: getBoc(CoreCell.EMPTY) }] }),
      (request) => withChangedBody(request, { result: [{ data: "nonsense" }] }),
      (request) => withChangedBody(request, { result: "nonsense" }),
      () => json({ ok: false, error: "no" }, 500),
    ];
    for (const respondWrongly of wrongResponses) {
      const { client: deceivedClient, sentRequests: requests } = makeClient({}, (name, request) =>
        name === "getLibraries" ? respondWrongly(request) : undefined,
      );
      const auto = await deceivedClient.get(first, "get_wallet_data");
      assert.equal(auto.local, false);
      isSame(auto, result);
      assert.equal(requests.at(-1), "runGetMethod");
      await catchRejection(() => deceivedClient.get(first, "get_wallet_data", [], LOCAL_ONLY));
    }
  });
});

describe("the configuration for local get-methods", () => {
  /** `SETCP0 DROP`, then parameter 34 of the configuration or null: `34 PUSHINT CONFIGOPTPARAM`. */
  const code = coreCell().storeUint(0xff0030, 24).storeUint(0x8022, 16).storeUint(0xf833, 16).endCell();
  const state = { code: getBoc(code), data: getBoc(CoreCell.EMPTY), extra_currencies: [], state: "active" };
  const getConfig = (value) => {
    const parameters = Dictionary.empty(Dictionary.Keys.Int(32), Dictionary.Values.Cell());
    parameters.set(8, coreCell().storeUint(0xc4, 8).storeUint(12, 32).storeUint(0, 64).endCell());
    for (const id of [18, 20, 21, 24, 25, 43]) {
      const realParameter = loadDevnetParameter(id);
      if (realParameter) parameters.set(id, realParameter);
    }
    parameters.set(34, coreCell().storeUint(value, 32).endCell());
    return makeResult({
      "@type": "configInfo",
      config: { "@type": "tvm.cell", bytes: getBoc(coreCell().storeDictDirect(parameters).endCell()) },
    });
  };
  const loadDevnetParameter = (id) =>
    Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), devnet.chain.configurationAt()).get(id);
  let block = 100;
  const makeChain = (name, request) => {
    const requestedSeqno = new URL(request.url).searchParams.get("seqno");
    const seqno = Number(requestedSeqno ?? block);
    const block_id = { workchain: -1, shard: "-9223372036854775808", seqno, root_hash: "r", file_hash: "f" };
    if (name === "getAddressInformation") return withChangedBody(request, { ...state, block_id });
    if (name !== "getConfigAll") return undefined;
    // The first configuration in the response is older than the block.
    return getConfig(Number(requestedSeqno ?? 1));
  };

  test("a contract reads the configuration of its block, even if the client remembers an older one", async () => {
    const { client, sentRequests } = makeClient({}, makeChain);
    const readParameter = async (options = {}) =>
      (await client.get(carol, "anything", [], { ...LOCAL_ONLY, ...options })).stack.cell(0).beginParse().loadUint(32);
    assert.equal(await readParameter(), 100);
    assert.deepEqual(sentRequests, ["getAddressInformation", "getConfigAll", "getConfigAll"]);
    sentRequests.length = 0;
    assert.deepEqual(await Promise.all([readParameter(), readParameter(), readParameter()]), [100, 100, 100]);
    assert.deepEqual(sentRequests, ["getAddressInformation"]);
    block = 101;
    assert.equal(await readParameter(), 101);
    assert.equal(await readParameter({ seqno: 7 }), 7);
  });

  test("the configuration of an earlier block has that block's version, and blocks between it and the latest need no request", async () => {
    const { client, sentRequests } = makeClient({}, (name, request) =>
      name === "getConfigAll" ? makeChain(name, request) : undefined,
    );
    const head = devnet.chain.head.mc.seqno;
    const readAt = async (seqno) => {
      sentRequests.length = 0;
      assert.ok((await client.get(carol, "seqno", [], { ...LOCAL_ONLY, seqno })).local);
      return sentRequests.filter((name) => name === "getConfigAll").length;
    };
    await client.get(carol, "seqno", [], LOCAL_ONLY);
    const counts = [];
    for (const seqno of [head - 30, head - 20, head - 10, head - 30, head - 40, head - 35])
      counts.push(await readAt(seqno));
    assert.deepEqual(counts, [1, 0, 0, 0, 1, 0]);
  });

  test("a missing configuration sends the call to the server, and is not requested by every call", async () => {
    for (const reply of [
      () => json({ ok: false, error: "unknown" }, 404),
      () => makeResult({}),
      () => makeResult({ config: { bytes: "x" } }),
      () => makeResult({ config: { bytes: getBoc(CoreCell.EMPTY) } }),
    ]) {
      const { client, sentRequests } = makeClient({}, (name) => (name === "getConfigAll" ? reply() : undefined));
      for (let index = 0; index < 3; index += 1) assert.equal((await client.get(carol, "seqno")).local, false);
      assert.deepEqual(sentRequests, [
        "getAddressInformation",
        "getConfigAll",
        "runGetMethod",
        "runGetMethod",
        "runGetMethod",
      ]);
      await catchRejection(() => client.get(carol, "seqno", [], LOCAL_ONLY));
    }
  });
});

describe("local failures", () => {
  const faults = {
    "a status": () => json({ ok: false, error: "broken" }, 500),
    "too many requests": () => json({ ok: false, result: "Ratelimit exceed", code: 429 }, 429),
    "half a body": () => new Response('{"ok":true,"result":{"code":"te6', { status: 200 }),
    "a failed connection": () => {
      throw new TypeError("fetch failed");
    },
    "no state": () => makeResult({}),
    "no object": () => makeResult("x"),
    "a forged bag": (request) => withChangedBody(request, { code: "te6cckEBAQEAAgAAAEysuc0A" }),
    "a cut bag": async (request) => withChangedBody(request, { code: "te6cckEBAQEAAgAA" }),
    "no text": (request) => withChangedBody(request, { code: 5 }),
    "code without data": (request) => withChangedBody(request, { data: "" }),
    "an active account without code": (request) => withChangedBody(request, { code: "" }),
    "a balance that is not a number": (request) => withChangedBody(request, { balance: "many" }),
    "endless code": (request) =>
      // PUSHCONT of NOP, then AGAINEND: `ff00 ... db3? `
      withChangedBody(request, {
        code: getBoc(coreCell().storeUint(0xff0030, 24).storeUint(0x920000ea, 32).endCell()),
      }),
  };
  for (const [name, reply] of Object.entries(faults)) {
    test(`a call succeeds in spite of ${name}`, async () => {
      const { client, sentRequests } = makeClient({}, (operation, request) =>
        operation === "getAddressInformation" ? reply(request) : undefined,
      );
      const auto = await client.get(carol, "seqno");
      assert.equal(auto.local, false);
      assert.ok(auto.stack.number(0) > 0);
      assert.ok(sentRequests.includes("runGetMethod"));
      const error = await catchRejection(() => client.get(carol, "seqno", [], LOCAL_ONLY));
      assert.ok(error.code !== "get_method_failed", error.message);
    });
  }

  test("an operation that the server does not have is not requested by every call", async () => {
    const { client, sentRequests } = makeClient({}, (name) =>
      name === "getAddressInformation" ? json({ ok: false, error: "not found" }, 404) : undefined,
    );
    for (let index = 0; index < 3; index += 1) await client.get(carol, "seqno");
    assert.equal(sentRequests.filter((name) => name === "getAddressInformation").length, 1);
  });

  test("a state that never arrives ends the call at its timeout", async () => {
    const { client } = makeClient({}, (name, request) =>
      name === "getAddressInformation"
        ? new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)))
        : undefined,
    );
    assert.equal((await client.get(carol, "seqno", [], { timeoutMs: 200 })).local, false);
    assert.equal(
      (await catchRejection(() => client.get(carol, "seqno", [], { timeoutMs: 200, ...LOCAL_ONLY }))).code,
      "timeout",
    );
  });

  test("a `tvm` loader that fails or hangs sends calls to the server; one that loads another module is an error", async () => {
    const failures = [
      () => Promise.reject(new Error("chunk 5 failed")),
      () => {
        throw new Error("no such file");
      },
      () => new Promise(() => {}),
    ];
    for (const loader of failures) {
      const { client } = makeClient({ tvm: loader, timeoutMs: 300 });
      assert.equal((await client.get(carol, "seqno")).local, false);
      const error = await catchRejection(() => client.get(carol, "seqno", [], LOCAL_ONLY));
      assert.ok(["wasm_unavailable", "timeout"].includes(error.code), error.code);
      assert.equal(error.parameter, "tvm");
    }
    for (const tvmModule of [undefined, null, 5, {}, { openContract: 5 }, await import("ton-edge/address")]) {
      const { client } = makeClient({ tvm: () => tvmModule });
      for (const localMode of [...MODES, ...MODES]) {
        const error = await catchRejection(() => client.get(carol, "seqno", [], { local: localMode }));
        assert.deepEqual([error.code, error.parameter], ["invalid_option", "tvm"]);
      }
    }
    for (const option of [true, {}, "ton-edge/tvm", await importTvm()])
      assert.equal(
        (await catchRejection(async () => createClient(/** @type {any} */ ({ tvm: option })))).parameter,
        "tvm",
      );
    // A later call runs the module's loader again.
    let callCount = 0;
    const { client } = makeClient({
      tvm: () => ((callCount += 1) === 1 ? Promise.reject(new Error("once")) : importTvm()),
    });
    await catchRejection(() => client.get(carol, "seqno", [], LOCAL_ONLY));
    assert.ok((await client.get(carol, "seqno", [], LOCAL_ONLY)).local);
  });

  test("the tvm module of another copy of the package works", async () => {
    const { createRequire } = await import("node:module");
    const copy = createRequire(import.meta.url)("ton-edge/tvm");
    const { client } = makeClient({ tvm: () => copy });
    const master = (await client.v3.jetton.masters({ limit: 1 })).jetton_masters[0].address;
    for (const [address, method, args] of /** @type {any} */ ([
      [carol, "get_public_key"],
      [master, "get_jetton_data"],
      [master, "get_wallet_address", [carol]],
    ])) {
      const edgeResult = await client.get(address, method, args, LOCAL_ONLY);
      isSame(edgeResult, await client.get(address, method, args, { local: "never" }));
    }
    assert.ok((await client.read(master, "get_jetton_data", [], LOCAL_ONLY)).content);
  });
});

describe("aborts of local get-methods", () => {
  test("aborting one call does not fail the others, and aborting all of them ends the request", async () => {
    let abortCount = 0;
    const { client, sentRequests } = makeClient({}, async (name, request) => {
      if (name !== "getAddressInformation") return undefined;
      request.signal.addEventListener("abort", () => (abortCount += 1));
      await new Promise((resolve) => setTimeout(resolve, 100));
      request.signal.throwIfAborted();
      return undefined;
    });
    const controllers = Array.from({ length: 20 }, () => new AbortController());
    const calls = controllers.map(({ signal }) => client.get(carol, "seqno", [], { signal, ...LOCAL_ONLY }));
    setTimeout(() => controllers.slice(0, 10).forEach((controller) => controller.abort(new Error("mine"))), 30);
    const settledCalls = await Promise.allSettled(calls);
    assert.deepEqual(
      settledCalls.map(({ status }) => status),
      [...Array(10).fill("rejected"), ...Array(10).fill("fulfilled")],
    );
    for (const outcome of settledCalls.slice(0, 10)) assert.equal(/** @type {any} */ (outcome).reason.message, "mine");
    assert.equal(abortCount, 0);
    assert.equal(sentRequests.filter((name) => name === "getAddressInformation").length, 1);

    const lastController = new AbortController();
    const waitingCalls = [1, 2, 3].map(() => client.get(carol, "seqno", [], { signal: lastController.signal }));
    setTimeout(() => lastController.abort(new Error("all")), 30);
    for (const outcome of await Promise.allSettled(waitingCalls))
      assert.equal(/** @type {any} */ (outcome).reason.message, "all");
    assert.equal(abortCount, 1);
    await assert.rejects(client.get(carol, "seqno", [], { signal: AbortSignal.abort(new Error("before")) }), /before/);
    assert.ok((await client.get(carol, "seqno", [], LOCAL_ONLY)).local);
  });

  test("a call that joins an earlier request has its own timeout", async () => {
    let count = 0;
    const { client } = makeClient({}, async (name, request) => {
      if (name !== "getAddressInformation") return undefined;
      count += 1;
      if (count > 1) return undefined;
      return new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));
    });
    const options = /** @type {const} */ ({ timeoutMs: 300, ...LOCAL_ONLY });
    const firstError = catchRejection(() => client.get(carol, "seqno", [], options));
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.ok((await client.get(carol, "seqno", [], options)).local);
    assert.equal((await firstError).code, "timeout");
  });
});

test("changing arguments and options after a call has no effect", async () => {
  const { client } = makeClient();
  const master = (await client.v3.jetton.masters({ limit: 1 })).jetton_masters[0].address;
  const rightResult = await client.read(master, "get_wallet_address", [carol]);
  const owner = beginCell().storeAddress(carol).endCell().beginParse();
  const args = [owner];
  const options = { ...LOCAL_ONLY };
  const call = client.get(master, "get_wallet_address", args, options);
  args[0] = /** @type {any} */ (5n);
  owner.skip(100);
  /** @type {any} */ (options).local = "nonsense";
  assert.equal((await call).stack.address(0), rightResult);
});

test("the content of an NFT and a domain are also computed locally", async () => {
  const { client, sentRequests } = makeClient();
  const { client: plainClient } = makeClient({ tvm: undefined });
  const { nft_items } = await plainClient.v3.nft.items({ limit: 1 });
  assert.deepEqual(await client.nft(nft_items[0].address), await plainClient.nft(nft_items[0].address));
  assert.equal(await client.resolve("alice.ton"), await plainClient.resolve("alice.ton"));
  assert.equal(await client.resolve("alice.ton", { local: "never" }), await plainClient.resolve("alice.ton"));
  assert.ok(sentRequests.includes("getAddressInformation"));
  assert.equal(
    (await catchRejection(() => client.dns("alice.ton", /** @type {any} */ ({ local: "x" })))).parameter,
    "local",
  );
  assert.equal(
    (await catchRejection(() => client.resolve("alice.ton", /** @type {any} */ ({ seqno: 5 })))).parameter,
    "seqno",
  );
});
