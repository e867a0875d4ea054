// The time of calls that wait for the chain: that of the system, or the one that a fake service simulates, so that tests do not wait
// (ton-edge/testing). A fake service attaches it to its `fetch`; another option of the client would make the first import larger.

import { sleep } from "../util/timers.js";
import { getClientState } from "./client-state.js";

/** The property of a `fetch` with a simulated time. */
export const SIMULATED_TIME = Symbol.for("ton-edge.simulatedTime");

/** @typedef {{ now: () => number, sleep: (ms: number, signal: AbortSignal) => Promise<void> }} Time `now`: milliseconds since 1970 */

/** @type {Time} */
const SYSTEM_TIME = { now: () => Date.now(), sleep };

/** @param {any} client @returns {Time} */
export const getTime = (client) => getClientState(client).settings.fetch?.[SIMULATED_TIME] ?? SYSTEM_TIME;
