// Inspects one text: shows the address or hash, or why it is neither.

import { detectHash, isHash, packAddress, tryParseAddress } from "../ton-edge/address.js";
import { formatRoute } from "../app/route.js";
import { icon } from "../design/icons.js";
import { byId, el } from "../shared/dom.js";
import { toSentence } from "../shared/errors.js";
import { findOtherNetwork } from "../shared/network.js";
import { renderAddressBytes, renderFaultyBytes, renderHashBytes } from "./bytes.js";
import { renderAddressForms, renderHashForms } from "./forms.js";
import { renderEcho } from "./marked-text.js";
import { renderQrCode } from "./qr.js";
import { t } from "../shared/messages.js";

/**
 * The result for a text or list. `tone`: the CSS class of the message; `words`: the summary for screen readers.
 * @typedef {{ tone: "good" | "note" | "bad", words: string, message: (Node | undefined)[], result: (Node | undefined)[] }} Shown
 */

/** @param {string} text @param {(text: string) => void} useText puts another text into the input @returns {Shown} */
export function inspectText(text, useText) {
  /** @type {{ ok: boolean, value?: import("ton-edge/address").ParsedAddress, error?: import("./item-check.js").Fault }} */
  const outcome = tryParseAddress(text);
  if (outcome.ok) return describeAddress(text, outcome.value);
  return isHash(text) ? describeHash(text, outcome.error, useText) : describeFault(text, outcome.error, useText);
}

const renderHeadline = (verdict, ...details) => el("p", { class: "what" }, el("strong", {}, `${verdict} `), details);

/** @returns {Shown} */
function describeAddress(text, parsedAddress) {
  const kind = describeKind(parsedAddress);
  // A form for mainnet is also common on testnet.
  const network = findOtherNetwork(parsedAddress) === "testnet" ? "testnet" : undefined;
  const { account, friendly: friendlyForms, test: testForms } = renderAddressForms(text, parsedAddress);
  return {
    tone: "good",
    words: `${t("Valid address.")} ${kind}`,
    message: [
      el(
        "div",
        { class: "verdict" },
        renderHeadline(t("Valid address."), kind),
        el(
          "a",
          { id: "address-to-account", href: formatRoute({ network, view: "account", text }) },
          icon("wallet"),
          t(network ? "Show its account on testnet" : "Show its account"),
        ),
      ),
    ],
    result: [
      el("div", { class: "beside" }, el("div", {}, friendlyForms, account), renderQrCode(packAddress(text))),
      renderAddressBytes(parsedAddress),
      testForms,
    ],
  };
}

function describeKind({ form, flags }) {
  if (form === "raw") return t("Given in raw form, which carries no flags.");
  const alphabet = flags.urlSafe ? "base64url" : "base64";
  return t("Given in friendly form: {flag}, {network}, {alphabet}.", {
    flag: t(flags.bounceable ? "bounceable" : "non-bounceable"),
    network: t(flags.testOnly ? "test network only" : "main network"),
    alphabet,
  });
}

/** @returns {Shown} */
function describeHash(text, { code }, useText) {
  const hashNote = t("256 bits, the hash of a transaction, message or block, for example; not an address.");
  const hashForms = detectHash(text);
  const accountQuestion = code === "address_bare_hash" && [
    el("p", { class: "next" }, t("Is it the hash of an account? Its address also names the workchain:")),
    el(
      "p",
      { class: "actions" },
      renderOffer(t("Basechain, 0:"), `0:${hashForms.hex}`, useText),
      renderOffer(t("Masterchain, -1:"), `-1:${hashForms.hex}`, useText),
    ),
  ];
  return {
    tone: "note",
    words: `${t("Valid hash.")} ${hashNote}`,
    message: [renderHeadline(t("Valid hash."), hashNote)],
    result: [renderHashForms(text, hashForms), accountQuestion || [], renderHashBytes(hashForms.hex)].flat(),
  };
}

/** @returns {Shown} */
function describeFault(text, error, useText) {
  return {
    tone: "bad",
    words: `${t("Not an address.")} ${toSentence(error.message)}`,
    message: [
      renderHeadline(t("Not an address."), el("span", { id: "address-error", lang: "en" }, toSentence(error.message))),
      renderEcho(text, error.index),
      renderRemedy(text, error, useText),
      el("p", { class: "code" }, `${t("Code")} `, el("code", { id: "address-code" }, error.code)),
    ],
    result: error.code === "address_checksum" ? [renderFaultyBytes(text)] : [],
  };
}

/** Renders an offer of the most likely correction. It never guesses an address. */
function renderRemedy(text, { code, suggestion }, useText) {
  if (suggestion === undefined && /[/#]/.test(text)) return renderLinkRemedy(text, useText);
  if (code === "address_whitespace")
    return renderOffer(t("Remove the white space"), text.replace(/\s+/gu, ""), useText);
  return suggestion && renderOffer(t("Extract the address from the link"), suggestion, useText);
}

/** Offers to open what the link of an explorer names, once the module that reads links is loaded. */
function renderLinkRemedy(text, useText) {
  const offerElement = el("span");
  import("../search/links.js").then(
    ({ readLink }) => {
      const subject = readLink(text)?.subject;
      if (subject !== undefined) offerElement.append(renderOffer(t("Extract it from the link"), subject, useText));
    },
    () => {},
  );
  return offerElement;
}

const renderOffer = (label, text, useText) => {
  const button = el("button", { type: "button", class: "remedy" }, label);
  button.addEventListener("click", () => {
    useText(text);
    byId("address-input").focus();
  });
  return button;
};
