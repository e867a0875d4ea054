/**
 * All exports of `ton-edge/tvm`, without the embedded WebAssembly: you serve `ton-edge/tvm.wasm` and `ton-edge/cell.wasm` yourself,
 * and for previews also `ton-edge/emulator.wasm`, and pass their URLs to `init`. This is the `init` of `ton-edge/slim`.
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
