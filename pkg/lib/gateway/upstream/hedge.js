// Hedging: after the delay `hedge` a slow read goes to a second upstream too, and the first good response counts.

import { withTimeout } from "../../util/timers.js";
import { callCore } from "../core.js";
import { discardBody } from "../http/response.js";
import { attemptUpstream } from "./attempt.js";

/** @typedef {{ made: import("./attempt.js").Attempted, pick: import("./attempt.js").UpstreamPick }} Hedged */

/**
 * What came of the attempt, or of two; `pick` says which upstream and key the one that counts used. `failed` is the other where both have failed.
 *
 * @returns {Promise<Hedged & { failed?: Hedged }>}
 */
export async function attemptHedged(ready, verdict, options, request, env, seen) {
  const begun = (pick) => {
    const stop = new AbortController();
    const made = attemptUpstream(ready, verdict, { ...options, pick, stop: stop.signal }, request, env, seen);
    return { pick, stop, made };
  };
  const one = begun(options.pick);
  const early = await withTimeout(verdict.hedge, one.made);
  if (early) return { made: early, pick: one.pick };
  const other = nextPick(ready, verdict, options.pick);
  if (!other) return { made: await one.made, pick: one.pick };
  return firstGood(one, begun(other), seen);
}

/** Another upstream that may be used, with its key. */
function nextPick(ready, { network }, { upstream }) {
  const states = ready.states[network];
  const { pick, states: now } = callCore(ready, "hedge", network === "testnet", states, upstream, Date.now());
  states.set(now);
  return pick;
}

/** The first of two attempts with a good response; the other one is aborted. */
async function firstGood(one, two, seen) {
  const isGood = ({ response, failure }) => response?.ok || failure === "gone";
  const sided = (mine, theirs) => mine.made.then((made) => ({ made, mine, theirs }));
  const { made, mine, theirs } = await Promise.race([sided(one, two), sided(two, one)]);
  if (isGood(made)) return endOther(made, mine, theirs, seen);
  const later = await theirs.made;
  if (isGood(later)) {
    dropAttempt(made);
    return endOther(later, theirs, mine, seen);
  }
  // A response that reports a failure is worth more than none.
  return later.response ? bothFailed(later, theirs, made, mine, seen) : bothFailed(made, mine, later, theirs, seen);
}

/** Frees an attempt whose response is not needed. */
function dropAttempt({ response, stream, end, give }) {
  discardBody(stream ?? response?.body);
  give?.();
  end?.();
}

function bothFailed(made, mine, other, theirs, seen) {
  dropAttempt(other);
  seen.upstream = mine.pick.upstream;
  return { made, pick: mine.pick, failed: { made: other, pick: theirs.pick } };
}

function endOther(made, mine, theirs, seen) {
  // Aborts a request without a response so far; a response that has begun is dropped when it is there.
  theirs.made.then(dropAttempt, () => {});
  theirs.stop.abort();
  seen.upstream = mine.pick.upstream;
  return { made, pick: mine.pick };
}
