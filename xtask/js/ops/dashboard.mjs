// The Grafana dashboard of `pkg/templates/ops/grafana/ton-edge.json`, made from the list of panels below.

const WIDTH = 24;
const HEIGHT = 8;
/** Selects the series that the variables of the dashboard choose. */
const TARGET_LABELS = 'job=~"$job", instance=~"$instance"';
const NETWORK_LABELS = `${TARGET_LABELS}, network=~"$network"`;
const WINDOW = "[$__rate_interval]";

const formatRate = (metric, labels, groupBy) => `sum by (${groupBy}) (rate(${metric}{${labels}}${WINDOW}))`;
const formatQuantile = (fraction, metric, labels, groupBy) =>
  `histogram_quantile(${fraction}, sum by (${[...groupBy, "le"].join(", ")}) (rate(${metric}_bucket{${labels}}${WINDOW})))`;
const FAULTS = 'outcome=~"failed|timeout|unreachable|broken_off"';

/**
 * @typedef {object} Panel
 * @property {string} title @property {"timeseries" | "stat" | "table"} type @property {string} unit of Grafana @property {number} width of 24
 * @property {string} about what it shows, and what is good @property {[string, string][]} queries PromQL and legend
 * @property {boolean} [stacked]
 */

/** @returns {Panel} */
const makeLinePanel = (title, unit, description, ...queries) => ({
  title,
  type: "timeseries",
  unit,
  width: 12,
  about: description,
  queries,
});
/** @returns {Panel} */
const makeStackedPanel = (...args) => ({ .../** @type {any} */ (makeLinePanel)(...args), stacked: true });
/** @returns {Panel} */
const makeStatPanel = (title, unit, description, ...queries) => ({
  title,
  type: "stat",
  unit,
  width: 4,
  about: description,
  queries,
});

/** @type {[string, Panel[]][]} rows with their panels */
const ROWS = [
  [
    "At a glance",
    [
      makeStatPanel("Requests per second", "reqps", "Requests to the API.", [
        `sum(rate(ton_edge_requests_total{${NETWORK_LABELS}, generation!=""}${WINDOW}))`,
        "",
      ]),
      makeStatPanel("Failed requests", "percentunit", "Share of requests with 5xx.", [
        `sum(rate(ton_edge_requests_total{${NETWORK_LABELS}, generation!="", outcome="failed"}${WINDOW})) / sum(rate(ton_edge_requests_total{${NETWORK_LABELS}, generation!=""}${WINDOW}))`,
        "",
      ]),
      makeStatPanel(
        "Served from the cache",
        "percentunit",
        "Share of cacheable requests that took no upstream request.",
        [
          `sum(rate(ton_edge_requests_total{${NETWORK_LABELS}, cache=~"hit|stale|collapsed|local"}${WINDOW})) / sum(rate(ton_edge_requests_total{${NETWORK_LABELS}, cache!="none"}${WINDOW}))`,
          "",
        ],
      ),
      makeStatPanel("95th percentile", "s", "Time until a response began, of all requests to the API.", [
        formatQuantile(0.95, "ton_edge_request_duration_seconds", `${TARGET_LABELS}, category!="none"`, []),
        "",
      ]),
      makeStatPanel("Oldest head", "s", "Age of the newest block of the upstream that is most behind.", [
        `max(ton_edge_upstream_head_age_seconds{${NETWORK_LABELS}})`,
        "",
      ]),
      makeStatPanel("Open breakers", "none", "Upstreams that get no requests, because their breakers are open.", [
        `count(max by (network, upstream) (ton_edge_breaker_state{${NETWORK_LABELS}, state="closed"}) == 0) or vector(0)`,
        "",
      ]),
    ],
  ],
  [
    "Requests",
    [
      makeStackedPanel("Requests by outcome", "reqps", "How requests to the API ended.", [
        formatRate("ton_edge_requests_total", `${NETWORK_LABELS}, generation!=""`, "outcome"),
        "{{outcome}}",
      ]),
      makeStackedPanel("Requests by cache state", "reqps", "Cache state of the responses.", [
        formatRate("ton_edge_requests_total", `${NETWORK_LABELS}, generation!=""`, "cache"),
        "{{cache}}",
      ]),
      makeLinePanel("Top operations", "reqps", "The ten operations with the most requests.", [
        `topk(10, ${formatRate("ton_edge_requests_total", `${NETWORK_LABELS}, generation!=""`, "generation, operation")})`,
        "{{generation}} {{operation}}",
      ]),
      makeLinePanel(
        "Errors of the gateway itself",
        "reqps",
        "By the code in X-Ton-Edge-Error; see the documentation of errors.",
        [`topk(10, ${formatRate("ton_edge_errors_total", TARGET_LABELS, "code")} > 0)`, "{{code}}"],
      ),
    ],
  ],
  [
    "Latency",
    [
      makeLinePanel("Time to first byte by category, 95th percentile", "s", "Requests that the cache did not have.", [
        formatQuantile(0.95, "ton_edge_request_duration_seconds", `${TARGET_LABELS}, cache=~"miss|bypass|local"`, [
          "category",
        ]),
        "{{category}}",
      ]),
      makeLinePanel(
        "Time to first byte by cache state, median and 99th percentile",
        "s",
        "Hits take less than a millisecond.",
        [
          formatQuantile(0.5, "ton_edge_request_duration_seconds", `${TARGET_LABELS}, category!="none"`, ["cache"]),
          "{{cache}} p50",
        ],
        [
          formatQuantile(0.99, "ton_edge_request_duration_seconds", `${TARGET_LABELS}, category!="none"`, ["cache"]),
          "{{cache}} p99",
        ],
      ),
    ],
  ],
  [
    "Upstreams",
    [
      makeStackedPanel("Upstream requests by outcome", "reqps", "Attempts, retries and readiness checks included.", [
        `${formatRate("ton_edge_upstream_attempts_total", NETWORK_LABELS, "upstream, outcome")} > 0`,
        "{{upstream}} {{outcome}}",
      ]),
      makeLinePanel(
        "Faulty upstream requests",
        "percentunit",
        "Share with 5xx, a timeout, no connection, or an unusable response.",
        [
          `${formatRate("ton_edge_upstream_attempts_total", `${NETWORK_LABELS}, ${FAULTS}`, "upstream")} / ${formatRate("ton_edge_upstream_attempts_total", `${NETWORK_LABELS}, outcome!="cancelled"`, "upstream")}`,
          "{{upstream}}",
        ],
      ),
      makeLinePanel(
        "Upstream duration",
        "s",
        "Time until a response of the upstream began.",
        [formatQuantile(0.5, "ton_edge_upstream_duration_seconds", NETWORK_LABELS, ["upstream"]), "{{upstream}} p50"],
        [formatQuantile(0.95, "ton_edge_upstream_duration_seconds", NETWORK_LABELS, ["upstream"]), "{{upstream}} p95"],
      ),
      makeLinePanel(
        "Age of the head",
        "s",
        "A chain makes a block every few seconds; readiness fails at readiness.maxHeadAgeMs.",
        [
          `min by (network, upstream) (ton_edge_upstream_head_age_seconds{${NETWORK_LABELS}})`,
          "{{network}} {{upstream}}",
        ],
      ),
      makeLinePanel(
        "Blocks behind",
        "none",
        "Blocks by which an upstream lags behind the newest known one; 0 up to maxBehindBlocks.",
        [
          `max by (network, upstream, generation) (ton_edge_upstream_blocks_behind{${NETWORK_LABELS}})`,
          "{{network}} {{upstream}} {{generation}}",
        ],
      ),
      makeLinePanel("Responses behind", "reqps", "Responses of lagging upstreams that callers got.", [
        formatRate("ton_edge_upstream_responses_behind_total", NETWORK_LABELS, "network, upstream, generation"),
        "{{network}} {{upstream}} {{generation}}",
      ]),
      makeLinePanel("Breakers that are open", "none", "Instances that send the upstream only probes.", [
        `sum by (network, upstream) (ton_edge_breaker_state{${NETWORK_LABELS}, state!="closed"})`,
        "{{network}} {{upstream}}",
      ]),
      makeLinePanel("Broken streams", "reqps", "Long responses that broke off after their beginning.", [
        formatRate("ton_edge_upstream_broken_streams_total", NETWORK_LABELS, "network, upstream"),
        "{{network}} {{upstream}}",
      ]),
    ],
  ],
  [
    "Budgets and callers",
    [
      makeLinePanel(
        "Use of budgets",
        "percentunit",
        "Upstream requests in per cent of the budget. Requests queue near 100 %.",
        [
          `${formatRate("ton_edge_upstream_attempts_total", NETWORK_LABELS, "network, upstream")} / max by (network, upstream) (ton_edge_budget_requests_per_second{${NETWORK_LABELS}})`,
          "{{network}} {{upstream}}",
        ],
      ),
      makeLinePanel("Wait for budgets, 95th percentile", "s", "Beyond limits.queueTimeoutMs a request gets 429.", [
        formatQuantile(0.95, "ton_edge_budget_wait_seconds", NETWORK_LABELS, ["network", "upstream"]),
        "{{network}} {{upstream}}",
      ]),
      makeLinePanel(
        "Requests that wait, and that were refused",
        "none",
        "Refusals per second, since the budget was used up.",
        [
          `sum by (network, upstream) (ton_edge_budget_waiting_requests{${NETWORK_LABELS}})`,
          "{{network}} {{upstream}} waiting",
        ],
        [
          formatRate("ton_edge_budget_refusals_total", NETWORK_LABELS, "network, upstream"),
          "{{network}} {{upstream}} refused/s",
        ],
      ),
      makeLinePanel("Requests by plan", "reqps", "`none` stands for requests without an API key.", [
        formatRate("ton_edge_key_requests_total", TARGET_LABELS, "plan"),
        "{{plan}}",
      ]),
      makeLinePanel("Top API keys", "reqps", "The ten keys with the highest cost per second.", [
        `topk(10, ${formatRate("ton_edge_key_cost_total", `${TARGET_LABELS}, key!="none"`, "plan, key")})`,
        "{{key}} ({{plan}})",
      ]),
      makeLinePanel("Rate-limited requests by API key", "reqps", "Requests with 429.", [
        `topk(10, ${formatRate("ton_edge_key_requests_total", `${TARGET_LABELS}, outcome="limited"`, "key")} > 0)`,
        "{{key}}",
      ]),
    ],
  ],
  [
    "Process",
    [
      makeLinePanel(
        "Requests in flight",
        "none",
        "At the limit the gateway refuses requests with 503.",
        [`ton_edge_requests_in_flight{${TARGET_LABELS}}`, "{{instance}}"],
        [`max(ton_edge_requests_in_flight_limit{${TARGET_LABELS}})`, "limit"],
      ),
      makeLinePanel("Event-loop delay, 99th percentile", "s", "For this time the process handled no other event.", [
        formatQuantile(0.99, "ton_edge_event_loop_delay_seconds", TARGET_LABELS, ["instance"]),
        "{{instance}}",
      ]),
      makeLinePanel(
        "Memory",
        "bytes",
        "Memory of the process, the JavaScript heap, and cached responses.",
        [`process_resident_memory_bytes{${TARGET_LABELS}}`, "{{instance}} resident"],
        [`process_heap_bytes{${TARGET_LABELS}}`, "{{instance}} heap"],
        [`ton_edge_cache_bytes{${TARGET_LABELS}}`, "{{instance}} cache"],
        [`ton_edge_stream_buffered_bytes{${TARGET_LABELS}}`, "{{instance}} streams"],
        [`ton_edge_image_cache_bytes{${TARGET_LABELS}}`, "{{instance}} pictures"],
      ),
      makeLinePanel("CPU", "percentunit", "Share of one CPU.", [
        `rate(process_cpu_seconds_total{${TARGET_LABELS}}${WINDOW})`,
        "{{instance}}",
      ]),
      makeLinePanel(
        "Entries of the cache, and remembered callers",
        "none",
        "Both are bounded by settings.",
        [`ton_edge_cache_entries{${TARGET_LABELS}}`, "{{instance}} entries"],
        [`ton_edge_limit_callers{${TARGET_LABELS}}`, "{{instance}} callers"],
      ),
      makeLinePanel(
        "Streams of events",
        "none",
        "Open streams, and the accounts that the gateway polls for them.",
        [`sum by (instance, kind) (ton_edge_streams{${TARGET_LABELS}})`, "{{instance}} {{kind}} streams"],
        [`ton_edge_stream_sockets{${TARGET_LABELS}}`, "{{instance}} WebSockets"],
        [`ton_edge_stream_accounts{${TARGET_LABELS}}`, "{{instance}} accounts"],
      ),
      makeLinePanel(
        "Events of streams, and streams that began and ended",
        "ops",
        "A slow reader, or one of a server that closes, can resume its stream. Requests go upstream for all streams together.",
        [formatRate("ton_edge_stream_events_total", TARGET_LABELS, "instance"), "{{instance}} events"],
        [formatRate("ton_edge_stream_openings_total", TARGET_LABELS, "kind"), "opened: {{kind}}"],
        [formatRate("ton_edge_stream_resumes_total", TARGET_LABELS, "result"), "resumed: {{result}}"],
        [formatRate("ton_edge_stream_ends_total", TARGET_LABELS, "reason"), "ended: {{reason}}"],
        [formatRate("ton_edge_stream_upstream_requests_total", TARGET_LABELS, "operation"), "upstream: {{operation}}"],
      ),
      makeLinePanel(
        "Pictures of tokens",
        "reqps",
        "Requests for pictures by result. Many failures: tokens name hosts that are gone.",
        [formatRate("ton_edge_images_total", TARGET_LABELS, "result"), "{{result}}"],
      ),
      makeLinePanel("Bytes of fetched pictures", "Bps", "Bytes that the hosts of pictures sent.", [
        formatRate("ton_edge_image_fetched_bytes_total", TARGET_LABELS, "instance"),
        "{{instance}}",
      ]),
      {
        title: "Versions",
        type: "table",
        unit: "none",
        width: 12,
        about: "Versions and runtimes of the instances.",
        queries: [[`count by (version, runtime) (ton_edge_build_info{${TARGET_LABELS}})`, ""]],
      },
    ],
  ],
];

const DATASOURCE = { type: "prometheus", uid: "${datasource}" };

/** @param {Panel} panel @param {{ id: number, x: number, y: number }} place */
function writePanel({ title, type, unit, width, about: description, queries, stacked: isStacked }, { id, x, y }) {
  const customOptions =
    type === "timeseries"
      ? {
          lineWidth: 1,
          fillOpacity: isStacked ? 30 : 0,
          showPoints: "never",
          stacking: { mode: isStacked ? "normal" : "none" },
        }
      : {};
  return {
    id,
    type,
    title,
    description,
    datasource: DATASOURCE,
    gridPos: { x, y, w: width, h: readHeight(type) },
    fieldConfig: {
      defaults: { unit, min: unit === "none" && type === "table" ? undefined : 0, custom: customOptions },
      overrides: [],
    },
    options:
      type === "timeseries"
        ? {
            legend: { displayMode: "table", placement: "bottom", calcs: ["mean", "max"], showLegend: true },
            tooltip: { mode: "multi", sort: "desc" },
          }
        : type === "stat"
          ? {
              reduceOptions: { calcs: ["lastNotNull"], fields: "", values: false },
              graphMode: "area",
              colorMode: "value",
            }
          : { showHeader: true },
    targets: queries.map(([expr, legend], index) => ({
      refId: String.fromCharCode(65 + index),
      datasource: DATASOURCE,
      expr,
      legendFormat: legend === "" ? "__auto" : legend,
      ...(type === "table" ? { format: "table", instant: true } : { range: true }),
    })),
  };
}

const readHeight = (type) => (type === "stat" ? 4 : HEIGHT);

/** @param {string} name @param {string} label @param {string} query */
const makeVariable = (name, label, query) => ({
  name,
  label,
  type: "query",
  datasource: DATASOURCE,
  query: { query, refId: name },
  definition: query,
  refresh: 2,
  sort: 1,
  multi: true,
  includeAll: true,
  allValue: ".*",
  current: { text: "All", value: "$__all" },
});

/** Queries of the variables. */
export const VARIABLES = {
  job: "label_values(ton_edge_build_info, job)",
  instance: 'label_values(ton_edge_build_info{job=~"$job"}, instance)',
  network: 'label_values(ton_edge_breaker_state{job=~"$job"}, network)',
};

/** The dashboard as the JSON that Grafana imports. */
export function makeDashboard() {
  const panels = [];
  let y = 0;
  let id = 0;
  for (const [title, list] of ROWS) {
    panels.push({
      id: (id += 1),
      type: "row",
      title,
      collapsed: false,
      gridPos: { x: 0, y, w: WIDTH, h: 1 },
      panels: [],
    });
    y += 1;
    let x = 0;
    let height = 0;
    for (const panel of list) {
      if (x + panel.width > WIDTH) {
        y += height;
        x = 0;
      }
      panels.push(writePanel(panel, { id: (id += 1), x, y }));
      x += panel.width;
      height = readHeight(panel.type);
    }
    y += height;
  }
  return {
    uid: "ton-edge",
    title: "ton-edge gateway",
    description:
      "Requests, upstreams, budgets and processes of gateways of ton-edge. Generated; its source makes the rules too.",
    tags: ["ton-edge"],
    timezone: "browser",
    schemaVersion: 39,
    version: 1,
    editable: true,
    graphTooltip: 1,
    refresh: "30s",
    time: { from: "now-1h", to: "now" },
    annotations: {
      list: [
        {
          name: "Alerts",
          datasource: DATASOURCE,
          enable: true,
          iconColor: "red",
          expr: 'ALERTS{alertname=~"TonEdge.*", alertstate="firing"}',
          titleFormat: "{{alertname}}",
          tagKeys: "severity",
        },
        {
          name: "Restarts",
          datasource: DATASOURCE,
          enable: true,
          iconColor: "blue",
          expr: `changes(process_start_time_seconds{${TARGET_LABELS}}[1m]) > 0`,
          titleFormat: "{{instance}} restarted",
        },
      ],
    },
    templating: {
      list: [
        { name: "datasource", label: "Data source", type: "datasource", query: "prometheus", refresh: 1 },
        makeVariable("job", "Job", VARIABLES.job),
        makeVariable("instance", "Instance", VARIABLES.instance),
        makeVariable("network", "Network", VARIABLES.network),
      ],
    },
    panels,
  };
}

/** All queries of the dashboard, as PromQL without Grafana's own variables. @returns {{ title: string, expr: string }[]} */
export function listQueries() {
  const { panels, annotations } = makeDashboard();
  const queryList = [
    ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr }))),
    ...annotations.list.map(({ name, expr }) => ({ title: name, expr })),
  ];
  return queryList.map(({ title, expr }) => ({ title, expr: expr.replaceAll("$__rate_interval", "5m") }));
}
