// Jettons of the local chain: v2, v3, get-methods and messages agree on them; contracts that only pretend to be a jetton wallet are not
// listed; and @ton/ton reads and sends jettons through the gateway.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Address, Cell, beginCell, contractAddress, internal, toNano } from "@ton/core";
import { JettonMaster, JettonWallet, TonClient } from "@ton/ton";
import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { UNLIMITED } from "../helpers/unlimited.mjs";
import * as jetton from "../upstream/devnet/contracts/jetton.mjs";
import { buildComment } from "../upstream/devnet/contracts/code.mjs";
import { writeRawAddress } from "../upstream/devnet/account-name.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { query } from "../upstream/upstream-call.mjs";
import { get, request } from "./devnet-request.mjs";
import { sendFrom } from "./devnet-wallet.mjs";

/** @type {any} */
let devnet;
/** @type {any} */
let gateway;
/** @type {any} */
let master;

const sumField = (rows, field) => rows.reduce((total, row) => total + BigInt(row[field]), 0n);
const list = async (path, params = {}) => {
  const body = await get(devnet, path, { limit: 1000, ...params });
  return Object.values(body).find(Array.isArray);
};

/** Lists only the rows of the jetton EDGE, because the world has others. */
const listOwn = async (path, params = {}) =>
  (await list(path, params)).filter(({ jetton, jetton_master, details }) =>
    [jetton, jetton_master, details?.asset].includes(master.address),
  );

/** All rows, page by page. */
async function listEveryRow(path) {
  const rows = [];
  for (let page; page?.length !== 0; rows.push(...page)) page = await list(path, { offset: rows.length });
  return rows;
}

async function v2(path, params) {
  const response = await fetch(`${devnet.url}/api/v2${path}?${query(params)}`);
  return { status: response.status, ...(await response.json()) };
}

const send = (name, messages) => sendFrom(devnet, name, messages);

before(async () => {
  devnet = await startDevnet({ world: "small" });
  await devnet.ready;
  const settings = {
    limits: UNLIMITED,
    mainnet: devnet.url,
    cache: /** @type {const} */ ({ adapter: "none" }),
    log() {},
  };
  gateway = await serve(createGateway(settings), { port: 0 });
  master = (await list("/jetton/masters")).find(({ jetton_content }) => jetton_content.symbol === "EDGE");
});
after(async () => {
  await gateway?.close();
  await devnet?.close();
});

test("the supply is the sum of all wallets, and each balance follows from mints, transfers and burns", async () => {
  const wallets = await listOwn("/jetton/wallets");
  assert.equal(sumField(wallets, "balance"), BigInt(master.total_supply));
  const transfers = await listOwn("/jetton/transfers");
  const burns = await listOwn("/jetton/burns");
  const mints = (await listOwn("/actions", { action_type: ["jetton_mint"] })).map(({ details }) => details);
  assert.ok(transfers.length > 20 && burns.length >= 3 && mints.length >= 4 && wallets.length > 6);
  for (const { address, owner, balance } of wallets) {
    const listAmounts = (rows, isOfWallet) => sumField(rows.filter(isOfWallet), "amount");
    const receivedAmount = listAmounts(mints, (mint) => mint.receiver_jetton_wallet === address);
    const receivedTokens = listAmounts(transfers, (row) => row.destination === owner);
    const sentAmount = listAmounts(transfers, (row) => row.source_wallet === address);
    const burntAmount = listAmounts(burns, (row) => row.jetton_wallet === address);
    assert.equal(receivedAmount + receivedTokens - sentAmount - burntAmount, BigInt(balance), address);
  }
});

test("v2, v3 and the get-methods agree on jettons", async () => {
  const { result } = await v2("/getTokenData", { address: master.address });
  assert.deepEqual(
    [result.contract_type, result.total_supply, result.mintable, writeRawAddress(Address.parse(result.admin_address))],
    ["jetton_master", master.total_supply, master.mintable, master.admin_address],
  );
  assert.deepEqual(result.jetton_content, { type: "onchain", data: master.jetton_content });
  assert.equal(Cell.fromBase64(result.jetton_wallet_code).hash().toString("base64"), master.jetton_wallet_code_hash);
  for (const wallet of await list("/jetton/wallets")) {
    const { result: tokenData } = await v2("/getTokenData", { address: wallet.address });
    assert.deepEqual(
      [
        tokenData.contract_type,
        tokenData.balance,
        ...[tokenData.owner, tokenData.jetton].map((text) => writeRawAddress(Address.parse(text))),
      ],
      ["jetton_wallet", wallet.balance, wallet.owner, wallet.jetton],
    );
  }
  const otherToken = await v2("/getTokenData", { address: devnet.cast.faucet.account });
  assert.equal(otherToken.status, 409);
});

test("a get-method at an earlier block returns the supply of that time", async () => {
  const [mint] = await listOwn("/actions", { action_type: ["jetton_mint"], sort: "asc" });
  const [mintTransaction] = (await list("/transactions", { hash: mint.transactions })).filter(
    (tx) => tx.account === master.address,
  );
  const { result } = await v2("/getTokenData", { address: master.address, seqno: mintTransaction.mc_block_seqno });
  assert.equal(result.total_supply, mint.details.amount);
});

test("each transfer and burn is a transaction of its wallet, and each action has its transactions", async () => {
  const transactions = new Map((await listEveryRow("/transactions")).map((tx) => [tx.hash, tx]));
  const transfers = await listOwn("/jetton/transfers");
  for (const row of transfers) {
    const tx = transactions.get(row.transaction_hash);
    assert.equal(tx.account, row.source_wallet);
    assert.equal(tx.in_msg.decoded_opcode, "jetton_transfer");
    const { decoded } = tx.in_msg.message_content;
    assert.deepEqual(
      [decoded["@type"], decoded.amount.value, `0:${decoded.destination.address}`, row.trace_id],
      ["jetton_transfer", row.amount, row.destination, tx.trace_id],
    );
    assert.deepEqual((await get(devnet, "/decode", { bodies: [tx.in_msg.message_content.body] })).bodies, [decoded]);
  }
  const actions = await listOwn("/actions", { supported_action_types: ["jettons"] });
  assert.deepEqual([...new Set(actions.map(({ type }) => type))].sort(), [
    "jetton_burn",
    "jetton_mint",
    "jetton_transfer",
  ]);
  for (const action of actions) for (const hash of action.transactions) assert.ok(transactions.has(hash), hash);
  const goodActions = actions.filter(({ type, success }) => type === "jetton_transfer" && success);
  assert.deepEqual(
    goodActions.map(({ details: { sender, receiver, amount } }) => `${sender} ${receiver} ${amount}`).sort(),
    transfers.map(({ source, destination, amount }) => `${source} ${destination} ${amount}`).sort(),
  );
  assert.ok(goodActions.some(({ details }) => details.comment?.startsWith("invoice ")));
  const [failedAction] = actions.filter(({ success }) => !success);
  assert.deepEqual([failedAction.type, failedAction.details.receiver_jetton_wallet], ["jetton_transfer", null]);
});

test("filters, orders and pages of jetton wallets, transfers and burns are right", async () => {
  const wallets = await listOwn("/jetton/wallets", { sort: "desc" });
  const balances = wallets.map(({ balance }) => BigInt(balance));
  assert.deepEqual(
    balances,
    balances.toSorted((a, b) => Number(b - a)),
  );
  const [firstWallet] = wallets;
  assert.deepEqual(
    await list("/jetton/wallets", { owner_address: [firstWallet.owner], jetton_address: [master.address] }),
    [firstWallet],
  );
  assert.deepEqual(
    await list("/jetton/wallets", { address: [firstWallet.address], jetton_address: [master.address] }),
    [firstWallet],
  );
  assert.deepEqual(await list("/jetton/wallets", { jetton_address: [firstWallet.address] }), []);
  const heldWallets = await listOwn("/jetton/wallets", { exclude_zero_balance: true });
  assert.deepEqual(heldWallets.length, wallets.filter(({ balance }) => balance !== "0").length);
  assert.deepEqual(await list("/jetton/masters", { admin_address: [firstWallet.owner] }), []);
  assert.deepEqual(await list("/jetton/masters", { admin_address: [master.admin_address] }), [master]);

  const transfers = await listOwn("/jetton/transfers");
  const ownTransfers = await listOwn("/jetton/transfers", { owner_address: [firstWallet.owner] });
  assert.deepEqual(
    ownTransfers,
    transfers.filter((row) => row.source === firstWallet.owner || row.destination === firstWallet.owner),
  );
  const incomingTransfers = await listOwn("/jetton/transfers", { owner_address: [firstWallet.owner], direction: "in" });
  const outgoingTransfers = await listOwn("/jetton/transfers", {
    owner_address: [firstWallet.owner],
    direction: "out",
  });
  assert.equal(incomingTransfers.length + outgoingTransfers.length, ownTransfers.length);
  assert.ok(
    incomingTransfers.every((row) => row.destination === firstWallet.owner) &&
      outgoingTransfers.every((row) => row.source === firstWallet.owner),
  );
  assert.deepEqual(
    await list("/jetton/transfers", { jetton_wallet: [firstWallet.address] }),
    transfers.filter((row) => row.source_wallet === firstWallet.address),
  );
  assert.deepEqual(
    await list("/jetton/transfers", { jetton_master: master.address, sort: "asc" }),
    transfers.toReversed(),
  );
  const { transaction_lt: lt, transaction_now: now } = transfers[3];
  assert.equal((await list("/jetton/transfers", { start_lt: lt, end_lt: lt }))[0].transaction_lt, lt);
  assert.ok(
    (await list("/jetton/transfers", { start_utime: now, end_utime: now })).every((row) => row.transaction_now === now),
  );
  assert.deepEqual(
    await list("/jetton/transfers", { jetton_master: master.address, limit: 3, offset: 2 }),
    transfers.slice(2, 5),
  );
  const [burn] = await list("/jetton/burns");
  assert.deepEqual(await list("/jetton/burns", { jetton_wallet: [burn.jetton_wallet] }), [burn]);
  const refusal = await request(devnet, "/jetton/wallets", { jetton_address: [master.address, firstWallet.address] });
  assert.equal(refusal.status, 422);
});

test("the address book has the kinds of contracts, and metadata has names and pictures", async () => {
  const params = { jetton_address: [master.address], limit: 1 };
  const body = await get(devnet, "/jetton/wallets", params);
  const [wallet] = body.jetton_wallets;
  assert.deepEqual(body.address_book[wallet.address].interfaces, ["jetton_wallet"]);
  assert.deepEqual(body.address_book[master.address].interfaces, ["jetton_master"]);
  assert.deepEqual(body.metadata[wallet.address].token_info, [
    {
      valid: true,
      type: "jetton_wallets",
      extra: { balance: wallet.balance, jetton: wallet.jetton, owner: wallet.owner },
    },
  ]);
  const [info] = body.metadata[master.address].token_info;
  assert.deepEqual([info.type, info.symbol, info.extra.decimals], ["jetton_masters", "EDGE", "9"]);
  assert.deepEqual(await get(devnet, "/metadata", { address: [wallet.address] }), body.metadata);
  assert.deepEqual(
    (await get(devnet, "/jetton/wallets", params, { headers: { "x-no-metadata": "true" } })).metadata,
    {},
  );
});

test("a contract that claims to hold jettons, but that its minter does not know, is not listed", async () => {
  const issuer = devnet.cast.wallet("issuer");
  const minter = Address.parseRaw(master.address.toLowerCase());
  const realWallet = jetton.buildWallet({ owner: issuer.address, minter });
  const data = beginCell()
    .storeCoins(10n ** 18n)
    .storeAddress(issuer.address)
    .storeAddress(minter)
    .storeRef(realWallet.init.code)
    .endCell();
  const init = { code: realWallet.init.code, data };
  const forgedAddress = contractAddress(0, init);
  const walletsBefore = await list("/jetton/wallets");
  await send("alice", [internal({ to: forgedAddress, value: toNano("0.5"), bounce: false, init })]);
  await devnet.clock.settle();
  const { status } = devnet.db.get("SELECT status FROM accounts WHERE account = ?", [writeRawAddress(forgedAddress)]);
  assert.equal(status, "active");
  assert.deepEqual(await list("/jetton/wallets"), walletsBefore);
});

test("a wallet with broken data does not hide the others of its code", async () => {
  const ownDevnet = await startDevnet({ world: "none" });
  try {
    const { faucet } = ownDevnet.cast;
    const issuer = ownDevnet.cast.wallet("issuer");
    const minter = jetton.buildMinter({ admin: faucet.address, content: beginCell().storeUint(1, 8).endCell() });
    const { code } = jetton.buildWallet({ owner: issuer.address, minter: minter.address }).init;
    const brokenWallet = { code, data: beginCell().storeUint(1, 1).endCell() };
    const mint = jetton.buildMint({ to: issuer.address, amount: 3n, value: toNano("0.1"), responseTo: faucet.address });
    /** @type {[Address, object][]} */
    const calls = [
      [contractAddress(0, brokenWallet), { init: brokenWallet }],
      [minter.address, { init: minter.init }],
      [minter.address, { body: mint }],
    ];
    for (const [seqno, [to, rest]] of calls.entries()) {
      const message = internal({ to, value: toNano("0.5"), bounce: false, ...rest });
      await ownDevnet.chain.submit(
        faucet.transfer({ seqno, messages: [message], validUntil: ownDevnet.chain.time() + 3600 }),
      );
      await ownDevnet.clock.settle();
    }
    const { jetton_wallets: wallets } = await get(ownDevnet, "/jetton/wallets", { limit: 10 });
    assert.deepEqual(
      wallets.map(({ owner, balance }) => [owner, balance]),
      [[issuer.account, "3"]],
    );
  } finally {
    await ownDevnet.close();
  }
});

test("a jetton transfer in flight is a pending action, and one action once it is executed", async () => {
  const [from, to] = ["alice", "bob"].map((name) => devnet.cast.wallet(name));
  const minter = Address.parseRaw(master.address.toLowerCase());
  const ownAddress = jetton.buildWallet({ owner: from.address, minter }).address;
  const body = jetton.buildTransfer({
    to: to.address,
    amount: 5n,
    responseTo: from.address,
    forwardAmount: 1n,
    forwardPayload: buildComment("five"),
  });
  const hash = await send("alice", [internal({ to: ownAddress, value: toNano("0.2"), bounce: true, body })]);
  const isSeen = ({ type, details }) => type === "jetton_transfer" && details.comment === "five";
  const pendingActions = (await get(devnet, "/pendingActions", { ext_msg_hash: [hash] })).actions;
  assert.deepEqual(
    pendingActions.filter(isSeen).map(({ finality, success }) => [finality, success]),
    [["pending", true]],
  );
  await devnet.clock.settle();
  const [action] = (await list("/actions", { msg_hash: [hash], action_type: ["jetton_transfer"] })).filter(isSeen);
  assert.equal(action.details.amount, "5");
  assert.equal(action.transactions.length, 5);
});

test("@ton/ton reads balances and sends a transfer through the gateway", async () => {
  const [from, to] = ["bob", "carol"].map((name) => devnet.cast.wallet(name));
  const client = new TonClient({ endpoint: `${gateway.url}/api/v2/jsonRPC` });
  const minter = client.open(JettonMaster.create(Address.parseRaw(master.address.toLowerCase())));
  const data = await minter.getJettonData();
  assert.equal(data.totalSupply, BigInt(master.total_supply));
  const [ownWallet, otherWallet] = await Promise.all([from, to].map(({ address }) => minter.getWalletAddress(address)));
  const readBalance = (address) => client.open(JettonWallet.create(address)).getBalance();
  const [balanceBefore, balanceOfOther] = await Promise.all([ownWallet, otherWallet].map(readBalance));
  const body = jetton.buildTransfer({ to: to.address, amount: 77n, responseTo: from.address });
  await send("bob", [internal({ to: ownWallet, value: toNano("0.2"), bounce: true, body })]);
  await devnet.clock.settle();
  const [balanceLeft, receivedAmount] = await Promise.all([ownWallet, otherWallet].map(readBalance));
  assert.deepEqual([balanceLeft, receivedAmount], [balanceBefore - 77n, balanceOfOther + 77n]);
});
