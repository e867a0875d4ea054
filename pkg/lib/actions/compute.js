// Get-methods in the virtual machine of the program, where their results are certain.

import { Cell, parseBoc, Stack } from "../../message.js";
import { clock } from "../client/clock.js";
import { isList, isTonEdgeError } from "../util/error.js";
import { reasonOf } from "../util/timers.js";
import { findLibraries } from "./libraries.js";
import { needsUpstream, needsUpstreamError } from "./needs-upstream.js";
import { configurationAt } from "./network-configuration.js";
import { readResponse } from "./read-response.js";
import { failedGetMethod } from "./run-get-method.js";

/** Rounds of libraries that refer to libraries. */
const MOST_ROUNDS = 16;
/**
 * Milliseconds after which the loop yields to other work on the thread, and calls after which it reads the clock, which stands still in
 * workerd.
 */
const SLICE_MS = 8;
const SLICE_CALLS = 64;

/** The exit code of the service for an account without code. */
const NO_CONTRACT = -13;

/** Names that every server takes for the same method: one reads digits as a number, and another one does not. */
const NAME = /^(?!0x)[a-z_~$?!.][^\p{C}]{0,127}$/iu;

/** Whether it is certain which method a name or number is. */
export const isCertainMethod = (method) =>
  typeof method === "string" ? NAME.test(method) : Number.isInteger(method) && method >= 0 && method < 2 ** 31;

/** The same value as a response of the service has it: with cells of this copy of the package, and slices as cells. */
function ownValue(value) {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map(ownValue);
  if (isList(value.list)) return { list: value.list.map(ownValue) };
  if (value instanceof Cell) return value;
  // A builder, for which the service has no form.
  if (typeof value.endCell === "function") return undefined;
  return typeof value.asCell === "function" ? ownValue(value.asCell()) : parseBoc(value.toBoc());
}

/** The result of a get-method for the caller. */
const resultOf = ({ stack, exitCode, gasUsed }, { block, lastTransaction }) => ({
  stack: new Stack(stack.values.map(ownValue)),
  exitCode,
  gasUsed,
  block,
  lastTransaction,
  local: true,
});

/** A contract, opened once, with or without a configuration. */
function contractOf({ address, state, libraries, contracts }, tvm, configuration) {
  const found = contracts.get(configuration);
  if (found?.libraries === libraries.size) return found.contract;
  const { code, data, balance, extraCurrencies, now } = state;
  const contract = readResponse("an account", () =>
    tvm.openContract({
      code,
      data,
      address,
      balance,
      extraCurrencies,
      now,
      libraries: [...libraries.values()],
      config: configuration?.config,
    }),
  );
  contracts.set(configuration, { contract, libraries: libraries.size });
  return contract;
}

/** The outcome for an account without a contract, known before anything runs; undefined if it has a contract. */
function withoutRunning({ state }) {
  const { isActive, code, data } = state;
  if (!isActive && code === undefined) return { status: "failed", exitCode: NO_CONTRACT };
  return isActive && code !== undefined && data !== undefined ? undefined : needsUpstream("account");
}

/** Lets others on this thread have their turn. */
const breathe = () => new Promise((done) => setTimeout(done, 0));

/**
 * The outcomes of calls with a configuration or none, each of an account. Libraries that are missing are fetched.
 *
 * @param {any} memory @param {any} tvm @param {{ account: any, call: any }[]} jobs @param {any} configuration @param {any} options
 */
async function runAll(memory, tvm, jobs, configuration, options) {
  const outcomes = new Map();
  let left = jobs;
  for (let round = 0; left.length > 0 && round < MOST_ROUNDS; round += 1) {
    let since = clock();
    for (const [at, job] of left.entries()) {
      const { account, call } = job;
      outcomes.set(job, contractOf(account, tvm, configuration).get(call.method, call.args));
      if (at % SLICE_CALLS < SLICE_CALLS - 1 && clock() - since < SLICE_MS) continue;
      await breathe();
      if (options.signal?.aborted) throw reasonOf(options.signal);
      since = clock();
    }
    left = await withLibraries(memory, left, outcomes, options);
  }
  return outcomes;
}

/** Adds the libraries that accounts need. Gives the calls that can run again. */
async function withLibraries(memory, jobs, outcomes, options) {
  const needs = jobs.filter((job) => outcomes.get(job).reason === "library");
  const hashes = [...new Set(needs.map((job) => outcomes.get(job).library))];
  const found = hashes.length > 0 ? await findLibraries(memory, hashes, options) : new Map();
  return needs.filter((job) => {
    const { library } = outcomes.get(job);
    const { libraries } = job.account;
    // Another call of the account may have added it.
    if (found.has(library)) libraries.set(library, found.get(library));
    return libraries.has(library);
  });
}

/** The outcome with a configuration that may be an hour old: only its version counts. */
async function runWithLatest(memory, tvm, job, latest, options) {
  const run = async (configuration) => (await runAll(memory, tvm, [job], configuration, options)).get(job);
  const first = await run(undefined);
  // The result does not depend on the configuration; run it again as the network does.
  if (first.status === "done") return run(latest);
  if (first.reason === "version") {
    const second = await run(latest);
    if (second.reason === "version") return second;
  } else if (first.reason !== "configuration") return first;
  const { block } = job.account.state;
  return block ? run(await configurationAt(memory, tvm, block.seqno, options)) : first;
}

/**
 * The outcomes of calls, each of an account: `done`, `failed` with an exit code, or `needs_upstream` with the reason.
 *
 * @param {any} memory @param {any} tvm @param {{ account: any, call: any }[]} jobs
 * @param {{ configuration: any, isExact: boolean }} known the configuration, and whether it is the one of the accounts' block
 * @param {any} options @returns {Promise<Map<any, any>>}
 */
export async function computeAll(memory, tvm, jobs, { configuration, isExact }, options) {
  const outcomes = new Map();
  for (const job of jobs) {
    const certain = isCertainMethod(job.call.method) ? withoutRunning(job.account) : needsUpstream("method");
    if (certain) outcomes.set(job, certain);
  }
  const left = jobs.filter((job) => !outcomes.has(job));
  const found = isExact ? await runAll(memory, tvm, left, configuration, options) : new Map();
  for (const job of left)
    outcomes.set(job, found.get(job) ?? (await runWithLatest(memory, tvm, job, configuration, options)));
  return outcomes;
}

/**
 * The result for the caller; undefined if the call goes upstream.
 *
 * @param {any} outcome @param {any} account @param {any} call @param {"auto" | "only"} mode
 */
export function resultFor(outcome, account, { method }, mode) {
  const { status, reason, exitCode } = outcome;
  if (status === "done") return resultOf(outcome, account.state);
  if (status === "failed") throw failedGetMethod(method, exitCode, 0);
  if (mode === "auto") return undefined;
  throw needsUpstreamError(method, outcome);
}

/** Whether a call that may go upstream has to fail all the same: it was aborted, or the program is wrong. */
export const isFinal = (error, { signal }) =>
  signal?.aborted || (isTonEdgeError(error, "invalid_option") && error.parameter === "tvm");
