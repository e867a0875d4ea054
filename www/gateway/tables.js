// The operator's tables: top operations, times by kind of operation, upstreams.

import { el } from "../shared/dom.js";
import { countTimed, estimateQuantile, sumCounts } from "./metrics-reading.js";
import { sumSpared } from "./numbers.js";
import { formatAmount, formatPercent, formatRate, formatSeconds } from "./units.js";

/** A cell with its column's name, which it shows where the table is stacked. @param {string} label @param {string} className @param {import("../shared/dom.js").Child[]} content */
const cell = (label, className, ...content) => el("td", { class: className, "data-label": label }, content);

/** A bar beside a number, as wide as its share. @param {number} share from 0 to 1 @param {string} kind */
function bar(share, kind = "") {
  const fill = el("span", { class: `fill ${kind}` });
  fill.style.width = `${100 * Math.min(1, Math.max(0, share))}%`;
  return el("span", { class: "bar", "aria-hidden": "true" }, fill);
}

/**
 * @param {import("./metrics-reading.js").Counted} counted @param {number} most rows
 * @returns {{ rows: HTMLElement[], count: number }} `count`: of all operations
 */
export function operationRows({ operations, looked }, most) {
  const all = Object.entries(operations)
    .map(([name, statuses]) => ({ name, statuses, count: sumCounts(statuses) }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
  const whole = all.reduce((sum, { count }) => sum + count, 0);
  const rows = all.slice(0, most).map(({ name, statuses, count }) => {
    const errors = (statuses.refused ?? 0) + (statuses.failed ?? 0);
    const verdicts = looked[name] ?? {};
    const [generation, ...operation] = name.split(" ");
    return el(
      "tr",
      {},
      el("td", { class: "operation" }, el("span", { class: "tag" }, generation), " ", operation.join(" ")),
      cell("requests", "number", formatAmount(count)),
      cell("", "share", bar(count / whole), el("span", { class: "hidden" }, formatPercent(count, whole))),
      cell("errors", `number${errors > 0 ? " some" : ""}`, formatPercent(errors, count)),
      cell("cached", "number", formatPercent(sumSpared(verdicts), sumCounts(verdicts))),
    );
  });
  return { rows, count: all.length };
}

/** @param {Record<string, import("./metrics-reading.js").Times>} classes */
export const classRows = (classes) =>
  Object.entries(classes)
    .filter(([, times]) => countTimed(times) > 0)
    .sort(([one, a], [other, b]) => countTimed(b) - countTimed(a) || one.localeCompare(other))
    .map(([name, times]) =>
      el(
        "tr",
        {},
        el("td", {}, name),
        cell("requests", "number", formatAmount(countTimed(times))),
        ...quantileCells(times, [0.5, 0.95, 0.99]),
      ),
    );

/** @param {import("./metrics-reading.js").Times | undefined} times @param {number[]} shares */
const quantileCells = (times, shares) =>
  shares.map((share) => cell(`p${share * 100}`, "number", bounded(times && estimateQuantile(times, share))));

const bounded = (found) => (found ? `${found.beyond ? "> " : ""}${formatSeconds(found.seconds)}` : "–");

/** @typedef {{ ready?: boolean, host?: string, globalId?: number, seqno?: number, headAge?: number, fault?: string }} Service */

/**
 * @param {{ networks: Record<string, { needed: boolean, services: Service[] }> } | undefined} report of /readyz; undefined before the first one
 * @param {import("./metrics-reading.js").Reading} reading
 * @param {{ seconds?: number, counted?: import("./metrics-reading.js").Counted } | undefined} recent
 */
export const serviceRows = (report, reading, recent) =>
  Object.entries(report?.networks ?? expected(reading)).flatMap(([network, { needed, services }]) =>
    services.map((service, at) => serviceRow({ network, needed, at, service }, reading, recent)),
  );

/** The upstreams that /metrics names. @param {import("./metrics-reading.js").Reading} reading */
function expected({ breakers }) {
  /** @type {Record<string, { needed: boolean, services: Service[] }>} */
  const networks = {};
  for (const { network, upstream } of breakers)
    (networks[network] ??= { needed: true, services: [] }).services.push({ host: upstream });
  return networks;
}

function serviceRow({ network, needed, at, service }, { breakers, budgets, counted }, recent) {
  const { ready, host, seqno, headAge, fault } = service;
  const key = `${network} ${host}`;
  const isOpen = breakers.some((one) => one.network === network && one.upstream === host && one.open);
  const attempts = recent?.counted.services[key] ?? {};
  const perSecond = recent ? sumCounts(attempts) / recent.seconds : undefined;
  const ever = counted.services[key] ?? {};
  const times = recent?.counted.waits[key] ?? counted.waits[key];
  return el(
    "tr",
    {},
    el(
      "td",
      { class: "service" },
      el("strong", {}, host ?? `${network} ${at + 1}`),
      el("span", { class: "soft" }, ` ${network} ${at + 1}`),
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
    cell(
      "block",
      "",
      seqno === undefined ? "unknown" : formatAmount(seqno),
      headAge !== undefined && el("span", { class: "soft" }, ` ${formatSeconds(Math.max(0, headAge))} old`),
    ),
    cell("budget", "budget", ...budgetOf(budgets[key], perSecond)),
    cell("requests/s", "number", perSecond === undefined ? "–" : formatRate(perSecond)),
    cell("failed", `number${ever.failed > 0 ? " some" : ""}`, formatPercent(ever.failed ?? 0, sumCounts(ever))),
    ...quantileCells(times, [0.5, 0.95]),
  );
}

/** @param {{ rate: number, waiting: number } | undefined} budget @param {number | undefined} used */
function budgetOf(budget, used) {
  if (!budget) return ["no limit"];
  const share = (used ?? 0) / budget.rate;
  return [
    bar(share, share > 0.8 ? "near" : ""),
    `${formatPercent(used ?? 0, budget.rate)} of ${formatRate(budget.rate)}/s`,
    budget.waiting > 0 && el("span", { class: "soft" }, `, ${budget.waiting} queued`),
  ];
}
