// Hedging: after the delay `hedge` a slow read goes to a second upstream too, and the first good response counts.

import { withTimeout } from "../../util/timers.js";
import { discardBody } from "../http/reply.js";
import { attemptUpstream } from "./attempt.js";

/** @typedef {{ made: import("./attempt.js").Attempted, pick: import("./attempt.js").UpstreamPick }} Hedged */

/**
 * The outcome of the attempt, or of two attempts; `pick` says which upstream and key the one that counts used. `failed` is the other where
 * both have failed.
 *
 * @param {import("../request-context.js").RequestContext} context
 * @returns {Promise<Hedged & { failed?: Hedged }>}
 */
export async function attemptHedged(context, options) {
  const begin = (pick) => {
    const stop = new AbortController();
    const made = attemptUpstream(context, { ...options, pick, stop: stop.signal });
    return { pick, stop, made };
  };
  const one = begin(options.pick);
  const early = await withTimeout(context.verdict.hedge, one.made);
  if (early) return { made: early, pick: one.pick };
  const other = pickSecond(context, options.pick);
  if (!other) return { made: await one.made, pick: one.pick };
  return takeFirstGood(one, begin(other), context.record);
}

/** Another upstream that may be used, with its key. @param {import("../request-context.js").RequestContext} context */
function pickSecond({ gateway: { core, networks }, verdict }, { upstream }) {
  const network = networks[verdict.network];
  const { pick, states } = core.pickSecond(network, upstream);
  network.breakers.set(states);
  return pick;
}

/** The first of two attempts with a good response; the other one is aborted. */
async function takeFirstGood(one, two, record) {
  const isGood = ({ response, failure }) => response?.ok || failure === "gone";
  const label = (mine, theirs) => mine.made.then((made) => ({ made, mine, theirs }));
  const { made, mine, theirs } = await Promise.race([label(one, two), label(two, one)]);
  if (isGood(made)) return endOther(made, mine, theirs, record);
  const later = await theirs.made;
  if (isGood(later)) {
    dropAttempt(made);
    return endOther(later, theirs, mine, record);
  }
  // A response that reports a failure is better than no response.
  const [kept, other] = later.response ? [theirs, mine] : [mine, theirs];
  const [keptMade, otherMade] = later.response ? [later, made] : [made, later];
  dropAttempt(otherMade);
  record.upstream = kept.pick.upstream;
  return { made: keptMade, pick: kept.pick, failed: { made: otherMade, pick: other.pick } };
}

/** Frees an attempt whose response is not needed. */
function dropAttempt({ response, stream, end, give }) {
  discardBody(stream ?? response?.body);
  give?.();
  end?.();
}

function endOther(made, mine, theirs, record) {
  // Aborts a request without a response so far; a response that has begun is dropped when it is there.
  theirs.made.then(dropAttempt, () => {});
  theirs.stop.abort();
  record.upstream = mine.pick.upstream;
  return { made, pick: mine.pick };
}
