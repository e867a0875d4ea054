// Creates tabs after the ARIA practices: arrow keys, Home and End move the focus, and the focused tab is shown.

import { el, fill } from "../shared/dom.js";

/**
 * @param {string} label @param {string} prefix of the ids
 * @param {{ name: string, panel(): Node | Node[] }[]} parts `panel` builds the content when its tab is shown
 * @param {string} [chosen] name of the first tab shown
 */
export function createTabs(label, prefix, parts, chosen = parts[0].name) {
  const panels = parts.map((_, at) =>
    el("div", { id: `${prefix}-panel-${at}`, role: "tabpanel", tabIndex: 0, "aria-labelledby": `${prefix}-tab-${at}` }),
  );
  const buttons = parts.map(({ name }, at) =>
    el(
      "button",
      {
        id: `${prefix}-tab-${at}`,
        type: "button",
        role: "tab",
        "aria-controls": `${prefix}-panel-${at}`,
        onclick: () => select(at),
      },
      name,
    ),
  );
  let current = Math.max(
    0,
    parts.findIndex(({ name }) => name === chosen),
  );

  function select(at) {
    current = at;
    buttons.forEach((button, i) => {
      button.setAttribute("aria-selected", String(i === at));
      button.tabIndex = i === at ? 0 : -1;
      panels[i].hidden = i !== at;
    });
    fill(panels[at], parts[at].panel());
  }

  const moves = { ArrowRight: 1, ArrowLeft: -1, Home: "first", End: "last" };
  const list = el("div", { role: "tablist", "aria-label": label, class: "tabs" }, buttons);
  list.addEventListener("keydown", (event) => {
    const move = moves[event.key];
    if (move === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const at =
      move === "first" ? 0 : move === "last" ? parts.length - 1 : (current + move + parts.length) % parts.length;
    select(at);
    buttons[at].focus();
  });
  select(current);
  return {
    element: el("div", { class: "tabbed" }, list, panels),
    /** Builds the shown panel again. */
    refresh: () => select(current),
    chosen: () => parts[current].name,
  };
}
