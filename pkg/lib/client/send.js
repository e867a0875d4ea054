// One call, from its options to its result: timeouts, abort, coalescing, and successive attempts.

import { FAIL, FAILED, OWN_TURN, PERMANENT, RETURN, SEND, SLEEP, STOPPED, TURN } from "../../dist/client-abi.js";
import { resolveApiKey } from "../util/api-key.js";
import { fail, isTonEdgeError, TonEdgeError } from "../util/error.js";
import { onAbortOnce, abortReason, sleep, withTimeout } from "../util/timers.js";
import { core } from "../wasm/client.js";
import { sendAttempt } from "./attempt.js";
import { Call } from "./call.js";
import { clock } from "./clock.js";
import { callHook } from "./hooks.js";
import { getClientPacer, getPacer, takeConcurrencySlot } from "./pace.js";

/**
 * Sends a call. @param {any} settings of the client @param {import("./call.js").Endpoint} endpoint @param {any} rawOptions options of the call
 */
export function send(settings, endpoint, rawOptions) {
  // One promise for response and abort, whichever comes first: an injected fetch may ignore signals. An error thrown here
  // rejects it.
  return new Promise((resolve, reject) => {
    const call = new Call(settings, endpoint, rawOptions);
    const { callerSignal, timeoutMs } = call;
    if (callerSignal?.aborted) throw abortReason(callerSignal);

    // The calls that wait for the request, which is aborted when the last one leaves.
    let sharedRequest = { controller: call.controller, waiters: 1, result: undefined };
    const stopListening = () => abortListeners?.delete(onAbort);
    const finishRequest = (result) => {
      stopListening();
      resolve(result);
    };
    const failCall = (error) => {
      stopListening();
      reject(error);
    };
    const onAbort = () => {
      const reason = abortReason(callerSignal);
      failCall(reason);
      sharedRequest.waiters -= 1;
      if (sharedRequest.waiters === 0) sharedRequest.controller.abort(reason);
    };
    const abortListeners = callerSignal && onAbortOnce(callerSignal, onAbort);
    const pendingKey = resolveApiKey(settings);
    const keyPromise =
      typeof settings.apiKey === "function"
        ? withTimeout(timeoutMs, pendingKey, () => {
            throw fail("timeout", `\`apiKey\` returned no API key within ${timeoutMs} ms`);
          })
        : pendingKey;
    keyPromise
      .then((key) => {
        if (sharedRequest.controller.signal.aborted) return undefined;
        if (call.target.length > settings.maxUrlBytes)
          return import("./parts.js").then(({ sendParts }) => sendParts(call, send));
        call.prepare(key);
        const ownRequest = sharedRequest;
        sharedRequest = joinInflight(call, ownRequest);
        // Each caller gets a copy, so that changes by one caller do not affect the others.
        return sharedRequest === ownRequest
          ? ownRequest.result
          : sharedRequest.result.then(structuredClone, (error) => Promise.reject(copyFailure(error)));
      })
      .then(finishRequest, failCall);
  });
}

/**
 * Returns the equal read of this tick that is in flight, unless the call is a page, which may require a block. If there is none, begins the attempts
 * of this call, and returns it.
 */
function joinInflight(call, sharedRequest) {
  const { settings, target, plan } = call;
  const { inflight } = settings;
  if (inflight && call.reads && call.endpoint.body === undefined && !call.endpoint.page) {
    const callValues = [call.retry, call.timeoutMs, call.queueTimeoutMs, call.key, plan.method, plan.body];
    const defaultValues = [settings.retry, settings.timeoutMs, settings.queueTimeoutMs, settings.apiKey, "GET"];
    const requestKey = callValues.every((value, index) => value === defaultValues[index])
      ? target
      : JSON.stringify([target, callValues]);
    const inFlightRequest = inflight.get(requestKey);
    if (inFlightRequest) {
      inFlightRequest.waiters += 1;
      return inFlightRequest;
    }
    inflight.set(requestKey, sharedRequest);
    Promise.resolve().then(() => inflight.delete(requestKey));
  }
  sharedRequest.result = checkIntegrity(
    settings,
    plan,
    settings.sessionConsistency && call.reads ? sendInSession(call) : retryLoop(call),
  );
  return sharedRequest;
}

/** Makes the attempts of a read, and compares the result with what the client has seen (session.js, which loads at the first read). */
async function sendInSession(call) {
  const { settings } = call;
  if (settings.session) return settings.session.read(call, retryLoop);
  // A page that continues from a cursor may require a block, which only the session does.
  const pendingRead = call.endpoint.page?.seqno ? undefined : retryLoop(call);
  // Awaited below, also if the module takes longer.
  pendingRead?.catch(() => {});
  // If the module cannot be loaded, reads are not compared: the client has not sent a message either, since sending needs this module.
  const module = await import("./session.js").catch(() => {});
  return module
    ? module.openSession(settings, send).read(call, retryLoop, pendingRead)
    : (pendingRead ?? retryLoop(call));
}

/** Returns the result. With `integrity`, first checks everything that can be checked. */
export const checkIntegrity = ({ integrity }, plan, result) =>
  integrity
    ? result.then(async (value) => (await import("../integrity/index.js")).checkResult(integrity, plan, value))
    : result;

const copyFailure = (error) =>
  isTonEdgeError(error) ? new TonEdgeError({ ...error.toJSON(), cause: error.cause }) : error;

/** Follows the core's decisions (src/pace/attempts.rs) until there is a result, or a failure that a retry would not change. */
async function retryLoop(call) {
  const { settings, retry, signal, weight, timeoutMs, queueTimeoutMs } = call;
  const { interval, paceStore } = settings;
  const pacer = getPacer(settings, call.key);
  const clientPacer = interval > 0 ? getClientPacer(settings) : undefined;
  let remainingQueueMs = queueTimeoutMs;
  let queuedMs = 0;
  /** Adds the time in the queue, which does not count for `timeoutMs`. */
  const runInQueue = async (startWork) => {
    const startedAt = clock();
    call.queueUntil = startedAt + remainingQueueMs;
    try {
      return await withTimeout(remainingQueueMs, startWork(), () => {
        const waitMs = Math.ceil(call.due - clock());
        throw fail("timeout", `no slot within ${queueTimeoutMs} ms in the queue (\`queueTimeoutMs\`)`, {
          retryAfterMs: waitMs > 0 ? waitMs : undefined,
        });
      });
    } finally {
      queuedMs += clock() - startedAt;
      remainingQueueMs = queueTimeoutMs - queuedMs;
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
  let freeSlot;
  let failure;
  let result;
  try {
    if (settings.concurrency !== Infinity) freeSlot = await runInQueue(() => takeConcurrencySlot(settings, call));
    // The first event is SLEEP: a call begins as if it had slept before.
    for (let event = SLEEP; ; ) {
      const action = core.stepCall(event, pacer, progress, failure && describeFailure(failure, call.reads));
      const { attempt, delay } = progress;
      if (action === RETURN) return result;
      if (event === FAILED && failure.status === 429 && pacer && paceStore)
        import("./shared-pace.js").then(({ shareBackoff }) => shareBackoff(call, delay)).catch(() => {});
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
      else if (action === OWN_TURN) await runInQueue(() => clientPacer.turn(clientPacer.reserve(weight), call));
      else if (action === TURN) await runInQueue(() => pacer.turn(progress.ticket, call, clientPacer));
      if (action === SEND) {
        const { started: startedAt, left: remainingMs } = progress;
        call.until = startedAt + remainingMs;
        try {
          result = await withTimeout(remainingMs, sendAttempt(call, attempt, pacer, startedAt), () => {
            const ranMs = Math.round(clock() - startedAt);
            const queuedBefore = Math.round(queuedMs);
            throw fail(
              "timeout",
              `no complete response within ${timeoutMs} ms: attempt ${attempt} ran for ${ranMs} ms, after ${queuedBefore} ms in the queue`,
              { requestUrl: call.url },
            );
          });
          // A success updates only the pacer.
          if (!pacer) return result;
        } catch (error) {
          failure = error;
          event = signal.aborted || (error.code === "timeout" && error.status === undefined) ? STOPPED : FAILED;
        }
      }
    }
  } catch (error) {
    // Without this abort, the request of the call that timed out would continue.
    if (error?.code === "timeout") call.controller.abort(error);
    throw error;
  } finally {
    freeSlot?.();
  }
}

/** Returns the message of a failure, and the record `FAILED_ATTEMPT` of src/abi.rs: undefined is passed as NaN. */
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
