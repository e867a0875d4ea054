// Writes the metrics of a gateway: as Prometheus' text format 0.0.4, or as OpenMetrics 1.0 with exemplars. Loaded by the first scrape.
// It gets what it needs from the gateway: imports of modules that the gateway has too would divide its bundle.

import { FAMILIES, FLEET } from "./metric-families.js";

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

const OPENMETRICS = "application/openmetrics-text";
const TYPES = {
  text: "text/plain; version=0.0.4; charset=utf-8",
  openmetrics: `${OPENMETRICS}; version=1.0.0; charset=utf-8`,
};

/** Whether a header `Accept` prefers OpenMetrics to plain text, as Prometheus does. */
function prefersOpenMetrics(accept) {
  const quality = (type) =>
    Math.max(
      0,
      ...String(accept ?? "")
        .split(",")
        .map((range) => range.split(";").map((part) => part.trim().toLowerCase()))
        .filter(
          ([name, ...parameters]) => name === type && !parameters.some((one) => /^version=(?!0\.0\.1$|1\.)/.test(one)),
        )
        .map(([, ...parameters]) =>
          Number(/^q=([\d.]+)$/.exec(parameters.find((one) => one.startsWith("q=")) ?? "q=1")?.[1] ?? 0),
        ),
    );
  const wanted = quality(OPENMETRICS);
  return wanted > 0 && wanted >= quality("text/plain");
}

/**
 * The response to a scrape.
 *
 * @param {any} ready @param {string | null} accept the header
 * @param {{ now: number, resets: number, openUntil: (states: Float64Array, upstream: number) => number,
 *   failures: (states: Float64Array, upstream: number) => number,
 *   collectors: typeof import("./process-collectors.js").collectors }} tools
 * @param {Record<string, number> | undefined} sums of the fleet
 * @returns {{ type: string, body: string }}
 */
export function writeMetrics(ready, accept, tools, sums) {
  const isOpen = prefersOpenMetrics(accept);
  const meter = ready.meter;
  const lines = [];
  // On a server one process is one target, which Prometheus names itself. At the edge a scrape reaches any of many isolates.
  const own = ready.isWorkerd ? [["isolate", meter.isolate]] : [];
  const all = { ...counterSeries(ready), ...gaugeSeries(ready, tools) };
  for (const [key, family] of Object.entries(FAMILIES)) writeFamily(lines, family, own, all[key] ?? [], isOpen);
  for (const [key, family] of Object.entries(FLEET)) writeSums(lines, key, family, sums, isOpen);
  if (!ready.isWorkerd)
    for (const collect of tools.collectors)
      for (const [family, series] of collect()) writeFamily(lines, family, [], series, isOpen);
  if (isOpen) lines.push("# EOF");
  return { type: isOpen ? TYPES.openmetrics : TYPES.text, body: `${lines.join("\n")}\n` };
}

/** @param {string[]} lines @param {Family} family @param {string[][]} own labels of all @param {Series} series @param {boolean} isOpen */
function writeFamily(lines, { name, type, labels, help, unit }, own, series, isOpen) {
  if (series.length === 0) return;
  const end = type === "counter" ? "_total" : "";
  begin(lines, { name, type, help, unit }, isOpen);
  for (const [values, value] of series) {
    const named = [...own, ...labels.map((label, at) => [label, values[at]])];
    const shared = named.filter(([label], at) => named.findIndex(([other]) => other === label) === at).map(written);
    if (typeof value === "number") lines.push(`${name}${end}${braced(shared)} ${value}`);
    else writeHistogram(lines, name, shared, value, isOpen);
  }
}

function begin(lines, { name, type, help, unit }, isOpen) {
  const full = type === "counter" && !isOpen ? `${name}_total` : name;
  lines.push(`# HELP ${full} ${escaped(help, isOpen)}`, `# TYPE ${full} ${type}`);
  if (isOpen && unit) lines.push(`# UNIT ${full} ${unit}`);
}

/** @param {string[]} lines @param {string} name @param {string[]} shared labels @param {Histogram} value @param {boolean} isOpen */
function writeHistogram(lines, name, shared, { bounds, counts, sum, traces, values, times }, isOpen) {
  let total = 0;
  for (const [at, count] of counts.entries()) {
    total += count;
    const bound = bounds[at];
    const le = bound === undefined ? "+Inf" : Number.isInteger(bound) ? `${bound}.0` : String(bound);
    const exemplar =
      isOpen && traces[at] !== undefined
        ? ` # {trace_id="${traces[at]}"} ${values[at]} ${(times[at] / 1000).toFixed(3)}`
        : "";
    lines.push(`${name}_bucket${braced([...shared, `le="${le}"`])} ${total}${exemplar}`);
  }
  lines.push(`${name}_sum${braced(shared)} ${sum}`, `${name}_count${braced(shared)} ${total}`);
}

/** The sums of a fleet have their labels as they are written. */
function writeSums(lines, key, family, sums, isOpen) {
  const series = Object.entries(sums ?? {}).filter(([one]) => one.startsWith(`${key} `));
  if (series.length === 0) return;
  begin(lines, family, isOpen);
  for (const [one, count] of series) lines.push(`${family.name}_total{${one.slice(key.length + 1)}} ${count}`);
}

const written = ([label, value]) => `${label}="${escaped(value, true)}"`;
const braced = (labels) => (labels.length > 0 ? `{${labels.join(",")}}` : "");
/** In the help of the older format a quotation mark stays as it is. */
const escaped = (value, quotes) =>
  String(value).replace(quotes ? /[\\"\n]/g : /[\\\n]/g, (one) => (one === "\n" ? "\\n" : `\\${one}`));

/** @param {Map<string, { count: number }>} counts @param {string[]} expected @returns {Series} */
const ofCounts = (counts, expected) =>
  [...new Set([...expected, ...counts.keys()])].map((value) => [[value], counts.get(value)?.count ?? 0]);

/** @param {{ meter: Meter, local: unknown }} ready @returns {Record<string, Series>} */
function counterSeries({ meter, local }) {
  const { OUTCOMES, CACHE } = meter;
  const operations = operationsOf(meter);
  const upstreams = [...meter.upstreams.values()];
  const named = (of) => upstreams.map((one) => [[one.network, one.upstream], of(one)]);
  return {
    requests: operations.flatMap(({ network, generation, operation, counts }) =>
      someOf(counts, (at) => [
        network,
        generation,
        operation,
        OUTCOMES[Math.floor(at / CACHE.length)],
        CACHE[at % CACHE.length],
      ]),
    ),
    times: [...meter.categories].flatMap(([category, times]) =>
      CACHE.map((cache, at) => /** @type {[string[], any]} */ ([[category, cache], times[at]])).filter(
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
  const { OUTCOMES, CACHE } = meter;
  const sums = new Map();
  const add = (key, labels, count) => {
    if (count === 0) return;
    const series = `${key} ${FLEET[key].labels.map((label, at) => written([label, labels[at]])).join(",")}`;
    sums.set(series, (sums.get(series) ?? 0) + count);
  };
  for (const { network, generation, operation, counts } of operationsOf(meter))
    for (const [at, count] of counts.entries()) {
      add("requests", [network, generation, operation, OUTCOMES[Math.floor(at / CACHE.length)]], count);
      if (at % CACHE.length > 0) add("cache", [CACHE[at % CACHE.length]], count);
    }
  for (const [code, { count }] of meter.codes) add("errors", [code], count);
  for (const { network, upstream, attempts } of meter.upstreams.values())
    for (const [at, count] of attempts.entries()) add("attempts", [network, upstream, OUTCOMES[at]], count);
  return sums;
}
