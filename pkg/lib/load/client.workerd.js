// client.wasm for workerd, which compiles no bytes at run time but imports modules.
import module from "../../dist/client.wasm";
import { border } from "../border.js";
import { bare } from "./bare.js";

export const core = /* @__PURE__ */ border(/* @__PURE__ */ bare(() => module));
