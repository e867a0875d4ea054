/**
 * All exports of `ton-edge/message`, without the embedded WebAssembly: you serve `ton-edge/cell.wasm` yourself and pass it to `init`,
 * the same function as that of `ton-edge/slim`.
 *
 * ```js
 * import { init, parseBoc } from "ton-edge/slim/message";
 *
 * await init("/assets/cell.wasm");
 * const cell = parseBoc("te6cckEBAQEAEAAAHAAAAABIZWxsbyBUT04he3uftQ==");
 * ```
 *
 * @packageDocumentation
 */
export * from "./message.js";
export { init, type ModuleSource } from "./slim.js";
