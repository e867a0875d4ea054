// address.wasm as the caller brings it to `init`.

import { manualInstance } from "./manual.js";

export const core = /* @__PURE__ */ manualInstance("address");
