// Runs get-methods on the server.

import { decodeStack, explainExitCode } from "../../message.js";
import { fail } from "../util/error.js";
import { readInteger, readNumber, readResponse, requireSameValue, readText } from "./read-response.js";

/** Exit codes that a liteserver returns for an account without code. */
export const NO_CODE_EXIT_CODES = [-13, -256];

/** Returns why a get-method failed. */
function describeExitCode(exitCode, gasUsed) {
  if (NO_CODE_EXIT_CODES.includes(exitCode) && gasUsed === 0) return ": the account has no contract";
  const meaning = explainExitCode(exitCode);
  return meaning === undefined ? ", which the contract chose" : `: ${meaning}`;
}

/** Makes the error of a get-method whose exit code is not 0 or 1. */
export const getMethodError = (method, exitCode, gasUsed) =>
  fail("get_method_failed", `\`${method}\` failed with exit code ${exitCode}${describeExitCode(exitCode, gasUsed)}`, {
    parameter: String(method),
    exitCode,
  });

/**
 * @param {any} client @param {{ address: any, method: any, stack: any[], seqno: number | undefined }} call with the entries of its stack
 * @param {any} options of requests
 */
export async function runGetMethod(client, { address, method, stack, seqno }, options) {
  const response = await client.v2.runGetMethod({ address, method, stack, seqno }, options);
  const { exitCode, gasUsed } = readResponse("runGetMethod", () => ({
    exitCode: readNumber(response.exit_code),
    gasUsed: readNumber(response.gas_used),
  }));
  if (exitCode !== 0 && exitCode !== 1) throw getMethodError(method, exitCode, gasUsed);
  return readResponse("runGetMethod", () => ({
    stack: decodeStack(response.stack),
    exitCode,
    gasUsed,
    block: readBlockAt(response.block_id, seqno),
    lastTransaction: response.last_transaction_id ? readTransactionId(response.last_transaction_id) : null,
    local: false,
  }));
}

/** Returns the block of a response, or of the request if it names one. Servers before 2.1 omit it in responses. */
export function readBlockAt(blockId, seqno) {
  if (blockId === undefined || blockId === null) return null;
  const block = readBlock(blockId);
  if (seqno !== undefined) requireSameValue("block_id.seqno", block.seqno, seqno);
  return block;
}

const readBlock = ({ workchain, shard, seqno, root_hash: rootHash, file_hash: fileHash }) => ({
  workchain: readNumber(workchain),
  shard: String(readInteger(shard)),
  seqno: readNumber(seqno),
  rootHash: readText(rootHash),
  fileHash: readText(fileHash),
});

export const readTransactionId = ({ lt, hash }) => ({ lt: readInteger(lt), hash: readText(hash) });
