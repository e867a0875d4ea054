// Paints the operator's metrics.

import { byId, el, fact, fill } from "../shared/dom.js";
import { formatCount, formatTime } from "../shared/format.js";
import { countObservations, estimateQuantile, computeMeanTime, sumCounts, CACHE_RESULTS } from "./metrics-reading.js";
import { formatAmount, formatEstimate, formatPercent, formatRate, formatSeconds, formatSize } from "./units.js";

/** Milliseconds that rates and means cover. */
export const WINDOW_MS = 60_000;
/** Cache results of responses for which no upstream request was made. */
const SPARED_CACHE_RESULTS = ["hit", "stale", "collapsed", "local"];
const VERDICT_TEXTS = {
  hit: "hits",
  stale: "stale",
  collapsed: "coalesced",
  local: "computed",
  miss: "misses",
  bypass: "not cacheable",
};

export const sumSparedRequests = (cache) =>
  SPARED_CACHE_RESULTS.reduce((sum, cacheResult) => sum + (cache[cacheResult] ?? 0), 0);

const setText = (id, text) => {
  byId(`gateway-${id}`).textContent = text;
};

/**
 * @param {import("./metrics-reading.js").Reading} reading
 * @param {{ sumWithin(ms: number, now: number): { seconds?: number, counted?: import("./metrics-reading.js").Counted } | undefined, isolates: number }} history
 */
export function paintNumbers(reading, history) {
  const recentChanges = history.sumWithin(WINDOW_MS, reading.at);
  paintTraffic(reading.counted, recentChanges);
  paintTimes(recentChanges);
  paintState(reading);
  paintIsolate(reading, history.isolates);
  paintErrors(reading.counted.errors);
}

function paintTraffic({ requests, cache, attempts }, recentChanges) {
  const formatPerSecond = (counts) => (recentChanges ? formatRate(sumCounts(counts) / recentChanges.seconds) : "…");
  setText("requests", formatPerSecond(recentChanges?.counted.requests ?? {}));
  setText("requests-total", `${formatAmount(sumCounts(requests))} in total${listCounts(requests, (name) => name)}`);
  setText("hits", sumCounts(cache) > 0 ? formatPercent(sumSparedRequests(cache), sumCounts(cache)) : "–");
  setText(
    "cache-total",
    sumCounts(cache) > 0
      ? listCounts(
          Object.fromEntries(CACHE_RESULTS.map((name) => [name, cache[name] ?? 0])),
          (name) => VERDICT_TEXTS[name],
        ).slice(2)
      : "No lookups yet",
  );
  setText("attempts", formatPerSecond(recentChanges?.counted.attempts ?? {}));
  setText(
    "attempts-total",
    `${formatAmount(sumCounts(attempts))} in total, ${formatAmount(attempts.failed ?? 0)} failed`,
  );
}

const listCounts = (counts, formatKey) =>
  Object.entries(counts)
    .sort(([a], [b]) => CACHE_RESULTS.indexOf(a) - CACHE_RESULTS.indexOf(b) || a.localeCompare(b))
    .map(([key, count]) => `, ${formatAmount(count)} ${formatKey(key)}`)
    .join("");

function paintTimes(recentChanges) {
  for (const name of ["upstream", "responses"]) {
    const times = recentChanges?.counted[name];
    const hasTimes = times && countObservations(times) > 0;
    setText(`${name}-mean`, hasTimes ? formatSeconds(computeMeanTime(times)) : "–");
    setText(
      `${name}-spread`,
      hasTimes
        ? `median ${formatEstimate(estimateQuantile(times, 0.5))}, 95th percentile ${formatEstimate(estimateQuantile(times, 0.95))}`
        : recentChanges
          ? "no requests in the last minute"
          : "…",
    );
  }
}

function paintState({ counted, now, breakers }) {
  setText("refused", formatAmount(counted.errors.rate_limited ?? 0));
  setText(
    "callers",
    [
      now.waiting !== undefined && `${formatCount(now.waiting, "request")} queued for the rate budget`,
      now.callers !== undefined && `${formatCount(now.callers, "caller")} remembered`,
    ]
      .filter(Boolean)
      .join(", "),
  );
  const openBreakers = breakers.filter((name) => name.open);
  setText("breakers", openBreakers.length > 0 ? `${openBreakers.length} open` : "All closed");
  setText(
    "breakers-which",
    openBreakers.length > 0
      ? `not used for now: ${openBreakers.map(({ network, upstream }) => `${network} ${upstream}`).join(", ")}`
      : formatCount(breakers.length, "upstream"),
  );
  setText("cache-size", now.bytes === undefined ? "–" : formatSize(now.bytes));
  setText(
    "cache-entries",
    now.entries === undefined ? "not in memory" : `${formatCount(now.entries, "entry", "entries")} in memory`,
  );
}

function paintIsolate({ isolate, since, now }, isolates) {
  setText("isolate", isolate);
  setText("since", formatTime(since)?.local ?? "unknown");
  setText("inflight", now.inFlight === undefined ? "unknown" : formatAmount(now.inFlight));
  setText("resets", now.resets === undefined ? "unknown" : String(now.resets));
  setText(
    "isolates",
    isolates > 1
      ? `${isolates} isolates responded in turn. Totals are of the last one, rates are the mean of one.`
      : "",
  );
}

function paintErrors(errors) {
  const rows = Object.entries(errors)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a);
  fill(
    byId("gateway-errors"),
    rows.length > 0
      ? rows.map(([code, count]) => fact(el("code", {}, code), formatAmount(count)))
      : el("div", {}, el("dt", {}, "None"), el("dd", {})),
  );
}
