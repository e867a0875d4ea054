// One wasm module, made on first use. Nothing runs at import: bundlers may drop what is not called, and edge
// runtimes forbid work in the global scope.

import { fail, isTonEdgeError, TonEdgeError } from "../error.js";

/**
 * @param {object} glue what wasm-bindgen made
 * @param {() => WebAssembly.Module} source
 */
export function lazy(glue, source) {
  let up = false;
  const core = {
    /** How often the module was made anew after a trap: what it held is gone. */
    resets: 0,

    /** Calls an export; a failure that it throws becomes a TonEdgeError. */
    call(name, ...args) {
      if (!up) start();
      try {
        return glue[name](...args);
      } catch (thrown) {
        throw lift(thrown);
      }
    },
  };

  function start() {
    let module;
    try {
      module = source();
    } catch (cause) {
      throw fail("wasm_unavailable", "WebAssembly is refused here", { cause });
    }
    glue.initSync({ module });
    up = true;
  }

  function lift(thrown) {
    if (isTonEdgeError(thrown)) return thrown;
    if (thrown instanceof Error) {
      // A trap leaves the instance in an unknown state. It must never happen; when it does, the next call gets a new one.
      if (thrown.name === "RuntimeError" || thrown.name === "RangeError") {
        core.resets += 1;
        glue.__wbg_reset_state();
      }
      return fail("internal", `a fault of ton-edge itself: ${thrown.message}`, { cause: thrown });
    }
    return new TonEdgeError(JSON.parse(thrown));
  }

  return core;
}
