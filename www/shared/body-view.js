// Renders decoded bodies: as a one-line summary, and as a list of all fields.

import { renderAccountLink } from "./account-link.js";
import { renderComment } from "./comment.js";
import { copyButton, el, fact } from "./dom.js";
import { formatTime, formatTon, formatUnits, shorten } from "./format.js";
import { formatTitle } from "./format-title.js";
import { getBodyReader } from "./message-bodies.js";
import { readDecimals, findJetton } from "../ton-edge/lib/sentences/token.js";
import { readSymbol } from "../ton-edge/lib/sentences/token-symbol.js";
import { t, tCount, tNoun } from "./messages.js";

/** Maximum actions that are listed; a request may have hundreds. */
const MAX_ACTIONS = 20;
const TIME_FIELDS = ["validUntil", "createdAt"];

/**
 * @typedef {import("./body-reader.js").Body} Body
 * @typedef {{ source?: any, destination?: any }} Parties the accounts of the message in raw form
 * @typedef {{ book: Record<string, any>, metadata: Record<string, any> }} Page the response's data about accounts
 */

/**
 * Renders the opcode's name, the amount and the comment.
 *
 * @param {Body} body @param {Parties} parties @param {Page} page @param {boolean} hasButton
 */
export function renderBodySummary(body, parties, page, hasButton) {
  const comment = readComment(body);
  const amount = body.fields.find(({ name, kind }) => name === "amount" && kind === "v");
  const actions = body.fields.find(({ kind }) => "mwl".includes(kind))?.value;
  return [
    // A comment needs no label.
    body.type !== "comment" && renderLabel(body),
    body.type === "comment" && comment === undefined && renderLabel(body),
    amount && renderUnits(amount.value, body, parties, page),
    actions && el("span", { class: "note" }, tNoun(actions.length, "action")),
    typeof comment === "string" && renderComment(comment, hasButton),
    comment === null &&
      body.type !== "encrypted_comment" &&
      el("span", { class: "tag" }, formatTitle("encrypted_comment")),
  ]
    .flat()
    .filter(Boolean);
}

function renderLabel({ title, opcode }) {
  if (title !== "") return el("span", { class: "tag", title: opcode ?? "" }, title);
  return opcode !== undefined && el("span", { class: "tag mono" }, opcode);
}

/** Renders an amount of a jetton; in the smallest units if the response lacks its metadata. */
export function renderUnits(units, { type }, parties, { metadata }) {
  const { token, address } = findJetton(type, parties, metadata);
  const decimals = readDecimals(token);
  if (decimals === undefined)
    return el(
      "span",
      { class: "units", title: t("In smallest units: decimals unknown") },
      t("{amount} units", { amount: formatUnits(units, 0) ?? "" }),
    );
  return el(
    "span",
    { class: "units" },
    formatUnits(units, decimals),
    " ",
    el("bdi", {}, readSymbol(token, address) ?? t("jetton")),
  );
}

/**
 * Returns the comment of a body, or of its payload: its text, null if it is encrypted, undefined without a comment. @param {Body} body
 */
function readComment({ type, fields }) {
  // A bounced body has no fields.
  if (type === "comment") return fields[0]?.value || undefined;
  if (type === "encrypted_comment") return fields.length > 0 ? null : undefined;
  for (const { body } of fields) {
    const nestedComment = body && readComment(body);
    if (nestedComment !== undefined) return nestedComment;
  }
  return undefined;
}

/** Whether the body has more fields than the summary shows. @param {Body} body */
export const hasDetails = ({ type, fields }) => fields.length > 0 && type !== "comment";

/** Renders all fields. @param {Body} body @param {Parties} parties @param {Page} page */
export function renderBodyFields(body, parties, page) {
  return el(
    "dl",
    { class: "fields" },
    body.fields.map((field) => fact(field.label, ...renderValue(field, body, parties, page))),
    body.rest !== null && fact(t("Rest"), renderCell(body.rest)),
  );
}

/** @param {import("./body-reader.js").Field} field @returns {import("./dom.js").Child[]} */
function renderValue(field, body, parties, page) {
  const { name, kind, value, body: nestedBody } = field;
  switch (kind) {
    case "v":
      return [name === "amount" ? renderUnits(value, body, parties, page) : formatTon(value)];
    case "a":
    case "d":
      return [renderParty(value, page)];
    case "t":
      return renderComment(value, true);
    case "p":
      return nestedBody ? renderNestedBody(nestedBody, page) : [renderCell(value)];
    case "y":
      return [
        body.type === "encrypted_comment" ? t("Only the sender and the receiver can read it") : renderBytes(value),
      ];
    case "g":
      return [renderBytes(value)];
    case "m":
    case "w":
    case "l":
      return [renderActions(value, page)];
    case "u":
    case "U":
      return TIME_FIELDS.includes(name)
        ? [renderMoment(Number(value))]
        : [el("span", { class: "mono" }, String(value))];
    default:
      // A highload wallet's request has the field `message` with one message, not a list.
      return name === "message"
        ? [renderActions([{ type: "send_message", message: value }], page)]
        : [renderCell(value)];
  }
}

function renderNestedBody(nestedBody, page) {
  // A payload is not a message: without sender and receiver, no jetton wallet identifies the jetton of an amount in it.
  const summary = renderBodySummary(nestedBody, {}, page, true);
  if (hasDetails(nestedBody)) return [...summary, renderBodyFields(nestedBody, {}, page)];
  return summary.length > 0 ? summary : [t("without an opcode")];
}

function renderParty(address, { book }) {
  if (address === null) return t("none");
  return typeof address === "string"
    ? renderAccountLink(address, book)
    : el("span", { class: "mono" }, t("outside the chain: {address}", { address: shorten(address.value, 8) }));
}

function renderMoment(seconds) {
  const formattedTime = formatTime(seconds);
  return formattedTime
    ? el("time", { dateTime: formattedTime.iso, title: formattedTime.utc }, formattedTime.local)
    : String(seconds);
}

function renderBytes(bytes) {
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return el("span", { class: "mono", title: tNoun(bytes.length, "byte") }, shorten(text, 8));
}

const renderCell = (cell) =>
  cell
    ? el(
        "span",
        {},
        `${describeCell(cell)} `,
        copyButton(() => cell.toBase64(), t("cell")),
      )
    : t("none");

/** Names the size of a cell. @param {{ bits: number, refs: readonly unknown[] }} cell */
export const describeCell = ({ bits, refs }) =>
  t("a cell of {bits} and {references}", {
    bits: tNoun(bits, "bit"),
    references: tNoun(refs.length, "reference"),
  });

function renderActions(actions, page) {
  const hiddenCount = actions.length - MAX_ACTIONS;
  return el(
    "ol",
    { class: "actions-list" },
    actions.slice(0, MAX_ACTIONS).map((action) => el("li", {}, renderAction(action, page))),
    hiddenCount > 0 &&
      el("li", { class: "note" }, tCount(hiddenCount, "and {count} more action", "and {count} more actions")),
  );
}

function renderAction(action, page) {
  const { type, message, address, allowed } = action;
  if (type !== "send_message")
    return [`${formatTitle(type)}: `, address === undefined ? t(allowed ? "yes" : "no") : renderParty(address, page)];
  const sentMessage = getBodyReader().readWalletMessage(message);
  if (!sentMessage) return [`${t("A message that cannot be decoded:")} `, renderCell(message)];
  const { destination, value, body } = sentMessage;
  return [
    el(
      "div",
      { class: "party" },
      value === undefined ? `${t("a log")} ` : `${t("{amount} to", { amount: formatTon(value) ?? "" })} `,
      value !== undefined && renderParty(destination, page),
      renderBodySummary(body, { destination }, page, true),
    ),
    hasDetails(body) && renderBodyFields(body, { destination }, page),
  ];
}
