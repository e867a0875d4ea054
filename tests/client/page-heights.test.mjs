// A walk through a list does not lose rows because a later page came from an upstream that is behind the one of an earlier page.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import http from "node:http";

import { createClient } from "ton-edge";
import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { UNLIMITED } from "../helpers/unlimited.mjs";

const ACCOUNT = `0:${"A1".repeat(32)}`;
const MIN_SEQNO = "x-ton-edge-min-seqno";

/** One transaction of the account per block: the logical time is the seqno of its block. */
const makeRowAt = (seqno) => ({
  account: ACCOUNT,
  hash: Buffer.alloc(32, seqno).toString("base64"),
  lt: String(seqno),
  now: 1_700_000_000 + seqno,
});

/** The response of an index whose newest block is `head`. */
function respond({ pathname, searchParams }, head) {
  if (/asterchainInfo$/.test(pathname)) {
    const block = { workchain: -1, shard: "8000000000000000", seqno: head };
    return pathname.includes("/v2/") ? { ok: true, result: { last: block } } : { last: block, first: block };
  }
  const get = (name, defaultValue) => Number(searchParams.get(name) ?? defaultValue);
  let rows = Array.from({ length: head }, (_, index) => index + 1);
  rows = rows.filter((lt) => lt >= get("start_lt", 0) && lt <= get("end_lt", Infinity));
  if (searchParams.get("sort") !== "asc") rows.reverse();
  const start = get("offset", 0);
  return { transactions: rows.slice(start, start + get("limit", 10)).map(makeRowAt), address_book: {} };
}

describe("pages require the block that earlier pages have shown", () => {
  /** A client of a server whose responses name the blocks in `heights`, one after another. */
  function setUp(heights, options = {}) {
    const requiredSeqnos = [];
    const client = createClient({
      baseUrl: "https://gw.example",
      rateLimit: false,
      retry: false,
      fetch: async (request) => {
        requiredSeqnos.push(request.headers.get(MIN_SEQNO));
        const height = heights[requiredSeqnos.length - 1];
        const headers = height === undefined ? undefined : { "x-ton-edge-seqno": String(height) };
        return Response.json(respond(new URL(request.url), 100), { headers });
      },
      ...options,
    });
    return { client, requiredSeqnos };
  }
  const OPTIONS = { pageSize: 5, prefetch: 0 };
  const params = { account: [ACCOUNT], sort: /** @type {const} */ ("asc"), start_lt: 1 };
  const paginate = (client, options = {}) => client.v3.transactions.paginate(params, { ...OPTIONS, ...options });

  test("each page requires the newest block that the pages before it have shown", async () => {
    const { client, requiredSeqnos } = setUp([100, 105, 103, undefined, 104]);
    await paginate(client).toArray({ maxItems: 23 });
    assert.deepEqual(requiredSeqnos, [null, "100", "105", "105", "105"]);
  });

  for (const mode of /** @type {const} */ (["auto", "offset"]))
    test(`a stored cursor requires it in another process, with the mode ${mode}`, async () => {
      const first = setUp([100, 105]);
      const pager = paginate(first.client, { mode });
      await pager.toArray({ maxItems: 7 });
      const { cursor } = pager;
      assert.match(cursor, /^3-69-/);
      const second = setUp([105]);
      const rows = await paginate(second.client, { mode, cursor }).toArray({ maxItems: 3 });
      assert.deepEqual(
        rows.map(({ lt }) => lt),
        ["8", "9", "10"],
      );
      assert.deepEqual(second.requiredSeqnos, ["105"]);
    });

  test("a cursor of an earlier version, without a height, is continued", async () => {
    const { client, requiredSeqnos } = setUp([100]);
    // After seven rows.
    const cursor =
      "2-28-b1030a9e106c1fa4-1-3e8-5-7-0-1-0-0-0-0-5-0-0-0-0-0-1-0-0-37-1975fc8e71728d1-f8f3d44164047cbf-77725edba57ddbeb-77de6e802b5332be-18faefcaeec0ffee-3d4d48eff630aaa0-30eb74b3b52ff616-d86154a30addbd8a";
    const rows = await paginate(client, { cursor }).toArray({ maxItems: 3 });
    assert.deepEqual(
      rows.map(({ lt }) => lt),
      ["8", "9", "10"],
    );
    assert.deepEqual(requiredSeqnos, [null]);
  });

  test("pages of a server that tells no block, and of a client without a session, require none", async () => {
    for (const [heights, options] of /** @type {[(number | undefined)[], object][]} */ ([
      [[], {}],
      [[100, 105, 110], { sessionConsistency: false }],
    ])) {
      const { client, requiredSeqnos } = setUp(heights, options);
      await paginate(client).toArray({ maxItems: 12 });
      assert.deepEqual(new Set(requiredSeqnos), new Set([null]));
    }
  });

  test("two pagers that read the same page at the same time both know its block", async () => {
    const { client, requiredSeqnos } = setUp([100, 100, 100, 100]);
    await Promise.all([1, 2].map(() => paginate(client).toArray({ maxItems: 8 })));
    assert.deepEqual(requiredSeqnos, [null, null, "100", "100"]);
  });
});

describe("a walk over another server, whose second page comes from a replica that is behind", () => {
  /** Reads a list whose first page shows block 40 and whose other pages show block `behind`. */
  async function walkRows(behind, params, options = {}) {
    let pageCount = 0;
    const client = createClient({
      baseUrl: "https://server.example",
      rateLimit: false,
      retry: false,
      // The changes that the pager detects by itself.
      sessionConsistency: false,
      fetch: async (request) => Response.json(respond(new URL(request.url), pageCount++ === 0 ? 40 : behind)),
    });
    const pager = client.v3.transactions.paginate(
      { account: [ACCOUNT], ...params },
      { pageSize: 10, prefetch: 0, ...options },
    );
    const rows = await pager.toArray({ maxItems: 100 });
    return { lts: rows.map(({ lt }) => Number(lt)), drift: pager.stats.drift };
  }
  const descendingNumbers = Array.from({ length: 40 }, (_, index) => 40 - index);

  test("newest rows first: no row is lost, by offset or by a bound that the replica has reached", async () => {
    assert.deepEqual((await walkRows(35, {}, { mode: "offset" })).lts, descendingNumbers);
    assert.deepEqual((await walkRows(35, { start_lt: 1 })).lts, descendingNumbers);
  });

  for (const [name, offset, params] of /** @type {[string, number, object][]} */ ([
    ["newest rows first", 25, { start_lt: 1 }],
    ["oldest rows first", 5, { start_lt: 1, sort: "asc" }],
  ]))
    test(`${name}: a replica that lacks the last known row is reported as drift`, async () => {
      const { lts, drift } = await walkRows(offset, params);
      assert.ok(lts.length < 40 && drift > 0, `${lts.length} rows, drift ${drift}`);
      await assert.rejects(walkRows(offset, params, { onDrift: "throw" }), { code: "pagination_drift" });
    });
});

describe("a walk through a gateway with an upstream that is behind", () => {
  const heads = { ahead: 40, behind: 25 };
  let isAheadDown = false;
  const servers = [];
  const urls = {};
  before(async () => {
    for (const name of Object.keys(heads)) {
      const server = http.createServer((request, response) => {
        const isDown = name === "ahead" && isAheadDown;
        response.writeHead(isDown ? 503 : 200, { "content-type": "application/json" });
        response.end(JSON.stringify(respond(new URL(request.url ?? "", "http://x.example"), heads[name])));
      });
      await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
      servers.push(server);
      urls[name] = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
    }
  });
  after(() => {
    for (const server of servers) {
      server.closeAllConnections?.();
      server.close();
    }
  });

  /** Begins a walk; the upstream that is ahead fails after 20 rows. */
  async function setUp(options) {
    isAheadDown = false;
    const gateway = await serve(
      createGateway({
        limits: UNLIMITED,
        logLevel: "off",
        behindWaitMs: 300,
        mainnet: [{ baseUrl: urls.ahead }, { baseUrl: urls.behind }],
      }),
      { port: 0 },
    );
    servers.push(gateway);
    const client = createClient({ baseUrl: gateway.url, rateLimit: false, retry: false, ...options });
    await client.v3.masterchainInfo();
    const pager = client.v3.transactions.paginate(
      { account: [ACCOUNT], sort: "asc", start_lt: 1 },
      { pageSize: 10, prefetch: 0 },
    );
    const rows = [];
    const readAll = async () => {
      for await (const row of pager) {
        rows.push(row.lt);
        if (rows.length === 20) isAheadDown = true;
      }
    };
    return { rows, readAll };
  }

  test("the walk does not end with the rows of the upstream that is behind, and continues once the other one responds", async () => {
    const { rows, readAll } = await setUp({});
    await assert.rejects(readAll(), { status: 503 });
    assert.equal(rows.length, 20);
    isAheadDown = false;
    // Until half a second has passed, the gateway shares the failure with equal reads.
    await new Promise((resolve) => setTimeout(resolve, 600));
    await readAll();
    assert.deepEqual(
      rows,
      Array.from({ length: heads.ahead }, (_, index) => String(index + 1)),
    );
  });

  test("without a session the same walk loses rows", async () => {
    const { rows, readAll } = await setUp({ sessionConsistency: false });
    await readAll();
    assert.equal(rows.length, heads.behind);
  });
});
