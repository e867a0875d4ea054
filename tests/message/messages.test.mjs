// Messages, transactions and accounts compared with @ton/core field by field: random ones, and those of the network.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { describe, test } from "node:test";

import {
  Address as CoreAddress,
  beginCell as coreBeginCell,
  Cell as CoreCell,
  Dictionary,
  ExternalAddress,
  loadAccount,
  loadMessage,
  loadMessageRelaxed,
  loadStateInit,
  loadTransaction,
  storeAccount,
  storeMessage,
  storeMessageRelaxed,
  storeShardAccount,
  storeStateInit,
  storeTransaction,
} from "@ton/core";
import {
  beginCell,
  decodeAccount,
  decodeMessage,
  decodeShardAccount,
  decodeStateInit,
  decodeTransaction,
  encodeStateInit,
  externalMessage,
  internalMessage,
  messageHash,
  parseBoc,
} from "ton-edge/message";

import {
  makeAccount,
  makeAddress,
  toHash256,
  makeMessage,
  toPlainValue,
  getStateInit,
  makeTransaction,
} from "./as-core.mjs";
import { toBase64, readCode, toHex, ODD_VALUES, catchThrown, toCore, toOurs } from "./checks.mjs";
import { makeRandom, TIMES } from "./random.mjs";

const examples = Object.values(
  JSON.parse(await readFile(new URL("../fixtures/boc_examples.json", import.meta.url), "utf8")),
);

// ---------------------------------------------------------------------------------------------------------------------
// Random parts of messages, in the form of @ton/core.

function makeMakers(random) {
  const { below, bytes, coin, maybe, number, pick } = random;
  const getSmallCell = () => random.filled(below(200)).endCell();
  const pickBool = () => below(2) === 1;
  const readLt = () => number(64);
  const now = () => Number(number(32));
  const hash = () => number(256);
  const makeExternalAddress = () => {
    const bits = below(257);
    return new ExternalAddress(number(bits), bits);
  };
  const makeCurrencies = () => {
    const otherCurrencies = Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.BigVarUint(5));
    for (let remaining = below(3); remaining > 0; remaining -= 1)
      otherCurrencies.set(Number(number(32)), number(below(249)));
    return { coins: coin(), other: otherCurrencies.size > 0 ? otherCurrencies : undefined };
  };
  const makeStateInit = () => ({
    splitDepth: pick([null, null, below(32)]),
    special: maybe(() => ({ tick: pickBool(), tock: pickBool() })),
    code: maybe(getSmallCell),
    data: maybe(getSmallCell),
  });
  const makeInfo = () =>
    pick([
      () => ({
        type: "internal",
        ihrDisabled: pickBool(),
        bounce: pickBool(),
        bounced: pickBool(),
        src: random.address(),
        dest: random.address(),
        value: makeCurrencies(),
        ihrFee: coin(),
        forwardFee: coin(),
        createdLt: readLt(),
        createdAt: now(),
      }),
      () => ({ type: "external-in", src: maybe(makeExternalAddress), dest: random.address(), importFee: coin() }),
      () => ({
        type: "external-out",
        src: random.address(),
        dest: maybe(makeExternalAddress),
        createdLt: readLt(),
        createdAt: now(),
      }),
    ])();
  const readMessage = () => ({
    info: makeInfo(),
    init: maybe(makeStateInit),
    body: pick([getSmallCell, () => random.dag(1 + below(4))])(),
  });
  const makeUsedStorage = () => ({ cells: number(below(49)), bits: number(below(49)) });
  const makeStatusChange = () => pick(["unchanged", "frozen", "deleted"]);
  const makeStoragePhase = () => ({
    storageFeesCollected: coin(),
    storageFeesDue: maybe(coin),
    statusChange: makeStatusChange(),
  });
  const makeCreditPhase = () => ({ dueFeesColelcted: maybe(coin), credit: makeCurrencies() });
  const computePhase = () =>
    below(3) === 0
      ? { type: "skipped", reason: pick(["no-state", "bad-state", "no-gas", "suspended"]) }
      : {
          type: "vm",
          success: pickBool(),
          messageStateUsed: pickBool(),
          accountActivated: pickBool(),
          gasFees: coin(),
          gasUsed: number(below(49)),
          gasLimit: number(below(49)),
          gasCredit: maybe(() => number(below(17))),
          // The field is signed, but @ton/core stores it as unsigned.
          mode: below(128),
          exitCode: Number(random.signed(32)),
          exitArg: maybe(() => Number(random.signed(32))),
          vmSteps: now(),
          vmInitStateHash: hash(),
          vmFinalStateHash: hash(),
        };
  const count = () => below(65_536);
  const makeActionPhase = () => ({
    success: pickBool(),
    valid: pickBool(),
    noFunds: pickBool(),
    statusChange: makeStatusChange(),
    totalFwdFees: maybe(coin),
    totalActionFees: maybe(coin),
    resultCode: Number(random.signed(32)),
    resultArg: maybe(() => Number(random.signed(32))),
    totalActions: count(),
    specActions: count(),
    skippedActions: count(),
    messagesCreated: count(),
    actionListHash: hash(),
    totalMessageSize: makeUsedStorage(),
  });
  const bouncePhase = () =>
    pick([
      { type: "negative-funds" },
      { type: "no-funds", messageSize: makeUsedStorage(), requiredForwardFees: coin() },
      { type: "ok", messageSize: makeUsedStorage(), messageFees: coin(), forwardFees: coin() },
    ]);
  const splitInfo = () => ({
    currentShardPrefixLength: below(64),
    accountSplitDepth: below(64),
    thisAddress: hash(),
    siblingAddress: hash(),
  });
  const endFields = () => ({ aborted: pickBool(), destroyed: pickBool() });
  const makePhase = () => ({ computePhase: computePhase(), actionPhase: maybe(makeActionPhase), ...endFields() });
  const makeDescription = () =>
    pick([
      () => ({
        type: "generic",
        creditFirst: pickBool(),
        storagePhase: maybe(makeStoragePhase),
        creditPhase: maybe(makeCreditPhase),
        bouncePhase: maybe(bouncePhase),
        ...makePhase(),
      }),
      () => ({ type: "tick-tock", isTock: pickBool(), storagePhase: makeStoragePhase(), ...makePhase() }),
      () => ({ type: "storage", storagePhase: makeStoragePhase() }),
      () => ({
        // @ton/core stores the action phase without the reference that it loads.
        type: "split-prepare",
        splitInfo: splitInfo(),
        storagePhase: maybe(makeStoragePhase),
        ...makePhase(),
        actionPhase: null,
      }),
      () => ({ type: "merge-prepare", splitInfo: splitInfo(), storagePhase: makeStoragePhase(), aborted: pickBool() }),
    ])();
  const pickStatus = () => pick(["uninitialized", "frozen", "active", "non-existing"]);
  const buildTransaction = () => {
    const outMessages = Dictionary.empty(Dictionary.Keys.Uint(15), {
      serialize: (src, builder) => builder.storeRef(coreBeginCell().store(storeMessage(src))),
      parse: (slice) => loadMessage(slice.loadRef().beginParse()),
    });
    const outMessagesCount = below(4);
    for (let index = 0; index < outMessagesCount; index += 1) outMessages.set(index, readMessage());
    return {
      address: hash(),
      lt: readLt(),
      prevTransactionHash: hash(),
      prevTransactionLt: readLt(),
      now: now(),
      outMessagesCount,
      oldStatus: pickStatus(),
      endStatus: pickStatus(),
      inMessage: maybe(readMessage),
      outMessages,
      totalFees: makeCurrencies(),
      stateUpdate: { oldHash: bytes(32), newHash: bytes(32) },
      description: makeDescription(),
    };
  };
  const getAccount = () => ({
    addr: random.address(),
    storageStats: {
      used: makeUsedStorage(),
      storageExtra: maybe(() => ({ dictHash: hash() })),
      lastPaid: now(),
      duePayment: maybe(coin),
    },
    storage: {
      lastTransLt: readLt(),
      balance: makeCurrencies(),
      state: pick([
        () => ({ type: "active", state: makeStateInit() }),
        () => ({ type: "frozen", stateHash: hash() }),
        () => ({ type: "uninit" }),
      ])(),
    },
  });
  return {
    ...random,
    small: getSmallCell,
    bool: pickBool,
    currencies: makeCurrencies,
    stateInit: makeStateInit,
    message: readMessage,
    transaction: buildTransaction,
    account: getAccount,
    hash,
    lt: readLt,
  };
}

const build = (store) => coreBeginCell().store(store).endCell();

/** A random value that @ton/core can store: it cannot store every value of its types, and random parts may be too long for a cell. */
function buildCell(make) {
  for (;;) {
    try {
      return make();
    } catch {
      // Tries another random value.
    }
  }
}

/** A decoded message without its hashes and its decoded body. */
function withoutHashes(message) {
  const { hash: _hash, normalizedHash: _normalized, decoded: _decoded, ...rest } = message;
  return toPlainValue(rest);
}

// ---------------------------------------------------------------------------------------------------------------------

describe("messages decoded like @ton/core", () => {
  test("random messages of all three kinds are decoded like @ton/core", () => {
    const make = makeMakers(makeRandom(1));
    for (let count = 0; count < 1500 * TIMES; count += 1) {
      const cell = build(storeMessage(make.message(), { forceRef: count % 5 === 0 }));
      const ownMessage = decodeMessage(cell);
      assert.deepEqual(
        withoutHashes(ownMessage),
        makeMessage(loadMessage(cell.beginParse())),
        `case ${count}: ${cell.toBoc().toString("base64")}`,
      );
      assert.equal(ownMessage.hash, toBase64(cell.hash()));
      assert.equal(ownMessage.normalizedHash, messageHash(cell));
    }
  });

  test("messages that a contract is about to send are decoded like @ton/core", () => {
    const make = makeMakers(makeRandom(2));
    for (let count = 0; count < 300 * TIMES; count += 1) {
      const message = make.message();
      if (message.info.type === "external-in") continue;
      const cell = build(storeMessageRelaxed({ ...message, info: { ...message.info, src: make.maybe(make.address) } }));
      assert.deepEqual(
        withoutHashes(decodeMessage(cell)),
        makeMessage(loadMessageRelaxed(cell.beginParse())),
        `case ${count}`,
      );
    }
  });

  test("random transactions with every phase are decoded like @ton/core", () => {
    const make = makeMakers(makeRandom(3));
    const types = new Set();
    for (let count = 0; count < 800 * TIMES; count += 1) {
      const cell = buildCell(() => build(storeTransaction(make.transaction())));
      const core = loadTransaction(cell.beginParse());
      const { hash, inMsg, outMsgs, ...rest } = decodeTransaction(cell);
      const expected = makeTransaction(core);
      assert.deepEqual(
        toPlainValue({ ...rest, inMsg: inMsg && withoutHashes(inMsg), outMsgs: outMsgs.map(withoutHashes) }),
        expected,
        `case ${count}: ${cell.toBoc().toString("base64")}`,
      );
      assert.equal(hash, toBase64(cell.hash()));
      const [, ...outMessages] = outMsgs.length > 0 ? [0, ...outMsgs] : [0];
      for (const message of outMessages) assert.match(message.hash, /^[\w+/]{43}=$/);
      types.add(rest.description.type);
    }
    assert.deepEqual([...types].sort(), ["ord", "split_prepare", "storage", "tick_tock"]);
  });

  test("every recorded transaction and message is decoded like @ton/core", () => {
    let transactionCount = 0;
    let messageCount = 0;
    for (const { boc, kind } of examples) {
      if (kind === "transaction") {
        const cell = CoreCell.fromBase64(boc);
        const core = loadTransaction(cell.beginParse());
        const { hash, inMsg, outMsgs, ...rest } = decodeTransaction(boc);
        assert.deepEqual(
          toPlainValue({ ...rest, inMsg: inMsg && withoutHashes(inMsg), outMsgs: outMsgs.map(withoutHashes) }),
          makeTransaction(core),
        );
        assert.equal(hash, toBase64(core.hash()));
        transactionCount += 1;
      } else if (kind.startsWith("external-message")) {
        const cell = CoreCell.fromBase64(boc);
        assert.deepEqual(withoutHashes(decodeMessage(boc)), makeMessage(loadMessage(cell.beginParse())));
        messageCount += 1;
      }
    }
    assert.ok(transactionCount > 30 && messageCount > 15, `${transactionCount} ${messageCount}`);
  });

  test("random accounts, and entries of a shard's list, are decoded like @ton/core", () => {
    const make = makeMakers(makeRandom(4));
    for (let count = 0; count < 500 * TIMES; count += 1) {
      const account = make.account();
      let cell;
      try {
        cell = coreBeginCell().storeBit(1).store(storeAccount(account)).endCell();
      } catch {
        // This account does not fit in a cell.
        continue;
      }
      const expected = makeAccount(loadAccount(cell.beginParse().skip(1)));
      assert.deepEqual(toPlainValue(decodeAccount(cell)), expected, `case ${count}`);
      const entry = { account, lastTransactionHash: make.hash(), lastTransactionLt: make.lt() };
      const shardAccount = decodeShardAccount(build(storeShardAccount(entry)));
      assert.equal(shardAccount.lastTransHash, toHash256(entry.lastTransactionHash));
      assert.equal(shardAccount.lastTransLt, entry.lastTransactionLt);
      assert.deepEqual(toPlainValue(decodeAccount(shardAccount.account)), expected);
    }
    assert.equal(decodeAccount(beginCell().storeBit(0).endCell()), null);
  });

  test("random StateInits with libraries are decoded like @ton/core", () => {
    const make = makeMakers(makeRandom(5));
    for (let count = 0; count < 500 * TIMES; count += 1) {
      const libraries = Dictionary.empty(Dictionary.Keys.BigUint(256), {
        serialize: (src, builder) => builder.storeBit(src.public).storeRef(src.root),
        parse: (slice) => ({ public: slice.loadBit(), root: slice.loadRef() }),
      });
      for (let remaining = make.below(3); remaining > 0; remaining -= 1)
        libraries.set(make.hash(), { public: make.bool(), root: make.small() });
      const cell = build(
        storeStateInit({ ...make.stateInit(), libraries: libraries.size > 0 ? libraries : undefined }),
      );
      assert.deepEqual(
        toPlainValue(decodeStateInit(cell)),
        getStateInit(loadStateInit(cell.beginParse())),
        `case ${count}`,
      );
    }
  });
});

describe("recorded responses", () => {
  /** Every object in the recorded responses. */
  async function* readObjects() {
    for (const version of ["v2", "v3"]) {
      const root = new URL(`../fixtures/recorded/${version}/`, import.meta.url);
      for (const name of await readdir(root, { recursive: true })) {
        if (!name.endsWith(".json")) continue;
        const path = [JSON.parse(await readFile(new URL(name.replaceAll("\\", "/"), root), "utf8"))];
        for (let value; path.length > 0; ) {
          value = path.pop();
          if (typeof value !== "object" || value === null) continue;
          yield [`${version}/${name}`, value];
          path.push(...Object.values(value));
        }
      }
    }
  }

  test("recorded bodies and states have the reported hashes, and transactions the reported fields", async () => {
    const counts = { bodies: 0, states: 0, transactions: 0, messages: 0 };
    for await (const [name, value] of readObjects()) {
      if (typeof value.hash === "string" && typeof value.body === "string" && value.body.startsWith("te6")) {
        assert.equal(toBase64(parseBoc(value.body).hash()), value.hash, name);
        counts[value.decoded === undefined ? "states" : "bodies"] += 1;
      }
      if (value.data?.startsWith?.("te6") && value.transaction_id?.hash) {
        const transaction = decodeTransaction(value.data);
        assert.equal(transaction.hash, value.transaction_id.hash, name);
        assert.equal(`${transaction.lt}`, value.transaction_id.lt, name);
        assert.equal(transaction.now, value.utime, name);
        const pairs = [
          [transaction.inMsg, value.in_msg],
          ...transaction.outMsgs.map((message, index) => [message, value.out_msgs[index]]),
        ];
        for (const [message, row] of pairs) {
          if (!message || !row) continue;
          if (row.hash) assert.equal(message.hash, row.hash, name);
          if (row.body_hash) assert.equal(toBase64(message.body.hash()), row.body_hash, name);
          if (row.msg_data?.body) assert.ok(message.body.equals(row.msg_data.body), name);
          if (message.info.type === "internal") assert.equal(`${message.info.value.coins}`, row.value, name);
          counts.messages += 1;
        }
        assert.equal(transaction.outMsgs.length, value.out_msgs.length, name);
        counts.transactions += 1;
      }
    }
    assert.ok(counts.transactions >= 40 && counts.messages >= 40 && counts.bodies >= 20, JSON.stringify(counts));
  });
});

describe("messages encoded like @ton/core", () => {
  /** Sizes around which init and body no longer fit in the message's own cell. */
  const SIZES = [
    0, 1, 7, 8, 31, 32, 100, 300, 400, 480, 500, 510, 520, 530, 560, 600, 620, 640, 660, 680, 700, 900, 1016, 1023,
  ];

  function listBodies() {
    const random = makeRandom(6);
    const builders = [];
    for (const bits of SIZES) {
      for (let refCount = 0; refCount <= 4; refCount += 1) {
        const builder = random.filled(bits);
        for (let index = 0; index < refCount; index += 1) builder.storeRef(random.filled(8 + index));
        builders.push(builder.endCell());
      }
    }
    return builders;
  }

  test("internal messages of all sizes of body and value are encoded like @ton/core", () => {
    const make = makeMakers(makeRandom(7));
    for (const body of listBodies()) {
      for (const init of [
        undefined,
        { code: make.small(), data: make.small() },
        { splitDepth: 3, data: make.small() },
        { special: { tick: true, tock: false } },
      ]) {
        const dest = make.address();
        const value = make.coin();
        const bounce = make.bool();
        const core = build(
          storeMessageRelaxed({
            info: {
              type: "internal",
              ihrDisabled: true,
              bounce,
              bounced: false,
              src: null,
              dest,
              value: { coins: value },
              ihrFee: 0n,
              forwardFee: 0n,
              createdLt: 0n,
              createdAt: 0,
            },
            init,
            body,
          }),
        );
        const label = `${body.bits.length} bits, ${body.refs.length} references, ${init ? Object.keys(init) : "no init"}`;
        const edgeCell = internalMessage({ to: dest, value, bounce, body, init });
        assert.equal(toHex(edgeCell.hash()), toHex(core.hash()), label);
      }
    }
  });

  test("a StateInit with all of its references is inline if the message has a free reference for the body", () => {
    const cell = beginCell().storeUint(1, 8).endCell();
    const init = { code: cell, data: cell, library: cell };
    const send = (bytes) => {
      const body = beginCell().storeBytes(new Uint8Array(bytes)).endCell();
      const options = { value: 1n, bounce: true, extraCurrencies: { 100: 5n }, body, init };
      const message = internalMessage({ to: `0:${"00".repeat(32)}`, ...options });
      const decodedMessage = decodeMessage(message);
      assert.ok(decodedMessage.body.equals(body));
      assert.ok(encodeStateInit(decodedMessage.init).equals(encodeStateInit(init)));
      return message.refs.length;
    };
    // Extra currencies, code, data and library, and the body in the message's own cell.
    assert.equal(send(1), 4);
    // Extra currencies, the StateInit in a cell of its own, and the body in another one.
    assert.equal(send(110), 3);
  });

  test("bodies around the largest size that fits inline are encoded like @ton/core", () => {
    const random = makeRandom(8);
    const dest = random.address();
    for (let bits = 600; bits <= 800; bits += 1) {
      const body = random.filled(bits).endCell();
      for (const init of [undefined, { code: random.filled(9).endCell(), data: random.filled(9).endCell() }]) {
        const info = { type: "external-in", dest, importFee: 0n };
        const core = build(storeMessage(/** @type {any} */ ({ info, init, body })));
        assert.equal(
          toHex(externalMessage({ to: dest, body, init }).hash()),
          toHex(core.hash()),
          `${bits} bits, ${init ? "" : "no "}init`,
        );
      }
    }
  });

  test("external messages of all sizes of body and state are encoded like @ton/core", () => {
    const make = makeMakers(makeRandom(9));
    for (const body of listBodies()) {
      for (const init of [undefined, { code: make.small(), data: make.small() }, { data: make.small() }]) {
        const dest = make.address();
        let core;
        try {
          core = build(
            storeMessage(/** @type {any} */ ({ info: { type: "external-in", dest, importFee: 0n }, init, body })),
          );
        } catch {
          continue;
        }
        const edgeCell = externalMessage({ to: makeAddress(dest), body, init });
        assert.equal(
          toHex(edgeCell.hash()),
          toHex(core.hash()),
          `${body.bits.length} bits, ${body.refs.length} references`,
        );
      }
    }
  });

  test("extra currencies are encoded like @ton/core", () => {
    const make = makeMakers(makeRandom(10));
    for (let count = 0; count < 100; count += 1) {
      const value = make.currencies();
      const extraCurrencies = Object.fromEntries([...(value.other ?? [])]);
      const edgeCell = internalMessage({
        to: make.address(),
        value: value.coins,
        extraCurrencies: extraCurrencies,
        body: make.small(),
      });
      const { info } = loadMessageRelaxed(toCore(edgeCell).beginParse());
      if (info.type !== "internal") assert.fail();
      assert.equal(info.value.coins, value.coins);
      assert.deepEqual([...(info.value.other ?? [])].sort(), [...(value.other ?? [])].sort());
      assert.deepEqual(decodeMessage(edgeCell).info, {
        ...decodeMessage(edgeCell).info,
        value: { coins: value.coins, extra: Object.fromEntries(Object.entries(extraCurrencies)) },
      });
    }
  });

  test("a body may be a cell, a row of the table, a comment, or missing", () => {
    const to = `0:${"AB".repeat(32)}`;
    const expectEqual = (a, b) => {
      const getMessage = (body) => toHex(internalMessage({ to, value: 1n, body }).hash());
      assert.equal(getMessage(a), getMessage(b));
    };
    const text = beginCell().storeUint(0, 32).storeStringTail("Hello");
    expectEqual("Hello", text);
    expectEqual({ type: "comment", text: "Hello" }, text.endCell());
    expectEqual(
      coreBeginCell().storeUint(0, 32).storeStringTail("Hello").endCell(),
      text.toString === undefined ? text : text.endCell().toBoc(),
    );
    expectEqual(undefined, null);
    expectEqual(undefined, beginCell());
    // A text is a comment, even if it looks like a bag.
    const bag = text.endCell().toBase64();
    assert.deepEqual(decodeMessage(internalMessage({ to, value: 1n, body: bag })).decoded, {
      type: "comment",
      opcode: 0,
      text: bag,
      rest: null,
    });
  });

  test("a StateInit may be a cell of either package, a text or bytes", () => {
    const to = `0:${"AB".repeat(32)}`;
    const code = beginCell().storeUint(1, 8).endCell();
    const data = beginCell().storeUint(2, 8).endCell();
    const state = beginCell().storeUint(0, 2).storeMaybeRef(code).storeMaybeRef(data).storeMaybeRef(null);
    const expected = toHex(externalMessage({ to, init: { code, data } }).hash());
    for (const init of [
      state.endCell(),
      toCore(state.endCell()),
      state,
      state.endCell().toBase64(),
      state.endCell().toBoc(),
      { code: toCore(code), data: data.toBase64() },
    ])
      assert.equal(toHex(externalMessage({ to, init: /** @type {any} */ (init) }).hash()), expected);
  });
});

describe("wrong arguments of message functions", () => {
  const to = `0:${"AB".repeat(32)}`;

  test("wrong messages, values and states are refused", () => {
    for (const [description, value] of ODD_VALUES) {
      if (description === "an object whose properties throw") continue;
      for (const decode of [decodeMessage, decodeTransaction, decodeAccount, decodeShardAccount, decodeStateInit])
        assert.equal(
          readCode(() => decode(value), `${decode.name}(${description})`),
          "invalid_parameter",
        );
      for (const make of [internalMessage, externalMessage]) {
        const otherInput = /** @type {any} */ (make === internalMessage ? { value: 1n } : {});
        assert.match(
          readCode(() => make(value), `${make.name}(${description})`),
          /^(missing|invalid)_parameter$/,
        );
        if (value !== undefined && value !== null) {
          assert.match(
            readCode(() => make({ ...otherInput, to: value }), `to: ${description}`),
            /^invalid_parameter$/,
          );
          assert.match(
            readCode(() => make({ ...otherInput, to, body: value }), `body: ${description}`),
            /^(invalid_parameter|boc_invalid)$/,
          );
          if (!description.startsWith("an object"))
            assert.match(
              readCode(() => make({ ...otherInput, to, init: value }), `init: ${description}`),
              /^(invalid_parameter|boc_invalid)$/,
            );
        }
      }
      if (!["undefined", "a number", "a bigint"].includes(description))
        assert.equal(
          readCode(() => internalMessage({ to, value }), `value: ${description}`),
          "invalid_parameter",
        );
      if (!["undefined", "null", "an object", "an object without a prototype"].includes(description))
        assert.equal(
          readCode(() => internalMessage({ to, value: 1n, extraCurrencies: value }), `extraCurrencies: ${description}`),
          "invalid_parameter",
        );
    }
    for (const value of [-1, -1n, 1.5, 1n << 120n, 2 ** 53, "1"]) {
      const error = catchThrown(() => internalMessage({ to, value: /** @type {any} */ (value) }), String(value));
      assert.deepEqual([error.code, error.parameter], ["invalid_parameter", "value"]);
    }
    for (const extraCurrencies of [
      { a: 1n },
      { [-1]: 1n },
      { [2 ** 32]: 1n },
      { 1: -1n },
      { 1: 1n << 248n },
      { 1: "5" },
    ])
      assert.equal(
        readCode(
          () => internalMessage({ to, value: 1n, extraCurrencies: /** @type {any} */ (extraCurrencies) }),
          JSON.stringify(Object.keys(extraCurrencies)),
        ),
        "invalid_parameter",
      );
    assert.equal(catchThrown(() => internalMessage(/** @type {any} */ ({}))).parameter, "to");
    // A value that is not a StateInit is refused.
    assert.equal(
      readCode(() => externalMessage({ to, init: beginCell().storeUint(7, 9).endCell() })),
      "message_invalid",
    );
  });

  test("the error of a cell that is not a message names the wrong field", () => {
    const make = makeMakers(makeRandom(11));
    const invalidCases = [
      [beginCell().endCell(), decodeMessage, "info"],
      [beginCell().storeUint(0, 4).endCell(), decodeMessage, "src"],
      [beginCell().storeUint(3, 2).storeUint(0, 2).endCell(), decodeMessage, "dest"],
      [beginCell().endCell(), decodeTransaction, undefined],
      [beginCell().storeUint(6, 4).endCell(), decodeTransaction, undefined],
      [beginCell().storeUint(7, 4).storeUint(1, 255).endCell(), decodeTransaction, "accountAddr"],
      [beginCell().endCell(), decodeStateInit, "splitDepth"],
      [beginCell().storeUint(0, 5).storeUint(0, 3).endCell(), decodeStateInit, undefined],
      [beginCell().storeUint(4, 5).endCell(), decodeStateInit, "code"],
    ];
    for (const [cell, decode, field] of /** @type {any[]} */ (invalidCases)) {
      const error = catchThrown(() => decode(cell), `${decode.name} ${field}`);
      assert.deepEqual([error.code, error.parameter], ["message_invalid", field], error.message);
    }
    // An exotic cell, and bits after the end of the message.
    const library = beginCell().storeUint(2, 8).storeBytes(new Uint8Array(32)).setExotic().endCell();
    for (const decode of [decodeMessage, decodeTransaction, decodeAccount, decodeShardAccount, decodeStateInit])
      assert.equal(
        readCode(() => decode(library), decode.name),
        "message_invalid",
      );
    const transaction = toOurs(buildCell(() => build(storeTransaction(make.transaction()))));
    const longerTransaction = transaction.beginParse().asBuilder().storeBit(1).endCell();
    assert.equal(
      readCode(() => decodeTransaction(longerTransaction)),
      "message_invalid",
    );
    const message = toOurs(build(storeMessage(make.message(), { forceRef: true })));
    assert.equal(
      readCode(() => decodeMessage(message.beginParse().asBuilder().storeBit(1).endCell())),
      "message_invalid",
    );
  });

  test("a message that is cut off or has a changed bit is refused, or decoded as another message", () => {
    const make = makeMakers(makeRandom(12));
    for (let count = 0; count < 20; count += 1) {
      const cell = toOurs(
        buildCell(() => build(count % 2 ? storeTransaction(make.transaction()) : storeMessage(make.message()))),
      );
      const decode = count % 2 ? decodeTransaction : decodeMessage;
      for (let bits = 0; bits < cell.bits; bits += 1) {
        const truncatedBuilder = beginCell().storeBits(cell.beginParse().loadBits(bits), bits);
        const bytes = cell.beginParse().loadBits(cell.bits);
        bytes[bits >> 3] ^= 0x80 >> (bits & 7);
        const changedBuilder = beginCell().storeBits(bytes, cell.bits);
        for (const ref of cell.refs) changedBuilder.storeRef(ref);
        for (const builder of [truncatedBuilder, changedBuilder]) {
          try {
            decode(builder);
          } catch (error) {
            assert.equal(error.code, "message_invalid", `case ${count}, bit ${bits}: ${error.stack}`);
          }
        }
      }
    }
  });
});

describe("the hash of a message", () => {
  test("an external message has the same normalized hash in every layout (TEP-467)", () => {
    const make = makeMakers(makeRandom(13));
    for (let count = 0; count < 300 * TIMES; count += 1) {
      const dest = make.address();
      const body = make.pick([make.small, () => make.dag(3)])();
      const normalCell = coreBeginCell()
        .storeUint(2, 2)
        .storeUint(0, 2)
        .storeAddress(dest)
        .storeCoins(0)
        .storeBit(0)
        .storeBit(1)
        .storeRef(body)
        .endCell();
      const expected = toBase64(normalCell.hash());
      for (let layout = 0; layout < 8; layout += 1) {
        const src = layout & 1 ? new ExternalAddress(make.number(20), 20) : null;
        const importFee = layout & 2 ? make.coin() : 0n;
        const init = layout & 4 ? make.stateInit() : undefined;
        const message = /** @type {any} */ ({ info: { type: "external-in", src, dest, importFee }, init, body });
        for (const forceRef of [true, false]) {
          let cell;
          try {
            cell = build(storeMessage(message, { forceRef }));
          } catch {
            continue;
          }
          assert.equal(messageHash(cell), expected, `case ${count}, layout ${layout}`);
          assert.equal(messageHash(cell.toBoc()), expected);
          assert.equal(messageHash(cell.toBoc().toString("base64")), expected);
          assert.equal(messageHash(cell, { normalized: false }), toBase64(cell.hash()));
          assert.equal(decodeMessage(cell).normalizedHash, expected);
        }
      }
    }
  });

  test("an internal message's hash is that of its cell", () => {
    const make = makeMakers(makeRandom(14));
    for (let count = 0; count < 200; count += 1) {
      const message = make.message();
      if (message.info.type === "external-in") continue;
      const cell = build(storeMessage(message));
      assert.equal(messageHash(cell), toBase64(cell.hash()));
    }
  });

  test("the hash of a cell that is not a message is refused", () => {
    for (const cell of [beginCell(), beginCell().storeUint(2, 2), beginCell().storeUint(2, 2).storeUint(0, 100)])
      assert.equal(
        readCode(() => messageHash(/** @type {any} */ (cell.endCell()))),
        "message_invalid",
      );
    const cell = beginCell().storeUint(2, 2).endCell();
    assert.equal(messageHash(cell, { normalized: false }), toBase64(cell.hash()));
    for (const [description, value] of ODD_VALUES)
      if (description !== "an object whose properties throw")
        assert.equal(
          readCode(() => messageHash(value), description),
          "invalid_parameter",
        );
  });
});

test("addresses in recorded messages equal @ton/core's", () => {
  for (const { boc, kind } of examples) {
    if (!kind.startsWith("external-message")) continue;
    const { info } = decodeMessage(boc);
    assert.equal(
      CoreAddress.parse(/** @type {string} */ (info.dest))
        .toRawString()
        .toUpperCase(),
      info.dest,
    );
  }
});
