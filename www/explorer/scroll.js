// All rows of a list, page after page as one scrolls near the end of what is there.

import { el, fill } from "../page/dom.js";
import { pagedList } from "../page/pages.js";
import { facts } from "./answer.js";
import { paginate } from "./call.js";
import { branch } from "./tree.js";

const PAGE_SIZE = 20;

/** Rows from the first on. `limit` of the form is how many are asked for at a time. */
export function scroll(operation, values) {
  const about = el("div", {});
  const list = el("ol", { class: "tree rows-found", role: "list", "aria-label": "Rows", start: 0 });
  const from = values.offset > 0 && el("p", { class: "pending" }, "The offset of the form is left out: all rows are read, from the first.");
  const element = el("div", { class: "paged" }, from, about, list);
  const pages = pagedList({
    box: element,
    name: "explorer",
    none: "There are no rows.",
    one: "row",
    start: (asked, { signal, pageSize }) => paginate(operation, asked, pageSize, signal, (received) => fill(about, facts(received))),
    append: ({ rows }) => list.append(...rows.map((row, at) => branch(String(list.childElementCount + at), row))),
    clear: () => fill(list),
  });
  return {
    element,
    load: () => pages.open(values, Number.isInteger(values.limit) ? values.limit : PAGE_SIZE),
    busy: pages.busy,
    stop: pages.rest,
  };
}
