// cell.wasm, passed to `init` by the caller.

import { createCellBindings } from "../message/bindings.js";
import { createManualInstance } from "./manual.js";

export const core = /* @__PURE__ */ createCellBindings(/* @__PURE__ */ createManualInstance("cell"));
