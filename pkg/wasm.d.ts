import type { PlatformModule } from "./platform.js";

/** A compiled WebAssembly module of this package, as bundlers and Workers import it. Pass it to `init` of `ton-edge/slim`. */
declare const module: PlatformModule;
export default module;
