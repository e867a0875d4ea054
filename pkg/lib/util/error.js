// `TonEdgeError`, the only error class. Identify an error by its `code`, not by `instanceof`: two copies of the package have different
// classes.

const OPTIONAL_FIELDS = [
  "index",
  "parameter",
  "suggestion",
  "status",
  "exitCode",
  "reason",
  "messageHash",
  "retryAfterMs",
  "requestUrl",
];

export class TonEdgeError extends Error {
  /** @param {{ code: string, message: string, cause?: unknown } & Record<string, unknown>} failure */
  constructor(failure) {
    super(failure.message);
    // Set explicitly, because the constructor of `Error` accepts `cause` only since Chrome 93, Firefox 91 and Safari 15.
    if (failure.cause !== undefined)
      Object.defineProperty(this, "cause", { value: failure.cause, configurable: true, writable: true });
    this.code = failure.code;
    for (const field of OPTIONAL_FIELDS)
      if (failure[field] !== undefined && failure[field] !== null) this[field] = failure[field];
  }

  toJSON() {
    const json = { name: this.name, code: this.code, message: this.message };
    for (const field of OPTIONAL_FIELDS) if (this[field] !== undefined) json[field] = this[field];
    return json;
  }
}
// `name` is on the prototype, as for built-in errors: an own property would appear in every log.
Object.defineProperty(TonEdgeError.prototype, "name", { value: "TonEdgeError", configurable: true, writable: true });

export function isTonEdgeError(error, code) {
  try {
    return (
      typeof error === "object" &&
      error?.name === "TonEdgeError" &&
      typeof error.code === "string" &&
      (code === undefined || error.code === code)
    );
  } catch {
    // The value is a proxy that throws when its properties are read.
    return false;
  }
}

/** Errors of the runtime: they say nothing about the data that was being read. */
const RUNTIME_CODES = ["missing_global", "wasm_unavailable"];

/** Whether an error is one of this package about the data, so that the data may count as unreadable. @param {unknown} error */
export const isDataError = (error) => isTonEdgeError(error) && !RUNTIME_CODES.includes(/** @type {any} */ (error).code);

/** Makes an error of the JavaScript code; those of the core come from Rust. */
export const fail = (code, message, details) => new TonEdgeError({ code, message, ...details });

/** Like `Array.isArray`, which throws for a revoked proxy. */
export function isList(value) {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/** Describes a value for a message: its type, never its content, which may be a secret. */
export function kindOf(value) {
  if (value === null) return "null";
  return isList(value) ? "an array" : typeof value === "object" ? "an object" : typeof value;
}
