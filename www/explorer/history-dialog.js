// A dialog with the calls of this device. Its content loads when it opens.

import { icon } from "../design/icons.js";
import { el, fill } from "../shared/dom.js";
import { drawLazily, loadLazily, TOOLS_OPTIONS } from "./lazy-part.js";

/** @param {Parameters<typeof import("./history-list.js").renderHistory>[0]} [options] */
export async function drawHistory(options) {
  const { renderHistory } = await loadLazily(
    "explorer/history-list.js",
    () => import("../explorer/history-list.js"),
    TOOLS_OPTIONS,
  );
  return renderHistory(options);
}

/**
 * Makes a button that opens the dialog.
 *
 * @param {(href: string) => void} onRepeat gets the link of a chosen call if the URL already names that call
 */
export function createHistoryButton(onRepeat) {
  const content = el("div", {});
  const closeButton = el(
    "button",
    { type: "button", class: "icon-button quiet", "aria-label": "Close" },
    icon("cross"),
  );
  const dialog = el(
    "dialog",
    { id: "explorer-history", class: "history-dialog", "aria-labelledby": "explorer-history-title" },
    el("div", { class: "card-head" }, el("h3", { id: "explorer-history-title" }, "Your calls"), closeButton),
    el("p", { class: "soft" }, "Stored on this device only, without messages. A call is sent again when you open it."),
    content,
  );
  closeButton.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    const link = /** @type {HTMLElement} */ (event.target).closest("a");
    // A press outside the dialog hits its backdrop.
    if (event.target === dialog) return dialog.close();
    if (!link) return;
    dialog.close();
    if (link.hash !== location.hash) return;
    event.preventDefault();
    onRepeat(link.hash);
  });
  const button = el(
    "button",
    { id: "explorer-history-open", type: "button", class: "quiet" },
    icon("history"),
    " History",
  );
  button.addEventListener("click", () => {
    fill(
      content,
      drawLazily(() => drawHistory({ cleared: () => closeButton.focus() })),
    );
    dialog.showModal();
  });
  return { button, dialog };
}
