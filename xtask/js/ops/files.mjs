// The generated files for operators: rules, dashboard, and their runbooks; and tables of the documents. `tests/operate/ops-files.test.mjs`
// compares and writes them.

import { readFileSync } from "node:fs";

import { LOG_FIELDS } from "../../../pkg/lib/gateway/ops/log-fields.js";
import { FAMILIES, FLEET, PROCESS, RELOAD } from "../../../pkg/lib/gateway/ops/metric-families.js";
import { makeDashboard } from "./dashboard.mjs";
import { listAlerts, formatAnchor, writeRulesFile, TIMES } from "./rules.mjs";

const root = new URL("../../../", import.meta.url);

/** The target of the links in alerts: the documents in the repository if the package names one, otherwise in the published package. */
function findRunbooksUrl() {
  const { name, version, repository } = JSON.parse(readFileSync(new URL("pkg/package.json", root), "utf8"));
  const url = (repository?.url ?? repository)?.replace(/^git\+|\.git$/g, "");
  return url
    ? `${url}/blob/v${version}/docs/operate/runbooks.md`
    : `https://unpkg.com/${name}@${version}/templates/ops/runbooks.md`;
}

const FILE_HEAD = `# Recording and alerting rules for gateways of ton-edge. Generated.
# Alerts expect the scrape job "ton-edge". runbook_url leads to the runbooks of this version; you may put your own copy there.
`;

/** Replaces links to other documents by their text, because the rules are shipped without them. */
const removeLinks = (text) => text.replace(/\[([^\]]+)\]\((?!#)[^)]+\)/g, "$1");

/** The texts of the files by their paths. @returns {Record<string, string>} */
export const makeOpsFiles = () => ({
  "pkg/templates/ops/rules/ton-edge.yml": writeRulesFile(TIMES, findRunbooksUrl(), FILE_HEAD),
  "pkg/templates/ops/grafana/ton-edge.json": `${JSON.stringify(makeDashboard(), null, 2)}\n`,
  "pkg/templates/ops/runbooks.md": removeLinks(readFileSync(new URL("docs/operate/runbooks.md", root), "utf8")),
});

const formatRow = ({ name, type, labels, help }) =>
  `| \`${name}${type === "counter" ? "_total" : ""}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(", ")} | ${help} |\n`;

/** A table of metrics for the documents. @param {Record<string, import("../../../pkg/lib/gateway/ops/metric-families.js").Family>} families */
const formatTable = (families) =>
  `| metric | type | labels | value |\n|---|---|---|---|\n${Object.values(families).map(formatRow).join("")}`;

/** A row of the table of alerts. @param {import("./rules.mjs").Alert} alert */
const formatAlertRow = ({ alert, severity, hold }) =>
  `| [${alert}](#${formatAnchor(alert)}) | ${severity} | ${hold === undefined ? "at once" : `${hold} min`} |\n`;

/** The section of docs/operate/telemetry.md with the fields of a request's log line. */
export const makeLogTable = () =>
  `| field | in the line of a request |\n|---|---|\n${LOG_FIELDS.map(({ name, meaning }) => `| \`${name}\` | ${meaning} |\n`).join("")}`;

/** The sections of docs/operate/metrics.md. */
export const makeMetricTables = () => ({
  metrics: formatTable(FAMILIES),
  "metrics-process": formatTable(PROCESS),
  "metrics-reload": formatTable(RELOAD),
  "metrics-fleet": formatTable(FLEET),
});

/** The table of alerts in docs/operate/runbooks.md. */
export const makeAlertTable = () =>
  `| alert | severity | fires after |\n|---|---|---|\n${listAlerts(TIMES).map(formatAlertRow).join("")}`;
