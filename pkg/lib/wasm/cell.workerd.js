// cell.wasm for workerd, which compiles no bytes at run time but imports modules.

import module from "../../dist/cell.wasm";
import { createCellBindings } from "../message/bindings.js";
import { createPlainInstance } from "./instance.js";

export const core = /* @__PURE__ */ createCellBindings(/* @__PURE__ */ createPlainInstance(() => module, ""));
