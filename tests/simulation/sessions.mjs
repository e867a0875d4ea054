// Sessions that read, send and walk through gateways: programs that send `X-Ton-Edge-Min-Seqno` themselves, and clients of this package. They
// record what each response shows.

import { createClient, isTonEdgeError } from "ton-edge";
import { messageHash } from "ton-edge/message";

import { ACCOUNTS, createMessage, decodeBalance } from "./fake-chain.mjs";

/** Milliseconds between two searches for a message, and the number of searches. */
const POLL_MS = 300;
const MAX_POLLS = 40;
/** Rows of a page, and maximum pages of a walk. */
const PAGE_SIZE = 4;
const MAX_PAGES = 5;
/** Milliseconds that a call of a client may take. */
const CLIENT_TIMEOUT_MS = 8000;

const post = (body) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const query = (params) => new URLSearchParams(params).toString();
const readBalanceOfState = ({ balance }) => decodeBalance(balance);

/**
 * The reads by name. `request`: as a program sends it; `call`: as a client's call; `getShown`: what the result shows, as the block, the number
 * of transactions of the account, or the newest of them; `namesBlock`: whether the response names its block; `isChecked`: whether the client
 * compares its logical time.
 *
 * @type {Record<string, { request: (account: string) => [string, RequestInit?], call: (client: any, account: string) => Promise<any>,
 *   getShown: (result: any) => { block?: number, count?: number, lt?: bigint }, namesBlock?: boolean, isChecked?: boolean }>}
 */
export const READS = {
  "v2 head": {
    request: () => ["/api/v2/getMasterchainInfo"],
    call: (client) => client.v2.getMasterchainInfo(),
    getShown: ({ last }) => ({ block: last.seqno }),
    namesBlock: true,
  },
  "v3 head": {
    request: () => ["/api/v3/masterchainInfo"],
    call: (client) => client.v3.masterchainInfo(),
    getShown: ({ last }) => ({ block: last.seqno }),
    namesBlock: true,
  },
  "v2 balance": {
    request: (address) => [`/api/v2/getAddressBalance?${query({ address })}`],
    call: (client, address) => client.v2.getAddressBalance({ address }),
    getShown: decodeBalance,
  },
  "v2 state": {
    request: (address) => [`/api/v2/getAddressInformation?${query({ address })}`],
    call: (client, address) => client.v2.getAddressInformation({ address }),
    getShown: readBalanceOfState,
    namesBlock: true,
    isChecked: true,
  },
  "v2 wallet": {
    request: (address) => [`/api/v2/getWalletInformation?${query({ address })}`],
    call: (client, address) => client.v2.getWalletInformation({ address }),
    getShown: readBalanceOfState,
    isChecked: true,
  },
  "v2 get-method": {
    request: (address) => ["/api/v2/runGetMethod", post({ address, method: "seqno", stack: [] })],
    call: (client, address) => client.v2.runGetMethod({ address, method: "seqno", stack: [] }),
    getShown: ({ stack }) => decodeBalance(stack[0][1]),
    namesBlock: true,
    isChecked: true,
  },
  "v2 history": {
    request: (address) => [`/api/v2/getTransactions?${query({ address, limit: "3" })}`],
    call: (client, address) => client.v2.getTransactions({ address, limit: 3 }),
    getShown: ([row]) => ({ lt: BigInt(row.transaction_id.lt) }),
    isChecked: true,
  },
  "v3 states": {
    request: (address) => [`/api/v3/accountStates?${query({ address })}`],
    call: (client, address) => client.v3.accountStates({ address: [address] }),
    getShown: ({ accounts }) => readBalanceOfState(accounts[0]),
    isChecked: true,
  },
  "v3 account": {
    request: (address) => [`/api/v3/walletStates?${query({ address })}`],
    call: (client, address) => client.account(address),
    getShown: ({ wallets, balance }) => decodeBalance(wallets ? wallets[0].balance : balance),
    isChecked: true,
  },
  "v3 history": {
    request: (account) => [`/api/v3/transactions?${query({ account, limit: "3", sort: "desc" })}`],
    call: (client, account) => client.v3.transactions({ account: [account], limit: 3, sort: "desc" }),
    getShown: ({ transactions }) => ({ lt: BigInt(transactions[0].lt) }),
    isChecked: true,
  },
};
export const READ_NAMES = Object.keys(READS);

/** Walks by name: the operation, the fields of its rows, and the parameters of the page after a row, or after this many rows. */
const WALKS = {
  "v2 by logical time": {
    path: (account) => `/api/v2/getTransactions?${query({ address: account, limit: String(PAGE_SIZE) })}`,
    getRows: ({ result }) => result.map(({ transaction_id: id }) => id),
    // The page begins with the last row of the page before.
    getNext: ({ lt, hash }) => query({ lt, hash }),
    call: (client, address, options) => client.v2.getTransactions.paginate({ address }, options),
    getLt: ({ transaction_id: id }) => BigInt(id.lt),
    overlap: 1,
  },
  "v3 by logical time": {
    path: (account) => `/api/v3/transactions?${query({ account, limit: String(PAGE_SIZE), sort: "desc" })}`,
    getRows: ({ transactions }) => transactions,
    getNext: ({ lt }) => query({ end_lt: String(BigInt(lt) - 1n) }),
    call: (client, account, options) => client.v3.transactions.paginate({ account: [account], sort: "desc" }, options),
    getLt: ({ lt }) => BigInt(lt),
    overlap: 0,
  },
  "v3 by offset": {
    path: (account) => `/api/v3/transactions?${query({ account, limit: String(PAGE_SIZE), sort: "desc" })}`,
    getRows: ({ transactions }) => transactions,
    getNext: (_, count) => query({ offset: String(count) }),
    call: (client, account, options) =>
      client.v3.transactions.paginate({ account: [account], sort: "desc" }, { ...options, mode: "offset" }),
    getLt: ({ lt }) => BigInt(lt),
    overlap: 0,
  },
};
const WALK_NAMES = Object.keys(WALKS);

/**
 * What a session has recorded. `min`: the block that the session had seen when the operation began; `minCount` and `minHead`:
 * the transactions of the account, and the newest block, that it had seen by such reads; `ownCount`, `ownBlock`: the transactions of
 * the account, and the block, of its own newest write then, and `ownSeqno`: the block that the client knows of its writes; `named`: the block
 * that the response names.
 *
 * @typedef {{ session: number, plan: import("./program.mjs").SessionPlan, gateway?: number, kind: string, name: string, account: string, start: number,
 *   end: number, status: number, error: string | null, min: number, minCount: number, minHead: number, ownCount: number, ownSeqno: number, shown?: { block?: number, count?: number, lt?: bigint },
 *   lts?: bigint[], isWhole?: boolean, named?: number, cache?: string | null, behind?: string | null, path?: string }} Entry
 * @typedef {{ now: () => number, sleep: (ms: number) => Promise<void>, send: (gateway: number, request: Request) => Promise<Response>,
 *   getBaseUrl: () => string }} World
 */

/** What a session knows. */
class Knowledge {
  /** The newest block that a response showed. */
  seen = 0;
  /** The newest block of its own writes that it followed over v3, which names the block. */
  ownSeqno = 0;
  /** The newest transaction of each account that a response showed, as the number of the account's transactions. @type {Map<string, number>} */
  counts = new Map();
  /** The newest block that a response about the newest block showed, by read. @type {Map<string, number>} */
  heads = new Map();
  /** The own write of each account: the number of the account's transactions up to it. @type {Map<string, number>} */
  own = new Map();

  /** @param {{ block?: number, lt?: bigint }} shown */
  learn({ block, lt }) {
    this.seen = Math.max(this.seen, block ?? Number((lt ?? 0n) / 1_000_000n));
  }
}

/**
 * Creates a session; returns a function that runs an operation of it.
 *
 * @param {World} world @param {{ session: number, plan: import("./program.mjs").SessionPlan, isOn: boolean, entries: Entry[],
 *   chain: import("./fake-chain.mjs").Chain }} settings `isOn`: whether it requires what it has seen
 */
export function createSession(world, { session, plan, isOn, entries, chain }) {
  const knowledge = new Knowledge();
  const countAt = (account, lt) => chain.getHistory(account).findIndex((transaction) => transaction.lt === lt) + 1;
  const beginOperation = (kind, name, account, gateway) => {
    const { seen, own: ownCounts, ownSeqno, counts, heads } = knowledge;
    const operationInfo = { session, plan, kind, name, account, ...(gateway === undefined ? {} : { gateway }) };
    const bounds = {
      min: seen,
      minCount: counts.get(account) ?? 0,
      minHead: heads.get(name) ?? 0,
      ownCount: ownCounts.get(account) ?? 0,
      ownSeqno,
    };
    return { ...operationInfo, start: world.now(), end: 0, status: 0, error: null, ...bounds };
  };
  const finish = (entry, overrides) => entries.push(Object.assign(entry, { end: world.now() }, overrides));
  const noteWrite = (account, { lt, block }) => {
    knowledge.own.set(account, Math.max(knowledge.own.get(account) ?? 0, countAt(account, lt)));
    if (block !== undefined) knowledge.ownSeqno = Math.max(knowledge.ownSeqno, block);
    knowledge.learn({ lt });
  };
  /** Adds the number of the account's transactions to what a response shows, and remembers it. */
  const completeResult = (result, account, name) => {
    const shownRow = result.lt === undefined ? result : { ...result, count: countAt(account, result.lt) };
    knowledge.learn(shownRow);
    const [map, key, value] = READS[name]?.isChecked
      ? [knowledge.counts, account, shownRow.count]
      : [knowledge.heads, name, shownRow.block];
    map.set(key, Math.max(map.get(key) ?? 0, value));
    return shownRow;
  };
  const parts = {
    ...{ world, plan, isOn, knowledge, begin: beginOperation, finish, noteWrite, complete: completeResult },
  };
  return plan.kind === "client" ? createClientSession(parts) : createHeaderSession(parts);
}

/** A program that sends the newest block that it has seen as a header, unless it has no session. */
function createHeaderSession({ world, plan, isOn, knowledge, begin, finish, noteWrite, complete }) {
  /** Sends a request, which requires what the session has seen. Returns the result, if it was a success. */
  async function request(gateway, path, init = {}) {
    const headers = {
      ...init.headers,
      ...(isOn && plan.kind !== "plain" && knowledge.seen > 0
        ? { "x-ton-edge-min-seqno": String(knowledge.seen) }
        : {}),
    };
    const response = await world.send(gateway, new Request(world.getBaseUrl() + path, { ...init, headers }));
    const text = await response.text();
    const getHeader = (name) => response.headers.get(name);
    const namedHeader = getHeader("x-ton-edge-seqno");
    const { status } = response;
    const facts = {
      ...{ status, path },
      cache: getHeader("cache-status"),
      error: getHeader("x-ton-edge-error"),
      behind: getHeader("x-ton-edge-behind"),
    };
    return {
      body: status === 200 ? JSON.parse(text) : undefined,
      facts: namedHeader === null ? facts : { ...facts, named: Number(namedHeader) },
    };
  }

  async function read({ gateway, name }, account) {
    const entry = begin("read", name, account, gateway);
    const { body, facts } = await request(gateway, ...READS[name].request(account));
    const shownRow = body && complete(READS[name].getShown(body.result ?? body), account, name);
    finish(entry, shownRow ? { ...facts, shown: shownRow } : facts);
  }

  async function send({ gateway, number }, account) {
    const entry = begin("send", plan.generation, account, gateway);
    const boc = createMessage(account, number);
    const { facts } = await request(gateway, "/api/v2/sendBoc", post({ boc: boc.toBase64() }));
    const isFound = facts.status === 200 && (await follow(gateway, account, messageHash(boc)));
    finish(entry, { ...facts, status: isFound ? 200 : 0 });
  }

  /** Searches for the transaction of a message until it is found. */
  async function follow(gateway, account, hash) {
    const path =
      plan.generation === "v3"
        ? `/api/v3/transactionsByMessage?${query({ msg_hash: hash, direction: "in", limit: "1" })}`
        : `/api/v2/getTransactions?${query({ address: account, limit: "20" })}`;
    for (let poll = 0; poll < MAX_POLLS; poll += 1) {
      const { body } = await request(gateway, path);
      const row = (body?.transactions ?? body?.result ?? []).find(({ in_msg }) => in_msg.hash === hash);
      if (row) {
        noteWrite(account, { lt: BigInt(row.lt ?? row.transaction_id.lt), block: row.mc_block_seqno });
        return true;
      }
      await world.sleep(POLL_MS);
    }
    return false;
  }

  async function walkHistory({ gateway, number }, account) {
    const name = WALK_NAMES[number % WALK_NAMES.length];
    const { path, getRows, getNext, overlap } = WALKS[name];
    const entry = begin("walk", name, account, gateway);
    const lts = [];
    let lastEntry;
    let isWhole = false;
    let facts;
    for (let page = 0; page < MAX_PAGES && !isWhole; page += 1) {
      const next = lastEntry === undefined ? "" : `&${getNext(lastEntry, lts.length)}`;
      const answer = await request((gateway + page) % 2, path(account) + next);
      facts = answer.facts;
      if (facts.status !== 200) break;
      const rows = getRows(answer.body);
      // Newer transactions move the rows of an offset on, so a page may repeat rows.
      const newRows = lastEntry === undefined ? rows : rows.filter(({ lt }) => BigInt(lt) < BigInt(lastEntry.lt));
      if (page === 0) knowledge.learn({ lt: BigInt(rows[0].lt) });
      lts.push(...newRows.map(({ lt }) => BigInt(lt)));
      isWhole = rows.length < PAGE_SIZE || (newRows.length === 0 && rows.length === overlap);
      if (newRows.length > 0) lastEntry = newRows.at(-1);
    }
    finish(entry, { ...facts, lts, isWhole });
  }
  return (operation, account) => ({ read, send, walk: walkHistory })[operation.kind](operation, account);
}

/** A client of this package, whose requests reach the gateway of the newest operation, as a load balancer chooses it. */
function createClientSession({ world, plan, isOn, begin, finish, noteWrite, complete }) {
  let gateway = 0;
  const client = createClient({
    baseUrl: world.getBaseUrl(),
    rateLimit: false,
    timeoutMs: CLIENT_TIMEOUT_MS,
    ...(isOn ? {} : { sessionConsistency: false }),
    fetch: (request) => world.send(gateway, request),
  });
  /** Runs a call; returns its result, or what is recorded of its error. */
  const run = async (call) => {
    try {
      return { result: await call() };
    } catch (error) {
      if (!isTonEdgeError(error)) throw error;
      return { facts: { status: 503, error: `${error.code}: ${error.message}` } };
    }
  };

  async function read({ name }, account) {
    const entry = begin("read", name, account);
    const { result, facts } = await run(() => READS[name].call(client, account));
    finish(entry, facts ?? { status: 200, shown: complete(READS[name].getShown(result), account, name) });
  }

  async function send({ number }, account) {
    const { generation } = plan;
    const entry = begin("send", generation, account);
    /** @type {import("ton-edge").SendOptions<any>} */
    const options = { generation, pollIntervalMs: POLL_MS, timeoutMs: 15_000, wait: number % 2 ? "trace" : "executed" };
    const { result, facts } = await run(() => client.send(createMessage(account, number).toBase64(), options));
    if (result) noteWrite(account, { lt: result.transaction.lt, block: result.transaction.row?.mc_block_seqno });
    finish(entry, facts ?? { status: 200 });
  }

  async function walkHistory({ number }, account) {
    const name = WALK_NAMES[number % WALK_NAMES.length];
    const entry = begin("walk", name, account);
    const lts = [];
    const { facts } = await run(async () => {
      const list = WALKS[name].call(client, account, { pageSize: PAGE_SIZE, maxItems: PAGE_SIZE * MAX_PAGES });
      for await (const row of list) lts.push(WALKS[name].getLt(row));
    });
    finish(entry, { ...(facts ?? { status: 200 }), lts, isWhole: !facts && lts.length < PAGE_SIZE * MAX_PAGES });
  }
  return (operation, account) => {
    gateway = operation.gateway;
    return { read, send, walk: walkHistory }[operation.kind](operation, account);
  };
}

/** Runs an operation of a program. @param {ReturnType<typeof createSession>} run @param {import("./program.mjs").Operation} operation */
export const runOperation = (run, operation) => run(operation, ACCOUNTS[operation.account]);
