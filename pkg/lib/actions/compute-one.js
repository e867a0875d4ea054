// Runs a get-method locally. It needs one request for the state of its account, which calls for the same account share.

import { decodeStack } from "../../message.js";
import { clock } from "../client/clock.js";
import { isTonEdgeError } from "../util/error.js";
import { fetchAccountV2 } from "./account-state.js";
import { computeAll, isCertainMethod, isFinal, toCallResult } from "./compute.js";
import { needsUpstream } from "./needs-upstream.js";
import {
  fetchConfigurationAt,
  findVersionAt,
  isVersionKnown,
  fetchLatestConfiguration,
} from "./network-configuration.js";
import { toRawAddress } from "./raw-address.js";
import { loadTvm } from "./tvm-module.js";

/** Milliseconds for which calls go upstream directly after the module, or data that it needs, was unavailable. */
const PAUSE_MS = 60_000;
/** Statuses of a server that does not have, or does not allow, the operation. */
const UNSUPPORTED_STATUSES = [403, 404, 405, 501];

/** Loads the inputs of every call except the account: the module and a configuration. */
async function loadInputs(clientState, seqno, options) {
  const tvm = await loadTvm(clientState, options);
  if (seqno === undefined)
    return { tvm, configuration: await fetchLatestConfiguration(clientState, tvm, options), isExact: false };
  const configuration = findVersionAt(clientState, seqno);
  if (configuration) return { tvm, configuration, isExact: false };
  return { tvm, configuration: await fetchConfigurationAt(clientState, tvm, seqno, options), isExact: true };
}

/** Whether calls that may go upstream are sent at once, without a local attempt. */
export const isPaused = (clientState) => clock() < clientState.pausedUntil;

/** Pauses local runs for a minute after a failure, unless the call was aborted or the caller passed an invalid option. */
export async function pauseOnFailure(clientState, options, isLasting, pendingResult) {
  try {
    return await pendingResult;
  } catch (error) {
    if (!isFinal(error, options) && isLasting(error)) clientState.pausedUntil = clock() + PAUSE_MS;
    throw error;
  }
}

/** @returns {Promise<{ outcome: any, account?: any }>} */
async function compute(clientState, { address, method, stack, seqno }, options) {
  if (!isCertainMethod(method)) return { outcome: needsUpstream("method") };
  if (seqno === undefined && isVersionKnown(clientState) === false) return { outcome: needsUpstream("version") };
  const call = { method, args: decodeStack(stack).values };
  const [account, inputs] = await Promise.all([
    pauseOnFailure(
      clientState,
      options,
      (error) => isTonEdgeError(error) && UNSUPPORTED_STATUSES.includes(error.status),
      fetchAccountV2(clientState, toRawAddress(address), seqno, options),
    ),
    pauseOnFailure(clientState, options, () => seqno === undefined, loadInputs(clientState, seqno, options)),
  ]);
  const job = { account, call };
  const outcomes = await computeAll(clientState, inputs.tvm, [job], inputs, options);
  return { outcome: outcomes.get(job), account };
}

/**
 * Runs the get-method locally and returns its result; undefined if the call has to go upstream.
 *
 * @param {any} clientState @param {{ address: any, method: any, stack: any[], seqno: number | undefined }} call @param {"auto" | "only"} mode @param {any} options
 */
export async function computeOne(clientState, call, mode, options) {
  if (mode === "auto" && isPaused(clientState)) return undefined;
  try {
    const { outcome, account } = await compute(clientState, call, options);
    return toCallResult(outcome, account, call, mode);
  } catch (error) {
    // After every other local failure, a call that may go upstream is sent there.
    if (mode === "only" || isFinal(error, options) || isTonEdgeError(error, "get_method_failed")) throw error;
    return undefined;
  }
}
