// The fixture contracts on a real TVM: each is deployed and used with the builders of `upstream/devnet/contracts/`, and its
// get-methods are compared.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Address, Dictionary, beginCell, external, internal, loadMessage, toNano } from "@ton/core";
import { keyPairFromSeed } from "@ton/crypto";
import { Blockchain, createShardAccount, internal as internalFrom } from "@ton/sandbox";

import { makeFirstParameters } from "../upstream/devnet/configuration.mjs";
import {
  buildComment,
  listLibraries,
  buildLibraryCell,
  buildOffchainContent,
} from "../upstream/devnet/contracts/code.mjs";
import * as dns from "../upstream/devnet/contracts/dns.mjs";
import * as governance from "../upstream/devnet/contracts/governance.mjs";
import * as jetton from "../upstream/devnet/contracts/jetton.mjs";
import * as multisig from "../upstream/devnet/contracts/multisig.mjs";
import * as nft from "../upstream/devnet/contracts/nft.mjs";
import * as nominatorPool from "../upstream/devnet/contracts/nominator-pool.mjs";
import * as sale from "../upstream/devnet/contracts/sale.mjs";
import * as wallets from "../upstream/devnet/contracts/signed-wallets.mjs";
import * as stablecoin from "../upstream/devnet/contracts/stablecoin.mjs";
import * as vesting from "../upstream/devnet/contracts/vesting.mjs";

/** @type {Blockchain} */
let chain;
/** @type {Awaited<ReturnType<Blockchain["treasury"]>>} */
let alice, bob;
beforeEach(async () => {
  chain = await Blockchain.create();
  chain.now = 1_780_272_000;
  chain.libs = listLibraries(jetton.getWallet2Library(), stablecoin.getWalletLibrary());
  [alice, bob] = [await chain.treasury("alice"), await chain.treasury("bob")];
});

/** @typedef {{ address: Address, init: { code: import("@ton/core").Cell, data: import("@ton/core").Cell } }} State */

/** Sends a message from a treasury and requires every transaction after it to succeed. */
async function send(from, to, body, { value = "1", init, fails = false } = /** @type {any} */ ({})) {
  const { transactions } = await from.send({ to, value: toNano(value), init, body });
  const failedTransactions = transactions.filter((tx) => tx.description.type === "generic" && tx.description.aborted);
  const codes = failedTransactions.map((tx) => `${tx.address.toString(16)} ${tx.description.computePhase?.exitCode}`);
  assert.equal(failedTransactions.length > 0, fails, `exit codes: ${codes}`);
  return transactions;
}
/** @param {State} state */
const deploy = (from, state, body = undefined, options = {}) =>
  send(from, state.address, body, { init: state.init, ...options });

const get = async (address, name, args = []) => (await chain.runGetMethod(address, name, args)).stackReader;
const slice = (address) => ({
  type: /** @type {const} */ ("slice"),
  cell: beginCell().storeAddress(address).endCell(),
});
const makeInt = (value) => ({ type: /** @type {const} */ ("int"), value: BigInt(value) });
const expectEqual = (actual, expected) => assert.equal(actual?.toString(), expected?.toString());

async function fetchJettonData(master) {
  const data = await get(master.address, "get_jetton_data");
  return {
    supply: data.readBigNumber(),
    mintable: data.readBoolean(),
    admin: data.readAddress(),
    content: data.readCell(),
  };
}
async function fetchWalletData(wallet) {
  const data = await get(wallet.address, "get_wallet_data");
  return { balance: data.readBigNumber(), owner: data.readAddress(), minter: data.readAddress() };
}
const readBalance = async (wallet) => (await fetchWalletData(wallet)).balance;

test("the jetton's contracts mint, transfer and burn", async () => {
  const content = buildOffchainContent("https://example.com/jetton.json");
  const master = jetton.buildMinter({ admin: alice.address, content });
  const [walletsOfAlice, walletsOfBob] = [alice, bob].map((wallet) =>
    jetton.buildWallet({ owner: wallet.address, minter: master.address }),
  );
  await deploy(alice, master, jetton.buildMint({ to: alice.address, amount: 1000n, value: toNano("0.2") }));
  expectEqual(
    (await get(master.address, "get_wallet_address", [slice(alice.address)])).readAddress(),
    walletsOfAlice.address,
  );
  const resultMessages = await send(
    alice,
    walletsOfAlice.address,
    jetton.buildTransfer({
      to: bob.address,
      amount: 300n,
      responseTo: alice.address,
      forwardAmount: toNano("0.01"),
      forwardPayload: buildComment("rent"),
    }),
  );
  const notification = resultMessages.find(
    (tx) =>
      tx.inMessage?.body.beginParse().remainingBits > 32 &&
      tx.inMessage.body.beginParse().preloadUint(32) === 0x7362d09c,
  );
  expectEqual(notification?.inMessage?.info.dest, bob.address);
  assert.equal(await readBalance(walletsOfAlice), 700n);
  assert.equal(await readBalance(walletsOfBob), 300n);
  await send(bob, walletsOfBob.address, jetton.buildBurn({ amount: 100n, responseTo: bob.address }));
  assert.equal((await fetchJettonData(master)).supply, 900n);
  await send(bob, master.address, jetton.buildProvideAddress({ owner: bob.address }));
  const newContent = buildOffchainContent("https://example.com/other.json");
  await send(alice, master.address, jetton.buildChangeContent({ content: newContent }));
  await send(alice, master.address, jetton.buildChangeAdmin({ admin: bob.address }));
  const dataAfter = await fetchJettonData(master);
  expectEqual(dataAfter.admin, bob.address);
  assert.ok(dataAfter.content.equals(newContent));
});

test("the wallets of a version 2 jetton run a library", async () => {
  const master = jetton.buildMinter2({ admin: alice.address, uri: "https://example.com/jetton.json" });
  const [walletOfAlice, walletOfBob] = [alice, bob].map((wallet) =>
    jetton.buildWallet2({ owner: wallet.address, minter: master.address }),
  );
  const op = jetton.OP.mint;
  await deploy(alice, master, jetton.buildMint({ op, to: alice.address, amount: 1000n, value: toNano("0.2") }));
  assert.ok((await chain.getContract(walletOfAlice.address)).account.account?.storage.state.type === "active");
  await send(
    alice,
    walletOfAlice.address,
    jetton.buildTransfer({ to: bob.address, amount: 300n, responseTo: alice.address }),
  );
  assert.deepEqual([await readBalance(walletOfAlice), await readBalance(walletOfBob)], [700n, 300n]);
  await send(bob, walletOfBob.address, jetton.buildBurn({ amount: 50n, responseTo: bob.address }));
  assert.equal((await fetchJettonData(master)).supply, 950n);
  await send(alice, master.address, jetton.buildChangeUri({ uri: "https://example.com/other.json" }));
  await send(alice, master.address, jetton.buildChangeAdmin({ op: jetton.OP.changeAdmin, admin: bob.address }));
  await send(bob, master.address, jetton.buildClaimAdmin());
  expectEqual((await fetchJettonData(master)).admin, bob.address);
});

test("the admin of a stablecoin locks a wallet, and moves and burns its jettons", async () => {
  const master = stablecoin.buildMinter({ admin: alice.address, uri: "https://example.com/usd.json" });
  const [walletOfAlice, walletOfBob] = [alice, bob].map((wallet) =>
    stablecoin.buildWallet({ owner: wallet.address, minter: master.address }),
  );
  const op = jetton.OP.mint;
  const value = toNano("0.3");
  await deploy(alice, master, jetton.buildMint({ op, to: bob.address, amount: 1000n, value }));
  expectEqual(
    (await get(master.address, "get_wallet_address", [slice(bob.address)])).readAddress(),
    walletOfBob.address,
  );
  const code = (await chain.getContract(walletOfBob.address)).account.account?.storage.state;
  assert.ok(code?.type === "active" && code.state.code?.equals(buildLibraryCell(stablecoin.getWalletLibrary())));
  const pay = jetton.buildTransfer({ to: alice.address, amount: 100n, responseTo: bob.address });
  await send(bob, walletOfBob.address, pay);
  assert.deepEqual([await readBalance(walletOfAlice), await readBalance(walletOfBob)], [100n, 900n]);
  const { lockedOut, unlocked } = stablecoin.STATUS;
  await send(alice, master.address, stablecoin.buildSetStatus({ owner: bob.address, status: lockedOut, value }));
  assert.equal((await get(walletOfBob.address, "get_status")).readNumber(), lockedOut);
  await send(bob, walletOfBob.address, pay, { fails: true });
  const owner = bob.address;
  await send(alice, master.address, stablecoin.buildForceTransfer({ owner, value, to: alice.address, amount: 400n }));
  await send(alice, master.address, stablecoin.buildForceBurn({ owner, value, amount: 200n }));
  await send(alice, master.address, stablecoin.buildSetStatus({ owner, status: unlocked, value }));
  await send(bob, walletOfBob.address, pay);
  assert.deepEqual([await readBalance(walletOfAlice), await readBalance(walletOfBob)], [600n, 200n]);
  assert.equal((await fetchJettonData(master)).supply, 800n);
});

async function fetchNftData(nft) {
  const data = await get(nft.address, "get_nft_data");
  return {
    initialized: data.readBoolean(),
    index: data.readBigNumber(),
    collection: data.readAddressOpt(),
    owner: data.readAddressOpt(),
    content: data.readCellOpt(),
  };
}
const readOwner = async (nft) => (await fetchNftData(nft)).owner;
/** Transactions of an account whose message has this operation code. */
const getReceivedBy = (transactions, address, op) =>
  transactions.filter((tx) => {
    const body = tx.inMessage?.body.beginParse();
    return tx.inMessage?.info.dest?.equals(address) && body && body.remainingBits >= 32 && body.loadUint(32) === op;
  });

async function deployNfts() {
  const royalty = { factor: 5, base: 100, to: alice.address };
  const content = buildOffchainContent("https://example.com/collection.json");
  const collection = nft.buildCollection({ owner: alice.address, content, itemsUri: "https://example.com/", royalty });
  const getItem = (index) => nft.buildItem({ index, collection: collection.address });
  const firstCell = nft.buildDeployItem({ index: 0, owner: alice.address, uri: "0.json", value: toNano("0.1") });
  await deploy(alice, collection, firstCell);
  return { royalty, collection, item: getItem };
}

test("an NFT collection mints items, which are transferred", async () => {
  const { royalty, collection, item } = await deployNfts();
  const items = [1, 2, 3].map((index) => ({ index, owner: bob.address, uri: `${index}.json` }));
  await send(alice, collection.address, nft.buildDeployItems({ items, value: toNano("0.1") }));
  const data = await get(collection.address, "get_collection_data");
  assert.equal(data.readNumber(), 4);
  const thirdItem = await fetchNftData(item(3));
  assert.equal(thirdItem.index, 3n);
  expectEqual(thirdItem.owner, bob.address);
  expectEqual(thirdItem.collection, collection.address);
  expectEqual((await get(collection.address, "get_nft_address_by_index", [makeInt(2)])).readAddress(), item(2).address);
  const content = (
    await get(collection.address, "get_nft_content", [makeInt(3), { type: "cell", cell: thirdItem.content }])
  ).readCell();
  assert.ok(content.beginParse().loadUint(8) === 1);
  const params = await get(collection.address, "royalty_params");
  assert.deepEqual([params.readNumber(), params.readNumber()], [5, 100]);
  expectEqual(params.readAddress(), alice.address);
  assert.equal(
    getReceivedBy(await send(bob, collection.address, nft.buildGetRoyaltyParams()), bob.address, 0xa8cb00ad).length,
    1,
  );
  const moveMessage = nft.buildTransfer({
    to: alice.address,
    responseTo: bob.address,
    forwardAmount: toNano("0.01"),
    forwardPayload: buildComment("for you"),
  });
  assert.equal(getReceivedBy(await send(bob, item(3).address, moveMessage), alice.address, 0x05138d91).length, 1);
  expectEqual(await readOwner(item(3)), alice.address);
  assert.equal(
    getReceivedBy(await send(bob, item(3).address, nft.buildGetStaticData()), bob.address, 0x8b771735).length,
    1,
  );
  const newContent = buildOffchainContent("https://example.com/new.json");
  await send(
    alice,
    collection.address,
    nft.buildChangeContent({
      content: newContent,
      itemsUri: "https://example.org/",
      royalty: { ...royalty, factor: 7 },
    }),
  );
  assert.equal((await get(collection.address, "royalty_params")).readNumber(), 7);
  await send(alice, collection.address, nft.buildChangeOwner({ owner: bob.address }));
  const dataAfter = await get(collection.address, "get_collection_data");
  dataAfter.skip();
  assert.ok(dataAfter.readCell().equals(newContent));
  expectEqual(dataAfter.readAddress(), bob.address);
});

test("an NFT item without a collection can be used", async () => {
  const royalty = { factor: 1, base: 10, to: alice.address };
  const content = buildOffchainContent("https://example.com/single.json");
  const singleNft = nft.buildSingleNft({ owner: alice.address, editor: alice.address, content, royalty });
  await deploy(alice, singleNft);
  await send(
    alice,
    singleNft.address,
    nft.buildTransfer({ to: bob.address, responseTo: alice.address, forwardAmount: toNano("0.01") }),
  );
  expectEqual(await readOwner(singleNft), bob.address);
  assert.equal((await fetchNftData(singleNft)).collection, null);
  await send(alice, singleNft.address, nft.buildEditContent({ content: buildOffchainContent("new"), royalty }));
  assert.ok((await fetchNftData(singleNft)).content?.equals(buildOffchainContent("new")));
  const { transferEditorship } = nft.OP;
  await send(
    alice,
    singleNft.address,
    nft.buildTransfer({ op: transferEditorship, to: bob.address, forwardAmount: toNano("0.01") }),
  );
  expectEqual((await get(singleNft.address, "get_editor")).readAddress(), bob.address);
  assert.equal((await get(singleNft.address, "royalty_params")).readNumber(), 1);
  assert.equal(
    getReceivedBy(await send(bob, singleNft.address, nft.buildGetStaticData()), bob.address, 0x8b771735).length,
    1,
  );
});

test("an NFT sale can be cancelled, and its item bought", async () => {
  const { item } = await deployNfts();
  const market = await chain.treasury("market");
  const saleTerms = {
    createdAt: chain.now,
    marketplace: market.address,
    nft: item(0).address,
    marketFeeTo: market.address,
    marketFee: toNano("0.1"),
    royaltyTo: alice.address,
    royalty: toNano("0.05"),
  };
  for (const price of [toNano("2"), toNano("3")]) {
    const saleContract = sale.buildFixedPriceSale({ ...saleTerms, price });
    await deploy(market, saleContract, sale.buildTopUp());
    const transferNft = nft.buildTransfer({
      to: saleContract.address,
      responseTo: alice.address,
      forwardAmount: toNano("0.2"),
    });
    await send(alice, item(0).address, transferNft);
    const data = await get(saleContract.address, "get_sale_data");
    assert.equal(data.readNumber(), 0x46495850);
    assert.equal(data.readBoolean(), false);
    data.skip(2);
    expectEqual(data.readAddress(), item(0).address);
    expectEqual(data.readAddress(), alice.address);
    assert.equal(data.readBigNumber(), price);
    if (price === toNano("2")) {
      await send(alice, saleContract.address, sale.buildCancel());
      expectEqual(await readOwner(item(0)), alice.address);
    } else {
      await send(bob, saleContract.address, sale.buildBuy(), { value: "4" });
      expectEqual(await readOwner(item(0)), bob.address);
      assert.equal((await get(saleContract.address, "get_sale_data")).skip(1).readBoolean(), true);
    }
  }
});

test("an NFT auction takes bids and ends", async () => {
  const { item } = await deployNfts();
  const market = await chain.treasury("market");
  const carol = await chain.treasury("carol");
  const auction = sale.buildAuction({
    createdAt: chain.now,
    endTime: chain.now + 3600,
    marketplace: market.address,
    nft: item(0).address,
    minBid: toNano("1"),
    marketFee: { to: market.address, factor: 5, base: 100 },
    royalty: { to: alice.address, factor: 1, base: 100 },
  });
  await deploy(market, auction);
  const transferNft = nft.buildTransfer({
    to: auction.address,
    responseTo: alice.address,
    forwardAmount: toNano("0.2"),
  });
  await send(alice, item(0).address, transferNft);
  await send(bob, auction.address, sale.buildBid(), { value: "0.5", fails: true });
  await send(bob, auction.address, sale.buildBid(), { value: "1.1" });
  await send(carol, auction.address, sale.buildBid(), { value: "1.1", fails: true });
  chain.now += 3590;
  const outbidMessages = await send(carol, auction.address, undefined, { value: "2.1" });
  assert.ok(outbidMessages.some((tx) => tx.inMessage?.info.dest?.equals(bob.address)));
  const data = await get(auction.address, "get_sale_data");
  assert.equal(data.readNumber(), 0x415543);
  assert.equal(data.readBoolean(), false);
  assert.equal(data.readNumber(), chain.now + 60);
  data.skip(2);
  expectEqual(data.readAddress(), alice.address);
  assert.equal(data.readBigNumber(), toNano("2"));
  expectEqual(data.readAddress(), carol.address);
  chain.now += 61;
  const stopMessages = await send(bob, auction.address, sale.buildStop(), { value: "0.2" });
  assert.equal(getReceivedBy(stopMessages, alice.address, 0).length, 2);
  expectEqual(await readOwner(item(0)), carol.address);
  assert.equal((await get(auction.address, "get_sale_data")).skip(1).readBoolean(), true);
  await send(bob, auction.address, sale.buildBid(), { value: "9", fails: true });
});

test("a domain is auctioned, resolved, transferred, renewed and released", async () => {
  const carol = await chain.treasury("carol");
  const ton = dns.buildCollection(buildOffchainContent("https://example.com/dns.json"));
  const root = dns.buildRoot({ ton: ton.address, tMe: alice.address, www: bob.address });
  await deploy(alice, root);
  await deploy(alice, ton, dns.buildFillUp());
  const name = "devnet-domain";
  const domain = dns.buildDomain({ name, collection: ton.address });
  await send(alice, ton.address, dns.buildStartAuction(name), { value: "10" });
  expectEqual(
    (await get(ton.address, "get_nft_address_by_index", [makeInt(dns.computeDomainIndex(name))])).readAddress(),
    domain.address,
  );
  await send(bob, domain.address, undefined, { value: "10.1", fails: true });
  await send(bob, domain.address, undefined, { value: "12" });
  const auction = await get(domain.address, "get_auction_info");
  expectEqual(auction.readAddress(), bob.address);
  assert.equal(auction.readBigNumber(), toNano("12"));
  const end = auction.readNumber();
  chain.now = end + 1;
  const wallet = dns.record.wallet(carol.address);
  await send(bob, domain.address, dns.buildChangeRecord({ name: "wallet", record: wallet }));
  await send(
    bob,
    domain.address,
    dns.buildChangeRecord({ name: "site", record: dns.record.site(Buffer.alloc(32, 7)) }),
  );
  await send(
    bob,
    domain.address,
    dns.buildChangeRecord({ name: "storage", record: dns.record.storage(Buffer.alloc(32, 8)) }),
  );
  const next = dns.record.nextResolver(alice.address);
  await send(bob, domain.address, dns.buildChangeRecord({ name: "dns_next_resolver", record: next }));
  assert.equal((await get(domain.address, "get_auction_info")).readAddressOpt(), null);
  assert.equal((await get(domain.address, "get_domain")).readString(), name);

  /** @typedef {import("@ton/core").Cell} Cell */
  const resolve = async (position, bytes, category) => {
    const cell = beginCell().storeBuffer(bytes).endCell();
    const result = await get(position.address, "dnsresolve", [{ type: "slice", cell }, makeInt(category)]);
    return /** @type {[number, Cell]} */ ([result.readNumber(), result.readCellOpt()]);
  };
  const bytes = dns.encodeName(`${name}.ton`);
  const [topPart, toTon] = await resolve(root, bytes, dns.hashCategory("wallet"));
  assert.equal(topPart, 8 * 3);
  assert.ok(toTon.equals(dns.record.nextResolver(ton.address)));
  const [second, toDomain] = await resolve(ton, bytes.subarray(topPart / 8), dns.hashCategory("wallet"));
  assert.ok(toDomain.equals(dns.record.nextResolver(domain.address)));
  const rest = bytes.subarray((topPart + second) / 8);
  const [lastPart, cell] = await resolve(domain, rest, dns.hashCategory("wallet"));
  assert.deepEqual([lastPart, cell.equals(wallet)], [8 * rest.length, true]);
  const [, recordsCell] = await resolve(domain, rest, 0);
  assert.equal(recordsCell.beginParse().loadDictDirect(Dictionary.Keys.BigUint(256), Dictionary.Values.Cell()).size, 4);

  await send(bob, domain.address, dns.buildChangeRecord({ name: "site" }));
  await send(bob, domain.address, nft.buildTransfer({ to: alice.address, responseTo: bob.address }));
  expectEqual(await readOwner(domain), alice.address);
  chain.now += 1000;
  await send(alice, domain.address, dns.buildRenew());
  assert.equal((await get(domain.address, "get_last_fill_up_time")).readNumber(), chain.now);
  await send(carol, domain.address, dns.buildRelease(), { value: "20", fails: true });
  chain.now += 366 * 86_400 + 1;
  await send(carol, domain.address, dns.buildRelease(), { value: "20" });
  expectEqual((await get(domain.address, "get_auction_info")).readAddress(), carol.address);
});

/** Sends an external message, and returns the messages that the account sent because of it. */
async function sendSigned(state, body, isDeploying = false) {
  const message = loadMessage(wallets.buildExternal(state, body, { deploy: isDeploying }).beginParse());
  const { transactions } = await chain.sendMessage(message);
  return transactions.flatMap((tx) =>
    tx.inMessage?.info.dest?.toString() === state.address.toString() ? tx.outMessages.values() : [],
  );
}

test("wallets that @ton/ton lacks deploy and send", async () => {
  const { publicKey, secretKey } = keyPairFromSeed(Buffer.alloc(32, 5));
  const payments = [1, 2, 3].map((n) => internal({ to: bob.address, value: toNano("0.1"), body: `payment ${n}` }));
  const validUntil = chain.now + 60;
  const order = { secretKey, messages: payments, validUntil, seqno: 0 };
  const cases = [
    [wallets.buildWalletV4R1({ publicKey }), wallets.buildTransferV4R1(order), "seqno", 1],
    [wallets.buildHighload1({ publicKey }), wallets.buildTransferHighload1(order), "seqno", 1],
    [wallets.buildHighload2({ publicKey }), wallets.buildTransferHighload2({ ...order, queryNumber: 7 })],
  ];
  for (const [state, body, method, expected] of /** @type {any[]} */ (cases)) {
    await alice.send({ to: state.address, value: toNano("5"), bounce: false });
    const resultMessages = await sendSigned(state, body, true);
    assert.equal(resultMessages.length, 3);
    assert.equal(
      (await get(state.address, "get_public_key")).readBigNumber(),
      BigInt(`0x${publicKey.toString("hex")}`),
    );
    if (method) assert.equal((await get(state.address, method)).readNumber(), expected);
    await assert.rejects(sendSigned(state, body));
  }
  const query = [makeInt((BigInt(validUntil) << 32n) | 7n)];
  assert.equal((await get(wallets.buildHighload2({ publicKey }).address, "processed?", query)).readNumber(), -1);

  const thirdContract = wallets.buildHighload3({ publicKey });
  await alice.send({ to: thirdContract.address, value: toNano("5"), bounce: false });
  const createdAt = chain.now - 10;
  const singleTransfer = wallets.buildTransferHighload3({ secretKey, queryId: 1024, message: payments[0], createdAt });
  assert.equal((await sendSigned(thirdContract, singleTransfer, true)).length, 1);
  const message = wallets.buildBatchHighload3(thirdContract, payments, { value: toNano("1"), queryId: 1025 });
  const batch = wallets.buildTransferHighload3({ secretKey, queryId: 1025, message, createdAt });
  assert.equal((await sendSigned(thirdContract, batch)).length, 4);
  const isProcessed = async (id) =>
    (await get(thirdContract.address, "processed?", [makeInt(id), makeInt(0)])).readBoolean();
  assert.deepEqual(
    [await isProcessed((1 << 10) + 1), await isProcessed((1 << 10) + 2), await isProcessed(9)],
    [true, true, false],
  );
});

test("a multisig order sends a message, and another one changes the signers", async () => {
  const carol = await chain.treasury("carol");
  const signers = [alice.address, bob.address, carol.address];
  const ownedMultisig = multisig.buildMultisig({ threshold: 2, signers, proposers: [carol.address] });
  await deploy(alice, ownedMultisig, undefined, { value: "10" });
  const orderAt = async (seqno) => {
    const order = multisig.buildOrder({ multisig: ownedMultisig.address, seqno });
    expectEqual((await get(ownedMultisig.address, "get_order_address", [makeInt(seqno)])).readAddress(), order.address);
    return order.address;
  };
  const orderData = async (address) => {
    const data = await get(address, "get_order_data");
    expectEqual(data.readAddress(), ownedMultisig.address);
    return {
      seqno: data.readNumber(),
      threshold: data.readNumber(),
      executed: data.readBoolean(),
      approvals: data.skip(2).readNumber(),
    };
  };
  const expiration = chain.now + 3600;
  const message = internal({ to: bob.address, value: toNano("1"), body: "from the multisig" });
  const actions = [multisig.buildSendMessage({ message })];
  await send(alice, ownedMultisig.address, multisig.buildNewOrder({ actions, index: 0, expiration }));
  const firstAddress = await orderAt(0);
  assert.deepEqual(await orderData(firstAddress), { seqno: 0, threshold: 2, executed: false, approvals: 1 });
  const approval = await send(alice, firstAddress, multisig.buildApprove({ index: 0 }));
  assert.equal(getReceivedBy(approval, alice.address, 0xafaf283e).length, 1);
  const executionMessages = await send(bob, firstAddress, multisig.buildApproveByComment());
  assert.ok(executionMessages.some((tx) => tx.inMessage?.body.equals(buildComment("from the multisig"))));
  assert.deepEqual(await orderData(firstAddress), { seqno: 0, threshold: 2, executed: true, approvals: 2 });

  const params = multisig.buildUpdateParams({ threshold: 1, signers: [bob.address] });
  const proposal = multisig.buildNewOrder({ actions: [params], index: 0, bySigner: false, expiration });
  await send(bob, ownedMultisig.address, proposal, { fails: true });
  await send(carol, ownedMultisig.address, proposal);
  const secondAddress = await orderAt(1);
  for (const [signer, index] of /** @type {const} */ ([
    [alice, 0],
    [bob, 1],
  ]))
    await send(signer, secondAddress, multisig.buildApprove({ index }));
  const data = await get(ownedMultisig.address, "get_multisig_data");
  assert.deepEqual([data.readNumber(), data.readNumber()], [2, 1]);
  const now = data.readCell().beginParse().loadDictDirect(Dictionary.Keys.Uint(8), Dictionary.Values.Address());
  assert.deepEqual(now.values().map(String), [bob.address.toString()]);
});

test("a vesting wallet sends locked coins only to its whitelist", async () => {
  const { publicKey, secretKey } = keyPairFromSeed(Buffer.alloc(32, 6));
  const day = 86_400;
  const startTime = chain.now;
  const schedule = { amount: toNano("100"), startTime, totalDuration: 100 * day, unlockPeriod: day };
  const ownedVesting = vesting.buildVestingWallet({
    publicKey,
    owner: bob.address,
    sender: alice.address,
    ...schedule,
  });
  await deploy(alice, ownedVesting, undefined, { value: "100" });
  const data = await get(ownedVesting.address, "get_vesting_data");
  assert.deepEqual(
    [data.readNumber(), data.readNumber(), data.readNumber(), data.readNumber()],
    [startTime, 100 * day, day, 0],
  );
  assert.equal(data.readBigNumber(), toNano("100"));
  expectEqual(data.readAddress(), alice.address);
  expectEqual(data.readAddress(), bob.address);
  const fetchLockedTotal = async (lockedAmountAt) =>
    (await get(ownedVesting.address, "get_locked_amount", [makeInt(lockedAmountAt)])).readBigNumber();
  assert.deepEqual(
    [await fetchLockedTotal(startTime), await fetchLockedTotal(startTime + 25 * day)],
    [toNano("100"), toNano("75")],
  );

  const carol = await chain.treasury("carol");
  const pay = (to, value) => internal({ to: to.address, value: toNano(value) });
  await send(bob, ownedVesting.address, vesting.buildSendOrder({ message: pay(carol, "50") }), { fails: true });
  await send(alice, ownedVesting.address, vesting.buildAddWhitelist({ addresses: [carol.address, alice.address] }));
  assert.equal((await get(ownedVesting.address, "is_whitelisted", [slice(carol.address)])).readBoolean(), true);
  const vestingMessages = await send(bob, ownedVesting.address, vesting.buildSendOrder({ message: pay(carol, "50") }));
  assert.ok(vestingMessages.some((tx) => tx.inMessage?.info.dest?.equals(carol.address)));
  chain.now += 100 * day;
  const order = { secretKey, seqno: 0, message: pay(bob, "10"), validUntil: chain.now + 60 };
  assert.equal((await sendSigned(ownedVesting, vesting.buildTransfer(order))).length, 1);
  assert.equal((await get(ownedVesting.address, "seqno")).readNumber(), 1);
});

/** Creates an account of the masterchain, as the zero state does. */
async function readGenesis(address, state) {
  await chain.setShardAccount(address, createShardAccount({ address, ...state, balance: toNano("100") }));
}
const list = (reader) =>
  reader.readLispList().map((entry) => /** @type {any} */ (entry).items.map((item) => item.value));

/** Elector and config contract, and their ticks: the configuration of the chain is that of the contract. */
async function readElectorOfChain() {
  const elector = governance.ELECTOR_ADDRESS;
  const params = makeFirstParameters("contracts", /** @type {number} */ (chain.now));
  await readGenesis(elector, governance.buildElector());
  await readGenesis(governance.CONFIG_ADDRESS, governance.buildConfig({ params, publicKey: Buffer.alloc(32) }));
  const follow = async () => {
    const state = (await chain.getContract(governance.CONFIG_ADDRESS)).account.account?.storage.state;
    const data = state?.type === "active" && state.state.data;
    assert.ok(data);
    chain.setConfig(data.refs[0]);
  };
  await follow();
  const runTick = async () => {
    for (const address of [elector, governance.CONFIG_ADDRESS]) await chain.runTickTock(address, "tick");
    await follow();
  };
  return { elector, runTick };
}

test("a nominator pool gets a reward after a round of the elector", async () => {
  const { publicKey, secretKey } = keyPairFromSeed(Buffer.alloc(32, 7));
  const validator = await chain.treasury("validator", { workchain: -1 });
  const { elector, runTick } = await readElectorOfChain();
  const pool = nominatorPool.buildPool({
    validator: validator.address,
    minValidatorStake: toNano("1000"),
    minNominatorStake: toNano("100"),
  });
  await deploy(validator, pool, nominatorPool.buildTopUp(), { value: "20" });
  await send(validator, pool.address, nominatorPool.buildDepositValidator(), { value: "200001" });
  await send(alice, pool.address, nominatorPool.buildDeposit(), { value: "50", fails: true });
  await send(alice, pool.address, nominatorPool.buildDeposit(), { value: "300001" });
  await send(bob, pool.address, nominatorPool.buildDeposit(), { value: "100001" });
  const fetchPoolData = async () => {
    const data = await get(pool.address, "get_pool_data");
    return {
      state: data.readNumber(),
      nominators: data.readNumber(),
      sent: data.readBigNumber(),
      validator: data.readBigNumber(),
    };
  };
  assert.deepEqual(await fetchPoolData(), { state: 0, nominators: 2, sent: 0n, validator: toNano("200000") });

  chain.now = /** @type {number} */ (chain.now) + 300;
  await runTick();
  const stakeAt = (await get(elector, "active_election_id")).readNumber();
  assert.ok(stakeAt > chain.now);
  const keys = { publicKey, secretKey, stakeAt };
  const stakedAmount = toNano("600000");
  const unsignedStake = governance.buildNewStake({ ...keys, wallet: alice.address });
  assert.equal(
    getReceivedBy(await send(validator, elector, unsignedStake, { value: "600000" }), validator.address, 0xee6f454c)
      .length,
    1,
  );
  const stake = nominatorPool.buildStakePool({ ...keys, value: stakedAmount, wallet: pool.address });
  await send(validator, pool.address, stake, { value: "2" });
  assert.deepEqual(await fetchPoolData(), {
    state: 2,
    nominators: 2,
    sent: stakedAmount - toNano("1"),
    validator: toNano("200000"),
  });
  const participantList = await get(elector, "participant_list_extended");
  assert.equal(participantList.readNumber(), stakeAt);
  assert.equal(participantList.skip(2).readBigNumber(), stakedAmount - toNano("1"));
  const key = BigInt(`0x${publicKey.toString("hex")}`);
  assert.equal((await get(elector, "participates_in", [makeInt(key)])).readBigNumber(), stakedAmount - toNano("1"));
  assert.deepEqual(list(await get(elector, "participant_list")), [[key, stakedAmount - toNano("1")]]);

  await send(alice, pool.address, nominatorPool.buildWithdraw());
  assert.equal((await get(pool.address, "has_withdraw_requests")).readBoolean(), true);
  await send(bob, pool.address, nominatorPool.buildDeposit(), { value: "11" });
  chain.now = stakeAt;
  // Elects: the config contract makes the new set the next one, and at once the current one. The elector notices it a tick later.
  await runTick();
  await runTick();
  assert.equal((await get(elector, "active_election_id")).readNumber(), 0);
  const [pastElection] = list(await get(elector, "past_elections_list"));
  assert.equal(pastElection[0], BigInt(stakeAt));
  const zeroAddress = new Address(-1, Buffer.alloc(32));
  await chain.sendMessage(
    internalFrom({ to: elector, from: zeroAddress, value: toNano("1000"), body: beginCell().endCell() }),
  );
  chain.now = Number(pastElection[1]);
  await runTick();
  const wallet = makeInt(BigInt(`0x${pool.address.hash.toString("hex")}`));
  const returnedStake = (await get(elector, "compute_returned_stake", [wallet])).readBigNumber();
  assert.equal(returnedStake, stakedAmount - toNano("1") + toNano("1000"));
  await send(bob, pool.address, nominatorPool.recoverPool());
  const dataAfter = await fetchPoolData();
  assert.equal(dataAfter.state, 0);
  assert.ok(dataAfter.validator > toNano("200399") && dataAfter.validator < toNano("200401"));
  const nominators = list(await get(pool.address, "list_nominators"));
  assert.deepEqual(
    nominators.map(([, , pendingAmount]) => pendingAmount),
    [0n, 0n],
  );
  assert.deepEqual(nominators.map(([, , , requestedWithdrawal]) => requestedWithdrawal).sort(), [-1n, 0n]);
  const processedMessages = await send(bob, pool.address, nominatorPool.buildProcessWithdrawals());
  const payment = processedMessages.find((tx) => tx.inMessage?.info.dest?.equals(alice.address))?.inMessage?.info;
  assert.ok(payment?.type === "internal" && payment.value.coins > toNano("300449"));
  const bobs = await get(pool.address, "get_nominator_data", [
    makeInt(BigInt(`0x${bob.address.hash.toString("hex")}`)),
  ]);
  assert.ok(bobs.readBigNumber() > toNano("100159"));
  await send(validator, pool.address, nominatorPool.buildWithdrawValidator({ amount: toNano("200000") }));
  assert.equal((await fetchPoolData()).nominators, 1);
});

test("the config contract changes parameters", async () => {
  const { publicKey, secretKey } = keyPairFromSeed(Buffer.alloc(32, 8));
  const value = beginCell().storeUint(8, 32).endCell();
  await readGenesis(governance.CONFIG_ADDRESS, governance.buildConfig({ params: new Map([[8, value]]), publicKey }));
  const change = { secretKey, seqno: 0, index: 9, value, validUntil: chain.now + 60 };
  const body = governance.buildSetParam(change);
  const { transactions } = await chain.sendMessage(external({ to: governance.CONFIG_ADDRESS, body }));
  assert.equal(transactions.length, 1);
  assert.equal((await get(governance.CONFIG_ADDRESS, "seqno")).readNumber(), 1);
  assert.deepEqual((await get(governance.CONFIG_ADDRESS, "list_proposals")).readLispList(), []);
  const state = (await chain.getContract(governance.CONFIG_ADDRESS)).account.account?.storage.state;
  const params = state?.type === "active" && state.state.data?.beginParse().loadRef().beginParse();
  assert.equal(params && params.loadDictDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell()).size, 2);
});

test("the root and the collection of DNS have the addresses of mainnet", () => {
  const [ton, tMe, www] = [
    "EQC3dNlesgVD8YbAazcauIrXBPfiVhMMr5YYk2in0Mtsz0Bz",
    "EQCA14o1-VWhS2efqoh_9M1b_A9DtKTuoqfmkn83AbJzwnPi",
    "EQB43-VCmf17O7YMd51fAvOjcMkCw46N_3JMCoegH_ZDo40e",
  ].map((address) => Address.parse(address));
  expectEqual(dns.buildCollection(buildOffchainContent("https://dns.ton.org/collection.json")).address, ton);
  const root = dns.buildRoot({ ton, tMe, www }).address;
  assert.equal(root.toRawString(), "-1:e56754f83426f69b09267bd876ac97c44821345b7e266bd956a7bfbfb98df35c");
});
