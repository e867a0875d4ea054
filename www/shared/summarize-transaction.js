// A transaction in the words of a row, seen from outside: what happened, both parties, amount.

import { renderUnits } from "./body-view.js";
import { commentOf } from "./comment.js";
import { formatTon } from "./format.js";
import { bodyReader } from "./message-bodies.js";
import { reasonOf, successOf } from "./outcome.js";
import { decimalsOf, findJetton } from "./token.js";
import { visibleText } from "./visible-text.js";

/** The icon of a message by the beginning of its operation's name. @type {[string, string][]} */
const ICONS = [
  ["jetton", "jetton"],
  ["nft", "nft"],
  ["change_dns", "domain"],
  ["dns", "domain"],
  ["stake", "stake"],
  ["elector", "stake"],
  ["swap", "swap"],
];

/**
 * @typedef {{
 *   icon: string, way: "in" | "out" | "", title: string, from: string | undefined, to: string | undefined,
 *   amount: import("./dom.js").Child[], failed: string | undefined, bounced: boolean, comment: string | undefined,
 *   known: boolean,
 * }} Summary
 *   `from` and `to` are accounts, undefined outside the chain; `failed` is the reason, empty if there is none to name; not `known`
 *   if the row lacks what would decide
 */

/**
 * @param {any} tx of v3 @param {import("./body-view.js").Page} page
 * @returns {Summary}
 */
export function summarizeTransaction(tx, page) {
  const { in_msg: incoming, account, description } = tx;
  const sent = (tx.out_msgs ?? []).filter(({ destination }) => destination);
  const success = successOf(tx);
  const failed = success === false ? reasonOf(tx) : undefined;
  const common = { failed, known: success !== null, bounced: false, comment: undefined, amount: [] };
  if (!incoming) return { ...common, icon: "clock", way: "", title: kindOf(description), from: undefined, to: account };
  if (incoming.source) {
    const { icon, name, comment, amount } = read(incoming, page);
    const bounced = incoming.bounced === true;
    const title = bounced ? "Came back" : (deployed(tx) ?? name ?? "Received");
    return {
      ...common,
      icon: deployed(tx) ? "contract" : (icon ?? "arrow-in"),
      way: "in",
      title,
      bounced,
      comment,
      amount,
      from: String(incoming.source),
      to: account,
    };
  }
  if (sent.length === 1) {
    const { icon, name, comment, amount } = read(sent[0], page);
    const to = String(sent[0].destination);
    return {
      ...common,
      icon: icon ?? "arrow-out",
      way: "out",
      title: name ?? "Sent",
      comment,
      amount,
      from: account,
      to,
    };
  }
  return {
    ...common,
    icon: "wallet",
    way: "out",
    title: sent.length === 0 ? "Request from outside" : `Sent ${sent.length} messages`,
    amount: sent.length === 0 ? [] : [ton(sent.reduce((sum, { value }) => sum + wholeOf(value), 0n))],
    from: sent.length === 0 ? undefined : account,
    to: sent.length === 0 ? account : undefined,
  };
}

const KINDS = { tick_tock: "Tick-tock", storage: "Storage fees" };
const kindOf = (description) => KINDS[description?.type] ?? "Without a message";

const deployed = ({ orig_status: before, end_status: after }) =>
  after === "active" && ["uninit", "nonexist"].includes(before) ? "Contract deployed" : undefined;

const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const wholeOf = (value) => (/^\d+$/.test(String(value)) ? BigInt(value) : 0n);
const ton = (value) => formatTon(value) ?? "";

/** Names, of the package and of the API, for messages without an operation. */
const PLAIN = ["comment", "empty", "text_comment", "empty_cell"];
const COMMENT = "0x00000000";

/** The operation of a message, its comment, and what it is worth: the amount of a jetton before that of TON. */
function read(message, page) {
  const body = bodyReader()?.readMessageBody(message);
  const known = typeof message.decoded_opcode === "string" && message.decoded_opcode !== "" && message.decoded_opcode;
  const key = body && body.title !== "" ? body.type : known || "";
  const title = body?.title || (known && capitalized(visibleText(known).replaceAll("_", " "))) || undefined;
  // Without the decimals, the amount of a jetton is meaningless, so it is left out.
  const units =
    body &&
    decimalsOf(findJetton(body.type, message, page.metadata).token) !== undefined &&
    body.fields.find(({ name, kind }) => name === "amount" && kind === "v");
  const plain = PLAIN.includes(key) || message.opcode === COMMENT;
  const code =
    !title && !plain && body?.type !== "empty" && message.opcode ? visibleText(String(message.opcode)) : undefined;
  return {
    icon: ICONS.find(([start]) => key.startsWith(start))?.[1] ?? (code ? "contract" : undefined),
    name: plain ? undefined : (title ?? code),
    comment: body?.type === "comment" ? body.fields[0]?.value || undefined : body ? undefined : commentOf(message),
    amount: [units ? renderUnits(units.value, body, message, page) : ton(message.value)],
  };
}
