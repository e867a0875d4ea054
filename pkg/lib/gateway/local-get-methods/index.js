// Computes get-methods in the gateway from the state of the account, which is requested once per TTL. The response has the service's format. If the
// result is not certain, the call is forwarded, and the caller notices no difference.

import { GAS_LIMIT, WORK_PER_REQUEST, WORK_PER_SECOND } from "../../settings/numbers.js";
import { isTonEdgeError } from "../../util/error.js";
import { nameError } from "../ops/error-name.js";
import { readState } from "./account-state.js";
import { createFacts } from "./network-facts.js";
import { createReads, isFresh } from "./reads.js";
import { readCall } from "./request-stack.js";
import { writeStack } from "./response-stack.js";
import { createSkips } from "./skips.js";
import { createVerifier } from "./verify.js";
import { createWorkBudget } from "./work-budget.js";

/** Maximum bytes of the states of all open contracts. */
const OPEN_BYTES = 8 * 1024 * 1024;
/** Maximum libraries of a contract. */
const MAX_LIBRARIES = 4;
/** Maximum remembered hashes of codes whose results differed from the upstream's. */
const MAX_WRONG_CODES = 4096;
/** TVM versions that the virtual machine supports without the configuration. */
const MIN_VERSION = 12;
const MAX_VERSION = 14;
/** Headers that a computed response takes from the response with the state. */
const COPIED_HEADERS = ["content-type", "date"];

/** Reasons that apply to a method with any arguments; and reasons for which all calls of the account are forwarded. */
const METHOD_REASONS = [
  "instruction",
  "version",
  "previous_blocks",
  "time",
  "balance",
  "random",
  "context",
  "child_machine",
  "exception",
  "continuation",
  "response",
  "trap",
];
const ACCOUNT_REASONS = ["library", "state"];
/** The exit code of a run that used all its gas. */
const OUT_OF_GAS = -14;

/** Matches the address in a cache key of the core, unless the request names a block (`seqno`). */
const ADDRESS = /^[^?]*\?(?!(?:.*&)?seqno=)(?:.*&)?address=([^&#]+)/;

/**
 * @param {import("./load.js").Tools} tools @param {import("./load.js").Parts} parts @param {{ verify?: number | null, gasLimit?: number | null, workPerRequest?: number | null, workPerSecond?: number | null }} settings
 * @param {() => Promise<typeof import("../../../tvm.js")>} loadTvm
 */
export function createGetMethods(tools, parts, settings, loadTvm) {
  const { countLocalResult, lruMap } = tools;
  const { core, log, meter, cache } = parts;
  const readOperation = createReads(parts);
  const facts = createFacts(tools, readOperation);
  const skipCounts = createSkips(tools);
  const verifyCall = createVerifier(tools);
  const budget = createWorkBudget({
    workPerRequest: settings.workPerRequest ?? WORK_PER_REQUEST,
    workPerSecond: settings.workPerSecond ?? WORK_PER_SECOND,
  });
  const openAccounts = lruMap(OPEN_BYTES);
  /** Hashes of codes whose results differed from the upstream's. */
  const wrongCodes = new Set();
  let machine;
  let alertedAt = Number.NEGATIVE_INFINITY;

  const countOutcome = (outcome) => meter && countLocalResult(meter, "local", { outcome });

  /** Raises an alert at most once a minute, so that a module that traps or cannot be loaded is noticed without filling the log. */
  function alertUnavailable(record, problem, error) {
    if (performance.now() - alertedAt < 60_000) return;
    alertedAt = performance.now();
    // The message of a foreign error may contain a secret.
    const reason = isTonEdgeError(error) ? error.code : nameError(error);
    const message = `get-methods go upstream: ${problem} (${reason})`;
    log.alert({ level: "error", code: "local_get_methods_unavailable", message }, record);
  }

  /** Returns the state of an account with its open contract, or the reason why the account cannot be used. */
  async function loadAccount(address, call) {
    const { network } = call.context.verdict;
    const response = await readOperation(`getAddressInformation?address=${address}`, call);
    const { status, body, tag } = response;
    if (status !== 200) {
      if (status >= 400 && status < 500 && status !== 429) return "state";
      skipCounts.recordFailure(network);
      return "unread";
    }
    skipCounts.recordSuccess(network);
    // The state is too large for the cache, so every call would request it again.
    if (tag === undefined) return "state";
    const name = `${network}/${address}`;
    const openAccount = openAccounts.get(name);
    if (openAccount?.tag === tag) return { account: openAccount, response };
    const state = readState(body);
    if (!state) return "state";
    const account = { body, size: body.length, tag, state, libraries: [], contract: undefined, config: undefined };
    openAccounts.put(name, account);
    return { account, response };
  }

  function openContract(account, address) {
    const { code, data, balance, extraCurrencies, now } = account.state;
    const { libraries, config } = account;
    const gasLimit = settings.gasLimit ?? GAS_LIMIT;
    const environment = { address: decodeURIComponent(address), balance, extraCurrencies, now, libraries, config };
    account.contract = machine.openContract({ code, data, ...environment, gasLimit });
  }

  /** Runs a get-method, and again with the libraries and the configuration that it turns out to need. */
  async function runMethod(account, address, { method, stack }, call) {
    const request = call.context.batch ?? call.context;
    await budget.yieldThread();
    if (!account.contract) {
      const workLimit = budget.findLimit(request);
      if (typeof workLimit === "string") return { reason: workLimit };
      openContract(account, address);
      budget.spend(request, budget.countState(account.body));
      if (wrongCodes.size > 0 && wrongCodes.has(account.contract.codeHash)) account.isWrong = true;
    }
    if (account.isWrong) return { reason: "differed" };
    for (let attempts = 0; ; attempts += 1) {
      const { contract } = account;
      const workLimit = budget.findLimit(request);
      if (typeof workLimit === "string") return { reason: workLimit };
      const outcome = contract.getBoc(method, stack, { workLimit });
      budget.spend(request, outcome.work);
      if (outcome.status === "done" || attempts > MAX_LIBRARIES) return outcome;
      if (outcome.reason === "too_complex" && !budget.isMost(workLimit)) return { reason: "work_per_request" };
      if (outcome.reason === "library") {
        const library = await facts.readLibrary(outcome.library, call);
        if (!library) return outcome;
        if (account.contract === contract) account.libraries = [...account.libraries, library];
      } else if (outcome.reason === "configuration" && !account.config) {
        account.config = await facts.readConfig(machine, account.state.seqno, call);
        if (!account.config) return { reason: "unread" };
      } else return outcome;
      if (account.contract !== contract) continue;
      openContract(account, address);
      budget.spend(request, budget.countState(account.body));
    }
  }

  /** Makes the outcome of a computed response, and stores the response in the cache. */
  function storeResponse(context, response, text) {
    const { key } = context.verdict.cacheUse;
    const headers = response.headers.filter(([name]) => COPIED_HEADERS.includes(name));
    const { entry: lifetimes } = core.inspect(key, { status: 200, cacheControl: undefined, text });
    const baseResponse = { status: 200, headers };
    // The entry is as old as the state: a computed response must not live longer than one that was fetched together with the state.
    const { stored, began } = response;
    const entry = { ...baseResponse, body: text, size: text.length, stored, began, ...lifetimes };
    if (!isFresh(entry)) return undefined;
    const remainingSeconds = Math.floor((entry.fresh - Math.max(0, Date.now() - entry.stored)) / 1000);
    const cacheStatus = `${response.isFetched ? "fwd=miss; stored" : `hit; ttl=${remainingSeconds}`}; detail=local`;
    if (text.length > cache.maxEntryBytes)
      return { shared: { ...baseResponse, text, reason: "too-large", cacheStatus } };
    cache.store.put(key, entry, context);
    return { shared: { entry, cacheStatus } };
  }

  /** Compares a sample of results with the upstream, after the response has been sent. */
  function verifySample(call, account, { gasUsed, exitCode, stack: boc }, form) {
    if (!(Math.random() < (settings.verify ?? 0))) return;
    const { contract, state } = account;
    const stack = writeStack(boc, form === "v3" ? "v2" : form);
    const verification = new Promise((resolve) => setTimeout(resolve, 0))
      .then(() => verifyCall({ seqno: state.seqno, lt: state.lt, gasUsed, exitCode, stack }, call))
      .then((result) => {
        if (meter) countLocalResult(meter, "verified", { result });
        if (result !== "different") return;
        const { codeHash } = contract;
        if (wrongCodes.size >= MAX_WRONG_CODES) wrongCodes.delete(wrongCodes.values().next().value);
        wrongCodes.add(codeHash);
        for (const openAccount of openAccounts.values())
          if (openAccount.contract?.codeHash === codeHash) openAccount.isWrong = true;
        const message = "a computed get-method differs from the upstream's: contracts of this code go upstream";
        log.alert(
          { level: "error", code: "local_get_method_differs", message, codeHash },
          call.context.record.detach(),
        );
      });
    call.context.ctx?.waitUntil?.(verification);
  }

  /** @param {import("./reads.js").Call} call */
  async function computeCall(call) {
    const { cacheUse, network, generation, endpoint, body, callerKey } = call.context.verdict;
    // Requests with the caller's own key, or for a fresh response, are forwarded.
    if (!cacheUse || cacheUse.renew || callerKey !== undefined) return undefined;
    const address = ADDRESS.exec(cacheUse.key)?.[1];
    if (address === undefined) return undefined;
    const form = generation === "v3" ? "v3" : endpoint === "runGetMethod" ? "v2" : "v2-std";
    const methodCall = readCall(body, form);
    if (!methodCall) return refuseCall("arguments");
    const name = `${network}/${address}`;
    const method = `${name} ${methodCall.method}`;
    const skipReason = skipCounts.findReason(network, name, methodCall.method);
    const isHeavy = skipCounts.isHeavyCall(cacheUse.key, openAccounts.get(name)?.state.lt);
    if (skipReason || isHeavy) return refuseCall("skipped");
    // Checked before each run, too; here it saves the request for the state.
    const workLimit = budget.findLimit(call.context.batch ?? call.context);
    if (typeof workLimit === "string") return refuseCall(workLimit);
    // The version is read before the state, so that the state is as fresh as possible.
    const version = await facts.readVersion(call);
    if (version === undefined) {
      skipCounts.recordFailure(network);
      return refuseCall("unread");
    }
    if (version < MIN_VERSION || version > MAX_VERSION) return refuseCall("version");
    // The state may become too old while other calls run; then it is read again, once.
    for (let isLast = false; ; isLast = true) {
      const accountOrReason = await loadAccount(address, call);
      if (typeof accountOrReason === "string") return refuseCall(accountOrReason);
      const { account, response } = accountOrReason;
      const outcome = await runMethod(account, address, methodCall, call);
      if (outcome.reason === "too_complex" || outcome.exitCode === OUT_OF_GAS)
        skipCounts.addHeavyCall(cacheUse.key, name, account.state.lt);
      if (outcome.status !== "done") return refuseCall(outcome.reason);
      const { gasUsed, exitCode } = outcome;
      const stack = writeStack(outcome.stack, form);
      budget.spend(call.context.batch ?? call.context, budget.countText(stack));
      if (stack === undefined) return refuseCall("response");
      const text = writeResponse(form, account.state, { gasUsed, exitCode, stack });
      const computedResponse = storeResponse(call.context, response, text);
      if (computedResponse) {
        countOutcome("done");
        verifySample(call, account, outcome, form);
        return computedResponse;
      }
      if (isLast) return refuseCall("late");
    }

    function refuseCall(reason) {
      countOutcome(reason);
      if (METHOD_REASONS.includes(reason)) skipCounts.skip(method, reason);
      if (ACCOUNT_REASONS.includes(reason)) skipCounts.skip(name, reason);
      return undefined;
    }
  }

  /** @param {import("./load.js").RequestContext} context @param {import("./load.js").Upstream} upstream */
  return async function computeGetMethod(context, upstream) {
    try {
      machine ??= await startMachine(loadTvm);
      return await computeCall({ context, upstream });
    } catch (error) {
      countOutcome("failed");
      alertUnavailable(context.record, machine ? "the virtual machine failed" : "`tvm` cannot be loaded", error);
      return undefined;
    }
  };
}

/** Returns the compiled virtual machine. It is loaded before the state is read, so that the state is as fresh as possible. */
async function startMachine(loadTvm) {
  const tvm = await loadTvm();
  await tvm.ready();
  return tvm;
}

/** Writes a response in the service's format. `@extra` contains the time and 0 for the duration, as without a worker. */
function writeResponse(form, { block, transaction }, { gasUsed, exitCode, stack }) {
  if (form === "v3") return `{"gas_used":${gasUsed},"exit_code":${exitCode},"stack":${stack}}`;
  const blockFields = form === "v2" ? `,"block_id":${block},"last_transaction_id":${transaction}` : "";
  const result = `{"@type":"smc.runResult","gas_used":${gasUsed},"stack":${stack},"exit_code":${exitCode}${blockFields}}`;
  return `{"ok":true,"result":${result},"@extra":"${(Date.now() / 1000).toFixed(3)}:_:0"}`;
}
