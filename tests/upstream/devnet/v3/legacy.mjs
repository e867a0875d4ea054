// The v2-like routes of v3: one account, get-methods, fees, sending. The service forwards the last three to its v2, and so
// does the devnet.
import { decodeError } from "../../parameters.mjs";
import { Refusal } from "../../refusal.mjs";
import { estimateFee } from "../v2/estimate.mjs";
import { parseLegacy, toStd } from "../v2/stack.mjs";
import { makeWalletFields } from "../v2/wallets.mjs";
import { runGetMethod, findState } from "../view.mjs";

const ZERO_HASH = Buffer.alloc(32).toString("base64");
const writeStatus = (state) => (state.status === "nonexist" ? "uninit" : state.status);
const makeLastTransaction = (state) => ({
  last_transaction_lt: String(state.last_tx_lt),
  last_transaction_hash: state.last_tx_hash ?? ZERO_HASH,
});
const toBase64 = (/** @type {import("@ton/core").Cell | null} */ cell) => cell?.toBoc().toString("base64") ?? null;

/** The v2 names of the argument types of v3. */
const TAGS = { num: "num", cell: "tvm.Cell", slice: "tvm.Slice" };

/** @param {unknown} entry */
function parseArgument(entry) {
  const { type, value } = /** @type {any} */ (entry ?? {});
  if (!Object.hasOwn(TAGS, String(type))) throw new Refusal(500, `unsupported stack parameter type: ${type}`);
  try {
    return parseLegacy([TAGS[type], value]);
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(500, error.message) : error; // The error has no status of v2.
  }
}

/** @param {string} decimal */
const toHexadecimal = (decimal) =>
  decimal.startsWith("-") ? `-0x${BigInt(decimal.slice(1)).toString(16)}` : `0x${BigInt(decimal).toString(16)}`;

/** @param {any} entry of a stack in the typed form of v2 */
function makeResult(entry) {
  if (entry.number) return { type: "num", value: toHexadecimal(entry.number.number) };
  if (entry.cell) return { type: "cell", value: entry.cell.bytes };
  if (entry.list) return { type: "list", value: entry.list.elements.map(makeResult) };
  if (entry.tuple) return { type: "tuple", value: entry.tuple.elements.map(makeResult) };
  throw new Refusal(501, `failed to decode api/v2 stack: unsupported entry ${entry["@type"]}`);
}

const makeFees = (/** @type {any} */ { in_fwd_fee, storage_fee, gas_fee, fwd_fee }) => ({
  in_fwd_fee,
  storage_fee,
  gas_fee,
  fwd_fee,
});

export const HANDLERS = {
  "/addressInformation"({ address }, context) {
    const state = findState(context.chain, address);
    return {
      balance: String(state.balance),
      code: toBase64(state.code),
      data: toBase64(state.data),
      ...makeLastTransaction(state),
      frozen_hash: state.frozen_hash,
      status: writeStatus(state),
    };
  },
  "/walletInformation"({ address }, context) {
    const state = findState(context.chain, address);
    const wallet = makeWalletFields({ chain: context.chain }, state);
    if (state.code_hash !== null && !wallet) throw new Refusal(409, "not a wallet");
    const { wallet_type, seqno, wallet_id } = wallet ?? {};
    // Fields that a wallet does not have are absent: undefined is not written.
    return {
      balance: String(state.balance),
      wallet_type,
      seqno,
      wallet_id,
      ...makeLastTransaction(state),
      status: writeStatus(state),
    };
  },
  async "/runGetMethod"({ address, method, stack = [] }, context) {
    if (!Array.isArray(stack)) throw decodeError("stack");
    const runResult = await runGetMethod(context.chain, { account: address, method, stack: stack.map(parseArgument) });
    return {
      gas_used: runResult.gas_used,
      exit_code: runResult.exit_code,
      stack: runResult.stack.map(toStd).map(makeResult),
    };
  },
  async "/estimateFee"(params, context) {
    const { source_fees, destination_fees } = await estimateFee(
      { ...params, ignore_chksig: params.ignore_chksig ?? false },
      context,
    );
    return { source_fees: makeFees(source_fees), destination_fees };
  },
  async "/message"({ boc }, context) {
    const { hash, hash_norm } = await context.chain.submit(boc);
    return { message_hash: hash, message_hash_norm: hash_norm };
  },
};
