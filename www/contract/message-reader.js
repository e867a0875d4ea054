// Reads a transfer link or a body that the visitor pastes, and shows what it would send. A complete text is shown at once. For an
// incomplete text, the button shows what is wrong.

import { parseBoc, parseTransferLink } from "../ton-edge/message.js";
import { el, fill } from "../shared/dom.js";
import { toSentence } from "../shared/errors.js";
import { readNetwork } from "../shared/network.js";
import { isPhrase, PHRASE_WARNING } from "../shared/secrets.js";
import { renderAddressLink, renderStatement } from "./message-outputs.js";
import { createPreviewForm } from "./preview-form.js";
import { t } from "../shared/messages.js";

const LINK_PATTERN = /^(ton|tonkeeper):\/\/|^https:\/\//i;

/** @param {{ account: string, signal: AbortSignal }} contract */
export function createMessageReader({ account, signal }) {
  const input = el("textarea", {
    id: "contract-pasted",
    class: "mono",
    rows: 2,
    autocomplete: "off",
    spellcheck: false,
    "aria-describedby": "contract-pasted-about contract-pasted-fault",
  });
  input.setAttribute("autocapitalize", "off");
  const fault = el("p", { id: "contract-pasted-fault", class: "fault", role: "alert" });
  const output = el("div", { id: "contract-read-message" });
  /** Aborts the preview of the message that is shown. @type {AbortController | undefined} */
  let shownPreview;
  signal.addEventListener("abort", () => shownPreview?.abort());
  const form = el(
    "form",
    { class: "contract-form", noValidate: true, autocomplete: "off" },
    el(
      "div",
      { class: "param wide" },
      el("label", { htmlFor: "contract-pasted" }, t("Transfer link, or body of a message to this account")),
      input,
      fault,
      el(
        "p",
        { id: "contract-pasted-about", class: "about" },
        t("A ton:// link, or a bag of cells in base64 or hexadecimal."),
      ),
    ),
    el("p", { class: "actions" }, el("button", { type: "submit" }, t("Read"))),
  );
  const clearOutput = () => {
    shownPreview?.abort();
    fill(output);
    fill(fault);
    input.removeAttribute("aria-invalid");
  };
  const showMessage = () => {
    shownPreview = new AbortController();
    fill(output, ...renderPastedMessage(input.value.trim(), account, shownPreview.signal));
  };
  input.addEventListener("input", () => {
    clearOutput();
    try {
      showMessage();
    } catch (error) {
      if (error?.code === undefined) throw error;
    }
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearOutput();
    try {
      showMessage();
    } catch (error) {
      if (error?.code === undefined) throw error;
      input.setAttribute("aria-invalid", "true");
      fill(
        fault,
        isPhrase(input.value.trim()) ? t(PHRASE_WARNING) : el("span", { lang: "en" }, toSentence(error.message)),
      );
      input.focus();
    }
  });
  return el("div", { class: "contract-part" }, form, output);
}

/** @returns {Node[]} */
function renderPastedMessage(text, account, signal) {
  if (!LINK_PATTERN.test(text))
    return [renderStatement({ to: account, value: null, bounce: true, body: parseBoc(text), network: readNetwork() })];
  const transfer = /** @type {any} */ (parseTransferLink(text));
  const { to, value, body, jetton, init, validUntil } = transfer;
  const notes = [
    jetton !== undefined && t("The amount is in units of a jetton: the wallet makes the message to its jetton wallet."),
    init !== undefined && t("It deploys a contract."),
    validUntil !== undefined &&
      t("It expires {time} UTC.", {
        time: new Date(validUntil * 1000).toISOString().replace("T", " ").slice(0, 19),
      }),
    to !== account && t("Its receiver is another account than the one shown here."),
  ].filter((note) => typeof note === "string");
  const canPreview = value !== null && jetton === undefined && init === undefined;
  return [
    jetton === undefined
      ? renderStatement(transfer)
      : el(
          "div",
          { class: "message note" },
          el(
            "p",
            { class: "what" },
            value === null || value === undefined
              ? t("Sends an amount of a jetton")
              : t("Sends {amount} of the smallest units of a jetton", { amount: String(value) }),
          ),
        ),
    ...notes.map((note) => el("p", {}, note)),
    el("p", {}, renderAddressLink(to)),
    ...(canPreview ? [createPreviewForm(transfer, signal)] : []),
  ];
}
