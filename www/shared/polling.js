// Polls while the view is visible: not in a hidden tab, not while paused, not while another view is shown.

import { byId, fill } from "./dom.js";
import { describeError } from "./errors.js";

/** Milliseconds from a response to the next request. */
const DELAY_MS = 2000;
const DELAY_AFTER_ERROR_MS = 5000;

/**
 * The elements: `NAME-pause` is the button, `NAME-state` shows the state, `NAME-error` the error.
 *
 * @param {string} name
 * @param {(signal: AbortSignal, current: () => boolean) => Promise<void>} look requests and paints; it must not paint once `current` is false
 * @returns {{ open(): void, close(): void }}
 */
export function createPolling(name, look) {
  const [button, state, error] = ["pause", "state", "error"].map((part) => byId(`${name}-${part}`));
  let open = false;
  let paused = false;
  let timer;
  /** The request in flight. Replaced, so that a late response sees that it is outdated. */
  let running;
  /** The alert's text. Screen readers would read the same alert again every few seconds. */
  let alerted;

  button.addEventListener("click", () => {
    paused = !paused;
    button.setAttribute("aria-pressed", String(paused));
    turn();
  });
  document.addEventListener("visibilitychange", turn);

  /** Starts or stops polling, as the state demands. */
  function turn() {
    clearTimeout(timer);
    if (!open || paused || document.visibilityState !== "visible") {
      running?.abort();
      running = undefined;
      say(paused ? "Paused." : "");
    } else if (!running) poll();
  }

  async function poll() {
    const mine = (running = new AbortController());
    const current = () => mine === running;
    let failure;
    try {
      await look(mine.signal, current);
    } catch (thrown) {
      failure = thrown;
    }
    if (!current()) return;
    running = undefined;
    complain(failure);
    say(failure ? "Retrying every few seconds." : "Live.");
    timer = setTimeout(turn, failure ? DELAY_AFTER_ERROR_MS : DELAY_MS);
  }

  function complain(failure) {
    const text = failure && `${failure.code} ${failure.message}`;
    if (text === alerted) return;
    alerted = text;
    error.classList.toggle("bad", Boolean(failure));
    fill(error, ...(failure ? describeError(failure) : []));
  }

  const say = (text) => {
    if (state.textContent !== text) state.textContent = text;
  };
  const set = (value) => {
    open = value;
    turn();
  };
  return { open: () => set(true), close: () => set(false) };
}
