// A part that shows a bag of cells when the visitor opens it. The bag of cells, and the code that shows it, are loaded then.

import { el, fill } from "../shared/dom.js";
import { describeError, withLoadError } from "../shared/errors.js";
import { t } from "../shared/messages.js";

/**
 * @param {string} name of the data @param {() => Promise<string | undefined> | string} load in base64; undefined if there is none
 * @param {AbortSignal} [signal]
 */
export function renderRawBoc(name, load, signal) {
  const container = el("div", { class: "raw-place" });
  const details = el("details", { class: "raw" }, el("summary", {}, name), container);
  let isLoading = false;
  details.addEventListener("toggle", async () => {
    if (!details.open || isLoading) return;
    isLoading = true;
    try {
      const pendingBoc = load();
      if (typeof pendingBoc !== "string") fill(container, el("p", { class: "soft", role: "status" }, t("Loading…")));
      const [{ renderBocText }, boc] = await Promise.all([withLoadError(import("./boc-text.js")), pendingBoc]);
      fill(
        container,
        ...(boc ? renderBocText(name, boc) : [el("p", { class: "soft" }, t("The API does not have this data."))]),
      );
    } catch (error) {
      if (signal?.aborted) return;
      // If the visitor opens it again, it is loaded again.
      isLoading = false;
      fill(container, el("div", { class: "message bad", role: "alert" }, describeError(error)));
    }
  });
  return details;
}
