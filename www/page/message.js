// What a message says of itself: what it asks for, its comment, whether it came back. All of it is the sender's word.

import { el } from "./dom.js";

/** Longer comments are cut; the whole is in the title. */
const LONGEST = 120;

/** @param {any} message as v3 tells it */
export function saidBy({ opcode, decoded_opcode: name, bounced, message_content: content }) {
  const comment = commentOf(content?.decoded);
  return [
    // A comment shows itself what it is.
    comment === undefined && operation(name, opcode),
    bounced === true && el("span", { class: "tag bounced" }, "bounced"),
    comment !== undefined && el("q", { class: "comment", title: comment }, el("bdi", {}, cut(comment))),
  ].filter(Boolean);
}

/** Its name where the service knows one, else the number; a message without either just brings money. */
function operation(name, opcode) {
  if (typeof name === "string" && name !== "") return el("span", { class: "tag", title: String(opcode ?? "") }, name.replaceAll("_", " "));
  return typeof opcode === "string" && opcode !== "" && el("span", { class: "tag mono" }, opcode);
}

/** Its text; undefined of a message without one. */
export function commentOf(decoded) {
  if (decoded?.["@type"] !== "text_comment") return undefined;
  const text = decoded.comment ?? decoded.text;
  return typeof text === "string" && text !== "" ? text : undefined;
}

const cut = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
