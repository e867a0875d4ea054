// Yields the events of accounts: each transaction once, in its order on the account, and the state after it.

import { AccountFeed } from "../live/account-feed.js";
import { fail, isTonEdgeError, kindOf } from "../util/error.js";
import {
  isPlainObject,
  pickOptions,
  readChoiceOption,
  readFlagOption,
  readFunctionOption,
  readPositiveOption,
  readSignal,
} from "../util/options.js";
import { abortReason } from "../util/timers.js";
import { formatCursor, parseCursor } from "./cursor.js";
import { FINALITY } from "./follow-options.js";
import { isFinalEnough } from "./follow-v3.js";
import { isTransient } from "./follow.js";
import { CALL_OPTIONS } from "./get-options.js";
import { openPollTimer } from "./poll-timer.js";
import { toRawAddress } from "./raw-address.js";
import { readList, readResponse } from "./read-response.js";
import { getTime } from "./time.js";

const QUERY_FIELDS = ["accounts", "types", "since"];
const OPTIONS = [...CALL_OPTIONS, "finality", "pollIntervalMs", "onState", "stream"];
const TYPES = ["transactions", "account_state_change", "actions", "trace", "jettons_change"];
/** The types of events whose code is loaded separately. */
const EXTRA_TYPES = ["actions", "trace", "jettons_change"];
/** The number of addresses that fit into the URL of one request. */
const MAX_ACCOUNTS = 100;
/** Milliseconds between two polls. */
const POLL_MS = 3000;
/** The longest time between two attempts while the server cannot be reached. */
const MAX_RETRY_MS = 30_000;
/** Maximum number of times that the delay doubles. Every interval reaches `MAX_RETRY_MS` earlier. */
const MAX_DOUBLINGS = 20;

function readQuery(rawQuery) {
  if (!isPlainObject(rawQuery))
    throw fail("invalid_parameter", `the query of client.watch must be a plain object, not ${kindOf(rawQuery)}`);
  const { accounts, types = [TYPES[0]], since } = pickOptions(rawQuery, QUERY_FIELDS, "client.watch");
  if (!Array.isArray(accounts) || accounts.length === 0 || accounts.length > MAX_ACCOUNTS)
    throw fail("invalid_parameter", `\`accounts\` must be a list of 1 to ${MAX_ACCOUNTS} addresses`, {
      parameter: "accounts",
    });
  if (!Array.isArray(types) || types.length === 0 || !types.every((type) => TYPES.includes(type)))
    throw fail("invalid_parameter", `\`types\` must be a list of ${TYPES.map((type) => `"${type}"`).join(", ")}`, {
      parameter: "types",
    });
  const rawAccounts = [...new Set(accounts.map(toRawAddress))];
  return { accounts: rawAccounts, types: new Set(types), positions: readPositions(since, rawAccounts) };
}

/** Reads the positions in `since`: a cursor, or one of each account. Accounts without a cursor begin now. */
function readPositions(since, accounts) {
  if (since === undefined || since === null) return new Map();
  const positions = new Map();
  for (const cursor of Array.isArray(since) ? since : [since]) {
    if (typeof cursor !== "string")
      throw fail("invalid_parameter", `\`since\` must be a cursor or a list of cursors, not ${kindOf(cursor)}`, {
        parameter: "since",
      });
    const { account, position } = parseCursor(cursor);
    if (!accounts.includes(account))
      throw fail(
        "cursor_invalid",
        `a cursor in \`since\` is for the account ${account}, which is not in \`accounts\``,
        {
          parameter: "since",
        },
      );
    positions.set(account, position);
  }
  return positions;
}

function readWatchOptions(rawOptions) {
  const { finality, pollIntervalMs, onState, stream, ...readOptions } = pickOptions(
    rawOptions,
    OPTIONS,
    "client.watch",
    ["timeout", "timeoutMs"],
  );
  return {
    finality: readChoiceOption("finality", finality, FINALITY, "finalized"),
    pollIntervalMs: readPositiveOption("pollIntervalMs", pollIntervalMs, POLL_MS),
    onState: readFunctionOption("onState", onState),
    stream: readFlagOption("stream", stream, false),
    callOptions: { ...readOptions, signal: readSignal(readOptions.signal) },
  };
}

/** Creates the feed of these accounts, which reads by the calls of the client. */
function createFeed(client, { accounts, positions }, { finality, callOptions }) {
  const feed = new AccountFeed({
    readStates: async (address) => {
      const response = await client.v3.accountStates({ address, include_boc: false }, callOptions);
      return readResponse("accountStates", () => readList(response.accounts));
    },
    readTransactions: async (params) => {
      const response = await client.v3.transactions(params, callOptions);
      return readResponse("transactions", () => readList(response.transactions));
    },
    isFinal: (row) => isFinalEnough(row, finality),
  });
  for (const account of accounts) feed.add(account, positions.get(account));
  return feed;
}

/**
 * Returns the events of a change, each with the position after it.
 *
 * @param {import("../live/account-feed.js").Change} change @param {Set<string>} types
 */
function* listEvents({ account, gap, entries, state, position }, types) {
  // The position lies before the transactions that follow the gap, so a program that stops at the gap gets them later.
  if (gap) yield { event: { type: "gap", account, ...gap }, position: entries.length > 0 ? gap.after : position };
  for (const { lt, hash, row } of types.has("transactions") ? entries : [])
    yield { event: { type: "transactions", account, lt, hash, transaction: row }, position: { lt, hash } };
  if (state && types.has("account_state_change"))
    yield { event: { type: "account_state_change", account, state }, position };
}

/** @typedef {import("../live/account-chain.js").Position} Position */

/** @param {Map<string, Position>} handledPositions the position of each account, which this updates */
async function* readEvents(client, rawQuery, rawOptions, handledPositions) {
  const query = readQuery(rawQuery);
  const { accounts, types, positions } = query;
  const options = readWatchOptions(rawOptions);
  const { signal = new AbortController().signal } = options.callOptions;
  if (signal.aborted) throw abortReason(signal);
  for (const [account, position] of positions) handledPositions.set(account, position);
  const feed = createFeed(client, query, options);
  const watchExtras = await createExtras(client, feed, query, options);
  const readsTransactions = (account) =>
    accounts.includes(account) && (types.has("transactions") || watchExtras?.readsTraces === true);
  const setState = createStateReport(options.onState);
  setState("catching_up");
  let failures = 0;
  /**
   * Runs `readPart`; resolves to undefined, after a pause, if it failed but may succeed later.
   * @template T
   * @param {() => Promise<T>} readPart
   * @returns {Promise<T | undefined>}
   */
  const attempt = async (readPart) => {
    try {
      return await readPart();
    } catch (error) {
      // A response that cannot be read may come from one replica of many.
      if (!isTransient(error) && !isTonEdgeError(error, "invalid_response")) throw error;
      setState("offline", error);
      await getTime(client).sleep(Math.min(MAX_RETRY_MS, options.pollIntervalMs * 2 ** failures), signal);
      failures = Math.min(failures + 1, MAX_DOUBLINGS);
      return undefined;
    }
  };
  const timer = openPollTimer(client, accounts, options.stream && !watchExtras);
  try {
    for (;;) {
      const positionsBefore = new Map(accounts.map((account) => [account, feed.getPosition(account)]));
      const changes = await attempt(async () => {
        await watchExtras?.begin();
        return feed.poll(readsTransactions, watchExtras?.listAccounts());
      });
      if (!changes) continue;
      // Accounts without a cursor begin at the transaction that the first poll found.
      for (const account of accounts) {
        const position = feed.getPosition(account);
        if (!handledPositions.has(account) && position) handledPositions.set(account, position);
      }
      for (const change of changes) watchExtras?.note(change, positionsBefore.get(change.account));
      const isBehind = feed.isBehind || watchExtras?.isFull === true;
      if (!watchExtras?.hasFailed) setState(isBehind ? "catching_up" : timer.isOffline ? "offline" : "live");
      for (const change of changes.filter(({ account }) => accounts.includes(account))) {
        const limit = (position) => watchExtras?.limit(change.account, position) ?? position;
        for (const { event, position } of listEvents(change, types)) {
          yield { ...event, cursor: formatCursor(change.account, limit(position)) };
          if (signal.aborted) throw abortReason(signal);
          // The event counts as handled only now, when the caller requests the next one.
          handledPositions.set(change.account, limit(position));
        }
        handledPositions.set(change.account, limit(change.position));
      }
      if (watchExtras) {
        watchExtras.hasFailed = true;
        const events = await attempt(() => watchExtras.poll());
        if (!events) continue;
        watchExtras.hasFailed = false;
        setState(isBehind ? "catching_up" : "live");
        for (const { account, event, position } of events) {
          const next = position ?? /** @type {Position} */ (handledPositions.get(account));
          if (event) yield { ...event, cursor: formatCursor(account, next) };
          if (signal.aborted) throw abortReason(signal);
          handledPositions.set(account, next);
        }
      }
      failures = 0;
      const hasMore = changes.some(({ state }) => state === undefined);
      if (hasMore) continue;
      // The stream does not report the missing transactions, so the interval decides when to read again.
      if (isBehind) await getTime(client).sleep(options.pollIntervalMs, signal);
      else await timer.wait(options.pollIntervalMs, signal, undefined, (account) => feed.getPosition(account));
    }
  } finally {
    timer.close();
  }
}

/** The feeds of traces and jetton wallets, if their events are watched. */
async function createExtras(client, feed, query, options) {
  if (!EXTRA_TYPES.some((type) => query.types.has(type))) return undefined;
  const { WatchExtras } = await import("./watch-extras.js");
  return new WatchExtras(client, feed, query, options);
}

/** Returns a function that reports each new state once. @param {((state: string, error?: unknown) => void) | undefined} onState */
function createStateReport(onState) {
  let currentState;
  return (state, error = undefined) => {
    if (state === currentState) return;
    currentState = state;
    onState?.(state, error);
  };
}

/**
 * @param {any} client @param {any} query @param {any} [options]
 * @returns {AsyncGenerator<any> & { readonly cursors: string[] }}
 */
export function watch(client, query, options = {}) {
  const handledPositions = new Map();
  return Object.defineProperty(/** @type {any} */ (readEvents(client, query, options, handledPositions)), "cursors", {
    get: () => [...handledPositions].map(([account, position]) => formatCursor(account, position)),
  });
}
