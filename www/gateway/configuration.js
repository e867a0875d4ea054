// Shows the state of the gateway's configuration: its source, the last attempt to read it, and what changed last; the same of its API keys.

import { byId, el, fact as renderFact, fill } from "../shared/dom.js";
import { formatCount } from "../shared/format.js";
import { visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { renderAge } from "./times.js";
import { formatSeconds } from "./units.js";

/**
 * @typedef {object} Configuration of the report of /readyz, if the process can read it again
 * @property {string} startedAt @property {string} readAt the last attempt @property {boolean} isInUse whether this attempt succeeded
 * @property {string} [usedSince] when the configuration in use was read @property {string[]} [faults]
 * @property {{ file?: string, settings: Record<"file" | "variables" | "options", number> }} [sources]
 * @property {{ time: string, settings: string[], unlisted: number, needingRestart: string[] }} [lastChange]
 * @typedef {object} KeyReport
 * @property {"good" | "stale" | "failed"} state @property {string} [fault] @property {string} [until] @property {string} [readAt]
 * @property {{ time: string, unlisted: number } & Record<"added" | "changed" | "revoked" | "removed", string[]>} [lastChange]
 */

/**
 * @param {import("./metrics-reading.js").Reading} reading
 * @param {{ configuration?: Configuration, apiKeys?: KeyReport, since?: string } | undefined} report undefined before the first one
 */
export function paintConfiguration({ reload, keyStaleSeconds }, report) {
  fill(byId("gateway-reload"), listConfiguration(reload, report));
  fill(byId("gateway-key-file"), listKeyStore(report, keyStaleSeconds));
}

/** @typedef {import("../shared/dom.js").Child} Child */

/** Renders a fact; its value may be nested lists. @param {string} name @param {...any} value */
const fact = (name, ...value) => renderFact(name, .../** @type {Child[]} */ (value.flat(Infinity)));
const renderBadge = (isGood, text) => el("span", { class: `badge ${isGood ? "good" : "bad"}` }, text);
/** @param {string[]} names @param {number} unlisted @returns {Child[]} */
const renderNames = (names, unlisted) => [
  ...names.flatMap((name, index) => [index > 0 && ", ", el("code", {}, visibleText(name))]),
  unlisted > 0 && ` and ${unlisted} more`,
];

/** @param {import("./metrics-reading.js").Reading["reload"]} reload */
function listConfiguration(reload, report) {
  const configuration = report?.configuration;
  if (!configuration) {
    // Without a report, only the data of /metrics is known: the result, and the time of the last success.
    if (reload)
      return [
        fact("Last reload", renderBadge(reload.isSuccessful, describeResult(reload.isSuccessful))),
        fact("In use since", renderAge(new Date(reload.time * 1000).toISOString())),
      ];
    if (!report) return [fact("Reload", "…")];
    return [
      fact("Reload", "off: this gateway reads its settings once"),
      fact("Read", report.since === undefined ? "not known" : renderAge(report.since)),
    ];
  }
  const { sources, startedAt, readAt, isInUse, usedSince, faults, lastChange } = configuration;
  const isFirst = readAt === startedAt;
  return [
    fact("Source", describeSources(sources)),
    fact(
      isFirst ? "Read at the start" : "Last reload",
      renderBadge(isInUse, describeResult(isInUse)),
      " ",
      renderAge(readAt),
    ),
    !isInUse && fact("In use", "the configuration read ", renderAge(usedSince)),
    faults?.length > 0 &&
      fact(
        "Faults",
        el(
          "ul",
          { class: "faults" },
          faults.map((fault) => el("li", {}, visibleText(fault))),
        ),
      ),
    lastChange
      ? fact(
          "Last change",
          renderAge(lastChange.time),
          ": ",
          renderNames(lastChange.settings, lastChange.unlisted),
          lastChange.needingRestart.length > 0 &&
            el("span", { class: "detail some" }, "only after a restart: ", renderNames(lastChange.needingRestart, 0)),
        )
      : fact("Last change", "none since the start, ", renderAge(startedAt)),
  ].filter(Boolean);
}

const describeResult = (isSuccessful) => (isSuccessful ? "Succeeded" : "Failed: the previous configuration is in use");

/** @param {Configuration["sources"]} sources */
function describeSources(sources) {
  if (!sources) return "not known";
  const { file, settings } = sources;
  const parts = [
    file !== undefined && [el("code", {}, visibleText(file)), ` (${formatCount(settings.file, "setting")})`],
    settings.variables > 0 && formatCount(settings.variables, "variable"),
    settings.options > 0 && formatCount(settings.options, "option"),
  ].filter(Boolean);
  return parts.length > 0 ? parts.map((part, index) => [index > 0 && ", ", part]) : "defaults only";
}

const KEY_STATES = {
  good: "Can be read",
  stale: "Cannot be read: its last records are in use",
  failed: "Cannot be read: requests with an API key fail",
};

/** @param {{ apiKeys?: KeyReport } | undefined} report @param {number | undefined} staleSeconds of /metrics */
function listKeyStore(report, staleSeconds) {
  if (!report) return [fact("Records", "…")];
  const { apiKeys } = report;
  // Only stores that may serve earlier records report their state.
  if (!apiKeys)
    return [
      fact(
        "Records",
        staleSeconds > 0
          ? renderBadge(false, `not valid for ${formatSeconds(staleSeconds)}`)
          : "not known: callers have no API keys, or their store does not report its state",
      ),
    ];
  const { state, fault, until, readAt, lastChange } = apiKeys;
  return [
    fact("Records", renderBadge(state === "good", KEY_STATES[state] ?? state)),
    staleSeconds > 0 && fact("Not valid for", formatSeconds(staleSeconds)),
    fact("Last read", renderAge(readAt)),
    fault !== undefined && fact("Fault", visibleText(fault)),
    until !== undefined && fact("In use until", until),
    lastChange
      ? fact("Last change", renderAge(lastChange.time), ": ", describeKeyChange(lastChange))
      : fact("Last change", "none seen by this process"),
  ].filter(Boolean);
}

/** @param {NonNullable<KeyReport["lastChange"]>} change */
const describeKeyChange = ({ unlisted, ...changes }) => [
  /** @type {const} */ (["added", "changed", "revoked", "removed"])
    .filter((verb) => changes[verb]?.length > 0)
    .map((verb, index) => [index > 0 && "; ", `${verb} `, renderNames(changes[verb], 0)]),
  unlisted > 0 && ` and ${unlisted} more`,
];
