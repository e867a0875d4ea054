// The list of messages. Order: lt (of an incoming external, that of its transaction), then hash; if time is bounded, created_at, then hash.
// A bound on lt or time excludes messages without one: incoming externals.
import { withMaps } from "./book.mjs";
import { Refusal } from "../../refusal.mjs";
import { Select, hasTimeBounds, ltBounds, unaryPlus } from "./select.mjs";
import { message } from "./shapes.mjs";
import { messagesCalled } from "./transactions.mjs";

function findLeadingColumn(params) {
  if (params.msg_hash || params.hash) return "hash";
  if (hasTimeBounds(params)) return "time";
  return ["source", "destination", "opcode"].find((name) => params[name] !== undefined) ?? "lt";
}

/** @param {Select} select @param {string} column @param {string | null | undefined} value null: messages without it */
const party = (select, column, value) =>
  value === null ? select.and(`${column} IS NULL`) : select.equal(column, value);

/** The SQL statement of a page. @param {any} params @param {any} db @returns {[string, any[]]} */
export function messagesPage(params, db) {
  const leadingColumn = findLeadingColumn(params),
    time = hasTimeBounds(params),
    lt = ltBounds(db, params);
  const sortDirection = params.sort === "asc" ? "ASC" : "DESC";
  const select = new Select("M.* FROM messages M");
  const hashes = params.msg_hash ?? params.hash;
  if (hashes) select.and("M.hash IN (SELECT value FROM json_each(?))", JSON.stringify(messagesCalled(hashes, db)));
  party(select, `${unaryPlus(leadingColumn === "source")}M.source`, params.source);
  party(select, `${unaryPlus(leadingColumn === "destination")}M.destination`, params.destination);
  select
    .equal(`${unaryPlus(leadingColumn === "opcode")}M.opcode`, params.opcode)
    .equal("+M.body_hash", params.body_hash)
    .between(`${unaryPlus(!time && leadingColumn !== "hash")}M.sort_lt`, lt.from, lt.to)
    .between(`${unaryPlus(leadingColumn === "time")}M.sort_utime`, params.start_utime, params.end_utime);
  const isBounded = time || lt.from !== undefined || lt.to !== undefined;
  if (isBounded || params.exclude_externals) select.and("+M.type <> 'ext_in'");
  if (params.only_externals) select.and("+M.type = 'ext_in'");
  if (params.direction) select.and(`+M.${params.direction}_tx IS NOT NULL`);
  return select.page(
    time
      ? `M.sort_utime ${sortDirection}, M.hash ${sortDirection}`
      : `M.sort_lt ${sortDirection}, M.hash ${sortDirection}`,
    params,
  );
}

/** With a filter on direction, a message has only the transaction of that direction. */
const messageEnds = (row, direction) => ({
  ...(row.in_tx !== null && direction !== "out" ? { in_msg_tx_hash: row.in_tx } : {}),
  ...(row.out_tx !== null && direction !== "in" ? { out_msg_tx_hash: row.out_tx } : {}),
});

export const HANDLERS = {
  "/messages"(params, ctx) {
    if (params.msg_hash && params.hash) throw new Refusal(422, "cannot use both legacy and new message hashes");
    const rows = ctx.db.all(...messagesPage(params, ctx.db));
    const messages = rows.map((row) => ({ ...message(row), ...messageEnds(row, params.direction) }));
    return withMaps(
      { messages },
      messages.flatMap((m) => [m.source, m.destination]),
      ctx,
    );
  },
};
