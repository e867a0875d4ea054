// Moves through a tree of JSON by the arrow keys, and shows and copies the path of the focused item: `result.last.seqno`.

import { copyButton, el } from "../shared/dom.js";
import { visibleText } from "../ton-edge/lib/sentences/visible-text.js";

const HINT_TEXT = "Choose a field to see its path.";
const FOCUSABLE = "summary, button, a";
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Returns the part of a path for a key. @param {string} key @param {boolean} isIndex whether it is an index */
export const formatStep = (key, isIndex) =>
  isIndex ? `[${key}]` : IDENTIFIER.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;

/** Returns the path of an item, from the keys of the items around it. */
function findPath(item, tree) {
  let path = "";
  for (let element = item; element && tree.contains(element); element = element.parentElement.closest("li"))
    path = (element.dataset.step ?? "") + path;
  return path.replace(/^\./, "");
}

/** Puts a bar with the path above a tree. The whole tree is one Tab stop. @param {HTMLElement} tree */
export function withPaths(tree) {
  let path = "";
  const pathElement = el("code", { class: "path-shown" }, HINT_TEXT);
  const copyPathButton = copyButton(() => path, "the path");
  copyPathButton.hidden = true;
  /** The item that Tab reaches. */
  let currentItem;

  function chooseItem(item) {
    if (currentItem) currentItem.tabIndex = -1;
    currentItem = item;
    currentItem.tabIndex = 0;
  }
  const listVisibleItems = () =>
    /** @type {HTMLElement[]} */ ([...tree.querySelectorAll(FOCUSABLE)]).filter((item) => item.checkVisibility());
  /** Sets the Tab stop again if its item is no longer in the tree. */
  const ensureTabStop = () => {
    const firstItem = !currentItem?.isConnected && /** @type {HTMLElement | null} */ (tree.querySelector(FOCUSABLE));
    if (firstItem) chooseItem(firstItem);
  };

  tree.addEventListener("focusin", ({ target }) => {
    const item = /** @type {HTMLElement} */ (target).closest(FOCUSABLE);
    if (!item) return;
    chooseItem(item);
    path = findPath(item.closest("li"), tree);
    pathElement.textContent = visibleText(path) || HINT_TEXT;
    copyPathButton.hidden = path === "";
  });
  tree.addEventListener("click", ({ target }) => {
    const key = /** @type {HTMLElement} */ (target).closest("button.key");
    // Some browsers do not focus a button that is pressed.
    if (key) {
      /** @type {HTMLElement} */ (key).focus();
      copyPathButton.click();
    }
    queueMicrotask(ensureTabStop);
  });
  tree.addEventListener("keydown", (event) => {
    const item = /** @type {HTMLElement} */ (event.target).closest(FOCUSABLE);
    if (!item || event.ctrlKey || event.altKey || event.metaKey) return;
    const targetItem = findTarget(event.key, /** @type {HTMLElement} */ (item), listVisibleItems);
    if (targetItem === undefined) return;
    event.preventDefault();
    targetItem?.focus();
  });
  new MutationObserver(ensureTabStop).observe(tree, { childList: true });
  ensureTabStop();
  return el("div", { class: "tree-box" }, el("div", { class: "path-bar" }, pathElement, copyPathButton), tree);
}

/** Returns the item to which a key moves; null if there is none, undefined if the tree does not use the key. */
function findTarget(key, item, listVisibleItems) {
  const details = item.matches("summary") ? /** @type {HTMLDetailsElement} */ (item.parentElement) : undefined;
  const visibleItems = listVisibleItems();
  const index = visibleItems.indexOf(item);
  const parentItem = item.closest("li").parentElement.closest("li")?.querySelector("summary") ?? null;
  switch (key) {
    case "ArrowDown":
      return visibleItems[index + 1] ?? null;
    case "ArrowUp":
      return visibleItems[index - 1] ?? null;
    case "Home":
      return visibleItems[0];
    case "End":
      return visibleItems.at(-1);
    case "ArrowRight":
      if (details && !details.open) {
        details.open = true;
        // The browser reports the change later, but the next key may follow at once.
        details.dispatchEvent(new Event("toggle"));
      } else if (details) return visibleItems[index + 1] ?? null;
      return null;
    case "ArrowLeft":
      if (!details?.open) return parentItem;
      details.open = false;
      return null;
    default:
      return undefined;
  }
}
