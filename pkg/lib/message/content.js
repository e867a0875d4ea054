// Decodes token metadata (TEP-64). Contracts may write anything, so an unreadable part stays as bytes and does not hide other parts.

import { MAX_ENTRIES } from "../../dist/message-abi.js";
import { CONTENT_KEYS } from "../../dist/schemas.js";
import { fail, isDataError } from "../util/error.js";
import { toCell } from "./cell.js";
import { joinBytes } from "./join-bytes.js";
import { decodeUtf8 } from "../util/utf8.js";

const ON_CHAIN = 0;
const OFF_CHAIN = 1;
const SNAKE = 0;
const CHUNKS = 1;
/**
 * Maximum bytes of all properties, and maximum cells of their chains. Limited because chunks can share cells: a small bag can
 * represent gigabytes.
 */
const CONTENT_BUDGET = { bytes: 1 << 20, cells: 1 << 16 };

/** Decoders for properties that are not plain text; they return undefined for invalid bytes. */
const PROPERTY_READERS = {
  image_data: (bytes) => bytes,
  decimals(bytes) {
    const text = decodeUtf8(bytes) ?? "";
    return /^\d{1,3}$/.test(text) && Number(text) <= 255 ? Number(text) : undefined;
  },
};

const toCamelCase = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** Reads the rest of a slice and the chain of cells that follows. */
function loadChain(slice, budget) {
  const cellCount = 1 + (slice.remainingRefs > 0 ? 1 + slice.clone().loadRef().depth() : 0);
  if (cellCount > budget.cells) throw fail("cell_read", "the properties have too many cells");
  budget.cells -= cellCount;
  const bytes = slice.loadBytesTail();
  if (bytes.length > budget.bytes) throw fail("cell_read", "the properties have too many bytes");
  budget.bytes -= bytes.length;
  return bytes;
}

/** Reads the bytes of a property: a chain of cells (snake), or numbered chunks. */
function loadValueBytes(slice, budget) {
  if (slice.remainingBits === 0 && slice.remainingRefs > 0) slice = slice.loadRef().beginParse();
  if (slice.remainingBits < 8) return new Uint8Array(0);
  const layout = slice.clone().loadUint(8);
  if (layout === CHUNKS) {
    const chunks = slice.skip(8).loadDict(32, MAX_ENTRIES);
    const parts = Array.from(chunks.values(), (chunk) => loadChain(chunk.loadRef().beginParse(), budget));
    return joinBytes(parts);
  }
  // Some contracts omit the layout byte: then the value is a chain.
  return loadChain(layout === SNAKE ? slice.skip(8) : slice, budget);
}

/** @param {any} source */
export function decodeContent(source) {
  const cell = toCell(source);
  const content = { layout: "unknown", other: {}, cell };
  try {
    return readContent(cell, content);
  } catch (cause) {
    if (!isDataError(cause)) throw cause;
    // The properties before the error could mislead without the others, so they are dropped, too.
    return { layout: "unknown", other: {}, cell };
  }
}

function readContent(cell, content) {
  const slice = cell.beginParse();
  if (slice.remainingBits < 8) return content;
  const layout = slice.loadUint(8);
  if (layout === OFF_CHAIN) {
    const uri = decodeUtf8(loadChain(slice, { ...CONTENT_BUDGET }));
    if (uri !== undefined) Object.assign(content, { layout: "offchain", uri });
  }
  if (layout !== ON_CHAIN || slice.remainingBits !== 1) return content;
  const budget = { ...CONTENT_BUDGET };
  for (const [key, value] of slice.loadDict(256, MAX_ENTRIES)) {
    const hash = key.toString(16).padStart(64, "0");
    let bytes;
    try {
      bytes = loadValueBytes(value, budget);
    } catch (cause) {
      if (!isDataError(cause)) throw cause;
      // Skips only this property.
      continue;
    }
    const name = Object.hasOwn(CONTENT_KEYS, hash) ? CONTENT_KEYS[hash] : undefined;
    const propertyValue = name && (PROPERTY_READERS[name] ?? decodeUtf8)(bytes);
    if (name && propertyValue !== undefined) content[toCamelCase(name)] = propertyValue;
    else content.other[hash] = bytes;
  }
  content.layout = content.uri === undefined ? "onchain" : "semichain";
  return content;
}
