// Shows JSON as a tree. A branch is drawn when it opens, so that a large response costs little.

import { isAddress } from "../ton-edge/address.js";
import { formatRoute } from "../app/route.js";
import { el } from "../shared/dom.js";
import { formatCount, formatNumber } from "../shared/format.js";
import { visibleText } from "../shared/visible-text.js";
import { Digits } from "./exact-json.js";
import { stepOf, withPaths } from "./tree-paths.js";

/** Fields drawn at a time. */
const CHUNK = 100;
/** Levels that open by themselves below the one that the visitor opens. */
const DEEPEST = 8;
/** Characters of a text shown at first. */
const LONG = 160;
/** Fields that identify a closed object, the best first. */
const NAMING = ["hash", "account", "address", "trace_id", "action_id", "name", "type", "@type", "seqno"];

/** @param {unknown} value of `parseExact` */
export function renderJsonTree(value) {
  const list = el("ul", { class: "tree", role: "list" });
  if (!isBranch(value)) {
    list.append(el("li", {}, leaf("", value, {})));
    return list;
  }
  list.append(renderJsonBranch(undefined, value, true));
  return withPaths(list);
}

export const isBranch = (value) => typeof value === "object" && value !== null && !(value instanceof Digits);

/**
 * An object or a list as an item.
 * @param {string | undefined} key @param {boolean} [open] @param {boolean} [indexed] whether the key is an index
 * @param {number} [level] below the one that the visitor opened
 */
export function renderJsonBranch(key, value, open = false, indexed = false, level = 0) {
  const fields = Array.isArray(value) ? value.map((one, at) => [String(at), one]) : Object.entries(value);
  const inside = el("ul", { role: "list" });
  const details = el(
    "details",
    {},
    el(
      "summary",
      { tabIndex: -1 },
      key !== undefined && el("span", { class: "key" }, `${visibleText(key)}: `),
      el("span", { class: "brief" }, brief(value, fields)),
    ),
    inside,
  );
  let drawn = false;
  const draw = (from) => {
    if (drawn) return;
    more(inside, value, fields, 0, from);
    drawn = true;
  };
  details.addEventListener("toggle", () => details.open && draw(0));
  if (open && fields.length > 0) {
    draw(level);
    details.open = true;
  }
  return itemOf(key, indexed, details);
}

const itemOf = (key, indexed, ...content) => {
  const item = el("li", {}, ...content);
  if (key !== undefined) item.dataset.step = stepOf(key, indexed);
  return item;
};

function more(list, parent, fields, from, level) {
  // A response can be thousands of levels deep, each with one branch.
  const wanted = from === 0 && level < DEEPEST ? main(fields) : undefined;
  const indexed = Array.isArray(parent);
  for (const [key, value] of fields.slice(from, from + CHUNK)) {
    list.append(
      isBranch(value)
        ? renderJsonBranch(key, value, value === wanted, indexed, level + 1)
        : itemOf(key, indexed, label(key), leaf(key, value, parent)),
    );
  }
  const next = from + CHUNK;
  if (next >= fields.length) return;
  const button = el(
    "button",
    { type: "button", class: "more", tabIndex: -1 },
    `Show ${Math.min(CHUNK, fields.length - next)} more of ${fields.length}`,
  );
  const item = el("li", {}, button);
  button.addEventListener("click", () => {
    const last = item.previousElementSibling;
    item.remove();
    more(list, parent, fields, next, 0);
    focusOn(last.nextElementSibling);
  });
  list.append(item);
}

/** The branch to open: the only list among few fields, or else the only branch. */
function main(fields) {
  const branches = fields.map(([, value]) => value).filter(isBranch);
  const lists = branches.filter(Array.isArray);
  return fields.length > 12
    ? undefined
    : lists.length === 1
      ? lists[0]
      : branches.length === 1
        ? branches[0]
        : undefined;
}

/** Focuses the first new item, since the button is gone. */
function focusOn(item) {
  const target = item.querySelector("summary, a, button") ?? item;
  if (target === item) item.tabIndex = -1;
  target.focus();
}

/** Pressed, it copies its path. */
const label = (key) =>
  el(
    "button",
    { type: "button", class: "key", tabIndex: -1, title: "Copy the path of this field" },
    `${visibleText(key)}: `,
  );

/** A branch that is not open, in a few words. @param {any} value @param {unknown[]} [fields] */
export function brief(value, fields = Object.entries(value)) {
  if (Array.isArray(value)) return `[${formatCount(fields.length, "item")}]`;
  // v2 has a transaction's hash one level deeper.
  const from = typeof value.transaction_id?.hash === "string" ? value.transaction_id : value;
  const name = NAMING.find((one) => Object.hasOwn(from, one) && ["string", "number"].includes(typeof from[one]));
  const identity = name === undefined ? "" : ` ${name} ${visibleText(String(from[name]).slice(0, 44))}`;
  return `{${formatCount(fields.length, "field")}}${identity}`;
}

function leaf(key, value, parent) {
  if (value instanceof Digits) return el("span", { class: "number" }, value.text);
  if (typeof value !== "string") return el("span", { class: value === null ? "null" : typeof value }, String(value));
  const href = viewUrl(key, value, parent);
  if (href) return el("a", { class: "mono", href, tabIndex: -1 }, value);
  if (value.length <= LONG) return el("span", { class: "string" }, quoted(value));
  return cut(value);
}

/** JSON escapes controls, but no marks of direction. */
const quoted = (value) => visibleText(JSON.stringify(value));

/** The beginning of a long text, and a button for the rest. */
function cut(value) {
  const start = `${quoted(value.slice(0, LONG)).slice(0, -1)}…`;
  const text = el("span", { class: "string" }, start);
  const all = el(
    "button",
    { type: "button", class: "more", tabIndex: -1, "aria-expanded": "false" },
    `Show all ${formatNumber(value.length)} characters`,
  );
  all.addEventListener("click", () => {
    const shown = all.getAttribute("aria-expanded") === "true";
    all.setAttribute("aria-expanded", String(!shown));
    text.textContent = shown ? start : quoted(value);
    all.textContent = shown ? `Show all ${formatNumber(value.length)} characters` : "Show less";
  });
  return el("span", {}, text, " ", all);
}

const ADDRESS = /^(?:-?\d{1,3}:[0-9a-fA-F]{64}|[A-Za-z0-9_+/-]{48})$/;
const HASH = /^(?:[0-9a-fA-F]{64}|[A-Za-z0-9_+/-]{43}=?)$/;
/** Fields whose hash names a transaction, a message, or a trace. */
const TRACED =
  /^(?:trace_id|root|(?:ext_|in_)?msg_hash|(?:.*_)?tx_hash|.*trans_hash|trace_external_hash(?:_norm)?|transactions?|start_hash|end_hash)$/;

/** The URL of the view for a value, if there is one. */
export function viewUrl(key, value, parent) {
  if (ADDRESS.test(value) && isAddress(value)) return formatRoute({ view: "account", text: value });
  if (!HASH.test(value)) return undefined;
  // A `hash` beside a logical time is a transaction's or a message's.
  const traced =
    TRACED.test(key) ||
    (key === "hash" && ["lt", "created_lt", "in_msg", "message_content"].some((name) => Object.hasOwn(parent, name)));
  if (traced) return formatRoute({ view: "trace", text: value });
  return /hash/.test(key) ? formatRoute({ view: "address", text: value }) : undefined;
}
