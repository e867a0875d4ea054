// Passes texts and bytes of any length to a wasm module and back: writes them to the memory that the module reserves, calls, and reads the
// result there. The other side is src/js/mailbox.rs.

import { makeCodecs } from "../util/codecs.js";
import { fail, TonEdgeError } from "../util/error.js";
import { isAsyncOnly, MAX_MEMORY_BYTES } from "./instance.js";

let codecs;

/** The encoder and the decoder of texts. */
export const textCodecs = () => (codecs ??= makeCodecs());

/** Reserves this many bytes in the memory of an instance. Growing the memory replaces its buffer, so write only afterwards. */
export function reserveInput(wasm, size) {
  const start = wasm.room(size) >>> 0;
  return new Uint8Array(wasm.memory.buffer, start, size);
}

/** Returns the most bytes that a text can take: three per UTF-16 unit. */
export const maxTextBytes = (text) => 3 * text.length;

/** Reads a text in memory. */
export const readText = (bytes) => textCodecs()[1].decode(bytes);

/** Writes a text to the memory of an instance. Returns its length in bytes. */
export const writeText = (wasm, text) =>
  textCodecs()[0].encodeInto(text, reserveInput(wasm, maxTextBytes(text))).written;

/**
 * @template I, T
 * @param {{ start(): any, load?(): Promise<any>, trapped(cause: unknown): Error }} module see instance.js
 * @param {(wasm: any, input: I) => number} write writes an input to the memory of an instance, and returns its length in bytes
 * @param {(bytes: Uint8Array<ArrayBuffer>) => T} read reads a result in memory
 */
export function createExchange(module, write, read) {
  /** An instance in which no call runs. An instance whose call ended in a trap or a stack overflow is not put back here. */
  let idle;
  /** The next instance, in an engine that makes instances only asynchronously. */
  let loading;

  function start() {
    try {
      return module.start();
    } catch (error) {
      if (!isAsyncOnly(error.cause)) throw error;
      loading ??= module
        .load()
        .then((wasm) => {
          idle = wasm;
        })
        .finally(() => (loading = undefined));
      // This call cannot wait for the instance; a later one finds it.
      loading.catch(() => {});
      throw fail("not_initialized", "WebAssembly is still being compiled: first `await ready()`");
    }
  }

  /**
   * Runs `work` on an instance, with an input of that many bytes, and returns its result.
   *
   * @template R
   * @param {I} input @param {(wasm: any, bytes: number) => R} work
   */
  function run(input, work) {
    const wasm = idle ?? start();
    idle = undefined;
    let result;
    try {
      result = work(wasm, write(wasm, input));
    } catch (cause) {
      throw module.trapped(cause);
    }
    idle = wasm;
    if (wasm.memory.buffer.byteLength > MAX_MEMORY_BYTES) {
      try {
        idle = module.start();
      } catch {
        // No other instance can be made now, so this one stays.
      }
    }
    return result;
  }

  return {
    run,

    /** Returns undefined if the module can be called now, else a promise of that. */
    ready() {
      try {
        idle ??= start();
      } catch (error) {
        if (loading) return loading;
        throw error;
      }
    },

    /**
     * Calls the function with this number. The length of a failure, which is JSON, has all its bits inverted.
     *
     * @param {number} number @param {I} input @param {number} [option]
     */
    call(number, input, option) {
      let hasFailed;
      const result = run(input, (wasm, bytes) => {
        const length = wasm.call(number, bytes, option);
        hasFailed = length < 0;
        const bytesOfResult = new Uint8Array(wasm.memory.buffer, wasm.result() >>> 0, hasFailed ? ~length : length);
        return (hasFailed ? readText : read)(bytesOfResult);
      });
      if (hasFailed) throw new TonEdgeError(JSON.parse(result));
      return result;
    },
  };
}
