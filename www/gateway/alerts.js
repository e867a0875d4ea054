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
 * Shows the current problems above the numbers; if there are none, says so and names what was checked.
 *
 * @param {import("./metrics-reading.js").Reading} reading
 * @param {{ networks: Record<string, { ready: boolean, needed: boolean, services?: import("./upstream-table.js").Service[] }>,
 *   apiKeys?: { state: string, until?: string } } | undefined} report undefined before the first report
 * @param {{ seconds?: number, counted?: import("./metrics-reading.js").Counted } | undefined} recentChanges
 */
export function paintAlarm({ breakers, reload }, report, recentChanges) {
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
    reload?.isSuccessful === false &&
      "The last reload failed, so the gateway still uses the previous configuration. The faults are under Configuration.",
    openBreakers.length > 0 &&
      `The gateway does not use these upstreams for now, since they failed: ${openBreakers.join(", ")}.`,
    ...describeLags(report?.networks ?? {}),
    describeFailures(recentChanges?.counted.requests),
  ].filter(Boolean);
  // Before the second reading, it is not known whether requests fail.
  const isKnown = report && recentChanges;
  const kind = problems.length > 0 ? "bad" : isKnown ? "good" : "note";
  const lines = problems.length > 0 ? problems : [isKnown ? describeWell(reload) : "Checking the upstreams…"];
  const box = byId("gateway-alarm");
  box.className = `message alarm ${kind}`;
  fill(
    box,
    lines.map((line) => el("p", {}, el("strong", {}, line))),
  );
}

/** Names what was checked and is well. @param {import("./metrics-reading.js").Reading["reload"]} reload */
const describeWell = (reload) =>
  `No problem is seen: every required network has an upstream that is ready, none lags, no breaker is open${reload ? ", the last reload succeeded" : ""}, and no request failed in the last minute.`;

/** Names the upstreams of which the gateway has found that they lag. @returns {string[]} */
const describeLags = (networks) =>
  Object.entries(networks).flatMap(([network, { services = [] }]) =>
    services.flatMap(({ host, heights = {} }) => {
      const behind = Math.max(0, ...Object.values(heights).map((height) => height.behind));
      return behind > 0 ? [`The upstream ${host} of ${network} lags by ${behind} blocks.`] : [];
    }),
  );

/** @param {Record<string, number> | undefined} requests of the last minute, by outcome */
function describeFailures(requests = {}) {
  const { failed = 0 } = requests;
  if (failed === 0) return undefined;
  const total = Object.values(requests).reduce((sum, count) => sum + count, 0);
  return `Of ${total} requests in the last minute, ${failed} failed (5xx): see the errors by code.`;
}
