// wasm modules that the caller brings, for `ton-edge/slim`. The exports of a module show which one it is.

import { fail, kindOf } from "../util/error.js";
import { plainInstance, startError } from "./instance.js";

/** An export that only this module has; the first match identifies it. */
const MARKS = { address: "area", client: "step", cell: "room", tvm: "open", emulator: "emulate" };

/** Modules that import functions: their glue makes the instances. */
const IMPORTING = ["tvm", "emulator"];

const modules = {};
/** The first instance of each, while it is being made and after. */
const loads = {};
/** Instances that are not in use yet. */
const spares = {};
const ADVICE = "use the module of this version, import `ton-edge/no-wasm`, or ";

/**
 * An instance of the module that has come, made asynchronously: the only way in a page of Chromium before 115.
 *
 * @returns {Promise<any>}
 */
export const instantiate = (face) => WebAssembly.instantiate(modules[face]);

/** A module that comes by `init`. */
export function manualModule(face) {
  if (modules[face] !== undefined) return modules[face];
  const what = `the URL, Response, bytes or Module of ton-edge/${face}.wasm`;
  throw fail("not_initialized", `${face}.wasm is not loaded: first \`await init(...)\` of ton-edge/slim with ${what}`);
}

/** Returns an instance of the module. */
export function manualInstance(face) {
  const plain = plainInstance(() => modules[face], face === "cell" ? "" : undefined);
  return {
    start() {
      manualModule(face);
      const instance = spares[face];
      spares[face] = undefined;
      return instance ? instance.exports : plain.start();
    },
    trapped: plain.trapped,
  };
}

export async function init(...sources) {
  if (sources.length === 0)
    throw fail(
      "invalid_option",
      "init needs address.wasm, client.wasm, cell.wasm, tvm.wasm or emulator.wasm, in any order",
    );
  const found = await Promise.all(sources.map(compiled));
  await Promise.all(
    found.map((module) => {
      const face = faceOf(module);
      // The first module stays, since it may be in use. A failed attempt may be repeated.
      loads[face] ??= (IMPORTING.includes(face) ? Promise.resolve() : WebAssembly.instantiate(module)).then(
        (instance) => {
          modules[face] = module;
          spares[face] = instance;
        },
        (cause) => {
          loads[face] = undefined;
          throw startError(cause, ADVICE);
        },
      );
      return loads[face];
    }),
  );
}

function faceOf(module) {
  const names = WebAssembly.Module.exports(module).map(({ name }) => name);
  const face = Object.keys(MARKS).find((one) => names.includes(MARKS[one]));
  if (face === undefined)
    throw fail(
      "invalid_option",
      "this module is none of address.wasm, client.wasm, cell.wasm, tvm.wasm and emulator.wasm of ton-edge",
    );
  return face;
}

/** Compared by class name: a module of another realm has another class. */
const kind = (value) => Object.prototype.toString.call(value).slice(8, -1);

async function compiled(source) {
  let found = await source;
  if (kind(found) === "WebAssembly.Module") return found;
  if (typeof found === "string" || kind(found) === "URL") found = await load(found);
  if (typeof found?.arrayBuffer === "function") return compileResponse(found);
  if (kind(found) === "ArrayBuffer" || ArrayBuffer.isView(found)) return compile(found);
  throw fail("invalid_option", `init needs a URL, Response, bytes or Module, not ${kindOf(found)}`);
}

async function load(url) {
  try {
    return await fetch(url);
  } catch (cause) {
    const advice = "fetch does not read it here; where it is a file, give its bytes";
    throw fail("connection_failed", `the module cannot be loaded: ${advice}`, { cause });
  }
}

async function compileResponse(response) {
  const { ok, status } = response;
  if (ok === false) throw fail("invalid_response", `the module cannot be loaded: HTTP ${status}`, { status });
  // Engines compile a response while it streams, but only if its content type is exactly right.
  const streams =
    typeof WebAssembly !== "undefined" &&
    WebAssembly.compileStreaming !== undefined &&
    response.headers?.get?.("content-type") === "application/wasm";
  if (streams) return refusable(() => WebAssembly.compileStreaming(response));
  let bytes;
  try {
    bytes = await response.arrayBuffer();
  } catch (cause) {
    throw fail("connection_failed", "the module cannot be read to its end", { cause });
  }
  return compile(bytes);
}

function compile(bytes) {
  const start = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
  // `\0asm`: servers often send an HTML page instead.
  if ([0, 0x61, 0x73, 0x6d].some((byte, at) => start[at] !== byte)) {
    throw fail("invalid_response", "these bytes are no WebAssembly module; is it a page that says it was not found?");
  }
  return refusable(() => WebAssembly.compile(start));
}

async function refusable(work) {
  try {
    return await work();
  } catch (cause) {
    throw startError(cause, ADVICE);
  }
}
