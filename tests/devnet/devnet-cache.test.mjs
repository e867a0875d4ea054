// The cache of played worlds: it holds the most recently used ones, and never touches other files of its folder.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after, before, test } from "node:test";

import { Store } from "../upstream/devnet/database.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { MAX_WORLDS, cacheFile, cacheWorld, openState } from "../upstream/devnet/state.mjs";

const had = process.env.TON_EDGE_DEVNET_CACHE;
let cache;
before(() => {
  cache = mkdtempSync(join(tmpdir(), "ton-edge-cache-"));
  process.env.TON_EDGE_DEVNET_CACHE = cache;
});
after(() => {
  if (had === undefined) delete process.env.TON_EDGE_DEVNET_CACHE;
  else process.env.TON_EDGE_DEVNET_CACHE = had;
  rmSync(cache, { recursive: true, force: true });
});

const world = (seed) => cacheFile({ seed, size: "small", network: "mainnet" });

test("the least recently used worlds are removed, and their folders are returned", () => {
  const store = new Store(undefined);
  store.setMeta("world", "complete");
  const files = Array.from({ length: MAX_WORLDS }, (_, n) => world(`seed ${n}`));
  assert.equal(new Set(files).size, MAX_WORLDS);
  for (const [n, file] of files.entries()) {
    assert.deepEqual(cacheWorld(store, file), []);
    const long = new Date(Date.now() - (MAX_WORLDS - n) * 60_000);
    utimesSync(file, long, long);
  }
  mkdirSync(join(cache, "notes"));
  writeFileSync(join(cache, "notes", "mine.txt"), "not a world");
  // The oldest world is used again, so the second oldest is removed instead.
  const state = openState({ cached: files[0] });
  assert.ok(state.complete);
  state.db.close();
  state.discard();
  const newest = world("one more");
  assert.deepEqual(cacheWorld(store, newest), [dirname(files[1])]);
  store.close();
  assert.deepEqual(
    readdirSync(cache).sort(),
    ["notes", ...[newest, ...files.filter((_, n) => n !== 1)].map((file) => basename(dirname(file)))].sort(),
  );
  assert.ok(existsSync(join(cache, "notes", "mine.txt")));
});

test("a devnet reports which world it removed, and the next start finds its world in the cache", async () => {
  const removed = [];
  const start = () => startDevnet({ world: "small", seed: "cached here", onRemoved: (folder) => removed.push(folder) });
  const first = await start();
  assert.ok(first.chain.loading);
  assert.equal(await first.ready, true);
  const { root_hash: hash } = first.chain.head.mc;
  await first.close();
  assert.equal(removed.length, 1);
  assert.ok(!existsSync(removed[0]));
  const second = await start();
  assert.equal(second.chain.loading, false);
  assert.equal(second.chain.head.mc.root_hash, hash);
  await second.close();
  assert.equal(removed.length, 1);
});
