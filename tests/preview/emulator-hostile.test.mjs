// Invalid accounts, messages, configurations and code for the emulator: each call ends soon, with a result or a typed error, and the emulator
// stays usable.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { Cell, Dictionary, beginCell, external, internal, storeMessage, storeMessageRelaxed } from "@ton/core";
import { isTonEdgeError, parseBoc } from "ton-edge/message";
import { emulate, openConfig } from "ton-edge/tvm";

import { runMessage } from "../../pkg/lib/preview/emulator.js";
import { core } from "../../pkg/lib/wasm/emulator.js";
import { createSeededRandom } from "../helpers/seeded-random.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { findState } from "../upstream/devnet/view.mjs";
import { PROXY } from "./random-messages.mjs";

const ROUNDS = process.env.TESTS_FULL === "1" ? 20_000 : 1500;
/** Errors that describe the fault in the input. */
const TYPED_CODES = ["boc_invalid", "message_invalid", "invalid_parameter", "missing_parameter"];
const MAX_MS = 3000;
const GAS_PRICES = 21;
const WORKCHAINS = 12;

/** @type {any} */
let devnet;
/** @type {{ account: Buffer, message: Buffer, config: Buffer, now: number }} */
let usualOptions;

before(async () => {
  devnet = await startDevnet({ world: "small" });
  await devnet.ready;
  const { chain, db } = devnet;
  const carol = devnet.cast.wallet("carol");
  const state = findState(chain, carol.account);
  const { boc } = db.get("SELECT m.boc FROM messages m WHERE m.destination = ? AND m.type = 'internal' LIMIT 1", [
    carol.account,
  ]);
  usualOptions = { account: state.shard_account, message: boc, config: chain.config.toBoc(), now: chain.time() };
});
after(() => devnet?.close());

/** The outcome of options, or the code of the error. */
async function emulateOutcome(options) {
  const start = performance.now();
  try {
    return (await emulate({ now: usualOptions.now, ...options })).status;
  } catch (error) {
    assert.ok(isTonEdgeError(error), String(/** @type {any} */ (error)?.stack));
    assert.ok(TYPED_CODES.includes(error.code), `${error.code}: ${error.message}`);
    return error.code;
  } finally {
    assert.ok(performance.now() - start < MAX_MS, "the emulation ends soon");
  }
}

/** The account of a contract with this code. @param {Cell} code @param {Cell} [data] @param {bigint} [balance] */
function getAccount(code, data = beginCell().endCell(), balance = 10n ** 12n) {
  const account = beginCell().storeBit(1).storeAddress(devnet.cast.wallet("carol").address).storeUint(0, 9);
  account.storeUint(0, 32).storeUint(0, 1).storeUint(0, 64).storeCoins(balance).storeBit(0);
  return account.storeUint(0b1_00_11_0, 6).storeRef(code).storeRef(data).endCell().toBoc();
}

const makeCode = (hex) => beginCell().storeBuffer(Buffer.from(hex, "hex")).endCell();
const buildIncoming = (body = beginCell().endCell(), value = 10n ** 9n) => {
  const { address } = devnet.cast.wallet("carol");
  const message = internal({ to: address, value, bounce: false, body });
  const from = devnet.cast.wallet("bob").address;
  return { message: beginCell().store(storeMessageRelaxed(message)).endCell().toBoc(), from };
};

/** The configuration with another parameter. @param {number} id @param {Cell} cell */
function makeConfigWith(id, cell) {
  const parameters = Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), devnet.chain.config);
  return beginCell().storeDictDirect(parameters.set(id, cell)).endCell().toBoc();
}

/** A dictionary with all keys of this many bits, in only as many cells. @param {number} bits @param {import("@ton/core").Builder} leaf */
function fillDictionary(bits, leaf) {
  let node = beginCell().storeUint(0, 2).storeBuilder(leaf).endCell();
  for (let remaining = 0; remaining < bits; remaining += 1)
    node = beginCell().storeUint(0, 2).storeRef(node).storeRef(node).endCell();
  return node;
}

test("the emulator executes an ordinary message", async () => {
  assert.equal(await emulateOutcome(usualOptions), "done");
});

describe("the emulator gets bags with faults", () => {
  for (const part of /** @type {const} */ (["account", "message", "config"])) {
    test(part, async (t) => {
      const { below, bytes } = createSeededRandom(part.length);
      const count = part === "config" ? Math.ceil(ROUNDS / 20) : ROUNDS;
      const receivedFields = {};
      for (let round = 0; round < count; round += 1) {
        let bag = Buffer.from(usualOptions[part]);
        // The faults are in the cells after the header of the bag, and the checksum is valid.
        bag = Buffer.from(parseBoc(bag).toBoc({ crc32c: false }));
        for (let faults = 1 + below(3); faults > 0; faults -= 1) {
          const position = below(bag.length);
          if (below(10) === 0) bag = bag.subarray(0, position + 1);
          else bag[position] = below(3) === 0 ? below(256) : bag[position] ^ (1 << below(8));
        }
        const status = await emulateOutcome({ ...usualOptions, [part]: bag });
        receivedFields[status] = (receivedFields[status] ?? 0) + 1;
      }
      for (const length of [0, 1, 4, 64]) await emulateOutcome({ ...usualOptions, [part]: bytes(length) });
      t.diagnostic(JSON.stringify(receivedFields));
      assert.ok(Object.keys(receivedFields).length > 1);
    });
  }
  after(() => {
    assert.equal(core.resets, 0, "none of the bags caused a trap");
  });
});

test("the emulator refuses options of the wrong type", async () => {
  for (const value of [1, true, {}, [], "", "zz", Symbol("x"), () => 0, NaN, new Date(), null])
    for (const part of ["account", "message", "config"])
      if (!(part === "account" && value === null))
        await assert.rejects(emulate(/** @type {any} */ ({ ...usualOptions, [part]: value })), (error) =>
          isTonEdgeError(error),
        );
  for (const oddOptions of [
    { now: -1 },
    { now: 2 ** 32 },
    { now: "1" },
    { lt: 2n ** 63n },
    { lt: -1n },
    { randomSeed: new Uint8Array(31) },
    { randomSeed: "x" },
    { workLimit: 0 },
    { ignoreSignature: 1 },
    { libraries: "x" },
    { from: devnet.cast.wallet("bob").account },
    { time: 1 },
  ])
    await assert.rejects(emulate(/** @type {any} */ ({ ...usualOptions, ...oddOptions })), (error) =>
      isTonEdgeError(error),
    );
  await assert.rejects(emulate(/** @type {any} */ ({})), { code: "missing_parameter" });
});

test("huge amounts are an error of the emulator, but not the greatest amounts of a network", async () => {
  const maxValue = 2n ** 120n - 1n;
  assert.equal(
    await emulateOutcome({
      ...usualOptions,
      account: getAccount(PROXY, undefined, maxValue),
      ...buildIncoming(undefined, 1n),
    }),
    "invalid_parameter",
  );
  assert.equal(
    await emulateOutcome({
      ...usualOptions,
      account: getAccount(PROXY, undefined, 1n),
      ...buildIncoming(undefined, maxValue),
    }),
    "invalid_parameter",
  );
  assert.equal(
    await emulateOutcome({
      ...usualOptions,
      account: getAccount(makeCode("FF0030")),
      ...buildIncoming(undefined, 10n ** 19n),
    }),
    "done",
  );
});

test("endless code in the emulator ends by its gas, or by the limit of instructions if gas is free", async () => {
  // `PUSHCONT { }`, `AGAIN`.
  const endlessCode = makeCode("FF0030 90EA".replaceAll(" ", ""));
  const outcome = /** @type {any} */ (
    await emulate({ ...usualOptions, account: getAccount(endlessCode), ...buildIncoming() })
  );
  assert.equal(outcome.status, "done");
  assert.equal(outcome.transaction.description.computePh.exitCode, -14);
  const freeBuilder = beginCell().storeUint(0xd1, 8).storeUint(0, 128).storeUint(0xde, 8).storeUint(0, 64);
  for (let remaining = 0; remaining < 3; remaining += 1) freeBuilder.storeUint(2n ** 64n - 1n, 64);
  const config = makeConfigWith(GAS_PRICES, freeBuilder.storeUint(0, 192).endCell());
  const unlimitedRun = await emulate({ ...usualOptions, config, account: getAccount(endlessCode), ...buildIncoming() });
  assert.deepEqual(unlimitedRun, { status: "unknown", reason: "too_complex" });
});

test("cells of messages that a contract sends count as work, although they cost no gas", async () => {
  let number = 0;
  const getTree = (depth) => {
    const node = beginCell().storeUint((number += 1), 32);
    for (let branch = 0; depth > 0 && branch < 4; branch += 1) node.storeRef(getTree(depth - 1));
    return node.endCell();
  };
  const send = async (depth, options = {}) => {
    const { address } = devnet.cast.wallet("bob");
    const message = internal({ to: address, value: 1n, bounce: false, body: getTree(depth) });
    const action = beginCell().storeRef(beginCell().endCell()).storeUint(0x0ec3c86d, 32).storeUint(1, 8);
    action.storeRef(beginCell().store(storeMessageRelaxed(message)).endCell());
    const body = beginCell().storeRef(action.endCell()).endCell();
    const outcome = await emulate({ ...usualOptions, account: getAccount(PROXY), ...buildIncoming(body), ...options });
    return outcome.status === "done" ? outcome.messages.length : outcome.reason;
  };
  // The message with the deep tree has 1366 cells, each of 10 units.
  assert.deepEqual([await send(1), await send(5)], [1, 1]);
  assert.deepEqual([await send(1, { workLimit: 8000 }), await send(5, { workLimit: 8000 })], [1, "too_complex"]);
});

test("the bytes of an account count as work in a preview, before and after the message", async () => {
  const getChain = (cells) => {
    let cell = beginCell().endCell();
    for (let number = 0; number < cells; number += 1)
      cell = beginCell().storeUint(number, 32).storeBuffer(Buffer.alloc(120)).storeRef(cell).endCell();
    return cell;
  };
  const config = openConfig(parseBoc(usualOptions.config));
  const emulatorEnvironment = {
    config,
    now: usualOptions.now,
    work: 2_000_000,
    libraries: [],
    ignoreSignatures: false,
    allowNewer: false,
  };
  const run = (cells) => {
    const account = getAccount(makeCode("FF0030"), getChain(cells));
    return { bytes: account.length, result: runMessage(account, usualOptions.message, emulatorEnvironment) };
  };
  const [smallRun, largeRun] = [run(1), run(500)];
  assert.equal(smallRun.result.unknown ?? largeRun.result.unknown, undefined);
  const difference = largeRun.result.work - smallRun.result.work;
  // A byte that is read or written costs two units.
  assert.ok(difference >= 4 * (largeRun.bytes - smallRun.bytes), `${difference} units for ${largeRun.bytes} bytes`);
});

test("dictionaries with shared cells do not make the emulator count to 2^32", async () => {
  const { address } = devnet.cast.wallet("carol");
  const currencies = fillDictionary(32, beginCell().storeUint(1, 5).storeUint(1, 8));
  const message = beginCell()
    .storeUint(0b0100, 4)
    .storeAddress(devnet.cast.wallet("bob").address)
    .storeAddress(address);
  message
    .storeCoins(1n)
    .storeMaybeRef(currencies)
    .storeUint(0, 8 + 96 + 2);
  assert.equal(await emulateOutcome({ ...usualOptions, message: message.endCell().toBoc() }), "message_invalid");
  const libraries = fillDictionary(256, beginCell().storeBit(1).storeRef(beginCell().endCell()));
  const init = { code: PROXY, data: beginCell().endCell() };
  const deployMessage = external({ to: address, init, body: beginCell().endCell() });
  const bag = beginCell().store(storeMessage(deployMessage)).endCell();
  assert.equal(await emulateOutcome({ ...usualOptions, account: null, message: bag.toBoc() }), "not_accepted");
  const librariesState = beginCell()
    .storeUint(0b10, 2)
    .storeUint(0, 2)
    .storeAddress(address)
    .storeCoins(0)
    .storeBit(1)
    .storeBit(0);
  librariesState.storeUint(0, 4).storeMaybeRef(libraries).storeBit(0);
  assert.equal(
    await emulateOutcome({ ...usualOptions, account: null, message: librariesState.endCell().toBoc() }),
    "message_invalid",
  );
  const workchains = fillDictionary(
    32,
    beginCell()
      .storeUint(0xa6, 8)
      .storeUint(0, 32 + 24 + 16)
      .storeUint(0, 512)
      .storeUint(0, 32)
      .storeUint(1, 4)
      .storeUint(0, 96),
  );
  const config = makeConfigWith(WORKCHAINS, beginCell().storeMaybeRef(workchains).endCell());
  assert.equal(await emulateOutcome({ ...usualOptions, config }), "message_invalid");
});

test("the emulator refuses an account whose cells are nested too deeply", async () => {
  let data = beginCell().endCell();
  for (let depth = 0; depth < 1000; depth += 1) data = beginCell().storeRef(data).endCell();
  assert.equal(
    await emulateOutcome({ ...usualOptions, account: getAccount(makeCode("FF0030"), data), ...buildIncoming() }),
    "done",
  );
});

test("the emulator refuses a message for another account, and an account of the future", async () => {
  const otherAccount = devnet.cast.wallet("bob").account;
  const account = findState(devnet.chain, otherAccount).shard_account;
  assert.equal(await emulateOutcome({ ...usualOptions, account }), "invalid_parameter");
  await assert.rejects(emulate({ ...usualOptions, now: 1 }), { code: "invalid_parameter", parameter: "now" });
});

test("the emulator still works after all hostile inputs", async () => {
  assert.equal(core.resets, 0);
  assert.equal(await emulateOutcome({ ...usualOptions, config: openConfig(usualOptions.config) }), "done");
});
