// Keeps the ages of a view true to the second while it is shown: for ages of a few seconds.

import { formatAge } from "./format.js";

const TICK_MS = 1000;

/** @param {ParentNode} root @returns {{ start(): void, stop(): void }} */
export function createLiveAges(root) {
  let timer;
  function tick() {
    if (document.visibilityState !== "visible") return;
    for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (root.querySelectorAll("time[data-age]"))) {
      const words = formatAge(Number(time.dataset.age)) ?? "";
      if (time.textContent !== words) time.textContent = words;
    }
  }
  return {
    start() {
      timer ??= setInterval(tick, TICK_MS);
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
