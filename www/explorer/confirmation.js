// Asks for confirmation before a message is sent.

import { el } from "../shared/dom.js";

/**
 * What is to be confirmed, and the button that should get the focus.
 * @param {{ send(): void, preview(): void, leave(): void }} work
 */
export function createConfirmation({ send, preview, leave }) {
  const button = (name, text, onclick) => el("button", { id: `explorer-${name}`, type: "button", onclick }, text);
  const really = button("really", "Send the message", send);
  really.classList.add("primary");
  const question = [
    el("p", {}, el("strong", {}, "This sends a real message.")),
    el("p", {}, "The API passes the message on to the network. Once a contract accepts it, it cannot be undone."),
    el(
      "p",
      { class: "actions" },
      really,
      button("preview-first", "Preview it first", preview),
      button("rather-not", "Do not send", leave),
    ),
  ];
  return { question, really };
}
