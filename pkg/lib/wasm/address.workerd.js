// address.wasm for workerd, which compiles no bytes at run time but imports modules.

import module from "../../dist/address.wasm";
import { createPlainInstance } from "./instance.js";

export const core = /* @__PURE__ */ createPlainInstance(() => module, "import `ton-edge/address/no-wasm`, or ");
