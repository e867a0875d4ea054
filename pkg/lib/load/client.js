// client.wasm, inlined: the only form that runs in every bundler and runtime but workerd.
import { text } from "../../dist/client.wasm.js";
import { border } from "../border.js";
import { bare } from "./bare.js";
import { decode } from "./decode.js";

export const core = /* @__PURE__ */ border(/* @__PURE__ */ bare(() => new WebAssembly.Module(decode(text))));
