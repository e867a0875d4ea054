// Reads that take long are asked of another service too, where the operator wants that: the first good answer counts.

import { attempt } from "./attempt.js";
import { within } from "./patience.js";
import { consult } from "./policy.js";
import { discard } from "./reply.js";

/**
 * What came of the attempt, or of two; `turn` is that of the one that counts. `failed` is the other where both have failed.
 *
 * @returns {Promise<{ made: object, turn: object, failed?: { made: object, turn: object } }>}
 */
export async function hedged(ready, verdict, asked, request, env, seen) {
  const begun = (turn) => {
    const stop = new AbortController();
    const made = attempt(ready, verdict, { ...asked, turn, stop: stop.signal }, request, env, seen);
    return { turn, stop, made };
  };
  const one = begun(asked.turn);
  const early = await within(verdict.hedge, one.made);
  if (early) return { made: early, turn: one.turn };
  const other = another(ready, verdict, asked.turn);
  if (!other) return { made: await one.made, turn: one.turn };
  return best(one, begun(other), seen);
}

/** The turn of another service that may be asked. */
function another(ready, { network }, { upstream }) {
  const states = ready.states[network];
  const { turn, states: now } = consult(ready, "hedge", network === "testnet", states, upstream, Date.now());
  states.set(now);
  return turn;
}

/** The first of two that has a good answer; the other is ended. */
async function best(one, two, seen) {
  const isGood = ({ response, failure }) => response?.ok || failure === "gone";
  const sided = (mine, theirs) => mine.made.then((made) => ({ made, mine, theirs }));
  const { made, mine, theirs } = await Promise.race([sided(one, two), sided(two, one)]);
  if (isGood(made)) return chosen(made, mine, theirs, seen);
  const later = await theirs.made;
  if (isGood(later)) {
    drop(made);
    return chosen(later, theirs, mine, seen);
  }
  // What a service says of its failure is worth more than silence.
  return later.response ? failed(later, theirs, made, mine, seen) : failed(made, mine, later, theirs, seen);
}

/** An attempt that is for nobody. */
function drop({ response, stream, end, give }) {
  discard(stream ?? response?.body);
  give?.();
  end?.();
}

function failed(made, mine, other, theirs, seen) {
  drop(other);
  seen.upstream = mine.turn.upstream;
  return { made, turn: mine.turn, failed: { made: other, turn: theirs.turn } };
}

function chosen(made, mine, theirs, seen) {
  // What it has not begun to answer is ended here; what it has, when that is there.
  theirs.made.then(drop, () => {});
  theirs.stop.abort();
  seen.upstream = mine.turn.upstream;
  return { made, turn: mine.turn };
}
