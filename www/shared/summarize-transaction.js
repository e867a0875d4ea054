// Summarizes a transaction for a row, from a neutral view: its operation, both parties, its amount.

import { renderUnits } from "./body-view.js";
import { readComment } from "./comment.js";
import { formatTon } from "./format.js";
import { nameOperation, translateOperation } from "./format-title.js";
import { getBodyReader } from "./message-bodies.js";
import { describeFailure, readSuccess } from "./outcome.js";
import { readDecimals, findJetton } from "../ton-edge/lib/sentences/token.js";
import { visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { t, tCount } from "./messages.js";

/** The icon of a message by the prefix of its operation's name. @type {[string, string][]} */
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
 *   known: boolean, isApiName?: boolean,
 * }} Summary
 *   `isApiName`: whether the title is a name that the API gives, in English; `from`, `to`: accounts, undefined if outside the chain; `failed`: the reason of a failure, empty if it is unknown; `known`:
 *   false if the row lacks a field that decides the outcome
 */

/**
 * @param {any} tx of v3 @param {import("./body-view.js").Page} page
 * @returns {Summary}
 */
export function summarizeTransaction(tx, page) {
  const { in_msg: inMessage, account, description } = tx;
  const sentMessages = (tx.out_msgs ?? []).filter(({ destination }) => destination);
  const success = readSuccess(tx);
  const failureText = success === false ? describeFailure(tx) : undefined;
  const commonFields = { failed: failureText, known: success !== null, bounced: false, comment: undefined, amount: [] };
  if (!inMessage)
    return { ...commonFields, icon: "clock", way: "", title: describeKind(description), from: undefined, to: account };
  if (inMessage.source) {
    const { icon, name, isApiName, comment, amount } = readMessage(inMessage, page);
    const isBounced = inMessage.bounced === true;
    const title = isBounced ? t("Came back") : (describeDeployment(tx) ?? name ?? t("Received"));
    return {
      ...commonFields,
      icon: describeDeployment(tx) ? "contract" : (icon ?? "arrow-in"),
      way: "in",
      title,
      isApiName: isApiName && title === name,
      bounced: isBounced,
      comment,
      amount,
      from: String(inMessage.source),
      to: account,
    };
  }
  if (sentMessages.length === 1) {
    const { icon, name, isApiName, comment, amount } = readMessage(sentMessages[0], page);
    const to = String(sentMessages[0].destination);
    return {
      ...commonFields,
      icon: icon ?? "arrow-out",
      way: "out",
      title: name ?? t("Sent"),
      isApiName,
      comment,
      amount,
      from: account,
      to,
    };
  }
  return {
    ...commonFields,
    icon: "wallet",
    way: "out",
    title:
      sentMessages.length === 0
        ? t("Request from outside")
        : tCount(sentMessages.length, "Sent {count} message", "Sent {count} messages"),
    amount:
      sentMessages.length === 0
        ? []
        : [formatTonOrNothing(sentMessages.reduce((sum, { value }) => sum + toBigInt(value), 0n))],
    from: sentMessages.length === 0 ? undefined : account,
    to: sentMessages.length === 0 ? account : undefined,
  };
}

const KIND_TITLES = { tick_tock: "Tick-tock", storage: "Storage fees" };
const describeKind = (description) => t(KIND_TITLES[description?.type] ?? "Without a message");

const describeDeployment = ({ orig_status: before, end_status: after }) =>
  after === "active" && ["uninit", "nonexist"].includes(before) ? t("Contract deployed") : undefined;

const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const toBigInt = (value) => (/^\d+$/.test(String(value)) ? BigInt(value) : 0n);
const formatTonOrNothing = (value) => formatTon(value) ?? "";

/** Names of the package and of the API for messages without an operation. */
const PLAIN_NAMES = ["comment", "empty", "text_comment", "empty_cell"];
const COMMENT_OPCODE = "0x00000000";

/** Returns the operation of a message, its comment, and its amount: of a jetton if it has one, otherwise of TON. */
function readMessage(message, page) {
  const body = getBodyReader()?.readMessageBody(message);
  const apiName = typeof message.decoded_opcode === "string" && message.decoded_opcode !== "" && message.decoded_opcode;
  const key = body && body.title !== "" ? body.type : apiName || "";
  const title = body?.title || (apiName && capitalize(nameOperation(apiName))) || undefined;
  // Without decimals, the amount of a jetton is meaningless, so it is not shown.
  const units =
    body &&
    readDecimals(findJetton(body.type, message, page.metadata).token) !== undefined &&
    body.fields.find(({ name, kind }) => name === "amount" && kind === "v");
  const isPlain = PLAIN_NAMES.includes(key) || message.opcode === COMMENT_OPCODE;
  const opcodeText =
    !title && !isPlain && body?.type !== "empty" && message.opcode ? visibleText(String(message.opcode)) : undefined;
  return {
    icon: ICONS.find(([prefix]) => key.startsWith(prefix))?.[1] ?? (opcodeText ? "contract" : undefined),
    name: isPlain ? undefined : (title ?? opcodeText),
    isApiName: !body?.title && Boolean(apiName) && translateOperation(String(apiName)) === undefined,
    comment: body?.type === "comment" ? body.fields[0]?.value || undefined : body ? undefined : readComment(message),
    amount: [units ? renderUnits(units.value, body, message, page) : formatTonOrNothing(message.value)],
  };
}
