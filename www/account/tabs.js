// Tabs, as the ARIA practices have them: one is in the Tab order, the arrows lead to the others.

import { byId } from "../page/dom.js";

/**
 * The tabs `tab-NAME` with their panels `panel-NAME`.
 * @param {string[]} names @param {(name: string) => void} chosen by the visitor
 */
export function tabs(names, chosen) {
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
