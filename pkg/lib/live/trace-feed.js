// The traces of transactions that were seen on accounts, until each is complete: one request per 20 open traces, and none while no trace is open.
// It sends no requests itself: the caller passes functions that do.

import { fail } from "../util/error.js";

/** Maximum number of traces in one request. It is low, because the response has all transactions of each trace. */
const MAX_TRACES = 20;
/** Maximum number of requests for traces in one poll. */
const MAX_REQUESTS = 3;
/** Rows in a page of actions. */
const PAGE_SIZE = 1000;
/** Maximum number of pages of the actions of 20 traces. */
const MAX_PAGES = 5;
/** Milliseconds after which an incomplete trace is reported as the server shows it. */
const MAX_OPEN_MS = 120_000;
/** Maximum transactions of one account that wait for their traces. Above it, no further transactions are read. */
const MAX_WAITING = 200;
/** Reported traces that the feed remembers. */
const MAX_REPORTED = 10_000;

/**
 * @typedef {import("./account-chain.js").Position} Position
 * @typedef {object} WaitingTransaction a transaction that waits for its trace
 * @property {string} account in raw form @property {Position} position @property {Position} previous
 * @property {string | undefined} traceId undefined: the server does not name it, so nothing is known of it
 * @typedef {object} SettledTransaction a transaction, with the parts of its trace that were read
 * @property {string} account @property {Position} position @property {Position} previous @property {string | undefined} traceId
 * @property {any} trace the row of `traces`; undefined if the server does not have it
 * @property {any[]} actions rows of `actions` in which the account took part, in their order; empty unless actions are read
 * @property {boolean} isComplete false if the trace was not complete in time, or the server leaves out a part of it
 * @property {boolean} hasAllActions whether the trace is complete and the server has found all its actions
 * @property {boolean} isFirst whether this is the first transaction of the account in the trace
 * @typedef {object} Reads the requests of the feed
 * @property {(ids: string[]) => Promise<any[]>} readTraces rows of `traces`
 * @property {((ids: string[], offset: number, limit: number) => Promise<any[]>) | undefined} readActions rows of `actions` with their accounts; without
 *   this function no actions are read
 * @property {(row: any) => boolean} isFinal whether a transaction will not change any more
 * @property {() => number} now milliseconds of any clock
 */

/** Stands for a trace that the server does not name. @type {{ trace?: any, actions?: any[], isComplete: boolean, hasAllActions?: boolean }} */
const UNKNOWN_TRACE = { isComplete: false };

export class TraceFeed {
  #reads;
  /** The transactions of each account that wait, oldest first. @type {Map<string, WaitingTransaction[]>} */
  #waitingTransactions = new Map();
  /** Open traces, and the parts that were read of complete ones. @type {Map<string, { openSince: number, trace?: any, actions?: any[], isComplete?: boolean, hasAllActions?: boolean }>} */
  #traces = new Map();

  /** The accounts and traces that were reported, the oldest first. @type {Set<string>} */
  #reportedTraces = new Set();

  /** @param {Reads} reads */
  constructor(reads) {
    this.#reads = reads;
  }

  /** Adds the new transactions of an account. @param {string} account @param {(Position & { row: any })[]} entries @param {Position} position before them */
  add(account, entries, position) {
    this.adopt(
      account,
      entries.map(({ lt, hash, row }, index) => ({
        account,
        position: { lt, hash },
        previous: index === 0 ? position : entries[index - 1],
        traceId: typeof row.trace_id === "string" ? row.trace_id : undefined,
      })),
    );
  }

  /** Adds transactions that wait in another feed, or were added before. @param {string} account @param {WaitingTransaction[]} added */
  adopt(account, added) {
    const waitingTransactions = this.#waitingTransactions.get(account) ?? [];
    const waitingLts = new Set(waitingTransactions.map(({ position }) => position.lt));
    const missingTransactions = added.filter(({ position }) => !waitingLts.has(position.lt));
    for (const { traceId } of missingTransactions)
      if (traceId !== undefined && !this.#traces.has(traceId))
        this.#traces.set(traceId, { openSince: this.#reads.now() });
    const compareByLt = (first, second) => (first.position.lt < second.position.lt ? -1 : 1);
    this.#waitingTransactions.set(account, [...waitingTransactions, ...missingTransactions].sort(compareByLt));
  }

  /** Takes the transactions of an account that wait out of the feed. @param {string} account */
  takeWaitingTransactions(account) {
    const transactions = this.#waitingTransactions.get(account) ?? [];
    this.#waitingTransactions.delete(account);
    this.#forgetUnused();
    return transactions;
  }

  /** Returns the position before the first waiting transaction of an account; undefined if none waits. @param {string} account */
  getPositionBeforeWaiting(account) {
    return this.#waitingTransactions.get(account)?.[0]?.previous;
  }

  /** Whether an account has too many waiting transactions to read more of them. @param {string} account */
  isFull(account) {
    return (this.#waitingTransactions.get(account)?.length ?? 0) >= MAX_WAITING;
  }

  /** Reads the open traces; those that accounts wait for come first. If it throws, the traces that it has read stay. */
  async poll() {
    const openTraces = [...this.#traces].filter(
      ([, { trace, isComplete }]) => trace === undefined && isComplete === undefined,
    );
    for (let request = 0; request < MAX_REQUESTS && openTraces.length > 0; request += 1) {
      const ids = openTraces.splice(0, MAX_TRACES).map(([id]) => id);
      const rows = readRows("traces", await this.#reads.readTraces(ids), ids);
      const settledIds = ids.filter((id) => this.#isSettled(id, rows.get(id)?.[0]));
      const actions = await this.#readActions(settledIds);
      for (const id of settledIds) {
        const trace = rows.get(id)?.[0];
        // Another replica, which shows the actions with their accounts, may be behind the one that shows the trace.
        const isVisible = isSuperset(actions.byTrace.get(id), trace?.actions);
        if (!isVisible && !this.#isOverdue(id)) continue;
        const isComplete = trace !== undefined && this.#isComplete(trace);
        const hasAllActions =
          isComplete && isVisible && actions.isWhole && trace.trace_info.classification_state === "ok";
        this.#traces.set(id, {
          openSince: 0,
          trace,
          actions: actions.byTrace.get(id) ?? [],
          isComplete,
          hasAllActions,
        });
      }
    }
  }

  /** Takes the transactions that no longer wait, with their traces, oldest first on each account. @returns {SettledTransaction[]} */
  takeSettledTransactions() {
    const transactions = [];
    for (const [account, waiting] of this.#waitingTransactions) {
      while (waiting.length > 0) {
        const { traceId, ...first } = waiting[0];
        const knownTrace = traceId === undefined ? UNKNOWN_TRACE : this.#traces.get(traceId);
        const { trace, actions, isComplete, hasAllActions = false } = knownTrace ?? {};
        if (isComplete === undefined) break;
        waiting.shift();
        const isFirst = traceId === undefined || this.#noteReport(traceId, trace, first);
        transactions.push({
          ...first,
          traceId,
          trace,
          actions: selectActions(actions, account),
          isComplete,
          hasAllActions,
          isFirst,
        });
      }
      if (waiting.length === 0) this.#waitingTransactions.delete(account);
    }
    this.#forgetUnused();
    return transactions;
  }

  #forgetUnused() {
    const usedIds = new Set([...this.#waitingTransactions.values()].flat().map(({ traceId }) => traceId));
    for (const id of this.#traces.keys()) if (!usedIds.has(id)) this.#traces.delete(id);
  }

  /**
   * Whether a transaction is the first one of its account in a trace, with which the trace is reported. A trace without its transactions
   * does not show this, so earlier reports count, too.
   *
   * @param {string} traceId @param {any} trace @param {{ account: string, position: Position }} transaction
   */
  #noteReport(traceId, trace, { account, position }) {
    const id = `${account} ${traceId}`;
    const rows = Object.values(trace?.transactions ?? {});
    const accountLts = rows.filter((row) => String(row.account).toUpperCase() === account).map((row) => BigInt(row.lt));
    if (accountLts.some((lt) => lt < position.lt)) return false;
    // A caller of the gateway who resumes gets events again that another caller has already received.
    if (this.#reportedTraces.has(id) && !accountLts.includes(position.lt)) return false;
    this.#reportedTraces.add(id);
    const [oldestKey] = this.#reportedTraces;
    if (this.#reportedTraces.size > MAX_REPORTED) this.#reportedTraces.delete(oldestKey);
    return true;
  }

  /** Whether a trace has been open for so long that it is reported as the server shows it. @param {string} id */
  #isOverdue(id) {
    const { now } = this.#reads;
    // The trace may have been removed while its response was awaited.
    return now() - (this.#traces.get(id)?.openSince ?? now()) >= MAX_OPEN_MS;
  }

  /**
   * Whether a trace is not requested again: it is complete with its actions, will never be complete, or has been open for too long.
   * @param {string} id
   * @param {any} trace
   */
  #isSettled(id, trace) {
    if (this.#isOverdue(id)) return true;
    if (trace === undefined) return false;
    if (isBrokenTrace(trace)) return true;
    const isClassified = trace.trace_info?.classification_state !== "unclassified";
    return this.#isComplete(trace) && (isClassified || !this.#reads.readActions);
  }

  #isComplete = (trace) => isCompleteTrace(trace, this.#reads.isFinal);

  /** Reads the actions of traces. @param {string[]} ids */
  async #readActions(ids) {
    const { readActions } = this.#reads;
    const actionsByTrace = new Map();
    if (!readActions || ids.length === 0) return { byTrace: actionsByTrace, isWhole: true };
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const rows = await readActions(ids, page * PAGE_SIZE, PAGE_SIZE);
      // Throws if a row cannot be read. It is requested again, and the transactions wait for it.
      rows.forEach(requireAction);
      for (const [id, actions] of readRows("actions", rows, ids))
        actionsByTrace.set(id, [...(actionsByTrace.get(id) ?? []), ...actions]);
      if (rows.length < PAGE_SIZE) return { byTrace: actionsByTrace, isWhole: true };
    }
    return { byTrace: actionsByTrace, isWhole: false };
  }
}

/**
 * Whether a trace has all its transactions, and none of them will change. A shortened one never is, and it does not grow.
 *
 * @param {any} trace a row of `traces` @param {(row: any) => boolean} isFinal
 */
export function isCompleteTrace(trace, isFinal) {
  const { trace_state: state, pending_messages: pendingCount } = trace.trace_info ?? {};
  const rows = Object.values(trace.transactions ?? {});
  return (
    state === "complete" && pendingCount === 0 && trace.is_incomplete !== true && rows.length > 0 && rows.every(isFinal)
  );
}

/** Whether an incomplete trace will never be complete. @param {any} trace */
export function isBrokenTrace(trace) {
  const { trace_state: state } = trace.trace_info ?? {};
  return state === "broken" || (state === "complete" && trace.is_incomplete === true);
}

/** Whether rows have all the actions of other ones. @param {any[] | undefined} rows @param {any[] | null | undefined} expected */
function isSuperset(rows = [], expected) {
  const ids = new Set(rows.map((row) => row.action_id));
  return (expected ?? []).every((row) => ids.has(row.action_id));
}

/** Reads rows about traces, each about one of those that the request named, by trace. @param {string} source @param {any[]} rows @param {string[]} ids */
function readRows(source, rows, ids) {
  /** @type {Map<string, any[]>} */
  const rowsByTrace = new Map();
  for (const row of rows) {
    const id = row?.trace_id;
    if (!ids.includes(id))
      throw fail("invalid_response", `the response of ${source} is also about a trace that was not requested`);
    rowsByTrace.set(id, [...(rowsByTrace.get(id) ?? []), row]);
  }
  return rowsByTrace;
}

/** Refuses a row of `actions` that does not show who took part, and when. @param {any} row */
function requireAction(row) {
  if (typeof row?.action_id !== "string" || !Array.isArray(row.accounts) || !/^\d{1,20}$/.test(row.end_lt))
    throw fail(
      "invalid_response",
      "the response of actions cannot be read: a row lacks its id, its accounts or its end",
    );
}

/** Returns the actions in which an account took part, each once, in an order that does not depend on the response. @param {any[] | undefined} rows @param {string} account */
function selectActions(rows = [], account) {
  const actionsById = new Map();
  for (const row of rows)
    if (row.accounts.some((participant) => String(participant).toUpperCase() === account))
      actionsById.set(row.action_id, row);
  const order = (a, b) => (a.action_id < b.action_id ? -1 : 1);
  return [...actionsById.values()].sort((a, b) =>
    a.end_lt === b.end_lt ? order(a, b) : BigInt(a.end_lt) < BigInt(b.end_lt) ? -1 : 1,
  );
}
