// Looking again and again while it is seen: not in a hidden tab, not while paused, not while another view is shown.

import { byId, fill } from "./dom.js";
import { describe } from "./errors.js";

/** Milliseconds from an answer to the next question. */
const PAUSE = 2000;
const PAUSE_AFTER_ERROR = 5000;

/**
 * `NAME-pause` is the button, `NAME-state` says how it stands, `NAME-error` what went wrong.
 *
 * @param {string} name
 * @param {(signal: AbortSignal, current: () => boolean) => Promise<void>} look paints nothing once it is no longer `current`
 * @returns {{ open(): void, close(): void }}
 */
export function watch(name, look) {
  const [button, state, error] = ["pause", "state", "error"].map((part) => byId(`${name}-${part}`));
  let open = false;
  let paused = false;
  let timer;
  /** The look that is under way. Replaced, so that a late answer finds itself outdated. */
  let running;
  /** What the alert says already: said again every few seconds it would be noise. */
  let told;

  button.addEventListener("click", () => {
    paused = !paused;
    button.setAttribute("aria-pressed", String(paused));
    turn();
  });
  document.addEventListener("visibilitychange", turn);

  /** Looks, or rests, as it should be now. */
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
    say(failure ? "Trying again every few seconds." : "Live.");
    timer = setTimeout(turn, failure ? PAUSE_AFTER_ERROR : PAUSE);
  }

  function complain(failure) {
    const text = failure && `${failure.code} ${failure.message}`;
    if (text === told) return;
    told = text;
    error.classList.toggle("bad", Boolean(failure));
    fill(error, ...(failure ? describe(failure) : []));
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
