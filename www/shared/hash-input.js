// Reads a hash, in any of its forms, from an input element.

import { detectHash } from "../ton-edge/address.js";
import { describeError } from "./errors.js";
import { isPhrase, PHRASE_WARNING } from "./secrets.js";

/**
 * Returns the hash in base64. If the input is not a hash, marks it as invalid and calls `report` with the error.
 * @param {HTMLInputElement} input @param {(kind: "bad", ...words: Node[]) => void} report
 * @returns {string | undefined}
 */
export function readHashInput(input, report) {
  input.removeAttribute("aria-invalid");
  try {
    return detectHash(input.value).b64;
  } catch (error) {
    input.setAttribute("aria-invalid", "true");
    input.focus();
    if (isPhrase(input.value)) report("bad", new Text(PHRASE_WARNING));
    else report("bad", ...describeError(error));
    return undefined;
  }
}
