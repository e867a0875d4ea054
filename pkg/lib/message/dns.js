// Encodes domains and decodes their records (TEP-81).

import { MAX_ENTRIES, MAX_NAME_BYTES } from "../../dist/message-abi.js";
import { DNS_CATEGORIES } from "../../dist/schemas.js";
import { fail, isDataError, kindOf } from "../util/error.js";
import { beginCell, toCell } from "./cell.js";
import { encodeHex } from "./text.js";
import { hasLoneSurrogate } from "../util/lone-surrogate.js";
import { decodeUtf8Lossy, encodeUtf8 } from "../util/utf8.js";

const domainError = (problem) => fail("invalid_parameter", `the domain ${problem}`, { parameter: "domain" });

/**
 * Encodes a domain for resolvers: its labels from the last to the first, each followed by a zero byte.
 *
 * @param {any} domain
 */
export function encodeDomain(domain) {
  if (typeof domain !== "string") throw domainError(`must be a text, not ${kindOf(domain)}`);
  const text = domain.endsWith(".") ? domain.slice(0, -1) : domain;
  // Checked first, so that a very long text is refused quickly.
  if (text.length > MAX_NAME_BYTES) throw domainError(`has more than ${MAX_NAME_BYTES} bytes`);
  // A lone surrogate would become another character.
  if (hasLoneSurrogate(text)) throw domainError("has a lone surrogate");
  const names = text.toLowerCase().split(".");
  for (const name of names) {
    if (name === "") throw domainError("has an empty label");
    // Control characters and spaces could end or hide a label. Resolvers decide about all other characters.
    if (/[\u0000-\u0020\u007f]/.test(name)) throw domainError("has a space or a control character");
  }
  const bytes = encodeUtf8(`${names.reverse().join("\0")}\0`);
  if (bytes.length > MAX_NAME_BYTES + 1) throw domainError(`has more than ${MAX_NAME_BYTES} bytes`);
  return bytes;
}

/** Readers of records, by their tags. */
const RECORD_READERS = {
  [0x9fd3]: ["wallet", (slice) => slice.loadAddress()],
  [0xba93]: ["resolver", (slice) => slice.loadAddress()],
  [0xad01]: ["adnl", (slice) => encodeHex(slice.loadBytes(32))],
  [0x7473]: ["bag", (slice) => encodeHex(slice.loadBytes(32))],
  [0x1eda]: ["text", loadText],
};

/** Reads `Text`: chunks, each with its length, in a chain of cells. */
function loadText(slice) {
  let remainingChunks = slice.loadUint(8);
  const parts = [];
  for (let chunkSlice = slice; remainingChunks > 0; remainingChunks -= 1) {
    parts.push(...chunkSlice.loadBytes(chunkSlice.loadUint(8)));
    if (remainingChunks > 1) chunkSlice = chunkSlice.loadRef().beginParse();
  }
  return decodeUtf8Lossy(Uint8Array.from(parts));
}

/** Decodes a record to its category and value; undefined for types outside the standard. @param {any} cell */
function decodeRecord(cell) {
  try {
    const slice = toCell(cell).beginParse();
    if (slice.remainingBits < 16) return undefined;
    const reader = RECORD_READERS[slice.loadUint(16)];
    return reader && { type: reader[0], value: reader[1](slice) };
  } catch (cause) {
    if (!isDataError(cause)) throw cause;
    // The owner of a domain may write anything into a record, so records that cannot be read are skipped.
    return undefined;
  }
}

/** Returns the records of a domain by category. @param {any} root of a dictionary, or null */
export function decodeDnsRecords(root) {
  const records = { wallet: null, site: null, storage: null, resolver: null, text: null };
  const dict = beginCell().storeMaybeRef(root).endCell().beginParse().loadDict(256, MAX_ENTRIES);
  for (const [key, value] of dict) {
    const category = DNS_CATEGORIES[key.toString(16).padStart(64, "0")];
    // The standard stores a record in a separate cell; some contracts store it inline.
    const record = decodeRecord(
      value.remainingRefs > 0 && value.remainingBits === 0 ? value.loadRef() : value.asCell(),
    );
    if (!record) continue;
    if (category === "wallet" && record.type === "wallet") records.wallet = record.value;
    if (category === "site" && (record.type === "adnl" || record.type === "bag")) records.site = record;
    if (category === "storage" && record.type === "bag") records.storage = record.value;
    if (category === "dns_next_resolver" && record.type === "resolver") records.resolver = record.value;
    if (category === "text" && record.type === "text") records.text = record.value;
  }
  return records;
}
