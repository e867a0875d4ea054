// The session of a client: what its calls have shown of the chain. A later read that shows less is repeated, so the caller's view of the
// chain only moves forward. The core of the Rust client has the same rules in src/client/session.rs.

import { setBounded } from "../util/bounded-maps.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { sleep } from "../util/timers.js";
import { clock } from "./clock.js";
import { openChannel } from "./session-channel.js";

/** Maximum number of remembered accounts, separately for those of own messages and those in other responses. */
const MAX_ACCOUNTS = 1000;
/** Milliseconds for which an account is remembered: longer than a gateway of this package with its default settings serves a state. */
const MEMORY_MS = 5 * 60_000;
/** Milliseconds before a request is repeated because its response was older: the first delay, and the maximum. */
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 1000;
/** Maximum number of rows of one response that are remembered, except states of accounts. */
const MAX_ROWS = 100;
/** Maximum number of accounts whose block is requested before a read: those with the latest transactions. */
const MAX_PLACED = 8;
const MIN_SEQNO = "X-Ton-Edge-Min-Seqno";
/** A number of decimal digits, as logical times are written. */
const LT = /^[1-9]\d{0,19}$/;
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const RAW_ADDRESS = /^-?\d{1,10}:[0-9A-F]{64}$/;

/** The operations of v3 whose response has a row for every requested account that exists, with the name of the field that contains the rows. */
const STATE_LISTS = { accountStates: "accounts", walletStates: "wallets" };
/**
 * The operations of v3 whose rows have the last transaction of a contract according to the index. They are compared only with the same
 * operation.
 */
const INDEX_LISTS = { "jetton/wallets": "jetton_wallets", "nft/items": "nft_items" };
/** Operations whose response shows the last transaction of the requested account. */
const STATE_OPERATIONS =
  /^(getAddressInformation|getExtendedAddressInformation|getWalletInformation|runGetMethod|accountStates|walletStates|addressInformation|walletInformation)$/;
/** Operations that show the newest block, by generation. */
const HEADS = { v2: "getMasterchainInfo", v3: "masterchainInfo" };
/** Operations that list transactions of accounts. */
const TRANSACTION_LISTS = /^(getTransactions(Std)?|transactions)$/;
/** Parameters with which a list of transactions does not begin at the newest one. */
const START_PARAMETERS = ["lt", "hash", "to_lt", "end_lt", "end_utime", "offset", "mc_seqno", "seqno"];
const FILTER_PARAMETERS = ["start_lt", "start_utime", "exclude_account"];

/**
 * @typedef {object} Shown the last transaction of an account in a response
 * @property {string} key its address in raw form; with the operation in front for rows of an index
 * @property {string | undefined} lt undefined if it has none
 * @property {boolean} [isHistory] whether the account may have later transactions, so that this one is only remembered
 */
/** @typedef {{ lt: string, seqno: number, until: number, generation: string }} Entry `seqno`: a block that has the transaction; 0 if unknown.
 * `generation`: `v3` if v3 has shown the transaction */

/** Returns the session of a client; the first call creates it. @param {any} settings @param {(settings: any, endpoint: any, options: any) => Promise<any>} send */
export const openSession = (settings, send) => (settings.session ??= new Session(settings, send));

export class Session {
  /** Accounts of own messages, and accounts that other responses have shown. @type {Map<string, Entry>} */
  #writtenEntries = new Map();
  /** @type {Map<string, Entry>} */
  #seenEntries = new Map();
  /** The newest block that responses of a generation have shown. */
  #heights = { v2: 0, v3: 0 };
  /** The newest block that has a transaction of an own message. */
  #ownSeqno = 0;
  /** Until when an own message is remembered, and until when the heights are remembered. */
  #ownUntil = 0;
  #heightsUntil = 0;
  /**
   * Whether the server is a gateway of this package, which reads `X-Ton-Edge-Min-Seqno`. The client does not send this header to other servers,
   * since their CORS rules may forbid it to web pages.
   */
  #isGateway = false;
  #callOperation;
  /** Whether an account was seen over v2. */
  #hasSeenV2 = false;
  #channel;

  /** @param {any} settings of the client @param {(settings: any, endpoint: any, options: any) => Promise<any>} send */
  constructor(settings, send) {
    this.#callOperation = (generation, path, params, options) => send(settings, { generation, path, params }, options);
    this.#channel = openChannel(settings, this);
  }

  /**
   * Remembers the transactions of an own message that are in a block.
   *
   * @param {{ account: string, lt: bigint, finality: string, row: any, decoded: any }[]} transactions
   */
  note(transactions) {
    const changes = [];
    for (const { account, lt, finality, row, decoded } of transactions) {
      if (finality === "pending") continue;
      const key = toRaw(account) ?? account;
      // The index of v3 has the transaction, unless it is known from v2 or only from validators' signatures.
      const isIndexed = row && finality === "finalized";
      const seqno = Number.isSafeInteger(row?.mc_block_seqno) ? row.mc_block_seqno : 0;
      if (isLess(String(lt), this.#writtenEntries.get(key)?.lt)) continue;
      // An account that its transaction deleted has no last transaction any more.
      if ((row?.end_status ?? decoded?.endStatus) === "nonexist") {
        this.#writtenEntries.delete(key);
        this.#seenEntries.delete(key);
      } else {
        const entry = { lt: String(lt), seqno, until: 0, generation: isIndexed ? "v3" : "v2" };
        this.#putWritten(key, entry);
        changes.push([key, entry]);
      }
      if (isIndexed) this.#raise("v3", seqno);
      this.#ownSeqno = Math.max(this.#ownSeqno, seqno);
      this.#ownUntil = clock() + MEMORY_MS;
    }
    this.#share(true, changes);
  }

  #putWritten(key, entry) {
    setBounded(this.#writtenEntries, key, { ...entry, until: clock() + MEMORY_MS }, MAX_ACCOUNTS);
  }

  #share(isOwn, changes) {
    if (changes.length > 0) this.#channel?.publish(isOwn, this.#heights, changes);
  }

  /** Returns the data for other clients of the channel: the newest entries of own messages. */
  listWritten = () => [...this.#writtenEntries].filter(([, { until }]) => clock() < until).slice(-MAX_ROWS);

  get heights() {
    return this.#heights;
  }

  /**
   * Adopts the blocks and transactions that another client of the channel has seen; the channel has checked the values.
   *
   * @param {boolean} isOwn @param {{ v2: number, v3: number }} heights @param {[string, Entry][]} entries
   */
  merge(isOwn, heights, entries) {
    for (const generation of ["v2", "v3"]) this.#raise(generation, heights[generation]);
    for (const [key, { lt, seqno, generation }] of entries) {
      if (!isOwn) this.#remember(key, { lt, seqno, generation }, clock());
      else if (!isLess(lt, this.#writtenEntries.get(key)?.lt)) {
        this.#putWritten(key, { lt, seqno, until: 0, generation });
        this.#ownSeqno = Math.max(this.#ownSeqno, seqno);
        this.#ownUntil = clock() + MEMORY_MS;
      }
    }
  }

  /**
   * Makes the attempts of a read, and repeats them until the result shows no less than earlier results. Throws `behind` if that takes longer
   * than the call's timeout.
   *
   * @param {any} call, with `headers`, those of its last response @param {(call: any) => Promise<any>} makeAttempts
   * @param {Promise<any>} [started] the attempts, if they have begun already
   */
  async read(call, makeAttempts, started) {
    const request = new ReadRequest(call, call.target);
    if (!started && this.#mayPrepare(request)) await this.#prepare(call, request);
    const { page } = call.endpoint;
    if (page) this.#requirePage(call, page);
    let result = await (started ?? makeAttempts(call));
    const deadline = clock() + call.timeoutMs;
    for (let delay = FIRST_DELAY_MS; ; delay = Math.min(MAX_DELAY_MS, 2 * delay)) {
      const olderResult = this.#compare(request, result, call.headers);
      if (!olderResult) {
        // Later pages must show the block that this one shows: from a server that is behind it, rows would be missing.
        if (page) page.seqno = Math.max(page.seqno, readSeqno(call.headers?.get?.("x-ton-edge-seqno")));
        return result;
      }
      const { key, seqno, mayBeDeleted } = olderResult;
      if (clock() + delay > deadline) throw behindError(call, olderResult);
      await sleep(delay, call.signal);
      this.#requireHeight(call, Math.max(seqno, clock() < this.#ownUntil ? this.#ownSeqno : 0));
      if (mayBeDeleted && !this.#isGateway) await this.#waitForBlock(call, request.generation, seqno);
      result = await makeAttempts(call);
      // At a block that had the account, the account is still missing: it was deleted.
      if (mayBeDeleted) this.#seenEntries.delete(key);
    }
  }

  /** Whether a result of a call in a batch shows less than earlier results. */
  isOlder(call, target, result) {
    return this.#compare(new ReadRequest(call, target), result) !== undefined;
  }

  /** Requires a block from a gateway of this package. */
  #requireHeight(call, seqno) {
    if (!this.#isGateway || seqno === 0) return;
    const { headers } = call.request;
    headers.set(MIN_SEQNO, String(Math.max(seqno, Number(headers.get(MIN_SEQNO)))));
  }

  /** Requires the block that earlier pages have shown. */
  #requirePage(call, { seqno }) {
    // Only a gateway of this package reports a block. A cursor may be used before the server is recognized.
    this.#isGateway ||= seqno > 0;
    this.#requireHeight(call, seqno);
  }

  #mayPrepare = ({ generation }) => this.#writtenEntries.size > 0 || (generation === "v3" && this.#hasSeenV2);

  /** Sends requests before a read whose response cannot show its state, so that the read shows the state that the session has seen. */
  async #prepare(call, request) {
    const { generation } = request;
    const isAfterWrite = clock() < this.#ownUntil;
    const cannotShow = (isAfterWrite || (generation === "v3" && this.#hasSeenV2)) && request.cannotShow;
    if (isAfterWrite && cannotShow) {
      // An operation of v2 without accounts, such as one about blocks, does not depend on own messages.
      const keys = generation === "v2" ? request.accounts : [...this.#writtenEntries.keys()];
      const writtenKeys = keys.filter((key) => isValid(this.#writtenEntries.get(key)));
      if (generation === "v3" || this.#isGateway) await this.#findBlocks(call, writtenKeys);
      const seqno = Math.max(0, ...writtenKeys.map((key) => this.#writtenEntries.get(key)?.seqno ?? 0));
      if (!this.#isGateway) await this.#waitForBlock(call, generation, seqno);
    }
    if (generation === "v3" && cannotShow) {
      // At a block that has the transaction, the index need not be requested for the account.
      const reachedSeqno = Math.max(this.#getHeight("v3"), isAfterWrite && this.#isGateway ? this.#ownSeqno : 0);
      const isBehind = (entry) =>
        isValid(entry) && entry.generation === "v2" && (entry.seqno === 0 || entry.seqno > reachedSeqno);
      const seenAccounts = request.accounts.filter((key) => isBehind(this.#seenEntries.get(key)));
      if (seenAccounts.length > 0)
        await this.#callOperation(
          "v3",
          "accountStates",
          { address: seenAccounts, include_boc: false },
          optionsOf(call),
        );
    }
    if (isAfterWrite) this.#requireHeight(call, this.#ownSeqno);
  }

  /** Finds a block that has the transactions which v3 has not shown: the state of their account over v2 names one. */
  async #findBlocks(call, keys) {
    const getEntry = (key) => /** @type {Entry} */ (this.#writtenEntries.get(key));
    const unplacedKeys = keys.filter((key) => getEntry(key).seqno === 0 && getEntry(key).generation === "v2");
    unplacedKeys.sort((firstKey, secondKey) => (isLess(getEntry(firstKey).lt, getEntry(secondKey).lt) ? 1 : -1));
    const readState = (address) =>
      this.#callOperation("v2", "getAddressInformation", { address }, optionsOf(call)).catch((error) => {
        // Ignored: the server has no v2.
        if (!isTonEdgeError(error, "not_found")) throw error;
      });
    await Promise.all(unplacedKeys.slice(0, MAX_PLACED).map(readState));
  }

  /** Requests the newest block until the server has reached this one. */
  async #waitForBlock(call, generation, seqno) {
    const deadline = clock() + call.timeoutMs;
    for (let delay = FIRST_DELAY_MS; this.#getHeight(generation) < seqno; delay = Math.min(MAX_DELAY_MS, 2 * delay)) {
      await this.#callOperation(generation, HEADS[generation], {}, optionsOf(call));
      const height = this.#getHeight(generation);
      if (height >= seqno) return;
      if (clock() + delay > deadline)
        throw behindError(call, { key: HEADS[generation], lt: `${height}`, seen: `${seqno}` });
      await sleep(delay, call.signal);
    }
  }

  #getHeight = (generation) => (clock() < this.#heightsUntil ? this.#heights[generation] : 0);

  #raise(generation, seqno) {
    if (seqno === 0 || seqno < this.#getHeight(generation)) return;
    if (clock() >= this.#heightsUntil) this.#heights = { v2: 0, v3: 0 };
    this.#heights[generation] = seqno;
    this.#heightsUntil = clock() + MEMORY_MS;
  }

  /**
   * Returns the first account, or the newest block, for which the result is older than an earlier result. If there is none, remembers what
   * the result shows.
   *
   * @returns {Older | undefined}
   */
  #compare(request, result, headers) {
    const { generation, path } = request;
    const getHeader = (name) => headers?.get?.(name) ?? "";
    const headerSeqno = readSeqno(getHeader("x-ton-edge-seqno"));
    this.#isGateway ||= headerSeqno > 0 || /^ton-edge/.test(getHeader("cache-status"));
    if (typeof result !== "object" || result === null || (!STATE_LISTS[path] && request.isPast)) return undefined;
    if (path === HEADS[generation]) {
      const head = readSeqno(result.last?.seqno);
      const height = this.#getHeight(generation);
      if (head > 0 && head < height) return { key: path, lt: `${head}`, seen: `${height}`, seqno: height };
      this.#raise(generation, head);
      return undefined;
    }
    const now = clock();
    const entryMaps = [this.#writtenEntries, this.#seenEntries].filter(({ size }) => size > 0);
    const shownAccounts = listShownHeights(request, result, (key) => entryMaps.some((memoryMap) => memoryMap.has(key)));
    for (const { key, lt, isHistory } of shownAccounts)
      for (const memory of entryMaps) {
        const entry = memory.get(key);
        if (!entry || isHistory || now >= entry.until || (lt !== undefined && !isLess(lt, entry.lt))) continue;
        const seqno = entry.seqno || this.#getHeight(generation);
        return { key, lt, seen: entry.lt, seqno, mayBeDeleted: lt === undefined && memory === this.#seenEntries };
      }
    // The header is a lower bound of the response's block. A block that the response itself names includes all that the response shows.
    const namedSeqno = readSeqno(result.block_id?.seqno);
    this.#raise(generation, Math.max(headerSeqno, namedSeqno));
    const changes = [];
    for (const { key, lt } of shownAccounts)
      if (lt !== undefined && this.#remember(key, { lt, seqno: namedSeqno, generation }, now))
        changes.push([key, this.#seenEntries.get(key)]);
    this.#share(false, changes.slice(0, MAX_ROWS));
    return undefined;
  }

  /** Remembers the last transaction of an account, and returns whether it is new. */
  #remember(key, { lt, seqno, generation }, now) {
    const entry = this.#seenEntries.get(key);
    const earlierEntry = entry && now < entry.until ? entry : undefined;
    if (earlierEntry && isLess(lt, earlierEntry.lt)) return false;
    const isNew = earlierEntry?.lt !== lt;
    // Most responses show no newer transaction.
    const isKnown = !isNew && earlierEntry.generation >= generation && (earlierEntry.seqno > 0 || seqno === 0);
    if (isKnown && earlierEntry.until - now > MEMORY_MS / 2 && this.#writtenEntries.size === 0) return false;
    const writtenEntry = this.#writtenEntries.get(key);
    // A state that names its block shows that this block includes the transaction of the own message.
    if (isValid(writtenEntry) && writtenEntry.seqno === 0 && seqno > 0 && !isLess(lt, writtenEntry.lt)) {
      writtenEntry.seqno = seqno;
      this.#ownSeqno = Math.max(this.#ownSeqno, seqno);
    }
    this.#hasSeenV2 ||= isNew && generation === "v2";
    const source = isNew
      ? { seqno, generation }
      : { seqno: earlierEntry.seqno || seqno, generation: pickGreaterText(earlierEntry.generation, generation) };
    setBounded(this.#seenEntries, key, { lt, ...source, until: now + MEMORY_MS }, MAX_ACCOUNTS);
    return isNew;
  }
}

/** @typedef {{ key: string, lt: string | undefined, seen: string, seqno?: number, mayBeDeleted?: boolean }} Older what a result shows too little of */

const isValid = (entry) => entry !== undefined && clock() < entry.until;
const pickGreaterText = (left, right) => (left > right ? left : right);
const optionsOf = ({ signal, timeoutMs, queueTimeoutMs, retry }) => ({ signal, timeoutMs, queueTimeoutMs, retry });

/** Compares logical times, which are texts of digits without leading zeros. */
const isLess = (left, right) =>
  left !== undefined &&
  right !== undefined &&
  (left.length === right.length ? left < right : left.length < right.length);

const behindError = ({ timeoutMs, url }, { key, lt, seen }) =>
  fail(
    "behind",
    Object.values(HEADS).includes(key)
      ? `the server is behind: its newest block is ${lt}, but this client has seen block ${seen}; repeated for ${timeoutMs} ms`
      : `the server is behind: it shows account ${key} ${lt === undefined ? "without a transaction" : `at logical time ${lt}`}, but this client has seen a transaction of it at ${seen}; repeated for ${timeoutMs} ms`,
    { requestUrl: url },
  );

/** The operation of a read and its parameters, which are parsed when they are needed. */
class ReadRequest {
  #target;
  #sentParams;
  #accounts;
  #parameters;

  /** @param {{ endpoint: any, plan: any }} call @param {string} target */
  constructor({ endpoint, plan }, target) {
    const { generation, path } = endpoint;
    this.generation = generation;
    this.#target = target;
    const sentBody =
      plan.body === undefined && endpoint.body === undefined ? undefined : JSON.parse(endpoint.body ?? plan.body);
    // A JSON-RPC call has its operation and parameters in the body; a batch has several.
    const isRpc = path === "jsonRPC";
    const calls = isRpc ? [sentBody].flat() : [];
    const isBatch = calls.length > 1;
    this.path = isBatch ? "batch" : isRpc ? String(calls[0]?.method) : path;
    // The results of a batch are compared one by one, so only the calls whose results cannot show an account are prepared.
    const sessionCalls = isBatch ? calls.filter(({ method }) => !STATE_OPERATIONS.test(method)) : calls;
    this.#sentParams = isRpc ? sessionCalls.map((call) => call?.params ?? {}) : [sentBody ?? {}];
  }

  get parameters() {
    if (this.#parameters) return this.#parameters;
    this.#parameters = new URL(this.#target).searchParams;
    for (const params of this.#sentParams)
      for (const [name, value] of Object.entries(params))
        for (const item of [value].flat()) this.#parameters.append(name, String(item));
    return this.#parameters;
  }

  /** The accounts among the parameters, in raw form. */
  get accounts() {
    this.#accounts ??= [...this.parameters.values()].map(toRaw).filter((account) => account !== undefined);
    return this.#accounts;
  }

  /** The number of addresses that a list of states was requested for. */
  get addressCount() {
    return this.#target.split("address=").length - 1;
  }

  /** Whether the response is about a block that the caller chose. */
  get isPast() {
    return /[?&](mc_)?seqno=/.test(this.#target) || this.#sentParams.some((params) => params.seqno !== undefined);
  }

  /** Whether the response lists transactions, but not the newest ones. */
  get #isOldPage() {
    const isSet = (name) => !/^0?$/.test(this.parameters.get(name) ?? "");
    return TRANSACTION_LISTS.test(this.path) && START_PARAMETERS.some(isSet);
  }

  /** Whether the response lists transactions of one account, beginning with the newest one. */
  get isNewestFirst() {
    const { path, parameters } = this;
    return (
      TRANSACTION_LISTS.test(path) &&
      this.accounts.length === 1 &&
      parameters.get("sort") !== "asc" &&
      !this.#isOldPage &&
      !FILTER_PARAMETERS.some((name) => parameters.has(name))
    );
  }

  /** Whether the response depends on the last transactions of its accounts, or on the newest block, but does not show them. */
  get cannotShow() {
    const { path, generation } = this;
    const showsState = STATE_OPERATIONS.test(path) || path === HEADS[generation];
    return !showsState && !this.isPast && !this.isNewestFirst && !this.#isOldPage;
  }
}

/** Lists the accounts in a result, each with its last transaction. @returns {Shown[]} */
function listShownHeights(request, result, isKnown) {
  const { generation, path } = request;
  const stateField = generation === "v3" ? STATE_LISTS[path] : undefined;
  if (stateField) return listStates(request, result[stateField], isKnown);
  if (generation === "v3" && INDEX_LISTS[path])
    return asList(result[INDEX_LISTS[path]])
      .slice(0, MAX_ROWS)
      .map((row) => ({ key: `${path} ${row?.address}`, lt: readLt(row?.last_transaction_lt) }))
      .filter(({ lt }) => lt !== undefined);
  if (result.last_transaction_id !== undefined || "last_transaction_lt" in result) {
    const [key] = request.accounts;
    return key ? [{ key, lt: readLt(result.last_transaction_id?.lt ?? result.last_transaction_lt) }] : [];
  }
  // `getTransactions` of v2 returns the bare list.
  const rows = asList(generation === "v2" && Array.isArray(result) ? result : result.transactions);
  const { isNewestFirst } = request;
  const account = isNewestFirst ? request.accounts[0] : undefined;
  /** @type {Shown[]} */
  const shownAccounts = account ? [{ key: account, lt: readLt(rows[0]?.transaction_id?.lt ?? rows[0]?.lt) }] : [];
  if (generation === "v2" || path.startsWith("pending")) return shownAccounts;
  for (const row of rows.slice(0, MAX_ROWS)) {
    const [key, lt] = [toRaw(row?.account), readLt(row?.lt)];
    const isFinal = !row?.emulated && (row?.finality ?? "finalized") === "finalized";
    if (key && key !== account && lt !== undefined && isFinal) shownAccounts.push({ key, lt, isHistory: true });
  }
  return shownAccounts;
}

/** Lists the rows of account states, and the accounts that are known and have no row. */
function listStates(request, list, isKnown) {
  /** @type {Shown[]} */
  const shownAccounts = [];
  for (const row of asList(list)) {
    const key = toRaw(row?.address);
    if (key) shownAccounts.push({ key, lt: readLt(row.last_transaction_lt) });
  }
  if (shownAccounts.length >= request.addressCount) return shownAccounts;
  const keys = new Set(shownAccounts.map(({ key }) => key));
  for (const key of request.accounts) if (!keys.has(key) && isKnown(key)) shownAccounts.push({ key, lt: undefined });
  return shownAccounts;
}

const asList = (value) => (Array.isArray(value) ? value : []);

/** Returns a logical time; undefined for an account without a transaction. @param {unknown} value */
const readLt = (value) => {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return LT.test(text) ? text : undefined;
};

const readSeqno = (value) => {
  const seqno = Number(value);
  return Number.isSafeInteger(seqno) && seqno > 0 ? seqno : 0;
};

/** Returns the raw form of an address; undefined for other values. The server checks the checksum of a friendly form. */
function toRaw(value) {
  if (typeof value !== "string" || value.length > 77) return undefined;
  if (RAW_ADDRESS.test(value)) return value;
  if (/^-?\d{1,10}:[0-9A-Fa-f]{64}$/.test(value)) return value.toUpperCase();
  if (!/^[A-Za-z0-9+/_-]{48}$/.test(value)) return undefined;
  // `atob` is not used, since some runtimes lack it.
  let bits = 0n;
  for (const digit of value.replace(/-/g, "+").replace(/_/g, "/")) bits = (bits << 6n) | BigInt(BASE64.indexOf(digit));
  const hex = bits.toString(16).padStart(72, "0").toUpperCase();
  return `${(parseInt(hex.slice(2, 4), 16) << 24) >> 24}:${hex.slice(4, 68)}`;
}
