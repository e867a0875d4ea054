// The services behind the gateway: attempts, as the core decides, and what becomes of the last one's answer.

import { gather } from "../body.js";
import { retryAfter } from "../retry-after.js";
import { WORKERD } from "../runtime.js";
import { attempt, kept } from "./attempt.js";
import { answered, begins, failures, firstKey, isNews } from "./breakers.js";
import { hedged } from "./hedge.js";
import * as log from "./log.js";
import { pause } from "./pause.js";
import { cut } from "./metrics.js";
import { consult, unavailable } from "./policy.js";
import { discard, isEmpty } from "./reply.js";
import { withTail } from "./tail.js";
import { watch } from "./upstream-body.js";

/** Most bytes of a failure's body that is read, to put the caller's id into it. */
const MAX_FAILURE_BYTES = 1024 * 1024;
/** Nobody is there to answer, and the service is not to blame. */
export const GONE = { status: 499, headers: [], body: null };

/** What the core makes of a good answer while nothing is held against any service: it need not be asked. */
const GOOD = { retry: null, late: false, headers: [], body: null, alerts: [], states: null };
/** Milliseconds between two looks whether a probe has ended. */
const PROBE_LOOK_MS = 25;
const ALONE = { flight: undefined, isStaleAtHand: false };

/**
 * Asks the upstreams what a verdict says. `flight`: whose attempts these are, if others wait for the same; `isStaleAtHand`: an
 * old answer can be served, so an upstream that says 429 is not asked again.
 *
 * @returns {Promise<{ status: number, headers: [string, string][], body: ReadableStream | string | null }>}
 */
export async function ask(ready, verdict, request, env, seen, { flight, isStaleAtHand } = ALONE) {
  seen.caller ??= verdict.caller?.id;
  const before = flight?.attempts ?? 0;
  // Earlier requests of the flight have ended with their callers: what they had left is all there is.
  if (before > 0 && before >= mostAttempts(ready, verdict)) return failed(ready, verdict, "lost", seen);
  const trace = traceOf(verdict, seen);
  const begun = await admitted(ready, verdict, request.signal);
  if (begun === GONE) return GONE;
  if (begun.turn === null) return closed(ready, verdict, begun.wait, seen);
  let { turn } = begun;
  // Who has waited for others has less time left.
  let timeout = Math.max(1, Math.min(verdict.timeout, ready.deadline - log.elapsed(seen)));
  let faulty;
  const counts = ({ upstream }, made) => {
    const first = !verdict.hurried && !faulty?.has(upstream);
    const isFailure = !made.response || made.response.status >= 500;
    if (isFailure) (faulty ??= new Set()).add(upstream);
    return first && (!isFailure || isNews(ready.states[verdict.network], upstream, made, verdict));
  };
  for (let attempts = before + 1; ; attempts += 1) {
    if (flight) flight.attempts = attempts;
    const asked = { turn, timeout, trace };
    let made;
    if (verdict.hedge === undefined) made = await attempt(ready, verdict, asked, request, env, seen);
    else {
      let other;
      ({ made, turn, failed: other } = await hedged(ready, verdict, asked, request, env, seen));
      if (other) {
        judge(ready, verdict, { ...other.made, turn: other.turn, attempts, reads: false, counts: counts(other.turn, other.made) }, seen);
        attempts += 1;
        if (flight) flight.attempts = attempts;
      }
    }
    if (made.failure === "gone") return GONE;
    const finish = judge(ready, verdict, { ...made, turn, attempts, reads: verdict.reads, counts: counts(turn, made) }, seen);
    const { retry } = finish;
    if (!retry || (isStaleAtHand && made.response?.status === 429)) return deliver(ready, verdict, made, finish, { turn, attempts }, seen);
    discard(made.response?.body);
    made.end?.();
    if (retry.after > 0 && !(await pause(retry.after, request.signal))) return GONE;
    ({ turn, timeout } = retry);
  }
}

/**
 * `traceparent` (W3C Trace Context): the caller's trace goes on, or one of our own begins, with a span of ours. Trace and span are
 * of the request's id, a UUID, neither half of which is ever all zero.
 */
function traceOf({ trace }, seen) {
  const ours = seen.id.replaceAll("-", "");
  const whole = trace ?? `${ours}-00`;
  seen.trace ??= whole.slice(0, 32);
  return `00-${seen.trace}-${ours.slice(16)}${whole.slice(32)}`;
}

/** How many attempts one caller has. */
const mostAttempts = ({ urls, retries }, { network, reads }) => (reads ? Math.max(2, urls[network].length + retries) : 1);

/**
 * Whom to ask first; a promise where all upstreams are left alone and one of them is being tested: others wait a moment for
 * what comes of that.
 */
function admitted(ready, verdict, signal) {
  const begun = first(ready, verdict);
  return begun.turn === null && begun.probed && ready.probeWait > 0 ? probed(ready, verdict, signal) : begun;
}

async function probed(ready, verdict, signal) {
  const end = performance.now() + ready.probeWait;
  for (;;) {
    if (!(await pause(PROBE_LOOK_MS, signal))) return GONE;
    const begun = first(ready, verdict);
    if (begun.turn !== null || !begun.probed || performance.now() >= end) return begun;
  }
}

/** Whom to ask first. While nothing is held against the preferred service, it is that one: the core need not say so. */
function first(ready, { network }) {
  const states = ready.states[network];
  if (failures(states, 0) === 0) return { turn: { upstream: 0, key: firstKey(states, 0), tried: 1, refusals: 0 } };
  const begun = consult(ready, "begin", network === "testnet", states, Date.now());
  states.set(begun.states);
  return begun;
}

function closed(ready, verdict, wait, seen) {
  const { generation, network, problem = false } = verdict;
  const finish = unavailable(generation === "v3", network === "testnet", problem, wait);
  tell(ready, finish.alerts, seen);
  return ours(finish, verdict);
}

/** What the core makes of an attempt; `numbers` in the order of src/js/gateway.rs. */
function judge(ready, verdict, { response, text, stream, failure, wait: told, keys, began, turn, attempts, reads, counts = true }, seen) {
  const { generation, network, problem = false } = verdict;
  const states = ready.states[network];
  const { upstream, key, tried, refusals } = turn;
  if (response?.ok) {
    // What is streamed is known to be good when it has ended.
    if (text !== undefined || (stream === undefined && !isWatched(response))) answered(states, upstream, Date.now());
    else begins(states, upstream, ready.breakerFailures);
    return { status: response.status, ...GOOD };
  }
  const wait = response ? retryAfter(response.headers.get("retry-after")) : told;
  const now = Date.now();
  const numbers = [
    response?.status ?? 0, wait ?? Number.NaN, attempts, log.elapsed(seen), upstream, key, tried, refusals, keys, began ?? now, now, Math.random(), counts ? 1 : 0,
  ];
  const finish = consult(ready, "finish", generation === "v3", network === "testnet", problem, reads, failure, numbers, states);
  if (finish.states) states.set(finish.states);
  tell(ready, finish.alerts, seen, upstream, attempts);
  return finish;
}

function tell(ready, alerts, seen, upstream, attempt) {
  for (const one of alerts) log.alert(ready, seen, { ...one, upstream, attempt });
}

/** An answer of the core's making. */
export const ours = ({ status, headers, body }, { tail, origin }) => ({
  status,
  headers: allowing(origin, headers),
  body: tail === undefined ? body : withTail(body, tail),
});

/** Headers of an answer that this origin may read, besides those of every answer. */
export function allowing(origin, headers) {
  if (origin !== undefined) headers.push(["access-control-allow-origin", origin]);
  return headers;
}

/** The last attempt's answer, for the caller; at once where its body goes through. */
function deliver(ready, verdict, made, finish, { turn, attempts }, seen) {
  const { response, text, end } = made;
  if (typeof finish.body === "string") {
    discard(response?.body);
    end?.();
    return { ...ours(finish, verdict), isLate: finish.late };
  }
  const asked = { turn, attempts, keys: made.keys, began: made.began };
  if (verdict.tail !== undefined) return spliced(ready, verdict, made, finish, asked, seen);
  const { status } = finish;
  const isRead = text !== undefined || made.stream !== undefined;
  const headers = allowing(verdict.origin, kept(ready, response, isRead));
  for (const header of finish.headers) headers.push(header);
  const answer = { status, headers, response, made: asked, isLate: finish.late };
  const body = text ?? made.stream ?? response.body;
  if (verdict.head || isEmpty(status) || body === null) {
    discard(body);
    end();
    return { ...answer, body: null };
  }
  if (text !== undefined) return { ...answer, body, read: made };
  if (!isRead && !isWatched(response)) return { ...answer, body };
  return { ...answer, body: watch(body, (how) => ended(ready, verdict, made, asked, how, seen)), reason: made.reason };
}

/**
 * workerd passes a packed body on as it is, which costs nothing, unless somebody looks at it; and a stream of ours it ends as if it
 * were whole, even where the response says its length.
 */
const isWatched = ({ body, headers }) => body !== null && !(WORKERD && (headers.has("content-encoding") || headers.has("content-length")));

/** A streamed response has ended: only now it is known whether the upstream has answered. */
function ended(ready, verdict, { response, end }, asked, how, seen) {
  end();
  if (!response.ok || how === "cancelled") return;
  if (how === "whole") return answered(ready.states[verdict.network], asked.turn.upstream, Date.now());
  if (ready.meter) cut(ready.meter, verdict.network, asked.turn.upstream);
  judge(ready, verdict, { failure: "broken-off", ...asked, reads: false, counts: !verdict.hurried }, seen);
}

/** The answer to a JSON-RPC call, with the caller's id in it. */
async function spliced(ready, verdict, made, { status, headers: further, late }, asked, seen) {
  const { tail, origin } = verdict;
  const { response } = made;
  const headers = allowing(origin, [...further, ...kept(ready, response, true)]);
  const text = made.text ?? (response.body && (await gather(response.body, MAX_FAILURE_BYTES).catch(() => undefined)));
  made.end();
  // A call always has an answer with its id: nothing at all is none.
  const body = text ? withTail(text, tail) : undefined;
  if (body !== undefined) return { status, headers, body, isLate: late };
  return brokenOff(ready, verdict, asked, seen);
}

/** A reply that could not be read to its end. Too late for another attempt: what an operation that is no read did, it has done. */
export function brokenOff(ready, verdict, made, seen, failure = "not-json") {
  return ours(judge(ready, verdict, { failure, ...made, reads: false, counts: false }, seen), verdict);
}

/** The answer where no attempt of this request has an outcome. It says nothing about an upstream. */
export function failed(ready, verdict, failure, seen) {
  const { generation, network, problem = false } = verdict;
  const now = Date.now();
  const numbers = [0, Number.NaN, 1, log.elapsed(seen), 0, 0, 1, 0, 1, now, now, 0, 0];
  const finish = consult(ready, "finish", generation === "v3", network === "testnet", problem, false, failure, numbers, ready.states[network]);
  return ours(finish, verdict);
}
