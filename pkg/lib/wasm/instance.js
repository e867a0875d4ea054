// Instances of a wasm module whose exports take and return numbers only, so that it needs no glue. Made on first use, never at import.

import { fail } from "../util/error.js";

/** An instance whose memory has grown beyond these bytes is replaced: wasm memory never shrinks. */
export const MAX_MEMORY_BYTES = 32 * 1024 * 1024;

/** Advice for runtimes that refuse WebAssembly. */
export const ADVICE = "import `ton-edge/no-wasm`, or ";

/**
 * @param {() => WebAssembly.Module} source
 * @param {string} advice advice for runtimes that refuse WebAssembly
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
    /** The same without blocking. */
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

/** Whether this is a page of Chromium before 115, which compiles and instantiates modules above 4 kB only asynchronously. */
export const isAsyncOnly = (error) => /main thread/.test(error?.message);

/** Matches errors of an exhausted stack or memory, by their names in V8, JavaScriptCore and Firefox. */
const isExhausted = (error) => (error?.name === "RangeError" || error?.name === "InternalError") && !isAsyncOnly(error);

/** Makes the error of an instance that could not be made. */
export const startError = (cause, advice) =>
  isExhausted(cause)
    ? trapError(cause)
    : fail(
        "wasm_unavailable",
        `WebAssembly is refused here: ${advice}allow \`wasm-unsafe-eval\` in the Content-Security-Policy`,
        { cause },
      );

/** Makes the error of a call that a trap or a stack overflow ended. Its instance is not called again. */
export const trapError = (cause) => fail("internal", `a fault of ton-edge itself: ${cause?.message}`, { cause });
