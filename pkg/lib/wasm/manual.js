// wasm modules that the caller passes, for `ton-edge/slim`. A module is identified by its exports.

import { fail, kindOf } from "../util/error.js";
import { createPlainInstance, startError } from "./instance.js";

/** An export that identifies each module; the first match counts. */
const MARKER_EXPORTS = { address: "area", client: "step", cell: "room", tvm: "open", emulator: "emulate" };

/** Modules that import functions; their glue code creates the instances. */
const IMPORTING_FACES = ["tvm", "emulator"];

/** Parameters of `call` in cell.wasm. ed25519.wasm has exports of the same names, but one parameter less. */
const CELL_PARAMETERS = 3;

const moduleByFace = {};
/** A promise of the first instance of each module. */
const loadByFace = {};
/** Instances that are not in use. */
const spareInstances = {};
const ADVICE = "use the module of this version, import `ton-edge/no-wasm`, or ";

/** Returns a module that was passed to `init`; throws if it is missing. */
export function manualModule(face) {
  if (moduleByFace[face] !== undefined) return moduleByFace[face];
  const moduleSources = `the URL, Response, bytes or Module of ton-edge/${face}.wasm`;
  throw fail(
    "not_initialized",
    `${face}.wasm is not loaded: first call \`await init(...)\` of ton-edge/slim with ${moduleSources}`,
  );
}

/** Returns an instance of the module. */
export function createManualInstance(face) {
  const plainWasm = createPlainInstance(() => moduleByFace[face], face === "cell" ? "" : undefined);
  return {
    start() {
      manualModule(face);
      const instance = spareInstances[face];
      spareInstances[face] = undefined;
      return instance ? instance.exports : plainWasm.start();
    },
    load: plainWasm.load,
    trapped: plainWasm.trapped,
  };
}

export async function init(...sources) {
  if (sources.length === 0)
    throw fail(
      "invalid_option",
      "init needs address.wasm, client.wasm, cell.wasm, tvm.wasm or emulator.wasm, in any order",
    );
  const compiledModules = await Promise.all(sources.map(compileSource));
  await Promise.all(
    compiledModules.map((module) => {
      const face = findFace(module);
      // Keeps the first module, since it may be in use; after a failure, another attempt is possible.
      loadByFace[face] ??= (IMPORTING_FACES.includes(face) ? Promise.resolve() : WebAssembly.instantiate(module)).then(
        (instance) => {
          if (face === "cell" && instance.exports.call.length < CELL_PARAMETERS) {
            loadByFace[face] = undefined;
            throw unknownModuleError();
          }
          moduleByFace[face] = module;
          spareInstances[face] = instance;
        },
        (cause) => {
          loadByFace[face] = undefined;
          throw startError(cause, ADVICE);
        },
      );
      return loadByFace[face];
    }),
  );
}

function findFace(module) {
  const names = WebAssembly.Module.exports(module).map(({ name }) => name);
  const face = Object.keys(MARKER_EXPORTS).find((candidate) => names.includes(MARKER_EXPORTS[candidate]));
  if (face === undefined) throw unknownModuleError();
  return face;
}

const unknownModuleError = () =>
  fail(
    "invalid_option",
    "unknown module: pass address.wasm, client.wasm, cell.wasm, tvm.wasm or emulator.wasm of ton-edge",
  );

/** Returns the class name of a value. Compared by name, because a module of another realm has a different class. */
const className = (value) => Object.prototype.toString.call(value).slice(8, -1);

async function compileSource(source) {
  let input = await source;
  if (className(input) === "WebAssembly.Module") return input;
  if (typeof input === "string" || className(input) === "URL") input = await loadModule(input);
  if (typeof input?.arrayBuffer === "function") return compileResponse(input);
  if (className(input) === "ArrayBuffer" || ArrayBuffer.isView(input)) return compile(input);
  throw fail("invalid_option", `init needs a URL, Response, bytes or Module, not ${kindOf(input)}`);
}

async function loadModule(url) {
  try {
    return await fetch(url);
  } catch (cause) {
    const advice = "`fetch` cannot read it; if it is a file, pass its bytes";
    throw fail("connection_failed", `the module cannot be loaded: ${advice}`, { cause });
  }
}

async function compileResponse(response) {
  const { ok, status } = response;
  if (ok === false) throw fail("invalid_response", `the module cannot be loaded: HTTP ${status}`, { status });
  // Engines compile a streaming response only if it has exactly the right content type.
  const canStream =
    typeof WebAssembly !== "undefined" &&
    WebAssembly.compileStreaming !== undefined &&
    response.headers?.get?.("content-type") === "application/wasm";
  if (canStream) return runOrRefuse(() => WebAssembly.compileStreaming(response));
  let bytes;
  try {
    bytes = await response.arrayBuffer();
  } catch (cause) {
    throw fail("connection_failed", "the download of the module ended early", { cause });
  }
  return compile(bytes);
}

function compile(bytes) {
  const start = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
  // Checks for the magic `\0asm`, since servers often send an HTML page instead.
  if ([0, 0x61, 0x73, 0x6d].some((byte, index) => start[index] !== byte)) {
    throw fail(
      "invalid_response",
      "these bytes are not a WebAssembly module: check the URL, which may return an HTML page instead",
    );
  }
  return runOrRefuse(() => WebAssembly.compile(start));
}

async function runOrRefuse(compileModule) {
  try {
    return await compileModule();
  } catch (cause) {
    throw startError(cause, ADVICE);
  }
}
