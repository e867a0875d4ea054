// Loads the search of the header on its first use, and opens it by keys.

import { byId } from "../shared/dom.js";
import { withLoadError } from "../shared/errors.js";

export function connectSearch() {
  const input = /** @type {HTMLInputElement} */ (byId("search-input"));
  let loading;
  /** Keys that were pressed before the module was loaded. */
  let wanted = "";
  const stop = new AbortController();
  const { signal } = stop;

  async function load() {
    loading ??= withLoadError(import("../search/search-box.js"));
    try {
      const { createSearchBox } = await loading;
      // The focus and a key may both have called this.
      if (signal.aborted) return;
      stop.abort();
      const box = createSearchBox();
      if (document.activeElement === input) await box.look();
      if (wanted === "submit") /** @type {HTMLFormElement} */ (byId("search")).requestSubmit();
    } catch {
      // The state of the network is shown elsewhere; the next key tries again.
      loading = undefined;
      byId("search-state").textContent = "The search did not load. Check your connection, then retry.";
    }
  }

  input.addEventListener("focus", load, { signal });
  input.addEventListener("input", load, { signal });
  byId("search").addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      wanted = "submit";
      load();
    },
    { signal },
  );
  addEventListener("keydown", (event) => {
    const isKey =
      event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
    if (!isKey && !isSlash) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

/** Whether keys are text where the focus is. */
const isTyping = (target) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
