// Explains why a preview cannot know an effect, and why a message is not accepted.

import { t, tCount, tNoun } from "../shared/messages.js";

const UNKNOWN_TEXTS = {
  instruction: "the local virtual machine lacks one of its instructions",
  version: "the network may run it differently than the local virtual machine",
  configuration: "it reads a part of the configuration that the server did not return",
  previous_blocks: "it reads previous blocks",
  time: "it reads a time that is not known",
  random: "it draws a random number",
  context: "it reads its whole context (register c7)",
  child_machine: "it starts another virtual machine (RUNVM)",
  library: "it needs a library that the server did not return",
  too_complex: "it takes too many instructions",
  max_transactions: "a preview follows at most 64 transactions",
};

const REFUSED_TEXTS = {
  exit_code: "the contract ended before it accepted the message",
  no_funds: "its balance is too small to pay for the message, or there is no account",
  no_state: "the account has no contract, and the message does not deploy one",
  bad_state: "the StateInit of the message does not match the address of the account",
  suspended: "no contract may be deployed at this address",
  too_large: "the message is larger, or nested deeper, than an external message may be",
};

/** @param {{ reason: string }} outcome */
export const explainUnknown = ({ reason }) => t(UNKNOWN_TEXTS[reason] ?? reason);

/**
 * @param {{ reason: string, exitCode?: number | null, meaning?: string | null }} outcome
 *
 * @param {string} [knownMeaning] the meaning of the exit code
 */
export function explainRefused({ reason, exitCode, meaning }, knownMeaning = meaning ?? undefined) {
  if (reason !== "exit_code") return t(REFUSED_TEXTS[reason] ?? reason);
  return knownMeaning
    ? t("exit code {code}: {meaning}", { code: String(exitCode), meaning: t(knownMeaning) })
    : t("exit code {code}, which the contract chose", { code: String(exitCode) });
}

/**
 * Returns a sentence about the effect of a message, and whether the effect is good.
 * @param {import("ton-edge/tvm").CompletePreview} preview
 * @returns {["good" | "bad" | "note", string, string?]} the second text, if any, gives details
 */
export function describeVerdict({ success, root, transactions }) {
  const failedCount = transactions.filter((transaction) => !transaction.success).length;
  const countText = tNoun(transactions.length, "transaction");
  if (root.skippedActions > 0)
    return [
      "bad",
      t("It would be accepted, but skip some of its actions."),
      tCount(
        root.skippedActions,
        "The first contract skips {count} action, such as a message that it cannot pay for.",
        "The first contract skips {count} actions, such as a message that it cannot pay for.",
      ),
    ];
  if (failedCount > 0)
    return [
      "bad",
      failedCount === transactions.length
        ? t("It would fail.")
        : tCount(
            transactions.length,
            "It would fail in part: {failed} of {count} transaction.",
            "It would fail in part: {failed} of {count} transactions.",
            { failed: failedCount },
          ),
    ];
  if (success === null)
    return [
      "note",
      t(
        "It would be accepted. Its later effects are only partly known: {transactions} succeeded, then a message could not be followed.",
        { transactions: countText },
      ),
    ];
  return ["good", t("It would succeed: {transactions}.", { transactions: countText })];
}
