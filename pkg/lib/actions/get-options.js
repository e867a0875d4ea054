// The options of get-methods.

import { fail } from "../util/error.js";
import { readChoiceOption, pickOptions, readPositiveOption, readSignal } from "../util/options.js";
import { getClientState } from "./client-state.js";

/** Options of every call of this folder. */
export const CALL_OPTIONS = ["signal", "timeoutMs", "queueTimeoutMs", "retry"];
const OPTIONS = [...CALL_OPTIONS, "seqno", "local"];
const MODES = ["auto", "never", "only"];

/**
 * Where the get-method runs, on which state, and the options of its requests.
 *
 * @param {any} client @param {any} rawOptions @param {string} callName
 */
export function readGetOptions(client, rawOptions, callName) {
  const { local, seqno, ...options } = pickOptions(rawOptions, OPTIONS, callName, ["timeout", "timeoutMs"]);
  const clientState = getClientState(client);
  const { tvm, timeoutMs } = clientState.settings;
  const mode = readChoiceOption("local", local, MODES, tvm ? "auto" : "never");
  if (mode !== "never" && !tvm)
    throw fail(
      "invalid_option",
      `\`local: "${mode}"\` needs the virtual machine: \`createClient({ tvm: () => import("ton-edge/tvm") })\``,
      { parameter: "local" },
    );
  if (mode !== "never") {
    readPositiveOption("timeoutMs", options.timeoutMs, timeoutMs);
    readSignal(options.signal);
  }
  return { clientState, mode, seqno, options };
}
