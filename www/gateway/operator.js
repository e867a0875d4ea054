// The operator's part: polls /metrics every two seconds, and /readyz less often, with the admin token. The token is only in a
// variable of this module and in the header of these requests, and is lost when the tab closes or reloads.

import { resolveGatewayUrl } from "../shared/client.js";
import { byId, el, fill } from "../shared/dom.js";
import { createPolling } from "../shared/polling.js";
import { createError, requestGateway, requireOk } from "./gateway-request.js";
import { createHistory } from "./history.js";
import { createLiveChart } from "./live-chart.js";
import { estimateQuantile, meanTime, readMetrics, sumCounts } from "./metrics-reading.js";
import { paintNumbers, sumSpared } from "./numbers.js";
import { formatRate, formatSeconds } from "./units.js";
import { paintUpstreams } from "./upstreams.js";

/** Milliseconds between requests of /readyz: the gateway caches its response for ten seconds. */
const READINESS_MS = 10_000;

const REFUSALS = {
  401: [
    "The gateway rejected this token.",
    "Compare it with the gateway’s setting ADMIN_TOKEN: a space or a missing end makes it wrong.",
  ],
  404: [
    "This gateway has no admin token, so its metrics are off.",
    "Set one of 16 or more characters: the secret ADMIN_TOKEN of a Worker (wrangler secret put ADMIN_TOKEN), the variable ADMIN_TOKEN of `npx ton-edge gateway`, or the setting `adminToken` of createGateway.",
  ],
};

export function createOperatorPart() {
  if (resolveGatewayUrl().origin !== location.origin) return elsewhere();
  let token;
  let past;
  let readAt;
  const charts = chartsOf();
  const live = createPolling("gateway", poll);

  byId("gateway-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = /** @type {HTMLInputElement} */ (byId("gateway-token")).value.trim();
    if (!/^[!-~]+$/.test(typed))
      return refuse(
        typed === "" ? ["Paste the token first."] : ["A token has only visible ASCII characters.", "Copy it again."],
      );
    /** @type {HTMLInputElement} */ (byId("gateway-token")).value = "";
    token = typed;
    past = createHistory();
    readAt = undefined;
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
    byId("gateway-live").hidden = true;
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
    const reading = readMetrics(text, performance.timeOrigin + performance.now());
    if (reading.since === undefined)
      throw createError("invalid_response", "the response does not hold metrics of a gateway");
    past.add(reading);
    reveal();
    paintNumbers(reading, past);
    await Promise.all(charts.map((one) => one.paint(past.points)));
    if (readAt === undefined || reading.at - readAt >= READINESS_MS) await readiness(signal, current, reading.at);
  }

  async function readiness(signal, current, now) {
    const response = await requestGateway("readyz", signal, token);
    // A 503 has a report, too: it names the upstream that is behind.
    const report = response.status === 503 ? await response.json() : await requireOk(response).json();
    if (!current()) return;
    readAt = now;
    paintUpstreams(report);
  }

  return {
    show: () => token !== undefined && live.open(),
    leave: () => live.close(),
  };
}

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
  byId("gateway-live").hidden = false;
  if (had || document.activeElement === document.body) byId("gateway-pause").focus({ preventScroll: true });
}

const chartsOf = () => [
  createLiveChart(byId("gateway-chart-requests"), "Requests per second", [
    {
      name: "Served",
      colour: "--accent",
      text: formatRate,
      of: ({ seconds: span, counted: { requests } }) =>
        (sumCounts(requests) - (requests["4xx"] ?? 0) - (requests["5xx"] ?? 0)) / span,
    },
    {
      name: "Refused (4xx)",
      colour: "--note",
      text: formatRate,
      of: ({ seconds: span, counted: { requests } }) => (requests["4xx"] ?? 0) / span,
    },
    {
      name: "Failed (5xx)",
      colour: "--bad",
      text: formatRate,
      of: ({ seconds: span, counted: { requests } }) => (requests["5xx"] ?? 0) / span,
    },
  ]),
  createLiveChart(byId("gateway-chart-cache"), "Cache and upstream", [
    {
      name: "Served from the cache",
      colour: "--good",
      text: formatRate,
      of: ({ seconds: span, counted: { cache } }) => sumSpared(cache) / span,
    },
    {
      name: "Upstream requests",
      colour: "--accent",
      text: formatRate,
      of: ({ seconds: span, counted: { attempts } }) => sumCounts(attempts) / span,
    },
  ]),
  createLiveChart(byId("gateway-chart-time"), "Time to first byte", [
    {
      name: "Upstream, mean",
      colour: "--accent",
      text: formatSeconds,
      of: ({ counted: { upstream } }) => meanTime(upstream),
    },
    {
      name: "Gateway, 95th percentile",
      colour: "--soft",
      text: formatSeconds,
      of: ({ counted: { responses } }) => estimateQuantile(responses, 0.95)?.seconds,
    },
  ]),
];
