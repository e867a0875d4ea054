// The tree of a trace: a flat list with a line per branch and its level in ARIA, so that depth costs nothing. Lines below
// collapsed branches are not drawn.

import { byId } from "../shared/dom.js";
import { formatCount, formatNumber } from "../shared/format.js";
import { followKey } from "./branch-keys.js";
import { renderBranchLine } from "./branch-line.js";
import { chooseOpenBranches, listBranches, listVisible } from "./branches.js";

/** Lines drawn at first, and by "Expand all": a trace can have tens of thousands. */
const AT_FIRST = 120;
const AT_ONCE = 1000;

/**
 * @param {{ selected(branch: import("./branches.js").Branch | undefined, keyboard: boolean): void, changed(): void }} on
 *   `selected`: another branch is selected, or none; `changed`: other branches are visible
 */
export function createTree(on) {
  const list = byId("trace-tree");
  let branches = [];
  let page = { book: {}, metadata: {} };
  let open = new Set();
  /** Whether "Expand all" left branches collapsed. */
  let cut = false;
  /** The key of the branch whose transaction the panel shows. */
  let selected;
  /** The key of the branch in the Tab order. */
  let current = "";
  const byKey = new Map();
  const items = new Map();
  byId("trace-open").addEventListener("click", () => all(true));
  byId("trace-close").addEventListener("click", () => all(false));
  list.addEventListener("click", (/** @type {MouseEvent & { target: Element }} */ { target }) => {
    const branch = branchOf(target);
    if (!branch || target.closest("a")) return;
    if (target.closest("button.toggle")) turn(branch);
    else select(branch);
    items.get(branch.key).focus();
  });
  list.addEventListener("focusin", ({ target }) => {
    const branch = branchOf(target);
    if (branch) reach(branch.key);
  });
  list.addEventListener("keydown", (event) => {
    const branch = branchOf(event.target);
    if (!branch || event.target !== items.get(branch.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = press(event.key, branch);
    if (to === undefined) return;
    event.preventDefault();
    if (to) items.get(to.key)?.focus();
  });

  const branchOf = (target) => byKey.get(target.closest(".branch")?.dataset.key);

  function press(key, branch) {
    if (key === "Enter" || key === " ") {
      select(branch, true);
      return null;
    }
    return followKey(key, branch, {
      all: listVisible(branches, open),
      isOpen: open.has(branch.key),
      open: turn,
      close: turn,
    });
  }

  function turn({ key }) {
    if (!open.delete(key)) open.add(key);
    draw();
  }

  /** Shows the branch's transaction, if it has one. */
  function select(branch, keyboard = false) {
    if (!branch.transaction) return;
    mark(branch);
    on.selected(branch, keyboard);
  }

  /** Marks the selected line, which may be below a collapsed one. */
  function mark(branch) {
    items.get(selected)?.setAttribute("aria-selected", "false");
    selected = branch?.key;
    items.get(selected)?.setAttribute("aria-selected", "true");
  }

  function all(opened) {
    // Branches that the visitor expanded stay expanded.
    open = new Set(opened ? [...open, ...chooseOpenBranches(branches, AT_ONCE)] : []);
    cut = opened && listVisible(branches, open).length < branches.length;
    draw();
  }

  /** Draws the visible lines. It does not move lines that stay, so the focus remains. */
  function draw() {
    const shown = listVisible(branches, open);
    const wanted = shown.map((branch) => {
      if (!items.has(branch.key)) {
        items.set(branch.key, renderBranchLine(branch, page, `branch-${branch.index}`));
        setStop(branch.key, branch.key === current);
      }
      return paint(items.get(branch.key), branch);
    });
    const staying = new Set(wanted);
    for (const item of [...list.children]) if (!staying.has(item)) item.remove();
    let at = list.firstElementChild;
    for (const item of wanted) {
      if (item === at) at = at.nextElementSibling;
      else list.insertBefore(item, at);
    }
    if (selected !== undefined && !shown.some(({ key }) => key === selected)) {
      mark(undefined);
      on.selected(undefined, false);
    }
    if (!shown.some(({ key }) => key === current)) reach(shown[0]?.key ?? "");
    byId("trace-count").textContent =
      shown.length === branches.length
        ? `All ${formatCount(branches.length, "message")} shown`
        : `${formatNumber(shown.length)} of ${formatNumber(branches.length)} messages shown${cut ? ": expand a branch for more" : ""}`;
    on.changed();
  }

  function paint(item, branch) {
    const opened = open.has(branch.key);
    if (branch.transaction) item.setAttribute("aria-selected", String(branch.key === selected));
    if (branch.children.length > 0) {
      item.setAttribute("aria-expanded", String(opened));
      const toggle = item.querySelector(".toggle");
      toggle.textContent = opened ? "\u2212" : `+${branch.below}`;
      toggle.title = opened ? "Collapse this branch" : `Expand this branch: ${formatCount(branch.below, "message")}`;
    }
    return item;
  }

  /** Moves the Tab stop. */
  function reach(key) {
    setStop(current, false);
    setStop(key, true);
    current = key;
  }

  function setStop(key, here) {
    const item = items.get(key);
    if (!item) return;
    for (const one of [item, ...item.querySelectorAll("a")]) one.tabIndex = here ? 0 : -1;
  }

  return {
    /** Draws a trace. `again`: a newer response for the same trace, whose expanded branches stay expanded. */
    show(trace, itsPage, again) {
      const focused = branchOf(document.activeElement ?? list)?.key;
      branches = listBranches(trace);
      page = itsPage;
      cut &&= again;
      const known = new Set(byKey.keys());
      byKey.clear();
      for (const branch of branches) byKey.set(branch.key, branch);
      const first = chooseOpenBranches(branches, AT_FIRST);
      const was = again ? selected : undefined;
      selected = undefined;
      if (!again) [open, current] = [first, branches[0]?.key ?? ""];
      else for (const key of first) if (!known.has(key) || items.get(key)?.ariaExpanded === null) open.add(key);
      items.clear();
      list.replaceChildren();
      draw();
      reach(current);
      if (byKey.has(was) && items.has(was)) select(byKey.get(was));
      else on.selected(undefined, false);
      if (focused) items.get(focused)?.focus({ preventScroll: true });
      list.hidden = branches.length === 0;
    },
    get branches() {
      return branches;
    },
    visible: () => listVisible(branches, open),
    isOpen: ({ key }) => open.has(key),
    /** Expands a branch. */
    expand(branch) {
      if (!open.has(branch.key)) turn(branch);
    },
    /** Selects a branch, and expands those above it. */
    select(branch, keyboard = false) {
      if (!branch.transaction) return;
      const before = open.size;
      for (let at = branch.parent; at; at = at.parent) open.add(at.key);
      if (open.size !== before) draw();
      reach(branch.key);
      select(branch, keyboard);
    },
    unselect: () => mark(undefined),
    focus: (branch) => items.get(branch.key)?.focus(),
  };
}
