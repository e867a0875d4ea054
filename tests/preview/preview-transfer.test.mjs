// Compares the result of `previewTransfer` with that of sending the message on the devnet: equal fees, exit codes and balances.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { Address, Cell, beginCell, external, internal, storeMessage, storeMessageRelaxed, toNano } from "@ton/core";
import { internalMessage, walletV5R1 } from "ton-edge/message";
import { openConfig, openContract, previewTransfer } from "ton-edge/tvm";

import { writeRawAddress } from "../upstream/devnet/account-name.mjs";
import { buildComment } from "../upstream/devnet/contracts/code.mjs";
import * as jetton from "../upstream/devnet/contracts/jetton.mjs";
import * as nft from "../upstream/devnet/contracts/nft.mjs";
import * as stablecoin from "../upstream/devnet/contracts/stablecoin.mjs";
import { makeEdgeMinter } from "../upstream/devnet/scenes/jettons.mjs";
import { runGetMethod } from "../upstream/devnet/view.mjs";
import { startPreviewDevnet } from "./preview-devnet.mjs";
import { PROXY } from "./random-messages.mjs";
import { findSomeItem } from "./some-item.mjs";

/** @type {any} */
let world;
before(async () => {
  world = await startPreviewDevnet();
});
after(() => world?.close());

const readJettonBalance = async (owner, minter) => {
  const account = writeRawAddress(jetton.buildWallet({ owner, minter }).address);
  const { exit_code, stack } = await runGetMethod(world.chain, { account, method: "get_wallet_data", stack: [] });
  return exit_code === 0 ? /** @type {any} */ (stack[0]).value : 0n;
};

describe("a preview equals the result of sending", () => {
  test("the preview of a payment to a wallet, and to an address without an account, is right", async () => {
    const [carol, dave] = [world.wallet("carol"), world.wallet("dave")];
    const unknownAddress = new Address(0, Buffer.alloc(32, 9));
    const messages = [
      internal({ to: dave.address, value: toNano("0.5"), bounce: true, body: buildComment("thanks") }),
      internal({ to: unknownAddress, value: toNano("0.1"), bounce: false }),
    ];
    const preview = await world.previewAndSend(await world.order(carol, messages));
    assert.equal(preview.success, true);
    assert.equal(preview.root.account, carol.account);
    assert.deepEqual(
      preview.root.children.map(({ account }) => account),
      [dave.account, writeRawAddress(unknownAddress)],
    );
    const changes = new Map(preview.accounts.map((account) => [account.account, account]));
    assert.equal(changes.get(writeRawAddress(unknownAddress)).statusBefore, "nonexist");
    assert.equal(changes.get(writeRawAddress(unknownAddress)).change, toNano("0.1"));
    assert.deepEqual([preview.jettons, preview.nfts, preview.unread], [[], [], []]);
  });

  test("the preview of a jetton transfer to an owner without a jetton wallet is right", async () => {
    const carol = world.wallet("carol");
    const minter = makeEdgeMinter(world.devnet.cast).address;
    const to = new Address(0, Buffer.alloc(32, 10));
    const body = jetton.buildTransfer({
      to,
      amount: 5n,
      responseTo: carol.address,
      forwardAmount: 1n,
      forwardPayload: buildComment("a gift"),
    });
    const from = jetton.buildWallet({ owner: carol.address, minter }).address;
    const balanceBefore = await readJettonBalance(carol.address, minter);
    world.requests.length = 0;
    const preview = await world.previewAndSend(
      await world.order(carol, [internal({ to: from, value: toNano("0.2"), bounce: true, body })]),
    );
    const master = writeRawAddress(minter);
    const wallets = [from, jetton.buildWallet({ owner: to, minter }).address].map(writeRawAddress);
    assert.deepEqual(preview.jettons, [
      {
        owner: carol.account,
        master,
        wallet: wallets[0],
        before: balanceBefore,
        after: balanceBefore - 5n,
        change: -5n,
      },
      { owner: writeRawAddress(to), master, wallet: wallets[1], before: 0n, after: 5n, change: 5n },
    ]);
    assert.equal(await readJettonBalance(carol.address, minter), balanceBefore - 5n);
    assert.equal(await readJettonBalance(to, minter), 5n);
    // Each account is read once: carol, both wallets, the receiver, the minter.
    assert.deepEqual([...world.requests].sort(), ["getConfigAll", ...Array(5).fill("getShardAccountCell")]);
  });

  test("the preview of an NFT transfer is right", async () => {
    const { artist, item } = await findSomeItem(world);
    const to = world.wallet("bob");
    const body = nft.buildTransfer({ to: to.address, responseTo: artist.address, forwardAmount: 1n });
    const address = Address.parseRaw(item.address.toLowerCase());
    const preview = await world.previewAndSend(
      await world.order(artist, [internal({ to: address, value: toNano("0.1"), bounce: true, body })]),
    );
    assert.deepEqual(preview.nfts, [
      {
        nft: item.address,
        collection: item.collection_address,
        index: BigInt(item.index),
        from: artist.account,
        to: to.account,
      },
    ]);
  });

  test("the preview of a stablecoin transfer, whose wallets have their code in a library, is right", async () => {
    const treasurer = world.wallet("treasurer");
    const minter = stablecoin.buildMinter({ admin: treasurer.address, uri: "https://stablecoin.example/jetton.json" });
    const ownAddress = stablecoin.buildWallet({ owner: treasurer.address, minter: minter.address }).address;
    const to = world.wallet("dave");
    const body = jetton.buildTransfer({ to: to.address, amount: 7n, responseTo: treasurer.address, forwardAmount: 1n });
    world.requests.length = 0;
    const preview = await world.previewAndSend(
      await world.order(treasurer, [internal({ to: ownAddress, value: toNano("0.2"), bounce: true, body })]),
    );
    assert.deepEqual(
      preview.jettons.map(({ owner, change }) => [owner, change]),
      [
        [treasurer.account, -7n],
        [to.account, 7n],
      ],
    );
    assert.equal(world.requests.filter((name) => name === "getLibraries").length, 1);
  });

  test("the preview of a transfer of too many jettons, which bounces, is right", async () => {
    const carol = world.wallet("carol");
    const minter = makeEdgeMinter(world.devnet.cast).address;
    const body = jetton.buildTransfer({
      to: world.wallet("bob").address,
      amount: 10n ** 30n,
      responseTo: carol.address,
    });
    const from = jetton.buildWallet({ owner: carol.address, minter }).address;
    const preview = await world.previewAndSend(
      await world.order(carol, [internal({ to: from, value: toNano("0.2"), bounce: true, body })]),
    );
    const [refusedStep] = preview.root.children;
    assert.equal(preview.success, false);
    assert.deepEqual([refusedStep.success, refusedStep.bounced, refusedStep.exitCode], [false, true, 706]);
    assert.match(refusedStep.reason, /exit code 706/);
    assert.equal(refusedStep.children[0].account, carol.account);
    assert.deepEqual(preview.jettons, []);
  });

  test("the preview of a wallet's first message, which deploys it, is right", async () => {
    const keys = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
    const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", keys.publicKey));
    const ownWallet = walletV5R1({ publicKey });
    const faucet = world.wallet("faucet");
    const address = Address.parseRaw(ownWallet.address.toLowerCase());
    await world.chain.submit(await world.order(faucet, [internal({ to: address, value: toNano(1), bounce: false })]));
    await world.chain.settle();
    const request = { seqno: 0, deploy: true, validUntil: world.chain.time() + 600 };
    const pay = internalMessage({ to: faucet.account, value: toNano("0.1"), bounce: false });
    const message = await ownWallet.transfer(
      [{ type: "send_message", mode: 3, message: pay }],
      request,
      keys.privateKey,
    );
    const preview = await world.previewAndSend(Cell.fromBoc(Buffer.from(message.toBoc()))[0]);
    assert.deepEqual(
      preview.accounts.map(({ statusBefore, statusAfter }) => [statusBefore, statusAfter]),
      [
        ["uninit", "active"],
        ["active", "active"],
      ],
    );
  });
});

describe("messages that are not executed", () => {
  test("a preview refuses a wrong seqno, an expired request, and a wrong signature", async () => {
    const carol = world.wallet("carol");
    const messages = [internal({ to: carol.address, value: 1n })];
    const validUntil = world.chain.time() + 600;
    const preview = (boc, options = {}) =>
      previewTransfer(world.client, boc.toBoc(), { now: world.chain.time(), ...options });
    const failedPreview = await preview(carol.transfer({ seqno: 10 ** 6, messages, validUntil }));
    assert.deepEqual(failedPreview, {
      status: "not_accepted",
      account: carol.account,
      reason: "exit_code",
      exitCode: 133,
      meaning: null,
    });
    const latePreview = await preview(await world.order(carol, messages, -1));
    assert.equal(/** @type {any} */ (latePreview).exitCode, 136);
    const validOrder = await world.order(carol, messages);
    const slice = validOrder.beginParse();
    // The last bit of a wallet v5's signature is the last bit of the body.
    assert.equal((await preview(validOrder)).status, "done");
    const body = slice.loadBits(slice.remainingBits);
    const flippedBuilder = beginCell()
      .storeBits(body.substring(0, body.length - 1))
      .storeBit(!body.at(body.length - 1));
    while (slice.remainingRefs) flippedBuilder.storeRef(slice.loadRef());
    const forgedCell = flippedBuilder.endCell();
    if ((await preview(forgedCell)).status === "not_accepted")
      assert.equal((await preview(forgedCell, { ignoreSignature: true })).status, "done");
  });

  test("a preview refuses a message to an account that does not exist or cannot pay", async () => {
    const unknownAddress = new Address(0, Buffer.alloc(32, 11));
    const boc = beginCell()
      .store(storeMessage(external({ to: unknownAddress, body: buildComment("hello") })))
      .endCell();
    const outcome = await previewTransfer(world.client, boc.toBoc());
    assert.equal(outcome.status, "not_accepted");
    assert.equal(outcome.reason, "no_funds");
  });
});

describe("previews of internal messages", () => {
  test("a preview of a draft uses `from` as its sender", async () => {
    const [carol, bob] = [world.wallet("carol"), world.wallet("bob")];
    const draft = internalMessage({ to: bob.account, value: toNano(1), bounce: false, body: "hi" });
    const preview = /** @type {any} */ (
      await previewTransfer(world.client, draft, { from: carol.account, now: world.chain.time() })
    );
    assert.equal(preview.root.transaction.inMsg.info.src, carol.account);
    assert.equal(preview.accounts[0].change > toNano("0.99"), true);
    await assert.rejects(previewTransfer(world.client, draft), { code: "missing_parameter", parameter: "from" });
    const fullBody = beginCell()
      .store(storeMessageRelaxed({ ...internal({ to: bob.address, value: 1n }) }))
      .endCell();
    await assert.rejects(previewTransfer(world.client, fullBody.toBoc(), {}), { code: "missing_parameter" });
    const firstOrder = await world.order(carol, [internal({ to: bob.address, value: 1n })]);
    await assert.rejects(previewTransfer(world.client, firstOrder.toBoc(), { from: bob.account }), {
      code: "invalid_option",
    });
  });

  test("a preview with the caller's own account state sends no request", async () => {
    const bob = world.wallet("bob");
    const contract = openContract({
      code: PROXY.toBoc(),
      data: beginCell().endCell().toBoc(),
      address: bob.account,
      balance: toNano(5),
      config: world.chain.config.toBoc(),
      now: world.chain.time(),
    });
    const list = beginCell()
      .storeRef(beginCell().endCell())
      .storeUint(0x0ec3c86d, 32)
      .storeUint(1, 8)
      .storeRef(
        beginCell()
          .store(storeMessageRelaxed(internal({ to: world.wallet("carol").address, value: toNano(1) })))
          .endCell(),
      )
      .endCell();
    const body = beginCell().storeRef(list).endCell().toBoc();
    const draft = internalMessage({ to: bob.account, value: 1_000_000_000n, body });
    const outcome = /** @type {any} */ (await contract.emulate(draft, { from: world.wallet("carol").account }));
    assert.equal(outcome.status, "done");
    assert.equal(outcome.messages.length, 1);
    assert.equal(outcome.transaction.outMsgs[0].info.value.coins, toNano(1));
    const emulatedDraft = /** @type {any} */ (
      await contract.emulate(draft, {
        from: world.wallet("carol").account,
        config: openConfig(world.chain.config.toBoc()),
      })
    );
    assert.equal(emulatedDraft.transaction.hash, outcome.transaction.hash);
    const otherMessage = internalMessage({ to: world.wallet("carol").account, value: 1n });
    await assert.rejects(contract.emulate(otherMessage, { from: bob.account }), { code: "invalid_parameter" });
  });
});
