// Makes a message to the account from a form, as a link, a TON Connect request and a body. The message appears as soon as the form is
// complete. This module signs and sends nothing.

import { encodeBody, isTonEdgeError, parseBoc } from "../ton-edge/message.js";
import { el, fill } from "../shared/dom.js";
import { toSentence } from "../shared/errors.js";
import { formatTon } from "../shared/format.js";
import { readNetwork } from "../shared/network.js";
import { formatTitle } from "../shared/format-title.js";
import { createField, peekFields, readFields } from "./fields.js";
import { describeAttachedAmount, describeFields } from "./field-specs.js";
import { renderMessage } from "./message-outputs.js";
import { renderSource } from "./method-reader.js";
import { listBodies } from "./standards.js";
import { BODY_DOCS } from "./table-docs.js";
import { t } from "../shared/messages.js";

/** Choices of a body that are not in the table: no body, and a body that the visitor pastes. */
const NO_BODY = "none";
const OWN_BODY = "boc";
/** Milliseconds to wait after a key press before the message is made. */
const DELAY_MS = 200;
const describeOwnBody = () => ({
  name: "body",
  label: t("Body"),
  kind: "boc",
  doc: t("The body of the message, unchanged."),
});

/**
 * Amounts that wallets usually attach, in nanotons, with the field whose amount comes on top. The standards name no amount. @type {Record<string, [bigint,
 * string | undefined, string]>}
 */
const USUAL_AMOUNTS = {
  jetton_transfer: [50_000_000n, "forwardTonAmount", "what is left comes back to the response destination"],
  jetton_burn: [50_000_000n, undefined, "what is left comes back to the response destination"],
  nft_transfer: [50_000_000n, "forwardAmount", "what is left comes back to the response destination"],
  nft_get_static_data: [20_000_000n, undefined, "the NFT returns what is left with its answer"],
  change_dns_record: [20_000_000n, undefined, "the domain keeps a part for its storage, and may keep the rest"],
};

/**
 * @typedef {{ to: string, value: bigint, bounce: boolean, body: import("ton-edge/message").Cell | string | undefined, network: string }} Made
 *   a message; a body that is a text is a comment
 */

/**
 * @param {{ account: string, state: any, signal: AbortSignal }} contract
 * @param {Promise<import("./jetton-unit.js").Unit | undefined>} jetton
 */
export function createMessageWriter({ account, state, signal }, jetton) {
  const { own: ownBodies, others: otherBodies } = listBodies(state.interfaces);
  const selectElement = el(
    "select",
    { id: "contract-body" },
    el("option", { value: "" }, t("Choose a message")),
    ownBodies.length > 0 && renderGroup(t("Of this contract’s standards"), ownBodies),
    el(
      "optgroup",
      { label: t("Any contract") },
      el("option", { value: NO_BODY }, t("No body: only TON")),
      el("option", { value: OWN_BODY }, t("A body of your own")),
    ),
    renderGroup(t("Other standards"), otherBodies),
  );
  const formPlace = el("div", { id: "contract-message" });
  const showForm = async () => {
    const type = selectElement.value;
    fill(formPlace);
    if (type === "") return;
    const unit = await jetton;
    if (selectElement.value === type) fill(formPlace, createMessageForm(type, { account, signal, unit }));
  };
  selectElement.addEventListener("change", showForm);
  // A contract whose standards have no messages but comments, such as a wallet, receives only TON from most visitors.
  if (ownBodies.every((type) => type === "comment")) {
    selectElement.value = NO_BODY;
    showForm();
  }
  return el(
    "div",
    { class: "contract-part" },
    el(
      "p",
      { class: "soft" },
      t(
        "Fill in a message, and take it to your wallet as a link, a QR code or a TON Connect request. This page signs and sends nothing.",
      ),
    ),
    el("label", { htmlFor: "contract-body" }, t("Message")),
    selectElement,
    formPlace,
  );
}

const renderGroup = (label, types) =>
  el(
    "optgroup",
    { label },
    types.map((type) => el("option", { value: type }, formatTitle(type))),
  );

/** @param {string} type @returns {import("./fields.js").FieldSpec[]} */
function listSpecs(type, unit) {
  if (type === NO_BODY) return [];
  return type === OWN_BODY ? [describeOwnBody()] : describeFields(type, unit);
}

function createMessageForm(type, { account, signal, unit }) {
  const fields = listSpecs(type, unit).map((spec) => createField("contract-field", spec));
  const attachedField = createField("contract-field", describeAttachedAmount());
  const bounce = el("input", { id: "contract-bounce", type: "checkbox", checked: true });
  const fault = el("p", { class: "fault", id: "contract-message-fault", role: "alert" });
  const output = el("div", { id: "contract-output" });
  const [doc, source] = BODY_DOCS[type] ?? ["The amount, without a message.", undefined];
  /** Aborts the preview of the message that is shown. @type {AbortController | undefined} */
  let shownPreview;
  let timer;
  const clearOutput = () => {
    clearTimeout(timer);
    shownPreview?.abort();
    fill(output);
    fill(fault);
  };
  signal.addEventListener("abort", clearOutput);

  const form = el(
    "form",
    { class: "contract-form", noValidate: true, autocomplete: "off", "aria-label": t("Message") },
    type !== OWN_BODY && el("p", {}, t(doc.replaceAll("`", "")), " ", source && renderSource(source)),
    el(
      "div",
      { class: "params" },
      fields.map(({ element }) => element),
      attachedField.element,
    ),
    renderUsualAmount(type, fields, attachedField),
    el(
      "label",
      { class: "check" },
      bounce,
      ` ${t("Return the TON if the contract fails or does not exist (bounceable address)")}`,
    ),
    fault,
    el("p", { class: "actions" }, el("button", { type: "submit", class: "primary" }, t("Make the message"))),
  );
  /** @param {Record<string, any>} values of all fields */
  function showMessage({ attached: value, ...bodyValues }) {
    const network = readNetwork();
    const body = makeBody(type, bodyValues, network);
    shownPreview = new AbortController();
    const message = { to: account, value, bounce: bounce.checked, body, network };
    fill(output, ...renderMessage(message, shownPreview.signal, unit?.metadata));
  }

  // The output always belongs to the present values of the form.
  form.addEventListener("input", () => {
    clearOutput();
    timer = setTimeout(() => {
      const values = peekFields([...fields, attachedField]);
      try {
        if (values) showMessage(values);
      } catch (error) {
        // The form is incomplete. The button says what is wrong.
        if (!isTonEdgeError(error)) throw error;
      }
    }, DELAY_MS);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearOutput();
    const values = readFields([...fields, attachedField]);
    if (!values) return;
    try {
      showMessage(values);
      output.scrollIntoView({ block: "nearest" });
    } catch (error) {
      if (!isTonEdgeError(error)) throw error;
      const text = toSentence(error.message.replace(/^`\w+`:? /, ""));
      const field = fields.find(({ name }) => name === error.parameter);
      if (!field) return fill(fault, text);
      field.showFault(text);
      field.focus();
    }
  });
  return el("div", {}, form, output);
}

/** @returns {Made["body"]} */
function makeBody(type, values, network) {
  if (type === NO_BODY) return undefined;
  if (type === OWN_BODY) return parseBoc(values.body.toBoc());
  if (type === "comment") return values.text;
  return encodeBody(/** @type {any} */ ({ type, ...values }), { network: /** @type {any} */ (network) });
}

/** Shows the amount that wallets usually attach, and fills it in on request. The field itself has no default. */
function renderUsualAmount(type, fields, attachedField) {
  const usualAmount = USUAL_AMOUNTS[type];
  if (!usualAmount) return undefined;
  const [base, extraName, reason] = usualAmount;
  const extraField = fields.find(({ name }) => name === extraName);
  const button = el(
    "button",
    { type: "button", id: "contract-usual" },
    t(extraField ? "Use {amount} and the forward amount" : "Use {amount}", { amount: formatTon(base) ?? "" }),
  );
  button.addEventListener("click", () => {
    const values = extraField ? readFields([extraField]) : {};
    if (values) attachedField.set((formatTon(base + (values[extraName ?? ""] ?? 0n)) ?? "").replace(/ TON$/, ""));
  });
  return el(
    "p",
    { class: "usual" },
    `${t(
      extraField
        ? "The standard names no amount. Usual is {amount} on top of the forward amount: it pays the fees, and {rest}."
        : "The standard names no amount. Usual is {amount}: it pays the fees, and {rest}.",
      { amount: formatTon(base) ?? "", rest: t(reason) },
    )} `,
    button,
  );
}
