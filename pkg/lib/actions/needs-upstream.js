// Reasons and errors for get-methods that must run at the service.

import { explainExitCode } from "../../message.js";
import { fail } from "../util/error.js";

export const needsUpstream = (reason) => ({ status: "needs_upstream", reason });

/** The reasons in words: those of `ton-edge/tvm`, and the client's own, `method` and `account`. */
const REASON_TEXTS = {
  instruction: "the virtual machine here does not have one of its instructions",
  version: "the network may run it in another way than the virtual machine here",
  configuration: "it reads the configuration of the network, which the server did not give",
  previous_blocks: "it reads previous blocks",
  time: "it reads the time of its block, which is not known",
  balance: "it reads its balance, which the server did not give",
  random: "it draws a random number",
  context: "it reads all that surrounds it",
  library: "the server did not give a library that it needs",
  child_machine: "it runs a virtual machine of its own",
  exception: "it handles an exception of the virtual machine, of which there are several kinds",
  continuation: "it returns a continuation",
  too_complex: "it takes too many instructions, or its result is too large",
  method: "servers take such a method for different ones",
  account: "the server did not give all of the state of the account",
};

/** Returns in words why a get-method has to run at the service. */
function describeReason({ reason, exitCode }) {
  if (exitCode === undefined) return REASON_TEXTS[reason] ?? reason;
  const meaning = explainExitCode(exitCode);
  return `it ended with exit code ${exitCode}${meaning ? ` (${meaning})` : ""}, and only success is certain`;
}

/** Makes the error of `local: "only"`. @param {string | number} method @param {{ reason: string, exitCode: number | undefined }} outcome */
export const needsUpstreamError = (method, outcome) =>
  fail("needs_upstream", `\`${method}\` has to run at the service: ${describeReason(outcome)}`, {
    parameter: String(method),
    reason: outcome.reason,
    exitCode: outcome.exitCode,
  });
