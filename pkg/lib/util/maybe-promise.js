// Handles values and promises alike, because awaiting a value that is already available would cost time in every
// request.

/** @param {unknown} value @returns {value is PromiseLike<unknown>} */
export const isPromise = (value) => typeof (/** @type {any} */ (value)?.then) === "function";

/**
 * Applies `transform` to a value, synchronously; for a promise, returns a promise of the result.
 *
 * @template T, R @param {T | PromiseLike<T>} value @param {(value: T) => R} transform @returns {R | Promise<Awaited<R>>}
 */
export const mapMaybePromise = (value, transform) =>
  isPromise(value) ? /** @type {any} */ (value).then(transform) : transform(/** @type {T} */ (value));
