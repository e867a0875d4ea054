// client.wasm for workerd, which compiles no bytes at run time but imports modules.
import module from "../../dist/client.wasm";
import * as glue from "../../dist/client.glue.js";
import { lazy } from "./lazy.js";

export const core = /* @__PURE__ */ lazy(glue, () => module);
