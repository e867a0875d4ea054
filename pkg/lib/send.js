// One call from its options to its result: timeout and abort over everything, tries one after the other.

import { fail } from "./error.js";
import { exchange } from "./exchange.js";
import { tell } from "./hooks.js";
import { currentKey, redact } from "./key.js";
import { core } from "./load/client.js";
import { only, positive, text } from "./options.js";
import { clock, pacerOf, seat, sleep } from "./pace.js";
import { readRetry } from "./settings.js";

const CALL_OPTIONS = ["signal", "timeout", "verb", "extra", "retry"];
/** What a timer can hold; more would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Sends a call: generation, path and params, and where they differ from the table's: `read`, whether it only reads,
 * `body`, its `weight` in requests, and `judge`, which makes the result of status, shape and value.
 */
export function send(settings, call, written) {
  // One promise for answer, abort and timeout: whichever is first. An injected fetch may not know signals. What is thrown
  // here rejects it.
  return new Promise((resolve, reject) => {
    const options = written === undefined ? {} : only(written, CALL_OPTIONS, "a call");
    const { signal, verb } = options;
    if (signal !== undefined && !isSignal(signal)) {
      throw fail("invalid_option", "`signal` must be an AbortSignal", { parameter: "signal" });
    }
    if (verb !== undefined) text("invalid_option", "`verb`", verb);
    text("unknown_endpoint", "generation", call.generation);
    text("unknown_endpoint", "path of an operation", call.path);
    const timeout = positive("timeout", options.timeout, settings.timeout);
    const retry = readRetry(options.retry, settings.retry);
    if (signal?.aborted) throw signal.reason;

    // Who waits for the request; it is aborted when the last one leaves.
    let party = { controller: new AbortController(), waiters: 1, result: undefined };
    let timer;
    const end = () => {
      clearTimeout(timer);
      try {
        signal?.removeEventListener("abort", onAbort);
      } catch {
        // It let us in, and does not let us out.
      }
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
    const onAbort = signal && (() => leave(signal.reason));
    signal?.addEventListener("abort", onAbort, { once: true });
    if (timeout <= LONGEST_TIMER) {
      timer = setTimeout(() => leave(fail("timeout", `no complete answer within ${timeout} ms`)), timeout);
    }
    currentKey(settings).then((key) => {
      if (party.controller.signal.aborted) return;
      try {
        const job = plan(settings, call, options, key, timeout, retry, party.controller.signal);
        const own = party;
        party = join(job, own);
        // Nobody gets to see what another caller does to the answer.
        (party === own ? own.result : party.result.then(structuredClone)).then(done, failed);
      } catch (error) {
        failed(error);
      }
    }, failed);
  });
}

/** All that the tries of a call need to know. */
function plan(settings, call, { verb, extra }, key, timeout, retry, signal) {
  const { baseUrl, keyIn } = settings;
  const inQuery = keyIn === "query" ? key : undefined;
  const { request, url, read, body } = core.request(
    call.generation, call.path, verb, call.params, extra, baseUrl, inQuery, signal,
  );
  for (const [name, value] of settings.headers) request.headers.set(name, value);
  if (key !== undefined && keyIn === "header") request.headers.set("X-API-Key", key);
  const secrets = key === undefined ? settings.secrets : [key, ...settings.secrets];
  return {
    call, settings, key, secrets, retry, target: url, url: redact(url, secrets), body, timeout, signal, deadline: clock() + timeout,
    request: call.body === undefined ? request : new Request(request, { body: call.body }), method: request.method,
    read: call.read ?? read,
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

/** Tries until there is an answer, or a failure that another try would not mend. */
async function tries(job) {
  const { settings, retry, signal } = job;
  const pacer = pacerOf(settings, job.key);
  const leave = settings.concurrency === Infinity ? undefined : await seat(settings, job.deadline, signal);
  try {
    let ticket = pacer?.reserve(job.call.weight ?? 1, settings.interval);
    for (let attempt = 1; ; attempt += 1) {
      await pacer?.turn(ticket, job);
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
      const delay = wait(job, failure, Math.max(attempt, pacer?.streak() ?? 0));
      const again = delay >= 0 && attempt < retry.attempts && clock() + delay < job.deadline;
      // A refusal is for everybody who asks there; so is a connection that fails.
      const shared = failure.status === 429 || failure.retryAfterMs !== undefined || failure.code === "connection_failed";
      if (pacer && shared) {
        ticket = pacer.refused(started, Math.max(delay, 0), failure.status === 429);
        if (!again) pacer.release(ticket);
      } else {
        pacer?.succeeded(started);
      }
      if (!again) throw failure;
      tell(settings.onRetry, { method: job.method, url: job.url, attempt, delayMs: Math.round(delay), error: failure });
      if (!pacer || !shared) {
        await sleep(delay, signal);
        ticket = pacer?.reserve(1, settings.interval);
      }
    }
  } finally {
    leave?.();
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
