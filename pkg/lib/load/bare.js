// A wasm module whose exports take and give numbers only: it needs no glue. Made on first use, never at import.

import { fail } from "../error.js";

/**
 * @param {() => WebAssembly.Module} source
 * @param {string} advice what to do where WebAssembly is refused
 */
export function bare(source, advice = "") {
  let module;
  return {
    /** Exports of a new instance, its memory among them. */
    start() {
      try {
        return new WebAssembly.Instance((module ??= source())).exports;
      } catch (cause) {
        throw isExhausted(cause) ? trapped(cause) : fail("wasm_unavailable", `WebAssembly is refused here${advice}`, { cause });
      }
    },
    trapped,
  };
}

/** The end of the stack, or of the memory, by the name that V8 and JavaScriptCore or Firefox have for it. */
export const isExhausted = (thrown) => thrown?.name === "RangeError" || thrown?.name === "InternalError";

/** The error of a call that a trap or the end of the stack broke off. Its instance is not called again. */
export const trapped = (cause) => fail("internal", `a fault of ton-edge itself: ${cause?.message}`, { cause });
