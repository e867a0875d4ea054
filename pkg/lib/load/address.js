// address.wasm, inlined: the only form that runs in every bundler and runtime but workerd.
import { text } from "../../dist/address.wasm.js";
import { bare } from "./bare.js";
import { decode } from "./decode.js";

const ADVICE = "; `ton-edge/address/no-wasm` is the same without it";

export const core = /* @__PURE__ */ bare(() => new WebAssembly.Module(decode(text)), ADVICE);
