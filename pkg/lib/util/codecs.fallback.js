// UTF-8 by the codecs of the runtime, or by URI escapes where they are missing: jsdom under Jest, which loads CommonJS, and Hermes.

/** The part of `TextEncoder` and `TextDecoder` that the bindings call. `escape` is old, short, and in every engine. */
const escapeCodecs = {
  /** A lone surrogate has no UTF-8 form: it becomes U+FFFD, as the standard says. */
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
