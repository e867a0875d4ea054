// The tree of a trace: a flat list with a line per branch and its level in ARIA, so that depth costs nothing. Lines below
// collapsed branches are not drawn.

import { byId } from "../shared/dom.js";
import { formatCount } from "../shared/format.js";
import { renderBranchLine } from "./branch-line.js";
import { chooseOpenBranches, listBranches, listVisible } from "./branches.js";
import { createDetailPanel } from "./detail-panel.js";

/** Lines drawn at first. */
const AT_FIRST = 120;

export function createTree() {
  const list = byId("trace-tree");
  let branches = [];
  let page = { book: {}, metadata: {} };
  let open = new Set();
  /** The key of the branch whose transaction the panel shows. */
  let selected;
  /** The key of the branch in the Tab order. */
  let current = "";
  const byKey = new Map();
  const items = new Map();
  const detail = createDetailPanel(() => {
    const back = items.get(selected);
    unselect();
    back?.focus();
  });

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

  /** Handles a key. Returns the branch to focus, null for none, undefined if the tree does not use the key. */
  function press(key, branch) {
    const opened = open.has(branch.key);
    const shown = listVisible(branches, open);
    const at = shown.indexOf(branch);
    switch (key) {
      case "ArrowDown":
        return shown[at + 1] ?? null;
      case "ArrowUp":
        return shown[at - 1] ?? null;
      case "Home":
        return shown[0];
      case "End":
        return shown.at(-1);
      case "ArrowRight":
        if (branch.children.length === 0) return null;
        if (opened) return branch.children[0];
        return turn(branch);
      case "ArrowLeft":
        return opened ? turn(branch) : (branch.parent ?? null);
      case "Enter":
      case " ":
        if (select(branch)) detail.focus();
        return null;
      default:
        return undefined;
    }
  }

  function turn({ key }) {
    if (!open.delete(key)) open.add(key);
    draw();
    return null;
  }

  /** Shows the branch's transaction, if it has one. */
  function select(branch) {
    if (!branch.transaction) return false;
    unselect();
    selected = branch.key;
    items.get(selected).setAttribute("aria-selected", "true");
    detail.show(branch, page);
    return true;
  }

  function unselect() {
    items.get(selected)?.setAttribute("aria-selected", "false");
    selected = undefined;
    detail.hide();
  }

  function all(opened) {
    open = new Set(opened ? branches.filter(({ children }) => children.length > 0).map(({ key }) => key) : []);
    draw();
  }

  /** Draws the visible lines. It does not move lines that stay, so the focus remains. */
  function draw() {
    const shown = listVisible(branches, open);
    const wanted = shown.map((branch) => {
      if (!items.has(branch.key)) items.set(branch.key, renderBranchLine(branch, page, `branch-${branch.index}`));
      return paint(items.get(branch.key), branch);
    });
    const staying = new Set(wanted);
    for (const item of [...list.children]) if (!staying.has(item)) item.remove();
    let at = list.firstElementChild;
    for (const item of wanted) {
      if (item === at) at = at.nextElementSibling;
      else list.insertBefore(item, at);
    }
    if (selected !== undefined && !shown.some(({ key }) => key === selected)) unselect();
    if (!shown.some(({ key }) => key === current)) reach(shown[0]?.key ?? "");
    byId("trace-count").textContent =
      shown.length === branches.length
        ? `All ${formatCount(branches.length, "message")} shown`
        : `${shown.length} of ${formatCount(branches.length, "message")} shown`;
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

  function reach(key) {
    for (const [each, item] of items) {
      const here = each === key;
      item.tabIndex = here ? 0 : -1;
      for (const link of item.querySelectorAll("a")) link.tabIndex = here ? 0 : -1;
    }
    current = key;
  }

  return {
    /** Draws a trace. `again`: a newer response for the same trace, whose expanded branches stay expanded. */
    show(trace, itsPage, again) {
      const focused = branchOf(document.activeElement ?? list)?.key;
      branches = listBranches(trace);
      page = itsPage;
      const known = new Set(byKey.keys());
      byKey.clear();
      for (const branch of branches) byKey.set(branch.key, branch);
      const first = chooseOpenBranches(branches, AT_FIRST);
      const was = selected;
      unselect();
      if (!again) [open, current] = [first, branches[0]?.key ?? ""];
      else for (const key of first) if (!known.has(key) || items.get(key)?.ariaExpanded === null) open.add(key);
      items.clear();
      list.replaceChildren();
      draw();
      reach(current);
      if (again && byKey.has(was) && items.has(was)) select(byKey.get(was));
      if (focused) items.get(focused)?.focus({ preventScroll: true });
      list.hidden = branches.length === 0;
    },
    get branches() {
      return branches;
    },
  };
}
