// Decodes a wasm module that is inlined as text.

/** Characters that are one byte each; the three behind them begin a pair. xtask/src/inline.rs writes it. */
const SINGLES = 90;

/** The bytes of a module that is text. */
export function decodeWasm(text) {
  // Places of the printable characters, without the quote and the backslash.
  const place = (at) => {
    const code = text.charCodeAt(at);
    return code - 32 - /** @type {any} */ (code > 34) - /** @type {any} */ (code > 92);
  };
  const bytes = new Uint8Array(text.length);
  const singles = bytes.slice(0, SINGLES).map((_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
  let count = 0;
  for (let at = 2 * SINGLES; at < text.length; at += 1) {
    const first = place(at);
    bytes[count++] = first < SINGLES ? singles[first] : (first - SINGLES) * SINGLES + place((at += 1));
  }
  return bytes.subarray(0, count);
}
