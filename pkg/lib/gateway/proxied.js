// A request that the service answers: from what is kept, with others that ask the same, or by asking.

import { gather } from "../body.js";
import { isUsable, stateOf } from "./cache/age.js";
import { coalesced, refresh } from "./cache/coalesced.js";
import { told, untold } from "./cache/told.js";
import { counted } from "./limits/callers.js";
import { begin } from "./log.js";
import { discard, isEmpty } from "./reply.js";
import { withTail } from "./tail.js";
import { allowing, ask, brokenOff, GONE, ours } from "./upstream.js";
import { MAX_READ_BYTES } from "./upstream-response.js";

/**
 * What the caller gets, or a promise of it: what lies in memory is there at once, and waiting for nothing costs every request.
 *
 * @returns {object | Promise<{ status: number, headers: [string, string][], body: ReadableStream | string | null }>}
 */
export function proxied(ready, verdict, request, env, ctx, seen) {
  const { cache } = ready;
  const { keep } = verdict;
  seen.caller ??= verdict.caller?.id;
  if (!cache || !keep) return admitted(ready, verdict, env, seen, () => (cache ? bypassed(ready, verdict, request, env, seen) : ask(ready, verdict, request, env, seen)));
  const asked = { verdict, request, seen };
  const found = keep.renew ? undefined : cache.place.find(keep.key, isFresh, env, ctx, seen);
  return typeof found?.then === "function" ? found.then((one) => given(ready, asked, one, env, ctx)) : given(ready, asked, found, env, ctx);
}

const isFresh = (entry) => stateOf(entry, Date.now()) === "fresh";

/** What was found, if it may be given, or what the service says. */
function given(ready, asked, found, env, ctx) {
  const { verdict, seen } = asked;
  const now = Date.now();
  const state = found ? stateOf(found, now) : "gone";
  if (state === "fresh" || state === "stale") {
    seen.cache = state === "fresh" ? "hit" : "stale";
    if (state === "stale") refresh(ready, verdict, env, ctx, { ...begin(), id: seen.id });
    return told(ready, found, asked, now);
  }
  return admitted(ready, verdict, env, seen, () => onward(ready, asked, state === "failing" ? found : undefined, env, ctx));
}

/** Goes on, unless the caller has asked too often: what goes on may be asked of the service, and is counted. */
function admitted(ready, verdict, env, seen, go) {
  if (verdict.limits === undefined) return go();
  const refusal = counted(ready.limits.callers, verdict, env, seen);
  const decided = (answer) => (answer ? ours(answer, verdict) : go());
  return typeof refusal?.then === "function" ? refusal.then(decided) : decided(refusal);
}

async function onward(ready, asked, old, env, ctx) {
  const made = await coalesced(ready, asked, old, env, ctx);
  return outcome(ready, asked, made, old);
}

async function bypassed(ready, verdict, request, env, seen) {
  seen.cache = "bypass";
  const { status, headers, body } = await ask(ready, verdict, request, env, seen);
  return { status, headers: [...headers, ...untold("fwd=bypass")], body };
}

/** What the caller gets of what was made; of a failure perhaps `old`, which may stand in for one. */
function outcome(ready, asked, { shared, answer, collapsed, reason: alone, isStale }, old) {
  const { verdict, seen } = asked;
  if (answer === GONE) return GONE;
  seen.cache = collapsed ? "collapsed" : "miss";
  const now = Date.now();
  const fwd = verdict.keep.renew ? "fwd=request" : "fwd=miss";
  // Bounds hold when an answer is served, not when it was asked for.
  const stale = isUsable(old, now) ? old : undefined;
  if (isStale) {
    seen.cache = "stale";
    return told(ready, old, asked, now, "fwd=stale; detail=slow-upstream");
  }
  if (shared?.entry) return told(ready, shared.entry, asked, now, collapsed ? `${fwd}; collapsed` : `${fwd}; stored`);
  const { status } = shared ?? answer;
  const reason = alone ?? shared?.reason;
  if (stale && isFailure(status)) {
    seen.cache = "stale";
    discard(answer?.body);
    return told(ready, stale, asked, now, `fwd=stale; fwd-status=${status}`);
  }
  const how = [fwd, `fwd-status=${status}`, collapsed && "collapsed", reason && `detail=${reason}`].filter(Boolean).join("; ");
  return through(ready, asked, shared ? { ...shared, body: shared.text } : answer, untold(how));
}

/** RFC 5861, and what services say when they are asked too much. */
const isFailure = (status) => status >= 500 || status === 429;

/** An answer that was not kept, in the style that was asked. */
async function through(ready, { verdict, seen }, answer, more) {
  const { tail, origin, head } = verdict;
  const { status } = answer;
  const headers = allowing(origin, [...answer.headers, ...more]);
  if (tail === undefined) {
    const empty = head || isEmpty(status);
    if (empty) discard(answer.body);
    return { status, headers, body: empty ? null : answer.body };
  }
  const { body } = answer;
  const text = typeof body === "string" ? body : body && (await gather(body, MAX_READ_BYTES).catch(() => undefined));
  const whole = text ? withTail(text, tail) : undefined;
  if (whole !== undefined) return { status, headers: headers.filter(([name]) => name !== "content-length" && name !== "content-encoding"), body: whole };
  return brokenOff(ready, verdict, answer.made, seen);
}
