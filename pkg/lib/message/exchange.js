// Passes cells to cell.wasm and message.wasm and back. The Rust counterparts are `src/cell/{dump,exchange}.rs`.

/** The key of a cell's data, padded to whole bytes with a 1 bit and zeros. For this package only. */
export const DATA = /* @__PURE__ */ Symbol("data");

/** Returns the number of levels in a level mask. */
export const countLevels = (mask) => (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1);

/** The cells of a dump of `src/cell/dump.rs`. Each is created when it is first read. */
export class Bag {
  #words;
  #depthsAt;
  #hashesAt;
  #dataAt;
  #make;
  #cells = [];

  /** @param {Uint8Array<ArrayBuffer>} dump @param {(info: number, bag: Bag, id: number) => any} makeCell */
  constructor(dump, makeCell) {
    const uint32s = new Uint32Array(dump.buffer, dump.byteOffset, dump.length >> 2);
    const [cells, roots, hashes] = uint32s;
    this.rootCount = roots;
    this.bytes = dump;
    this.#words = uint32s;
    this.#make = makeCell;
    this.#depthsAt = 16 + 4 * roots + 28 * cells;
    this.#hashesAt = this.#depthsAt + 2 * (hashes + (hashes & 1));
    this.#dataAt = this.#hashesAt + 32 * hashes;
  }

  root(index) {
    return this.cell(this.#words[4 + index]);
  }

  cell(id) {
    return (this.#cells[id] ??= this.#make(this.#words[this.#wordIndex(id) + 1], this, id));
  }

  #wordIndex(id) {
    return 4 + this.rootCount + 7 * id;
  }

  /** Returns the byte offset of a cell's data. */
  start(id) {
    return this.#dataAt + this.#words[this.#wordIndex(id)];
  }

  ref(id, index) {
    return this.cell(this.#words[this.#wordIndex(id) + 2 + index]);
  }

  /** Returns the depth of a cell at its level with this index. */
  depth(id, index) {
    const offset = this.#depthsAt + 2 * (this.#words[this.#wordIndex(id) + 6] + index);
    return this.bytes[offset] | (this.bytes[offset + 1] << 8);
  }

  /** Returns the hash of a cell at its level with this index, without a copy. */
  hash(id, index) {
    const offset = this.#hashesAt + 32 * (this.#words[this.#wordIndex(id) + 6] + index);
    return this.bytes.subarray(offset, offset + 32);
  }
}

/** Writes the header of a cell in a list: number of bits, whether the cell is exotic, number of references. */
export function writeCellHead(bytes, offset, bits, exotic, refs) {
  bytes[offset] = bits;
  bytes[offset + 1] = (bits >> 8) | (exotic ? 0x80 : 0);
  bytes[offset + 2] = refs;
  return offset + 3;
}

export function writeUint32(bytes, offset, number) {
  bytes[offset] = number;
  bytes[offset + 1] = number >> 8;
  bytes[offset + 2] = number >> 16;
  bytes[offset + 3] = number >>> 24;
  return offset + 4;
}

/**
 * Lists all cells below the roots with their indices, in the format of `src/cell/exchange.rs`: each cell after the cells to which it
 * refers.
 *
 * @param {Iterable<any>} roots
 */
export function listCells(roots) {
  const indexByCell = new Map();
  const pending = [];
  let size = 4;
  for (const root of roots) {
    pending.push(root);
    while (pending.length > 0) {
      const cell = pending[pending.length - 1];
      const missingRefs = indexByCell.has(cell) ? undefined : cell.refs.filter((ref) => !indexByCell.has(ref));
      if (missingRefs?.length) {
        pending.push(...missingRefs);
        continue;
      }
      pending.pop();
      if (!missingRefs) continue;
      indexByCell.set(cell, indexByCell.size);
      size += 3 + 4 * cell.refs.length + ((cell.bits + 7) >> 3);
    }
  }
  return { indexByCell, size };
}

/** Writes the result of `listCells` to bytes from an offset on. */
export function writeCellList(bytes, offset, { indexByCell }) {
  offset = writeUint32(bytes, offset, indexByCell.size);
  for (const cell of indexByCell.keys()) {
    offset = writeCellHead(bytes, offset, cell.bits, cell.isExotic, cell.refs.length);
    for (const ref of cell.refs) offset = writeUint32(bytes, offset, indexByCell.get(ref));
    bytes.set(cell[DATA], offset);
    // In this format, unused bits of the last byte are zero.
    offset += cell[DATA].length;
  }
  return offset;
}
