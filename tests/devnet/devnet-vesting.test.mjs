// Vesting wallets of the local chain: list, get-methods, messages and actions agree; filters work; a developer's vesting wallet is listed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Cell, beginCell, internal, loadMessageRelaxed, toNano } from "@ton/core";
import { keyPairFromSeed } from "@ton/crypto";

import { writeRawAddress } from "../upstream/devnet/account-name.mjs";
import * as vesting from "../upstream/devnet/contracts/vesting.mjs";
import { makeVestings } from "../upstream/devnet/scenes/vesting.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { get, request } from "./devnet-request.mjs";
import { sendFrom } from "./devnet-wallet.mjs";

/** @type {any} */
let devnet;
/** Accounts of the two vesting wallets of the world. @type {string} */
let lockedAccount;
/** @type {string} */
let freeAccount;

const makeAccount = (name) => devnet.cast.wallet(name).account;
const list = async (params) => (await get(devnet, "/vesting", { limit: 1000, ...params })).vesting_contracts;
const listActions = async (params) => (await get(devnet, "/actions", { limit: 1000, sort: "asc", ...params })).actions;
const fetchAddresses = async (params) => (await list(params)).map(({ address }) => address);

const send = (name, messages) => sendFrom(devnet, name, messages);

before(async () => {
  devnet = await startDevnet({ world: "small", clock: "manual" });
  await devnet.ready;
  [lockedAccount, freeAccount] = Object.values(makeVestings(devnet.cast)).map(({ address }) =>
    writeRawAddress(address),
  );
});
after(() => devnet?.close());

test("the list of vesting wallets agrees with the get-methods, and coins are locked by the schedule", async () => {
  for (const row of await list({ contract_address: [lockedAccount, freeAccount] })) {
    const { address } = row;
    const run = async (method, stack = []) => {
      const methodResult = await get(devnet, "/runGetMethod", { address, method, stack });
      assert.equal(methodResult.exit_code, 0, method);
      return methodResult.stack.map(({ value }) => value);
    };
    const getAccount = (text) => writeRawAddress(Cell.fromBase64(text).beginParse().loadAddress());
    const [start, total, period, cliff, amount, sender, owner] = await run("get_vesting_data");
    assert.deepEqual([start, total, period, cliff].map(Number), [
      row.start_time,
      row.total_duration,
      row.unlock_period,
      row.cliff_duration,
    ]);
    assert.deepEqual(
      [String(BigInt(amount)), getAccount(sender), getAccount(owner)],
      [row.total_amount, row.sender_address, row.owner_address],
    );
    assert.deepEqual([row.sender_address, row.owner_address], [makeAccount("rosa"), makeAccount("quinn")]);
    for (const name of ["alice", "bob", "carol"]) {
      const slice = beginCell().storeAddress(devnet.cast.wallet(name).address).endCell().toBoc().toString("base64");
      const [isWhitelisted] = await run("is_whitelisted", [{ type: "slice", value: slice }]);
      assert.equal(isWhitelisted === "-0x1", row.whitelist.includes(makeAccount(name)), name);
    }
    const readLockedAmount = async (time) =>
      BigInt((await run("get_locked_amount", [{ type: "num", value: String(time) }]))[0]);
    const { start_time, total_duration, cliff_duration, total_amount } = row;
    assert.equal(await readLockedAmount(start_time), BigInt(total_amount));
    assert.equal(await readLockedAmount(start_time + total_duration), 0n);
    if (cliff_duration) {
      assert.equal(await readLockedAmount(start_time + cliff_duration - 1), BigInt(total_amount));
      assert.ok((await readLockedAmount(start_time + cliff_duration)) < BigInt(total_amount));
    }
  }
  const [{ whitelist }] = await list({ contract_address: lockedAccount });
  assert.deepEqual(whitelist, ["alice", "bob"].map(makeAccount).sort());
});

test("vesting wallets are filtered by contract, owner, sender and, on request, whitelist, in pages", async () => {
  const contracts = [lockedAccount, freeAccount].sort();
  assert.deepEqual(await fetchAddresses({ contract_address: contracts.toReversed() }), contracts);
  assert.deepEqual(await fetchAddresses({ wallet_address: makeAccount("quinn") }), [lockedAccount, freeAccount]);
  assert.deepEqual(await fetchAddresses({ wallet_address: makeAccount("rosa"), check_whitelist: true }), [
    lockedAccount,
    freeAccount,
  ]);
  assert.deepEqual(await fetchAddresses({ wallet_address: makeAccount("alice") }), []);
  assert.deepEqual(await fetchAddresses({ wallet_address: makeAccount("alice"), check_whitelist: true }), [
    lockedAccount,
  ]);
  assert.deepEqual(await fetchAddresses({ wallet_address: makeAccount("carol"), check_whitelist: true }), []);
  assert.deepEqual(await fetchAddresses({ wallet_address: [makeAccount("alice"), makeAccount("rosa")] }), [
    lockedAccount,
    freeAccount,
  ]);
  assert.deepEqual(await fetchAddresses({ wallet_address: makeAccount("quinn"), limit: 1, offset: 1 }), [freeAccount]);
  assert.deepEqual(await fetchAddresses({ contract_address: makeAccount("quinn") }), []);
  const refusedReply = await request(devnet, "/vesting", { wallet_address: makeAccount("quinn"), limit: 1001 });
  assert.equal(refusedReply.status, 422);
  const { address_book: addressBook } = await get(devnet, "/vesting", { contract_address: lockedAccount });
  const vestingAccounts = [lockedAccount, ...["alice", "bob", "quinn", "rosa"].map(makeAccount)].sort();
  assert.deepEqual(Object.keys(addressBook).sort(), vestingAccounts);
  assert.deepEqual(addressBook[lockedAccount].interfaces, ["wallet_vesting"]);
});

test("confirmed requests of a vesting wallet are actions, and refused ones are failed calls", async () => {
  const actions = await listActions({ supported_action_types: ["vesting"], include_transactions: true });
  assert.deepEqual(
    actions.map(({ type, success }) => [type, success]),
    [
      ["vesting_add_whitelist", true],
      ["vesting_send_message", true],
      ["vesting_send_message", true],
    ],
  );
  const [whitelistDetails, lockedSendDetails, freeSendDetails] = actions.map(({ details }) => details);
  assert.deepEqual(whitelistDetails, {
    query_id: "1",
    accounts_added: ["alice", "bob"].map(makeAccount),
    source: makeAccount("rosa"),
    vesting: lockedAccount,
  });
  const { message_boc: boc, ...rest } = lockedSendDetails;
  assert.deepEqual(rest, {
    query_id: "2",
    source: makeAccount("quinn"),
    vesting: lockedAccount,
    destination: makeAccount("alice"),
    amount: String(toNano(50)),
  });
  const { info } = loadMessageRelaxed(Cell.fromBase64(boc).beginParse());
  assert.ok(info.type === "internal" && info.value.coins === toNano(50));
  assert.deepEqual([freeSendDetails.vesting, freeSendDetails.destination], [freeAccount, makeAccount("carol")]);
  // The transactions are those of the caller's wallet, of the vesting wallet, and of the reply.
  for (const { transactions_full: full, details } of actions)
    assert.deepEqual(
      full.map((tx) => tx.account),
      [details.source, details.vesting, details.source],
    );
  // The wallet refuses a message to another address, and ignores an addition unless the sender of its coins makes it.
  const calls = await listActions({ account: lockedAccount, action_type: ["call_contract"] });
  assert.deepEqual(
    calls
      .filter(({ details }) => details.source === makeAccount("quinn"))
      .map(({ success, details: d }) => [d.opcode, d.destination, success]),
    [
      ["0xa7733acd", lockedAccount, false],
      ["0x7258a69b", lockedAccount, true],
    ],
  );
});

test("exactly the confirmed payments have left the vesting wallet", async () => {
  const payAndRead = async (from) =>
    (await get(devnet, "/messages", { source: from, limit: 1000 })).messages
      .filter((m) => !m.bounced && ["alice", "bob", "carol"].map(makeAccount).includes(m.destination))
      .map((m) => [m.destination, m.value])
      .sort();
  assert.deepEqual(await payAndRead(lockedAccount), [[makeAccount("alice"), String(toNano(50))]]);
  assert.deepEqual(
    await payAndRead(freeAccount),
    [
      [makeAccount("bob"), String(toNano(7))],
      [makeAccount("carol"), String(toNano(5))],
    ].sort(),
  );
  const { wallets } = await get(devnet, "/walletStates", { address: [lockedAccount] });
  assert.equal(wallets[0].is_wallet, false); // a vesting wallet is none of those that the service parses
});

test("vesting bodies have the service's names", async () => {
  const { transactions } = await get(devnet, "/transactions", { account: [lockedAccount], sort: "asc", limit: 100 });
  const calls = transactions.map((tx) => tx.in_msg).filter((m) => m?.decoded_opcode?.startsWith("vesting"));
  assert.deepEqual(
    calls.map((m) => m.decoded_opcode),
    ["vesting_add_white_list", "vesting_send_message", "vesting_send_message", "vesting_add_white_list"],
  );
  const bodies = calls.map((m) => m.message_content.body);
  assert.deepEqual(
    (await get(devnet, "/decode", { bodies })).bodies,
    calls.map((m) => m.message_content.decoded),
  );
  const codes = ["0xf7733acd", "0xf258a69b"];
  assert.deepEqual((await get(devnet, "/decode", { opcodes: codes })).opcodes, [
    "vesting_send_message_response",
    "vesting_add_white_list_response",
  ]);
});

test("a developer's vesting wallet is listed, and one without an owner is not", async () => {
  const alice = devnet.cast.wallet("alice");
  const schedule = { amount: toNano(3), startTime: devnet.chain.time(), totalDuration: 100, unlockPeriod: 10 };
  const { publicKey } = keyPairFromSeed(Buffer.alloc(32, 5));
  const ownWallet = vesting.buildVestingWallet({ publicKey, owner: alice.address, sender: alice.address, ...schedule });
  const plainVesting = vesting.buildVestingWallet({
    publicKey,
    owner: /** @type {any} */ (null),
    sender: alice.address,
    ...schedule,
  });
  await send(
    "alice",
    [ownWallet, plainVesting].map(({ address: to, init }) => internal({ to, value: toNano(3), bounce: false, init })),
  );
  await devnet.clock.settle();
  assert.deepEqual(await fetchAddresses({ wallet_address: alice.account }), [writeRawAddress(ownWallet.address)]);
  const message = internal({ to: devnet.cast.wallet("bob").address, value: toNano(1), bounce: true });
  const hash = await send("alice", [
    internal({
      to: ownWallet.address,
      value: toNano("0.1"),
      bounce: true,
      body: vesting.buildSendOrder({ message, queryId: 77 }),
    }),
  ]);
  const pendingActions = (await get(devnet, "/pendingActions", { ext_msg_hash: [hash] })).actions;
  assert.ok(pendingActions.some(({ type, finality }) => type !== "ton_transfer" && finality === "pending"));
});
