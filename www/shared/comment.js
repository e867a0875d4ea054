// A comment of a message. Its sender chose it: it is shown as plain text, and links in it are not clickable.

import { el } from "./dom.js";
import { formatNumber } from "./format.js";
import { cutText, visibleText } from "./visible-text.js";

/** Characters shown at first. */
const LONGEST = 120;
/** Characters shown at most. */
const MOST = 10_000;

/** The text of a comment that the API decoded. @param {any} message */
export function commentOf(message) {
  const decoded = message?.message_content?.decoded;
  if (decoded?.["@type"] !== "text_comment") return undefined;
  const text = decoded.comment ?? decoded.text;
  return typeof text === "string" && text !== "" ? text : undefined;
}

/**
 * @param {string} text
 * @param {boolean} whole whether a button shows the rest of a long one
 */
export function renderComment(text, whole) {
  const all = visibleText(cutText(text, MOST));
  const first = cutText(all, LONGEST);
  const words = el("bdi", {}, first);
  const quote = el("q", { class: "comment" }, words);
  if (first === all || !whole) return [quote];
  const more = text.length > MOST ? ` (${formatNumber(text.length - MOST)} more characters are not shown)` : "";
  const button = el("button", { type: "button", class: "more", "aria-expanded": "false" }, "Show more");
  button.addEventListener("click", () => {
    const open = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(open));
    button.textContent = open ? "Show less" : "Show more";
    words.textContent = open ? all + more : first;
    quote.classList.toggle("whole", open);
  });
  return [quote, button];
}
