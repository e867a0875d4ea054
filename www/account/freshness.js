// Shows when the account was loaded, and loads it again: on request, and automatically when the visitor returns after a while.

import { parseRoute } from "../app/route.js";
import { byId, fill } from "../shared/dom.js";
import { renderRelative } from "../shared/relative-time.js";

/** Milliseconds after which an account is loaded again when the visitor returns to it. */
const STALE_MS = 60_000;

/**
 * @param {{ readHead(quietly: boolean): Promise<boolean>, readLists(): void }} parts
 *   `readHead` loads the summary and returns whether that succeeded (`quietly`: without showing an error); `readLists` loads the lists
 */
export function createFreshness({ readHead, readLists }) {
  const button = byId("account-refresh");
  const panels = byId("account-panels");
  const findLists = () => /** @type {HTMLElement[]} */ ([...panels.querySelectorAll(".paged")]);
  /**
   * The state of the account shown: when it was loaded, in milliseconds; whether the view is shown; whether it is being loaded again, and
   * whether automatically; whether the visitor searched for it again.
   * @type {{ at: number, active: boolean, busy: boolean, quiet: boolean, wanted: boolean } | undefined}
   */
  let currentRun;

  button.addEventListener("click", readAgain);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && currentRun?.active) checkAgain();
  });
  addEventListener("searched", (event) => {
    const [currentRoute, searchedRoute] = [location.hash, /** @type {CustomEvent<string>} */ (event).detail].map(
      parseRoute,
    );
    const isSameRoute = /** @type {const} */ (["network", "view", "text"]).every(
      (name) => currentRoute[name] === searchedRoute[name],
    );
    if (currentRun?.active && isSameRoute) currentRun.wanted = true;
  });

  /** @param {boolean} isBusy @param {boolean} [isQuiet] */
  function setBusy(isBusy, isQuiet = false) {
    if (!currentRun) return;
    Object.assign(currentRun, { busy: isBusy, quiet: isQuiet });
    // `disabled` would remove the focus.
    button.setAttribute("aria-disabled", String(isBusy && !isQuiet));
  }

  function showReadTime() {
    if (!currentRun) return;
    currentRun.at = Date.now();
    fill(byId("account-read"), "read ", renderRelative(Math.floor(currentRun.at / 1000)));
  }

  async function readAgain() {
    if (!currentRun || (currentRun.busy && !currentRun.quiet)) return;
    const ownRun = currentRun;
    setBusy(true);
    holdHeight();
    readLists();
    await readHead(false);
    if (ownRun === currentRun) setBusy(false);
  }

  /** Loads the summary first, so that without a connection everything stays unchanged. */
  async function checkAgain() {
    if (!currentRun || currentRun.busy || Date.now() - currentRun.at < STALE_MS || !canReadLists()) return;
    const ownRun = currentRun;
    setBusy(true, true);
    const wasRead = await readHead(true);
    if (ownRun !== currentRun || !ownRun.quiet) return;
    setBusy(false);
    if (!wasRead || !ownRun.active || !canReadLists()) return;
    holdHeight();
    readLists();
    showReadTime();
  }

  /**
   * Whether the lists can be loaded again without disturbing the visitor: no export, no further pages, no focus or selected text in them.
   */
  const canReadLists = () =>
    navigator.onLine &&
    byId("history-export").hidden &&
    findLists().every(({ dataset }) => dataset.further === undefined) &&
    !document.activeElement?.closest("#account-panels .paged") &&
    getSelection()?.isCollapsed !== false;

  /** Keeps the height of the list until the rows arrive, so that the page does not scroll up. */
  function holdHeight() {
    const visibleList = findLists().find((list) => list.checkVisibility());
    if (!visibleList) return;
    panels.style.minHeight = `${panels.offsetHeight}px`;
    const observer = new MutationObserver(() => {
      if (visibleList.dataset.state === "loading") return;
      observer.disconnect();
      panels.style.minHeight = "";
    });
    observer.observe(visibleList, { attributes: true, attributeFilter: ["data-state"] });
  }

  return {
    /** Called when another account is shown. */
    open() {
      currentRun = { at: Date.now(), active: true, busy: false, quiet: false, wanted: false };
      setBusy(false);
      fill(byId("account-read"));
    },
    close() {
      currentRun = undefined;
    },
    /** Called when a summary was loaded. */
    read() {
      if (!currentRun?.quiet) showReadTime();
    },
    pause() {
      if (currentRun) currentRun.active = false;
    },
    /**
     * Called when the visitor returns to the view. @param {boolean} isFiltered whether the filter changed, so that rows are loaded anyway
     */
    resume(isFiltered) {
      if (!currentRun) return;
      currentRun.active = true;
      if (currentRun.wanted) readAgain();
      else if (!isFiltered) checkAgain();
      currentRun.wanted = false;
    },
  };
}
