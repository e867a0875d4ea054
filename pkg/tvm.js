// ton-edge/tvm: get-methods computed where they are called. Documented in tvm.d.ts.

import { core } from "./lib/wasm/tvm.js";

export const ready = () => core.ready();
export { openConfig, openContract } from "./lib/tvm/contract.js";
export { isTonEdgeError, TonEdgeError } from "./lib/util/error.js";
