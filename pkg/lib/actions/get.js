// Get-methods by the client: values in, values out, and any failure of the contract as an error.

import { decodeStack, encodeStack, explainExitCode, getMethodArguments, readGetMethod } from "../../message.js";
import { fail } from "../util/error.js";
import { pickOptions } from "../util/options.js";
import { integerIn, numberIn, readResponse, textIn } from "./read-response.js";

/** Options of every call of this folder. */
export const CALL_OPTIONS = ["signal", "timeoutMs", "queueTimeoutMs", "retry"];
const OPTIONS = [...CALL_OPTIONS, "seqno"];

/** What the liteserver says of an account without code. */
export const NO_CODE = [-13, -256];

/** Why a get-method failed. */
function whyOf(exitCode, gasUsed) {
  if (NO_CODE.includes(exitCode) && gasUsed === 0) return ": the account has no contract";
  const meaning = explainExitCode(exitCode);
  return meaning === undefined ? ", which the contract chose" : `: ${meaning}`;
}

/** @param {any} client @param {any} address @param {any} method @param {any} [args] @param {any} [written] */
export async function get(client, address, method, args = [], written = {}) {
  const { seqno, ...options } = pickOptions(written, OPTIONS, "client.get", ["timeout", "timeoutMs"]);
  const params = { address, method, stack: encodeStack(args, "v2"), seqno };
  const response = await client.v2.runGetMethod(params, options);
  const { exitCode, gasUsed } = readResponse("runGetMethod", () => ({
    exitCode: numberIn(response.exit_code),
    gasUsed: numberIn(response.gas_used),
  }));
  if (exitCode !== 0 && exitCode !== 1)
    throw fail("get_method_failed", `\`${method}\` failed with exit code ${exitCode}${whyOf(exitCode, gasUsed)}`, {
      parameter: String(method),
      exitCode,
    });
  return readResponse("runGetMethod", () => ({
    stack: decodeStack(response.stack),
    exitCode,
    gasUsed,
    // Servers before 2.1 leave them out.
    block: response.block_id ? readBlock(response.block_id) : null,
    lastTransaction: response.last_transaction_id ? readTransactionId(response.last_transaction_id) : null,
  }));
}

const readBlock = ({ workchain, shard, seqno, root_hash: rootHash, file_hash: fileHash }) => ({
  workchain: numberIn(workchain),
  shard: String(integerIn(shard)),
  seqno: numberIn(seqno),
  rootHash: textIn(rootHash),
  fileHash: textIn(fileHash),
});

const readTransactionId = ({ lt, hash }) => ({ lt: integerIn(lt), hash: textIn(hash) });

/** @param {any} client @param {any} address @param {any} method @param {any} [args] @param {any} [written] */
export async function read(client, address, method, args, written) {
  const { stack } = await get(client, address, method, getMethodArguments(method, args), written);
  return readGetMethod(method, stack);
}
