// Pagination of a list that changes, against a real server, in any runtime.

import { assert } from "chai";

import { createClient, catchThrown, catchRejection } from "./client.mjs";

let listCount = 0;

/** A new list at the live server, and a client for it. */
async function open(live, label, options) {
  const url = `${live}/list-${(listCount += 1)}-${Math.random().toString(36).slice(2)}`;
  await fetch(`${url}?${new URLSearchParams(label)}`, { method: "POST" });
  return { client: createClient({ baseUrl: url, ...options }), report: async () => (await fetch(url)).json() };
}

/** Checks that no row came twice, and that every row that exists all the time came. */
function assertWhole(rowsRead, { before, now }) {
  assert.equal(new Set(rowsRead).size, rowsRead.length, "a row was returned twice");
  const [seenSet, currentSet] = [new Set(rowsRead), new Set(now)];
  assert.deepEqual(
    before.filter((hash) => currentSet.has(hash) && !seenSet.has(hash)),
    [],
    "rows were lost",
  );
}

export const pages = {
  async "no row is missing or repeated while the list changes"({ live }) {
    for (const [mode, sort] of /** @type {any[][]} */ ([
      ["offset", "desc"],
      ["keyset", "desc"],
      ["auto", "asc"],
      ["offset", "asc"],
    ])) {
      for (const [seed, pageSize] of [
        [1, 7],
        [2, 20],
        [3, 100],
      ]) {
        const { client, report } = await open(live, { rows: 300, arrive: 3, go: 1, seed });
        const pager = client.v3.transactions.paginate({ sort }, { pageSize, mode });
        const seenHashes = [];
        for await (const { hash } of pager) seenHashes.push(hash);
        assertWhole(seenHashes, await report());
        assert.equal(pager.stats.rows, seenHashes.length);
        if (mode === "offset") assert.isAbove(pager.stats.drift, 0);
      }
    }
  },

  async '`onDrift: "throw"` reports moved rows after it has returned the earlier rows'({ live }) {
    const { client } = await open(live, { rows: 60, arrive: 5, seed: 4 });
    const pager = client.v3.transactions.paginate({}, { pageSize: 10, mode: "offset", onDrift: "throw" });
    const rowsRead = [];
    const error = await (async () => {
      for await (const row of pager) rowsRead.push(row);
    })().catch((reason) => reason);
    assert.equal(error.code, "pagination_drift");
    assert.isAtLeast(rowsRead.length, 10);
  },

  async "a cursor continues in the middle of a page, in another client, and is refused elsewhere"({ live }) {
    for (const mode of /** @type {const} */ (["offset", "keyset"])) {
      const { client, report } = await open(live, { rows: 200, arrive: 2, seed: 5 });
      const seenHashes = [];
      let cursor;
      for (let part = 0; part < 100; part += 1) {
        const pager = client.v3.transactions.paginate({}, { pageSize: 15, mode, cursor });
        let rowCount = 0;
        for await (const { hash } of pager) {
          seenHashes.push(hash);
          if ((rowCount += 1) === 11) break;
        }
        cursor = JSON.parse(JSON.stringify(pager.cursor));
        if (rowCount < 11) break;
      }
      assertWhole(seenHashes, await report());
      const readPage = (params, text) =>
        catchThrown(() => client.v3.transactions.paginate(params, { mode, cursor: text }).cursor);
      assert.equal(readPage({ sort: "asc" }, cursor).code, "cursor_invalid");
      assert.equal(readPage({}, `${cursor}0`).code, "cursor_invalid");
      assert.equal(readPage({}, "").code, "cursor_invalid");
      assert.equal(readPage({}, 7).code, "cursor_invalid");
      assert.equal(catchThrown(() => client.v3.jetton.burns.paginate({}, { cursor }).cursor).code, "cursor_invalid");
    }
  },

  async "v2 history is paginated by lt and hash"({ live }) {
    const { client, report } = await open(live, { rows: 50, arrive: 3, seed: 6 });
    const pager = client.v2.getTransactions.paginate(
      { address: "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N" },
      { pageSize: 8 },
    );
    const rows = await pager.toArray({ maxItems: 1000 });
    assertWhole(
      rows.map(({ transaction_id }) => transaction_id.hash),
      await report(),
    );
    assert.equal(rows.length, 50);
    assert.equal(pager.stats.duplicates, 0);
  },

  async "a short page is not the end of the list"({ live }) {
    const { client, report } = await open(live, { rows: 95, cap: 20 });
    const rows = await client.v3.jetton.burns.paginate({}, { pageSize: 100 }).toArray({ maxItems: 1000 });
    assertWhole(
      rows.map(({ transaction_hash }) => transaction_hash),
      await report(),
    );
  },

  async "stopping a pager stops its requests, and prefetch is not exceeded"({ live }) {
    for (const prefetch of [0, 1, 3]) {
      const { client, report } = await open(live, { rows: 400 });
      const pager = client.v3.transactions.paginate({}, { pageSize: 10, prefetch });
      for await (const row of pager) {
        assert.isString(row.hash);
        await new Promise((resolve) => setTimeout(resolve, 60));
        break;
      }
      const { requests } = await report();
      assert.isAtMost(requests, 1 + prefetch);
      assert.isAtLeast(requests, prefetch ? 2 : 1);
      await new Promise((resolve) => setTimeout(resolve, 40));
      assert.equal((await report()).requests, requests, "the pager sent a request after its end");
      // The position remains, so reading on returns the next row.
      const { value } = await pager[Symbol.asyncIterator]().next();
      assert.equal(value.hash, (await report()).before[1]);
    }
    const { client, report } = await open(live, { rows: 400 });
    assert.lengthOf(await client.v3.transactions.paginate({}, { pageSize: 10 }).toArray({ maxItems: 25 }), 25);
    assert.equal((await report()).requests, 3);
  },

  async "concurrent calls of `next` return rows in order, and rows and pages share one position"({ live }) {
    const { client, report } = await open(live, { rows: 40 });
    const pager = client.v3.transactions.paginate({}, { pageSize: 7 });
    const rows = pager[Symbol.asyncIterator]();
    const first = await Promise.all(Array.from({ length: 10 }, () => rows.next()));
    const { before: reportBefore } = await report();
    assert.deepEqual(
      first.map(({ value }) => value.hash),
      reportBefore.slice(0, 10),
    );
    const { value: page } = await pager.pages().next();
    assert.deepEqual(
      page.rows.map(({ hash }) => hash),
      reportBefore.slice(10, 14),
    );
    assert.deepEqual([page.offset, page.last], [10, false]);
    const otherResults = await Promise.all([rows.next(), pager.pages().next(), rows.next(), pager.pages().next()]);
    const mixedHashes = otherResults.flatMap(({ value }) => value.rows ?? [value]).map(({ hash }) => hash);
    assert.deepEqual(mixedHashes, reportBefore.slice(14, 14 + mixedHashes.length));
    const remainingRows = await pager.toArray({ maxItems: 100 });
    assert.deepEqual(
      remainingRows.map(({ hash }) => hash),
      reportBefore.slice(14 + mixedHashes.length),
    );
    assert.deepEqual([pager.stats.rows, (await rows.next()).done], [40, true]);
  },

  async "`return` of a pager does not wait for a request, and an abort rejects with its reason"({ direct, fault }) {
    const { transactions } = createClient({ baseUrl: direct }).v3;
    await fault("hang");
    const rows = transactions.paginate({})[Symbol.asyncIterator]();
    const pendingRow = rows.next();
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.deepEqual(await rows.return("left"), { done: true, value: "left" });
    assert.deepEqual(await pendingRow, { done: true, value: undefined });
    // The earlier request may arrive only now, and use up one of the faults.
    await fault("hang", 2);
    const stop = new AbortController();
    const otherCall = transactions
      .paginate({}, { signal: stop.signal })
      .pages()
      .next()
      .catch((error) => error);
    const reason = { any: "thing" };
    setTimeout(() => stop.abort(reason), 30);
    assert.strictEqual(await otherCall, reason);
    await fault("hang", 0);
  },

  async "invalid options are explained"() {
    const { v3 } = createClient();
    for (const [options, parameter] of /** @type {any[][]} */ ([
      [{ mode: "both" }, "mode"],
      [{ onDrift: "no" }, "onDrift"],
      [{ prefetch: -1 }, "prefetch"],
      [{ maxItems: 0.5 }, "maxItems"],
      [{ mode: 7 }, "mode"],
      [{ pageSize: 0 }, "pageSize"],
    ])) {
      const error = catchThrown(() => v3.transactions.paginate({}, options).cursor);
      assert.deepEqual([error.code, error.parameter], ["invalid_option", parameter]);
    }
    assert.equal(catchThrown(() => v3.messages.paginate({}, { mode: "keyset" }).cursor).suggestion, "auto");
    assert.equal(
      (await catchRejection(v3.transactions.paginate({}, { signal: /** @type {any} */ ({}) }).toArray({ maxItems: 1 })))
        .parameter,
      "signal",
    );
  },
};
