// Follows a message over v3: first in pending traces, then in blocks.

import { fail, isTonEdgeError } from "../util/error.js";
import { listIn, numberIn, readResponse, requireAccount, requireSame, textIn } from "./read-response.js";
import { finalityOf, summaryOfRow } from "./transaction-summary.js";

/** Most transactions of a trace that become a tree; the service also cuts long traces. */
const MOST_NODES = 4096;

/**
 * The tree of a trace, without recursion: a trace can be as deep as it is long. `isWhole`: each message that a transaction sent to an account
 * has its transaction. `root` is missing if its row is: what follows a transaction without a row belongs to the trace all the same.
 */
function treeOf(trace, transaction) {
  const roots = [];
  const all = [];
  const work = [[trace.trace, roots]];
  let isWhole = true;
  while (work.length > 0 && all.length < MOST_NODES) {
    const [node, siblings] = work.pop();
    const own = node.tx_hash === transaction.hash ? transaction.row : undefined;
    const row = node.transaction ?? trace.transactions?.[node.tx_hash] ?? own;
    const made = row && { ...summaryOfRow(row), children: [] };
    const children = listIn(node.children ?? null);
    if (made) {
      siblings.push(made);
      all.push(made);
    }
    if (!row || children.length < sentToAccounts(row)) isWhole = false;
    // The last one first, so that the first is taken next.
    for (const child of [...children].reverse()) work.push([child, made?.children ?? []]);
  }
  return { root: roots[0], all, isWhole: isWhole && work.length === 0 };
}

/** How many messages a transaction sent to accounts: what goes to the outside has no destination, or one that is not an address. */
const sentToAccounts = (row) =>
  listIn(row.out_msgs ?? null).filter(({ destination }) => /^-?\d+:/.test(destination ?? "")).length;

/** The transaction, which must be one that received the message: by its hash, or by its normalized hash. */
function ofMessage(row, hash, account) {
  const { hash: received, hash_norm: normalized } = row.in_msg ?? {};
  if (received !== hash) requireSame("in_msg.hash_norm", normalized, hash);
  if (account !== undefined) requireAccount("account", row.account, account);
  return row;
}

/**
 * @param {any} client @param {string} hash @param {string} [account] in raw form, if it is known
 * @param {boolean} [isEither] it may also be the hash of the transaction
 */
export function followV3(client, hash, account, isEither = false) {
  /** The trace, once it is known. */
  let traceId;

  /** The transaction with this hash. @param {any} options @param {string} finality */
  async function transactionCalled(options, finality) {
    const response = await client.v3.transactions({ hash: [hash], limit: 1 }, options);
    return readResponse("transactions", () => {
      const [row] = listIn(response.transactions);
      if (!row) return undefined;
      requireSame("hash", row.hash, hash);
      if (account !== undefined) requireAccount("account", row.account, account);
      if (!reached(row, finality)) return "pending";
      traceId = row.trace_id ?? undefined;
      return summaryOfRow(row);
    });
  }

  return {
    /**
     * The transaction that executed the message, and how far it is: undefined, "pending" (in no block yet), or a summary.
     *
     * @param {any} options @param {string} finality
     */
    async executed(options, finality) {
      const found = await client.v3.transactionsByMessage({ msg_hash: [hash], direction: "in", limit: 1 }, options);
      const [row] = readResponse("transactionsByMessage", () =>
        listIn(found.transactions).map((one) => ofMessage(one, hash, account)),
      );
      if (row && reached(row, finality)) {
        traceId = row.trace_id ?? undefined;
        return readResponse("transactionsByMessage", () => summaryOfRow(row));
      }
      const pending = await pendingTrace(client, hash, options);
      if (!pending && !row && isEither) return transactionCalled(options, finality);
      if (!pending) return row ? "pending" : undefined;
      return readResponse("pendingTraces", () => {
        const first = pending.transactions?.[pending.trace?.tx_hash ?? ""];
        if (first) ofMessage(first, hash, account);
        return first && reached(first, finality) ? summaryOfRow(first) : "pending";
      });
    },

    /** The whole trace, or how many messages are still on their way. @param {any} options @param {number} until @param {any} transaction */
    async trace(options, until, transaction) {
      const params = traceId ? { trace_id: [traceId], limit: 1 } : { msg_hash: [hash], limit: 1 };
      const response = await client.v3.traces(params, options);
      return readResponse("traces", () => readTrace(listIn(response.traces)[0], transaction, traceId));
    },
  };
}

/** The trace of a message that is in no block yet. */
async function pendingTrace(client, hash, options) {
  try {
    const response = await client.v3.pendingTraces({ ext_msg_hash: [hash] }, options);
    return readResponse("pendingTraces", () => listIn(response.traces)[0]);
  } catch (error) {
    // Servers before 2025 do not have them.
    if (isTonEdgeError(error, "not_found")) return undefined;
    throw error;
  }
}

function readTrace(trace, transaction, traceId) {
  if (!trace) return { pending: 1 };
  const isNamed = typeof traceId === "string" && typeof trace.trace_id === "string";
  if (isNamed) requireSame("trace_id", trace.trace_id, traceId);
  const { trace_state: state, pending_messages: pending } = trace.trace_info;
  // The service gives no tree of a trace that is too large.
  if (!trace.trace && trace.is_incomplete === true) {
    const root = { ...transaction, children: [] };
    return { root, all: [root], incomplete: true };
  }
  if (!trace.trace) return { pending: 1 };
  textIn(trace.trace.tx_hash);
  if (state === "pending" || pending > 0) return { pending: Math.max(1, numberIn(pending)) };
  const { root, all, isWhole } = treeOf(trace, transaction);
  if (all.length === 0) return { pending: 1 };
  const incomplete = trace.is_incomplete === true || state !== "complete" || !isWhole;
  // A part of the trace with this id may be one without it.
  if (!(incomplete && isNamed) && !all.some(({ hash }) => hash === transaction.hash))
    throw fail("invalid_response", "it is not the trace of the message");
  return { root: root ?? { ...transaction, children: [] }, all, incomplete, isRootSeen: root !== undefined };
}

/** Whether a transaction is as certain as wanted. @param {any} row of v3 @param {string} finality */
export function reached(row, finality) {
  const own = finalityOf(row);
  return own === "finalized" || (own === "confirmed" && finality === "confirmed");
}
