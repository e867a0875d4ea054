// Lists that are longer than a URL may be: sent in parts where the results can be joined, refused before anything is sent elsewhere.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";

import { createClient, packAddress } from "ton-edge";
import { endpoints } from "ton-edge/endpoints";

const makeRawAddress = (index) => `0:${index.toString(16).toUpperCase().padStart(64, "0")}`;
const makeAddresses = (count) => Array.from({ length: count }, (_, index) => makeRawAddress(index));

/** A service that answers as the reference does: unknown accounts are left out, and equal accounts come once. */
let service;
before(async () => {
  const requestedUrls = [];
  const rows = {
    accountStates: (account) => ({ address: account, balance: String(parseInt(account.slice(2), 16)) }),
    walletStates: (account) => ({ address: account, seqno: 1 }),
  };
  const server = createServer({ maxHeaderSize: 2 ** 20 }, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://service");
    const operation = pathname.slice("/api/v3/".length);
    const requestedAddresses = searchParams.getAll("address");
    requestedUrls.push({ url: request.url, asked: requestedAddresses });
    const failure = service.fail?.(requestedUrls.length, requestedAddresses);
    if (failure) return response.writeHead(failure).end('{"error":"no"}');
    const existingAccounts = [
      ...new Set(requestedAddresses.map((text) => (text.startsWith("0:") ? text : makeRawAddress(1)))),
    ].filter((account) => service.knows(account));
    const makeAddressBook = (keys) =>
      Object.fromEntries(keys.map((key) => [key, { user_friendly: `of ${key}`, domain: null }]));
    const result =
      operation === "addressBook"
        ? makeAddressBook(requestedAddresses)
        : operation === "metadata"
          ? Object.fromEntries(existingAccounts.map((account) => [account, { is_indexed: true, token_info: [] }]))
          : {
              [operation === "accountStates" ? "accounts" : "wallets"]: existingAccounts.map(rows[operation] ?? String),
              address_book: makeAddressBook(existingAccounts),
              metadata: {},
            };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(result));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  service = {
    baseUrl: `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`,
    seen: requestedUrls,
    fail: undefined,
    knows: () => true,
    close: () => server.close(),
  };
});
after(() => service.close());

/** A client without a rate limit, and a service that forgets earlier requests. */
function createFreshClient(options = {}) {
  service.seen.length = 0;
  service.fail = undefined;
  service.knows = () => true;
  return createClient({ baseUrl: service.baseUrl, rateLimit: false, retry: false, ...options });
}

/** The texts that the service was asked for, in the order of the requests. */
const listRequestedTexts = () => service.seen.flatMap((request) => request.asked);
const catchRejection = (promise) =>
  promise.then(
    () => assert.fail("resolved"),
    (error) => error,
  );

describe("lists that can be joined", () => {
  test("accountStates: the documented maximum arrives whole, in order, in URLs of at most 8000 bytes", async () => {
    const client = createFreshClient();
    service.knows = (account) => account !== makeRawAddress(500);
    const { accounts, address_book, metadata } = await client.v3.accountStates({
      address: makeAddresses(1000),
      include_boc: false,
    });
    assert.deepEqual(
      accounts.map(({ address }) => address),
      makeAddresses(1000).filter((account) => account !== makeRawAddress(500)),
    );
    assert.equal(Object.keys(address_book ?? {}).length, 999);
    assert.deepEqual(metadata, {});
    assert.deepEqual(listRequestedTexts().toSorted(), makeAddresses(1000));
    assert.equal(service.seen.length, 10);
    for (const { url } of service.seen) {
      assert.ok(service.baseUrl.length + url.length <= 8000, `${url.length}`);
      assert.equal(new URL(url, service.baseUrl).searchParams.get("include_boc"), "false");
    }
  });

  test("walletStates, addressBook and metadata", async () => {
    const client = createFreshClient();
    const { wallets } = await client.v3.walletStates({ address: makeAddresses(300) });
    assert.deepEqual(
      wallets.map(({ address }) => address),
      makeAddresses(300),
    );
    const texts = [...makeAddresses(1022), "__proto__", "no address"];
    const addressBook = await client.v3.addressBook({ address: texts });
    assert.deepEqual(Object.keys(addressBook).toSorted(), texts.toSorted());
    assert.equal(Object.getPrototypeOf(addressBook), Object.prototype);
    assert.equal(Object.keys(await client.v3.metadata({ address: makeAddresses(1024) })).length, 1024);
  });

  test("an account comes once, as from the service, whatever the forms and the parts in which it is named", async () => {
    const client = createFreshClient({ maxUrlBytes: 400 });
    const list = [
      makeRawAddress(1),
      makeRawAddress(2),
      makeRawAddress(1),
      makeRawAddress(3),
      makeRawAddress(4),
      makeRawAddress(5),
      makeRawAddress(6),
      packAddress(makeRawAddress(1)),
      makeRawAddress(7),
    ];
    const { accounts } = await client.v3.accountStates({ address: list });
    assert.deepEqual(
      accounts.map((row) => row.address),
      [1, 2, 3, 4, 5, 6, 7].map(makeRawAddress),
    );
    assert.ok(service.seen.length > 1);
    // The client sends equal texts only once.
    assert.equal(listRequestedTexts().length, 8);
  });

  test("short lists are one request, as they are", async () => {
    const client = createFreshClient();
    await client.v3.accountStates({ address: [makeRawAddress(1), makeRawAddress(1), ...makeAddresses(90)] });
    assert.equal(service.seen.length, 1);
    assert.equal(listRequestedTexts().length, 92);
  });

  test("`maxUrlBytes` of a server that takes longer URLs: one request", async () => {
    const client = createFreshClient({ maxUrlBytes: 131_072 });
    assert.equal((await client.v3.accountStates({ address: makeAddresses(1000) })).accounts.length, 1000);
    assert.equal(service.seen.length, 1);
  });

  test("more than the documented maximum is refused before anything is sent", async () => {
    const error = await catchRejection(createFreshClient().v3.addressBook({ address: makeAddresses(1025) }));
    assert.deepEqual([error.code, error.parameter], ["invalid_parameter", "address"]);
    assert.match(error.message, /at most 1024 values, not 1025/);
    assert.equal(service.seen.length, 0);
  });

  test("the error of one part is the error of the call, and ends the other parts", async () => {
    const client = createFreshClient({ concurrency: 1 });
    service.fail = (count) => count === 3 && 422;
    const error = await catchRejection(client.v3.accountStates({ address: makeAddresses(1000) }));
    assert.deepEqual([error.code, error.status], ["bad_request", 422]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    // The part after the failed one may already have a slot.
    assert.ok(service.seen.length <= 4, `${service.seen.length} parts`);
  });

  test("an abort ends all parts", async () => {
    const client = createFreshClient({ concurrency: 1 });
    const controller = new AbortController();
    service.fail = (count) => {
      if (count === 2) controller.abort(new Error("enough"));
      return undefined;
    };
    const error = await catchRejection(
      client.v3.accountStates({ address: makeAddresses(1000) }, { signal: controller.signal }),
    );
    assert.equal(error.message, "enough");
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(service.seen.length, 2);
  });

  test("a part that is not what the operation responds with is an error, not a hole", async () => {
    for (const [operation, body] of [
      ["addressBook", "[]"],
      ["accountStates", '{"address_book":{}}'],
    ]) {
      let count = 0;
      const fetch = async () => new Response((count += 1) === 2 ? body : '{"accounts":[]}');
      const client = createClient({ fetch, rateLimit: false, retry: false });
      const error = await catchRejection(
        client.call("v3", /** @type {any} */ (operation), { address: makeAddresses(300) }),
      );
      assert.equal(error.code, "invalid_response");
    }
  });

  test("each part takes a slot of the pace", async () => {
    const slots = [];
    const paceStore = { reserve: async (name, intervalMs) => slots.push(Math.round(intervalMs)) && 0 };
    await createFreshClient({ rateLimit: 50, paceStore }).v3.accountStates({ address: makeAddresses(1000) });
    assert.deepEqual(slots, Array(10).fill(20));
  });
});

describe("lists that cannot be joined", () => {
  const lists = endpoints().flatMap(({ generation, path, params = [] }) =>
    params
      .filter((param) => param.array && param.in === "query" && /address|hash/.test(param.kind))
      .map(({ name, kind }) => ({
        generation,
        path,
        name,
        values: makeAddresses(300).map((account) => (kind.includes("address") ? account : account.slice(2))),
        others: Object.fromEntries(
          params
            .filter((otherParam) => otherParam.required && otherParam.name !== name)
            .map((otherParam) => [otherParam.name, makeRawAddress(1)]),
        ),
      })),
  );
  const JOINED_PATHS = ["/accountStates", "/addressBook", "/metadata", "/walletStates"];

  test("each list of the table is either joined, or refused with its name, its number and the limit", async () => {
    let refusedCount = 0;
    for (const { generation, path, name, values, others: otherValues } of lists) {
      const client = createFreshClient();
      const operation = /** @type {any} */ (path.slice(1));
      const outcome = client.call(generation, operation, { ...otherValues, [name]: values });
      if (JOINED_PATHS.includes(path) && name === "address") {
        await outcome;
        assert.ok(service.seen.length > 1, path);
        continue;
      }
      const error = await catchRejection(outcome);
      assert.equal(service.seen.length, 0, path);
      // A request for several jettons needs exactly one owner.
      if (error.code === "parameter_conflict") continue;
      assert.deepEqual([error.code, error.parameter], ["too_long", name], `${path} ${name}: ${error.message}`);
      assert.match(error.message, /^`\w+` has 300 values, and the URL .* \d+ bytes: above 8000 \(`maxUrlBytes`\)/);
      refusedCount += 1;
    }
    assert.ok(refusedCount > 30, `${refusedCount}`);
  });

  test("a page of such a list is refused as well, and sent with a longer `maxUrlBytes`", async () => {
    const account = makeAddresses(300);
    const error = await catchRejection(
      createFreshClient().v3.transactions.paginate({ account }, { pageSize: 10 }).toArray({ maxItems: 10 }),
    );
    assert.deepEqual([error.code, error.parameter], ["too_long", "account"]);
    assert.equal(service.seen.length, 0);
    await catchRejection(
      createFreshClient({ maxUrlBytes: 100_000 })
        .v3.transactions.paginate({ account }, { pageSize: 10 })
        .toArray({ maxItems: 10 }),
    );
    assert.equal(service.seen.length, 1);
  });
});
