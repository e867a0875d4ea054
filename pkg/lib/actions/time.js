// The clock of calls that wait for the chain. It is the system's clock, or the simulated clock of a fake service (ton-edge/testing), so
// that tests need not wait. A fake service attaches its clock to its `fetch`; a separate option of the client would make the first import
// larger.

import { sleep } from "../util/timers.js";
import { getClientState } from "./client-state.js";

/** The property of a `fetch` with a simulated time. */
export const SIMULATED_TIME = Symbol.for("ton-edge.simulatedTime");

/** @typedef {{ now: () => number, sleep: (ms: number, signal: AbortSignal) => Promise<void> }} Time `now`: milliseconds since 1970 */

/** @type {Time} */
const SYSTEM_TIME = { now: () => Date.now(), sleep };

/** @param {any} client @returns {Time} */
export const getTime = (client) => getClientState(client).settings.fetch?.[SIMULATED_TIME] ?? SYSTEM_TIME;
