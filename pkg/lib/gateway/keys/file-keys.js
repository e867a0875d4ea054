// `fileKeys`: key records in a JSON file, read again when it changes. For Node, Deno and Bun.

import { randomUUID } from "node:crypto";
import { open, readFile, realpath, rename, rm, stat } from "node:fs/promises";

import { API_KEYS_STALE_MS } from "../../settings/numbers.js";
import { fail } from "../../util/error.js";
import { pickOptions, requireString } from "../../util/options.js";
import { readKeyRecords } from "./records.js";

/** Milliseconds between two checks of the file. */
const CHECK_INTERVAL_MS = 1000;
/** Milliseconds that a change waits for another process, and between two attempts. */
const LOCK_TIMEOUT_MS = 5000;
const LOCK_POLL_MS = 25;
/** Milliseconds after which a lock is stale, because its process ended in the middle of a change; a change takes a few milliseconds. */
const LOCK_STALE_MS = 30_000;

/** Most ids in one report of changes; it counts the rest. */
const MAX_REPORTED_IDS = 20;

/**
 * Describes which records differ, by their ids: "added a1, a2; revoked b1".
 *
 * @param {Map<string, any>} before @param {Map<string, any>} after
 */
function describeChanges(before, after) {
  const ids = { added: [], changed: [], revoked: [], removed: [] };
  for (const [hash, record] of after) {
    const earlier = before.get(hash);
    if (earlier === undefined) ids.added.push(record.id);
    else if (record.revoked && !earlier.revoked) ids.revoked.push(record.id);
    else if (JSON.stringify(record) !== JSON.stringify(earlier)) ids.changed.push(record.id);
  }
  for (const [hash, { id }] of before) if (!after.has(hash)) ids.removed.push(id);
  return Object.entries(ids)
    .filter(([, list]) => list.length > 0)
    .map(([verb, list]) => {
      const hidden = list.length - MAX_REPORTED_IDS;
      return `${verb} ${list.slice(0, MAX_REPORTED_IDS).join(", ")}${hidden > 0 ? ` and ${hidden} more` : ""}`;
    })
    .join("; ");
}

/** Runs a change while no other process changes the file; otherwise one of them would undo the other's change. */
async function runLocked(target, change) {
  const path = `${target}.lock`;
  for (
    const deadline = Date.now() + LOCK_TIMEOUT_MS;
    ;
    await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS))
  ) {
    const lock = await open(path, "wx", 0o600).catch((error) => {
      if (error.code !== "EEXIST") throw error;
    });
    if (lock) {
      await lock.close();
      break;
    }
    const lockStats = await stat(path).catch(() => undefined);
    if (lockStats && Date.now() - lockStats.mtimeMs > LOCK_STALE_MS) await rm(path, { force: true });
    else if (Date.now() > deadline)
      throw fail("key_record_invalid", `another process changes ${target}; if there is none, remove ${path}`);
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
   * The last good records. `goodAt`: the last check that found the file good; `fault`: why it is faulty now.
   *
   * @type {{ checkedAt: number, goodAt: number, version: string, records: Map<string, any>, fault?: unknown } | undefined}
   */
  let last;
  /** Reports of changes that `reportChanges` has not returned yet. @type {string[]} */
  let changes = [];

  const isFresh = (time) => last !== undefined && time - last.checkedAt < CHECK_INTERVAL_MS && time >= last.checkedAt;

  /** Returns the records of the file, which is read if it has changed. */
  async function loadRecords() {
    const { mtimeMs, ctimeMs, size, ino } = await stat(path);
    // Compares `ctimeMs`, too: a file that has become unreadable has the same content and modification time.
    const version = `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
    if (last?.version === version) return last;
    const text = await readFile(path, "utf8");
    // The file is still being written, or a full disk has cut it; a list without keys is `[]`.
    if (last && last.records.size > 0 && text.trim() === "")
      throw fail("key_record_invalid", "the list of keys is an empty file");
    return { version, records: readKeyRecords(text) };
  }

  /** Throws for a faulty file, unless it has been good within `staleMs`: then its last good records are used, without later changes. */
  async function readRecords() {
    const time = now();
    if (!isFresh(time)) {
      try {
        const { version, records } = await loadRecords();
        if (last && last.version !== version) {
          const change = describeChanges(last.records, records);
          if (change !== "") changes = [...changes.slice(-MAX_REPORTED_IDS), change];
        }
        last = { checkedAt: time, goodAt: time, version, records };
      } catch (fault) {
        if (last === undefined) throw fault;
        // A clock that was set back must not lengthen this time.
        last = { ...last, checkedAt: time, goodAt: Math.min(last.goodAt, time), fault };
      }
    }
    const { goodAt, records, fault } = /** @type {NonNullable<typeof last>} */ (last);
    if (fault !== undefined && time - goodAt >= staleMs) throw fault;
    return records;
  }

  async function readCurrent() {
    last = undefined;
    return readRecords().catch((error) => {
      if (error.code === "ENOENT") return new Map();
      throw error;
    });
  }

  /** Writes the file as a whole or not at all: keeps its mode and owner; a new file is readable by its owner only. */
  async function writeRecords(target, records) {
    const draft = `${target}.${randomUUID()}`;
    const oldStats = await stat(target).catch(() => undefined);
    try {
      const file = await open(draft, "wx", 0o600);
      try {
        if (oldStats) {
          // Only root may change the owner; for other users the file has the right owner already.
          await file.chown(oldStats.uid, oldStats.gid).catch(() => {});
          await file.chmod(oldStats.mode & 0o777);
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

  /** Changes the records, one change at a time. A symbolic link stays; its target is replaced. */
  async function changeRecords(change) {
    const target = await realpath(path).catch(() => path);
    return runLocked(target, async () => {
      const newRecords = change(await readCurrent());
      if (newRecords) await writeRecords(target, newRecords);
      return Boolean(newRecords);
    });
  }

  return {
    ttlMs: 0,
    // Synchronous as long as the file need not be checked.
    find: (hash) =>
      isFresh(now()) && last.fault === undefined
        ? last.records.get(hash)
        : readRecords().then((records) => records.get(hash)),
    reportStaleness: () =>
      last?.fault === undefined ? undefined : { cause: last.fault, since: last.goodAt, until: last.goodAt + staleMs },
    /** Returns the records that another process has changed since the last call. */
    reportChanges() {
      const report = changes;
      changes = [];
      return report;
    },
    list: async () => [...(await readCurrent()).values()],
    async put(record) {
      await changeRecords((records) => readKeyRecords([...new Map(records).set(record.hash, record).values()]));
    },
    async revoke(id, _env, revokedAt = new Date().toISOString()) {
      return changeRecords((records) => {
        const record = [...records.values()].find((candidate) => candidate.id === id);
        if (!record) return undefined;
        if (records.size !== new Set([...records.values()].map((candidate) => candidate.id)).size) {
          throw fail("key_record_invalid", `two keys of the file have the same id`);
        }
        return new Map(records).set(record.hash, { ...record, revoked: record.revoked || revokedAt });
      });
    },
  };
}
