// client.wasm, inlined: the only form that runs in every bundler and runtime but workerd.
import { text } from "../../dist/client.wasm.js";
import { border } from "../border.js";
import { decode } from "./decode.js";
import { lazy } from "./lazy.js";

export const core = /* @__PURE__ */ lazy(border, () => new WebAssembly.Module(decode(text)));
