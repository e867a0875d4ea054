// UTF-8 by the codecs of the runtime, or by URI escapes where it has none: jsdom under Jest, which loads CommonJS, and Hermes.

/** As much of `TextEncoder` and `TextDecoder` as the bindings call. `escape` is old, short, and in every engine. */
const escapes = {
  /** A lone half of a surrogate pair has no UTF-8 form: it becomes U+FFFD, as the standard says. */
  encodeInto(text, into) {
    const bytes = unescape(encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd")));
    const written = bytes.length;
    if (written > into.length) return { read: 0 };
    for (let at = 0; at < written; at += 1) into[at] = bytes.charCodeAt(at);
    return { read: text.length, written };
  },
  decode: (bytes) => decodeURIComponent(escape(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))),
};

/** Polyfills often lack `encodeInto`. */
export const makeCodecs = () =>
  globalThis.TextDecoder && globalThis.TextEncoder?.prototype.encodeInto
    ? [new TextEncoder(), new TextDecoder()]
    : [escapes, escapes];
