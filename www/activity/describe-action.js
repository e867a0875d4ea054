// Describes an action of v3 for a row of a table. The sentences of the package read actions in the same way.

import { readAction } from "../ton-edge/lib/sentences/read-action.js";

/**
 * @typedef {import("../ton-edge/lib/sentences/read-action.js").Amount & { units: string }} Amount
 * @typedef {Omit<import("../ton-edge/lib/sentences/read-action.js").Facts, "amounts" | "status" | "role" | "meaning" | "hasActor" | "price"> & {
 *   amounts: Amount[], state: "done" | "failed" | "bounced", why?: string, id: string, time: number | undefined, hash: string, lt: string
 * }} Activity `why`: the reason of a failure, as text; `time`: Unix time in seconds; `hash`: of a transaction in its trace
 */

/**
 * @typedef {{ book: Record<string, any>, metadata: Record<string, any> }} Page data about accounts in the response
 * @typedef {{ activity: Activity, page: Page }} Entry of a table
 */

/**
 * @param {any} action of v3 @param {string} [account] raw; without it the action is described neutrally
 * @returns {Activity}
 */
export function describeAction(action, account) {
  const { status, role, meaning, hasActor, price, ...facts } = readAction(action, account);
  return {
    ...facts,
    amounts: /** @type {Amount[]} */ (facts.amounts.filter(({ units }) => units !== null && units !== "0")),
    state: status !== "failed" ? "done" : facts.type === "ton_transfer" ? "bounced" : "failed",
    id: String(action.action_id ?? ""),
    time: typeof action.end_utime === "number" ? action.end_utime : undefined,
    hash: String(action.transactions?.[0] ?? action.trace_id ?? ""),
    lt: String(action.end_lt ?? ""),
  };
}
