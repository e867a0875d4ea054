// Writes what only operators may see in the report of `/readyz`: the upstreams, the callers, the configuration. Loaded with
// write-metrics.js, which says why the gateway passes the functions that this file needs.

import { REQUEST_OUTCOMES } from "./metric-families.js";

/** Callers that are listed in each order: by requests and by refusals, since the start and recently. */
const LISTED_CALLERS = 10;
/** Where the counts of a row begin: those since the start, and those of the current slot and of the one before. */
const ALL = [0];
const RECENT = [REQUEST_OUTCOMES.length, 2 * REQUEST_OUTCOMES.length];

/** Formats milliseconds since 1970; undefined if they are 0. @param {number} ms */
const formatTime = (ms) => (ms > 0 ? new Date(ms).toISOString() : undefined);

/**
 * Adds to the report of the core.
 *
 * @param {any} report is changed @param {any} gateway
 * @param {{ readBreakerState: typeof import("../upstream/breakers.js").readBreakerState,
 *   getOpenUntil: typeof import("../upstream/breakers.js").getOpenUntil,
 *   getLastSuccess: typeof import("../upstream/breakers.js").getLastSuccess,
 *   listHeights: typeof import("../upstream/heads.js").listHeights, processReport: Record<string, unknown>, apiKeys: unknown }} tools
 * @returns {any} the report for operators
 */
export function completeReport(report, gateway, tools) {
  const { networks, meter, readiness, streams } = gateway;
  const now = Date.now();
  for (const [network, { services }] of Object.entries(report.networks))
    for (const [index, service] of services.entries())
      Object.assign(service, describeUpstream(gateway, networks[network], index, tools, now));
  return {
    ...report,
    checkedAt: formatTime(readiness.last?.checkedAt),
    isolate: meter.isolate,
    since: formatTime(meter.since * 1000),
    apiKeys: tools.apiKeys,
    ...tools.processReport,
    streaming: streams?.scope ?? "off",
    callers: describeCallers(meter.callers.read()),
    alerts: meter.alerts.list(),
  };
}

/** @param {any} gateway @param {any} network @param {number} index @param {any} tools @param {number} now */
function describeUpstream({ maxBehindBlocks, breakerFailures }, network, index, tools, now) {
  const { names, heads, breakers, breakerChanges, upstreams } = network;
  const { readBreakerState, getOpenUntil, getLastSuccess, listHeights } = tools;
  const state = readBreakerState(breakers, index, { now, maxFailures: breakerFailures });
  const { time, ...failure } = upstreams[index].counts?.lastFailure ?? {};
  return {
    host: names[index],
    heights: Object.fromEntries(
      listHeights(heads, index, maxBehindBlocks).map(([generation, { seqno, behind, shownMs }]) => [
        generation,
        { seqno, behind, time: formatTime(now - shownMs) },
      ]),
    ),
    breaker: {
      state,
      since: formatTime(Math.abs(breakerChanges[index])),
      ...(state === "open" && { until: formatTime(getOpenUntil(breakers, index)) }),
    },
    lastSuccess: formatTime(getLastSuccess(breakers, index)),
    lastFailure: time === undefined ? undefined : { time: formatTime(time), ...failure },
  };
}

/** @param {ReturnType<ReturnType<typeof import("./caller-counts.js").createCallerCounts>["read"]>} counters */
function describeCallers({ startedAt, recentSince, rows, others, droppedCount, maxCallers }) {
  const listed = new Set();
  for (const starts of [ALL, RECENT])
    for (const isOfOrder of [() => true, isRefusal]) {
      const count = (row) => sumOutcomes(row, starts, isOfOrder);
      const order = rows.filter((row) => count(row) > 0).sort((a, b) => count(b) - count(a) || b.lastAt - a.lastAt);
      for (const row of order.slice(0, LISTED_CALLERS)) listed.add(row);
    }
  const unlisted = rows.filter((row) => !listed.has(row));
  return {
    since: formatTime(startedAt),
    recentSince: formatTime(recentSince),
    counted: rows.length,
    maxCounted: maxCallers,
    list: Array.from(listed, (row) => ({
      key: row.key,
      client: row.client,
      plan: row.key === undefined ? undefined : row.plan,
      ...describeCounts([row]),
      cost: row.cost,
      firstSeen: formatTime(row.firstAt),
      lastSeen: formatTime(row.lastAt),
    })),
    unlisted: { callers: unlisted.length, ...describeCounts(unlisted) },
    others: { dropped: droppedCount, ...describeCounts([others]) },
  };
}

const isRefusal = (outcome) => outcome === "invalid" || outcome === "limited";

/**
 * Sums the counts of a row whose outcome is selected.
 *
 * @param {import("./caller-counts.js").CallerRow} row @param {number[]} starts @param {(outcome: string) => boolean} isSelected
 */
const sumOutcomes = ({ counts }, starts, isSelected) =>
  starts.reduce(
    (total, start) =>
      REQUEST_OUTCOMES.reduce((sum, outcome, index) => sum + (isSelected(outcome) ? counts[start + index] : 0), total),
    0,
  );

/**
 * The requests of rows by outcome: all, and those of the current and the previous slot.
 *
 * @param {import("./caller-counts.js").CallerRow[]} rows
 */
function describeCounts(rows) {
  const readCounts = (starts) =>
    Object.fromEntries(
      REQUEST_OUTCOMES.map((outcome) => [
        outcome,
        rows.reduce((sum, row) => sum + sumOutcomes(row, starts, (other) => other === outcome), 0),
      ]),
    );
  return { requests: readCounts(ALL), recent: readCounts(RECENT) };
}
