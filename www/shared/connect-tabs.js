// Makes tabs of existing markup, following the ARIA practices: one tab is in the Tab order, arrow keys move to the others.

import { byId } from "./dom.js";

/**
 * Connects each tab `tab-NAME` to its panel `panel-NAME`.
 * @param {string[]} names @param {(name: string) => void} onChoose called when the visitor chooses a tab
 */
export function connectTabs(names, onChoose) {
  function selectTab(name) {
    for (const tabName of names) {
      const tab = byId(`tab-${tabName}`);
      tab.setAttribute("aria-selected", String(tabName === name));
      tab.tabIndex = tabName === name ? 0 : -1;
      byId(`panel-${tabName}`).hidden = tabName !== name;
    }
  }

  for (const [index, name] of names.entries()) {
    const tab = byId(`tab-${name}`);
    tab.addEventListener("click", () => onChoose(name));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const nextName = names.at(step % names.length);
      onChoose(nextName);
      byId(`tab-${nextName}`).focus();
    });
  }
  return { select: selectTab };
}
