// The fixture contracts on a real TVM: each is deployed and used with the builders of `upstream/devnet/contracts/`, and its
// get-methods are compared.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Address, beginCell, storeStateInit, toNano } from "@ton/core";
import { Blockchain } from "@ton/sandbox";

import { comment, librariesOf, libraryCell, offchainContent } from "../upstream/devnet/contracts/code.mjs";
import * as jetton from "../upstream/devnet/contracts/jetton.mjs";
import * as stablecoin from "../upstream/devnet/contracts/stablecoin.mjs";

/** @type {Blockchain} */
let chain;
/** @type {Awaited<ReturnType<Blockchain["treasury"]>>} */
let alice, bob;
beforeEach(async () => {
  chain = await Blockchain.create();
  chain.now = 1_780_272_000;
  chain.libs = librariesOf(jetton.wallet2Library(), stablecoin.walletLibrary());
  [alice, bob] = [await chain.treasury("alice"), await chain.treasury("bob")];
});

/** @typedef {{ address: Address, init: { code: import("@ton/core").Cell, data: import("@ton/core").Cell } }} State */

/** Sends a message from a treasury and wants every transaction after it to succeed. */
async function send(from, to, body, { value = "1", init, fails = false } = /** @type {any} */ ({})) {
  const { transactions } = await from.send({ to, value: toNano(value), init, body });
  const failed = transactions.filter((tx) => tx.description.type === "generic" && tx.description.aborted);
  const codes = failed.map((tx) => `${tx.address.toString(16)} ${tx.description.computePhase?.exitCode}`);
  assert.equal(failed.length > 0, fails, `exit codes: ${codes}`);
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
const int = (value) => ({ type: /** @type {const} */ ("int"), value: BigInt(value) });
const same = (actual, expected) => assert.equal(actual?.toString(), expected?.toString());

async function jettonData(master) {
  const data = await get(master.address, "get_jetton_data");
  return {
    supply: data.readBigNumber(),
    mintable: data.readBoolean(),
    admin: data.readAddress(),
    content: data.readCell(),
  };
}
async function walletData(wallet) {
  const data = await get(wallet.address, "get_wallet_data");
  return { balance: data.readBigNumber(), owner: data.readAddress(), minter: data.readAddress() };
}
const balance = async (wallet) => (await walletData(wallet)).balance;

test("jetton", async () => {
  const content = offchainContent("https://example.com/jetton.json");
  const master = jetton.minter({ admin: alice.address, content });
  const [ofAlice, ofBob] = [alice, bob].map((who) => jetton.wallet({ owner: who.address, minter: master.address }));
  await deploy(alice, master, jetton.mint({ to: alice.address, amount: 1000n, value: toNano("0.2") }));
  same((await get(master.address, "get_wallet_address", [slice(alice.address)])).readAddress(), ofAlice.address);
  const sent = await send(
    alice,
    ofAlice.address,
    jetton.transfer({
      to: bob.address,
      amount: 300n,
      responseTo: alice.address,
      forwardAmount: toNano("0.01"),
      forwardPayload: comment("rent"),
    }),
  );
  const notified = sent.find(
    (tx) =>
      tx.inMessage?.body.beginParse().remainingBits > 32 &&
      tx.inMessage.body.beginParse().preloadUint(32) === 0x7362d09c,
  );
  same(notified?.inMessage?.info.dest, bob.address);
  assert.equal(await balance(ofAlice), 700n);
  assert.equal(await balance(ofBob), 300n);
  await send(bob, ofBob.address, jetton.burn({ amount: 100n, responseTo: bob.address }));
  assert.equal((await jettonData(master)).supply, 900n);
  await send(bob, master.address, jetton.provideWalletAddress({ owner: bob.address }));
  const renewed = offchainContent("https://example.com/other.json");
  await send(alice, master.address, jetton.changeContent({ content: renewed }));
  await send(alice, master.address, jetton.changeAdmin({ admin: bob.address }));
  const after = await jettonData(master);
  same(after.admin, bob.address);
  assert.ok(after.content.equals(renewed));
});

test("jetton of version 2: its wallets run a library", async () => {
  const master = jetton.minter2({ admin: alice.address, uri: "https://example.com/jetton.json" });
  const [ofAlice, ofBob] = [alice, bob].map((who) => jetton.wallet2({ owner: who.address, minter: master.address }));
  const op = jetton.OP.mint;
  await deploy(alice, master, jetton.mint({ op, to: alice.address, amount: 1000n, value: toNano("0.2") }));
  assert.ok((await chain.getContract(ofAlice.address)).account.account?.storage.state.type === "active");
  await send(alice, ofAlice.address, jetton.transfer({ to: bob.address, amount: 300n, responseTo: alice.address }));
  assert.deepEqual([await balance(ofAlice), await balance(ofBob)], [700n, 300n]);
  await send(bob, ofBob.address, jetton.burn({ amount: 50n, responseTo: bob.address }));
  assert.equal((await jettonData(master)).supply, 950n);
  await send(alice, master.address, jetton.changeUri({ uri: "https://example.com/other.json" }));
  await send(alice, master.address, jetton.changeAdmin({ op: jetton.OP.changeAdmin, admin: bob.address }));
  await send(bob, master.address, jetton.claimAdmin());
  same((await jettonData(master)).admin, bob.address);
});

test("stablecoin: the admin locks a wallet, moves and burns its jettons", async () => {
  const master = stablecoin.minter({ admin: alice.address, uri: "https://example.com/usd.json" });
  const [ofAlice, ofBob] = [alice, bob].map((who) => stablecoin.wallet({ owner: who.address, minter: master.address }));
  const op = jetton.OP.mint;
  const value = toNano("0.3");
  await deploy(alice, master, jetton.mint({ op, to: bob.address, amount: 1000n, value }));
  same((await get(master.address, "get_wallet_address", [slice(bob.address)])).readAddress(), ofBob.address);
  const code = (await chain.getContract(ofBob.address)).account.account?.storage.state;
  assert.ok(code?.type === "active" && code.state.code?.equals(libraryCell(stablecoin.walletLibrary())));
  const pay = jetton.transfer({ to: alice.address, amount: 100n, responseTo: bob.address });
  await send(bob, ofBob.address, pay);
  assert.deepEqual([await balance(ofAlice), await balance(ofBob)], [100n, 900n]);
  const { lockedOut, unlocked } = stablecoin.STATUS;
  await send(alice, master.address, stablecoin.setStatus({ owner: bob.address, status: lockedOut, value }));
  assert.equal((await get(ofBob.address, "get_status")).readNumber(), lockedOut);
  await send(bob, ofBob.address, pay, { fails: true });
  const owner = bob.address;
  await send(alice, master.address, stablecoin.forceTransfer({ owner, value, to: alice.address, amount: 400n }));
  await send(alice, master.address, stablecoin.forceBurn({ owner, value, amount: 200n }));
  await send(alice, master.address, stablecoin.setStatus({ owner, status: unlocked, value }));
  await send(bob, ofBob.address, pay);
  assert.deepEqual([await balance(ofAlice), await balance(ofBob)], [600n, 200n]);
  assert.equal((await jettonData(master)).supply, 800n);
});
