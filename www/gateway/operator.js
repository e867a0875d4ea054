// The operator's part: polls /metrics every two seconds, and /readyz less often, with the admin token. The token is only in a
// variable of this module and in the header of these requests, and is lost when the tab closes or reloads.

import { resolveGatewayUrl } from "../shared/client.js";
import { byId, el, fill } from "../shared/dom.js";
import { createPolling } from "../shared/polling.js";
import { paintAlarm, paintAlerts } from "./alerts.js";
import { createCallerTable } from "./caller-table.js";
import { paintConfiguration } from "./configuration.js";
import { createError, requestGateway, requireOk } from "./gateway-request.js";
import { createHistory } from "./history.js";
import { renderKeyRows } from "./key-table.js";
import { createLiveChart } from "./live-chart.js";
import { paintLiveState } from "./live-state.js";
import { estimateQuantile, computeMeanTime, readMetrics, sumCounts } from "./metrics-reading.js";
import { paintNumbers, sumSparedRequests, WINDOW_MS } from "./numbers.js";
import { toFleetReading } from "./scope.js";
import { renderClassRows, renderOperationRows } from "./tables.js";
import { renderAge } from "./times.js";
import { formatRate, formatSeconds } from "./units.js";
import { renderServiceRows } from "./upstream-table.js";

/** Milliseconds between requests to /readyz: the gateway caches its response for ten seconds. */
const READINESS_MS = 10_000;
/** Number of operations that the table shows at first. */
const TOP_OPERATIONS = 8;

const REFUSAL_TEXTS = {
  401: [
    "The gateway rejected this token.",
    "Compare it with the gateway’s setting TON_EDGE_ADMIN_TOKEN: a space or a missing end makes it wrong.",
  ],
  404: [
    "This gateway has no admin token, so its metrics are off.",
    "Set one of 16 or more characters: the secret TON_EDGE_ADMIN_TOKEN of a Worker (wrangler secret put TON_EDGE_ADMIN_TOKEN), the variable of the same name of `npx ton-edge gateway`, or the setting `adminToken` of createGateway.",
  ],
};

export function createOperatorPart() {
  if (resolveGatewayUrl().origin !== location.origin) return showOtherNetwork();
  let token;
  /** The history of each scope. @type {Record<import("./scope.js").Scope, ReturnType<typeof createHistory>>} */
  let historyByScope;
  let readAt;
  /** The last response of each path. @type {import("./metrics-reading.js").Reading | undefined} */
  let reading;
  let report;
  /** @type {import("./scope.js").Scope} */
  let scope = "isolate";
  let showsAll = false;
  const chartList = createCharts();
  const callerTable = createCallerTable(() => paintAll());
  const polling = createPolling("gateway", pollMetrics);

  for (const name of /** @type {const} */ (["isolate", "fleet"]))
    byId(`gateway-scope-${name}`).addEventListener("click", () => {
      scope = name;
      paintAll();
    });
  byId("gateway-operations-all").addEventListener("click", () => {
    showsAll = !showsAll;
    paintAll();
  });
  byId("gateway-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const typedToken = /** @type {HTMLInputElement} */ (byId("gateway-token")).value.trim();
    if (!/^[!-~]+$/.test(typedToken))
      return showRefusal(
        typedToken === ""
          ? ["Paste the token first."]
          : ["A token has only visible ASCII characters.", "Copy it again."],
      );
    /** @type {HTMLInputElement} */ (byId("gateway-token")).value = "";
    token = typedToken;
    historyByScope = { isolate: createHistory(), fleet: createHistory() };
    readAt = reading = report = undefined;
    showRefusal();
    polling.open();
  });
  byId("gateway-forget").addEventListener("click", () => {
    forgetToken();
    byId("gateway-token").focus();
  });

  function forgetToken() {
    token = undefined;
    polling.close();
    for (const elementName of ["live", "controls", "ready"]) byId(`gateway-${elementName}`).hidden = true;
    byId("gateway-form").hidden = false;
  }

  /** @param {string[]} [lines] what is wrong with the token and what to do about it; empty if the token is correct */
  function showRefusal(lines = []) {
    const [problem, advice] = lines;
    byId("gateway-message").classList.toggle("bad", Boolean(problem));
    fill(byId("gateway-message"), problem && el("p", {}, el("strong", {}, problem)), advice && el("p", {}, advice));
    if (!problem) return byId("gateway-token").removeAttribute("aria-invalid");
    byId("gateway-token").setAttribute("aria-invalid", "true");
    byId("gateway-token").focus();
  }

  async function pollMetrics(signal, isCurrent) {
    const response = await requestGateway("metrics", signal, token);
    if (!isCurrent()) return;
    if (REFUSAL_TEXTS[response.status]) {
      forgetToken();
      return showRefusal(REFUSAL_TEXTS[response.status]);
    }
    const text = await requireOk(response).text();
    if (!isCurrent()) return;
    const newReading = readMetrics(text, performance.timeOrigin + performance.now());
    if (newReading.since === undefined)
      throw createError("invalid_response", "the response does not hold metrics of a gateway");
    reading = newReading;
    historyByScope.isolate.add(reading);
    const fleetReading = toFleetReading(reading);
    if (fleetReading) historyByScope.fleet.add(fleetReading);
    revealNumbers();
    paintAll();
    if (readAt === undefined || reading.at - readAt >= READINESS_MS) await readReadiness(signal, isCurrent, reading.at);
  }

  async function readReadiness(signal, isCurrent, now) {
    const response = await requestGateway("readyz", signal, token);
    // A response with status 503 also has a report: it names the upstream that lags behind.
    const readinessReport = response.status === 503 ? await response.json() : await requireOk(response).json();
    if (!isCurrent()) return;
    readAt = now;
    report = readinessReport;
    paintAll();
  }

  function paintAll() {
    if (!reading) return;
    const fleetReading = toFleetReading(reading);
    const isFleet = scope === "fleet" && fleetReading !== undefined;
    byId("gateway-scope").hidden = !fleetReading;
    byId("gateway-scope-isolate").setAttribute("aria-pressed", String(!isFleet));
    byId("gateway-scope-fleet").setAttribute("aria-pressed", String(isFleet));
    const shownReading = isFleet ? fleetReading : reading;
    const history = historyByScope[isFleet ? "fleet" : "isolate"];
    paintNumbers({ ...shownReading, isolate: reading.isolate, since: reading.since }, history);
    for (const chart of chartList) chart.paint(history.points);
    paintOperations(shownReading.counted);
    const classes = renderClassRows(reading.counted.classes);
    fill(byId("gateway-classes"), classes.length > 0 ? classes : renderEmptyRow(5, "No API requests yet"));
    paintKeys(reading.keys);
    const isolateChanges = historyByScope.isolate.sumWithin(WINDOW_MS, reading.at);
    paintLiveState(reading, isolateChanges, report);
    paintConfiguration(reading, report);
    callerTable.paint(report?.callers, report !== undefined);
    paintAlarm(reading, report, isolateChanges);
    fill(byId("gateway-services"), renderServiceRows(report, shownReading, history.sumWithin(WINDOW_MS, reading.at)));
    if (report) paintReport();
  }

  function paintReport() {
    const badge = byId("gateway-ready");
    badge.hidden = false;
    badge.className = `badge ${report.ready ? "good" : "bad"}`;
    badge.textContent = report.ready ? "Ready" : "Not ready";
    paintAlerts(report.alerts);
    fill(byId("gateway-checked"), report.checkedAt !== undefined && ["as of the check ", renderAge(report.checkedAt)]);
  }

  function paintOperations(counts) {
    const { rows, count } = renderOperationRows(counts, showsAll ? Number.POSITIVE_INFINITY : TOP_OPERATIONS);
    fill(byId("gateway-operations"), rows.length > 0 ? rows : renderEmptyRow(5, "No API requests yet"));
    const button = byId("gateway-operations-all");
    button.hidden = count <= TOP_OPERATIONS;
    button.setAttribute("aria-expanded", String(showsAll));
    button.textContent = showsAll ? `Show the top ${TOP_OPERATIONS}` : `Show all ${count}`;
  }

  function paintKeys(keys) {
    const { rows, count } = renderKeyRows(keys);
    fill(byId("gateway-keys"), rows.length > 0 ? rows : renderEmptyRow(6, "No API requests yet"));
    byId("gateway-keys-note").textContent = count > rows.length ? `the ${rows.length} most used of ${count}` : "";
  }

  return {
    show: () => token !== undefined && polling.open(),
    leave: () => polling.close(),
  };
}

const renderEmptyRow = (columns, message) => el("tr", {}, el("td", { colSpan: columns, class: "soft" }, message));

/**
 * Hides the token field. A visitor can use a token only at the gateway's own origin, since its CORS headers do not allow
 * other origins to send one.
 */
function showOtherNetwork() {
  byId("gateway-form").hidden = true;
  fill(byId("gateway-message"), el("p", {}, "The metrics are shown to the operator, at the gateway’s own address."));
  return { show() {}, leave() {} };
}

function revealNumbers() {
  if (!byId("gateway-live").hidden) return;
  const hadFocus = byId("gateway-form").contains(document.activeElement);
  byId("gateway-form").hidden = true;
  for (const elementName of ["live", "controls"]) byId(`gateway-${elementName}`).hidden = false;
  if (!hadFocus && document.activeElement !== document.body) return;
  byId("gateway-pause").focus({ preventScroll: true });
  // With a token, the operator's numbers come first.
  byId("gateway-operator-title").scrollIntoView({ block: "start" });
}

const createCharts = () => [
  createLiveChart(byId("gateway-chart-requests"), "Requests per second", 1, [
    {
      name: "Served",
      kind: "accent",
      text: formatRate,
      of: ({ seconds, counted: { requests } }) => (requests.served ?? 0) / seconds,
    },
    {
      name: "Refused (4xx)",
      kind: "note",
      text: formatRate,
      of: ({ seconds, counted: { requests } }) => (requests.refused ?? 0) / seconds,
    },
    {
      name: "Failed (5xx)",
      kind: "bad",
      text: formatRate,
      of: ({ seconds, counted: { requests } }) => (requests.failed ?? 0) / seconds,
    },
  ]),
  createLiveChart(byId("gateway-chart-cache"), "Cache and upstream, per second", 1, [
    {
      name: "Served from the cache",
      kind: "good",
      text: formatRate,
      of: ({ seconds, counted: { cache } }) => sumSparedRequests(cache) / seconds,
    },
    {
      name: "Upstream requests",
      kind: "accent",
      text: formatRate,
      of: ({ seconds, counted: { attempts } }) => sumCounts(attempts) / seconds,
    },
  ]),
  createLiveChart(byId("gateway-chart-time"), "Time to first byte", 0.1, [
    {
      name: "Upstream, mean",
      kind: "accent",
      text: formatSeconds,
      of: ({ counted: { upstream } }) => computeMeanTime(upstream),
    },
    {
      name: "Gateway, 95th percentile",
      kind: "soft",
      text: formatSeconds,
      of: ({ counted: { responses } }) => estimateQuantile(responses, 0.95)?.seconds,
    },
  ]),
];
