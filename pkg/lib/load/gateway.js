// gateway.wasm, inlined: the only form that runs in every bundler and runtime but workerd.
import * as glue from "../../dist/gateway.glue.js";
import { text } from "../../dist/gateway.wasm.js";
import { decode } from "./decode.js";
import { lazy } from "./lazy.js";

export const core = /* @__PURE__ */ lazy(glue, () => new WebAssembly.Module(decode(text)));
