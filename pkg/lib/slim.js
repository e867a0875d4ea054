// ton-edge/slim: everything of ton-edge, with the modules brought by the caller. Documented in slim.d.ts.
// The build puts `load/*.slim.js` in the place of the inlined modules: pkg/dist/slim.js.

export * from "../client.js";
export { init } from "./load/given.js";
