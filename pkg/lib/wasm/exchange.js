// Passes texts and bytes of any length to a wasm module and back: writes them to memory that the module reserves, calls it, and reads the
// result there. The Rust counterpart is src/js/mailbox.rs.

import { makeCodecs } from "../util/codecs.js";
import { fail, TonEdgeError } from "../util/error.js";
import { isAsyncOnly, MAX_MEMORY_BYTES } from "./instance.js";

let codecs;

/** Returns the UTF-8 encoder and decoder. */
export const textCodecs = () => (codecs ??= makeCodecs());

/**
 * Reserves this many bytes in the memory of an instance. This may grow the memory, which replaces its buffer, so write only afterwards.
 */
export function reserveInput(wasm, size) {
  const start = wasm.room(size) >>> 0;
  return new Uint8Array(wasm.memory.buffer, start, size);
}

/** Returns the maximum bytes of a text in UTF-8: three per UTF-16 unit. */
export const maxTextBytes = (text) => 3 * text.length;

/** Decodes a text in memory. */
export const readText = (bytes) => textCodecs()[1].decode(bytes);

/** Writes a text to the memory of an instance. Returns its length in bytes. */
export const writeText = (wasm, text) =>
  textCodecs()[0].encodeInto(text, reserveInput(wasm, maxTextBytes(text))).written;

/**
 * @template I, T
 * @param {{ start(): any, load?(): Promise<any>, trapped(cause: unknown): Error }} module see instance.js
 * @param {(wasm: any, input: I) => number} writeInput writes an input to the memory of an instance, and returns its length in bytes
 * @param {(bytes: Uint8Array<ArrayBuffer>) => T} readOutput reads a result in memory
 */
export function createExchange(module, writeInput, readOutput) {
  /** An instance that can be called; undefined while a call runs. It is not set again after a trap or a stack overflow. */
  let idleInstance;
  /** A promise of the next instance, in an engine that creates instances only asynchronously. */
  let loading;

  function start() {
    try {
      return module.start();
    } catch (error) {
      if (!isAsyncOnly(error.cause)) throw error;
      loading ??= module
        .load()
        .then((wasm) => {
          idleInstance = wasm;
        })
        .finally(() => (loading = undefined));
      // This synchronous call cannot wait for the instance; a later one will find it.
      loading.catch(() => {});
      throw fail("not_initialized", "WebAssembly is still being compiled: first `await ready()`");
    }
  }

  /**
   * Writes the input, runs `work` with the instance and the input's number of bytes, and returns the result.
   *
   * @template R
   * @param {I} input @param {(wasm: any, bytes: number) => R} work
   */
  function run(input, work) {
    const wasm = idleInstance ?? start();
    idleInstance = undefined;
    let result;
    try {
      result = work(wasm, writeInput(wasm, input));
    } catch (cause) {
      throw module.trapped(cause);
    }
    idleInstance = wasm;
    if (wasm.memory.buffer.byteLength > MAX_MEMORY_BYTES) {
      try {
        idleInstance = module.start();
      } catch {
        // No other instance can be created synchronously, so this one is used again.
      }
    }
    return result;
  }

  return {
    run,

    /** Returns undefined if the module can be called now, otherwise a promise that resolves when it can. */
    ready() {
      try {
        idleInstance ??= start();
      } catch (error) {
        if (loading) return loading;
        throw error;
      }
    },

    /**
     * Calls the function with this number. For a failure, which is JSON, the module returns the bitwise complement of its length.
     *
     * @param {number} number @param {I} input @param {number} [option]
     */
    call(number, input, option) {
      let hasFailed;
      const result = run(input, (wasm, bytes) => {
        const length = wasm.call(number, bytes, option);
        hasFailed = length < 0;
        const resultBytes = new Uint8Array(wasm.memory.buffer, wasm.result() >>> 0, hasFailed ? ~length : length);
        return (hasFailed ? readText : readOutput)(resultBytes);
      });
      if (hasFailed) throw new TonEdgeError(JSON.parse(result));
      return result;
    },
  };
}
