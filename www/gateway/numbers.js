// Paints the operator's metrics.

import { byId, el, fact, fill } from "../shared/dom.js";
import { formatCount, formatTime } from "../shared/format.js";
import { countTimed, estimateQuantile, meanTime, sumCounts, VERDICTS } from "./metrics-reading.js";
import { formatAmount, formatEstimate, formatPercent, formatRate, formatSeconds, formatSize } from "./units.js";

/** Milliseconds that rates and means cover. */
export const WINDOW = 60_000;
/** Verdicts of responses that took no upstream request of their own. */
const SPARED = ["hit", "stale", "collapsed", "local"];
const IN_WORDS = {
  hit: "hits",
  stale: "stale",
  collapsed: "coalesced",
  local: "computed",
  miss: "misses",
  bypass: "not cacheable",
};

export const sumSpared = (cache) => SPARED.reduce((sum, verdict) => sum + (cache[verdict] ?? 0), 0);

const put = (id, text) => {
  byId(`gateway-${id}`).textContent = text;
};

/**
 * @param {import("./metrics-reading.js").Reading} reading
 * @param {{ within(ms: number, now: number): { seconds?: number, counted?: import("./metrics-reading.js").Counted } | undefined, isolates: number }} past
 */
export function paintNumbers(reading, past) {
  const recent = past.within(WINDOW, reading.at);
  paintTraffic(reading.counted, recent);
  paintTimes(recent);
  paintState(reading);
  paintIsolate(reading, past.isolates);
  paintErrors(reading.counted.errors);
}

function paintTraffic({ requests, cache, attempts }, recent) {
  const per = (counts) => (recent ? formatRate(sumCounts(counts) / recent.seconds) : "…");
  put("requests", per(recent?.counted.requests ?? {}));
  put("requests-total", `${formatAmount(sumCounts(requests))} in total${listed(requests, (one) => one)}`);
  put("hits", sumCounts(cache) > 0 ? formatPercent(sumSpared(cache), sumCounts(cache)) : "–");
  put(
    "cache-total",
    sumCounts(cache) > 0
      ? listed(Object.fromEntries(VERDICTS.map((one) => [one, cache[one] ?? 0])), (one) => IN_WORDS[one]).slice(2)
      : "No lookups yet",
  );
  put("attempts", per(recent?.counted.attempts ?? {}));
  put("attempts-total", `${formatAmount(sumCounts(attempts))} in total, ${formatAmount(attempts.failed ?? 0)} failed`);
}

const listed = (counts, words) =>
  Object.entries(counts)
    .sort(([a], [b]) => VERDICTS.indexOf(a) - VERDICTS.indexOf(b) || a.localeCompare(b))
    .map(([key, n]) => `, ${formatAmount(n)} ${words(key)}`)
    .join("");

function paintTimes(recent) {
  for (const name of ["upstream", "responses"]) {
    const times = recent?.counted[name];
    const some = times && countTimed(times) > 0;
    put(`${name}-mean`, some ? formatSeconds(meanTime(times)) : "–");
    put(
      `${name}-spread`,
      some
        ? `median ${formatEstimate(estimateQuantile(times, 0.5))}, 95th percentile ${formatEstimate(estimateQuantile(times, 0.95))}`
        : recent
          ? "no requests in the last minute"
          : "…",
    );
  }
}

function paintState({ counted, now, breakers }) {
  put("refused", formatAmount(counted.errors.rate_limited ?? 0));
  put(
    "callers",
    [
      now.waiting !== undefined && `${formatCount(now.waiting, "request")} queued for the rate budget`,
      now.callers !== undefined && `${formatCount(now.callers, "caller")} remembered`,
    ]
      .filter(Boolean)
      .join(", "),
  );
  const open = breakers.filter((one) => one.open);
  put("breakers", open.length > 0 ? `${open.length} open` : "All closed");
  put(
    "breakers-which",
    open.length > 0
      ? `not used for now: ${open.map(({ network, upstream }) => `${network} ${upstream}`).join(", ")}`
      : formatCount(breakers.length, "upstream"),
  );
  put("cache-size", now.bytes === undefined ? "–" : formatSize(now.bytes));
  put(
    "cache-entries",
    now.entries === undefined ? "not in memory" : `${formatCount(now.entries, "entry", "entries")} in memory`,
  );
}

function paintIsolate({ isolate, since, now }, isolates) {
  put("isolate", isolate);
  put("since", formatTime(since)?.local ?? "unknown");
  put("inflight", now.inFlight === undefined ? "unknown" : formatAmount(now.inFlight));
  put("resets", now.resets === undefined ? "unknown" : String(now.resets));
  put(
    "isolates",
    isolates > 1
      ? `${isolates} isolates responded in turn. Totals are of the last one, rates are the mean of one.`
      : "",
  );
}

function paintErrors(errors) {
  const rows = Object.entries(errors)
    .filter(([, n]) => n > 0)
    .sort(([, a], [, b]) => b - a);
  fill(
    byId("gateway-errors"),
    rows.length > 0
      ? rows.map(([code, n]) => fact(el("code", {}, code), formatAmount(n)))
      : el("div", {}, el("dt", {}, "None"), el("dd", {})),
  );
}
