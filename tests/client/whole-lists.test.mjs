// Lists that continue after their apparent end: more jettons than one page has, and the deposits of an account that was deleted and created
// again.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { createClient } from "ton-edge";

import { catchRejection } from "../message/checks.mjs";

const makeAddress = (number) => `0:${number.toString(16).toUpperCase().padStart(64, "0")}`;
const computeHash = (number) => Buffer.alloc(32, number).toString("base64");
const OWNER = makeAddress(1);

/** A client of a server that responds to the query of a path. */
const makeClient = (respond) =>
  createClient({
    baseUrl: "https://lists.example",
    retry: 1,
    rateLimit: false,
    fetch: async (request) => Response.json(respond(new URL(request.url).searchParams)),
  });

describe("jettons", () => {
  /** A server with this many current wallets, then stale ones, which it omits after it has cut the page, then current ones. */
  const getOwner = (count, stale = 0, after = 0) =>
    makeClient((query) => {
      const [limit, offset] = ["limit", "offset"].map((name) => Number(query.get(name) ?? 0));
      const isStale = (position) => position >= count && position < count + stale;
      const wallets = Array.from({ length: count + stale + after }, (_, index) => (isStale(index) ? 0 : index + 2));
      const page = wallets.slice(offset, offset + limit);
      const rows = page.filter(Boolean).map((number) => ({
        address: makeAddress(number),
        owner: OWNER,
        jetton: makeAddress(10_000 + number),
        balance: "1",
        last_transaction_lt: "1",
      }));
      return { jetton_wallets: rows, address_book: {}, metadata: {} };
    });

  test("jettons of an owner are complete, however many stale wallets are between them", async () => {
    for (const [before, stale, after] of [
      [110, 90, 210],
      [0, 120, 3],
      [7, 200, 1],
    ])
      assert.equal((await getOwner(before, stale, after).jettons(OWNER)).length, before + after);
  });

  test("more than 1000 jettons of an owner are an error, unless the caller sets a limit", async () => {
    assert.equal((await getOwner(1000).jettons(OWNER)).length, 1000);
    const client = getOwner(1001);
    const error = await catchRejection(() => client.jettons(OWNER));
    assert.deepEqual([error.code, error.parameter], ["invalid_option", "maxItems"]);
    assert.equal((await client.jettons(OWNER, { maxItems: 1000 })).length, 1000);
    assert.equal((await client.jettons(OWNER, { maxItems: 5000 })).length, 1001);
  });
});

describe("deposits of an account that was deleted and created again", () => {
  /** The transaction with that logical time. @param {number} lt @param {number} previousLt 0: there was no account */
  const makeRow = (lt, previousLt, [before, after], value = "5") => ({
    account: OWNER,
    hash: computeHash(lt),
    lt: String(lt),
    now: 1000 + lt,
    prev_trans_lt: String(previousLt),
    prev_trans_hash: previousLt === 0 ? computeHash(0) : computeHash(previousLt),
    orig_status: before,
    end_status: after,
    finality: "finalized",
    trace_id: null,
    in_msg: {
      source: makeAddress(9),
      destination: OWNER,
      value,
      bounce: false,
      bounced: false,
      message_content: { body: "te6cckEBAQEAAgAAAEysuc0=" },
    },
    description: { type: "ord", aborted: false, compute_ph: { skipped: false, success: true } },
  });
  const ACCOUNT_LIVES = [
    makeRow(10, 0, ["nonexist", "active"]),
    makeRow(20, 10, ["active", "nonexist"]),
    // The account was created and deleted in one transaction.
    makeRow(30, 0, ["nonexist", "nonexist"]),
    makeRow(40, 0, ["nonexist", "uninit"]),
    makeRow(50, 40, ["uninit", "active"]),
  ];
  const makeServer = (rows) =>
    makeClient((query) => {
      const from = Number(query.get("start_lt") ?? 0);
      return { transactions: rows.filter(({ lt }) => Number(lt) >= from), address_book: {} };
    });
  const read = async (client, sinceTime) => {
    const foundDeposits = [];
    const options = { since: sinceTime, follow: false, generation: "v3", pollIntervalMs: 1 };
    for await (const deposit of client.payments(OWNER, options)) foundDeposits.push(deposit);
    return foundDeposits;
  };

  test("deposits continue across the deletion of the account if the transactions on both sides show it", async () => {
    const client = makeServer(ACCOUNT_LIVES);
    const rows = await read(client);
    assert.deepEqual(
      rows.map(({ lt }) => lt),
      [10n, 20n, 30n, 40n, 50n],
    );
    for (const [offset, { cursor }] of rows.entries()) assert.equal((await read(client, cursor)).length, 4 - offset);
  });

  test("deposits end with an error if a transaction does not show the deletion", async () => {
    const changes = [
      [1, { end_status: "active" }],
      [1, { end_status: undefined }],
      [2, { orig_status: "active" }],
      [2, { orig_status: undefined }],
    ];
    for (const [offset, change] of changes) {
      const rows = ACCOUNT_LIVES.map((row, index) =>
        index === offset ? { ...row, .../** @type {object} */ (change) } : row,
      );
      const error = await catchRejection(() => read(makeServer(rows)));
      assert.equal(error.code, "invalid_response");
      assert.match(error.message, /missing between lt 20 and lt 30/);
    }
    // The history lacks the transaction that deleted the account.
    const error = await catchRejection(() => read(makeServer(ACCOUNT_LIVES.filter(({ lt }) => lt !== "20"))));
    assert.match(error.message, /missing between lt 10 and lt 30/);
  });
});
