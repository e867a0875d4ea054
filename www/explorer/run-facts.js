// The facts about a local run.

import { el } from "../shared/dom.js";
import { formatDecimal } from "../shared/format.js";
import { t } from "../shared/messages.js";

/** @param {string} name in English @param {(import("../shared/dom.js").Child | import("../shared/dom.js").Child[])[]} value */
export const renderFact = (name, ...value) =>
  el("div", { "data-fact": name.toLowerCase().replaceAll(" ", "-") }, el("dt", {}, t(name)), el("dd", {}, ...value));

/** Lists requests by operation: "2: getAddressInformation, getConfigAll". @param {string[]} names */
export function renderRequests(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const nameTexts = [...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name));
  return renderFact("Requests", names.length === 0 ? t("none") : `${names.length}: ${nameTexts.join(", ")}`);
}

/** Formats milliseconds: with one decimal below 10 ms, otherwise without. */
export const formatShort = (ms) => t("{ms} ms", { ms: formatDecimal(ms, ms < 10 ? 1 : 0) });
