// The recording and alerting rules of `pkg/templates/ops/rules/ton-edge.yml`, as data. The tests generate them with shorter times.

/**
 * @typedef {object} Times
 * @property {string} rate window of rates @property {string} slow window of rare events
 * @property {(minutes: number) => string} hold how long a condition holds before its alert fires
 *
 * @typedef {{ record: string, expr: string }} Recording
 * @typedef {{ alert: string, expr: string, hold?: number, severity: "critical" | "warning" | "info", summary: string, description: string }} Alert
 *   `hold`: minutes
 */

/** @type {Times} */
export const TIMES = { rate: "5m", slow: "15m", hold: (minutes) => `${minutes}m` };

/** Attempts whose outcome shows a fault of the upstream; callers who disconnect are not counted. */
const FAULTS = 'outcome=~"failed|timeout|unreachable|broken_off"';
const API = 'generation!=""';

/** @param {Times} times @returns {Recording[]} */
export const listRecordings = ({ rate: rateWindow }) => [
  {
    record: "job_network_outcome:ton_edge_requests:rate5m",
    expr: `sum by (job, network, outcome) (rate(ton_edge_requests_total{${API}}[${rateWindow}]))`,
  },
  {
    record: "job_network:ton_edge_request_failures:ratio_rate5m",
    expr: [
      'sum by (job, network) (job_network_outcome:ton_edge_requests:rate5m{outcome="failed"})',
      "/",
      "sum by (job, network) (job_network_outcome:ton_edge_requests:rate5m)",
    ].join("\n"),
  },
  {
    record: "job:ton_edge_cache_hits:ratio_rate5m",
    expr: [
      `sum by (job) (rate(ton_edge_requests_total{cache=~"hit|stale|collapsed|local"}[${rateWindow}]))`,
      "/",
      `sum by (job) (rate(ton_edge_requests_total{cache!="none"}[${rateWindow}]))`,
    ].join("\n"),
  },
  {
    record: "job_category:ton_edge_request_duration_seconds:p95_rate5m",
    expr: `histogram_quantile(0.95, sum by (job, category, le) (rate(ton_edge_request_duration_seconds_bucket[${rateWindow}])))`,
  },
  {
    record: "job_network_upstream:ton_edge_upstream_duration_seconds:p95_rate5m",
    expr: `histogram_quantile(0.95, sum by (job, network, upstream, le) (rate(ton_edge_upstream_duration_seconds_bucket[${rateWindow}])))`,
  },
  {
    record: "job_network_upstream:ton_edge_upstream_faults:ratio_rate5m",
    expr: [
      `sum by (job, network, upstream) (rate(ton_edge_upstream_attempts_total{${FAULTS}}[${rateWindow}]))`,
      "/",
      `sum by (job, network, upstream) (rate(ton_edge_upstream_attempts_total{outcome!="cancelled"}[${rateWindow}]))`,
    ].join("\n"),
  },
];

/** @param {Times} times @returns {Alert[]} */
export const listAlerts = ({ rate: rateWindow, slow: slowWindow }) => [
  {
    alert: "TonEdgeWatchdog",
    expr: "vector(1)",
    severity: "info",
    summary: "Prometheus evaluates the rules of ton-edge",
    description: "Always fires. If it no longer arrives, no other alert does.",
  },
  {
    alert: "TonEdgeDown",
    expr: 'up{job="ton-edge"} == 0',
    hold: 1,
    severity: "critical",
    summary: "{{ $labels.instance }} does not respond to Prometheus",
    description: "The gateway is not running, cannot be reached, or refuses the admin token of Prometheus.",
  },
  {
    alert: "TonEdgeNoUpstream",
    expr: 'max by (job, instance, network) (ton_edge_breaker_state{state="closed"}) == 0',
    hold: 1,
    severity: "critical",
    summary: "No upstream of {{ $labels.network }} is in use at {{ $labels.instance }}",
    description: "The breakers of all upstreams of the network are open. Requests get 503, or stale responses.",
  },
  {
    alert: "TonEdgeRequestsFailing",
    expr: "job_network:ton_edge_request_failures:ratio_rate5m > 0.05",
    hold: 5,
    severity: "critical",
    summary: "{{ $value | humanizePercentage }} of the requests to {{ $labels.network }} fail",
    description: "Callers get 5xx: the upstreams fail, or the gateway is overloaded.",
  },
  {
    alert: "TonEdgeUpstreamFailing",
    expr: "job_network_upstream:ton_edge_upstream_faults:ratio_rate5m > 0.2",
    hold: 5,
    severity: "warning",
    summary: "{{ $value | humanizePercentage }} of the requests to {{ $labels.upstream }} fail",
    description:
      "The upstream responds with 5xx, late, or not at all. The gateway retries reads, also at other upstreams.",
  },
  {
    alert: "TonEdgeBreakerOpen",
    // The breaker is open, or waits for the outcome of its probe.
    expr: 'max by (job, instance, network, upstream) (ton_edge_breaker_state{state="closed"}) == 0',
    hold: 2,
    severity: "warning",
    summary: "The breaker of {{ $labels.upstream }} stays open at {{ $labels.instance }}",
    description: "The gateway sends only one probe to this upstream whenever breaker.openMs has passed.",
  },
  {
    alert: "TonEdgeUpstreamBehind",
    expr: "min by (job, network, upstream) (ton_edge_upstream_head_age_seconds) > 60",
    hold: 2,
    severity: "warning",
    summary: "The newest block of {{ $labels.upstream }} is {{ $value | humanizeDuration }} old",
    description: "The upstream does not follow the chain, or does not respond to readiness checks. Responses are old.",
  },
  {
    alert: "TonEdgeResponsesBehind",
    expr: `sum by (job, network, upstream) (increase(ton_edge_upstream_responses_behind_total[${slowWindow}])) > 0`,
    severity: "warning",
    summary: "Callers get old responses from {{ $labels.upstream }}",
    description: "The upstream is behind by more than maxBehindBlocks, and no other upstream responded in its place.",
  },
  {
    alert: "TonEdgeUpstreamKeyRefused",
    expr: `sum by (job) (increase(ton_edge_errors_total{code="upstream_key_refused"}[${slowWindow}])) > 0`,
    severity: "critical",
    summary: "An upstream refuses the gateway's upstream API key",
    description: "The key is wrong, has expired, or is for the other network. Requests get 502.",
  },
  {
    alert: "TonEdgeBudgetUsedUp",
    expr: `sum by (job, network, upstream) (rate(ton_edge_budget_refusals_total[${rateWindow}])) > 0`,
    hold: 5,
    severity: "warning",
    summary: "The budget of {{ $labels.upstream }} is used up",
    description: "Requests waited limits.queueTimeoutMs for their slot, and got 429.",
  },
  {
    alert: "TonEdgeSlow",
    expr: `histogram_quantile(0.95, sum by (job, le) (rate(ton_edge_request_duration_seconds_bucket{cache=~"miss|bypass|local"}[${rateWindow}]))) > 5`,
    hold: 10,
    severity: "warning",
    summary: "One in 20 requests that the cache does not have takes longer than {{ $value | humanizeDuration }}",
    description: "The upstreams are slow, requests queue for the budget, or the event loop is blocked.",
  },
  {
    alert: "TonEdgeOverloaded",
    expr: `sum by (job, instance) (rate(ton_edge_errors_total{code="overloaded"}[${rateWindow}])) > 0`,
    hold: 2,
    severity: "warning",
    summary: "{{ $labels.instance }} refuses {{ $value | humanize }} requests per second",
    description:
      "The gateway has reached overload.maxInFlight or another limit of its capacity, and refuses further requests with 503.",
  },
  {
    alert: "TonEdgeEventLoopBlocked",
    expr: `histogram_quantile(0.99, sum by (job, instance, le) (rate(ton_edge_event_loop_delay_seconds_bucket[${rateWindow}]))) > 0.25`,
    hold: 5,
    severity: "warning",
    summary: "{{ $labels.instance }} does nothing for {{ $value | humanizeDuration }} at a time",
    description: "The process has too little CPU time, or too much to do at once.",
  },
  {
    alert: "TonEdgeLimiterUnavailable",
    expr: `sum by (job) (rate(ton_edge_errors_total{code="limiter_unavailable"}[${rateWindow}])) > 0`,
    hold: 2,
    severity: "critical",
    summary: "The limiter of the fleet cannot be reached",
    description: "The gateway does not know how much of the budgets is left, and refuses requests with 503.",
  },
  {
    alert: "TonEdgeKeyStoreStale",
    expr: "max by (job, instance) (ton_edge_key_store_stale_seconds) > 0",
    hold: 2,
    severity: "warning",
    summary: "{{ $labels.instance }} cannot read its file of API keys",
    description:
      "The last valid records stay in use until apiKeysStaleMs has passed, without later changes and revocations; then requests with an API key get 503.",
  },
  {
    alert: "TonEdgeKeyStoreUnavailable",
    expr: `sum by (job) (rate(ton_edge_errors_total{code="key_store_unavailable"}[${rateWindow}])) > 0`,
    hold: 2,
    severity: "critical",
    summary: "The store of API keys fails",
    description: "Requests whose API key the gateway does not have in memory get 503.",
  },
  {
    alert: "TonEdgeKeyLimited",
    expr: [
      `sum by (job, plan, key) (rate(ton_edge_key_requests_total{key!="none", outcome="limited"}[${slowWindow}]))`,
      "/",
      `sum by (job, plan, key) (rate(ton_edge_key_requests_total{key!="none"}[${slowWindow}]))`,
      "> 0.2",
    ].join("\n"),
    hold: 15,
    severity: "info",
    summary: "{{ $value | humanizePercentage }} of the requests of API key {{ $labels.key }} are over its plan",
    description: "Its caller sends more than its plan allows.",
  },
  {
    alert: "TonEdgeConfigReloadFailed",
    expr: "ton_edge_config_last_reload_successful == 0",
    hold: 1,
    severity: "warning",
    summary: "{{ $labels.instance }} could not read its new configuration",
    description: "The previous configuration stays in use. A restart would fail.",
  },
  {
    alert: "TonEdgeLogLost",
    expr: `sum by (job, instance) (increase(ton_edge_log_lost_lines_total[${slowWindow}])) > 0`,
    severity: "warning",
    summary: "{{ $labels.instance }} loses lines of its log",
    description:
      "The disk is full, or the program that reads the output has ended or does not read. Callers are served.",
  },
  {
    alert: "TonEdgeWasmReset",
    expr: `sum by (job) (increase(ton_edge_wasm_resets_total[${slowWindow}])) > 0`,
    severity: "warning",
    summary: "The wasm module trapped and was instantiated again",
    description: "A request caused a trap, which is a bug of the gateway. Other requests were not affected.",
  },
  {
    alert: "TonEdgeLocalGetMethodDiffers",
    expr: `sum by (job) (increase(ton_edge_local_verifications_total{result="different"}[${slowWindow}])) > 0`,
    severity: "warning",
    summary: "A get-method that the gateway computed differs from the upstream's result",
    description: "From now on, contracts with this code go upstream.",
  },
];

const indentLines = (text, spaces) =>
  text
    .split("\n")
    .map((line) => `${" ".repeat(spaces)}${line}`)
    .join("\n");

/** Quotes a text: plain words do not need quotation marks, but quotation marks are always valid. */
const quoteText = (text) => JSON.stringify(text);

/** @param {string} alert */
export const formatAnchor = (alert) => alert.toLowerCase();

/**
 * The text of the file with the rules.
 *
 * @param {Times} times @param {string} runbooks path or URL of the runbooks
 * @param {string} [head] comment lines
 */
export function writeRulesFile(times, runbooks, head = "") {
  const recordingTexts = listRecordings(times).map(
    ({ record, expr }) => `      - record: ${record}\n        expr: |\n${indentLines(expr, 10)}\n`,
  );
  const alertTexts = listAlerts(times).map(
    ({ alert, expr, hold, severity, summary, description }) =>
      `      - alert: ${alert}\n        expr: |\n${indentLines(expr, 10)}\n${
        hold === undefined ? "" : `        for: ${times.hold(hold)}\n`
      }        labels:\n          severity: ${severity}\n        annotations:\n          summary: ${quoteText(
        summary,
      )}\n          description: ${quoteText(description)}\n          runbook_url: ${quoteText(`${runbooks}#${formatAnchor(alert)}`)}\n`,
  );
  return `${head}groups:\n  - name: ton-edge-records\n    rules:\n${recordingTexts.join("")}  - name: ton-edge-alerts\n    rules:\n${alertTexts.join("")}`;
}
