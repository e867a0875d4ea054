// Instances of a wasm module whose exports take and return numbers only, so that it needs no glue. Made on first use, never at import.

import { fail } from "../util/error.js";

/**
 * @param {() => WebAssembly.Module} source
 * @param {string} advice what to do where WebAssembly is refused
 */
export function plainInstance(source, advice = "") {
  let module;
  return {
    /** Exports of a new instance, its memory among them. */
    start() {
      try {
        return new WebAssembly.Instance((module ??= source())).exports;
      } catch (cause) {
        throw isExhausted(cause)
          ? trapError(cause)
          : fail("wasm_unavailable", `WebAssembly is refused here${advice}`, { cause });
      }
    },
    trapped: trapError,
  };
}

/** The end of the stack, or of the memory, by the name that V8 and JavaScriptCore or Firefox have for it. */
export const isExhausted = (thrown) => thrown?.name === "RangeError" || thrown?.name === "InternalError";

/** The error of a call that a trap or the end of the stack broke off. Its instance is not called again. */
export const trapError = (cause) => fail("internal", `a fault of ton-edge itself: ${cause?.message}`, { cause });
