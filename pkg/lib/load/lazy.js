// One wasm module, made on first use. Nothing runs at import: bundlers may drop what is not called, and edge
// runtimes forbid work in the global scope.

import { fail, TonEdgeError } from "../error.js";

/**
 * @param {object} glue what wasm-bindgen made
 * @param {() => WebAssembly.Module} source
 * @param {string} [otherwise] what to use where WebAssembly is refused
 */
export function lazy(glue, source, otherwise) {
  let up = false;
  const core = {
    /** How often the module was made anew after a trap: what it held is gone. */
    resets: 0,

    /** What the instance exports itself, its memory among it. */
    exports() {
      if (!up) start();
      return glue.initSync();
    },

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
      const hint = otherwise ? `; use ${otherwise} instead` : "";
      throw fail("wasm_unavailable", `WebAssembly is refused here${hint}`, { cause });
    }
    glue.initSync({ module });
    up = true;
  }

  function lift(thrown) {
    if (thrown instanceof Error) {
      // A trap leaves the instance in an unknown state. It must never happen; when it does, the next call gets a new one.
      if (thrown.name === "RuntimeError" || thrown.name === "RangeError") {
        core.resets += 1;
        glue.__wbg_reset_state();
        return fail("internal", `a fault of ton-edge itself: ${thrown.message}`, { cause: thrown });
      }
      return thrown;
    }
    return new TonEdgeError(thrown);
  }

  return core;
}

/** Bytes of a base64 text, without Buffer. */
export function decode(base64) {
  if (typeof Uint8Array.fromBase64 === "function") return Uint8Array.fromBase64(base64);
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
