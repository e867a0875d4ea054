// Reads and writes key records for `ton-edge key`: in a file, or in Workers KV by wrangler.

import { access } from "node:fs/promises";

import { fileKeys } from "../gateway/keys/file-keys.js";
import { nameKvEntry } from "../gateway/keys/kv-keys.js";
import { core } from "../wasm/gateway.js";
import { run } from "./wrangler.js";

/** Reads of KV that are on their way at once: each is a process. */
const AT_ONCE = 4;
const HASH = /^[0-9a-f]{64}$/;

/**
 * @typedef {import("../../gateway.js").KeyRecord} KeyRecord
 * @typedef {{ name: string, list(): Promise<KeyRecord[]>, find(id: string): Promise<KeyRecord | undefined>,
 *   put(record: KeyRecord): Promise<unknown> }} Store `find` by id or hash
 */

/** @param {string} path @returns {Store} */
export function fileStore(path) {
  const store = fileKeys(path);
  async function list() {
    // A gateway takes a file that is not there yet for an empty one; who names it here means one that is.
    await access(path).catch((error) => {
      if (error.code !== "ENOENT") throw error;
      throw new Error(`there is no file ${path}: \`ton-edge key new --file ${path}\` creates it`);
    });
    return store.list();
  }
  return {
    name: path,
    list,
    find: (id) => list().then((records) => only(records, id)),
    put: (record) => store.put(record),
  };
}

/** @param {string[]} where words that name the namespace @returns {Store} */
export function kvStore(where) {
  const names = async (prefix) =>
    JSON.parse(await run([...listing(where), "--prefix", nameKvEntry(prefix)])).map(({ name }) => name);

  async function records(all) {
    const found = new Array(all.length);
    let next = 0;
    const work = async () => {
      while (next < all.length) {
        const at = next;
        next += 1;
        found[at] = recordOf(all[at], await run(getting(where, all[at])));
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, all.length) }, work));
    return found;
  }

  return {
    name: "the KV namespace",
    list: async () => records(await names("")),
    async find(id) {
      // An id is the beginning of the hash, unless somebody has written another.
      const near = await records(await names(id));
      return only(near, id) ?? only(await records(await names("")), id);
    },
    put: (record) => run(putting(where, record)),
  };
}

/** The words of the commands. */
export const listing = (where) => ["kv", "key", "list", ...where];
export const getting = (where, name) => ["kv", "key", "get", ...where, name];
export const putting = (where, record) => [
  "kv",
  "key",
  "put",
  ...where,
  nameKvEntry(record.hash),
  JSON.stringify(record),
];

/** The value of a name in KV; checked, since anyone with access may have written it. */
export function recordOf(name, text) {
  let record;
  try {
    record = JSON.parse(core.call("keyRecord", text));
  } catch (error) {
    throw new Error(`${name}: ${error.message}`);
  }
  if (nameKvEntry(record.hash) !== name) throw new Error(`${name}: the record is that of another key`);
  return record;
}

/** The one record of an id or a hash. */
function only(records, id) {
  const found = records.filter((record) => (HASH.test(id) ? record.hash === id : record.id === id));
  if (found.length > 1) throw new Error(`${found.length} keys have the id ${id}: name one by its hash`);
  return found[0];
}
