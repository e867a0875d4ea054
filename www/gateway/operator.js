// What an operator sees, by the token: /metrics every two seconds, /readyz less often. The token is in a variable of this module
// and in the header of these requests; it is forgotten with the page.

import { gatewayUrl } from "../page/client.js";
import { byId, el, fill } from "../page/dom.js";
import { watch } from "../page/watch.js";
import { ask, failure, good } from "./ask.js";
import { chart } from "./chart.js";
import { history } from "./history.js";
import { paintNumbers, spared } from "./numbers.js";
import { mean, quantile, readingOf, total } from "./reading.js";
import { paintServices } from "./services.js";
import { rate, seconds } from "./units.js";

/** Milliseconds between looks at /readyz: the gateway itself keeps its answer for ten seconds. */
const READINESS = 10_000;

const REFUSALS = {
  401: ["The gateway does not know this token.", "Compare it with the gateway’s setting ADMIN_TOKEN; mind spaces and a cut end."],
  404: ["This gateway has no operator token, so its numbers are shown to nobody.",
    "Give it one: the secret ADMIN_TOKEN of a Worker (wrangler secret put ADMIN_TOKEN), the variable ADMIN_TOKEN of `npx ton-edge gateway`, or the setting `admin` of createGateway; 16 or more characters."],
};

export function operatorPart() {
  if (gatewayUrl().origin !== location.origin) return elsewhere();
  let token;
  let past;
  let readAt;
  const charts = chartsOf();
  const live = watch("gateway", look);

  byId("gateway-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const given = byId("gateway-token").value.trim();
    if (!/^[!-~]+$/.test(given)) return refuse(given === "" ? ["Paste the token first."] : ["A token has visible ASCII characters only.", "Copy it again."]);
    byId("gateway-token").value = "";
    token = given;
    past = history();
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

  /** @param {string[]} [lines] what was wrong with the token; none: nothing */
  function refuse(lines = []) {
    const [what, todo] = lines;
    byId("gateway-message").classList.toggle("bad", Boolean(what));
    fill(byId("gateway-message"), what && el("p", {}, el("strong", {}, what)), todo && el("p", {}, todo));
    if (!what) return byId("gateway-token").removeAttribute("aria-invalid");
    byId("gateway-token").setAttribute("aria-invalid", "true");
    byId("gateway-token").focus();
  }

  async function look(signal, current) {
    const response = await ask("metrics", signal, token);
    if (!current()) return;
    if (REFUSALS[response.status]) {
      forget();
      return refuse(REFUSALS[response.status]);
    }
    const text = await good(response).text();
    if (!current()) return;
    const reading = readingOf(text, performance.timeOrigin + performance.now());
    if (reading.since === undefined) throw failure("invalid_response", "these are no metrics of a gateway");
    past.add(reading);
    reveal();
    paintNumbers(reading, past);
    await Promise.all(charts.map((one) => one.paint(past.points)));
    if (readAt === undefined || reading.at - readAt >= READINESS) await readiness(signal, current, reading.at);
  }

  async function readiness(signal, current, now) {
    const response = await ask("readyz", signal, token);
    // 503 is an answer as well: it says which service is behind.
    const report = response.status === 503 ? await response.json() : await good(response).json();
    if (!current()) return;
    readAt = now;
    paintServices(report);
  }

  return {
    show: () => token !== undefined && live.open(),
    leave: () => live.close(),
  };
}

/** A token is typed on the gateway's own page alone; its CORS answers let none through from another. */
function elsewhere() {
  byId("gateway-form").hidden = true;
  fill(byId("gateway-message"), el("p", {}, "The gateway’s numbers are shown on its own page, to its operator."));
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
  chart(byId("gateway-chart-requests"), "Requests a second", [
    { name: "Answered", colour: "--accent", text: rate, of: ({ seconds: span, counted: { requests } }) => (total(requests) - (requests["4xx"] ?? 0) - (requests["5xx"] ?? 0)) / span },
    { name: "Refused (4xx)", colour: "--note", text: rate, of: ({ seconds: span, counted: { requests } }) => (requests["4xx"] ?? 0) / span },
    { name: "Failed (5xx)", colour: "--bad", text: rate, of: ({ seconds: span, counted: { requests } }) => (requests["5xx"] ?? 0) / span },
  ]),
  chart(byId("gateway-chart-cache"), "Cache and service", [
    { name: "Answered from the cache", colour: "--good", text: rate, of: ({ seconds: span, counted: { cache } }) => spared(cache) / span },
    { name: "Requests to services", colour: "--accent", text: rate, of: ({ seconds: span, counted: { attempts } }) => total(attempts) / span },
  ]),
  chart(byId("gateway-chart-time"), "Time until an answer begins", [
    { name: "Service, on average", colour: "--accent", text: seconds, of: ({ counted: { upstream } }) => mean(upstream) },
    { name: "Gateway, 95 % within", colour: "--soft", text: seconds, of: ({ counted: { answers } }) => quantile(answers, 0.95)?.seconds },
  ]),
];
