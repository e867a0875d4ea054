// Describes a branch in the picture: account, operation, amount, and whether it failed.

import { renderUnits } from "../shared/body-view.js";
import { addressName } from "../shared/account-link.js";
import { commentOf } from "../shared/comment.js";
import { formatTon } from "../shared/format.js";
import { bodyReader } from "../shared/message-bodies.js";
import { isFailed, reasonOf } from "../shared/outcome.js";
import { cutText, visibleText } from "../shared/visible-text.js";

const LONGEST = 60;
/** Characters at the ends of an address, where room is short: enough that one with the same ends takes long to find. */
const [FIRST, LAST] = [4, 8];

/**
 * @param {import("./branches.js").Branch} branch @param {import("../shared/body-view.js").Page} page
 */
export function describeBranch({ message, transaction }, page) {
  const account = transaction?.account ?? message?.destination ?? undefined;
  const failed = transaction && isFailed(transaction) ? reasonOf(transaction) || "failed" : undefined;
  return {
    account: account === undefined || account === null ? undefined : String(account),
    name: account ? addressName(String(account), page.book, FIRST, LAST) : "Outside the chain",
    operation: operationOf(message, page),
    amount: formatTon(message?.value) ?? "",
    short: formatShort(message?.value),
    failed,
    bounced: message?.bounced === true,
    pending: !transaction && Boolean(account),
    expected: transaction?.emulated === true,
  };
}

const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Names of the API for messages without an operation. */
const PLAIN = ["text_comment", "empty_cell"];

/** @param {any} message @param {import("../shared/body-reader.js").Body | undefined} body @param {string} known name of the API */
function nameOf(message, body, known) {
  if (body?.title) return body.title;
  if (body?.type === "empty" || PLAIN.includes(known)) return "";
  return known.replaceAll("_", " ") || (body?.opcode ?? message.opcode ?? "");
}

/** The operation's name, an amount of a jetton, and the comment, as one line of text. */
function operationOf(message, page) {
  if (!message) return "no message";
  const body = bodyReader()?.readMessageBody(message);
  const units = body?.fields.find(({ name, kind }) => name === "amount" && kind === "v");
  const comment = body ? (body.type === "comment" ? body.fields[0]?.value : undefined) : commentOf(message);
  const known = typeof message.decoded_opcode === "string" ? message.decoded_opcode : "";
  const title = comment ? `\u201c${cutText(visibleText(comment), LONGEST)}\u201d` : nameOf(message, body, known);
  const parts = [
    message.bounced === true && "Bounced",
    title && capitalized(visibleText(String(title))),
    units && renderUnits(units.value, body, message, page).textContent,
  ].filter(Boolean);
  if (parts.length > 0) return parts.join(" \u00b7 ");
  return message.source ? "Transfer" : "External message";
}

/** Three digits that matter are enough on a line: 0.117788768 TON gives 0.118 TON. */
function formatShort(nano) {
  if (!/^\d+$/.test(String(nano ?? ""))) return "";
  const whole = Number(nano) / 1e9;
  if (whole === 0) return "";
  if (whole < 0.0001) return "< 0.0001 TON";
  const digits = Math.max(0, 2 - Math.floor(Math.log10(whole)));
  return `${whole.toLocaleString("en-US", { maximumFractionDigits: Math.min(4, digits) })} TON`;
}
