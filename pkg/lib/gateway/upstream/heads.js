// The masterchain blocks that each upstream has shown, separately for v2 and v3: v3 reads an index, which may be behind the node that v2 reads.
// An upstream lags if the newest block that any upstream has shown is newer than its own last one by more than `maxBehindBlocks`.

/** Blocks per upstream: one for v2 and one for v3. */
const GENERATIONS = 2;
/**
 * The maximum number of blocks that the chain makes per millisecond: a block each 0.4 s, with a reserve. If the newest block was seen later than the
 * last block of an upstream, this upstream may have made progress in between, so that many blocks do not count as a lag.
 */
const MAX_BLOCKS_PER_MS = 0.003;
/** If a block is newer than those of the other upstreams by more than this number, which takes days, one of the upstreams is wrong. */
const MAX_LEAD = 100_000;
/** Milliseconds for which the block of an upstream can disprove the one of another upstream. */
const WITNESS_MS = 10_000;

/**
 * @typedef {{ upstream: number, generation: string }} Source
 * @typedef {object} Heads of each upstream and generation:
 * @property {Float64Array} seqnos the block that it showed last; 0 if none is known
 * @property {Float64Array} from the time, by `performance.now()`, when the request was sent that showed this block
 * @property {Float64Array} until the time when its response arrived
 * @property {Float64Array} highest the newest block that it has shown
 * @property {Float64Array} highestAt the time when it was shown
 * @property {Uint8Array} disproved 1 if the other upstreams disproved the newest block
 * @property {Uint8Array} lagging 1 if it lagged when it was last compared
 * @property {Float64Array} probedAt the time of the last probe
 * @property {Float64Array} probeEndedAt the time when that probe ended, if it has
 * @property {Float64Array} alertedAt the time of the last alert that it lags
 */

/** Creates the heads of a network's upstreams, and of other gateways (`recordEntry`). @param {number} upstreamCount @returns {Heads} */
export function createHeads(upstreamCount) {
  const length = GENERATIONS * (upstreamCount + 1);
  const createTimes = () => new Float64Array(length).fill(-Infinity);
  return {
    seqnos: new Float64Array(length),
    from: createTimes(),
    until: createTimes(),
    highest: new Float64Array(length),
    highestAt: createTimes(),
    disproved: new Uint8Array(length),
    lagging: new Uint8Array(length),
    probedAt: createTimes(),
    probeEndedAt: createTimes(),
    alertedAt: createTimes(),
  };
}

/** Copies the heads of an upstream, for the network after a reload. @param {Heads} source @param {number} index @param {Heads} target */
export function copyHead(source, index, target, targetIndex) {
  for (const name of Object.keys(source))
    target[name].set(source[name].subarray(GENERATIONS * index, GENERATIONS * (index + 1)), GENERATIONS * targetIndex);
}

/** @param {Source} source */
const indexOf = ({ upstream, generation }) => GENERATIONS * upstream + (generation === "v3" ? 1 : 0);

/** The index of the first upstream in the lists of this generation. @param {number} index of any upstream */
const firstIndexOfGeneration = (index) => index % GENERATIONS;

/**
 * Whether the other upstreams disprove the newest block of this one: all upstreams that have shown a block recently are days behind it,
 * and these are at least two that agree, or one that the operator prefers. So one upstream with a wrong block does not make all others
 * lag. It remains disproved until another upstream shows such a block, or it shows an older one itself.
 *
 * @param {Heads} heads @param {number} index @param {number} now
 */
function isDisproved({ seqnos, until, highest, disproved }, index, now) {
  let newestIndex = -1;
  for (let otherIndex = firstIndexOfGeneration(index); otherIndex < seqnos.length; otherIndex += GENERATIONS)
    if (
      otherIndex !== index &&
      seqnos[otherIndex] > 0 &&
      now - until[otherIndex] < WITNESS_MS &&
      !(seqnos[otherIndex] <= seqnos[newestIndex])
    )
      newestIndex = otherIndex;
  if (newestIndex < 0) return disproved[index] === 1;
  if (highest[index] - seqnos[newestIndex] <= MAX_LEAD) {
    disproved[index] = 0;
    return false;
  }
  let agreeingCount = 0;
  for (let otherIndex = firstIndexOfGeneration(index); otherIndex < seqnos.length; otherIndex += GENERATIONS)
    if (
      otherIndex !== index &&
      seqnos[otherIndex] >= seqnos[newestIndex] - MAX_LEAD &&
      now - until[otherIndex] < WITNESS_MS
    )
      agreeingCount += 1;
  if (agreeingCount > 1 || newestIndex < index) disproved[index] = 1;
  return disproved[index] === 1;
}

/** Returns the index of the newest block that any upstream has shown; -1 if none is known. @param {Heads} heads @param {number} first @param {number} now */
function findNewest(heads, first, now) {
  const { highest } = heads;
  let newestIndex = -1;
  for (let index = first; index < highest.length; index += GENERATIONS)
    if (highest[index] > (newestIndex < 0 ? 0 : highest[newestIndex]) && !isDisproved(heads, index, now))
      newestIndex = index;
  return newestIndex;
}

/**
 * Returns the seqno of the block that the upstream showed last; 0 if it is not known, or if the other upstreams disprove it.
 *
 * @param {Heads} heads @param {Source} source
 */
export function getHead(heads, source) {
  const index = indexOf(source);
  const seqno = heads.seqnos[index];
  const isWrong = seqno > 0 && seqno === heads.highest[index] && isDisproved(heads, index, performance.now());
  return isWrong ? 0 : seqno;
}

/** Returns the newest block that any upstream of the network has shown; undefined if none is known. @param {Heads} heads @param {string} generation */
export function findBestHead(heads, generation) {
  const newestIndex = findNewest(heads, indexOf({ upstream: 0, generation }), performance.now());
  return newestIndex < 0 ? undefined : heads.highest[newestIndex];
}

/**
 * Records the block that a response shows. A block that is older than the recorded one is also recorded: it comes from another replica of the
 * upstream, and the next request may reach the same replica.
 *
 * @param {Heads} heads @param {Source} source @param {number} seqno @param {number} from the time when the request was sent
 */
export function recordHead(heads, source, seqno, from) {
  const index = indexOf(source);
  const now = performance.now();
  heads.seqnos[index] = seqno;
  heads.from[index] = from;
  heads.until[index] = now;
  heads.lagging[index] = 0;
  // An upstream that shows a block from days before contradicts itself: its newer block was wrong, or its chain has started over.
  const isRestarted = heads.highest[index] - seqno > MAX_LEAD;
  if (isRestarted) heads.disproved[index] = 0;
  if (isRestarted || seqno >= heads.highest[index]) {
    heads.highest[index] = seqno;
    heads.highestAt[index] = now;
  }
}

/**
 * Records the block of a cached response. Another gateway may have stored it, so none of this gateway's upstreams may have shown this block yet.
 *
 * @param {{ heads: Heads, urls: string[] }} network @param {string} generation @param {import("../../../gateway.js").CacheEntry} entry
 */
export function recordEntry({ heads, urls }, generation, { seqno = 0, stored }) {
  const source = { upstream: urls.length, generation };
  if (seqno > heads.highest[indexOf(source)])
    recordHead(heads, source, seqno, performance.now() - Math.max(0, Date.now() - stored));
}

/**
 * Returns the number of blocks by which the upstream lags; 0 if it is not known to lag by more than `maxBehind`. The result remains until the
 * upstream shows another block.
 *
 * @param {Heads} heads @param {Source} source @param {number} maxBehind
 */
export function countBlocksBehind(heads, source, maxBehind) {
  const index = indexOf(source);
  const seqno = heads.seqnos[index];
  if (seqno === 0) return 0;
  const newestIndex = findNewest(heads, firstIndexOfGeneration(index), performance.now());
  if (newestIndex < 0) return 0;
  const difference = Math.max(0, heads.highest[newestIndex] - seqno);
  const maxProgress = Math.max(0, heads.highestAt[newestIndex] - heads.from[index]) * MAX_BLOCKS_PER_MS;
  if (difference - maxProgress > maxBehind) heads.lagging[index] = 1;
  return heads.lagging[index] === 1 ? difference : 0;
}

/** Whether the upstream lagged when it was last compared. @param {Heads} heads @param {Source} source */
export const wasLagging = (heads, source) => heads.lagging[indexOf(source)] === 1;

/**
 * Returns the upstreams that lag, as bits for the core: 1 for the first upstream, 2 for the second, 4 for the third.
 *
 * @param {{ heads: Heads, urls: string[] }} network @param {string} generation @param {number} maxBehind
 */
export function selectLagging({ heads, urls }, generation, maxBehind) {
  let bits = 0;
  for (let upstream = 0; upstream < urls.length; upstream += 1)
    if (countBlocksBehind(heads, { upstream, generation }, maxBehind) > 0) bits |= 1 << upstream;
  return bits;
}

/**
 * Returns the known heights of an upstream by generation: the block that it showed last, the blocks by which it lags, and the
 * milliseconds since it showed this block.
 *
 * @param {Heads} heads @param {number} upstream @param {number} maxBehind @returns {[string, { seqno: number, behind: number, shownMs: number }][]}
 */
export const listHeights = (heads, upstream, maxBehind) =>
  ["v2", "v3"]
    .map((generation) => ({ upstream, generation }))
    .filter((source) => heads.seqnos[indexOf(source)] > 0)
    .map((source) => [
      source.generation,
      {
        seqno: heads.seqnos[indexOf(source)],
        behind: countBlocksBehind(heads, source, maxBehind),
        shownMs: performance.now() - heads.until[indexOf(source)],
      },
    ]);

/**
 * Whether another upstream has shown the newest block more than `ms` milliseconds after this one has shown a block. @param {Heads} heads @param
 * {Source} source @param {number} ms
 */
export function isHeadOutdated(heads, source, ms) {
  const index = indexOf(source);
  const newestIndex = findNewest(heads, firstIndexOfGeneration(index), performance.now());
  return newestIndex >= 0 && newestIndex !== index && heads.highestAt[newestIndex] - heads.until[index] > ms;
}

/** Whether the upstream has shown a block in the last `ms` milliseconds. @param {Heads} heads @param {Source} source @param {number} ms */
export const isHeadRecent = ({ until }, source, ms) => performance.now() - until[indexOf(source)] < ms;

/**
 * Returns whether an upstream may be probed now. If so, records the time of the probe: all requests that wait for a block together probe no more
 * often than a single request would.
 *
 * @param {Heads} heads @param {Source} source @param {{ now: number, intervalMs: number }} timing
 */
export function beginProbe({ probedAt }, source, { now, intervalMs }) {
  const index = indexOf(source);
  if (now >= probedAt[index] && now - probedAt[index] < intervalMs) return false;
  probedAt[index] = now;
  return true;
}

/** Records that a probe has ended, with or without a result. @param {Heads} heads @param {Source} source */
export function endProbe({ probeEndedAt }, source) {
  probeEndedAt[indexOf(source)] = performance.now();
}

/**
 * Whether a probe of the upstream is in flight that began less than `ms` ago: one whose request has ended may never report. @param {Heads} heads
 * @param {Source} source @param {number} ms
 */
export function isProbed({ probedAt, probeEndedAt }, source, ms) {
  const index = indexOf(source);
  return probedAt[index] > probeEndedAt[index] && performance.now() - probedAt[index] < ms;
}

/** Returns whether an alert that the upstream lags is due; at most one per `intervalMs`. @param {Heads} heads @param {Source} source */
export function beginAlert({ alertedAt }, source, intervalMs) {
  const index = indexOf(source);
  const now = performance.now();
  if (now - alertedAt[index] < intervalMs) return false;
  alertedAt[index] = now;
  return true;
}
