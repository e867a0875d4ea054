// Get-methods computed by the gateway: from the state of the account, which is read once per TTL, in the form of the service's response.
// Uncertain results go upstream, and the caller notices nothing.

import { GAS_LIMIT, STEP_LIMIT } from "../../settings/numbers.js";
import { isTonEdgeError } from "../../util/error.js";
import { nameError } from "../ops/error-name.js";
import { readState } from "./account-state.js";
import { createFacts } from "./network-facts.js";
import { createReads, isFresh } from "./reads.js";
import { readCall } from "./request-stack.js";
import { writeStack } from "./response-stack.js";
import { createSkips } from "./skips.js";
import { createVerifier } from "./verify.js";

/** Bytes of the states whose contracts are open. */
const OPEN_BYTES = 8 * 1024 * 1024;
/** Libraries of a contract. */
const MOST_LIBRARIES = 4;
/** Codes that are not run any more. */
const MOST_WRONG = 4096;
/** Versions of TVM whose differences the virtual machine knows without the configuration. */
const LEAST_VERSION = 12;
const NEWEST_VERSION = 14;
/** Headers of the response with the state that are those of the computed one, too. */
const HEADERS = ["content-type", "date"];

/** Reasons that hold for a method, whatever its arguments; and those for which the whole account is left alone. */
const OF_METHOD = [
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
const OF_ACCOUNT = ["too_complex", "library", "state"];

/** The address in a cache key, as the core writes it. A request with a block has `seqno`, too. */
const ADDRESS = /^[^?]*\?(?!(?:.*&)?seqno=)(?:.*&)?address=([^&#]+)/;

/**
 * @param {import("./load.js").Tools} tools @param {import("./load.js").Parts} parts @param {{ verify?: number | null, gasLimit?: number | null, stepLimit?: number | null }} settings
 * @param {() => Promise<typeof import("../../../tvm.js")>} load
 */
export function createGetMethods(tools, parts, settings, load) {
  const { countLocal, lruMap } = tools;
  const { core, log, meter, cache } = parts;
  const read = createReads(parts);
  const facts = createFacts(tools, read);
  const skips = createSkips(tools);
  const verify = createVerifier(tools);
  const opened = lruMap(OPEN_BYTES);
  /** Hashes of codes whose results differed from the upstream's. */
  const wrong = new Set();
  let machine;
  let alerted = Number.NEGATIVE_INFINITY;

  const count = (outcome) => meter && countLocal(meter, "local", { outcome });

  /** One line a minute: a machine that cannot be loaded or traps must be noticed, and must not fill the log. */
  function report(record, what, error) {
    if (performance.now() - alerted < 60_000) return;
    alerted = performance.now();
    // The message of a foreign error may hold a secret.
    const why = isTonEdgeError(error) ? error.code : nameError(error);
    const message = `get-methods go upstream: ${what} (${why})`;
    log.alert({ level: "error", code: "local_get_methods_unavailable", message }, record);
  }

  /** The state of an account with its open contract, or why it cannot be opened. */
  async function accountOf(address, call) {
    const { network } = call.context.verdict;
    const response = await read(`getAddressInformation?address=${address}`, call);
    const { status, body, tag } = response;
    if (status !== 200) {
      if (status >= 400 && status < 500 && status !== 429) return "state";
      skips.failed(network);
      return "unread";
    }
    skips.succeeded(network);
    // Too large for the cache: it would be read for every call.
    if (tag === undefined) return "state";
    const name = `${network}/${address}`;
    const known = opened.get(name);
    if (known?.tag === tag) return { account: known, response };
    const state = readState(body);
    if (!state) return "state";
    const account = { body, size: body.length, tag, state, libraries: [], contract: undefined, config: undefined };
    opened.put(name, account);
    return { account, response };
  }

  function open(account, address) {
    const { code, data, balance, extraCurrencies, now } = account.state;
    const { libraries, config } = account;
    const gasLimit = settings.gasLimit ?? GAS_LIMIT;
    const stepLimit = settings.stepLimit ?? STEP_LIMIT;
    const surroundings = { address: decodeURIComponent(address), balance, extraCurrencies, now, libraries, config };
    account.contract = machine.openContract({ code, data, ...surroundings, gasLimit, stepLimit });
  }

  /** Runs a get-method, with what it turns out to need. */
  async function run(account, address, { method, stack }, call) {
    if (!account.contract) {
      open(account, address);
      if (wrong.size > 0 && wrong.has(account.contract.codeHash)) account.isWrong = true;
    }
    if (account.isWrong) return { reason: "differed" };
    for (let tries = 0; ; tries += 1) {
      const { contract } = account;
      const outcome = contract.getBoc(method, stack);
      if (outcome.status === "done" || tries > MOST_LIBRARIES) return outcome;
      if (outcome.reason === "library") {
        const library = await facts.library(outcome.library, call);
        if (!library) return outcome;
        if (account.contract === contract) account.libraries = [...account.libraries, library];
      } else if (outcome.reason === "configuration" && !account.config) {
        account.config = await facts.config(machine, account.state.seqno, call);
        if (!account.config) return { reason: "unread" };
      } else return outcome;
      if (account.contract === contract) open(account, address);
    }
  }

  /** The outcome of a computed response, which is stored. */
  function store(context, response, text) {
    const { key } = context.verdict.cacheUse;
    const headers = response.headers.filter(([name]) => HEADERS.includes(name));
    const { entry: lifetimes } = core.inspect(key, { status: 200, cacheControl: undefined, text });
    const base = { status: 200, headers };
    // As old as the state is: a computed response must not outlive one that was fetched with it.
    const entry = { ...base, body: text, size: text.length, stored: response.stored, ...lifetimes };
    if (!isFresh(entry)) return undefined;
    const left = Math.floor((entry.fresh - Math.max(0, Date.now() - entry.stored)) / 1000);
    const cacheStatus = `${response.isFetched ? "fwd=miss; stored" : `hit; ttl=${left}`}; detail=local`;
    if (text.length > cache.maxEntryBytes) return { shared: { ...base, text, reason: "too-large", cacheStatus } };
    cache.store.put(key, entry, context);
    return { shared: { entry, cacheStatus } };
  }

  /** Compares a sample with the upstream, once the response is on its way. */
  function sample(call, account, { gasUsed, exitCode, stack: boc }, form) {
    if (!(Math.random() < (settings.verify ?? 0))) return;
    const { contract, state } = account;
    const stack = writeStack(boc, form === "v3" ? "v2" : form);
    const work = new Promise((resolve) => setTimeout(resolve, 0))
      .then(() => verify({ seqno: state.seqno, lt: state.lt, gasUsed, exitCode, stack }, call))
      .then((result) => {
        if (meter) countLocal(meter, "verified", { result });
        if (result !== "different") return;
        const { codeHash } = contract;
        if (wrong.size >= MOST_WRONG) wrong.delete(wrong.values().next().value);
        wrong.add(codeHash);
        for (const one of opened.values()) if (one.contract?.codeHash === codeHash) one.isWrong = true;
        const message = "a computed get-method differs from the upstream's: contracts of this code go upstream";
        log.alert(
          { level: "error", code: "local_get_method_differs", message, codeHash },
          call.context.record.detach(),
        );
      });
    call.context.ctx?.waitUntil?.(work);
  }

  /** @param {import("./reads.js").Call} call */
  async function computeCall(call) {
    const { cacheUse, network, generation, endpoint, body, callerKey } = call.context.verdict;
    // Requests that are for one caller alone, or that need a fresh response, go upstream.
    if (!cacheUse || cacheUse.renew || callerKey !== undefined) return undefined;
    const address = ADDRESS.exec(cacheUse.key)?.[1];
    if (address === undefined) return undefined;
    const form = generation === "v3" ? "v3" : endpoint === "runGetMethod" ? "v2" : "v2-std";
    const asked = readCall(body, form);
    if (!asked) return refuse("arguments");
    const name = `${network}/${address}`;
    const method = `${name} ${asked.method}`;
    const skipped = skips.of(network, name, asked.method);
    if (skipped) return refuse("skipped");
    // Before the state, which does not get older while this is read.
    const version = await facts.version(call);
    if (version === undefined) {
      skips.failed(network);
      return refuse("unread");
    }
    if (version < LEAST_VERSION || version > NEWEST_VERSION) return refuse("version");
    // A state that was read before many calls may be too old for the last of them, which read it once more.
    for (let isLast = false; ; isLast = true) {
      const found = await accountOf(address, call);
      if (typeof found === "string") return refuse(found);
      const { account, response } = found;
      const outcome = await run(account, address, asked, call);
      if (outcome.status !== "done") return refuse(outcome.reason);
      const { gasUsed, exitCode } = outcome;
      const stack = writeStack(outcome.stack, form);
      if (stack === undefined) return refuse("response");
      const text = textOf(form, account.state, { gasUsed, exitCode, stack });
      const made = store(call.context, response, text);
      if (made) {
        count("done");
        sample(call, account, outcome, form);
        return made;
      }
      if (isLast) return refuse("late");
    }

    function refuse(reason) {
      count(reason);
      if (OF_METHOD.includes(reason)) skips.skip(method, reason);
      if (OF_ACCOUNT.includes(reason)) skips.skip(name, reason);
      return undefined;
    }
  }

  /** @param {import("./load.js").RequestContext} context @param {import("./load.js").Upstream} upstream */
  return async function compute(context, upstream) {
    try {
      machine ??= await startMachine(load);
      return await computeCall({ context, upstream });
    } catch (error) {
      count("failed");
      report(context.record, machine ? "the virtual machine failed" : "`tvm` cannot be loaded", error);
      return undefined;
    }
  };
}

/** The virtual machine, compiled: a state that is read first would grow old meanwhile. */
async function startMachine(load) {
  const loaded = await load();
  await loaded.ready();
  return loaded;
}

/** The response of the service. `@extra` has the time, and 0 milliseconds of no worker. */
function textOf(form, { block, transaction }, { gasUsed, exitCode, stack }) {
  if (form === "v3") return `{"gas_used":${gasUsed},"exit_code":${exitCode},"stack":${stack}}`;
  const more = form === "v2" ? `,"block_id":${block},"last_transaction_id":${transaction}` : "";
  const result = `{"@type":"smc.runResult","gas_used":${gasUsed},"stack":${stack},"exit_code":${exitCode}${more}}`;
  return `{"ok":true,"result":${result},"@extra":"${(Date.now() / 1000).toFixed(3)}:_:0"}`;
}
