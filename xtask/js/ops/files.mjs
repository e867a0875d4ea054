// The generated files for operators: rules, dashboard, and the runbooks beside them. `tests/operate/ops-files.test.mjs` compares and writes
// them.

import { readFileSync } from "node:fs";

import { FAMILIES, FLEET, PROCESS, RELOAD } from "../../../pkg/lib/gateway/ops/metric-families.js";
import { dashboard } from "./dashboard.mjs";
import { alerts, anchorOf, rulesFile, TIMES } from "./rules.mjs";

const root = new URL("../../../", import.meta.url);

/** Where the links of alerts lead: to the documents of the repository, if the package names one. */
function runbooksUrl() {
  const { repository } = JSON.parse(readFileSync(new URL("pkg/package.json", root), "utf8"));
  const url = (repository?.url ?? repository)?.replace(/^git\+|\.git$/g, "");
  return url ? `${url}/blob/main/docs/operate/runbooks.md` : "runbooks.md";
}

const HEAD = `# Recording and alerting rules for gateways of ton-edge. Generated.
# Alerts expect the scrape job "ton-edge". Put the address of your copy of runbooks.md into runbook_url.
`;

/** Each link as its text: beside the rules there are no other documents. */
const unlinked = (text) => text.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1");

/** By path. @returns {Record<string, string>} */
export const opsFiles = () => ({
  "pkg/templates/ops/rules/ton-edge.yml": rulesFile(TIMES, runbooksUrl(), HEAD),
  "pkg/templates/ops/grafana/ton-edge.json": `${JSON.stringify(dashboard(), null, 2)}\n`,
  "pkg/templates/ops/runbooks.md": unlinked(readFileSync(new URL("docs/operate/runbooks.md", root), "utf8")),
});

const row = ({ name, type, labels, help }) =>
  `| \`${name}${type === "counter" ? "_total" : ""}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(", ")} | ${help} |\n`;

/** A table of metrics for the documents. @param {Record<string, import("../../../pkg/lib/gateway/ops/metric-families.js").Family>} families */
const table = (families) =>
  `| metric | type | labels | value |\n|---|---|---|---|\n${Object.values(families).map(row).join("")}`;

/** A row of the table of alerts. @param {import("./rules.mjs").Alert} alert */
const alertRow = ({ alert, severity, description, hold }) =>
  `| [${alert}](runbooks.md#${anchorOf(alert)}) | ${severity} | ${description} | ${hold === undefined ? "at once" : `${hold} min`} |\n`;

/** The sections of docs/operate/metrics.md. */
export const metricTables = () => ({
  metrics: table(FAMILIES),
  "metrics-process": table(PROCESS),
  "metrics-reload": table(RELOAD),
  "metrics-fleet": table(FLEET),
  alerts: `| alert | severity | when | for |\n|---|---|---|---|\n${alerts(TIMES).map(alertRow).join("")}`,
});
