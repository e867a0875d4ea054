// Handles values and promises of values alike: a needless wait would cost every request.

/** @param {unknown} value @returns {value is PromiseLike<unknown>} */
export const isPromise = (value) => typeof (/** @type {any} */ (value)?.then) === "function";

/**
 * Returns the result of `transform` for a value: synchronously for a value, as a promise for a promise.
 *
 * @template T, R @param {T | PromiseLike<T>} value @param {(value: T) => R} transform @returns {R | Promise<Awaited<R>>}
 */
export const mapMaybePromise = (value, transform) =>
  isPromise(value) ? /** @type {any} */ (value).then(transform) : transform(/** @type {T} */ (value));
