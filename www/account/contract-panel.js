// The tab Contract of the account view. Its forms are loaded when the tab is first opened.

import { loadStylesheet } from "../app/stylesheet.js";
import { drawLazily, loadLazily } from "../explorer/lazy-part.js";
import { byId, el, fill } from "../shared/dom.js";
import { t } from "../shared/messages.js";

const STYLE_URLS = [
  new URL("../explorer/explorer.css", import.meta.url),
  new URL("../explorer/local.css", import.meta.url),
  new URL("../contract/contract.css", import.meta.url),
];

export function createContractPanel() {
  const box = byId("contract-methods");
  /** @type {AbortController | undefined} */
  let shownContract;

  return {
    /** Loads the styles; those of results are the explorer's. */
    prepare: () => Promise.all(STYLE_URLS.map(loadStylesheet)),
    /** @param {string} account raw @param {any} state from the API; undefined if the account has no state */
    show(account, state) {
      shownContract?.abort();
      if (state?.status !== "active") {
        fill(box, el("p", { class: "empty" }, t("The account has no contract to call.")));
        return;
      }
      const { signal } = (shownContract = new AbortController());
      fill(
        box,
        drawLazily(async () => {
          const { drawContract } = await loadLazily("contract/panel.js", () => import("../contract/panel.js"));
          return drawContract({ account, state, signal });
        }),
      );
    },
    close() {
      shownContract?.abort();
      fill(box);
    },
  };
}
