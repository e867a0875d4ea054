// Says in words which effects a preview does not know, and why a message is not accepted.

import { formatCount } from "../shared/format.js";

const UNKNOWN_TEXTS = {
  instruction: "the virtual machine here does not have one of its instructions",
  version: "the network may run it in another way than the virtual machine here",
  configuration: "it reads a part of the configuration that the server did not give",
  previous_blocks: "it reads previous blocks",
  time: "it reads a time that is not known",
  random: "it draws a random number",
  context: "it reads all that surrounds it",
  child_machine: "it runs a virtual machine of its own",
  library: "it needs a library that the server did not give",
  too_complex: "it takes too many instructions",
  max_transactions: "a preview follows at most 64 transactions",
};

const REFUSED_TEXTS = {
  exit_code: "the contract ended before it accepted the message",
  no_funds: "its balance is too small to pay for the message, or there is no account",
  no_state: "there is no contract at the address, and the message brings none",
  bad_state: "the message brings a StateInit that is not that of the account",
  suspended: "no contract may be deployed at this address",
  too_large: "the message is larger, or nested deeper, than an external message may be",
};

/** @param {{ reason: string }} outcome */
export const explainUnknown = ({ reason }) => UNKNOWN_TEXTS[reason] ?? reason;

/**
 * @param {{ reason: string, exitCode?: number | null, meaning?: string | null }} outcome
 *
 * @param {string} [knownMeaning] the meaning of the exit code
 */
export function explainRefused({ reason, exitCode, meaning }, knownMeaning = meaning ?? undefined) {
  if (reason !== "exit_code") return REFUSED_TEXTS[reason] ?? reason;
  return `exit code ${exitCode}${knownMeaning ? `: ${knownMeaning}` : ", which the contract chose"}`;
}

/**
 * Returns a sentence about the effect of a message, and whether the effect is good.
 * @param {import("ton-edge/tvm").CompletePreview} preview
 * @returns {["good" | "bad" | "note", string, string?]} the last text has more details
 */
export function describeVerdict({ success, root, transactions }) {
  const failedCount = transactions.filter((transaction) => !transaction.success).length;
  const countText = formatCount(transactions.length, "transaction");
  if (root.skippedActions > 0)
    return [
      "bad",
      "It would be accepted, but not do all that it says.",
      `The first contract leaves out ${formatCount(root.skippedActions, "action")}, such as a message that it cannot pay for.`,
    ];
  if (failedCount > 0)
    return [
      "bad",
      `${failedCount === transactions.length ? "It would fail" : `It would fail in part: ${failedCount} of ${countText}`}.`,
    ];
  if (success === null)
    return [
      "note",
      `It would be accepted. Its later effects are only partly known: ${countText} succeeded, then a message could not be followed.`,
    ];
  return ["good", `It would succeed: ${countText}.`];
}
