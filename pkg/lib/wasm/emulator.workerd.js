// emulator.wasm for workerd, which compiles no bytes at run time but imports modules.

import * as glue from "../../dist/emulator.glue.js";
import module from "../../dist/emulator.wasm";
import { bindgenInstance } from "./bindgen-instance.js";

export const core = /* @__PURE__ */ bindgenInstance(glue, () => module);
