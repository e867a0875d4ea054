// address.wasm for workerd, which compiles no bytes at run time but imports modules.

import module from "../../dist/address.wasm";
import { plainInstance } from "./instance.js";

const ADVICE = "; `ton-edge/address/no-wasm` is the same without it";

export const core = /* @__PURE__ */ plainInstance(() => module, ADVICE);
