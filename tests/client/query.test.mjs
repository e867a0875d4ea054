// `ton-edge/query` with TanStack Query itself, over a server that we control.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import {
  dehydrate,
  hydrate,
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
} from "@tanstack/query-core";
import { createClient } from "ton-edge";
import { packAddress } from "ton-edge/address";
import { beginCell } from "ton-edge/message";
import { createQueries, deserializeData, serializeData } from "ton-edge/query";

const ACCOUNT = `0:${"A1".repeat(32)}`;
const OTHER_ACCOUNT = `0:${"C3".repeat(32)}`;
const HASH = Buffer.alloc(32, 7).toString("base64");

/** @param {Record<string, (url: URL, body: any) => any>} replies by operation @param {any} [options] */
function makeQueries(replies, options = {}) {
  /** @type {string[]} */
  const requests = [];
  const client = createClient({
    baseUrl: "https://server.example",
    rateLimit: false,
    retry: false,
    sessionChannel: false,
    sessionConsistency: false,
    fetch: async (request) => {
      const url = new URL(request.url);
      const name = url.pathname.split("/").slice(3).join("/");
      requests.push(name);
      const reply = replies[name](url, request.method === "POST" ? JSON.parse(await request.text()) : undefined);
      return reply instanceof Response ? reply : Response.json(reply);
    },
  });
  return { queries: createQueries(client, options), client, sentRequests: requests, queryClient: new QueryClient() };
}

const makeAccountReply = (balance) => ({
  accounts: [
    {
      address: ACCOUNT,
      balance: String(balance),
      status: "uninit",
      last_transaction_lt: "1000",
      last_transaction_hash: HASH,
      account_state_hash: HASH,
      extra_currencies: {},
    },
  ],
});

/** Resolves once the observer shows a result for which `isWanted` holds. */
const waitForResult = (observer, isWanted) =>
  new Promise((resolve) => {
    const stop = observer.subscribe((result) => isWanted(result) && finish(result));
    const finish = (result) => (stop(), resolve(result));
    if (isWanted(observer.getCurrentResult())) finish(observer.getCurrentResult());
  });

describe("queries", () => {
  test("queries of one account in any form share one request, and each may select from its data", async () => {
    const { queries, queryClient, sentRequests, client } = makeQueries(makeAccountReplies(() => 5n));
    const forms = [ACCOUNT, ACCOUNT.toLowerCase(), packAddress(ACCOUNT), packAddress(ACCOUNT, { bounceable: false })];
    const accounts = await Promise.all(forms.map((form) => queryClient.fetchQuery(queries.account(form))));
    for (const { balance } of accounts) assert.equal(balance, 5n);
    const requests = sentRequests.length;
    const balance = await waitForResult(
      new QueryObserver(queryClient, queries.balance(forms[2])),
      ({ data }) => data !== undefined,
    );
    assert.equal(balance.data, 5n);
    assert.equal(sentRequests.length, requests);
    await client.account(ACCOUNT);
    assert.equal(sentRequests.length, 2 * requests, "the queries cost as many requests as one call");
    const masterchain = queries.account(packAddress(`-1:${"33".repeat(32)}`)).queryKey;
    assert.deepEqual(masterchain, ["ton-edge", "", `-1:${"33".repeat(32)}`, "account"]);
    assert.deepEqual(makeQueries({}, { scope: "testnet" }).queries.domain("alice.ton").queryKey, [
      "ton-edge",
      "testnet",
      "domain",
      "alice.ton",
    ]);
  });

  test("queries of jettons and NFTs read all rows, not only the first page", async () => {
    const makeAddress = (index) => `0:${String(index).padStart(64, "0")}`;
    const rows = Array.from({ length: 250 }, (_, index) => ({ address: makeAddress(index), owner: ACCOUNT }));
    const makePage = (name, overrides) => (url) => {
      const [offset, limit] = ["offset", "limit"].map((part) => Number(url.searchParams.get(part)));
      return { [name]: rows.slice(offset, offset + limit).map((row) => ({ ...row, ...overrides })), metadata: {} };
    };
    const { queries, queryClient } = makeQueries({
      "jetton/wallets": makePage("jetton_wallets", { jetton: OTHER_ACCOUNT, balance: "1" }),
      "nft/items": makePage("nft_items", { owner_address: ACCOUNT }),
    });
    assert.equal((await queryClient.fetchQuery(queries.jettons(ACCOUNT))).length, 250);
    assert.equal((await queryClient.fetchQuery(queries.nfts(ACCOUNT))).length, 250);
    assert.equal((await queryClient.fetchQuery(queries.nfts(ACCOUNT, { maxItems: 3 }))).length, 3);
    assert.equal((await queryClient.fetchQuery(queries.jettons(ACCOUNT, { maxItems: 3 }))).length, 3);
    while (rows.length < 1001) rows.push({ address: makeAddress(rows.length), owner: ACCOUNT });
    queryClient.clear();
    for (const query of [queries.nfts(ACCOUNT), queries.jettons(ACCOUNT)])
      await assert.rejects(queryClient.fetchQuery(/** @type {any} */ (query)), { parameter: "maxItems" });
  });

  test("queries of an address with a typo do not show the data of another address", async () => {
    const { queries, queryClient } = makeQueries(makeAccountReplies(() => 5n));
    const friendly = packAddress(ACCOUNT);
    await queryClient.fetchQuery(queries.account(friendly));
    const lastLetter = friendly.endsWith("A") ? "B" : "A";
    for (const typo of [friendly.slice(0, -1) + lastLetter, `Z${friendly.slice(1)}`, friendly.replace(/[-_]/, "+")])
      if (typo !== friendly)
        await assert.rejects(queryClient.fetchQuery(queries.account(typo)), { name: "TonEdgeError" });
  });

  test("queries of an invalid address fail as the call does, without a request", async () => {
    const { queries, queryClient, sentRequests } = makeQueries({});
    for (const address of ["nobody", "A".repeat(48), undefined, null, 7])
      await assert.rejects(queryClient.fetchQuery(queries.balance(/** @type {any} */ (address))), {
        name: "TonEdgeError",
      });
    assert.deepEqual(sentRequests, []);
  });

  test("queries end with their signal", async () => {
    /** @type {AbortSignal | undefined} */
    let signal;
    const client = createClient({
      baseUrl: "https://server.example",
      rateLimit: false,
      fetch: (request) =>
        new Promise((_, reject) => {
          signal = request.signal;
          request.signal.addEventListener("abort", () => reject(request.signal.reason));
        }),
    });
    const queryClient = new QueryClient();
    const observer = new QueryObserver(queryClient, createQueries(client).jettons(ACCOUNT));
    const stop = observer.subscribe(() => {});
    while (signal === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    stop();
    await queryClient.cancelQueries();
    assert.equal(signal.aborted, true);
  });

  test("queries of one get-method with different arguments have different keys", () => {
    const { queries } = makeQueries({});
    const cell = beginCell().storeUint(1, 8).endCell();
    const otherCell = beginCell().storeUint(2, 8).endCell();
    const keys = [[], [1n], [2n], ["1n"], [cell], [otherCell], [[1n, cell]], [[1n, otherCell]]].map((args) =>
      JSON.stringify(queries.get(ACCOUNT, "seqno", /** @type {any} */ (args)).queryKey),
    );
    assert.equal(new Set(keys).size, keys.length - 1, "only a bigint and its text give equal keys");
  });

  test("queries read a history page by page, and again from the newest row", async () => {
    const rows = Array.from({ length: 45 }, (_, index) => ({
      account: ACCOUNT,
      lt: String(1000 + index),
      hash: makeHash(index),
    }));
    const { queries, queryClient } = makeQueries({
      transactions: ({ searchParams: query }) => {
        const [end, offset, limit] = ["end_lt", "offset", "limit"].map((name) => Number(query.get(name) ?? 0));
        const row = rows.toReversed().filter(({ lt }) => end === 0 || Number(lt) <= end);
        return { transactions: row.slice(offset, offset + limit), address_book: {} };
      },
    });
    const observer = new InfiniteQueryObserver(queryClient, /** @type {any} */ (queries.history(ACCOUNT)));
    const stop = observer.subscribe(() => {});
    for (const pageCount of [1, 2, 3]) {
      const { data, hasNextPage } = await waitForResult(
        observer,
        ({ data, isFetching }) => !isFetching && data?.pages.length === pageCount,
      );
      assert.equal(data.pages.flatMap(({ rows }) => rows).length, Math.min(45, 20 * pageCount));
      assert.equal(hasNextPage, pageCount < 3);
      if (hasNextPage) observer.fetchNextPage();
    }
    rows.push({ account: ACCOUNT, lt: "2000", hash: makeHash(99) });
    await queryClient.invalidateQueries({ queryKey: ["ton-edge", "", ACCOUNT] });
    const lts = observer.getCurrentResult().data.pages.flatMap(({ rows }) => rows.map(({ lt }) => lt));
    assert.deepEqual(lts, rows.map(({ lt }) => lt).reverse());
    stop();
  });

  test("queries are read again after a new transaction of a watched account, until watching ends", async () => {
    let lt = 1000;
    const { queries, queryClient, client } = makeQueries(
      makeAccountReplies(
        () => lt,
        () => lt,
      ),
    );
    const watch = client.watch;
    client.watch = (query, options) => watch(query, { ...options, pollIntervalMs: 10 });
    const observer = new QueryObserver(queryClient, queries.balance(ACCOUNT));
    const end = observer.subscribe(() => {});
    await waitForResult(observer, ({ data }) => data === 1000n);
    const states = [];
    const stop = queries.watch(queryClient, {
      accounts: [packAddress(ACCOUNT)],
      onState: (state) => states.push(state),
    });
    while (!states.includes("live")) await new Promise((resolve) => setTimeout(resolve, 5));
    lt = 1007;
    await waitForResult(observer, ({ data }) => data === 1007n);
    stop();
    await new Promise((resolve) => setTimeout(resolve, 30));
    lt = 1014;
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(observer.getCurrentResult().data, 1007n);
    end();
    const errors = [];
    queries.watch(queryClient, { accounts: ["nobody"], onError: (error) => errors.push(error) });
    while (errors.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(errors[0].name, "TonEdgeError");
  });

  test("queries of all accounts of a trace are read again after a send, which is sent once", async () => {
    const { queries, queryClient, client } = makeQueries({});
    const invalidatedKeys = [];
    queryClient.invalidateQueries = async ({ queryKey }) => void invalidatedKeys.push(queryKey);
    let callCount = 0;
    /** @returns {MutationObserver<any, any, any>} */
    const send = (/** @type {any} */ options = {}) =>
      new MutationObserver(queryClient, /** @type {any} */ (queries.send(options)));
    client.send = /** @type {any} */ (
      async (boc, options) => {
        callCount += 1;
        if (boc === "bad") throw Object.assign(new Error("not accepted"), { name: "TonEdgeError" });
        return {
          account: ACCOUNT,
          trace: options.wait === "trace" ? { transactions: [{ account: ACCOUNT }, { account: OTHER_ACCOUNT }] } : null,
        };
      }
    );
    await send().mutate("boc");
    assert.deepEqual(invalidatedKeys.splice(0), [["ton-edge", "", ACCOUNT]]);
    await send({ wait: "trace" }).mutate("boc");
    assert.deepEqual(
      invalidatedKeys.splice(0).map(([, , account]) => account),
      [ACCOUNT, OTHER_ACCOUNT],
    );
    await assert.rejects(send().mutate("bad"), /not accepted/);
    assert.equal(callCount, 3);
  });

  test("queries refuse options and clients that they cannot use", () => {
    const { client } = makeQueries({});
    for (const [args, code] of [
      [[undefined], "invalid_parameter"],
      [[{}], "invalid_parameter"],
      [[client, { scope: 1 }], "invalid_option"],
      [[client, { staleTime: -1 }], "invalid_option"],
      [[client, { stale: 1 }], "invalid_option"],
    ])
      assert.throws(() => createQueries(.../** @type {[any, any]} */ (args)), { code });
  });
});

/** Replies for `client.account`, whichever requests it sends, and for `client.watch`. */
const makeAccountReplies = (balance, lt = () => 1000) => {
  const reply = () => {
    const { accounts } = makeAccountReply(balance());
    return { accounts: [{ ...accounts[0], last_transaction_lt: String(lt()) }] };
  };
  return {
    accountStates: reply,
    walletStates: () => ({ wallets: reply().accounts }),
    "dns/records": () => ({ records: [] }),
    transactions: () => ({ transactions: [] }),
  };
};

const makeHash = (index) => Buffer.from(String(index).padStart(32, "_")).toString("base64");

test("data passes from a server to the page", async () => {
  const { queries, queryClient } = makeQueries(makeAccountReplies(() => 2n ** 70n));
  await queryClient.fetchQuery(queries.account(ACCOUNT));
  const state = JSON.parse(JSON.stringify(dehydrate(queryClient, { serializeData })));
  const page = new QueryClient();
  hydrate(page, state, { defaultOptions: { deserializeData } });
  const { queryKey } = queries.account(ACCOUNT);
  assert.deepEqual(page.getQueryData(queryKey), queryClient.getQueryData(queryKey));
  for (const data of [
    0n,
    null,
    undefined,
    "text",
    [1n, [2n]],
    { $bigint: "no bigint" },
    { $escaped: { $bigint: "1" }, a: 1n },
    JSON.parse('{"__proto__":{"a":1}}'),
  ])
    assert.deepEqual(deserializeData(structuredClone(serializeData(data))), data);
  assert.throws(() => serializeData({ stack: beginCell().endCell() }), { code: "invalid_parameter" });
});
