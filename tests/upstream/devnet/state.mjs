// Where the chain lives: a folder that outlives us, or a place of our own that does not; and the cache of worlds
// already played, under a hash of all that shapes them.
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { Store } from "./database.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
/** Read at each use: the bench and the tests have a cache of their own. */
const cacheFolder = () =>
  process.env.TON_EDGE_DEVNET_CACHE || fileURLToPath(new URL("../../../target/devnet/", import.meta.url));
/** Played worlds that are kept, the one just played among them: a few seeds, sizes and networks. */
export const WORLDS_KEPT = 6;
const LIBRARIES = ["@ton/core", "@ton/ton", "@ton/crypto", "@ton/sandbox", "node-sqlite3-wasm"];
const FILE = "devnet.sqlite",
  FILE_CACHED = "world.sqlite";

/** The version of an installed package: its package.json may not be exported, so it is looked up beside its entry. */
function versionOf(name) {
  const entry = createRequire(import.meta.url).resolve(name);
  const root = entry.slice(0, entry.lastIndexOf(`node_modules/${name}/`) + `node_modules/${name}/`.length);
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
}

/**
 * The file a played world is cached in.
 * @param {{ seed: string, size: string, network: string }} world
 */
export function cacheFile({ seed, size, network }) {
  const hash = createHash("sha256").update(
    [seed, size, network, ...LIBRARIES.map((l) => `${l} ${versionOf(l)}`)].join("\n"),
  );
  for (const name of readdirSync(HERE)
    .filter((n) => n.endsWith(".mjs"))
    .sort())
    hash.update(name).update(readFileSync(join(HERE, name)));
  return join(cacheFolder(), hash.digest("hex").slice(0, 32), FILE_CACHED);
}

/**
 * Opens the database of a chain. `complete` is true when a world stands in it already: kept in the folder, or from the cache.
 * @param {{ state?: string, cached?: string }} places `state`: a folder to keep the chain in; `cached`: file of a played world, if it exists
 * @returns {{ db: Store, complete: boolean, discard(): void }}
 */
export function openState({ state, cached }) {
  const folder = state ?? (cached && existsSync(cached) ? mkdtempSync(join(tmpdir(), "ton-edge-devnet-")) : undefined);
  if (!folder) return { db: new Store(undefined), complete: false, discard: () => {} };
  mkdirSync(folder, { recursive: true });
  const file = join(folder, FILE);
  let db;
  if (existsSync(file)) {
    db = new Store(file, { durable: true });
    if (db.meta("world") === "complete") return { db, complete: true, discard: () => {} };
    // Killed while the world was being played: nobody could send anything yet, so it begins anew.
    db.close();
    for (const rest of ["", "-journal"]) rmSync(file + rest, { force: true });
  }
  if (cached && existsSync(cached)) {
    copyFileSync(cached, `${file}.part`);
    renameSync(`${file}.part`, file);
    // What is used is not old.
    utimesSync(cached, new Date(), new Date());
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
 * Keeps a played world for the next start, and removes the worlds that were not used for longest: a change of what shapes
 * a world leaves the old one without a use. Two that play it at once write the same.
 * @param {Store} db @param {string} file @returns {string[]} the folders that were removed
 */
export function keepWorld(db, file) {
  mkdirSync(dirname(file), { recursive: true });
  const part = `${file}.${process.pid}`;
  rmSync(part, { force: true });
  db.copyTo(part);
  renameSync(part, file);
  return clearWorlds(dirname(dirname(file)));
}

/** @param {string} cache */
function clearWorlds(cache) {
  const age = (folder) => statSync(join(folder, FILE_CACHED), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  // Only what we put there ourselves: the folder may be any that the environment names.
  const worlds = readdirSync(cache)
    .filter((name) => /^[0-9a-f]{32}$/.test(name))
    .map((name) => join(cache, name));
  // One without a file is being written this very moment, or was left by a kill: it goes when it is old.
  const aged = worlds
    .map((folder) => ({ folder, used: age(folder) || statSync(folder).mtimeMs }))
    .sort((a, b) => b.used - a.used);
  return aged.slice(WORLDS_KEPT).map(({ folder }) => (rmSync(folder, { recursive: true, force: true }), folder));
}
