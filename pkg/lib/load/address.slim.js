// address.wasm as the caller brings it.
import { given } from "./given.js";

export const core = /* @__PURE__ */ given("address");
