// address.wasm as the caller brings it to `init`.

import { createManualInstance } from "./manual.js";

export const core = /* @__PURE__ */ createManualInstance("address");
