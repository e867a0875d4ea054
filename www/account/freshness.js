// Shows when the account was read, and reads it again: on request, and automatically when the visitor comes back after a while.

import { parseRoute } from "../app/route.js";
import { byId, fill } from "../shared/dom.js";
import { renderRelative } from "../shared/relative-time.js";

/** Milliseconds after which an account is read again when the visitor comes back to it. */
const STALE_MS = 60_000;

/**
 * @param {{ readHead(quietly: boolean): Promise<boolean>, readLists(): void }} parts
 *   `readHead` reads the summary and returns whether that succeeded (`quietly`: shows no failure); `readLists` reads the rest
 */
export function createFreshness({ readHead, readLists }) {
  const button = byId("account-refresh");
  const panels = byId("account-panels");
  const findLists = () => /** @type {HTMLElement[]} */ ([...panels.querySelectorAll(".paged")]);
  /**
   * The account shown: when it was read, in milliseconds; whether the view is shown; whether it is being read again, and whether
   * automatically; whether the visitor searched for it again.
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

  /** Reads the summary first: without a connection everything stays unchanged. */
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
   * Whether the lists can be read again without losing anything of the visitor's: an export, further pages, the focus or a selected text.
   */
  const canReadLists = () =>
    navigator.onLine &&
    byId("history-export").hidden &&
    findLists().every(({ dataset }) => dataset.further === undefined) &&
    !document.activeElement?.closest("#account-panels .paged") &&
    getSelection()?.isCollapsed !== false;

  /** Keeps the height until the rows arrive; otherwise the page would scroll up. */
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
    /** Handles the change to another account. */
    open() {
      currentRun = { at: Date.now(), active: true, busy: false, quiet: false, wanted: false };
      setBusy(false);
      fill(byId("account-read"));
    },
    close() {
      currentRun = undefined;
    },
    /** Handles a summary that was read. */
    read() {
      if (!currentRun?.quiet) showReadTime();
    },
    pause() {
      if (currentRun) currentRun.active = false;
    },
    /** Handles the return of the visitor. @param {boolean} isFiltered whether the filter changed, whose rows are read in any case */
    resume(isFiltered) {
      if (!currentRun) return;
      currentRun.active = true;
      if (currentRun.wanted) readAgain();
      else if (!isFiltered) checkAgain();
      currentRun.wanted = false;
    },
  };
}
