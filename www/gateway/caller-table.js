// The operator's table of callers: who sends most requests, or is refused most often, with and without an API key.

import { byId, el, fill } from "../shared/dom.js";
import { visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { renderBar, renderCell } from "./tables.js";
import { formatClock, renderAge } from "./times.js";
import { formatAmount, formatPercent } from "./units.js";

/** Maximum number of rows. The gateway lists at least as many callers in each order. */
const MAX_ROWS = 10;

/**
 * @typedef {{ success: number, invalid: number, limited: number, cancelled: number, failed: number }} Outcomes requests by outcome
 * @typedef {{ requests: Outcomes, recent: Outcomes }} Use since the start, and since `recentSince`
 * @typedef {Use & { key?: string, client?: string, plan?: string, cost: number, firstSeen: string, lastSeen: string }} Caller
 * @typedef {object} Callers of the report of /readyz
 * @property {string} since @property {string} recentSince @property {number} counted @property {number} maxCounted @property {Caller[]} list
 * @property {Use & { callers: number }} unlisted the other callers that are counted
 * @property {Use & { dropped: number }} others those that the gateway no longer counts one by one
 */

const sumRequests = (outcomes) => Object.values(outcomes).reduce((sum, count) => sum + count, 0);
const countRefused = ({ invalid, limited }) => invalid + limited;
const addOutcomes = (a, b) => Object.fromEntries(Object.keys(a).map((outcome) => [outcome, a[outcome] + b[outcome]]));

/** Creates the table with the controls for its period and its order. @param {() => void} repaint */
export function createCallerTable(repaint) {
  /** @type {"recent" | "requests"} */
  let period = "recent";
  /** @type {"requests" | "refusals"} */
  let order = "requests";
  for (const name of /** @type {const} */ (["recent", "requests"]))
    byId(`gateway-callers-${name === "recent" ? "recent" : "all"}`).addEventListener("click", () => {
      period = name;
      repaint();
    });
  for (const name of /** @type {const} */ (["requests", "refusals"]))
    byId(`gateway-callers-by-${name}`).addEventListener("click", () => {
      order = name;
      repaint();
    });
  const press = (id, isPressed) => byId(`gateway-callers-${id}`).setAttribute("aria-pressed", String(isPressed));

  return {
    /** @param {Callers | undefined} callers @param {boolean} isReported whether there is a report */
    paint(callers, isReported) {
      press("recent", period === "recent");
      press("all", period === "requests");
      press("by-requests", order === "requests");
      press("by-refusals", order === "refusals");
      byId("gateway-callers-note").textContent = callers
        ? `since ${formatClock(period === "recent" ? callers.recentSince : callers.since)}`
        : "";
      fill(byId("gateway-callers-table"), renderRows(callers, period, order, isReported));
    },
  };
}

const renderMessage = (message) => el("tr", {}, el("td", { colSpan: 7, class: "soft" }, message));

/** @param {Callers | undefined} callers */
function renderRows(callers, period, order, isReported) {
  if (!callers) return [renderMessage(isReported ? "Not known: this gateway does not report its callers" : "…")];
  const { list, unlisted, others } = callers;
  const readOrder = (caller) => (order === "requests" ? sumRequests : countRefused)(caller[period]);
  const sorted = list.filter((caller) => sumRequests(caller[period]) > 0).sort((a, b) => readOrder(b) - readOrder(a));
  const shown = sorted.filter((caller) => readOrder(caller) > 0).slice(0, MAX_ROWS);
  const hidden = list.filter((caller) => !shown.includes(caller));
  const rest = hidden.reduce((sum, caller) => addOutcomes(sum, caller[period]), unlisted[period]);
  const restCount = unlisted.callers + hidden.length;
  const total = [...list, unlisted, others].reduce((sum, use) => sum + sumRequests(use[period]), 0);
  if (shown.length === 0 && total === 0) return [renderMessage("No requests in this period")];
  return [
    ...(shown.length > 0
      ? shown.map((caller) => renderRow(nameCaller(caller), caller.plan, caller[period], total, caller.lastSeen))
      : [renderMessage("No caller was refused in this period")]),
    restCount > 0 &&
      renderRow([`${formatAmount(restCount)} other ${restCount === 1 ? "caller" : "callers"}`], undefined, rest, total),
    others.dropped > 0 &&
      renderRow(
        [
          "Callers that fell out",
          el(
            "span",
            { class: "fault" },
            `${formatAmount(others.dropped)} times, since the table has at most ${formatAmount(callers.maxCounted)} callers`,
          ),
        ],
        undefined,
        others[period],
        total,
      ),
  ].filter(Boolean);
}

/** @param {Caller} caller */
function nameCaller({ key, client }) {
  if (key !== undefined)
    return [el("bdi", { class: "mono" }, visibleText(key)), " ", el("span", { class: "tag" }, "key")];
  if (client !== undefined) return [el("bdi", { class: "mono" }, visibleText(client))];
  return ["All without a key", el("span", { class: "fault" }, "`logClient` is off, so they have no ids")];
}

/** @param {import("../shared/dom.js").Child[]} name @param {string | undefined} plan @param {Outcomes} outcomes @param {number} total @param {string} [lastSeen] */
function renderRow(name, plan, outcomes, total, lastSeen) {
  const requests = sumRequests(outcomes);
  const refused = countRefused(outcomes);
  return el(
    "tr",
    {},
    el("td", { class: "service" }, name),
    renderCell("plan", "", plan === undefined ? "–" : visibleText(plan)),
    renderCell("requests", "number", formatAmount(requests)),
    renderCell("share", "use", renderBar(requests / total), formatPercent(requests, total)),
    renderCell(
      "refused",
      `number${refused > 0 ? " some" : ""}`,
      refused > 0 ? `${formatAmount(refused)} (${formatPercent(refused, requests)})` : "0",
      outcomes.limited > 0 && el("span", { class: "detail" }, `${formatAmount(outcomes.limited)} over a limit`),
    ),
    renderCell("failed", `number${outcomes.failed > 0 ? " some" : ""}`, formatAmount(outcomes.failed)),
    renderCell("last seen", "number", lastSeen === undefined ? "–" : renderAge(lastSeen)),
  );
}
