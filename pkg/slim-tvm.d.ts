/**
 * All exports of `ton-edge/tvm`, without the embedded WebAssembly: you serve `ton-edge/tvm.wasm` and `ton-edge/cell.wasm` yourself and
 * pass them to `init`, the same function as that of `ton-edge/slim`; for previews also `ton-edge/emulator.wasm`.
 *
 * ```js
 * import { init, openContract } from "ton-edge/slim/tvm";
 *
 * await init("/assets/cell.wasm", "/assets/tvm.wasm");
 * const contract = openContract({ code, data, address });
 * ```
 *
 * @packageDocumentation
 */
export * from "./tvm.js";
export { init, type ModuleSource } from "./slim.js";
