// `fileKeys`: key records in a JSON file, read again when it changes. For Node, Deno and Bun.

import { randomUUID } from "node:crypto";
import { open, readFile, realpath, rename, rm, stat } from "node:fs/promises";

import { fail } from "../../util/error.js";
import { requireString } from "../../util/options.js";
import { readKeyRecords } from "./records.js";

/** Milliseconds between two looks at the file. */
const LOOK_EVERY = 1000;
/** Milliseconds that a change waits for one of another process, and between two tries. */
const LOCK_PATIENCE = 5000;
const LOCK_EVERY = 25;
/** Milliseconds after which a lock is of a process that ended in the middle: a change takes a few. */
const LOCK_STALE = 30_000;

/** Runs a change while no other process changes the file: each would write what it read before the other one wrote. */
async function locked(target, change) {
  const path = `${target}.lock`;
  for (const end = Date.now() + LOCK_PATIENCE; ; await new Promise((done) => setTimeout(done, LOCK_EVERY))) {
    const lock = await open(path, "wx", 0o600).catch((error) => {
      if (error.code !== "EEXIST") throw error;
    });
    if (lock) {
      await lock.close();
      break;
    }
    const held = await stat(path).catch(() => undefined);
    if (held && Date.now() - held.mtimeMs > LOCK_STALE) await rm(path, { force: true });
    else if (Date.now() > end)
      throw fail("key_record_invalid", `another process changes ${target}; if there is none, remove ${path}`);
  }
  try {
    return await change();
  } finally {
    await rm(path, { force: true });
  }
}

export function fileKeys(path, now = Date.now) {
  requireString("invalid_option", "path of fileKeys", path);
  let last;

  const isFresh = (time) => last !== undefined && time - last.looked < LOOK_EVERY && time >= last.looked;

  /** A file that is gone or broken throws at every lookup: an old list must not outlive it. */
  async function read() {
    const time = now();
    if (isFresh(time)) return last.records;
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
  async function write(target, records) {
    const draft = `${target}.${randomUUID()}`;
    const old = await stat(target).catch(() => undefined);
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
      await rename(draft, target);
    } finally {
      await rm(draft, { force: true });
    }
    last = undefined;
  }

  /** Changes the records, one change at a time. A symbolic link stays; the file behind it is replaced. */
  async function alter(change) {
    const target = await realpath(path).catch(() => path);
    return locked(target, async () => {
      const changed = change(await current());
      if (changed) await write(target, changed);
      return Boolean(changed);
    });
  }

  return {
    ttlMs: 0,
    // Synchronous while the file need not be checked.
    find: (hash) => (isFresh(now()) ? last.records.get(hash) : read().then((records) => records.get(hash))),
    list: async () => [...(await current()).values()],
    async put(record) {
      await alter((records) => readKeyRecords([...new Map(records).set(record.hash, record).values()]));
    },
    async revoke(id, _env, at = new Date().toISOString()) {
      return alter((records) => {
        const record = [...records.values()].find((one) => one.id === id);
        if (!record) return undefined;
        if (records.size !== new Set([...records.values()].map((one) => one.id)).size) {
          throw fail("key_record_invalid", `two keys of the file have the same id`);
        }
        return new Map(records).set(record.hash, { ...record, revoked: record.revoked || at });
      });
    },
  };
}
