// The filter of the history. The API applies the conditions that it supports; the others are applied to the loaded rows.

import { KINDS, listTypes } from "../activity/kinds.js";
import { TON } from "../ton-edge/lib/sentences/read-action.js";

const DAY_SECONDS = 86_400;
/** The lengths of time ranges in seconds, by their names in the URL. @type {Record<string, number>} */
const RANGE_SECONDS = { "24h": DAY_SECONDS, "7d": 7 * DAY_SECONDS, "30d": 30 * DAY_SECONDS, "365d": 365 * DAY_SECONDS };
/**
 * Seconds that are added to the end of a time range: the API selects actions by the end of their trace, which may be later than
 * the action.
 */
const TRACE_SECONDS = 3600;

/**
 * @typedef {{ direction?: "in" | "out", kind?: string, token?: string, time?: string, from?: string, until?: string }} Filter
 *   `token`: TON or the address of a jetton; `time`: a name of RANGES; `from` and `until`: days as in 2026-11-26
 */

const DATE_PATTERN = /^\d{4}-\d\d-\d\d$/;
const pickKnownName = (/** @type {readonly string[]} */ names, /** @type {string | undefined} */ text) =>
  names.includes(text ?? "") ? text : undefined;

/** Reads a filter from a URL. Invalid values are ignored. @param {Record<string, string>} query @returns {Filter} */
export const readFilter = ({ dir, kind, token, time, from, until }) => ({
  direction: /** @type {any} */ (pickKnownName(["in", "out"], dir)),
  kind: pickKnownName(
    KINDS.map(({ name }) => name),
    kind,
  ),
  token: token === TON || /^-?\d+:[\da-f]{64}$/i.test(token ?? "") ? token : undefined,
  time: pickKnownName(Object.keys(RANGE_SECONDS), time),
  from: DATE_PATTERN.test(from ?? "") ? from : undefined,
  until: DATE_PATTERN.test(until ?? "") ? until : undefined,
});

/** @param {Filter} filter @returns {Record<string, string | undefined>} */
export const writeFilter = ({ direction, kind, token, time, from, until }) => ({
  dir: direction,
  kind,
  token,
  time,
  from,
  until,
});

export const isFilterEmpty = (/** @type {Filter} */ filter) =>
  Object.values(filter).every((value) => value === undefined);

/**
 * Returns start and end of the filter in Unix seconds. Days are in the visitor's time zone. @param {Filter} filter @param {number}
 * [now]
 */
export function readTimes({ time, from, until }, now = Date.now() / 1000) {
  const readDaySeconds = (/** @type {string} */ day, /** @type {number} */ days) => {
    const [y, m, d] = day.split("-").map(Number);
    return Math.floor(new Date(y, m - 1, d + days).getTime() / 1000);
  };
  return {
    start: time ? Math.floor(now - RANGE_SECONDS[time]) : from ? readDaySeconds(from, 0) : undefined,
    end: time || !until ? undefined : readDaySeconds(until, 1) - 1,
  };
}

/**
 * Returns the parameters of the requests, and whether transactions are requested, too: a transaction without an action can only be
 * of the kinds "contracts" and "TON transfers".
 * @param {Filter} filter @param {string} account
 */
export function makeRequests(filter, account) {
  const { kind, token } = filter;
  const { start, end } = readTimes(filter);
  // A transaction is shown only if no action covers it, so for these kinds all actions are requested.
  const transactionsFilter =
    (kind === undefined || kind === "ton" || kind === "contract") && (token === undefined || token === TON);
  return {
    byTime: start !== undefined || end !== undefined,
    withTransactions: transactionsFilter,
    actions: {
      account,
      action_type: kind === undefined || transactionsFilter ? undefined : listTypes(kind),
      start_utime: start,
      end_utime: end === undefined ? undefined : end + TRACE_SECONDS,
    },
    transactions: { account, start_utime: start, end_utime: end },
  };
}

/**
 * Whether an activity passes the filter.
 * @param {import("../activity/describe-action.js").Activity} activity @param {Filter} filter
 * @param {{ start?: number, end?: number }} [times] in Unix seconds
 */
export function matchesFilter({ direction, kind, amounts, time }, filter, { start, end } = readTimes(filter)) {
  if (filter.direction !== undefined && direction !== filter.direction && direction !== "both" && direction !== "self")
    return false;
  if (filter.kind !== undefined && kind !== filter.kind) return false;
  if (filter.token !== undefined && !amounts.some(({ asset }) => asset.toUpperCase() === filter.token?.toUpperCase()))
    return false;
  if (time === undefined) return true;
  return (start === undefined || time >= start) && (end === undefined || time <= end);
}
