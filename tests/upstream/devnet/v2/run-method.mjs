// Runs get-methods. An exit code other than 0 is a result, not an error.
import { Refusal } from "../../refusal.mjs";
import { runGetMethod as run } from "../view.mjs";
import { findMasterchainBlock } from "./block-lookup.mjs";
import { makeBlockId, makeTransactionId } from "./shapes.mjs";
import { parseLegacy, parseStd, toLegacy, toStd } from "./stack.mjs";

/** @param {unknown} stack @param {(entry: any) => import("@ton/core").TupleItem} read */
function makeEntries(stack, read) {
  if (!Array.isArray(stack)) throw new Refusal(422, "failed to parse post request: stack must be an array");
  return stack.map(read);
}

/** Reads a method name; a hexadecimal number counts as a number. @param {string | number} method */
const getMethod = (method) =>
  typeof method === "string" && /^0x[0-9a-f]{1,8}$/i.test(method) ? Number(method) : method;

export async function runGetMethod({ address, method, stack, seqno }, context) {
  const block = findMasterchainBlock(context, seqno);
  const runResult = await run(context.chain, {
    account: address,
    method: getMethod(method),
    stack: makeEntries(stack, parseLegacy),
    mcSeqno: seqno,
  });
  return {
    "@type": "smc.runResult",
    gas_used: runResult.gas_used,
    stack: runResult.stack.map((item) => toLegacy(context, item)),
    exit_code: runResult.exit_code,
    block_id: makeBlockId(block),
    last_transaction_id: makeTransactionId(runResult.state.last_tx_lt ?? 0, runResult.state.last_tx_hash),
  };
}

export async function runGetMethodStd({ address, method, stack, seqno }, context) {
  findMasterchainBlock(context, seqno);
  const done = await run(context.chain, {
    account: address,
    method: getMethod(method),
    stack: makeEntries(stack, parseStd),
    mcSeqno: seqno,
  });
  return { "@type": "smc.runResult", gas_used: done.gas_used, stack: done.stack.map(toStd), exit_code: done.exit_code };
}
