// The operator's table of API keys: by id and plan, how much each is used. The metrics name ids, never keys.

import { el } from "../shared/dom.js";
import { visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { formatAmount, formatPercent } from "./units.js";

/** The label of requests without a key. */
const NO_KEY = "none";
/** Maximum number of rows. A gateway counts up to 500 keys one by one. */
const MAX_ROWS = 20;

const renderCell = (label, className, text) => el("td", { class: className, "data-label": label }, text);

/** @param {import("./metrics-reading.js").KeyUse[]} keys @returns {{ rows: HTMLElement[], count: number }} `count`: of all rows */
export function renderKeyRows(keys) {
  const countRequests = ({ success, refused: refusedCount, failed: failedCount }) =>
    success + refusedCount + failedCount;
  const sortedKeys = [...keys].sort((a, b) => countRequests(b) - countRequests(a) || a.key.localeCompare(b.key));
  const rows = sortedKeys.slice(0, MAX_ROWS).map((keyUse) => {
    const { key, plan, cost, refused: refusedCount, failed: failedCount } = keyUse;
    const requests = countRequests(keyUse);
    return el(
      "tr",
      {},
      el("td", { class: "service" }, key === NO_KEY ? "Without a key" : el("bdi", { class: "mono" }, visibleText(key))),
      renderCell("plan", "", plan === "" || key === NO_KEY ? "–" : visibleText(plan)),
      renderCell("requests", "number", formatAmount(requests)),
      renderCell("refused", `number${refusedCount > 0 ? " some" : ""}`, formatPercent(refusedCount, requests)),
      renderCell("failed", `number${failedCount > 0 ? " some" : ""}`, formatPercent(failedCount, requests)),
      renderCell("cost", "number", cost === undefined ? "not known" : formatAmount(cost)),
    );
  });
  return { rows, count: keys.length };
}
