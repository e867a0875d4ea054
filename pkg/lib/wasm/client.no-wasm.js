// client.wasm as JavaScript, for places without WebAssembly. It is slower, and its results are the same.

import { instantiate } from "../../dist/client.nowasm.js";
import { createClientBindings } from "../client/bindings.js";
import { trapError } from "./instance.js";

export const core = /* @__PURE__ */ createClientBindings({ start: instantiate, trapped: trapError });
