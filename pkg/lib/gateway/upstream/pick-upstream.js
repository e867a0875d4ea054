// Picks the upstream of a request's first attempt.

import { sleepUnlessAborted } from "../../util/timers.js";
import { GONE } from "../http/reply.js";
import { failures, firstKey } from "./breakers.js";

/** Milliseconds between two looks whether a probe has ended. */
const PROBE_LOOK_MS = 25;

/**
 * The first upstream to use; a promise where all breakers are open and one upstream is being probed: others wait a moment for the result of
 * the probe.
 *
 * @param {import("../request-context.js").RequestContext} context
 */
export function pickUpstream({ gateway: { core, networks, probeWaitMs }, verdict, request }) {
  const network = networks[verdict.network];
  const begun = pickFirst(core, network);
  return begun.pick === null && begun.probed && probeWaitMs > 0
    ? awaitProbe(() => pickFirst(core, network), performance.now() + probeWaitMs, request.signal)
    : begun;
}

/** @param {() => any} pick @param {number} end @param {AbortSignal | undefined} signal */
async function awaitProbe(pick, end, signal) {
  for (;;) {
    if (!(await sleepUnlessAborted(PROBE_LOOK_MS, signal))) return GONE;
    const begun = pick();
    if (begun.pick !== null || !begun.probed || performance.now() >= end) return begun;
  }
}

/** The first upstream to use. While the preferred one has no failures it is that one, without a call into the core. */
function pickFirst(core, network) {
  const { breakers } = network;
  if (failures(breakers, 0) === 0) return { pick: { upstream: 0, key: firstKey(breakers, 0), tried: 1, refusals: 0 } };
  const begun = core.pickFirst(network);
  breakers.set(begun.states);
  return begun;
}
