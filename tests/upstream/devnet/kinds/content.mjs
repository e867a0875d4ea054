// The content of tokens, TEP-64: fields on the chain, or the URL of a document elsewhere.
// https://github.com/ton-blockchain/TEPs/blob/master/text/0064-token-data-standard.md
import { createHash } from "node:crypto";

import { Dictionary } from "@ton/core";

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

/** The bytes of a value: snake format (tag 0), or chunks in a dictionary (tag 1). @param {import("@ton/core").Cell} cell */
function bytesOf(cell) {
  const slice = cell.beginParse();
  const tag = slice.loadUint(8);
  if (tag === 0) return snake(slice);
  if (tag !== 1) throw new Error(`content has the tag ${tag}`);
  const chunks = slice.loadDict(Dictionary.Keys.Uint(32), Dictionary.Values.Cell());
  return Buffer.concat([...chunks.keys()].sort((a, b) => a - b).map((key) => snake(chunks.get(key).beginParse())));
}

/** @param {import("@ton/core").Slice} slice */
function snake(slice) {
  const parts = [];
  for (let part = slice; ; part = part.loadRef().beginParse()) {
    parts.push(part.loadBuffer(part.remainingBits >> 3));
    if (part.remainingRefs === 0) return Buffer.concat(parts);
  }
}

/**
 * The content as the service gives it: each field by its name, one that TEP-64 does not name by its hash; off-chain content
 * has `uri` alone.
 * @param {import("@ton/core").Cell | null} cell @returns {Record<string, string> | null} null: none, or none of TEP-64
 */
export function contentOf(cell) {
  if (!cell || cell.bits.length < 8) return null;
  try {
    const slice = cell.beginParse();
    const tag = slice.loadUint(8);
    if (tag === OFF_CHAIN) return { uri: snake(slice).toString() };
    if (tag !== ON_CHAIN) return null;
    const fields = slice.loadDict(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
    const named = fields.keys().map((key) => {
      const name = NAME_OF.get(key.toString("hex")) ?? key.toString("hex");
      const bytes = bytesOf(fields.get(key));
      return [name, name === "image_data" ? bytes.toString("base64") : bytes.toString()];
    });
    return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
  } catch {
    return null; // content of another standard
  }
}
