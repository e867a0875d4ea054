// The devnet as a service: it has the keys, rates and faults of the replay upstream, a handler for every row of the endpoint table, and
// a clock that makes blocks.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { loadCatalogue } from "../upstream/catalogue.mjs";
import { listRowsWithoutHandler } from "../upstream/devnet/handler.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";

/** @type {Awaited<ReturnType<typeof startDevnet>>} */
let devnet;
before(async () => {
  devnet = await startDevnet({ world: "small" });
  await devnet.ready;
});
after(() => devnet.close());

const get = async (path, { headers = {}, base = devnet.url } = {}) => {
  const response = await fetch(base + path, { headers });
  return { status: response.status, body: await response.json() };
};

test("every row of the endpoint table has a handler in the devnet", () =>
  assert.deepEqual(listRowsWithoutHandler(loadCatalogue().catalogue), []));

test("the devnet closes at once while its world is being played", async () => {
  const freshDevnet = await startDevnet({ world: "full", seed: "never played to the end", cache: false });
  await freshDevnet.close();
  assert.equal(await freshDevnet.ready, false);
});

test("the devnet has the hosted service's keys, networks and rates", async () => {
  const path = "/api/v2/getMasterchainInfo";
  assert.equal((await get(path, { headers: { "x-api-key": "mainnet-key" } })).status, 200);
  assert.deepEqual(await get(path, { headers: { "x-api-key": "nope" } }), {
    status: 401,
    body: { ok: false, error: "API key does not exist", code: 401 },
  });
  assert.equal((await get("/api/v3/masterchainInfo?api_key=testnet-key")).status, 403);
  const slowDevnet = await startDevnet({ world: "none", rps: 1 });
  try {
    assert.equal((await get(path, { base: slowDevnet.url })).status, 200);
    assert.equal((await get(path, { base: slowDevnet.url })).status, 429);
  } finally {
    await slowDevnet.close();
  }
});

test("the devnet's faults give a stale response, reversed rows, or an error of the generation", async () => {
  const path = "/api/v3/transactions?limit=5&sort=desc";
  const fault = (spec) => get(path, { headers: { "x-fault": spec } });
  const responseBefore = await get(path);
  const { transactions } = (await fault("reorder")).body;
  assert.deepEqual(
    transactions.map((t) => t.hash),
    responseBefore.body.transactions.map((t) => t.hash).reverse(),
  );
  const info = "/api/v2/getMasterchainInfo";
  const { seqno } = (await get(info)).body.result.last;
  await devnet.clock.step();
  assert.equal((await get(info, { headers: { "x-fault": "stale" } })).body.result.last.seqno, seqno);
  assert.equal((await get(info)).body.result.last.seqno, seqno + 1);
  assert.deepEqual((await fault("status=503")).body, { error: "fault asked for: status 503" });
});

test("a running clock makes blocks, and the traders pay each other", async () => {
  const liveDevnet = await startDevnet({ world: "small", clock: 50 });
  try {
    await liveDevnet.ready;
    const startSeqno = liveDevnet.chain.head.mc.seqno;
    while (liveDevnet.chain.head.mc.seqno < startSeqno + 12) await new Promise((resolve) => setTimeout(resolve, 25));
    await liveDevnet.clock.stop();
    const paidTimes = liveDevnet.db.all(
      "SELECT t.now FROM transactions t JOIN messages m ON m.hash = t.in_msg WHERE t.mc_seqno > ? AND m.type = 'ext_in'",
      [startSeqno],
    );
    assert.ok(paidTimes.length > 0);
    assert.ok(
      paidTimes.every(({ now }) => Math.abs(now - Date.now() / 1000) < 60),
      "utime differs from the wall clock",
    );
    const lastSeqno = liveDevnet.chain.head.mc.seqno;
    await new Promise((resolve) => setTimeout(resolve, 120));
    assert.equal(liveDevnet.chain.head.mc.seqno, lastSeqno);
  } finally {
    await liveDevnet.close();
  }
});
