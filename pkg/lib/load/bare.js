// A wasm module whose exports take and give numbers only: it needs no glue. Made on first use, never at import.

import { fail } from "../error.js";

/**
 * @param {() => WebAssembly.Module} source
 * @param {string} advice what to do where WebAssembly is refused
 */
export function bare(source, advice = "") {
  let exports;
  return {
    /** Exports of the instance, its memory among them. */
    exports: () => (exports ??= start(source, advice)),

    /** The error of a trap, which must never happen; the next call gets a new instance. */
    trapped(cause) {
      exports = undefined;
      return fail("internal", `a fault of ton-edge itself: ${cause?.message}`, { cause });
    },
  };
}

function start(source, advice) {
  try {
    return new WebAssembly.Instance(source()).exports;
  } catch (cause) {
    throw fail("wasm_unavailable", `WebAssembly is refused here${advice}`, { cause });
  }
}
