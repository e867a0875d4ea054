// Finds the trace that a hash belongs to, and a sample trace.

import { loadClient } from "../shared/client.js";

/** Maximum number of transactions of a sample; a larger trace is hard to read. */
const MAX_SAMPLE_TRANSACTIONS = 40;
/** Number of recent traces from which the sample is chosen. */
const SAMPLED_TRACES = 20;

/**
 * Returns the trace with a transaction or message of this hash, if there is one. The id of a trace is the hash of its first
 * transaction. A pending trace also has the transactions that the API expects to follow.
 *
 * @param {string} hash base64
 * @param {AbortSignal} signal
 * @returns {Promise<{ trace: any, page: import("../shared/body-view.js").Page } | undefined>}
 */
export async function findTrace(hash, signal) {
  const { v3 } = await loadClient();
  const readFirstTrace = (response) =>
    response.traces?.length > 0
      ? { trace: response.traces[0], page: { book: response.address_book ?? {}, metadata: response.metadata ?? {} } }
      : undefined;
  const trace =
    readFirstTrace(await v3.traces({ tx_hash: hash, limit: 1, include_actions: true }, { signal })) ??
    readFirstTrace(await v3.traces({ msg_hash: hash, limit: 1, include_actions: true }, { signal }));
  if (trace && !isPending(trace.trace)) return trace;
  const pendingResponse = await findPendingTrace(v3, trace?.trace.external_hash ?? hash, signal);
  return (pendingResponse && readFirstTrace(pendingResponse)) ?? trace;
}

/** Reads the pending trace; undefined if there is none or the API lacks this operation. */
async function findPendingTrace(v3, hash, signal) {
  try {
    return await v3.pendingTraces({ ext_msg_hash: hash }, { signal });
  } catch (error) {
    if (error?.status === 404 || error?.status === 405 || error?.status === 501) return undefined;
    throw error;
  }
}

export const isPending = (trace) => trace.trace_info?.trace_state === "pending";

/** Returns the largest recent trace that is small enough for one screen. @returns {Promise<string | undefined>} */
export async function findSampleTrace(signal) {
  const { v3 } = await loadClient();
  const { traces } = await v3.traces({ limit: SAMPLED_TRACES, sort: "desc" }, { signal });
  const countTransactions = ({ trace_info: info }) =>
    info?.transactions <= MAX_SAMPLE_TRANSACTIONS ? info.transactions : 0;
  const [largestTrace] = (traces ?? [])
    .filter((trace) => trace.trace_id && !isPending(trace))
    .sort((a, b) => countTransactions(b) - countTransactions(a));
  return largestTrace?.trace_id ?? undefined;
}
