// Remembers which transactions a client has seen executed, and checks that its later reads show them.

import { fail } from "../util/error.js";
import { sleep } from "../util/timers.js";
import { clock } from "../client/clock.js";
import { parseAddressText } from "./raw-address.js";

/** Maximum number of accounts that a client remembers. */
const MAX_ACCOUNTS = 1000;
/** Milliseconds for which an account is remembered: longer than a gateway of this package with its default settings serves a state. */
const MEMORY_MS = 5 * 60_000;
/** Milliseconds before a request is repeated because its response was older: the first delay, and the maximum. */
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 1000;

/** The operations of v3 whose response has a row for every requested account that exists, with the name of the field that contains the rows. */
const STATE_LISTS = { accountStates: "accounts", walletStates: "wallets" };
/** Parameters with which a list of transactions does not begin at the newest one. */
const START_PARAMETERS = ["lt", "hash", "to_lt", "end_lt", "end_utime", "offset", "mc_seqno", "seqno"];

/** @typedef {{ account: string, lt: bigint | undefined }} Shown the last transaction of an account in a response; `lt` is missing if it has none */

export class OwnWrites {
  /** The last transaction that was seen of each account, by its address in raw form. @type {Map<string, { lt: bigint, until: number }>} */
  #accounts = new Map();
  /** Seqno of the newest masterchain block among those that these transactions name. */
  #seqno = 0;
  #until = 0;
  /**
   * Whether the server is a gateway of this package, which reads `X-Ton-Edge-Min-Seqno`. The client does not send this header to other servers,
   * since their CORS rules may forbid it to web pages.
   */
  #isGateway = false;

  /**
   * Remembers transactions that are in a block.
   *
   * @param {{ account: string, lt: bigint, finality: string, row: any, decoded: any }[]} transactions
   */
  note(transactions) {
    const until = clock() + MEMORY_MS;
    for (const { account, lt, finality, row, decoded } of transactions) {
      if (finality === "pending") continue;
      const address = parseAddressText(account) ?? account;
      const earlier = this.#accounts.get(address);
      if (earlier && earlier.lt > lt) continue;
      this.#accounts.delete(address);
      // An account that its transaction deleted has no last transaction any more.
      if ((row?.end_status ?? decoded?.endStatus) !== "nonexist") this.#accounts.set(address, { lt, until });
      const seqno = row?.mc_block_seqno;
      if (Number.isSafeInteger(seqno)) this.#seqno = Math.max(this.#seqno, seqno);
      this.#until = until;
    }
    for (const address of this.#accounts.keys()) {
      if (this.#accounts.size <= MAX_ACCOUNTS) break;
      this.#accounts.delete(address);
    }
  }

  /** Finds out from a response whether the server is a gateway of this package. @param {Response} response */
  learn({ headers }) {
    const getHeader = (name) => headers?.get?.(name) ?? "";
    this.#isGateway ||= getHeader("x-ton-edge-seqno") !== "" || /^ton-edge/.test(getHeader("cache-status"));
  }

  /**
   * Makes the attempts of a call, and repeats them until the result shows the transactions that were seen. Throws `behind` if that takes longer
   * than the call's timeout.
   *
   * @param {import("../client/call.js").Call} call @param {(call: any) => Promise<any>} makeAttempts
   */
  async read(call, makeAttempts) {
    if (!call.reads || clock() > this.#until) return makeAttempts(call);
    const deadline = clock() + call.timeoutMs;
    for (let delay = FIRST_DELAY_MS; ; delay = Math.min(MAX_DELAY_MS, 2 * delay)) {
      if (this.#isGateway && this.#seqno > 0) call.request.headers.set("X-Ton-Edge-Min-Seqno", String(this.#seqno));
      const result = await makeAttempts(call);
      const older = this.#findOlder(call, result);
      if (!older) return result;
      if (clock() + delay > deadline) throw behindError(call, older);
      await sleep(delay, call.signal);
    }
  }

  /** Returns the first account for which the result shows an older transaction than the client has seen. */
  #findOlder(call, result) {
    const now = clock();
    for (const { account, lt } of listShown(call, result)) {
      const seen = this.#accounts.get(account);
      if (seen && now <= seen.until && (lt === undefined || lt < seen.lt)) return { account, lt, seenLt: seen.lt };
    }
    return undefined;
  }
}

const behindError = ({ timeoutMs, url }, { account, lt, seenLt }) =>
  fail(
    "behind",
    `the server is behind: it shows account ${account} ${lt === undefined ? "without a transaction" : `at logical time ${lt}`}, but this client has seen a transaction of it at ${seenLt}; repeated for ${timeoutMs} ms`,
    { requestUrl: url },
  );

/** Lists the accounts in a result, each with its last transaction. @returns {Generator<Shown>} */
function* listShown({ endpoint, plan, target }, result) {
  if (typeof result !== "object" || result === null) return;
  const { path, parameters } = readRequest(endpoint, plan, target);
  if (parameters.has("seqno")) return;
  const requested = [...parameters.getAll("address"), ...parameters.getAll("account")]
    .map(parseAddressText)
    .filter((account) => account !== undefined);
  const [account] = requested;
  const lastId = result.last_transaction_id;
  if (lastId !== undefined) yield { account, lt: readLt(lastId?.lt) };
  if (/^(address|wallet)Information$/.test(path)) yield { account, lt: readLt(result.last_transaction_lt) };
  if (isNewestFirst(path, parameters) && requested.length === 1) {
    const [row] = Array.isArray(result) ? result : (result.transactions ?? []);
    yield { account, lt: readLt(row?.transaction_id?.lt ?? row?.lt) };
  }
  if (!Object.hasOwn(STATE_LISTS, path)) return;
  const rows = new Map((result[STATE_LISTS[path]] ?? []).map((row) => [parseAddressText(row?.address), row]));
  for (const account of requested) yield { account, lt: readLt(rows.get(account)?.last_transaction_lt) };
}

/** Returns the operation and the parameters of the request that was sent. */
function readRequest({ path, params }, { body }, target) {
  const parameters = new URL(target).searchParams;
  const sent = body === undefined ? undefined : JSON.parse(body);
  // A JSON-RPC call has its operation and parameters in the body.
  const isRpc = path === "jsonRPC";
  for (const [name, value] of Object.entries((isRpc ? sent?.params : sent) ?? {}))
    for (const item of [value].flat()) parameters.append(name, String(item));
  return { path: isRpc ? String(params.method) : path, parameters };
}

/** Whether the response lists transactions of an account, beginning with the newest one. */
const isNewestFirst = (path, parameters) =>
  /^(getTransactions(Std)?|transactions)$/.test(path) &&
  parameters.get("sort") !== "asc" &&
  !START_PARAMETERS.some((name) => parameters.has(name) && !/^0?$/.test(parameters.get(name) ?? "")) &&
  !["hash", "start_lt", "start_utime", "exclude_account"].some((name) => parameters.has(name));

/** Returns a logical time; undefined for an account without a transaction. @param {unknown} value */
function readLt(value) {
  const isNumber = typeof value === "string" || typeof value === "number";
  return isNumber && /^\d{1,20}$/.test(String(value)) && String(value) !== "0" ? BigInt(value) : undefined;
}
