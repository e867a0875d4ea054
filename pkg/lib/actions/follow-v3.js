// Follows a message over v3: first in pending traces, then in blocks.

import { readFinality } from "../live/finality.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { readList, readNumber, readResponse, requireAccount, requireSameValue, readText } from "./read-response.js";
import { summarizeRow } from "./transaction-summary.js";

/** Maximum number of transactions of a trace that become a tree; the service also shortens long traces. */
const MAX_NODES = 4096;

/**
 * Builds the tree of a trace, without recursion, since a trace can be as deep as it is long. `isWhole`: each message that a transaction
 * sent to an account has its transaction. `root` is undefined if its row is missing; rows below a missing row still belong to the trace.
 */
function buildTree(trace, transaction) {
  const roots = [];
  const allTransactions = [];
  const stack = [[trace.trace, roots]];
  let isWhole = true;
  while (stack.length > 0 && allTransactions.length < MAX_NODES) {
    const [node, siblingNodes] = stack.pop();
    const ownRow = node.tx_hash === transaction.hash ? transaction.row : undefined;
    const row = node.transaction ?? trace.transactions?.[node.tx_hash] ?? ownRow;
    const summary = row && { ...summarizeRow(row), children: [] };
    const children = readList(node.children ?? null);
    if (summary) {
      siblingNodes.push(summary);
      allTransactions.push(summary);
    }
    if (!row || children.length < countSentToAccounts(row)) isWhole = false;
    // Pushed in reverse, so that `pop` takes the first child.
    for (const child of [...children].reverse()) stack.push([child, summary?.children ?? []]);
  }
  return { root: roots[0], all: allTransactions, isWhole: isWhole && stack.length === 0 };
}

/** Counts the messages that a transaction sent to accounts; external ones have no destination, or one that is not an address. */
const countSentToAccounts = (row) =>
  readList(row.out_msgs ?? null).filter(({ destination }) => /^-?\d+:/.test(destination ?? "")).length;

/** Returns the transaction if it received the message with this hash or normalized hash; otherwise throws. */
function requireReceivedMessage(row, hash, account) {
  const { hash: receivedHash, hash_norm: normalizedHash } = row.in_msg ?? {};
  if (receivedHash !== hash) requireSameValue("in_msg.hash_norm", normalizedHash, hash);
  if (account !== undefined) requireAccount("account", row.account, account);
  return row;
}

/**
 * @param {any} client @param {string} hash @param {string} [account] in raw form, if it is known
 * @param {boolean} [mayBeTransactionHash] it may also be the hash of the transaction
 */
export function followV3(client, hash, account, mayBeTransactionHash = false) {
  /** The id of the trace, once it is known. */
  let traceId;

  /** Returns the transaction with this hash. @param {any} options @param {string} finality */
  async function findByTransactionHash(options, finality) {
    const response = await client.v3.transactions({ hash: [hash], limit: 1 }, options);
    return readResponse("transactions", () => {
      const [row] = readList(response.transactions);
      if (!row) return undefined;
      requireSameValue("hash", row.hash, hash);
      if (account !== undefined) requireAccount("account", row.account, account);
      if (!isFinalEnough(row, finality)) return "pending";
      traceId = row.trace_id ?? undefined;
      return summarizeRow(row);
    });
  }

  return {
    /**
     * Searches for the transaction that executed the message. Returns its summary, "pending" if it is in no block yet, or undefined if
     * none was found.
     *
     * @param {any} options @param {string} finality
     */
    async executed(options, finality) {
      const response = await client.v3.transactionsByMessage({ msg_hash: [hash], direction: "in", limit: 1 }, options);
      const [row] = readResponse("transactionsByMessage", () =>
        readList(response.transactions).map((candidate) => requireReceivedMessage(candidate, hash, account)),
      );
      if (row && isFinalEnough(row, finality)) {
        traceId = row.trace_id ?? undefined;
        return readResponse("transactionsByMessage", () => summarizeRow(row));
      }
      const pendingTransaction = await readPendingTrace(client, hash, options);
      if (!pendingTransaction && !row && mayBeTransactionHash) return findByTransactionHash(options, finality);
      if (!pendingTransaction) return row ? "pending" : undefined;
      return readResponse("pendingTraces", () => {
        const firstRow = pendingTransaction.transactions?.[pendingTransaction.trace?.tx_hash ?? ""];
        if (firstRow) requireReceivedMessage(firstRow, hash, account);
        return firstRow && isFinalEnough(firstRow, finality) ? summarizeRow(firstRow) : "pending";
      });
    },

    /**
     * Returns the whole trace, or the number of messages that are not executed yet.
     *
     * @param {any} options @param {number} deadline @param {any} transaction
     */
    async trace(options, deadline, transaction) {
      const params = traceId ? { trace_id: [traceId], limit: 1 } : { msg_hash: [hash], limit: 1 };
      const response = await client.v3.traces(params, options);
      return readResponse("traces", () => readTrace(readList(response.traces)[0], transaction, traceId));
    },
  };
}

/** Returns the trace of a message that is not in a block yet. */
async function readPendingTrace(client, hash, options) {
  try {
    const response = await client.v3.pendingTraces({ ext_msg_hash: [hash] }, options);
    return readResponse("pendingTraces", () => readList(response.traces)[0]);
  } catch (error) {
    // Servers before 2025 lack this operation.
    if (isTonEdgeError(error, "not_found")) return undefined;
    throw error;
  }
}

function readTrace(trace, transaction, traceId) {
  if (!trace) return { pending: 1 };
  const hasTraceIds = typeof traceId === "string" && typeof trace.trace_id === "string";
  if (hasTraceIds) requireSameValue("trace_id", trace.trace_id, traceId);
  const { trace_state: state, pending_messages: pendingCount } = trace.trace_info;
  // The service returns no tree for a trace that is too large.
  if (!trace.trace && trace.is_incomplete === true) {
    const root = { ...transaction, children: [] };
    return { root, all: [root], incomplete: true };
  }
  if (!trace.trace) return { pending: 1 };
  readText(trace.trace.tx_hash);
  if (state === "pending" || pendingCount > 0) return { pending: Math.max(1, readNumber(pendingCount)) };
  const { root, all: allTransactions, isWhole } = buildTree(trace, transaction);
  if (allTransactions.length === 0) return { pending: 1 };
  const incomplete = trace.is_incomplete === true || state !== "complete" || !isWhole;
  // The part of the trace with this id may lack the transaction.
  if (!(incomplete && hasTraceIds) && !allTransactions.some(({ hash }) => hash === transaction.hash))
    throw fail("invalid_response", "it is not the trace of the message");
  return {
    root: root ?? { ...transaction, children: [] },
    all: allTransactions,
    incomplete,
    isRootSeen: root !== undefined,
  };
}

/** Whether a transaction has the requested finality. @param {any} row of v3 @param {string} finality */
export function isFinalEnough(row, finality) {
  const rowFinality = readFinality(row);
  return rowFinality === "finalized" || (rowFinality === "confirmed" && finality === "confirmed");
}
