// Shows JSON as a tree. A branch is drawn when it opens, so that a large response costs little.

import { isAddress } from "../ton-edge/address.js";
import { formatRoute } from "../app/route.js";
import { el } from "../shared/dom.js";
import { formatCount, formatNumber } from "../shared/format.js";
import { visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { Digits } from "./exact-json.js";
import { formatStep, withPaths } from "./tree-paths.js";

/** Number of fields that are drawn at a time. */
const CHUNK_FIELDS = 100;
/** Number of levels that open automatically below the level that the visitor opens. */
const MAX_OPEN_LEVELS = 8;
/** Number of characters of a text that are shown at first. */
const MAX_TEXT_CHARS = 160;
/** Fields whose value is shown for a closed object; the first one that the object has is used. */
const NAMING_FIELDS = ["hash", "account", "address", "trace_id", "action_id", "name", "type", "@type", "seqno"];

/** @param {unknown} value of `parseExact` */
export function renderJsonTree(value) {
  const list = el("ul", { class: "tree", role: "list" });
  if (!isBranch(value)) {
    list.append(el("li", {}, renderLeaf("", value, {})));
    return list;
  }
  list.append(renderJsonBranch(undefined, value, true));
  return withPaths(list);
}

export const isBranch = (value) => typeof value === "object" && value !== null && !(value instanceof Digits);

/**
 * Renders an object or a list as an item.
 * @param {string | undefined} key @param {boolean} [isOpen] @param {boolean} [isIndexed] whether the key is an index
 * @param {number} [level] number of levels below the item that the visitor opened
 */
export function renderJsonBranch(key, value, isOpen = false, isIndexed = false, level = 0) {
  const fields = Array.isArray(value) ? value.map((item, index) => [String(index), item]) : Object.entries(value);
  const childList = el("ul", { role: "list" });
  const details = el(
    "details",
    {},
    el(
      "summary",
      { tabIndex: -1 },
      key !== undefined && el("span", { class: "key" }, `${visibleText(key)}: `),
      el("span", { class: "brief" }, describeBranch(value, fields)),
    ),
    childList,
  );
  let isDrawn = false;
  const drawBranch = (start) => {
    if (isDrawn) return;
    showMoreFields(childList, value, fields, 0, start);
    isDrawn = true;
  };
  details.addEventListener("toggle", () => details.open && drawBranch(0));
  if (isOpen && fields.length > 0) {
    drawBranch(level);
    details.open = true;
  }
  return renderItem(key, isIndexed, details);
}

const renderItem = (key, isIndexed, ...content) => {
  const item = el("li", {}, ...content);
  if (key !== undefined) item.dataset.step = formatStep(key, isIndexed);
  return item;
};

function showMoreFields(list, parent, fields, start, level) {
  // Only some levels open by themselves: a response can be thousands of levels deep, with one branch on each level.
  const openedValue = start === 0 && level < MAX_OPEN_LEVELS ? findMainBranch(fields) : undefined;
  const isIndexed = Array.isArray(parent);
  for (const [key, value] of fields.slice(start, start + CHUNK_FIELDS)) {
    list.append(
      isBranch(value)
        ? renderJsonBranch(key, value, value === openedValue, isIndexed, level + 1)
        : renderItem(key, isIndexed, renderLabel(key), renderLeaf(key, value, parent)),
    );
  }
  const nextStart = start + CHUNK_FIELDS;
  if (nextStart >= fields.length) return;
  const button = el(
    "button",
    { type: "button", class: "more", tabIndex: -1 },
    `Show ${Math.min(CHUNK_FIELDS, fields.length - nextStart)} more of ${fields.length}`,
  );
  const item = el("li", {}, button);
  button.addEventListener("click", () => {
    const lastItem = item.previousElementSibling;
    item.remove();
    showMoreFields(list, parent, fields, nextStart, 0);
    focusItem(lastItem.nextElementSibling);
  });
  list.append(item);
}

/** Returns the branch to open: the only list among few fields, or else the only branch. */
function findMainBranch(fields) {
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

/** Focuses the first new item, since the pressed button is gone. */
function focusItem(item) {
  const target = item.querySelector("summary, a, button") ?? item;
  if (target === item) item.tabIndex = -1;
  target.focus();
}

/** Renders a key that copies its path when it is pressed. */
const renderLabel = (key) =>
  el(
    "button",
    { type: "button", class: "key", tabIndex: -1, title: "Copy the path of this field" },
    `${visibleText(key)}: `,
  );

/** Summarizes a closed branch in a few words. @param {any} value @param {unknown[]} [fields] */
export function describeBranch(value, fields = Object.entries(value)) {
  if (Array.isArray(value)) return `[${formatCount(fields.length, "item")}]`;
  // In v2 the hash of a transaction is one level deeper.
  const start = typeof value.transaction_id?.hash === "string" ? value.transaction_id : value;
  const name = NAMING_FIELDS.find(
    (field) => Object.hasOwn(start, field) && ["string", "number"].includes(typeof start[field]),
  );
  const identityText = name === undefined ? "" : ` ${name} ${visibleText(String(start[name]).slice(0, 44))}`;
  return `{${formatCount(fields.length, "field")}}${identityText}`;
}

function renderLeaf(key, value, parent) {
  if (value instanceof Digits) return el("span", { class: "number" }, value.text);
  if (typeof value !== "string") return el("span", { class: value === null ? "null" : typeof value }, String(value));
  const href = viewUrl(key, value, parent);
  if (href) return el("a", { class: "mono", href, tabIndex: -1 }, value);
  if (value.length <= MAX_TEXT_CHARS) return el("span", { class: "string" }, quoteText(value));
  return renderCutText(value);
}

/** Escapes marks of text direction, which JSON does not escape. */
const quoteText = (value) => visibleText(JSON.stringify(value));

/** Renders the beginning of a long text, and a button for the rest. */
function renderCutText(value) {
  const start = `${quoteText(value.slice(0, MAX_TEXT_CHARS)).slice(0, -1)}…`;
  const text = el("span", { class: "string" }, start);
  const toggleButton = el(
    "button",
    { type: "button", class: "more", tabIndex: -1, "aria-expanded": "false" },
    `Show all ${formatNumber(value.length)} characters`,
  );
  toggleButton.addEventListener("click", () => {
    const isShown = toggleButton.getAttribute("aria-expanded") === "true";
    toggleButton.setAttribute("aria-expanded", String(!isShown));
    text.textContent = isShown ? start : quoteText(value);
    toggleButton.textContent = isShown ? `Show all ${formatNumber(value.length)} characters` : "Show less";
  });
  return el("span", {}, text, " ", toggleButton);
}

const ADDRESS = /^(?:-?\d{1,3}:[0-9a-fA-F]{64}|[A-Za-z0-9_+/-]{48})$/;
const HASH = /^(?:[0-9a-fA-F]{64}|[A-Za-z0-9_+/-]{43}=?)$/;
/** Fields whose hash names a transaction, a message, or a trace. */
const TRACED_FIELDS =
  /^(?:trace_id|root|(?:ext_|in_)?msg_hash|(?:.*_)?tx_hash|.*trans_hash|trace_external_hash(?:_norm)?|transactions?|start_hash|end_hash)$/;

/** Returns the URL of the view for a value, if there is one. */
export function viewUrl(key, value, parent) {
  if (ADDRESS.test(value) && isAddress(value)) return formatRoute({ view: "account", text: value });
  if (!HASH.test(value)) return undefined;
  // A `hash` next to a logical time is the hash of a transaction or a message.
  const isTraced =
    TRACED_FIELDS.test(key) ||
    (key === "hash" && ["lt", "created_lt", "in_msg", "message_content"].some((name) => Object.hasOwn(parent, name)));
  if (isTraced) return formatRoute({ view: "trace", text: value });
  return /hash/.test(key) ? formatRoute({ view: "address", text: value }) : undefined;
}
