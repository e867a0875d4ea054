// The tree: one line for each branch, all in one list, with its level in ARIA; so depth costs nothing. Only open branches
// are drawn.

import { byId } from "../page/dom.js";
import { count } from "../page/format.js";
import { detailView } from "./detail.js";
import { line } from "./line.js";
import { branchesOf, openAtFirst, visible } from "./model.js";

/** Lines that are drawn at first. */
const AT_FIRST = 120;

export function treeView() {
  const list = byId("trace-tree");
  let branches = [];
  let book = {};
  let open = new Set();
  /** The key of the branch whose transaction is shown. */
  let selected;
  /** The one branch that Tab leads to. */
  let current = "";
  const byKey = new Map();
  const items = new Map();
  const detail = detailView(() => {
    const back = items.get(selected);
    unselect();
    back?.focus();
  });

  byId("trace-open").addEventListener("click", () => all(true));
  byId("trace-close").addEventListener("click", () => all(false));
  list.addEventListener("click", ({ target }) => {
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

  /** What a key does: the branch to go to, null when it stays, undefined when the key is not the tree's. */
  function press(key, branch) {
    const opened = open.has(branch.key);
    const shown = visible(branches, open);
    const at = shown.indexOf(branch);
    switch (key) {
      case "ArrowDown": return shown[at + 1] ?? null;
      case "ArrowUp": return shown[at - 1] ?? null;
      case "Home": return shown[0];
      case "End": return shown.at(-1);
      case "ArrowRight":
        if (branch.children.length === 0) return null;
        if (opened) return branch.children[0];
        return turn(branch);
      case "ArrowLeft": return opened ? turn(branch) : (branch.parent ?? null);
      case "Enter": case " ":
        if (select(branch)) detail.focus();
        return null;
      default: return undefined;
    }
  }

  function turn({ key }) {
    if (!open.delete(key)) open.add(key);
    draw();
    return null;
  }

  /** Shows its transaction, if there is one. */
  function select(branch) {
    if (!branch.transaction) return false;
    unselect();
    selected = branch.key;
    items.get(selected).setAttribute("aria-selected", "true");
    detail.show(branch, book);
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

  /** Lines that stay are left where they are, with the focus they may have. */
  function draw() {
    const shown = visible(branches, open);
    const wanted = shown.map((branch) => {
      if (!items.has(branch.key)) items.set(branch.key, line(branch, book, `branch-${branch.index}`));
      return paint(items.get(branch.key), branch);
    });
    const kept = new Set(wanted);
    for (const item of [...list.children]) if (!kept.has(item)) item.remove();
    let at = list.firstElementChild;
    for (const item of wanted) {
      if (item === at) at = at.nextElementSibling;
      else list.insertBefore(item, at);
    }
    if (selected !== undefined && !shown.some(({ key }) => key === selected)) unselect();
    if (!shown.some(({ key }) => key === current)) reach(shown[0]?.key ?? "");
    byId("trace-count").textContent = shown.length === branches.length ? `All ${count(branches.length, "message")} shown`
      : `${shown.length} of ${count(branches.length, "message")} shown`;
  }

  function paint(item, branch) {
    const opened = open.has(branch.key);
    if (branch.transaction) item.setAttribute("aria-selected", String(branch.key === selected));
    if (branch.children.length > 0) {
      item.setAttribute("aria-expanded", String(opened));
      const toggle = item.querySelector(".toggle");
      toggle.textContent = opened ? "\u2212" : `+${branch.below}`;
      toggle.title = opened ? "Close this branch" : `Open this branch: ${count(branch.below, "message")}`;
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
    /** Draws a trace; `again`: a newer answer of the same one, whose open branches stay. */
    show(trace, itsBook, again) {
      const focused = branchOf(document.activeElement ?? list)?.key;
      branches = branchesOf(trace);
      book = itsBook;
      const known = new Set(byKey.keys());
      byKey.clear();
      for (const branch of branches) byKey.set(branch.key, branch);
      const first = openAtFirst(branches, AT_FIRST);
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
