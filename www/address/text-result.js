// Inspects one text: an address, a hash, or neither and why.

import { detectHash, isHash, packAddress, tryParseAddress } from "../ton-edge/address.js";
import { formatRoute } from "../app/route.js";
import { icon } from "../design/icons.js";
import { byId, el } from "../shared/dom.js";
import { toSentence } from "../shared/errors.js";
import { renderAddressBytes, renderFaultyBytes, renderHashBytes } from "./bytes.js";
import { renderAddressForms, renderHashForms } from "./forms.js";
import { renderEcho } from "./marked-text.js";
import { renderQrCode } from "./qr.js";

/**
 * The result for a text or list: `tone` is a class of messages, `words` the summary for screen readers.
 * @typedef {{ tone: "good" | "note" | "bad", words: string, message: (Node | undefined)[], result: (Node | undefined)[] }} Shown
 */

/** @param {string} text @param {(text: string) => void} use shows another text @returns {Shown} */
export function inspectText(text, use) {
  /** @type {{ ok: boolean, value?: import("ton-edge/address").ParsedAddress, error?: import("./item-check.js").Fault }} */
  const outcome = tryParseAddress(text);
  if (outcome.ok) return address(text, outcome.value);
  return isHash(text) ? hash(text, outcome.error, use) : fault(text, outcome.error, use);
}

const headline = (verdict, ...details) => el("p", { class: "what" }, el("strong", {}, `${verdict} `), details);

/** @returns {Shown} */
function address(text, parsed) {
  const kind = kindOf(parsed);
  const { account, friendly, test } = renderAddressForms(text, parsed);
  return {
    tone: "good",
    words: `Valid address. ${kind}`,
    message: [
      el(
        "div",
        { class: "verdict" },
        headline("Valid address.", kind),
        el(
          "a",
          { id: "address-to-account", href: formatRoute({ view: "account", text }) },
          icon("wallet"),
          "Show its account",
        ),
      ),
    ],
    result: [
      el("div", { class: "beside" }, el("div", {}, friendly, account), renderQrCode(packAddress(text))),
      renderAddressBytes(parsed),
      test,
    ],
  };
}

function kindOf({ form, flags }) {
  if (form === "raw") return "Given in raw form, which carries no flags.";
  const alphabet = flags.urlSafe ? "base64url" : "base64";
  const net = flags.testOnly ? "test network only" : "main network";
  return `Given in friendly form: ${flags.bounceable ? "bounceable" : "non-bounceable"}, ${net}, ${alphabet}.`;
}

/** @returns {Shown} */
function hash(text, { code }, use) {
  const about = "256 bits, the hash of a transaction, message or block, for example; not an address.";
  const forms = detectHash(text);
  const whose = code === "address_bare_hash" && [
    el("p", { class: "next" }, "Is it the hash of an account? Its address also names the workchain:"),
    el(
      "p",
      { class: "actions" },
      offer("Basechain, 0:", `0:${forms.hex}`, use),
      offer("Masterchain, -1:", `-1:${forms.hex}`, use),
    ),
  ];
  return {
    tone: "note",
    words: `Valid hash. ${about}`,
    message: [headline("Valid hash.", about)],
    result: [renderHashForms(text, forms), whose || [], renderHashBytes(forms.hex)].flat(),
  };
}

/** @returns {Shown} */
function fault(text, error, use) {
  return {
    tone: "bad",
    words: `Not an address. ${toSentence(error.message)}`,
    message: [
      headline("Not an address.", el("span", { id: "address-error" }, toSentence(error.message))),
      renderEcho(text, error.index),
      remedy(text, error, use),
      el("p", { class: "code" }, "Code ", el("code", { id: "address-code" }, error.code)),
    ],
    result: error.code === "address_checksum" ? [renderFaultyBytes(text)] : [],
  };
}

/** Offers the most likely correction, but never guesses another address. */
function remedy(text, { code, suggestion }, use) {
  if (code === "address_whitespace") return offer("Remove the white space", text.replace(/\s+/gu, ""), use);
  return suggestion && offer("Extract the address from the link", suggestion, use);
}

const offer = (label, text, use) => {
  const button = el("button", { type: "button", class: "remedy" }, label);
  button.addEventListener("click", () => {
    use(text);
    byId("address-input").focus();
  });
  return button;
};
