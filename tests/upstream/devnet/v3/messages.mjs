// The list of messages. Order: lt (of an incoming external, that of its transaction), then hash; if time is bounded, created_at, then hash.
// A bound on lt or time excludes messages without one: incoming externals.
import { withMaps } from "./book.mjs";
import { Refusal } from "../../refusal.mjs";
import { Select, hasTimeBounds, readLtBounds, writeUnaryPlus } from "./select.mjs";
import { makeMessage } from "./shapes.mjs";
import { findMessages } from "./transactions.mjs";

function findLeadingColumn(params) {
  if (params.msg_hash || params.hash) return "hash";
  if (hasTimeBounds(params)) return "time";
  return ["source", "destination", "opcode"].find((name) => params[name] !== undefined) ?? "lt";
}

/** @param {Select} select @param {string} column @param {string | null | undefined} value null: messages without it */
const filterByParty = (select, column, value) =>
  value === null ? select.and(`${column} IS NULL`) : select.equal(column, value);

/** The SQL statement of a page. @param {any} params @param {any} db @returns {[string, any[]]} */
export function readMessagesPage(params, db) {
  const leadingColumn = findLeadingColumn(params),
    isByTime = hasTimeBounds(params),
    lt = readLtBounds(db, params);
  const sortDirection = params.sort === "asc" ? "ASC" : "DESC";
  const select = new Select("M.* FROM messages M");
  const hashes = params.msg_hash ?? params.hash;
  if (hashes) select.and("M.hash IN (SELECT value FROM json_each(?))", JSON.stringify(findMessages(hashes, db)));
  filterByParty(select, `${writeUnaryPlus(leadingColumn === "source")}M.source`, params.source);
  filterByParty(select, `${writeUnaryPlus(leadingColumn === "destination")}M.destination`, params.destination);
  select
    .equal(`${writeUnaryPlus(leadingColumn === "opcode")}M.opcode`, params.opcode)
    .equal("+M.body_hash", params.body_hash)
    .between(`${writeUnaryPlus(!isByTime && leadingColumn !== "hash")}M.sort_lt`, lt.from, lt.to)
    .between(`${writeUnaryPlus(leadingColumn === "time")}M.sort_utime`, params.start_utime, params.end_utime);
  const isBounded = isByTime || lt.from !== undefined || lt.to !== undefined;
  if (isBounded || params.exclude_externals) select.and("+M.type <> 'ext_in'");
  if (params.only_externals) select.and("+M.type = 'ext_in'");
  if (params.direction) select.and(`+M.${params.direction}_tx IS NOT NULL`);
  return select.page(
    isByTime
      ? `M.sort_utime ${sortDirection}, M.hash ${sortDirection}`
      : `M.sort_lt ${sortDirection}, M.hash ${sortDirection}`,
    params,
  );
}

/** With a filter on direction, a message has only the transaction of that direction. */
const makeMessageEnds = (row, direction) => ({
  ...(row.in_tx !== null && direction !== "out" ? { in_msg_tx_hash: row.in_tx } : {}),
  ...(row.out_tx !== null && direction !== "in" ? { out_msg_tx_hash: row.out_tx } : {}),
});

export const HANDLERS = {
  "/messages"(params, context) {
    if (params.msg_hash && params.hash) throw new Refusal(422, "cannot use both legacy and new message hashes");
    const rows = context.db.all(...readMessagesPage(params, context.db));
    const messages = rows.map((row) => ({ ...makeMessage(row), ...makeMessageEnds(row, params.direction) }));
    return withMaps(
      { messages },
      messages.flatMap((m) => [m.source, m.destination]),
      context,
    );
  },
};
