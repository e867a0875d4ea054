// Instances of a wasm module whose exports take and return numbers only, so that it needs no glue. Made on first use, never at import.

import { fail } from "../util/error.js";

/** An instance whose memory has grown beyond these bytes is replaced: wasm memory never shrinks. */
export const MAX_MEMORY_BYTES = 32 * 1024 * 1024;

/** Advice for runtimes that refuse WebAssembly. */
export const ADVICE = "import `ton-edge/no-wasm`, or ";

/**
 * @param {() => WebAssembly.Module} source
 * @param {string} advice what else to do where WebAssembly is refused
 * @param {() => WebAssembly.Module | Promise<WebAssembly.Module>} compile the module without blocking
 */
export function createPlainInstance(source, advice = ADVICE, compile = source) {
  /** @type {WebAssembly.Module} */
  let module;
  return {
    /** Exports of a new instance, its memory among them. */
    start() {
      try {
        return new WebAssembly.Instance((module ??= source())).exports;
      } catch (cause) {
        throw startError(cause, advice);
      }
    },
    /** The same without blocking. */
    async load() {
      try {
        return (await WebAssembly.instantiate((module ??= await compile()))).exports;
      } catch (cause) {
        throw startError(cause, advice);
      }
    },
    trapped: trapError,
  };
}

/** Chromium before 115 compiles and instantiates a module of more than 4 kB in a page asynchronously only. */
export const isAsyncOnly = (error) => /main thread/.test(error?.message);

/** The end of the stack, or of the memory, by the name that V8 and JavaScriptCore or Firefox have for it. */
const isExhausted = (error) => (error?.name === "RangeError" || error?.name === "InternalError") && !isAsyncOnly(error);

/** The error of an instance that could not be made. */
export const startError = (cause, advice) =>
  isExhausted(cause)
    ? trapError(cause)
    : fail(
        "wasm_unavailable",
        `WebAssembly is refused here: ${advice}allow \`wasm-unsafe-eval\` in the Content-Security-Policy`,
        { cause },
      );

/** The error of a call that a trap or the end of the stack broke off. Its instance is not called again. */
export const trapError = (cause) => fail("internal", `a fault of ton-edge itself: ${cause?.message}`, { cause });
