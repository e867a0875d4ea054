// One call from its options to its result: timeout and abort over everything, tries one after the other.

import { fail, isTonEdgeError, TonEdgeError } from "./error.js";
import { exchange } from "./exchange.js";
import { tell } from "./hooks.js";
import { currentKey, redact } from "./key.js";
import { core } from "./load/client.js";
import { only, positive, text } from "./options.js";
import { clock, ownPacer, pacerOf, sleep, slot } from "./pace.js";
import { readRetry } from "./settings.js";

const CALL_OPTIONS = ["signal", "timeout", "verb", "extra", "retry"];
/** What a timer can hold; more would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Sends a call: generation, path and params, or what they were `planned` to; and where they differ from the table's: `read`,
 * whether it only reads, `body`, its `weight` in requests, and `judge`, which makes the result of status, shape and value with what cleans texts
 * and errors of secrets.
 */
export function send(settings, call, written) {
  // One promise for answer, abort and timeout: whichever is first. An injected fetch may not know signals. What is thrown
  // here rejects it.
  return new Promise((resolve, reject) => {
    const options = readOptions(written);
    const { verb } = options;
    // As `fetch` has it.
    const signal = options.signal ?? undefined;
    if (signal !== undefined && !isSignal(signal)) {
      throw fail("invalid_option", "`signal` must be an AbortSignal", { parameter: "signal" });
    }
    if (verb !== undefined) text("invalid_option", "`verb`", verb);
    text("unknown_endpoint", "generation", call.generation);
    text("unknown_endpoint", "path of an operation", call.path);
    const timeout = positive("timeout", options.timeout, settings.timeout);
    const retry = readRetry(options.retry, settings.retry);
    // All that the caller gave is read before this returns: what becomes of it then is another call's.
    const planned = call.planned ?? core.plan(call.generation, call.path, verb, call.params, options.extra);
    if (signal?.aborted) throw signal.reason;

    // Who waits for the request; it is aborted when the last one leaves.
    let party = { controller: new AbortController(), waiters: 1, result: undefined };
    let timer;
    const end = () => {
      clearTimeout(timer);
      leaving?.delete(onAbort);
    };
    const done = (result) => {
      end();
      resolve(result);
    };
    const failed = (error) => {
      end();
      reject(error);
    };
    const leave = (reason) => {
      failed(reason);
      party.waiters -= 1;
      if (party.waiters === 0) party.controller.abort(reason);
    };
    const onAbort = () => leave(signal.reason);
    const leaving = signal && listen(signal, onAbort);
    if (timeout <= LONGEST_TIMER) {
      timer = setTimeout(() => leave(fail("timeout", `no complete answer within ${timeout} ms`)), timeout);
    }
    currentKey(settings).then((key) => {
      if (party.controller.signal.aborted) return;
      try {
        const job = prepare(settings, call, planned, key, timeout, retry, party.controller.signal);
        const own = party;
        party = join(job, own);
        // Nobody gets to see what another caller does to the answer, or to the error.
        (party === own ? own.result : party.result.then(structuredClone, (error) => Promise.reject(copied(error)))).then(done, failed);
      } catch (error) {
        failed(error);
      }
    }, failed);
  });
}

/** What to do when a signal says abort, by signal: one listener for all its calls, since runtimes warn of many. */
const listeners = /* @__PURE__ */ new WeakMap();

/** Calls `leave` when the signal says abort; gives the set to take it out of. */
function listen(signal, leave) {
  let all = listeners.get(signal);
  if (!all) {
    const each = (all = new Set());
    signal.addEventListener("abort", () => each.forEach((one) => one()), { once: true });
    listeners.set(signal, all);
  }
  return all.add(leave);
}

/** The options of a call, read once. */
export const readOptions = (written) => (written === undefined ? {} : only(written, CALL_OPTIONS, "a call"));

/** All that the tries of a call need to know. */
function prepare(settings, call, { method, target, headers, body, read }, key, timeout, retry, signal) {
  const { baseUrl, keyIn } = settings;
  const url = baseUrl + target;
  const inQuery = key !== undefined && keyIn === "query" ? `${target.includes("?") ? "&" : "?"}api_key=${encodeURIComponent(key)}` : "";
  let request;
  try {
    request = new Request(url + inQuery, { method, redirect: "manual", signal, headers, body: call.body ?? body });
  } catch {
    // What was thrown may quote the URL, and with it the key.
    throw fail("invalid_option", `the request to ${url} cannot be built`, { parameter: "baseUrl" });
  }
  for (const [name, value] of settings.headers) request.headers.set(name, value);
  if (key !== undefined && keyIn === "header") request.headers.set("X-API-Key", key);
  const secrets = key === undefined ? settings.secrets : [key, ...settings.secrets];
  return {
    call, settings, key, secrets, retry, target: url, url: redact(url, secrets), body, timeout, signal, deadline: clock() + timeout,
    request, method, read: call.read ?? read, weight: call.weight ?? 1,
  };
}

/** The party of an equal read of this tick, or our own, whose tries begin. */
function join(job, party) {
  const { settings, call, retry } = job;
  const { parties } = settings;
  if (parties && job.read && call.body === undefined) {
    // Only a body may have lines.
    const own = retry === settings.retry ? "" : JSON.stringify(retry);
    const same = [job.method, job.target, job.key, job.timeout, own, job.body].join("\n");
    const found = parties.get(same);
    if (found) {
      found.waiters += 1;
      return found;
    }
    parties.set(same, party);
    queueMicrotask(() => parties.delete(same));
  }
  party.result = tries(job);
  return party;
}

/** By its parts: a signal of another realm is a signal. */
function isSignal(value) {
  try {
    return typeof value.aborted === "boolean" && typeof value.addEventListener === "function";
  } catch {
    return false;
  }
}

const copied = (error) => (isTonEdgeError(error) ? new TonEdgeError({ ...error.toJSON(), cause: error.cause }) : error);

/** Tries until there is an answer, or a failure that another try would not mend. */
async function tries(job) {
  const { settings, retry, signal, weight } = job;
  const { interval } = settings;
  const pacer = pacerOf(settings, job.key);
  const own = interval > 0 ? ownPacer(settings) : undefined;
  const free = settings.concurrency === Infinity ? undefined : await slot(settings, job);
  try {
    let ticket;
    let refusals = 0;
    for (let attempt = 1; ; attempt += 1) {
      if (own) await own.turn(own.reserve(weight), job);
      ticket ??= pacer?.reserve(weight, interval);
      await pacer?.turn(ticket, job, own);
      const started = clock();
      let failure;
      try {
        const result = await exchange(job, attempt, pacer, started);
        pacer?.succeeded(started);
        return result;
      } catch (error) {
        failure = error;
      }
      // Nobody listens any more, and the failure is only that.
      if (signal.aborted) throw failure;
      const limited = failure.status === 429;
      const delay = wait(job, failure, Math.max(attempt - refusals, pacer?.streak() ?? 0));
      // A refusal is no failed attempt: the request was not taken, and others may use the same limit. The timeout ends it.
      if (limited && pacer && retry.attempts > 1) refusals += 1;
      const again = delay >= 0 && attempt < retry.attempts + refusals && clock() + delay < job.deadline;
      // A refusal is for everybody who asks there; so is a connection that fails.
      const shared = limited || failure.retryAfterMs !== undefined || failure.code === "connection_failed";
      if (pacer && shared) {
        ticket = pacer.refused(started, Math.max(delay, 0), limited, ticket, weight);
        // A call that waits for its own client's bound first holds no slot of all others meanwhile.
        if (!again || own) {
          pacer.release(ticket, weight);
          ticket = undefined;
        }
      } else {
        ticket = undefined;
        pacer?.succeeded(started);
      }
      if (!again) throw failure;
      tell(settings.onRetry, { method: job.method, url: job.url, attempt, delayMs: Math.round(delay), error: failure });
      if (!pacer || !shared) await sleep(delay, signal);
    }
  } finally {
    free?.();
  }
}

/** Milliseconds until another try makes sense; -1 for never. */
function wait({ read, retry }, { code, status = 0, message, retryAfterMs = -1, untaken = false }, failures) {
  if (status === 0 && code !== "connection_failed") return -1;
  return core.again(
    message, status, read, untaken, retry.minDelayMs, retry.maxDelayMs, retry.maxRetryAfterMs, failures,
    Math.random(), retryAfterMs,
  );
}
