// The operator's part: polls /metrics every two seconds, and /readyz less often, with the admin token. The token is only in a
// variable of this module and in the header of these requests, and is lost when the tab closes or reloads.

import { resolveGatewayUrl } from "../shared/client.js";
import { byId, el, fill } from "../shared/dom.js";
import { createPolling } from "../shared/polling.js";
import { paintAlarm, paintAlerts } from "./alerts.js";
import { createError, requestGateway, requireOk } from "./gateway-request.js";
import { createHistory } from "./history.js";
import { createLiveChart } from "./live-chart.js";
import { estimateQuantile, meanTime, readMetrics, sumCounts } from "./metrics-reading.js";
import { paintNumbers, sumSpared, WINDOW } from "./numbers.js";
import { asFleet } from "./scope.js";
import { classRows, operationRows, serviceRows } from "./tables.js";
import { formatRate, formatSeconds } from "./units.js";

/** Milliseconds between requests of /readyz: the gateway caches its response for ten seconds. */
const READINESS_MS = 10_000;
/** Operations that the table shows at first. */
const TOP = 8;

const REFUSALS = {
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
  if (resolveGatewayUrl().origin !== location.origin) return elsewhere();
  let token;
  /** The history of each scope. @type {Record<import("./scope.js").Scope, ReturnType<typeof createHistory>>} */
  let past;
  let readAt;
  /** The last response of each path. @type {import("./metrics-reading.js").Reading | undefined} */
  let reading;
  let report;
  /** @type {import("./scope.js").Scope} */
  let scope = "isolate";
  let showsAll = false;
  const charts = chartsOf();
  const live = createPolling("gateway", poll);

  for (const name of /** @type {const} */ (["isolate", "fleet"]))
    byId(`gateway-scope-${name}`).addEventListener("click", () => {
      scope = name;
      paint();
    });
  byId("gateway-operations-all").addEventListener("click", () => {
    showsAll = !showsAll;
    paint();
  });
  byId("gateway-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = /** @type {HTMLInputElement} */ (byId("gateway-token")).value.trim();
    if (!/^[!-~]+$/.test(typed))
      return refuse(
        typed === "" ? ["Paste the token first."] : ["A token has only visible ASCII characters.", "Copy it again."],
      );
    /** @type {HTMLInputElement} */ (byId("gateway-token")).value = "";
    token = typed;
    past = { isolate: createHistory(), fleet: createHistory() };
    readAt = reading = report = undefined;
    refuse();
    live.open();
  });
  byId("gateway-forget").addEventListener("click", () => {
    forget();
    byId("gateway-token").focus();
  });

  function forget() {
    token = undefined;
    live.close();
    for (const part of ["live", "controls", "ready"]) byId(`gateway-${part}`).hidden = true;
    byId("gateway-form").hidden = false;
  }

  /** @param {string[]} [lines] what is wrong with the token, and what to do; none if it is right */
  function refuse(lines = []) {
    const [what, todo] = lines;
    byId("gateway-message").classList.toggle("bad", Boolean(what));
    fill(byId("gateway-message"), what && el("p", {}, el("strong", {}, what)), todo && el("p", {}, todo));
    if (!what) return byId("gateway-token").removeAttribute("aria-invalid");
    byId("gateway-token").setAttribute("aria-invalid", "true");
    byId("gateway-token").focus();
  }

  async function poll(signal, current) {
    const response = await requestGateway("metrics", signal, token);
    if (!current()) return;
    if (REFUSALS[response.status]) {
      forget();
      return refuse(REFUSALS[response.status]);
    }
    const text = await requireOk(response).text();
    if (!current()) return;
    const now = readMetrics(text, performance.timeOrigin + performance.now());
    if (now.since === undefined)
      throw createError("invalid_response", "the response does not hold metrics of a gateway");
    reading = now;
    past.isolate.add(reading);
    const fleet = asFleet(reading);
    if (fleet) past.fleet.add(fleet);
    reveal();
    paint();
    if (readAt === undefined || reading.at - readAt >= READINESS_MS) await readiness(signal, current, reading.at);
  }

  async function readiness(signal, current, now) {
    const response = await requestGateway("readyz", signal, token);
    // A 503 has a report, too: it names the upstream that is behind.
    const found = response.status === 503 ? await response.json() : await requireOk(response).json();
    if (!current()) return;
    readAt = now;
    report = found;
    paint();
  }

  function paint() {
    if (!reading) return;
    const fleet = asFleet(reading);
    const isFleet = scope === "fleet" && fleet !== undefined;
    byId("gateway-scope").hidden = !fleet;
    byId("gateway-scope-isolate").setAttribute("aria-pressed", String(!isFleet));
    byId("gateway-scope-fleet").setAttribute("aria-pressed", String(isFleet));
    const shown = isFleet ? fleet : reading;
    const history = past[isFleet ? "fleet" : "isolate"];
    paintNumbers({ ...shown, isolate: reading.isolate, since: reading.since }, history);
    for (const one of charts) one.paint(history.points);
    paintOperations(shown.counted);
    const classes = classRows(reading.counted.classes);
    fill(byId("gateway-classes"), classes.length > 0 ? classes : emptyRow(5, "No API requests yet"));
    paintAlarm(reading, report);
    fill(byId("gateway-services"), serviceRows(report, shown, history.within(WINDOW, reading.at)));
    if (report) paintReport();
  }

  function paintReport() {
    const badge = byId("gateway-ready");
    badge.hidden = false;
    badge.className = `badge ${report.ready ? "good" : "bad"}`;
    badge.textContent = report.ready ? "Ready" : "Not ready";
    paintAlerts(report.alerts);
  }

  function paintOperations(counted) {
    const { rows, count } = operationRows(counted, showsAll ? Number.POSITIVE_INFINITY : TOP);
    fill(byId("gateway-operations"), rows.length > 0 ? rows : emptyRow(5, "No API requests yet"));
    const button = byId("gateway-operations-all");
    button.hidden = count <= TOP;
    button.setAttribute("aria-expanded", String(showsAll));
    button.textContent = showsAll ? `Show the top ${TOP}` : `Show all ${count}`;
  }

  return {
    show: () => token !== undefined && live.open(),
    leave: () => live.close(),
  };
}

const emptyRow = (columns, words) => el("tr", {}, el("td", { colSpan: columns, class: "soft" }, words));

/** Visitors type a token only at the gateway's own origin: its CORS headers let no other origin send one. */
function elsewhere() {
  byId("gateway-form").hidden = true;
  fill(byId("gateway-message"), el("p", {}, "The metrics are shown to the operator, at the gateway’s own address."));
  return { show() {}, leave() {} };
}

function reveal() {
  if (!byId("gateway-live").hidden) return;
  const had = byId("gateway-form").contains(document.activeElement);
  byId("gateway-form").hidden = true;
  for (const part of ["live", "controls"]) byId(`gateway-${part}`).hidden = false;
  if (!had && document.activeElement !== document.body) return;
  byId("gateway-pause").focus({ preventScroll: true });
  // The operator's numbers are then on the first screen.
  byId("gateway-operator-title").scrollIntoView({ block: "start" });
}

const chartsOf = () => [
  createLiveChart(byId("gateway-chart-requests"), "Requests per second", 1, [
    {
      name: "Served",
      kind: "accent",
      text: formatRate,
      of: ({ seconds: span, counted: { requests } }) => (requests.served ?? 0) / span,
    },
    {
      name: "Refused (4xx)",
      kind: "note",
      text: formatRate,
      of: ({ seconds: span, counted: { requests } }) => (requests.refused ?? 0) / span,
    },
    {
      name: "Failed (5xx)",
      kind: "bad",
      text: formatRate,
      of: ({ seconds: span, counted: { requests } }) => (requests.failed ?? 0) / span,
    },
  ]),
  createLiveChart(byId("gateway-chart-cache"), "Cache and upstream, per second", 1, [
    {
      name: "Served from the cache",
      kind: "good",
      text: formatRate,
      of: ({ seconds: span, counted: { cache } }) => sumSpared(cache) / span,
    },
    {
      name: "Upstream requests",
      kind: "accent",
      text: formatRate,
      of: ({ seconds: span, counted: { attempts } }) => sumCounts(attempts) / span,
    },
  ]),
  createLiveChart(byId("gateway-chart-time"), "Time to first byte", 0.1, [
    {
      name: "Upstream, mean",
      kind: "accent",
      text: formatSeconds,
      of: ({ counted: { upstream } }) => meanTime(upstream),
    },
    {
      name: "Gateway, 95th percentile",
      kind: "soft",
      text: formatSeconds,
      of: ({ counted: { responses } }) => estimateQuantile(responses, 0.95)?.seconds,
    },
  ]),
];
