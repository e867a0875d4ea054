// Emulates messages before they are sent, in every runtime.

import { assert } from "chai";
import { beginCell, externalMessage, internalMessage } from "ton-edge/message";
import { openConfig, openContract } from "ton-edge/tvm";

import { makeSmallConfig } from "../helpers/small-config.mjs";

const ADDRESS = `0:${"5".repeat(64)}`;
const SENDER = `0:${"6".repeat(64)}`;
const TON = 1_000_000_000n;

/** Typed as `any`, because these tests do not narrow results. @returns {any} */
const open = (/** @type {any} */ options) =>
  openContract({
    data: beginCell().endCell(),
    address: ADDRESS,
    balance: TON,
    now: 1_800_000_000,
    config: openConfig(makeSmallConfig()),
    ...options,
  });

export const emulator = {
  async "a contract without code for it takes the value of a message"() {
    // `SETCP0`.
    const contract = open({ code: beginCell().storeUint(0xff00, 16).endCell() });
    const message = internalMessage({ to: ADDRESS, value: TON, bounce: false });
    const { status, transaction, messages } = await contract.emulate(message, { from: SENDER });
    assert.equal(status, "done");
    assert.equal(transaction.description.computePh.exitCode, 0);
    assert.equal(transaction.totalFees.coins, 40_000n);
    assert.equal(messages.length, 0);
  },

  async "a message from outside is not accepted where the contract throws"() {
    // `THROW 33`.
    const contract = open({ code: beginCell().storeUint(0xff00f221, 32).endCell() });
    const outcome = await contract.emulate(externalMessage({ to: ADDRESS }));
    assert.deepEqual(outcome, { status: "not_accepted", reason: "exit_code", exitCode: 33, meaning: null });
  },

  async "the error of a wrong message names the fault"() {
    const contract = open({ code: beginCell().endCell() });
    for (const message of ["nonsense", beginCell().endCell(), internalMessage({ to: SENDER, value: 1n })]) {
      let error;
      try {
        await contract.emulate(message, { from: SENDER });
      } catch (thrownValue) {
        error = thrownValue;
      }
      assert.include(["boc_invalid", "message_invalid", "invalid_parameter"], error?.code);
    }
  },
};
