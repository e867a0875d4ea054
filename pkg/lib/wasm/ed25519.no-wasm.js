// ed25519.wasm as JavaScript, for places without WebAssembly. It is slower, and its results are the same.

import { instantiate } from "../../dist/ed25519.nowasm.js";
import { createCellBindings } from "../message/bindings.js";
import { trapError } from "./instance.js";

export const core = /* @__PURE__ */ createCellBindings({ start: instantiate, trapped: trapError });
