// Converts bytes to text. Written in JavaScript, since a call into wasm takes longer than the work itself.

/** Number of character codes that are converted at once: every engine accepts this many arguments in a call. */
const CHUNK_CODES = 8192;

/** The character code of `=`. */
const FILL_CODE = 61;

/**
 * Makes a function that reads bits as digits of `width` bits, four at a time: a loop over single digits takes twice as long. `=` pads the
 * last group of four.
 */
function makeDigitReader(alphabet, width) {
  const digits = Array.from(alphabet, (digit) => digit.charCodeAt(0));
  const mask = digits.length - 1;
  // Reused for every text: allocating an array would take longer than using it.
  const codes = [];
  return (bytes, start, offset, bits) => {
    let text = "";
    let count = 0;
    for (let remainingBits = bits; remainingBits > 0; remainingBits -= 4 * width) {
      const byte = start + (offset >> 3);
      const fourBytes = (bytes[byte] << 24) | (bytes[byte + 1] << 16) | (bytes[byte + 2] << 8) | bytes[byte + 3];
      let group = (fourBytes << (offset & 7)) >>> (32 - 4 * width);
      // Clears the bits after the last one.
      if (remainingBits < 4 * width) group &= -1 << (4 * width - remainingBits);
      codes[count] = digits[group >> (3 * width)];
      codes[count + 1] = digits[(group >> (2 * width)) & mask];
      codes[count + 2] = digits[(group >> width) & mask];
      codes[count + 3] = digits[group & mask];
      count += 4;
      offset += 4 * width;
      if (remainingBits > 4 * width && count < CHUNK_CODES) continue;
      for (let index = count - 4 + Math.ceil(remainingBits / width); index < count; index += 1)
        codes[index] = FILL_CODE;
      if (codes.length > count) codes.length = count;
      text += String.fromCharCode.apply(null, codes);
      count = 0;
    }
    return text;
  };
}

const HEX_DIGITS = "0123456789abcdef";
const BASE64_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Standard base64 with padding. */
export const readBase64 = /* @__PURE__ */ makeDigitReader(BASE64_DIGITS, 6);

/** Hexadecimal digits, lower-case and upper-case. Without padding only for a multiple of 16 bits. */
const readHex = /* @__PURE__ */ makeDigitReader(HEX_DIGITS, 4);
export const readUpperHex = /* @__PURE__ */ makeDigitReader(/* @__PURE__ */ HEX_DIGITS.toUpperCase(), 4);

/** Encodes a whole byte array. */
export const encodeHex = (bytes) => readHex(bytes, 0, 0, 8 * bytes.length).slice(0, 2 * bytes.length);
export const encodeBase64 = (bytes) => readBase64(bytes, 0, 0, 8 * bytes.length);

/** Returns the 32 bytes of up to 64 hexadecimal digits. @param {string} digits */
export const decodeBytes32 = (digits) =>
  Uint8Array.from(/** @type {any} */ (digits.padStart(64, "0").match(/../g)), (pair) => parseInt(pair, 16));
