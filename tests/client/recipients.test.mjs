// `client.recipient`: addresses without a request; texts that are neither an address nor a domain; addresses of another network. Also
// `client.resolve` of an address. devnet/devnet-reads.test.mjs resolves domains that exist.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Address, createClient } from "ton-edge";

const RAW = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const formatFriendly = (bounceable, testOnly = false) => Address.parse(RAW).toString({ bounceable, testOnly });

/** A client without a server; `sentRequests` lists its requests. */
function makeClient(options = {}) {
  const sentUrls = [];
  const fetch = async (request) => {
    sentUrls.push(request.url);
    throw new Error("no request was expected");
  };
  return { sentRequests: sentUrls, client: createClient({ fetch, rateLimit: false, retry: false, ...options }) };
}

/** The error of a call. */
const catchRejection = (call) =>
  call.then(
    () => assert.fail("the call did not throw an error"),
    (error) => error,
  );

test("for an address, `recipient` returns the account and the flags of its form, and sends no request", async () => {
  const { client, sentRequests } = makeClient();
  for (const [input, bounceable] of /** @type {[any, boolean | null][]} */ ([
    [RAW, null],
    [RAW.toLowerCase(), null],
    [formatFriendly(true), true],
    [formatFriendly(false), false],
    [`  ${formatFriendly(false)}\n`, false],
    [Address.parse(RAW), null],
  ]))
    assert.deepEqual(await client.recipient(input), { address: RAW, name: null, bounceable }, String(input));
  assert.deepEqual(sentRequests, []);
});

test("an address for testnet is accepted only by a client of testnet", async () => {
  for (const options of [{}, { baseUrl: "https://gateway.example" }])
    for (const bounceable of [true, false]) {
      const error = await catchRejection(makeClient(options).client.recipient(formatFriendly(bounceable, true)));
      assert.deepEqual([error.code, error.parameter], ["invalid_parameter", "recipient"]);
      assert.match(error.message, /testnet/);
    }
  for (const options of [{ network: "testnet" }, { baseUrl: "https://gateway.example/testnet" }])
    assert.deepEqual(await makeClient(options).client.recipient(formatFriendly(false, true)), {
      address: RAW,
      name: null,
      bounceable: false,
    });
});

test("a text that is neither an address nor a domain is refused with a reason, without a request", async () => {
  const { client, sentRequests } = makeClient();
  for (const [input, code] of /** @type {[any, RegExp][]} */ ([
    [undefined, /^invalid_parameter$/],
    [null, /^invalid_parameter$/],
    [5, /^invalid_parameter$/],
    [{}, /^invalid_parameter$/],
    [[RAW], /^invalid_parameter$/],
    ["", /^(address_|missing_|invalid_)/],
    ["alice", /^address_length$/],
    [formatFriendly(true).replace(/.$/, "A"), /^address_checksum$/],
    ["a..ton", /^invalid_parameter$/],
    ["alice .ton", /^invalid_parameter$/],
    ["alice.ton\ud800", /^invalid_parameter$/],
  ]))
    assert.match((await catchRejection(client.recipient(input))).code, code, String(input));
  const error = await catchRejection(client.recipient(RAW, /** @type {any} */ ({ seqno: 1 })));
  assert.deepEqual([error.code, error.parameter], ["invalid_option", "seqno"]);
  assert.deepEqual(sentRequests, []);
});

test("resolving an address fails with domain_is_address", async () => {
  const { client, sentRequests } = makeClient();
  for (const address of [RAW, formatFriendly(true), formatFriendly(false), formatFriendly(true, true)])
    for (const call of [client.resolve, client.dns]) {
      const error = await catchRejection(call(address));
      assert.deepEqual([error.code, error.parameter], ["domain_is_address", "domain"]);
    }
  assert.deepEqual(sentRequests, []);
});

test("a call refuses a missing address, and two addresses in the place of one", async () => {
  const { client, sentRequests } = makeClient();
  for (const [call, parameter] of /** @type {[(address: any) => Promise<any>, string][]} */ ([
    [client.account, "address"],
    [client.jettons, "owner"],
  ])) {
    for (const emptyValue of [undefined, null]) {
      const error = await catchRejection(call(emptyValue));
      assert.deepEqual([error.code, error.parameter], ["missing_parameter", parameter]);
    }
    assert.equal((await catchRejection(call([RAW, RAW]))).code, "invalid_parameter");
    const error = await catchRejection(call("EQCD"));
    assert.equal(error.code, "address_length");
    assert.doesNotMatch(`${error.parameter} ${error.message}`, /\[0\]/);
  }
  assert.deepEqual(sentRequests, []);
});
