// One call from its options to its result: timeouts, abort, coalescing, and attempts one after the other.

import { FAIL, FAILED, OWN_TURN, PERMANENT, RETURN, SEND, SLEEP, STOPPED, TURN } from "../../dist/client-abi.js";
import { resolveApiKey } from "../util/api-key.js";
import { fail, isTonEdgeError, TonEdgeError } from "../util/error.js";
import { onAbortOnce, reasonOf, sleep, withTimeout } from "../util/timers.js";
import { core } from "../wasm/client.js";
import { sendAttempt } from "./attempt.js";
import { Call } from "./call.js";
import { clock } from "./clock.js";
import { callHook } from "./hooks.js";
import { ownPacer, pacerFor, takeConcurrencySlot } from "./pace.js";
import { shareBackoff } from "./shared-pace.js";

/**
 * Sends a call. @param {any} settings of the client @param {import("./call.js").Endpoint} endpoint @param {any} written options of the call
 */
export function send(settings, endpoint, written) {
  // One promise for response and abort: whichever comes first. An injected fetch may not know signals. What is thrown here
  // rejects it.
  return new Promise((resolve, reject) => {
    const call = new Call(settings, endpoint, written);
    const { callerSignal, timeoutMs } = call;
    if (callerSignal?.aborted) throw reasonOf(callerSignal);

    // The calls that wait for the request; it is aborted when the last one leaves.
    let shared = { controller: call.controller, waiters: 1, result: undefined };
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
      const reason = reasonOf(callerSignal);
      failed(reason);
      shared.waiters -= 1;
      if (shared.waiters === 0) shared.controller.abort(reason);
    };
    const leaving = callerSignal && onAbortOnce(callerSignal, onAbort);
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
        call.prepare(key);
        const own = shared;
        shared = joinInflight(call, own);
        // Each caller gets a copy, so that changes by one caller do not affect the others.
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

/** The equal read of this tick that is in flight, or this one, whose attempts begin. */
function joinInflight(call, shared) {
  const { settings, target, plan } = call;
  const { inflight } = settings;
  if (inflight && call.reads && call.endpoint.body === undefined) {
    const own = [call.retry, call.timeoutMs, call.queueTimeoutMs, call.key, plan.method, plan.body];
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
  shared.result = checked(settings, plan, retryLoop(call));
  return shared;
}

/** The result, once all of it was checked that can be. */
export const checked = ({ integrity }, plan, result) =>
  integrity
    ? result.then(async (value) => (await import("../integrity/index.js")).checkResult(integrity, plan, value))
    : result;

const copyError = (error) =>
  isTonEdgeError(error) ? new TonEdgeError({ ...error.toJSON(), cause: error.cause }) : error;

/** Does what the core says (src/pace/attempts.rs) until there is a result, or a failure that a retry would not change. */
async function retryLoop(call) {
  const { settings, retry, signal, weight, timeoutMs, queueTimeoutMs } = call;
  const { interval, paceStore } = settings;
  const pacer = pacerFor(settings, call.key);
  const own = interval > 0 ? ownPacer(settings) : undefined;
  let queueLeft = queueTimeoutMs;
  let queued = 0;
  /** Time in the queue does not count for `timeoutMs`. */
  const queue = async (work) => {
    const from = clock();
    call.queueUntil = from + queueLeft;
    try {
      return await withTimeout(queueLeft, work(), () => {
        const wait = Math.ceil(call.due - clock());
        throw fail("timeout", `no slot within ${queueTimeoutMs} ms in the queue (\`queueTimeoutMs\`)`, {
          retryAfterMs: wait > 0 ? wait : undefined,
        });
      });
    } finally {
      queued += clock() - from;
      queueLeft = queueTimeoutMs - queued;
    }
  };
  /** The record `ATTEMPTS` of src/abi.rs. */
  const progress = {
    ...retry,
    ticket: NaN,
    left: timeoutMs,
    interval,
    weight,
    attempt: 0,
    refusals: 0,
    started: 0,
    delay: 0,
  };
  let free;
  let failure;
  let result;
  try {
    if (settings.concurrency !== Infinity) free = await queue(() => takeConcurrencySlot(settings, call));
    // A call begins as if it had slept.
    for (let event = SLEEP; ; ) {
      const action = core.stepCall(event, pacer, progress, failure && describeFailure(failure, call.reads));
      const { attempt, delay } = progress;
      if (action === RETURN) return result;
      if (event === FAILED && failure.status === 429 && pacer && paceStore) shareBackoff(call, delay);
      if (action === FAIL) throw failure;
      if (event === FAILED)
        callHook(settings.onRetry, {
          method: call.plan.method,
          url: call.url,
          attempt,
          delayMs: Math.round(delay),
          error: failure,
        });
      event = action;
      if (action === SLEEP) await sleep(delay, signal);
      else if (action === OWN_TURN) await queue(() => own.turn(own.reserve(weight), call));
      else if (action === TURN) await queue(() => pacer.turn(progress.ticket, call, own));
      if (action === SEND) {
        const { started, left } = progress;
        call.until = started + left;
        try {
          result = await withTimeout(left, sendAttempt(call, attempt, pacer, started), () => {
            const ran = Math.round(clock() - started);
            const before = Math.round(queued);
            throw fail(
              "timeout",
              `no complete response within ${timeoutMs} ms: attempt ${attempt} ran for ${ran} ms, after ${before} ms in the queue`,
              { requestUrl: call.url },
            );
          });
          // Without a pacer there is nothing to update after a success.
          if (!pacer) return result;
        } catch (error) {
          failure = error;
          event = signal.aborted || (error.code === "timeout" && error.status === undefined) ? STOPPED : FAILED;
        }
      }
    }
  } catch (error) {
    // Otherwise the request that it waited for continues.
    if (error?.code === "timeout") call.controller.abort(error);
    throw error;
  } finally {
    free?.();
  }
}

/** The message of a failure, and the record `FAILED_ATTEMPT` of src/abi.rs: undefined is passed as NaN. */
function describeFailure({ code, message = "", status, retryAfterMs, untaken }, reads) {
  return {
    message,
    status: code === "connection_failed" ? 0 : status || PERMANENT,
    retryAfterMs,
    jitter: Math.random(),
    part: Math.random(),
    reads,
    untaken,
  };
}
