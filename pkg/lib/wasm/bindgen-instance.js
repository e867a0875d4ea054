// The single instance of a wasm-bindgen module, created at its first use. Nothing runs at import, so that bundlers can drop
// unused code, and because edge runtimes forbid work in the global scope.

import { isTonEdgeError, TonEdgeError } from "../util/error.js";
import { requireGlobal } from "../util/runtime.js";
import { isAsyncOnly, MAX_MEMORY_BYTES, startError, trapError } from "./instance.js";

/**
 * @typedef {Record<string, any> & { initSync(source?: { module: WebAssembly.Module }): { memory: WebAssembly.Memory },
 *   __wbg_reset_state(): void, default(source: { module_or_path: WebAssembly.Module }): Promise<unknown> }} Glue
 */

/**
 * @param {Glue} glue from wasm-bindgen
 * @param {() => WebAssembly.Module} source
 * @param {() => Promise<WebAssembly.Module>} [compile] compiles the module without blocking
 */
export function bindgenInstance(glue, source, compile) {
  let module;
  /**
   * Whether the instance can be called. It stays false after a call that ended in a trap or a stack overflow, so that this
   * instance is never called again.
   */
  let isIdle = false;
  let hasBegun = false;
  let instance = 0;
  const core = {
    /** Number of new instances that were created after traps. */
    resets: 0,

    /** Resolves once the module can be called, so that a page can compile it in the background. */
    async ready() {
      try {
        module ??= await (compile ?? source)();
      } catch (cause) {
        throw isTonEdgeError(cause) ? cause : startError(cause, "");
      }
      if (isIdle) return;
      try {
        startInstance();
      } catch (error) {
        // After a trap there is no instance that could be called: this engine replaces one only synchronously.
        if (instance > 0 || !isAsyncOnly(error.cause)) throw error;
        await glue.default({ module_or_path: module });
        instance = 1;
        isIdle = true;
      }
    },

    /**
     * Returns the number of an instance that can be called, a new one if necessary. A new instance has no settings or
     * configurations yet.
     */
    instance() {
      if (!isIdle || countMemoryBytes() > MAX_MEMORY_BYTES) startInstance();
      return instance;
    },

    /** Calls an export; an error that it throws becomes a TonEdgeError. */
    call(name, ...args) {
      if (!isIdle) startInstance();
      isIdle = false;
      try {
        const result = glue[name](...args);
        isIdle = true;
        return result;
      } catch (error) {
        // The core throws its errors as text; anything else is a trap.
        isIdle = typeof error === "string";
        throw isIdle ? new TonEdgeError(JSON.parse(error)) : trapError(error);
      }
    },
  };

  const countMemoryBytes = () => glue.initSync().memory.buffer.byteLength;

  function startInstance() {
    const isRestart = hasBegun;
    // The hash tables of these modules begin with random numbers. Without a source of them, a call would trap.
    requireGlobal("crypto");
    try {
      module ??= source();
      hasBegun = true;
      // `initSync` creates only the first instance. After a failure, that instance may be incomplete, so it is reset.
      glue.initSync({ module });
      if (isRestart) glue.__wbg_reset_state();
    } catch (cause) {
      // A TonEdgeError means that the caller has not passed the module to `init`.
      throw isTonEdgeError(cause) ? cause : startError(cause, "");
    }
    if (instance > 0 && !isIdle) core.resets += 1;
    instance += 1;
    isIdle = true;
  }

  return core;
}
