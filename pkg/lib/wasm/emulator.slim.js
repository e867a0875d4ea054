// emulator.wasm as the caller brings it to `init`.

import * as glue from "../../dist/emulator.glue.js";
import { bindgenInstance } from "./bindgen-instance.js";
import { manualModule } from "./manual.js";

export const core = /* @__PURE__ */ bindgenInstance(glue, () => manualModule("emulator"));
