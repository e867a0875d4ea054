// Calls into cell.wasm. See src/js/cell_bindings.rs.

import { fail, TonEdgeError } from "../util/error.js";
import { makeCodecs } from "../util/codecs.js";
import { isAsyncOnly, startError } from "../wasm/instance.js";

let encoder;
let decoder;

/** @type {Uint8Array} */
export const NONE = /* @__PURE__ */ new Uint8Array(0);

/** An instance whose memory has grown beyond these bytes is replaced: wasm memory never shrinks. */
const MOST_MEMORY = 64 * 1024 * 1024;

/**
 * @param {{ start(): any, trapped(cause: unknown): Error }} module from `lib/wasm/`
 * @param {() => Promise<WebAssembly.Instance>} [load] for engines that make an instance asynchronously only
 */
export function createCellBindings(module, load) {
  /** An instance that no call is in: one that a trap or the end of the stack broke off does not come back here. */
  let idle;
  let loading;

  function take() {
    const wasm = idle ?? start();
    idle = undefined;
    return wasm;
  }

  function start() {
    try {
      return module.start();
    } catch (error) {
      if (load && isAsyncOnly(error.cause))
        throw fail("not_initialized", "this engine compiles WebAssembly asynchronously: first `await ready()`", {
          cause: error.cause,
        });
      throw error;
    }
  }

  /** Has an instance do something; it is idle again only after that. Gives a copy of the result, or the failure. */
  function within(wasm, work, head, option, rest) {
    const isText = typeof rest === "string";
    const most = head.length + (isText ? 3 : 1) * rest.length;
    // Reserve the space first: growing the memory replaces its buffer.
    const place = wasm.room(most) >>> 0;
    const input = new Uint8Array(wasm.memory.buffer, place, most);
    input.set(head);
    let end = most;
    if (isText) end = head.length + encoder.encodeInto(rest, input.subarray(head.length)).written;
    else input.set(rest, head.length);
    const length = wasm.call(work, end, option);
    const output = new Uint8Array(wasm.memory.buffer, wasm.result() >>> 0, length < 0 ? ~length : length);
    const result = length < 0 ? failure(decoder.decode(output)) : output.slice();
    idle = wasm.memory.buffer.byteLength > MOST_MEMORY ? undefined : wasm;
    return result;
  }

  /** The failure that a text of the module is about. */
  function failure(text) {
    const [, code, index, message] = text.match(/(.*)\n(.*)\n([^]*)/);
    return new TonEdgeError({ code, message, index: index === "" ? undefined : Number(index) });
  }

  return {
    /** Resolves when the module can be called. */
    async ready() {
      if (idle) return;
      try {
        idle = module.start();
      } catch (error) {
        if (!load || !isAsyncOnly(error.cause)) throw error;
        loading ??= load().finally(() => (loading = undefined));
        try {
          idle ??= (await loading).exports;
        } catch (cause) {
          throw startError(cause, "");
        }
      }
    },

    /**
     * Has the module do something with some bytes, and with bytes or a text behind them.
     *
     * @param {Uint8Array} head @param {Uint8Array | string} rest @returns {Uint8Array<ArrayBuffer>}
     */
    call(work, head, rest = NONE, option = 0) {
      if (!encoder) [encoder, decoder] = makeCodecs();
      const wasm = take();
      let result;
      try {
        result = within(wasm, work, head, option, rest);
      } catch (cause) {
        throw module.trapped(cause);
      }
      if (result instanceof TonEdgeError) throw result;
      return result;
    },
  };
}
