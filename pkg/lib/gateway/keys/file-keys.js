// `fileKeys`: key records in a JSON file, read again when it changes. For Node, Deno and Bun.

import { randomUUID } from "node:crypto";
import { open, readFile, realpath, rename, rm, stat } from "node:fs/promises";

import { API_KEYS_STALE_MS } from "../../settings/numbers.js";
import { fail } from "../../util/error.js";
import { pickOptions, requireString } from "../../util/options.js";
import { readKeyRecords } from "./records.js";

/** Milliseconds between two checks of the file. */
const CHECK_INTERVAL_MS = 1000;
/** Milliseconds for which a change waits for another process, and between two checks of the lock. */
const LOCK_TIMEOUT_MS = 5000;
const LOCK_POLL_MS = 25;
/**
 * Milliseconds after which a lock counts as left behind by a process that ended in the middle of a change. A change takes a few
 * milliseconds.
 */
const LOCK_STALE_MS = 30_000;

/** Maximum reports of changes that wait for `reportChanges`. */
const MAX_REPORTS = 20;

/**
 * Returns the ids of the records that differ.
 *
 * @param {Map<string, any>} recordsBefore @param {Map<string, any>} recordsAfter
 * @returns {import("./watched-store.js").KeyChanges | undefined} undefined if none differ
 */
function findChanges(recordsBefore, recordsAfter) {
  const ids = { added: [], changed: [], revoked: [], removed: [] };
  for (const [hash, record] of recordsAfter) {
    const earlierRecord = recordsBefore.get(hash);
    if (earlierRecord === undefined) ids.added.push(record.id);
    else if (record.revoked && !earlierRecord.revoked) ids.revoked.push(record.id);
    else if (JSON.stringify(record) !== JSON.stringify(earlierRecord)) ids.changed.push(record.id);
  }
  for (const [hash, { id }] of recordsBefore) if (!recordsAfter.has(hash)) ids.removed.push(id);
  return Object.values(ids).some((list) => list.length > 0) ? ids : undefined;
}

/** Runs a change under a lock, so that two processes do not overwrite each other's changes. */
async function runUnderLock(target, change) {
  const path = `${target}.lock`;
  for (
    const deadline = Date.now() + LOCK_TIMEOUT_MS;
    ;
    await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS))
  ) {
    const lockFile = await open(path, "wx", 0o600).catch((error) => {
      if (error.code !== "EEXIST") throw error;
    });
    if (lockFile) {
      await lockFile.close();
      break;
    }
    const lockStats = await stat(path).catch(() => undefined);
    if (lockStats && Date.now() - lockStats.mtimeMs > LOCK_STALE_MS) await rm(path, { force: true });
    else if (Date.now() > deadline)
      throw fail("key_record_invalid", `another process is changing ${target}; if none is running, remove ${path}`);
  }
  try {
    return await change();
  } finally {
    await rm(path, { force: true });
  }
}

/** @param {string} path @param {{ staleMs?: number }} [options] @param {() => number} [now] */
export function fileKeys(path, options = {}, now = Date.now) {
  requireString("invalid_option", "path of fileKeys", path);
  const { staleMs = API_KEYS_STALE_MS } = pickOptions(options, ["staleMs"], "fileKeys");
  if (!Number.isInteger(staleMs) || staleMs < 0)
    throw fail("invalid_option", "`staleMs` of fileKeys must be a whole number of milliseconds, 0 or more");
  /**
   * The last valid records. `goodAt`: the last check at which the file was valid; `fault`: why the file is invalid now.
   *
   * @type {{ checkedAt: number, goodAt: number, version: string, records: Map<string, any>, fault?: unknown } | undefined}
   */
  let last;
  /** Changes that `reportChanges` has not returned yet. @type {import("./watched-store.js").KeyChanges[]} */
  let changes = [];

  const isFresh = (time) => last !== undefined && time - last.checkedAt < CHECK_INTERVAL_MS && time >= last.checkedAt;

  /** Returns the records of the file, and reads it again if it has changed. */
  async function loadRecords() {
    const { mtimeMs, ctimeMs, size, ino } = await stat(path);
    // `ctimeMs` detects that a file has become unreadable, which changes neither its size nor its modification time.
    const version = `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
    if (last?.version === version) return last;
    const text = await readFile(path, "utf8");
    // An empty file is still being written or was truncated by a full disk; a list without keys is `[]`.
    if (last && last.records.size > 0 && text.trim() === "")
      throw fail("key_record_invalid", "the list of keys is an empty file");
    return { version, records: readKeyRecords(text) };
  }

  /** Returns the records. If the file is invalid, returns the last valid records for `staleMs`, then throws. */
  async function readRecords() {
    const time = now();
    if (!isFresh(time)) {
      try {
        const { version, records } = await loadRecords();
        if (last && last.version !== version) {
          const change = findChanges(last.records, records);
          if (change) changes = [...changes.slice(-MAX_REPORTS), change];
        }
        last = { checkedAt: time, goodAt: time, version, records };
      } catch (fault) {
        if (last === undefined) throw fault;
        // `goodAt` is never in the future, so that a clock that is set back does not extend `staleMs`.
        last = { ...last, checkedAt: time, goodAt: Math.min(last.goodAt, time), fault };
      }
    }
    const { goodAt, records, fault } = /** @type {NonNullable<typeof last>} */ (last);
    if (fault !== undefined && time - goodAt >= staleMs) throw fault;
    return records;
  }

  async function readCurrentRecords() {
    last = undefined;
    return readRecords().catch((error) => {
      if (error.code === "ENOENT") return new Map();
      throw error;
    });
  }

  /** Replaces the file atomically, with the same mode and owner. A new file is readable only by its owner. */
  async function writeRecords(target, records) {
    const draftPath = `${target}.${randomUUID()}`;
    const oldStats = await stat(target).catch(() => undefined);
    try {
      const file = await open(draftPath, "wx", 0o600);
      try {
        if (oldStats) {
          // Only root may change the owner; for other users the draft already has the right owner.
          await file.chown(oldStats.uid, oldStats.gid).catch(() => {});
          await file.chmod(oldStats.mode & 0o777);
        }
        await file.writeFile(`${JSON.stringify([...records.values()], null, 2)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draftPath, target);
    } finally {
      await rm(draftPath, { force: true });
    }
    last = undefined;
  }

  /** Changes the records, one change at a time. If the path is a symbolic link, its target is replaced. */
  async function changeRecords(change) {
    const target = await realpath(path).catch(() => path);
    return runUnderLock(target, async () => {
      const newRecords = change(await readCurrentRecords());
      if (newRecords) await writeRecords(target, newRecords);
      return Boolean(newRecords);
    });
  }

  return {
    ttlMs: 0,
    // Synchronous if no check of the file is due.
    find: (hash) =>
      isFresh(now()) && last.fault === undefined
        ? last.records.get(hash)
        : readRecords().then((records) => records.get(hash)),
    reportStaleness: () =>
      last?.fault === undefined ? undefined : { cause: last.fault, since: last.goodAt, until: last.goodAt + staleMs },
    /** Returns when the records were last read, or found unchanged, in milliseconds since 1970; undefined before the first time. */
    getReadTime: () => last?.goodAt,
    /** Returns which records have changed in the file since the last call. */
    reportChanges() {
      const report = changes;
      changes = [];
      return report;
    },
    list: async () => [...(await readCurrentRecords()).values()],
    async put(record) {
      await changeRecords((records) => readKeyRecords([...new Map(records).set(record.hash, record).values()]));
    },
    async revoke(id, _env, revokedAt = new Date().toISOString()) {
      return changeRecords((records) => {
        const record = [...records.values()].find((candidate) => candidate.id === id);
        if (!record) return undefined;
        if (records.size !== new Set([...records.values()].map((candidate) => candidate.id)).size) {
          throw fail("key_record_invalid", `two records in the file have the same id`);
        }
        return new Map(records).set(record.hash, { ...record, revoked: record.revoked || revokedAt });
      });
    },
  };
}
