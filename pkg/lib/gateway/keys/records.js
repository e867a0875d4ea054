// Reads a list of key records, as JSON text or as an array; the core checks each one.

import { fail, isList } from "../../util/error.js";
import { core } from "../../wasm/gateway.js";

/** Returns the records of a list by their hashes. No value or an empty text means an empty list. */
export function readKeyRecords(source) {
  const records = new Map();
  for (const [index, item] of parseList(source).entries()) {
    let record;
    try {
      record = JSON.parse(core.call("keyRecord", JSON.stringify(item) ?? "null"));
    } catch (error) {
      throw fail("key_record_invalid", `record ${index + 1} of the list of keys: ${error.message}`);
    }
    if (records.has(record.hash))
      throw fail("key_record_invalid", `record ${index + 1} of the list of keys has the same hash as an earlier one`);
    records.set(record.hash, record);
  }
  return records;
}

function parseList(source) {
  if (source === undefined || source === null || source === "") return [];
  let list = source;
  if (typeof source === "string") {
    try {
      list = JSON.parse(source);
    } catch {
      // The parser's message is not used, since it would quote the text.
      throw fail("key_record_invalid", "the list of keys is not JSON");
    }
  }
  if (!isList(list)) throw fail("key_record_invalid", "the list of keys must be an array of records");
  return list;
}
