// Checks an address at every keystroke: shows its forms, or the error and its position.

import { detectAddress, tryParseAddress } from "ton-edge/address";

const input = document.querySelector("#address");
const error = document.querySelector("#error");
const formList = document.querySelector("#forms");

function element(name, text) {
  const node = document.createElement(name);
  node.textContent = text;
  return node;
}

/** The text with its wrong character marked, if the error names one. */
function highlightCharacter(text, index) {
  if (index === undefined) return [text];
  return [text.slice(0, index), element("mark", text.slice(index, index + 1)), text.slice(index + 1)];
}

input.addEventListener("input", () => {
  const text = /** @type {HTMLInputElement} */ (input).value.trim();
  error.replaceChildren();
  formList.replaceChildren();
  if (text === "") return;
  const parsedAddress = tryParseAddress(text);
  if (!parsedAddress.ok) {
    error.append(
      /** @type {any} */ (parsedAddress).error.message,
      document.createElement("br"),
      ...highlightCharacter(text, /** @type {any} */ (parsedAddress).error.index),
    );
    return;
  }
  const { raw_form, bounceable, non_bounceable, given_type, test_only } = detectAddress(text);
  const rows = {
    Raw: raw_form,
    Bounceable: bounceable.b64url,
    "Non-bounceable": non_bounceable.b64url,
    "You typed": given_type.replaceAll("_", " "),
    Network: test_only ? "testnet only" : "any",
  };
  for (const [name, value] of Object.entries(rows)) formList.append(element("dt", name), element("dd", value));
});
