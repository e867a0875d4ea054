// Runs get-methods in the local virtual machine if their results are certain.

import { Cell, parseBoc, Stack } from "../../message.js";
import { clock } from "../client/clock.js";
import { isList, isTonEdgeError } from "../util/error.js";
import { abortReason } from "../util/timers.js";
import { findLibraries } from "./libraries.js";
import { needsUpstream, needsUpstreamError } from "./needs-upstream.js";
import { fetchConfigurationAt } from "./network-configuration.js";
import { readResponse } from "./read-response.js";
import { getMethodError } from "./run-get-method.js";

/** Maximum number of rounds in which libraries refer to further libraries. */
const MAX_ROUNDS = 16;
/**
 * The loop yields to other work on the thread after this many milliseconds, and also after this many calls, since the clock stands
 * still in workerd.
 */
const SLICE_MS = 8;
const SLICE_CALLS = 64;

/** The exit code of the service for an account without code. */
const NO_CONTRACT_EXIT_CODE = -13;

/** Names that every server reads as the same method: some read digits as a number, some as a name. */
const CERTAIN_NAME = /^(?!0x)[a-z_~$?!.][^\p{C}]{0,127}$/iu;

/** Whether all servers agree which method a name or number is. */
export const isCertainMethod = (method) =>
  typeof method === "string" ? CERTAIN_NAME.test(method) : Number.isInteger(method) && method >= 0 && method < 2 ** 31;

/**
 * Converts a value to the form it has in a response of the service: slices become cells, and cells belong to this copy of the package.
 */
function toOwnValue(value) {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map(toOwnValue);
  if (isList(value.list)) return { list: value.list.map(toOwnValue) };
  if (value instanceof Cell) return value;
  // The API cannot represent a builder.
  if (typeof value.endCell === "function") return undefined;
  return typeof value.asCell === "function" ? toOwnValue(value.asCell()) : parseBoc(value.toBoc());
}

/** Converts the outcome of a get-method for the caller. */
const makeResult = ({ stack, exitCode, gasUsed }, { block, lastTransaction }) => ({
  stack: new Stack(stack.values.map(toOwnValue)),
  exitCode,
  gasUsed,
  block,
  lastTransaction,
  local: true,
});

/** Opens a contract once per configuration, or without one. */
function openContract({ address, state, libraries, contracts }, tvm, configuration) {
  const cachedContract = contracts.get(configuration);
  if (cachedContract?.libraries === libraries.size) return cachedContract.contract;
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

/** Returns the outcome for an account without a contract, which is known without a run; undefined if the account has a contract. */
function decideWithoutRunning({ state }) {
  const { isActive, code, data } = state;
  if (!isActive && code === undefined) return { status: "failed", exitCode: NO_CONTRACT_EXIT_CODE };
  return isActive && code !== undefined && data !== undefined ? undefined : needsUpstream("account");
}

/** Yields to other work on this thread. */
const yieldThread = () => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Runs calls, each on its account, with a configuration or without one, and returns their outcomes. Fetches missing libraries.
 *
 * @param {any} clientState @param {any} tvm @param {{ account: any, call: any }[]} jobs @param {any} configuration @param {any} options
 */
async function runAll(clientState, tvm, jobs, configuration, options) {
  const outcomes = new Map();
  let pendingJobs = jobs;
  for (let round = 0; pendingJobs.length > 0 && round < MAX_ROUNDS; round += 1) {
    let sliceStart = clock();
    for (const [index, job] of pendingJobs.entries()) {
      const { account, call } = job;
      outcomes.set(job, openContract(account, tvm, configuration).get(call.method, call.args));
      if (index % SLICE_CALLS < SLICE_CALLS - 1 && clock() - sliceStart < SLICE_MS) continue;
      await yieldThread();
      if (options.signal?.aborted) throw abortReason(options.signal);
      sliceStart = clock();
    }
    pendingJobs = await addLibraries(clientState, pendingJobs, outcomes, options);
  }
  return outcomes;
}

/** Adds the libraries that accounts need. Returns the calls that can run again. */
async function addLibraries(clientState, jobs, outcomes, options) {
  const waitingJobs = jobs.filter((job) => outcomes.get(job).reason === "library");
  const hashes = [...new Set(waitingJobs.map((job) => outcomes.get(job).library))];
  const libraryByHash = hashes.length > 0 ? await findLibraries(clientState, hashes, options) : new Map();
  return waitingJobs.filter((job) => {
    const { library } = outcomes.get(job);
    const { libraries } = job.account;
    // Another call of the account may have added the library.
    if (libraryByHash.has(library)) libraries.set(library, libraryByHash.get(library));
    return libraries.has(library);
  });
}

/** Runs calls with a configuration that may be an hour old: only its version counts. */
async function runWithLatest(clientState, tvm, job, latestConfiguration, options) {
  const run = async (configuration) => (await runAll(clientState, tvm, [job], configuration, options)).get(job);
  const firstOutcome = await run(undefined);
  // The run read no configuration, so only the TVM version of `latest` matters: run again with it.
  if (firstOutcome.status === "done") return run(latestConfiguration);
  if (firstOutcome.reason === "version") {
    const secondOutcome = await run(latestConfiguration);
    if (secondOutcome.reason === "version") return secondOutcome;
  } else if (firstOutcome.reason !== "configuration") return firstOutcome;
  const { block } = job.account.state;
  return block ? run(await fetchConfigurationAt(clientState, tvm, block.seqno, options)) : firstOutcome;
}

/**
 * Runs calls, each on its account. Outcomes: `done`, `failed` with an exit code, or `needs_upstream` with the reason.
 *
 * @param {any} clientState @param {any} tvm @param {{ account: any, call: any }[]} jobs
 * @param {{ configuration: any, isExact: boolean }} known the configuration, and whether it is the one of the accounts' block
 * @param {any} options @returns {Promise<Map<any, any>>}
 */
export async function computeAll(clientState, tvm, jobs, { configuration, isExact }, options) {
  const outcomes = new Map();
  for (const job of jobs) {
    const knownOutcome = isCertainMethod(job.call.method) ? decideWithoutRunning(job.account) : needsUpstream("method");
    if (knownOutcome) outcomes.set(job, knownOutcome);
  }
  const remainingJobs = jobs.filter((job) => !outcomes.has(job));
  const exactOutcomes = isExact ? await runAll(clientState, tvm, remainingJobs, configuration, options) : new Map();
  for (const job of remainingJobs)
    outcomes.set(job, exactOutcomes.get(job) ?? (await runWithLatest(clientState, tvm, job, configuration, options)));
  return outcomes;
}

/**
 * Returns the result for the caller; undefined if the call goes upstream.
 *
 * @param {any} outcome @param {any} account @param {any} call @param {"auto" | "only"} mode
 */
export function toCallResult(outcome, account, { method }, mode) {
  const { status, reason, exitCode } = outcome;
  if (status === "done") return makeResult(outcome, account.state);
  if (status === "failed") throw getMethodError(method, exitCode, 0);
  if (mode === "auto") return undefined;
  throw needsUpstreamError(method, outcome);
}

/** Whether a call rejects although it could go upstream: it was aborted, or the caller passed an invalid option. */
export const isFinal = (error, { signal }) =>
  signal?.aborted || (isTonEdgeError(error, "invalid_option") && error.parameter === "tvm");
