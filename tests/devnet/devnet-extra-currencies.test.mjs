// Extra currencies: the currency that the zero state gave to one account is in every response about it, and no amount is lost.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Cell, beginCell, contractAddress, internal, toNano } from "@ton/core";

import { EXTRA_CURRENCY } from "../upstream/devnet/cast.mjs";
import { writeRawAddress } from "../upstream/devnet/account-name.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { runGetMethod, findState } from "../upstream/devnet/view.mjs";
import { query } from "../upstream/upstream-call.mjs";
import { get } from "./devnet-request.mjs";
import { sendFrom } from "./devnet-wallet.mjs";

const ID = String(EXTRA_CURRENCY.id);
/** @type {any} */
let devnet;
/** @type {any} */
let python;
before(async () => {
  [devnet, python] = await Promise.all([
    startDevnet({ world: "small" }),
    startDevnet({ world: "small", variant: "python" }),
  ]);
  await Promise.all([devnet.ready, python.ready]);
});
after(() => Promise.all([devnet?.close(), python?.close()]));

const list = async (path, params = {}) =>
  Object.values(await get(devnet, path, { limit: 1000, ...params })).find(Array.isArray);
const getAccount = (name) => devnet.cast.wallet(name).account;
const getAmountIn = (currencies) => BigInt(currencies?.[ID] ?? 0);
async function v2(path, params, chain = devnet) {
  const response = await fetch(`${chain.url}/api/v2${path}?${query(params)}`);
  return (await response.json()).result;
}
/** The amounts of v2 in the form of v3. */
const getRowsById = (rows) => Object.fromEntries(rows.map(({ id, amount }) => [id, amount]));

const send = (name, messages) => sendFrom(devnet, name, messages);
const buildMessage = (to, amount, overrides = {}) =>
  internal({ to, value: toNano("0.2"), bounce: false, extracurrency: { [ID]: amount }, ...overrides });

test("all accounts together hold what the zero state created, and v2 and v3 agree on each account", async () => {
  const accounts = devnet.db.all("SELECT account FROM accounts ORDER BY account").map(({ account }) => account);
  const states = [];
  for (let i = 0; i < accounts.length; i += 50)
    states.push(...(await list("/accountStates", { address: accounts.slice(i, i + 50), include_boc: false })));
  assert.equal(
    states.reduce((total, { extra_currencies: currencies }) => total + getAmountIn(currencies), 0n),
    EXTRA_CURRENCY.amount,
  );
  const holders = states.filter(({ extra_currencies: currencies }) => Object.keys(currencies).length);
  assert.deepEqual(
    holders.map(({ address }) => address).sort(),
    ["treasurer", "alice", "bob", "grace"].map(getAccount).sort(),
  );
  for (const { address, extra_currencies: currencies } of [...holders, states.find((s) => !holders.includes(s))]) {
    const [wallet] = await list("/walletStates", { address: [address] });
    // A wallet without extra currencies leaves the field out.
    assert.deepEqual(wallet.extra_currencies ?? {}, currencies);
    for (const method of ["/getAddressInformation", "/getExtendedAddressInformation"]) {
      const { extra_currencies: rows } = await v2(method, { address });
      assert.deepEqual(getRowsById(rows), currencies, method);
      for (const row of rows) assert.deepEqual(Object.keys(row), ["@type", "id", "amount"]);
    }
    assert.deepEqual(
      getRowsById((await v2("/getWalletInformation", { address }, python)).extra_currencies),
      currencies,
    );
  }
});

test("a currency's id is a signed number in v2, and unsigned in v3", async () => {
  const { listExtraCurrencies } = await import("../upstream/devnet/v2/shapes.mjs");
  assert.deepEqual(listExtraCurrencies({ 4294967279: "7" }), [{ "@type": "extraCurrency", id: -17, amount: "7" }]);
});

test("each transaction changes an account's extra currencies by what its messages carry", async () => {
  const transactions = await list("/transactions", { account: ["treasurer", "alice", "bob", "grace"].map(getAccount) });
  let movedCount = 0;
  for (const tx of transactions) {
    const amountBefore = getAmountIn(tx.account_state_before.extra_currencies);
    const receivedAmount = getAmountIn(tx.in_msg?.value_extra_currencies);
    const sentAmount = tx.out_msgs.reduce((total, m) => total + getAmountIn(m.value_extra_currencies), 0n);
    assert.equal(
      getAmountIn(tx.account_state_after.extra_currencies),
      amountBefore + receivedAmount - sentAmount,
      tx.hash,
    );
    assert.equal(getAmountIn(tx.description.credit_ph?.credit_extra_currencies), receivedAmount);
    assert.deepEqual(tx.total_fees_extra_currencies, {});
    if (receivedAmount || sentAmount) movedCount += 1;
  }
  assert.ok(movedCount >= 9, `${movedCount}`);
});

test("messages of v3 and v2 have the same amounts of extra currencies", async () => {
  const messages = await list("/messages", { source: getAccount("treasurer") });
  const messagesWithCurrencies = messages.filter((m) => Object.keys(m.value_extra_currencies ?? {}).length);
  assert.ok(messagesWithCurrencies.length >= 5 && messagesWithCurrencies.length < messages.length);
  assert.ok((await list("/messages", { only_externals: true })).every((m) => m.value_extra_currencies === null));
  const rows = await v2("/getTransactions", { address: getAccount("treasurer"), limit: 20 });
  const messagesOfV2 = rows
    .flatMap(({ in_msg: incoming, out_msgs: outMessages }) => [incoming, ...outMessages])
    .filter(Boolean);
  let comparedCount = 0;
  for (const message of messagesOfV2) {
    const knownMessage = messages.find(({ hash }) => hash === message.hash);
    if (!knownMessage) continue;
    assert.deepEqual(getRowsById(message.extra_currencies), knownMessage.value_extra_currencies);
    comparedCount += 1;
  }
  assert.ok(comparedCount >= 5);
});

test("actions with extra currencies have another type in the response, and filters use their original type", async () => {
  const actions = await list("/actions");
  const renamedActions = actions.filter(({ type }) => type === "extra_currency_transfer");
  const tokenTransfers = renamedActions.filter(({ details }) => "comment" in details);
  assert.deepEqual(
    tokenTransfers
      .map(({ details, success }) => [details.value_extra_currencies[ID], details.comment, success])
      .reverse(),
    [
      ["5000000", "some of another coin", true],
      ["70000", null, true],
      ["300", "not wanted", false],
      ["400", "all of it comes back", false],
    ],
  );
  const [call, ...furtherCalls] = renamedActions.filter((a) => !tokenTransfers.includes(a));
  assert.deepEqual([call.details.extra_currencies, furtherCalls], [{ [ID]: "1" }, []]);
  const transfersOfType = await list("/actions", { action_type: ["ton_transfer"] });
  assert.deepEqual(
    transfersOfType.filter(({ type }) => type === "extra_currency_transfer"),
    tokenTransfers,
  );
  assert.deepEqual(await list("/actions", { action_type: ["extra_currency_transfer"] }), []);
  for (const { type, details } of actions.filter((a) => !renamedActions.includes(a)))
    assert.deepEqual(details.value_extra_currencies ?? details.extra_currencies ?? {}, {}, type);
});

test("a refused message returns the currency, by a bounce of the old and of the new format", async () => {
  const refunds = (
    await list("/messages", { source: devnet.cast.thrower.account, destination: getAccount("treasurer"), sort: "asc" })
  ).filter(({ bounced: bouncedMessages }) => bouncedMessages);
  assert.deepEqual(
    refunds.map((m) => [m.value_extra_currencies, m.extra_flags, m.opcode]),
    [
      [{ [ID]: "300" }, "0", "0xffffffff"],
      [{ [ID]: "400" }, "3", "0xfffffffe"],
    ],
  );
  // The new format has the whole body in its first reference, and the reason: the phase that failed (1 is the compute phase), and its exit
  // code.
  const body = Cell.fromBase64(refunds[1].message_content.body).beginParse().skip(32);
  const originalSlice = body.loadRef().beginParse();
  assert.deepEqual([originalSlice.loadUint(32), originalSlice.loadStringTail()], [0, "all of it comes back"]);
  body.loadRef();
  assert.deepEqual([body.loadUint(8), body.loadInt(32)], [1, 42]);
});

test("past states have the extra currencies of that time", async () => {
  const [receivedRow] = (await list("/transactions", { account: [getAccount("grace")] })).filter(
    ({ in_msg: m }) => getAmountIn(m?.value_extra_currencies) === 70_000n,
  );
  const fetchValuesAt = async (seqno) =>
    getRowsById((await v2("/getAddressInformation", { address: getAccount("grace"), seqno })).extra_currencies);
  assert.deepEqual(await fetchValuesAt(receivedRow.mc_block_seqno - 1), {});
  assert.deepEqual(await fetchValuesAt(receivedRow.mc_block_seqno), { [ID]: "70000" });
  assert.deepEqual(
    findState(devnet.chain, getAccount("treasurer"), 1).extra_currencies,
    `{"${ID}":"${EXTRA_CURRENCY.amount}"}`,
  );
});

test("a transfer in flight is pending with its currency, and a transfer of a missing currency is skipped", async () => {
  // A contract that returns its balance: SETCP0 DROP BALANCE.
  const init = { code: beginCell().storeBuffer(Buffer.from("ff0030f827", "hex")).endCell(), data: Cell.EMPTY };
  const address = contractAddress(0, init);
  const hash = await send("treasurer", [buildMessage(address, 11n, { init })]);
  const { actions } = await get(devnet, "/pendingActions", { ext_msg_hash: [hash] });
  const [pendingActions] = actions.filter(({ type }) => type === "extra_currency_transfer");
  assert.deepEqual(
    [pendingActions.finality, pendingActions.details.value_extra_currencies],
    ["pending", { [ID]: "11" }],
  );
  const { transactions } = await get(devnet, "/pendingTransactions", { account: [writeRawAddress(address)] });
  assert.deepEqual(transactions[0].account_state_after.extra_currencies, { [ID]: "11" });
  await devnet.clock.settle();
  const { stack } = await runGetMethod(devnet.chain, { account: writeRawAddress(address), method: "any", stack: [] });
  const [balance] = /** @type {any} */ (stack);
  assert.deepEqual([balance.type, balance.items[1].type], ["tuple", "cell"]);

  await assert.rejects(send("treasurer", [buildMessage(address, EXTRA_CURRENCY.amount)]), /was not accepted/);
  // If the account has none of the currency, the executor skips such a message (mode 2).
  const refusalHash = await send("carol", [buildMessage(address, 1n)]);
  await devnet.clock.settle();
  const [tx] = await list("/transactions", { msg_hash: [refusalHash] });
  assert.deepEqual([tx.description.action.skipped_actions, tx.out_msgs.length], [1, 0]);
  const [state] = await list("/accountStates", { address: [writeRawAddress(address)] });
  assert.deepEqual(state.extra_currencies, { [ID]: "11" });
});
