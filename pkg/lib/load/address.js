// address.wasm, inlined: the only form that runs in every bundler and runtime but workerd.
import { hex } from "../../dist/address.wasm.js";
import { decode } from "./hex.js";
import { bare } from "./bare.js";

export const core = /* @__PURE__ */ bare(() => new WebAssembly.Module(decode(hex)));
