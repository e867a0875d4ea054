// client.wasm, inlined as text: the form that runs in every bundler and runtime but workerd.

import { createClientBindings } from "../client/bindings.js";
import { decodeWasm } from "./decode.js";
import { plainInstance } from "./instance.js";
// Last: so it stands in a bundle where brotli makes the most of it.
import { text } from "../../dist/client.wasm.js";

/** @returns {Uint8Array<ArrayBuffer>} */
const bytes = () => decodeWasm(text);

export const core = /* @__PURE__ */ createClientBindings(
  /* @__PURE__ */ plainInstance(() => new WebAssembly.Module(bytes())),
  async () => (await WebAssembly.instantiate(bytes())).instance,
);
