// cell.wasm as the caller brings it to `init`.

import { createCellBindings } from "../message/bindings.js";
import { createManualInstance } from "./manual.js";

export const core = /* @__PURE__ */ createCellBindings(/* @__PURE__ */ createManualInstance("cell"));
