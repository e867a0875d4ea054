// Shows whether a view is live, that is, up to date with the chain. All views that follow the chain use this module, so that the
// state looks and sounds the same.

import { el, fill } from "./dom.js";
import { t } from "./messages.js";

const STATE_TEXTS = {
  idle: "",
  live: "Live",
  catching_up: "Catching up",
  offline: "Offline",
  stopped: "Not live",
  paused: "Paused",
};
/** Milliseconds after which the state "catching up" is shown: it usually ends sooner, and screen readers would read every change. */
const CATCHING_UP_MS = 1500;

/** @typedef {keyof typeof STATE_TEXTS} LiveState `idle`: the view is not shown, or has not begun; `stopped`: the API refuses to be followed */

/**
 * Returns the function that shows a state.
 * @param {HTMLElement} element with `role="status"`, so that screen readers read a new state
 */
export function createLiveState(element) {
  const text = el("span");
  fill(element, text);
  element.classList.add("live-state");
  /** @type {LiveState | undefined} */
  let currentState;
  let timer;

  /** @param {LiveState} state */
  function paintState(state) {
    element.dataset.live = state;
    text.textContent = t(STATE_TEXTS[state]);
  }
  /** @param {LiveState} state */
  return function showState(state) {
    if (state === currentState) return;
    currentState = state;
    clearTimeout(timer);
    if (state === "catching_up") timer = setTimeout(paintState, CATCHING_UP_MS, state);
    else paintState(state);
  };
}
