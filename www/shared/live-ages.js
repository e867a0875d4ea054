// Updates the ages in a view every second while the view is shown, for ages of a few seconds.

import { formatAge } from "./format.js";

const TICK_MS = 1000;

/** @param {ParentNode} root @returns {{ start(): void, stop(): void }} */
export function createLiveAges(root) {
  let timer;
  function updateAges() {
    if (document.visibilityState !== "visible") return;
    for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (root.querySelectorAll("time[data-age]"))) {
      const ageText = formatAge(Number(time.dataset.age)) ?? "";
      if (time.textContent !== ageText) time.textContent = ageText;
    }
  }
  return {
    start() {
      timer ??= setInterval(updateAges, TICK_MS);
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
