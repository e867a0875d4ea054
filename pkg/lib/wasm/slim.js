// ton-edge/slim: everything of ton-edge, with wasm modules that the caller brings. Documented in slim.d.ts.
// The build puts `wasm/*.slim.js` in the place of the inlined modules: pkg/dist/slim.js.

export * from "../../client.js";
export { init } from "./manual.js";
