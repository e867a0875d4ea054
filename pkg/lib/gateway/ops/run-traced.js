// Runs steps of a request as spans, if its trace is recorded. The recording code is in `telemetry/`, which a gateway without telemetry
// does not load.

/**
 * Runs a step; if the request's trace is recorded, in a span with this name.
 *
 * @template T @param {import("../request-record.js").RequestRecord} record @param {string} name @param {() => T} work
 * @param {(result: Awaited<T>) => Record<string, string | number | boolean | undefined>} [describeResult] returns the span's attributes for a
 *   result
 * @returns {T}
 */
export const runTraced = (record, name, work, describeResult) =>
  record.span ? record.span.run(name, work, describeResult) : work();

/** Returns the span attributes of a step that returns a refusal or undefined. */
export const describeRefusal = (refusal) => ({ "ton.allowed": refusal === undefined });
