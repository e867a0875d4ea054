// address.wasm as JavaScript, for places that refuse WebAssembly. It is slower, and its results are the same.

import { instantiate } from "../../dist/address.nowasm.js";
import { trapError } from "./instance.js";

export const core = { start: instantiate, trapped: trapError };
