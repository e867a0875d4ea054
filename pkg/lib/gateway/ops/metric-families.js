// The list of all metrics: names, types, labels, meanings, and sources. `/metrics`, docs/operate/metrics.md and the dashboard are generated
// from it.

/** @typedef {ReturnType<typeof import("./metrics.js").createHistogram>} Histogram */
/** @typedef {any[][]} Series pairs of label values and a value, which is a number or a histogram */

/**
 * @typedef {object} Family
 * @property {string} name without the suffix `_total` of counters, which the formats add
 * @property {"counter" | "gauge" | "histogram"} type
 * @property {string[]} labels names of the labels
 * @property {string} help what it counts: one sentence
 * @property {"seconds" | "bytes"} [unit] the unit, which is also the end of the name
 * @property {(scrape: any) => Series} read returns its series from the result of `readScrape` of write-metrics.js; only for metrics of a
 *   gateway
 */

/** @returns {Family} */
const createFamily = (type, name, labels, help, readSamples) => ({
  name,
  type,
  labels: labels === "" ? [] : labels.split(" "),
  help,
  unit: name.endsWith("_seconds") ? "seconds" : name.endsWith("_bytes") ? "bytes" : undefined,
  read: readSamples,
});
/** @typedef {(scrape: any) => Series} Read */
/** @param {string} name @param {string} labels @param {string} help @param {Read} [readSamples] */
const createCounter = (name, labels, help, readSamples) => createFamily("counter", name, labels, help, readSamples);
/** @param {string} name @param {string} labels @param {string} help @param {Read} [readSamples] */
const createGauge = (name, labels, help, readSamples) => createFamily("gauge", name, labels, help, readSamples);
/** @param {string} name @param {string} labels @param {string} help @param {Read} [readSamples] */
const createHistogramFamily = (name, labels, help, readSamples) =>
  createFamily("histogram", name, labels, help, readSamples);

/** The outcomes of an attempt, in the order of the counters. */
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
/** The outcomes of a request. */
export const REQUEST_OUTCOMES = OUTCOMES.slice(0, 5);
/** The cache results of a request, in the order of the counters. */
export const CACHE_STATES = ["none", "hit", "stale", "miss", "collapsed", "bypass", "local"];

/** Codes that are written as 0 before they first occur: alerts watch their increase, which needs a zero to start from. */
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
const EXPECTED_IMAGE_RESULTS = ["hit", "fetched", "failed", "overloaded"];
const EXPECTED_ENDINGS = ["closed", "age", "drained", "slow_reader", "replaced"];
const STREAM_KINDS = ["sse", "ws"];
const EXPECTED_RESUMES = ["continued", "gap", "unfinished", "malformed", "unrelated"];

/** The series of a metric without labels. @returns {Series} */
const createSingleSeries = (value) => [[[], value]];

/** @param {Map<string, { count: number }>} counts @param {string[]} expected @returns {Series} */
const createCountSeries = (counts, expected) =>
  [...new Set([...expected, ...counts.keys()])].map((value) => [[value], counts.get(value)?.count ?? 0]);

/** Returns the series of the counts above zero. @returns {Series} */
const selectPositive = (counts, getLabels) =>
  [...counts.entries()].filter(([, count]) => count > 0).map(([index, count]) => [getLabels(index), count]);

/** Whether the streams are in this process or isolate: those in Durable Objects are not known here. */
const hasStreams = (streams) => streams?.scope === "isolate";
/** The series of a count of streams; 0 before the first stream. @returns {Series} */
const readStreams = (streams, readValue) =>
  hasStreams(streams) ? createSingleSeries(streams.loaded ? readValue(streams.loaded.count()) : 0) : [];
/** The series of counters of streams. @param {string} name of the counters @param {string[]} expected @returns {Series} */
const readStreamCounts = (streams, name, expected) =>
  hasStreams(streams) ? createCountSeries(streams.loaded?.[name] ?? new Map(), expected) : [];

/** The metrics of a gateway. */
export const FAMILIES = {
  requests: createCounter(
    "ton_edge_requests",
    "network generation operation outcome cache",
    "Requests, by operation, outcome and cache result.",
    ({ operations }) =>
      operations.flatMap(({ network, generation, operation, counts }) =>
        selectPositive(counts, (index) => [
          network,
          generation,
          operation,
          OUTCOMES[Math.floor(index / CACHE_STATES.length)],
          CACHE_STATES[index % CACHE_STATES.length],
        ]),
      ),
  ),
  times: createHistogramFamily(
    "ton_edge_request_duration_seconds",
    "category cache",
    "Seconds until a response began, by category of the operation and cache result.",
    ({ meter }) =>
      [...meter.categories].flatMap(([category, times]) =>
        CACHE_STATES.map((cache, index) => [[category, cache], times[index]]).filter(([, histogram]) => histogram),
      ),
  ),
  inFlight: createGauge("ton_edge_requests_in_flight", "", "Requests in flight.", ({ admission }) =>
    createSingleSeries(admission.inFlight),
  ),
  mostInFlight: createGauge(
    "ton_edge_requests_in_flight_limit",
    "",
    "Maximum requests in flight: overload.maxInFlight.",
    ({ admission }) => createSingleSeries(admission.maxInFlight),
  ),
  errors: createCounter(
    "ton_edge_errors",
    "code",
    "Responses with an error of the gateway itself, by its code.",
    ({ meter }) => createCountSeries(meter.codes, EXPECTED_CODES),
  ),
  ignored: createCounter(
    "ton_edge_ignored_parameters",
    "network generation operation",
    "Requests with parameters that their operation does not have.",
    ({ operations }) =>
      operations
        .filter(({ ignored }) => ignored > 0)
        .map(({ network, generation, operation, ignored }) => [[network, generation, operation], ignored]),
  ),
  keyRequests: createCounter(
    "ton_edge_key_requests",
    "plan key outcome",
    "Requests to v2 and v3, by id and plan of the caller's API key (none without a key) and by outcome.",
    ({ meter }) =>
      [...meter.keys.values()].flatMap(({ plan, key, counts }) =>
        selectPositive(counts, (index) => [plan, key, OUTCOMES[index]]),
      ),
  ),
  keyCost: createCounter(
    "ton_edge_key_cost",
    "plan key",
    "Cost of requests to v2 and v3, as limits.costs says; 0 for requests that the cache answered, and if no limit applies.",
    ({ meter }) => [...meter.keys.values()].map(({ plan, key, cost }) => [[plan, key], cost]),
  ),
  keyStoreStale: createGauge(
    "ton_edge_key_store_stale_seconds",
    "",
    "Seconds since the file of API keys was last valid; 0 while it is valid.",
    ({ keyStore }) => createSingleSeries(keyStore?.computeStaleSeconds?.() ?? 0),
  ),
  attempts: createCounter(
    "ton_edge_upstream_attempts",
    "network upstream outcome",
    "Requests to upstreams, by outcome.",
    // All outcomes, including those that have not occurred: `rate()` needs a zero to start from.
    ({ meter }) =>
      [...meter.upstreams.values()].flatMap(({ network, upstream, attempts }) =>
        OUTCOMES.map((outcome, index) => [[network, upstream, outcome], attempts[index]]),
      ),
  ),
  upstreamTimes: createHistogramFamily(
    "ton_edge_upstream_duration_seconds",
    "network upstream",
    "Seconds until an upstream's response began, or the attempt failed.",
    ({ readUpstreams }) => readUpstreams(({ times }) => times),
  ),
  cuts: createCounter(
    "ton_edge_upstream_broken_streams",
    "network upstream",
    "Streamed responses of upstreams that broke off after they had begun.",
    ({ readUpstreams }) => readUpstreams(({ cuts }) => cuts),
  ),
  breakers: createGauge(
    "ton_edge_breaker_state",
    "network upstream state",
    "1 for the state of the breaker: closed, open, or probing, when one request tries the upstream again.",
    ({ breakers }) =>
      breakers.flatMap(({ network, name, state }) =>
        ["closed", "open", "probing"].map((candidate) => [[network, name, candidate], candidate === state ? 1 : 0]),
      ),
  ),
  ready: createGauge(
    "ton_edge_upstream_ready",
    "network upstream",
    "1 if the last readiness check found the upstream ready.",
    ({ readHealth }) => readHealth(({ ready }) => (ready === undefined ? undefined : Number(ready))),
  ),
  headAge: createGauge(
    "ton_edge_upstream_head_age_seconds",
    "network upstream",
    "Age of the newest block that a readiness check found at the upstream.",
    ({ readHealth, now }) =>
      readHealth(({ blockTime }) =>
        blockTime === undefined ? undefined : Math.max(0, Math.round(now - blockTime) / 1000),
      ),
  ),
  head: createGauge(
    "ton_edge_upstream_head_block",
    "network upstream",
    "Number of the newest masterchain block that a readiness check found at the upstream.",
    ({ readHealth }) => readHealth(({ seqno }) => seqno),
  ),
  seqno: createGauge(
    "ton_edge_upstream_seqno",
    "network upstream generation",
    "Number (seqno) of the masterchain block that the upstream has shown last, in a response or to a probe.",
    ({ readHeads }) => readHeads(({ seqno }) => seqno),
  ),
  blocksBehind: createGauge(
    "ton_edge_upstream_blocks_behind",
    "network upstream generation",
    "Blocks by which the upstream lags; 0 while it lags by at most maxBehindBlocks.",
    ({ readHeads }) => readHeads(({ behind }) => behind),
  ),
  responsesBehind: createCounter(
    "ton_edge_upstream_responses_behind",
    "network upstream generation",
    "Responses of the upstream that were behind by more than maxBehindBlocks, and that callers got.",
    ({ meter }) =>
      [...meter.upstreams.values()].flatMap(({ network, upstream, behind }) =>
        ["v2", "v3"].map((generation, index) => [[network, upstream, generation], behind[index]]),
      ),
  ),
  budget: createGauge(
    "ton_edge_budget_requests_per_second",
    "network upstream",
    "Budget of an upstream; present from its first use on.",
    ({ readBudgets }) => readBudgets(({ rate }) => rate),
  ),
  waiting: createGauge(
    "ton_edge_budget_waiting_requests",
    "network upstream",
    "Requests that wait for a slot in the budget of the upstream.",
    ({ readBudgets }) => readBudgets(({ countWaiting }) => countWaiting(performance.now())),
  ),
  waits: createHistogramFamily(
    "ton_edge_budget_wait_seconds",
    "network upstream",
    "Seconds that requests waited for a slot in the budget of the upstream.",
    ({ readUpstreams }) => readUpstreams(({ waits }) => waits),
  ),
  refusals: createCounter(
    "ton_edge_budget_refusals",
    "network upstream",
    "Requests that were not sent because the budget of the upstream was used up.",
    ({ readUpstreams }) => readUpstreams(({ refusals }) => refusals),
  ),
  callers: createGauge("ton_edge_limit_callers", "", "Callers with a counter in memory.", ({ limits }) =>
    createSingleSeries(limits.size),
  ),
  cacheBytes: createGauge(
    "ton_edge_cache_bytes",
    "",
    "Bytes of the cached responses in memory, with their compressed forms.",
    ({ cache }) => (cache ? createSingleSeries(cache.store.memory.bytes) : []),
  ),
  cacheEntries: createGauge("ton_edge_cache_entries", "", "Cached responses in memory.", ({ cache }) =>
    cache ? createSingleSeries(cache.store.memory.size) : [],
  ),
  local: createCounter(
    "ton_edge_local_get_methods",
    "outcome",
    "Get-methods, by the outcome of computing them.",
    ({ meter, local }) => createCountSeries(meter.local, local ? EXPECTED_OUTCOMES : []),
  ),
  verified: createCounter(
    "ton_edge_local_verifications",
    "result",
    "Computed get-methods that were compared with the upstream's, by result.",
    ({ meter, local }) => createCountSeries(meter.verified, local ? EXPECTED_RESULTS : []),
  ),
  streams: createGauge(
    "ton_edge_streams",
    "kind",
    "Open streams of events, by kind: server-sent events (sse), or the subscription of a WebSocket (ws).",
    ({ streams }) => {
      const open = streams?.loaded?.count().streams;
      return hasStreams(streams) ? STREAM_KINDS.map((kind) => [[kind], open?.[kind] ?? 0]) : [];
    },
  ),
  streamSockets: createGauge(
    "ton_edge_stream_sockets",
    "",
    "Open WebSockets for events, with and without a subscription.",
    ({ streams }) => readStreams(streams, ({ sockets }) => sockets),
  ),
  streamAccounts: createGauge(
    "ton_edge_stream_accounts",
    "",
    "Accounts that the gateway polls for the open streams.",
    ({ streams }) => readStreams(streams, ({ accounts }) => accounts),
  ),
  streamBytes: createGauge(
    "ton_edge_stream_buffered_bytes",
    "",
    "Bytes of events that wait for the readers of their streams.",
    ({ streams }) => readStreams(streams, ({ bytes }) => bytes),
  ),
  streamEvents: createCounter("ton_edge_stream_events", "", "Events that were written to streams.", ({ streams }) =>
    readStreams(streams, ({ events }) => events),
  ),
  streamOpenings: createCounter(
    "ton_edge_stream_openings",
    "kind",
    "Streams that were opened, by kind; each subscription of a WebSocket counts.",
    ({ streams }) => readStreamCounts(streams, "openings", STREAM_KINDS),
  ),
  streamResumes: createCounter(
    "ton_edge_stream_resumes",
    "result",
    "Streams that were to continue an earlier one, by result: all events since then were written (continued), or some could not be read (gap); the stream ended before (unfinished); its position is not one (malformed) or has none of its accounts (unrelated).",
    ({ streams }) => readStreamCounts(streams, "resumes", EXPECTED_RESUMES),
  ),
  streamUpstreamRequests: createCounter(
    "ton_edge_stream_upstream_requests",
    "operation",
    "Requests to upstreams for all streams together, by operation; they also count in ton_edge_upstream_attempts_total.",
    ({ streams }) => readStreamCounts(streams, "upstreamRequests", ["accountStates"]),
  ),
  streamEnds: createCounter(
    "ton_edge_stream_ends",
    "reason",
    "Streams that ended, by reason: the caller or the server closed the stream, it was too old, its reader was too slow, or the next subscription of its WebSocket replaced it.",
    ({ streams }) => readStreamCounts(streams, "ends", EXPECTED_ENDINGS),
  ),
  images: createCounter(
    "ton_edge_images",
    "result",
    "Requests for pictures of tokens that no limit refused, by result: from the cache, fetched, failed, or too many at once.",
    ({ images }) => (images ? createCountSeries(images.loaded?.results ?? new Map(), EXPECTED_IMAGE_RESULTS) : []),
  ),
  imageFetchedBytes: createCounter(
    "ton_edge_image_fetched_bytes",
    "",
    "Bytes of pictures of tokens that their hosts sent.",
    ({ images }) => (images ? createSingleSeries(images.loaded?.fetchedBytes ?? 0) : []),
  ),
  imageCacheBytes: createGauge(
    "ton_edge_image_cache_bytes",
    "",
    "Bytes of the cached pictures of tokens in memory.",
    ({ images }) => (images ? createSingleSeries(images.loaded?.cachedBytes ?? 0) : []),
  ),
  resets: createCounter(
    "ton_edge_wasm_resets",
    "",
    "Times that the wasm module was instantiated again after a trap; expected 0.",
    ({ resets }) => createSingleSeries(resets),
  ),
  start: createGauge(
    "ton_edge_start_time_seconds",
    "isolate",
    "Time at which this isolate began to count, in Unix seconds.",
    ({ meter }) => [[[meter.isolate], meter.since]],
  ),
  build: createGauge(
    "ton_edge_build_info",
    "version runtime",
    "1; its labels name the version and the runtime.",
    ({ version }) => [
      [[version, globalThis.navigator?.userAgent ?? `Node.js/${globalThis.process?.versions.node}`], 1],
    ],
  ),
};

/** Sums over all isolates, if a Durable Object counts them. */
export const FLEET = {
  requests: createCounter(
    "ton_edge_fleet_requests",
    "network generation operation outcome",
    "In all isolates: requests.",
  ),
  cache: createCounter(
    "ton_edge_fleet_cache",
    "cache",
    "In all isolates: requests with a cache result, by this result.",
  ),
  errors: createCounter(
    "ton_edge_fleet_errors",
    "code",
    "In all isolates: responses with an error of the gateway itself.",
  ),
  attempts: createCounter(
    "ton_edge_fleet_upstream_attempts",
    "network upstream outcome",
    "In all isolates: requests to upstreams, by outcome.",
  ),
};

/** Metrics of a Node, Deno or Bun process. Those without the prefix `ton_edge` have Prometheus' standard names. */
export const PROCESS = {
  loop: createHistogramFamily(
    "ton_edge_event_loop_delay_seconds",
    "",
    "Seconds by which a timer fired late, measured ten times a second: the time for which the event loop was blocked.",
  ),
  memory: createGauge("process_resident_memory_bytes", "", "Resident memory of the process, in bytes."),
  heap: createGauge("process_heap_bytes", "", "Used JavaScript heap of the process, in bytes."),
  cpu: createCounter("process_cpu_seconds", "", "CPU time of the process, user and system together."),
  start: createGauge("process_start_time_seconds", "", "Start time of the process, in Unix seconds."),
  lostLines: createCounter(
    "ton_edge_log_lost_lines",
    "",
    "On Node: log lines that were lost, because writing failed or the program that reads them did not read.",
  ),
};

/** The metrics of configuration reloads; see `recordReload`. */
export const RELOAD = {
  successful: createGauge(
    "ton_edge_config_last_reload_successful",
    "",
    "1 if the last attempt to read the configuration succeeded; at 0 the previous configuration is in use.",
  ),
  time: createGauge(
    "ton_edge_config_last_reload_success_timestamp_seconds",
    "",
    "When the configuration was last read successfully, in seconds since 1970.",
  ),
};
