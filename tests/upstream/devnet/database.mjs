// One SQLite database (node-sqlite3-wasm) that only this process reads and writes.
import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";

import sqlite from "node-sqlite3-wasm";

import { SCHEMA, SCHEMA_VERSION } from "./schema.mjs";

const MAX_STATEMENTS = 400;
const INT64_MAX = (1n << 63n) - 1n;

/** Converts blobs to Buffers: the driver returns plain byte arrays. @param {Record<string, any> | null | undefined} row */
function toBuffers(row) {
  if (!row) return undefined;
  for (const key in row) {
    const value = row[key];
    if (value instanceof Uint8Array) row[key] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
  return row;
}

/** Files that this process has claimed. After a restart, the process id in a claim may by chance equal the id of this process. */
const heldFiles = new Set();

/** Whether a process with this id is alive. */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/**
 * Claims a database file for this process. The driver's own lock is a folder that outlives a killed process. So the owner's
 * process id is written beside the file, and the lock of a dead owner is removed.
 * @param {string} file @returns {() => void} releases the claim
 */
function claimFile(file) {
  const note = `${file}.owner`;
  if (heldFiles.has(file)) throw new Error(`${file} is in use by this process`);
  for (let attempt = 0; ; attempt++) {
    try {
      const handle = openSync(note, "wx");
      writeSync(handle, String(process.pid));
      closeSync(handle);
      break;
    } catch (error) {
      if (error.code !== "EEXIST" || attempt > 0) throw error;
      const owner = Number(readFileSync(note, "utf8"));
      if (owner && owner !== process.pid && isAlive(owner)) throw new Error(`${file} is in use by process ${owner}`);
      rmSync(note, { force: true });
    }
  }
  rmSync(`${file}.lock`, { recursive: true, force: true });
  heldFiles.add(file);
  return () => {
    heldFiles.delete(file);
    rmSync(note, { force: true });
  };
}

/** A database with statements prepared once. There are few statement texts, since values are always bound. */
export class Store {
  #db;
  #statements = new Map();
  #release = () => {};

  /**
   * @param {string | undefined} file none: in memory
   * @param {{ durable?: boolean }} [options] durable: a commit is on the disk before it returns
   */
  constructor(file, { durable = false } = {}) {
    if (file) this.#release = claimFile(file);
    this.#db = new sqlite.Database(file ?? ":memory:");
    // Only this process reads and writes the file. Otherwise the driver creates and removes its lock folder for every query, which
    // took a third of the time of the suites that read the chain.
    this.#db.exec("PRAGMA locking_mode=EXCLUSIVE");
    // A persistent journal file is truncated instead of created and removed at each commit: half the file operations.
    this.#db.exec(
      `PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=${durable ? "FULL" : "OFF"}; PRAGMA cache_size=-65536; PRAGMA temp_store=MEMORY;`,
    );
    if (!this.get("SELECT 1 FROM sqlite_schema WHERE name = 'meta'")) {
      this.transaction(() => {
        this.#db.exec(SCHEMA);
        this.setMeta("schema", SCHEMA_VERSION);
      });
    }
    const version = Number(this.meta("schema"));
    if (version !== SCHEMA_VERSION) {
      this.close();
      throw new Error(
        `${file} has schema ${version}, this program needs ${SCHEMA_VERSION}: give another --state folder`,
      );
    }
  }

  #statement(sql) {
    let preparedStatement = this.#statements.get(sql);
    if (!preparedStatement) {
      if (this.#statements.size >= MAX_STATEMENTS) {
        const [oldest, statement] = this.#statements.entries().next().value;
        statement.finalize();
        this.#statements.delete(oldest);
      }
      preparedStatement = this.#db.prepare(sql);
      this.#statements.set(sql, preparedStatement);
    }
    return preparedStatement;
  }

  /** @param {string} sql @param {any[]} [values] @returns {any[]} */
  all(sql, values = []) {
    return this.#statement(sql).all(values).map(toBuffers);
  }

  /** Reads all rows, since an unfinished statement would block commits and copies. @returns {any} the first row or undefined */
  get(sql, values = []) {
    return this.all(sql, values)[0];
  }

  /** @param {string} sql @param {any[]} [values] */
  run(sql, values = []) {
    return this.#statement(sql).run(values);
  }

  /** Adds a row; its columns are the properties of the object. @param {string} table @param {Record<string, any>} row @param {string} [verb] */
  put(table, row, verb = "INSERT") {
    const names = Object.keys(row);
    this.run(
      `${verb} INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
      Object.values(row),
    );
  }

  /** Runs the work as a transaction: either all of it is written, or nothing. @template T @param {() => T} work synchronous @returns {T} */
  transaction(work) {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.#db.exec("COMMIT");
      return result;
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  /** Clamps a number to 64 bits, so that the database can compare with it. @param {bigint} value */
  int64(value) {
    return value > INT64_MAX ? INT64_MAX : value < -INT64_MAX ? -INT64_MAX : value;
  }

  /** @param {string} key @returns {string | undefined} */
  meta(key) {
    return this.get("SELECT value FROM meta WHERE key = ?", [key])?.value;
  }

  /** @param {string} key @param {string | number | bigint} value */
  setMeta(key, value) {
    this.run("INSERT OR REPLACE INTO meta VALUES (?, ?)", [key, String(value)]);
  }

  /** Writes a compact copy. @param {string} file must not exist */
  copyTo(file) {
    // The driver's path is quoted, not bound: VACUUM takes it as an expression only in newer versions.
    this.#db.exec(`VACUUM INTO '${file.replaceAll("'", "''")}'`);
    rmSync(`${file}.lock`, { recursive: true, force: true });
  }

  close() {
    if (!this.#db.isOpen) return;
    for (const statement of this.#statements.values()) statement.finalize();
    this.#statements.clear();
    this.#db.close();
    this.#release();
  }
}
