// Many get-methods at once: the states of their accounts come in few requests, and get-methods whose result is certain run here.

import { decodeStack, encodeStack } from "../../message.js";
import { fail, isList, isTonEdgeError, kindOf } from "../util/error.js";
import { pickOptions } from "../util/options.js";
import { reasonOf } from "../util/timers.js";
import { accountByRow, readMasterchainBlock } from "./account-state.js";
import { computeAll, isFinal, resultFor } from "./compute.js";
import { computeOne, isPaused, pausing } from "./compute-one.js";
import { readGetOptions } from "./get-options.js";
import { configurationAt } from "./network-configuration.js";
import { rawAddress } from "./raw-address.js";
import { addressIn, listIn, readResponse, requireSame } from "./read-response.js";
import { runGetMethod } from "./run-get-method.js";
import { tvmOf } from "./tvm-module.js";

const MOST_CALLS = 10_000;
/** Values of the arguments of all calls together. */
const MOST_VALUES = 1 << 18;
/** Accounts of one request: with more, its URL is longer than servers take. */
const MOST_ACCOUNTS = 100;
/** Requests for states that are on their way at once, and calls that go upstream. */
const STATES_AT_ONCE = 4;
const CALLS_AT_ONCE = 64;

/** The entries of a stack with those in them. */
function sizeOf(entries) {
  let size = entries.length;
  for (const entry of entries) {
    const value = isList(entry) ? entry[1] : (entry.tuple ?? entry.list);
    if (isList(value?.elements)) size += sizeOf(value.elements);
  }
  return size;
}

/** The calls, each checked before the first request. */
function readCalls(written, seqno) {
  if (!isList(written))
    throw fail("invalid_parameter", `\`calls\` must be an array, not ${kindOf(written)}`, { parameter: "calls" });
  if (written.length > MOST_CALLS)
    throw fail("too_long", `\`calls\` has more than ${MOST_CALLS} calls`, { parameter: "calls" });
  let left = MOST_VALUES;
  return Array.from(written, (call, at) => {
    const what = `call ${at} of client.getMany`;
    const { address, method, args = [] } = pickOptions(call, ["address", "method", "args"], what);
    const parameter = `calls[${at}]`;
    if (!(typeof method === "string" && method !== "") && !Number.isSafeInteger(method))
      throw fail("invalid_parameter", `the \`method\` of ${what} must be a name or a number`, { parameter });
    try {
      const stack = encodeStack(args, "v2");
      left -= sizeOf(stack);
      if (left < 0) throw fail("too_long", `the calls have more than ${MOST_VALUES} arguments together`);
      return { address: rawAddress(address), method, stack, seqno };
    } catch (cause) {
      if (!isTonEdgeError(cause)) throw cause;
      throw fail(cause.code, `${what}: ${cause.message}`, { parameter, index: cause.index, cause });
    }
  });
}

/** Calls `work` for each item, at most this many at once. */
async function eachOf(items, most, work) {
  const waiting = items[Symbol.iterator]();
  const next = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, next));
}

/** The outcome of a call. An abort ends all calls, and so does a mistake in the program's arguments. */
async function settle(work, options) {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (isFinal(error, options) || !isTonEdgeError(error)) throw error;
    return { ok: false, error };
  }
}

/** Rows by their accounts, which must be among the requested ones: else those that are missing would pass for accounts without a contract. */
function rowsByAccount(rows, addresses) {
  const requested = new Set(addresses);
  return new Map(
    rows.map((row, at) => {
      const address = addressIn(row.address);
      if (!requested.has(address)) requireSame(`accounts[${at}].address`, address, addresses.join(", "));
      return [address, row];
    }),
  );
}

/** Rows by their accounts. If a response is larger than the client accepts, the accounts are requested in two halves. */
async function readRows(memory, addresses, options, work) {
  const { client } = memory;
  let rows;
  try {
    const response = await client.v3.accountStates({ address: addresses, include_boc: true }, options);
    rows = readResponse("accountStates", () => rowsByAccount(listIn(response.accounts), addresses));
  } catch (error) {
    if (!isTonEdgeError(error, "response_too_large") || addresses.length < 2) throw error;
    const half = addresses.length >> 1;
    for (const some of [addresses.slice(0, half), addresses.slice(half)]) await readRows(memory, some, options, work);
    return;
  }
  await work(addresses, rows);
}

/**
 * Computes the calls of accounts whose states v3 has. Calls whose states are unavailable are sent as separate requests.
 *
 * @param {any} memory @param {any[]} calls @param {"auto" | "only"} mode @param {any} options @param {Map<any, any>} outcomes
 */
async function computeMany(memory, calls, mode, options, outcomes) {
  const byAccount = new Map();
  for (const call of calls) {
    const same = byAccount.get(call.address);
    if (same) same.push(call);
    else byAccount.set(call.address, [call]);
  }
  const [tvm, master] = await Promise.all([
    pausing(memory, options, () => true, tvmOf(memory, options)),
    // Read before the states, so that no state is older than this block.
    memory.client.v3
      .masterchainInfo({}, options)
      .then((info) => readResponse("masterchainInfo", () => readMasterchainBlock(info))),
  ]);
  const { block, keyBlock } = master;
  const configuration = await pausing(
    memory,
    options,
    () => true,
    configurationAt(memory, tvm, block.seqno, options, keyBlock),
  );
  const addresses = [...byAccount.keys()];
  const chunks = Array.from({ length: Math.ceil(addresses.length / MOST_ACCOUNTS) }, (_, at) =>
    addresses.slice(at * MOST_ACCOUNTS, (at + 1) * MOST_ACCOUNTS),
  );
  const compute = async (some, rows) => {
    const jobs = some.flatMap((address) => {
      const account = readResponse("accountStates", () => accountByRow(address, rows.get(address), master));
      return byAccount.get(address).map((call) => ({
        account,
        call: { ...call, args: decodeStack(call.stack).values },
        of: call,
      }));
    });
    const found = await computeAll(memory, tvm, jobs, { configuration, isExact: true }, options);
    for (const [{ account, of }, outcome] of found) {
      const result = await settle(() => resultFor(outcome, account, of, mode), options);
      // It is certain that it has to go upstream.
      outcomes.set(of, result.ok && result.value === undefined ? null : result);
    }
  };
  await eachOf(chunks, STATES_AT_ONCE, (some) =>
    readRows(memory, some, options, compute).catch((error) => {
      if (isFinal(error, options)) throw error;
    }),
  );
}

/** @param {any} client @param {any} calls @param {any} [written] */
export async function getMany(client, calls, written = {}) {
  const { memory, mode, seqno, options } = readGetOptions(client, written, "client.getMany");
  const list = readCalls(calls, seqno);
  const { signal } = options;
  if (signal?.aborted) throw reasonOf(signal);
  const outcomes = new Map();
  const isHere = mode === "only" || (mode === "auto" && !isPaused(memory));
  if (isHere && seqno === undefined && list.length > 0)
    await computeMany(memory, list, mode, options, outcomes).catch((error) => {
      if (isFinal(error, options)) throw error;
    });
  const left = list.filter((call) => !outcomes.get(call));
  await eachOf(left, CALLS_AT_ONCE, async (call) => {
    const isUpstream = mode === "never" || outcomes.has(call);
    const run = async () =>
      (isUpstream ? undefined : await computeOne(memory, call, mode, options)) ?? runGetMethod(client, call, options);
    outcomes.set(call, await settle(run, options));
  });
  return list.map((call) => outcomes.get(call));
}
