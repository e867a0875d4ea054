// Instances of a wasm module whose exports have only numbers as parameters and results, so that it needs no glue code. Created at the
// first use, never at import.

import { fail, isTonEdgeError } from "../util/error.js";

/** An instance whose memory has grown beyond these bytes is replaced, because wasm memory never shrinks. */
export const MAX_MEMORY_BYTES = 32 * 1024 * 1024;

/** The beginning of the advice for platforms that forbid WebAssembly. */
export const ADVICE = "import `ton-edge/no-wasm`, or ";

/**
 * @param {() => WebAssembly.Module} source
 * @param {string} advice advice for platforms that forbid WebAssembly
 * @param {() => WebAssembly.Module | Promise<WebAssembly.Module>} compile compiles the module without blocking
 */
export function createPlainInstance(source, advice = ADVICE, compile = source) {
  /** @type {WebAssembly.Module} */
  let module;
  return {
    /** Returns the exports of a new instance, including its memory. */
    start() {
      try {
        return new WebAssembly.Instance((module ??= source())).exports;
      } catch (cause) {
        throw startError(cause, advice);
      }
    },
    /** Resolves to the exports of a new instance, created without blocking. */
    async load() {
      try {
        return (await WebAssembly.instantiate((module ??= await compile()))).exports;
      } catch (cause) {
        throw startError(cause, advice);
      }
    },
    trapped: trapError,
  };
}

/**
 * Whether an error comes from a page in Chromium before 115, which compiles and instantiates modules above 4 kB only asynchronously.
 */
export const isAsyncOnly = (error) => /main thread/.test(error?.message);

/** Matches errors of an exhausted stack or memory, by their names in V8, JavaScriptCore and Firefox. */
const isExhausted = (error) => (error?.name === "RangeError" || error?.name === "InternalError") && !isAsyncOnly(error);

/** Makes the error for an instance that could not be created. */
export const startError = (cause, advice) =>
  isExhausted(cause)
    ? trapError(cause)
    : fail(
        "wasm_unavailable",
        `the platform forbids WebAssembly: ${advice}allow \`wasm-unsafe-eval\` in the Content-Security-Policy`,
        { cause },
      );

/**
 * Makes the error for a call that ended in a trap or a stack overflow, or that needs a global which the runtime lacks. Its instance must not be called
 * again.
 */
export const trapError = (cause) =>
  isTonEdgeError(cause, "missing_global")
    ? cause
    : fail("internal", `internal error of ton-edge: ${cause?.message}`, { cause });
