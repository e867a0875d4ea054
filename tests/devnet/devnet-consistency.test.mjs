// Compares the devnet's responses with each other and with the cells: recomputed hashes, ordered lt, balances to the last nanoton, v2 with
// v3. The ton-edge client also paginates the longest history through the gateway.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Address, Cell, Dictionary, internal, loadTransaction, toNano } from "@ton/core";
import { createClient } from "ton-edge";
import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";
import { get } from "./devnet-request.mjs";
import { query } from "../upstream/upstream-call.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const computeHash = (boc) => Cell.fromBase64(boc).hash().toString("base64");
const sumValues = (values) => values.reduce((sum, value) => sum + BigInt(value ?? 0), 0n);
const toRaw = (text) => (text === "" ? null : Address.parse(text).toRawString().toUpperCase());

/** @type {any} */
let devnet;
/** All transactions as v3 lists them, oldest first; by hash; and by account. @type {any[]} */
let transactions;
/** @type {Map<string, any>} */
let contractsByHash;
/** @type {Map<string, any[]>} */
let histories;

async function v2(path, params = {}) {
  const response = await fetch(`${devnet.url}/api/v2${path}?${query(params)}`);
  const body = await response.json();
  assert.equal(body.ok, true, `${path} ${JSON.stringify(params)}: ${body.error}`);
  return body.result;
}

/** A whole list, in pages of 1000 rows. */
async function readWhole(path, key, params = {}) {
  const allPages = [];
  for (let offset = 0; ; offset += 1000) {
    const page = (await get(devnet, path, { ...params, sort: "asc", limit: 1000, offset }))[key];
    allPages.push(...page);
    if (page.length < 1000) return allPages;
  }
}

before(
  async () => {
    devnet = await startDevnet({ world: "full", clock: "manual" });
    await devnet.ready;
    await devnet.clock.settle();
    transactions = await readWhole("/transactions", "transactions");
    contractsByHash = new Map(transactions.map((tx) => [tx.hash, tx]));
    histories = new Map();
    for (const tx of transactions) histories.set(tx.account, [...(histories.get(tx.account) ?? []), tx]);
  },
  { timeout: 240_000 },
);
after(() => devnet?.close());

test("every transaction is listed once; the transactions of an account are linked by hash, and their lt rises", () => {
  assert.equal(contractsByHash.size, transactions.length);
  assert.equal(transactions.length, devnet.db.get("SELECT count(*) AS n FROM transactions").n);
  assert.ok(
    Math.max(...[...histories.values()].map((h) => h.length)) > 1700,
    "the busy account is missing in this world",
  );
  for (const history of histories.values()) {
    let previousTransaction = { hash: `${"A".repeat(43)}=`, lt: "0" };
    for (const tx of history) {
      assert.deepEqual([tx.prev_trans_hash, tx.prev_trans_lt], [previousTransaction.hash, previousTransaction.lt]);
      assert.ok(BigInt(tx.lt) > BigInt(previousTransaction.lt));
      previousTransaction = tx;
    }
  }
});

test("a message is received after it was sent, and unchanged", () => {
  const senderOf = new Map(transactions.flatMap((tx) => tx.out_msgs.map((m) => [m.hash, { tx, m }])));
  for (const tx of transactions) {
    tx.out_msgs.forEach((m, i) => assert.equal(m.created_lt, String(BigInt(tx.lt) + 1n + BigInt(i))));
    const from = tx.in_msg && tx.in_msg.source !== null ? senderOf.get(tx.in_msg.hash) : undefined;
    if (tx.in_msg?.source != null) assert.ok(from, `${tx.hash} received a message without a sender`);
    if (!from) continue;
    assert.deepEqual(tx.in_msg, from.m);
    assert.ok(BigInt(tx.lt) > BigInt(from.m.created_lt));
    assert.equal(tx.trace_id, from.tx.trace_id);
  }
});

test("the hashes of bodies and StateInits are the hashes of their cells", () => {
  for (const m of transactions.flatMap((tx) => [tx.in_msg, ...tx.out_msgs]).filter(Boolean)) {
    assert.equal(m.message_content.hash, computeHash(m.message_content.body));
    if (m.init_state) assert.equal(m.init_state.hash, computeHash(m.init_state.body));
  }
});

/** The types of actions that the scenes perform. */
const PERFORMED_ACTION_TYPES = [
  "auction_bid",
  "auction_outbid",
  "call_contract",
  "change_dns",
  "contract_deploy",
  "delete_dns",
  "dns_purchase",
  "dns_release",
  "election_deposit",
  "election_recover",
  "extra_currency_transfer",
  "jetton_burn",
  "jetton_mint",
  "jetton_transfer",
  "multisig_approve",
  "multisig_create_order",
  "multisig_execute",
  "nft_cancel_auction",
  "nft_cancel_sale",
  "nft_discovery",
  "nft_finish_auction",
  "nft_mint",
  "nft_purchase",
  "nft_put_on_auction",
  "nft_put_on_sale",
  "nft_transfer",
  "renew_dns",
  "stake_deposit",
  "stake_withdrawal",
  "stake_withdrawal_request",
  "ton_transfer",
  "vesting_add_whitelist",
  "vesting_send_message",
];

/** How much a transaction changed the balance of its account. */
const change = (tx) =>
  BigInt(tx.in_msg?.value ?? 0) -
  BigInt(tx.total_fees) -
  sumValues(tx.out_msgs.map((m) => m.value)) -
  sumValues(tx.out_msgs.map((m) => m.fwd_fee));

test("balances add up to the last nanoton, per transaction and over the whole chain", async () => {
  let fees = 0n;
  for (const [account, history] of histories) {
    for (const tx of history) {
      const { account_state_before: stateBefore, account_state_after: stateAfter } = tx;
      assert.equal(
        BigInt(stateAfter.balance ?? 0),
        BigInt(stateBefore.balance ?? 0) + change(tx),
        `${account} ${tx.lt}`,
      );
      fees += BigInt(tx.total_fees);
    }
    history.slice(1).forEach((tx, i) => assert.deepEqual(tx.account_state_before, history[i].account_state_after));
  }
  const genesisAccounts = devnet.db.all("SELECT account, genesis_balance FROM accounts");
  const { accounts } = await get(devnet, "/accountStates", {
    address: genesisAccounts.map((a) => a.account),
    include_boc: false,
  });
  for (const [i, state] of accounts.entries()) {
    const changes = sumValues((histories.get(state.address) ?? []).map(change));
    assert.equal(BigInt(state.balance), BigInt(genesisAccounts[i].genesis_balance) + changes, state.address);
  }
  const forwardFees = sumValues(transactions.flatMap((tx) => tx.out_msgs).map((m) => m.fwd_fee));
  const undeliveredSum =
    sumValues(transactions.flatMap((tx) => tx.out_msgs).map((m) => m.value)) -
    sumValues(transactions.map((tx) => tx.in_msg?.value));
  assert.equal(undeliveredSum, 0n, "messages in flight still carry money");
  const genesis = sumValues(genesisAccounts.map((a) => a.genesis_balance));
  assert.equal(sumValues(accounts.map((a) => a.balance)) + fees + forwardFees, genesis);
});

test("every action has transactions of its trace, within its times, and all types of the world are performed", async () => {
  const actions = await readWhole("/actions", "actions", { include_accounts: true });
  assert.equal(actions.length, devnet.db.get("SELECT count(*) AS n FROM actions").n);
  for (const action of actions) {
    const ownTransactions = action.transactions.map((hash) => contractsByHash.get(hash));
    assert.ok(
      ownTransactions.length > 0 && ownTransactions.every(Boolean),
      `${action.type} ${action.action_id} has transactions that are listed`,
    );
    for (const tx of ownTransactions) assert.equal(tx.trace_id, action.trace_id);
    const lts = ownTransactions.map((tx) => BigInt(tx.lt)).sort((a, b) => (a < b ? -1 : 1));
    assert.deepEqual([action.start_lt, action.end_lt], [String(lts[0]), String(lts.at(-1))], action.type);
    const touchedAccounts = new Set(
      ownTransactions.flatMap((tx) => [tx.account, tx.in_msg?.source, ...tx.out_msgs.map((m) => m.destination)]),
    );
    assert.ok(
      action.accounts.some((account) => touchedAccounts.has(account)),
      `${action.type} names an account of its transactions`,
    );
  }
  // A type that the world does not perform would not be tested by any client of the devnet.
  const types = [...new Set(actions.map(({ type }) => type))].sort();
  assert.deepEqual(types, PERFORMED_ACTION_TYPES);
});

test("blocks have right links and transaction counts, and lt in order", async () => {
  const blocks = await readWhole("/blocks", "blocks");
  assert.equal(sumValues(blocks.map((b) => b.tx_count)), BigInt(transactions.length));
  for (const workchain of [-1, 0]) {
    const ownBlocks = blocks.filter((b) => b.workchain === workchain).sort((a, b) => a.seqno - b.seqno);
    ownBlocks.forEach((block, i) => {
      assert.deepEqual([block.seqno, block.prev_blocks], [i + 1, [{ workchain, shard: block.shard, seqno: i }]]);
      if (i)
        assert.ok(
          BigInt(block.start_lt) > BigInt(ownBlocks[i - 1].end_lt) &&
            Number(block.gen_utime) >= Number(ownBlocks[i - 1].gen_utime),
        );
    });
    const count = new Map();
    for (const tx of transactions.filter((t) => t.block_ref.workchain === workchain)) {
      const block = ownBlocks[tx.block_ref.seqno - 1];
      count.set(block.seqno, (count.get(block.seqno) ?? 0) + 1);
      assert.ok(BigInt(block.start_lt) < BigInt(tx.lt) && BigInt(tx.lt) < BigInt(block.end_lt));
      assert.deepEqual([tx.now, tx.mc_block_seqno], [Number(block.gen_utime), block.masterchain_block_ref.seqno]);
    }
    for (const block of ownBlocks) assert.equal(count.get(block.seqno) ?? 0, block.tx_count);
  }
});

describe("v2 and v3 agree", () => {
  /** The cells of a transaction's messages, incoming first. */
  function makeMessageCells(cell) {
    const slice = cell.refs[0].beginParse();
    const incomingMessage = slice.loadMaybeRef(),
      outDictionary = slice.loadDict(Dictionary.Keys.Uint(15), Dictionary.Values.Cell());
    return {
      incoming: incomingMessage,
      out: outDictionary
        .keys()
        .sort((a, b) => a - b)
        .map((i) => outDictionary.get(i)),
    };
  }

  function sameMessage(messageOfV2, messageOfV3, cell) {
    assert.equal(messageOfV3.hash, cell.hash().toString("base64"));
    assert.ok([messageOfV3.hash, messageOfV3.hash_norm].includes(messageOfV2.hash));
    assert.deepEqual(
      [toRaw(messageOfV2.source), messageOfV2.value, messageOfV2.created_lt, messageOfV2.body_hash],
      [messageOfV3.source, messageOfV3.value ?? "0", messageOfV3.created_lt ?? "0", messageOfV3.message_content.hash],
    );
    if (messageOfV3.destination !== null && !messageOfV3.destination.includes("$"))
      assert.equal(toRaw(messageOfV2.destination), messageOfV3.destination);
  }

  function sameTransaction(messageOfV2, messageOfV3) {
    const cell = Cell.fromBase64(messageOfV2.data),
      transaction = loadTransaction(cell.beginParse()),
      messages = makeMessageCells(cell);
    assert.equal(cell.hash().toString("base64"), messageOfV3.hash);
    // v2 counts the forward fees of the sent messages as fees of the sender; v3 leaves them with the messages.
    const fee = BigInt(messageOfV3.total_fees) + sumValues(messageOfV3.out_msgs.map((m) => m.fwd_fee));
    assert.deepEqual(
      [messageOfV2.transaction_id.hash, messageOfV2.transaction_id.lt, messageOfV2.utime, messageOfV2.fee],
      [messageOfV3.hash, messageOfV3.lt, messageOfV3.now, String(fee)],
    );
    assert.deepEqual(
      [String(transaction.lt), transaction.now, String(transaction.totalFees.coins), messages.out.length],
      [messageOfV3.lt, messageOfV3.now, messageOfV3.total_fees, messageOfV3.out_msgs.length],
    );
    assert.equal(messageOfV2.out_msgs.length, messages.out.length);
    messages.out.forEach((item, i) => sameMessage(messageOfV2.out_msgs[i], messageOfV3.out_msgs[i], item));
    assert.equal(messages.incoming === null, messageOfV3.in_msg === null);
    if (messages.incoming) sameMessage(messageOfV2.in_msg, messageOfV3.in_msg, messages.incoming);
  }

  test("v2 and v3 have the same history of each account, with hashes recomputed from the cells", async () => {
    let count = 0;
    for (const [account, history] of histories) {
      const newestFirst = [...history].reverse();
      for (let index = 0; index < newestFirst.length; index += 100) {
        const { lt, hash } = newestFirst[index];
        const page = await v2("/getTransactions", { address: account, limit: 100, lt, hash, archival: true });
        assert.equal(page.length, Math.min(100, newestFirst.length - index));
        page.forEach((messageOfV2, i) => sameTransaction(messageOfV2, newestFirst[index + i]));
        count += page.length;
      }
    }
    assert.equal(count, transactions.length);
  });

  test("v2 and v3 report the same balance, state, code, data, last transaction and wallet", async () => {
    for (const { account } of devnet.db.all("SELECT account FROM accounts")) {
      const stateOfV2 = await v2("/getAddressInformation", { address: account }),
        stateOfV3 = await get(devnet, "/addressInformation", { address: account });
      assert.deepEqual(
        [stateOfV2.balance, stateOfV2.last_transaction_id.lt, stateOfV2.last_transaction_id.hash],
        [stateOfV3.balance, stateOfV3.last_transaction_lt, stateOfV3.last_transaction_hash],
      );
      assert.equal({ uninitialized: "uninit" }[stateOfV2.state] ?? stateOfV2.state, stateOfV3.status);
      for (const part of ["code", "data"])
        assert.equal(
          stateOfV2[part] === "" ? null : computeHash(stateOfV2[part]),
          stateOfV3[part] && computeHash(stateOfV3[part]),
        );
      const wallet = await v2("/getWalletInformation", { address: account });
      const [state] = (await get(devnet, "/walletStates", { address: account })).wallets;
      assert.deepEqual(
        [wallet.wallet, wallet.wallet_type, wallet.seqno, wallet.wallet_id, wallet.balance],
        [state.is_wallet, state.wallet_type, state.seqno, state.wallet_id, state.balance],
      );
    }
  });

  test("v2 and v3 report the same newest block, shards, headers and transactions", async () => {
    const { last } = await v2("/getMasterchainInfo"),
      info = await get(devnet, "/masterchainInfo");
    assert.deepEqual(
      [last.seqno, last.root_hash, last.file_hash],
      [info.last.seqno, info.last.root_hash, info.last.file_hash],
    );
    for (let seqno = 1; seqno <= last.seqno; seqno += 5) {
      const { blocks } = await get(devnet, "/masterchainBlockShardState", { seqno });
      const { shards } = await v2("/shards", { seqno });
      assert.deepEqual(
        shards.map((s) => [s.workchain, s.seqno, s.root_hash, s.file_hash]),
        blocks.slice(1).map((b) => [b.workchain, b.seqno, b.root_hash, b.file_hash]),
      );
      for (const b of blocks) {
        const id = { workchain: b.workchain, shard: "-9223372036854775808", seqno: b.seqno };
        const header = await v2("/getBlockHeader", id);
        assert.deepEqual(
          [
            header.id.root_hash,
            header.start_lt,
            header.end_lt,
            header.gen_utime,
            header.global_id,
            header.is_key_block,
            header.prev_key_block_seqno,
            header.min_ref_mc_seqno,
          ],
          [
            b.root_hash,
            b.start_lt,
            b.end_lt,
            Number(b.gen_utime),
            b.global_id,
            b.key_block,
            b.prev_key_block_seqno,
            b.min_ref_mc_seqno,
          ],
        );
        const listedHashes = (await v2("/getBlockTransactions", { ...id, count: 1000 })).transactions.map(
          (t) => t.hash,
        );
        const ownTransactions = transactions
          .filter((t) => t.block_ref.workchain === b.workchain && t.block_ref.seqno === b.seqno)
          .map((t) => t.hash);
        assert.deepEqual([...listedHashes].sort(), ownTransactions.sort());
      }
    }
  });
});

describe("the client paginates the busy account through the gateway", () => {
  let server, client, busyServer;
  before(async () => {
    server = await serve(
      createGateway({ limits: UNLIMITED, mainnet: devnet.url, cache: { adapter: "none" }, log() {} }),
      { port: 0 },
    );
    client = createClient({ baseUrl: server.url, rateLimit: false });
    busyServer = devnet.cast.busy;
  });
  after(() => server?.close());
  /** Ids as the chain's database stores them. */
  const listIds = (sql) => devnet.db.all(sql, [busyServer.account]).map((row) => row.id);

  test("pages of transactions, messages and actions lose and repeat no row, and are in order", async () => {
    const { v3 } = client;
    const rows = await v3.transactions
      .paginate({ account: [busyServer.address.toString()] }, { pageSize: 333 })
      .toArray({ maxItems: 100_000 });
    assert.deepEqual(
      rows.map((t) => t.hash),
      listIds("SELECT hash AS id FROM transactions WHERE account = ? ORDER BY lt DESC"),
    );
    const transactionsUp = await v3.transactions
      .paginate({ account: [busyServer.account], sort: "asc" }, { pageSize: 1000 })
      .toArray({ maxItems: 100_000 });
    assert.deepEqual(
      transactionsUp.map((t) => t.hash),
      rows.map((t) => t.hash).reverse(),
    );
    const messages = await v3.messages
      .paginate({ destination: busyServer.account }, { pageSize: 700 })
      .toArray({ maxItems: 100_000 });
    assert.deepEqual(
      messages.map((m) => m.hash),
      listIds("SELECT hash AS id FROM messages WHERE destination = ? ORDER BY sort_lt DESC, hash DESC"),
    );
    const actions = await v3.actions
      .paginate({ account: busyServer.account }, { pageSize: 900 })
      .toArray({ maxItems: 100_000 });
    const ids = actions.map((a) => a.action_id);
    assert.deepEqual(
      [new Set(ids).size, [...ids].sort()],
      [ids.length, listIds("SELECT action_id AS id FROM action_accounts WHERE account = ?").sort()],
    );
  });

  for (const mode of ["keyset", "offset"]) {
    test(`pages by ${mode} lose no earlier row and repeat none while new blocks come`, async () => {
      const storedHashes = new Set(listIds("SELECT hash AS id FROM transactions WHERE account = ?"));
      devnet.clock.start(50);
      const pager = client.v3.transactions.paginate({ account: [busyServer.account] }, { pageSize: 400, mode });
      const hashes = [];
      try {
        for await (const page of pager.pages()) {
          hashes.push(...page.rows.map((t) => t.hash));
          await growWorld();
        }
      } finally {
        await devnet.clock.stop();
      }
      assert.ok(
        listIds("SELECT hash AS id FROM transactions WHERE account = ?").length > storedHashes.size,
        "the account has no new transaction",
      );
      // New rows at the head shift every offset, but do not affect a bound on time.
      assert.equal(pager.stats.drift > 0, mode === "offset", JSON.stringify(pager.stats));
      assert.equal(new Set(hashes).size, hashes.length, `${hashes.length - new Set(hashes).size} rows doubled`);
      const lostHashes = [...storedHashes].filter((hash) => !hashes.includes(hash));
      assert.deepEqual(lostHashes, [], `${lostHashes.length} rows lost`);
    });
  }

  /** Sends two transfers to the busy account, and waits until a block has them. */
  async function growWorld() {
    const bob = devnet.cast.wallet("bob"),
      count = () => devnet.db.get("SELECT tx_count AS n FROM accounts WHERE account = ?", [busyServer.account]).n;
    const { seqno } = await get(devnet, "/walletInformation", { address: bob.account });
    const messages = [1, 2].map(() => internal({ to: busyServer.address, value: toNano("0.01"), bounce: false }));
    const countBefore = count();
    await devnet.chain.submit(bob.transfer({ seqno, messages, validUntil: devnet.chain.time() + 600 }));
    for (let i = 0; i < 40 && count() === countBefore; i++) await new Promise((resolve) => setTimeout(resolve, 25));
  }
});
