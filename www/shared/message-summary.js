// Summarizes a message: its operation, its comment, and whether it bounced. The sender chose operation and comment, so both are
// untrusted text.

import { hasDetails, renderBodyFields, renderBodySummary } from "./body-view.js";
import { renderComment } from "./comment.js";
import { el } from "./dom.js";
import { nameOperation, translateOperation } from "./format-title.js";
import { getBodyReader } from "./message-bodies.js";
import { visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { t } from "./messages.js";

/**
 * @param {any} message of v3
 * @param {import("./body-view.js").Page} page
 * @param {boolean} [isExpandable] whether a button shows the rest of a long comment
 */
export function renderMessageSummary(message, page, isExpandable = false) {
  const { bounced: isBounced } = message;
  const body = getBodyReader()?.readMessageBody(message);
  const [firstPart, ...otherParts] =
    body && (body.title !== "" || body.type === "empty")
      ? renderBodySummary(body, message, page, isExpandable)
      : describeByApi({ ...message, opcode: message.opcode ?? body?.opcode }, isExpandable);
  const bouncedMark = isBounced === true && el("span", { class: "tag bounced" }, t("bounced"));
  // An operation is shown before the mark "bounced", a comment after it.
  return (
    firstPart?.matches("q") ? [bouncedMark, firstPart, ...otherParts] : [firstPart, bouncedMark, ...otherParts]
  ).filter(Boolean);
}

/** Renders all fields of the message's body in a `details` element; undefined if the summary already shows them. */
export function renderMessageDetails(message, page) {
  const body = getBodyReader()?.readMessageBody(message);
  if (!body || !hasDetails(body)) return undefined;
  const details = el(
    "details",
    { class: "body" },
    el("summary", {}, t("Fields"), el("span", { class: "hidden" }, t(" of {name}", { name: body.title }))),
  );
  details.addEventListener("toggle", () => details.append(renderBodyFields(body, message, page)), { once: true });
  return details;
}

/** Returns the API's description of a body that is not in the package's table. */
function describeByApi({ opcode, decoded_opcode: name, message_content: content }, isExpandable) {
  const comment = readComment(content?.decoded);
  if (comment !== undefined) return renderComment(comment, isExpandable);
  const opcodeTag =
    typeof opcode === "string" && opcode !== "" && el("span", { class: "tag mono" }, visibleText(opcode));
  const apiName = typeof name === "string" && name !== "" && nameOperation(name);
  return [
    apiName && el("span", { class: "tag", lang: translateOperation(name) ? undefined : "en" }, apiName),
    opcodeTag,
  ].filter(Boolean);
}

/** Returns the text of a comment, if the message has one. */
function readComment(decodedContent) {
  if (decodedContent?.["@type"] !== "text_comment") return undefined;
  const text = decodedContent.comment ?? decodedContent.text;
  return typeof text === "string" && text !== "" ? text : undefined;
}
