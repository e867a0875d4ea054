// A chain whose blocks follow the clock, and upstreams of it that are behind, fail and hang. Every state says which block it shows, so that a
// checker can compare it with what a session has seen. Transactions are cells that the client can decode.

import { beginCell, decodeMessage, externalMessage, parseBoc } from "ton-edge/message";

/** The seqno of the chain at the start. */
const FIRST_SEQNO = 1000;
/** Logical times of a block. */
const LT_OF_BLOCK = 1_000_000n;
/** Transactions of each account at the start. */
const OLD_TRANSACTIONS = 24;
/** A balance is the block that it shows times this number, plus the number of transactions. */
const BLOCK_IN_BALANCE = 100_000;
/** The time of the first block, in seconds since 1970: that of the simulated clock. */
const START_UTIME = 1_800_000_000;
const ZERO = Buffer.alloc(32).toString("base64");
/** The code and data of every account: an empty cell. */
const CODE = beginCell().endCell().toBase64();
const SHARD = "-9223372036854775808";

export const ACCOUNTS = ["11", "22", "33"].map((byte) => `0:${byte.repeat(32)}`);

/** The message with this number. */
export const createMessage = (account, number) =>
  externalMessage({ to: account, body: beginCell().storeUint(number, 64).endCell() });

/**
 * @typedef {{ index: number, account: string, lt: bigint, block: number, utime: number, hash: string, data: string, messageHash: string,
 *   previous: Transaction | undefined }} Transaction
 * @typedef {ReturnType<typeof createChain>} Chain
 */

/** @param {{ blockMs: number, now: () => number }} settings `now`: milliseconds since the start */
export function createChain({ blockMs, now }) {
  /** @type {Map<string, Transaction[]>} */
  const histories = new Map(ACCOUNTS.map((account) => [account, []]));
  /** @type {Map<string, Transaction>} */
  const transactionByMessage = new Map();
  const getSeqno = () => FIRST_SEQNO + Math.floor(now() / blockMs);
  const getUtime = (block) => START_UTIME + Math.floor(((block - FIRST_SEQNO) * blockMs) / 1000);

  /** Adds the transaction that executes a message. */
  function execute(cell, message, block) {
    const history = histories.get(message.info.dest);
    add(createTransaction({ cell, message, block, utime: getUtime(block), previous: history.at(-1) }));
  }
  const add = (transaction) => {
    histories.get(transaction.account).push(transaction);
    transactionByMessage.set(transaction.messageHash, transaction);
  };
  oldTransactions ??= createOldTransactions();
  oldTransactions.forEach(add);

  return {
    getSeqno,
    getUtime,
    /** Executes a message in the next block, once. @param {string} boc */
    accept(boc) {
      const cell = parseBoc(boc);
      const message = decodeMessage(cell);
      if (!transactionByMessage.has(message.normalizedHash)) execute(cell, message, getSeqno() + 1);
    },
    findByMessage: (hash) => transactionByMessage.get(hash),
    getHistory: (account) => histories.get(account) ?? [],
    /** Returns how many transactions of an account there are up to a block. */
    countUpTo(account, block) {
      const history = histories.get(account);
      let count = history.length;
      while (count > 0 && history[count - 1].block > block) count -= 1;
      return count;
    },
  };
}

/** @returns {Transaction} */
function createTransaction({ cell, message, block, utime, previous: previousState }) {
  const { info, normalizedHash: messageHash } = message;
  const account = info.dest;
  const lt = previousState?.block === block ? previousState.lt + 1n : BigInt(block) * LT_OF_BLOCK + 1n;
  const transaction = writeTransaction({ account, lt, utime, previous: previousState }, cell);
  const [hash, data] = [Buffer.from(transaction.hash()).toString("base64"), transaction.toBase64()];
  return {
    index: (previousState?.index ?? -1) + 1,
    account,
    lt,
    block,
    utime,
    hash,
    data,
    messageHash,
    previous: previousState,
  };
}

/** The transactions of all accounts before the start, which all chains have. @type {Transaction[] | undefined} */
let oldTransactions;

const createOldTransactions = () =>
  ACCOUNTS.flatMap((account) => {
    let previousState;
    return Array.from({ length: OLD_TRANSACTIONS }, (_, index) => {
      const block = FIRST_SEQNO - 500 + index * 20;
      const cell = createMessage(account, 2 ** 32 + block);
      const utime = START_UTIME - 600 + index;
      return (previousState = createTransaction({
        cell,
        message: decodeMessage(cell),
        block,
        utime,
        previous: previousState,
      }));
    });
  });

/** Writes a transaction that executed an external message with success. */
function writeTransaction({ account, lt, utime, previous: previousState }, message) {
  const gas = beginCell()
    .storeUint(0, 7)
    .storeInt(0, 8)
    .storeInt(0, 32)
    .storeUint(0, 33)
    .storeUint(0, 256)
    .storeUint(0, 256);
  const compute = beginCell().storeUint(0b1_1_0_0, 4).storeUint(0, 4).storeRef(gas.endCell());
  const action = beginCell()
    .storeUint(0b1_1_0_0_0_0, 6)
    .storeInt(0, 32)
    .storeUint(0, 65)
    .storeUint(0, 256)
    .storeUint(0, 6);
  const description = beginCell()
    .storeUint(0b0000_1_0_0, 7)
    .storeBuilder(compute)
    .storeUint(1, 1)
    .storeRef(action.endCell())
    .storeUint(0, 3);
  const states = beginCell().storeUint(0x72, 8).storeUint(0, 256).storeUint(0, 256);
  return beginCell()
    .storeUint(0b0111, 4)
    .storeUint(BigInt(`0x${account.slice(2)}`), 256)
    .storeUint(lt, 64)
    .storeUint(previousState ? BigInt(`0x${Buffer.from(previousState.hash, "base64").toString("hex")}`) : 0n, 256)
    .storeUint(previousState?.lt ?? 0n, 64)
    .storeUint(utime, 32)
    .storeUint(0, 15)
    .storeUint(0b10_10, 4)
    .storeRef(beginCell().storeUint(1, 1).storeRef(message).storeUint(0, 1).endCell())
    .storeUint(0, 5)
    .storeRef(states.endCell())
    .storeRef(description.endCell())
    .endCell();
}

/** A transaction as a row of v3. @param {Transaction} transaction */
const writeRow = ({ account, hash, lt, block, utime, messageHash }) => ({
  account,
  hash,
  lt: String(lt),
  now: utime,
  mc_block_seqno: block,
  trace_id: hash,
  total_fees: "0",
  emulated: false,
  finality: "finalized",
  orig_status: "active",
  end_status: "active",
  in_msg: { hash: messageHash, hash_norm: messageHash, source: null, destination: account },
  out_msgs: [],
  description: {
    aborted: false,
    compute_ph: { skipped: false, success: true, exit_code: 0 },
    action: { success: true, result_code: 0, skipped_actions: 0 },
  },
});

/** A transaction as a row of v2. @param {Transaction} transaction */
const writeRowOfV2 = ({ account, hash, lt, utime, data, messageHash }) => ({
  "@type": "raw.transaction",
  address: { "@type": "accountAddress", account_address: account },
  utime,
  data,
  transaction_id: { "@type": "internal.transactionId", lt: String(lt), hash },
  fee: "0",
  in_msg: { hash: messageHash, source: "", destination: account },
  out_msgs: [],
});

const encodeBalance = (block, count) => String(block * BLOCK_IN_BALANCE + count);

/** Reads the block and the number of transactions that a balance shows. */
export const decodeBalance = (balance) => ({
  block: Math.floor(Number(balance) / BLOCK_IN_BALANCE),
  count: Number(balance) % BLOCK_IN_BALANCE,
});

/**
 * The results of the chain's operations at a block.
 *
 * @param {Chain} chain @param {number} seqno @param {Record<string, any>} params
 * @returns {Record<string, () => any>} the operations of v2 begin with `v2/`
 */
function makeOperations(chain, seqno, params) {
  const [account] = [params.address ?? params.account].flat();
  const block = { workchain: -1, shard: SHARD, seqno, root_hash: ZERO, file_hash: ZERO };
  const isShown = (transaction) => transaction !== undefined && transaction.block <= seqno;
  const readState = () => {
    const count = chain.countUpTo(account, seqno);
    const lastTransaction = chain.getHistory(account)[count - 1];
    return {
      count,
      last: lastTransaction,
      balance: encodeBalance(seqno, count),
      id: { lt: String(lastTransaction.lt), hash: lastTransaction.hash },
    };
  };
  const listShown = () => chain.getHistory(account).slice(0, chain.countUpTo(account, seqno)).reverse();
  const findShown = (hash) => [chain.findByMessage([hash].flat()[0])].filter(isShown);
  return {
    "v2/getMasterchainInfo": () => ({ last: block, init: block, state_root_hash: ZERO }),
    "v2/getAddressBalance": () => readState().balance,
    "v2/getAddressInformation": () => {
      const { balance, id } = readState();
      const info = { balance, state: "active", code: CODE, data: CODE, frozen_hash: "", extra_currencies: [] };
      return { ...info, last_transaction_id: id, block_id: block, sync_utime: chain.getUtime(seqno) };
    },
    "v2/getWalletInformation": () => {
      const { balance, id, count } = readState();
      const wallet = { wallet: true, account_state: "active", wallet_type: "wallet v4 r2", wallet_id: 1 };
      return { ...wallet, balance, seqno: count, last_transaction_id: id };
    },
    "v2/runGetMethod": () => {
      const { id, balance } = readState();
      const stack = [["num", `0x${BigInt(balance).toString(16)}`]];
      return { gas_used: 1, exit_code: 0, stack, last_transaction_id: id, block_id: block };
    },
    "v2/getTransactions": () => {
      const { lt, limit = 10, to_lt = 0 } = params;
      const rows = listShown().filter((row) => row.lt > BigInt(to_lt));
      const from = lt === undefined ? 0 : rows.findIndex((row) => row.lt === BigInt(lt));
      if (from < 0) return undefined;
      return rows.slice(from, from + Number(limit)).map(writeRowOfV2);
    },
    "v2/sendBoc": () => {
      chain.accept(params.boc);
      return { "@type": "ok" };
    },
    "v3/masterchainInfo": () => ({ last: block, first: block }),
    "v3/accountStates": () => {
      const { balance, id } = readState();
      const row = { address: account, balance, status: "active", account_state_hash: ZERO };
      return { accounts: [{ ...row, ...nameLast(id) }], address_book: {}, metadata: {} };
    },
    "v3/walletStates": () => {
      const { balance, id, count } = readState();
      const row = { address: account, balance, status: "active", is_wallet: true, wallet_type: "wallet v4 r2" };
      return { wallets: [{ ...row, seqno: count, wallet_id: 1, ...nameLast(id) }], address_book: {}, metadata: {} };
    },
    "v3/transactions": () => {
      const { limit = 10, offset = 0, end_lt, end_utime } = params;
      const rows = listShown()
        .filter((row) => end_lt === undefined || row.lt <= BigInt(end_lt))
        .filter((row) => end_utime === undefined || row.utime <= Number(end_utime));
      return {
        transactions: rows.slice(Number(offset), Number(offset) + Number(limit)).map(writeRow),
        address_book: {},
      };
    },
    "v3/transactionsByMessage": () => ({ transactions: findShown(params.msg_hash).map(writeRow), address_book: {} }),
    "v3/pendingTraces": () => ({ traces: [], address_book: {} }),
    "v3/traces": () => {
      const traceById = params.trace_id && findByHash(chain, [params.trace_id].flat()[0]);
      const traces = traceById ? [traceById].filter(isShown) : findShown(params.msg_hash);
      return { traces: traces.map(writeTrace), address_book: {} };
    },
    "v3/dns/records": () => ({ records: [], address_book: {} }),
  };
}

const nameLast = ({ lt, hash }) => ({ last_transaction_lt: lt, last_transaction_hash: hash });

const findByHash = (chain, hash) =>
  ACCOUNTS.flatMap((account) => chain.getHistory(account)).find((transaction) => transaction.hash === hash);

/** The trace of a message that caused no other one. @param {Transaction} transaction */
const writeTrace = (transaction) => ({
  trace_id: transaction.hash,
  trace: { tx_hash: transaction.hash, in_msg_hash: transaction.messageHash, children: [] },
  transactions: { [transaction.hash]: writeRow(transaction) },
  transactions_order: [transaction.hash],
  trace_info: { trace_state: "complete", pending_messages: 0, messages: 1, transactions: 1 },
  is_incomplete: false,
});

/**
 * @typedef {{ from: number, ms: number, kind: string }} Fault `kind`: "hang", "refused" or "503"
 * @typedef {{ lags: number[], indexLagMs: number, delay: number, faults: Fault[] }} Behaviour `lags`: blocks that each replica is behind, which
 *   respond in turn; `indexLagMs`: how much more v3 is behind; `delay` of responses in milliseconds
 */

/**
 * An upstream of the chain. A replica that shows a block shows no earlier one later. At `calmMs` all lags and faults end.
 *
 * @param {Chain} chain @param {Behaviour} behaviour @param {{ now: () => number, blockMs: number, calmMs: number }} timing
 * @returns {(request: { method: string, url: string, body?: string }, signal?: AbortSignal) => Promise<{ status: number, body: any }>}
 *   rejects if the connection fails
 */
export function createUpstream(chain, { lags, indexLagMs, delay, faults }, { now, blockMs, calmMs }) {
  let requestCount = 0;
  const indexLag = Math.ceil(indexLagMs / blockMs);
  const getShownSeqno = (generation, lag) =>
    chain.getSeqno() - (now() >= calmMs ? 0 : lag + (generation === "v3" ? indexLag : 0));
  return async ({ method, url, body }, signal) => {
    const { pathname, searchParams } = new URL(url);
    const lag = lags[requestCount++ % lags.length];
    const fault = faults.find(({ from, ms }) => now() >= from && now() < Math.min(from + ms, calmMs))?.kind;
    if (fault === "hang")
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason), { once: true }));
    await new Promise((resolve) => setTimeout(resolve, 1 + delay));
    if (fault === "refused") throw new TypeError("fetch failed");
    if (fault === "503") return { status: 503, body: { error: "unavailable" } };
    const operation = pathname.replace(/^\/api\//, "");
    const generation = operation.slice(0, 2);
    const params = method === "POST" ? JSON.parse(body) : readQuery(searchParams);
    const run = makeOperations(chain, getShownSeqno(generation, lag), params)[operation];
    const result = run?.();
    if (generation === "v3") return run ? { status: 200, body: result } : { status: 404, body: { error: "not found" } };
    return result === undefined
      ? { status: 500, body: { ok: false, error: "LITE_SERVER_UNKNOWN: cannot locate transaction", code: 500 } }
      : { status: 200, body: { ok: true, result } };
  };
}

function readQuery(searchParams) {
  const params = {};
  for (const name of new Set(searchParams.keys())) {
    const values = searchParams.getAll(name);
    params[name] = values.length > 1 ? values : values[0];
  }
  return params;
}
