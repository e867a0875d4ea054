// Shows a message that was made or read: as a link, as a TON Connect request and as a body, with a preview of its effect.

import { tonConnectTransaction, transferLink } from "../ton-edge/message.js";
import { drawQrCode } from "../address/qr.js";
import { formatRoute } from "../app/route.js";
import { renderAccountLink } from "../shared/account-link.js";
import { hasDetails, renderBodyFields, renderBodySummary } from "../shared/body-view.js";
import { copyButton, el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { formatTon } from "../shared/format.js";
import { getBodyReader } from "../shared/message-bodies.js";
import { createTabs } from "../explorer/tabs.js";
import { toBodyCell } from "./message-body.js";
import { createPreviewForm } from "./preview-form.js";
import { t, tCount } from "../shared/messages.js";

/** @typedef {import("./message-writer.js").Made} Made */

const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * @param {Made} message @param {AbortSignal} signal aborts the preview @param {Record<string, any>} [metadata] names the jetton of amounts
 * @returns {Node[]}
 */
export function renderMessage(message, signal, metadata) {
  const { to, value, body, bounce, network } = message;
  const link = transferLink(/** @type {any} */ ({ to, value, bounce, body, network }));
  const request = tonConnectTransaction(/** @type {any} */ ([{ to, value, bounce, body }]), {
    network: /** @type {any} */ (network),
  });
  const cell = toBodyCell(body);
  return [
    renderStatement(message, metadata),
    createTabs(t("The message as"), "contract-output", [
      { name: t("Link"), panel: () => renderLink(link) },
      { name: "TON Connect", panel: () => renderRequest(request) },
      { name: t("Body"), panel: () => renderBody(cell) },
    ]).element,
    createPreviewForm(message, signal),
  ];
}

/**
 * Renders a sentence with the amount, the receiver and the body of a message.
 * @param {Omit<Made, "value"> & { value: bigint | null }} made @param {Record<string, any>} [metadata] names the jetton of amounts
 */
export function renderStatement({ to, value, body }, metadata = {}) {
  const page = { book: {}, metadata };
  const cell = toBodyCell(body);
  const row = { source: null, destination: to, message_content: { body: cell?.toBase64() } };
  // The sender is unknown, so the body is not read as a signed request to a wallet.
  const decodedBody = cell && getBodyReader()?.readMessageBody({ ...row, source: to });
  return el(
    "div",
    { class: "message note", id: "contract-statement" },
    el(
      "p",
      { class: "what" },
      el(
        "strong",
        {},
        value === null
          ? t("The wallet asks for the amount")
          : t("Sends {amount} in total", { amount: formatTon(value) ?? "" }),
      ),
      ` ${t("to")} `,
      renderAccountLink(to, {}),
      decodedBody && el("span", { class: "party" }, renderBodySummary(decodedBody, { destination: to }, page, false)),
      cell && !decodedBody && ` ${t("with a body that cannot be read")}`,
    ),
    decodedBody && hasDetails(decodedBody) && renderBodyFields(decodedBody, { destination: to }, page),
  );
}

function renderLink(link) {
  const picture = el("div", { class: "qr-picture" });
  drawQrCode(link, t("QR code of the transfer link")).then(
    (code) =>
      fill(
        picture,
        code ??
          el(
            "p",
            { class: "note" },
            tCount(
              link.length,
              "The link has {count} character, too many for a QR code: copy it.",
              "The link has {count} characters, too many for a QR code: copy it.",
            ),
          ),
      ),
    (error) => fill(picture, el("div", { class: "message bad" }, describeError(error))),
  );
  return [
    el("p", { class: "copyable" }, el("code", { id: "contract-link", tabIndex: 0 }, link), copyButton(link, t("link"))),
    el("p", { class: "actions" }, el("a", { href: link }, t("Open in a wallet"))),
    picture,
  ];
}

function renderRequest(request) {
  const json = JSON.stringify(request, null, 2);
  return [
    el("p", { class: "soft" }, t("The argument of sendTransaction of TON Connect. It is valid for 5 minutes.")),
    el("pre", { id: "contract-request", tabIndex: 0, "aria-label": t("TON Connect request") }, json),
    copyButton(json, t("TON Connect request")),
  ];
}

function renderBody(cell) {
  if (cell === undefined) return el("p", { class: "none" }, t("The message has no body."));
  return [
    ["base64", t("Base64"), cell.toBase64()],
    ["hexadecimal", t("Hexadecimal"), toHex(cell.toBoc())],
  ].map(([name, label, text]) =>
    el(
      "p",
      { class: "copyable" },
      el("span", {}, label),
      el("code", { id: `contract-body-${name}`, tabIndex: 0 }, text),
      copyButton(text, label),
    ),
  );
}

/** The link to the view that shows all forms of the receiver. @param {string} account */
export const renderAddressLink = (account) =>
  el("a", { href: formatRoute({ view: "address", text: account }) }, t("All forms of the address"));
