// Summarizes a message: its operation, its comment, whether it bounced. The sender chose all of it.

import { el } from "./dom.js";

/** Longer comments are cut; the title has all of it. */
const LONGEST = 120;

/** @param {any} message of v3 */
export function renderMessageSummary({ opcode, decoded_opcode: name, bounced, message_content: content }) {
  const comment = readComment(content?.decoded);
  return [
    // A comment needs no label.
    comment === undefined && operation(name, opcode),
    bounced === true && el("span", { class: "tag bounced" }, "bounced"),
    comment !== undefined && el("q", { class: "comment", title: comment }, el("bdi", {}, cut(comment))),
  ].filter(Boolean);
}

/** The operation's name if the API knows it, else its opcode. A message without either only transfers TON. */
function operation(name, opcode) {
  if (typeof name === "string" && name !== "")
    return el("span", { class: "tag", title: String(opcode ?? "") }, name.replaceAll("_", " "));
  return typeof opcode === "string" && opcode !== "" && el("span", { class: "tag mono" }, opcode);
}

/** The text of a comment, if the message has one. */
export function readComment(decoded) {
  if (decoded?.["@type"] !== "text_comment") return undefined;
  const text = decoded.comment ?? decoded.text;
  return typeof text === "string" && text !== "" ? text : undefined;
}

const cut = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
