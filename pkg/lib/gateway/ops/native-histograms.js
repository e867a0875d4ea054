// Native histograms of Prometheus: buckets whose bounds grow by a fixed factor, so that few numbers tell all quantiles. Only scrapers that
// read protobuf get them, so a histogram has one from the first such scrape on.

/** Eight buckets for each doubling: each bound is 9 % above the one below. */
const SCHEMA = 3;
const PER_DOUBLING = 2 ** SCHEMA;
/** Seconds up to which an observation counts as zero: 2^-14, 61 microseconds. */
const ZERO_THRESHOLD = 2 ** -14;
/** The index of the first bucket above the threshold, and the number of buckets: up to 2^8 seconds, larger values in the last one. */
const FIRST = -14 * PER_DOUBLING + 1;
const COUNT = 22 * PER_DOUBLING;

function createNative() {
  const counts = new Float64Array(COUNT);
  return {
    zeros: 0,
    counts,
    /** @param {number} seconds @param {number} [times] */
    add(seconds, times = 1) {
      if (!(seconds > ZERO_THRESHOLD)) this.zeros += times;
      else counts[Math.min(COUNT - 1, Math.ceil(Math.log2(seconds) * PER_DOUBLING) - FIRST)] += times;
    },
  };
}

/** The native form of a histogram; earlier observations count at the upper bounds of their buckets. */
export function nativeOf(histogram) {
  if (histogram.native === undefined) {
    const native = createNative();
    const { bounds, counts } = histogram;
    for (const [at, count] of counts.entries()) if (count > 0) native.add(bounds[at] ?? bounds.at(-1) * 2, count);
    histogram.native = native;
  }
  const { zeros, counts } = histogram.native;
  const begin = counts.findIndex((count) => count > 0);
  const end = counts.findLastIndex((count) => count > 0) + 1;
  return {
    schema: SCHEMA,
    zeroThreshold: ZERO_THRESHOLD,
    zeros,
    /** The number of the first bucket with a count, and the counts from there to the last one. */
    first: begin < 0 ? 0 : FIRST + begin,
    counts: begin < 0 ? [] : [...counts.subarray(begin, end)],
  };
}
