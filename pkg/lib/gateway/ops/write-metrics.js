// Writes the metrics of a gateway: as Prometheus' text format 0.0.4, as OpenMetrics 1.0 with exemplars, or as protobuf with native
// histograms too. Loaded by the first scrape.
// It gets what it needs from the gateway: imports of modules that the gateway has too would divide its bundle.

import { CACHE_STATES, FAMILIES, FLEET, OUTCOMES } from "./metric-families.js";
import { writeProtobuf } from "./write-protobuf.js";

/** @typedef {import("./metric-families.js").Family} Family */
/** @typedef {import("./metrics.js").Meter} Meter */
/** @typedef {import("./metric-families.js").Histogram} Histogram */

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
 * @param {any} gateway @param {string | null} accept the header
 * @param {{ now: number, resets: number, getOpenUntil: (breakers: Float64Array, upstream: number) => number,
 *   getFailures: (breakers: Float64Array, upstream: number) => number,
 *   collectors: typeof import("./process-collectors.js").collectors }} tools
 * @param {Record<string, number> | undefined} sums of the fleet
 * @returns {{ type: string, body: string | Uint8Array }}
 */
export function writeMetrics(gateway, accept, tools, sums) {
  const { name, type } = formatFor(accept);
  const families = nameSeries(gateway, tools, sums);
  return { type, body: name === PROTOBUF ? writeProtobuf(families) : writeText(families, name === OPENMETRICS) };
}

/** All families with their series, whose labels have names. @returns {any} as `writeText` and `writeProtobuf` take them */
function nameSeries(gateway, tools, sums) {
  const { meter, isWorkerd } = gateway;
  // On a server one process is one target, which Prometheus names itself. At the edge a scrape reaches any of many isolates.
  const own = isWorkerd ? [["isolate", meter.isolate]] : [];
  const scrape = readScrape(gateway, tools);
  const named = (family, series, more) =>
    series.map(([values, value]) => {
      const labels = family.labels.map((label, at) => [label, values[at]]);
      return [[...more.filter(([label]) => !family.labels.includes(label)), ...labels], value];
    });
  return [
    ...Object.values(FAMILIES).map((family) => [family, named(family, family.read(scrape), own)]),
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

const operationsOf = (meter) => [...meter.operations.values()].flatMap((places) => places.filter(Boolean));

/** The sources of a gateway's metrics: see `read` in metric-families.js. */
function readScrape(gateway, { now, resets, getOpenUntil, getFailures }) {
  const { meter, admission, limits, cache, local, version, networks, breakerFailures, keyStore } = gateway;
  const upstreams = Object.values(networks).flatMap(({ name: network, names, upstreams: all }) =>
    all.map(({ health }, at) => ({ network, at, name: names[at], health: health ?? {} })),
  );
  const stateOf = ({ network, at }) => {
    const { breakers } = networks[network];
    if (getOpenUntil(breakers, at) > now) return "open";
    return getFailures(breakers, at) >= breakerFailures ? "probing" : "closed";
  };
  return {
    ...{ meter, admission, limits, cache, local, version, now, resets, keyStore },
    operations: operationsOf(meter),
    breakers: upstreams.map((one) => ({ network: one.network, name: one.name, state: stateOf(one) })),
    /** The families that are counted per upstream. */
    ofUpstreams: (of) => [...meter.upstreams.values()].map((one) => [[one.network, one.upstream], of(one)]),
    /** The values of readiness checks; `undefined` has no series. */
    ofHealth: (of) =>
      upstreams
        .map(({ network, name, health }) => [[network, name], of(health)])
        .filter(([, value]) => value !== undefined),
    ofBudgets: (of) =>
      [...limits.budgets()].map(({ network, upstream, budget }) => [
        [network, networks[network].names[upstream]],
        of(budget),
      ]),
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
