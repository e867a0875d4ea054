// Example searches, with current data of this network.

import { icon } from "../design/icons.js";
import { byId, el, fill } from "../shared/dom.js";
import { shorten } from "../shared/format.js";

const OPERATION = "jetton wallets";

/** @param {{ seqno: number, root_hash?: string }} [newest] the newest block */
export function paintExamples(newest) {
  const examples = [
    /** @type {const} */ (["play", OPERATION, OPERATION]),
    /** @type {const} */ (["wallet", "the elector", `-1:${"3".repeat(64)}`]),
    newest && /** @type {const} */ (["block", `block ${newest.seqno}`, `(-1,8000000000000000,${newest.seqno})`]),
  ].filter(Boolean);
  const box = byId("home-examples");
  if (box.childElementCount === examples.length) {
    // Only the block's button changes: replacing all buttons would remove the focus from them.
    const lastButton = /** @type {HTMLElement} */ (box.lastElementChild);
    lastButton.replaceChildren(...renderExample(examples.at(-1)).childNodes);
    lastButton.dataset.text = examples.at(-1)[2];
    return;
  }
  fill(box, examples.map(renderExample));
}

/** @param {readonly [keyof typeof import("../design/icons.js").PATHS, string, string]} example */
function renderExample([name, label, text]) {
  const button = el("button", { type: "button", class: "chip", title: shorten(text, 20) }, icon(name), label);
  button.dataset.text = text;
  button.addEventListener("click", () => {
    const input = /** @type {HTMLInputElement} */ (byId("search-input"));
    input.value = button.dataset.text ?? "";
    input.focus();
    input.dispatchEvent(new Event("input"));
  });
  return button;
}
