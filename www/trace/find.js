// Which trace a hash belongs to, and one to begin with.

import { loadClient } from "../page/client.js";

/** A trace larger than this is no good first sight. */
const SAMPLE_MOST = 40;
const SAMPLE_OF = 20;

/**
 * The trace with a transaction or message of this hash; undefined when there is none. The id of a trace is the hash of its
 * first transaction, so it is found as that. `on its way` are those that are not complete: with what is foretold of them.
 *
 * @param {string} hash base64
 * @param {AbortSignal} signal
 * @returns {Promise<{ trace: any, book: Record<string, any> } | undefined>}
 */
export async function findTrace(hash, signal) {
  const { v3 } = await loadClient();
  const one = (answer) => answer.traces?.length > 0 ? { trace: answer.traces[0], book: answer.address_book ?? {} } : undefined;
  const found = one(await v3.traces({ tx_hash: hash, limit: 1 }, { signal })) ?? one(await v3.traces({ msg_hash: hash, limit: 1 }, { signal }));
  if (found && !isPending(found.trace)) return found;
  const ahead = await pending(v3, found?.trace.external_hash ?? hash, signal);
  return (ahead && one(ahead)) ?? found;
}

/** A service without this operation knows no trace that is on its way. */
async function pending(v3, hash, signal) {
  try {
    return await v3.pendingTraces({ ext_msg_hash: hash }, { signal });
  } catch (error) {
    if (error?.status === 404 || error?.status === 405 || error?.status === 501) return undefined;
    throw error;
  }
}

export const isPending = (trace) => trace.trace_info?.trace_state === "pending";

/** Of the newest traces the one with the most transactions that can still be taken in at a glance. @returns {Promise<string | undefined>} */
export async function sampleTrace(signal) {
  const { v3 } = await loadClient();
  const { traces } = await v3.traces({ limit: SAMPLE_OF, sort: "desc" }, { signal });
  const size = ({ trace_info: info }) => (info?.transactions <= SAMPLE_MOST ? info.transactions : 0);
  const [best] = (traces ?? []).filter((each) => each.trace_id && !isPending(each)).sort((a, b) => size(b) - size(a));
  return best?.trace_id ?? undefined;
}
