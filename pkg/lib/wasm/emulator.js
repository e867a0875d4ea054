// emulator.wasm, inlined as text: the form that runs in every bundler and runtime but workerd.

import * as glue from "../../dist/emulator.glue.js";
import { text } from "../../dist/emulator.wasm.js";
import { bindgenInstance } from "./bindgen-instance.js";
import { decodeWasm } from "./decode.js";

/** @returns {Uint8Array<ArrayBuffer>} */
const bytes = () => decodeWasm(text);

export const core = /* @__PURE__ */ bindgenInstance(
  glue,
  () => new WebAssembly.Module(bytes()),
  () => WebAssembly.compile(bytes()),
);
