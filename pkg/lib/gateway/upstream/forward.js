// Forwards a request to the upstreams: attempts as the core decides, and the response of the last one.

import { readStream } from "../../util/body.js";
import { parseRetryAfter } from "../../util/retry-after.js";
import { WORKERD } from "../../util/runtime.js";
import { sleepUnlessAborted } from "../../util/timers.js";
import { callCore, describeLimited, describeUnavailable } from "../core.js";
import { discardBody, isBodyless } from "../http/response.js";
import { spliceId } from "../http/splice-id.js";
import { elapsedMs, logAlert, noteCaller } from "../ops/log.js";
import { attemptUpstream, passedHeaders } from "./attempt.js";
import { watchStream } from "./body.js";
import { failures, firstKey, isNewFailure, recordStreamStart, recordSuccess } from "./breakers.js";
import { attemptHedged } from "./hedge.js";

/** Most bytes of a failure's body that is read, to put the caller's id into it. */
const MAX_FAILURE_BYTES = 1024 * 1024;
/** The caller has disconnected, which is no failure of the upstream. */
export const GONE = { status: 499, headers: [], body: null };

/** What the core decides on a good response while no upstream has failures: no call into it is needed. */
const GOOD = { retry: null, late: false, headers: [], body: null, alerts: [], states: null };
/** Milliseconds between two looks whether a probe has ended. */
const PROBE_LOOK_MS = 25;
const ALONE = { flight: undefined, isStaleAtHand: false };

/**
 * @typedef {import("./attempt.js").UpstreamPick} UpstreamPick
 * @typedef {import("./attempt.js").Attempted} Attempted
 * @typedef {{ pick: UpstreamPick, attempts: number, keys: number, began: number }} CountedAttempt
 * @typedef {{ status: number, headers: [string, string][], body: ReadableStream | string | null, response?: Attempted["response"],
 *   made?: CountedAttempt, isLate?: boolean, read?: Attempted, reason?: string }} Reply
 */

/**
 * Sends the request of a verdict to the upstreams. `flight`: whose attempts these are, if others wait for the same; `isStaleAtHand`: an
 * stale response can be served, so a 429 is not retried.
 *
 * @returns {Promise<Reply>}
 */
export async function forwardToUpstream(ready, verdict, request, env, seen, { flight, isStaleAtHand } = ALONE) {
  if (verdict.callerKey !== undefined) return forwardWithCallerKey(ready, verdict, request, env, seen);
  noteCaller(seen, verdict.caller);
  const before = flight?.attempts ?? 0;
  // Earlier requests of the flight have ended with their callers: what they had left is all there is.
  if (before > 0 && before >= mostAttempts(ready, verdict)) return failUnattempted(ready, verdict, "lost", seen);
  const trace = traceOf(verdict, seen);
  const begun = await firstPickOrProbe(ready, verdict, request.signal);
  if (begun === GONE) return GONE;
  if (begun.pick === null) return refuseClosed(ready, verdict, begun.wait, seen);
  let { pick } = begun;
  let timeout = timeoutOf(ready, verdict, seen);
  let faulty;
  const counts = ({ upstream }, made) => {
    const first = !verdict.hurried && !faulty?.has(upstream);
    const isFailure = !made.response || made.response.status >= 500;
    if (isFailure) (faulty ??= new Set()).add(upstream);
    return first && (!isFailure || isNewFailure(ready.states[verdict.network], upstream, made, verdict));
  };
  for (let attempts = before + 1; ; attempts += 1) {
    if (flight) flight.attempts = attempts;
    const options = { pick, timeout, attempts, trace };
    let made;
    if (verdict.hedge === undefined) made = await attemptUpstream(ready, verdict, options, request, env, seen);
    else {
      let other;
      ({ made, pick, failed: other } = await attemptHedged(ready, verdict, options, request, env, seen));
      if (other) {
        judgeAttempt(
          ready,
          verdict,
          { ...other.made, pick: other.pick, attempts, reads: false, counts: counts(other.pick, other.made) },
          seen,
        );
        attempts += 1;
        if (flight) flight.attempts = attempts;
      }
    }
    if (made.failure === "gone") return GONE;
    const finish = judgeAttempt(
      ready,
      verdict,
      { ...made, pick, attempts, reads: verdict.reads, counts: counts(pick, made) },
      seen,
    );
    const { retry } = finish;
    if (!retry || (isStaleAtHand && made.response?.status === 429))
      return deliverResponse(ready, verdict, made, finish, { pick, attempts }, seen);
    discardBody(made.response?.body);
    made.end?.();
    if (retry.after > 0 && !(await sleepUnlessAborted(retry.after, request.signal))) return GONE;
    ({ pick, timeout } = retry);
  }
}

/** Milliseconds of an attempt: a request that has waited for others has less time left. */
const timeoutOf = (ready, verdict, seen) => Math.max(1, Math.min(verdict.timeout, ready.deadline - elapsedMs(seen)));

/** What a service says about a key and its rate. */
const OF_KEYS = [401, 403, 429];

/**
 * Sends the request once, with the caller's own key, to the first upstream: no other operator may see that key. What the service says
 * about it is the caller's, and nothing of it counts for a breaker.
 *
 * @returns {Promise<Reply>}
 */
async function forwardWithCallerKey(ready, verdict, request, env, seen) {
  const { callerKey, generation, problem = false } = verdict;
  const pick = { upstream: 0, key: 0, tried: 1, refusals: 0 };
  const trace = traceOf(verdict, seen);
  /** @type {any} */
  const made = await ready.tryCallerKey(seen.client, callerKey, () =>
    attemptUpstream(ready, verdict, { pick, timeout: timeoutOf(ready, verdict, seen), trace }, request, env, seen),
  );
  if (made.failure === "gone") return GONE;
  // Too many keys of this client were refused: there was no attempt.
  if (made.wait !== undefined)
    return fromCore(describeLimited(generation === "v3", problem, made.wait, undefined), verdict);
  const status = made.response?.status;
  const finish = OF_KEYS.includes(status)
    ? { status, ...GOOD }
    : judgeAttempt(ready, verdict, { ...made, pick, attempts: 1, reads: false, counts: false }, seen);
  return deliverResponse(ready, verdict, made, finish, { pick, attempts: 1 }, seen);
}

/**
 * `traceparent` (W3C Trace Context): continues the caller's trace or begins one, with a span of the gateway. Trace and span are
 * of the request's id, a UUID, neither half of which is ever all zero.
 */
function traceOf({ trace }, seen) {
  const ours = seen.id.replaceAll("-", "");
  const whole = trace ?? `${ours}-00`;
  seen.trace ??= whole.slice(0, 32);
  return `00-${seen.trace}-${ours.slice(16)}${whole.slice(32)}`;
}

/** How many attempts one caller has. */
const mostAttempts = ({ urls, retries }, { network, reads }) =>
  reads ? Math.max(2, urls[network].length + retries) : 1;

/**
 * The first upstream to use; a promise where all breakers are open and one upstream is being probed: others wait a moment for
 * what comes of that.
 */
function firstPickOrProbe(ready, verdict, signal) {
  const begun = firstPick(ready, verdict);
  return begun.pick === null && begun.probed && ready.probeWait > 0 ? awaitProbe(ready, verdict, signal) : begun;
}

async function awaitProbe(ready, verdict, signal) {
  const end = performance.now() + ready.probeWait;
  for (;;) {
    if (!(await sleepUnlessAborted(PROBE_LOOK_MS, signal))) return GONE;
    const begun = firstPick(ready, verdict);
    if (begun.pick !== null || !begun.probed || performance.now() >= end) return begun;
  }
}

/** The first upstream to use. While the preferred one has no failures it is that one, without a call into the core. */
function firstPick(ready, { network }) {
  const states = ready.states[network];
  if (failures(states, 0) === 0) return { pick: { upstream: 0, key: firstKey(states, 0), tried: 1, refusals: 0 } };
  const begun = callCore(ready, "begin", network === "testnet", states, Date.now());
  states.set(begun.states);
  return begun;
}

function refuseClosed(ready, verdict, wait, seen) {
  const { generation, network, problem = false } = verdict;
  const finish = describeUnavailable(generation === "v3", network === "testnet", problem, wait);
  logAlerts(ready, finish.alerts, seen);
  return fromCore(finish, verdict);
}

/** What the core makes of an attempt; `numbers` in the order of src/js/gateway.rs. */
function judgeAttempt(
  ready,
  verdict,
  { response, text, stream, failure, wait: waitMs, keys, began, pick, attempts, reads, counts = true },
  seen,
) {
  const { generation, network, problem = false } = verdict;
  const states = ready.states[network];
  const { upstream, key, tried, refusals } = pick;
  if (response?.ok) {
    // What is streamed is known to be good when it has ended.
    if (text !== undefined || (stream === undefined && !isWatched(response)))
      recordSuccess(states, upstream, Date.now());
    else recordStreamStart(states, upstream, ready.breakerFailures);
    return { status: response.status, ...GOOD };
  }
  const wait = response ? parseRetryAfter(response.headers.get("retry-after")) : waitMs;
  const now = Date.now();
  const numbers = [
    response?.status ?? 0,
    wait ?? Number.NaN,
    attempts,
    elapsedMs(seen),
    upstream,
    key,
    tried,
    refusals,
    keys,
    began ?? now,
    now,
    Math.random(),
    counts ? 1 : 0,
  ];
  const finish = callCore(
    ready,
    "finish",
    generation === "v3",
    network === "testnet",
    problem,
    reads,
    failure,
    numbers,
    states,
  );
  if (finish.states) states.set(finish.states);
  logAlerts(ready, finish.alerts, seen, upstream, attempts);
  return finish;
}

function logAlerts(ready, alerts, seen, upstream, attempt) {
  for (const one of alerts) logAlert(ready, seen, { ...one, upstream, attempt });
}

/** A response that the core wrote. */
export const fromCore = ({ status, headers, body }, { tail, origin }) => ({
  status,
  headers: allowOrigin(origin, headers),
  body: tail === undefined ? body : spliceId(body, tail),
});

/** Adds the CORS header of a response that only this origin may read. */
export function allowOrigin(origin, headers) {
  if (origin !== undefined) headers.push(["access-control-allow-origin", origin]);
  return headers;
}

/** The last attempt's response, for the caller; at once where its body passes through. */
function deliverResponse(ready, verdict, made, finish, { pick, attempts }, seen) {
  const { response, text, end } = made;
  if (typeof finish.body === "string") {
    discardBody(response?.body);
    end?.();
    return { ...fromCore(finish, verdict), isLate: finish.late };
  }
  const attempt = { pick, attempts, keys: made.keys, began: made.began };
  if (verdict.tail !== undefined) return deliverSpliced(ready, verdict, made, finish, attempt, seen);
  const { status } = finish;
  const isRead = text !== undefined || made.stream !== undefined;
  const headers = allowOrigin(verdict.origin, passedHeaders(ready, response, isRead));
  for (const header of finish.headers) headers.push(header);
  const reply = { status, headers, response, made: attempt, isLate: finish.late };
  const body = text ?? made.stream ?? response.body;
  if (verdict.head || isBodyless(status) || body === null) {
    discardBody(body);
    end();
    return { ...reply, body: null };
  }
  if (text !== undefined) return { ...reply, body, read: made };
  if (!isRead && !isWatched(response)) return { ...reply, body };
  return {
    ...reply,
    body: watchStream(body, (how) => recordStreamEnd(ready, verdict, made, attempt, how, seen)),
    reason: made.reason,
  };
}

/**
 * workerd passes a compressed body on as it is, which costs nothing, unless it is read here; and it ends a stream made here as if it
 * were whole, even where the response says its length.
 */
const isWatched = ({ body, headers }) =>
  body !== null && !(WORKERD && (headers.has("content-encoding") || headers.has("content-length")));

/** A streamed response has ended: only now it is known whether the response is whole. */
function recordStreamEnd(ready, verdict, { response, end }, attempt, how, seen) {
  end();
  if (!response.ok || how === "cancelled") return;
  if (how === "whole") return recordSuccess(ready.states[verdict.network], attempt.pick.upstream, Date.now());
  const { counts } = ready.upstream[verdict.network][attempt.pick.upstream];
  if (counts) counts.cuts += 1;
  judgeAttempt(ready, verdict, { failure: "broken-off", ...attempt, reads: false, counts: !verdict.hurried }, seen);
}

/** The response to a JSON-RPC call, with the caller's id in it. */
async function deliverSpliced(ready, verdict, made, { status, headers: further, late }, attempt, seen) {
  const { tail, origin } = verdict;
  const { response } = made;
  const headers = allowOrigin(origin, [...further, ...passedHeaders(ready, response, true)]);
  const text =
    made.text ?? (response.body && (await readStream(response.body, MAX_FAILURE_BYTES).catch(() => undefined)));
  made.end();
  // A call always gets a response with its id, so an empty body is a failure.
  const body = text ? spliceId(text, tail) : undefined;
  if (body !== undefined) return { status, headers, body, isLate: late };
  return failBrokenOff(ready, verdict, attempt, seen);
}

/** A reply that could not be read to its end. Too late for another attempt: what an operation that is no read did, it has done. */
export function failBrokenOff(ready, verdict, made, seen, failure = "not-json") {
  return fromCore(judgeAttempt(ready, verdict, { failure, ...made, reads: false, counts: false }, seen), verdict);
}

/** The response where no attempt of this request has an outcome. It counts for no breaker. */
export function failUnattempted(ready, verdict, failure, seen) {
  const { generation, network, problem = false } = verdict;
  const now = Date.now();
  const numbers = [0, Number.NaN, 1, elapsedMs(seen), 0, 0, 1, 0, 1, now, now, 0, 0];
  const finish = callCore(
    ready,
    "finish",
    generation === "v3",
    network === "testnet",
    problem,
    false,
    failure,
    numbers,
    ready.states[network],
  );
  return fromCore(finish, verdict);
}
