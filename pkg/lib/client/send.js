// One call from its options to its result: timeouts, abort, coalescing, and attempts one after the other.

import {
  ATTEMPT,
  DELAY,
  FAIL,
  FAILED,
  LEFT,
  OWN_TURN,
  PERMANENT,
  RETURN,
  SEND,
  SLEEP,
  STARTED,
  STOPPED,
  TICKET,
  TURN,
} from "../../dist/client-abi.js";
import { redact, redactCause, resolveApiKey } from "../util/api-key.js";
import { fail, isTonEdgeError, TonEdgeError } from "../util/error.js";
import { pickOptions, positive, readSignal, requireString } from "../util/options.js";
import { need } from "../util/runtime.js";
import { onAbortOnce, reasonOf, sleep, withTimeout } from "../util/timers.js";
import { core } from "../wasm/client.js";
import { sendAttempt } from "./attempt.js";
import { clock } from "./clock.js";
import { callHook } from "./hooks.js";
import { ownPacer, pacerFor, takeConcurrencySlot } from "./pace.js";
import { readRetry } from "./settings.js";
import { shareBackoff } from "./shared-pace.js";

const CALL_OPTIONS = ["signal", "timeoutMs", "queueTimeoutMs", "method", "extra", "retry"];

/**
 * Sends a call: generation, path and params, or what they were `planned` to; and where they differ from the table's: `read`,
 * whether it only reads, `body`, its `weight` in requests, and `judge`, which makes the result of status, shape and value with what cleans texts
 * and errors of secrets.
 */
export function send(settings, call, written) {
  // One promise for response and abort: whichever comes first. An injected fetch may not know signals. What is thrown here
  // rejects it.
  return new Promise((resolve, reject) => {
    const options = readCallOptions(written);
    const { method } = options;
    const signal = readSignal(options.signal);
    if (method !== undefined) requireString("invalid_option", "`method`", method);
    requireString("unknown_endpoint", "generation", call.generation);
    requireString("unknown_endpoint", "path of an operation", call.path);
    const timeoutMs = positive("timeoutMs", options.timeoutMs, settings.timeoutMs);
    const queueTimeoutMs = positive("queueTimeoutMs", options.queueTimeoutMs, settings.queueTimeoutMs, true);
    const retry = readRetry(options.retry, settings.retry);
    need("AbortController");
    // All that the caller gave is read before this returns: what becomes of it then is another call's.
    const planned = call.planned ?? core.plan(call.generation, call.path, method, call.params, options.extra);
    if (signal?.aborted) throw reasonOf(signal);

    // The calls that wait for the request; it is aborted when the last one leaves.
    let shared = { controller: new AbortController(), waiters: 1, result: undefined };
    const end = () => leaving?.delete(onAbort);
    const done = (result) => {
      end();
      resolve(result);
    };
    const failed = (error) => {
      end();
      reject(error);
    };
    const onAbort = () => {
      const reason = reasonOf(signal);
      failed(reason);
      shared.waiters -= 1;
      if (shared.waiters === 0) shared.controller.abort(reason);
    };
    const leaving = signal && onAbortOnce(signal, onAbort);
    const keyed = resolveApiKey(settings);
    const keyReady =
      typeof settings.apiKey === "function"
        ? withTimeout(timeoutMs, keyed, () => {
            throw fail("timeout", `\`apiKey\` returned no API key within ${timeoutMs} ms`);
          })
        : keyed;
    keyReady.then((key) => {
      if (shared.controller.signal.aborted) return;
      try {
        const job = prepareJob(settings, call, planned, key, { timeoutMs, queueTimeoutMs, retry }, shared.controller);
        const own = shared;
        shared = joinInflight(job, own);
        // Each caller has a copy, so that none sees what another does to the result or the error.
        (shared === own
          ? own.result
          : shared.result.then(structuredClone, (error) => Promise.reject(copyError(error)))
        ).then(done, failed);
      } catch (error) {
        failed(error);
      }
    }, failed);
  });
}

/** The options of a call, read once. */
export const readCallOptions = (written) =>
  written === undefined ? {} : pickOptions(written, CALL_OPTIONS, "a call", ["verb", "method"]);

/** All that the attempts of a call need. */
function prepareJob(settings, call, planned, key, options, controller) {
  const { method, target, headers, body, read } = planned;
  const { baseUrl, apiKeyIn } = settings;
  const { signal } = controller;
  const url = baseUrl + target;
  const inQuery =
    key !== undefined && apiKeyIn === "query"
      ? `${target.includes("?") ? "&" : "?"}api_key=${encodeURIComponent(key)}`
      : "";
  const secrets = key === undefined ? settings.secrets : [key, ...settings.secrets];
  // Before any attempt: a retry would not find it either.
  if (!settings.fetch) need("fetch");
  need("Request");
  let request;
  try {
    request = new Request(url + inQuery, { method, redirect: "manual", signal, headers, body: call.body ?? body });
  } catch (cause) {
    // It may quote the URL, and with it the key.
    throw fail("invalid_option", `the request to ${redact(url, secrets)} cannot be built`, {
      cause: redactCause(cause, secrets),
    });
  }
  for (const [name, value] of settings.headers) request.headers.set(name, value);
  if (key !== undefined && apiKeyIn === "header") request.headers.set("X-API-Key", key);
  const { timeoutMs, queueTimeoutMs, retry } = options;
  return {
    timeoutMs,
    queueTimeoutMs,
    retry,
    call,
    planned,
    settings,
    key,
    secrets,
    target: url,
    url: redact(url, secrets),
    body,
    signal,
    request,
    method,
    stop: (reason) => controller.abort(reason),
    read: call.read ?? read,
    weight: call.weight ?? 1,
    made: clock(),
    // By `clock()`, set on its way: when its patience with the queue ends, when its turn comes as far as is known, and
    // until when it lives without another sign of life.
    queueUntil: Infinity,
    due: 0,
    until: 0,
  };
}

/** The equal read of this tick that is in flight, or this one, whose attempts begin. */
function joinInflight(job, shared) {
  const { settings, call, target } = job;
  const { inflight } = settings;
  if (inflight && job.read && call.body === undefined) {
    const own = [job.retry, job.timeoutMs, job.queueTimeoutMs, job.key, job.method, job.body];
    const usual = [settings.retry, settings.timeoutMs, settings.queueTimeoutMs, settings.apiKey, "GET"];
    const same = own.every((value, at) => value === usual[at]) ? target : JSON.stringify([target, own]);
    const found = inflight.get(same);
    if (found) {
      found.waiters += 1;
      return found;
    }
    inflight.set(same, shared);
    Promise.resolve().then(() => inflight.delete(same));
  }
  shared.result = checked(settings, job.planned, retryLoop(job));
  return shared;
}

/** The result, once all of it was checked that can be. */
export const checked = ({ integrity }, planned, result) =>
  integrity
    ? result.then(async (value) => (await import("../integrity/index.js")).checkResult(integrity, planned, value))
    : result;

const copyError = (error) =>
  isTonEdgeError(error) ? new TonEdgeError({ ...error.toJSON(), cause: error.cause }) : error;

/** Does what the core says (src/pace/attempts.rs) until there is a result, or a failure that a retry would not change. */
async function retryLoop(job) {
  const { settings, retry, signal, weight, timeoutMs, queueTimeoutMs } = job;
  const { interval, paceStore } = settings;
  const pacer = pacerFor(settings, job.key);
  const own = interval > 0 ? ownPacer(settings) : undefined;
  let queueLeft = queueTimeoutMs;
  let queued = 0;
  /** Time in the queue does not count for `timeoutMs`. */
  const queue = async (work) => {
    const from = clock();
    job.queueUntil = from + queueLeft;
    try {
      return await withTimeout(queueLeft, work(), () => {
        const wait = Math.ceil(job.due - clock());
        throw fail("timeout", `no slot within ${queueTimeoutMs} ms in the queue (\`queueTimeoutMs\`)`, {
          retryAfterMs: wait > 0 ? wait : undefined,
        });
      });
    } finally {
      queued += clock() - from;
      queueLeft = queueTimeoutMs - queued;
    }
  };
  // No ticket, and the policy: src/abi.rs holds their order. Then what the core keeps there.
  const numbers = [NaN, ...Object.values(retry), timeoutMs, interval, weight, 0, 0, 0, 0];
  let free;
  let failure = {};
  let result;
  try {
    if (settings.concurrency !== Infinity) free = await queue(() => takeConcurrencySlot(settings, job));
    // A call begins as if it had slept.
    for (let event = SLEEP; ; ) {
      const { code, message = "", status, retryAfterMs = -1, untaken } = failure;
      const action = core.step(
        event,
        pacer?.numbers ?? [],
        numbers,
        message,
        code === "connection_failed" ? 0 : status || PERMANENT,
        retryAfterMs,
        Math.random(),
        Math.random(),
        pacer ? 1 : 0,
        job.read,
        untaken,
      );
      const attempt = numbers[ATTEMPT];
      const delay = numbers[DELAY];
      if (action === RETURN) return result;
      if (event === FAILED && status === 429 && pacer && paceStore) shareBackoff(job, delay);
      if (action === FAIL) throw failure;
      if (event === FAILED)
        callHook(settings.onRetry, {
          method: job.method,
          url: job.url,
          attempt,
          delayMs: Math.round(delay),
          error: failure,
        });
      event = action;
      if (action === SLEEP) await sleep(delay, signal);
      else if (action === OWN_TURN) await queue(() => own.turn(own.reserve(weight), job));
      else if (action === TURN) await queue(() => pacer.turn(numbers[TICKET], job, own));
      if (action === SEND) {
        const started = numbers[STARTED];
        const left = numbers[LEFT];
        job.until = started + left;
        try {
          result = await withTimeout(left, sendAttempt(job, attempt, pacer, started), () => {
            const ran = Math.round(clock() - started);
            const before = Math.round(queued);
            throw fail(
              "timeout",
              `no complete response within ${timeoutMs} ms: attempt ${attempt} ran for ${ran} ms, after ${before} ms in the queue`,
              { requestUrl: job.url },
            );
          });
          // Without a pace nothing learns from a success.
          if (!pacer) return result;
        } catch (error) {
          failure = error;
          event = signal.aborted || (error.code === "timeout" && error.status === undefined) ? STOPPED : FAILED;
        }
      }
    }
  } catch (error) {
    // What it waited for goes on otherwise.
    if (error?.code === "timeout") job.stop(error);
    throw error;
  } finally {
    free?.();
  }
}
