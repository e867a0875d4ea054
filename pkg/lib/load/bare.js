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
    const module = source();
    // wasm-bindgen imports a set-up of its table of JavaScript values. No value crosses here: there is nothing to set up.
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => {};
    return new WebAssembly.Instance(module, imports).exports;
  } catch (cause) {
    throw fail("wasm_unavailable", "WebAssembly is refused here", { cause });
  }
}
