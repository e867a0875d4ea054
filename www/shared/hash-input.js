// Reads a hash, in any of its forms, from an input element.

import { parseRoute } from "../app/route.js";
import { dropHexPrefix, isLink } from "../search/links.js";
import { recogniseText } from "../search/recognise.js";
import { detectHash } from "../ton-edge/address.js";
import { describeError } from "./errors.js";
import { readNetwork } from "./network.js";
import { isPhrase, PHRASE_WARNING } from "./secrets.js";
import { t } from "./messages.js";

/**
 * Returns the hash in base64, also of a link to a transaction. A link to something else or to another network is opened instead. If the input is
 * neither, marks it as invalid and calls `report` with the error.
 * @param {HTMLInputElement} input @param {(kind: "bad", ...words: Node[]) => void} report
 * @returns {string | undefined}
 */
export function readHashInput(input, report) {
  input.removeAttribute("aria-invalid");
  const linkHref = isLink(input.value.trim()) ? recogniseText(input.value)[0]?.href : undefined;
  const route = linkHref && parseRoute(linkHref);
  if (route && (route.view !== "trace" || route.network !== readNetwork())) {
    location.replace(linkHref);
    return undefined;
  }
  try {
    return detectHash(route ? route.text : dropHexPrefix(input.value)).b64;
  } catch (error) {
    input.setAttribute("aria-invalid", "true");
    input.focus();
    if (isPhrase(input.value)) report("bad", new Text(t(PHRASE_WARNING)));
    else report("bad", ...describeError(error));
    return undefined;
  }
}
