// Where the chain is stored: in a given folder that outlives the process, or in a temporary one. Also the cache of built worlds: each under a
// hash of everything that shapes it.
import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { Store } from "./database.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
/** Folders whose code only reads a world or continues it; all others shape it. */
const READERS = ["traffic", "v2", "v3"];
/** Other things that shape a world: the codes of its contracts, and the functions that @ton/core runs on. */
const OTHER_SOURCES = [
  new URL("../../fixtures/contracts/contracts.json", import.meta.url),
  new URL("../../helpers/fast-core.mjs", import.meta.url),
];
/** The folder of the cache. It is read at each use, because the bench and the tests set their own. */
const findCacheFolder = () =>
  process.env.TON_EDGE_DEVNET_CACHE || fileURLToPath(new URL("../../../target/devnet/", import.meta.url));
/**
 * Number of played worlds that the cache holds, including the newest one: enough for the worlds of a test run, of two states of the
 * sources.
 */
export const MAX_WORLDS = 8;
const LIBRARIES = ["@ton/core", "@ton/ton", "@ton/crypto", "@ton/sandbox", "node-sqlite3-wasm"];
const FILE = "devnet.sqlite",
  FILE_CACHED = "world.snapshot";
/** A snapshot ends with the SHA-256 of all bytes before it. */
const DIGEST_BYTES = 32;
const computeDigest = (/** @type {Buffer} */ bytes) => createHash("sha256").update(bytes).digest();

/** The version of an installed package. Its package.json may not be exported, so this reads the file beside its entry. */
function readVersion(name) {
  const entry = createRequire(import.meta.url).resolve(name);
  const root = entry.slice(0, entry.lastIndexOf(`node_modules/${name}/`) + `node_modules/${name}/`.length);
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
}

/**
 * The file that caches a played world.
 * @param {{ seed: string, size: string, network: string }} world
 */
export function findCacheFile({ seed, size, network }) {
  const hash = createHash("sha256").update(
    [seed, size, network, ...LIBRARIES.map((l) => `${l} ${readVersion(l)}`)].join("\n"),
  );
  const folders = readdirSync(HERE, { withFileTypes: true }).filter(
    (e) => e.isDirectory() && !READERS.includes(e.name),
  );
  for (const folder of [HERE, ...folders.map(({ name }) => join(HERE, name)).sort()])
    for (const name of readdirSync(folder)
      .filter((n) => n.endsWith(".mjs"))
      .sort())
      hash.update(name).update(readFileSync(join(folder, name)));
  for (const file of OTHER_SOURCES) hash.update(readFileSync(file));
  return join(findCacheFolder(), hash.digest("hex").slice(0, 32), FILE_CACHED);
}

/**
 * The folder of one network's chain, in a folder for several chains: usually a subfolder, or the folder itself if it was made when a folder
 * had only one chain.
 * @param {string} folder @param {"mainnet" | "testnet"} network
 */
export function findNetworkFolder(folder, network) {
  const file = join(folder, FILE);
  if (!existsSync(file)) return join(folder, network);
  const db = new Store(file, { durable: true });
  const ownNetwork = db.meta("network");
  db.close();
  return ownNetwork === network ? folder : join(folder, network);
}

/** Reads the database from a snapshot. A broken snapshot is removed, as if it had never existed. @param {string | undefined} cached */
function readSnapshot(cached) {
  if (!cached || !existsSync(cached)) return undefined;
  const bytes = readFileSync(cached);
  const digestStart = Math.max(0, bytes.length - DIGEST_BYTES);
  const database = bytes.subarray(0, digestStart);
  if (computeDigest(database).equals(bytes.subarray(digestStart))) {
    // Marks the world as recently used.
    utimesSync(cached, new Date(), new Date());
    return database;
  }
  rmSync(cached, { force: true });
  return undefined;
}

/**
 * Opens the database of a chain. `complete` is true if it holds a complete world: stored in the folder, or from the cache.
 * @param {{ state?: string, cached?: string }} files `state`: a folder that stores the chain; `cached`: file of a played world, if it exists
 * @returns {{ db: Store, complete: boolean, discard(): void }}
 */
export function openState({ state, cached }) {
  const isStored = state !== undefined && existsSync(join(state, FILE));
  let snapshot = isStored ? undefined : readSnapshot(cached);
  const folder = state ?? (snapshot ? mkdtempSync(join(tmpdir(), "ton-edge-devnet-")) : undefined);
  if (!folder) return { db: new Store(undefined), complete: false, discard: () => {} };
  mkdirSync(folder, { recursive: true });
  const file = join(folder, FILE);
  let db;
  if (existsSync(file)) {
    db = new Store(file, { durable: true });
    if (db.meta("world") === "complete") return { db, complete: true, discard: () => {} };
    // The process was killed while it played the world. No client could send a message yet, so the world is played again.
    db.close();
    for (const suffix of ["", "-journal"]) rmSync(file + suffix, { force: true });
    snapshot = readSnapshot(cached);
  }
  if (snapshot) {
    writeFileSync(`${file}.part`, snapshot);
    renameSync(`${file}.part`, file);
  }
  db = new Store(file, { durable: Boolean(state) });
  return {
    db,
    complete: db.meta("world") === "complete",
    discard: () => {
      if (!state) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Caches a played world for the next start, and removes the least recently used ones: when the sources that shape a world change, the old
 * one is useless. Two processes that play the same world write the same file.
 * @param {Store} db @param {string} file @returns {string[]} the removed folders
 */
export function cacheWorld(db, file) {
  mkdirSync(dirname(file), { recursive: true });
  const part = `${file}.${process.pid}`;
  rmSync(part, { force: true });
  db.copyTo(part);
  appendFileSync(part, computeDigest(readFileSync(part)));
  renameSync(part, file);
  return clearWorlds(dirname(dirname(file)));
}

/** @param {string} cache */
function clearWorlds(cache) {
  const readAge = (folder) => statSync(join(folder, FILE_CACHED), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  // Only folders that this module made: the environment may name any folder as the cache.
  const worlds = readdirSync(cache)
    .filter((name) => /^[0-9a-f]{32}$/.test(name))
    .map((name) => join(cache, name));
  // A folder without a file is being written at this moment, or was left by a killed process: it is removed when it is old.
  const worldsByAge = worlds
    .map((folder) => ({ folder, used: readAge(folder) || statSync(folder).mtimeMs }))
    .sort((a, b) => b.used - a.used);
  return worldsByAge.slice(MAX_WORLDS).map(({ folder }) => (rmSync(folder, { recursive: true, force: true }), folder));
}
