// ton-edge/slim: everything of ton-edge, with wasm modules that the caller passes. Documented in slim.d.ts.
// The build uses `wasm/*.slim.js` in place of the inlined modules: pkg/dist/slim.js.

export * from "../../client.js";
export { init } from "./manual.js";
