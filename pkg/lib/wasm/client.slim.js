// client.wasm as the caller brings it to `init`.

import { createClientBindings } from "../client/bindings.js";
import { createManualInstance } from "./manual.js";

export const core = /* @__PURE__ */ createClientBindings(/* @__PURE__ */ createManualInstance("client"));
