// Translates the details of actions and the reasons of failures. They are English where they are made, since files of the history contain them.

import { translateOperation } from "../shared/format-title.js";
import { t, tCount } from "../shared/messages.js";

/** The words before a number or a name. */
export const BEGINNINGS = ["exit code", "action result", "order", "on", "with", "from", "to"];
const PREFIXED_VALUE = new RegExp(`^(${BEGINNINGS.join("|")}) (.+)$`);

/** @param {string} text */
export function translateWords(text) {
  const [, skippedCount] = /^(\d+) actions? skipped$/.exec(text) ?? [];
  if (skippedCount) return tCount(Number(skippedCount), "{count} action skipped", "{count} actions skipped");
  const [, accounts] = /^to (\d+) accounts$/.exec(text) ?? [];
  if (accounts) return tCount(Number(accounts), "to {count} account", "to {count} accounts");
  const [, addedAmount] = /^(\d+) added$/.exec(text) ?? [];
  if (addedAmount) return t("{value} added", { value: addedAmount });
  const [, beginning, value] = PREFIXED_VALUE.exec(text) ?? [];
  if (value !== undefined) return t(`${beginning} {value}`, { value });
  return translateOperation(text) ?? t(text);
}

/** Translates the details of an action. Those of a domain after the first one are texts of a stranger. @param {string[]} words @param {string} kind */
export const listWords = (words, kind) =>
  words.map((word, index) => (kind === "domain" && index > 0 ? word : translateWords(word)));
