// Requests that several calls share. Each call can abort by its own signal; when the last one does, the request is aborted.

import { clock } from "../client/clock.js";
import { isTonEdgeError } from "../util/error.js";
import { WORKERD } from "../util/runtime.js";
import { onAbortOnce, abortReason, sleep } from "../util/timers.js";

/** Milliseconds between two polls of a request of another call, in workerd. */
const LOOK_INTERVAL_MS = 5;
/** The heartbeat interval in workerd, and the silence after which a request counts as ended, in milliseconds. */
const HEARTBEAT_MS = 250;
const GONE_AFTER_MS = 8 * HEARTBEAT_MS;

/**
 * Starts a request that other calls may join.
 *
 * @param {(signal: AbortSignal) => Promise<any>} start @param {() => void} forget keeps other calls from joining it
 */
export function startRequest(start, forget) {
  const controller = new AbortController();
  return { promise: start(controller.signal), controller, waiters: 0, forget };
}

/** Waits for a request. A caller that aborts stops waiting; when the last one does, the request is aborted. */
export function joinRequest(request, signal) {
  request.waiters += 1;
  if (!signal) return request.promise;
  return new Promise((resolve, reject) => {
    const leaveRequest = () => {
      reject(abortReason(signal));
      request.waiters -= 1;
      if (request.waiters > 0) return;
      request.forget();
      request.controller.abort(abortReason(signal));
    };
    const listeners = onAbortOnce(signal, leaveRequest);
    request.promise.then(resolve, reject).finally(() => listeners.delete(leaveRequest));
  });
}

/**
 * Joins the request of this name that is in flight with the same options, or starts a new one; resolves to its result.
 *
 * @param {any} clientState @param {string} name @param {any} options of a call @param {(options: any) => Promise<any>} start
 */
export async function shareRequest(clientState, name, { signal, ...options }, start) {
  const { requests } = clientState;
  const key = requestKey(name, options);
  for (let isLast = false; ; isLast = true) {
    if (signal?.aborted) throw abortReason(signal);
    const sharedRequest = requests.get(key);
    const request = sharedRequest ?? beginRequest(clientState, key, options, start, signal);
    try {
      return await (WORKERD ? waitForOutcome(request, sharedRequest, signal) : joinRequest(request, signal));
    } catch (error) {
      // The joined request may fail because of the call that started it: its timeout began earlier, or, in workerd, that call ended.
      // Then a new request is sent.
      const isOwn = !sharedRequest || (isTonEdgeError(error) && error.code !== "timeout");
      if (isOwn || isLast || signal?.aborted) throw error;
    }
  }
}

/** Returns the key of a request. Requests with different timeouts or retries are not shared. */
function requestKey(name, { timeoutMs, queueTimeoutMs, retry }) {
  try {
    const attempts = typeof retry === "object" && retry !== null ? Object.entries(retry) : [retry];
    return [name, timeoutMs, queueTimeoutMs, ...attempts].map(String).join(" ");
  } catch {
    // The request itself reports errors in its options.
    return Symbol(name);
  }
}

function beginRequest({ requests, settings }, key, options, start, signal) {
  const forget = () => {
    if (requests.get(key) === request) requests.delete(key);
  };
  const request = WORKERD
    ? watchRequest(start({ ...options, signal }), forget)
    : startRequest((requestSignal) => start({ ...options, signal: requestSignal }), forget);
  // With `coalesce: false` each call has its own request.
  if (WORKERD || settings.inflight) requests.set(key, request);
  request.promise.then(forget, forget);
  return request;
}

/**
 * Adds a heartbeat to a request: workerd ends it together with the incoming request that it serves, and other incoming requests must not
 * wait for its promise.
 */
function watchRequest(promise, forget) {
  const request = { promise, forget, alive: clock(), outcome: undefined };
  const heartbeat = setInterval(() => (request.alive = clock()), HEARTBEAT_MS);
  const end = (outcome) => {
    clearInterval(heartbeat);
    request.outcome = outcome;
  };
  promise.then(
    (value) => end({ value }),
    (error) => end({ error }),
  );
  return request;
}

/** Waits for its own request, or polls the request of another call until it has an outcome. */
async function waitForOutcome(request, isShared, signal = new AbortController().signal) {
  if (!isShared) return request.promise;
  while (!request.outcome) {
    if (clock() - request.alive > GONE_AFTER_MS) {
      request.forget();
      throw new Error("the call that sent the shared request was aborted");
    }
    await sleep(LOOK_INTERVAL_MS, signal);
  }
  if ("error" in request.outcome) throw request.outcome.error;
  return request.outcome.value;
}
