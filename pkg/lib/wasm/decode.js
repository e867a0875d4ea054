// Decodes a wasm module that is inlined as text.

/**
 * Number of characters that stand for one byte each; the three further characters begin a pair. xtask/src/inline.rs encodes the
 * text.
 */
const SINGLE_COUNT = 90;

/** Returns the bytes of a module that is inlined as text. */
export function decodeWasm(text) {
  // Returns the index of a printable character in the alphabet, which excludes the quote and the backslash.
  const readDigit = (index) => {
    const code = text.charCodeAt(index);
    return code - 32 - /** @type {any} */ (code > 34) - /** @type {any} */ (code > 92);
  };
  const bytes = new Uint8Array(text.length);
  const singleBytes = bytes
    .slice(0, SINGLE_COUNT)
    .map((_, index) => parseInt(text.slice(2 * index, 2 * index + 2), 16));
  let count = 0;
  for (let index = 2 * SINGLE_COUNT; index < text.length; index += 1) {
    const first = readDigit(index);
    bytes[count++] =
      first < SINGLE_COUNT ? singleBytes[first] : (first - SINGLE_COUNT) * SINGLE_COUNT + readDigit((index += 1));
  }
  return bytes.subarray(0, count);
}
