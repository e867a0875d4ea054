// Get-methods that run in the caller's program, in every runtime.

import { assert } from "chai";
import { beginCell, isTonEdgeError, walletV5R1 } from "ton-edge/message";
import { openContract, ready } from "ton-edge/tvm";

const KEY = new Uint8Array(32).fill(3);

/** Typed without `status`, because these tests do not narrow results. @returns {{ get(method: string): any }} */
const open = (/** @type {any} */ options) => openContract(options);

function makeWallet() {
  const { address, stateInit } = walletV5R1({ publicKey: KEY });
  const slice = stateInit.beginParse().skip(2);
  return open({ address, code: slice.loadMaybeRef(), data: slice.loadMaybeRef() });
}

export const tvm = {
  async "get-methods of a wallet return its seqno and its key"() {
    await ready();
    const contract = makeWallet();
    const { status, stack, exitCode, gasUsed } = contract.get("seqno");
    assert.equal(status, "done");
    assert.equal(exitCode, 0);
    assert.isTrue(gasUsed > 100);
    assert.equal(stack.number(0), 0);
    assert.equal(String(contract.get("get_public_key").stack.bytes32(0)), String(KEY));
  },

  "an uncertain result has its reason"() {
    assert.equal(makeWallet().get("nothing").exitCode, 11);
    // The code is `DROP NOW`.
    const code = beginCell().storeUint(0x30f823, 24).endCell();
    const options = { code, data: beginCell().endCell(), address: `0:${"5".repeat(64)}` };
    assert.equal(open(options).get("any").reason, "time");
    assert.equal(
      open({ ...options, now: 1_700_000_000 })
        .get("any")
        .stack.number(0),
      1_700_000_000,
    );
    let error;
    try {
      open({ ...options, code: "nonsense" });
    } catch (thrownValue) {
      error = thrownValue;
    }
    assert.isTrue(isTonEdgeError(error, "boc_invalid"));
  },
};
