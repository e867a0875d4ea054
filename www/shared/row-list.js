// A list that grows page by page, and renders only the rows near the visible area.

import { loadClient } from "./client.js";
import { byId, el } from "./dom.js";
import { createPagedList } from "./paged-list.js";
import { rememberTokens } from "./seen-tokens.js";
import { createVirtualList } from "./virtual-list.js";

const PAGE_SIZE = 50;

/**
 * Creates the list in the elements `NAME-list` and `NAME-rows`.
 *
 * @param {string} name
 * @param {{
 *   none: string, one: string, height: number, columns?(container: HTMLElement): number,
 *   paginate(client: import("ton-edge").Client, subject: any, options: any): any,
 *   row(item: any, page: import("../activity/describe-action.js").Page, index: number): HTMLElement,
 *   prepare?(): Promise<unknown>, onRows?(items: readonly any[], isEnded: boolean): void,
 *   describe?: Parameters<typeof createPagedList>[0]["describe"],
 * }} options `none`: the text for an empty list; `one`: the noun for a row; `height`: assumed height of a row in pixels, until the first one
 *   is measured; `onRows` gets all rows that have been read after each page; the others are those of the paged and of the virtual list
 */
export function createRowList(name, { none, one, height, columns, paginate, row, prepare, onRows, describe }) {
  const container = byId(`${name}-rows`);
  const list = createVirtualList({
    place: container,
    heights: { "": height },
    columns: columns && (() => columns(container)),
    makeSpacer: () => el("div", { class: "spacer", role: "presentation" }),
    render(/** @type {any} */ { item, page }, index) {
      const element = row(item, page, index);
      element.setAttribute("aria-posinset", String(index + 1));
      return element;
    },
  });
  const readItems = () => list.items().map(({ item }) => item);
  const pagedList = createPagedList({
    box: byId(`${name}-list`),
    name,
    none,
    one,
    prepare,
    describe,
    append({ rows, address_book: book, metadata, last }) {
      const page = { book: book ?? {}, metadata: metadata ?? {} };
      rememberTokens(metadata);
      list.push(rows.map((item) => ({ item, page })));
      onRows?.(readItems(), last === true);
    },
    clear() {
      list.clear();
      onRows?.([], false);
    },
    start: async (subject, { signal, cursor }) =>
      paginate(await loadClient(), subject, { pageSize: PAGE_SIZE, prefetch: 0, signal, cursor }),
  });
  return { ...pagedList, update: list.update };
}
