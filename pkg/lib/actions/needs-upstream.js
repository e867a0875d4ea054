// Reasons and errors for get-methods that must run on the server.

import { explainExitCode } from "../../message.js";
import { fail } from "../util/error.js";

export const needsUpstream = (reason) => ({ status: "needs_upstream", reason });

/** Each reason as text: the reasons of `ton-edge/tvm`, and the client's own `method` and `account`. */
const REASON_TEXTS = {
  instruction: "the local virtual machine lacks one of its instructions",
  version: "the network may run it differently than the local virtual machine",
  configuration: "it reads the network configuration, which the server did not return",
  previous_blocks: "it reads previous blocks",
  time: "it reads the time of the block, which is not known",
  balance: "it reads the balance of its account, which the server did not return",
  random: "it draws a random number",
  context: "it reads its whole context (register c7)",
  library: "the server did not return a library that it needs",
  child_machine: "it starts another virtual machine (RUNVM)",
  exception: "it catches an exception of the virtual machine, which may differ on the network",
  continuation: "it returns a continuation",
  too_complex: "it takes too many instructions, or its result is too large",
  method: "servers disagree which method this name or number means",
  account: "the server returned an incomplete account state",
};

/** Returns as text why a get-method has to run on the server. */
function describeReason({ reason, exitCode }) {
  if (exitCode === undefined) return REASON_TEXTS[reason] ?? reason;
  const meaning = explainExitCode(exitCode);
  return `it ended with exit code ${exitCode}${meaning ? ` (${meaning})` : ""}, and only success is certain`;
}

/** Makes the error of `local: "only"`. @param {string | number} method @param {{ reason: string, exitCode: number | undefined }} outcome */
export const needsUpstreamError = (method, outcome) =>
  fail("needs_upstream", `\`${method}\` has to run on the server: ${describeReason(outcome)}`, {
    parameter: String(method),
    reason: outcome.reason,
    exitCode: outcome.exitCode,
  });
