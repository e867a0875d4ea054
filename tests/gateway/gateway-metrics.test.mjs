// The formats of the gateway's metrics, read by Prometheus and its client for Python, and linted by promtool.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { FAMILIES, FLEET, PROCESS, RELOAD } from "../../pkg/lib/gateway/ops/metric-families.js";
import { createHistogram, observeValue } from "../../pkg/lib/gateway/ops/metrics.js";
import { readNativeHistogram } from "../../pkg/lib/gateway/ops/native-histograms.js";
import { recordReload } from "../../pkg/lib/gateway/ops/reload-metrics.js";
import { runPromtool, startPrometheus } from "../helpers/prometheus.mjs";
import {
  makeClient,
  fetchOk,
  UNREACHABLE_CONFIG,
  openLimiter,
  parseOpenMetrics,
  parseText,
  scrape,
  createCountSum,
  computeSum,
  TOKEN,
} from "./metrics-reading.mjs";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
/** The request header of Prometheus 2.42. */
const OPENMETRICS =
  "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";

test("Prometheus's own parser reads every series, and histograms add up", { timeout: 180_000 }, async () => {
  const gateway = createGateway({ ...UNREACHABLE_CONFIG, streaming: true, images: true });
  const send = makeClient(gateway);
  for (const path of [
    "/api/v3/masterchainInfo",
    "/api/v3/blocks?limit=1001",
    "/api/v2/packAddress?address=0:0000000000000000000000000000000000000000000000000000000000000000&adress=x&_=1",
    "/api/v2/detectAddress?address=x",
    "/no",
    "/healthz",
  ])
    await send(path);
  const { type, text } = await scrape(gateway);
  assert.equal(type, "text/plain; version=0.0.4; charset=utf-8");
  const families = await parseText(text);
  const expected = Object.values(FAMILIES).map(({ name, type: kind }) => [name, kind]);
  assert.deepEqual(
    Object.fromEntries(families.map(([name, kind]) => [name, kind])),
    Object.fromEntries(expected.filter(([name]) => !/local|upstream_(ready|head|seqno|blocks_behind)/.test(name))),
  );
  assert.equal(computeSum(families, "ton_edge_requests_total"), 6);
  assert.equal(computeSum(families, "ton_edge_request_duration_seconds_count"), 6);
  assert.equal(
    computeSum(families, "ton_edge_request_duration_seconds_bucket", ({ le }) => le === "+Inf"),
    6,
  );
  assert.equal(
    computeSum(families, "ton_edge_ignored_parameters_total", ({ operation }) => operation === "packAddress"),
    1,
    "requests, not parameters",
  );
  const requestLabels = (labels) =>
    computeSum(families, "ton_edge_requests_total", (sampleLabels) =>
      Object.entries(labels).every(([name, value]) => sampleLabels[name] === value),
    );
  assert.equal(
    requestLabels({ operation: "masterchainInfo", outcome: "failed", cache: "miss", network: "mainnet" }),
    1,
  );
  assert.equal(requestLabels({ operation: "blocks", outcome: "invalid", cache: "none", generation: "v3" }), 1);
  assert.equal(requestLabels({ operation: "unknown", outcome: "invalid", network: "", generation: "" }), 1);
  assert.equal(
    computeSum(families, "ton_edge_upstream_attempts_total", ({ outcome }) => outcome === "unreachable"),
    1,
  );
  assert.equal(
    computeSum(families, "ton_edge_upstream_attempts_total", ({ upstream }) => upstream === "127.0.0.1:1"),
    1,
  );
  assert.equal(
    computeSum(families, "ton_edge_errors_total", ({ code }) => code === "bad_gateway"),
    1,
  );
  assert.equal(
    computeSum(families, "ton_edge_request_duration_seconds_count", ({ category }) => category === "Utils"),
    2,
  );
  assert.equal(
    computeSum(families, "ton_edge_key_requests_total", ({ key, plan }) => key === "none" && plan === "none"),
    4,
    "requests to the API",
  );
  const buckets = families
    .flatMap(([, , , , samples]) => samples)
    .filter(([name, labels]) => name.endsWith("request_duration_seconds_bucket") && labels.category === "Utils")
    .map(([, , count]) => count);
  assert.deepEqual(
    buckets,
    [...buckets].sort((first, otherBucket) => first - otherBucket),
    "each bucket includes those below it",
  );
  const isolates = new Set(families.flatMap(([, , , , samples]) => samples).map(([, { isolate }]) => isolate));
  assert.equal(isolates.size, 2, "on a server only the time of the start names the isolate");
});

test("names of metrics follow Prometheus's rules in both formats, and metric-families.js lists all of them", {
  timeout: 180_000,
}, async (t) => {
  const limiter = openLimiter(createCountSum());
  const gateway = createGateway({
    ...UNREACHABLE_CONFIG,
    fetch: fetchOk,
    localGetMethods: true,
    tvm: () => import("ton-edge/tvm"),
    streaming: true,
    images: true,
    limits: { keyless: "off", scope: limiter },
  });
  recordReload(true);
  const server = await serve(gateway, { port: 0 });
  t.after(() => server.close());
  for (const path of ["/api/v3/masterchainInfo?_=1", "/api/v3/nothing"]) await makeClient(gateway)(path);
  const readiness = await (
    await fetch(`${server.url}/readyz`, { headers: { authorization: `Bearer ${TOKEN}` } })
  ).json();
  assert.equal(typeof readiness.ready, "boolean");
  const { text } = await scrape(gateway);
  const lintResult = await runPromtool(["check", "metrics"], text);
  assert.deepEqual(lintResult, { code: 0, output: "" });
  const { type, text: openMetricsText } = await scrape(gateway, OPENMETRICS);
  assert.equal(type, "application/openmetrics-text; version=1.0.0; charset=utf-8");
  assert.ok(openMetricsText.endsWith("\n# EOF\n"));
  const families = await parseOpenMetrics(openMetricsText);
  const familyList = Object.values({
    ...FAMILIES,
    ...indexByName(FLEET),
    ...indexByName(PROCESS),
    ...indexByName(RELOAD),
  });
  const missingFamilies = [
    "ton_edge_upstream_head_age_seconds",
    "ton_edge_upstream_head_block",
    "ton_edge_upstream_seqno",
    "ton_edge_upstream_blocks_behind",
  ];
  assert.deepEqual(
    families
      .map(([name, kind, unit, help]) => ({ name, type: kind, unit: unit || undefined, help }))
      .sort(compareNames),
    familyList
      .filter(({ name }) => !missingFamilies.includes(name))
      .map(({ name, type: kind, unit, help }) => ({ name, type: kind, unit, help }))
      .sort(compareNames),
    "all metrics except those of blocks, with the types, units and texts of metric-families.js",
  );
  for (const { name, labels } of familyList) {
    const samples = families.find((family) => family[0] === name)?.[4] ?? [];
    for (const [, sampleLabelsOwn] of samples)
      assert.deepEqual(
        Object.keys(sampleLabelsOwn).filter((label) => label !== "le"),
        labels,
        name,
      );
  }
  const plainFamilies = await parseText(text);
  assert.equal(
    computeSum(plainFamilies, "ton_edge_requests_total"),
    computeSum(families, "ton_edge_requests_total") - 1,
    "the same, and one scrape",
  );
});

const compareNames = (first, otherFamily) => (first.name < otherFamily.name ? -1 : 1);
const indexByName = (list) => Object.fromEntries(Object.values(list).map((family) => [family.name, family]));

test("only scrapers that accept OpenMetrics get it", async () => {
  const gateway = createGateway(UNREACHABLE_CONFIG);
  for (const [accept, isOpen] of /** @type {[string, boolean][]} */ ([
    ["application/openmetrics-text", true],
    ["application/openmetrics-text; version=1.0.0; charset=utf-8, text/plain;q=0.5", true],
    ["text/plain;q=0.9, application/openmetrics-text;q=0.8", false],
    ["application/openmetrics-text;q=0", false],
    ["application/openmetrics-text;version=2.0.0", false],
    ["text/html, */*", false],
    ["application/openmetrics-text;q=x", false],
    ["", false],
    [`${"a,".repeat(4000)}text/plain`, false],
  ])) {
    const { type, text } = await scrape(gateway, accept);
    assert.equal(type.startsWith("application/openmetrics-text"), isOpen, accept.slice(0, 60));
    assert.equal(text.includes("# EOF"), isOpen);
  }
});

test("exemplars have the traces of callers, only in OpenMetrics", { timeout: 180_000 }, async () => {
  const gateway = createGateway({ ...UNREACHABLE_CONFIG, fetch: fetchOk, limits: { keyless: "off", budget: "off" } });
  const send = makeClient(gateway);
  await send("/api/v3/transactions?limit=1", { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` });
  await send("/api/v3/transactions?limit=2", { traceparent: 'x"} 1 # {a="' });
  const families = await parseOpenMetrics((await scrape(gateway, OPENMETRICS)).text);
  const exemplars = families
    .flatMap(([, , , , samples]) => samples)
    .flatMap(([, , , exemplar]) => (exemplar ? [exemplar] : []));
  assert.ok(exemplars.length >= 1);
  for (const [labels, value] of exemplars) {
    assert.deepEqual(Object.keys(labels), ["trace_id"]);
    assert.match(labels.trace_id, /^[0-9a-f]{32}$/);
    assert.ok(value >= 0 && value < 10);
  }
  assert.ok(!(await scrape(gateway)).text.includes("trace_id"));
});

test("a Prometheus that accepts protobuf gets native histograms", { timeout: 120_000 }, async (t) => {
  const gateway = createGateway({ ...UNREACHABLE_CONFIG, fetch: fetchOk, limits: { keyless: "off", budget: "off" } });
  const server = await serve(gateway, { port: 0 });
  const prometheus = await startPrometheus({
    target: new URL(server.url).host,
    token: TOKEN,
    rules: "groups: []\n",
    features: ["native-histograms"],
  });
  t.after(async () => {
    await prometheus.close();
    await server.close();
  });
  const send = makeClient(gateway);
  const query = async (expr) => (await prometheus.api(`query?query=${encodeURIComponent(expr)}`)).result;
  for (
    let round = 0, count = 0;
    count < 3 || !(await query('ton_edge_requests_total{operation="metrics"}')).length;
    round += 1
  ) {
    assert.ok(round < 60, "the series of native histograms did not arrive");
    await send(`/api/v3/transactions?limit=${1 + round}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const labels = '{cache="miss"}';
    const counts = await query(`histogram_count(ton_edge_request_duration_seconds${labels})`);
    const [quantile] = await query(`histogram_quantile(0.5, ton_edge_request_duration_seconds${labels})`);
    count = counts.reduce((sum, { value }) => sum + Number(value[1]), 0);
    if (count >= 3) assert.ok(Number(quantile.value[1]) > 0.00005 && Number(quantile.value[1]) < 1, quantile.value[1]);
  }
  // Apart from the native histograms, protobuf has the same series as the other formats.
  const { text } = await scrape(gateway);
  const plainFamilies = await parseText(text);
  for (const name of [
    "ton_edge_requests_total",
    "ton_edge_upstream_attempts_total",
    "ton_edge_requests_in_flight_limit",
  ]) {
    const series = await query(name);
    const samples = plainFamilies.flatMap(([, , , , list]) => list).filter(([sampleName]) => sampleName === name);
    assert.equal(series.length, samples.length, name);
    for (const { metric } of series) {
      const { __name__, job, instance, ...labels } = metric;
      assert.ok(
        samples.some(
          ([, ownLabels]) =>
            JSON.stringify(
              Object.entries(ownLabels)
                .filter(([, value]) => value !== "")
                .sort(),
            ) === JSON.stringify(Object.entries(labels).sort()),
        ),
        JSON.stringify(metric),
      );
    }
  }
  const { activeTargets } = await prometheus.api("targets");
  assert.deepEqual(
    activeTargets.map(({ health, lastError }) => [health, lastError]),
    [["up", ""]],
  );
});

test("a histogram and its native form have the same counts", async () => {
  const histogram = createHistogram();
  const observedValues = [0, 0.00001, 0.0004, 0.0005, 0.00051, 0.02, 1, 1, 2.5, 29, 31, 1e9, Number.MIN_VALUE];
  for (const seconds of observedValues.slice(0, 5)) observeValue(histogram, seconds);
  const histogramBefore = readNativeHistogram(histogram);
  assert.equal(
    histogramBefore.zeros + histogramBefore.counts.reduce((sum, count) => sum + count, 0),
    5,
    "observations before the first scrape are in their buckets",
  );
  for (const seconds of observedValues.slice(5)) observeValue(histogram, seconds);
  const { zeros: zeroCount, counts, first, schema } = readNativeHistogram(histogram);
  assert.equal(zeroCount + counts.reduce((sum, count) => sum + count, 0), observedValues.length);
  assert.equal(counts.length > 0 && counts[0] > 0 && counts.at(-1) > 0, true);
  // 1 s is the upper bound of a bucket: 2^(0 / 8).
  assert.equal(counts[0 - first], 2);
  assert.equal(schema, 3);
  assert.ok(counts.length <= 176);
});

test("an observation beyond the last bucket, from before the first scrape, stays beyond it in the native form", () => {
  const histogram = createHistogram();
  const lastBound = histogram.bounds.at(-1);
  observeValue(histogram, 10 * lastBound);
  const { counts, first } = readNativeHistogram(histogram);
  // A bucket ends at 2^(index / 8).
  assert.ok(2 ** ((first + counts.length - 1) / 8) > lastBound, `${first + counts.length - 1}`);
});

/** Reads the fields of a protobuf message: the number of each field, and its value as a number or as bytes. @param {Uint8Array} bytes */
function readFields(bytes) {
  let position = 0;
  const readVarint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[position++];
      assert.notEqual(byte, undefined, "a message ends within a number");
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  };
  const readBytes = (length) => {
    const from = position;
    position += length;
    assert.ok(position <= bytes.length, "a message ends within a field");
    return bytes.subarray(from, position);
  };
  const fields = [];
  while (position < bytes.length) {
    const tag = readVarint();
    const read = [readVarint, () => readBytes(8), () => readBytes(readVarint())][tag % 8];
    assert.ok(read, `wire type ${tag % 8}`);
    fields.push([Math.floor(tag / 8), read()]);
  }
  return fields;
}

/** Splits messages that each follow their length. @param {Uint8Array} bytes */
function splitDelimited(bytes) {
  const messages = [];
  for (let position = 0; position < bytes.length; ) {
    let length = 0;
    for (let factor = 1, hasMore = true; hasMore; factor *= 128) {
      const byte = bytes[position++];
      length += (byte % 128) * factor;
      hasMore = byte >= 128;
    }
    messages.push(bytes.subarray(position, position + length));
    position += length;
    assert.ok(position <= bytes.length);
  }
  return messages;
}

test("protobuf has the exact count of a histogram for every number of requests", async () => {
  const gateway = createGateway({ ...UNREACHABLE_CONFIG, fetch: fetchOk, limits: { keyless: "off", budget: "off" } });
  const send = makeClient(gateway);
  const accept = "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";
  let requestCount = 0;
  for (const target of [1, 127, 128, 129, 300]) {
    while (requestCount < target) {
      await send("/api/v2/detectAddress?address=x");
      requestCount += 1;
    }
    const response = await send("/metrics", { authorization: `Bearer ${TOKEN}`, accept });
    const families = splitDelimited(new Uint8Array(await response.arrayBuffer())).map(readFields);
    const toText = (value) => Buffer.from(value).toString();
    const family = families.find(([[, name]]) => toText(name) === "ton_edge_request_duration_seconds");
    // Fields: 4 is a metric, of which 1 is a label and 7 the histogram; 1 of the histogram is its count.
    const counts = family
      .filter(([field]) => field === 4)
      .map(([, metric]) => readFields(metric))
      .filter((fields) => fields.some(([field, label]) => field === 1 && toText(label).includes("Utils")))
      .map((fields) => readFields(fields.find(([field]) => field === 7)[1]).find(([field]) => field === 1)[1]);
    assert.deepEqual(counts, [target]);
  }
});
