// gateway.wasm, inlined: the only form that runs in every bundler and runtime but workerd.
import * as glue from "../../dist/gateway.glue.js";
import { base64 } from "../../dist/gateway.wasm.js";
import { decode } from "./base64.js";
import { lazy } from "./lazy.js";

export const core = /* @__PURE__ */ lazy(glue, () => new WebAssembly.Module(decode(base64)));
