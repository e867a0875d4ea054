// A reference implementation of the lists of v3 without SQL: plain code reads, filters and sorts all rows. The devnet
// must return the same rows in the same order.

const compareValues = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
/** @param {...[any, any, number]} keys left, right, direction */
const compare = (...keys) => keys.reduce((order, [a, b, to]) => order || compareValues(a, b) * to, 0);
const getDirection = (p) => (p.sort === "asc" ? 1 : -1);
const isTimed = (p) => p.start_utime !== undefined || p.end_utime !== undefined;
const isWithin = (value, from, to) => (from === undefined || value >= from) && (to === undefined || value <= to);
const isAmong = (list, value) => list === undefined || list.includes(value);
const equalsFilter = (filter, value) => filter === undefined || filter === value;

/** Everything in the database. @param {any} db */
export function readWorld(db) {
  const messages = db.all("SELECT * FROM messages"),
    transactions = db.all("SELECT * FROM transactions");
  const traces = db.all("SELECT * FROM traces"),
    actions = db.all("SELECT * FROM actions");
  const traceById = new Map(traces.map((t) => [t.trace_id, t]));
  const messagesOfHash = new Map(transactions.map((t) => [t.hash, /** @type {any[]} */ ([])]));
  for (const m of messages) if (m.out_tx) messagesOfHash.get(m.out_tx)?.push(m);
  return {
    messages,
    transactions,
    traces,
    blocks: db.all("SELECT * FROM blocks").filter((b) => b.seqno > 0),
    accounts: db.all("SELECT * FROM accounts"),
    actions: actions.map((a) => ({
      ...a,
      trace: traceById.get(a.trace_id),
      accounts: JSON.parse(a.accounts),
      transactions: JSON.parse(a.transactions),
    })),
    received: new Map(messages.filter((m) => m.in_tx).map((m) => [m.in_tx, m])),
    sent: messagesOfHash,
  };
}

const makeMessageHit = (p) => (m) =>
  (p.msg_hash === undefined || p.msg_hash.includes(m.hash) || p.msg_hash.includes(m.hash_norm)) &&
  equalsFilter(p.source, m.source) &&
  equalsFilter(p.destination, m.destination) &&
  equalsFilter(p.body_hash, m.body_hash) &&
  equalsFilter(p.opcode, m.opcode);

function transactionHasMessage(transactions, tx, p) {
  if (["msg_hash", "source", "destination", "body_hash", "opcode", "direction"].every((name) => p[name] === undefined))
    return true;
  const receivedMessages = p.direction === "out" ? [] : [transactions.received.get(tx.hash)].filter(Boolean);
  const messagesOfHash = p.direction === "in" || p.opcode !== undefined ? [] : transactions.sent.get(tx.hash);
  return [...receivedMessages, ...messagesOfHash].some(makeMessageHit(p));
}

function listTransactions(world, p) {
  const to = getDirection(p);
  const rows = world.transactions.filter(
    (t) =>
      isAmong(p.hash, t.hash) &&
      isAmong(p.account, t.account) &&
      equalsFilter(p.workchain, t.workchain) &&
      equalsFilter(p.shard, t.shard) &&
      equalsFilter(p.seqno, t.seqno) &&
      equalsFilter(p.mc_seqno, t.mc_seqno) &&
      equalsFilter(p.lt, t.lt) &&
      isWithin(t.lt, p.start_lt, p.end_lt) &&
      isWithin(t.now, p.start_utime, p.end_utime) &&
      transactionHasMessage(world, t, p),
  );
  const isTimeFilter = isTimed(p) && p.mc_seqno === undefined && p.hash === undefined && p.lt === undefined;
  return rows.sort((a, b) =>
    p.lt !== undefined
      ? compare([a.account, b.account, to])
      : p.hash
        ? compare([a.hash, b.hash, to])
        : compare(
            [isTimeFilter ? a.now : 0, isTimeFilter ? b.now : 0, to],
            [a.lt, b.lt, to],
            [a.account, b.account, 1],
          ),
  );
}

function listMessages(world, p) {
  const to = getDirection(p),
    time = isTimed(p);
  const isBounded = time || p.start_lt !== undefined || p.end_lt !== undefined;
  const isExternalIn = (m) => m.type === "ext_in";
  const filters = { ...p, msg_hash: p.msg_hash ?? p.hash };
  return world.messages
    .filter(
      (m) =>
        makeMessageHit(filters)(m) &&
        isWithin(m.sort_lt, p.start_lt, p.end_lt) &&
        isWithin(m.sort_utime, p.start_utime, p.end_utime) &&
        !(isExternalIn(m) && (isBounded || p.exclude_externals)) &&
        !(p.only_externals && !isExternalIn(m)) &&
        (p.direction === undefined || m[`${p.direction}_tx`] !== null),
    )
    .sort((a, b) =>
      compare(time ? [a.sort_utime, b.sort_utime, to] : [a.sort_lt, b.sort_lt, to], [a.hash, b.hash, to]),
    );
}

function listTraces(world, p) {
  const to = getDirection(p),
    time = isTimed(p) && p.start_lt === undefined && p.end_lt === undefined;
  const makeTracesWith = (rows, test) => new Set(rows.filter(test).map((row) => row.trace_id));
  const sets = [
    p.account && makeTracesWith(world.transactions, (t) => t.account === p.account),
    p.tx_hash && makeTracesWith(world.transactions, (t) => p.tx_hash.includes(t.hash)),
    p.msg_hash &&
      makeTracesWith(world.messages, (m) => p.msg_hash.includes(m.hash) || p.msg_hash.includes(m.hash_norm)),
  ].filter(Boolean);
  return world.traces
    .filter(
      (t) =>
        isAmong(p.trace_id, t.trace_id) &&
        sets.every((set) => set.has(t.trace_id)) &&
        isWithin(t.end_lt, p.start_lt, p.end_lt) &&
        isWithin(t.end_utime, p.start_utime, p.end_utime) &&
        (p.mc_seqno === undefined || (t.state === "complete" && t.mc_seqno_end === p.mc_seqno)),
    )
    .sort((a, b) =>
      compare(time ? [a.end_utime, b.end_utime, to] : [a.end_lt, b.end_lt, to], [a.trace_id, b.trace_id, to]),
    );
}

/** The shortcut of `supported_action_types` that the tests use. */
const SHORTCUTS = { jettons: ["jetton_transfer", "jetton_burn", "jetton_mint"] };

function listActions(world, p) {
  const to = getDirection(p),
    time = isTimed(p);
  const touchedTraces =
    p.msg_hash &&
    world.messages
      .filter((m) => p.msg_hash.includes(m.hash) || p.msg_hash.includes(m.hash_norm))
      .flatMap((m) => [m.in_tx, m.out_tx]);
  const hasGeneralName = (names) => names.some((name) => /^(latest|v[1-5])$/.test(name));
  return world.actions
    .filter(
      (a) =>
        a.trace.state === "complete" &&
        isAmong(p.action_id, a.action_id) &&
        isAmong(p.trace_id, a.trace_id) &&
        (p.account === undefined || a.accounts.includes(p.account)) &&
        (p.tx_hash === undefined || a.transactions.some((h) => p.tx_hash.includes(h))) &&
        (touchedTraces === undefined || a.transactions.some((h) => touchedTraces.includes(h))) &&
        (p.mc_seqno === undefined || a.trace.mc_seqno_end === p.mc_seqno) &&
        isWithin(a.trace.end_lt, p.start_lt, p.end_lt) &&
        isWithin(a.trace.end_utime, p.start_utime, p.end_utime) &&
        !p.exclude_action_type?.includes(a.type) &&
        (p.action_type
          ? p.action_type.includes(a.type)
          : !p.supported_action_types ||
            hasGeneralName(p.supported_action_types) ||
            p.supported_action_types.some((name) => name === a.type || SHORTCUTS[name]?.includes(a.type))),
    )
    .sort((a, b) =>
      compare(
        time ? [a.trace.end_utime, b.trace.end_utime, to] : [a.trace.end_lt, b.trace.end_lt, to],
        [a.trace_id, b.trace_id, to],
        time ? [a.end_utime, b.end_utime, to] : [a.end_lt, b.end_lt, to],
        [a.action_id, b.action_id, to],
      ),
    );
}

function listBlocks(world, p) {
  const to = getDirection(p);
  return world.blocks
    .filter(
      (b) =>
        ["workchain", "shard", "seqno", "root_hash", "file_hash", "mc_seqno"].every((name) =>
          equalsFilter(p[name], b[name]),
        ) &&
        isWithin(b.gen_utime, p.start_utime, p.end_utime) &&
        isWithin(b.start_lt, p.start_lt, p.end_lt),
    )
    .sort((a, b) =>
      compare(
        [a.gen_utime, b.gen_utime, to],
        [-a.workchain, -b.workchain, to],
        [a.shard, b.shard, to],
        [a.seqno, b.seqno, to],
      ),
    );
}

/** @type {Record<string, { rows: (all: any, p: any) => any[], key: string | null, id: string[] }>} `key` of the rows in the body, and the fields that identify a row */
export const LISTS = {
  "/transactions": { rows: listTransactions, key: "transactions", id: ["hash"] },
  "/transactionsByMessage": { rows: listTransactions, key: "transactions", id: ["hash"] },
  "/transactionsByMasterchainBlock": {
    rows: (world, { seqno, ...p }) => listTransactions(world, { ...p, mc_seqno: seqno }),
    key: "transactions",
    id: ["hash"],
  },
  "/messages": { rows: listMessages, key: "messages", id: ["hash"] },
  "/traces": { rows: listTraces, key: "traces", id: ["trace_id"] },
  "/actions": { rows: listActions, key: "actions", id: ["action_id"] },
  "/blocks": { rows: listBlocks, key: "blocks", id: ["workchain", "shard", "seqno"] },
  "/masterchainBlockShards": {
    rows: (world, p) =>
      world.blocks
        .filter((b) => b.mc_seqno === p.seqno)
        .sort((a, b) => compare([a.workchain, b.workchain, 1], [a.seqno, b.seqno, 1])),
    key: "blocks",
    id: ["workchain", "shard", "seqno"],
  },
  "/topAccountsByBalance": {
    rows: (world) =>
      [...world.accounts].sort((a, b) =>
        compare([BigInt(a.balance), BigInt(b.balance), -1], [a.account, b.account, 1]),
      ),
    key: null,
    id: ["account"],
  },
};
