// The operator's tables: top operations, times by kind of operation, upstreams.

import { el } from "../shared/dom.js";
import { countObservations, estimateQuantile, sumCounts } from "./metrics-reading.js";
import { sumSparedRequests } from "./numbers.js";
import { formatAmount, formatPercent, formatRate, formatSeconds } from "./units.js";

/**
 * Renders a cell. The name of its column is shown where the table is stacked, on narrow screens.
 *
 * @param {string} label @param {string} className @param {import("../shared/dom.js").Child[]} content
 */
const renderCell = (label, className, ...content) => el("td", { class: className, "data-label": label }, content);

/** Renders a bar next to a number. Its width shows the share. @param {number} share from 0 to 1 @param {string} kind */
function renderBar(share, kind = "") {
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
const renderQuantileCells = (times, shares) =>
  shares.map((share) =>
    renderCell(`p${share * 100}`, "number", formatBoundedTime(times && estimateQuantile(times, share))),
  );

const formatBoundedTime = (estimate) =>
  estimate ? `${estimate.beyond ? "> " : ""}${formatSeconds(estimate.seconds)}` : "–";

/**
 * @typedef {{ ready?: boolean, host?: string, globalId?: number, seqno?: number, headAge?: number, fault?: string,
 *   heights?: Record<string, { seqno: number, behind: number }> }} Service `heights`: the last blocks in v2 and v3, and by how many blocks they lag
 */

/**
 * @param {{ networks: Record<string, { needed: boolean, services: Service[] }> } | undefined} report of /readyz; undefined before the first one
 * @param {import("./metrics-reading.js").Reading} reading
 * @param {{ seconds?: number, counted?: import("./metrics-reading.js").Counted } | undefined} recentChanges
 */
export const renderServiceRows = (report, reading, recentChanges) =>
  Object.entries(report?.networks ?? listExpectedBreakers(reading)).flatMap(([network, { needed, services }]) =>
    services.map((service, index) => renderServiceRow({ network, needed, at: index, service }, reading, recentChanges)),
  );

/** Returns the upstreams that /metrics names. @param {import("./metrics-reading.js").Reading} reading */
function listExpectedBreakers({ breakers }) {
  /** @type {Record<string, { needed: boolean, services: Service[] }>} */
  const networks = {};
  for (const { network, upstream } of breakers)
    (networks[network] ??= { needed: true, services: [] }).services.push({ host: upstream });
  return networks;
}

function renderServiceRow({ network, needed, at: index, service }, { breakers, budgets, counted }, recentChanges) {
  const { ready, host, seqno, headAge, fault, heights = {} } = service;
  const key = `${network} ${host}`;
  const isOpen = breakers.some(
    (firstName) => firstName.network === network && firstName.upstream === host && firstName.open,
  );
  const attempts = recentChanges?.counted.services[key] ?? {};
  const perSecond = recentChanges ? sumCounts(attempts) / recentChanges.seconds : undefined;
  const allAttempts = counted.services[key] ?? {};
  const times = recentChanges?.counted.waits[key] ?? counted.waits[key];
  return el(
    "tr",
    {},
    el(
      "td",
      { class: "service" },
      el("strong", {}, host ?? `${network} ${index + 1}`),
      el("span", { class: "soft" }, ` ${network} ${index + 1}`),
      !needed && el("span", { class: "tag" }, "optional"),
      fault && el("span", { class: "fault" }, fault),
    ),
    el(
      "td",
      {},
      ready === undefined
        ? el("span", { class: "badge" }, "Checking…")
        : el("span", { class: `badge ${ready ? "good" : needed ? "bad" : ""}` }, ready ? "Ready" : "Not ready"),
      isOpen && el("span", { class: "badge bad" }, "Breaker open"),
    ),
    renderCell(
      "block",
      "",
      seqno === undefined ? "unknown" : formatAmount(seqno),
      headAge !== undefined && el("span", { class: "soft" }, ` ${formatSeconds(Math.max(0, headAge))} old`),
      ...Object.entries(heights)
        .filter(([, { behind }]) => behind > 0)
        .map(([generation, height]) =>
          el(
            "span",
            { class: "fault" },
            ` ${generation}: ${formatAmount(height.behind)} behind, at ${formatAmount(height.seqno)}`,
          ),
        ),
    ),
    renderCell("budget", "budget", ...renderBudget(budgets[key], perSecond)),
    renderCell("requests/s", "number", perSecond === undefined ? "–" : formatRate(perSecond)),
    renderCell(
      "failed",
      `number${allAttempts.failed > 0 ? " some" : ""}`,
      formatPercent(allAttempts.failed ?? 0, sumCounts(allAttempts)),
    ),
    ...renderQuantileCells(times, [0.5, 0.95]),
  );
}

/** @param {{ rate: number, waiting: number } | undefined} budget @param {number | undefined} usedRate */
function renderBudget(budget, usedRate) {
  if (!budget) return ["no limit"];
  const share = (usedRate ?? 0) / budget.rate;
  return [
    renderBar(share, share > 0.8 ? "near" : ""),
    `${formatPercent(usedRate ?? 0, budget.rate)} of ${formatRate(budget.rate)}/s`,
    budget.waiting > 0 && el("span", { class: "soft" }, `, ${budget.waiting} queued`),
  ];
}
