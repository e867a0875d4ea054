// Shows all rows of a list, page by page as the visitor scrolls.

import { el, fill } from "../shared/dom.js";
import { createPagedList } from "../shared/paged-list.js";
import { paginateCall } from "./call.js";
import { renderJsonBranch } from "./json-tree.js";
import { renderResponseFacts } from "./response.js";
import { withPaths } from "./tree-paths.js";

const PAGE_SIZE = 20;

/** Starts at the first row; `limit` from the form is the page size. */
export function createScrollList(operation, values) {
  const factsElement = el("div", {});
  const list = el("ol", { class: "tree rows-found", role: "list", "aria-label": "Rows", start: 0 });
  const offsetNote =
    values.offset > 0 &&
    el("p", { class: "pending" }, "The form’s offset is ignored: all rows are read, from the first.");
  const element = el("div", { class: "paged" }, offsetNote, factsElement, withPaths(list));
  const pagedList = createPagedList({
    box: element,
    name: "explorer",
    none: "No rows.",
    one: "row",
    start: (params, { signal, pageSize }) =>
      paginateCall(operation, params, pageSize, signal, (receivedRows) =>
        fill(factsElement, renderResponseFacts(receivedRows)),
      ),
    append: ({ rows }) =>
      list.append(
        ...rows.map((row, index) => renderJsonBranch(String(list.childElementCount + index), row, false, true)),
      ),
    clear: () => fill(list),
  });
  return {
    element,
    load: () => pagedList.open(values, Number.isInteger(values.limit) ? values.limit : PAGE_SIZE),
    busy: pagedList.busy,
    stop: pagedList.pause,
  };
}
