// The newest masterchain block that each upstream showed, for each generation: v3 reads an index, which may be behind the node that v2 reads.

/** Numbers per upstream: one for v2, one for v3. */
const GENERATIONS = 2;

/** @typedef {{ seqnos: Float64Array, probedAt: Float64Array }} Heads `seqnos` of the blocks, `probedAt`: when each was last requested */

/** Makes the heads of a network's upstreams; 0 for a block that is not known. @param {number} upstreamCount @returns {Heads} */
export const createHeads = (upstreamCount) => ({
  seqnos: new Float64Array(GENERATIONS * upstreamCount),
  probedAt: new Float64Array(GENERATIONS * upstreamCount).fill(-Infinity),
});

/** @param {number} upstream @param {string} generation `v2` or `v3` */
const indexOf = (upstream, generation) => GENERATIONS * upstream + (generation === "v3" ? 1 : 0);

/** Returns the seqno of the newest block that the upstream showed, or 0. @param {Heads} heads @param {number} upstream @param {string} generation */
export const getHead = ({ seqnos }, upstream, generation) => seqnos[indexOf(upstream, generation)];

/**
 * Records the block that a response shows. A lower block than before is recorded, too: another replica of the upstream responded, and
 * the next request may reach it again.
 *
 * @param {Heads} heads @param {{ upstream: number, generation: string }} source @param {number} seqno
 */
export function noteHead({ seqnos }, { upstream, generation }, seqno) {
  seqnos[indexOf(upstream, generation)] = seqno;
}

/** Returns the newest block that an upstream of the network showed; undefined if none did. @param {Heads} heads @param {string} generation */
export function findBestHead({ seqnos }, generation) {
  let best = 0;
  for (let index = indexOf(0, generation); index < seqnos.length; index += GENERATIONS)
    best = Math.max(best, seqnos[index]);
  return best > 0 ? best : undefined;
}

/**
 * Returns whether the block of an upstream may be requested now, and records that it is: requests that wait for the same block do not
 * ask more often together than one alone.
 *
 * @param {Heads} heads @param {{ upstream: number, generation: string }} source @param {{ now: number, intervalMs: number }} timing
 */
export function beginProbe({ probedAt }, { upstream, generation }, { now, intervalMs }) {
  const index = indexOf(upstream, generation);
  if (now >= probedAt[index] && now - probedAt[index] < intervalMs) return false;
  probedAt[index] = now;
  return true;
}
