// Contracts that only pretend to be tokens are not shown as tokens in a preview.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { beginCell, contractAddress, internal, toNano } from "@ton/core";

import { writeRawAddress } from "../upstream/devnet/account-name.mjs";
import * as jetton from "../upstream/devnet/contracts/jetton.mjs";
import * as nft from "../upstream/devnet/contracts/nft.mjs";
import { makeEdgeMinter } from "../upstream/devnet/scenes/jettons.mjs";
import { findState } from "../upstream/devnet/view.mjs";
import { startPreviewDevnet } from "./preview-devnet.mjs";
import { findSomeItem } from "./some-item.mjs";

/** @type {any} */
let world;
before(async () => {
  world = await startPreviewDevnet();
});
after(() => world?.close());

describe("contracts that pretend to be tokens", () => {
  /** Deploys a contract. */
  async function deploy(init, value = toNano(1)) {
    const address = contractAddress(0, init);
    await world.chain.submit(
      await world.order(world.wallet("faucet"), [internal({ to: address, value, bounce: false, init })]),
    );
    await world.chain.settle();
    return address;
  }

  test("a preview does not show a jetton wallet that its master does not confirm as a jetton", async () => {
    const carol = world.wallet("carol");
    const minter = makeEdgeMinter(world.devnet.cast).address;
    const realWallet = jetton.buildWallet({ owner: carol.address, minter });
    const data = beginCell()
      .storeCoins(10n ** 18n)
      .storeAddress(carol.address)
      .storeAddress(minter)
      .storeRef(realWallet.init.code)
      .endCell();
    const forgedAddress = await deploy({ code: realWallet.init.code, data });
    const body = jetton.buildTransfer({
      to: world.wallet("bob").address,
      amount: 10n ** 15n,
      responseTo: carol.address,
    });
    const preview = await world.previewAndSend(
      await world.order(carol, [internal({ to: forgedAddress, value: toNano("0.2"), bounce: true, body })]),
    );
    assert.equal(findState(world.chain, writeRawAddress(forgedAddress)).status, "active");
    assert.ok(
      preview.transactions.some(({ account, success }) => account === writeRawAddress(forgedAddress) && success),
    );
    assert.deepEqual(preview.jettons, []);
  });

  test("a preview does not show an NFT that its collection does not confirm", async () => {
    const { artist, item } = await findSomeItem(world);
    const state = findState(world.chain, item.address);
    const forgedAddress = await deploy({ code: state.code, data: state.data });
    const body = nft.buildTransfer({ to: world.wallet("bob").address, responseTo: artist.address });
    const preview = await world.previewAndSend(
      await world.order(artist, [internal({ to: forgedAddress, value: toNano("0.1"), bounce: true, body })]),
    );
    assert.ok(
      preview.transactions.some(({ account, success }) => account === writeRawAddress(forgedAddress) && success),
    );
    assert.deepEqual(preview.nfts, []);
  });
});
