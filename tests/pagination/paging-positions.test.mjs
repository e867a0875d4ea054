// Pagers of each kind of position, stopped after any row of a page and resumed in another client: every row is returned once. Also responses
// that do not end a list: an empty page, a null page, a body without the list.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createClient, isTonEdgeError } from "ton-edge";

const ADDRESS = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";

/** A hash as the service writes it. */
const hash = (index) => btoa(String(index).padStart(32, "#"));

/** A generator of whole numbers below `maxCount`, the same in every run. */
function makeRandomFrom(seed) {
  let state = seed;
  return (maxCount) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * maxCount);
  };
}

/**
 * Lists by the way in which they are read: the method, its parameters, and the response to a query, computed from all rows. The rows are
 * newest first, except those of traces.
 */
const lists = {
  "a cursor in the response, v2": {
    open: (client) => [client.v2.getTransactionsStd, { address: ADDRESS }],
    id: ({ transaction_id }) => transaction_id.hash,
    row: (index) => ({ transaction_id: { lt: String(9_000 - index), hash: hash(index) } }),
    answer(rows, query, maxCount) {
      const from = query.has("lt") ? rows.findIndex(({ transaction_id }) => transaction_id.lt === query.get("lt")) : 0;
      const page = rows.slice(from, from + maxCount);
      const position = rows[from + maxCount]?.transaction_id ?? { lt: "0", hash: hash(0) };
      return { ok: true, result: { transactions: page, previous_transaction_id: position } };
    },
  },
  "a cursor in the response, v3": {
    open: (client) => [client.v3.dns.activeAuctions, { bidder: ADDRESS }],
    id: (row) => row.nft_item_address,
    row: (index) => ({ nft_item_address: `0:${String(index).padStart(64, "0")}` }),
    answer(rows, query, maxCount) {
      const from = Number(query.get("after") ?? 0);
      const next = from + maxCount < rows.length ? String(from + maxCount) : null;
      return { auctions: rows.slice(from, from + maxCount), next_cursor: next };
    },
  },
  "the last row": {
    open: (client) => [client.v2.getTransactions, { address: ADDRESS }],
    id: ({ transaction_id }) => transaction_id.hash,
    row: (index) => ({ transaction_id: { lt: String(9_000 - index), hash: hash(index) } }),
    answer(rows, query, maxCount) {
      const from = query.has("lt") ? rows.findIndex(({ transaction_id }) => transaction_id.lt === query.get("lt")) : 0;
      return { ok: true, result: rows.slice(from, from + maxCount) };
    },
  },
  "an offset": {
    open: (client) => [client.v3.messages, {}],
    id: (row) => `${row.hash} ${row.in_msg_tx_hash}`,
    // An external message that several transactions accepted has several rows.
    row: (index) => ({
      hash: `m${index % 5 ? index : index - 5 * (index % 2)}`,
      created_lt: null,
      in_msg_tx_hash: `t${index}`,
    }),
    answer(rows, query, maxCount) {
      const from = Number(query.get("offset") ?? 0);
      return { messages: rows.slice(from, from + maxCount) };
    },
  },
  "an offset, of a join": {
    open: (client) => [client.v3.transactionsByMessage, { opcode: "0x1" }],
    id: (row) => row.hash,
    row: (index) => ({ hash: `h${index}`, lt: String(9_000 - index) }),
    answer(rows, query, maxCount) {
      const rowsWithRepeats = rows.flatMap((row, index) => Array.from({ length: index % 7 ? 1 : 9 }, () => row));
      const from = Number(query.get("offset") ?? 0);
      return { transactions: rowsWithRepeats.slice(from, from + maxCount) };
    },
  },
  "a bound on time": {
    open: (client) => [client.v3.transactions, { account: ADDRESS }],
    id: (row) => row.hash,
    row: (index) => ({ hash: `h${index}`, lt: String(9_000 - Math.floor(index / 3)) }),
    answer(rows, query, maxCount) {
      const matchingRows = rows.filter(({ lt }) => !query.has("end_lt") || Number(lt) <= Number(query.get("end_lt")));
      const from = Number(query.get("offset") ?? 0);
      return { transactions: matchingRows.slice(from, from + maxCount) };
    },
  },
};

/**
 * A client of a list whose server may send more rows than requested, an empty page or a null page.
 *
 * @param {any} list @param {any[]} rows @param {{ longer?: number, fault?: (request: number, answer: any) => any }} [how]
 */
function serve(list, rows, { longer: extraCount = 0, fault = () => undefined } = {}) {
  let requests = 0;
  const fetch = async (request) => {
    requests += 1;
    const query = new URL(request.url).searchParams;
    const maxRequests = Number(query.get("limit") ?? query.get("count")) + extraCount;
    const reply = list.answer(rows, query, maxRequests);
    return new Response(JSON.stringify(fault(requests, reply) ?? reply), {
      headers: { "content-type": "application/json" },
    });
  };
  const retry = { attempts: 3, minDelayMs: 1, maxDelayMs: 2 };
  return createClient({ baseUrl: "https://lists.example", fetch, rateLimit: false, retry });
}

/** Reads `maxCount` rows and stops, even within a page. */
async function readSome(pager, maxCount) {
  const rows = [];
  for await (const row of pager) if (rows.push(row) === maxCount) break;
  return rows;
}

const listRows = (list, count) => Array.from({ length: count }, (_, index) => list.row(index));

for (const [name, list] of Object.entries(lists)) {
  test(`${name}: a pager stopped after any row of a page loses and repeats no row`, async () => {
    const random = makeRandomFrom(name.length);
    // A page may have more rows than are read, because a server ignores the limit or the caller reads only a part.
    for (const extraCount of [0, 7, 300]) {
      for (let round = 0; round < 5; round += 1) {
        const rows = listRows(list, 100 + random(60));
        const readHashes = [];
        let cursor;
        for (let stopCount = 0; ; stopCount += 1) {
          assert.ok(stopCount < 400);
          const client = serve(list, rows, { longer: extraCount });
          const [method, params] = /** @type {any[]} */ (list.open(client));
          const pager = method.paginate(params, { pageSize: 1 + random(64), cursor });
          const maxCount = 1 + random(30);
          const part = round % 2 ? await pager.toArray({ maxItems: maxCount }) : await readSome(pager, maxCount);
          readHashes.push(...part.map(list.id));
          cursor = pager.cursor;
          if (part.length < maxCount) break;
        }
        assert.deepEqual(readHashes, rows.map(list.id), `round ${round}, ${extraCount} rows more than requested`);
      }
    }
  });

  test(`${name}: an empty or null page is not the end, and a missing list is retried`, async () => {
    const rows = listRows(list, 500);
    const addValue = (/** @type {any} */ answer, value) =>
      JSON.parse(JSON.stringify(answer), (_, part) => (Array.isArray(part) ? value : part));
    const v2 = name.includes("v2") || name === "the last row";
    const faults = [
      (reply) => addValue(reply, []),
      (reply) => addValue(reply, null),
      () => (v2 ? { ok: true, result: {} } : {}),
      () => (v2 ? { ok: true, result: "" } : { ok: true }),
    ];
    for (const page of [1, 2]) {
      for (const fault of faults) {
        const client = serve(list, rows, {
          fault: (request, reply) => (request === page ? fault(reply) : undefined),
        });
        const [method, params] = /** @type {any[]} */ (list.open(client));
        for (const pageSize of page === 1 ? [1, 100] : [1]) {
          const readRows = await method.paginate(params, { pageSize }).toArray({ maxItems: 5 });
          assert.deepEqual(readRows.map(list.id), rows.slice(0, 5).map(list.id), `${fault} as response ${page}`);
        }
      }
    }
    // A fault that lasts causes an error, both in a call and in a pager.
    for (const fault of faults.slice(2)) {
      const [method, params] = /** @type {any[]} */ (list.open(serve(list, rows, { fault })));
      const isInvalid = (error) => isTonEdgeError(error, "invalid_response") && /without the list/.test(error.message);
      await assert.rejects(method.paginate(params).toArray({ maxItems: 5 }), isInvalid);
      await assert.rejects(method(params), isInvalid);
    }
    // A list counts as empty only after the second request.
    const [method, params] = /** @type {any[]} */ (list.open(serve(list, [])));
    assert.deepEqual(await method.paginate(params).toArray({ maxItems: 5 }), []);
  });
}

test("different rows with the same identity are an error, and equal rows count once", async () => {
  const makeRow = (index) => ({ hash: "m1", created_lt: null, value: index });
  const list = { ...lists["an offset"], row: makeRow };
  const read = (rows) => serve(list, rows).v3.messages.paginate({}).toArray({ maxItems: 100 });
  await assert.rejects(read([makeRow(1), makeRow(2)]), { code: "invalid_response", message: /have the same identity/ });
  assert.equal((await read([makeRow(1), makeRow(1), makeRow(1)])).length, 1);
});

test("traces that grow while they are read in ascending order are returned once, without an endless list", async () => {
  for (let seed = 1; seed <= 6; seed += 1) {
    const random = makeRandomFrom(seed);
    const rows = Array.from({ length: 240 }, (_, index) => ({ trace_id: `t${index}`, end_lt: String(1_000 + index) }));
    let newestLt = 2_000;
    const list = {
      answer(_, query, maxCount) {
        const from = Number(query.get("start_lt") ?? 0);
        const offset = Number(query.get("offset") ?? 0);
        const page = rows.filter(({ end_lt }) => Number(end_lt) >= from).slice(offset, offset + maxCount);
        const reply = { traces: structuredClone(page) };
        // The last rows of the page grow, and so do others that were read before.
        for (const { trace_id } of [...page.slice(-3), ...Array.from({ length: 9 }, () => rows[random(rows.length)])]) {
          if (newestLt > 2_400) break;
          const [movedRow] = rows.splice(
            rows.findIndex((row) => row.trace_id === trace_id),
            1,
          );
          newestLt += 1;
          rows.push({ ...movedRow, end_lt: String(newestLt) });
        }
        return reply;
      },
    };
    const pager = serve(list, []).v3.traces.paginate({ sort: "asc" }, { pageSize: 10 });
    const rowHashes = (await pager.toArray({ maxItems: Infinity })).map(({ trace_id }) => trace_id);
    assert.equal(new Set(rowHashes).size, rowHashes.length, "a trace was returned twice");
    assert.equal(rowHashes.length, 240, `${240 - rowHashes.length} traces were lost`);
  }
});

test("moved traces that fill many pages do not hide unread ones after them", async () => {
  const count = 3000;
  const rows = Array.from({ length: count }, (_, index) => ({ trace_id: `t${index}`, end_lt: String(10_000 + index) }));
  let requests = 0;
  const list = {
    answer(_, query, maxCount) {
      const from = Number(query.get("start_lt") ?? 0);
      const offset = Number(query.get("offset") ?? 0);
      const page = rows.filter(({ end_lt }) => Number(end_lt) >= from).slice(offset, offset + maxCount);
      requests += 1;
      // When half of the list was read, most of that half grows, and then some of the rest.
      if (requests === 31)
        for (const position of [...Array.from({ length: 1400 }, (_, index) => index), 2990, 2992, 2994, 2996]) {
          const movedIndex = rows.findIndex(({ trace_id }) => trace_id === `t${position}`);
          rows.push({ ...rows.splice(movedIndex, 1)[0], end_lt: String(20_000 + position) });
        }
      return { traces: structuredClone(page) };
    },
  };
  const pager = serve(list, []).v3.traces.paginate({ sort: "asc" }, { pageSize: 50 });
  const rowHashes = (await pager.toArray({ maxItems: Infinity })).map(({ trace_id }) => trace_id);
  assert.equal(new Set(rowHashes).size, count);
});
