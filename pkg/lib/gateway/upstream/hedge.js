// Hedging: after `hedgeAfterMs` a slow read is also sent to a second upstream, and the first good response is used that is not behind the other
// upstream.

import { withTimeout } from "../../util/timers.js";
import { discardBody } from "../http/reply.js";
import { attemptUpstream } from "./attempt.js";
import { selectLagging, wasLagging } from "./heads.js";
import { refreshHeads } from "./refresh-heads.js";

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
    const controller = new AbortController();
    const result = attemptUpstream(context, { ...options, pick, stopSignal: controller.signal });
    return { pick, stop: controller, result };
  };
  const first = startAttempt(options.pick);
  const firstResult = await withTimeout(context.verdict.hedge, first.result);
  if (firstResult) return { result: firstResult, pick: first.pick };
  const earlyResult = await Promise.race([refreshHeads(context, { except: first.pick.upstream }), first.result]);
  if (earlyResult) return { result: earlyResult, pick: first.pick };
  const secondPick = pickSecondUpstream(context, options.pick);
  if (!secondPick) return { result: await first.result, pick: first.pick };
  return takeFirstGood(context, first, startAttempt(secondPick));
}

/** Returns a second upstream that may be used, with its key. @param {import("../request-context.js").RequestContext} context */
function pickSecondUpstream({ gateway: { core, networks, maxBehindBlocks }, verdict }, firstPick) {
  const network = networks[verdict.network];
  const laggingUpstreams = selectLagging(network, verdict.generation, maxBehindBlocks);
  const { pick, states } = core.pickSecond(network, firstPick, laggingUpstreams);
  network.breakers.set(states);
  return pick;
}

/**
 * Returns the first of two attempts with a good response; aborts the other one. A response that is behind is used only if the other upstream has
 * no newer one.
 *
 * @param {import("../request-context.js").RequestContext} context
 */
async function takeFirstGood({ gateway, verdict, record }, firstAttempt, secondAttempt) {
  const { heads } = gateway.networks[verdict.network];
  const isGood = ({ response, failure }) => response?.ok || failure === "gone";
  const labelResult = (attempt, otherAttempt) =>
    attempt.result.then((result) => ({ result, attempt, laterAttempt: otherAttempt }));
  const { result, attempt, laterAttempt } = await Promise.race([
    labelResult(firstAttempt, secondAttempt),
    labelResult(secondAttempt, firstAttempt),
  ]);
  const mayOtherBeNewer =
    result.behind > 0 && !wasLagging(heads, { upstream: laterAttempt.pick.upstream, generation: verdict.generation });
  if (isGood(result) && !mayOtherBeNewer) return abortOther(result, attempt, laterAttempt, record);
  const laterResult = await laterAttempt.result;
  if (isGood(result) && !(isGood(laterResult) && laterResult.behind < result.behind))
    return abortOther(result, attempt, laterAttempt, record);
  if (isGood(laterResult)) {
    dropAttempt(result);
    return abortOther(laterResult, laterAttempt, attempt, record);
  }
  // An error response is better than no response.
  const [betterAttempt, worseAttempt] = laterResult.response ? [laterAttempt, attempt] : [attempt, laterAttempt];
  const [betterResult, worseResult] = laterResult.response ? [laterResult, result] : [result, laterResult];
  dropAttempt(worseResult);
  record.upstream = betterAttempt.pick.upstream;
  return { result: betterResult, pick: betterAttempt.pick, failed: { result: worseResult, pick: worseAttempt.pick } };
}

/** Frees the resources of an attempt whose response is not needed. */
function dropAttempt({ response, stream, end, release }) {
  discardBody(stream ?? response?.body);
  release?.();
  end?.();
}

function abortOther(result, attempt, otherAttempt, record) {
  // Aborts the request if its response has not begun; a response that arrives nevertheless is dropped.
  otherAttempt.result.then(dropAttempt, () => {});
  otherAttempt.stop.abort();
  record.upstream = attempt.pick.upstream;
  return { result, pick: attempt.pick };
}
