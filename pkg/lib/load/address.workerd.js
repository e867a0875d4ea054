// address.wasm for workerd, which compiles no bytes at run time but imports modules.
import module from "../../dist/address.wasm";
import { bare } from "./bare.js";

const ADVICE = "; `ton-edge/address/no-wasm` is the same without it";

export const core = /* @__PURE__ */ bare(() => module, ADVICE);
