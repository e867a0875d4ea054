// The content of tokens, TEP-64: fields on the chain, or the URL of a document elsewhere.
// https://github.com/ton-blockchain/TEPs/blob/master/text/0064-token-data-standard.md
import { createHash } from "node:crypto";

import { CellReader, toKeyBytes } from "./dictionary.mjs";

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

/** Reads one content. */
class Reader extends CellReader {
  /** The bytes of a value: snake format (tag 0), or chunks in a dictionary (tag 1). @param {import("@ton/core").Cell} cell */
  readBytes(cell) {
    const slice = this.open(cell);
    const tag = slice.loadUint(8);
    if (tag === 0) return this.snake(slice);
    if (tag !== 1) throw new Error(`content has the tag ${tag}`);
    return Buffer.concat(this.dictionary(slice, 32).map(([, chunk]) => this.snake(this.open(chunk))));
  }

  /** @param {import("@ton/core").Slice} slice */
  snake(slice) {
    const parts = [];
    for (let part = slice; ; part = this.open(part.loadRef())) {
      parts.push(part.loadBuffer(part.remainingBits >> 3));
      if (part.remainingRefs === 0) return Buffer.concat(parts);
    }
  }

  /** The cells of a dictionary that may be empty. @param {import("@ton/core").Slice} slice @param {number} bits of a key */
  dictionary(slice, bits) {
    const root = slice.loadMaybeRef();
    return root ? this.entries(root, bits) : [];
  }
}

/**
 * The content in the service's form: each field by its name, or by its hash if TEP-64 does not name it; off-chain content has only `uri`.
 * @param {import("@ton/core").Cell | null} cell @returns {Record<string, string> | null} null: no content, or not in the form of TEP-64
 */
export function readContent(cell) {
  if (!cell || cell.bits.length < 8) return null;
  try {
    const reader = new Reader();
    const slice = reader.open(cell);
    const tag = slice.loadUint(8);
    if (tag === OFF_CHAIN) return { uri: reader.snake(slice).toString() };
    if (tag !== ON_CHAIN) return null;
    const namedValues = reader.dictionary(slice, 256).map(([key, value]) => {
      const hash = toKeyBytes(key).toString("hex");
      const name = NAME_OF.get(hash) ?? hash;
      const bytes = reader.readBytes(value);
      return [name, name === "image_data" ? bytes.toString("base64") : bytes.toString()];
    });
    return Object.fromEntries(namedValues.sort(([a], [b]) => (a < b ? -1 : 1)));
  } catch {
    return null; // The content follows another standard.
  }
}
