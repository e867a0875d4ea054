// Creates tabs that follow the ARIA practices: arrow keys, Home and End move the focus, and the focused tab is shown.

import { el, fill } from "../shared/dom.js";

/**
 * @param {string} label @param {string} prefix of the ids
 * @param {{ name: string, panel(): Node | Node[] }[]} tabs `panel` builds the content when its tab is shown
 * @param {string} [chosenName] name of the first tab shown
 */
export function createTabs(label, prefix, tabs, chosenName = tabs[0].name) {
  const panels = tabs.map((_, index) =>
    el("div", {
      id: `${prefix}-panel-${index}`,
      role: "tabpanel",
      tabIndex: 0,
      "aria-labelledby": `${prefix}-tab-${index}`,
    }),
  );
  const buttons = tabs.map(({ name }, index) =>
    el(
      "button",
      {
        id: `${prefix}-tab-${index}`,
        type: "button",
        role: "tab",
        "aria-controls": `${prefix}-panel-${index}`,
        onclick: () => selectTab(index),
      },
      name,
    ),
  );
  let currentIndex = Math.max(
    0,
    tabs.findIndex(({ name }) => name === chosenName),
  );

  function selectTab(index) {
    currentIndex = index;
    buttons.forEach((button, buttonIndex) => {
      button.setAttribute("aria-selected", String(buttonIndex === index));
      button.tabIndex = buttonIndex === index ? 0 : -1;
      panels[buttonIndex].hidden = buttonIndex !== index;
    });
    fill(panels[index], tabs[index].panel());
  }

  const moveByKey = { ArrowRight: 1, ArrowLeft: -1, Home: "first", End: "last" };
  const list = el("div", { role: "tablist", "aria-label": label, class: "tabs" }, buttons);
  list.addEventListener("keydown", (event) => {
    const step = moveByKey[event.key];
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const index =
      step === "first" ? 0 : step === "last" ? tabs.length - 1 : (currentIndex + step + tabs.length) % tabs.length;
    selectTab(index);
    buttons[index].focus();
  });
  selectTab(currentIndex);
  return {
    element: el("div", { class: "tabbed" }, list, panels),
    /** Rebuilds the visible panel. */
    refresh: () => selectTab(currentIndex),
    chosen: () => tabs[currentIndex].name,
  };
}
