// Values that are there at once or promised: a needless wait would cost every request.

/** @param {unknown} value @returns {value is PromiseLike<unknown>} */
export const isPromise = (value) => typeof (/** @type {any} */ (value)?.then) === "function";

/**
 * What `go` makes of a value: at once where the value is, else a promise of it.
 *
 * @template T, R @param {T | PromiseLike<T>} value @param {(value: T) => R} transform @returns {R | Promise<Awaited<R>>}
 */
export const mapMaybePromise = (value, transform) =>
  isPromise(value) ? /** @type {any} */ (value).then(transform) : transform(/** @type {T} */ (value));
