// Polls while the view is visible: not in a hidden browser tab, not while paused, not while another view is shown.

import { byId, fill } from "./dom.js";
import { describeError } from "./errors.js";
import { createLiveState } from "./live-state.js";

/** Milliseconds from a response to the next request. */
const DELAY_MS = 2000;
const DELAY_AFTER_ERROR_MS = 5000;

/**
 * Uses three elements: the button `NAME-pause`, `NAME-state` for the state, and `NAME-error` for the error.
 *
 * @param {string} name
 * @param {(signal: AbortSignal, current: () => boolean) => Promise<void>} refresh requests data and paints it; must not paint once `current()`
 *   is false
 * @returns {{ open(): void, close(): void }}
 */
export function createPolling(name, refresh) {
  const [button, error] = ["pause", "error"].map((elementName) => byId(`${name}-${elementName}`));
  const showState = createLiveState(byId(`${name}-state`));
  let isOpen = false;
  let isPaused = false;
  let timer;
  /** The request in flight. A new object for each request lets a late response detect that it is outdated. */
  let currentRequest;
  /** The text of the alert. It is changed only when it differs, since screen readers would otherwise read it again every few seconds. */
  let alertedText;

  button.addEventListener("click", () => {
    isPaused = !isPaused;
    button.setAttribute("aria-pressed", String(isPaused));
    updatePolling();
  });
  document.addEventListener("visibilitychange", updatePolling);
  addEventListener("online", updatePolling);

  /** Starts or stops polling, depending on the state. */
  function updatePolling() {
    clearTimeout(timer);
    if (!isOpen || isPaused || document.visibilityState !== "visible") {
      currentRequest?.abort();
      currentRequest = undefined;
      showState(isPaused ? "paused" : "idle");
    } else if (!currentRequest) pollOnce();
  }

  async function pollOnce() {
    const ownRequest = (currentRequest = new AbortController());
    const isCurrent = () => ownRequest === currentRequest;
    let failure;
    try {
      await refresh(ownRequest.signal, isCurrent);
    } catch (error) {
      failure = error;
    }
    if (!isCurrent()) return;
    currentRequest = undefined;
    showError(failure);
    showState(failure ? "offline" : "live");
    timer = setTimeout(updatePolling, failure ? DELAY_AFTER_ERROR_MS : DELAY_MS);
  }

  function showError(failure) {
    const text = failure && `${failure.code} ${failure.message}`;
    if (text === alertedText) return;
    alertedText = text;
    error.classList.toggle("bad", Boolean(failure));
    fill(error, ...(failure ? describeError(failure) : []));
  }

  const setOpen = (value) => {
    isOpen = value;
    updatePolling();
  };
  return { open: () => setOpen(true), close: () => setOpen(false) };
}
