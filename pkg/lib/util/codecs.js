// UTF-8 by the codecs of the runtime. CommonJS and the entries without WebAssembly have codecs.fallback.js in its place.

/** An encoder and a decoder, made on first use: what is missing at import would break what never needs it. */
export const makeCodecs = () => [new TextEncoder(), new TextDecoder()];
