// A button that shares the current view by its URL and title. The title contains only data from the chain, never a label of the
// visitor.

import { icon } from "../design/icons.js";
import { byId, copyText, el } from "./dom.js";
import { t } from "./messages.js";

/** @param {string} subject names the view for screen readers, in the language of the visitor */
export function createShareButton(subject) {
  const button = el(
    "button",
    { type: "button", class: "share", "aria-label": t("Share {subject}", { subject }) },
    icon("share"),
    el("span", {}, t("Share")),
  );
  button.addEventListener("click", async () => {
    const data = { title: document.title, url: location.href };
    if (navigator.share) {
      // A rejection means that the visitor has closed the dialog, or that the browser refused, which it says by itself.
      await navigator.share(data).catch(() => {});
      return;
    }
    byId("copied").textContent = "";
    const isCopied = await copyText(data.url);
    const text = t(isCopied ? "Link copied" : "Copy the link from the address bar.");
    button.lastElementChild.textContent = text;
    byId("copied").textContent = text;
    setTimeout(() => {
      button.lastElementChild.textContent = t("Share");
    }, 2000);
  });
  return button;
}
