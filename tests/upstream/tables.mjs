// The v3 lists that are paginated from recorded rows: /transactions, /messages, /traces, and those that follow from the same rows
// (/jetton/wallets, /transactionsByMessage, /transactionsByMasterchainBlock, /adjacentTransactions, /addressBook, /metadata). The rules are
// the service's: a limit below 1 is 1, a limit over 1000 is refused, a negative offset is 0, `sort` takes asc/desc/a/d in any case, lists
// of addresses and hashes take repeated parameters or one value joined by commas, the last of several values of any other parameter
// counts, and unknown parameters are ignored.
import { normalizeAddress, normalizeHash } from "./address.mjs";
import { checkLimit, decodeError, parseOpcode } from "./parameters.mjs";
import { Refusal } from "./refusal.mjs";

/** Reads typed values from a v3 query. @param {URLSearchParams} query */
function createReader(query) {
  const getLastValue = (name) => query.getAll(name).at(-1);
  const list = (name, normal, isMultiple = true) => {
    const parts = query
      .getAll(name)
      .flatMap((v) => v.split(","))
      .filter((v) => v !== "");
    if (!parts.length) return null;
    return new Set(
      (isMultiple ? parts : parts.slice(-1)).map(
        (part, i) => normal(part) ?? refuseValue(name, isMultiple && parts.length > 1 ? i : undefined),
      ),
    );
  };
  const refuseValue = (name, i) => {
    throw decodeError(name, i);
  };
  const readInteger = (name) => {
    const text = getLastValue(name);
    if (text === undefined || text === "") return text;
    return /^-?\d{1,19}$/.test(text) ? BigInt(text) : refuseValue(name);
  };
  return {
    last: getLastValue,
    addresses: (name) => list(name, normalizeAddress),
    hashes: (name) => list(name, normalizeHash),
    integer: readInteger,
    bool: (name) => /^(1|t|true|on)$/i.test(getLastValue(name) ?? ""),
    opcode: (name) => {
      const text = getLastValue(name);
      if (text === undefined) return null;
      return parseOpcode(text) ?? refuseValue(name);
    },
    /** null in the query selects rows without this address. */
    party: (name) =>
      /^(null|addr_none)$/i.test(getLastValue(name) ?? "") ? new Set([null]) : list(name, normalizeAddress, false),
  };
}

/** Applies sort, bounds and page, which all lists share. @param {import("./world.mjs").Row[]} rows */
function makePage(rows, q, row, getId) {
  let limit = q.integer("limit");
  limit = limit === undefined ? BigInt(row.page?.default ?? 10) : limit === "" || limit < 1n ? 1n : limit;
  checkLimit(row, limit);
  let offset = q.integer("offset");
  offset = !offset || offset < 0n ? 0n : offset;
  const sort = (q.last("sort") ?? "desc").toLowerCase();
  if (!["asc", "desc", "a", "d"].includes(sort)) throw new Refusal(422, "wrong value for sort parameter");
  const [startLt, endLt, startTime, endTime] = ["start_lt", "end_lt", "start_utime", "end_utime"].map(
    (n) => q.integer(n) || null,
  );
  const matching = rows.filter(
    (r) =>
      (startLt === null || r.lt >= startLt) &&
      (endLt === null || r.lt <= endLt) &&
      (startTime === null || BigInt(r.time) >= startTime) &&
      (endTime === null || BigInt(r.time) <= endTime),
  );
  // A time bound makes the service sort by time; ties are broken so that pages never overlap.
  const isTimeBounded = startTime !== null || endTime !== null;
  const compare = (a, b) =>
    isTimeBounded && a.time !== b.time
      ? a.time - b.time
      : a.lt < b.lt
        ? -1
        : a.lt > b.lt
          ? 1
          : getId(a.row) < getId(b.row)
            ? -1
            : 1;
  matching.sort(sort[0] === "a" ? compare : (a, b) => compare(b, a));
  return matching.slice(Number(offset), Number(offset + limit));
}

/** The envelope: rows, and the recorded address book and metadata of the accounts in these rows. */
function wrapRows(world, key, rows, withMetadata) {
  const book = {},
    metadata = {};
  const visitValue = (r, value) => {
    for (const address of JSON.stringify(value).match(/-?\d{1,10}:[0-9A-F]{64}/g) ?? []) {
      const entry = r.book[address] ?? world.book[address];
      const token = r.metadata[address] ?? world.metadata[address];
      if (entry) book[address] ??= entry;
      if (token && !metadata[address]) {
        metadata[address] = token;
        if (withMetadata) visitValue(r, token); // a jetton wallet's token info names its master, which is also sent
      }
    }
  };
  for (const r of rows) visitValue(r, r.row);
  const sortKeys = (map) => Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
  const body = { [key]: rows.map((r) => r.row), address_book: sortKeys(book) };
  return withMetadata ? { ...body, metadata: sortKeys(metadata) } : body;
}

const listMessages = (tx, direction) => [
  ...(direction !== "out" && tx.in_msg ? [tx.in_msg] : []),
  ...(direction !== "in" ? (tx.out_msgs ?? []) : []),
];

/** Whether this message was requested. Null filters accept every message. */
function createMessageFilter(q) {
  const hashes = q.hashes("msg_hash") ?? q.hashes("hash");
  const bodies = q.hashes("body_hash"),
    opcode = q.opcode("opcode");
  const source = q.party("source"),
    to = q.party("destination");
  const isMatching = (m) =>
    (!hashes || hashes.has(m.hash)) &&
    (!bodies || bodies.has(m.message_content?.hash)) &&
    (!opcode || m.opcode === opcode) &&
    (!source || source.has(m.source ?? null)) &&
    (!to || to.has(m.destination ?? null));
  return { hit: isMatching, any: Boolean(hashes || bodies || opcode || source || to), hashes };
}

const HANDLERS = {
  "/transactions"(world, q, row) {
    const accounts = q.addresses("account"),
      hashes = q.hashes("hash"),
      lt = q.integer("lt");
    const [wc, seqno, mc] = ["workchain", "seqno", "mc_seqno"].map((n) => q.integer(n));
    const shard = q.last("shard")?.replace(/^0x/i, "").toUpperCase();
    const m = createMessageFilter({ ...q, hashes: (n) => (n === "hash" ? null : q.hashes(n)) });
    const block = world.transactions.some((r) => BigInt(r.row.mc_block_seqno) === mc);
    if (mc && !block) throw new Refusal(404, `masterchain block ${mc} not found`);
    const rows = world.transactions.filter(
      ({ row: t }) =>
        (!accounts || accounts.has(t.account)) &&
        (!hashes || hashes.has(t.hash)) &&
        (!lt || BigInt(t.lt) === lt) &&
        (!mc || BigInt(t.mc_block_seqno) === mc) &&
        (wc === undefined || BigInt(t.block_ref.workchain) === wc) &&
        (!seqno || BigInt(t.block_ref.seqno) === seqno) &&
        (!shard || t.block_ref.shard === shard) &&
        (!m.any || listMessages(t, q.last("direction")).some(m.hit)),
    );
    return wrapRows(
      world,
      "transactions",
      makePage(rows, q, row, (t) => t.account + t.hash),
      false,
    );
  },
  "/transactionsByMessage"(world, q, row) {
    const m = createMessageFilter(q);
    const rows = world.transactions.filter((r) => listMessages(r.row, q.last("direction")).some(m.hit));
    return wrapRows(
      world,
      "transactions",
      makePage(rows, q, row, (t) => t.account + t.hash),
      false,
    );
  },
  "/transactionsByMasterchainBlock"(world, q, row) {
    const seqno = q.integer("seqno");
    if (!seqno) throw decodeError("seqno");
    const rows = world.transactions.filter((r) => BigInt(r.row.mc_block_seqno) === seqno);
    if (!rows.length) throw new Refusal(404, `masterchain block ${seqno} not found`);
    return wrapRows(
      world,
      "transactions",
      makePage(rows, q, row, (t) => t.account + t.hash),
      false,
    );
  },
  "/adjacentTransactions"(world, q) {
    const hash = [...(q.hashes("hash") ?? [])][0],
      direction = q.last("direction");
    const tx = world.transactions.find((r) => r.row.hash === hash)?.row;
    const isBefore = (t) => direction !== "out" && tx.in_msg && t.out_msgs.some((m) => m.hash === tx.in_msg.hash);
    const isAfter = (t) => direction !== "in" && t.in_msg && tx.out_msgs.some((m) => m.hash === t.in_msg.hash);
    const rows = tx ? world.transactions.filter((r) => isBefore(r.row) || isAfter(r.row)) : [];
    if (!rows.length) throw new Refusal(404, "adjacent transactions not found");
    return wrapRows(world, "transactions", rows, false);
  },
  "/messages"(world, q, row) {
    const m = createMessageFilter(q);
    // A bound on lt excludes incoming externals, which have no lt of their own.
    const noExternals = q.bool("exclude_externals") || Boolean(q.integer("start_lt") || q.integer("end_lt"));
    const rows = world.messages.filter(
      (r) =>
        m.hit(r.row) && !(noExternals && r.row.source === null) && !(q.bool("only_externals") && r.row.source !== null),
    );
    return wrapRows(
      world,
      "messages",
      makePage(rows, q, row, (t) => t.hash),
      true,
    );
  },
  "/traces"(world, q, row) {
    const accounts = q.addresses("account"),
      ids = q.hashes("trace_id"),
      txs = q.hashes("tx_hash"),
      msgs = q.hashes("msg_hash"),
      mc = q.integer("mc_seqno");
    const rows = world.traces.filter(({ row: t }) => {
      const transactions = Object.values(t.transactions ?? {});
      return (
        (!ids || ids.has(t.trace_id)) &&
        (!accounts || transactions.some((x) => accounts.has(x.account))) &&
        (!txs || transactions.some((x) => txs.has(x.hash))) &&
        (!msgs || transactions.some((x) => listMessages(x).some((m) => msgs.has(m.hash)))) &&
        (!mc || (BigInt(t.mc_seqno_start) <= mc && mc <= BigInt(t.mc_seqno_end)))
      );
    });
    if (mc && !rows.length) throw new Refusal(404, `masterchain block ${mc} not found`);
    return wrapRows(
      world,
      "traces",
      makePage(rows, q, row, (t) => t.trace_id),
      true,
    );
  },
  "/jetton/wallets"(world, q, row) {
    const ownAddresses = q.addresses("address"),
      owners = q.addresses("owner_address"),
      masters = q.addresses("jetton_address");
    const rows = world.jetton_wallets.filter(
      ({ row: w }) =>
        (!ownAddresses || ownAddresses.has(w.address)) &&
        (!owners || owners.has(w.owner)) &&
        (!masters || masters.has(w.jetton)),
    );
    return wrapRows(
      world,
      "jetton_wallets",
      makePage(rows, q, row, (w) => w.address),
      true,
    );
  },
  // These operations return the addresses of the recordings and omit the others; keys are the texts of the request.
  "/addressBook": (world, q, row, query) => pickAddresses(world.book, query),
  "/metadata": (world, q, row, query) => pickAddresses(world.metadata, query),
};

function pickAddresses(map, query) {
  const sentAddresses = query.getAll("address");
  if (!sentAddresses.length) throw new Refusal(422, "at least 1 address should be provided");
  return Object.fromEntries(
    sentAddresses.map((text) => [text, map[normalizeAddress(text) ?? ""]]).filter(([, entry]) => entry),
  );
}

/**
 * The body of a list operation computed from the rows, or undefined if the operation is not one of them.
 * @param {ReturnType<typeof import("./world.mjs").loadWorld>} world @param {import("./catalogue.mjs").Operation} row @param {URLSearchParams} query
 */
export function makeBody(world, row, query) {
  return HANDLERS[row.path]?.(world, createReader(query), row, query);
}
