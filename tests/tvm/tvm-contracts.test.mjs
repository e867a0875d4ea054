// `ton-edge/tvm` in the hands of a newcomer, a careless caller and an attacker.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { beginCell, isTonEdgeError, walletV5R1 } from "ton-edge/message";
import { openConfig, openContract, ready } from "ton-edge/tvm";

import { startDevnet } from "../upstream/devnet/server.mjs";

const ADDRESS = `0:${"5".repeat(64)}`;
const DATA = beginCell().storeUint(7, 32).endCell();

/** @typedef {{ get(method: any, args?: any, limits?: any): any }} Opened whose results are not narrowed here */

/** @returns {Opened} */
const openProgram = (/** @type {any} */ options) => openContract(options);

/** A contract whose code is these bytes. Its first instruction removes the number of the method. */
const getProgram = (hex, options = {}) => {
  const builder = beginCell();
  for (const byte of Buffer.from(`30${hex}`, "hex")) builder.storeUint(byte, 8);
  return openProgram({ code: builder.endCell(), data: DATA, address: ADDRESS, ...options });
};

function catchErrorCode(work) {
  try {
    work();
  } catch (error) {
    assert.ok(isTonEdgeError(error) && error.code !== "internal", String(error?.stack ?? error));
    return [error.code, error.parameter];
  }
  return assert.fail("the call did not throw an error");
}

function makeState({ stateInit }) {
  const slice = stateInit.beginParse().skip(2);
  return { code: slice.loadMaybeRef(), data: slice.loadMaybeRef() };
}

describe("a contract that runs locally", () => {
  const wallet = walletV5R1({ publicKey: new Uint8Array(32).fill(3) });

  test("a contract runs methods by name and by number, and reports gas, steps and exit code", () => {
    const contract = openProgram({ ...makeState(wallet), address: wallet.address });
    const { status, stack, exitCode, gasUsed, steps } = contract.get("seqno");
    assert.deepEqual([status, stack.number(0), exitCode], ["done", 0, 0]);
    assert.ok(gasUsed > 100 && steps > 5);
    assert.deepEqual(contract.get(85143), contract.get("seqno"));
    assert.deepEqual(contract.get("get_public_key").stack.bytes32(0), new Uint8Array(32).fill(3));
  });

  test("a contract takes state as cells, bytes and base64, and amounts as numbers, bigints and digits", async () => {
    await ready();
    const { code, data } = makeState(wallet);
    for (const form of [(cell) => cell, (cell) => cell.toBoc(), (cell) => Buffer.from(cell.toBoc()).toString("base64")])
      for (const balance of [5, 5n, "5"]) {
        const contract = openProgram({ code: form(code), data: form(data), address: wallet.address, balance });
        assert.equal(contract.get("seqno").stack.number(0), 0);
      }
    // `BALANCE 0 INDEX`.
    for (const balance of [5, 5n, "5"]) assert.equal(getProgram("f8276f10", { balance }).get("any").stack.int(0), 5n);
  });

  test("a contract has its extra currencies in BALANCE", () => {
    const contract = getProgram("f827", { balance: 1, extraCurrencies: { 7: "300", 100: 2n ** 247n } });
    const [amount, currencies] = contract.get("any").stack.tuple(0);
    assert.equal(amount, 1n);
    const entries = [...currencies.beginParse().asCell().refs];
    assert.equal(entries.length, 2);
  });

  test("a contract keeps its state when the caller later changes the bytes or arguments", () => {
    const { code, data } = makeState(wallet);
    const bytes = data.toBoc();
    const args = [1n];
    const contract = openProgram({ code, data: bytes, address: wallet.address });
    bytes.fill(0);
    assert.equal(contract.get("seqno").stack.number(0), 0);
    const sumContract = getProgram("a4a4");
    const firstResult = sumContract.get("any", args);
    args[0] = 100n;
    assert.equal(firstResult.stack.int(0), 3n);
  });

  test("a contract still runs after 400 other contracts were opened", () => {
    const constantProgram = getProgram("71");
    const manyPrograms = Array.from({ length: 400 }, (_, index) =>
      getProgram(`80${(index % 100).toString(16).padStart(2, "0")}`),
    );
    manyPrograms.forEach((contract, index) => assert.equal(contract.get("any").stack.int(0), BigInt(index % 100)));
    assert.equal(constantProgram.get("any").stack.int(0), 1n);
    assert.equal(manyPrograms[0].get("any").stack.int(0), 0n);
  });
});

describe("values that the caller did not pass", () => {
  const findReason = (hex, options, args) => {
    const result = getProgram(hex, options).get("any", args);
    return result.status === "needs_upstream" ? result.reason : result.status;
  };

  test("a missing value or instruction returns `needs_upstream` with the reason", () => {
    const cases = {
      "an invalid instruction": ["ff99", "instruction"],
      "an instruction that the machine lacks": ["f912", "instruction"],
      "the time": ["f823", "time"],
      "the logical time": ["f824", "time"],
      "the balance": ["f827", "balance"],
      "the configuration": ["70f832", "configuration"],
      "a random number": ["f810", "random"],
      "previous blocks": ["f83400", "previous_blocks"],
      "the whole context": ["ed47", "context"],
      "RUNVM, a machine inside the machine": ["70701280", "exit_code"],
      "quiet arithmetic of a newer version": ["7172b7a0", "version"],
    };
    for (const [title, [hex, reason]] of Object.entries(cases)) assert.equal(findReason(hex), reason, title);
  });

  test("a method uses the given time, logical time and balance", () => {
    assert.equal(getProgram("f823", { now: 1_700_000_000 }).get("any").stack.int(0), 1_700_000_000n);
    assert.equal(getProgram("f824", { blockLt: "46000000000001" }).get("any").stack.int(0), 46_000_000_000_001n);
    assert.equal(getProgram("f827", { balance: 9n }).get("any").stack.tuple(0).int(0), 9n);
  });

  test("a method that throws returns `needs_upstream` with its exit code and meaning", () => {
    // `THROW 11`.
    const result = getProgram("f20b").get("any");
    assert.deepEqual([result.status, result.reason, result.exitCode], ["needs_upstream", "exit_code", 11]);
    assert.match(result.meaning, /method/);
    // The meaning of this exit code is the contract's own.
    assert.equal(getProgram("f221").get("any").meaning, null);
  });

  test("an exception of the machine is `needs_upstream` even if the contract handles it", () => {
    // `<{ <stack underflow> } CONT <{ 5 } CONT TRY`.
    assert.equal(findReason("91a0" + "9175" + "f2ff", {}), "exception");
    // An exception that the contract itself threw and handles is a normal result: `<{ THROW 40 } ...`.
    assert.equal(findReason("93f22830" + "9175" + "f2ff", {}), "done");
  });

  test("a missing library is named in the result, and a given library is used", () => {
    const library = beginCell().storeUint(0x3075, 16).endCell();
    const code = Buffer.concat([Buffer.from("b5ee9c720101010100230008420" + "2", "hex"), Buffer.from(library.hash())]);
    const contract = openProgram({ code, data: DATA, address: ADDRESS });
    const result = contract.get("any");
    assert.deepEqual([result.reason, result.library], ["library", Buffer.from(library.hash()).toString("hex")]);
    const ownContract = openProgram({ code, data: DATA, address: ADDRESS, libraries: [library] });
    assert.equal(ownContract.get("any").stack.int(0), 5n);
  });
});

describe("limits of a run", () => {
  // `<{ } CONT AGAIN`.
  const createEndless = () => getProgram("90ea");

  test("the gas limit and the work limit end a run", () => {
    const outcomeByGas = createEndless().get("any");
    assert.deepEqual([outcomeByGas.reason, outcomeByGas.exitCode], ["exit_code", -14]);
    assert.equal(createEndless().get("any", [], { workLimit: 1000 }).reason, "too_complex");
    assert.equal(createEndless().get("any", [], { gasLimit: 100 }).exitCode, -14);
    assert.equal(getProgram("90ea", { workLimit: 100 }).get("any").reason, "too_complex");
  });

  test("a higher gas limit does not change the steps of a run that ends by itself", () => {
    const listSteps = (gasLimit) => getProgram("71a4a4a4").get("any", [], { gasLimit }).steps ?? 0;
    assert.equal(listSteps(1_000_000), listSteps(10_000));
  });

  test("a result whose shared tuples expand to 2^40 values is too complex", () => {
    // 40 times `DUP PAIR`: 2^40 values that share one cell of memory.
    const result = getProgram(`71${"206f02".repeat(39)}`).get("any");
    assert.deepEqual([result.status, result.reason], ["needs_upstream", "too_complex"]);
  });

  test("a deep result is too complex", () => {
    // `1500 PUSHINT <{ 1 PUSHINT } CONT REPEAT`.
    assert.equal(getProgram("8105dc" + "9171" + "e4").get("any").reason, "too_complex");
    // `NULL 1500 PUSHINT <{ SINGLE } CONT REPEAT`: a tuple in a tuple.
    assert.equal(getProgram("6d" + "8105dc" + "926f01" + "e4").get("any").reason, "too_complex");
  });

  test("a continuation in the result is `needs_upstream`", () => {
    assert.equal(getProgram("9171").get("any").reason, "continuation");
    assert.equal(getProgram("91716f01").get("any").reason, "continuation");
  });
});

describe("bad input to the virtual machine", () => {
  const validContract = { code: DATA, data: DATA, address: ADDRESS };

  test("a bad option is a TonEdgeError that names the option", () => {
    const openErrorCode = (options) => catchErrorCode(() => openProgram({ ...validContract, ...options }));
    assert.deepEqual(openErrorCode({ code: "nonsense" }), ["boc_invalid", "code"]);
    assert.deepEqual(openErrorCode({ data: new Uint8Array(3) }), ["boc_invalid", "data"]);
    assert.deepEqual(openErrorCode({ libraries: [DATA, "x"] }), ["boc_invalid", "libraries"]);
    assert.deepEqual(openErrorCode({ libraries: 5 }), ["invalid_option", "libraries"]);
    assert.deepEqual(openErrorCode({ balance: -1 }), ["invalid_option", "balance"]);
    assert.deepEqual(openErrorCode({ balance: 1.5 }), ["invalid_option", "balance"]);
    assert.deepEqual(openErrorCode({ balance: "1e9" }), ["invalid_option", "balance"]);
    assert.deepEqual(openErrorCode({ balance: 2n ** 120n }), ["invalid_option", "balance"]);
    assert.deepEqual(openErrorCode({ extraCurrencies: { x: 1 } }), ["invalid_option", "extraCurrencies"]);
    assert.deepEqual(openErrorCode({ extraCurrencies: { 5: null } }), ["invalid_option", "extraCurrencies.5"]);
    assert.deepEqual(openErrorCode({ now: 2 ** 32 }), ["invalid_option", "now"]);
    assert.deepEqual(openErrorCode({ blockLt: "x" }), ["invalid_option", "blockLt"]);
    assert.deepEqual(openErrorCode({ gasLimit: 0 }), ["invalid_option", "gasLimit"]);
    assert.deepEqual(openErrorCode({ workLimit: "many" }), ["invalid_option", "workLimit"]);
    assert.equal(openErrorCode({ gazLimit: 1 })[0], "invalid_option");
    assert.equal(catchErrorCode(() => openConfig("x"))[0], "boc_invalid");
    assert.equal(catchErrorCode(() => openConfig(DATA))[0], "message_invalid");
    assert.equal(catchErrorCode(() => openProgram(undefined))[0], "invalid_option");
  });

  test("a bad argument of a call is a TonEdgeError", () => {
    const contract = openProgram(validContract);
    const call = (/** @type {any} */ method, /** @type {any[]} */ ...rest) =>
      catchErrorCode(() => contract.get(method, ...rest));
    assert.deepEqual(call(undefined), ["invalid_parameter", "method"]);
    assert.deepEqual(call(1.5), ["invalid_parameter", "method"]);
    assert.deepEqual(call(-1), ["invalid_parameter", "method"]);
    assert.equal(call("any", [undefined])[0], "stack_invalid");
    assert.equal(call("any", 5)[0], "stack_invalid");
    assert.equal(call("any", [], { gas: 1 })[0], "invalid_option");
    const endlessTuple = /** @type {any} */ ([]);
    endlessTuple.push(endlessTuple);
    assert.equal(call("any", endlessTuple)[0], "stack_invalid");
  });

  test("a method's name may contain any characters", () => {
    const contract = getProgram("71");
    for (const name of ["", "\u{1f600}", "__proto__", "\ud800", "x".repeat(100_000)])
      assert.equal(contract.get(name).stack.int(0), 1n);
  });
});

describe("a network configuration", () => {
  test("a configuration is opened once and used by contracts", async () => {
    const devnet = await startDevnet({ world: "small" });
    try {
      await devnet.ready;
      const config = openConfig(devnet.chain.config.toBoc());
      assert.ok(config.version > 0 && config.version <= 14);
      // `0 PUSHINT CONFIGOPTPARAM`.
      assert.equal(getProgram("70f833", { config, now: 1 }).get("any").stack.cell(0).bits, 256);
      assert.equal(getProgram("70f833", { config: devnet.chain.config.toBoc(), now: 1 }).get("any").status, "done");
    } finally {
      await devnet.close();
    }
  });
});
