// A hash as somebody gave it, in any of its forms.

import { detectHash } from "../ton-edge/address.js";
import { describe } from "./errors.js";

/**
 * The hash in an input, as base64. Where it is none, the input is marked and `told` of what to do.
 * @param {HTMLInputElement} input @param {(kind: "bad", ...words: Node[]) => void} told
 * @returns {string | undefined}
 */
export function readHash(input, told) {
  input.removeAttribute("aria-invalid");
  try {
    return detectHash(input.value).b64;
  } catch (error) {
    input.setAttribute("aria-invalid", "true");
    input.focus();
    told("bad", ...describe(error));
    return undefined;
  }
}
