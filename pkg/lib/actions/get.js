// Get-methods by the client: values in, values out, and any failure of the contract as an error.

import { decodeStack, encodeStack, explainExitCode, getMethodArguments, readGetMethod } from "../../message.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { pickOptions } from "../util/options.js";

/** Options of every call of this folder. */
export const CALL_OPTIONS = ["signal", "timeoutMs", "queueTimeoutMs", "retry"];
const OPTIONS = [...CALL_OPTIONS, "seqno"];

/** What the liteserver says of an account without code. */
const NO_CODE = [-13, -256];

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
  const exitCode = response.exit_code;
  const gasUsed = Number(response.gas_used);
  if (exitCode !== 0 && exitCode !== 1)
    throw fail("get_method_failed", `\`${method}\` failed with exit code ${exitCode}${whyOf(exitCode, gasUsed)}`, {
      parameter: String(method),
      exitCode,
    });
  const { block_id: block, last_transaction_id: last } = response;
  return {
    stack: readStack(response.stack, method),
    exitCode,
    gasUsed,
    // Servers before 2.1 leave them out.
    block: block
      ? {
          workchain: block.workchain,
          shard: String(block.shard),
          seqno: block.seqno,
          rootHash: block.root_hash,
          fileHash: block.file_hash,
        }
      : null,
    lastTransaction: last ? { lt: BigInt(last.lt), hash: last.hash } : null,
  };
}

/** The stack of a response: what is wrong with it is wrong with the response. */
function readStack(entries, method) {
  try {
    return decodeStack(entries);
  } catch (cause) {
    if (!isTonEdgeError(cause)) throw cause;
    throw fail("invalid_response", `the result of \`${method}\` is no stack: ${cause.message}`, { cause });
  }
}

/** @param {any} client @param {any} address @param {any} method @param {any} [args] @param {any} [written] */
export async function read(client, address, method, args, written) {
  const { stack } = await get(client, address, method, getMethodArguments(method, args), written);
  return readGetMethod(method, stack);
}
