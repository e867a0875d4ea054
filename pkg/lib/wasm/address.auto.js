// address.wasm, or the same code as JavaScript if the platform forbids WebAssembly.

import { instantiate } from "../../dist/address.nowasm.js";
import { text } from "../../dist/address.wasm.js";
import { decodeWasm } from "./decode.js";
import { createPlainInstance } from "./instance.js";

const wasm = /* @__PURE__ */ createPlainInstance(() => new WebAssembly.Module(decodeWasm(text)));

export const core = {
  start() {
    try {
      return wasm.start();
    } catch (error) {
      if (error.code === "wasm_unavailable") return instantiate();
      throw error;
    }
  },
  trapped: wasm.trapped,
};
