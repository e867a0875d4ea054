// Connects tabs that are in the markup, after the ARIA practices: one is in the Tab order, arrow keys lead to the others.

import { byId } from "../shared/dom.js";

/**
 * Connects the tabs `tab-NAME` to their panels `panel-NAME`.
 * @param {string[]} names @param {(name: string) => void} chosen called when the visitor chooses a tab
 */
export function connectTabs(names, chosen) {
  function select(name) {
    for (const each of names) {
      const tab = byId(`tab-${each}`);
      tab.setAttribute("aria-selected", String(each === name));
      tab.tabIndex = each === name ? 0 : -1;
      byId(`panel-${each}`).hidden = each !== name;
    }
  }

  for (const [at, name] of names.entries()) {
    const tab = byId(`tab-${name}`);
    tab.addEventListener("click", () => chosen(name));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = names.at(step % names.length);
      chosen(next);
      byId(`tab-${next}`).focus();
    });
  }
  return { select };
}
