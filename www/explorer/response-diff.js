// Shows what changed since the last response of the operation. Loaded on demand.

import { el } from "../shared/dom.js";
import { formatCount } from "../shared/format.js";
import { cutText, visibleText } from "../shared/visible-text.js";
import { Digits, parseExact } from "./exact-json.js";
import { compareJson } from "./json-diff.js";
import { brief } from "./json-tree.js";

/** Changes drawn at a time. */
const CHUNK = 100;
const LONGEST = 200;
const SIGNS = { added: "+", removed: "−", changed: "~" };

/** @param {string} before @param {string} after texts of two responses */
export function renderDiff(before, after) {
  const { changes, more: cut } = compareJson(parseExact(before), parseExact(after));
  if (changes.length === 0) return el("p", { class: "none" }, "Nothing changed since the last response.");
  const counts = Object.keys(SIGNS)
    .map((kind) => ({ kind, count: changes.filter((one) => one.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${kind}`);
  const list = el("ul", { class: "diff", role: "list" });
  const more = el("button", { type: "button", class: "more" });
  const add = () => {
    const from = list.childElementCount;
    list.append(...changes.slice(from, from + CHUNK).map(itemOf));
    const rest = changes.length - list.childElementCount;
    more.hidden = rest === 0;
    more.textContent = `Show ${Math.min(CHUNK, rest)} more of ${changes.length}`;
  };
  more.addEventListener("click", add);
  add();
  return [
    el(
      "p",
      { class: "pending" },
      `${formatCount(changes.length, "difference")} to the last response of this operation: ${counts.join(", ")}.`,
      cut && " There are more, which are not shown.",
    ),
    list,
    more,
  ];
}

const itemOf = ({ path, kind, before, after }) =>
  el(
    "li",
    { class: kind },
    el("span", { class: "sign", "aria-hidden": "true" }, SIGNS[kind]),
    el("span", { class: "hidden" }, `${kind}: `),
    el("code", { class: "at" }, visibleText(path) || "the response"),
    el(
      "span",
      { class: "values" },
      before !== undefined && el("del", {}, textOf(before)),
      before !== undefined && after !== undefined && " ",
      after !== undefined && el("ins", {}, textOf(after)),
    ),
  );

function textOf(value) {
  if (value instanceof Digits) return value.text;
  if (typeof value === "object" && value !== null) return brief(value);
  return cutText(visibleText(JSON.stringify(value)), LONGEST);
}
