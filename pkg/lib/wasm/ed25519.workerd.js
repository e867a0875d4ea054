// ed25519.wasm for workerd, which compiles no bytes at run time but imports modules.

import module from "../../dist/ed25519.wasm";
import { createCellBindings } from "../message/bindings.js";
import { createPlainInstance } from "./instance.js";

export const core = /* @__PURE__ */ createCellBindings(/* @__PURE__ */ createPlainInstance(() => module, ""));
