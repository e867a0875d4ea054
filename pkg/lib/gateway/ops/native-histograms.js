// Native histograms of Prometheus: their bucket bounds grow by a fixed factor, so that a few numbers give all quantiles. Only scrapers
// that accept protobuf get them, so they are counted only after the first such scrape.

/** Eight buckets for each doubling: each bound is 9 % above the previous one. */
const SCHEMA = 3;
const BUCKETS_PER_DOUBLING = 2 ** SCHEMA;
/** Observations of up to this many seconds count as zero: 2^-14, 61 microseconds. */
const ZERO_THRESHOLD = 2 ** -14;
/**
 * The index of the first bucket above the threshold, and the number of buckets, which reach 2^8 seconds; larger values count in the last
 * bucket.
 */
const FIRST_BUCKET = -14 * BUCKETS_PER_DOUBLING + 1;
const BUCKETS = 22 * BUCKETS_PER_DOUBLING;

function createNativeHistogram() {
  const counts = new Float64Array(BUCKETS);
  return {
    zeros: 0,
    counts,
    /** @param {number} seconds @param {number} [times] */
    add(seconds, times = 1) {
      if (!(seconds > ZERO_THRESHOLD)) this.zeros += times;
      else counts[Math.min(BUCKETS - 1, Math.ceil(Math.log2(seconds) * BUCKETS_PER_DOUBLING) - FIRST_BUCKET)] += times;
    },
  };
}

/**
 * Returns the native form of a histogram. The first call creates it, and counts earlier observations at the upper bounds of their
 * buckets.
 */
export function readNativeHistogram(histogram) {
  if (histogram.native === undefined) {
    const nativeHistogram = createNativeHistogram();
    const { bounds, counts } = histogram;
    for (const [index, count] of counts.entries())
      if (count > 0) nativeHistogram.add(bounds[index] ?? bounds.at(-1) * 2, count);
    histogram.native = nativeHistogram;
  }
  const { zeros: zeroCount, counts } = histogram.native;
  const start = counts.findIndex((count) => count > 0);
  const end = counts.findLastIndex((count) => count > 0) + 1;
  return {
    schema: SCHEMA,
    zeroThreshold: ZERO_THRESHOLD,
    zeros: zeroCount,
    /** The number of the first bucket that is not empty; 0 if there is none. */
    first: start < 0 ? 0 : FIRST_BUCKET + start,
    /** The counts from that bucket to the last one that is not empty. */
    counts: start < 0 ? [] : [...counts.subarray(start, end)],
  };
}
