// Counts requests, and writes the counters for Prometheus (text format 0.0.4). Every series has the id of its isolate as a label: an
// edge has many isolates, and none knows their sum.

import { core } from "../../wasm/gateway.js";
import { openUntil } from "../upstream/breakers.js";
import { createRecentAlerts } from "./recent-alerts.js";

/** Seconds; from a response out of memory to one that took the whole deadline. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Most series of one name: labels are names of the table and statuses, but an upstream may send any status. */
const MOST_SERIES = 20_000;

const KINDS = {
  requests: ["counter", "ton_edge_requests_total", "Requests with a response."],
  ignored: [
    "counter",
    "ton_edge_ignored_parameters_total",
    "Requests with parameters that their operation does not have.",
  ],
  errors: ["counter", "ton_edge_errors_total", "Responses with an error of the gateway's own."],
  attempts: [
    "counter",
    "ton_edge_upstream_attempts_total",
    "Requests to upstreams; status 0: no response, or an unusable one.",
  ],
  cuts: [
    "counter",
    "ton_edge_upstream_cuts_total",
    "Streamed responses of upstreams that broke off after their beginning.",
  ],
  cache: ["counter", "ton_edge_cache_total", "Requests by what the cache had for them."],
  looked: ["counter", "ton_edge_operation_cache_total", "Requests by operation and by what the cache had for them."],
  local: ["counter", "ton_edge_local_get_methods_total", "Get-methods by what came of computing them."],
  verified: [
    "counter",
    "ton_edge_local_verifications_total",
    "Computed get-methods by their comparison with the upstream's.",
  ],
  seconds: ["histogram", "ton_edge_request_duration_seconds", "Seconds until a response began."],
  upstream: ["histogram", "ton_edge_upstream_duration_seconds", "Seconds until an upstream's response began."],
};

/** Counters, all empty. `fleet`: where those of all isolates are summed up. */
export function createMeter(fleet, now = Date.now()) {
  const all = { isolate: crypto.randomUUID().slice(0, 8), since: now / 1000, fleet, alerts: createRecentAlerts() };
  for (const name of Object.keys(KINDS)) all[name] = new Map();
  return all;
}

/** Counts a request and its response. */
export function countRequest(meter, seen, status, ms) {
  const { network, generation, endpoint, class: cacheClass } = seen.about ?? {};
  const operation = seen.endpoint ?? endpoint;
  const labels = written({ network, generation, endpoint: operation });
  add(meter, "requests", `${labels},status="${status}"`);
  if (seen.isIgnoring) add(meter, "ignored", labels);
  if (seen.code !== undefined) add(meter, "errors", written({ code: seen.code }));
  if (seen.cache !== undefined) {
    add(meter, "cache", written({ verdict: seen.cache }));
    addHere(meter, "looked", written({ generation, endpoint: operation, verdict: seen.cache }));
  }
  observe(meter.seconds, written({ generation, class: cacheClass }), ms / 1000);
}

/** Counts an attempt. */
export function countAttempt(meter, network, upstream, status, ms) {
  const labels = written({ network, upstream });
  add(meter, "attempts", `${labels},status="${status}"`);
  observe(meter.upstream, labels, ms / 1000);
}

/** Counts a streamed response that broke off. */
export function countBrokenStream(meter, network, upstream) {
  add(meter, "cuts", written({ network, upstream }));
}

/** Counts a get-method that was to be computed, or a comparison of one. */
export function countLocal(meter, name, labels) {
  add(meter, name, written(labels));
}

function add(meter, name, labels) {
  addHere(meter, name, labels);
  meter.fleet?.count(`${name} ${labels}`);
}

/** Not in the sums of the fleet: a Durable Object holds them in one value, which has a largest size. */
function addHere(meter, name, labels) {
  const series = meter[name];
  const count = series.get(labels);
  if (count !== undefined || series.size < MOST_SERIES) series.set(labels, (count ?? 0) + 1);
}

function observe(series, labels, seconds) {
  let totals = series.get(labels);
  if (!totals) series.set(labels, (totals = { sum: 0, counts: new Array(BUCKETS.length + 1).fill(0) }));
  const at = BUCKETS.findIndex((most) => seconds <= most);
  totals.counts[at < 0 ? BUCKETS.length : at] += 1;
  totals.sum += seconds;
}

const written = (labels) =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value ?? "")}"`)
    .join(",");

const escaped = (value) => String(value).replace(/[\\"\n]/g, (one) => (one === "\n" ? "\\n" : `\\${one}`));

/**
 * All of it as text. `gauges`: further ones as `[name, help, [[labels, value], ...]]`; `sums`: counters of the fleet, by their
 * name here and their labels.
 */
export function formatMetrics(meter, gauges, sums) {
  const isolate = `isolate="${meter.isolate}"`;
  const lines = [];
  const begin = (kind, name, help) => lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`);
  const put = (name, labels, value) => lines.push(`${name}{${labels ? `${isolate},${labels}` : isolate}} ${value}`);
  for (const [key, [kind, name, help]] of Object.entries(KINDS)) {
    begin(kind, name, help);
    for (const [labels, value] of meter[key]) {
      if (kind === "counter") put(name, labels, value);
      else histogram((end, more, number) => put(name + end, [labels, more].filter(Boolean).join(","), number), value);
    }
  }
  for (const [key, [kind, name, help]] of sums ? Object.entries(KINDS) : []) {
    const series = Object.entries(sums).filter(([one]) => one.startsWith(`${key} `));
    if (series.length === 0) continue;
    const whole = name.replace("ton_edge_", "ton_edge_fleet_");
    begin(kind, whole, `In all isolates: ${help}`);
    for (const [one, count] of series) lines.push(`${whole}{${one.slice(key.length + 1)}} ${count}`);
  }
  for (const [name, help, series] of gauges) {
    begin("gauge", name, help);
    for (const [labels, value] of series) put(name, written(labels), value);
  }
  return `${lines.join("\n")}\n`;
}

function histogram(put, { sum, counts }) {
  let total = 0;
  for (const [at, count] of counts.entries()) {
    total += count;
    put("_bucket", `le="${BUCKETS[at] ?? "+Inf"}"`, total);
  }
  put("_sum", "", sum);
  put("_count", "", total);
}

/** The gauges: values of this moment. */
export function readGauges(ready, now = Date.now()) {
  const open = [];
  for (const [network, states] of Object.entries(ready.states)) {
    for (const upstream of ready.upstream[network].keys())
      open.push([{ network, upstream }, openUntil(states, upstream) > now ? 1 : 0]);
  }
  const near = ready.cache?.place.near;
  const budgets = (of) =>
    [...ready.limits.budgets()].map(({ network, upstream, budget }) => [{ network, upstream }, of(budget)]);
  return [
    ...(near
      ? [
          ["ton_edge_cache_bytes", "Bytes of the cached responses in memory.", [[{}, near.bytes]]],
          ["ton_edge_cache_entries", "Cached responses in memory.", [[{}, near.size]]],
        ]
      : []),
    ["ton_edge_requests_in_flight", "Requests in flight.", [[{}, ready.admission.inFlight]]],
    ["ton_edge_limit_callers", "Callers whose use is remembered in this isolate.", [[{}, ready.limits.size]]],
    ["ton_edge_budget_rate", "Requests per second to an upstream: its whole budget.", budgets(({ rate }) => rate)],
    [
      "ton_edge_budget_waiting",
      "Requests of this isolate that wait for their turn in it.",
      budgets(({ waiting }) => waiting(performance.now())),
    ],
    ["ton_edge_breaker_open", "1 while a service is left alone.", open],
    [
      "ton_edge_wasm_resets",
      "How often the wasm module was instantiated again after a trap; expected 0.",
      [[{}, core.resets]],
    ],
    ["ton_edge_start_time_seconds", "When this isolate began to count, seconds since 1970.", [[{}, ready.meter.since]]],
  ];
}
