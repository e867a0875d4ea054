// Deposits that the client reads from the local chain: TON and jettons, wherever they arrive, over v3 and v2; stopped and resumed at any
// point; from servers that omit, repeat, mix up or delay rows, respond for another account, or report one wallet for two masters. Each
// deposit comes once, or the client throws an error.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { Address, beginCell, comment, internal, toNano } from "@ton/ton";
import { createClient } from "ton-edge";
import { decodeTransaction, parseBoc } from "ton-edge/message";

import { createSeededRandom } from "../helpers/seeded-random.mjs";
import { catchRejection } from "../message/checks.mjs";
import * as jetton from "../upstream/devnet/contracts/jetton.mjs";
import { makeEdgeMinter } from "../upstream/devnet/scenes/jettons.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { sendFrom } from "./devnet-wallet.mjs";

const { below, pick } = createSeededRandom(5707);
const GENERATIONS = /** @type {const} */ (["v3", "v2"]);
const TRIALS = process.env.TESTS_FULL === "1" ? 300 : 2;
const FAST_POLLING = { pollIntervalMs: 5 };
/** A shop whose wallet is not deployed yet. */
const SHOP = `0:${"5B".repeat(32)}`;
/** An account without any deposits. */
const QUIET_ACCOUNT = `0:${"5C".repeat(32)}`;

/** @type {any} */
let devnet;
let edgeJetton, otherAccount, alice, faucet;
/** The payments to the shop in order: asset, amount and comment. */
const sentPayments = [];
before(
  async () => {
    devnet = await startDevnet({ world: "small" });
    await devnet.ready;
    [edgeJetton, otherAccount] = [makeEdgeMinter(devnet.cast), getOtherMinter()];
    [alice, faucet] = [devnet.cast.wallet("alice"), devnet.cast.wallet("faucet")];
    await sendAllPayments();
  },
  { timeout: 120_000 },
);
after(() => devnet?.close());

const toRaw = (address) => address.toRawString().replace(/[a-f]/g, (letter) => letter.toUpperCase());
/** The minter of a jetton that the shop does not name. */
const getOtherMinter = () =>
  jetton.buildMinter({ admin: devnet.cast.wallet("issuer").address, content: beginCell().storeUint(7, 8).endCell() });

async function pay(from, ...messages) {
  await sendFrom(devnet, from, messages);
  await devnet.clock.settle();
  await devnet.clock.step();
}

const toShop = (value, overrides = {}) => internal({ to: SHOP, value, bounce: false, ...overrides });

/** A transfer of 3 EDGE to the shop, with this payload instead of the one of `jetton.buildTransfer`. */
function buildShopTransfer(forwardAmount, payload) {
  const { address } = /** @type {any} */ (jetton.buildWallet({ owner: alice.address, minter: edgeJetton.address }));
  const body = beginCell()
    .storeUint(jetton.OP.transfer, 32)
    .storeUint(1, 64)
    .storeCoins(3n)
    .storeAddress(getShopAddress())
    .storeAddress(alice.address)
    .storeMaybeRef(null)
    .storeCoins(forwardAmount)
    .storeSlice(payload.beginParse())
    .endCell();
  return internal({ to: address, value: toNano("0.1"), body });
}
const getShopAddress = () => Address.parse(SHOP);
const makeReferenceTo = (cell) => beginCell().storeBit(1).storeRef(cell).endCell();

/** Sends all the payments to the shop. */
async function sendAllPayments() {
  const { transfers, mint } = { transfers: sentPayments, mint: jetton.buildMint };
  const expectTransfer = (asset, amount, comment) => transfers.push([asset, amount, comment]);
  const master = toRaw(edgeJetton.address);
  await pay("faucet", toShop(toNano(1), { body: "order 1" }), toShop(toNano(2)));
  expectTransfer("TON", toNano(1), "order 1");
  expectTransfer("TON", toNano(2), null);
  // This payment bounces, since the account has no contract.
  await pay("faucet", toShop(toNano(1), { body: "order 2", bounce: true }));
  await pay("alice", buildShopTransfer(1n, makeReferenceTo(comment("order 3"))));
  expectTransfer(master, 3n, "order 3");
  await pay("alice", buildShopTransfer(toNano("0.01"), beginCell().storeBit(0).endCell()));
  expectTransfer(master, 3n, null);
  // The payload is invalid: it announces a reference that is missing.
  await pay("alice", buildShopTransfer(1n, beginCell().storeBit(1).endCell()));
  expectTransfer(master, 3n, null);
  // Without a forward amount, the shop gets no notification.
  await pay("alice", buildShopTransfer(0n, beginCell().storeBit(0).endCell()));
  // Anyone can send a notification, so only its value is a deposit.
  const forgedCell = beginCell()
    .storeUint(0x7362d09c, 32)
    .storeUint(0, 64)
    .storeCoins(1_000_000n)
    .storeAddress(alice.address)
    .storeBit(1)
    .storeRef(comment("order 4"))
    .endCell();
  await pay("faucet", toShop(7n, { body: forgedCell }));
  expectTransfer("TON", 7n, null);
  // A genuine notification for a jetton that the shop does not name.
  await pay("issuer", internal({ to: otherAccount.address, value: toNano(1), init: otherAccount.init }));
  const mintMessage = mint({
    to: getShopAddress(),
    amount: 9n,
    value: toNano("0.1"),
    forwardAmount: 5n,
    forwardPayload: comment("order 5"),
  });
  await pay("issuer", internal({ to: otherAccount.address, value: toNano("0.3"), body: mintMessage }));
  expectTransfer("TON", 5n, null);
  // More payments than several pages of a server with short pages.
  const orderNumbers = Array.from({ length: 60 }, (_, index) => index);
  await pay(
    "faucet",
    ...orderNumbers.map((orderNumber) => toShop(BigInt(100 + orderNumber), { body: `order ${100 + orderNumber}` })),
  );
  for (const orderNumber of orderNumbers)
    expectTransfer("TON", BigInt(100 + orderNumber), `order ${100 + orderNumber}`);
  await pay("faucet", toShop(toNano(3), { body: "last" }));
  expectTransfer("TON", toNano(3), "last");
}

/** A client whose responses pass through `change`. */
const makeClientWith = (change = undefined, overrides = {}) =>
  createClient({
    baseUrl: devnet.url,
    rateLimit: false,
    retry: false,
    fetch: change === undefined ? undefined : (request) => change(request),
    ...overrides,
  });

const listJettons = () => [edgeJetton.address.toString()];
const summarizeDeposit = ({ asset, amount, comment }) => [asset, amount, comment];

async function readAll(client, options = {}, account = SHOP) {
  const deposits = [];
  for await (const deposit of client.payments(account, {
    follow: false,
    jettons: listJettons(),
    ...FAST_POLLING,
    ...options,
  }))
    deposits.push(deposit);
  return deposits;
}

describe("deposits", () => {
  for (const generation of GENERATIONS) {
    test(`deposits are the payments that arrived and stayed, oldest first, over ${generation}`, async () => {
      const deposits = await readAll(makeClientWith(), { generation });
      assert.deepEqual(deposits.map(summarizeDeposit), sentPayments);
      assert.equal(new Set(deposits.map(({ id }) => id)).size, sentPayments.length);
      const [firstDeposit] = deposits;
      assert.deepEqual(
        [firstDeposit.from, firstDeposit.payload.type, firstDeposit.payload.text],
        [faucet.account, "comment", "order 1"],
      );
      assert.equal(Buffer.from(firstDeposit.hash, "base64").toString("hex"), firstDeposit.id);
      assert.ok(generation === "v3" ? /^.{43}=$/.test(firstDeposit.trace) : firstDeposit.trace === null);
      assert.equal(deposits[2].from, alice.account);
      // This payment is missing: the account had no contract, and nothing was executed.
      const [row] = await makeClientWith().v2.getTransactions({
        address: SHOP,
        limit: 1,
        lt: String(firstDeposit.lt),
        hash: firstDeposit.hash,
      });
      assert.equal(/** @type {any} */ (decodeTransaction(parseBoc(row.data)).description).aborted, true);
    });

    test(`deposits are the same with local get-methods and integrity checks, over ${generation}`, async () => {
      const localClient = makeClientWith(undefined, { tvm: () => import("ton-edge/tvm"), integrity: true });
      const offlineOptions = { ...FAST_POLLING, generation, follow: false };
      assert.deepEqual((await readAll(localClient, offlineOptions)).map(summarizeDeposit), sentPayments);
    });

    test(`without named jettons, deposits are TON alone, over ${generation}`, async () => {
      const deposits = await readAll(makeClientWith(), { generation, jettons: [] });
      const notices = deposits.filter(
        ({ asset, payload }) => asset === "TON" && payload?.type === "jetton_notification",
      );
      assert.deepEqual([deposits.length, notices.length], [sentPayments.length, 4]);
      assert.ok(notices.every(({ comment: text }) => text === null));
    });
  }

  test("a bounced payment of one's own is not a deposit", async () => {
    const wallet = devnet.cast.wallet("bob");
    const previousPayments = makeClientWith().payments(wallet.account, { follow: false });
    for await (const _ of previousPayments);
    await pay("bob", internal({ to: QUIET_ACCOUNT, value: toNano(1), bounce: true, body: "to nobody" }));
    for (const generation of GENERATIONS)
      assert.deepEqual(
        await readAll(makeClientWith(), { since: previousPayments.cursor, generation }, wallet.account),
        [],
      );
  });

  test("both generations return the same deposits for every wallet of the world", async () => {
    const accounts = ["alice", "bob", "carol", "issuer"].map((name) => devnet.cast.wallet(name).account);
    for (const account of accounts) {
      const [v3, v2] = await Promise.all(
        GENERATIONS.map((generation) => readAll(makeClientWith(), { generation, jettons: [] }, account)),
      );
      const simplifyPayment = ({ trace, payload, ...rest }) => ({ ...rest, type: payload?.type });
      assert.deepEqual(v2.map(simplifyPayment), v3.map(simplifyPayment));
      assert.ok(v3.length > 0);
    }
  });
});

describe("a cursor of deposits", () => {
  test("each deposit comes once, however reading is stopped and resumed", async () => {
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const deposits = [];
      let sinceTime;
      while (true) {
        const generation = pick(GENERATIONS);
        const payments = makeClientWith().payments(SHOP, {
          follow: false,
          jettons: listJettons(),
          since: sinceTime,
          generation,
          ...FAST_POLLING,
        });
        let remainingReads = 1 + below(30);
        let areFinished = true;
        for await (const deposit of payments) {
          deposits.push(summarizeDeposit(deposit));
          sinceTime = deposit.cursor;
          if ((remainingReads -= 1) === 0) {
            areFinished = false;
            break;
          }
        }
        if (!areFinished) continue;
        sinceTime = payments.cursor;
        break;
      }
      assert.deepEqual(deposits, sentPayments);
      assert.deepEqual(await readAll(makeClientWith(), { since: sinceTime, generation: pick(GENERATIONS) }), []);
    }
  });

  test("the pager's cursor stays before a deposit until the next one is requested", async () => {
    for (const generation of GENERATIONS) {
      const payments = makeClientWith().payments(SHOP, { follow: false, generation, ...FAST_POLLING });
      assert.equal(payments.cursor, null);
      const firstDeposit = (await payments.next()).value;
      assert.notEqual(payments.cursor, firstDeposit.cursor);
      assert.deepEqual(
        (await readAll(makeClientWith(), { since: payments.cursor, generation })).map(summarizeDeposit),
        sentPayments,
      );
      await payments.next();
      assert.equal(payments.cursor, firstDeposit.cursor);
      await payments.return();
      assert.deepEqual(await payments.next(), { done: true, value: undefined });
      assert.equal(payments.cursor, firstDeposit.cursor);
    }
  });

  test("`since` may be a time", async () => {
    const payments = await readAll(makeClientWith());
    const from = payments[3].utime;
    const laterDeposits = payments.filter(({ utime }) => utime >= from).map(summarizeDeposit);
    for (const generation of GENERATIONS) {
      const deposits = await readAll(makeClientWith(), { since: from, generation });
      assert.deepEqual(deposits.map(summarizeDeposit), laterDeposits);
      const emptyPayments = makeClientWith().payments(SHOP, {
        since: devnet.chain.time() + 60,
        follow: false,
        generation,
      });
      for await (const _ of emptyPayments) assert.fail("a deposit came from before `since`");
      assert.equal(emptyPayments.cursor, payments.at(-1).cursor);
    }
  });

  test("an account without deposits also has a cursor", async () => {
    for (const generation of GENERATIONS)
      for (const sinceTime of [undefined, null, 1_700_000_000]) {
        const payments = makeClientWith().payments(QUIET_ACCOUNT, { follow: false, generation, since: sinceTime });
        for await (const _ of payments) assert.fail("a deposit came for an account without deposits");
        const resumedPayments = makeClientWith().payments(QUIET_ACCOUNT, {
          follow: false,
          generation,
          since: payments.cursor,
        });
        assert.equal((await resumedPayments.next()).done, true);
      }
  });

  test("a cursor of another account, or an invalid one, is refused before any request", async () => {
    const { cursor } = (await readAll(makeClientWith()))[0];
    const openPayments = (account, options) =>
      makeClientWith(() => assert.fail("a request"))
        .payments(account, options)
        .next();
    for (const [account, sinceTime, code] of /** @type {any[]} */ ([
      [QUIET_ACCOUNT, cursor, "cursor_invalid"],
      [SHOP, `${cursor}x`, "cursor_invalid"],
      [SHOP, cursor.replace(/:[^:]*$/, ":"), "cursor_invalid"],
      [SHOP, "", "cursor_invalid"],
      [SHOP, 5n, "invalid_option"],
      [SHOP, -1, "invalid_option"],
      [SHOP, {}, "invalid_option"],
      ["nowhere", undefined, "invalid_address"],
    ])) {
      const error = await catchRejection(() => openPayments(account, { since: sinceTime }));
      if (code !== "invalid_address") assert.equal(error.code, code);
    }
    for (const options of [{ jettons: SHOP }, { follow: 1 }, { finality: "pending" }, { limit: 3 }, { timeout: 5 }])
      assert.equal((await catchRejection(() => openPayments(SHOP, options))).code, "invalid_option");
  });
});

describe("following deposits", () => {
  for (const generation of GENERATIONS)
    test(`a later deposit is read, and an abort ends the wait, over ${generation}`, async () => {
      const account = `0:${generation === "v3" ? "5D" : "5E"}${"0".repeat(62)}`;
      const stop = new AbortController();
      const payments = makeClientWith().payments(account, { generation, signal: stop.signal, ...FAST_POLLING });
      const next = payments.next();
      await pay("faucet", internal({ to: account, value: toNano(1), bounce: false, body: "late" }));
      assert.equal((await next).value.comment, "late");
      const pendingNext = payments.next();
      stop.abort(new Error("closing time"));
      await assert.rejects(pendingNext, /closing time/);
      await assert.rejects(async () => {
        for await (const _ of makeClientWith().payments(account, { signal: stop.signal }))
          assert.fail("a deposit came after the abort");
      }, /closing time/);
    });
});

// ---- servers that lie, are behind, or mix up rows ----

const isHistory = ({ url }) => /\/(transactions|getTransactions)\?/.test(url);

/** Changes the rows of a history, oldest first for v3 and newest first for v2. */
const changeRows = (change) => async (request) => {
  const response = await fetch(request);
  if (!isHistory(request) || !response.ok) return response;
  const body = await response.json();
  if (body.transactions) body.transactions = change(body.transactions, "v3", request);
  else body.result = change(body.result, "v2", request);
  return Response.json(body);
};
/** A change that happens `repeatCount` times in all. */
const injectFaults = (repeatCount, change) => {
  let remainingReads = repeatCount;
  return changeRows((rows, generation) =>
    rows.length > 4 && (remainingReads -= 1) >= 0 ? change(rows, generation) : rows,
  );
};
const removeRow = (rows, removedIndex) => rows.filter((_, index) => index !== removedIndex);

describe("deposits from faulty servers", () => {
  /** With each of these servers, the client returns all deposits, or throws an error. */
  const HARMLESS_FAULTS = {
    "leaves out a row, now and then": () => injectFaults(3, (rows) => removeRow(rows, 1 + below(rows.length - 2))),
    "leaves out the first rows, now and then": () => injectFaults(3, (rows) => rows.slice(2)),
    "repeats a row": () =>
      changeRows((rows, generation) => (generation === "v3" ? [...rows, ...rows.slice(-1)] : rows)),
    "mixes up the order of v3": () =>
      changeRows((rows, generation) => (generation === "v3" ? [...rows].reverse() : rows)),
    "gives a row at a time": () => changeRows((rows, generation) => rows.slice(0, generation === "v3" ? 2 : 1)),
    "has replicas that are behind": () => {
      let round = 0;
      return changeRows((rows, generation, { url }) => {
        if ((round += 1) % 3 !== 0 || /[?&]hash=/.test(url)) return rows;
        return generation === "v3" ? rows.slice(0, 1 + below(rows.length)) : rows.slice(below(rows.length));
      });
    },
    "fails now and then": () => {
      let round = 0;
      return (request) => ((round += 1) % 2 ? fetch(request) : new Response("down", { status: 503 }));
    },
  };
  for (const [name, make] of Object.entries(HARMLESS_FAULTS))
    for (const generation of GENERATIONS)
      test(`a server that ${name}: all deposits are read or an error is thrown, over ${generation}`, async () => {
        const deposits = await readAll(makeClientWith(make()), { generation });
        assert.deepEqual(deposits.map(summarizeDeposit), sentPayments.slice(0, deposits.length));
        // A replica that is behind has no more rows.
        const nextDeposits = await readAll(makeClientWith(), { generation, since: deposits.at(-1)?.cursor });
        assert.deepEqual([...deposits, ...nextDeposits].map(summarizeDeposit), sentPayments);
      });

  const listForeign = async () =>
    (await makeClientWith().v3.transactions({ account: [alice.account], limit: 3, sort: "asc" })).transactions;
  /** With each of these servers the client throws an error, and the deposits before it are right. */
  const WRONG_SERVERS = {
    "always leaves out a row": () => changeRows((rows) => removeRow(rows, Math.floor(rows.length / 2))),
    "always leaves out the first transaction": () =>
      changeRows((rows, generation) => (generation === "v3" ? rows.slice(1) : rows.slice(0, -1))),
    "answers for another account": () => async (request) => {
      if (!isHistory(request)) return fetch(request);
      const url = new URL(request.url);
      for (const name of ["account", "address"])
        if (url.searchParams.has(name)) url.searchParams.set(name, alice.account);
      return fetch(url);
    },
    "adds a row of another account": () => {
      const otherHistories = listForeign();
      return async (request) => {
        const rows = await otherHistories;
        const v2Transactions = (await makeClientWith().v2.getTransactions({ address: alice.account, limit: 1 })).slice(
          0,
          1,
        );
        return changeRows((chainRows, generation) => [...chainRows, ...(generation === "v3" ? rows : v2Transactions)])(
          request,
        );
      };
    },
    "lists null": () => changeRows((rows) => [null, ...rows]),
    "gives no list": () => async (request) => (isHistory(request) ? Response.json({}) : fetch(request)),
    "makes a message one for another account": () =>
      changeRows((rows, generation) =>
        generation === "v3"
          ? rows.map((row) => ({ ...row, in_msg: { ...row.in_msg, destination: QUIET_ACCOUNT } }))
          : rows.map((row) => ({ ...row, data: row.data.slice(0, -8) })),
      ),
    "hides that a message came back": () =>
      changeRows((rows, generation) =>
        generation === "v3"
          ? rows.map((row) => ({ ...row, description: { ...row.description, bounce: undefined } }))
          : removeRow(rows, 2),
      ),
  };
  for (const [name, make] of Object.entries(WRONG_SERVERS))
    for (const generation of GENERATIONS)
      test(`a server that ${name} causes an error, over ${generation}`, async () => {
        const deposits = [];
        const payments = makeClientWith(make()).payments(SHOP, {
          follow: false,
          jettons: listJettons(),
          generation,
          ...FAST_POLLING,
        });
        const error = await catchRejection(async () => {
          for await (const deposit of payments) deposits.push(deposit);
        });
        assert.ok(
          ["invalid_response", "unrecognized_response"].includes(error.code),
          `${error.code}: ${error.message}`,
        );
        assert.deepEqual(deposits.map(summarizeDeposit), sentPayments.slice(0, deposits.length));
        // Reading continues where it stopped.
        const nextDeposits = await readAll(makeClientWith(), { generation, since: payments.cursor });
        assert.deepEqual([...deposits, ...nextDeposits].map(summarizeDeposit), sentPayments);
      });

  test("a server that has another network's history at the cursor causes an error", async () => {
    const [{ cursor }] = await readAll(makeClientWith());
    const sinceTime = cursor.replace(/[^:]*$/, `${"A".repeat(43)}=`);
    for (const generation of GENERATIONS) {
      const error = await catchRejection(() => readAll(makeClientWith(), { since: sinceTime, generation }));
      assert.equal(error.code, "invalid_response");
    }
  });

  test("a server that reports one wallet for two masters causes an error, and a master named twice counts once", async () => {
    const client = makeClientWith();
    const [firstDeposit] = listJettons();
    assert.equal(
      (await readAll(client, { jettons: [firstDeposit, toRaw(edgeJetton.address)] })).length,
      sentPayments.length,
    );
    const stacks = new Map();
    const recordingClient = makeClientWith(async (request) => {
      if (!request.url.includes("runGetMethod")) return fetch(request);
      const text = await (await fetch(request)).text();
      if (!stacks.has("first")) stacks.set("first", text);
      return new Response(stacks.get("first"), { headers: { "content-type": "application/json" } });
    });
    const error = await catchRejection(() =>
      readAll(recordingClient, { jettons: [firstDeposit, otherAccount.address.toString()] }),
    );
    assert.deepEqual([error.code, error.parameter], ["invalid_parameter", "jettons"]);
    const jettonError = await catchRejection(() => readAll(client, { jettons: [SHOP] }));
    assert.equal(jettonError.code, "get_method_failed");
  });

  test("a server that changes an amount is detected over v3 with `integrity`, and v2 is unaffected", async () => {
    const raiseValue = (row) => ({ ...row, in_msg: row.in_msg && { ...row.in_msg, value: "9000000000000" } });
    const change = changeRows((rows) => rows.map(raiseValue));
    const error = await catchRejection(() =>
      readAll(makeClientWith(change, { integrity: true }), { generation: "v3" }),
    );
    assert.equal(error.code, "integrity_failed");
    assert.deepEqual((await readAll(makeClientWith(change), { generation: "v2" })).map(summarizeDeposit), sentPayments);
  });

  test("over a server without v3, deposits are read over v2", async () => {
    const deposits = await readAll(
      makeClientWith((request) => (request.url.includes("/v3/") ? new Response("", { status: 404 }) : fetch(request))),
    );
    assert.deepEqual(deposits.map(summarizeDeposit), sentPayments);
    assert.ok(deposits.every(({ trace }) => trace === null));
  });

  test("deposits wait until the rows that a server lists are final", async () => {
    const thirdDeposit = (await readAll(makeClientWith()))[2];
    const read = async (finality, options) => {
      const change = (row) => (BigInt(row.lt) <= thirdDeposit.lt ? row : { ...row, finality });
      const deposits = await readAll(makeClientWith(changeRows((rows) => rows.map(change))), {
        generation: "v3",
        ...options,
      });
      return deposits.map(summarizeDeposit);
    };
    assert.deepEqual(await read("confirmed", { finality: "confirmed" }), sentPayments);
    assert.deepEqual(await read("confirmed", {}), sentPayments.slice(0, 3));
    assert.deepEqual(await read("pending", { finality: "confirmed" }), sentPayments.slice(0, 3));
  });
});

describe("a transaction", () => {
  test("a transaction is summarized alike from rows of both generations", async () => {
    const client = makeClientWith();
    const { transactions } = await client.v3.transactions({ account: [SHOP], limit: 8, sort: "asc" });
    const v2Transactions = await client.v2.getTransactions({ address: SHOP, limit: 100 });
    for (const row of transactions) {
      const v2Transaction = v2Transactions.find(({ transaction_id: id }) => id.lt === row.lt);
      const [v3, v2] = [await client.summarize(row), await client.summarize(v2Transaction)];
      const getPlainTransaction = ({ row: _row, decoded, finality, ...rest }) => rest;
      assert.deepEqual(getPlainTransaction(v3), getPlainTransaction(v2));
      assert.deepEqual([v3.row === null, v3.decoded, v2.row, v2.decoded === null], [false, null, null, false]);
    }
    const summaries = await Promise.all(transactions.slice(0, 4).map((row) => client.summarize(row)));
    assert.deepEqual(
      summaries.map(({ success, bounced }) => [success, bounced]),
      [
        [true, false],
        [true, false],
        [false, true],
        [true, false],
      ],
    );
    assert.match(summaries[2].reason, /no contract; its value went back/);
    for (const row of /** @type {any[]} */ ([null, undefined, "hash", {}, { "@type": "ok" }]))
      assert.equal((await catchRejection(() => client.summarize(row))).code, "invalid_parameter");
    const [row] = transactions;
    for (const badRow of /** @type {any[]} */ ([{ ...row, description: {} }, { ...row, lt: null }, { data: "AAAA" }]))
      assert.equal((await catchRejection(() => client.summarize(badRow))).code, "invalid_response");
  });

  test("a transaction is found by its own hash and by its message's hash", async () => {
    const client = makeClientWith();
    const { transactions } = await client.v3.transactions({ account: [SHOP], limit: 1, sort: "asc" });
    const [deposit] = transactions;
    const hex = Buffer.from(deposit.hash, "base64").toString("hex");
    const url = deposit.hash.replace(/\+/g, "-").replace(/\//g, "_").replace(/=$/, "");
    for (const hash of [deposit.hash, hex, url])
      for (const options of [{}, { account: SHOP }, { generation: GENERATIONS[1], account: SHOP, since: 1 }]) {
        const result = await client.waitForMessage(hash, { timeoutMs: 2000, pollIntervalMs: 20, ...options });
        assert.deepEqual(
          [result.status, result.success, result.account, result.transaction.hash],
          ["executed", true, SHOP, deposit.hash],
        );
      }
    const { trace } = await client.waitForMessage(hex, { wait: "trace", timeoutMs: 2000 });
    assert.ok(trace.transactions.some(({ hash }) => hash === deposit.hash));
    assert.equal(trace.root.account, faucet.account);
  });

  test("an unknown transaction is reported as not known, and never as expired", async () => {
    const shortOptions = { timeoutMs: 200, pollIntervalMs: 20, validUntil: 1_700_000_000 };
    for (const options of [{}, { generation: GENERATIONS[0] }]) {
      const error = await catchRejection(() =>
        makeClientWith().waitForMessage("ab".repeat(32), { ...shortOptions, ...options }),
      );
      assert.equal(error.code, "timeout");
    }
  });
});
