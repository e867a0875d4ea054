// Reads and writes key records for `ton-edge key`: in a file, or in Workers KV through wrangler.

import { access } from "node:fs/promises";

import { fileKeys } from "../gateway/keys/file-keys.js";
import { nameKvEntry } from "../gateway/keys/kv-keys.js";
import { core } from "../wasm/gateway.js";
import { runWrangler } from "./wrangler.js";

/** Maximum concurrent reads of KV, since each is a process. */
const MAX_CONCURRENT = 4;
const HASH = /^[0-9a-f]{64}$/;

/**
 * @typedef {import("../../gateway.js").KeyRecord} KeyRecord
 * @typedef {{ name: string, list(): Promise<KeyRecord[]>, find(id: string): Promise<KeyRecord | undefined>,
 *   put(record: KeyRecord): Promise<unknown> }} Store `find` by id or hash
 */

/** @param {string} path @returns {Store} */
export function createFileStore(path) {
  const store = fileKeys(path);
  async function list() {
    // Unlike for a gateway, the file must exist, so that a misspelt path is noticed.
    await access(path).catch((error) => {
      if (error.code !== "ENOENT") throw error;
      throw new Error(`the file ${path} does not exist: \`ton-edge key new --file ${path}\` creates it`);
    });
    return store.list();
  }
  return {
    name: path,
    list,
    find: (id) => list().then((records) => findOnlyRecord(records, id)),
    put: (record) => store.put(record),
  };
}

/** @param {string[]} namespaceWords wrangler arguments that select the namespace @returns {Store} */
export function createKvStore(namespaceWords) {
  const listNames = async (prefix) =>
    JSON.parse(await runWrangler([...listWords(namespaceWords), "--prefix", nameKvEntry(prefix)])).map(
      ({ name }) => name,
    );

  async function readRecords(names) {
    const records = new Array(names.length);
    let nextIndex = 0;
    const readNextBatch = async () => {
      while (nextIndex < names.length) {
        const index = nextIndex;
        nextIndex += 1;
        records[index] = parseRecord(names[index], await runWrangler(getWords(namespaceWords, names[index])));
      }
    };
    await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT, names.length) }, readNextBatch));
    return records;
  }

  return {
    name: "the KV namespace",
    list: async () => readRecords(await listNames("")),
    async find(id) {
      // By default an id is the beginning of the hash, so these names are searched first.
      const records = await readRecords(await listNames(id));
      return findOnlyRecord(records, id) ?? findOnlyRecord(await readRecords(await listNames("")), id);
    },
    put: (record) => runWrangler(listPutWords(namespaceWords, record)),
  };
}

/** Returns the arguments of a wrangler command. */
export const listWords = (namespaceWords) => ["kv", "key", "list", ...namespaceWords];
export const getWords = (namespaceWords, name) => ["kv", "key", "get", ...namespaceWords, name];
export const listPutWords = (namespaceWords, record) => [
  "kv",
  "key",
  "put",
  ...namespaceWords,
  nameKvEntry(record.hash),
  JSON.stringify(record),
];

/** Parses and checks a record from KV, since anyone with access may have written it. */
export function parseRecord(name, text) {
  let record;
  try {
    record = JSON.parse(core.call("keyRecord", text));
  } catch (error) {
    throw new Error(`${name}: ${error.message}`);
  }
  if (nameKvEntry(record.hash) !== name) throw new Error(`${name}: the record has the hash of another key`);
  return record;
}

/** Finds the one record with an id or a hash. */
function findOnlyRecord(records, id) {
  const matches = records.filter((record) => (HASH.test(id) ? record.hash === id : record.id === id));
  if (matches.length > 1) throw new Error(`${matches.length} keys have the id ${id}: select one by its hash`);
  return matches[0];
}
