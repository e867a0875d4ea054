// Translates the details of actions and the reasons of failures. They are English where they are made, since files of the history contain them.

import { translateOperation } from "../shared/format-title.js";
import { t, tCount } from "../shared/messages.js";

/** Details with a number or a name. @type {[RegExp, string][]} */
export const PATTERNS = [
  [/^exit code (-?\d+)$/, "exit code {value}"],
  [/^action result (-?\d+)$/, "action result {value}"],
  [/^order (\d+)$/, "order {value}"],
  [/^(\d+) added$/, "{value} added"],
  [/^on (.+)$/, "on {value}"],
  [/^with (.+)$/, "with {value}"],
  [/^from (.+)$/, "from {value}"],
  [/^to (.+)$/, "to {value}"],
];

/** @param {string} text */
export function translateWords(text) {
  const [, skipped] = /^(\d+) actions? skipped$/.exec(text) ?? [];
  if (skipped) return tCount(Number(skipped), "{count} action skipped", "{count} actions skipped");
  const [, accounts] = /^to (\d+) accounts$/.exec(text) ?? [];
  if (accounts) return tCount(Number(accounts), "to {count} account", "to {count} accounts");
  for (const [pattern, message] of PATTERNS) {
    const [, value] = pattern.exec(text) ?? [];
    if (value !== undefined) return t(message, { value });
  }
  return translateOperation(text) ?? t(text);
}

/** Translates the details of an action. Those of a domain after the first one are texts of a stranger. @param {string[]} words @param {string} kind */
export const listWords = (words, kind) =>
  words.map((word, index) => (kind === "domain" && index > 0 ? word : translateWords(word)));
