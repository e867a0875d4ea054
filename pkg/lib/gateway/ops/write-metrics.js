// Writes the metrics of a gateway: in Prometheus' text format 0.0.4, in OpenMetrics 1.0 with exemplars, or in protobuf with native
// histograms. Loaded by the first scrape.
// The gateway passes the functions that this file needs: if both imported the same modules, a bundler would split the gateway's bundle.

import { CACHE_STATES, FAMILIES, FLEET, OUTCOMES } from "./metric-families.js";
import { writeProtobuf } from "./write-protobuf.js";

// The report of `/readyz` is in the same bundle: operators use both.
export { completeReport } from "./write-readiness.js";

/** @typedef {import("./metric-families.js").Family} Family */
/** @typedef {import("./metrics.js").Meter} Meter */
/** @typedef {import("./metric-families.js").Histogram} Histogram */

const PROTOBUF = "application/vnd.google.protobuf";
const OPENMETRICS = "application/openmetrics-text";
/** The formats, with their parameters in `Accept`. Of equally preferred formats, the first one in the header wins. */
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

/** Returns the format that an `Accept` header prefers. @param {string | null} accept */
function chooseFormat(accept) {
  const ranges = String(accept ?? "")
    .toLowerCase()
    .split(",")
    .map((range) => range.split(";").map((part) => part.trim()));
  const readQuality = ([, ...parameters]) =>
    Number(/^q=(\d(?:\.\d+)?)$/.exec(parameters.find((parameter) => parameter.startsWith("q=")) ?? "q=1")?.[1] ?? 0);
  let [bestFormat, bestQuality] = [TEXT, 0];
  for (const format of FORMATS) {
    for (const mediaRange of ranges) {
      if (mediaRange[0] !== format.name || mediaRange.some((part) => format.refuses.test(part))) continue;
      if (readQuality(mediaRange) > bestQuality) [bestFormat, bestQuality] = [format, readQuality(mediaRange)];
    }
  }
  return bestFormat;
}

/**
 * Returns the response to a scrape.
 *
 * @param {any} gateway @param {string | null} accept the header
 * @param {{ now: number, resets: number, readBreakerState: typeof import("../upstream/breakers.js").readBreakerState,
 *   listHeights: typeof import("../upstream/heads.js").listHeights,
 *   collectors: typeof import("./process-collectors.js").collectors }} tools
 * @param {Record<string, number> | undefined} sums of the fleet
 * @returns {{ type: string, body: string | Uint8Array }}
 */
export function writeMetrics(gateway, accept, tools, sums) {
  const { name, type } = chooseFormat(accept);
  const families = nameSeries(gateway, tools, sums);
  return { type, body: name === PROTOBUF ? writeProtobuf(families) : writeText(families, name === OPENMETRICS) };
}

/** Returns all families with their series and the names of their labels. @returns {any} as `writeText` and `writeProtobuf` take them */
function nameSeries(gateway, tools, sums) {
  const { meter, isWorkerd } = gateway;
  // On a server, one process is one target, which Prometheus names itself. In workerd a scrape reaches any one of many isolates, so the
  // label names it.
  const isolateLabels = isWorkerd ? [["isolate", meter.isolate]] : [];
  const scrape = readScrape(gateway, tools);
  const nameLabels = (family, series, extraLabels) =>
    series.map(([values, value]) => {
      const labels = family.labels.map((label, index) => [label, values[index]]);
      return [[...extraLabels.filter(([label]) => !family.labels.includes(label)), ...labels], value];
    });
  return [
    ...Object.values(FAMILIES).map((family) => [family, nameLabels(family, family.read(scrape), isolateLabels)]),
    ...Object.entries(FLEET).map(([key, family]) => [family, sumSeries(key, sums)]),
    ...(isWorkerd ? [] : [...tools.collectors].flatMap((collect) => collect())).map(([family, series]) => [
      family,
      nameLabels(family, series, []),
    ]),
  ];
}

/** Returns the series of the sums of all isolates. `countForFleet` writes their labels. */
const sumSeries = (key, sums) =>
  Object.entries(sums ?? {})
    .filter(([series]) => series.startsWith(`${key} `))
    .map(([series, count]) => [
      Array.from(series.matchAll(/(\w+)="([^"]*)"/g), ([, name, value]) => [name, value]),
      count,
    ]);

/**
 * Writes Prometheus' text format 0.0.4, or OpenMetrics 1.0.
 *
 * @param {[Family, [string[][], number | Histogram][]][]} families @param {boolean} isOpen
 */
function writeText(families, isOpen) {
  const lines = [];
  for (const [{ name, type, help, unit }, series] of families) {
    if (series.length === 0) continue;
    const sampleName = type === "counter" ? `${name}_total` : name;
    const familyName = isOpen ? name : sampleName;
    lines.push(`# HELP ${familyName} ${escapeText(help, isOpen)}`, `# TYPE ${familyName} ${type}`);
    if (isOpen && unit) lines.push(`# UNIT ${familyName} ${unit}`);
    for (const [labels, value] of series) {
      const labelTexts = labels.map(writeLabel);
      if (typeof value === "number") lines.push(`${sampleName}${writeLabels(labelTexts)} ${value}`);
      else writeHistogram(lines, name, labelTexts, value, isOpen);
    }
  }
  if (isOpen) lines.push("# EOF");
  return `${lines.join("\n")}\n`;
}

/** @param {string[]} lines @param {string} name @param {string[]} labels @param {Histogram} value @param {boolean} isOpen */
function writeHistogram(lines, name, labels, { bounds, counts, sum, traces, values, times }, isOpen) {
  let total = 0;
  for (const [index, count] of counts.entries()) {
    total += count;
    const upperBound = bounds[index];
    const boundText =
      upperBound === undefined ? "+Inf" : Number.isInteger(upperBound) ? `${upperBound}.0` : String(upperBound);
    const exemplar =
      isOpen && traces[index] !== undefined
        ? ` # {trace_id="${traces[index]}"} ${values[index]} ${(times[index] / 1000).toFixed(3)}`
        : "";
    lines.push(`${name}_bucket${writeLabels([...labels, `le="${boundText}"`])} ${total}${exemplar}`);
  }
  lines.push(`${name}_sum${writeLabels(labels)} ${sum}`, `${name}_count${writeLabels(labels)} ${total}`);
}

const writeLabel = ([label, value]) => `${label}="${escapeText(value, true)}"`;
const writeLabels = (labels) => (labels.length > 0 ? `{${labels.join(",")}}` : "");
/** Escapes a text; help texts in the older format do not escape quotation marks. */
const escapeText = (value, escapesQuotes) =>
  String(value).replace(escapesQuotes ? /[\\"\n]/g : /[\\\n]/g, (character) =>
    character === "\n" ? "\\n" : `\\${character}`,
  );

const listOperations = (meter) => [...meter.operations.values()].flatMap((countsByApi) => countsByApi.filter(Boolean));

/** Reads the sources of a gateway's metrics: see `readSamples` in metric-families.js. */
function readScrape(gateway, { now, resets, readBreakerState, listHeights }) {
  const {
    meter,
    admission,
    limits,
    cache,
    local: localResults,
    version,
    networks,
    breakerFailures,
    keyStore,
    streams,
    images,
  } = gateway;
  const upstreams = Object.values(networks).flatMap(({ name: network, names, upstreams: all }) =>
    all.map(({ health }, index) => ({ network, index, name: names[index], health: health ?? {} })),
  );
  return {
    ...{ meter, admission, limits, cache, local: localResults, version, now, resets, keyStore, streams, images },
    operations: listOperations(meter),
    breakers: upstreams.map((upstream) => ({
      network: upstream.network,
      name: upstream.name,
      state: readBreakerState(networks[upstream.network].breakers, upstream.index, {
        now,
        maxFailures: breakerFailures,
      }),
    })),
    /** Returns a series for each upstream with counters. */
    readUpstreams: (readValue) =>
      [...meter.upstreams.values()].map((counts) => [[counts.network, counts.upstream], readValue(counts)]),
    /** Returns a series for each upstream from its last readiness check; none if the value is `undefined`. */
    readHealth: (readValue) =>
      upstreams
        .map(({ network, name, health }) => [[network, name], readValue(health)])
        .filter(([, value]) => value !== undefined),
    /** Returns a series for each upstream and generation whose block is known. */
    readHeads: (readValue) =>
      upstreams.flatMap(({ network, index, name }) =>
        listHeights(networks[network].heads, index, gateway.maxBehindBlocks).map(([generation, height]) => [
          [network, name, generation],
          readValue(height),
        ]),
      ),
    readBudgets: (readValue) =>
      [...limits.budgets()].map(({ network, upstream, budget }) => [
        [network, networks[network].names[upstream]],
        readValue(budget),
      ]),
  };
}

/**
 * Returns the counts that are summed over all isolates, by name and labels. Cache results are not split by operation, since the Durable
 * Object stores few series.
 *
 * @param {Meter} meter @returns {Map<string, number>}
 */
export function countForFleet(meter) {
  const sums = new Map();
  const addCount = (key, labels, count) => {
    if (count === 0) return;
    const series = `${key} ${FLEET[key].labels.map((label, index) => writeLabel([label, labels[index]])).join(",")}`;
    sums.set(series, (sums.get(series) ?? 0) + count);
  };
  for (const { network, generation, operation, counts } of listOperations(meter))
    for (const [index, count] of counts.entries()) {
      addCount("requests", [network, generation, operation, OUTCOMES[Math.floor(index / CACHE_STATES.length)]], count);
      if (index % CACHE_STATES.length > 0) addCount("cache", [CACHE_STATES[index % CACHE_STATES.length]], count);
    }
  for (const [code, { count }] of meter.codes) addCount("errors", [code], count);
  for (const { network, upstream, attempts } of meter.upstreams.values())
    for (const [index, count] of attempts.entries()) addCount("attempts", [network, upstream, OUTCOMES[index]], count);
  return sums;
}
