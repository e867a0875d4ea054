// Picks the upstream of a request's first attempt.

import { sleepUnlessAborted } from "../../util/timers.js";
import { GONE } from "../http/reply.js";
import { getFailures, getFirstKey } from "./breakers.js";

/** Milliseconds between two checks of whether a probe has ended. */
const PROBE_POLL_MS = 25;

/**
 * Returns the upstream for the first attempt. Returns a promise if all breakers are open and a request is probing an upstream: other
 * requests wait briefly for the result of that probe.
 *
 * @param {import("../request-context.js").RequestContext} context
 */
export function pickUpstream({ gateway: { core, networks, probeWaitMs }, verdict, request, fixedUpstream }) {
  const network = networks[verdict.network];
  if (fixedUpstream !== undefined) return { pick: startAt(network.breakers, fixedUpstream) };
  const choice = pickFirst(core, network);
  return choice.pick === null && choice.probed && probeWaitMs > 0
    ? awaitProbe(() => pickFirst(core, network), performance.now() + probeWaitMs, request.signal)
    : choice;
}

/** @param {Float64Array} breakers @param {number} upstream @returns {import("./attempt.js").UpstreamPick} */
const startAt = (breakers, upstream) => ({
  upstream,
  key: getFirstKey(breakers, upstream),
  tried: 1,
  refusals: 0,
  first: 0,
});

/** @param {() => any} pick @param {number} deadline @param {AbortSignal | undefined} signal */
async function awaitProbe(pick, deadline, signal) {
  for (;;) {
    if (!(await sleepUnlessAborted(PROBE_POLL_MS, signal))) return GONE;
    const choice = pick();
    if (choice.pick !== null || !choice.probed || performance.now() >= deadline) return choice;
  }
}

/**
 * Returns the upstream for the first attempt. If the upstreams have no weights and the preferred one has no failures, the core is not
 * called.
 */
function pickFirst(core, network) {
  const { breakers, isWeighted } = network;
  if (!isWeighted && getFailures(breakers, 0) === 0) return { pick: startAt(breakers, 0) };
  const choice = core.pickFirst(network);
  breakers.set(choice.states);
  return choice;
}
