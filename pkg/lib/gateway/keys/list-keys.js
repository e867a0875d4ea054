// `listKeys`: key records in an array, or in a secret that holds JSON.

import { readKeyRecords } from "./records.js";

export function listKeys(written) {
  const source = typeof written === "function" ? written : () => written;
  let last;
  const read = async (env) => {
    const text = await source(env);
    // Parsed once for each text: a secret is the same until it is replaced. An array may change in place.
    if (last === undefined || typeof text !== "string" || last.text !== text)
      last = { text, records: readKeyRecords(text) };
    return last.records;
  };
  return {
    ttlMs: 0,
    find: async (hash, env) => (await read(env)).get(hash),
    list: async (env) => [...(await read(env)).values()],
  };
}
