// `listKeys`: key records in an array, or in a secret that holds JSON.

import { mapMaybePromise } from "../../util/maybe-promise.js";
import { readKeyRecords } from "./records.js";

export function listKeys(listOrGetter) {
  const getList = typeof listOrGetter === "function" ? listOrGetter : () => listOrGetter;
  let lastEntry;
  const parseList = (text) => {
    // Parses a text only when it changes, as a secret does when it is replaced. An array is always read, because it may
    // change in place.
    if (lastEntry === undefined || typeof text !== "string" || lastEntry.text !== text)
      lastEntry = { text, records: readKeyRecords(text) };
    return lastEntry.records;
  };
  const readRecords = (env) => mapMaybePromise(getList(env), parseList);
  return {
    ttlMs: 0,
    find: (hash, env) => mapMaybePromise(readRecords(env), (records) => records.get(hash)),
    list: async (env) => [...(await readRecords(env)).values()],
  };
}
