// Describes a branch in the picture: account, operation, amount, and whether it failed.

import { renderUnits } from "../shared/body-view.js";
import { formatAddressName } from "../shared/account-link.js";
import { readComment } from "../shared/comment.js";
import { formatTon } from "../shared/format.js";
import { nameOperation as nameApiOperation } from "../shared/format-title.js";
import { translateWords } from "../activity/translate-words.js";
import { getBodyReader } from "../shared/message-bodies.js";
import { isFailed, describeFailure } from "../shared/outcome.js";
import { groupDigits } from "../ton-edge/lib/sentences/format-units.js";
import { cutText, visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { t } from "../shared/messages.js";

const MAX_COMMENT_CHARS = 60;
/**
 * Number of characters at the start and end of a shortened address: enough that finding another address with the same characters takes
 * long. @type {[number, number]}
 */
export const NAME_CHARS = [4, 8];

/**
 * @param {import("./branches.js").Branch} branch @param {import("../shared/body-view.js").Page} page
 */
export function describeBranch({ message, transaction }, page) {
  const account = transaction?.account ?? message?.destination ?? undefined;
  const failure =
    transaction && isFailed(transaction) ? translateWords(describeFailure(transaction) || "failed") : undefined;
  return {
    account: account === undefined || account === null ? undefined : String(account),
    name: account ? formatAddressName(String(account), page.book, ...NAME_CHARS) : t("Outside the chain"),
    operation: describeOperation(message, page),
    amount: formatTon(message?.value) ?? "",
    short: formatShort(message?.value),
    failed: failure,
    bounced: message?.bounced === true,
    pending: !transaction && Boolean(account),
    expected: transaction?.emulated === true,
  };
}

const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Names that the API gives to messages without an operation. */
const PLAIN_NAMES = ["text_comment", "empty_cell"];

/**
 * @param {any} message @param {import("../shared/body-reader.js").Body | undefined} body @param {string} apiName the name that the
 * API gives
 */
function nameOperation(message, body, apiName) {
  if (body?.title) return body.title;
  if (body?.type === "empty" || PLAIN_NAMES.includes(apiName)) return "";
  return nameApiOperation(apiName) || (body?.opcode ?? message.opcode ?? "");
}

/** Returns the operation's name, a jetton amount, and the comment, as one line of text. */
function describeOperation(message, page) {
  if (!message) return t("no message");
  const body = getBodyReader()?.readMessageBody(message);
  const units = body?.fields.find(({ name, kind }) => name === "amount" && kind === "v");
  const comment = body ? (body.type === "comment" ? body.fields[0]?.value : undefined) : readComment(message);
  const apiName = typeof message.decoded_opcode === "string" ? message.decoded_opcode : "";
  const title = comment
    ? `\u201c${cutText(visibleText(comment), MAX_COMMENT_CHARS)}\u201d`
    : nameOperation(message, body, apiName);
  const parts = [
    message.bounced === true && t("Bounced"),
    title && capitalize(visibleText(String(title))),
    units && renderUnits(units.value, body, message, page).textContent,
  ].filter(Boolean);
  if (parts.length > 0) return parts.join(" \u00b7 ");
  return t(message.source ? "Transfer" : "External message");
}

/** Formats an amount with three significant digits, which suffice on a line: 0.117788768 TON gives 0.118 TON. */
function formatShort(nanotons) {
  if (!/^\d+$/.test(String(nanotons ?? ""))) return "";
  const tonAmount = Number(nanotons) / 1e9;
  if (tonAmount === 0) return "";
  if (tonAmount < 0.0001) return "< 0.0001 TON";
  const digits = Math.max(0, 2 - Math.floor(Math.log10(tonAmount)));
  const [whole, fraction = ""] = tonAmount.toFixed(Math.min(4, digits)).split(".");
  const shownFraction = fraction.replace(/0+$/, "");
  return `${groupDigits(whole)}${shownFraction && `.${shownFraction}`} TON`;
}
