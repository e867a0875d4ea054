// Counts requests, attempts and waits. A request costs only a few additions to existing counters of its operation, caller and upstream. The slow
// part, writing the metrics, is in `write-metrics.js`, which the first scrape loads.

import { createCallerCounts } from "./caller-counts.js";
import { createRecentAlerts } from "./recent-alerts.js";
import { randomUuid } from "../../util/crypto.js";

/** The outcomes of an attempt: indices in `OUTCOMES` of `metric-families.js`. A request ends in one of the first five ways. */
const [SUCCESS, INVALID, LIMITED, CANCELLED, FAILED, TIMEOUT, UNREACHABLE, BROKEN_OFF] = [0, 1, 2, 3, 4, 5, 6, 7];
/** The cache's result for a request: indices in `CACHE_STATES` of metric-families.js. */
const CACHE = { none: 0, hit: 1, stale: 2, miss: 3, collapsed: 4, bypass: 5, local: 6 };
const CACHE_STATES = 7;
/** Upper bounds of the buckets in seconds: from a response from memory to one that takes the whole deadline. */
const DEFAULT_BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/**
 * Maximum values of a label. Operations and codes come from lists of this package, keys and upstreams from the operator; further values count as
 * `other`.
 */
const MAX_VALUES = { operations: 256, codes: 256, keys: 500, upstreams: 64 };
const OTHER_LABEL = "other";

/**
 * Returns the value of a key, created at its first use. Once there are `max` values, all further keys share one.
 *
 * @template T @param {Map<string, T>} map @param {string} key @param {number} max @param {(key: string) => T} create @returns {T}
 */
function getBoundedEntry(map, key, max, create) {
  const value = map.get(key);
  if (value !== undefined) return value;
  const name = map.size < max ? key : OTHER_LABEL;
  const namedValue = map.get(name);
  if (namedValue !== undefined) return namedValue;
  const newValue = create(name);
  map.set(name, newValue);
  return newValue;
}

/** @param {Map<string, { count: number }>} map @param {string} key */
const countValue = (map, key) => {
  getBoundedEntry(map, key, MAX_VALUES.codes, () => ({ count: 0 })).count += 1;
};

/**
 * Creates a histogram: a count per bucket, the last one for values above all bounds, and an exemplar per bucket, the trace of a recent observation.
 */
export const createHistogram = (bounds = DEFAULT_BOUNDS) => ({
  bounds,
  sum: 0,
  counts: new Float64Array(bounds.length + 1),
  /** @type {string[]} */
  traces: [],
  values: new Float64Array(bounds.length + 1),
  times: new Float64Array(bounds.length + 1),
  /** Its native histogram, which the first scrape that reads it creates. @type {{ add(seconds: number): void } | undefined} */
  native: undefined,
});

/** @param {ReturnType<typeof createHistogram>} histogram @param {number} seconds @param {string} [trace] */
export function observeValue(histogram, seconds, trace) {
  const { bounds, counts } = histogram;
  let index = 0;
  while (index < bounds.length && seconds > bounds[index]) index += 1;
  counts[index] += 1;
  histogram.sum += seconds;
  histogram.native?.add(seconds);
  if (trace === undefined) return;
  histogram.traces[index] = trace;
  histogram.values[index] = seconds;
  histogram.times[index] = Date.now();
}

/** Creates counters that start at zero. `fleet` sums up the counters of all isolates; `alerts` has the recent alerts. */
export function createMeter(fleet, alerts = createRecentAlerts()) {
  return {
    isolate: randomUuid().slice(0, 8),
    since: Date.now() / 1000,
    fleet,
    alerts,
    /** By operation, a list of counters: mainnet v2, mainnet v3, testnet v2, testnet v3. */
    operations: new Map(),
    /** Histograms by category, then by cache state. */
    categories: new Map(),
    keys: new Map(),
    /** The callers that are active, with and without an API key. */
    callers: createCallerCounts(),
    codes: new Map(),
    upstreams: new Map(),
    local: new Map(),
    verified: new Map(),
  };
}

/** @typedef {ReturnType<typeof createMeter>} Meter */

/**
 * @typedef {object} Failure of an attempt
 * @property {number} time in milliseconds since 1970 @property {string} operation @property {string} outcome as the metrics name it
 * @property {number | undefined} status of the response, if there was one @property {string | undefined} reason why there was none
 */

/** Returns the counters of an upstream. They may exist: after a reload a gateway continues with its predecessor's meter. */
export const getUpstreamCounts = (meter, network, upstream) =>
  getBoundedEntry(meter.upstreams, `${network} ${upstream}`, MAX_VALUES.upstreams, (key) => ({
    network,
    upstream: key === OTHER_LABEL ? OTHER_LABEL : upstream,
    attempts: new Float64Array(8),
    cuts: 0,
    refusals: 0,
    /** Responses that were behind, of v2 and v3. */
    behind: [0, 0],
    times: createHistogram(),
    waits: createHistogram(),
    /** The last attempt without a usable response, for operators. @type {Failure | undefined} */
    lastFailure: undefined,
  }));

/** @param {Meter} meter @param {{ network?: string | null, generation?: string | null, endpoint?: string | null, category?: string | null }} about */
function getOperationCounts(meter, { network, generation, endpoint, category }) {
  const operation = endpoint ?? "unknown";
  const countsByApi = getBoundedEntry(meter.operations, operation, MAX_VALUES.operations, () => []);
  const index = (network === "testnet" ? 2 : 0) + (generation === "v3" ? 1 : 0);
  return (countsByApi[index] ??= {
    network: network ?? "",
    generation: generation ?? "",
    operation: meter.operations.has(operation) ? operation : OTHER_LABEL,
    counts: new Float64Array(5 * CACHE_STATES),
    ignored: 0,
    times: getBoundedEntry(meter.categories, category ?? "none", MAX_VALUES.operations, () => []),
  });
}

/** @param {Meter} meter @param {string | undefined} key @param {string | number | null | undefined} plan */
function getKeyCounts(meter, key, plan) {
  const planName = namePlan(key, plan);
  return getBoundedEntry(meter.keys, key === undefined ? "none" : `${planName} ${key}`, MAX_VALUES.keys, (name) => ({
    key: name === OTHER_LABEL ? OTHER_LABEL : (key ?? "none"),
    plan: name === OTHER_LABEL ? OTHER_LABEL : planName,
    counts: new Float64Array(5),
    cost: 0,
  }));
}

/** Names the plan of a key as labels do. A number is the key's own rate, not the name of a plan. */
const namePlan = (key, plan) =>
  key === undefined ? "none" : typeof plan === "number" ? "custom" : (plan ?? "default");

const classifyStatus = (status) =>
  status < 400 ? SUCCESS : status >= 500 ? FAILED : status === 429 ? LIMITED : status === 499 ? CANCELLED : INVALID;

const NO_TARGET = {};

/** Counts a request and its response. @param {Meter} meter @param {Partial<import("../request-record.js").RequestRecord>} record */
export function countRequest(meter, record, status, ms) {
  const target = record.about ?? NO_TARGET;
  const outcome = classifyStatus(status);
  // Without a cache, a request that went upstream counts as a bypass.
  const cache = CACHE[record.cache ?? (record.attempts > 0 ? "bypass" : "none")];
  const counts = getOperationCounts(meter, target);
  counts.counts[outcome * CACHE_STATES + cache] += 1;
  if (record.isIgnoring) counts.ignored += 1;
  if (record.code !== undefined) countValue(meter.codes, record.code);
  observeValue((counts.times[cache] ??= createHistogram()), ms / 1000, record.trace);
  if (target.generation === undefined || target.generation === null) return;
  const key = getKeyCounts(meter, record.caller, record.plan);
  key.counts[outcome] += 1;
  key.cost += record.cost;
}

/** Whether a request counts among those of its caller: to the API, for events or for a picture, or refused before it was read. */
const isOfCaller = ({ about, code }) =>
  about === undefined
    ? code !== undefined
    : Boolean(about.generation) || about.endpoint === "image" || String(about.endpoint).startsWith("streaming/");

/**
 * Counts a request among those of its caller, after the log has named the client. @param {Meter} meter
 * @param {import("../request-record.js").RequestRecord} record @param {number} status
 */
export function countForCaller(meter, record, status) {
  if (!isOfCaller(record)) return;
  const { caller, digest, plan, cost } = record;
  meter.callers.count(caller, digest, namePlan(caller, plan), classifyStatus(status), cost);
}

/** The outcomes of attempts without a usable response, by the reason. */
const FAILURES = {
  gone: CANCELLED,
  timeout: TIMEOUT,
  "broken-off": BROKEN_OFF,
  html: BROKEN_OFF,
  "not-json": BROKEN_OFF,
  "too-long": BROKEN_OFF,
};

/** The names of outcomes that are a failure of the upstream, by their indices. `OUTCOMES` is loaded only by a scrape. */
const FAILURE_NAMES = {
  [LIMITED]: "limited",
  [FAILED]: "failed",
  [TIMEOUT]: "timeout",
  [UNREACHABLE]: "unreachable",
  [BROKEN_OFF]: "broken_off",
};

/** Counts an attempt by its status, or by the reason why there is none (`status` 0). @param {string} operation */
export function countAttempt(counts, status, failure, durationMs, operation) {
  // A redirect, which the gateway does not follow, counts as a failure.
  const outcome = status >= 300 && status < 400 ? FAILED : classifyStatus(status);
  const attemptOutcome = status > 0 ? outcome : (FAILURES[failure] ?? UNREACHABLE);
  counts.attempts[attemptOutcome] += 1;
  if (FAILURE_NAMES[attemptOutcome])
    counts.lastFailure = {
      ...{ time: Date.now(), operation, outcome: FAILURE_NAMES[attemptOutcome] },
      ...(status > 0 ? { status } : { reason: failure }),
    };
  observeValue(counts.times, durationMs / 1000);
}

/** Counts a wait for a slot in the budget. */
export function countBudgetWait(counts, refusal, waitMs) {
  observeValue(counts.waits, waitMs / 1000);
  if (refusal?.failure === "budget") counts.refusals += 1;
}

/** Counts a get-method that may be computed locally, or a comparison with the upstream's result. */
export function countLocalResult(meter, name, labels) {
  for (const value of Object.values(labels)) countValue(meter[name], value);
}
