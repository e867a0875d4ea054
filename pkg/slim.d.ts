/**
 * `ton-edge/slim`: the client and the addresses with WebAssembly files that you serve.
 *
 * @packageDocumentation
 */
import type { PlatformModule, PlatformResponse, PlatformURL } from "./platform.js";

/**
 * All exports of `ton-edge`, without the embedded WebAssembly. You serve `ton-edge/address.wasm` and `ton-edge/client.wasm`
 * yourself, so browsers compile them while they load and cache them as separate files. Calls that read or build cells, such as
 * `client.get` and `client.send`, need `ton-edge/cell.wasm`, too.
 */
export * from "./client.js";

/** Source of a WebAssembly module. A `Response` with `Content-Type: application/wasm` compiles while it loads. */
export type ModuleSource = string | PlatformURL | PlatformResponse | ArrayBuffer | ArrayBufferView | PlatformModule;

/**
 * Loads one or more of `address.wasm`, `client.wasm`, `cell.wasm`, `tvm.wasm` and `emulator.wasm`, in any order. The modules must have the
 * same version as the package. A second call with the same module has no effect. `createClient` needs `client.wasm`, the address functions
 * need `address.wasm`, cells need `cell.wasm`, `openContract` needs `cell.wasm` and `tvm.wasm`, and previews also `emulator.wasm`; before
 * `init` resolves these functions throw `not_initialized`.
 *
 * ```js
 * import { createClient, init } from "ton-edge/slim";
 *
 * await init("/assets/address.wasm", "/assets/client.wasm");
 * const client = createClient();
 * ```
 *
 * In Vite: `import url from "ton-edge/client.wasm?url"`, then `await init(url)`. In Node: `await init(await readFile(...))`.
 *
 * @throws {TonEdgeError} `connection_failed` or `invalid_response` if a URL or `Response` yields no module, `invalid_option` if you pass
 *   no source or another module, `wasm_unavailable` if the platform forbids WebAssembly
 */
export function init(...sources: (ModuleSource | Promise<ModuleSource>)[]): Promise<void>;
