// ton-edge/slim/message: everything of ton-edge/message, with the wasm module that the caller passes. Documented in slim-message.d.ts.

export * from "../../message.js";
export { init } from "./manual.js";
