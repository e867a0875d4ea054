// Follows an account while its view is visible: not in a hidden browser tab, not while another view is shown. It continues where it
// stopped, so it also reports the events in between.

import { formatCursor } from "../ton-edge/lib/actions/cursor.js";
import { BEGINNING } from "../ton-edge/lib/live/account-chain.js";
import { loadClient, resolveGatewayUrl } from "./client.js";
import { createLiveState } from "./live-state.js";

/**
 * Milliseconds between the arrival of the view's data and the start of the watch, so that a first visit does not wait for its code.
 * Events in between are reported when the watch starts.
 */
const START_MS = 3000;
/** Milliseconds between two requests for the account, if the gateway has no stream. */
const POLL_MS = 3000;
const HEALTH_TIMEOUT_MS = 10_000;

/**
 * Returns whether the gateway says that it has streams; false also if it did not respond. Then the watch polls. Without this question, each visit would request a stream that does not exist, and browsers report
 * a 404 as an error. @param {AbortSignal} signal @returns {Promise<boolean>}
 */
async function findStream(signal) {
  try {
    const response = await fetch(new URL("healthz", resolveGatewayUrl()), {
      signal: AbortSignal.any([signal, AbortSignal.timeout(HEALTH_TIMEOUT_MS)]),
    });
    return response.ok && (await response.json()).streaming === true;
  } catch {
    return false;
  }
}

/** Returns the position of a state; the watch reports the events after it. @param {string} account @param {any} state */
function formatPosition(account, state) {
  const { last_transaction_lt: lt = "0", last_transaction_hash: hash } = state ?? {};
  return formatCursor(account, BigInt(lt) > 0n && typeof hash === "string" ? { lt: BigInt(lt), hash } : BEGINNING);
}

/**
 * @param {HTMLElement} element shows whether the account is live
 * @param {(state: any) => void} onChange gets the state of the account, a row of v3, after each change
 */
export function createWatching(element, onChange) {
  const showState = createLiveState(element);
  /** @type {{ account: string, since: string } | undefined} */
  let subject;
  let isShown = false;
  let timer;
  /** The running watch. @type {{ stop: AbortController, events?: { readonly cursors: readonly string[] } } | undefined} */
  let currentRun;

  document.addEventListener("visibilitychange", updateWatch);
  addEventListener("online", () => {
    // Otherwise the next attempt could be half a minute away.
    stopWatch();
    updateWatch();
  });

  function updateWatch() {
    const isWanted = subject !== undefined && isShown && document.visibilityState === "visible";
    if (!isWanted) stopWatch();
    else if (!currentRun) followAccount((currentRun = { stop: new AbortController() }));
  }

  function stopWatch() {
    clearTimeout(timer);
    timer = undefined;
    currentRun?.stop.abort();
    const [cursor] = currentRun?.events?.cursors ?? [];
    if (subject && cursor !== undefined) subject.since = cursor;
    currentRun = undefined;
    showState("idle");
  }

  /** @param {NonNullable<typeof currentRun>} thisRun */
  async function followAccount(thisRun) {
    const { signal } = thisRun.stop;
    const { account, since } = /** @type {NonNullable<typeof subject>} */ (subject);
    try {
      const [client, hasStream] = await Promise.all([loadClient(), findStream(signal)]);
      if (signal.aborted) return;
      const events = client.watch(
        { accounts: [account], types: ["account_state_change"], since },
        { stream: hasStream, pollIntervalMs: POLL_MS, signal, onState: (state) => signal.aborted || showState(state) },
      );
      thisRun.events = events;
      for await (const event of events) {
        if (signal.aborted) return;
        if (event.type === "account_state_change") onChange(event.state);
      }
    } catch {
      // The API refused the request, and a retry would not help; the views show the reason at their next request.
      if (!signal.aborted) showState("stopped");
    }
  }

  return {
    /** Watches an account from the state that the view has loaded. @param {string} account raw @param {any} state a row of v3, if there is one */
    open(account, state) {
      if (subject?.account === account) return;
      stopWatch();
      subject = { account, since: formatPosition(account, state) };
      timer = setTimeout(() => {
        timer = undefined;
        updateWatch();
      }, START_MS);
    },
    close() {
      subject = undefined;
      stopWatch();
    },
    show() {
      isShown = true;
      // While the data is new, a timer starts the watch later, also if the view is shown again.
      if (subject && timer === undefined) updateWatch();
    },
    leave() {
      isShown = false;
      stopWatch();
    },
  };
}
