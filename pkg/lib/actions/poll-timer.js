// Times the requests of a call that polls: the next one follows after the interval, or as soon as a gateway's stream reports an
// event.

import { StreamHints } from "../live/stream-hints.js";
import { getClientState } from "./client-state.js";
import { getTime } from "./time.js";

/**
 * @typedef {object} PollTimer
 * @property {(ms: number, signal: AbortSignal, maxMs?: number, getPosition?: (account: string) => { lt: bigint } | undefined) => Promise<void>} wait
 *   resolves when the next request is due: after `ms`; with a stream sooner or later, but not after `maxMs`; `getPosition` says what has been read
 * @property {boolean} [isOffline] whether the stream says that its gateway sees nothing
 * @property {() => void} close closes the stream
 */

/**
 * @param {any} client @param {string[]} accounts in raw form; a stream needs at least one @param {boolean} stream the option of the call
 * @returns {PollTimer}
 */
export function openPollTimer(client, accounts, stream) {
  const time = getTime(client);
  if (!stream || accounts.length === 0) return { wait: (ms, signal) => time.sleep(ms, signal), close() {} };
  return new StreamHints(getClientState(client).settings, accounts, time);
}
