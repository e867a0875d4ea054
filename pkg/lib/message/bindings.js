// Calls into cell.wasm. See src/js/cell_bindings.rs.

import { fail, TonEdgeError } from "../util/error.js";
import { makeCodecs } from "../util/codecs.js";
import { isAsyncOnly, startError } from "../wasm/instance.js";

let encoder;
let decoder;
const codecs = () => {
  if (!encoder) [encoder, decoder] = makeCodecs();
};

/** @type {Uint8Array} */
const NONE = /* @__PURE__ */ new Uint8Array(0);

/** An instance whose memory has grown beyond these bytes is replaced: wasm gives nothing back. */
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

  /** Has the instance do `work`; it is idle again only after that. */
  function within(work) {
    const wasm = take();
    let result;
    try {
      result = work(wasm);
    } catch (cause) {
      throw module.trapped(cause);
    }
    idle = wasm.memory.buffer.byteLength > MOST_MEMORY ? undefined : wasm;
    return result;
  }

  /** What is at the end of a call: a copy of the result, or the failure. */
  function outcome(wasm, length) {
    const place = wasm.result() >>> 0;
    const bytes = new Uint8Array(wasm.memory.buffer, place, length < 0 ? ~length : length);
    if (length >= 0) return bytes.slice();
    codecs();
    const [, code, index, message] = decoder.decode(bytes).match(/(.*)\n(.*)\n([^]*)/);
    return new TonEdgeError({ code, message, index: index === "" ? undefined : Number(index) });
  }

  const thrown = (result) => {
    if (result instanceof TonEdgeError) throw result;
    return result;
  };

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

    /** Has the module do something with some bytes, and others behind them. @returns {Uint8Array<ArrayBuffer>} */
    call: (work, head, option = 0, rest = NONE) =>
      thrown(
        within((wasm) => {
          const length = head.length + rest.length;
          const place = wasm.room(length) >>> 0;
          const bytes = new Uint8Array(wasm.memory.buffer, place, length);
          bytes.set(head);
          bytes.set(rest, head.length);
          return outcome(wasm, wasm.call(work, length, option));
        }),
      ),

    /** The same with some bytes and a text behind them. @returns {Uint8Array<ArrayBuffer>} */
    callText: (work, head, text, option = 0) =>
      thrown(
        within((wasm) => {
          codecs();
          const most = head.length + 3 * text.length;
          // First the room: the memory that it grows is another buffer.
          const place = wasm.room(most) >>> 0;
          const bytes = new Uint8Array(wasm.memory.buffer, place, most);
          bytes.set(head);
          const { written } = encoder.encodeInto(text, bytes.subarray(head.length));
          return outcome(wasm, wasm.call(work, head.length + written, option));
        }),
      ),

    decode(bytes) {
      codecs();
      return decoder.decode(bytes);
    },
  };
}
