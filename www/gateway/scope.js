// The scope of the numbers: the isolate that responded, or the sum of all isolates. Only counters are summed.

/** @typedef {"isolate" | "fleet"} Scope */

/**
 * Returns the reading with the counters of all isolates. The times, and the cache results by operation, remain those of the isolate that
 * responded.
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
      live: reading.counted.live,
    },
  };

const NO_TIMES = { sum: 0, buckets: {} };
