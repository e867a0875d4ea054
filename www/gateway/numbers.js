// The operator's numbers on the page.

import { byId, el, fact, fill } from "../page/dom.js";
import { count, time } from "../page/format.js";
import { mean, quantile, timed, total, VERDICTS } from "./reading.js";
import { amount, bytes, estimate, percent, rate, seconds } from "./units.js";

/** Milliseconds that "now" is about. */
export const WINDOW = 60_000;
/** Answers of the gateway's memory, and of a request that was under way already. */
const SPARED = ["hit", "stale", "collapsed"];
const IN_WORDS = { hit: "hits", stale: "stale", collapsed: "shared", miss: "misses", bypass: "not kept" };

export const spared = (cache) => SPARED.reduce((sum, verdict) => sum + (cache[verdict] ?? 0), 0);

const put = (id, text) => {
  byId(`gateway-${id}`).textContent = text;
};

/**
 * @param {import("./reading.js").Reading} reading
 * @param {{ within(ms: number, now: number): { seconds: number, counted: import("./reading.js").Reading["counted"] } | undefined, isolates: number }} past
 */
export function paintNumbers(reading, past) {
  const recent = past.within(WINDOW, reading.at);
  paintTraffic(reading.counted, recent);
  paintTimes(recent);
  paintState(reading);
  paintIsolate(reading, past.isolates);
  paintErrors(reading.counted.errors);
  paintFleet(reading.fleet);
}

function paintTraffic({ requests, cache, attempts }, recent) {
  const per = (counts) => (recent ? rate(total(counts) / recent.seconds) : "…");
  put("requests", per(recent?.counted.requests ?? {}));
  put("requests-total", `${amount(total(requests))} in all${listed(requests, classInWords)}`);
  put("hits", total(cache) > 0 ? percent(spared(cache), total(cache)) : "–");
  put("cache-total", total(cache) > 0 ? listed(Object.fromEntries(VERDICTS.map((one) => [one, cache[one] ?? 0])), (one) => IN_WORDS[one]).slice(2) : "Nothing was looked up");
  put("attempts", per(recent?.counted.attempts ?? {}));
  put("attempts-total", `${amount(total(attempts))} in all, ${amount(attempts.failed ?? 0)} failed`);
}

const classInWords = (status) => `with ${status}`;
const listed = (counts, words) => Object.entries(counts).sort(([a], [b]) => VERDICTS.indexOf(a) - VERDICTS.indexOf(b) || a.localeCompare(b))
  .map(([key, n]) => `, ${amount(n)} ${words(key)}`).join("");

function paintTimes(recent) {
  for (const name of ["upstream", "answers"]) {
    const times = recent?.counted[name];
    const some = times && timed(times) > 0;
    put(`${name}-mean`, some ? seconds(mean(times)) : "–");
    put(`${name}-spread`, some
      ? `half within ${estimate(quantile(times, 0.5))}, 95 % within ${estimate(quantile(times, 0.95))}`
      : "nothing in the last minute");
  }
}

function paintState({ counted, now, breakers }) {
  put("refused", amount(counted.errors.rate_limited ?? 0));
  put("callers", [
    now.waiting !== undefined && `${count(now.waiting, "request")} in line for a budget`,
    now.callers !== undefined && `${count(now.callers, "caller")} remembered`,
  ].filter(Boolean).join(", "));
  const open = breakers.filter((one) => one.open);
  put("breakers", open.length > 0 ? `${open.length} open` : "All closed");
  put("breakers-which", open.length > 0
    ? `left alone for now: ${open.map(({ network, upstream }) => `${network} ${Number(upstream) + 1}`).join(", ")}`
    : count(breakers.length, "service"));
  put("cache-size", now.bytes === undefined ? "–" : bytes(now.bytes));
  put("cache-entries", now.entries === undefined ? "not kept in this memory" : `${count(now.entries, "answer")} in memory`);
}

function paintIsolate({ isolate, since, now }, isolates) {
  put("isolate", isolate);
  put("since", time(since)?.local ?? "unknown");
  put("resets", now.resets === undefined ? "unknown" : String(now.resets));
  put("isolates", isolates > 1
    ? `${isolates} isolates have answered here in turn. Totals are of the one that answered last, rates of one on average.`
    : "");
}

function paintErrors(errors) {
  const rows = Object.entries(errors).sort(([, a], [, b]) => b - a);
  fill(byId("gateway-errors"), rows.length > 0 ? rows.map(([code, n]) => fact(el("code", {}, code), amount(n))) : el("div", {}, el("dt", {}, "None"), el("dd", {})));
}

function paintFleet(fleet) {
  byId("gateway-fleet").hidden = !fleet;
  if (!fleet) return;
  const { requests, cache, attempts, errors } = fleet;
  put("fleet-requests", amount(total(requests)));
  put("fleet-hits", `${percent(spared(cache), total(cache))} of ${amount(total(cache))}`);
  put("fleet-attempts", `${amount(total(attempts))}, ${amount(attempts.failed ?? 0)} failed`);
  put("fleet-refused", amount(errors.rate_limited ?? 0));
}
