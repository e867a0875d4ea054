// emulator.wasm, passed to `init` by the caller.

import * as glue from "../../dist/emulator.glue.js";
import { bindgenInstance } from "./bindgen-instance.js";
import { manualModule } from "./manual.js";

export const core = /* @__PURE__ */ bindgenInstance(glue, () => manualModule("emulator"));
