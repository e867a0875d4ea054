// ed25519.wasm, inlined as text: the form that runs in every bundler and runtime but workerd.

import { text } from "../../dist/ed25519.wasm.js";
import { createCellBindings } from "../message/bindings.js";
import { decodeWasm } from "./decode.js";
import { createPlainInstance } from "./instance.js";

/** @returns {Uint8Array<ArrayBuffer>} */
const bytes = () => decodeWasm(text);

export const core = /* @__PURE__ */ createCellBindings(
  /* @__PURE__ */ createPlainInstance(
    () => new WebAssembly.Module(bytes()),
    "",
    () => WebAssembly.compile(bytes()),
  ),
);
