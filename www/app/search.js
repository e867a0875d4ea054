// Loads the search in the header at its first use, and focuses it on a key press.

import { byId } from "../shared/dom.js";
import { tFrame } from "../shared/messages.js";
import { withLoadError } from "../shared/errors.js";
import { takePaste } from "../search/paste.js";

export function connectSearch() {
  const input = /** @type {HTMLInputElement} */ (byId("search-input"));
  let pendingModule;
  /** The key that was pressed before the module was loaded. */
  let pressedKey = "";
  /** The text of several lines that was pasted before the module was loaded. */
  let pastedText = "";
  const controller = new AbortController();
  const { signal } = controller;

  async function loadSearch() {
    pendingModule ??= withLoadError(import("../search/search-box.js"));
    try {
      const { createSearchBox } = await pendingModule;
      // Checked, because both the focus and a key press may have called this.
      if (signal.aborted) return;
      controller.abort();
      const box = createSearchBox(pastedText);
      if (document.activeElement === input) await box.look();
      if (pressedKey === "submit") /** @type {HTMLFormElement} */ (byId("search")).requestSubmit();
    } catch {
      // The next key press retries.
      pendingModule = undefined;
      byId("search-state").textContent = tFrame("The search did not load. Check your connection, then retry.");
    }
  }

  input.addEventListener("focus", loadSearch, { signal });
  input.addEventListener("input", loadSearch, { signal });
  input.addEventListener(
    "paste",
    (event) => {
      pastedText = takePaste(event, input);
      loadSearch();
    },
    { signal },
  );
  byId("search").addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      pressedKey = "submit";
      loadSearch();
    },
    { signal },
  );
  addEventListener("keydown", (event) => {
    const isShortcut =
      event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
    if (!isShortcut && !isSlash) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

/** Whether the focused element is a text input. */
const isTyping = (target) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
