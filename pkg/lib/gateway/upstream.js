// The services behind the gateway: attempts, as the core decides, and what becomes of the last one's answer.

import { gather } from "../body.js";
import { retryAfter } from "../retry-after.js";
import { attempt, kept } from "./attempt.js";
import { failures, firstKey } from "./breakers.js";
import { hedged } from "./hedge.js";
import * as log from "./log.js";
import { pause } from "./pause.js";
import { consult, unavailable } from "./policy.js";
import { discard, isEmpty } from "./reply.js";
import { withTail } from "./tail.js";

/** Most bytes of a reply that is not streamed through but read, to put the caller's id into it. */
export const MAX_READ_BYTES = 32 * 1024 * 1024;
/** Nobody is there to answer, and the service is not to blame. */
export const GONE = { status: 499, headers: [], body: null };

/** What the core makes of a good answer while nothing is held against any service: it need not be asked. */
const GOOD = { retry: null, headers: [], body: null, alerts: [], states: null };

/**
 * Asks the service what a verdict says.
 *
 * @returns {Promise<{ status: number, headers: [string, string][], body: ReadableStream | string | null }>}
 */
export async function ask(ready, verdict, request, env, seen) {
  seen.caller ??= verdict.caller?.id;
  const trace = traceOf(verdict, seen);
  const begun = first(ready, verdict);
  if (begun.turn === null) return closed(ready, verdict, begun.wait, seen);
  let { turn } = begun;
  let { timeout } = verdict;
  let failed;
  const counts = ({ upstream }, { response }) => {
    const first = !verdict.hurried && !failed?.has(upstream);
    if (!response || response.status >= 500) (failed ??= new Set()).add(upstream);
    return first;
  };
  for (let attempts = 1; ; attempts += 1) {
    const asked = { turn, timeout, trace };
    let made;
    if (verdict.hedge === undefined) made = await attempt(ready, verdict, asked, request, env, seen);
    else {
      let other;
      ({ made, turn, failed: other } = await hedged(ready, verdict, asked, request, env, seen));
      if (other) {
        judge(ready, verdict, { ...other.made, turn: other.turn, attempts, reads: false, counts: counts(other.turn, other.made) }, seen);
        attempts += 1;
      }
    }
    if (made.failure === "gone") return GONE;
    const finish = judge(ready, verdict, { ...made, turn, attempts, reads: verdict.reads, counts: counts(turn, made) }, seen);
    const { retry } = finish;
    if (!retry) return deliver(ready, verdict, made, finish, { turn, attempts }, seen);
    discard(made.response?.body);
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
function judge(ready, verdict, { response, failure, wait: told, keys, turn, attempts, reads, counts = true }, seen) {
  const { generation, network, problem = false } = verdict;
  const states = ready.states[network];
  if (response?.ok && states.every((number) => number === 0)) return { status: response.status, ...GOOD };
  const wait = response ? retryAfter(response.headers.get("retry-after")) : told;
  const { upstream, key, tried, refusals } = turn;
  const numbers = [
    response?.status ?? 0, wait ?? Number.NaN, attempts, log.elapsed(seen), upstream, key, tried, refusals, keys, Date.now(), Math.random(), counts ? 1 : 0,
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
function deliver(ready, verdict, made, finish, asked, seen) {
  const { response } = made;
  if (typeof finish.body === "string") {
    discard(response?.body);
    return ours(finish, verdict);
  }
  if (verdict.tail !== undefined) return spliced(ready, verdict, made, finish, asked, seen);
  const { status } = finish;
  const headers = allowing(verdict.origin, kept(ready, response, false));
  for (const header of finish.headers) headers.push(header);
  const empty = verdict.head || isEmpty(status);
  if (empty) discard(response.body);
  return { status, headers, body: empty ? null : response.body, response, made: { ...asked, keys: made.keys } };
}

/** The answer to a JSON-RPC call, with the caller's id in it. */
async function spliced(ready, verdict, made, { status, headers: further }, { turn, attempts }, seen) {
  const { tail, origin } = verdict;
  const { response } = made;
  const headers = allowing(origin, [...further, ...kept(ready, response, true)]);
  const text = response.body && (await gather(response.body, MAX_READ_BYTES).catch(() => undefined));
  // A call always has an answer with its id: nothing at all is none.
  const body = text ? withTail(text, tail) : undefined;
  if (body !== undefined) return { status, headers, body };
  return brokenOff(ready, verdict, { turn, attempts, keys: made.keys }, seen);
}

/** A reply that could not be read to its end. Too late for another attempt: what an operation that is no read did, it has done. */
export function brokenOff(ready, verdict, made, seen) {
  const failure = "the reply is no JSON object, too long, or broken off";
  return ours(judge(ready, verdict, { failure, ...made, reads: false }, seen), verdict);
}
