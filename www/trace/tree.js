// The tree of a trace: a flat list with a line per branch and its level in ARIA, so that deep traces need no recursion. Lines below
// collapsed branches are not drawn.

import { byId } from "../shared/dom.js";
import { formatNumber } from "../shared/format.js";
import { followKey } from "./branch-keys.js";
import { renderBranchLine } from "./branch-line.js";
import { chooseOpenBranches, listBranches, listVisibleBranches } from "./branches.js";
import { t, tNoun } from "../shared/messages.js";

/** Number of lines that are drawn at first, and by "Expand all": a trace can have tens of thousands. */
const FIRST_LINES = 120;
const MAX_LINES_AT_ONCE = 1000;

/**
 * @param {{ onSelect(branch: import("./branches.js").Branch | undefined, keyboard: boolean): void, onChange(): void }} callbacks
 *   `onSelect`: another branch was selected, or none is; `onChange`: other branches became visible
 */
export function createTree(callbacks) {
  const list = byId("trace-tree");
  let branches = [];
  let page = { book: {}, metadata: {} };
  let openKeys = new Set();
  /** Whether "Expand all" has left some branches collapsed. */
  let isCut = false;
  /** The key of the branch whose transaction the panel shows. */
  let selectedKey;
  /** The key of the branch in the Tab order. */
  let currentKey = "";
  const branchByKey = new Map();
  const itemByKey = new Map();
  byId("trace-open").addEventListener("click", () => setAllOpen(true));
  byId("trace-close").addEventListener("click", () => setAllOpen(false));
  list.addEventListener("click", (/** @type {MouseEvent & { target: Element }} */ { target }) => {
    const branch = findBranch(target);
    if (!branch || target.closest("a")) return;
    if (target.closest("button.toggle")) toggleBranch(branch);
    else selectBranch(branch);
    itemByKey.get(branch.key).focus();
  });
  list.addEventListener("focusin", ({ target }) => {
    const branch = findBranch(target);
    if (branch) moveTabStop(branch.key);
  });
  list.addEventListener("keydown", (event) => {
    const branch = findBranch(event.target);
    if (!branch || event.target !== itemByKey.get(branch.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    const targetBranch = handleKey(event.key, branch);
    if (targetBranch === undefined) return;
    event.preventDefault();
    if (targetBranch) itemByKey.get(targetBranch.key)?.focus();
  });

  const findBranch = (target) => branchByKey.get(target.closest(".branch")?.dataset.key);

  function handleKey(key, branch) {
    if (key === "Enter" || key === " ") {
      selectBranch(branch, true);
      return null;
    }
    return followKey(key, branch, {
      all: listVisibleBranches(branches, openKeys),
      isOpen: openKeys.has(branch.key),
      open: toggleBranch,
      close: toggleBranch,
    });
  }

  function toggleBranch({ key }) {
    if (!openKeys.delete(key)) openKeys.add(key);
    drawLines();
  }

  /** Shows the branch's transaction, if it has one. */
  function selectBranch(branch, isByKeyboard = false) {
    if (!branch.transaction) return;
    markBranch(branch);
    callbacks.onSelect(branch, isByKeyboard);
  }

  /** Marks the selected line. It may be hidden below a collapsed line. */
  function markBranch(branch) {
    itemByKey.get(selectedKey)?.setAttribute("aria-selected", "false");
    selectedKey = branch?.key;
    itemByKey.get(selectedKey)?.setAttribute("aria-selected", "true");
  }

  function setAllOpen(isOpened) {
    // Branches that the visitor expanded stay expanded.
    openKeys = new Set(isOpened ? [...openKeys, ...chooseOpenBranches(branches, MAX_LINES_AT_ONCE)] : []);
    isCut = isOpened && listVisibleBranches(branches, openKeys).length < branches.length;
    drawLines();
  }

  /** Draws the visible lines. Existing lines are not moved, so that the focus stays. */
  function drawLines() {
    const shownBranches = listVisibleBranches(branches, openKeys);
    const shownItems = shownBranches.map((branch) => {
      if (!itemByKey.has(branch.key)) {
        itemByKey.set(branch.key, renderBranchLine(branch, page, `branch-${branch.index}`));
        setStop(branch.key, branch.key === currentKey);
      }
      return paintItem(itemByKey.get(branch.key), branch);
    });
    const keptItems = new Set(shownItems);
    for (const item of [...list.children]) if (!keptItems.has(item)) item.remove();
    let nextItem = list.firstElementChild;
    for (const item of shownItems) {
      if (item === nextItem) nextItem = nextItem.nextElementSibling;
      else list.insertBefore(item, nextItem);
    }
    if (selectedKey !== undefined && !shownBranches.some(({ key }) => key === selectedKey)) {
      markBranch(undefined);
      callbacks.onSelect(undefined, false);
    }
    if (!shownBranches.some(({ key }) => key === currentKey)) moveTabStop(shownBranches[0]?.key ?? "");
    byId("trace-count").textContent =
      shownBranches.length === branches.length
        ? t("All {rows} shown", { rows: tNoun(branches.length, "message") })
        : t(isCut ? "{shown} of {all} messages shown: expand a branch for more" : "{shown} of {all} messages shown", {
            shown: formatNumber(shownBranches.length),
            all: formatNumber(branches.length),
          });
    callbacks.onChange();
  }

  function paintItem(item, branch) {
    const isOpened = openKeys.has(branch.key);
    if (branch.transaction) item.setAttribute("aria-selected", String(branch.key === selectedKey));
    if (branch.children.length > 0) {
      item.setAttribute("aria-expanded", String(isOpened));
      const toggleButton = item.querySelector(".toggle");
      toggleButton.textContent = isOpened ? "\u2212" : `+${branch.below}`;
      toggleButton.title = isOpened
        ? t("Collapse this branch")
        : t("Expand this branch: {messages}", {
            messages: tNoun(branch.below, "message"),
          });
    }
    return item;
  }

  /** Moves the Tab stop. */
  function moveTabStop(key) {
    setStop(currentKey, false);
    setStop(key, true);
    currentKey = key;
  }

  function setStop(key, isStop) {
    const item = itemByKey.get(key);
    if (!item) return;
    for (const element of [item, ...item.querySelectorAll("a")]) element.tabIndex = isStop ? 0 : -1;
  }

  return {
    /** Draws a trace. With `isUpdate` it is a newer response for the same trace, and expanded branches stay expanded. */
    show(trace, tracePage, isUpdate) {
      const focusedKey = findBranch(document.activeElement ?? list)?.key;
      branches = listBranches(trace);
      page = tracePage;
      isCut &&= isUpdate;
      const knownKeys = new Set(branchByKey.keys());
      branchByKey.clear();
      for (const branch of branches) branchByKey.set(branch.key, branch);
      const firstOpenKeys = chooseOpenBranches(branches, FIRST_LINES);
      const previousKey = isUpdate ? selectedKey : undefined;
      selectedKey = undefined;
      if (!isUpdate) [openKeys, currentKey] = [firstOpenKeys, branches[0]?.key ?? ""];
      else
        for (const key of firstOpenKeys)
          if (!knownKeys.has(key) || itemByKey.get(key)?.ariaExpanded === null) openKeys.add(key);
      itemByKey.clear();
      list.replaceChildren();
      drawLines();
      moveTabStop(currentKey);
      if (branchByKey.has(previousKey) && itemByKey.has(previousKey)) selectBranch(branchByKey.get(previousKey));
      else callbacks.onSelect(undefined, false);
      if (focusedKey) itemByKey.get(focusedKey)?.focus({ preventScroll: true });
      list.hidden = branches.length === 0;
    },
    get branches() {
      return branches;
    },
    visible: () => listVisibleBranches(branches, openKeys),
    isOpen: ({ key }) => openKeys.has(key),
    /** Expands a branch. */
    expand(branch) {
      if (!openKeys.has(branch.key)) toggleBranch(branch);
    },
    /** Selects a branch, and expands those above it. */
    select(branch, isByKeyboard = false) {
      if (!branch.transaction) return;
      const sizeBefore = openKeys.size;
      for (let nextItem = branch.parent; nextItem; nextItem = nextItem.parent) openKeys.add(nextItem.key);
      if (openKeys.size !== sizeBefore) drawLines();
      moveTabStop(branch.key);
      selectBranch(branch, isByKeyboard);
    },
    unselect: () => markBranch(undefined),
    focus: (branch) => itemByKey.get(branch.key)?.focus(),
  };
}
