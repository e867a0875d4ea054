// The scope of the numbers: the isolate that responded, or the sums of all isolates, which have counters only.

/** @typedef {"isolate" | "fleet"} Scope */

/**
 * Returns the reading with the counters of all isolates, as if one isolate had them: times and the cache by operation stay those of the one
 * that responded.
 *
 * @param {import("./metrics-reading.js").Reading} reading @returns {import("./metrics-reading.js").Reading | undefined}
 */
export const toFleetReading = (reading) =>
  reading.fleet && {
    ...reading,
    isolate: "fleet",
    since: 0,
    counted: {
      ...reading.fleet,
      responses: NO_TIMES,
      upstream: NO_TIMES,
      classes: {},
      waits: {},
      looked: {},
    },
  };

const NO_TIMES = { sum: 0, buckets: {} };
