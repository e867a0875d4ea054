// Reads a response of /metrics, and computes the changes between two of them.

import { parseExposition } from "./exposition.js";

/** The cache results, as listed in the gateway's documentation. */
export const CACHE_RESULTS = ["hit", "stale", "collapsed", "local", "miss", "bypass"];

/**
 * Counts only API requests. Requests for files and for the operator's paths have no generation label, and are not counted.
 *
 * @typedef {object} Counters
 * @property {Record<string, number>} requests by outcome: "served", "refused", "failed"
 * @property {Record<string, number>} errors by the gateway's code
 * @property {Record<string, number>} attempts upstream requests by outcome: "answered", "failed"
 * @property {Record<string, number>} cache by cache result
 * @property {Record<string, Record<string, number>>} operations by name, such as "v3 transactions", and how they ended
 * @property {Record<string, Record<string, number>>} services upstream requests by upstream, such as "mainnet one.example", and outcome
 *
 * @typedef {object} Times a histogram
 * @property {number} sum seconds @property {Record<string, number>} buckets counts by upper bound in seconds
 *
 * @typedef {Counters & { responses: Times, upstream: Times, looked: Record<string, Record<string, number>>,
 *   classes: Record<string, Times>, waits: Record<string, Times>, live: Record<string, number> }} Counted `looked`: cache results by
 *   operation; `classes`: times of responses, by category of the operation; `waits`: times of upstreams, by upstream; `live`: `events` of
 *   streams and `upstreamRequests` for them
 *
 * @typedef {object} Reading
 * @property {number} at milliseconds, by the browser's clock @property {string} isolate @property {number} since seconds since 1970
 * @property {Counted} counted
 * @property {Counters | undefined} fleet the sums of all isolates, if the gateway has them
 * @property {{ callers?: number, waiting?: number, bytes?: number, entries?: number, resets?: number, inFlight?: number }} now
 * @property {{ network: string, upstream: string, open: boolean }[]} breakers
 * @property {Record<string, { rate: number, waiting: number }>} budgets by upstream
 * @property {KeyUse[]} keys the API keys that were used, by id and plan
 * @property {Streams | undefined} streams undefined if the gateway has no streams, or does not know them
 * @property {{ isSuccessful: boolean, time: number } | undefined} reload undefined if the gateway reads its configuration only once
 * @property {number | undefined} keyStaleSeconds seconds since the file of API keys was last valid; 0 while it is
 *
 * @typedef {object} Streams counts; undefined are those that the gateway does not report
 * @property {Record<string, number>} open by kind @property {number} [sockets] open WebSockets @property {number} [accounts]
 * @property {number} [bytes] @property {number} [events] @property {Record<string, number>} ends by reason
 * @property {Record<string, number>} [openings] by kind @property {Record<string, number>} [resumes] by result
 * @property {Record<string, number>} [upstreamRequests] by operation
 *
 * @typedef {{ key: string, plan: string, success: number, refused: number, failed: number, cost: number | undefined }} KeyUse
 *   requests by outcome
 */

/** @param {string} text @param {number} readAt @returns {Reading} */
export function readMetrics(text, readAt) {
  const samples = parseExposition(text);
  const selectSamples = (name) => samples.filter((sample) => sample.name === name);
  const readGauge = (name) => selectSamples(name)[0]?.value;
  const startSample = selectSamples("ton_edge_start_time_seconds")[0];
  const streams = readStreams(selectSamples);
  const waitingByService = sumByKey(selectSamples("ton_edge_budget_waiting_requests"), nameService);
  return {
    at: readAt,
    isolate: startSample?.labels.isolate ?? "unknown",
    since: startSample?.value,
    counted: {
      ...readCounters(selectSamples, "ton_edge_"),
      responses: readTimes(selectSamples, REQUEST_TIMES, isOfOperation),
      upstream: readTimes(selectSamples, UPSTREAM_TIMES),
      classes: readTimesByKey(selectSamples, REQUEST_TIMES, (labels) =>
        isOfOperation(labels) ? labels.category : undefined,
      ),
      waits: readTimesByKey(selectSamples, UPSTREAM_TIMES, nameService),
      looked: groupSums(selectSamples("ton_edge_requests_total").filter(isLookup), nameOperation, ({ cache }) => cache),
      live: {
        ...(streams?.events !== undefined && { events: streams.events }),
        ...(streams?.upstreamRequests && { upstreamRequests: sumCounts(streams.upstreamRequests) }),
      },
    },
    fleet: samples.some(({ name }) => name.startsWith("ton_edge_fleet_"))
      ? readCounters(selectSamples, "ton_edge_fleet_")
      : undefined,
    now: {
      callers: readGauge("ton_edge_limit_callers"),
      waiting: sumCounts(waitingByService),
      bytes: readGauge("ton_edge_cache_bytes"),
      entries: readGauge("ton_edge_cache_entries"),
      resets: readGauge("ton_edge_wasm_resets_total"),
      inFlight: readGauge("ton_edge_requests_in_flight"),
    },
    breakers: selectSamples("ton_edge_breaker_state")
      .filter(({ labels: { state } }) => state === "open")
      .map(({ labels: { network, upstream }, value }) => ({ network, upstream, open: value > 0 })),
    budgets: Object.fromEntries(
      selectSamples("ton_edge_budget_requests_per_second").map(({ labels, value }) => [
        nameService(labels),
        { rate: value, waiting: waitingByService[nameService(labels)] ?? 0 },
      ]),
    ),
    keys: readKeys(selectSamples),
    streams,
    reload: readReload(readGauge),
    keyStaleSeconds: readGauge("ton_edge_key_store_stale_seconds"),
  };
}

/** @returns {KeyUse[]} */
function readKeys(selectSamples) {
  /** @type {Map<string, KeyUse>} */
  const useByKey = new Map();
  for (const { labels, value } of selectSamples("ton_edge_key_requests_total")) {
    const { key, plan } = labels;
    const name = JSON.stringify([plan, key]);
    const keyUse = useByKey.get(name) ?? { key, plan, success: 0, refused: 0, failed: 0, cost: undefined };
    keyUse[KEY_END_BY_OUTCOME[labels.outcome] ?? "refused"] += value;
    useByKey.set(name, keyUse);
  }
  for (const { labels, value } of selectSamples("ton_edge_key_cost_total")) {
    const keyUse = useByKey.get(JSON.stringify([labels.plan, labels.key]));
    if (keyUse) keyUse.cost = value;
  }
  return [...useByKey.values()];
}

/** @returns {Reading["streams"]} */
function readStreams(selectSamples) {
  const openSamples = selectSamples("ton_edge_streams");
  if (openSamples.length === 0) return undefined;
  const readSingleValue = (name) => selectSamples(name)[0]?.value;
  /** @param {string} name @param {string} label */
  const readCounts = (name, label) => {
    const samples = selectSamples(name);
    return samples.length > 0 ? sumByKey(samples, (labels) => labels[label]) : undefined;
  };
  return {
    open: sumByKey(openSamples, ({ kind }) => kind ?? ""),
    sockets: readSingleValue("ton_edge_stream_sockets"),
    openings: readCounts("ton_edge_stream_openings_total", "kind"),
    resumes: readCounts("ton_edge_stream_resumes_total", "result"),
    upstreamRequests: readCounts("ton_edge_stream_upstream_requests_total", "operation"),
    accounts: readSingleValue("ton_edge_stream_accounts"),
    bytes: readSingleValue("ton_edge_stream_buffered_bytes"),
    events: readSingleValue("ton_edge_stream_events_total"),
    ends: sumByKey(selectSamples("ton_edge_stream_ends_total"), ({ reason }) => reason),
  };
}

/** @returns {Reading["reload"]} */
function readReload(readGauge) {
  const isSuccessful = readGauge("ton_edge_config_last_reload_successful");
  const time = readGauge("ton_edge_config_last_reload_success_timestamp_seconds");
  return isSuccessful === undefined || time === undefined ? undefined : { isSuccessful: isSuccessful === 1, time };
}

/** @param {Record<string, string>} labels */
const isApiRequest = ({ generation }) => generation !== "";
/** @param {Record<string, string>} labels */
const isOfOperation = ({ category }) => category !== undefined && category !== "none";
/** Whether a sample counts requests that looked into the cache. @param {{ labels: Record<string, string> }} sample */
const isLookup = ({ labels: { cache } }) => cache !== undefined && cache !== "none";
const KEY_END_BY_OUTCOME = { success: "success", failed: "failed" };
const END_BY_OUTCOME = { success: "served", failed: "failed" };
const classifyEnd = ({ outcome }) => END_BY_OUTCOME[outcome] ?? "refused";
const FAULT_OUTCOMES = ["failed", "timeout", "unreachable", "broken_off"];
const classifyAttempt = ({ outcome }) => (FAULT_OUTCOMES.includes(outcome) ? "failed" : "answered");

const nameOperation = ({ generation, operation }) =>
  generation && operation ? `${generation} ${operation}` : undefined;
/** @param {Record<string, string>} labels */
const nameService = ({ network, upstream }) => `${network} ${upstream}`;
const REQUEST_TIMES = "ton_edge_request_duration_seconds";
const UPSTREAM_TIMES = "ton_edge_upstream_duration_seconds";

function readCounters(selectSamples, prefix) {
  const requests = selectSamples(`${prefix}requests_total`).filter(({ labels }) => isApiRequest(labels));
  const attempts = selectSamples(`${prefix}upstream_attempts_total`);
  return {
    requests: sumByKey(requests, classifyEnd),
    errors: sumByKey(selectSamples(`${prefix}errors_total`), ({ code }) => code),
    attempts: sumByKey(attempts, classifyAttempt),
    cache: sumByKey([...requests, ...selectSamples(`${prefix}cache_total`)].filter(isLookup), ({ cache }) => cache),
    operations: groupSums(requests, nameOperation, classifyEnd),
    services: groupSums(attempts, nameService, classifyAttempt),
  };
}

/** Sums samples by two keys; samples without the first key are skipped. */
function groupSums(samples, firstKey, secondKey) {
  const groups = {};
  for (const { labels, value } of samples) {
    const name = firstKey(labels);
    if (name === undefined) continue;
    const group = (groups[name] ??= {});
    group[secondKey(labels)] = (group[secondKey(labels)] ?? 0) + value;
  }
  return groups;
}

function sumByKey(samples, key) {
  const sums = {};
  for (const { labels, value } of samples) sums[key(labels)] = (sums[key(labels)] ?? 0) + value;
  return sums;
}

/**
 * @param {(name: string) => { labels: Record<string, string>, value: number }[]} selectSamples @param {string} name
 * @param {(labels: Record<string, string>) => boolean} isWanted
 * @returns {Times}
 */
function readTimes(selectSamples, name, isWanted = () => true) {
  const selectPart = (suffix) => selectSamples(`${name}_${suffix}`).filter(({ labels }) => isWanted(labels));
  return {
    sum: sumCounts(sumByKey(selectPart("sum"), () => "all")),
    buckets: sumByKey(selectPart("bucket"), ({ le: bound }) => bound),
  };
}

/** Returns the histograms of a name, by a key. @returns {Record<string, Times>} */
function readTimesByKey(selectSamples, name, key) {
  const keys = new Set(selectSamples(`${name}_bucket`).map(({ labels }) => key(labels)));
  keys.delete(undefined);
  return Object.fromEntries(
    [...keys].map((keyValue) => [keyValue, readTimes(selectSamples, name, (labels) => key(labels) === keyValue)]),
  );
}

export const sumCounts = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/**
 * Returns the counts between one reading and a later one of the same isolate. Undefined if a counter decreased, because the isolate has
 * restarted.
 *
 * @param {Reading} before @param {Reading} after
 * @returns {{ seconds: number, counted: Reading["counted"] } | undefined}
 */
export function diffReadings(before, after) {
  const seconds = (after.at - before.at) / 1000;
  if (before.isolate !== after.isolate || before.since !== after.since || !(seconds > 0)) return undefined;
  const countChanges = combineTrees(
    after.counted,
    before.counted,
    (laterCount, earlierCount) => laterCount - earlierCount,
  );
  return hasDecrease(countChanges) ? undefined : { seconds, counted: countChanges };
}

const hasDecrease = (tree) =>
  Object.values(tree).some((branch) => (typeof branch === "object" ? hasDecrease(branch) : branch < 0));

/** Combines two trees of numbers; missing ones are 0. @returns {any} a tree of the same shape */
export function combineTrees(firstTree, secondTree, combine) {
  const combinedTree = {};
  for (const key of new Set([...Object.keys(firstTree), ...Object.keys(secondTree)])) {
    const [a, b] = [firstTree[key], secondTree[key]];
    combinedTree[key] =
      typeof (a ?? b) === "object" ? combineTrees(a ?? {}, b ?? {}, combine) : combine(a ?? 0, b ?? 0);
  }
  return combinedTree;
}

/** Returns the number of observations. @param {Times} times */
export const countObservations = ({ buckets }) => buckets["+Inf"] ?? 0;

/** Returns the mean in seconds; undefined without observations. @param {Times} times */
export const computeMeanTime = (times) =>
  countObservations(times) > 0 ? times.sum / countObservations(times) : undefined;

/**
 * Estimates a quantile in seconds, by linear interpolation within its bucket. If the quantile is above the last bound, it returns that
 * bound with `beyond` set.
 *
 * @param {Times} times @param {number} share from 0 to 1
 */
export function estimateQuantile(times, share) {
  const targetCount = countObservations(times) * share;
  if (!(targetCount > 0)) return undefined;
  const bounds = Object.entries(times.buckets)
    .map(([bound, count]) => [bound === "+Inf" ? Infinity : Number(bound), count])
    .sort(([a], [b]) => a - b);
  let [lowBound, countBelow] = [0, 0];
  for (const [highBound, count] of bounds) {
    if (count >= targetCount) {
      return highBound === Infinity
        ? { seconds: lowBound, beyond: true }
        : {
            seconds: lowBound + ((highBound - lowBound) * (targetCount - countBelow)) / (count - countBelow),
            beyond: false,
          };
    }
    [lowBound, countBelow] = [highBound, count];
  }
  return undefined;
}
