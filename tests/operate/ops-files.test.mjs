// The dashboard, rules and runbooks for operators: generated from one source, checked by promtool, and consistent with the gateway's metrics.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import {
  CACHE_STATES,
  FAMILIES,
  OUTCOMES,
  PROCESS,
  RELOAD,
  REQUEST_OUTCOMES,
} from "../../pkg/lib/gateway/ops/metric-families.js";
import { makeDashboard, listQueries, VARIABLES } from "../../xtask/js/ops/dashboard.mjs";
import { makeAlertTable, makeLogTable, makeMetricTables, makeOpsFiles } from "../../xtask/js/ops/files.mjs";
import { listAlerts, listRecordings, writeRulesFile, TIMES } from "../../xtask/js/ops/rules.mjs";
import { runPromtool, runPython } from "../helpers/prometheus.mjs";
import { fileContains } from "../helpers/section.mjs";

const root = new URL("../../", import.meta.url);
const ALERTS = listAlerts(TIMES);
const RECORDINGS = listRecordings(TIMES);

/** Series that Prometheus creates itself. */
const PROMETHEUS_SERIES = { up: ["job", "instance"], ALERTS: ["alertname", "alertstate", "severity"] };
const TARGET_LABELS = ["job", "instance", "isolate"];
/** The possible values of labels, if the list is short. */
const VALUES = {
  outcome: OUTCOMES,
  cache: CACHE_STATES,
  network: ["", "mainnet", "testnet"],
  state: ["closed", "open", "probing"],
  generation: ["", "v2", "v3"],
};

/** The labels of each series, by name. */
function listSeriesLabels() {
  const labelsByMetric = new Map(Object.entries(PROMETHEUS_SERIES));
  for (const { name, type, labels } of [FAMILIES, PROCESS, RELOAD].flatMap((list) => Object.values(list))) {
    const allLabels = [...TARGET_LABELS, ...labels];
    if (type === "counter") labelsByMetric.set(`${name}_total`, allLabels);
    else labelsByMetric.set(name, allLabels);
    if (type !== "histogram") continue;
    labelsByMetric.delete(name);
    labelsByMetric.set(`${name}_bucket`, [...allLabels, "le"]);
    for (const end of ["_sum", "_count"]) labelsByMetric.set(name + end, allLabels);
  }
  for (const { record } of RECORDINGS) labelsByMetric.set(record, record.split(":")[0].split("_"));
  return labelsByMetric;
}

/** Reads queries with a third-party parser: the series that each selects, by which labels and values. */
const SELECTORS = `
import json, sys
import promql_parser
from promql_parser import VectorSelector
found = []
for expr in json.load(sys.stdin):
    selectors = []
    def visit(node):
        if isinstance(node, VectorSelector):
            selectors.append([node.name, [[m.name, str(m.op), m.value] for m in node.matchers.matchers]])
        for name in dir(node):
            if name.startswith("_") or name in ("parse", "prettify"):
                continue
            value = getattr(node, name)
            if isinstance(value, promql_parser.Expr):
                visit(value)
            elif isinstance(value, list):
                for one in value:
                    if isinstance(one, promql_parser.Expr):
                        visit(one)
    visit(promql_parser.parse(expr))
    found.append(selectors)
print(json.dumps(found))
`;

test("the generated files and tables for operators are up to date", async () => {
  // This test comes first, because the package has a copy of this document.
  await fileContains("docs/operate/runbooks.md", "alerts", makeAlertTable());
  for (const [path, text] of Object.entries(makeOpsFiles())) {
    const file = new URL(path, root);
    if (process.env.TESTS_GENERATE === "1") await writeFile(file, text);
    assert.equal(
      await readFile(file, "utf8").catch(() => ""),
      text,
      `${path} differs: "cargo xtask generate" writes it`,
    );
  }
  for (const [name, text] of Object.entries(makeMetricTables()))
    await fileContains("docs/operate/metrics.md", name, text);
  await fileContains("docs/operate/telemetry.md", "log-fields", makeLogTable());
});

test("promtool accepts the rules, and every query of the dashboard as a rule", async () => {
  const rules = await runPromtool(["check", "rules", new URL("pkg/templates/ops/rules/ton-edge.yml", root).pathname]);
  assert.equal(rules.code, 0, rules.output);
  assert.match(rules.output, new RegExp(`SUCCESS: ${ALERTS.length + RECORDINGS.length} rules found`));
  const groups = [
    { name: "queries", rules: listQueries().map(({ expr }, index) => ({ record: `query:number${index}`, expr })) },
  ];
  const folder = await mkdtemp(join(tmpdir(), "ton-edge-rules-"));
  try {
    const file = join(folder, "queries.yml");
    await writeFile(file, JSON.stringify({ groups }));
    const { code, output } = await runPromtool(["check", "rules", file]);
    assert.equal(code, 0, output);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("rules and dashboard name only series, labels and values that a gateway has", { timeout: 180_000 }, async () => {
  const queries = [
    ...listQueries(),
    ...ALERTS.map(({ alert, expr }) => ({ title: alert, expr })),
    ...RECORDINGS.map(({ record, expr }) => ({ title: record, expr })),
  ];
  const variables = Object.entries(VARIABLES).map(([title, query]) => ({
    title,
    expr: /^label_values\((.+), \w+\)$/.exec(query)[1],
  }));
  const labelsBySeries = listSeriesLabels();
  const read = [...queries, ...variables];
  const selectors = await runPython(SELECTORS, JSON.stringify(read.map(({ expr }) => expr)));
  const usedMetrics = new Set();
  for (const [index, selector] of selectors.entries()) {
    const { title, expr } = read[index];
    // The watchdog always fires.
    assert.ok(selector.length > 0 || expr === "vector(1)", `${title}: no series in ${expr}`);
    for (const [name, matchers] of selector) {
      assert.ok(labelsBySeries.has(name), `${title}: there is no series ${name}`);
      usedMetrics.add(name);
      for (const [label, operator, value] of matchers) {
        assert.ok(labelsBySeries.get(name).includes(label), `${title}: ${name} has no label ${label}`);
        if (!(label in VALUES) || value.startsWith("$")) continue;
        const isRequest = label === "outcome" && !name.includes("upstream");
        const possibleValues = isRequest ? REQUEST_OUTCOMES : VALUES[label];
        for (const alternative of /~/.test(operator) || value.includes("|") ? value.split("|") : [value])
          assert.ok(possibleValues.includes(alternative), `${title}: ${label} of ${name} is never ${alternative}`);
      }
    }
    const labels = new Set(selector.flatMap(([name]) => labelsBySeries.get(name)));
    for (const [, list] of expr.matchAll(/\b(?:by|on|without) \(([^)]*)\)/g))
      for (const label of list
        .split(",")
        .map((item) => item.trim())
        .filter(Boolean))
        assert.ok(labels.has(label), `${title}: no series there has the label ${label}`);
  }
  const metricNames = [...usedMetrics].map((name) => name.replace(/_(total|bucket)$/, ""));
  for (const { name } of Object.values({ ...FAMILIES, ...PROCESS }))
    if (!METRICS_NOT_SHOWN.includes(name)) assert.ok(metricNames.includes(name), `no panel and no alert uses ${name}`);
});

/** Series that no panel or alert needs: which callers misspell parameters, which block an upstream has, when a process began to count. */
const METRICS_NOT_SHOWN = [
  "ton_edge_ignored_parameters",
  "ton_edge_upstream_head_block",
  "ton_edge_upstream_seqno",
  "ton_edge_upstream_ready",
  "ton_edge_start_time_seconds",
  "ton_edge_local_get_methods",
];

test("the dashboard has unique ids, no overlapping panels, and only existing labels", () => {
  const { panels, uid, templating } = makeDashboard();
  assert.equal(uid, "ton-edge");
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  const takenCells = new Set();
  for (const {
    gridPos: { x, y, w, h },
    title,
  } of panels) {
    assert.ok(x >= 0 && x + w <= 24, title);
    for (let row = y; row < y + h; row += 1)
      for (let column = x; column < x + w; column += 1) {
        const cell = `${row} ${column}`;
        assert.ok(!takenCells.has(cell), `${title} overlaps another panel`);
        takenCells.add(cell);
      }
  }
  const names = templating.list.map(({ name }) => name);
  for (const { targets = [], datasource, type, title, description } of panels) {
    if (type === "row") continue;
    assert.ok(description.length > 5, title);
    assert.equal(datasource.uid, "${datasource}");
    assert.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length, title);
    for (const { expr, legendFormat } of targets) {
      for (const [, name] of expr.matchAll(/\$(\w+)/g))
        assert.ok([...names, "__rate_interval"].includes(name), `${title}: no variable ${name}`);
      for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
        assert.ok(
          label === "instance" || new RegExp(`by \\([^)]*\\b${label}\\b`).test(expr),
          `${title}: the series have no label ${label}`,
        );
    }
  }
});

test("every alert has a runbook with its meaning, checks and remedies, and its texts name existing labels", async () => {
  const text = await readFile(new URL("docs/operate/runbooks.md", root), "utf8");
  const sections = text.split(/^## /m).slice(1);
  assert.deepEqual(
    sections.map((section) => section.split("\n")[0]),
    ALERTS.map(({ alert }) => alert),
  );
  for (const section of sections)
    assert.deepEqual(
      Array.from(section.matchAll(/^\*\*([^*]+)\.\*\* /gm), ([, word]) => word),
      ["Meaning", "Look at", "Do"],
      section.slice(0, 40),
    );
  const titles = [...makeDashboard().panels.map(({ title }) => title), "Alerts", "Status"];
  for (const [, title] of text.replaceAll("\n", " ").matchAll(/"([A-Z][^"]+)"/g))
    assert.ok(titles.includes(title), `neither the dashboard nor Prometheus has ${title}`);
  for (const { alert, summary, description, expr } of ALERTS)
    for (const [, label] of `${summary}${description}`.matchAll(/\$labels\.(\w+)/g))
      assert.ok(
        /^up\{|^ton_edge_config/.test(expr) || new RegExp(`\\b${label}\\b`).test(expr) || isKnownLabel(expr, label),
        `${alert} has no label ${label}`,
      );
});

const isKnownLabel = (expr, label) =>
  [...listSeriesLabels()].some(([name, labels]) => expr.includes(name) && name.includes(":") && labels.includes(label));

test("the alert rules of the tests differ from the package's only in their times", () => {
  const shortRulesText = writeRulesFile({ rate: "4s", slow: "8s", hold: () => "2s" }, "runbooks.md");
  const makeNames = (file) => Array.from(file.matchAll(/(?:alert|record): (.+)/g), ([, name]) => name);
  assert.deepEqual(makeNames(shortRulesText), makeNames(writeRulesFile(TIMES, "runbooks.md")));
  assert.ok(!/\[5m\]|\[15m\]/.test(shortRulesText));
});

/**
 * Alerts about faults that no test of this folder causes: series that show the fault, with one value per minute, and the labels of the alert
 * besides `job`.
 */
const RARE_ALERTS = {
  TonEdgeResponsesBehind: {
    series:
      'ton_edge_upstream_responses_behind_total{job="ton-edge", instance="a", network="mainnet", upstream="b", generation="v2"}',
    values: "0x5 1x30",
    labels: { network: "mainnet", upstream: "b" },
  },
  TonEdgeLogLost: { series: 'ton_edge_log_lost_lines_total{job="ton-edge", instance="a"}', values: "0x5 1x30" },
  TonEdgeWasmReset: { series: 'ton_edge_wasm_resets_total{job="ton-edge", instance="a"}', values: "0x5 1x30" },
  TonEdgeLocalGetMethodDiffers: {
    series: 'ton_edge_local_verifications_total{job="ton-edge", instance="a", result="different"}',
    values: "0x5 1x30",
  },
};

test("alerts that no test can cause fire and resolve over written series; a test causes every other alert", async () => {
  const alertsSource = await readFile(new URL("prometheus-alerts.test.mjs", import.meta.url), "utf8");
  for (const { alert } of ALERTS)
    assert.ok(alert in RARE_ALERTS || alertsSource.includes(`"${alert}"`), `no test causes ${alert}`);
  const makeExpectedAlert = (alert) => {
    const { severity, summary, description } = ALERTS.find((item) => item.alert === alert);
    return {
      exp_labels: {
        severity,
        job: "ton-edge",
        ...RARE_ALERTS[alert].labels,
        ...(summary.includes("$labels.instance") && { instance: "a" }),
      },
      exp_annotations: {
        summary: summary
          .replace("{{ $labels.instance }}", "a")
          .replace("{{ $labels.upstream }}", RARE_ALERTS[alert].labels?.upstream),
        description,
        runbook_url: `runbooks.md#${alert.toLowerCase()}`,
      },
    };
  };
  const file = {
    rule_files: ["rules.yml"],
    evaluation_interval: "1m",
    tests: Object.entries(RARE_ALERTS).map(([alertname, { series, values }]) => ({
      interval: "1m",
      input_series: [{ series, values }],
      alert_rule_test: [
        { eval_time: "5m", alertname, exp_alerts: [] },
        { eval_time: "10m", alertname, exp_alerts: [makeExpectedAlert(alertname)] },
        { eval_time: "30m", alertname, exp_alerts: [] },
      ],
    })),
  };
  const folder = await mkdtemp(join(tmpdir(), "ton-edge-rules-"));
  try {
    await writeFile(join(folder, "rules.yml"), writeRulesFile(TIMES, "runbooks.md"));
    await writeFile(join(folder, "test.yml"), JSON.stringify(file));
    const { code, output } = await runPromtool(["test", "rules", join(folder, "test.yml")]);
    assert.equal(code, 0, output);
  } finally {
    await rm(folder, { recursive: true });
  }
});
