// Follows a message over v3: pending traces first, then what is in a block.

import { isTonEdgeError } from "../util/error.js";
import { listIn, numberIn, readResponse, textIn } from "./read-response.js";
import { summaryOfRow } from "./transaction-summary.js";

/** Transactions of a trace that are made into a tree; the service cuts traces off, too. */
const MOST_NODES = 4096;

/** The tree of a trace, without recursion: a trace can be as deep as it is long. */
function treeOf(trace) {
  const roots = [];
  const all = [];
  const work = [[trace.trace, roots]];
  while (work.length > 0 && all.length < MOST_NODES) {
    const [node, siblings] = work.pop();
    const row = node.transaction ?? trace.transactions?.[node.tx_hash];
    if (!row) continue;
    const made = { ...summaryOfRow(row), children: [] };
    siblings.push(made);
    all.push(made);
    // The last one first, so that the first is taken next.
    for (const child of [...listIn(node.children ?? null)].reverse()) work.push([child, made.children]);
  }
  return { root: roots[0], all };
}

/** @param {any} client @param {string} hash */
export function followV3(client, hash) {
  /** The trace, once it is known. */
  let traceId;

  return {
    /**
     * The transaction that executed the message, and how far it is: undefined, "pending" (in no block yet), or a summary.
     *
     * @param {any} options @param {string} finality
     */
    async executed(options, finality) {
      const found = await client.v3.transactionsByMessage({ msg_hash: [hash], direction: "in", limit: 1 }, options);
      const [row] = readResponse("transactionsByMessage", () => listIn(found.transactions));
      if (row && reached(row, finality)) {
        traceId = row.trace_id ?? undefined;
        return readResponse("transactionsByMessage", () => summaryOfRow(row));
      }
      const pending = await pendingTrace(client, hash, options);
      if (!pending) return row ? "pending" : undefined;
      return readResponse("pendingTraces", () => {
        const first = pending.transactions?.[pending.trace?.tx_hash ?? ""];
        return first && !first.emulated && reached(first, finality) ? summaryOfRow(first) : "pending";
      });
    },

    /** Unix time of the newest block that is known. */
    async time(options) {
      const info = await client.v3.masterchainInfo({}, options);
      return readResponse("masterchainInfo", () => numberIn(info.last.gen_utime));
    },

    /** The whole trace, or how many messages are still on their way. */
    async trace(options) {
      const params = traceId ? { trace_id: [traceId], limit: 1 } : { msg_hash: [hash], limit: 1 };
      const response = await client.v3.traces(params, options);
      return readResponse("traces", () => readTrace(listIn(response.traces)[0]));
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

function readTrace(trace) {
  if (!trace?.trace) return { pending: 1 };
  textIn(trace.trace.tx_hash);
  const { trace_state: state, pending_messages: pending } = trace.trace_info;
  if (state === "pending" || pending > 0) return { pending: Math.max(1, numberIn(pending)) };
  const { root, all } = treeOf(trace);
  if (!root) return { pending: 1 };
  return { root, all, incomplete: trace.is_incomplete === true || state !== "complete" || all.length === MOST_NODES };
}

/** How certain a transaction is. */
const reached = (row, finality) => finality === "confirmed" || (row.finality ?? "finalized") === "finalized";
