// UTF-8 codecs of the runtime, or a replacement by URI escapes if they are missing: in jsdom under Jest, which loads CommonJS, and
// in Hermes.

/**
 * The methods of `TextEncoder` and `TextDecoder` that the bindings call. `escape` is deprecated, but short and available in every
 * engine.
 */
const escapeCodecs = {
  /** A lone surrogate, which UTF-8 cannot encode, becomes U+FFFD, as the standard requires. */
  encodeInto(text, target) {
    const bytes = unescape(encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd")));
    const writtenBytes = bytes.length;
    if (writtenBytes > target.length) return { read: 0 };
    for (let index = 0; index < writtenBytes; index += 1) target[index] = bytes.charCodeAt(index);
    return { read: text.length, written: writtenBytes };
  },
  decode: (bytes) => decodeURIComponent(escape(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))),
};

/** Polyfills often lack `encodeInto`. */
export const makeCodecs = () =>
  globalThis.TextDecoder && globalThis.TextEncoder?.prototype.encodeInto
    ? [new TextEncoder(), new TextDecoder()]
    : [escapeCodecs, escapeCodecs];
