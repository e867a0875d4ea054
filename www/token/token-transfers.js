// The transfers of a token as rows of activities.

import { createActivityTable } from "../activity/activity-table.js";
import { loadClient } from "../shared/client.js";
import { byId } from "../shared/dom.js";
import { createPagedList } from "../shared/paged-list.js";
import { rememberTokens } from "../shared/seen-tokens.js";
import { t } from "../shared/messages.js";

const PAGE_SIZE = 50;

/** @typedef {import("../activity/describe-action.js").Activity} Activity */

/**
 * Creates the list in the elements `NAME-list` and `NAME-rows`.
 * @param {string} name
 * @param {{ label: string, paginate(client: import("ton-edge").Client, address: string, options: any): any,
 *   describe(row: any): Activity, metadata?(): Record<string, any>, whenRead?(): Promise<void> }} options `metadata`: what the response with the
 *   token says about it, for which `whenRead` waits
 */
export function createTransferList(name, { label, paginate, describe, metadata: readMetadata = () => ({}), whenRead }) {
  const table = createActivityTable({ label, isFromAccount: false });
  byId(`${name}-rows`).append(table.element);
  table.element.hidden = true;
  const list = createPagedList({
    box: byId(`${name}-list`),
    name,
    none: t("No transfers are known."),
    one: "transfer",
    prepare: whenRead,
    append({ rows, address_book: book, metadata }) {
      const page = { book: book ?? {}, metadata: { ...readMetadata(), ...metadata } };
      rememberTokens(metadata);
      if (rows.length > 0) table.element.hidden = false;
      table.push(rows.map((row) => ({ activity: describe(row), page })));
    },
    clear() {
      table.clear();
      table.element.hidden = true;
    },
    start: async (address, { signal, cursor }) =>
      paginate(await loadClient(), address, { pageSize: PAGE_SIZE, prefetch: 0, signal, cursor }),
  });
  return { ...list, update: table.update };
}
