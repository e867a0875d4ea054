// The content of tokens, TEP-64: fields on the chain, or the URL of a document elsewhere.
// https://github.com/ton-blockchain/TEPs/blob/master/text/0064-token-data-standard.md
import { createHash } from "node:crypto";

/** The names of TEP-64; the chain has their hashes. */
const NAMES = [
  "uri",
  "name",
  "description",
  "image",
  "image_data",
  "symbol",
  "decimals",
  "amount_style",
  "render_type",
];
const NAME_OF = new Map(NAMES.map((name) => [createHash("sha256").update(name).digest("hex"), name]));

const ON_CHAIN = 0;
const OFF_CHAIN = 1;

/** Most cells that one content may lead through. Cells are shared: a few that refer to one another in forks are a tree of any size. */
const MOST_CELLS = 8192;

/** Reads one content: cells and slices of it, as often as they are met. */
class Reader {
  #left = MOST_CELLS;

  /** @param {import("@ton/core").Cell} cell */
  open(cell) {
    this.#left -= 1;
    if (this.#left < 0) throw new Error(`content of more than ${MOST_CELLS} cells`);
    return cell.beginParse();
  }

  /** The bytes of a value: snake format (tag 0), or chunks in a dictionary (tag 1). @param {import("@ton/core").Cell} cell */
  bytesOf(cell) {
    const slice = this.open(cell);
    const tag = slice.loadUint(8);
    if (tag === 0) return this.snake(slice);
    if (tag !== 1) throw new Error(`content has the tag ${tag}`);
    return Buffer.concat(this.entries(slice, 32).map(([, chunk]) => this.snake(this.open(chunk))));
  }

  /** @param {import("@ton/core").Slice} slice */
  snake(slice) {
    const parts = [];
    for (let part = slice; ; part = this.open(part.loadRef())) {
      parts.push(part.loadBuffer(part.remainingBits >> 3));
      if (part.remainingRefs === 0) return Buffer.concat(parts);
    }
  }

  /**
   * The cells of a dictionary by their keys, in the order of the keys.
   * @param {import("@ton/core").Slice} slice @param {number} bits of a key @returns {[key: string, value: import("@ton/core").Cell][]} keys as binary digits
   */
  entries(slice, bits) {
    /** @type {[string, import("@ton/core").Cell][]} */
    const found = [];
    const visit = (/** @type {import("@ton/core").Cell} */ cell, /** @type {string} */ prefix) => {
      const node = this.open(cell);
      const key = prefix + label(node, bits - prefix.length);
      if (key.length === bits) return void found.push([key, node.loadRef()]);
      const [zero, one] = [node.loadRef(), node.loadRef()];
      visit(zero, `${key}0`);
      visit(one, `${key}1`);
    };
    const root = slice.loadMaybeRef();
    if (root) visit(root, "");
    return found;
  }
}

/** The label of an edge (block.tlb, HmLabel). @param {import("@ton/core").Slice} slice @param {number} most bits that are left of the key */
function label(slice, most) {
  const isLong = slice.loadBit();
  if (!isLong) {
    let length = 0;
    while (slice.loadBit()) length += 1;
    return digits(slice, length, most);
  }
  const isSame = slice.loadBit();
  const bit = isSame && slice.loadBit() ? "1" : "0";
  const length = slice.loadUint(32 - Math.clz32(most));
  if (!isSame) return digits(slice, length, most);
  if (length > most) throw new Error("a label is longer than its key");
  return bit.repeat(length);
}

/** @param {import("@ton/core").Slice} slice @param {number} length @param {number} most */
function digits(slice, length, most) {
  if (length > most) throw new Error("a label is longer than its key");
  let text = "";
  for (let i = 0; i < length; i += 1) text += slice.loadBit() ? "1" : "0";
  return text;
}

const hexadecimal = (/** @type {string} */ binary) => BigInt(`0b${binary}`).toString(16).padStart(64, "0");

/**
 * The content as the service gives it: each field by its name, one that TEP-64 does not name by its hash; off-chain content
 * has `uri` alone.
 * @param {import("@ton/core").Cell | null} cell @returns {Record<string, string> | null} null: none, or none of TEP-64
 */
export function contentOf(cell) {
  if (!cell || cell.bits.length < 8) return null;
  try {
    const reader = new Reader();
    const slice = reader.open(cell);
    const tag = slice.loadUint(8);
    if (tag === OFF_CHAIN) return { uri: reader.snake(slice).toString() };
    if (tag !== ON_CHAIN) return null;
    const named = reader.entries(slice, 256).map(([key, value]) => {
      const name = NAME_OF.get(hexadecimal(key)) ?? hexadecimal(key);
      const bytes = reader.bytesOf(value);
      return [name, name === "image_data" ? bytes.toString("base64") : bytes.toString()];
    });
    return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
  } catch {
    return null; // content of another standard
  }
}
