// UTF-8 codecs of the runtime. CommonJS and the entries without WebAssembly use codecs.fallback.js instead.

import { requireGlobal } from "./runtime.js";

/**
 * Returns an encoder and a decoder. Called at their first use, so that programs that never need them load in runtimes
 * without them.
 */
export const makeCodecs = () => [new (requireGlobal("TextEncoder"))(), new (requireGlobal("TextDecoder"))()];
