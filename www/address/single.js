// What one text is: an address, a hash, or neither, and then why.

import { detectHash, isHash, packAddress, tryParseAddress } from "../ton-edge/address.js";
import { byId, el } from "../page/dom.js";
import { sentence } from "../page/errors.js";
import { formatRoute } from "../page/route.js";
import { addressBytes, faultyBytes, hashBytes } from "./bytes.js";
import { echo } from "./echo.js";
import { addressForms, hashForms } from "./forms.js";
import { qrCode } from "./qr.js";

/**
 * What is shown of a text or list: `tone` is a class of messages, `words` the same in short, for people who hear the page.
 * @typedef {{ tone: "good" | "note" | "bad", words: string, message: (Node | undefined)[], result: (Node | undefined)[] }} Shown
 */

/** @param {string} text @param {(text: string) => void} use shows another text instead @returns {Shown} */
export function single(text, use) {
  const outcome = tryParseAddress(text);
  if (outcome.ok) return address(text, outcome.value);
  return isHash(text) ? hash(text, outcome.error, use) : fault(text, outcome.error, use);
}

const headline = (verdict, ...told) => el("p", { class: "what" }, el("strong", {}, `${verdict} `), told);

function address(text, parsed) {
  const kind = kindOf(parsed);
  const { account, friendly, test } = addressForms(text, parsed);
  return {
    tone: "good",
    words: `Valid address. ${kind}`,
    message: [headline("Valid address.", kind)],
    result: [
      el("p", { class: "next" },
        el("a", { id: "address-to-account", href: formatRoute({ view: "account", text }) }, "Show transactions of this account")),
      el("div", { class: "beside" }, el("div", {}, account, friendly), qrCode(packAddress(text))),
      addressBytes(parsed),
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

function hash(text, { code }, use) {
  const told = "Hash of 256 bits, such as of a transaction, message or block; not an address.";
  const forms = detectHash(text);
  const whose = code === "address_bare_hash" && [
    el("p", { class: "next" }, "Is it the hash of an account? Its address also names the workchain:"),
    el("p", { class: "actions" },
      offer("Basechain, 0:", `0:${forms.hex}`, use), offer("Masterchain, -1:", `-1:${forms.hex}`, use)),
  ];
  return {
    tone: "note",
    words: `Valid hash. ${told}`,
    message: [headline("Valid hash.", told)],
    result: [hashForms(text, forms), whose || [], hashBytes(forms.hex)].flat(),
  };
}

function fault(text, error, use) {
  return {
    tone: "bad",
    words: `Not an address. ${sentence(error.message)}`,
    message: [
      headline("Not an address.", el("span", { id: "address-error" }, sentence(error.message))),
      echo(text, error.index),
      remedy(text, error, use),
      el("p", { class: "code" }, "Code ", el("code", { id: "address-code" }, error.code)),
    ],
    result: error.code === "address_checksum" ? [faultyBytes(text)] : [],
  };
}

/** What a person most likely wants next; never a guess at another address. */
function remedy(text, { code, suggestion }, use) {
  if (code === "address_whitespace") return offer("Remove the white space", text.replace(/\s+/gu, ""), use);
  return suggestion && offer("Take the address out of the link", suggestion, use);
}

const offer = (label, text, use) => {
  const button = el("button", { type: "button", class: "remedy" }, label);
  button.addEventListener("click", () => {
    use(text);
    byId("address-input").focus();
  });
  return button;
};
