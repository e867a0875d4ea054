// JSON as a tree that opens where one looks: nothing is drawn before it is wanted, so a large answer costs little.

import { isAddress } from "../ton-edge/address.js";
import { el } from "../page/dom.js";
import { count, number } from "../page/format.js";
import { formatRoute } from "../page/route.js";
import { Digits } from "./exact.js";

/** Members drawn at a time. */
const CHUNK = 100;
/** Characters of a text that are shown at once. */
const LONG = 160;
/** What a closed object is known by, the best first. */
const TELLING = ["hash", "account", "address", "trace_id", "action_id", "name", "type", "@type", "seqno"];

/** @param {unknown} value of `parseExact` */
export function tree(value) {
  const list = el("ul", { class: "tree", role: "list" });
  if (isBranch(value)) list.append(branch(undefined, value, true));
  else list.append(el("li", {}, leaf("", value, {})));
  return list;
}

const isBranch = (value) => typeof value === "object" && value !== null && !(value instanceof Digits);

/** An object or a list as an item. */
export function branch(key, value, open = false) {
  const members = Array.isArray(value) ? value.map((one, at) => [String(at), one]) : Object.entries(value);
  const inside = el("ul", { role: "list" });
  const details = el("details", {}, el("summary", {}, key !== undefined && label(key), el("span", { class: "brief" }, brief(value, members))), inside);
  let drawn = false;
  const draw = () => {
    if (drawn) return;
    drawn = true;
    more(inside, value, members, 0);
  };
  details.addEventListener("toggle", () => details.open && draw());
  if (open && members.length > 0) {
    draw();
    details.open = true;
  }
  return el("li", {}, details);
}

function more(list, parent, members, from) {
  const wanted = from === 0 ? main(members) : undefined;
  for (const [key, value] of members.slice(from, from + CHUNK)) {
    list.append(isBranch(value) ? branch(key, value, value === wanted) : el("li", {}, label(key), leaf(key, value, parent)));
  }
  const next = from + CHUNK;
  if (next >= members.length) return;
  const button = el("button", { type: "button", class: "more" }, `Show ${Math.min(CHUNK, members.length - next)} more of ${members.length}`);
  const item = el("li", {}, button);
  button.addEventListener("click", () => {
    const last = item.previousElementSibling;
    item.remove();
    more(list, parent, members, next);
    focusOn(last.nextElementSibling);
  });
  list.append(item);
}

/** The only list among few members, or else the only branch: it is what one came for. */
function main(members) {
  const branches = members.map(([, value]) => value).filter(isBranch);
  const lists = branches.filter(Array.isArray);
  return members.length > 12 ? undefined : lists.length === 1 ? lists[0] : branches.length === 1 ? branches[0] : undefined;
}

/** The button is gone; what it brought has the focus. */
function focusOn(item) {
  const target = item.querySelector("summary, a, button") ?? item;
  if (target === item) item.tabIndex = -1;
  target.focus();
}

const label = (key) => el("span", { class: "key" }, `${key}: `);

function brief(value, members) {
  if (Array.isArray(value)) return `[${count(members.length, "item")}]`;
  // v2 has the names of a transaction one deeper.
  const from = typeof value.transaction_id?.hash === "string" ? value.transaction_id : value;
  const name = TELLING.find((one) => Object.hasOwn(from, one) && ["string", "number"].includes(typeof from[one]));
  const told = name === undefined ? "" : ` ${name} ${String(from[name]).slice(0, 44)}`;
  return `{${count(members.length, "member")}}${told}`;
}

function leaf(key, value, parent) {
  if (value instanceof Digits) return el("span", { class: "number" }, value.text);
  if (typeof value !== "string") return el("span", { class: value === null ? "null" : typeof value }, String(value));
  const href = placeOf(key, value, parent);
  if (href) return el("a", { class: "mono", href }, value);
  if (value.length <= LONG) return el("span", { class: "string" }, JSON.stringify(value));
  return cut(value);
}

/** The beginning of a long text, and the rest when it is wanted. */
function cut(value) {
  const text = el("span", { class: "string" }, `${JSON.stringify(value.slice(0, LONG)).slice(0, -1)}…`);
  const all = el("button", { type: "button", class: "more", "aria-expanded": "false" }, `Show all ${number(value.length)} characters`);
  all.addEventListener("click", () => {
    const shown = all.getAttribute("aria-expanded") === "true";
    all.setAttribute("aria-expanded", String(!shown));
    text.textContent = shown ? `${JSON.stringify(value.slice(0, LONG)).slice(0, -1)}…` : JSON.stringify(value);
    all.textContent = shown ? `Show all ${number(value.length)} characters` : "Show less";
  });
  return el("span", {}, text, " ", all);
}

const ADDRESS = /^(?:-?\d{1,3}:[0-9a-fA-F]{64}|[A-Za-z0-9_+/-]{48})$/;
const HASH = /^(?:[0-9a-fA-F]{64}|[A-Za-z0-9_+/-]{43}=?)$/;
/** Members whose hash names a transaction or a message, or the trace of one. */
const TRACED = /^(?:trace_id|root|(?:ext_|in_)?msg_hash|(?:.*_)?tx_hash|.*trans_hash|trace_external_hash(?:_norm)?|transactions?|start_hash|end_hash)$/;

/** The view that tells more of a value. */
function placeOf(key, value, parent) {
  if (ADDRESS.test(value) && isAddress(value)) return formatRoute({ view: "account", text: value });
  if (!HASH.test(value)) return undefined;
  // A `hash` beside a logical time is a transaction's or a message's.
  const traced = TRACED.test(key) || (key === "hash" && ["lt", "created_lt", "in_msg", "message_content"].some((name) => Object.hasOwn(parent, name)));
  if (traced) return formatRoute({ view: "trace", text: value });
  return /hash/.test(key) ? formatRoute({ view: "address", text: value }) : undefined;
}
