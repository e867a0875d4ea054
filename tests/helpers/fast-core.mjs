// Makes @ton/core several times as fast in this process: the pure functions below it that take most of its time (bit by bit in BigInt,
// hashes and signatures in JavaScript) are replaced by equal ones that work on bytes and in native code. fast-core.test.mjs compares each
// with its original. Importing this module is enough; benches call `restoreOriginals()` before they measure @ton/core.
import * as crypto from "node:crypto";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { BitBuilder } = require("@ton/core/dist/boc/BitBuilder.js");
const { BitReader } = require("@ton/core/dist/boc/BitReader.js");
const { BitString } = require("@ton/core/dist/boc/BitString.js");
const { Cell } = require("@ton/core/dist/boc/Cell.js");
const { CellType } = require("@ton/core/dist/boc/CellType.js");
const { LevelMask } = require("@ton/core/dist/boc/cell/LevelMask.js");
const serialization = require("@ton/core/dist/boc/cell/serialization.js");
const wonderCalculator = require("@ton/core/dist/boc/cell/wonderCalculator.js");
const paddedBits = require("@ton/core/dist/boc/utils/paddedBits.js");
const crc = require("@ton/core/dist/utils/crc32c.js");
const sha256 = require("@ton/crypto/dist/primitives/sha256.js");
const nacl = require("@ton/crypto/dist/primitives/nacl.js");
const base64 = require("@ton/sandbox/dist/utils/base64.js");

/** Bits of an unsigned number that a double can hold, with room for the bits before and after it in its bytes. */
const EXACT_BITS = 40;

/** Converts bits to whole bytes; zeros fill the last byte. @param {any} bits a BitString */
function toBytes(bits) {
  const { _data: data, _offset: offset, _length: length } = bits;
  const start = offset >> 3;
  const bitShift = offset & 7;
  const size = (length + 7) >> 3;
  const outBytes = Buffer.alloc(size);
  if (bitShift === 0) outBytes.set(data.subarray(start, start + size));
  else
    for (let i = 0; i < size; i++)
      outBytes[i] = (data[start + i] << bitShift) | ((data[start + i + 1] ?? 0) >> (8 - bitShift));
  if (length & 7) outBytes[size - 1] &= 0xff00 >> (length & 7);
  return outBytes;
}

/**
 * The unsigned number in these bits, which must exist.
 * @param {any} string a BitString @param {number} bits @param {number} offset @returns {number | bigint}
 */
function readUnsigned(string, bits, offset) {
  const data = string._data;
  const first = string._offset + offset;
  const end = first + bits;
  const rest = -end & 7;
  const lastBit = (end + 7) >> 3;
  if (bits <= EXACT_BITS) {
    let value = data[first >> 3] & (0xff >> (first & 7));
    for (let index = (first >> 3) + 1; index < lastBit; index++) value = value * 256 + data[index];
    return Math.floor(value / 2 ** rest);
  }
  const hex = Buffer.from(data.buffer, data.byteOffset + (first >> 3), lastBit - (first >> 3)).toString("hex");
  return (BigInt(`0x${hex}`) >> BigInt(rest)) & ((1n << BigInt(bits)) - 1n);
}

/** @param {any} reader @param {number} bits @param {number} offset */
const readBits = ({ _bits: string }, bits, offset) =>
  bits > 0 &&
  Number.isInteger(bits) &&
  Number.isInteger(offset) &&
  offset >= 0 &&
  offset + bits <= string._length &&
  // Bits after the end of the data read as zeros.
  string._offset + offset + bits <= string._data.length * 8;

/** The first bytes of a bag of cells. */
const BAG = 0xb5ee9c72;

const POLYNOMIAL = 0x82f63b78;
const CRC = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** Node 20.12 can hash in one call; the hash object of older versions takes half as long again. */
const digest = crypto.hash
  ? (/** @type {any} */ source) => crypto.hash("sha256", source, "buffer")
  : (/** @type {any} */ source) => crypto.createHash("sha256").update(source).digest();

/** @type {Map<string, { signer: import("node:crypto").KeyObject, publicKey: Buffer }>} */
const keys = new Map();
const MOST_KEYS = 500;

/** Returns the Ed25519 keys of a 32-byte seed. @param {Uint8Array} seed */
function listKeys(seed) {
  const d = Buffer.from(seed).toString("base64url");
  let keyPair = keys.get(d);
  if (!keyPair) {
    if (keys.size >= MOST_KEYS) keys.clear();
    // As a JWK, because OpenSSL needs ten times as long to parse a DER key. Node derives the public key, and only requires some text for
    // it.
    const signer = crypto.createPrivateKey({ key: { kty: "OKP", crv: "Ed25519", d, x: d }, format: "jwk" });
    const { x } = crypto.createPublicKey(signer).export({ format: "jwk" });
    keyPair = { signer, publicKey: Buffer.from(/** @type {string} */ (x), "base64url") };
    keys.set(d, keyPair);
  }
  return keyPair;
}

/** Parses a bag of cells as `readCell` does, if no cell has stored hashes. Undefined for faults and rare cases. @param {Buffer} src */
function readBag(src) {
  const { cells: count, cellData: data, size, root } = serialization.parseBoc(src);
  if (size < 1 || size > 6) return undefined;
  const cells = [];
  let offset = 0;
  for (let i = 0; i < count; i++) {
    const d1 = data[offset];
    const d2 = data[offset + 1];
    const refCount = d1 & 7;
    const bytes = (d2 + 1) >> 1;
    const from = offset + 2;
    offset = from + bytes + refCount * size;
    if (!(offset <= data.length) || d1 & 16) return undefined;
    let length = bytes * 8;
    if (d2 & 1) {
      const lastByte = data[from + bytes - 1];
      if (lastByte === 0) return undefined;
      length -= 32 - Math.clz32(lastByte & -lastByte);
    }
    const refs = [];
    for (let r = 0; r < refCount; r++) {
      const index = data.readUIntBE(from + bytes + r * size, size);
      if (index <= i || index >= count) return undefined;
      refs.push(index);
    }
    cells.push({
      bits: length === 0 ? BitString.EMPTY : new BitString(data, from * 8, length),
      refs,
      exotic: (d1 & 8) !== 0,
    });
  }
  const builders = new Array(count);
  for (let i = count - 1; i >= 0; i--) {
    const { bits, refs, exotic } = cells[i];
    builders[i] = new Cell({ bits, refs: refs.map((index) => builders[index]), exotic });
  }
  return root.map((/** @type {number} */ index) => builders[index]);
}

/** @type {{ of: any, name: string, make: (slow: any) => any }[]} */
const FAST_FUNCTIONS = [
  {
    of: sha256,
    name: "sha256_sync",
    make: () => digest,
  },
  {
    of: nacl,
    name: "keyPairFromSeed",
    make: (coreFunction) => (seed) => {
      if (seed.length !== 32) return coreFunction(seed);
      const { publicKey } = listKeys(seed);
      return { publicKey: Buffer.from(publicKey), secretKey: Buffer.concat([seed, publicKey]) };
    },
  },
  {
    of: nacl,
    name: "sign",
    make: (coreFunction) => (data, secretKey) => {
      if (secretKey.length !== 64) return coreFunction(data, secretKey);
      const { signer, publicKey } = listKeys(secretKey.subarray(0, 32));
      // The signature covers the second half, which may be the public key of another seed.
      return publicKey.equals(secretKey.subarray(32)) ? crypto.sign(null, data, signer) : coreFunction(data, secretKey);
    },
  },
  {
    of: crc,
    name: "crc32c",
    make: () => (source) => {
      let value = -1;
      for (let i = 0; i < source.length; i++) value = CRC[(value ^ source[i]) & 0xff] ^ (value >>> 8);
      const result = Buffer.alloc(4);
      result.writeInt32LE(~value);
      return result;
    },
  },
  {
    of: paddedBits,
    name: "bitsToPaddedBuffer",
    make: () => (bits) => {
      const outBytes = toBytes(bits);
      if (bits._length & 7) outBytes[outBytes.length - 1] |= 0x80 >> (bits._length & 7);
      return outBytes;
    },
  },
  {
    of: serialization,
    name: "deserializeBoc",
    make: (coreFunction) => (src) =>
      (src.length > 4 && src.readUInt32BE(0) === BAG && readBag(src)) || coreFunction(src),
  },
  {
    of: wonderCalculator,
    name: "wonderCalculator",
    make: (coreFunction) => (type, bits, refs) => {
      if (type !== CellType.Ordinary || refs.some((ref) => ref.mask.value !== 0)) return coreFunction(type, bits, refs);
      const data = paddedBits.bitsToPaddedBuffer(bits);
      const repr = Buffer.allocUnsafe(2 + data.length + 34 * refs.length);
      repr[0] = refs.length;
      repr[1] = data.length + (bits.length >> 3);
      data.copy(repr, 2);
      let offset = 2 + data.length;
      let depth = 0;
      for (const ref of refs) {
        const depthBelow = ref._depths[0];
        offset = repr.writeUInt16BE(depthBelow, offset);
        depth = Math.max(depth, depthBelow + 1);
      }
      for (const ref of refs) offset += ref._hashes[0].copy(repr, offset);
      const hash = sha256.sha256_sync(repr);
      return { mask: new LevelMask(0), hashes: [hash, hash, hash, hash], depths: [depth, depth, depth, depth] };
    },
  },
  {
    of: BitReader.prototype,
    name: "_preloadUint",
    make: (coreFunction) =>
      function preloadUint(bits, offset) {
        return readBits(this, bits, offset)
          ? BigInt(readUnsigned(this._bits, bits, offset))
          : coreFunction.call(this, bits, offset);
      },
  },
  {
    of: BitReader.prototype,
    name: "_preloadInt",
    make: (coreFunction) =>
      function preloadInt(bits, offset) {
        return readBits(this, bits, offset)
          ? BigInt.asIntN(bits, BigInt(readUnsigned(this._bits, bits, offset)))
          : coreFunction.call(this, bits, offset);
      },
  },
  {
    of: BitReader.prototype,
    name: "loadUint",
    make: (coreFunction) =>
      function loadUint(bits) {
        if (bits > EXACT_BITS || !readBits(this, bits, this._offset)) return coreFunction.call(this, bits);
        const value = readUnsigned(this._bits, bits, this._offset);
        this._offset += bits;
        return value;
      },
  },
  {
    of: BitBuilder.prototype,
    name: "writeBits",
    make: (coreFunction) =>
      function writeBits(source) {
        const { _length: length, _buffer: buffer } = this;
        if (length + source.length > buffer.length * 8 || source._data.length * 8 < source._offset + source._length)
          return coreFunction.call(this, source);
        const bytes = toBytes(source);
        const offset = length >> 3;
        const bitShift = length & 7;
        if (bitShift === 0) buffer.set(bytes, offset);
        else
          for (let i = 0; i < bytes.length; i++) {
            buffer[offset + i] |= bytes[i] >> bitShift;
            // Bits after the last one are zero, and may have no byte.
            if (offset + i + 1 < buffer.length) buffer[offset + i + 1] |= bytes[i] << (8 - bitShift);
          }
        this._length += source.length;
      },
  },
  {
    of: BitBuilder.prototype,
    name: "writeUint",
    make: (coreFunction) =>
      function writeUint(value, bits) {
        const { _length: length, _buffer: buffer } = this;
        const isExact =
          typeof value === "number" &&
          Number.isInteger(value) &&
          Number.isInteger(bits) &&
          bits > 0 &&
          bits <= EXACT_BITS;
        if (!isExact || value < 0 || value >= 2 ** bits || length + bits > buffer.length * 8)
          return coreFunction.call(this, value, bits);
        const end = length + bits;
        let rest = value * 2 ** (-end & 7);
        for (let index = (end - 1) >> 3; index >= length >> 3; index--) {
          buffer[index] |= rest % 256;
          rest = Math.floor(rest / 256);
        }
        this._length = end;
      },
  },
  {
    of: base64,
    name: "base64Decode",
    make: () => (text) => new Uint8Array(Buffer.from(text, "base64")),
  },
];

/** Each function with its original, for the test. */
export const PAIRS = FAST_FUNCTIONS.map(({ of: owner, name, make }) => {
  const coreFunction = owner[name];
  return { of: owner, name, slow: coreFunction, fast: make(coreFunction) };
});

const findFast = (/** @type {string} */ wantedName) => PAIRS.find(({ name }) => name === wantedName).fast;
/**
 * The fast functions of @ton/crypto: functions that a module imports from there by name remain the originals.
 * @type {(seed: Buffer) => { publicKey: Buffer, secretKey: Buffer }}
 */
export const keyPairFromSeed = findFast("keyPairFromSeed");
/** @type {(data: Buffer, secretKey: Buffer) => Buffer} */
export const sign = findFast("sign");

/** Installs the fast functions in this process. */
export const installFastFunctions = () =>
  PAIRS.forEach(({ of: owner, name, fast: fastFunction }) => (owner[name] = fastFunction));
/** Restores the originals. */
export const restoreOriginals = () =>
  PAIRS.forEach(({ of: owner, name, slow: coreFunction }) => (owner[name] = coreFunction));

installFastFunctions();
