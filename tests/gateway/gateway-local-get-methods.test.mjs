// Get-methods that the gateway computes: for every contract of the local chain, every get-method and every form of a request, the caller gets the
// bytes that the upstream sends.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Address, beginCell } from "@ton/core";
import { listKeys } from "ton-edge/gateway";

import { GET_METHODS } from "../../pkg/dist/schemas.js";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { FORMS, makeLocalGateway, toComparableText, makeSlice, makeStack } from "./local-get-methods.mjs";

/** Get-methods of the chain's contracts that the package's table does not have, and some that no contract has. */
const MORE_ARGUMENTS = {
  get_nominator_data: [[1n]],
  get_pool_data: [[]],
  get_vesting_data: [[]],
  get_locked_amount: [[0n], [1_800_000_000n]],
  get_sale_data: [[]],
  get_auction_info: [[]],
  get_extensions: [[]],
  get_plugin_list: [[]],
  get_last_fill_up_time: [[]],
  list_nominators: [[]],
  list_votes: [[]],
  has_withdraw_requests: [[]],
  active_election_id: [[]],
  past_elections: [[]],
  participant_list_extended: [[]],
  compute_returned_stake: [[0n], [1n << 255n]],
  processed: [[0n, 0n]],
  get_status: [[]],
  no_such_method: [[], [1n, -1n]],
};

/** @type {any} */
let devnet;
before(
  async () => {
    devnet = await startDevnet({ world: "small" });
    await devnet.ready;
  },
  { timeout: 240_000 },
);
after(() => devnet?.close());

/** One account, or with TESTS_FULL three, of every code of the chain. */
function listAccounts() {
  const rows = devnet.db.all(
    "SELECT a.account, s.code_hash FROM accounts a JOIN account_states s ON s.hash = a.state_hash WHERE s.status = 'active' AND s.code_hash IS NOT NULL ORDER BY a.account",
  );
  const maxCount = process.env.TESTS_FULL === "1" ? 3 : 1;
  const counts = new Map();
  return rows.filter(({ code_hash: hash }) => {
    counts.set(hash, (counts.get(hash) ?? 0) + 1);
    return counts.get(hash) <= maxCount;
  });
}

/** Arguments for a get-method of the table. */
function listArguments(items) {
  const owner = Address.parseRaw(devnet.cast.wallet("alice").account);
  const values = { a: makeSlice(owner), i: 3n, n: 1n, c: { cell: beginCell().endCell() } };
  const domain = { slice: beginCell().storeBuffer(Buffer.from("alice\0")).endCell() };
  return [items.map(([, kind]) => (kind === "s" ? domain : values[kind]))];
}

function* makeCalls() {
  const methods = {
    ...Object.fromEntries(Object.entries(GET_METHODS).map(([name, [items]]) => [name, listArguments(items)])),
    ...MORE_ARGUMENTS,
  };
  for (const { account: address } of listAccounts())
    for (const [method, variants] of Object.entries(methods))
      for (const args of variants) yield { address, method, stack: makeStack(args) };
}

describe("locally computed get-methods", () => {
  test("computed get-methods have the upstream's bytes in every form of a request", { timeout: 600_000 }, async () => {
    const [enabledGateway, remoteGateway] = [
      makeLocalGateway(devnet.url),
      makeLocalGateway(devnet.url, { localGetMethods: false, tvm: undefined }),
    ];
    for (const call of makeCalls()) {
      for (const [form, request] of Object.entries(FORMS)) {
        const [path, body] = request(call);
        const [ownReply, upstreamReply] = [await enabledGateway.send(path, body), await remoteGateway.send(path, body)];
        const label = `${form} ${call.method} of ${call.address}`;
        assert.equal(toComparableText(ownReply), toComparableText(upstreamReply), label);
        assert.equal(ownReply.headers.get("content-type"), upstreamReply.headers.get("content-type"), label);
        // Nearly all contracts lack nearly all of the get-methods: for those, one form of the request is enough.
        if (!ownReply.cache.includes("detail=local") && process.env.TESTS_FULL !== "1") break;
      }
    }
    const outcomes = await enabledGateway.counts("local_get_methods");
    assert.ok(outcomes.done > 140, JSON.stringify(outcomes));
    assert.deepEqual(enabledGateway.lines, []);
  });

  test("many calls on one account read its state once", async () => {
    const { send } = makeLocalGateway(devnet.url);
    const address = devnet.cast.wallet("carol").account;
    const methods = ["seqno", "get_public_key"];
    devnet.requests.length = 0;
    const requests = Array.from({ length: 100 }, (_, index) => {
      const call = { address, method: methods[index % 2], stack: makeStack([]) };
      const form = Object.values(FORMS)[index % 4];
      return send(...form(call));
    });
    const replies = await Promise.all(requests);
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200]);
    // Without the readiness check that the previous test's scrape has started.
    const upstreamPaths = devnet.requests
      .map(({ url }) => url.replace(/\?.*/, ""))
      .filter((path) => !path.includes("/v3/"));
    assert.deepEqual(upstreamPaths.sort(), ["/api/v2/getAddressInformation", "/api/v2/getConfigParam"]);
  });

  test("the state comes from the cache, also if a caller's own request has put it there", async () => {
    const { gateway, send } = makeLocalGateway(devnet.url);
    const { address } = devnet.cast.wallet("carol");
    const path = `/api/v2/getAddressInformation?address=${encodeURIComponent(address.toString())}`;
    await gateway.fetch(new Request(`http://gateway${path}`));
    devnet.requests.length = 0;
    const { cache, headers } = await send("/api/v2/runGetMethod", {
      address: `${address}`,
      method: "seqno",
      stack: [],
    });
    assert.match(cache, /^ton-edge; hit; ttl=0; detail=local$/);
    assert.equal(headers.get("age"), "0");
    assert.equal(headers.get("cache-control"), "public, max-age=1");
    const sentUrls = devnet.requests.map(({ url }) => url);
    assert.deepEqual(sentUrls, ["/api/v2/getConfigParam?config_id=8"]);
  });

  test("the age of a computed response is that of its state", async (t) => {
    const now = Date.now;
    let laterCount = 0;
    Date.now = () => now() + laterCount;
    t.after(() => {
      Date.now = now;
    });
    const { send } = makeLocalGateway(devnet.url);
    const address = devnet.cast.wallet("carol").account;
    const call = (method) => send("/api/v3/runGetMethod", { address, method, stack: [] });
    assert.equal((await call("seqno")).cache, "ton-edge; fwd=miss; stored; detail=local");
    laterCount = 600;
    assert.equal((await call("get_public_key")).cache, "ton-edge; hit; ttl=0; detail=local");
    laterCount = 1200;
    // 1.2 s after the state was read, 0.6 s after it was computed.
    const { cache, headers } = await call("get_public_key");
    assert.equal(cache, "ton-edge; hit; ttl=-1");
    assert.equal(headers.get("age"), "1");
  });

  test("limits, API keys and CORS apply to computed get-methods as to other requests", async () => {
    const address = devnet.cast.wallet("dave").account;
    const path = "/api/v2/runGetMethod";
    const key = { "x-api-key": `te_testing_${"k".repeat(32)}` };
    const limitedGateway = makeLocalGateway(devnet.url, {
      origins: ["https://app.example"],
      limits: { keyless: { rate: 1, burst: 2 }, budget: "off" },
    });
    const origin = { origin: "https://app.example" };
    const statuses = [];
    for (const method of ["seqno", "get_public_key", "get_wallet_id", "seqno"]) {
      const { status, headers } = await limitedGateway.send(path, { address, method, stack: [] }, origin);
      statuses.push(status);
      assert.equal(headers.get("access-control-allow-origin"), origin.origin);
    }
    // The last one is a hit.
    assert.deepEqual(statuses, [200, 200, 429, 200]);
    const keyedGateway = makeLocalGateway(devnet.url, { apiKeys: listKeys([]), keyless: "refuse" });
    for (const headers of [{}, key])
      assert.equal((await keyedGateway.send(path, { address, method: "seqno", stack: [] }, headers)).status, 401);
    const denyingGateway = makeLocalGateway(devnet.url, { operations: { deny: ["v2/getAddressInformation"] } });
    assert.match((await denyingGateway.send(path, { address, method: "seqno", stack: [] })).cache, /detail=local/);
    const deniedGateway = makeLocalGateway(devnet.url, { operations: { deny: ["runGetMethod"] } });
    assert.equal((await deniedGateway.send(path, { address, method: "seqno", stack: [] })).status, 403);
  });

  test("a get-method at a given block goes upstream", async () => {
    const { send } = makeLocalGateway(devnet.url);
    const { seqno } = devnet.chain.head.mc;
    const body = { address: devnet.cast.wallet("dave").account, method: "seqno", stack: [], seqno: seqno - 1 };
    devnet.requests.length = 0;
    const { cache } = await send("/api/v2/runGetMethod", body);
    assert.equal(cache, "ton-edge; fwd=miss; stored");
    assert.ok(devnet.requests.every(({ url }) => !url.includes(body.address)));
  });

  test("each call of a batch is computed, with its id", async () => {
    const { send } = makeLocalGateway(devnet.url);
    const address = devnet.cast.wallet("carol").account;
    const batch = ["seqno", "get_public_key", "seqno", "no_such_method"].map((method, id) => ({
      jsonrpc: "2.0",
      id,
      method: "runGetMethod",
      params: { address, method, stack: [] },
    }));
    devnet.requests.length = 0;
    const { text } = await send("/api/v2/jsonRPC", batch);
    const answers = JSON.parse(text);
    assert.deepEqual(
      answers.map(({ id, result }) => [id, result.exit_code]),
      [
        [0, 0],
        [1, 0],
        [2, 0],
        [3, 11],
      ],
    );
    const upstreamPaths = devnet.requests.map(({ url }) => url.replace(/\?.*/, ""));
    assert.deepEqual(upstreamPaths.sort(), [
      "/api/v2/getAddressInformation",
      "/api/v2/getConfigParam",
      "/api/v2/runGetMethod",
    ]);
  });

  test("every computed response in the sample is compared with the upstream's, and is equal", {
    timeout: 60_000,
  }, async () => {
    const { send, counts, lines } = makeLocalGateway(devnet.url, { localGetMethods: { verify: 1 } });
    const response = await fetch(`${devnet.url}/api/v3/jetton/wallets?limit=1`);
    const [{ address: wallet }] = (await response.json()).jetton_wallets;
    let requestCount = 0;
    for (const [address, method] of [
      [devnet.cast.wallet("carol").account, "seqno"],
      [devnet.cast.wallet("heidi").account, "get_public_key"],
      [wallet, "get_wallet_data"],
    ])
      for (const form of Object.values(FORMS)) {
        const { cache } = await send(...form({ address, method, stack: makeStack([]) }));
        requestCount += cache.includes("detail=local") ? 1 : 0;
      }
    assert.ok(requestCount >= 6);
    const sumCounts = async () =>
      Object.values(await counts("local_verifications")).reduce((sum, count) => sum + count, 0);
    while ((await sumCounts()) < requestCount) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(await counts("local_verifications"), { equal: requestCount });
    assert.deepEqual(lines, []);
  });

  test("on a moving chain no computed response is older than its block says", { timeout: 60_000 }, async () => {
    const { send, counts } = makeLocalGateway(devnet.url);
    const heads = [];
    const headTimer = setInterval(() => heads.push([Date.now(), devnet.chain.head.mc.seqno]), 20);
    devnet.clock.start(120);
    const wallets = ["carol", "dave", "heidi"].map((name) => devnet.cast.wallet(name).account);
    const calls = [];
    const end = Date.now() + 6000;
    const runCaller = async (first) => {
      for (let n = 0; Date.now() < end; n += 1) {
        const [address, method] = [wallets[(n + first) % 3], n % 2 ? "seqno" : "get_public_key"];
        const time = Date.now();
        const { text } = await send("/api/v2/runGetMethod", { address, method, stack: [] });
        calls.push({ at: time, address, method, result: JSON.parse(text).result });
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
    };
    try {
      await Promise.all(Array.from({ length: 5 }, (_, first) => runCaller(first)));
    } finally {
      clearInterval(headTimer);
      await devnet.clock.stop();
    }
    assert.ok((await counts("local_get_methods")).done > 10);
    const resultsByCall = new Map();
    for (const { at, address, method, result } of calls) {
      // Fresh for a second, and served stale for another second while it is refreshed; reading takes some time, too.
      const head = heads.findLast(([time]) => time <= at - 3000);
      assert.ok(!head || result.block_id.seqno >= head[1], `block ${result.block_id.seqno} after ${head?.[1]}`);
      const key = `${address} ${method} ${result.block_id.seqno}`;
      if (!resultsByCall.has(key)) {
        const body = JSON.stringify({ address, method, stack: [], seqno: result.block_id.seqno });
        const headers = { "content-type": "application/json" };
        const response = await fetch(`${devnet.url}/api/v2/runGetMethod`, { method: "POST", headers, body });
        resultsByCall.set(key, (await response.json()).result);
      }
      assert.deepEqual(result, resultsByCall.get(key), key);
    }
    assert.ok(resultsByCall.size > 6, `${resultsByCall.size} states`);
  });
});
