// The operator's tables of operations: the most used ones, and times by category.

import { el } from "../shared/dom.js";
import { countObservations, estimateQuantile, sumCounts } from "./metrics-reading.js";
import { sumSparedRequests } from "./numbers.js";
import { formatAmount, formatPercent, formatSeconds } from "./units.js";

/**
 * Renders a cell. The name of its column is shown where the table is stacked, on narrow screens.
 *
 * @param {string} label @param {string} className @param {import("../shared/dom.js").Child[]} content
 */
export const renderCell = (label, className, ...content) =>
  el("td", { class: className, "data-label": label }, content);

/** Renders a bar next to a number. Its width shows the share. @param {number} share from 0 to 1 @param {string} kind */
export function renderBar(share, kind = "") {
  const fillElement = el("span", { class: `fill ${kind}` });
  fillElement.style.width = `${100 * Math.min(1, Math.max(0, share))}%`;
  return el("span", { class: "bar", "aria-hidden": "true" }, fillElement);
}

/**
 * @param {import("./metrics-reading.js").Counted} counted @param {number} maxRows rows
 * @returns {{ rows: HTMLElement[], count: number }} `count`: the number of all operations
 */
export function renderOperationRows({ operations, looked }, maxRows) {
  const sortedOperations = Object.entries(operations)
    .map(([name, statuses]) => ({ name, statuses, count: sumCounts(statuses) }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
  const totalCount = sortedOperations.reduce((sum, { count }) => sum + count, 0);
  const rows = sortedOperations.slice(0, maxRows).map(({ name, statuses, count }) => {
    const errors = (statuses.refused ?? 0) + (statuses.failed ?? 0);
    const cacheResults = looked[name] ?? {};
    const [generation, ...operation] = name.split(" ");
    return el(
      "tr",
      {},
      el("td", { class: "operation" }, el("span", { class: "tag" }, generation), " ", operation.join(" ")),
      renderCell("requests", "number", formatAmount(count)),
      renderCell(
        "",
        "share",
        renderBar(count / totalCount),
        el("span", { class: "hidden" }, formatPercent(count, totalCount)),
      ),
      renderCell("errors", `number${errors > 0 ? " some" : ""}`, formatPercent(errors, count)),
      renderCell("cached", "number", formatPercent(sumSparedRequests(cacheResults), sumCounts(cacheResults))),
    );
  });
  return { rows, count: sortedOperations.length };
}

/** @param {Record<string, import("./metrics-reading.js").Times>} classes */
export const renderClassRows = (classes) =>
  Object.entries(classes)
    .filter(([, times]) => countObservations(times) > 0)
    .sort(
      ([firstName, a], [secondName, b]) =>
        countObservations(b) - countObservations(a) || firstName.localeCompare(secondName),
    )
    .map(([name, times]) =>
      el(
        "tr",
        {},
        el("td", {}, name),
        renderCell("requests", "number", formatAmount(countObservations(times))),
        ...renderQuantileCells(times, [0.5, 0.95, 0.99]),
      ),
    );

/** @param {import("./metrics-reading.js").Times | undefined} times @param {number[]} shares */
export const renderQuantileCells = (times, shares) =>
  shares.map((share) =>
    renderCell(`p${share * 100}`, "number", formatBoundedTime(times && estimateQuantile(times, share))),
  );

const formatBoundedTime = (estimate) =>
  estimate ? `${estimate.beyond ? "> " : ""}${formatSeconds(estimate.seconds)}` : "–";
