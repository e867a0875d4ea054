// The list of all metrics: names, types, labels and what they count. `/metrics`, docs/operate/metrics.md and the dashboard come from it.

/**
 * @typedef {object} Family
 * @property {string} name without the ending `_total` of a counter, which the formats add
 * @property {"counter" | "gauge" | "histogram"} type
 * @property {string[]} labels names
 * @property {string} help what it counts: one sentence
 * @property {"seconds" | "bytes"} [unit] the end of its name
 */

/** @returns {Family} */
const family = (type, name, labels, help) => ({
  name,
  type,
  labels: labels === "" ? [] : labels.split(" "),
  help,
  unit: name.endsWith("_seconds") ? "seconds" : name.endsWith("_bytes") ? "bytes" : undefined,
});
const counter = (name, labels, help) => family("counter", name, labels, help);
const gauge = (name, labels, help) => family("gauge", name, labels, help);
const histogram = (name, labels, help) => family("histogram", name, labels, help);

/** How an attempt ended, in the order of the counts. */
export const OUTCOMES = [
  "success",
  "invalid",
  "limited",
  "cancelled",
  "failed",
  "timeout",
  "unreachable",
  "broken_off",
];
/** How a request ended. */
export const REQUEST_OUTCOMES = OUTCOMES.slice(0, 5);
/** What the cache had for a request, in the order of the counts. */
export const CACHE_STATES = ["none", "hit", "stale", "miss", "collapsed", "bypass", "local"];

/** Of a gateway. */
export const FAMILIES = {
  requests: counter(
    "ton_edge_requests",
    "network generation operation outcome cache",
    "Requests with a response, by operation, by how they ended and by what the cache had for them.",
  ),
  times: histogram(
    "ton_edge_request_duration_seconds",
    "category cache",
    "Seconds until a response began, by category of the operation and by what the cache had.",
  ),
  inFlight: gauge("ton_edge_requests_in_flight", "", "Requests in flight."),
  mostInFlight: gauge("ton_edge_requests_in_flight_limit", "", "Most requests in flight: overload.maxInFlight."),
  errors: counter("ton_edge_errors", "code", "Responses with an error of the gateway itself, by its code."),
  ignored: counter(
    "ton_edge_ignored_parameters",
    "network generation operation",
    "Requests with parameters that their operation does not have.",
  ),
  keyRequests: counter(
    "ton_edge_key_requests",
    "plan key outcome",
    "Requests to the API by id and plan of the caller's API key, none without one, and by how they ended.",
  ),
  keyCost: counter(
    "ton_edge_key_cost",
    "plan key",
    "What these requests counted as: those from the cache count nothing, others what limits.costs says.",
  ),
  attempts: counter(
    "ton_edge_upstream_attempts",
    "network upstream outcome",
    "Requests to upstreams, by how they ended.",
  ),
  upstreamTimes: histogram(
    "ton_edge_upstream_duration_seconds",
    "network upstream",
    "Seconds until an upstream's response began.",
  ),
  cuts: counter(
    "ton_edge_upstream_broken_streams",
    "network upstream",
    "Streamed responses of upstreams that broke off after their beginning.",
  ),
  breakers: gauge(
    "ton_edge_breaker_state",
    "network upstream state",
    "1 for the state of the breaker: closed, open, or probing, when one request tries the upstream again.",
  ),
  ready: gauge(
    "ton_edge_upstream_ready",
    "network upstream",
    "1 if the last readiness check found the upstream ready.",
  ),
  headAge: gauge(
    "ton_edge_upstream_head_age_seconds",
    "network upstream",
    "Age of the newest block that a readiness check found at the upstream.",
  ),
  head: gauge("ton_edge_upstream_head_block", "network upstream", "Number of that block in the masterchain."),
  budget: gauge(
    "ton_edge_budget_requests_per_second",
    "network upstream",
    "The budget of an upstream, from its first use on.",
  ),
  waiting: gauge("ton_edge_budget_waiting_requests", "network upstream", "Requests that wait for their slot in it."),
  waits: histogram("ton_edge_budget_wait_seconds", "network upstream", "Seconds that requests waited for their slot."),
  refusals: counter(
    "ton_edge_budget_refusals",
    "network upstream",
    "Requests that were not sent, since the budget was used up.",
  ),
  callers: gauge("ton_edge_limit_callers", "", "Callers whose use is remembered."),
  cacheBytes: gauge("ton_edge_cache_bytes", "", "Bytes of the cached responses in memory."),
  cacheEntries: gauge("ton_edge_cache_entries", "", "Cached responses in memory."),
  local: counter("ton_edge_local_get_methods", "outcome", "Get-methods by what came of computing them."),
  verified: counter(
    "ton_edge_local_verifications",
    "result",
    "Computed get-methods by their comparison with the upstream's.",
  ),
  resets: counter(
    "ton_edge_wasm_resets",
    "",
    "How often the wasm module was instantiated again after a trap; expected 0.",
  ),
  start: gauge("ton_edge_start_time_seconds", "isolate", "When this isolate began to count, seconds since 1970."),
  build: gauge("ton_edge_build_info", "version runtime", "1; its labels name the version and the runtime."),
};

/** Sums of all isolates, where a Durable Object keeps them. */
export const FLEET = {
  requests: counter(
    "ton_edge_fleet_requests",
    "network generation operation outcome",
    "In all isolates: requests with a response.",
  ),
  cache: counter("ton_edge_fleet_cache", "cache", "In all isolates: requests to the API, by what the cache had."),
  errors: counter("ton_edge_fleet_errors", "code", "In all isolates: responses with an error of the gateway itself."),
  attempts: counter(
    "ton_edge_fleet_upstream_attempts",
    "network upstream outcome",
    "In all isolates: requests to upstreams, by how they ended.",
  ),
};

/** Of a process of Node, Deno or Bun; names without the prefix are those that all programs have. */
export const PROCESS = {
  loop: histogram(
    "ton_edge_event_loop_delay_seconds",
    "",
    "Seconds that a timer fired too late, ten times a second: for so long the process did nothing else.",
  ),
  memory: gauge("process_resident_memory_bytes", "", "Memory that the process holds."),
  heap: gauge("process_heap_bytes", "", "Memory that its JavaScript uses."),
  cpu: counter("process_cpu_seconds", "", "CPU time of the process, user and system together."),
  start: gauge("process_start_time_seconds", "", "When the process began, seconds since 1970."),
};

/** Of a configuration that is read again; see `recordReload`. */
export const RELOAD = {
  successful: gauge(
    "ton_edge_config_last_reload_successful",
    "",
    "1 if the last attempt to read the configuration succeeded; at 0 the one before is in use.",
  ),
  time: gauge(
    "ton_edge_config_last_reload_success_timestamp_seconds",
    "",
    "When the configuration was last read with success, seconds since 1970.",
  ),
};
