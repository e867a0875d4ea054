// Multisigs of the local chain: lists, get-methods, messages and actions agree on orders in each state; a forged order is not listed; a
// developer's own multisig is listed once it is deployed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Address, Cell, beginCell, contractAddress, internal, toNano } from "@ton/core";

import { writeRawAddress } from "../upstream/devnet/account-name.mjs";
import { buildComment } from "../upstream/devnet/contracts/code.mjs";
import * as multisig from "../upstream/devnet/contracts/multisig.mjs";
import { listAccounts } from "../upstream/devnet/kinds/multisig.mjs";
import { makeMultisigs } from "../upstream/devnet/scenes/multisig.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { readOrderActions } from "../upstream/devnet/v3/order-actions.mjs";
import { get, request } from "./devnet-request.mjs";
import { sendFrom } from "./devnet-wallet.mjs";

/** @type {any} */
let devnet;
/** The account of the multisig of the world. @type {string} */
let multisigAddress;

const getAccount = (name) => devnet.cast.wallet(name).account;
const listOrders = async (params) => (await get(devnet, "/multisig/orders", { limit: 1000, ...params })).orders;
const listWallets = async (params) => (await get(devnet, "/multisig/wallets", { limit: 1000, ...params })).multisigs;
const listActions = async (params = {}) =>
  (await get(devnet, "/actions", { limit: 1000, sort: "asc", ...params })).actions;

const send = (name, messages) => sendFrom(devnet, name, messages);
const call = (to, body, init = undefined) =>
  internal({ to: to.address ?? Address.parseRaw(to.toLowerCase()), value: toNano("0.5"), bounce: true, body, init });

before(async () => {
  devnet = await startDevnet({ world: "small", clock: "manual" });
  await devnet.ready;
  multisigAddress = writeRawAddress(makeMultisigs(devnet.cast).first.address);
});
after(() => devnet?.close());

test("the multisig has the signers that its third order set, and there are orders in every state", async () => {
  const [wallet] = await listWallets({ address: multisigAddress });
  assert.deepEqual(
    [wallet.next_order_seqno, wallet.threshold, wallet.signers, wallet.proposers],
    ["6", 2, ["mia", "noah", "olga"].map(getAccount), [getAccount("paul")]],
  );
  const stages = wallet.orders.map((o) => [o.order_seqno, o.sent_for_execution, o.approvals_mask, o.approvals_num]);
  assert.deepEqual(stages, [
    ["0", true, "3", 2],
    ["1", true, "3", 2],
    ["2", true, "3", 2],
    ["3", false, "0", 0],
    ["4", false, "4", 1],
    ["5", false, "2", 1],
  ]);
  const now = devnet.chain.time();
  assert.deepEqual(
    wallet.orders.map((o) => o.expiration_date > now),
    [true, true, true, true, true, false],
  );
  // An order keeps the signers that the multisig had when it was made.
  assert.deepEqual(
    wallet.orders.map((o) => o.signers.length),
    [2, 2, 2, 3, 3, 3],
  );
});

test("the get-methods of multisigs and orders agree with the lists", async () => {
  const run = async (address, method, stack = []) => {
    const { exit_code, stack: resultStack } = await get(devnet, "/runGetMethod", { address, method, stack });
    assert.equal(exit_code, 0, method);
    return resultStack.map(({ value }) => value);
  };
  const makeCell = (text) => Cell.fromBase64(text);
  const [wallet] = await listWallets({ address: multisigAddress });
  const [next, threshold, signers, proposers] = await run(multisigAddress, "get_multisig_data");
  assert.deepEqual(
    [String(BigInt(next)), Number(threshold), listAccounts(makeCell(signers)), listAccounts(makeCell(proposers))],
    [wallet.next_order_seqno, wallet.threshold, wallet.signers, wallet.proposers],
  );
  for (const order of wallet.orders) {
    const data = await run(order.address, "get_order_data");
    const [orderMultisig, seqno, neededApprovals, isSent, members, mask, count, expiration, actions] = data;
    assert.deepEqual(
      [
        writeRawAddress(makeCell(orderMultisig).beginParse().loadAddress()),
        String(BigInt(seqno)),
        Number(neededApprovals),
        isSent === "-0x1",
        listAccounts(makeCell(members)),
        String(BigInt(mask)),
        Number(count),
        Number(expiration),
        makeCell(actions).hash().toString("hex"),
      ],
      [
        multisigAddress,
        order.order_seqno,
        order.threshold,
        order.sent_for_execution,
        order.signers,
        order.approvals_mask,
        order.approvals_num,
        order.expiration_date,
        makeCell(order.order_boc).hash().toString("hex"),
      ],
    );
    const [address] = await run(multisigAddress, "get_order_address", [{ type: "num", value: order.order_seqno }]);
    assert.equal(writeRawAddress(makeCell(address).beginParse().loadAddress()), order.address);
    const { accounts } = await get(devnet, "/accountStates", { address: [order.address] });
    const { last_transaction_lt, code_hash, data_hash, interfaces } = accounts[0];
    assert.deepEqual(
      [order.last_transaction_lt, order.code_hash, order.data_hash, interfaces],
      [last_transaction_lt, code_hash, data_hash, ["multisig_order_v2"]],
    );
  }
});

test("filters, orders and pages of multisigs and their orders are right", async () => {
  const orders = await listOrders({ multisig_address: [multisigAddress], sort: "asc" });
  assert.equal(orders.length, 6);
  assert.deepEqual(await listOrders({ multisig_address: [multisigAddress] }), orders.toReversed());
  assert.deepEqual(
    await listOrders({ multisig_address: [multisigAddress], limit: 2, offset: 1 }),
    orders.toReversed().slice(1, 3),
  );
  const [firstOrder, secondOrder] = orders;
  assert.deepEqual(await listOrders({ address: [secondOrder.address, firstOrder.address], sort: "asc" }), [
    firstOrder,
    secondOrder,
  ]);
  assert.deepEqual(await listOrders({ address: [firstOrder.address], multisig_address: [getAccount("mia")] }), []);
  assert.deepEqual(await listOrders({ address: [multisigAddress] }), []);
  assert.ok(orders.every(({ actions }) => actions === null));

  const [wallet] = await listWallets({ address: [multisigAddress] });
  assert.deepEqual(wallet.orders, orders);
  for (const name of ["mia", "noah", "olga", "paul"])
    assert.deepEqual(await listWallets({ wallet_address: [getAccount(name)] }), [wallet], name);
  assert.deepEqual(await listWallets({ wallet_address: [getAccount("alice")] }), []);
  assert.deepEqual(await listWallets({ wallet_address: [getAccount("alice"), getAccount("paul")] }), [wallet]);
  assert.deepEqual(await listWallets({ address: [multisigAddress], wallet_address: [getAccount("alice")] }), []);
  assert.deepEqual(await listWallets({ address: [multisigAddress], include_orders: false }), [
    { ...wallet, orders: [] },
  ]);
  assert.deepEqual(await listWallets({ address: [firstOrder.address] }), []);
  assert.deepEqual(await listWallets({ address: [multisigAddress], offset: 1 }), []);
  const refusal = await request(devnet, "/multisig/orders", { multisig_address: multisigAddress, limit: 1001 });
  assert.deepEqual([refusal.status, refusal.body.error], [500, "limit is not allowed: 1001 > 1000"]);
});

test("the address book of a multisig response has the accounts of its rows and of their actions", async () => {
  const findNamed = (body) => Object.keys(body.address_book).sort();
  const wallets = await get(devnet, "/multisig/wallets", { address: multisigAddress });
  const [wallet] = wallets.multisigs;
  const members = ["mia", "noah", "olga", "paul"].map(getAccount);
  assert.deepEqual(
    findNamed(wallets),
    [multisigAddress, ...members, ...wallet.orders.map(({ address }) => address)].sort(),
  );
  assert.deepEqual(wallets.address_book[multisigAddress].interfaces, ["multisig_v2"]);
  const [plainRead, parsedRead] = [false, true].map((parse_actions) =>
    get(devnet, "/multisig/orders", { address: wallet.orders[3].address, parse_actions }),
  );
  const signers = ["mia", "noah", "olga"].map(getAccount);
  assert.deepEqual(findNamed(await plainRead), [multisigAddress, wallet.orders[3].address, ...signers].sort());
  const extraAccounts = ["alice", "bob"].map(getAccount);
  assert.deepEqual(
    findNamed(await parsedRead),
    [multisigAddress, wallet.orders[3].address, ...signers, ...extraAccounts].sort(),
  );
});

test("an order's actions are parsed: messages by their bodies, multisig updates, and invalid cells", async () => {
  const orders = await listOrders({ multisig_address: [multisigAddress], parse_actions: true, sort: "asc" });
  const [[paidOrder], , [change], proposed] = orders.map(({ actions }) => actions);
  const { body_raw, ...rest } = paidOrder;
  assert.deepEqual(rest, {
    destination: getAccount("bob"),
    value: String(toNano("1.5")),
    parsed: true,
    error: null,
    parsed_body: { comment: "from the multisig", encrypted: false },
    parsed_body_type: "ton_transfer",
    send_mode: 1,
  });
  assert.ok(Cell.fromBase64(body_raw).equals(buildComment("from the multisig")));
  assert.deepEqual(change, {
    destination: null,
    value: null,
    body_raw: null,
    parsed: true,
    error: null,
    parsed_body: {
      new_threshold: 2,
      new_signers: ["mia", "noah", "olga"].map(getAccount),
      new_proposers: [getAccount("paul")],
    },
    parsed_body_type: "multisig_update_params",
    send_mode: 0,
  });
  assert.deepEqual(
    proposed.map(({ parsed: parsedAction, parsed_body_type: type, error }) => [parsedAction, type, error]),
    [
      [true, "jetton_transfer", null],
      [true, "ton_transfer", null],
      [true, "ton_transfer", null],
      [true, "unknown", null],
      [false, "unknown", `failed to parse order action: unknown order action type: ${0xbad}`],
    ],
  );
  const { forward_payload, ...transfer } = proposed[0].parsed_body;
  assert.deepEqual(transfer, {
    query_id: 0,
    amount: "5",
    destination: getAccount("alice"),
    response: multisigAddress,
    custom_payload: null,
    forward_amount: "0",
    comment: "invoice 7",
    encrypted_comment: false,
    payload_sum_type: "TextComment",
    stonfi_swap_body: null,
  });
  assert.ok(Cell.fromBase64(forward_payload).equals(buildComment("invoice 7")));
  assert.deepEqual(proposed[2].parsed_body, { comment: "", encrypted: false });
  assert.equal(proposed[3].parsed_body.opcode, 0xfeed);
});

test("every body that the service parses in an order is parsed, and a broken body is unknown", () => {
  const to = devnet.cast.wallet("alice").address;
  const startBody = (op) => beginCell().storeUint(op, 32).storeUint(7, 64);
  const innerBody = beginCell().storeUint(0x178d4519, 32).storeUint(8, 64).storeCoins(9).endCell();
  const status = beginCell().storeUint(0xeed236d3, 32).endCell();
  const [address, base64] = [writeRawAddress(to), (cell) => cell.toBoc().toString("base64")];
  /** @type {[string, Cell, object][]} */
  const cases = [
    [
      "jetton_burn",
      startBody(0x595f07bc).storeCoins(3).storeAddress(to).storeBit(0).endCell(),
      { query_id: 7, amount: "3", response_destination: address },
    ],
    [
      "jetton_mint",
      startBody(0x642b7d07).storeAddress(to).storeCoins(4).storeRef(innerBody).endCell(),
      {
        opcode: 0x642b7d07,
        query_id: 7,
        to_address: address,
        ton_amount: "4",
        master_msg_query_id: 8,
        master_msg_jetton_amount: "9",
      },
    ],
    [
      "nft_transfer",
      startBody(0x5fcc3d14)
        .storeAddress(to)
        .storeAddress(null)
        .storeBit(0)
        .storeCoins(1)
        .storeBit(1)
        .storeRef(innerBody)
        .endCell(),
      {
        query_id: 7,
        new_owner: address,
        response_destination: null,
        custom_payload: null,
        forward_amount: "1",
        forward_payload: base64(innerBody),
      },
    ],
    ["jetton_top_up", startBody(0x9fd3).endCell(), { query_id: 7 }],
    [
      "jetton_change_admin",
      startBody(0x6501f354).storeAddress(to).endCell(),
      { query_id: 7, new_admin_address: address },
    ],
    ["jetton_claim_admin", startBody(0xfb88e119).endCell(), { query_id: 7 }],
    [
      "jetton_change_content",
      startBody(0xcb862902).storeStringTail("https://example.com/a.json").endCell(),
      { query_id: 7, new_metadata_url: "https://example.com/a.json" },
    ],
    [
      "jetton_call_to",
      startBody(0x235caf52).storeAddress(to).storeCoins(2).storeRef(status).endCell(),
      {
        query_id: 7,
        to_address: address,
        ton_amount: "2",
        action_type: "JettonSetStatus",
        action_data: base64(status),
      },
    ],
    [
      "jetton_set_status",
      startBody(0xeed236d3).storeUint(3, 4).storeUint(0, 4).endCell(),
      { query_id: 7, new_status: 48 },
    ],
    ["single_nominator_withdraw", startBody(0x1000).storeCoins(6).endCell(), { query_id: 7, coins: "6" }],
    [
      "single_nominator_change_validator",
      startBody(0x1001).storeAddress(to).endCell(),
      { query_id: 7, validator_address: address },
    ],
    [
      "ton_transfer",
      beginCell().storeUint(0x2167da4b, 32).storeStringTail("secret").endCell(),
      { comment: "secret", encrypted: true },
    ],
  ];
  const order = (bodies) => {
    const actions = bodies.map((body) => multisig.buildSendMessage({ message: internal({ to, value: 1n, body }) }));
    const body = multisig.buildNewOrder({ actions, index: 0, expiration: 0 });
    return body.refs[0].toBoc().toString("base64");
  };
  const parsedActions = readOrderActions(order(cases.map(([, body]) => body))) ?? [];
  assert.deepEqual(
    parsedActions.map(({ parsed_body_type: type, parsed_body: body }) => [type, body]),
    cases.map(([type, , body]) => [type, body]),
  );
  const brokenBody = beginCell().storeUint(0x0f8a7ea5, 32).storeUint(1, 8).endCell();
  const [unknownAction] = readOrderActions(order([brokenBody])) ?? [];
  assert.deepEqual(
    [unknownAction.parsed, unknownAction.parsed_body_type, unknownAction.parsed_body],
    [true, "unknown", { opcode: 0, data: brokenBody.toBoc().toString("base64") }],
  );
  assert.equal(readOrderActions(beginCell().storeUint(1, 1).endCell().toBoc().toString("base64")), null);
});

test("each order's creation, approvals and execution are actions with existing transactions", async () => {
  const transactions = new Map(
    (await get(devnet, "/transactions", { limit: 1000 })).transactions.map((tx) => [tx.hash, tx]),
  );
  const orders = await listOrders({ multisig_address: [multisigAddress], sort: "asc" });
  const actions = (await listActions({ supported_action_types: ["multisig"], include_accounts: true })).sort(
    (a, b) => Number(a.start_lt) - Number(b.start_lt),
  );
  const listActionsOfType = (type) => actions.filter((action) => action.type === type);
  for (const { transactions: hashes } of actions) for (const hash of hashes) assert.ok(transactions.has(hash), hash);

  const creations = listActionsOfType("multisig_create_order");
  assert.deepEqual(
    creations.map(({ details: d }) => [d.source, d.destination, d.destination_order, d.order_boc, d.expiration_date]),
    orders.map((order, i) => [
      getAccount(["mia", "mia", "noah", "paul", "olga", "noah"][i]),
      multisigAddress,
      order.address,
      order.order_boc,
      order.expiration_date,
    ]),
  );
  assert.deepEqual(
    creations.map(({ details: d }) => [d.query_id, d.is_created_by_signer, d.is_signed_by_creator, d.creator_index]),
    [
      ["1", true, true, 0],
      ["2", true, true, 0],
      ["3", true, true, 1],
      ["6", false, false, 0],
      ["7", true, true, 2],
      ["8", true, true, 1],
    ],
  );
  assert.ok(creations.every(({ details, success }) => success && BigInt(details.order_seqno) === multisig.NEXT_SEQNO));
  for (const [i, { accounts }] of creations.entries())
    for (const member of [multisigAddress, orders[i].address, ...orders[i].signers])
      assert.ok(accounts.includes(member));

  const approvedOrders = listActionsOfType("multisig_approve").map(({ success, details: d }) => [
    d.source,
    orders.findIndex(({ address }) => address === d.destination),
    d.signer_index,
    d.exit_code,
    success,
  ]);
  assert.deepEqual(approvedOrders, [
    [getAccount("noah"), 0, 1, 0, true],
    [getAccount("mia"), 2, -1, 0, true], // by a comment
    [getAccount("noah"), 1, 1, 0, true],
    [getAccount("olga"), 4, 2, 107, false], // for the second time
    [getAccount("olga"), 5, 2, 111, false], // too late
  ]);
  const executions = listActionsOfType("multisig_execute");
  assert.deepEqual(
    executions.map(({ success, details: d }) => [d.order_seqno, d.approvals_num, d.destination, d.source, success]),
    [
      ["0", 2, multisigAddress, orders[0].address, true],
      ["2", 2, multisigAddress, orders[2].address, true],
      ["1", 2, multisigAddress, orders[1].address, false], // its signers are no longer those of the multisig
    ],
  );
  for (const { details } of executions) {
    const hash = Buffer.from(details.signers_hash, "base64");
    assert.equal(hash.length, 32);
    assert.equal(details.order_boc, orders[Number(details.order_seqno)].order_boc);
  }
  // The approvals in the actions are those that the orders count.
  for (const [i, order] of orders.entries()) {
    const creatorApprovals = Number(creations[i].details.is_signed_by_creator);
    const approvalsByOthers = approvedOrders.filter(([, of_, , , success]) => of_ === i && success).length;
    assert.equal(order.approvals_num, creatorApprovals + approvalsByOthers, `order ${i}`);
  }
  // The payments that the executed order sent have arrived.
  const transfers = await listActions({ account: getAccount("bob"), action_type: ["ton_transfer"] });
  assert.deepEqual(
    transfers.filter(({ details }) => details.source === multisigAddress).map(({ details: d }) => [d.value, d.comment]),
    [[String(toNano("1.5")), "from the multisig"]],
  );
  // The signers' multisig refuses a stranger's order, and the order is not listed.
  const refusal = await listActions({ account: getAccount("paul"), action_type: ["call_contract"] });
  assert.ok(
    refusal.some(
      ({ success, details: d }) => d.opcode === "0xf718510f" && d.destination === multisigAddress && !success,
    ),
  );
});

test("multisig bodies have the service's names in messages, in decode and as names of operations", async () => {
  const { transactions } = await get(devnet, "/transactions", { account: [multisigAddress], limit: 100 });
  const decodedOpcodes = new Set(transactions.map((tx) => tx.in_msg?.decoded_opcode).filter(Boolean));
  for (const name of ["mulisig_new_order", "multisig_execute"]) assert.ok(decodedOpcodes.has(name), name);
  for (const { in_msg } of transactions) {
    const { body, decoded } = in_msg?.message_content ?? {};
    if (!in_msg?.decoded_opcode?.startsWith("mul")) continue;
    assert.equal(decoded["@type"], in_msg.decoded_opcode);
    assert.deepEqual((await get(devnet, "/decode", { bodies: [body] })).bodies, [decoded]);
  }
  const codes = ["0x9c73fba2", "0xa762230f", "0x82609bf6", "0xafaf283e", "0xa32c59bf"];
  assert.deepEqual((await get(devnet, "/decode", { opcodes: codes })).opcodes, [
    "multisig_order_init",
    "multisig_approve",
    "multisig_approve_accepted",
    "multisig_approve_rejected",
    "multisig_execute_internal",
  ]);
});

test("an order that its multisig does not know is not listed under it", async () => {
  const [realOrder] = await listOrders({ multisig_address: [multisigAddress], sort: "asc" });
  const { code } = multisig.buildOrder({ multisig: Address.parseRaw(multisigAddress.toLowerCase()), seqno: 0 }).init;
  const { accounts } = await get(devnet, "/accountStates", { address: [realOrder.address] });
  const init = { code, data: Cell.fromBase64(accounts[0].data_boc) };
  const forgedAddress = contractAddress(0, init);
  await send("alice", [internal({ to: forgedAddress, value: toNano("0.5"), bounce: false, init })]);
  await devnet.clock.settle();
  const { exit_code } = await get(devnet, "/runGetMethod", {
    address: writeRawAddress(forgedAddress),
    method: "get_order_data",
  });
  assert.equal(exit_code, 0); // the forged order's get-method responds as a real one does
  assert.deepEqual(await listOrders({ address: [writeRawAddress(forgedAddress)] }), []);
  assert.equal((await listOrders({ multisig_address: [multisigAddress] })).length, 6);
  const [wallet] = await listWallets({ address: [multisigAddress] });
  assert.equal(wallet.orders.length, 6);
});

test("a developer's multisig is listed at once, and its order goes from pending action to payment", async () => {
  const [alice, bob] = ["alice", "bob"].map((name) => devnet.cast.wallet(name));
  const ownMultisig = multisig.buildMultisig({ threshold: 2, signers: [alice.address, bob.address] });
  const address = writeRawAddress(ownMultisig.address);
  await send("alice", [internal({ to: ownMultisig.address, value: toNano(5), bounce: false, init: ownMultisig.init })]);
  await devnet.clock.settle();
  const [emptyWallet] = await listWallets({ address });
  assert.deepEqual(
    [emptyWallet.next_order_seqno, emptyWallet.signers, emptyWallet.proposers, emptyWallet.orders],
    ["0", [alice.account, bob.account], [], null],
  );
  const actions = [
    multisig.buildSendMessage({ message: internal({ to: bob.address, value: toNano(1), body: "mine" }) }),
  ];
  const body = multisig.buildNewOrder({ actions, index: 0, expiration: devnet.chain.time() + 86_400, queryId: 99 });
  const hash = await send("alice", [call(ownMultisig, body)]);
  await devnet.clock.step();
  assert.deepEqual(await listOrders({ multisig_address: address }), []);
  await devnet.clock.settle();
  const [action] = await listActions({ msg_hash: [hash], action_type: ["multisig_create_order"] });
  const [order] = await listOrders({ multisig_address: address });
  assert.deepEqual([action.details.destination_order, order.approvals_num], [order.address, 1]);

  const approval = await send("bob", [call(order.address, multisig.buildApprove({ index: 1 }))]);
  const pendingActions = (await get(devnet, "/pendingActions", { ext_msg_hash: [approval] })).actions;
  assert.deepEqual(
    pendingActions.filter(({ type }) => type.startsWith("multisig")).map(({ type, finality }) => [type, finality]),
    [
      ["multisig_approve", "pending"],
      ["multisig_execute", "pending"],
    ],
  );
  assert.equal((await listOrders({ address: order.address }))[0].approvals_num, 1);
  await devnet.clock.settle();
  assert.deepEqual(
    (await listOrders({ address: order.address })).map((o) => [o.approvals_num, o.sent_for_execution]),
    [[2, true]],
  );
  const [{ trace_id }] = await listActions({ msg_hash: [approval], action_type: ["multisig_approve"] });
  const doneAction = await listActions({ trace_id: [trace_id] });
  assert.deepEqual(
    doneAction.filter(({ details }) => details.comment === "mine").map(({ details }) => details.value),
    [String(toNano(1))],
  );
  assert.equal((await listWallets({ wallet_address: [alice.account] })).length, 1);
});
