// Calls emulator.wasm, which runs a message on an account.

import { toCell } from "../message/cell.js";
import { explainExitCode } from "../message/get-methods.js";
import { encodeHex } from "../message/text.js";
import { CONFIG_BAG } from "../tvm/contract.js";
import { fail } from "../util/error.js";
import { core } from "../wasm/emulator.js";
import { core as machine } from "../wasm/tvm.js";

/**
 * @typedef {{ config: any, now: number, lt?: bigint, seed?: Uint8Array, ignoreSignatures?: boolean, allowNewer?: boolean, work: number,
 *   libraries: Uint8Array[] }} Environment
 */

/** Resolves once both modules are compiled, which does not block the page. */
export const ready = () => Promise.all([core.ready(), machine.ready()]);

/**
 * Returns the module's result for a message.
 *
 * @param {Uint8Array | undefined} account a bag @param {Uint8Array} message a bag @param {Environment} environment
 */
export function runMessage(account, message, { config, lt = 0n, seed, ...settings }) {
  const { number, bytes } = config[CONFIG_BAG];
  const environment = { ...settings, configuration: number, lt: String(lt), seed };
  // The instance may have been replaced after a trap; then the configuration must be opened again.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    core.instance();
    const result = core.call("emulate", account, message, environment);
    if (result !== undefined) return result;
    core.call("configure", number, bytes);
  }
  throw fail("internal", "internal error of ton-edge: cannot keep the configuration open");
}

/** Returns why there is no transaction; undefined if there is one. @param {any} answer @returns {any} */
export function explainMissingTransaction({ refused: refusal, unknown: unknownReason, exitCode, library }) {
  if (refusal)
    return {
      status: "not_accepted",
      reason: refusal,
      exitCode: exitCode ?? null,
      meaning: (refusal === "exit_code" && explainExitCode(exitCode)) || null,
    };
  if (!unknownReason) return undefined;
  return {
    status: "unknown",
    reason: unknownReason,
    ...(unknownReason === "library" ? { library: encodeHex(library) } : {}),
  };
}

/** Returns the cells of the messages that a transaction sends. */
export function listSentMessages(transaction) {
  const messages = toCell(transaction).beginParse().loadRef().beginParse();
  messages.loadMaybeRef();
  return Array.from(messages.loadDict(15).values(), (value) => value.loadRef());
}
