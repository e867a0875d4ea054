// A wasm module whose exports take and give numbers only: it needs no glue. Made on first use, never at import.

import { fail } from "../error.js";

/** @param {() => WebAssembly.Module} source */
export function bare(source) {
  let exports;
  return {
    /** Exports of the instance, its memory among them. */
    exports: () => (exports ??= start(source)),

    /** The error of a trap, which must never happen; the next call gets a new instance. */
    trapped(cause) {
      exports = undefined;
      return fail("internal", `a fault of ton-edge itself: ${cause?.message}`, { cause });
    },
  };
}

function start(source) {
  try {
    return new WebAssembly.Instance(source()).exports;
  } catch (cause) {
    throw fail("wasm_unavailable", "WebAssembly is refused here; `ton-edge/address/no-wasm` is the same without it", { cause });
  }
}
