// Reads and writes bits of byte arrays, the highest bit first. Written in JavaScript, since a call into wasm takes longer than the
// work itself.

/** Reads a number of up to 53 bits. It begins `offset` bits after the byte `start`. */
export function readNumber(bytes, start, offset, bits) {
  let byte = start + (offset >> 3);
  const bitsOfFirstByte = 8 - (offset & 7);
  let value = bytes[byte] & (255 >> (8 - bitsOfFirstByte));
  if (bits <= bitsOfFirstByte) return bits === 0 ? 0 : value >> (bitsOfFirstByte - bits);
  let remainingBits = bits - bitsOfFirstByte;
  for (; remainingBits >= 8; remainingBits -= 8) value = value * 256 + bytes[++byte];
  return remainingBits === 0 ? value : value * (1 << remainingBits) + (bytes[byte + 1] >> (8 - remainingBits));
}

/** Reads a signed number of up to 32 bits. */
export function readSigned(bytes, start, offset, bits) {
  const shift = 32 - bits;
  return (readNumber(bytes, start, offset, bits) << shift) >> shift;
}

/** Buffer for joining two 32-bit numbers into one bigint. */
const pairView = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(8));

/** Reads an integer of any number of bits. */
export function readInteger(bytes, start, offset, bits) {
  if (bits <= 53) return BigInt(readNumber(bytes, start, offset, bits));
  if (bits > 64)
    return (readInteger(bytes, start, offset, bits - 64) << 64n) | readInteger(bytes, start, offset + bits - 64, 64);
  pairView.setUint32(0, readNumber(bytes, start, offset, bits - 32));
  pairView.setUint32(4, readNumber(bytes, start, offset + bits - 32, 32));
  return pairView.getBigUint64(0);
}

/** Copies bits to a new byte array; zero bits fill the last byte. */
export function readBytes(bytes, start, offset, bits) {
  const copy = new Uint8Array((bits + 7) >> 3);
  copyBits(bytes, 8 * start + offset, copy, 0, bits);
  return copy;
}

/** Number of bits of a bigint that are written at once. */
const CHUNK_BITS = 48;

/** Writes a number of up to 53 bits. The target bits must be zero. */
function writeNumber(bytes, offset, bits, value) {
  // Begins with the last bit.
  for (let end = offset + bits; end > offset; ) {
    const usedBits = ((end - 1) & 7) + 1;
    const count = Math.min(usedBits, end - offset);
    const size = 1 << count;
    bytes[(end - 1) >> 3] |= (value % size) << (8 - usedBits);
    value = Math.floor(value / size);
    end -= count;
  }
}

/** Writes an integer of any number of bits; a negative one in two's complement. */
export function writeInteger(bytes, offset, bits, value) {
  for (let remainingBits = bits; remainingBits > 0; ) {
    // Begins with the highest chunk, which may be short.
    const count = remainingBits % CHUNK_BITS || CHUNK_BITS;
    remainingBits -= count;
    writeNumber(bytes, offset, count, Number(BigInt.asUintN(count, value >> BigInt(remainingBits))));
    offset += count;
  }
}

/** Copies bits. The target bits must be zero. */
export function copyBits(from, fromBit, to, toBit, bits) {
  const sourceShift = fromBit & 7;
  const targetShift = toBit & 7;
  let sourceIndex = Math.floor(fromBit / 8);
  let targetIndex = toBit >> 3;
  for (let remainingBits = bits; remainingBits > 0; remainingBits -= 8) {
    let byte = ((from[sourceIndex] << sourceShift) | (from[sourceIndex + 1] >> (8 - sourceShift))) & 255;
    if (remainingBits < 8) byte &= 255 << (8 - remainingBits);
    to[targetIndex] |= byte >> targetShift;
    if (targetShift > 0 && remainingBits + targetShift > 8) to[targetIndex + 1] |= (byte << (8 - targetShift)) & 255;
    sourceIndex += 1;
    targetIndex += 1;
  }
}
