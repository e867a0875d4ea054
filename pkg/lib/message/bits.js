// Bits of bytes, the highest first: here, since a call into wasm takes longer than they do.

/** A number of up to 53 bits that begins at the given bit after the start. */
export function readNumber(bytes, start, at, bits) {
  let byte = start + (at >> 3);
  const first = 8 - (at & 7);
  let value = bytes[byte] & (255 >> (8 - first));
  if (bits <= first) return bits === 0 ? 0 : value >> (first - bits);
  let left = bits - first;
  for (; left >= 8; left -= 8) value = value * 256 + bytes[++byte];
  return left === 0 ? value : value * (1 << left) + (bytes[byte + 1] >> (8 - left));
}

/** A number with a sign of up to 32 bits. */
export function readSigned(bytes, start, at, bits) {
  const shift = 32 - bits;
  return (readNumber(bytes, start, at, bits) << shift) >> shift;
}

/** Turns two numbers into one integer at once. */
const pair = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(8));

/** An integer of any number of bits. */
export function readInteger(bytes, start, at, bits) {
  if (bits <= 53) return BigInt(readNumber(bytes, start, at, bits));
  if (bits > 64)
    return (readInteger(bytes, start, at, bits - 64) << 64n) | readInteger(bytes, start, at + bits - 64, 64);
  pair.setUint32(0, readNumber(bytes, start, at, bits - 32));
  pair.setUint32(4, readNumber(bytes, start, at + bits - 32, 32));
  return pair.getBigUint64(0);
}

/** Bits as bytes, the last one padded with clear bits. */
export function readBytes(bytes, start, at, bits) {
  const copy = new Uint8Array((bits + 7) >> 3);
  copyBits(bytes, 8 * start + at, copy, 0, bits);
  return copy;
}

/** Bits of an integer that are written at once. */
const CHUNK = 48;

/** Writes a number of up to 53 bits to where all bits are clear. */
function writeNumber(bytes, at, bits, value) {
  // From the last bit on.
  for (let end = at + bits; end > at; ) {
    const used = ((end - 1) & 7) + 1;
    const count = Math.min(used, end - at);
    const size = 1 << count;
    bytes[(end - 1) >> 3] |= (value % size) << (8 - used);
    value = Math.floor(value / size);
    end -= count;
  }
}

/** Writes an integer of any number of bits, in two's complement if it is negative. */
export function writeInteger(bytes, at, bits, value) {
  for (let left = bits; left > 0; ) {
    // The highest chunk first: it may be short.
    const count = left % CHUNK || CHUNK;
    left -= count;
    writeNumber(bytes, at, count, Number(BigInt.asUintN(count, value >> BigInt(left))));
    at += count;
  }
}

/** Copies bits to where all bits are clear. */
export function copyBits(from, fromBit, to, toBit, bits) {
  const skew = fromBit & 7;
  const shift = toBit & 7;
  let source = Math.floor(fromBit / 8);
  let target = toBit >> 3;
  for (let left = bits; left > 0; left -= 8) {
    let byte = ((from[source] << skew) | (from[source + 1] >> (8 - skew))) & 255;
    if (left < 8) byte &= 255 << (8 - left);
    to[target] |= byte >> shift;
    if (shift > 0 && left + shift > 8) to[target + 1] |= (byte << (8 - shift)) & 255;
    source += 1;
    target += 1;
  }
}
