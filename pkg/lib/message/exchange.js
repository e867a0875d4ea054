// Cells as they cross to cell.wasm and message.wasm and back: `src/cell/{dump,exchange}.rs` are the other side.

/** Under this name a cell has its data, padded to whole bytes with one set bit and clear ones. For this package only. */
export const DATA = /* @__PURE__ */ Symbol("data");

/** How many levels a mask has. */
export const levels = (mask) => (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1);

/** The cells of a dump of `src/cell/dump.rs`, each made when it is looked at. */
export class Bag {
  #words;
  #depthsAt;
  #hashesAt;
  #dataAt;
  #make;
  #cells = [];

  /** @param {Uint8Array<ArrayBuffer>} dump @param {(info: number, bag: Bag, id: number) => any} make */
  constructor(dump, make) {
    const words = new Uint32Array(dump.buffer, dump.byteOffset, dump.length >> 2);
    const [cells, roots, hashes] = words;
    this.rootCount = roots;
    this.bytes = dump;
    this.#words = words;
    this.#make = make;
    this.#depthsAt = 16 + 4 * roots + 28 * cells;
    this.#hashesAt = this.#depthsAt + 2 * (hashes + (hashes & 1));
    this.#dataAt = this.#hashesAt + 32 * hashes;
  }

  root(at) {
    return this.cell(this.#words[4 + at]);
  }

  cell(id) {
    return (this.#cells[id] ??= this.#make(this.#words[this.#at(id) + 1], this, id));
  }

  #at(id) {
    return 4 + this.rootCount + 7 * id;
  }

  /** Where the data of a cell begin in the bytes. */
  start(id) {
    return this.#dataAt + this.#words[this.#at(id)];
  }

  ref(id, at) {
    return this.cell(this.#words[this.#at(id) + 2 + at]);
  }

  /** The depth at one of its levels. */
  depth(id, index) {
    const at = this.#depthsAt + 2 * (this.#words[this.#at(id) + 6] + index);
    return this.bytes[at] | (this.bytes[at + 1] << 8);
  }

  /** The hash at one of its levels, without a copy. */
  hash(id, index) {
    const at = this.#hashesAt + 32 * (this.#words[this.#at(id) + 6] + index);
    return this.bytes.subarray(at, at + 32);
  }
}

/** Writes the head of a cell in a list: its bits, whether it is exotic, and how many references it has. */
export function putHead(bytes, at, bits, exotic, refs) {
  bytes[at] = bits;
  bytes[at + 1] = (bits >> 8) | (exotic ? 0x80 : 0);
  bytes[at + 2] = refs;
  return at + 3;
}

export function put32(bytes, at, number) {
  bytes[at] = number;
  bytes[at + 1] = number >> 8;
  bytes[at + 2] = number >> 16;
  bytes[at + 3] = number >>> 24;
  return at + 4;
}

/**
 * All cells below some roots, each after those that it refers to, as `src/cell/exchange.rs` reads them, and their places.
 *
 * @param {Iterable<any>} roots
 */
export function listOf(roots) {
  const places = new Map();
  const path = [];
  let size = 4;
  for (const root of roots) {
    path.push(root);
    while (path.length > 0) {
      const cell = path[path.length - 1];
      const missing = places.has(cell) ? undefined : cell.refs.filter((ref) => !places.has(ref));
      if (missing?.length) {
        path.push(...missing);
        continue;
      }
      path.pop();
      if (!missing) continue;
      places.set(cell, places.size);
      size += 3 + 4 * cell.refs.length + ((cell.bits + 7) >> 3);
    }
  }
  return { places, size };
}

/** Writes the list of `listOf` to bytes from a position on. */
export function putList(bytes, at, { places }) {
  at = put32(bytes, at, places.size);
  for (const cell of places.keys()) {
    at = putHead(bytes, at, cell.bits, cell.isExotic, cell.refs.length);
    for (const ref of cell.refs) at = put32(bytes, at, places.get(ref));
    bytes.set(cell[DATA], at);
    // Bits after the last one are clear in a list.
    at += cell[DATA].length;
  }
  return at;
}
