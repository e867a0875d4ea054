// The writers in JavaScript. Each makes cells of programs (see cases.mjs) with its own functions, and bags with its own defaults.

import { Buffer } from "node:buffer";

/** The operations without long texts, for writers that have no function for them. */
const omitTails = (o) => o.flatMap((item) => (item[0] === "t" ? item[2] : [item]));

/** Returns the function that makes cells with a version of @ton/core. */
export function coreCell({ Address, beginCell, Cell, Dictionary, BitString }) {
  return function make({ o, x = false }) {
    const builder = beginCell();
    for (const [kind, first, second] of o) {
      if (kind === "u") builder.storeUint(BigInt(second), first);
      else if (kind === "b") builder.storeBuffer(Buffer.from(first, "hex"));
      else if (kind === "c") builder.storeCoins(BigInt(first));
      else if (kind === "a") builder.storeAddress(first && Address.parse(first));
      else if (kind === "m") builder.storeMaybeRef(first && make(first));
      else if (kind === "t") builder.storeStringTail(first);
      else if (kind === "d") {
        // Keys are bit strings, since integers have at most 257 bits; the oldest version has only integers.
        const bytes = Math.ceil(first / 8);
        const bitString = (text) =>
          new BitString(
            Buffer.from((BigInt(text) << BigInt(bytes * 8 - first)).toString(16).padStart(bytes * 2, "0"), "hex"),
            0,
            first,
          );
        const dictionary = Dictionary.empty((Dictionary.Keys.BitString ?? Dictionary.Keys.BigUint)(first), {
          serialize: (value, builder) => builder.storeSlice(make({ o: value }).beginParse(true)),
          parse: (slice) => slice,
        });
        for (const [key, value] of second)
          dictionary.set(Dictionary.Keys.BitString ? bitString(key) : BigInt(key), value);
        builder.storeDict(dictionary);
      } else {
        const cell = make(first);
        for (let remaining = second; remaining > 0; remaining -= 1) builder.storeRef(cell);
      }
    }
    const { bits, refs } = builder.endCell();
    return new Cell({ exotic: x, bits, refs });
  };
}

/** A version of @ton/core, or of ton-core before it. */
export function core(library) {
  return {
    make: coreCell(library),
    hash: (cell) => cell.hash().toString("hex"),
    bag([root, ...otherRoots], options) {
      if (otherRoots.length > 0) throw new Error("one root only");
      if (options?.cache) throw new Error("no cache bits");
      return root.toBoc(options && { idx: options.index, crc32: options.crc });
    },
  };
}

/** The package `ton` before it used ton-core: an index by default. */
export function oldTon({ Address, beginCell, serializeDict, BN }) {
  function make({ o, x = false }) {
    if (x) throw new Error("no exotic cells");
    const builder = beginCell();
    for (const [kind, first, second] of omitTails(o)) {
      if (kind === "u") builder.storeUint(new BN(second), first);
      else if (kind === "b") builder.storeBuffer(Buffer.from(first, "hex"));
      else if (kind === "c") builder.storeCoins(new BN(first));
      else if (kind === "a") builder.storeAddress(first && Address.parse(first));
      else if (kind === "m") builder.storeRefMaybe(first && make(first));
      else if (kind === "d") {
        if (second.length === 0) builder.storeDict(null);
        else {
          const values = new Map(second.map(([key, value]) => [BigInt(key).toString(10), make({ o: value })]));
          builder.storeDict(serializeDict(values, first, (value, cell) => cell.writeCell(value)));
        }
      } else {
        const cell = make(first);
        for (let remaining = second; remaining > 0; remaining -= 1) builder.storeRef(cell);
      }
    }
    return builder.endCell();
  }
  return {
    make,
    hash: (cell) => cell.hash().toString("hex"),
    bag([root, ...otherRoots], options) {
      if (otherRoots.length > 0) throw new Error("one root only");
      return root.toBoc(options && { idx: options.index, crc32: options.crc, cacheBits: options.cache ?? false });
    },
  };
}

/** tonweb: an index by default, no dictionaries. */
export function tonweb({ boc: { Cell }, utils: { BN, bytesToHex }, Address }) {
  function make({ o, x = false }) {
    const cell = new Cell();
    cell.isExotic = x;
    for (const [kind, first, second] of omitTails(o)) {
      if (kind === "u") cell.bits.writeUint(new BN(second), first);
      else if (kind === "b") cell.bits.writeBytes(Uint8Array.from(Buffer.from(first, "hex")));
      else if (kind === "c") cell.bits.writeCoins(new BN(first));
      else if (kind === "a") cell.bits.writeAddress(first && new Address(first));
      else if (kind === "m") {
        cell.bits.writeBit(first !== null);
        if (first) cell.refs.push(make(first));
      } else if (kind === "r") {
        const target = make(first);
        for (let remaining = second; remaining > 0; remaining -= 1) cell.refs.push(target);
      } else if (kind === "d" && second.length === 0) cell.bits.writeBit(false);
      else throw new Error("no dictionaries");
    }
    return cell;
  }
  return {
    make,
    hash: async (cell) => bytesToHex(await cell.hash()),
    bag([root, ...otherRoots], options) {
      if (otherRoots.length > 0) throw new Error("one root only");
      return options ? root.toBoc(options.index, options.crc, options.cache ?? false) : root.toBoc();
    },
  };
}

/** ton3-core. */
export function ton3({ Address, Builder, BOC, CellType, Coins, HashmapE }) {
  const TYPES = {
    1: CellType.PrunedBranch,
    2: CellType.LibraryReference,
    3: CellType.MerkleProof,
    4: CellType.MerkleUpdate,
  };
  function make({ o, x = false }) {
    const builder = new Builder();
    for (const [kind, first, second] of omitTails(o)) {
      if (kind === "u") builder.storeUint(BigInt(second), first);
      else if (kind === "b") builder.storeBytes([...Buffer.from(first, "hex")]);
      else if (kind === "c") builder.storeCoins(new Coins(first, { isNano: true }));
      else if (kind === "a") builder.storeAddress(first && new Address(first));
      else if (kind === "m") builder.storeMaybeRef(first && make(first));
      else if (kind === "d") {
        const dictionary = new HashmapE(first, {
          serializers: {
            key: (key) => [...BigInt(key).toString(2).padStart(first, "0")].map(Number),
            value: (value) => make({ o: value }),
          },
        });
        for (const [key, value] of second) dictionary.set(key, value);
        builder.storeDict(dictionary);
      } else {
        const cell = make(first);
        for (let remaining = second; remaining > 0; remaining -= 1) builder.storeRef(cell);
      }
    }
    return builder.cell(x ? TYPES[Number(o[0][2])] : CellType.Ordinary);
  }
  return {
    make,
    hash: (cell) => cell.hash(),
    bag: (roots, options) =>
      new BOC(roots).toBytes(
        options && { has_index: options.index, hash_crc32: options.crc, has_cache_bits: options.cache ?? false },
      ),
  };
}
