/** A compiled module of this package, as Workers and bundlers with WebAssembly give it; for `init` of `ton-edge/slim`. */
declare const module: WebAssembly.Module;
export default module;
