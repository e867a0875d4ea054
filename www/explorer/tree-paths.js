// Moves through a tree of JSON by the arrow keys, and shows and copies the path of the focused item: `result.last.seqno`.

import { copyButton, el } from "../shared/dom.js";
import { visibleText } from "../shared/visible-text.js";

const HINT = "Choose a field to see its path.";
const FOCUSABLE = "summary, button, a";
const NAME = /^[A-Za-z_$][\w$]*$/;

/** The part of a path for a key. @param {string} key @param {boolean} many whether it is an index */
export const stepOf = (key, many) => (many ? `[${key}]` : NAME.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`);

/** The path of an item, by the steps of the items around it. */
function pathOf(item, tree) {
  let path = "";
  for (let at = item; at && tree.contains(at); at = at.parentElement.closest("li"))
    path = (at.dataset.step ?? "") + path;
  return path.replace(/^\./, "");
}

/** Puts a bar with the path above a tree. One Tab stop for all items. @param {HTMLElement} tree */
export function withPaths(tree) {
  let path = "";
  const shown = el("code", { class: "path-shown" }, HINT);
  const copy = copyButton(() => path, "the path");
  copy.hidden = true;
  /** The item that Tab reaches. */
  let current;

  function choose(item) {
    if (current) current.tabIndex = -1;
    current = item;
    current.tabIndex = 0;
  }
  const visible = () =>
    /** @type {HTMLElement[]} */ ([...tree.querySelectorAll(FOCUSABLE)]).filter((one) => one.checkVisibility());
  /** Rows may come later, and the item with the Tab stop may be gone. */
  const ensure = () => {
    const first = !current?.isConnected && /** @type {HTMLElement | null} */ (tree.querySelector(FOCUSABLE));
    if (first) choose(first);
  };

  tree.addEventListener("focusin", ({ target }) => {
    const item = /** @type {HTMLElement} */ (target).closest(FOCUSABLE);
    if (!item) return;
    choose(item);
    path = pathOf(item.closest("li"), tree);
    shown.textContent = visibleText(path) || HINT;
    copy.hidden = path === "";
  });
  tree.addEventListener("click", ({ target }) => {
    const key = /** @type {HTMLElement} */ (target).closest("button.key");
    // Some browsers do not focus a button that is pressed.
    if (key) {
      /** @type {HTMLElement} */ (key).focus();
      copy.click();
    }
    queueMicrotask(ensure);
  });
  tree.addEventListener("keydown", (event) => {
    const item = /** @type {HTMLElement} */ (event.target).closest(FOCUSABLE);
    if (!item || event.ctrlKey || event.altKey || event.metaKey) return;
    const to = target(event.key, /** @type {HTMLElement} */ (item), visible);
    if (to === undefined) return;
    event.preventDefault();
    to?.focus();
  });
  new MutationObserver(ensure).observe(tree, { childList: true });
  ensure();
  return el("div", { class: "tree-box" }, el("div", { class: "path-bar" }, shown, copy), tree);
}

/** The item that a key moves to; null if there is none, undefined if the tree does not use the key. */
function target(key, item, visible) {
  const details = item.matches("summary") ? /** @type {HTMLDetailsElement} */ (item.parentElement) : undefined;
  const all = visible();
  const at = all.indexOf(item);
  const around = item.closest("li").parentElement.closest("li")?.querySelector("summary") ?? null;
  switch (key) {
    case "ArrowDown":
      return all[at + 1] ?? null;
    case "ArrowUp":
      return all[at - 1] ?? null;
    case "Home":
      return all[0];
    case "End":
      return all.at(-1);
    case "ArrowRight":
      if (details && !details.open) {
        details.open = true;
        // The browser reports it later, and the next key may follow at once.
        details.dispatchEvent(new Event("toggle"));
      } else if (details) return all[at + 1] ?? null;
      return null;
    case "ArrowLeft":
      if (!details?.open) return around;
      details.open = false;
      return null;
    default:
      return undefined;
  }
}
