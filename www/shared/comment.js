// Renders the comment of a message. The sender chose the text, so it is shown as plain text, and links in it are not
// clickable.

import { el } from "./dom.js";
import { formatNumber } from "./format.js";
import { cutText, visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { t } from "./messages.js";

/** Number of characters that are shown at first. */
const MAX_COLLAPSED_CHARS = 120;
/** Maximum characters that are shown. */
const MAX_CHARS = 10_000;

/** Returns the text of a comment that the API decoded. @param {any} message */
export function readComment(message) {
  const decodedContent = message?.message_content?.decoded;
  if (decodedContent?.["@type"] !== "text_comment") return undefined;
  const text = decodedContent.comment ?? decodedContent.text;
  return typeof text === "string" && text !== "" ? text : undefined;
}

/**
 * @param {string} text
 * @param {boolean} isExpandable whether a button shows the rest of a long comment
 */
export function renderComment(text, isExpandable) {
  const fullText = visibleText(cutText(text, MAX_CHARS));
  const collapsedText = cutText(fullText, MAX_COLLAPSED_CHARS);
  const textElement = el("bdi", {}, collapsedText);
  const quoteElement = el("q", { class: "comment" }, textElement);
  if (collapsedText === fullText || !isExpandable) return [quoteElement];
  const omittedNote =
    text.length > MAX_CHARS
      ? ` ${t("({count} more characters are not shown)", { count: formatNumber(text.length - MAX_CHARS) })}`
      : "";
  const button = el("button", { type: "button", class: "more", "aria-expanded": "false" }, t("Show more"));
  button.addEventListener("click", () => {
    const isOpen = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(isOpen));
    button.textContent = t(isOpen ? "Show less" : "Show more");
    textElement.textContent = isOpen ? fullText + omittedNote : collapsedText;
    quoteElement.classList.toggle("whole", isOpen);
  });
  return [quoteElement, button];
}
