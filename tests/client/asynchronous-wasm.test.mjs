// A client whose wasm module is still being compiled, as on pages of Chromium before 115: calls wait for the module, and use the arguments
// that they got when they were called.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, beforeEach, test } from "node:test";

import { bundleProgram } from "../helpers/bundle.mjs";
import { startReplay } from "../upstream/replay.mjs";

const realWebAssembly = {
  Module: WebAssembly.Module,
  Instance: WebAssembly.Instance,
  instantiate: WebAssembly.instantiate,
};
const rejectLookup = (name) =>
  new Proxy(realWebAssembly[name], {
    construct() {
      throw new RangeError(
        `WebAssembly.${name} is disallowed on the main thread, if the buffer size is larger than 4KB`,
      );
    },
  });

let folder;
let upstream;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ton-edge-asynchronous-"));
  for (const [name, entry] of [
    ["client", "../pkg/client.js"],
    ["auto", "../pkg/dist/address.auto.js"],
  ])
    await writeFile(
      join(folder, `${name}.mjs`),
      await bundleProgram('export * from "ton-edge";', { "ton-edge": entry }),
    );
  upstream = await startReplay();
  // Node's own fetch uses wasm, so it must be loaded before `WebAssembly` is restricted.
  await (await fetch(upstream.url)).text();
  for (const name of ["Module", "Instance"]) WebAssembly[name] = rejectLookup(name);
});
after(async () => {
  Object.assign(WebAssembly, realWebAssembly);
  await upstream?.close();
  if (folder) await rm(folder, { recursive: true });
});
beforeEach(() => {
  WebAssembly.instantiate = realWebAssembly.instantiate;
  upstream.requests.length = 0;
});

let copyCount = 0;
/** Imports a copy of an entry that has not loaded its module. */
const importFresh = (name = "client") => import(`${pathToFileURL(join(folder, `${name}.mjs`))}?${(copyCount += 1)}`);
const RAW = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";

test("calls of every kind wait for the wasm module", async () => {
  const { createClient } = await importFresh();
  const client = createClient({ baseUrl: upstream.url, rateLimit: false });
  const [info, wallets, genericResult, batch, rpc] = await Promise.all([
    client.v2.getMasterchainInfo(),
    client.v3.jetton.wallets({ limit: 2 }),
    client.call("v2", "getMasterchainInfo"),
    client.v2.batch([{ method: "getMasterchainInfo" }, { method: "getMasterchainInfo" }]),
    client.v2.jsonRpc("getMasterchainInfo"),
  ]);
  assert.ok(info.last.seqno > 0 && rpc.last.seqno > 0 && genericResult.last.seqno > 0);
  assert.ok(wallets.jetton_wallets.length > 0);
  assert.deepEqual(
    batch.map(({ ok }) => ok),
    [true, true],
  );
  // When the module is loaded, the client is like any other.
  assert.ok(Object.keys(client.v3).length > 20);
  assert.equal(client.v3.jetton.wallets.name, "wallets");
  assert.ok((await client.v2.getMasterchainInfo()).last.seqno > 0);
});

test("a client, its groups and methods are not thenables", async () => {
  const { createClient } = await importFresh();
  const client = createClient({ baseUrl: upstream.url });
  assert.equal(await client, client);
  assert.equal(client.then, undefined);
  assert.equal(client.v3.then, undefined);
  assert.equal(client.v3.transactions.then, undefined);
  assert.equal(client[Symbol.iterator], undefined);
});

test("pagers wait for the wasm module, and keep their cursor and counts", async () => {
  const { createClient } = await importFresh();
  const { v3 } = createClient({ baseUrl: upstream.url, rateLimit: false });
  const pager = v3.transactions.paginate({}, { pageSize: 4, maxItems: 6 });
  assert.deepEqual(pager.stats, { pages: 0, rows: 0, duplicates: 0, drift: 0 });
  assert.equal(pager.cursor, undefined);
  const rows = [];
  for await (const row of pager) rows.push(row.hash);
  assert.equal(new Set(rows).size, 6);
  assert.equal(pager.stats.rows, 6);
  const nextPager = v3.transactions.paginate({}, { pageSize: 4, maxItems: 2, cursor: pager.cursor });
  assert.equal((await nextPager.toArray()).length, 2);
  for await (const page of v3.transactions.paginate({}, { pageSize: 3, maxItems: 3 }).pages())
    assert.equal(page.rows.length, 3);
});

test("payments wait for the wasm module", async () => {
  const { createClient } = await importFresh();
  const client = createClient({ baseUrl: "https://gateway.example" });
  const [payments, endedPayments] = [client.payments(RAW, { follow: /** @type {any} */ (1) }), client.payments(RAW)];
  assert.equal(payments.cursor, null);
  await endedPayments.return();
  assert.deepEqual(await endedPayments.next(), { done: true, value: undefined });
  await assert.rejects(payments.next(), { code: "invalid_option", parameter: "follow" });
  await assert.rejects(client.payments(RAW, /** @type {any} */ ({ limit: 1 })).next(), { code: "invalid_option" });
});

test("changing an argument while its call waits does not change the call", async () => {
  const { createClient } = await importFresh();
  const client = createClient({ baseUrl: upstream.url, rateLimit: false });
  const accounts = [RAW];
  const params = { account: accounts, limit: 1 };
  const call = client.v3.transactions(params);
  accounts[0] = "changed";
  params.limit = 7;
  await call;
  const { url } = upstream.requests.at(-1);
  assert.match(url, /limit=1\b/);
  assert.match(url, new RegExp(encodeURIComponent(RAW).slice(4)));
});

test("endlessly nested parameters are refused without being copied", async () => {
  const { createClient } = await importFresh();
  const client = createClient({ baseUrl: upstream.url });
  const wideList = [];
  for (let index = 0; index < 1000; index += 1) wideList.push(wideList);
  const deepObject = {};
  deepObject.deep = deepObject;
  for (const [name, value] of Object.entries({ wide: wideList, deep: deepObject, sparse: new Array(2 ** 31) }))
    await assert.rejects(client.v3.transactions({ account: value }), { name: "TonEdgeError" }, name);
  await assert.rejects(client.v2.runGetMethod({ address: RAW, method: "seqno", stack: wideList }), {
    name: "TonEdgeError",
  });
  assert.equal(upstream.requests.length, 0);
});

test("invalid options, parameters and misspelt methods reject the call", async () => {
  const { createClient, isTonEdgeError } = await importFresh();
  const oddClient = createClient({ baseUrl: "ftp://x" });
  await assert.rejects(oddClient.v2.getMasterchainInfo(), (error) => isTonEdgeError(error, "invalid_option"));
  const { createClient: freshCreateClient } = await importFresh();
  const client = freshCreateClient({ baseUrl: upstream.url });
  await assert.rejects(client.v3.transactions({ acount: RAW }), { code: "unknown_parameter", suggestion: "account" });
  await assert.rejects(client.v3.transaction(), { code: "unknown_endpoint", suggestion: "transactions" });
  assert.equal(upstream.requests.length, 0);
  const pager = (await importFresh()).createClient({ baseUrl: upstream.url }).v3.transactions.paginate({ limit: 3 });
  await assert.rejects(pager.toArray(), { code: "invalid_option", parameter: "limit" });
});

test("an abort before the wasm module is loaded rejects with its reason, and nothing is sent", async () => {
  const { createClient } = await importFresh();
  const abortedSignal = AbortSignal.abort("enough");
  const client = createClient({ baseUrl: upstream.url });
  await assert.rejects(client.v2.getMasterchainInfo({}, { signal: abortedSignal }), (reason) => reason === "enough");
  assert.equal(upstream.requests.length, 0);
});

test("a wasm module that cannot be compiled fails every call, and the next client compiles it again", async () => {
  WebAssembly.instantiate = async () => {
    throw new WebAssembly.CompileError("Wasm code generation disallowed by embedder");
  };
  const { createClient, isTonEdgeError } = await importFresh();
  const client = createClient({ baseUrl: upstream.url });
  for (const call of [client.v2.getMasterchainInfo(), client.v3.transactions.paginate().toArray({ maxItems: 1 })]) {
    await assert.rejects(call, (error) => {
      assert.match(/** @type {any} */ (error).message, /`ton-edge\/no-wasm`.*`wasm-unsafe-eval`/);
      return isTonEdgeError(error, "wasm_unavailable");
    });
  }
  WebAssembly.instantiate = realWebAssembly.instantiate;
  const secondClient = createClient({ baseUrl: upstream.url, rateLimit: false });
  assert.ok((await secondClient.v2.getMasterchainInfo()).last.seqno > 0);
});

test("later changes of options and nested arguments have no effect", async () => {
  const { createClient } = await importFresh();
  const options = { baseUrl: upstream.url, rateLimit: false, retry: { attempts: 1 } };
  const client = createClient(options);
  options.baseUrl = "http://127.0.0.1:1";
  const calls = [{ method: "getMasterchainInfo", params: {} }];
  const batch = client.v2.batch(calls);
  calls[0].method = "changed";
  calls.push({ method: "changed", params: {} });
  const stack = [["num", 1]];
  const boc = new Uint8Array([1, 2, 3]);
  const outcomes = Promise.allSettled([
    client.v2.runGetMethod({ address: RAW, method: "seqno", stack }),
    client.v2.sendBoc({ boc }),
  ]);
  stack[0][1] = 99;
  boc.fill(9);
  assert.deepEqual(
    (await batch).map(({ ok }) => ok),
    [true],
  );
  await outcomes;
  const bodies = upstream.requests.map(({ body }) => String(body)).join();
  assert.match(bodies, /\["num","1"\]|\["num",1\]/);
  assert.doesNotMatch(bodies, /99|CQkJ/);
});

test("an argument that cannot be copied is refused with the usual error", async () => {
  const { createClient } = await importFresh();
  const client = createClient({ baseUrl: upstream.url });
  const revokedProxy = Proxy.revocable({}, {});
  revokedProxy.revoke();
  const throwingOptions = {
    get signal() {
      throw new RangeError("no");
    },
  };
  await Promise.all([
    assert.rejects(client.v3.transactions(revokedProxy.proxy), { code: "invalid_parameter" }),
    assert.rejects(client.v3.transactions({ account: new DataView(new ArrayBuffer(8)) }), {
      code: "invalid_parameter",
    }),
    assert.rejects(client.v2.getMasterchainInfo({}, throwingOptions), { code: "invalid_option" }),
  ]);
});

test("leaving a pager ends it at once, also during a request", async () => {
  const { createClient } = await importFresh();
  upstream.faults.add({ delay: 20_000 }, { times: 1 });
  const { v3 } = createClient({ baseUrl: upstream.url, rateLimit: false });
  const reader = v3.transactions.paginate({}, { pageSize: 4 })[Symbol.asyncIterator]();
  const pendingRead = reader.next();
  while (upstream.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const startedAt = Date.now();
  assert.deepEqual(await reader.return("enough"), { done: true, value: "enough" });
  assert.equal((await pendingRead).done, true);
  assert.ok(Date.now() - startedAt < 10_000, "the pager waited for the response");
  assert.equal((await reader.next()).done, true);
  upstream.faults.clear();
  // Also before the first read, while the module is being compiled.
  const countBefore = upstream.requests.length;
  const waitingClient = (await importFresh()).createClient({ baseUrl: upstream.url, rateLimit: false });
  const unreadPages = waitingClient.v3.transactions.paginate({}, { pageSize: 4 })[Symbol.asyncIterator]();
  assert.deepEqual(await unreadPages.return("enough"), { done: true, value: "enough" });
  assert.deepEqual([(await unreadPages.next()).done, upstream.requests.length], [true, countBefore]);
});

test("the error of `ton-edge/address` names `ton-edge/address/auto`, which works without wasm", async () => {
  const { unpackAddress } = await importFresh();
  assert.throws(() => unpackAddress(RAW), { code: "wasm_unavailable", message: /`ton-edge\/address\/auto`/ });
  const auto = await importFresh("auto");
  assert.equal(auto.unpackAddress(auto.packAddress(RAW)), RAW);
});
