// Asks for confirmation before a message is sent.

import { el } from "../shared/dom.js";

/** Milliseconds for which presses are ignored, since the first one may belong to a double click or to a key that is held down. */
const TOO_SOON_MS = 700;

/**
 * Creates the confirmation. The caller should focus the confirmation itself, not one of its buttons, so that a key press meant for the
 * form does not press a button.
 * @param {{ send(): void, preview(): void, leave(): void }} work
 */
export function createConfirmation({ send, preview, leave: onCancel }) {
  const askedAt = performance.now();
  const makeButton = (name, text, onclick) => el("button", { id: `explorer-${name}`, type: "button", onclick }, text);
  const sendButton = makeButton("really", "Send the message", () => {
    if (performance.now() - askedAt >= TOO_SOON_MS) send();
  });
  sendButton.classList.add("primary");
  sendButton.addEventListener("keydown", (event) => {
    if (event.repeat) event.preventDefault();
  });
  return el(
    "div",
    { id: "explorer-question", role: "group", "aria-label": "Confirmation", tabIndex: -1 },
    el("p", {}, el("strong", {}, "This sends a real message.")),
    el("p", {}, "The API passes the message on to the network. Once a contract accepts it, it cannot be undone."),
    el(
      "p",
      { class: "actions" },
      sendButton,
      makeButton("preview-first", "Preview it first", preview),
      makeButton("rather-not", "Do not send", onCancel),
    ),
  );
}
