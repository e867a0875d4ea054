// Shows when the account was loaded, and loads it again on request.

import { parseRoute } from "../app/route.js";
import { byId, fill } from "../shared/dom.js";
import { renderRelative } from "../shared/relative-time.js";
import { t } from "../shared/messages.js";

/**
 * @param {{ readHead(): Promise<void>, readLists(): void }} parts `readHead` loads the summary; `readLists` loads the lists
 */
export function createFreshness({ readHead, readLists }) {
  const button = byId("account-refresh");
  const panels = byId("account-panels");
  /**
   * The state of the account shown: whether the view is shown; whether it is being loaded again; whether the visitor searched for it again.
   * @type {{ active: boolean, busy: boolean, wanted: boolean } | undefined}
   */
  let currentRun;

  button.addEventListener("click", readNewest);
  addEventListener("searched", (event) => {
    const [currentRoute, searchedRoute] = [location.hash, /** @type {CustomEvent<string>} */ (event).detail].map(
      parseRoute,
    );
    const isSameRoute = /** @type {const} */ (["network", "view", "text"]).every(
      (name) => currentRoute[name] === searchedRoute[name],
    );
    if (currentRun?.active && isSameRoute) currentRun.wanted = true;
  });

  /** @param {boolean} isBusy */
  function setBusy(isBusy) {
    if (!currentRun) return;
    currentRun.busy = isBusy;
    // `disabled` would remove the focus.
    button.setAttribute("aria-disabled", String(isBusy));
  }

  async function readNewest() {
    if (!currentRun || currentRun.busy) return;
    const thisRun = currentRun;
    setBusy(true);
    holdHeight();
    readLists();
    await readHead();
    if (thisRun === currentRun) setBusy(false);
  }

  /** Keeps the height of the list until the rows arrive, so that the page does not scroll up. */
  function holdHeight() {
    const lists = /** @type {HTMLElement[]} */ ([...panels.querySelectorAll(".paged")]);
    const visibleList = lists.find((list) => list.checkVisibility());
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
      currentRun = { active: true, busy: false, wanted: false };
      setBusy(false);
      fill(byId("account-read"));
    },
    close() {
      currentRun = undefined;
    },
    /** Called when a summary was loaded. */
    read() {
      if (currentRun) fill(byId("account-read"), `${t("read")} `, renderRelative(Math.floor(Date.now() / 1000)));
    },
    pause() {
      if (currentRun) currentRun.active = false;
    },
    /** Called when the visitor returns to the view. */
    resume() {
      if (!currentRun) return;
      currentRun.active = true;
      if (currentRun.wanted) readNewest();
      currentRun.wanted = false;
    },
  };
}
