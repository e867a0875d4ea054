// SDKs, unmodified, that reach TON Center through the client of @ton/ton: of the exchanges STON.fi and DeDust, of tokens, and of a wallet.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { Address } from "@ton/core";

import { ensureProject } from "../../helpers/npm-project.mjs";
import { makeKey, getReceiver } from "../packages.mjs";
import { SENT_JETTONS, SENT_AMOUNT } from "../tokens.mjs";

/** @typedef {import("../packages.mjs").Found} Found */
/** @typedef {import("../packages.mjs").PackageClient} PackageClient */

const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));

/** The project's own copies of all packages, which differ from those of the tests. @type {() => Promise<any>} */
const loadPackages = () => ensureProject("sdks", "compatibility/sdks");

/**
 * A wallet with 10 TON, `GIVEN_JETTONS` jettons and an item, and a sender that makes blocks until its message has arrived.
 * @param {any} load @param {any} client @param {string} name @param {Found} found
 */
async function openWallet(load, client, name, { give: payTokens, settle }) {
  const { WalletContractV4 } = load("@ton/ton");
  const { publicKey, secretKey } = makeKey(name);
  const contract = WalletContractV4.create({ workchain: 0, publicKey });
  const [item] = await payTokens(Address.parse(contract.address.toString()));
  const sender = client.open(contract).sender(secretKey);
  const send = async (args) => {
    await sender.send(args);
    await settle();
  };
  return { address: contract.address, item, sender: { address: contract.address, send } };
}

/** Returns a function that reads the jettons of an owner. @param {any} load @param {any} client */
const jettonReader = (load, client) => async (minter, owner) => {
  const { JettonMaster, JettonWallet } = load("@ton/ton");
  const address = await client.open(JettonMaster.create(minter)).getWalletAddress(owner);
  return client.open(JettonWallet.create(address)).getBalance();
};

/** @type {PackageClient} */
const stonFi = {
  name: "@ston-fi/sdk",
  version: dependencies["@ston-fi/sdk"],
  async calls(url, chainValues) {
    const load = await loadPackages();
    const { Client, DEX } = load("@ston-fi/sdk");
    const { Address } = load("@ton/core");
    const client = new Client({ endpoint: `${url}/api/v2/jsonRPC` });
    const { address, sender } = await openWallet(load, client, "@ston-fi/sdk", chainValues);
    const readBalance = jettonReader(load, client);
    const [minter, edge] = [chainValues.tokens.minter, chainValues.tokens.edge].map((item) => Address.parse(item));
    // The chain has no exchange: the router is an address, at which the jettons have to arrive.
    const routerAt = (Router, name) => {
      const to = Address.parse(getReceiver(`@ston-fi/sdk ${name}`).toString());
      return { to, router: client.open(Router.create(to)) };
    };
    const pair = { userWalletAddress: address, offerJettonAddress: minter, askJettonAddress: edge };
    const amounts = { offerAmount: SENT_AMOUNT, minAskAmount: 1n };
    const liquidity = { userWalletAddress: address, sendTokenAddress: minter, otherTokenAddress: edge };
    let valueLeft = SENT_JETTONS;
    const payAndWait = async (to) => {
      valueLeft -= SENT_AMOUNT;
      assert.deepEqual([await readBalance(minter, address), await readBalance(minter, to)], [valueLeft, SENT_AMOUNT]);
    };
    const makeCalls = (name, Router) => {
      const swap = routerAt(Router, `${name}, swap`);
      const pool = routerAt(Router, `${name}, liquidity`);
      return {
        [`${name}, getSwapJettonToJettonTxParams`]: async () => {
          const { to } = await swap.router.getSwapJettonToJettonTxParams({ ...pair, ...amounts });
          const { JettonMaster } = load("@ton/ton");
          assert.ok(to.equals(await client.open(JettonMaster.create(minter)).getWalletAddress(address)));
        },
        [`${name}, sendSwapJettonToJetton`]: async () => {
          await swap.router.sendSwapJettonToJetton(sender, { ...pair, ...amounts });
          await payAndWait(swap.to);
        },
        [`${name}, sendProvideLiquidityJetton`]: async () => {
          await pool.router.sendProvideLiquidityJetton(sender, { ...liquidity, sendAmount: SENT_AMOUNT, minLpOut: 1n });
          await payAndWait(pool.to);
        },
      };
    };
    return {
      ...makeCalls("v1", DEX.v1.Router),
      ...makeCalls("v2.1", DEX.v2_1.Router.CPI),
      ...makeCalls("v2.2", DEX.v2_2.Router.CPI),
    };
  },
};

/** @type {PackageClient} */
const deDust = {
  name: "@dedust/sdk",
  version: dependencies["@dedust/sdk"],
  async calls(url, chainValues) {
    const load = await loadPackages();
    const { JettonRoot, JettonWallet, Pool, ReadinessStatus, VaultJetton, VaultNative } = load("@dedust/sdk");
    const { Address, toNano } = load("@ton/core");
    const { TonClient } = load("@ton/ton");
    const client = new TonClient({ endpoint: `${url}/api/v2/jsonRPC` });
    const { address, sender } = await openWallet(load, client, "@dedust/sdk", chainValues);
    const { tokens } = chainValues;
    const minter = client.open(JettonRoot.createFromAddress(Address.parse(tokens.minter)));
    const edge = client.open(JettonRoot.createFromAddress(Address.parse(tokens.edge)));
    const findWallet = async (owner) => client.open(await minter.getWallet(owner));
    const ownAddress = await findWallet(address);
    const vault = Address.parse(getReceiver("@dedust/sdk, vault").toString());
    const isMissing = async (contract) =>
      assert.equal(await client.open(contract).getReadinessStatus(), ReadinessStatus.NOT_DEPLOYED);
    return {
      "JettonRoot, getJettonData": async () =>
        assert.equal((await edge.getJettonData()).totalSupply, BigInt(tokens.edgeSupply)),
      "JettonRoot, getWalletAddress": async () =>
        assert.ok(
          (await edge.getWalletAddress(Address.parse(tokens.edgeOwner))).equals(Address.parse(tokens.edgeWallet)),
        ),
      "JettonWallet, getWalletData": async () => {
        const wallet = client.open(JettonWallet.createFromAddress(Address.parse(tokens.edgeWallet)));
        const { ownerAddress, minterAddress } = await wallet.getWalletData();
        assert.ok(ownerAddress.equals(Address.parse(tokens.edgeOwner)) && minterAddress.equals(edge.address));
      },
      "JettonWallet, getBalance": async () => assert.equal(await ownAddress.getBalance(), SENT_JETTONS),
      "JettonWallet, sendTransfer of a swap": async () => {
        const forwardPayload = VaultJetton.createSwapPayload({ poolAddress: edge.address, limit: 1n });
        const transfer = { amount: SENT_AMOUNT, destination: vault, responseAddress: address, forwardPayload };
        await ownAddress.sendTransfer(sender, toNano("0.3"), { ...transfer, forwardAmount: toNano("0.1") });
        assert.deepEqual(
          [await ownAddress.getBalance(), await (await findWallet(vault)).getBalance()],
          [SENT_JETTONS - SENT_AMOUNT, SENT_AMOUNT],
        );
      },
      "JettonWallet, sendBurn": async () => {
        const { totalSupply } = await minter.getJettonData();
        await ownAddress.sendBurn(sender, toNano("0.3"), { amount: SENT_AMOUNT, responseAddress: address });
        assert.equal((await minter.getJettonData()).totalSupply, totalSupply - SENT_AMOUNT);
      },
      "Pool, getReadinessStatus": () => isMissing(Pool.createFromAddress(vault)),
      "VaultNative, getReadinessStatus": () => isMissing(VaultNative.createFromAddress(vault)),
      "VaultJetton, getReadinessStatus": () => isMissing(VaultJetton.createFromAddress(vault)),
    };
  },
};

const JETTON = { name: "Assets Coin", symbol: "ASSETS", description: "A jetton of assets-sdk.", decimals: 0 };
const COLLECTION = { name: "Assets", description: "A collection of assets-sdk." };
const KINDS = [
  ["Nft", "an NFT collection"],
  ["Sbt", "a collection of soulbound tokens"],
];

/** @type {PackageClient} */
const assets = {
  name: "@ton-community/assets-sdk",
  version: dependencies["@ton-community/assets-sdk"],
  async calls(url, chainValues) {
    const load = await loadPackages();
    const { AssetsSDK } = load("@ton-community/assets-sdk");
    const { Address, beginCell, toNano } = load("@ton/core");
    const { TonClient } = load("@ton/ton");
    const client = new TonClient({ endpoint: `${url}/api/v2/jsonRPC` });
    const { address, item, sender } = await openWallet(load, client, "assets-sdk", chainValues);
    const to = Address.parse(getReceiver("assets-sdk").toString());
    const sdk = AssetsSDK.create({ api: client, sender });
    const value = toNano("0.2");
    let jetton;
    const listJettons = async (owner) => (await (await jetton.getWallet(owner)).getData()).balance;
    const calls = {
      deployJetton: async () => {
        jetton = await sdk.deployJetton(JETTON, { onchainContent: true, premintAmount: SENT_JETTONS, value });
        assert.equal(await listJettons(address), SENT_JETTONS);
      },
      "jetton, getContent": async () => {
        const content = await jetton.getContent();
        assert.deepEqual(
          [content.name, content.symbol, content.decimals],
          [JETTON.name, JETTON.symbol, JETTON.decimals],
        );
      },
      "jetton, sendMint": async () => {
        await jetton.sendMint(sender, address, SENT_AMOUNT, { value });
        assert.equal((await jetton.getData()).totalSupply, SENT_JETTONS + SENT_AMOUNT);
      },
      "jetton wallet, send": async () => {
        await (await jetton.getWallet(address)).send(sender, to, SENT_AMOUNT, {
          value,
          notify: { payload: beginCell().endCell() },
        });
        assert.deepEqual([await listJettons(address), await listJettons(to)], [SENT_JETTONS, SENT_AMOUNT]);
      },
      "jetton wallet, sendBurn": async () => {
        await (await jetton.getWallet(address)).sendBurn(sender, SENT_AMOUNT, { value });
        assert.equal((await jetton.getData()).totalSupply, SENT_JETTONS);
      },
      "jetton, getActions": async () => {
        const kinds = (await jetton.getActions({ limit: 10 })).map(({ kind }) => kind);
        assert.deepEqual(kinds.filter((kind) => kind === "mint").length, 2, kinds.join());
      },
      "jetton wallet, getActions": async () => {
        const kinds = (await (await jetton.getWallet(address)).getActions({ limit: 10 })).map(({ kind }) => kind);
        assert.ok(kinds.includes("jetton_transfer"), kinds.join());
      },
      "jetton, sendChangeAdmin": async () => {
        await jetton.sendChangeAdmin(sender, to, { value });
        assert.ok((await jetton.getData()).adminAddress.equals(to));
      },
    };
    for (const [kind, name] of KINDS) {
      let collection;
      const mintedItem = { index: 0n, owner: address, individualContent: "0.json" };
      Object.assign(calls, {
        [`deploy${kind}Collection`]: async () => {
          const content = { collectionContent: COLLECTION, commonContent: "https://assets.example/" };
          // The two methods read this option from different arguments.
          const onchain = { onchainContent: true };
          collection = await sdk[`deploy${kind}Collection`]({ ...content, ...onchain }, { ...onchain, value });
          assert.equal((await collection.getData()).nextItemIndex, 0n);
        },
        [`${name}, getContent`]: async () => assert.equal((await collection.getContent()).name, COLLECTION.name),
        [`${name}, sendMint`]: async () => {
          await collection.sendMint(
            sender,
            { ...mintedItem, ...(kind === "Sbt" && { authority: address }) },
            { value },
          );
          const { owner, initialized } = await (await collection.getItem(0n)).getData();
          assert.ok(initialized && owner.equals(address));
        },
        [`${name}, getActions`]: async () => {
          const kinds = (await collection.getActions({ limit: 10 })).map((action) => action.kind);
          assert.ok(
            kinds.some((kind) => kind.includes("mint")),
            kinds.join(),
          );
        },
      });
    }
    return {
      ...calls,
      "NFT item, send": async () => {
        const openedItem = sdk.openNftItem(Address.parse(item));
        await openedItem.send(sender, to, { value });
        assert.ok((await openedItem.getData()).owner.equals(to));
      },
      "NFT item, getActions": async () => {
        const kinds = (await sdk.openNftItem(Address.parse(item)).getActions({ limit: 10 })).map(({ kind }) => kind);
        assert.ok(kinds.includes("nft_transfer"), kinds.join());
      },
      deployNftSale: async () => {
        const nft = Address.parse(chainValues.tokens.item);
        const parties = { marketplace: address, marketplaceFeeTo: to, royaltyTo: to };
        const sale = await sdk.deployNftSale({ nft, fullPrice: toNano(1), ...parties, value });
        assert.equal((await sale.getData()).fullPrice, toNano(1));
      },
    };
  },
};

/** The host of the receipts, which this wallet does not take from its options. */
const RECEIPTS = "https://toncenter.com";

/** @type {PackageClient} */
const wdk = {
  name: "@tetherto/wdk-wallet-ton",
  version: dependencies["@tetherto/wdk-wallet-ton"],
  async calls(url, { tokens, give: payTokens, settle }) {
    const load = await loadPackages();
    const file = pathToFileURL(load.resolve("@tetherto/wdk-wallet-ton"));
    const { default: WalletManagerTon } = await import(file.href);
    const seed = createHash("sha512").update("wdk-wallet-ton").digest();
    const manager = new WalletManagerTon(seed, { tonClient: { url: `${url}/api/v2/jsonRPC` } });
    const account = await manager.getAccount(0);
    await payTokens(Address.parse(await account.getAddress()));
    const to = getReceiver("wdk-wallet-ton");
    const transfer = { token: tokens.minter, recipient: to.toString(), amount: SENT_AMOUNT };
    const payment = { to: to.toString({ bounceable: false }), value: 1_000_000_000, body: "by wdk" };
    let sentMessage;
    return {
      getBalance: async () => assert.equal(await account.getBalance(), 10_000_000_000n),
      getTokenBalance: async () => assert.equal(await account.getTokenBalance(tokens.minter), SENT_JETTONS),
      "getTokenBalance without a wallet": async () => assert.equal(await account.getTokenBalance(tokens.edge), 0n),
      quoteSendTransaction: async () => assert.ok((await account.quoteSendTransaction(payment)).fee > 0n),
      sendTransaction: async () => {
        sentMessage = await account.sendTransaction(payment);
        await settle();
        assert.ok((await account.getBalance()) < 9_000_000_000n);
      },
      quoteTransfer: async () => assert.ok((await account.quoteTransfer(transfer)).fee > 0n),
      transfer: async () => {
        await account.transfer(transfer);
        await settle();
        assert.equal(await account.getTokenBalance(tokens.minter), SENT_JETTONS - SENT_AMOUNT);
      },
      getTransactionReceipt: async () => {
        const directFetch = globalThis.fetch;
        globalThis.fetch = (target, init) => directFetch(String(target).replace(RECEIPTS, url), init);
        try {
          assert.ok(await account.getTransactionReceipt(sentMessage.hash));
        } finally {
          globalThis.fetch = directFetch;
        }
      },
    };
  },
};

export const SDKS = [stonFi, deDust, assets, wdk];
