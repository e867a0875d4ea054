// The cache of played worlds: it keeps the most recently used ones, never touches other files of its folder, and ignores broken snapshots;
// a restored world equals the played one.
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after, before, test } from "node:test";

import { internal } from "@ton/core";

import { Store } from "../upstream/devnet/database.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { MAX_WORLDS, findCacheFile, cacheWorld, openState } from "../upstream/devnet/state.mjs";
import { makeTraffic } from "../upstream/devnet/traffic/index.mjs";

const savedCache = process.env.TON_EDGE_DEVNET_CACHE;
let cache;
before(() => {
  cache = mkdtempSync(join(tmpdir(), "ton-edge-cache-"));
  process.env.TON_EDGE_DEVNET_CACHE = cache;
});
after(() => {
  if (savedCache === undefined) delete process.env.TON_EDGE_DEVNET_CACHE;
  else process.env.TON_EDGE_DEVNET_CACHE = savedCache;
  rmSync(cache, { recursive: true, force: true });
});

const findWorld = (seed) => findCacheFile({ seed, size: "small", network: "mainnet" });

test("the cache removes the least recently used worlds, and returns their folders", () => {
  const store = new Store(undefined);
  store.setMeta("world", "complete");
  const files = Array.from({ length: MAX_WORLDS }, (_, n) => findWorld(`seed ${n}`));
  assert.equal(new Set(files).size, MAX_WORLDS);
  for (const [n, file] of files.entries()) {
    assert.deepEqual(cacheWorld(store, file), []);
    const oldTime = new Date(Date.now() - (MAX_WORLDS - n) * 60_000);
    utimesSync(file, oldTime, oldTime);
  }
  mkdirSync(join(cache, "notes"));
  writeFileSync(join(cache, "notes", "mine.txt"), "not a world");
  // The oldest world is used again, so the second oldest is removed instead.
  const state = openState({ cached: files[0] });
  assert.ok(state.complete);
  state.db.close();
  state.discard();
  const newestWorld = findWorld("one more");
  assert.deepEqual(cacheWorld(store, newestWorld), [dirname(files[1])]);
  store.close();
  assert.deepEqual(
    readdirSync(cache).sort(),
    ["notes", ...[newestWorld, ...files.filter((_, n) => n !== 1)].map((file) => basename(dirname(file)))].sort(),
  );
  assert.ok(existsSync(join(cache, "notes", "mine.txt")));
});

test("a snapshot that is broken is removed, and its world is played again", () => {
  const store = new Store(undefined);
  store.setMeta("world", "complete");
  const file = findWorld("broken");
  cacheWorld(store, file);
  const wholeFile = readFileSync(file);
  const isOpenable = () => {
    const { complete: isComplete, db, discard } = openState({ cached: file });
    db.close();
    discard();
    return isComplete;
  };
  assert.ok(isOpenable());
  const damagedFile = Buffer.from(wholeFile);
  damagedFile[damagedFile.length >> 1] ^= 1;
  for (const bytes of [
    damagedFile,
    wholeFile.subarray(0, -1),
    wholeFile.subarray(0, 31),
    Buffer.alloc(0),
    Buffer.concat([wholeFile, wholeFile]),
  ]) {
    writeFileSync(file, bytes);
    assert.equal(isOpenable(), false, `${bytes.length} bytes`);
    assert.ok(!existsSync(file));
    cacheWorld(store, file);
    assert.deepEqual(readFileSync(file), wholeFile);
  }
  store.close();
});

const toText = (/** @type {object} */ row) =>
  JSON.stringify(row, (_, value) => (typeof value === "bigint" ? `${value}n` : value));
/** All rows of all tables. @param {Store} db */
const listRows = (db) =>
  Object.fromEntries(
    db
      .all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .map(({ name }) => [name, db.all(`SELECT * FROM ${name}`).map(toText)]),
  );

/** The next blocks, with the traffic that a running chain generates. @param {Awaited<ReturnType<typeof startDevnet>>} devnet */
async function makeNextBlocks({ chain, cast, clock }) {
  for (let i = 0; i < 12; i++)
    await chain.step({ now: chain.head.mc.gen_utime + 5, externals: await makeTraffic(chain, cast) });
  await clock.settle();
  return chain.head.mc.root_hash;
}

test("a played world, its snapshot and another process's snapshot are equal, and so are their next blocks", async () => {
  const removedFolders = [];
  const startSmallDevnet = () => startDevnet({ world: "small", onRemoved: (folder) => removedFolders.push(folder) });
  const playedWorld = await startSmallDevnet();
  const openDevnets = [playedWorld];
  try {
    // The chain responds before the world is complete, and accepts no message until then.
    assert.ok(playedWorld.chain.loading);
    const response = await fetch(`${playedWorld.url}/api/v2/getMasterchainInfo`);
    assert.equal((await response.json()).ok, true);
    assert.ok(playedWorld.chain.loading, "the world was complete before the first response");
    const { faucet } = playedWorld.cast;
    const messages = [internal({ to: faucet.address, value: 1n })];
    const boc = faucet.transfer({ seqno: 1, validUntil: 4_000_000_000, messages });
    await assert.rejects(playedWorld.chain.submit(boc), {
      name: "Refusal",
      status: 500,
      message: /^LITE_SERVER_NOTREADY/,
    });
    assert.equal(await playedWorld.ready, true);
    assert.equal(playedWorld.chain.loading, false);
    // The oldest of the worlds above is removed.
    assert.equal(removedFolders.length, 1);
    assert.ok(!existsSync(removedFolders[0]));

    const restoredWorld = await startSmallDevnet();
    openDevnets.push(restoredWorld);
    assert.equal(restoredWorld.chain.loading, false);
    assert.equal(removedFolders.length, 1);

    delete process.env.TON_EDGE_DEVNET_CACHE;
    const runDevnet = await startDevnet({ world: "small" });
    openDevnets.push(runDevnet);
    const otherDevnet = await startDevnet({ world: "small", seed: "tea" });
    openDevnets.push(otherDevnet);
    process.env.TON_EDGE_DEVNET_CACHE = cache;
    await Promise.all([runDevnet.ready, otherDevnet.ready]);
    assert.notEqual(otherDevnet.chain.head.mc.root_hash, playedWorld.chain.head.mc.root_hash);

    const rows = listRows(playedWorld.db);
    assert.ok(rows.transactions.length > 1000);
    for (const { db } of [restoredWorld, runDevnet]) assert.deepEqual(listRows(db), rows);
    const root = await makeNextBlocks(playedWorld);
    const next = listRows(playedWorld.db);
    assert.ok(next.transactions.length > rows.transactions.length);
    for (const devnet of [restoredWorld, runDevnet]) {
      assert.equal(await makeNextBlocks(devnet), root);
      assert.deepEqual(listRows(devnet.db), next);
    }
    assert.notEqual(await makeNextBlocks(otherDevnet), root);
  } finally {
    process.env.TON_EDGE_DEVNET_CACHE = cache;
    for (const devnet of openDevnets) await devnet.close();
  }
});
