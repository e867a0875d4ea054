// Locally computed get-methods with hostile contracts, states, arguments and upstreams: the caller always gets the upstream's response, in time.

import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beginCell, Cell, Dictionary } from "@ton/core";
import { defaultConfig } from "@ton/sandbox/dist/config/defaultConfig.js";

import { initSync } from "../../pkg/dist/tvm.glue.js";
import { deepDictionary } from "../tvm/instruction-programs.mjs";
import { FORMS, makeLocalGateway, makeStack } from "./local-get-methods.mjs";

const ADDRESS = `0:${"83".repeat(32)}`;
const HASH = Buffer.alloc(32, 7).toString("base64");
/** The upstream's response to every get-method: no computed response equals it. */
const MARK = { ok: true, result: { "@type": "smc.runResult", gas_used: 12_345, stack: [], exit_code: 0 } };
const MARK_V3 = { gas_used: 12_345, exit_code: 0, stack: [] };

const makeCode = (hex) => beginCell().storeBuffer(Buffer.from(hex, "hex")).endCell();
const toBase64 = (cell) => cell.toBoc().toString("base64");

const makeState = (changes = {}, envelope = {}) => ({
  ok: true,
  result: {
    "@type": "raw.fullAccountState",
    balance: "1000000000",
    extra_currencies: [],
    last_transaction_id: { "@type": "internal.transactionId", lt: "47000001", hash: HASH },
    block_id: {
      "@type": "ton.blockIdExt",
      workchain: -1,
      shard: "-9223372036854775808",
      seqno: 77,
      root_hash: HASH,
      file_hash: HASH,
    },
    // SETCP0 7 PUSHINT
    code: toBase64(makeCode("ff0077")),
    data: toBase64(new Cell()),
    frozen_hash: "",
    sync_utime: 1_780_000_000,
    state: "active",
    suspended: false,
    ...changes,
  },
  "@extra": "1780000000.123:_:1.5",
  ...envelope,
});

/** Parameter 8 of a configuration, as its response. */
const readVersion = (version) => {
  const cell = beginCell().storeUint(0xc4, 8).storeUint(version, 32).storeUint(0, 64).endCell();
  return { ok: true, result: { "@type": "configInfo", config: { "@type": "tvm.cell", bytes: toBase64(cell) } } };
};
const CONFIG = Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), Cell.fromBase64(defaultConfig));
const makeJson = (body, status = 200) =>
  new Response(typeof body === "string" ? body : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", date: "Mon, 01 Jan 2026 00:00:00 GMT" },
  });

// Timers of requests do not keep a process alive, and this test has no sockets.
const keepAliveTimer = setInterval(() => {}, 1000);
after(() => clearInterval(keepAliveTimer));

/** A gateway to an upstream of functions, which respond to reads of states, versions and libraries. */
function makeGateway(handlers = {}, overrides = {}) {
  const requests = [];
  const gateway = makeLocalGateway("http://127.0.0.1:9", {
    retries: 0,
    fetch: async (url, init) => {
      const { pathname, search } = new URL(url);
      const name = pathname.split("/").pop();
      requests.push(`${name}${name === "getAddressInformation" ? "" : search}`);
      const handler = handlers[name];
      if (handler) return handler(new URL(url), init);
      if (name === "getConfigParam") return makeJson(readVersion(14));
      if (name === "getAddressInformation") return makeJson(makeState());
      if (pathname === "/api/v3/runGetMethod") return makeJson(MARK_V3);
      return makeJson(MARK);
    },
    ...overrides,
  });
  return { ...gateway, requests };
}

const RUN = "/api/v2/runGetMethod";
/** @param {any} [method] @param {any[]} [stack] @returns {{ address: string, method: any, stack: any }} */
const call = (method = "seqno", stack = []) => ({ address: ADDRESS, method, stack });
const isMark = ({ text }) => /"gas_used":12345/.test(text);
const withState = (changes, envelope) => ({ getAddressInformation: () => makeJson(makeState(changes, envelope)) });

describe("locally computed get-methods with hostile input", () => {
  test("the gateway computes a get-method of an ordinary contract", async () => {
    const { send } = makeGateway();
    const { status, text } = await send(RUN, call());
    assert.equal(status, 200);
    const { result, "@extra": extraField, ok } = JSON.parse(text);
    assert.deepEqual(Object.keys(result), [
      "@type",
      "gas_used",
      "stack",
      "exit_code",
      "block_id",
      "last_transaction_id",
    ]);
    // The method id, which no instruction consumed, remains below the result.
    assert.deepEqual(
      [ok, result.stack, result.exit_code],
      [
        true,
        [
          ["num", "0x14c97"],
          ["num", "0x7"],
        ],
        0,
      ],
    );
    assert.match(extraField, /^\d{10}\.\d{3}:_:0$/);
  });

  for (const [name, hex] of Object.entries({
    "loops for ever": "ff0090ea",
    "runs for ever in a continuation that calls itself": "ff0091d8ea",
    "pushes for ever": "ff009177ea",
    throws: "ff00f2e4",
    "has an invalid instruction": "ff00f9ff",
    "draws a random number": "ff00f810",
    "reads previous blocks": "ff00f83400",
    "reads its whole context": "ff00ed47",
    "is empty": "",
  })) {
    test(`code that ${name} goes upstream`, { timeout: 20_000 }, async () => {
      const { send, requests } = makeGateway(withState({ code: toBase64(makeCode(hex)) }));
      const start = performance.now();
      const response = await send(RUN, call());
      assert.ok(isMark(response) || name === "is empty", response.text);
      assert.ok(performance.now() - start < 3000, "in time");
      assert.ok(requests.includes("runGetMethod") || name === "is empty");
    });
  }

  test("a get-method that takes too long is not run again for each call", async () => {
    const { send, counts } = makeGateway(withState({ code: toBase64(makeCode("ff0090ea")) }), {
      localGetMethods: { workPerRequest: 10_000 },
    });
    for (let index = 0; index < 20; index += 1) assert.ok(isMark(await send(RUN, call(`method_${index}`))));
    assert.deepEqual(await counts("local_get_methods"), { too_complex: 3, skipped: 17 });
  });

  /** Sets a clock that advances when `later` is called. */
  function setClock(t) {
    const now = Date.now;
    let milliseconds = 0;
    Date.now = () => now() + milliseconds;
    t.after(() => {
      Date.now = now;
    });
    return (overrides) => {
      milliseconds += overrides;
    };
  }

  test("a call that used all its gas does not run again for the same state", async (t) => {
    const advanceClock = setClock(t);
    let lt = 47_000_001;
    const makeTransaction = () => ({ "@type": "internal.transactionId", lt: String(lt), hash: HASH });
    const { send, counts } = makeGateway(
      {
        getAddressInformation: () =>
          makeJson(makeState({ code: toBase64(makeCode("ff0090ea")), last_transaction_id: makeTransaction() })),
      },
      { localGetMethods: { gasLimit: 1000 } },
    );
    const callAgain = async (stack = []) => {
      // By now the cached response has expired.
      advanceClock(3000);
      assert.ok(isMark(await send(RUN, call("seqno", stack))));
      return counts("local_get_methods");
    };
    assert.deepEqual(await callAgain(), { exit_code: 1 });
    assert.deepEqual(await callAgain(), { exit_code: 1, skipped: 1 });
    assert.deepEqual(await callAgain([["num", "1"]]), { exit_code: 2, skipped: 1 });
    // The account's state has changed.
    lt += 1;
    assert.deepEqual(await callAgain([["num", "2"]]), { exit_code: 3, skipped: 1 });
    // The account may have three such calls.
    assert.deepEqual(await callAgain([["num", "3"]]), { exit_code: 3, skipped: 2 });
    advanceClock(60_000);
    assert.deepEqual(await callAgain(), { exit_code: 4, skipped: 2 });
  });

  test("a call that used all its gas runs again once a later state of its account is known", async (t) => {
    const advanceClock = setClock(t);
    let lt = 47_000_001;
    const makeTransaction = () => ({ "@type": "internal.transactionId", lt: String(lt), hash: HASH });
    const { send, counts } = makeGateway(
      {
        getAddressInformation: () =>
          makeJson(makeState({ code: toBase64(makeCode("ff0090ea")), last_transaction_id: makeTransaction() })),
      },
      { localGetMethods: { gasLimit: 1000 } },
    );
    for (const [method, state] of [
      ["seqno", 1],
      ["another", 2],
      ["seqno", 2],
    ]) {
      lt = 47_000_000 + Number(state);
      advanceClock(3000);
      assert.ok(isMark(await send(RUN, call(method))));
    }
    assert.deepEqual(await counts("local_get_methods"), { exit_code: 3 });
  });

  /** A contract that endlessly searches a deep dictionary for the key after its last one. */
  const makeSearchingContract = () => {
    const data = beginCell().storeBuffer(Buffer.alloc(64, 255)).storeRef(deepDictionary().cell).endCell();
    // c4 PUSH, CTOS, LDREF, SWAP, <{ 2DUP 512 PUSHINT DICTGETNEXT DROP }> PUSHCONT, AGAIN.
    return { code: toBase64(makeCode("ff0030ed44d0d401975c810200f47430ea")), data: toBase64(data) };
  };
  const getBatch = (size, from = 0) =>
    Array.from({ length: size }, (_, id) => ({
      jsonrpc: "2.0",
      id,
      method: "runGetMethod",
      params: { ...call(`method_${from + id}`), address: `0:${(id + from + 10).toString(16).padStart(64, "0")}` },
    }));

  test("the calls of a batch share the work of a request", async () => {
    const { send, counts, requests } = makeGateway(withState(makeSearchingContract()));
    const { text } = await send("/api/v2/jsonRPC", getBatch(20));
    assert.ok(JSON.parse(text).every(({ result }) => result.gas_used === 12_345));
    // A run takes a million units of gas, and a request two million units of work.
    assert.deepEqual(await counts("local_get_methods"), { exit_code: 1, work_per_request: 19 });
    // No state is read for calls after that, and five run at once.
    const readCount = requests.filter((name) => name === "getAddressInformation").length;
    assert.ok(readCount <= 6, `${readCount} states`);
  });

  test("all calls share the work of a second, which comes back with time", async (t) => {
    const advanceClock = setClock(t);
    const { send, counts } = makeGateway(withState({ code: toBase64(makeCode("ff0090ea")) }), {
      localGetMethods: { gasLimit: 10_000, workPerSecond: 3000 },
    });
    const sendCall = async (index) => assert.ok(isMark(await send("/api/v2/jsonRPC", getBatch(1, index)[0])));
    for (let index = 0; index < 5; index += 1) await sendCall(index);
    assert.deepEqual(await counts("local_get_methods"), { exit_code: 1, work_per_second: 4 });
    // One run used the CPU time of four seconds.
    advanceClock(2000);
    await sendCall(5);
    assert.deepEqual(await counts("local_get_methods"), { exit_code: 1, work_per_second: 5 });
    advanceClock(15_000);
    await sendCall(6);
    assert.deepEqual(await counts("local_get_methods"), { exit_code: 2, work_per_second: 5 });
  });

  /** A cell with a tree of 1 + 4 + 16 + ... cells, all different. */
  const buildTree = (depth, number = { last: 0 }) => {
    const cell = beginCell()
      .storeUint((number.last += 1), 32)
      .storeBuffer(Buffer.alloc(100));
    for (let branch = 0; depth > 0 && branch < 4; branch += 1) cell.storeRef(buildTree(depth - 1, number));
    return cell.endCell();
  };
  // `SETCP0`, `PUSH c4`: the data is the result. It has 341 cells, in some 50 000 characters.
  const createLargeState = () => withState({ code: toBase64(makeCode("ff00ed44")), data: toBase64(buildTree(4)) });

  test("opening a large state counts as work", async () => {
    const open = async (workPerRequest) => {
      const { send, counts } = makeGateway(createLargeState(), { localGetMethods: { workPerRequest } });
      await send(RUN, call());
      return counts("local_get_methods");
    };
    assert.deepEqual(await open(1_000_000), { done: 1 });
    assert.deepEqual(await open(50_000), { work_per_request: 1 });
  });

  test("writing a large response counts as work", async () => {
    const { send, counts } = makeGateway(createLargeState(), { localGetMethods: { workPerRequest: 600_000 } });
    const calls = Array.from({ length: 10 }, (_, id) => ({ id, method: "runGetMethod", params: call(`method_${id}`) }));
    await send("/api/v2/jsonRPC", calls);
    // The state and all runs together take a third of the budget.
    const { done: doneCount, work_per_request: refusedWorkCount } = await counts("local_get_methods");
    assert.ok(
      doneCount >= 3 && doneCount <= 7 && doneCount + refusedWorkCount === 10,
      `${doneCount} done, ${refusedWorkCount} refused`,
    );
  });

  test("between the calls of a batch other requests get a turn", async () => {
    const { send, gateway, counts } = makeGateway(withState(makeSearchingContract()), {
      localGetMethods: { workPerRequest: 50_000_000 },
    });
    let isRunning = true;
    let responseCount = 0;
    const callHealth = async () => {
      while (isRunning) {
        await gateway.fetch(new Request("http://gateway/healthz"));
        responseCount += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const health = callHealth();
    await send("/api/v2/jsonRPC", getBatch(10));
    isRunning = false;
    await health;
    const { exit_code: runCount } = await counts("local_get_methods");
    assert.equal(runCount, 10);
    // Expects at least one turn per pause between two runs; without pauses there would be one or two.
    assert.ok(responseCount >= runCount - 1, `${responseCount} responses of /healthz between ${runCount} runs`);
  });

  test("a deeply nested result is not computed", async () => {
    // 0 PUSHINT, <{ 1 TUPLE }> PUSHCONT, 200 times: `REPEAT` takes the count below the continuation.
    const nestedCode = "ff0070" + "8100c8" + "926f01" + "e4";
    for (const form of Object.values(FORMS)) {
      const { send } = makeGateway(withState({ code: toBase64(makeCode(nestedCode)) }));
      const [path, body] = form({ ...call(), stack: makeStack([]) });
      assert.ok(isMark(await send(path, body)), path);
    }
  });

  test("a slice is written with its remaining bits and references", async () => {
    const makeLeaf = (number) => beginCell().storeUint(number, 16).endCell();
    const data = beginCell()
      .storeUint(0xab, 8)
      .storeUint(0x1234567, 27)
      .storeRef(makeLeaf(1))
      .storeRef(makeLeaf(2))
      .storeRef(makeLeaf(3))
      .endCell();
    // c4 PUSH, CTOS, 8 LDU, NIP, LDREF, NIP: the rest after the first 8 bits and the first reference.
    const { send } = makeGateway(withState({ code: toBase64(makeCode("ff00ed44d0d30731d431")), data: toBase64(data) }));
    const expected = beginCell().storeUint(0x1234567, 27).storeRef(makeLeaf(2)).storeRef(makeLeaf(3)).endCell();
    const bags = {
      [RUN]: ({ result }) => result.stack.at(-1)[1].bytes,
      "/api/v2/runGetMethodStd": ({ result }) => result.stack.at(-1).cell.bytes,
      "/api/v3/runGetMethod": ({ stack }) => stack.at(-1).value,
    };
    for (const [path, read] of Object.entries(bags)) {
      const response = await send(path, call());
      assert.match(response.cache, /detail=local/);
      const bag = read(JSON.parse(response.text));
      assert.ok(Cell.fromBase64(bag).equals(expected), `${path}: ${Cell.fromBase64(bag)}`);
    }
  });

  test("a response that is longer than 1 MiB is not computed, whatever it consists of", async () => {
    let data = beginCell().endCell();
    for (let depth = 0; depth < 100; depth += 1)
      data = beginCell().storeBuffer(Buffer.alloc(120, depth)).storeRef(data).endCell();
    // `c4 PUSH`, then this many copies on the stack: each is a bag of 17 000 characters.
    const returnCopies = (copies) => toBase64(makeCode(`ff00ed44${"20".repeat(copies)}`));
    const characters = toBase64(data).length;
    for (const [copies, isComputed] of /** @type {[number, boolean][]} */ ([
      [Math.floor((1 << 20) / characters) - 2, true],
      [Math.ceil((1 << 20) / characters) + 1, false],
    ]))
      for (const path of ["/api/v2/runGetMethodStd", "/api/v3/runGetMethod"]) {
        const { send } = makeGateway(withState({ code: returnCopies(copies), data: toBase64(data) }), {
          localGetMethods: { workPerRequest: null },
        });
        const response = await send(path, call());
        assert.equal(!isMark(response), isComputed, `${path}, ${copies} copies: ${response.text.length} characters`);
      }
  });

  test("a result of cells that share the cells below them does not grow without bound", {
    timeout: 20_000,
  }, async () => {
    // NEWC ENDC, then 60 times: DUP NEWC STREF STREF ENDC. As an object it has 2^60 cells.
    const sharedCode = "ff00c8c9" + "803c" + "9520c8ccccc9" + "e4";
    const { send, counts } = makeGateway(withState({ code: toBase64(makeCode(sharedCode)) }));
    const start = performance.now();
    const v2 = await send(RUN, call());
    const v3 = await send("/api/v3/runGetMethod", call());
    assert.ok(performance.now() - start < 3000);
    assert.ok(isMark(v2), v2.text.slice(0, 200));
    assert.equal(
      JSON.stringify(await counts("local_get_methods")),
      '{"response":1,"skipped":1}',
      v3.text.slice(0, 200),
    );
  });

  const bag = toBase64(beginCell().storeUint(5, 8).endCell());
  const urlSafe = toBase64(beginCell().storeUint(0xfffefbff, 32).endCell()).replaceAll("+", "-").replaceAll("/", "_");
  const prunedBoc = "te6cckEBAQEAJAAoSAEBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABZ4tYzA==";
  const ODD_ENTRIES = [
    ["num", "0x"],
    ["num", "-"],
    ["num", ""],
    ["num", " 1"],
    ["num", "1e3"],
    ["num", 1.5],
    ["num", null],
    ["num", true],
    ["num", "NaN"],
    ["num", `0x1${"0".repeat(64)}`],
    ["num", "9".repeat(79)],
    ["num", { number: "1" }],
    ["NUM", "1"],
    ["tvm.Builder", bag],
    ["tvm.Slice", ""],
    ["tvm.Slice", "AAAA"],
    ["tvm.Slice", bag.slice(0, -4)],
    ["tvm.Slice", urlSafe],
    ["tvm.Slice", Buffer.from(bag, "base64").toString("hex")],
    ["tvm.Slice", { bytes: bag }],
    ["tvm.Cell", prunedBoc],
    ["cell", bag],
    ["cell", { bytes: bag, object: {} }],
    ["tuple", [["num", "1"]]],
    ["tuple", { elements: [] }],
    ["tuple", { "@type": "tvm.tuple", elements: [["num", "1"]] }],
    ["list", { "@type": "tvm.tuple", elements: [] }],
    ["num"],
    ["num", "1", "2"],
    [],
    {},
    null,
    "num",
    7,
    { "@type": "tvm.stackEntryNumber", number: { "@type": "tvm.numberDecimal", number: "0x1" } },
    { "@type": "tvm.stackEntryCell", cell: { bytes: bag } },
    { "@type": "tvm.stackEntrySlice", slice: { "@type": "tvm.slice", bytes: bag, more: 1 } },
    { "@type": "tvm.stackEntryUnsupported" },
    { "@type": "toString" },
    { type: "num", value: 1 },
    { type: "tuple", value: [] },
    { type: "null", value: null },
    { type: "slice", value: bag, more: 1 },
    { type: "num" },
  ];
  test("a call whose arguments servers may read in different ways goes upstream", async () => {
    assert.match(urlSafe, /[-_]/);
    for (const [index, entry] of ODD_ENTRIES.entries()) {
      for (const path of [RUN, "/api/v2/runGetMethodStd", "/api/v3/runGetMethod"]) {
        const { send, requests } = makeGateway();
        const { status, text } = await send(path, call("seqno", [entry]));
        const label = `${path} ${index} ${JSON.stringify(entry)}: ${text}`;
        if (status !== 200) continue;
        assert.ok(isMark({ text }), label);
        assert.ok(!requests.includes("getAddressInformation"), label);
      }
    }
  });

  test("a call whose JSON may be read in different ways goes upstream", async () => {
    for (const text of [
      `{"address":"${ADDRESS}","method":"seqno","stack":[["num",1e3]]}`,
      `{"address":"${ADDRESS}","method":"seqno","stack":[["num",1.0]]}`,
      `{"address":"${ADDRESS}","method":"seqno","stack":[["num",9007199254740993]]}`,
      `{"address":"${ADDRESS}","method":"seqno","stack":[["cell",{"bytes":"${bag}","bytes":"${bag}"}]]}`,
      `{"address":"${ADDRESS}","method":"se\\u0071no","stack":[["num","\\u0031"]]}`,
    ]) {
      const { send, requests } = makeGateway();
      const response = await send(RUN, text);
      if (response.status === 200) assert.ok(isMark(response), `${text}: ${response.text}`);
      assert.ok(!requests.includes("getAddressInformation"), text);
    }
  });

  test("a call is computed only if the name of its method is unambiguous", async () => {
    for (const [method, isComputed] of /** @type {const} */ ([
      ["get_wallet_data", true],
      ["метод", true],
      ["🦀", true],
      ["a".repeat(200), true],
      [85_143, true],
      [0, true],
      [-1, false],
      ["85143", false],
      ["0x14c97", false],
      ["-1", false],
      ["+1", false],
      [" seqno", false],
      ["", false],
    ])) {
      const { send } = makeGateway();
      const response = await send(RUN, call(method));
      if (isComputed) assert.match(response.cache ?? "", /detail=local/, String(method));
      else if (response.status === 200) assert.ok(isMark(response), String(method));
    }
  });

  const NULLABLE_FIELDS = Object.keys(makeState().result);
  /** @type {[string, any, any?][]} */
  const STATES = [
    ["uninitialized", { state: "uninitialized", code: "", data: "" }],
    ["frozen", { state: "frozen", code: "", data: "", frozen_hash: HASH }],
    ["never seen", { state: "uninitialized", code: "", data: "", balance: "0" }],
    ["with a currency whose id is a text", { extra_currencies: [{ "@type": "extraCurrency", id: "1", amount: "1" }] }],
    [
      "with a currency whose amount is a number",
      { extra_currencies: [{ "@type": "extraCurrency", id: 1, amount: 1 }] },
    ],
    [
      "with the same currency twice",
      { extra_currencies: [1, 1].map((id) => ({ "@type": "extraCurrency", id, amount: "1" })) },
    ],
    ["with a balance that is a number", { balance: 5 }],
    ["with a balance below zero", { balance: "-1" }],
    ["with code that is not a bag of cells", { code: "te6ccAAA" }],
    ["with code of two roots", { code: Buffer.from("b5ee9c720102020200040001000000000000", "hex").toString("base64") }],
    ["with data in the other alphabet", { data: "te6cc-__" }],
    ["of a basechain block", { block_id: { ...makeState().result.block_id, workchain: 0 } }],
    ["with a block without a number", { block_id: { ...makeState().result.block_id, seqno: "77" } }],
    ["with an additional field in its block", { block_id: { ...makeState().result.block_id, more: 1 } }],
    ["with the time 0", { sync_utime: 0 }],
    ["with a time beyond 32 bits", { sync_utime: 2 ** 33 }],
    ["of the Python server", { "@extra": "1:1:1" }, { "@extra": undefined }],
    ["in an envelope with ok: false", {}, { ok: false }],
    ...NULLABLE_FIELDS.map((name) => /** @type {[string, any]} */ ([`without ${name}`, { [name]: undefined }])),
  ];
  for (const [name, changes, envelope] of STATES)
    test(`a get-method on a state ${name} goes upstream`, async () => {
      const { send } = makeGateway(withState(changes, envelope));
      assert.ok(isMark(await send(RUN, call())));
    });

  test("a get-method goes upstream if the state cannot be read", async () => {
    for (const respond of [
      () => makeJson("<html>", 200),
      () => makeJson("{", 200),
      () => makeJson("null"),
      () => makeJson("[]"),
      () => makeJson({ ok: false, error: "LITE_SERVER_UNKNOWN", code: 500 }, 500),
      () => makeJson({ ok: false, error: "no", code: 422 }, 422),
      () => makeJson({ ok: false, result: "Ratelimit exceed", code: 429 }, 429),
      () => makeJson({ ok: false, result: "Ratelimit exceed", code: 429 }, 200),
      () => {
        throw new TypeError("connection refused");
      },
      () => makeJson(makeState({ data: toBase64(makeCode("00".repeat(100))).repeat(4000) })),
    ]) {
      const { send, lines } = makeGateway({ getAddressInformation: respond }, { breaker: { failures: 1000 } });
      const response = await send(RUN, call());
      assert.ok(isMark(response), `${respond}: ${response.text}`);
      assert.deepEqual(
        lines.filter(({ code: alert }) => alert.startsWith("local")),
        [],
      );
    }
  });

  test("a get-method goes upstream if the network's version cannot be read or is unknown", async () => {
    for (const respond of [
      () => makeJson(readVersion(15)),
      () => makeJson(readVersion(11)),
      () => makeJson({ ok: true, result: {} }),
      () => makeJson({ ok: true, result: { config: { bytes: bag } } }),
      () => makeJson({ ok: false, error: "x" }, 500),
    ]) {
      const { send } = makeGateway({ getConfigParam: respond });
      assert.ok(isMark(await send(RUN, call())), String(respond));
    }
  });

  test("100 calls at once read an account's state once from a slow upstream", async () => {
    const { send, requests } = makeGateway({
      getAddressInformation: () => new Promise((resolve) => setTimeout(() => resolve(makeJson(makeState())), 300)),
    });
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) => send(RUN, call(`method_${index % 50}`))),
    );
    assert.ok(replies.every((item) => !isMark(item) && item.status === 200));
    assert.deepEqual(requests, ["getConfigParam?config_id=8", "getAddressInformation"]);
  });

  test("an upstream that hangs for the state leaves time for the call itself", { timeout: 20_000 }, async () => {
    const { send } = makeGateway(
      {
        getAddressInformation: (_, { signal }) =>
          new Promise((_done, fail) => signal.addEventListener("abort", () => fail(signal.reason))),
      },
      { timeoutMs: 600, deadlineMs: 1500 },
    );
    const start = performance.now();
    assert.ok(isMark(await send(RUN, call())));
    assert.ok(performance.now() - start < 1400);
  });

  test("a state that could not be read is not requested for every call", async () => {
    const { send, requests, counts } = makeGateway(
      { getAddressInformation: () => makeJson({ ok: false, error: "x", code: 500 }, 500) },
      { breaker: { failures: 1000 } },
    );
    for (let index = 0; index < 20; index += 1) assert.ok(isMark(await send(RUN, call(`method_${index}`))));
    // The gateway shares a failure for a short time.
    assert.ok(requests.filter((name) => name === "getAddressInformation").length <= 3);
    assert.deepEqual(await counts("local_get_methods"), { unread: 3, skipped: 17 });
  });

  test("a state that can never be read is not requested again for another method", async () => {
    const { send, requests, counts } = makeGateway({
      getAddressInformation: () => makeJson({ ok: false, error: "no", code: 422 }, 422),
    });
    for (const method of ["one", "two", "three"]) assert.ok(isMark(await send(RUN, call(method))));
    assert.equal(requests.filter((name) => name === "getAddressInformation").length, 1);
    assert.deepEqual(await counts("local_get_methods"), { state: 1, skipped: 2 });
  });

  test("a configuration that cannot be read sends the call upstream, and is not a failure of the virtual machine", async () => {
    for (const result of [{ "@type": "configInfo" }, null, "x", { config: null }, { config: { bytes: "no" } }]) {
      const { send, lines, counts } = makeGateway({
        getAddressInformation: () => makeJson(makeState({ code: toBase64(makeCode("ff0078f833")) })),
        getBlockHeader: () => makeJson({ ok: true, result: { is_key_block: false, prev_key_block_seqno: 70 } }),
        getConfigAll: () => makeJson({ ok: true, result }),
      });
      assert.ok(isMark(await send(RUN, call())), JSON.stringify(result));
      assert.deepEqual(lines, [], JSON.stringify(result));
      assert.deepEqual(await counts("local_get_methods"), { unread: 1 });
    }
  });

  test("the configuration is read only when a get-method needs it, and once per key block", async () => {
    // CONFIGPARAM 8: 8 PUSHINT, CONFIGOPTPARAM.
    const config = toBase64(
      beginCell().storeDictDirect(CONFIG, Dictionary.Keys.Int(32), Dictionary.Values.Cell()).endCell(),
    );
    const header = { is_key_block: false, prev_key_block_seqno: 70 };
    let block = 77;
    const { send, requests, counts } = makeGateway({
      getAddressInformation: () =>
        makeJson(
          makeState({
            code: toBase64(makeCode("ff0078f833")),
            block_id: { ...makeState().result.block_id, seqno: block },
          }),
        ),
      getBlockHeader: () => makeJson({ ok: true, result: { "@type": "blocks.header", ...header } }),
      getConfigAll: () =>
        makeJson({ ok: true, result: { "@type": "configInfo", config: { "@type": "tvm.cell", bytes: config } } }),
    });
    const shard = "shard=-9223372036854775808&workchain=-1";
    for (const method of ["one", "two", "three"]) assert.ok(!isMark(await send(RUN, call(method))));
    const first = ["getConfigParam?config_id=8", "getAddressInformation"];
    assert.deepEqual(requests, [...first, `getBlockHeader?seqno=77&${shard}`, "getConfigAll?seqno=70"]);
    requests.length = 0;
    block = 78;
    const otherCall = { ...call(), address: `0:${"84".repeat(32)}` };
    assert.ok(!isMark(await send(RUN, otherCall)));
    assert.deepEqual(requests, ["getAddressInformation", `getBlockHeader?seqno=78&${shard}`]);
    Object.assign(header, { is_key_block: true });
    requests.length = 0;
    block = 79;
    assert.ok(!isMark(await send(RUN, { ...call(), address: `0:${"85".repeat(32)}` })));
    assert.deepEqual(requests, ["getAddressInformation", `getBlockHeader?seqno=79&${shard}`, "getConfigAll?seqno=79"]);
    assert.deepEqual(await counts("local_get_methods"), { done: 5 });
  });

  test("libraries are read by their hashes, and one with another hash is rejected", async () => {
    const library = makeCode("ff0076");
    const hash = library.hash();
    const reference = beginCell().storeUint(2, 8).storeBuffer(hash).endCell({ exotic: true });
    const makeAnswer = (cell) =>
      makeJson({
        ok: true,
        result: {
          "@type": "smc.libraryResult",
          result: [{ "@type": "smc.libraryEntry", hash: hash.toString("base64"), data: toBase64(cell) }],
        },
      });
    const state = withState({ code: toBase64(reference) });
    const goodGateway = makeGateway({ ...state, getLibraries: () => makeAnswer(library) });
    assert.ok(!isMark(await goodGateway.send(RUN, call("one"))));
    assert.ok(!isMark(await goodGateway.send(RUN, call("two"))));
    assert.equal(goodGateway.requests.filter((name) => name.startsWith("getLibraries")).length, 1);
    assert.ok(goodGateway.requests.includes(`getLibraries?libraries=${hash.toString("hex")}`));
    for (const respond of [
      () => makeAnswer(makeCode("ff0075")),
      () => makeJson({ ok: true, result: { result: [] } }),
      () => makeJson("["),
    ]) {
      const badGateway = makeGateway({ ...state, getLibraries: respond });
      assert.ok(isMark(await badGateway.send(RUN, call())), String(respond));
    }
  });

  test("a virtual machine that cannot be loaded, or traps, is reported once, and calls go upstream", async () => {
    const libraryError = { message: "no secret of the operator" };
    for (const importTvm of [
      () => Promise.reject(new Error(libraryError.message)),
      async () => ({
        openContract: () => ({
          getBoc() {
            throw new WebAssembly.RuntimeError(libraryError.message);
          },
        }),
      }),
    ]) {
      const { send, lines, counts } = makeGateway({}, { tvm: importTvm });
      for (let index = 0; index < 5; index += 1) assert.ok(isMark(await send(RUN, call(`method_${index}`))));
      assert.deepEqual(
        lines.map(({ code: alert }) => alert),
        ["local_get_methods_unavailable"],
      );
      assert.ok(!JSON.stringify(lines).includes("secret"));
      assert.deepEqual(await counts("local_get_methods"), { failed: 5 });
    }
  });

  test("after a trap, one call goes upstream and the wasm instance is replaced", async () => {
    const { send, counts, lines } = makeGateway();
    const isLocalCall = async (method) => /detail=local/.test((await send(RUN, call(method))).cache ?? "");
    assert.ok(await isLocalCall("one"));
    // After the module's first use, `initSync` returns the exports of the current instance.
    new Uint8Array(initSync().memory.buffer).fill(0xff);
    assert.equal(await isLocalCall("two"), false);
    for (const method of ["three", "four"]) assert.ok(await isLocalCall(method), method);
    assert.deepEqual(await counts("local_get_methods"), { done: 3, failed: 1 });
    assert.deepEqual(
      lines.map(({ code: alert }) => alert),
      ["local_get_methods_unavailable"],
    );
  });

  test("a computed response that differs from the upstream's is logged and counted, and that code is not computed again", async () => {
    for (const [form, gas] of /** @type {const} */ ([
      [RUN, 1],
      ["/api/v2/runGetMethodStd", 1],
      ["/api/v3/runGetMethod", 1],
    ])) {
      const { send, lines, counts, requests } = makeGateway(
        {
          runGetMethod: (url, { body }) =>
            JSON.parse(body).seqno ? makeJson({ ...MARK, result: { ...MARK.result, gas_used: gas } }) : makeJson(MARK),
        },
        { localGetMethods: { verify: 1 } },
      );
      assert.match((await send(form, call("one"))).cache, /detail=local/);
      while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      assert.deepEqual(
        lines.map(({ code: alert, level, codeHash }) => [alert, level, codeHash]),
        [["local_get_method_differs", "error", makeCode("ff0077").hash().toString("hex")]],
      );
      assert.deepEqual(await counts("local_verifications"), { different: 1 });
      const requestsBefore = requests.length;
      const otherCall = { ...call("two"), address: `0:${"84".repeat(32)}` };
      for (const repeatedCall of [call("two"), otherCall])
        assert.doesNotMatch((await send(form, repeatedCall)).cache, /detail=local/);
      assert.ok(requests.length > requestsBefore);
      assert.equal((await counts("local_get_methods")).differed, 2);
    }
  });

  test("a response that cannot be compared does not count as a difference", async () => {
    for (const [result, respond] of /** @type {[string, () => Response][]} */ ([
      ["failed", () => makeJson({ ok: false, error: "x", code: 500 }, 500)],
      ["failed", () => makeJson("{}")],
      [
        "unknown",
        () => makeJson({ ...MARK, result: { ...MARK.result, last_transaction_id: { lt: "1", hash: HASH } } }),
      ],
    ])) {
      const { send, counts } = makeGateway(
        { runGetMethod: (_, { body }) => (JSON.parse(body).seqno ? respond() : makeJson(MARK)) },
        { localGetMethods: { verify: 1 }, breaker: { failures: 1000 } },
      );
      await send(RUN, call("one"));
      while (Object.keys(await counts("local_verifications")).length === 0)
        await new Promise((resolve) => setTimeout(resolve, 5));
      assert.deepEqual(await counts("local_verifications"), { [result]: 1 });
      assert.match((await send(RUN, call("two"))).cache, /detail=local/);
    }
  });

  test("a cell in a bag of another writer is equal, with offsets of any length", async () => {
    const data = beginCell().storeUint(0xabcdef, 24).endCell();
    /** The bag of that cell with an offset of this many bytes. */
    const makeBag = (bytes) => {
      const size = Buffer.alloc(bytes);
      size[bytes - 1] = 5;
      const head = Buffer.from([0xb5, 0xee, 0x9c, 0x72, 1, bytes, 1, 1, 0]);
      return Buffer.concat([head, size, Buffer.from([0, 0, 6, 0xab, 0xcd, 0xef])]).toString("base64");
    };
    for (const [result, bag] of [
      ...[1, 2, 4, 5, 6].map((bytes) => ["equal", makeBag(bytes)]),
      ["different", toBase64(beginCell().storeUint(0xabcdee, 24).endCell())],
    ]) {
      const gasResult = { gas_used: 0 };
      const { send, counts } = makeGateway(
        {
          ...withState({ code: toBase64(makeCode("ff00ed44")), data: toBase64(data) }),
          runGetMethod: () =>
            makeJson({
              ok: true,
              result: {
                ...MARK.result,
                ...gasResult,
                stack: [
                  ["num", "0x14c97"],
                  ["cell", { bytes: bag }],
                ],
              },
            }),
        },
        { localGetMethods: { verify: 1 } },
      );
      const response = await send(RUN, call());
      Object.assign(gasResult, { gas_used: JSON.parse(response.text).result.gas_used });
      while (Object.keys(await counts("local_verifications")).length === 0)
        await new Promise((resolve) => setTimeout(resolve, 5));
      assert.deepEqual(await counts("local_verifications"), { [result]: 1 }, bag);
    }
  });

  test("the memory for the states of many accounts is bounded", { timeout: 60_000 }, async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc");
    const makeData = (seed) => beginCell().storeBuffer(Buffer.alloc(120, seed)).storeRef(makeBigCell(seed)).endCell();
    const makeBigCell = (seed) => {
      let cell = beginCell().storeUint(seed, 32).endCell();
      for (let index = 0; index < 150; index += 1)
        cell = beginCell().storeBuffer(Buffer.alloc(120, index)).storeUint(seed, 32).storeRef(cell).endCell();
      return cell;
    };
    const { send } = makeGateway(
      {
        getAddressInformation: (url) =>
          makeJson(
            makeState({ data: toBase64(makeData(Number.parseInt(url.searchParams.get("address").slice(-8), 16))) }),
          ),
      },
      { cache: { maxBytes: 4 * 1024 * 1024 }, localGetMethods: { workPerSecond: 1_000_000_000 } },
    );
    const sendCall = async (index) => {
      const address = `0:${index.toString(16).padStart(64, "0")}`;
      const { cache } = await send(RUN, { ...call(), address });
      assert.match(cache, /detail=local/);
    };
    for (let index = 0; index < 150; index += 1) await sendCall(index);
    collect();
    const memoryBefore = process.memoryUsage();
    for (let index = 150; index < 900; index += 1) await sendCall(index);
    collect();
    const memoryAfter = process.memoryUsage();
    const grownBytes = memoryAfter.heapUsed + memoryAfter.external - memoryBefore.heapUsed - memoryBefore.external;
    // 750 states take 20 MB as text, and open contracts several times as much.
    assert.ok(grownBytes < 30 * 1024 * 1024, `${grownBytes} bytes`);
  });

  test("errors name the setting of `localGetMethods` that is wrong", () => {
    const importTvm = () => import("ton-edge/tvm");
    const catchMessage = (settings) => {
      try {
        makeLocalGateway("http://127.0.0.1:9", { tvm: undefined, ...settings }).gateway.check();
        return "";
      } catch (error) {
        return /** @type {any} */ (error).message;
      }
    };
    assert.equal(catchMessage({}), '`localGetMethods` needs `tvm`: add `tvm: () => import("ton-edge/tvm")`');
    assert.equal(
      catchMessage({ tvm: importTvm, cache: { adapter: "none" } }),
      "`localGetMethods` needs the cache: leave out `cache.adapter`",
    );
    assert.equal(catchMessage({ localGetMethods: false }), "");
    assert.equal(catchMessage({ localGetMethods: undefined, tvm: importTvm }), "");
    assert.equal(
      catchMessage({
        tvm: importTvm,
        localGetMethods: { verify: 0.5, gasLimit: 5, workPerRequest: 7, workPerSecond: 7 },
      }),
      "",
    );
    assert.equal(catchMessage({ tvm: importTvm, localGetMethods: {} }), "");
    assert.match(
      catchMessage({ tvm: importTvm, localGetMethods: "yes" }),
      /^`localGetMethods` must be an object of settings$/,
    );
    assert.match(catchMessage({ tvm: "ton-edge/tvm" }), /`tvm` must be a function/);
    for (const verify of [-0.1, 1.1, "1", Number.NaN])
      assert.match(
        catchMessage({ tvm: importTvm, localGetMethods: { verify } }),
        /`localGetMethods.verify` must be a number from 0 to 1/,
      );
    assert.match(
      catchMessage({ tvm: importTvm, localGetMethods: { gasLimit: 0 } }),
      /`localGetMethods.gasLimit` must be a whole number/,
    );
    assert.match(
      catchMessage({ tvm: importTvm, localGetMethods: { workPerRequests: 1 } }),
      /did you mean|is not a setting/,
    );
  });
});
