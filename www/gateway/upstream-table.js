// The operator's table of upstreams: state, height, lag, breaker, last failure, budget, and the times of their responses.

import { el } from "../shared/dom.js";
import { visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { sumCounts } from "./metrics-reading.js";
import { renderBar, renderCell, renderQuantileCells } from "./tables.js";
import { formatClock, renderAge } from "./times.js";
import { formatAmount, formatPercent, formatRate, formatSeconds } from "./units.js";

/**
 * @typedef {object} Service an upstream in the report of /readyz
 * @property {boolean} [ready] @property {string} [host] @property {number} [seqno] of its newest block at the check
 * @property {number} [headAge] the age of this block in seconds @property {string} [fault]
 * @property {Record<string, { seqno: number, behind: number, time?: string }>} [heights] the last blocks in v2 and v3, and by how many blocks they lag
 * @property {{ state: "closed" | "open" | "probing", since?: string, until?: string }} [breaker]
 * @property {string} [lastSuccess]
 * @property {{ time: string, operation: string, outcome: string, status?: number, reason?: string }} [lastFailure]
 *
 * @typedef {{ networks: Record<string, { needed: boolean, services: Service[] }>, since?: string }} Report of /readyz
 */

/** The outcomes of attempts that failed. */
const OUTCOME_TEXTS = {
  limited: "refused by its rate limit",
  failed: "failed",
  timeout: "no response in time",
  unreachable: "not reachable",
  broken_off: "response broke off",
};
const BREAKERS = {
  closed: { text: "Closed", kind: "good" },
  open: { text: "Open", kind: "bad" },
  probing: { text: "Open, next request probes", kind: "bad" },
};

/**
 * @param {Report | undefined} report undefined before the first one
 * @param {import("./metrics-reading.js").Reading} reading
 * @param {{ seconds?: number, counted?: import("./metrics-reading.js").Counted } | undefined} recentChanges
 */
export const renderServiceRows = (report, reading, recentChanges) =>
  Object.entries(report?.networks ?? listExpectedBreakers(reading)).flatMap(([network, { needed, services }]) =>
    services.map((service, index) =>
      renderServiceRow({ network, needed, at: index, service, services, since: report?.since }, reading, recentChanges),
    ),
  );

/** Returns the upstreams that /metrics names. @param {import("./metrics-reading.js").Reading} reading */
function listExpectedBreakers({ breakers }) {
  /** @type {Record<string, { needed: boolean, services: Service[] }>} */
  const networks = {};
  for (const { network, upstream } of breakers)
    (networks[network] ??= { needed: true, services: [] }).services.push({ host: upstream });
  return networks;
}

function renderServiceRow(row, { breakers, budgets, counted }, recentChanges) {
  const { network, needed, at: index, service, services, since } = row;
  const { ready, host, seqno, headAge, fault } = service;
  const key = `${network} ${host}`;
  const isOpen = breakers.some((breaker) => breaker.network === network && breaker.upstream === host && breaker.open);
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
    ),
    renderCell(
      "block",
      "",
      seqno === undefined ? "not known" : formatAmount(seqno),
      headAge !== undefined && el("span", { class: "detail" }, `${formatSeconds(Math.max(0, headAge))} old`),
    ),
    renderCell("lag", "", ...renderLag(service, services)),
    renderCell("breaker", "", ...renderBreaker(service, isOpen, since)),
    renderCell("last failure", "", ...renderLastFailure(service, since)),
    renderCell(
      "requests/s",
      "budget",
      perSecond === undefined ? "–" : formatRate(perSecond),
      ...renderBudget(budgets[key], perSecond),
    ),
    renderCell(
      "failed",
      `number${allAttempts.failed > 0 ? " some" : ""}`,
      formatPercent(allAttempts.failed ?? 0, sumCounts(allAttempts)),
    ),
    ...renderQuantileCells(times, [0.5, 0.95]),
  );
}

/**
 * Compares the newest block with the blocks that the same check found at the other upstreams, and shows the lags that the gateway reports.
 *
 * @param {Service} service @param {Service[]} services of its network
 */
function renderLag({ seqno, headAge, heights }, services) {
  const lags = Object.entries(heights ?? {}).filter(([, { behind }]) => behind > 0);
  return [
    describeDistance({ seqno, headAge }, services),
    ...lags.map(([generation, { seqno: height, behind }]) =>
      el("span", { class: "detail some" }, `${generation}: ${formatAmount(behind)} behind, at ${formatAmount(height)}`),
    ),
  ];
}

/** @param {Pick<Service, "seqno" | "headAge">} head @param {Service[]} services */
function describeDistance({ seqno, headAge }, services) {
  if (seqno === undefined) return "not known";
  const known = services.filter((service) => service.seqno !== undefined);
  if (known.length < 2) return "no other to compare";
  const best = known.reduce((a, b) => (b.seqno > a.seqno ? b : a));
  if (best.seqno === seqno) return "the newest";
  const blocks = `${formatAmount(best.seqno - seqno)} ${best.seqno - seqno === 1 ? "block" : "blocks"}`;
  return headAge === undefined || best.headAge === undefined
    ? blocks
    : `${blocks}, ${formatSeconds(Math.max(0, headAge - best.headAge))}`;
}

/** @param {Service} service @param {boolean} isOpen as /metrics says @param {string | undefined} countedSince */
function renderBreaker({ breaker }, isOpen, countedSince) {
  if (isOpen && breaker?.state !== "open") return [el("span", { class: "badge bad" }, "Breaker open")];
  if (!breaker) return ["not known"];
  const { state, since, until } = breaker;
  const { text, kind } = BREAKERS[state] ?? { text: state, kind: "" };
  const seconds = until === undefined ? 0 : (Date.parse(until) - Date.now()) / 1000;
  return [
    el("span", { class: `badge ${kind}` }, state === "open" ? "Breaker open" : text),
    el(
      "span",
      { class: "detail" },
      since === undefined
        ? `not opened since ${formatClock(countedSince)}`
        : `${state === "closed" ? "closed" : "opened"} `,
      since !== undefined && renderAge(since),
    ),
    state === "open" &&
      seconds > 0 &&
      el("span", { class: "detail" }, `next request in ${formatSeconds(Math.ceil(seconds))}`),
  ];
}

/** @param {Service} service @param {string | undefined} countedSince */
function renderLastFailure({ lastFailure, breaker, lastSuccess }, countedSince) {
  const success = lastSuccess !== undefined && el("span", { class: "detail" }, "last success ", renderAge(lastSuccess));
  // A gateway that does not report breakers does not report failures, either.
  if (!lastFailure) return [breaker ? `none since ${formatClock(countedSince)}` : "not known", success];
  const { time, operation, outcome, status, reason } = lastFailure;
  return [
    el("code", {}, status === undefined ? outcome : `${outcome} ${status}`),
    " ",
    renderAge(time),
    el("span", { class: "detail" }, `${visibleText(operation)}: ${describeFailure(outcome, status, reason)}`),
    success,
  ];
}

function describeFailure(outcome, status, reason) {
  const text = OUTCOME_TEXTS[outcome] ?? outcome;
  if (status !== undefined) return `${text}, status ${status}`;
  return outcome === "unreachable" && reason ? `${text}, ${visibleText(reason)}` : text;
}

/** @param {{ rate: number, waiting: number } | undefined} budget @param {number | undefined} usedRate */
function renderBudget(budget, usedRate) {
  if (!budget) return [el("span", { class: "detail" }, "no budget")];
  const share = (usedRate ?? 0) / budget.rate;
  return [
    " ",
    renderBar(share, share > 0.8 ? "near" : ""),
    el("span", { class: "detail" }, `${formatPercent(usedRate ?? 0, budget.rate)} of ${formatRate(budget.rate)}/s`),
    budget.waiting > 0 && el("span", { class: "detail some" }, `${formatAmount(budget.waiting)} queued`),
  ];
}
