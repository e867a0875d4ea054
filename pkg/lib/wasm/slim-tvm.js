// ton-edge/slim/tvm: everything of ton-edge/tvm, with the wasm modules that the caller passes. Documented in slim-tvm.d.ts.

export * from "../../tvm.js";
export { init } from "./manual.js";
