// Wallets compared with @ton/ton: addresses, signed bodies and external messages of many keys; and signers of every kind.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";

import { beginCell as coreBeginCell, external, internal, SendMode, storeMessage } from "@ton/core";
import { keyPairFromSeed as coreKeyPair, sign } from "@ton/crypto";
import { WalletContractV3R1, WalletContractV3R2, WalletContractV4, WalletContractV5R1 } from "@ton/ton";
import { WalletContractV5Beta } from "@ton/ton/dist/wallets/WalletContractV5Beta.js";
import * as message from "ton-edge/message";
import {
  beginCell,
  decodeBody,
  decodeMessage,
  decodeStateInit,
  encodeBody,
  explainExitCode,
  keyPairFromSeed,
  toNano,
  walletHighloadV3,
  walletV3R1,
  walletV3R2,
  walletV4R2,
  walletV5R1,
} from "ton-edge/message";

import {
  buildBatchHighload3,
  buildExternal,
  buildHighload3,
  buildTransferHighload3,
} from "../upstream/devnet/contracts/signed-wallets.mjs";
import { toPlainValue } from "./as-core.mjs";
import { readCode, toHex, ODD_VALUES, catchRejection, catchThrown } from "./checks.mjs";
import { makeRandom, TIMES } from "./random.mjs";

const EDGE_WALLETS = { v3r1: walletV3R1, v3r2: walletV3R2, v4r2: walletV4R2, v5r1: walletV5R1 };
/** The largest time in 32 bits, which @ton/ton writes in the first request of a wallet. */
const largestUint32 = 0xffffffff;
const random = makeRandom(1);

/** The same wallet as an object of @ton/ton. */
function makeCoreWallet(version, { publicKey, workchain, network, subwallet }) {
  const key = Buffer.from(publicKey);
  if (version === "v5r1") {
    const context = { walletVersion: /** @type {const} */ ("v5r1"), workchain, subwalletNumber: subwallet };
    return WalletContractV5R1.create({
      publicKey: key,
      walletId: { networkGlobalId: network === "testnet" ? -3 : -239, context },
    });
  }
  const Class = { v3r1: WalletContractV3R1, v3r2: WalletContractV3R2, v4r2: WalletContractV4 }[version];
  return Class.create({ workchain, publicKey: key, walletId: 698983191 + workchain + subwallet });
}

const toRaw = (address) => address.toRawString().replace(/:.*/, (hash) => hash.toUpperCase());

/** Messages to send for both packages, each with its mode. */
function makeOrders(count, random) {
  return Array.from({ length: count }, () => {
    const [to, value, bounce, body] = [
      random.address(),
      random.coin(),
      random.below(2) === 1,
      random.filled(random.below(200)).endCell(),
    ];
    return { ours: { to, value, bounce, body }, core: internal({ to, value, bounce, body }) };
  });
}

const makeExternalV3 = (wallet, body, deploy) =>
  coreBeginCell()
    .store(storeMessage(external({ to: wallet.address, init: deploy ? wallet.init : undefined, body })))
    .endCell();

describe("wallets compared with @ton/ton", () => {
  for (const version of Object.keys(EDGE_WALLETS)) {
    test(`${version}: the addresses of 1000 keys, in both networks and workchains, with subwallets, equal @ton/ton's`, () => {
      for (let count = 0; count < 1000 * TIMES; count += 1) {
        const options = {
          publicKey: random.bytes(32),
          workchain: random.pick([0, -1]),
          network: random.pick(/** @type {const} */ (["mainnet", "testnet"])),
          subwallet: random.pick([0, 1, 32767, random.below(32768)]),
        };
        const edgeWallet = EDGE_WALLETS[version](options);
        const core = makeCoreWallet(version, options);
        assert.equal(edgeWallet.address, toRaw(core.address), JSON.stringify(options));
        assert.equal(toHex(edgeWallet.stateInit.refs[0].hash()), core.init.code.hash().toString("hex"));
        assert.equal(toHex(edgeWallet.stateInit.refs[1].hash()), core.init.data.hash().toString("hex"));
        assert.equal(edgeWallet.version, version);
        assert.deepEqual(edgeWallet.publicKey, Uint8Array.from(options.publicKey));
      }
    });

    test(`${version}: a wallet with default options equals @ton/ton's`, () => {
      const publicKey = random.bytes(32);
      assert.equal(
        EDGE_WALLETS[version]({ publicKey }).address,
        toRaw(makeCoreWallet(version, { publicKey, workchain: 0, network: "mainnet", subwallet: 0 }).address),
      );
      const { address } = EDGE_WALLETS[version]({ publicKey, walletId: 5 });
      assert.notEqual(address, EDGE_WALLETS[version]({ publicKey }).address);
      assert.equal(EDGE_WALLETS[version]({ publicKey, walletId: 0 }).walletId, 0);
    });

    test(`${version}: signed bodies and external messages equal @ton/ton's`, async () => {
      // A full run tries 1000 keys.
      for (let count = 0; count < 100 * TIMES; count += 1) {
        const seed = random.bytes(32);
        const keys = coreKeyPair(seed);
        const options = {
          publicKey: keys.publicKey,
          workchain: random.pick([0, -1]),
          network: /** @type {const} */ ("mainnet"),
          subwallet: random.below(9),
        };
        const edgeWallet = EDGE_WALLETS[version](options);
        const core = makeCoreWallet(version, options);
        const mode = random.pick([0, 1, 2, 3, 64, 130]);
        const maxCount = version === "v5r1" ? random.pick([1, 4, 255]) : 4;
        const list = makeOrders(
          count === 0 ? maxCount : random.below(Math.min(maxCount, count < 5 ? 255 : 20) + 1),
          random,
        );
        const seqno = random.pick([0, 1, random.below(2 ** 32)]);
        const validUntil = seqno === 0 ? largestUint32 : random.below(2 ** 32 - 1) + 1;
        const { privateKey: signer } = await keyPairFromSeed(seed);
        const transfer = core.createTransfer({
          seqno,
          secretKey: keys.secretKey,
          // For a wallet v5, @ton/ton adds the flag "ignore errors" to the mode.
          sendMode: version === "v5r1" ? mode | SendMode.IGNORE_ERRORS : mode,
          timeout: validUntil,
          messages: list.map((item) => item.core),
        });
        const actions = list.map((item) => ({ ...item.ours, mode }));
        const label = `case ${count}: ${list.length} messages`;
        const body = edgeWallet.body(actions, { seqno, validUntil });
        assert.equal(toHex((await edgeWallet.sign(body, signer)).hash()), transfer.hash().toString("hex"), label);
        const message = await edgeWallet.transfer(actions, { seqno, validUntil }, signer);
        assert.equal(
          toHex(message.hash()),
          makeExternalV3(core, transfer, seqno === 0)
            .hash()
            .toString("hex"),
          label,
        );
        for (const deploy of [true, false])
          assert.equal(
            toHex((await edgeWallet.transfer(actions, { seqno, validUntil, deploy }, signer)).hash()),
            makeExternalV3(core, transfer, deploy).hash().toString("hex"),
            label,
          );
        // The kind of the body that was sent shows which request was made.
        const as = version.startsWith("v3") ? "wallet_v3_signed" : version === "v4r2" ? "wallet_v4_signed" : undefined;
        const decodedBody = /** @type {any} */ (decodeBody(decodeMessage(message).body, { as }));
        assert.deepEqual(
          [decodedBody.seqno, decodedBody.validUntil, decodedBody.walletId],
          [seqno, validUntil, edgeWallet.walletId],
        );
        assert.equal(decodedBody.actions.length, list.length);
        for (const [index, action] of decodedBody.actions.entries()) {
          const { info } = decodeMessage(action.message);
          if (info.type !== "internal") assert.fail();
          assert.deepEqual(
            [info.dest, info.value.coins, info.bounce],
            [toRaw(list[index].ours.to), list[index].ours.value, list[index].ours.bounce],
          );
        }
      }
    });
  }

  test("v5r1: requests inside another contract's message, and extensions, are encoded", async () => {
    for (let count = 0; count < 60; count += 1) {
      const keys = coreKeyPair(random.bytes(32));
      const edgeWallet = walletV5R1({ publicKey: keys.publicKey });
      const core = makeCoreWallet("v5r1", {
        publicKey: keys.publicKey,
        workchain: 0,
        network: "mainnet",
        subwallet: 0,
      });
      const signHash = (hash) => sign(Buffer.from(hash), keys.secretKey);
      const [seqno, timeout] = [1 + random.below(1000), random.below(2 ** 32 - 1) + 1];
      const list = makeOrders(random.below(5), random);
      const innerTransfer = core.createTransfer({
        seqno,
        timeout,
        secretKey: keys.secretKey,
        sendMode: 3,
        authType: "internal",
        messages: list.map((item) => item.core),
      });
      const body = edgeWallet.body(
        list.map((item) => ({ ...item.ours, mode: 3 })),
        { seqno, validUntil: timeout, internal: true },
      );
      assert.equal(toHex((await edgeWallet.sign(body, signHash)).hash()), innerTransfer.hash().toString("hex"));
      const extension = random.address();
      const args = { seqno, timeout, secretKey: keys.secretKey };
      for (const [action, coreAction] of /** @type {any[]} */ ([
        [
          { type: "add_extension", address: extension },
          core.createAddExtension({ ...args, extensionAddress: extension }),
        ],
        [
          { type: "remove_extension", address: extension },
          core.createRemoveExtension({ ...args, extensionAddress: extension }),
        ],
        [
          { type: "set_signature_allowed", allowed: true },
          core.createRequest({ ...args, actions: [{ type: "setIsPublicKeyEnabled", isEnabled: true }] }),
        ],
      ])) {
        const request = edgeWallet.body([action], { seqno, validUntil: timeout });
        assert.equal(
          toHex((await edgeWallet.sign(request, signHash)).hash()),
          coreAction.hash().toString("hex"),
          action.type,
        );
      }
    }
  });

  test("highload v3: one message, and many inside a message to itself, are encoded", async () => {
    for (let count = 0; count < 60; count += 1) {
      const keys = coreKeyPair(random.bytes(32));
      const timeout = random.pick([3600, 1, 2 ** 22 - 1]);
      const edgeWallet = walletHighloadV3({ publicKey: keys.publicKey, timeout });
      const state = buildHighload3({ publicKey: keys.publicKey, timeout });
      assert.equal(edgeWallet.address, toRaw(state.address));
      const signHash = (hash) => sign(Buffer.from(hash), keys.secretKey);
      const queryId = random.pick([0, 1022, 1023, 1024, 8_380_415, random.below(8_380_416)]);
      const createdAt = random.below(2 ** 31);
      const transferFields = { secretKey: keys.secretKey, queryId, createdAt, timeout };
      const [order] = makeOrders(1, random);
      const expected = buildTransferHighload3({ ...transferFields, message: order.core, sendMode: 1 });
      const signedMessage = await edgeWallet.transfer(
        [{ ...order.ours, mode: 1 }],
        { queryId, createdAt, deploy: true },
        signHash,
      );
      assert.equal(
        toHex(signedMessage.hash()),
        buildExternal(state, expected, { deploy: true }).hash().toString("hex"),
      );
      const orderList = makeOrders(2 + random.below(count === 0 ? 253 : 9), random);
      const batchValue = count % 2 === 0 ? undefined : random.coin();
      const batch = buildBatchHighload3(
        state,
        orderList.map((order) => order.core),
        { value: batchValue ?? toNano("0.01") + toNano("0.001") * BigInt(orderList.length), queryId },
      );
      const body = edgeWallet.body(
        orderList.map((order) => ({ ...order.ours, mode: 3 })),
        { queryId, createdAt, batchValue },
      );
      const signedCell = buildTransferHighload3({ ...transferFields, message: batch, sendMode: 1 });
      assert.equal(
        toHex((await edgeWallet.sign(body, signHash)).hash()),
        signedCell.hash().toString("hex"),
        `${orderList.length} messages`,
      );
      const {
        message,
        mode,
        queryId: read,
      } = /** @type {any} */ (decodeBody(signedCell, { as: "highload_v3_signed" }));
      assert.deepEqual([mode, read], [1, queryId], "the decoded query id differs");
      const innerDecoded = decodeMessage(message).decoded;
      if (innerDecoded.type !== "highload_v3_transfer") assert.fail(innerDecoded.type);
      assert.equal(innerDecoded.queryId, BigInt(queryId));
      assert.equal(innerDecoded.actions.length, orderList.length);
    }
    const publicKey = random.bytes(32);
    // On the masterchain, gas and forwarding cost 25 times as much.
    const master = walletHighloadV3({ publicKey, workchain: -1 });
    const signTransfer = (wallet, actions) => {
      const body = beginCell()
        .storeBytes(new Uint8Array(64))
        .storeRef(wallet.body(actions, { queryId: 1 }));
      return decodeMessage(/** @type {any} */ (decodeBody(body, { as: "highload_v3_signed" })).message);
    };
    const [to] = [master.address];
    assert.equal(
      /** @type {any} */ (
        signTransfer(master, [
          { to, value: 1n },
          { to, value: 1n },
        ])
      ).info.value.coins,
      toNano("0.3"),
    );
    // The contract does not send a message with a StateInit from a request.
    const ownWallet = walletHighloadV3({ publicKey });
    assert.equal(signTransfer(ownWallet, [{ to, value: 1n }]).decoded.type, "empty");
    assert.equal(
      signTransfer(ownWallet, [{ to, value: 1n, init: ownWallet.stateInit }]).decoded.type,
      "highload_v3_transfer",
    );
    // Each subwallet id gives a different wallet.
    assert.equal(walletHighloadV3({ publicKey, subwallet: 5 }).walletId, 0x10ad + 5);
    assert.equal(
      walletHighloadV3({ publicKey, walletId: 7 }).address,
      toRaw(buildHighload3({ publicKey, walletId: 7 }).address),
    );
  });
});

/** All query ids at both ends, and those around each bound of a cell. */
test("highload query ids survive encoding and decoding", () => {
  const highload = walletHighloadV3({ publicKey: random.bytes(32) });
  const read = (queryId) => {
    const body = highload.body([{ to: highload.address, value: 1n }], { queryId });
    const signedBuilder = beginCell().storeBytes(new Uint8Array(64)).storeRef(body);
    return /** @type {any} */ (decodeBody(signedBuilder, { as: "highload_v3_signed" })).queryId;
  };
  for (let number = 0; number < 3000; number += 1) assert.equal(read(number), number);
  for (let cell = 3; cell <= 8191; cell += 64)
    for (const number of [cell * 1023 - 1, cell * 1023, cell * 1023 + 1022]) assert.equal(read(number), number);
  assert.equal(read(8_380_415), 8_380_415);
});

describe("wallet v5 beta", () => {
  const to = random.address();

  test("requests of v5 beta and of v5 r1, which share opcodes, are told apart", () => {
    const actionTypes = new Set();
    for (let count = 0; count < 200; count += 1) {
      const keys = coreKeyPair(random.bytes(32));
      const subwalletNumber = Number(random.number(32));
      const walletId = { networkGlobalId: random.pick([-239, -3]), workchain: random.pick([0, -1]), subwalletNumber };
      const wallet = WalletContractV5Beta.create({ publicKey: keys.publicKey, walletId });
      const addExtensionActions = [
        { type: "addExtension", address: to },
        { type: "removeExtension", address: to },
        { type: "setIsPublicKeyEnabled", isEnabled: random.below(2) === 1 },
      ].slice(0, random.below(4));
      const sentActions = makeOrders(random.below(5), random).map(({ core }) => ({
        type: "sendMsg",
        mode: 3,
        outMsg: core,
      }));
      const authType = /** @type {any} */ (random.pick(["external", "internal", "extension"]));
      const [seqno, timeout] = [Number(random.number(32)), 1 + random.below(2 ** 32 - 1)];
      const actions = /** @type {any[]} */ ([...addExtensionActions, ...sentActions]);
      const request = wallet.createRequest({ authType, seqno, timeout, secretKey: keys.secretKey, actions });
      const readBody = /** @type {any} */ (decodeBody(/** @type {any} */ (request)));
      assert.equal(readBody.type, `wallet_v5_beta_${authType}`);
      assert.equal(readBody.rest, null);
      assert.equal(readBody.actions.length, actions.length);
      assert.equal(toHex(encodeBody(readBody).hash()), /** @type {any} */ (request).hash().toString("hex"));
      if (authType !== "extension") {
        assert.deepEqual([readBody.seqno, readBody.validUntil], [seqno, timeout]);
        assert.equal(readBody.walletId & 0xffff_ffffn, BigInt(subwalletNumber));
        assert.equal(BigInt.asIntN(32, readBody.walletId >> 48n), BigInt(walletId.networkGlobalId));
      }
      // Requests of the two kinds have different lengths. A request with one more bit belongs to neither kind.
      assert.equal(
        decodeBody(
          beginCell()
            .storeSlice(/** @type {any} */ (request))
            .storeUint(0, 1),
        ).type,
        "unknown",
      );
      actionTypes.add(readBody.type);
    }
    assert.equal(actionTypes.size, 3);
  });

  test("exit codes are explained for the kind of wallet", () => {
    assert.equal(explainExitCode(36, "highload_v3_signed"), "its query was executed already");
    assert.equal(explainExitCode(36, "wallet_v4_signed"), "it has expired");
    assert.equal(explainExitCode(36, "wallet_v5_beta_external"), "it has expired");
    assert.equal(explainExitCode(33, "highload_v3_signed"), "its signature is wrong");
    assert.equal(explainExitCode(33), undefined);
    assert.equal(explainExitCode(9, "wallet_v4_signed"), explainExitCode(9));
    assert.match(explainExitCode(707, "jetton_burn") ?? "", /too little TON.*TEP-74/);
    assert.match(explainExitCode(707, "jetton_internal_transfer") ?? "", /sender is not.*TEP-74/);
    assert.match(explainExitCode(401, "nft_transfer") ?? "", /does not own.*TEP-62/);
    for (const oddVersion of ["toString", "__proto__", "", null, {}])
      assert.equal(explainExitCode(706, /** @type {any} */ (oddVersion)), undefined);
  });
});

describe("signers", () => {
  const seed = random.bytes(32);
  const core = coreKeyPair(seed);
  const actions = [{ to: random.address(), value: 1n }];
  const request = { seqno: 5, validUntil: 1_800_000_000 };

  test("a WebCrypto key, a function and an asynchronous function give the same signature", async () => {
    const { publicKey, privateKey } = await keyPairFromSeed(seed);
    assert.equal(toHex(publicKey), core.publicKey.toString("hex"));
    assert.equal(privateKey.extractable, false);
    for (const make of Object.values(EDGE_WALLETS)) {
      const wallet = make({ publicKey });
      const expected = await wallet.transfer(actions, request, privateKey);
      for (const signHash of [
        (hash) => sign(Buffer.from(hash), core.secretKey),
        async (hash) => Uint8Array.from(sign(Buffer.from(hash), core.secretKey)),
        (hash) => new DataView(Uint8Array.from(sign(Buffer.from(hash), core.secretKey)).buffer),
      ])
        assert.equal(
          toHex((await wallet.transfer(actions, request, /** @type {any} */ (signHash))).hash()),
          toHex(expected.hash()),
        );
    }
  });

  test("a signer gets the 32 bytes of the hash, once", async () => {
    const requests = [];
    const wallet = walletV4R2({ publicKey: core.publicKey });
    const body = wallet.body(actions, request);
    await wallet.sign(body, (hash) => {
      requests.push(toHex(hash));
      hash.fill(0);
      return new Uint8Array(64);
    });
    assert.deepEqual(requests, [toHex(body.hash())]);
  });

  test("a signer that returns garbage is refused", async () => {
    const wallet = walletV5R1({ publicKey: core.publicKey });
    for (const garbage of [
      undefined,
      null,
      "",
      "00".repeat(64),
      5,
      new Uint8Array(0),
      new Uint8Array(63),
      new Uint8Array(65),
      Array(64).fill(0),
      {},
      new Uint16Array(64),
      true,
    ]) {
      const error = await catchRejection(
        () => wallet.transfer(actions, request, /** @type {any} */ (() => garbage)),
        String(garbage),
      );
      assert.deepEqual([error.code, error.parameter], ["invalid_parameter", "signer"]);
    }
  });

  test("an error of the signer reaches the caller unchanged", async () => {
    const wallet = walletV5R1({ publicKey: core.publicKey });
    const keyError = new Error("the device is locked");
    for (const signHash of [
      () => {
        throw keyError;
      },
      () => Promise.reject(keyError),
    ])
      await assert.rejects(wallet.transfer(actions, request, signHash), (error) => error === keyError);
  });

  test("a value that is not a signer is refused", async () => {
    const wallet = walletV5R1({ publicKey: core.publicKey });
    const { publicKey } = await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"]);
    const { privateKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
      "sign",
      "verify",
    ]);
    for (const [title, signer] of [
      ...ODD_VALUES,
      ["a public key", publicKey],
      ["a key of another kind", privateKey],
      ["bytes", core.secretKey],
      ["a text", "secret"],
    ]) {
      if (title === "a function" || title === "an object whose properties throw") continue;
      const error = await catchRejection(() => wallet.transfer(actions, request, signer), title);
      assert.deepEqual([error.code, error.parameter], ["invalid_parameter", "signer"], title);
    }
  });
});

test("every wallet version has a fixture written by another implementation", async () => {
  const path = new URL("../fixtures/messages/wallet-versions.json", import.meta.url);
  const { publicKey, request, versions } = JSON.parse(readFileSync(path, "utf8"));
  const toBytes = (text) => new Uint8Array(Buffer.from(text, "base64"));
  const { to, value, mode, ...rest } = request;
  const functions = Object.entries(/** @type {Record<string, any>} */ (message));
  const wallets = functions.filter(([name]) => /^wallet[A-Z]/.test(name));
  const names = [];
  for (const [name, make] of wallets) {
    const { version } = make({ publicKey: toBytes(publicKey) });
    names.push(version);
    assert.equal(name.toLowerCase(), `wallet${version.replace("_", "")}`);
    const row = versions.find((item) => item.version === version);
    assert.ok(row.wallets.length >= 4, name);
    for (const { workchain, network, subwallet, address, signature, external } of row.wallets) {
      const wallet = make({ publicKey: toBytes(publicKey), workchain, network, subwallet });
      assert.equal(wallet.address, `${workchain}:${toHex(toBytes(address)).toUpperCase()}`, name);
      const action = { to, value: BigInt(value), mode };
      const message = await wallet.transfer([action], { ...rest, deploy: true }, () => toBytes(signature));
      assert.equal(toHex(message.hash()), toHex(toBytes(external)), name);
    }
    const makeActions = (count) => Array(count).fill({ to, value: 0n });
    const numbers = { seqno: rest.seqno, queryId: rest.queryId };
    make({ publicKey: toBytes(publicKey) }).body(makeActions(row.mostMessages), numbers);
    const error = catchThrown(() =>
      make({ publicKey: toBytes(publicKey) }).body(makeActions(row.mostMessages + 1), numbers),
    );
    assert.equal(error.parameter, "actions", name);
  }
  assert.deepEqual(names.sort(), versions.map(({ version }) => version).sort());
});

describe("arguments of wallets", () => {
  const publicKey = random.bytes(32);
  const to = random.address();

  test("wrong options of a wallet are refused", () => {
    for (const make of [...Object.values(EDGE_WALLETS), walletHighloadV3]) {
      for (const [description, value] of ODD_VALUES) {
        if (description === "an object whose properties throw") continue;
        assert.match(
          readCode(() => make(value), description),
          /^invalid_(option|parameter)$/,
        );
        for (const name of ["publicKey", "workchain", "network", "subwallet", "walletId", "timeout"]) {
          if (value === undefined && name !== "publicKey") continue;
          if (value === null && ["subwallet", "walletId", "timeout"].includes(name)) continue;
          if (description === "a number" && ["subwallet", "walletId", "timeout"].includes(name)) continue;
          const error = catchThrown(() => make({ publicKey, [name]: value }), `${name}: ${description}`);
          assert.deepEqual([error.code, error.parameter], ["invalid_option", name]);
        }
      }
      for (const option of [
        { publicKey: publicKey.subarray(1) },
        { publicKey: publicKey.toString("hex") },
        { publicKey, workchain: 1 },
        { publicKey, subwallet: 32768 },
        { publicKey, subwallet: -1 },
        { publicKey, walletId: 2 ** 32 },
        { publicKey, network: "main" },
      ])
        assert.equal(
          readCode(() => make(/** @type {any} */ (option)), JSON.stringify(Object.keys(option))),
          "invalid_option",
        );
    }
    // The wallet keeps its own copy of the key.
    const keyCopy = Uint8Array.from(publicKey);
    const wallet = walletV5R1({ publicKey: keyCopy });
    keyCopy.fill(0);
    assert.deepEqual(wallet.publicKey, Uint8Array.from(publicKey));
    const view = new DataView(Uint8Array.from(publicKey).buffer);
    assert.equal(walletV5R1({ publicKey: /** @type {any} */ (view) }).address, wallet.address);
    assert.equal(decodeStateInit(wallet.stateInit).library, null);
  });

  test("wrong requests of a wallet are refused", () => {
    for (const [version, make] of Object.entries(EDGE_WALLETS)) {
      const wallet = make({ publicKey });
      assert.equal(catchThrown(() => wallet.body([{ to, value: 0n }]), version).code, "missing_parameter");
      const seqnoError = catchThrown(() => wallet.body([{ to, value: 0n }], {}), version);
      assert.equal(seqnoError.parameter, "seqno");
      // A caller reads the seqno by a get-method, which fails if the wallet is not deployed yet.
      assert.match(seqnoError.message, /`\(await client\.account\(address\)\)\.seqno \?\? 0`/);
      for (const [description, value] of ODD_VALUES) {
        if (description === "an object whose properties throw" || value === undefined) continue;
        assert.match(
          readCode(() => wallet.body([{ to, value: 0n }], value), description),
          /^(missing|invalid)_parameter$/,
        );
        assert.match(
          readCode(() => wallet.body(value, { seqno: 1 }), description),
          /^invalid_parameter$/,
        );
        assert.match(
          readCode(() => wallet.body([value], { seqno: 1 }), description),
          /^(missing|invalid)_parameter$/,
        );
        if (!["a number", "a bigint", "null"].includes(description))
          for (const name of ["seqno", "validUntil"]) {
            const error = catchThrown(
              () => wallet.body([{ to, value: 0n }], { seqno: 1, [name]: value }),
              `${name}: ${description}`,
            );
            assert.deepEqual([error.code, error.parameter], ["invalid_parameter", name]);
          }
      }
      for (const seqno of [-1, 2 ** 32, 1.5, Number.NaN])
        assert.equal(catchThrown(() => wallet.body([{ to, value: 0n }], { seqno })).parameter, "seqno");
      const maxCount = version === "v5r1" ? 255 : 4;
      wallet.body(Array(maxCount).fill({ to, value: 0n }), { seqno: 1 });
      assert.equal(
        catchThrown(() => wallet.body(Array(maxCount + 1).fill({ to, value: 0n }), { seqno: 1 })).parameter,
        "actions",
      );
      for (const mode of [-1, 256, 1.5, "3", Number.NaN, {}])
        assert.equal(
          readCode(() => wallet.body([{ to, value: 0n, mode: /** @type {any} */ (mode) }], { seqno: 1 }), String(mode)),
          "invalid_parameter",
        );
      assert.equal(
        readCode(() => wallet.body([/** @type {any} */ ({ type: "burn" })], { seqno: 1 })),
        "invalid_parameter",
      );
      if (version !== "v5r1")
        assert.equal(
          readCode(() => wallet.body([{ type: "add_extension", address: to }], { seqno: 1 })),
          "invalid_parameter",
        );
    }
    const highload = walletHighloadV3({ publicKey });
    assert.equal(
      readCode(() => highload.body([], { queryId: 1 })),
      "missing_parameter",
    );
    const maxMessages = Array(254).fill({ to, value: 0n });
    highload.body(maxMessages, { queryId: 1 });
    assert.equal(
      readCode(() => highload.body([...maxMessages, { to, value: 0n }], { queryId: 1 })),
      "invalid_parameter",
    );
    for (const request of [undefined, {}, { queryId: undefined }, { queryId: /** @type {any} */ (null) }]) {
      const error = catchThrown(() => highload.body([{ to, value: 0n }], request));
      assert.deepEqual([error.code, error.parameter], ["missing_parameter", "queryId"]);
    }
    for (const queryId of [-1, 8_380_416, 1.5, "1"])
      assert.equal(
        catchThrown(() => highload.body([{ to, value: 0n }], { queryId: /** @type {any} */ (queryId) })).parameter,
        "queryId",
      );
  });

  test("requests expire in 60 seconds, and highload requests are created 30 seconds before now", (t) => {
    t.mock.timers.enable({ apis: ["Date"], now: 1_700_000_000_999 });
    const signature = new Uint8Array(64);
    const v3 = walletV3R2({ publicKey }).body([{ to, value: 0n }], { seqno: 1 });
    const decodedBody = /** @type {any} */ (
      decodeBody(beginCell().storeBytes(signature).storeSlice(v3), { as: "wallet_v3_signed" })
    );
    assert.equal(decodedBody.validUntil, 1_700_000_060);
    assert.equal(decodedBody.actions[0].mode, 3);
    const highload = walletHighloadV3({ publicKey }).body([{ to, value: 0n }], { queryId: 0 });
    const { createdAt, timeout, queryId } = /** @type {any} */ (
      decodeBody(beginCell().storeBytes(signature).storeRef(highload), { as: "highload_v3_signed" })
    );
    assert.deepEqual(toPlainValue({ createdAt, timeout, queryId }), {
      createdAt: 1_699_999_970n,
      timeout: 3600,
      queryId: 0,
    });
  });

  test("a finished message cell can be sent by a wallet", () => {
    const wallet = walletV5R1({ publicKey });
    const message = coreBeginCell().storeUint(1, 9).endCell();
    const body = wallet.body([{ message, mode: 64 }], { seqno: 1, internal: true });
    const decodedBody = decodeBody(beginCell().storeSlice(body).storeBytes(new Uint8Array(64)));
    if (decodedBody.type !== "wallet_v5_internal") assert.fail(decodedBody.type);
    assert.deepEqual(toPlainValue(decodedBody.actions), [
      { type: "send_message", mode: 64, message: { cell: message.hash().toString("base64") } },
    ]);
  });
});
