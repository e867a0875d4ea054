// Requests of TON Connect: the SDK accepts them, @ton/core reads the messages in them, limits hold, and wrong requests are refused.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Address, Cell as CoreCell } from "@ton/core";
import {
  beginCell,
  comment,
  encodeStateInit,
  internalMessage,
  messageHash,
  toNano,
  tonConnectTransaction,
  walletV4R2,
} from "ton-edge/message";

import { toHex, catchThrown } from "./checks.mjs";
import { makeRandom, TIMES } from "./random.mjs";

const RAW = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const EQ = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const init = { code: beginCell().storeUint(1, 8).endCell(), data: beginCell().endCell() };

/** The SDK's checks before it sends a request (packages/sdk/src/validation/schemas.ts of ton-connect/sdk). */
function assertSdkFormat(request) {
  const assertBoc = (text) => assert.match(text, /^te6cc[A-Za-z\d+/]*={0,2}$/);
  assert.deepEqual(
    Object.keys(request).filter((name) => !["validUntil", "network", "from", "messages"].includes(name)),
    [],
  );
  assert.match(request.network, /^-?\d+$/);
  assert.ok(request.messages.length > 0);
  for (const message of request.messages) {
    const names = ["address", "amount", "stateInit", "payload", "extraCurrency"];
    assert.deepEqual(
      Object.keys(message).filter((name) => !names.includes(name)),
      [],
    );
    assert.match(message.amount, /^\d+$/);
    assert.match(message.address, /^[A-Za-z\d_-]{48}$/);
    if ("payload" in message) assertBoc(message.payload);
    if ("stateInit" in message) assertBoc(message.stateInit);
    for (const [id, units] of Object.entries(message.extraCurrency ?? {}))
      assert.ok(/^\d+$/.test(id) && /^\d+$/.test(/** @type {string} */ (units)));
  }
}

describe("a TON Connect request", () => {
  test("a request has the form of the specification", () => {
    const request = tonConnectTransaction(
      [
        { to: RAW, value: toNano("0.02"), init, extraCurrencies: { 239: 1_000_000_000n } },
        { to: EQ, value: 60_000_000, bounce: false, body: "Hello" },
      ],
      { from: EQ, validUntil: 1_658_253_458, network: "mainnet" },
    );
    assertSdkFormat(request);
    assert.deepEqual(request, {
      validUntil: 1_658_253_458,
      network: "-239",
      from: RAW.toLowerCase(),
      messages: [
        {
          address: EQ,
          amount: "20000000",
          stateInit: encodeStateInit(init).toBase64(),
          extraCurrency: { 239: "1000000000" },
        },
        {
          address: "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI",
          amount: "60000000",
          payload: comment("Hello").toBase64(),
        },
      ],
    });
    assert.deepEqual(JSON.parse(JSON.stringify(request)), request);
  });

  test("by default a request is valid for five minutes, on mainnet, without optional fields", () => {
    const timeBefore = Math.floor(Date.now() / 1000);
    const { validUntil, ...rest } = tonConnectTransaction([{ to: EQ, value: 0n, body: beginCell().endCell() }]);
    assert.ok(validUntil >= timeBefore + 300 && validUntil <= timeBefore + 302);
    assert.deepEqual(rest, { network: "-239", messages: [{ address: EQ, amount: "0" }] });
  });

  test("addresses of random accounts in a request equal @ton/core's", () => {
    const random = makeRandom(7);
    for (let count = 0; count < TIMES * 4; count += 1) {
      const to = random.address();
      const isBounceable = random.below(2) === 1;
      const network = random.below(2) === 1 ? "testnet" : "mainnet";
      const request = tonConnectTransaction([{ to, value: 1n, bounce: isBounceable }], { network });
      assertSdkFormat(request);
      const expected = Address.parse(to.toString()).toString({
        bounceable: isBounceable,
        testOnly: network === "testnet",
      });
      assert.equal(request.messages[0].address, expected);
      assert.equal(request.network, network === "testnet" ? "-3" : "-239");
    }
  });

  test("a request's message has the StateInit and body of a wallet's message", () => {
    const message = { to: EQ, value: 7n, body: { type: /** @type {const} */ ("excesses"), queryId: 5n } };
    const [{ payload }] = tonConnectTransaction([message]).messages;
    const slice = CoreCell.fromBoc(Buffer.from(internalMessage(message).toBoc()))[0].beginParse();
    const bits = slice.remainingBits;
    const body = CoreCell.fromBase64(/** @type {string} */ (payload));
    // The body is the last part of the message.
    assert.equal(
      slice
        .skip(bits - body.bits.length)
        .loadBits(body.bits.length)
        .toString(),
      body.bits.toString(),
    );
  });
});

describe("limits of TON Connect requests", () => {
  const makeMessages = (count) => Array.from({ length: count }, () => ({ to: EQ, value: 1n }));

  test("a request takes 4 messages, or as many as the wallet announces", () => {
    assert.equal(tonConnectTransaction(makeMessages(4)).messages.length, 4);
    assert.equal(catchThrown(() => tonConnectTransaction(makeMessages(5))).parameter, "actions");
    assert.equal(catchThrown(() => tonConnectTransaction([])).parameter, "actions");
    assert.equal(tonConnectTransaction(makeMessages(255), { maxMessages: 255 }).messages.length, 255);
    for (const maxMessages of [0, 256, 1.5, "4", NaN])
      assert.equal(
        catchThrown(() => tonConnectTransaction(makeMessages(1), /** @type {any} */ ({ maxMessages }))).parameter,
        "maxMessages",
      );
  });
});

describe("refused TON Connect requests", () => {
  const getParameter = (message, options) => {
    const error = catchThrown(() => tonConnectTransaction(/** @type {any} */ ([message]), options));
    return `${error.code} ${error.parameter}`;
  };

  test("the error of a wrong request names the property", () => {
    for (const [message, expected] of /** @type {[any, string][]} */ ([
      [{ to: EQ, amount: 1n }, "unknown_parameter amount"],
      [{ to: EQ, payload: "" }, "unknown_parameter payload"],
      [{ to: EQ, mode: 128 }, "unknown_parameter mode"],
      [{ value: 1n }, "missing_parameter to"],
      [{ to: "EQCD" }, "invalid_parameter to"],
      [{ to: 5 }, "invalid_parameter to"],
      [{ to: EQ, value: "1" }, "invalid_parameter value"],
      [{ to: EQ, value: -1n }, "invalid_parameter value"],
      [{ to: EQ, value: 1n << 120n }, "invalid_parameter value"],
      [{ to: EQ, value: 1n, bounce: 0 }, "invalid_parameter bounce"],
      [{ to: EQ, value: 1n, extraCurrencies: { 1.5: 1n } }, "invalid_parameter extraCurrencies"],
      [{ to: EQ, value: 1n, extraCurrencies: { 1: "1" } }, "invalid_parameter extraCurrencies"],
      [null, "invalid_parameter actions"],
    ]))
      assert.equal(
        getParameter(message),
        expected,
        JSON.stringify(message, (_, value) => `${value}`),
      );
  });

  test("the error of a wrong currency names the entry and the reason", () => {
    for (const [extraCurrencies, pattern] of /** @type {[any, RegExp][]} */ ([
      [{ 7: 1n, 1.5: 1n }, /"1\.5" is not an id of a currency: use a whole number below 2\^32/],
      [{ 7: 1n, 8: "1" }, /the units of 8 must be a bigint, not string/],
      [{ 7: -1n }, /the units of 7 must be from 0 to 2\^248 - 1/],
    ]))
      assert.throws(() => tonConnectTransaction([{ to: EQ, value: 1n, extraCurrencies }]), { message: pattern });
  });

  test("another network, times in milliseconds and unknown options are refused", () => {
    const testnet = Address.parse(EQ).toString({ testOnly: true });
    assert.equal(getParameter({ to: testnet, value: 1n }), "invalid_parameter to");
    assert.equal(
      tonConnectTransaction([{ to: testnet, value: 1n }], { network: "testnet" }).messages[0].address,
      testnet,
    );
    assert.equal(getParameter({ to: EQ, value: 1n }, { from: testnet }), "invalid_parameter from");
    assert.equal(getParameter({ to: EQ, value: 1n }, { network: "-239" }), "invalid_option network");
    assert.equal(getParameter({ to: EQ, value: 1n }, { validUntil: Date.now() }), "invalid_option validUntil");
    assert.equal(getParameter({ to: EQ, value: 1n }, { valid_until: 1 }), "unknown_parameter valid_until");
  });
});

test("the message that a wallet returns is found by its hash", async () => {
  const wallet = walletV4R2({ publicKey: new Uint8Array(32).fill(1) });
  const signedMessage = await wallet.transfer(
    [{ to: EQ, value: 1n }],
    { seqno: 1, validUntil: 2e9 },
    () => new Uint8Array(64),
  );
  assert.equal(messageHash(signedMessage.toBase64()), messageHash(signedMessage));
  assert.equal(toHex(Buffer.from(messageHash(signedMessage), "base64")).length, 64);
});
