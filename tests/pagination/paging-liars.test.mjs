// Every pager against servers that repeat and reorder pages, over sockets: no row is returned twice, missing rows are reported, and a pager
// stops after at most five requests without progress. Also the calls that a caller may make on a pager at any row.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";

import { createClient } from "ton-edge";
import { endpoints } from "ton-edge/endpoints";

import { faults, startLiar } from "../upstream/liar.mjs";

const ADDRESS = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const HASH = "rBNBQIi7D8lF7lk8hXYDq6Is1zlvdAsPjDpAZbk2VwQ=";
const pagedEndpoints = endpoints().filter(({ livePage }) => livePage?.id);

/** The method, and its required parameters. */
function getMethod(client, endpoint) {
  const method = endpoint.name.split("/").reduce((target, step) => target[step], client[endpoint.generation]);
  const params = {};
  const samples = {
    address: ADDRESS,
    hash: HASH,
    shard_dec: "-9223372036854775808",
    int: 1,
    lt: "1",
    string: "x",
    enum: endpoint.params[0]?.choices?.[0],
  };
  for (let round = 0; round < 6; round += 1) {
    try {
      void method.paginate(params).cursor;
      return [method, params];
    } catch (error) {
      const neededParam =
        endpoint.params.find(({ name }) => name === error.parameter) ??
        endpoint.params.find(({ name }) => !(name in params) && error.message.includes(`\`${name}\``));
      if (neededParam === undefined) throw error;
      params[neededParam.name] = neededParam.choices?.[0] ?? samples[neededParam.kind] ?? ADDRESS;
    }
  }
  throw new Error(`no parameters for ${endpoint.name}`);
}

/** Reads to the end; returns rows by identity, and the error that ended the list. */
async function readAll(pager, { livePage }) {
  const rows = [];
  const getValueAt = (row, path) => path.split(".").reduce((part, name) => part?.[name], row);
  try {
    for await (const row of pager)
      rows.push(
        livePage.id
          .split(" ")
          .map((path) => getValueAt(row, path))
          .join(" "),
      );
  } catch (error) {
    return { rowsSeen: rows, error };
  }
  return { rowsSeen: rows };
}

for (const endpoint of /** @type {any[]} */ (pagedEndpoints)) {
  test(`the pager of ${endpoint.generation} ${endpoint.name} ends although the server repeats pages`, {
    timeout: 60_000,
  }, async () => {
    for (const lieName of /** @type {any[]} */ (Object.keys(faults))) {
      for (const mode of ["auto", "offset"]) {
        const server = await startLiar(endpoint, 95, lieName);
        const client = createClient({ baseUrl: server.url, rateLimit: false });
        try {
          const [method, params] = getMethod(client, endpoint);
          let pager;
          try {
            pager = method.paginate(params, { pageSize: 20, mode });
            void pager.cursor;
          } catch (error) {
            assert.deepEqual([error.code, error.parameter, mode], ["invalid_option", "mode", "offset"]);
            continue;
          }
          const { rowsSeen: seenRows, error } = await readAll(pager, endpoint);
          const label = `${lieName}, ${mode}, after ${seenRows.length} rows: ${error?.code} ${error?.message}`;
          assert.equal(new Set(seenRows).size, seenRows.length, `a row was returned twice: ${label}`);
          assert.ok(server.counts.idle <= 5, `${server.counts.idle} requests without progress: ${label}`);
          assert.ok(server.counts.requests < 120, label);
          // A pager by offset reports a drift if rows are reordered.
          const hasDrifted = lieName === "shufflesTheStart" && pager.stats.drift > 0;
          if (error === undefined) assert.ok(seenRows.length === 95 || hasDrifted, `rows are missing: ${label}`);
          else assert.ok(error.code === "pagination_stalled" && error.parameter !== undefined, label);
          if (lieName === "none" || lieName === "caps") assert.equal(error, undefined, label);
          assert.equal(pager.stats.rows, seenRows.length);
        } finally {
          await server.close();
        }
      }
    }
  });
}

const transactions = pagedEndpoints.find(({ generation, name }) => generation === "v3" && name === "transactions");

test("the error of a pager names the parameter that the server ignores, or a repeated cursor", async () => {
  const readNamed = async (generation, name, lieName, params = {}, options = {}) => {
    const endpoint = pagedEndpoints.find((row) => row.generation === generation && row.name === name);
    const server = await startLiar(endpoint, 700, lieName);
    const client = createClient({ baseUrl: server.url, rateLimit: false });
    const [method, neededParam] = getMethod(client, endpoint);
    const { error } = await readAll(
      method.paginate({ ...neededParam, ...params }, { pageSize: 20, ...options }),
      /** @type {any} */ (endpoint),
    );
    await server.close();
    assert.equal(error?.code, "pagination_stalled");
    assert.ok(error.message.includes(`\`${error.parameter}\``), error.message);
    return error.parameter;
  };
  assert.equal(await readNamed("v3", "transactions", "ignoresBound"), "end_lt");
  assert.equal(await readNamed("v3", "transactions", "ignoresBound", { sort: "asc" }), "start_lt");
  assert.equal(await readNamed("v3", "blocks", "ignoresBound"), "end_utime");
  assert.equal(await readNamed("v3", "transactions", "ignoresSort"), "sort");
  assert.equal(await readNamed("v3", "transactions", "ignoresOffset", {}, { mode: "offset" }), "offset");
  assert.equal(await readNamed("v3", "jetton/masters", "ignoresOffset"), "offset");
  assert.equal(await readNamed("v3", "dns/activeAuctions", "ignoresBoth"), "after");
  assert.equal(await readNamed("v2", "getTransactions", "ignoresBoth"), "lt");
});

test("an abort ends a loop before the next row, and the cursor stays after the last one", async () => {
  const server = await startLiar(transactions, 95, "none");
  const { v3 } = createClient({ baseUrl: server.url, rateLimit: false });
  for (const [read, count] of /** @type {any[][]} */ ([
    ["rows", 5],
    ["pages", 1],
  ])) {
    const stop = new AbortController();
    const reason = new Error("enough");
    const pager = v3.transactions.paginate({}, { signal: stop.signal, pageSize: 10, prefetch: 2 });
    let rowCount = 0;
    const error = await (async () => {
      for await (const row of read === "rows" ? pager : pager.pages()) {
        assert.ok(row);
        if ((rowCount += 1) === count) stop.abort(reason);
      }
    })().catch((reason) => reason);
    assert.strictEqual(error, reason);
    assert.equal(rowCount, count, read);
    const remainingRows = await v3.transactions.paginate({}, { cursor: pager.cursor }).toArray({ maxItems: Infinity });
    assert.equal(remainingRows.length, 95 - (read === "rows" ? 5 : 10));
    await assert.rejects(pager.toArray({ maxItems: 1 }), (thrown) => thrown === reason);
  }
  await server.close();
});

test("`retry` of a pager has the meaning of the client's option, and 0 means only one attempt", async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.writeHead(500, { "content-type": "application/json" }).end('{"error":"no"}');
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = createClient({
    baseUrl: `http://127.0.0.1:${server.address().port}`,
    rateLimit: false,
    retry: { attempts: 2, minDelayMs: 1, maxDelayMs: 2 },
  });
  for (const [retry, attempts] of /** @type {any[][]} */ ([
    [undefined, 2],
    [6, 6],
    [{ attempts: 3 }, 3],
    [1, 1],
    [false, 1],
    [0, 1],
  ])) {
    requests = 0;
    await assert.rejects(client.v3.transactions.paginate({}, { retry }).toArray({ maxItems: 1 }), {
      code: "server_error",
    });
    assert.equal(requests, attempts, `retry: ${JSON.stringify(retry)}`);
    requests = 0;
    await assert.rejects(client.v3.transactions({}, { retry }), { code: "server_error" });
    assert.equal(requests, attempts, `a call with retry: ${JSON.stringify(retry)}`);
  }
  for (const retry of /** @type {any[]} */ ([-1, NaN, "6", { attempts: 0 }, { tries: 2 }])) {
    await assert.rejects(client.v3.transactions.paginate({}, { retry }).toArray({ maxItems: 1 }), {
      code: "invalid_option",
    });
  }
  await new Promise((resolve) => server.close(resolve));
});

test("a cursor of another network or base URL is refused", async () => {
  const server = await startLiar(transactions, 95, "none");
  const openPager = (options) => createClient({ baseUrl: server.url, rateLimit: false, ...options }).v3.transactions;
  const pager = openPager().paginate({});
  await pager.toArray({ maxItems: 7 });
  const { cursor } = pager;
  assert.equal((await openPager().paginate({}, { cursor }).toArray({ maxItems: Infinity })).length, 88);
  for (const options of [
    { baseUrl: `${server.url}/testnet`, network: "testnet" },
    { baseUrl: `${server.url}/other` },
    { baseUrl: "https://gateway.example" },
    { baseUrl: undefined },
  ]) {
    assert.throws(() => openPager(options).paginate({}, { cursor }).cursor, {
      code: "cursor_invalid",
      parameter: "cursor",
      message: "the cursor belongs to another network or base URL",
    });
  }
  // Different spellings of a URL count as equal.
  assert.ok(openPager({ baseUrl: `${server.url}/` }).paginate({}, { cursor }));
  await server.close();
});

test("the bounds of a pager may be Infinity", async () => {
  const server = await startLiar(transactions, 95, "none");
  const { v3 } = createClient({ baseUrl: server.url, rateLimit: false });
  const rows = await v3.transactions.paginate({}, { maxItems: Infinity, prefetch: Infinity, pageSize: 10 }).toArray();
  assert.equal(rows.length, 95);
  await server.close();
});
