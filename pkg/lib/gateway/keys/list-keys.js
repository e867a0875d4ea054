// `listKeys`: key records in an array, or in a secret that holds JSON.

import { mapMaybe } from "../../util/maybe-promise.js";
import { readKeyRecords } from "./records.js";

export function listKeys(written) {
  const source = typeof written === "function" ? written : () => written;
  let last;
  const parsed = (text) => {
    // Parsed once for each text: a secret is the same until it is replaced. An array may change in place.
    if (last === undefined || typeof text !== "string" || last.text !== text)
      last = { text, records: readKeyRecords(text) };
    return last.records;
  };
  const read = (env) => mapMaybe(source(env), parsed);
  return {
    ttlMs: 0,
    find: (hash, env) => mapMaybe(read(env), (records) => records.get(hash)),
    list: async (env) => [...(await read(env)).values()],
  };
}
