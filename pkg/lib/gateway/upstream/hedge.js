// Hedging: after the delay `hedge` a slow read goes to a second upstream too, and the first good response counts.

import { withTimeout } from "../../util/timers.js";
import { callCore } from "../core.js";
import { discardBody } from "../http/response.js";
import { attemptUpstream } from "./attempt.js";

/** @typedef {{ made: import("./attempt.js").Attempted, turn: import("./attempt.js").Turn }} Hedged */

/**
 * What came of the attempt, or of two; `turn` is that of the one that counts. `failed` is the other where both have failed.
 *
 * @returns {Promise<Hedged & { failed?: Hedged }>}
 */
export async function attemptHedged(ready, verdict, options, request, env, seen) {
  const begun = (turn) => {
    const stop = new AbortController();
    const made = attemptUpstream(ready, verdict, { ...options, turn, stop: stop.signal }, request, env, seen);
    return { turn, stop, made };
  };
  const one = begun(options.turn);
  const early = await withTimeout(verdict.hedge, one.made);
  if (early) return { made: early, turn: one.turn };
  const other = nextTurn(ready, verdict, options.turn);
  if (!other) return { made: await one.made, turn: one.turn };
  return firstGood(one, begun(other), seen);
}

/** The turn of another upstream that may be used. */
function nextTurn(ready, { network }, { upstream }) {
  const states = ready.states[network];
  const { turn, states: now } = callCore(ready, "hedge", network === "testnet", states, upstream, Date.now());
  states.set(now);
  return turn;
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
  seen.upstream = mine.turn.upstream;
  return { made, turn: mine.turn, failed: { made: other, turn: theirs.turn } };
}

function endOther(made, mine, theirs, seen) {
  // Aborts a request without a response so far; a response that has begun is dropped when it is there.
  theirs.made.then(dropAttempt, () => {});
  theirs.stop.abort();
  seen.upstream = mine.turn.upstream;
  return { made, turn: mine.turn };
}
