// Finds the trace that a hash belongs to, and a sample trace.

import { loadClient } from "../shared/client.js";

/** Transactions; a larger trace is a poor sample. */
const SAMPLE_MOST = 40;
/** Recent traces to choose the sample from. */
const SAMPLE_OF = 20;

/**
 * The trace with a transaction or message of this hash, if there is one. The id of a trace is the hash of its first
 * transaction. A pending trace includes the transactions that the API expects.
 *
 * @param {string} hash base64
 * @param {AbortSignal} signal
 * @returns {Promise<{ trace: any, page: import("../shared/body-view.js").Page } | undefined>}
 */
export async function findTrace(hash, signal) {
  const { v3 } = await loadClient();
  const one = (response) =>
    response.traces?.length > 0
      ? { trace: response.traces[0], page: { book: response.address_book ?? {}, metadata: response.metadata ?? {} } }
      : undefined;
  const found =
    one(await v3.traces({ tx_hash: hash, limit: 1, include_actions: true }, { signal })) ??
    one(await v3.traces({ msg_hash: hash, limit: 1, include_actions: true }, { signal }));
  if (found && !isPending(found.trace)) return found;
  const ahead = await pending(v3, found?.trace.external_hash ?? hash, signal);
  return (ahead && one(ahead)) ?? found;
}

/** Undefined if the API lacks this operation. */
async function pending(v3, hash, signal) {
  try {
    return await v3.pendingTraces({ ext_msg_hash: hash }, { signal });
  } catch (error) {
    if (error?.status === 404 || error?.status === 405 || error?.status === 501) return undefined;
    throw error;
  }
}

export const isPending = (trace) => trace.trace_info?.trace_state === "pending";

/** The largest recent trace that is small enough for one screen. @returns {Promise<string | undefined>} */
export async function findSampleTrace(signal) {
  const { v3 } = await loadClient();
  const { traces } = await v3.traces({ limit: SAMPLE_OF, sort: "desc" }, { signal });
  const size = ({ trace_info: info }) => (info?.transactions <= SAMPLE_MOST ? info.transactions : 0);
  const [best] = (traces ?? []).filter((each) => each.trace_id && !isPending(each)).sort((a, b) => size(b) - size(a));
  return best?.trace_id ?? undefined;
}
