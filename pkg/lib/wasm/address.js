// address.wasm, inlined as text: the form that runs in every bundler and runtime but workerd.

import { text } from "../../dist/address.wasm.js";
import { decodeWasm } from "./decode.js";
import { createPlainInstance } from "./instance.js";

export const core = /* @__PURE__ */ createPlainInstance(
  () => new WebAssembly.Module(decodeWasm(text)),
  "import `ton-edge/address/auto`, or ",
);
