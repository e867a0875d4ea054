// Bytes as text, here for the same reason as `bits.js`, and in the form of its functions.

/** How many character codes are converted at once: every engine accepts this many arguments in a call. */
const CHUNK = 8192;

/** The code of `=`. */
const FILL = 61;

/** Reads bits as digits of the given width, four digits at a time: a loop over single ones takes twice as long. `=` fills the last four. */
function digitReader(alphabet, width) {
  const digits = Array.from(alphabet, (digit) => digit.charCodeAt(0));
  const mask = digits.length - 1;
  // Reused for every text: allocating an array would take longer than using it.
  const codes = [];
  return (bytes, start, at, bits) => {
    let text = "";
    let count = 0;
    for (let left = bits; left > 0; left -= 4 * width) {
      const byte = start + (at >> 3);
      const four = (bytes[byte] << 24) | (bytes[byte + 1] << 16) | (bytes[byte + 2] << 8) | bytes[byte + 3];
      let group = (four << (at & 7)) >>> (32 - 4 * width);
      // Behind the last bit all are clear.
      if (left < 4 * width) group &= -1 << (4 * width - left);
      codes[count] = digits[group >> (3 * width)];
      codes[count + 1] = digits[(group >> (2 * width)) & mask];
      codes[count + 2] = digits[(group >> width) & mask];
      codes[count + 3] = digits[group & mask];
      count += 4;
      at += 4 * width;
      if (left > 4 * width && count < CHUNK) continue;
      for (let unused = count - 4 + Math.ceil(left / width); unused < count; unused += 1) codes[unused] = FILL;
      if (codes.length > count) codes.length = count;
      text += String.fromCharCode.apply(null, codes);
      count = 0;
    }
    return text;
  };
}

const HEX = "0123456789abcdef";
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Standard base64 with padding. */
export const readBase64 = /* @__PURE__ */ digitReader(ALPHABET, 6);

/** Hexadecimal digits of a multiple of 16 bits, lower-case and upper-case. */
const readHex = /* @__PURE__ */ digitReader(HEX, 4);
export const readUpperHex = /* @__PURE__ */ digitReader(/* @__PURE__ */ HEX.toUpperCase(), 4);

/** All of some bytes. */
export const hex = (bytes) => readHex(bytes, 0, 0, 8 * bytes.length).slice(0, 2 * bytes.length);
export const base64 = (bytes) => readBase64(bytes, 0, 0, 8 * bytes.length);

/** The bytes of standard base64; throws as `atob` does. @param {string} text */
export const bytesOfBase64 = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** The 32 bytes of up to 64 hexadecimal digits. @param {string} digits */
export const bytes32 = (digits) =>
  Uint8Array.from(/** @type {any} */ (digits.padStart(64, "0").match(/../g)), (two) => parseInt(two, 16));
