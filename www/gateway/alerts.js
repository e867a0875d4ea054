// Shows recent alerts, and the problems that need the operator now.

import { icon } from "../design/icons.js";
import { byId, el, fill } from "../shared/dom.js";
import { formatAge } from "../shared/format.js";
import { visibleText } from "../ton-edge/lib/sentences/visible-text.js";

/** @typedef {{ time: string, level: string, code: string, alert: string, network?: string, upstream?: number, count: number }} Alert */

/** @param {Alert[] | undefined} alerts of /readyz, the most recent first; undefined if the gateway reports none */
export function paintAlerts(alerts) {
  const list = byId("gateway-alerts");
  if (!alerts?.length) return fill(list, el("li", { class: "soft" }, icon("check"), "None in this isolate"));
  fill(list, alerts.map(renderAlert));
}

const renderAlert = ({ time, level, code, alert, network, upstream, count }) =>
  el(
    "li",
    { class: level === "error" ? "error" : "warn" },
    icon("alert"),
    el(
      "div",
      {},
      el("p", {}, el("strong", {}, visibleText(alert)), count > 1 && ` ×${count}`),
      el(
        "p",
        { class: "soft" },
        `${level}, `,
        el("code", {}, code),
        network !== undefined && upstream !== undefined && `, ${network} ${upstream + 1}`,
        ", ",
        el("time", { dateTime: time, title: time }, formatAge(Date.parse(time) / 1000) ?? time),
      ),
    ),
  );

/**
 * Shows above the numbers that everything works, or what the problems are.
 *
 * @param {import("./metrics-reading.js").Reading} reading
 * @param {{ networks: Record<string, { ready: boolean, needed: boolean }>, apiKeys?: { state: string, until?: string } } | undefined} report
 *   undefined before the first report
 */
export function paintAlarm({ breakers }, report) {
  const openBreakers = breakers
    .filter((breaker) => breaker.open)
    .map(({ network, upstream }) => `${network} ${upstream}`);
  const problems = [
    ...Object.entries(report?.networks ?? {})
      .filter(([, { ready, needed }]) => needed && !ready)
      .map(([network]) => `No upstream of ${network} is ready: requests fail or get stale responses.`),
    report?.apiKeys?.state === "stale" &&
      `The file of API keys cannot be read: the records last read remain valid until ${report.apiKeys.until}.`,
    report?.apiKeys?.state === "failed" && "The file of API keys cannot be read: requests with an API key fail.",
    openBreakers.length > 0 &&
      `The gateway does not use these upstreams for now, since they failed: ${openBreakers.join(", ")}.`,
  ].filter(Boolean);
  const kind = problems.length > 0 ? "bad" : report ? "good" : "note";
  const lines = problems.length > 0 ? problems : [report ? WELL_TEXT : "Checking the upstreams…"];
  const box = byId("gateway-alarm");
  box.className = `message alarm ${kind}`;
  fill(
    box,
    lines.map((line) => el("p", {}, el("strong", {}, line))),
  );
}

const WELL_TEXT = "All is well: the upstreams are ready, and no breaker is open.";
