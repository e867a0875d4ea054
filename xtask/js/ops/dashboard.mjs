// The Grafana dashboard of `pkg/templates/ops/grafana/ton-edge.json`, made from the list of panels below.

const WIDTH = 24;
const HEIGHT = 8;
/** Selects what the variables of the dashboard say. */
const ALL = 'job=~"$job", instance=~"$instance"';
const OF_NETWORK = `${ALL}, network=~"$network"`;
const WINDOW = "[$__rate_interval]";

const rate = (metric, labels, by) => `sum by (${by}) (rate(${metric}{${labels}}${WINDOW}))`;
const quantile = (share, metric, labels, by) =>
  `histogram_quantile(${share}, sum by (${[...by, "le"].join(", ")}) (rate(${metric}_bucket{${labels}}${WINDOW})))`;
const FAULTS = 'outcome=~"failed|timeout|unreachable|broken_off"';

/**
 * @typedef {object} Panel
 * @property {string} title @property {"timeseries" | "stat" | "table"} type @property {string} unit of Grafana @property {number} width of 24
 * @property {string} about what it shows, and what is good @property {[string, string][]} queries PromQL and legend
 * @property {boolean} [stacked]
 */

/** @returns {Panel} */
const lines = (title, unit, about, ...queries) => ({ title, type: "timeseries", unit, width: 12, about, queries });
/** @returns {Panel} */
const stacked = (...args) => ({ .../** @type {any} */ (lines)(...args), stacked: true });
/** @returns {Panel} */
const stat = (title, unit, about, ...queries) => ({ title, type: "stat", unit, width: 4, about, queries });

/** @type {[string, Panel[]][]} rows with their panels */
const ROWS = [
  [
    "At a glance",
    [
      stat("Requests per second", "reqps", "Requests to the API.", [
        `sum(rate(ton_edge_requests_total{${OF_NETWORK}, generation!=""}${WINDOW}))`,
        "",
      ]),
      stat("Failed requests", "percentunit", "Share of requests with 5xx.", [
        `sum(rate(ton_edge_requests_total{${OF_NETWORK}, generation!="", outcome="failed"}${WINDOW})) / sum(rate(ton_edge_requests_total{${OF_NETWORK}, generation!=""}${WINDOW}))`,
        "",
      ]),
      stat("Served from the cache", "percentunit", "Share of cacheable requests that took no upstream request.", [
        `sum(rate(ton_edge_requests_total{${OF_NETWORK}, cache=~"hit|stale|collapsed|local"}${WINDOW})) / sum(rate(ton_edge_requests_total{${OF_NETWORK}, cache!="none"}${WINDOW}))`,
        "",
      ]),
      stat("95th percentile", "s", "Time until a response began, of all requests to the API.", [
        quantile(0.95, "ton_edge_request_duration_seconds", `${ALL}, category!="none"`, []),
        "",
      ]),
      stat("Oldest head", "s", "Age of the newest block of the upstream that is most behind.", [
        `max(ton_edge_upstream_head_age_seconds{${OF_NETWORK}})`,
        "",
      ]),
      stat("Open breakers", "none", "Upstreams that are left alone.", [
        `count(max by (network, upstream) (ton_edge_breaker_state{${OF_NETWORK}, state="closed"}) == 0) or vector(0)`,
        "",
      ]),
    ],
  ],
  [
    "Requests",
    [
      stacked("Requests by outcome", "reqps", "How requests to the API ended.", [
        rate("ton_edge_requests_total", `${OF_NETWORK}, generation!=""`, "outcome"),
        "{{outcome}}",
      ]),
      stacked("Requests by cache state", "reqps", "What the cache had for them.", [
        rate("ton_edge_requests_total", `${OF_NETWORK}, generation!=""`, "cache"),
        "{{cache}}",
      ]),
      lines("Top operations", "reqps", "The ten operations with the most requests.", [
        `topk(10, ${rate("ton_edge_requests_total", `${OF_NETWORK}, generation!=""`, "generation, operation")})`,
        "{{generation}} {{operation}}",
      ]),
      lines(
        "Errors of the gateway itself",
        "reqps",
        "By the code in X-Ton-Edge-Error; see the documentation of errors.",
        [`topk(10, ${rate("ton_edge_errors_total", ALL, "code")} > 0)`, "{{code}}"],
      ),
    ],
  ],
  [
    "Latency",
    [
      lines("Time to first byte by category, 95th percentile", "s", "Requests that the cache did not have.", [
        quantile(0.95, "ton_edge_request_duration_seconds", `${ALL}, cache=~"miss|bypass|local"`, ["category"]),
        "{{category}}",
      ]),
      lines(
        "Time to first byte by cache state, median and 99th percentile",
        "s",
        "Hits take less than a millisecond.",
        [quantile(0.5, "ton_edge_request_duration_seconds", `${ALL}, category!="none"`, ["cache"]), "{{cache}} p50"],
        [quantile(0.99, "ton_edge_request_duration_seconds", `${ALL}, category!="none"`, ["cache"]), "{{cache}} p99"],
      ),
    ],
  ],
  [
    "Upstreams",
    [
      stacked("Upstream requests by outcome", "reqps", "Attempts, retries and readiness checks included.", [
        `${rate("ton_edge_upstream_attempts_total", OF_NETWORK, "upstream, outcome")} > 0`,
        "{{upstream}} {{outcome}}",
      ]),
      lines(
        "Faulty upstream requests",
        "percentunit",
        "Share with 5xx, a timeout, no connection, or an unusable response.",
        [
          `${rate("ton_edge_upstream_attempts_total", `${OF_NETWORK}, ${FAULTS}`, "upstream")} / ${rate("ton_edge_upstream_attempts_total", `${OF_NETWORK}, outcome!="cancelled"`, "upstream")}`,
          "{{upstream}}",
        ],
      ),
      lines(
        "Upstream duration",
        "s",
        "Time until a response of the upstream began.",
        [quantile(0.5, "ton_edge_upstream_duration_seconds", OF_NETWORK, ["upstream"]), "{{upstream}} p50"],
        [quantile(0.95, "ton_edge_upstream_duration_seconds", OF_NETWORK, ["upstream"]), "{{upstream}} p95"],
      ),
      lines(
        "Age of the head",
        "s",
        "A chain makes a block every few seconds; readiness fails at readiness.maxHeadAgeMs.",
        [`min by (network, upstream) (ton_edge_upstream_head_age_seconds{${OF_NETWORK}})`, "{{network}} {{upstream}}"],
      ),
      lines("Breakers that are open", "none", "Instances that leave the upstream alone.", [
        `sum by (network, upstream) (ton_edge_breaker_state{${OF_NETWORK}, state!="closed"})`,
        "{{network}} {{upstream}}",
      ]),
      lines("Broken streams", "reqps", "Long responses that broke off after their beginning.", [
        rate("ton_edge_upstream_broken_streams_total", OF_NETWORK, "network, upstream"),
        "{{network}} {{upstream}}",
      ]),
    ],
  ],
  [
    "Budgets and callers",
    [
      lines(
        "Use of budgets",
        "percentunit",
        "Upstream requests in per cent of the budget. Requests queue near 100 %.",
        [
          `${rate("ton_edge_upstream_attempts_total", OF_NETWORK, "network, upstream")} / max by (network, upstream) (ton_edge_budget_requests_per_second{${OF_NETWORK}})`,
          "{{network}} {{upstream}}",
        ],
      ),
      lines("Wait for budgets, 95th percentile", "s", "Beyond limits.queueTimeoutMs a request gets 429.", [
        quantile(0.95, "ton_edge_budget_wait_seconds", OF_NETWORK, ["network", "upstream"]),
        "{{network}} {{upstream}}",
      ]),
      lines(
        "Requests that wait, and that were refused",
        "none",
        "Refusals per second, since the budget was used up.",
        [
          `sum by (network, upstream) (ton_edge_budget_waiting_requests{${OF_NETWORK}})`,
          "{{network}} {{upstream}} waiting",
        ],
        [rate("ton_edge_budget_refusals_total", OF_NETWORK, "network, upstream"), "{{network}} {{upstream}} refused/s"],
      ),
      lines("Requests by plan", "reqps", "None is requests without an API key.", [
        rate("ton_edge_key_requests_total", ALL, "plan"),
        "{{plan}}",
      ]),
      lines("Top API keys", "reqps", "The ten keys with the highest cost per second.", [
        `topk(10, ${rate("ton_edge_key_cost_total", `${ALL}, key!="none"`, "plan, key")})`,
        "{{key}} ({{plan}})",
      ]),
      lines("Rate-limited requests by API key", "reqps", "Requests with 429.", [
        `topk(10, ${rate("ton_edge_key_requests_total", `${ALL}, outcome="limited"`, "key")} > 0)`,
        "{{key}}",
      ]),
    ],
  ],
  [
    "Process",
    [
      lines(
        "Requests in flight",
        "none",
        "At the limit the gateway refuses requests with 503.",
        [`ton_edge_requests_in_flight{${ALL}}`, "{{instance}}"],
        [`max(ton_edge_requests_in_flight_limit{${ALL}})`, "limit"],
      ),
      lines("Event-loop delay, 99th percentile", "s", "For so long the process did nothing else.", [
        quantile(0.99, "ton_edge_event_loop_delay_seconds", ALL, ["instance"]),
        "{{instance}}",
      ]),
      lines(
        "Memory",
        "bytes",
        "What the process holds, what its JavaScript uses, and cached responses.",
        [`process_resident_memory_bytes{${ALL}}`, "{{instance}} resident"],
        [`process_heap_bytes{${ALL}}`, "{{instance}} heap"],
        [`ton_edge_cache_bytes{${ALL}}`, "{{instance}} cache"],
      ),
      lines("CPU", "percentunit", "Share of one CPU.", [
        `rate(process_cpu_seconds_total{${ALL}}${WINDOW})`,
        "{{instance}}",
      ]),
      lines(
        "Entries of the cache, and remembered callers",
        "none",
        "Both are bounded by settings.",
        [`ton_edge_cache_entries{${ALL}}`, "{{instance}} entries"],
        [`ton_edge_limit_callers{${ALL}}`, "{{instance}} callers"],
      ),
      {
        title: "Versions",
        type: "table",
        unit: "none",
        width: 12,
        about: "What runs where.",
        queries: [[`count by (version, runtime) (ton_edge_build_info{${ALL}})`, ""]],
      },
    ],
  ],
];

const DATASOURCE = { type: "prometheus", uid: "${datasource}" };

/** @param {Panel} panel @param {{ id: number, x: number, y: number }} place */
function panelJson({ title, type, unit, width, about, queries, stacked: isStacked }, { id, x, y }) {
  const custom =
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
    description: about,
    datasource: DATASOURCE,
    gridPos: { x, y, w: width, h: heightOf(type) },
    fieldConfig: {
      defaults: { unit, min: unit === "none" && type === "table" ? undefined : 0, custom },
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
    targets: queries.map(([expr, legend], at) => ({
      refId: String.fromCharCode(65 + at),
      datasource: DATASOURCE,
      expr,
      legendFormat: legend === "" ? "__auto" : legend,
      ...(type === "table" ? { format: "table", instant: true } : { range: true }),
    })),
  };
}

const heightOf = (type) => (type === "stat" ? 4 : HEIGHT);

/** @param {string} name @param {string} label @param {string} query */
const variable = (name, label, query) => ({
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
export function dashboard() {
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
      panels.push(panelJson(panel, { id: (id += 1), x, y }));
      x += panel.width;
      height = heightOf(panel.type);
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
          expr: `changes(process_start_time_seconds{${ALL}}[1m]) > 0`,
          titleFormat: "{{instance}} restarted",
        },
      ],
    },
    templating: {
      list: [
        { name: "datasource", label: "Data source", type: "datasource", query: "prometheus", refresh: 1 },
        variable("job", "Job", VARIABLES.job),
        variable("instance", "Instance", VARIABLES.instance),
        variable("network", "Network", VARIABLES.network),
      ],
    },
    panels,
  };
}

/** All its queries, as PromQL without Grafana's own variables. @returns {{ title: string, expr: string }[]} */
export function queries() {
  const { panels, annotations } = dashboard();
  const all = [
    ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr }))),
    ...annotations.list.map(({ name, expr }) => ({ title: name, expr })),
  ];
  return all.map(({ title, expr }) => ({ title, expr: expr.replaceAll("$__rate_interval", "5m") }));
}
