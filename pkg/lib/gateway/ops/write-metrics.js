// Writes the metrics of a gateway: as Prometheus' text format 0.0.4, as OpenMetrics 1.0 with exemplars, or as protobuf with native
// histograms too. Loaded by the first scrape.
// It gets what it needs from the gateway: imports of modules that the gateway has too would divide its bundle.

import { CACHE_STATES, FAMILIES, FLEET, OUTCOMES } from "./metric-families.js";
import { writeProtobuf } from "./write-protobuf.js";

/** @typedef {import("./metric-families.js").Family} Family */
/** @typedef {import("./metrics.js").Meter} Meter */
/** @typedef {ReturnType<typeof import("./metrics.js").createHistogram>} Histogram */
/** @typedef {any[][]} Series pairs: the values of the labels, and the value, which is a number or a histogram */

/** Written before they happen for the first time: an increase needs a zero to begin with, and alerts watch these. */
const EXPECTED_CODES = [
  "bad_gateway",
  "internal",
  "key_store_unavailable",
  "limiter_unavailable",
  "overloaded",
  "rate_limited",
  "upstream_key_refused",
  "upstream_timeout",
  "upstream_unavailable",
];
const EXPECTED_OUTCOMES = ["done"];
const EXPECTED_RESULTS = ["equal", "different"];

const PROTOBUF = "application/vnd.google.protobuf";
const OPENMETRICS = "application/openmetrics-text";
/** The formats, and their parameters in `Accept` as far as they are in question; the one named first wins. */
const FORMATS = [
  {
    name: PROTOBUF,
    type: `${PROTOBUF}; proto=io.prometheus.client.MetricFamily; encoding=delimited`,
    refuses: /^(proto=(?!io\.prometheus\.client\.metricfamily$)|encoding=(?!delimited$))/,
  },
  {
    name: OPENMETRICS,
    type: `${OPENMETRICS}; version=1.0.0; charset=utf-8`,
    refuses: /^version=(?!0\.0\.1$|1\.)/,
  },
  { name: "text/plain", type: "text/plain; version=0.0.4; charset=utf-8", refuses: /^version=(?!0\.0\.4$)/ },
];
const [, , TEXT] = FORMATS;

/** The format that a header `Accept` prefers. @param {string | null} accept */
function formatFor(accept) {
  const ranges = String(accept ?? "")
    .toLowerCase()
    .split(",")
    .map((range) => range.split(";").map((part) => part.trim()));
  const qualityOf = ([, ...parameters]) =>
    Number(/^q=(\d(?:\.\d+)?)$/.exec(parameters.find((one) => one.startsWith("q=")) ?? "q=1")?.[1] ?? 0);
  let [best, most] = [TEXT, 0];
  for (const format of FORMATS) {
    for (const range of ranges) {
      if (range[0] !== format.name || range.some((one) => format.refuses.test(one))) continue;
      if (qualityOf(range) > most) [best, most] = [format, qualityOf(range)];
    }
  }
  return best;
}

/**
 * The response to a scrape.
 *
 * @param {any} ready @param {string | null} accept the header
 * @param {{ now: number, resets: number, openUntil: (states: Float64Array, upstream: number) => number,
 *   failures: (states: Float64Array, upstream: number) => number,
 *   collectors: typeof import("./process-collectors.js").collectors }} tools
 * @param {Record<string, number> | undefined} sums of the fleet
 * @returns {{ type: string, body: string | Uint8Array }}
 */
export function writeMetrics(ready, accept, tools, sums) {
  const { name, type } = formatFor(accept);
  const families = labelled(ready, tools, sums);
  return { type, body: name === PROTOBUF ? writeProtobuf(families) : writeText(families, name === OPENMETRICS) };
}

/** All families with their series, whose labels have names. @returns {any} as `writeText` and `writeProtobuf` take them */
function labelled(ready, tools, sums) {
  const { meter, isWorkerd } = ready;
  // On a server one process is one target, which Prometheus names itself. At the edge a scrape reaches any of many isolates.
  const own = isWorkerd ? [["isolate", meter.isolate]] : [];
  const all = { ...counterSeries(ready), ...gaugeSeries(ready, tools) };
  const named = (family, series, more) =>
    series.map(([values, value]) => {
      const labels = family.labels.map((label, at) => [label, values[at]]);
      return [[...more.filter(([label]) => !family.labels.includes(label)), ...labels], value];
    });
  return [
    ...Object.entries(FAMILIES).map(([key, family]) => [family, named(family, all[key] ?? [], own)]),
    ...Object.entries(FLEET).map(([key, family]) => [family, sumSeries(key, sums)]),
    ...(isWorkerd ? [] : [...tools.collectors].flatMap((collect) => collect())).map(([family, series]) => [
      family,
      named(family, series, []),
    ]),
  ];
}

/** The sums of a fleet have their labels as `fleetCounts` writes them. */
const sumSeries = (key, sums) =>
  Object.entries(sums ?? {})
    .filter(([one]) => one.startsWith(`${key} `))
    .map(([one, count]) => [Array.from(one.matchAll(/(\w+)="([^"]*)"/g), ([, name, value]) => [name, value]), count]);

/** Prometheus' text format 0.0.4, or OpenMetrics 1.0. @param {[Family, [string[][], number | Histogram][]][]} families @param {boolean} isOpen */
function writeText(families, isOpen) {
  const lines = [];
  for (const [{ name, type, help, unit }, series] of families) {
    if (series.length === 0) continue;
    const total = type === "counter" ? `${name}_total` : name;
    const full = isOpen ? name : total;
    lines.push(`# HELP ${full} ${escaped(help, isOpen)}`, `# TYPE ${full} ${type}`);
    if (isOpen && unit) lines.push(`# UNIT ${full} ${unit}`);
    for (const [labels, value] of series) {
      const written = labels.map(writtenLabel);
      if (typeof value === "number") lines.push(`${total}${braced(written)} ${value}`);
      else writeHistogram(lines, name, written, value, isOpen);
    }
  }
  if (isOpen) lines.push("# EOF");
  return `${lines.join("\n")}\n`;
}

/** @param {string[]} lines @param {string} name @param {string[]} labels @param {Histogram} value @param {boolean} isOpen */
function writeHistogram(lines, name, labels, { bounds, counts, sum, traces, values, times }, isOpen) {
  let total = 0;
  for (const [at, count] of counts.entries()) {
    total += count;
    const bound = bounds[at];
    const le = bound === undefined ? "+Inf" : Number.isInteger(bound) ? `${bound}.0` : String(bound);
    const exemplar =
      isOpen && traces[at] !== undefined
        ? ` # {trace_id="${traces[at]}"} ${values[at]} ${(times[at] / 1000).toFixed(3)}`
        : "";
    lines.push(`${name}_bucket${braced([...labels, `le="${le}"`])} ${total}${exemplar}`);
  }
  lines.push(`${name}_sum${braced(labels)} ${sum}`, `${name}_count${braced(labels)} ${total}`);
}

const writtenLabel = ([label, value]) => `${label}="${escaped(value, true)}"`;
const braced = (labels) => (labels.length > 0 ? `{${labels.join(",")}}` : "");
/** In the help of the older format a quotation mark stays as it is. */
const escaped = (value, quotes) =>
  String(value).replace(quotes ? /[\\"\n]/g : /[\\\n]/g, (one) => (one === "\n" ? "\\n" : `\\${one}`));

/** @param {Map<string, { count: number }>} counts @param {string[]} expected @returns {Series} */
const ofCounts = (counts, expected) =>
  [...new Set([...expected, ...counts.keys()])].map((value) => [[value], counts.get(value)?.count ?? 0]);

/** @param {{ meter: Meter, local: unknown }} ready @returns {Record<string, Series>} */
function counterSeries({ meter, local }) {
  const operations = operationsOf(meter);
  const upstreams = [...meter.upstreams.values()];
  const named = (of) => upstreams.map((one) => [[one.network, one.upstream], of(one)]);
  return {
    requests: operations.flatMap(({ network, generation, operation, counts }) =>
      someOf(counts, (at) => [
        network,
        generation,
        operation,
        OUTCOMES[Math.floor(at / CACHE_STATES.length)],
        CACHE_STATES[at % CACHE_STATES.length],
      ]),
    ),
    times: [...meter.categories].flatMap(([category, times]) =>
      CACHE_STATES.map((cache, at) => /** @type {[string[], any]} */ ([[category, cache], times[at]])).filter(
        ([, one]) => one,
      ),
    ),
    errors: ofCounts(meter.codes, EXPECTED_CODES),
    ignored: operations
      .filter(({ ignored }) => ignored > 0)
      .map(({ network, generation, operation, ignored }) => [[network, generation, operation], ignored]),
    keyRequests: [...meter.keys.values()].flatMap(({ plan, key, counts }) =>
      someOf(counts, (at) => [plan, key, OUTCOMES[at]]),
    ),
    keyCost: [...meter.keys.values()].map(({ plan, key, cost }) => [[plan, key], cost]),
    // All outcomes, also those that have not happened: a rate needs a zero to begin with.
    attempts: upstreams.flatMap(({ network, upstream, attempts }) =>
      OUTCOMES.map((outcome, at) => /** @type {[string[], number]} */ ([[network, upstream, outcome], attempts[at]])),
    ),
    upstreamTimes: named(({ times }) => times),
    cuts: named(({ cuts }) => cuts),
    waits: named(({ waits }) => waits),
    refusals: named(({ refusals }) => refusals),
    local: ofCounts(meter.local, local ? EXPECTED_OUTCOMES : []),
    verified: ofCounts(meter.verified, local ? EXPECTED_RESULTS : []),
  };
}

const operationsOf = (meter) => [...meter.operations.values()].flatMap((places) => places.filter(Boolean));

/** The counts above zero. @returns {[string[], number][]} */
const someOf = (counts, labelsOf) =>
  [...counts.entries()].filter(([, count]) => count > 0).map(([at, count]) => [labelsOf(at), count]);

/** @returns {Record<string, Series>} */
function gaugeSeries(ready, { now, resets, openUntil, failures }) {
  const { meter, admission, limits, cache } = ready;
  const upstreams = Object.entries(ready.upstream).flatMap(([network, list]) =>
    list.map((one, at) => ({ network, at, name: ready.names[network][at], health: one.health ?? {} })),
  );
  const known = (of) =>
    upstreams
      .map(({ network, name, health }) => /** @type {[string[], any]} */ ([[network, name], of(health)]))
      .filter(([, value]) => value !== undefined);
  const budgets = (of) =>
    [...limits.budgets()].map(({ network, upstream, budget }) => [
      [network, ready.names[network][upstream]],
      of(budget),
    ]);
  const stateOf = ({ network, at }) =>
    openUntil(ready.states[network], at) > now
      ? "open"
      : failures(ready.states[network], at) >= ready.breakerFailures
        ? "probing"
        : "closed";
  return {
    inFlight: [[[], admission.inFlight]],
    mostInFlight: [[[], admission.most]],
    breakers: upstreams.flatMap((one) =>
      ["closed", "open", "probing"].map(
        (state) => /** @type {[string[], number]} */ ([[one.network, one.name, state], stateOf(one) === state ? 1 : 0]),
      ),
    ),
    ready: known(({ ready: isReady }) => (isReady === undefined ? undefined : Number(isReady))),
    headAge: known(({ made }) => (made === undefined ? undefined : Math.max(0, Math.round(now - made) / 1000))),
    head: known(({ seqno }) => seqno),
    budget: budgets(({ rate }) => rate),
    waiting: budgets(({ waiting }) => waiting(performance.now())),
    callers: [[[], limits.size]],
    cacheBytes: cache ? [[[], cache.place.near.bytes]] : [],
    cacheEntries: cache ? [[[], cache.place.near.size]] : [],
    resets: [[[], resets]],
    start: [[[meter.isolate], meter.since]],
    build: [[[ready.version, globalThis.navigator?.userAgent ?? `Node.js/${globalThis.process?.versions.node}`], 1]],
  };
}

/**
 * The counts for the sums of a fleet, by name and written labels; what the cache had is apart from the operations, since the object
 * that sums them up keeps few series.
 *
 * @param {Meter} meter @returns {Map<string, number>}
 */
export function fleetCounts(meter) {
  const sums = new Map();
  const add = (key, labels, count) => {
    if (count === 0) return;
    const series = `${key} ${FLEET[key].labels.map((label, at) => writtenLabel([label, labels[at]])).join(",")}`;
    sums.set(series, (sums.get(series) ?? 0) + count);
  };
  for (const { network, generation, operation, counts } of operationsOf(meter))
    for (const [at, count] of counts.entries()) {
      add("requests", [network, generation, operation, OUTCOMES[Math.floor(at / CACHE_STATES.length)]], count);
      if (at % CACHE_STATES.length > 0) add("cache", [CACHE_STATES[at % CACHE_STATES.length]], count);
    }
  for (const [code, { count }] of meter.codes) add("errors", [code], count);
  for (const { network, upstream, attempts } of meter.upstreams.values())
    for (const [at, count] of attempts.entries()) add("attempts", [network, upstream, OUTCOMES[at]], count);
  return sums;
}
