// Dictionaries in the data of contracts (block.tlb, HashmapE). A contract can build one from any cells, and cells can be shared: a few forks
// that refer to one another form a tree of unlimited size. So this reader bounds its work.

/** @typedef {import("@ton/core").Cell} Cell @typedef {import("@ton/core").Slice} Slice */

/** Most cells that one reader opens. */
const MOST_CELLS = 8192;

/** @param {Slice} slice @param {number} length @param {number} maxLength bits that are left of the key */
function readDigits(slice, length, maxLength) {
  if (length > maxLength) throw new Error("a label is longer than its key");
  return Array.from({ length }, () => (slice.loadBit() ? "1" : "0")).join("");
}

/** The label of an edge (HmLabel), as binary digits. @param {Slice} slice @param {number} maxBits remaining bits of the key */
function readLabel(slice, maxBits) {
  if (!slice.loadBit()) {
    let length = 0;
    while (slice.loadBit()) length += 1;
    return readDigits(slice, length, maxBits);
  }
  const repeatedBit = slice.loadBit() ? (slice.loadBit() ? "1" : "0") : undefined;
  const length = slice.loadUint(32 - Math.clz32(maxBits));
  if (repeatedBit === undefined) return readDigits(slice, length, maxBits);
  if (length > maxBits) throw new Error("a label is longer than its key");
  return repeatedBit.repeat(length);
}

/** Binary digits as bytes. @param {string} key of whole bytes */
export const toKeyBytes = (key) =>
  Buffer.from(
    BigInt(`0b${key}`)
      .toString(16)
      .padStart(key.length / 4, "0"),
    "hex",
  );

/** Opens cells; a cell counts each time it is opened. */
export class CellReader {
  #left = MOST_CELLS;

  /** @param {Cell} cell @throws after the limit of cells */
  open(cell) {
    this.#left -= 1;
    if (this.#left < 0) throw new Error(`more than ${MOST_CELLS} cells`);
    return cell.beginParse();
  }

  /**
   * The cells of a dictionary by their keys, in the order of the keys.
   * @param {Cell} root @param {number} bits of a key
   * @param {(prefix: string) => boolean} [isWanted] whether keys with this beginning, in binary digits, are wanted; default all
   * @returns {[key: string, value: Cell][]} keys as binary digits
   * @throws if the cells are not a dictionary, or are too many
   */
  entries(root, bits, isWanted = () => true) {
    /** @type {[string, Cell][]} */
    const pairs = [];
    const visitCell = (/** @type {Cell} */ cell, /** @type {string} */ prefix) => {
      if (!isWanted(prefix)) return;
      const node = this.open(cell);
      const key = prefix + readLabel(node, bits - prefix.length);
      if (key.length === bits) {
        if (isWanted(key)) pairs.push([key, node.loadRef()]);
        return;
      }
      const [zeroSide, oneSide] = [node.loadRef(), node.loadRef()];
      visitCell(zeroSide, `${key}0`);
      visitCell(oneSide, `${key}1`);
    };
    visitCell(root, "");
    return pairs;
  }
}
