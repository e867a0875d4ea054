// The other tests rely on the replay upstream, so it has tests of its own: it returns the recordings byte for byte and
// paginates correctly. Keys, rates and faults are in upstream-faults.test.mjs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { normalizeAddress, normalizeHash } from "./address.mjs";
import { startReplay } from "./replay.mjs";
import { call as rawCall, query, makeRpc } from "./upstream-call.mjs";

const FIXTURES = new URL("../fixtures/", import.meta.url);
const BUSIEST = "0:9DA971AF38D2F03ABDF308D5F91636A97E5A2B07A66C39D71D7CBAE3B032EDDC";
const FRIENDLY = "UQCdqXGvONLwOr3zCNX5FjapflorB6ZsOdcdfLrjsDLt3AF4";
const INDEX = JSON.parse(readFileSync(new URL("recorded/index.json", FIXTURES), "utf8")).recordings;

/** @type {Awaited<ReturnType<typeof startReplay>>} */
let replay;
before(async () => {
  replay = await startReplay();
});
after(() => replay.close());

const call = (path, options = {}) => rawCall(path, { base: replay.url, ...options });
const fetchJson = async (path, options) => {
  const { status, body } = await call(path, options);
  return { status, value: JSON.parse(body.toString()) };
};

async function fetchPages(path, key, size, params = {}) {
  const rows = [];
  for (let offset = 0; ; offset += size) {
    const { status, value } = await fetchJson(`${path}?${query({ ...params, limit: size, offset })}`);
    assert.equal(status, 200);
    rows.push(...value[key]);
    if (value[key].length < size) return rows;
  }
}

test("the replay upstream responds to each recorded request with the recorded bytes", async () => {
  const servedRecordings = INDEX.filter((r) => r.served);
  assert.equal(servedRecordings.length, 86);
  for (const { file, status, request } of servedRecordings) {
    const isPost = request.verb === "POST";
    const path = isPost ? request.path : `${request.path}?${query(request.params)}`;
    const response = await call(path, {
      method: request.verb,
      headers: request.headers,
      body: isPost ? JSON.stringify(request.params) : undefined,
    });
    assert.equal(response.status, status, file);
    assert.ok(response.body.equals(readFileSync(new URL(`recorded/${file}`, FIXTURES))), file);
  }
});

test("the replay upstream has no recording that must not be copied or served", () => {
  for (const { file, license, kind, served } of INDEX) {
    assert.doesNotMatch(license, /docs licence/, file);
    if (["real-abbreviated", "emulator-snapshot"].includes(kind)) assert.equal(served, false, file);
  }
});

test("paging by 3 over the busiest account gives its 10 rows, newest first, without overlap", async () => {
  const rows = await fetchPages("/api/v3/transactions", "transactions", 3, { account: BUSIEST });
  assert.equal(rows.length, 10);
  assert.equal(new Set(rows.map((r) => r.hash)).size, 10);
  assert.ok(rows.every((r) => r.account === BUSIEST));
  const lts = rows.map((r) => BigInt(r.lt));
  assert.ok(lts.every((lt, i) => i === 0 || lts[i - 1] > lt));
  const asc = await fetchPages("/api/v3/transactions", "transactions", 4, { account: FRIENDLY, sort: "ASC" });
  assert.deepEqual(
    asc.map((r) => r.hash),
    rows.map((r) => r.hash).reverse(),
  );
});

test("pages of /transactions, /messages and /traces do not overlap", async () => {
  for (const [name, id, count] of /** @type {any[][]} */ ([
    ["transactions", "hash", 28],
    ["messages", "hash", 28],
    ["traces", "trace_id", 8],
  ])) {
    for (const sort of ["asc", "desc"]) {
      const rows = await fetchPages(`/api/v3/${name}`, name, 5, { sort });
      assert.equal(rows.length, count, name);
      assert.equal(new Set(rows.map((r) => r[id])).size, count, name);
    }
  }
});

test("a list has the default limit 10 and the maximum 1000, and the error messages are those of the service", async () => {
  const listTransactions = (q) => fetchJson(`/api/v3/transactions?${q}`);
  assert.equal((await listTransactions("")).value.transactions.length, 10);
  assert.equal((await listTransactions("limit=1000")).value.transactions.length, 28);
  assert.equal((await listTransactions("limit=0")).value.transactions.length, 1);
  assert.equal((await listTransactions("limit=5&offset=-3")).value.transactions.length, 5);
  assert.equal((await listTransactions("offset=28")).value.transactions.length, 0);
  assert.deepEqual(await listTransactions("limit=1001"), {
    status: 422,
    value: { error: "limit is not allowed: 1001 > 1000" },
  });
  assert.deepEqual(await listTransactions("limit=ten"), {
    status: 422,
    value: { error: 'failed to decode: schema: error converting value for "limit"' },
  });
  assert.deepEqual(await listTransactions("sort=up"), {
    status: 422,
    value: { error: "wrong value for sort parameter" },
  });
  assert.deepEqual(await listTransactions("account=nobody"), {
    status: 422,
    value: { error: 'failed to decode: schema: error converting value for "account"' },
  });
  assert.equal((await fetchJson("/api/v3/jetton/wallets?limit=1001")).status, 500);
});

test("lists filter by several accounts, lt bounds, hashes in any form, and messages", async () => {
  const allTransactions = (await fetchJson("/api/v3/transactions?limit=1000")).value.transactions;
  const otherAccount = allTransactions.find((t) => t.account !== BUSIEST).account;
  const wantedHashes = allTransactions.filter((t) => [BUSIEST, otherAccount].includes(t.account)).map((t) => t.hash);
  for (const q of [
    `account=${FRIENDLY}&account=${otherAccount}`,
    `account=${FRIENDLY},${otherAccount.toLowerCase()}`,
  ]) {
    assert.deepEqual(
      (await fetchJson(`/api/v3/transactions?limit=100&${q}`)).value.transactions.map((t) => t.hash),
      wantedHashes,
    );
  }
  const [firstTransaction, secondTransaction] = allTransactions.filter((t) => t.account === BUSIEST);
  const transactionBefore = (
    await fetchJson(`/api/v3/transactions?account=${FRIENDLY}&end_lt=${BigInt(firstTransaction.lt) - 1n}&limit=1`)
  ).value;
  assert.equal(transactionBefore.transactions[0].hash, secondTransaction.hash);
  const hex = Buffer.from(firstTransaction.hash, "base64").toString("hex");
  const url = firstTransaction.hash.replaceAll("+", "-").replaceAll("/", "_").replace("=", "");
  for (const hash of [hex, `0x${hex}`, url, encodeURIComponent(firstTransaction.hash)]) {
    assert.deepEqual((await fetchJson(`/api/v3/transactions?hash=${hash}&limit=2`)).value.transactions, [
      firstTransaction,
    ]);
  }
  const transactionsByMessage = (
    await fetchJson(`/api/v3/transactions?msg_hash=${encodeURIComponent(firstTransaction.in_msg.hash)}`)
  ).value.transactions;
  assert.ok(transactionsByMessage.some((t) => t.hash === firstTransaction.hash));
  assert.equal((await fetchJson("/api/v3/transactions?mc_seqno=1")).status, 404);
});

test("the address book of a page holds the page's addresses only; transactions have no metadata", async () => {
  const { value } = await fetchJson(`/api/v3/transactions?account=${BUSIEST}&limit=1`);
  assert.deepEqual(Object.keys(value), ["transactions", "address_book"]);
  assert.ok(BUSIEST in value.address_book);
  for (const address of Object.keys(value.address_book))
    assert.ok(JSON.stringify(value.transactions).includes(address));
  for (const { file, request } of INDEX.filter((r) => r.endpoint === "/traces")) {
    const computedTraces = await fetchJson(`/api/v3/traces?${query({ ...request.params, limit: 5 })}`);
    const recorded = JSON.parse(readFileSync(new URL(`recorded/${file}`, FIXTURES), "utf8"));
    assert.equal(JSON.stringify(computedTraces.value), JSON.stringify(recorded), file);
  }
});

test("v2 by POST and JSON-RPC gives the same result; the C++ shape has no id, the Python shape echoes it as text", async () => {
  const address = "EQBsBYu0o3WC4n3ETH6VyuYcjvQPusd4OhG8VIQFELGzgD1y";
  const expectedWallet = (await fetchJson(`/api/v2/getWalletInformation?address=${address}`)).value.result;
  assert.deepEqual(
    (await fetchJson("/api/v2/getWalletInformation", { method: "POST", body: JSON.stringify({ address }) })).value
      .result,
    expectedWallet,
  );
  assert.deepEqual((await fetchJson("/api/v2/jsonRPC", makeRpc("getWalletInformation", { address }))).value, {
    ok: true,
    result: expectedWallet,
  });
  const shards = await fetchJson("/api/v2/jsonRPC", makeRpc("shards", { seqno: 19563137 }));
  assert.equal(shards.value.result["@type"], "blocks.shards");
  assert.equal((await call("/api/v2/jsonRPC", makeRpc("nothing", {}))).status, 405);
  const python = await startReplay({ variant: "python" });
  const echoedResponse = await fetchJson("/api/v2/jsonRPC", {
    ...makeRpc("getWalletInformation", { address }),
    base: python.url,
  });
  assert.deepEqual(echoedResponse.value, { ok: true, result: expectedWallet, jsonrpc: "2.0", id: "7" });
  assert.equal(
    (await fetchJson("/api/v2/jsonRPC", { ...makeRpc("nothing", {}), base: python.url })).value.error,
    "Unknown method",
  );
  await python.close();
});

test("v2 getTransactions paginates the recorded history by lt and hash", async () => {
  const address = "EQDC4MokSmmsKgiMCYg1RH3ykqsKsSDWH-5TaY3wNMhuF8ZP";
  const seenRows = [];
  for (let cursor = {}; ; ) {
    const { value } = await fetchJson(`/api/v2/getTransactions?${query({ address, limit: 6, ...cursor })}`);
    const rows = value.result.slice(seenRows.length ? 1 : 0); // a page begins with the row that the cursor names
    seenRows.push(...rows);
    if (!rows.length) break;
    const { lt, hash } = rows.at(-1).transaction_id;
    cursor = { lt, hash };
  }
  assert.equal(new Set(seenRows.map((t) => t.transaction_id.lt)).size, 16);
  assert.equal(
    (await fetchJson(`/api/v2/getTransactions?${query({ address, lt: 5, hash: "A".repeat(43) + "=" })}`)).status,
    500,
  );
});

test("unknown paths and verbs get the service's errors", async () => {
  assert.deepEqual(await fetchJson("/api/v2/nothing"), {
    status: 404,
    value: { ok: false, error: "Not Found", code: 404, "@extra": "_" },
  });
  assert.equal((await call("/api/v2/sendBoc")).status, 405);
  assert.deepEqual(await fetchJson("/api/v3/nothing"), {
    status: 500,
    value: { error: "internal server error: Cannot GET /api/v3/nothing" },
  });
  assert.equal(
    (await fetchJson("/api/v3/transactions", { method: "POST", body: "{}" })).value.error,
    "internal server error: Cannot POST /api/v3/transactions",
  );
  const head = await call("/api/v3/Transactions/", { method: "HEAD" });
  assert.equal(head.status, 200);
  assert.equal(head.body.length, 0);
  assert.ok(Number(head.headers["content-length"]) > 1000);
});

test("without recorded data, lists are empty and objects are not found", async () => {
  assert.deepEqual((await fetchJson("/api/v3/jetton/burns")).value, {
    jetton_burns: [],
    address_book: {},
    metadata: {},
  });
  assert.deepEqual((await fetchJson("/api/v3/blocks")).value, { blocks: [] });
  assert.equal((await fetchJson("/api/v3/masterchainInfo")).status, 404);
  assert.deepEqual((await fetchJson(`/api/v2/getAddressBalance?address=${BUSIEST}`)).status, 404);
  assert.equal((await fetchJson("/api/v2/getConfigAll")).status, 500);
  assert.equal((await fetchJson("/api/v2/getAddressBalance?address=EQbad")).status, 422);
  assert.deepEqual(await fetchJson("/api/v3/pendingTraces"), {
    status: 422,
    value: { error: "at least one of account, ext_msg_hash should be specified" },
  });
});

test("the replay upstream stores a bounded number of requests, and names the port if it is in use", async () => {
  await call("/api/v2/getMasterchainInfo?x=1", { headers: { "x-probe": "yes" } });
  const lastRequest = replay.requests.at(-1);
  assert.deepEqual(
    [lastRequest.method, lastRequest.url, lastRequest.headers["x-probe"], lastRequest.status],
    ["GET", "/api/v2/getMasterchainInfo?x=1", "yes", 200],
  );
  for (let i = 0; i < 510; i++) await call("/nowhere");
  assert.equal(replay.requests.length, 500);
  await assert.rejects(startReplay({ port: replay.port }), /is in use/);
  await assert.rejects(startReplay({ host: "0.0.0.0" }), /loopback/);
});

test("the upstream parses addresses and hashes without the package under test", () => {
  assert.equal(normalizeAddress(FRIENDLY), BUSIEST);
  assert.equal(normalizeAddress(FRIENDLY.replace("UQC", "UQD")), null);
  assert.equal(normalizeAddress(BUSIEST.toLowerCase()), BUSIEST);
  assert.equal(normalizeAddress(`-1:${"5".repeat(64)}`), `-1:${"5".repeat(64)}`);
  assert.equal(normalizeHash("A".repeat(43)), `${"A".repeat(43)}=`);
  assert.equal(normalizeHash("0".repeat(63)), null);
});

test("error_bodies.json has every error body that a classifier of errors must handle", () => {
  const bodies = JSON.parse(readFileSync(new URL("error_bodies.json", FIXTURES), "utf8"));
  assert.equal(new Set(bodies.map((b) => b.name)).size, bodies.length);
  for (const b of bodies) {
    assert.ok(["v2", "v3"].includes(b.generation) && ["rest", "jsonrpc"].includes(b.style), b.name);
    assert.ok(
      Number.isInteger(b.status) && typeof b.body === "string" && typeof b.contentType === "string" && b.from,
      b.name,
    );
  }
});
