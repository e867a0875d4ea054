// The accounts that messages sent through this gateway have changed or may change soon. About these accounts, the cache serves no response whose
// upstream request began before the change.
//
// It is not known which block will execute a message. So for the time of two blocks after a send, no cached response about its account is
// served. After that, no response is served whose request began before the end of this time. No index from accounts to cache keys is
// needed, because a key names its accounts: a lookup compares them with the recorded accounts.

/** Milliseconds after a send in which no cached response about its account is served. */
const WINDOW_MS = 10_000;
/** Maximum number of recorded accounts; the one that was recorded first is forgotten first. */
const MAX_ACCOUNTS = 8192;
/** Milliseconds beyond the stale times for which an account is recorded: the longest TTL of a response that is not final. */
const MAX_TTL_MS = 60_000;
/** Maximum number of transactions of one trace whose accounts are recorded. */
const MAX_TRANSACTIONS = 256;
/** Seconds by which a transaction may be older than the send that caused it, because clocks differ. */
const MAX_SKEW_SECONDS = 60;

/** Matches the accounts in a cache key, which has them in raw form. */
const ACCOUNTS_OF_KEY = /-?\d+:[\dA-F]{64}/g;
/** Lists the accounts in a cache key, in raw form. @param {string} key */
export const listAccounts = (key) => key.match(ACCOUNTS_OF_KEY) ?? [];

/** Matches the accounts of the transactions in a response of v3. */
const ACCOUNTS_OF_TEXT = /"account"\s*:\s*"(-?\d+:[\dA-Fa-f]{64})"/g;
/** The operations of v3 whose responses have transactions of a trace. */
const TRACE_OPERATIONS = new Set([
  "traces",
  "events",
  "transactions",
  "transactionsByMessage",
  "pendingTraces",
  "pendingTransactions",
]);

/**
 * Whether an entry may be served to a request that requires a response from after a write. A final response cannot change.
 *
 * @param {import("../../../gateway.js").CacheEntry} entry @param {number | undefined} notBefore of `findNotBefore`
 */
export const isAfterWrites = ({ began = -1, isFinal }, notBefore) =>
  notBefore === undefined || isFinal === true || began >= notBefore;

/**
 * @typedef {{ until: number, forgetAt: number, sentAt: number, lt: bigint }} Mark `until`: responses whose request began before this time are not
 *   served; `forgetAt`: when no such response exists any more; `sentAt`: when a message was sent to the account, or `Infinity`; `lt`: the last
 *   transaction of the account that a response showed. Times in milliseconds since 1970
 */

/** @param {number} staleMs for how long an entry is served after its TTL at most */
export function createRecentWrites(staleMs) {
  /** By network and account, in the order in which they were recorded. @type {Map<string, Mark>} */
  const markByAccount = new Map();
  /** The cache entries whose accounts are recorded: `noteResponse` reads each entry once. */
  const searchedEntries = new WeakSet();

  function forgetOldMarks(now) {
    for (const [name, { forgetAt }] of markByAccount) {
      if (now < forgetAt && markByAccount.size <= MAX_ACCOUNTS) return;
      markByAccount.delete(name);
    }
  }

  /** @param {string} name @param {number} now @param {Partial<Mark> & { until: number }} change */
  function record(name, now, { until, sentAt = Infinity, lt = 0n }) {
    const earlierMark = markByAccount.get(name);
    const accountMark = {
      until: Math.max(until, earlierMark?.until ?? 0),
      forgetAt: 0,
      sentAt: Math.min(sentAt, earlierMark?.sentAt ?? Infinity),
      lt: earlierMark && earlierMark.lt > lt ? earlierMark.lt : lt,
    };
    accountMark.forgetAt = accountMark.until + MAX_TTL_MS + staleMs;
    markByAccount.delete(name);
    markByAccount.set(name, accountMark);
    forgetOldMarks(now);
  }

  function namesSentAccount(network, text) {
    for (const [, account] of text.matchAll(ACCOUNTS_OF_TEXT))
      if (markByAccount.get(`${network}/${account.toUpperCase()}`)?.sentAt < Infinity) return true;
    return false;
  }

  return {
    /**
     * Records that an upstream accepted a message to an account. @param {string} network @param {string} account in raw form
     */
    noteSend(network, account) {
      const now = Date.now();
      record(`${network}/${account}`, now, { until: now + WINDOW_MS, sentAt: now });
    },

    /**
     * Records that a response has shown a change of an account: earlier responses may lack it. @param {string} network @param {string} account in raw
     * form
     */
    noteChange(network, account) {
      const now = Date.now();
      // A request that began in this millisecond may have begun before the response.
      record(`${network}/${account}`, now, { until: now + 1 });
    },

    /**
     * Returns the time at which the upstream request for a response must have begun, so that the response may be served under this cache key:
     * `Infinity` while no cached response may be served, undefined if any may be served. @param {string} key
     */
    findNotBefore(key) {
      if (markByAccount.size === 0) return undefined;
      const now = Date.now();
      forgetOldMarks(now);
      const network = key.slice(0, key.indexOf("/") + 1);
      let notBefore;
      for (const [account] of key.matchAll(ACCOUNTS_OF_KEY)) {
        const markEnd = markByAccount.get(network + account)?.until;
        if (markEnd === undefined) continue;
        if (now < markEnd) return Infinity;
        notBefore = Math.max(notBefore ?? 0, markEnd);
      }
      return notBefore;
    },

    /** Whether the response to a request may show the trace of a sent message. @param {{ endpoint: string, generation: string }} verdict */
    isTraceRead: ({ endpoint, generation }) =>
      markByAccount.size > 0 && generation === "v3" && TRACE_OPERATIONS.has(endpoint),

    /**
     * Records the accounts of each trace in a response that a message sent through this gateway began. @param {any} verdict on the request
     * @param {string} text of the response @param {object} [entry] of the cache, if the response is one: it is read once
     */
    noteResponse(verdict, text, entry) {
      if (!this.isTraceRead(verdict) || (entry && searchedEntries.has(entry))) return;
      if (entry) searchedEntries.add(entry);
      const { network } = verdict;
      const now = Date.now();
      // Most responses show no account to which a message was sent, and are not parsed.
      if (!namesSentAccount(network, text)) return;
      for (const transactions of listTraces(text)) {
        if (
          !transactions.some((transaction) =>
            beganBySend(transaction, markByAccount.get(`${network}/${transaction.account}`)),
          )
        )
          continue;
        for (const { account, lt, isPending } of transactions.slice(0, MAX_TRANSACTIONS)) {
          const name = `${network}/${account}`;
          if (isPending) record(name, now, { until: now + WINDOW_MS });
          // A request that began in this millisecond may have begun before the response. Each transaction counts once.
          else if (lt > (markByAccount.get(name)?.lt ?? 0n)) record(name, now, { until: now + 1, lt });
        }
      }
    },
  };
}

/** Whether a transaction executed an external message at the account of the mark, after the send or shortly before it. */
const beganBySend = ({ isExternal, utime }, mark) =>
  isExternal && mark !== undefined && utime >= mark.sentAt / 1000 - MAX_SKEW_SECONDS;

/** Lists the transactions of each trace in a response of v3. */
function listTraces(text) {
  /** @type {Map<unknown, ReturnType<typeof readTransaction>[]>} */
  const traces = new Map();
  try {
    const body = JSON.parse(text);
    const rows = [
      ...(body.transactions ?? []),
      ...(body.traces ?? []).flatMap((trace) => Object.values(trace.transactions ?? {})),
    ];
    for (const row of rows) {
      const transactions = traces.get(row.trace_id) ?? [];
      transactions.push(readTransaction(row));
      traces.set(row.trace_id, transactions);
    }
  } catch {
    // A response of another form shows no trace.
  }
  return traces.values();
}

const readTransaction = ({ account, lt, now, in_msg: message, finality, emulated, mc_block_seqno: seqno }) => ({
  account: String(account).toUpperCase(),
  lt: BigInt(lt),
  utime: now,
  isExternal: message?.source === null,
  isPending: finality === "pending" || emulated === true || (finality === undefined && typeof seqno !== "number"),
});
