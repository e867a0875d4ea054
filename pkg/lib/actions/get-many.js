// Runs many get-methods: a few requests read the states of their accounts, and get-methods with certain results run locally.

import { decodeStack, encodeStack } from "../../message.js";
import { fail, isList, isTonEdgeError, kindOf } from "../util/error.js";
import { pickOptions } from "../util/options.js";
import { abortReason } from "../util/timers.js";
import { readAccountRow, readMasterchainBlock } from "./account-state.js";
import { computeAll, isFinal, toCallResult } from "./compute.js";
import { computeOne, isPaused, pauseOnFailure } from "./compute-one.js";
import { readGetOptions } from "./get-options.js";
import { fetchConfigurationAt } from "./network-configuration.js";
import { toRawAddress } from "./raw-address.js";
import { readAddress, readList, readResponse, requireSameValue } from "./read-response.js";
import { runGetMethod } from "./run-get-method.js";
import { loadTvm } from "./tvm-module.js";

const MAX_CALLS = 10_000;
/** Maximum number of values in the arguments of all calls together. */
const MAX_VALUES = 1 << 18;
/** Maximum number of accounts of one request: with more accounts, its URL would be longer than servers accept. */
const MAX_ACCOUNTS_PER_REQUEST = 100;
/** Maximum number of concurrent requests for states, and of concurrent calls that go upstream. */
const MAX_STATE_REQUESTS = 4;
const MAX_UPSTREAM_CALLS = 64;

/** Counts the entries of a stack, nested ones included. */
function countEntries(entries) {
  let size = entries.length;
  for (const entry of entries) {
    const value = isList(entry) ? entry[1] : (entry.tuple ?? entry.list);
    if (isList(value?.elements)) size += countEntries(value.elements);
  }
  return size;
}

/** Checks each call before the first request. */
function readCalls(calls, seqno) {
  if (!isList(calls))
    throw fail("invalid_parameter", `\`calls\` must be an array, not ${kindOf(calls)}`, { parameter: "calls" });
  if (calls.length > MAX_CALLS)
    throw fail("too_long", `\`calls\` has more than ${MAX_CALLS} calls`, { parameter: "calls" });
  let valuesLeft = MAX_VALUES;
  return Array.from(calls, (call, index) => {
    const callName = `call ${index} of client.getMany`;
    const { address, method, args = [] } = pickOptions(call, ["address", "method", "args"], callName);
    const parameter = `calls[${index}]`;
    if (!(typeof method === "string" && method !== "") && !Number.isSafeInteger(method))
      throw fail("invalid_parameter", `the \`method\` of ${callName} must be a name or a number`, { parameter });
    try {
      const stack = encodeStack(args, "v2");
      valuesLeft -= countEntries(stack);
      if (valuesLeft < 0) throw fail("too_long", `the calls have more than ${MAX_VALUES} arguments together`);
      return { address: toRawAddress(address), method, stack, seqno };
    } catch (cause) {
      if (!isTonEdgeError(cause)) throw cause;
      throw fail(cause.code, `${callName}: ${cause.message}`, { parameter, index: cause.index, cause });
    }
  });
}

/** Calls `handle` for each item, at most this many at once. */
async function forEachConcurrently(items, limit, handle) {
  const queue = items[Symbol.iterator]();
  const takeItems = async () => {
    for (const item of queue) await handle(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, takeItems));
}

/** Returns the outcome of a call. An abort, or an error in the caller's arguments, ends all calls. */
async function settleCall(run, options) {
  try {
    return { ok: true, value: await run() };
  } catch (error) {
    if (isFinal(error, options) || !isTonEdgeError(error)) throw error;
    return { ok: false, error };
  }
}

/**
 * Groups rows by account. Refuses a row of an account that was not requested: with a wrong row in its place, an account would seem to
 * have no contract.
 */
function groupRowsByAccount(rows, addresses) {
  const requestedAddresses = new Set(addresses);
  return new Map(
    rows.map((row, index) => {
      const address = readAddress(row.address);
      if (!requestedAddresses.has(address))
        requireSameValue(`accounts[${index}].address`, address, addresses.join(", "));
      return [address, row];
    }),
  );
}

/** Requests the rows of accounts. If a response is larger than the client accepts, requests each half of the accounts separately. */
async function readRows(clientState, addresses, options, handleRows) {
  const { client } = clientState;
  let rows;
  try {
    const response = await client.v3.accountStates({ address: addresses, include_boc: true }, options);
    rows = readResponse("accountStates", () => groupRowsByAccount(readList(response.accounts), addresses));
  } catch (error) {
    if (!isTonEdgeError(error, "response_too_large") || addresses.length < 2) throw error;
    const middleIndex = addresses.length >> 1;
    for (const half of [addresses.slice(0, middleIndex), addresses.slice(middleIndex)])
      await readRows(clientState, half, options, handleRows);
    return;
  }
  await handleRows(addresses, rows);
}

/**
 * Runs the calls whose accounts v3 knows. Calls whose states are unavailable are sent as separate requests.
 *
 * @param {any} clientState @param {any[]} calls @param {"auto" | "only"} mode @param {any} options @param {Map<any, any>} outcomes
 */
async function computeMany(clientState, calls, mode, options, outcomes) {
  const callsByAccount = new Map();
  for (const call of calls) {
    const sameAccount = callsByAccount.get(call.address);
    if (sameAccount) sameAccount.push(call);
    else callsByAccount.set(call.address, [call]);
  }
  const [tvm, master] = await Promise.all([
    pauseOnFailure(clientState, options, () => true, loadTvm(clientState, options)),
    // The block is read before the states, so that no state is older than it.
    clientState.client.v3
      .masterchainInfo({}, options)
      .then((info) => readResponse("masterchainInfo", () => readMasterchainBlock(info))),
  ]);
  const { block, keyBlock } = master;
  const configuration = await pauseOnFailure(
    clientState,
    options,
    () => true,
    fetchConfigurationAt(clientState, tvm, block.seqno, options, keyBlock),
  );
  const addresses = [...callsByAccount.keys()];
  const chunks = Array.from({ length: Math.ceil(addresses.length / MAX_ACCOUNTS_PER_REQUEST) }, (_, index) =>
    addresses.slice(index * MAX_ACCOUNTS_PER_REQUEST, (index + 1) * MAX_ACCOUNTS_PER_REQUEST),
  );
  const computePart = async (accountBatch, rows) => {
    const jobs = accountBatch.flatMap((address) => {
      const account = readResponse("accountStates", () => readAccountRow(address, rows.get(address), master));
      return callsByAccount.get(address).map((call) => ({
        account,
        call: { ...call, args: decodeStack(call.stack).values },
        sourceCall: call,
      }));
    });
    const outcomeByJob = await computeAll(clientState, tvm, jobs, { configuration, isExact: true }, options);
    for (const [{ account, sourceCall }, outcome] of outcomeByJob) {
      const result = await settleCall(() => toCallResult(outcome, account, sourceCall, mode), options);
      // `null` marks a call that has to go upstream.
      outcomes.set(sourceCall, result.ok && result.value === undefined ? null : result);
    }
  };
  await forEachConcurrently(chunks, MAX_STATE_REQUESTS, (accountBatch) =>
    readRows(clientState, accountBatch, options, computePart).catch((error) => {
      if (isFinal(error, options)) throw error;
    }),
  );
}

/** @param {any} client @param {any} calls @param {any} [rawOptions] */
export async function getMany(client, calls, rawOptions = {}) {
  const { clientState, mode, seqno, options } = readGetOptions(client, rawOptions, "client.getMany");
  const checkedCalls = readCalls(calls, seqno);
  const { signal } = options;
  if (signal?.aborted) throw abortReason(signal);
  const outcomes = new Map();
  const runsLocally = mode === "only" || (mode === "auto" && !isPaused(clientState));
  if (runsLocally && seqno === undefined && checkedCalls.length > 0)
    await computeMany(clientState, checkedCalls, mode, options, outcomes).catch((error) => {
      if (isFinal(error, options)) throw error;
    });
  const remainingCalls = checkedCalls.filter((call) => !outcomes.get(call));
  await forEachConcurrently(remainingCalls, MAX_UPSTREAM_CALLS, async (call) => {
    const isUpstreamOnly = mode === "never" || outcomes.has(call);
    const run = async () =>
      (isUpstreamOnly ? undefined : await computeOne(clientState, call, mode, options)) ??
      runGetMethod(client, call, options);
    outcomes.set(call, await settleCall(run, options));
  });
  return checkedCalls.map((call) => outcomes.get(call));
}
