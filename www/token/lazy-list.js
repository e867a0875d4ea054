// A list of transfers whose code is loaded when its tab is first opened: no other part of the page needs it.

import { byId, el, fill } from "../shared/dom.js";
import { describeError, withLoadError } from "../shared/errors.js";
import { t } from "../shared/messages.js";

/**
 * Creates the list in the elements `NAME-list` and `NAME-rows`.
 * @param {string} name @param {Parameters<typeof import("./token-transfers.js").createTransferList>[1]} options
 * @returns {import("./token-page.js").TabList}
 */
export function createLazyTransfers(name, options) {
  /** @type {import("./token-page.js").TabList | undefined} */
  let list;
  /** The token whose list the visitor opened. @type {string | undefined} */
  let wantedAddress;

  async function loadList(/** @type {string} */ address) {
    const box = byId(`${name}-rows`);
    try {
      const { createTransferList } = await withLoadError(import("./token-transfers.js"));
      if (!list) fill(box);
      list ??= createTransferList(name, options);
      if (wantedAddress === address) list.open(address);
    } catch (error) {
      if (wantedAddress !== address) return;
      const retryButton = el("button", { id: `${name}-retry`, type: "button" }, t("Retry"));
      retryButton.addEventListener("click", () => loadList(address));
      fill(box, el("div", { class: "message bad", role: "alert" }, describeError(error), retryButton));
    }
  }

  return {
    open(address) {
      wantedAddress = address;
      loadList(address);
    },
    close() {
      wantedAddress = undefined;
      list?.close();
    },
    pause: () => list?.pause(),
    resume: () => list?.resume(),
    update: () => list?.update(),
  };
}
