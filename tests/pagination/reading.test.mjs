// How a pager is read: what it requests before it must, and the pages of an empty list.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createClient } from "ton-edge";

/** A client of a list with `count` rows, and the number of its requests. */
function makeClient(count) {
  const requestCounter = { count: 0 };
  const rows = Array.from({ length: count }, (_, index) => ({
    hash: `m${index}`,
    created_lt: null,
    in_msg_tx_hash: `t${index}`,
  }));
  const client = createClient({
    baseUrl: "https://server.example",
    rateLimit: false,
    fetch: async (request) => {
      requestCounter.count += 1;
      const query = new URL(request.url).searchParams;
      const from = Number(query.get("offset") ?? 0);
      return Response.json({ messages: rows.slice(from, from + Number(query.get("limit"))) });
    },
  });
  return { requestCounter, list: client.v3.messages };
}

test("pages are prefetched one after the other without a further read", { timeout: 20_000 }, async () => {
  const { requestCounter, list } = makeClient(100);
  const reader = list.paginate({}, { pageSize: 10, prefetch: 3 })[Symbol.asyncIterator]();
  assert.equal(/** @type {any} */ ((await reader.next()).value).hash, "m0");
  while (requestCounter.count < 4) await new Promise((resolve) => setTimeout(resolve, 1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(requestCounter.count, 4);
  await reader.return?.();
});

test("an empty list has no page", async () => {
  for await (const page of makeClient(0).list.paginate({}).pages()) assert.fail(JSON.stringify(page));
});
