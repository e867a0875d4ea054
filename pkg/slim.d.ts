/**
 * Everything of `ton-edge`, without the WebAssembly inside: you bring the modules, `ton-edge/address.wasm` and
 * `ton-edge/client.wasm`, by whatever way your server or bundler has for files. Browsers then compile them while they load and
 * keep them apart in their cache.
 */
export * from "./client.js";

/** Where a module comes from. A `Response` with the type `application/wasm` is compiled while it arrives. */
export type ModuleSource = string | URL | Response | BufferSource | (WebAssembly.Module & object);

/**
 * Takes `address.wasm`, `client.wasm` or both, in any order: a module tells by itself which it is. It must be of the same
 * version of the package. Again with a module that is there is harmless: the first stays. `createClient` needs `client.wasm`,
 * the address utilities need `address.wasm`; before it is there they throw `not_initialized`.
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
 * @throws {TonEdgeError} `connection_failed` or `invalid_response` when a URL or `Response` gives no module, `invalid_option`
 *   for another module or no source, `wasm_unavailable` where WebAssembly is refused
 */
export function init(...sources: (ModuleSource | Promise<ModuleSource>)[]): Promise<void>;
