// address.wasm, passed to `init` by the caller.

import { createManualInstance } from "./manual.js";

export const core = /* @__PURE__ */ createManualInstance("address");
