// Keys of callers in a JSON file: Node, Deno, Bun. Read again when it changes.

import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm, stat } from "node:fs/promises";

import { fail } from "../../error.js";
import { text } from "../../options.js";
import { readRecords } from "./records.js";

/** Milliseconds between two looks at the file. */
const LOOK_EVERY = 1000;

export function fileKeys(path, now = Date.now) {
  text("invalid_option", "path of fileKeys", path);
  let last;

  /** A file that is gone or broken throws at every lookup: an old list must not outlive it. */
  async function read() {
    const time = now();
    if (last && time - last.looked < LOOK_EVERY && time >= last.looked) return last.records;
    const { mtimeMs, size, ino } = await stat(path);
    const version = `${mtimeMs} ${size} ${ino}`;
    const records = last?.version === version ? last.records : readRecords(await readFile(path, "utf8"));
    last = { looked: time, version, records };
    return records;
  }

  async function current() {
    last = undefined;
    return read().catch((error) => {
      if (error.code === "ENOENT") return new Map();
      throw error;
    });
  }

  /** Whole or not at all, and for nobody else to read. */
  async function write(records) {
    const draft = `${path}.${randomUUID()}`;
    try {
      const file = await open(draft, "wx", 0o600);
      try {
        await file.writeFile(`${JSON.stringify([...records.values()], null, 2)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
    last = undefined;
  }

  return {
    ttl: 0,
    find: async (hash) => (await read()).get(hash),
    list: async () => [...(await current()).values()],
    async put(record) {
      const records = await current();
      await write(readRecords([...new Map(records).set(record.hash, record).values()]));
    },
    async revoke(id, _env, at = new Date().toISOString()) {
      const records = await current();
      const record = [...records.values()].find((one) => one.id === id);
      if (!record) return false;
      if (records.size !== new Set([...records.values()].map((one) => one.id)).size) {
        throw fail("key_record_invalid", `two keys of the file have the same id`);
      }
      records.set(record.hash, { ...record, revoked: record.revoked || at });
      await write(records);
      return true;
    },
  };
}
