// UTF-8 by the codecs of the runtime. CommonJS and the entries without WebAssembly use codecs.fallback.js instead.

/** An encoder and a decoder, made on first use: if a runtime lacks them, programs that never need them still load. */
export const makeCodecs = () => [new TextEncoder(), new TextDecoder()];
