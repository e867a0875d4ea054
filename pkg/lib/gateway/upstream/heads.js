// The newest masterchain block that each upstream has shown, separately for v2 and v3: v3 reads an index, which may be behind the node that v2
// reads.

/** Seqnos per upstream: one for v2 and one for v3. */
const GENERATIONS = 2;

/**
 * @typedef {{ seqnos: Float64Array, probedAt: Float64Array }} Heads `seqnos` of the newest blocks, `probedAt`: the time of the last probe for each
 */

/** Creates the heads of a network's upstreams. A seqno is 0 while it is not known. @param {number} upstreamCount @returns {Heads} */
export const createHeads = (upstreamCount) => ({
  seqnos: new Float64Array(GENERATIONS * upstreamCount),
  probedAt: new Float64Array(GENERATIONS * upstreamCount).fill(-Infinity),
});

/** @param {number} upstream @param {string} generation `v2` or `v3` */
const indexOf = (upstream, generation) => GENERATIONS * upstream + (generation === "v3" ? 1 : 0);

/**
 * Returns the seqno of the newest block that the upstream has shown; 0 if it is not known. @param {Heads} heads @param {number} upstream @param
 * {string} generation
 */
export const getHead = ({ seqnos }, upstream, generation) => seqnos[indexOf(upstream, generation)];

/**
 * Records the block that a response shows. A block that is older than the recorded one is also recorded: it comes from another replica of the
 * upstream, and the next request may reach the same replica.
 *
 * @param {Heads} heads @param {{ upstream: number, generation: string }} source @param {number} seqno
 */
export function noteHead({ seqnos }, { upstream, generation }, seqno) {
  seqnos[indexOf(upstream, generation)] = seqno;
}

/**
 * Returns the newest block that any upstream of the network has shown; undefined if none is known. @param {Heads} heads @param {string} generation
 */
export function findBestHead({ seqnos }, generation) {
  let best = 0;
  for (let index = indexOf(0, generation); index < seqnos.length; index += GENERATIONS)
    best = Math.max(best, seqnos[index]);
  return best > 0 ? best : undefined;
}

/**
 * Returns whether an upstream may be probed now. If so, records the time of the probe: all requests that wait for a block together probe no more
 * often than a single request would.
 *
 * @param {Heads} heads @param {{ upstream: number, generation: string }} source @param {{ now: number, intervalMs: number }} timing
 */
export function beginProbe({ probedAt }, { upstream, generation }, { now, intervalMs }) {
  const index = indexOf(upstream, generation);
  if (now >= probedAt[index] && now - probedAt[index] < intervalMs) return false;
  probedAt[index] = now;
  return true;
}
