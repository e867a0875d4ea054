// address.wasm, inlined: the only form that runs in every bundler and runtime but workerd.
import * as glue from "../../dist/address.glue.js";
import { base64 } from "../../dist/address.wasm.js";
import { decode, lazy } from "./lazy.js";

export const core = /* @__PURE__ */ lazy(glue, () => new WebAssembly.Module(decode(base64)));
