// Hedging: after `hedgeAfterMs` a slow read is also sent to a second upstream, and the first good response is used.

import { withTimeout } from "../../util/timers.js";
import { discardBody } from "../http/reply.js";
import { attemptUpstream } from "./attempt.js";

/** @typedef {{ result: import("./attempt.js").Attempted, pick: import("./attempt.js").UpstreamPick }} Hedged */

/**
 * Returns the outcome of one attempt, or of the better one of two; `pick` is its upstream and key. `failed` is the other attempt if both
 * have failed.
 *
 * @param {import("../request-context.js").RequestContext} context
 * @returns {Promise<Hedged & { failed?: Hedged }>}
 */
export async function attemptHedged(context, options) {
  const startAttempt = (pick) => {
    const stop = new AbortController();
    const result = attemptUpstream(context, { ...options, pick, stopSignal: stop.signal });
    return { pick, stop, result };
  };
  const first = startAttempt(options.pick);
  const firstResult = await withTimeout(context.verdict.hedge, first.result);
  if (firstResult) return { result: firstResult, pick: first.pick };
  const secondPick = pickSecond(context, options.pick);
  if (!secondPick) return { result: await first.result, pick: first.pick };
  return takeFirstGood(first, startAttempt(secondPick), context.record);
}

/** Returns a second upstream that may be used, with its key. @param {import("../request-context.js").RequestContext} context */
function pickSecond({ gateway: { core, networks }, verdict }, firstPick) {
  const network = networks[verdict.network];
  const { pick, states } = core.pickSecond(network, firstPick);
  network.breakers.set(states);
  return pick;
}

/** Returns the first of two attempts with a good response; aborts the other one. */
async function takeFirstGood(first, second, record) {
  const isGood = ({ response, failure }) => response?.ok || failure === "gone";
  const labelResult = (attempt, rival) => attempt.result.then((result) => ({ result, attempt, rival }));
  const { result, attempt, rival } = await Promise.race([labelResult(first, second), labelResult(second, first)]);
  if (isGood(result)) return abortRival(result, attempt, rival, record);
  const rivalResult = await rival.result;
  if (isGood(rivalResult)) {
    dropAttempt(result);
    return abortRival(rivalResult, rival, attempt, record);
  }
  // An error response is better than no response.
  const [better, worse] = rivalResult.response ? [rival, attempt] : [attempt, rival];
  const [betterResult, worseResult] = rivalResult.response ? [rivalResult, result] : [result, rivalResult];
  dropAttempt(worseResult);
  record.upstream = better.pick.upstream;
  return { result: betterResult, pick: better.pick, failed: { result: worseResult, pick: worse.pick } };
}

/** Frees the resources of an attempt whose response is not needed. */
function dropAttempt({ response, stream, end, release }) {
  discardBody(stream ?? response?.body);
  release?.();
  end?.();
}

function abortRival(result, attempt, rival, record) {
  // Aborts the request if its response has not begun; a response that arrives nevertheless is dropped.
  rival.result.then(dropAttempt, () => {});
  rival.stop.abort();
  record.upstream = attempt.pick.upstream;
  return { result, pick: attempt.pick };
}
