// Libraries of the masterchain: their publishers, the accounts whose code they are, and the responses of v2; and the world's jettons whose
// wallets are library cells.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { Address, Cell, beginCell, contractAddress, internal, loadStateInit, toNano } from "@ton/core";

import { buildComment, buildLibraryCell } from "../upstream/devnet/contracts/code.mjs";
import * as jetton from "../upstream/devnet/contracts/jetton.mjs";
import * as libraries from "../upstream/devnet/contracts/libraries.mjs";
import * as stablecoin from "../upstream/devnet/contracts/stablecoin.mjs";
import { writeRawAddress } from "../upstream/devnet/account-name.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { runGetMethod } from "../upstream/devnet/view.mjs";
import { query } from "../upstream/upstream-call.mjs";
import { get } from "./devnet-request.mjs";
import { sendFrom } from "./devnet-wallet.mjs";

/** @type {any} */
let devnet;
/** @type {any} */
let master;
before(async () => {
  devnet = await startDevnet({ world: "small" });
  await devnet.ready;
  master = (await list("/jetton/masters")).find(({ jetton_content }) => jetton_content.decimals === "6");
});
after(() => devnet?.close());

const list = async (path, params = {}, chain = devnet) =>
  Object.values(await get(chain, path, { limit: 1000, ...params })).find(Array.isArray);
const sumField = (rows, field) => rows.reduce((total, row) => total + BigInt(row[field]), 0n);
const computeHash = (/** @type {Cell} */ code) => code.hash().toString("base64");
const compareBytes = (a, b) => Buffer.compare(Buffer.from(a, "base64"), Buffer.from(b, "base64"));

async function v2(chain, path, params, options) {
  const response = await fetch(`${chain.url}/api/v2${path}?${query(params)}`, options);
  return { status: response.status, ...(await response.json()) };
}
const listLibraries = async (chain, hashes) => (await v2(chain, "/getLibraries", { libraries: hashes })).result.result;

/** Sends messages of a wallet of the cast, and waits until no message is in flight. */
async function send(chain, name, messages) {
  await sendFrom(chain, name, messages);
  await chain.clock.settle();
}
const call = (to, value, body, init) => internal({ to, value: toNano(value), bounce: false, body, init });
const runGetter = (chain, address, method, stack = []) =>
  runGetMethod(chain.chain, { account: writeRawAddress(address), method, stack });

test("getLibraries returns published codes in the order of their hashes, and omits unknown hashes", async () => {
  const codes = [stablecoin.getWalletLibrary(), jetton.getWallet2Library()];
  const hashes = codes.map(computeHash);
  const unknownHash = computeHash(beginCell().storeUint(7, 8).endCell());
  const foundLibraries = await listLibraries(devnet, [...hashes, unknownHash, ...hashes]);
  assert.deepEqual(
    foundLibraries.map(({ hash }) => hash),
    hashes.toSorted(compareBytes),
  );
  for (const entry of foundLibraries) {
    assert.equal(entry["@type"], "smc.libraryEntry");
    assert.equal(computeHash(Cell.fromBase64(entry.data)), entry.hash);
  }
  assert.deepEqual(await listLibraries(devnet, [...hashes].reverse()), foundLibraries);
  assert.deepEqual(await listLibraries(devnet, [Buffer.from(hashes[0], "base64").toString("hex")]), [
    foundLibraries.find(({ hash }) => hash === hashes[0]),
  ]);
  assert.deepEqual(await listLibraries(devnet, [unknownHash]), []);
  const postedReply = await v2(
    devnet,
    "/getLibraries",
    {},
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ libraries: hashes }),
    },
  );
  assert.deepEqual(postedReply.result, { "@type": "smc.libraryResult", result: foundLibraries });
  const manyHashes = Array.from({ length: 16 }, (_, i) => computeHash(beginCell().storeUint(i, 8).endCell()));
  assert.deepEqual(
    await listLibraries(devnet, [...manyHashes, hashes[0]]),
    [],
    "a library after the first 16 hashes was returned",
  );
  assert.equal((await v2(devnet, "/getLibraries", { libraries: ["rubbish"] })).status, 422);
});

test("a stablecoin's wallets are library cells, and v2, v3 and get-methods agree on them", async () => {
  assert.deepEqual(master.jetton_content, { decimals: "6", uri: "https://stablecoin.example/jetton.json" });
  const library = buildLibraryCell(stablecoin.getWalletLibrary());
  assert.equal(master.jetton_wallet_code_hash, computeHash(library));
  const wallets = await list("/jetton/wallets", { jetton_address: [master.address] });
  assert.ok(wallets.length >= 4);
  const states = await list("/accountStates", { address: wallets.map(({ address }) => address) });
  for (const wallet of wallets) {
    assert.equal(wallet.code_hash, computeHash(library));
    const state = states.find(({ address }) => address === wallet.address);
    assert.ok(Cell.fromBase64(state.code_boc).equals(library));
    assert.deepEqual(state.interfaces, ["jetton_wallet"]);
    const { result } = await v2(devnet, "/getTokenData", { address: wallet.address });
    assert.deepEqual([result.contract_type, result.balance], ["jetton_wallet", wallet.balance]);
    assert.equal(computeHash(Cell.fromBase64(result.jetton_wallet_code)), computeHash(library));
  }
  assert.equal(sumField(wallets, "balance"), BigInt(master.total_supply));
});

test("a stablecoin's balances follow from mints, transfers and burns, including those of its issuer", async () => {
  const wallets = await list("/jetton/wallets", { jetton_address: [master.address] });
  const actions = (await list("/actions", { supported_action_types: ["jettons"] })).filter(
    ({ details }) => details.asset === master.address,
  );
  const listDetails = (type) => actions.filter((a) => a.type === type && a.success).map(({ details }) => details);
  const [mints, transfers, burns] = ["jetton_mint", "jetton_transfer", "jetton_burn"].map(listDetails);
  assert.ok(mints.length === 3 && transfers.length > 5 && burns.length === 2);
  for (const { address, balance } of wallets) {
    const listAmounts = (rows, field) =>
      sumField(
        rows.filter((row) => row[field] === address),
        "amount",
      );
    const receivedAmount =
      listAmounts(mints, "receiver_jetton_wallet") + listAmounts(transfers, "receiver_jetton_wallet");
    const sentAmount = listAmounts(transfers, "sender_jetton_wallet") + listAmounts(burns, "owner_jetton_wallet");
    assert.equal(receivedAmount - sentAmount, BigInt(balance), address);
  }
  const [alice, carol, dave] = ["alice", "carol", "dave"].map((name) => devnet.cast.wallet(name).account);
  assert.ok(
    transfers.some(({ sender, receiver, query_id }) => sender === alice && receiver === dave && query_id === "81"),
  );
  assert.ok(burns.some(({ owner, amount }) => owner === carol && amount === "200000000"));
});

test("a stablecoin wallet locked for sending refuses its owner, and one locked for receiving returns jettons", async () => {
  const [treasurer, bob] = ["treasurer", "bob"].map((name) => devnet.cast.wallet(name));
  const minter = Address.parseRaw(master.address.toLowerCase());
  const findWallet = (owner) => stablecoin.buildWallet({ owner: owner.address, minter }).address;
  const failedAction = (await list("/actions", { action_type: ["jetton_transfer"], sort: "asc" })).filter(
    ({ success, details }) => !success && details.asset === master.address,
  );
  assert.deepEqual(
    failedAction.map(({ details }) => [details.receiver, details.receiver_jetton_wallet]),
    [
      [bob.account, null],
      [bob.account, writeRawAddress(findWallet(bob))],
    ],
  );
  const codes = [];
  for (const { transactions } of failedAction)
    for (const tx of await list("/transactions", { hash: transactions }))
      if (tx.description.aborted) codes.push([tx.account, tx.description.compute_ph.exit_code]);
  assert.deepEqual(codes, [
    [writeRawAddress(findWallet(treasurer)), 45],
    [writeRawAddress(findWallet(bob)), 45],
  ]);
  const readStatus = async (owner) =>
    /** @type {any} */ ((await runGetter(devnet, findWallet(owner), "get_status")).stack[0]).value;
  assert.deepEqual([await readStatus(bob), await readStatus(treasurer)], [3n, 0n]);
});

test("the wallets of a developer's version 2 jetton are in the shards of their owners", async () => {
  const alice = devnet.cast.wallet("alice");
  const minter = jetton.buildMinter2({ admin: alice.address, uri: "https://jetton2.example/jetton.json" });
  const getWallet = (owner) => jetton.buildWallet2({ owner: owner.address, minter: minter.address });
  const [ownState, otherWallet] = [alice, devnet.cast.wallet("carol")].map(getWallet);
  const mint = jetton.buildMint({
    op: jetton.OP.mint,
    to: alice.address,
    amount: 500n,
    value: toNano("0.1"),
    responseTo: alice.address,
  });
  await send(devnet, "alice", [call(minter.address, "0.3", stablecoin.buildTopUp(), minter.init)]);
  await send(devnet, "alice", [call(minter.address, "0.5", mint)]);
  const transfer = jetton.buildTransfer({
    to: devnet.cast.wallet("carol").address,
    amount: 120n,
    responseTo: alice.address,
    forwardAmount: 1n,
    forwardPayload: buildComment("of version 2"),
  });
  await send(devnet, "alice", [call(ownState.address, "0.3", transfer)]);
  await send(devnet, "alice", [
    call(ownState.address, "0.3", jetton.buildBurn({ amount: 30n, responseTo: alice.address })),
  ]);
  const jettonAddress = writeRawAddress(minter.address);
  const [listedMaster] = await list("/jetton/masters", { address: [jettonAddress] });
  assert.equal(listedMaster.total_supply, "470");
  const wallets = await list("/jetton/wallets", { jetton_address: [jettonAddress] });
  assert.deepEqual(
    wallets.map(({ address, owner, balance }) => [address, owner, balance]),
    [
      [writeRawAddress(ownState.address), alice.account, "350"],
      [writeRawAddress(otherWallet.address), devnet.cast.wallet("carol").account, "120"],
    ],
  );
  assert.equal(wallets[1].address.slice(2, 4), wallets[1].owner.slice(2, 4));
  const [credit] = await list("/messages", { destination: writeRawAddress(otherWallet.address), opcode: "0x178d4519" });
  assert.equal(loadStateInit(Cell.fromBase64(credit.init_state.body).beginParse()).splitDepth, 8);
  const [row] = await list("/jetton/transfers", { jetton_master: jettonAddress });
  assert.equal(row.decoded_forward_payload.comment, "of version 2");
  assert.equal((await list("/jetton/burns", { jetton_master: jettonAddress })).length, 1);
});

/** A contract that returns its data from the get-method `data`, or any other one: SETCP0, DROP, c4 PUSH. */
const CODE = beginCell().storeBuffer(Buffer.from("ff0030ed44", "hex")).endCell();
const LIBRARY_CONTRACT = { code: buildLibraryCell(CODE), data: beginCell().storeUint(5, 8).endCell() };
const account = contractAddress(0, LIBRARY_CONTRACT);

test("a contract runs a library only while the library is published, also after a restart", async () => {
  const state = mkdtempSync(join(tmpdir(), "ton-edge-libraries-"));
  const options = /** @type {const} */ ({ world: "none", state });
  let ownDevnet = await startDevnet(options);
  try {
    const hash = computeHash(CODE);
    const isPublished = async () => (await listLibraries(ownDevnet, [hash])).length === 1;
    const exitCode = async () => (await runGetter(ownDevnet, account, "data")).exit_code;
    const publishers = ["faucet", "treasurer"].map((name) =>
      libraries.buildPublisher(ownDevnet.cast.wallet(name).address),
    );
    await send(ownDevnet, "faucet", [call(account, "1", undefined, LIBRARY_CONTRACT)]);
    assert.notEqual(await exitCode(), 0);
    for (const { address, init } of publishers) await send(ownDevnet, "faucet", [call(address, "20", undefined, init)]);
    assert.equal(await isPublished(), false);
    // Only the owner of a publisher may command it.
    await send(ownDevnet, "faucet", [call(publishers[1].address, "0.5", libraries.buildPublish(CODE))]);
    assert.equal(await isPublished(), false);
    await send(ownDevnet, "faucet", [call(publishers[0].address, "0.5", libraries.buildPublish(CODE))]);
    assert.equal(await isPublished(), true);
    assert.equal(await exitCode(), 0);
    // If a code has two publishers, one may withdraw it.
    await send(ownDevnet, "treasurer", [call(publishers[1].address, "0.5", libraries.buildPublish(CODE))]);
    await send(ownDevnet, "faucet", [call(publishers[0].address, "0.5", libraries.buildWithdraw(CODE))]);
    assert.equal((await listLibraries(ownDevnet, [hash])).length, 1);
    assert.equal(await exitCode(), 0);

    await ownDevnet.close();
    ownDevnet = await startDevnet(options);
    await ownDevnet.ready;
    assert.equal(await isPublished(), true);
    assert.equal(await exitCode(), 0);
    await send(ownDevnet, "treasurer", [call(publishers[1].address, "0.5", libraries.buildWithdraw(CODE))]);
    assert.equal(await isPublished(), false);
    assert.notEqual(await exitCode(), 0);
    await ownDevnet.close();
    ownDevnet = await startDevnet(options);
    await ownDevnet.ready;
    assert.equal(await isPublished(), false);
    assert.notEqual(await exitCode(), 0);
  } finally {
    await ownDevnet.close();
    rmSync(state, { recursive: true, force: true });
  }
});

test("neither a basechain account nor a private library of the masterchain publishes a code", async () => {
  const ownDevnet = await startDevnet({ world: "none" });
  try {
    const { faucet } = ownDevnet.cast;
    const { init } = libraries.buildPublisher(faucet.address);
    const privateCell = beginCell().storeUint(1, 8).storeRef(CODE).endCell();
    const calls = /** @type {const} */ ([
      [contractAddress(0, init), libraries.buildPublish(CODE)],
      [contractAddress(-1, init), privateCell],
    ]);
    for (const [address, body] of calls) {
      await send(ownDevnet, "faucet", [call(address, "20", undefined, init)]);
      await send(ownDevnet, "faucet", [call(address, "0.5", body)]);
      const [tx] = await list("/transactions", { account: [writeRawAddress(address)], limit: 1 }, ownDevnet);
      assert.equal(tx.description.action.success, true, "the action phase failed");
      assert.deepEqual(await listLibraries(ownDevnet, [computeHash(CODE)]), []);
    }
    await send(ownDevnet, "faucet", [call(contractAddress(-1, init), "0.5", libraries.buildPublish(CODE))]);
    assert.equal((await listLibraries(ownDevnet, [computeHash(CODE)])).length, 1);
  } finally {
    await ownDevnet.close();
  }
});
