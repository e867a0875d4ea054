// `fileKeys`: key records in a JSON file, read again when it changes. For Node, Deno and Bun.

import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm, stat } from "node:fs/promises";

import { fail } from "../../util/error.js";
import { requireString } from "../../util/options.js";
import { readKeyRecords } from "./records.js";

/** Milliseconds between two looks at the file. */
const LOOK_EVERY = 1000;

export function fileKeys(path, now = Date.now) {
  requireString("invalid_option", "path of fileKeys", path);
  let last;

  /** A file that is gone or broken throws at every lookup: an old list must not outlive it. */
  async function read() {
    const time = now();
    if (last && time - last.looked < LOOK_EVERY && time >= last.looked) return last.records;
    const { mtimeMs, size, ino } = await stat(path);
    const version = `${mtimeMs} ${size} ${ino}`;
    const records = last?.version === version ? last.records : readKeyRecords(await readFile(path, "utf8"));
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

  /** Writes the file whole or not at all: with the mode and owner that it has, else readable by its owner only. */
  async function write(records) {
    const draft = `${path}.${randomUUID()}`;
    const old = await stat(path).catch(() => undefined);
    try {
      const file = await open(draft, "wx", 0o600);
      try {
        if (old) {
          // Only root may give a file away; for others it is theirs already.
          await file.chown(old.uid, old.gid).catch(() => {});
          await file.chmod(old.mode & 0o777);
        }
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
    ttlMs: 0,
    find: async (hash) => (await read()).get(hash),
    list: async () => [...(await current()).values()],
    async put(record) {
      const records = await current();
      await write(readKeyRecords([...new Map(records).set(record.hash, record).values()]));
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
