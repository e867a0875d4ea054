// Shows the changes since the last response of the operation. Loaded on demand.

import { el } from "../shared/dom.js";
import { formatCount } from "../shared/format.js";
import { cutText, visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { Digits, parseExact } from "./exact-json.js";
import { compareJson } from "./json-diff.js";
import { describeBranch } from "./json-tree.js";

/** Number of changes that are drawn at a time. */
const CHUNK_CHANGES = 100;
const MAX_VALUE_CHARS = 200;
const CHANGE_SIGNS = { added: "+", removed: "−", changed: "~" };

/** @param {string} before @param {string} after texts of two responses */
export function renderDiff(before, after) {
  const { changes, more: isCut } = compareJson(parseExact(before), parseExact(after));
  if (changes.length === 0) return el("p", { class: "none" }, "Nothing changed since the last response.");
  const counts = Object.keys(CHANGE_SIGNS)
    .map((kind) => ({ kind, count: changes.filter((change) => change.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${kind}`);
  const list = el("ul", { class: "diff", role: "list" });
  const moreButton = el("button", { type: "button", class: "more" });
  const addChanges = () => {
    const start = list.childElementCount;
    list.append(...changes.slice(start, start + CHUNK_CHANGES).map(renderItem));
    const hiddenCount = changes.length - list.childElementCount;
    moreButton.hidden = hiddenCount === 0;
    moreButton.textContent = `Show ${Math.min(CHUNK_CHANGES, hiddenCount)} more of ${changes.length}`;
  };
  moreButton.addEventListener("click", addChanges);
  addChanges();
  return [
    el(
      "p",
      { class: "pending" },
      `${formatCount(changes.length, "difference")} to the last response of this operation: ${counts.join(", ")}.`,
      isCut && " There are more, which are not shown.",
    ),
    list,
    moreButton,
  ];
}

const renderItem = ({ path, kind, before, after }) =>
  el(
    "li",
    { class: kind },
    el("span", { class: "sign", "aria-hidden": "true" }, CHANGE_SIGNS[kind]),
    el("span", { class: "hidden" }, `${kind}: `),
    el("code", { class: "at" }, visibleText(path) || "the response"),
    el(
      "span",
      { class: "values" },
      before !== undefined && el("del", {}, formatValue(before)),
      before !== undefined && after !== undefined && " ",
      after !== undefined && el("ins", {}, formatValue(after)),
    ),
  );

function formatValue(value) {
  if (value instanceof Digits) return value.text;
  if (typeof value === "object" && value !== null) return describeBranch(value);
  return cutText(visibleText(JSON.stringify(value)), MAX_VALUE_CHARS);
}
