// Reads a response of /metrics, and computes what changed between two of them.

import { parseExposition } from "./exposition.js";

/** The results of the cache, as the gateway's documentation lists them. */
export const VERDICTS = ["hit", "stale", "collapsed", "local", "miss", "bypass"];

/**
 * Counts API requests only: requests for files and for the operator's paths have no generation label.
 *
 * @typedef {object} Counters
 * @property {Record<string, number>} requests by how they ended: "served", "refused", "failed"
 * @property {Record<string, number>} errors by the gateway's code
 * @property {Record<string, number>} attempts upstream requests by outcome: "answered", "failed"
 * @property {Record<string, number>} cache by verdict
 * @property {Record<string, Record<string, number>>} operations by name, such as "v3 transactions", and how they ended
 * @property {Record<string, Record<string, number>>} services upstream requests by upstream, such as "mainnet one.example", and outcome
 *
 * @typedef {object} Times a histogram
 * @property {number} sum seconds @property {Record<string, number>} buckets counts by upper bound in seconds
 *
 * @typedef {Counters & { responses: Times, upstream: Times, looked: Record<string, Record<string, number>>,
 *   classes: Record<string, Times>, waits: Record<string, Times> }} Counted `looked`: what the cache had, by operation and verdict;
 *   `classes`: times of responses, by category of the operation; `waits`: times of upstreams, by upstream
 *
 * @typedef {object} Reading
 * @property {number} at milliseconds, of the browser's clock @property {string} isolate @property {number} since seconds since 1970
 * @property {Counted} counted
 * @property {Counters | undefined} fleet the sums of all isolates, if the gateway has them
 * @property {{ callers?: number, waiting?: number, bytes?: number, entries?: number, resets?: number, inFlight?: number }} now
 * @property {{ network: string, upstream: string, open: boolean }[]} breakers
 * @property {Record<string, { rate: number, waiting: number }>} budgets by upstream
 */

/** @param {string} text @param {number} at @returns {Reading} */
export function readMetrics(text, at) {
  const samples = parseExposition(text);
  const of = (name) => samples.filter((one) => one.name === name);
  const gauge = (name) => of(name)[0]?.value;
  const start = of("ton_edge_start_time_seconds")[0];
  const waiting = summed(of("ton_edge_budget_waiting_requests"), serviceOf);
  return {
    at,
    isolate: start?.labels.isolate ?? "unknown",
    since: start?.value,
    counted: {
      ...countersOf(of, "ton_edge_"),
      responses: timesOf(of, REQUEST_TIMES, isOfOperation),
      upstream: timesOf(of, UPSTREAM_TIMES),
      classes: timesBy(of, REQUEST_TIMES, (labels) => (isOfOperation(labels) ? labels.category : undefined)),
      waits: timesBy(of, UPSTREAM_TIMES, serviceOf),
      looked: grouped(of("ton_edge_requests_total").filter(isLookup), operationOf, ({ cache }) => cache),
    },
    fleet: samples.some(({ name }) => name.startsWith("ton_edge_fleet_"))
      ? countersOf(of, "ton_edge_fleet_")
      : undefined,
    now: {
      callers: gauge("ton_edge_limit_callers"),
      waiting: sumCounts(waiting),
      bytes: gauge("ton_edge_cache_bytes"),
      entries: gauge("ton_edge_cache_entries"),
      resets: gauge("ton_edge_wasm_resets_total"),
      inFlight: gauge("ton_edge_requests_in_flight"),
    },
    breakers: of("ton_edge_breaker_state")
      .filter(({ labels: { state } }) => state === "open")
      .map(({ labels: { network, upstream }, value }) => ({ network, upstream, open: value > 0 })),
    budgets: Object.fromEntries(
      of("ton_edge_budget_requests_per_second").map(({ labels, value }) => [
        serviceOf(labels),
        { rate: value, waiting: waiting[serviceOf(labels)] ?? 0 },
      ]),
    ),
  };
}

/** @param {Record<string, string>} labels */
const isInterface = ({ generation }) => generation !== "";
/** @param {Record<string, string>} labels */
const isOfOperation = ({ category }) => category !== undefined && category !== "none";
/** Of requests that the cache served, missed or was bypassed by. @param {{ labels: Record<string, string> }} sample */
const isLookup = ({ labels: { cache } }) => cache !== undefined && cache !== "none";
const END = { success: "served", failed: "failed" };
const classOf = ({ outcome }) => END[outcome] ?? "refused";
const FAULTS = ["failed", "timeout", "unreachable", "broken_off"];
const outcomeOf = ({ outcome }) => (FAULTS.includes(outcome) ? "failed" : "answered");

const operationOf = ({ generation, operation }) => (generation && operation ? `${generation} ${operation}` : undefined);
/** @param {Record<string, string>} labels */
const serviceOf = ({ network, upstream }) => `${network} ${upstream}`;
const REQUEST_TIMES = "ton_edge_request_duration_seconds";
const UPSTREAM_TIMES = "ton_edge_upstream_duration_seconds";

function countersOf(of, prefix) {
  const requests = of(`${prefix}requests_total`).filter(({ labels }) => isInterface(labels));
  const attempts = of(`${prefix}upstream_attempts_total`);
  return {
    requests: summed(requests, classOf),
    errors: summed(of(`${prefix}errors_total`), ({ code }) => code),
    attempts: summed(attempts, outcomeOf),
    cache: summed([...requests, ...of(`${prefix}cache_total`)].filter(isLookup), ({ cache }) => cache),
    operations: grouped(requests, operationOf, classOf),
    services: grouped(attempts, serviceOf, outcomeOf),
  };
}

/** Sums by two keys; samples without the first one are left out. */
function grouped(samples, first, second) {
  const groups = {};
  for (const { labels, value } of samples) {
    const name = first(labels);
    if (name === undefined) continue;
    const group = (groups[name] ??= {});
    group[second(labels)] = (group[second(labels)] ?? 0) + value;
  }
  return groups;
}

function summed(samples, key) {
  const sums = {};
  for (const { labels, value } of samples) sums[key(labels)] = (sums[key(labels)] ?? 0) + value;
  return sums;
}

/**
 * @param {(name: string) => { labels: Record<string, string>, value: number }[]} of @param {string} name
 * @param {(labels: Record<string, string>) => boolean} wanted
 * @returns {Times}
 */
function timesOf(of, name, wanted = () => true) {
  const part = (end) => of(`${name}_${end}`).filter(({ labels }) => wanted(labels));
  return { sum: sumCounts(summed(part("sum"), () => "all")), buckets: summed(part("bucket"), ({ le }) => le) };
}

/** The histograms of a name, by a key. @returns {Record<string, Times>} */
function timesBy(of, name, key) {
  const keys = new Set(of(`${name}_bucket`).map(({ labels }) => key(labels)));
  keys.delete(undefined);
  return Object.fromEntries([...keys].map((one) => [one, timesOf(of, name, (labels) => key(labels) === one)]));
}

export const sumCounts = (counts) => Object.values(counts).reduce((sum, one) => sum + one, 0);

/**
 * The counts between one reading and a later one of the same isolate. Undefined if a counter went back: the isolate has
 * restarted.
 *
 * @param {Reading} before @param {Reading} after
 * @returns {{ seconds: number, counted: Reading["counted"] } | undefined}
 */
export function diffReadings(before, after) {
  const seconds = (after.at - before.at) / 1000;
  if (before.isolate !== after.isolate || before.since !== after.since || !(seconds > 0)) return undefined;
  const counted = combineTrees(after.counted, before.counted, (now, then) => now - then);
  return isBack(counted) ? undefined : { seconds, counted };
}

const isBack = (tree) => Object.values(tree).some((one) => (typeof one === "object" ? isBack(one) : one < 0));

/** Combines two trees of numbers; missing ones are 0. @returns {any} a tree of the same shape */
export function combineTrees(one, other, how) {
  const made = {};
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const [a, b] = [one[key], other[key]];
    made[key] = typeof (a ?? b) === "object" ? combineTrees(a ?? {}, b ?? {}, how) : how(a ?? 0, b ?? 0);
  }
  return made;
}

/** The number of observations. @param {Times} times */
export const countTimed = ({ buckets }) => buckets["+Inf"] ?? 0;

/** The mean in seconds; undefined without observations. @param {Times} times */
export const meanTime = (times) => (countTimed(times) > 0 ? times.sum / countTimed(times) : undefined);

/**
 * Estimates a quantile in seconds, by linear interpolation within its bucket. Beyond the last bound it gives that bound, and
 * `beyond`.
 *
 * @param {Times} times @param {number} share from 0 to 1
 */
export function estimateQuantile(times, share) {
  const wanted = countTimed(times) * share;
  if (!(wanted > 0)) return undefined;
  const bounds = Object.entries(times.buckets)
    .map(([le, count]) => [le === "+Inf" ? Infinity : Number(le), count])
    .sort(([a], [b]) => a - b);
  let [low, below] = [0, 0];
  for (const [high, count] of bounds) {
    if (count >= wanted) {
      return high === Infinity
        ? { seconds: low, beyond: true }
        : { seconds: low + ((high - low) * (wanted - below)) / (count - below), beyond: false };
    }
    [low, below] = [high, count];
  }
  return undefined;
}
