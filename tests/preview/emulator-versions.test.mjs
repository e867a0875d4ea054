// The changes of versions 13 and 14 in transactions, by the node's doc/GlobalVersions.md; the node's executor in @ton/sandbox knows only
// version 12.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Address, Dictionary, beginCell, internal, storeMessageRelaxed, toNano } from "@ton/core";
import { emulate, openConfig } from "ton-edge/tvm";

import { startDevnet } from "../upstream/devnet/server.mjs";
import { PROXY } from "./random-messages.mjs";

const TO = new Address(0, Buffer.alloc(32, 1));
const SENDER = new Address(0, Buffer.alloc(32, 2));
const OTHER_ACCOUNT = new Address(0, Buffer.alloc(32, 3));
const VERSION = 8;
const LUMP_GAS = 400_000n;
const SEND = 0x0ec3c86d;

/** @type {any} */
let devnet;
before(async () => {
  devnet = await startDevnet({ world: "none" });
});
after(() => devnet?.close());

/** The configuration of the devnet, of another version. @param {number} version */
function getConfig(version) {
  const parameters = Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), devnet.chain.config);
  parameters.set(VERSION, beginCell().storeUint(0xc4, 8).storeUint(version, 32).storeUint(0, 64).endCell());
  return openConfig(beginCell().storeDictDirect(parameters).endCell().toBoc());
}

/** @param {{ balance: bigint, due?: bigint, isUninit?: boolean }} account */
function getAccount({ balance, due: duePayment = 0n, isUninit = false }) {
  const account = beginCell().storeBit(1).storeAddress(TO);
  account.storeVarUint(1, 3).storeVarUint(200, 3).storeUint(0, 3).storeUint(devnet.chain.time(), 32);
  if (duePayment) account.storeBit(1).storeCoins(duePayment);
  else account.storeBit(0);
  account.storeUint(1000, 64).storeCoins(balance).storeBit(0);
  if (isUninit) account.storeUint(0, 2);
  else account.storeUint(0b1_00_11_0, 6).storeRef(PROXY).storeRef(beginCell().endCell());
  return account.endCell().toBoc();
}

/** A message that bounces. @param {{ value: bigint, body?: any, extra?: [number, bigint][] }} message */
function getMessage({ value, body = beginCell().endCell(), extra: extraCurrencies = [] }) {
  const dict = Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.BigVarUint(5));
  for (const [id, amount] of extraCurrencies) dict.set(id, amount);
  const message = beginCell().storeUint(0b0110, 4).storeAddress(SENDER).storeAddress(TO).storeCoins(value);
  message
    .storeDict(extraCurrencies.length ? dict : null)
    .storeCoins(0)
    .storeCoins(0)
    .storeUint(1000, 64)
    .storeUint(1, 32);
  return message.storeBit(0).storeBit(1).storeRef(body).endCell().toBoc();
}

/** @returns {Promise<any>} */
async function readTransaction(version, account, message) {
  const outcome = await emulate({ account, message, config: getConfig(version), now: devnet.chain.time() });
  assert.equal(outcome.status, "done");
  return outcome.status === "done" ? outcome.transaction : undefined;
}

test("version 13: extra currencies of a message that bounces cost nothing", async () => {
  const message = getMessage({ value: toNano(1), extra: [[100, 5n]] });
  const [oldTransaction, freshMessage] = [
    await readTransaction(12, null, message),
    await readTransaction(13, null, message),
  ];
  assert.equal(oldTransaction.description.bounce.msgSize.cells, 1n);
  assert.equal(freshMessage.description.bounce.msgSize.cells, 0n);
  assert.equal(freshMessage.description.bounce.msgFees + freshMessage.description.bounce.fwdFees, LUMP_GAS);
  assert.deepEqual(freshMessage.outMsgs[0].info.value, { coins: toNano(1) - LUMP_GAS, extra: { 100: 5n } });
});

test("version 13: an account that is deleted because it cannot pay is destroyed", async () => {
  const account = getAccount({ balance: 1n, due: toNano(10), isUninit: true });
  const message = getMessage({ value: toNano(1) });
  for (const [version, destroyed] of /** @type {[number, boolean][]} */ ([
    [12, false],
    [13, true],
    [14, true],
  ])) {
    const { description, endStatus } = await readTransaction(version, account, message);
    assert.equal(description.storagePh.statusChange, "deleted");
    assert.equal(description.destroyed, destroyed);
    assert.equal(endStatus, "nonexist");
  }
});

test("version 14: failed actions leave the message's value unchanged, and all of it bounces", async () => {
  const send = (mode, value, previousActions) => {
    const message = beginCell()
      .store(storeMessageRelaxed(internal({ to: OTHER_ACCOUNT, value, bounce: false })))
      .endCell();
    return beginCell().storeRef(previousActions).storeUint(SEND, 32).storeUint(mode, 8).storeRef(message).endCell();
  };
  // The first action takes the whole rest of the message, the second one fails and makes the message bounce.
  const actions = send(16, 10n ** 15n, send(64, 0n, beginCell().endCell()));
  const message = getMessage({ value: toNano(1), body: beginCell().storeRef(actions).endCell() });
  const account = getAccount({ balance: toNano(5) });
  const oldTransaction = await readTransaction(13, account, message);
  assert.equal(oldTransaction.description.action.resultCode, 37);
  assert.equal(oldTransaction.description.bounce.type, "nofunds");
  const { description, outMsgs } = await readTransaction(14, account, message);
  assert.equal(description.bounce.type, "ok");
  const actionFine = description.action.totalActionFees ?? 0n;
  assert.equal(outMsgs[0].info.value.coins, toNano(1) - description.computePh.gasFees - actionFine - LUMP_GAS);
});

test("the emulator does not know versions 11 and 15, and runs 15 only if allowed", async () => {
  const emulationOptions = { account: null, message: getMessage({ value: 1n }), now: devnet.chain.time() };
  const unknownOutcome = { status: "unknown", reason: "version" };
  assert.deepEqual(await emulate({ ...emulationOptions, config: getConfig(11) }), unknownOutcome);
  assert.deepEqual(await emulate({ ...emulationOptions, config: getConfig(15) }), unknownOutcome);
  const allowedOutcome = await emulate({ ...emulationOptions, config: getConfig(15), allowNewerVersion: true });
  assert.equal(allowedOutcome.status, "done");
});
