// client.wasm, passed to `init` by the caller.

import { createClientBindings } from "../client/bindings.js";
import { createManualInstance } from "./manual.js";

export const core = /* @__PURE__ */ createClientBindings(/* @__PURE__ */ createManualInstance("client"));
