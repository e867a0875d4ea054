// Picks the upstream of a request's first attempt.

import { sleepUnlessAborted } from "../../util/timers.js";
import { CLIENT_GONE_REPLY } from "../http/reply.js";
import { getFailures, getFirstKeyIndex, getOpenUntil } from "./breakers.js";
import { selectLagging, wasLagging } from "./heads.js";
import { refreshHeads } from "./refresh-heads.js";

/** Milliseconds between two checks of whether a probe has ended. */
const PROBE_POLL_MS = 25;

/**
 * Returns the upstream for the first attempt. Returns a promise if the upstreams must show their blocks first, and if all breakers are open and
 * a request is probing an upstream: other requests wait briefly for the result of that probe.
 *
 * @param {import("../request-context.js").RequestContext} context
 */
export function pickUpstream(context) {
  const { gateway, verdict, fixedUpstream } = context;
  const network = gateway.networks[verdict.network];
  if (fixedUpstream !== undefined) return { pick: makePick(network.breakers, fixedUpstream) };
  const refreshPromise = network.urls.length > 1 ? refreshBeforePick(context, network) : undefined;
  return refreshPromise
    ? refreshPromise.then(() => pickAdmittedUpstream(context, network))
    : pickAdmittedUpstream(context, network);
}

/**
 * Without weights, requests the blocks of all upstreams if the first one lags or its breaker is open; with weights, of those that lagged.
 *
 * @param {import("../request-context.js").RequestContext} context @param {import("./upstreams.js").Network} network
 */
function refreshBeforePick(context, { breakers, heads, urls, isWeighted }) {
  const { generation } = context.verdict;
  if (isWeighted) {
    const isAnyLagging = urls.some((_, upstream) => wasLagging(heads, { upstream, generation }));
    return isAnyLagging ? refreshHeads(context, { onlyLagging: true }) : undefined;
  }
  const isFirstUsed = getOpenUntil(breakers, 0) <= Date.now() && !wasLagging(heads, { upstream: 0, generation });
  return isFirstUsed ? undefined : refreshHeads(context, {});
}

/** @param {import("../request-context.js").RequestContext} context @param {import("./upstreams.js").Network} network */
function pickAdmittedUpstream({ gateway, verdict, request }, network) {
  const { probeWaitMs } = gateway;
  const pickUpstreamOnce = () => pickFirstUpstream(gateway, network, verdict.generation);
  const choice = pickUpstreamOnce();
  return choice.pick === null && choice.probed && probeWaitMs > 0
    ? awaitProbe(pickUpstreamOnce, performance.now() + probeWaitMs, request.signal)
    : choice;
}

/** @param {Float64Array} breakers @param {number} upstream @returns {import("./attempt.js").UpstreamPick} */
const makePick = (breakers, upstream) => ({
  upstream,
  keyIndex: getFirstKeyIndex(breakers, upstream),
  tried: 1,
  refusals: 0,
  first: 0,
});

/** @param {() => any} pick @param {number} deadline @param {AbortSignal | undefined} signal */
async function awaitProbe(pick, deadline, signal) {
  for (;;) {
    if (!(await sleepUnlessAborted(PROBE_POLL_MS, signal))) return CLIENT_GONE_REPLY;
    const choice = pick();
    if (choice.pick !== null || !choice.probed || performance.now() >= deadline) return choice;
  }
}

/**
 * Returns the upstream for the first attempt. If the upstreams have no weights, and the preferred one has no failures and does not lag, the core
 * is not called.
 */
function pickFirstUpstream({ core, maxBehindBlocks }, network, generation) {
  const { breakers, heads, isWeighted, urls } = network;
  const isAlone = urls.length === 1;
  if (!isWeighted && getFailures(breakers, 0) === 0 && (isAlone || !wasLagging(heads, { upstream: 0, generation })))
    return { pick: makePick(breakers, 0) };
  const choice = core.pickFirst(network, isAlone ? 0 : selectLagging(network, generation, maxBehindBlocks));
  breakers.set(choice.states);
  return choice;
}
