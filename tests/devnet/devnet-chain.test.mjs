// The devnet's chain and its index, compared with each other and with the cells: links, times, hashes, balances to
// the last nanoton. A killed process loses nothing. devnet-cache.test.mjs plays a world twice.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Cell, internal, loadTransaction, toNano } from "@ton/core";

import { computeFileHash, computeRandSeed, computeRootHash } from "../upstream/devnet/blocks.mjs";
import { Store } from "../upstream/devnet/database.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { findNetworkFolder } from "../upstream/devnet/state.mjs";
import { runGetMethod, findState } from "../upstream/devnet/view.mjs";

const DEVNET_PROCESS = fileURLToPath(new URL("devnet-process.mjs", import.meta.url));

/** @type {Awaited<ReturnType<typeof startDevnet>>} */
let smallDevnet;
before(async () => {
  smallDevnet = await startDevnet({ world: "small" });
  await smallDevnet.ready;
});
after(() => smallDevnet.close());

const list = (values) => JSON.stringify(values);

/** Everything that must hold for any chain. @param {Store} db @param {string} seed */
function checkBlocks(db, seed) {
  for (const workchain of [-1, 0]) {
    const blocks = db.all("SELECT * FROM blocks WHERE workchain = ? ORDER BY seqno", [workchain]);
    blocks.forEach((block, i) => {
      const previousBlock = blocks[i - 1];
      assert.equal(block.seqno, i);
      const master = db.get("SELECT * FROM blocks WHERE workchain = -1 AND seqno = ?", [block.master_ref_seqno]);
      const hashes = db.all("SELECT hash, lt FROM transactions WHERE workchain = ? AND seqno = ? ORDER BY id", [
        workchain,
        i,
      ]);
      const commits =
        workchain === 0
          ? []
          : db.all("SELECT root_hash, end_lt FROM blocks WHERE workchain = 0 AND mc_seqno = ? ORDER BY seqno", [i]);
      assert.equal(block.tx_count, hashes.length);
      assert.equal(block.rand_seed, computeRandSeed(seed, workchain, i));
      // The zero states refer to no masterchain block, because none existed before them.
      assert.equal(
        block.root_hash,
        computeRootHash(
          block,
          previousBlock ? master.root_hash : Buffer.alloc(32).toString("base64"),
          hashes.map((h) => h.hash),
          commits.map((c) => c.root_hash),
        ),
      );
      assert.equal(block.file_hash, computeFileHash(block.root_hash));
      if (!previousBlock) return;
      assert.equal(block.prev_root_hash, previousBlock.root_hash);
      assert.equal(block.prev_file_hash, previousBlock.file_hash);
      assert.equal(block.prev_seqno, i - 1);
      assert.ok(
        block.gen_utime >= previousBlock.gen_utime &&
          block.start_lt > previousBlock.end_lt &&
          block.start_lt % 1_000_000 === 0,
      );
      assert.ok(
        commits.every((c) => c.end_lt < block.start_lt),
        "a masterchain block is newer than the blocks that it commits",
      );
      assert.ok(
        master.end_lt < block.start_lt || workchain === -1,
        "a basechain block is newer than the masterchain block it refers to",
      );
      assert.ok(hashes.every((h) => h.lt > block.start_lt && h.lt < block.end_lt));
      if (workchain === -1) assert.ok(commits.length >= 1);
    });
  }
}

/** Checks hashes and links against the cells. @param {Store} db */
function checkTransactions(db) {
  /** @type {Map<string, any>} */
  const lastByAccount = new Map();
  for (const row of db.all("SELECT * FROM transactions ORDER BY id")) {
    const [cell] = Cell.fromBoc(row.boc);
    const tx = loadTransaction(cell.beginParse());
    assert.equal(cell.hash().toString("base64"), row.hash);
    assert.equal(Number(tx.lt), row.lt);
    assert.equal(tx.now, row.now);
    assert.equal(`${row.workchain}:${tx.address.toString(16).padStart(64, "0").toUpperCase()}`, row.account);
    const previousRow = lastByAccount.get(row.account);
    if (previousRow) {
      assert.deepEqual(
        [row.prev_lt, row.prev_hash, row.state_before],
        [previousRow.lt, previousRow.hash, previousRow.state_after],
      );
      assert.ok(row.lt > previousRow.lt && row.now >= previousRow.now);
    } else assert.equal(row.prev_lt, 0);
    lastByAccount.set(row.account, row);
    const state = db.get("SELECT * FROM account_states WHERE hash = ?", [row.state_after]);
    assert.ok(state && state.status === row.end_status, "the state after the transaction is stored");
    if (state.boc) assert.equal(Cell.fromBoc(state.boc)[0].hash().toString("base64"), row.state_after);
    const outRows = db.all("SELECT * FROM messages WHERE out_tx = ? ORDER BY out_index", [row.hash]);
    assert.deepEqual(
      outRows.map((m) => m.created_lt),
      Array.from({ length: row.out_count }, (_, i) => row.lt + 1 + i),
    );
  }
  for (const account of db.all("SELECT * FROM accounts")) {
    const row = lastByAccount.get(account.account);
    if (row)
      assert.deepEqual(
        [account.last_tx_hash, account.last_tx_lt, account.state_hash],
        [row.hash, row.lt, row.state_after],
      );
  }
}

/** @param {Store} db */
function checkMessages(db) {
  for (const row of db.all("SELECT * FROM messages")) {
    assert.equal(Cell.fromBoc(row.boc)[0].hash().toString("base64"), row.hash);
    assert.equal(Cell.fromBoc(row.body)[0].hash().toString("base64"), row.body_hash);
    assert.equal(row.in_tx === null, row.type === "ext_out");
    assert.equal(row.out_tx === null, row.type === "ext_in");
    const receiver = row.in_tx && db.get("SELECT account, lt, in_msg FROM transactions WHERE hash = ?", [row.in_tx]);
    if (receiver) assert.deepEqual([receiver.account, receiver.in_msg], [row.destination, row.hash]);
    if (receiver && row.created_lt !== null) assert.ok(receiver.lt > row.created_lt, "received after it was sent");
  }
}

/** Checks each account: its balance is its initial balance plus all it received minus all it spent. @param {Store} db */
function checkBalances(db) {
  const sumRows = (rows) => rows.reduce((total, row) => total + BigInt(row.n), 0n);
  let total = 0n;
  for (const { account, balance, genesis_balance } of db.all(
    "SELECT account, balance, genesis_balance FROM accounts",
  )) {
    const receivedSum = sumRows(
      db.all(
        "SELECT m.value AS n FROM transactions t JOIN messages m ON m.hash = t.in_msg WHERE t.account = ? AND m.type = 'internal'",
        [account],
      ),
    );
    // A message's forward fee is one part of the sender's payment; the other part is among the fees of the transaction.
    const sentSum = sumRows(
      db.all(
        "SELECT m.value + m.fwd_fee AS n FROM transactions t JOIN messages m ON m.out_tx = t.hash WHERE t.account = ? AND m.type = 'internal'",
        [account],
      ),
    );
    const fees = sumRows(db.all("SELECT total_fees AS n FROM transactions WHERE account = ?", [account]));
    assert.equal(BigInt(balance), BigInt(genesis_balance) + receivedSum - sentSum - fees, account);
    total += BigInt(balance) + fees;
  }
  const forwardFees = sumRows(db.all("SELECT fwd_fee AS n FROM messages WHERE type = 'internal'"));
  assert.equal(
    total + forwardFees,
    sumRows(db.all("SELECT genesis_balance AS n FROM accounts")),
    "coins appeared or were lost",
  );
}

test("blocks are linked, ordered and hashed as documented", () => checkBlocks(smallDevnet.db, smallDevnet.chain.seed));
test("transactions have the hashes of their cells, rising lt, links within each account, and stored states", () =>
  checkTransactions(smallDevnet.db));
test("messages have the hashes of their cells, and their sending and receiving transactions", () =>
  checkMessages(smallDevnet.db));
test("balances add up to the last nanoton", () => checkBalances(smallDevnet.db));

test("both workchains have blocks, accounts and transactions", () => {
  for (const workchain of [-1, 0]) {
    const { n } = smallDevnet.db.get("SELECT count(*) AS n FROM transactions WHERE workchain = ?", [workchain]);
    const { active: activeAccounts } = smallDevnet.db.get(
      "SELECT count(*) AS active FROM accounts WHERE workchain = ? AND status = 'active'",
      [workchain],
    );
    assert.ok(
      n > 10 && activeAccounts >= 3,
      `workchain ${workchain}: ${n} transactions, ${activeAccounts} active accounts`,
    );
  }
});

test("every kind of failure occurs in the small world", () => {
  const descriptions = smallDevnet.db.all("SELECT description FROM transactions").map((r) => JSON.parse(r.description));
  const reasons = new Set(descriptions.map((d) => d.compute_ph?.reason).filter(Boolean));
  assert.deepEqual([...reasons].sort(), ["bad_state", "no_gas", "no_state"]);
  assert.ok(
    descriptions.some((d) => d.compute_ph.exit_code === 42 && d.bounce?.type === "ok"),
    "a message that bounced after a failed compute phase",
  );
  assert.ok(
    descriptions.some((d) => d.action && !d.action.success && d.action.no_funds),
    "an action phase that failed",
  );
  assert.ok(
    descriptions.some((d) => d.bounce?.type === "nofunds"),
    "a value too small to bounce",
  );
  assert.ok(
    descriptions.some((d) => d.type === "tick_tock" && d.is_tock),
    "tick and tock",
  );
  const kinds = new Set(smallDevnet.db.all("SELECT status FROM accounts").map((r) => r.status));
  assert.deepEqual([...kinds].sort(), ["active", "frozen", "nonexist", "uninit"]);
  const wallets = new Set(
    smallDevnet.db.all("SELECT wallet FROM accounts WHERE wallet IS NOT NULL").map((r) => r.wallet),
  );
  assert.ok(wallets.size >= 4, list([...wallets]));
  assert.equal(smallDevnet.db.get("SELECT count(*) AS n FROM messages WHERE type = 'ext_out'").n, 1);
});

test("traces are complete, have the right counts, and are several levels deep", () => {
  for (const trace of smallDevnet.db.all("SELECT * FROM traces")) {
    const txs = smallDevnet.db.all("SELECT hash, lt, now, mc_seqno, in_msg FROM transactions WHERE trace_id = ?", [
      trace.trace_id,
    ]);
    const messages = smallDevnet.db.all("SELECT hash FROM messages WHERE trace_id = ?", [trace.trace_id]);
    assert.deepEqual(
      [trace.state, trace.pending_messages, trace.tx_count, trace.msg_count],
      ["complete", 0, txs.length, messages.length],
    );
    assert.equal(trace.end_lt, Math.max(...txs.map((t) => t.lt)));
    assert.equal(trace.start_lt, Math.min(...txs.map((t) => t.lt)));
    assert.equal(trace.mc_seqno_end, Math.max(...txs.map((t) => t.mc_seqno)));
  }
  const measureDepth = (hash) =>
    1 +
    Math.max(
      0,
      ...smallDevnet.db
        .all("SELECT in_tx FROM messages WHERE out_tx = ? AND in_tx IS NOT NULL", [hash])
        .map((m) => measureDepth(m.in_tx)),
    );
  assert.ok(Math.max(...smallDevnet.db.all("SELECT trace_id FROM traces").map((t) => measureDepth(t.trace_id))) >= 6);
});

test("actions include transfers with their comments, and deploys", () => {
  const welcome = smallDevnet.db
    .all("SELECT * FROM actions WHERE type = 'ton_transfer'")
    .map((a) => ({ ...a, details: JSON.parse(a.details) }))
    .find((a) => a.details.comment === "welcome, alice");
  assert.deepEqual(
    [welcome.details.source, welcome.details.destination, welcome.details.value],
    [smallDevnet.cast.faucet.account, smallDevnet.cast.wallet("alice").account, "1000000000000"],
  );
  assert.equal(JSON.parse(welcome.transactions).length, 2);
  const deployedContracts = smallDevnet.db
    .all("SELECT details FROM actions WHERE type = 'contract_deploy'")
    .map((a) => JSON.parse(a.details).destination);
  for (const { account } of smallDevnet.cast.people) assert.ok(deployedContracts.includes(account), account);
});

test("past states of accounts can be read, and get-methods run on them", async () => {
  const { account } = smallDevnet.cast.wallet("alice");
  const readSeqno = async (mcSeqno) =>
    /** @type {any} */ (
      (await runGetMethod(smallDevnet.chain, { account, method: "seqno", stack: [], mcSeqno })).stack[0]
    )?.value;
  assert.equal(findState(smallDevnet.chain, account, 0).status, "nonexist");
  const firstSeqno = smallDevnet.db.get(
    "SELECT mc_seqno FROM transactions WHERE account = ? AND end_status = 'active' ORDER BY lt LIMIT 1",
    [account],
  ).mc_seqno;
  assert.equal(findState(smallDevnet.chain, account, firstSeqno - 1).status, "uninit");
  assert.equal(await readSeqno(firstSeqno), 1n);
  assert.ok((await readSeqno(undefined)) > 1n);
  assert.equal(
    (
      await runGetMethod(smallDevnet.chain, {
        account: smallDevnet.cast.wallet("carol").account,
        method: "no_such_method",
        stack: [],
      })
    ).exit_code,
    11,
  );
  assert.equal(
    (await runGetMethod(smallDevnet.chain, { account: `0:${"0".repeat(64)}`, method: "seqno", stack: [] })).exit_code,
    -13,
  );
  const pastState = findState(smallDevnet.chain, account, firstSeqno);
  assert.equal(Cell.fromBoc(pastState.shard_account)[0].refs[0].hash().toString("base64"), pastState.state_hash);
});

test("an external message is checked and executed in the next block; a refusal has the node's text", async () => {
  const carol = smallDevnet.cast.wallet("carol"),
    bob = smallDevnet.cast.wallet("bob");
  const { stack } = await runGetMethod(smallDevnet.chain, { account: carol.account, method: "seqno", stack: [] });
  const send = (seqno) =>
    carol.transfer({
      seqno,
      validUntil: smallDevnet.chain.time() + 60,
      messages: [internal({ to: bob.address, value: toNano("0.7"), body: "from outside" })],
    });
  const boc = send(Number(/** @type {any} */ (stack[0]).value));
  const { hash, hash_norm } = await smallDevnet.chain.submit(boc.toBoc());
  assert.equal(hash, boc.hash().toString("base64"));
  await assert.rejects(smallDevnet.chain.submit(boc.toBoc()), /duplicate message/);
  await assert.rejects(
    smallDevnet.chain.submit(send(1).toBoc()),
    /^Refusal: LITE_SERVER_UNKNOWN: cannot apply external message to current state : External message was not accepted[^]*exitcode=133/,
  );
  await assert.rejects(smallDevnet.chain.submit(Buffer.from("no cells")), { name: "Refusal", status: 500 });
  await smallDevnet.clock.step();
  const trace = smallDevnet.db.get("SELECT * FROM traces WHERE external_hash = ?", [hash]);
  assert.deepEqual([trace.state, trace.pending_messages, trace.external_hash_norm], ["pending", 1, hash_norm]);
  await smallDevnet.clock.settle();
  assert.equal(smallDevnet.db.get("SELECT state FROM traces WHERE external_hash = ?", [hash]).state, "complete");
  checkBlocks(smallDevnet.db, smallDevnet.chain.seed);
  checkBalances(smallDevnet.db);
});

test("the full world has a busy account", async () => {
  const fullDevnet = await startDevnet({ world: "full" });
  await fullDevnet.ready;
  try {
    const { account } = fullDevnet.cast.busy;
    const { n } = fullDevnet.db.get("SELECT count(*) AS n FROM transactions WHERE account = ?", [account]);
    assert.ok(n > 1700, String(n));
    assert.equal(fullDevnet.db.get("SELECT tx_count FROM accounts WHERE account = ?", [account]).tx_count, n);
    checkBalances(fullDevnet.db);
    checkBlocks(fullDevnet.db, fullDevnet.chain.seed);
    assert.ok(fullDevnet.chain.head.base.seqno > fullDevnet.chain.head.mc.seqno - 1);
  } finally {
    await fullDevnet.close();
  }
});

test("a chain that was killed with SIGKILL and started again continues where it stopped", async () => {
  const state = mkdtempSync(join(tmpdir(), "ton-edge-state-"));
  try {
    const child = spawn(process.execPath, [DEVNET_PROCESS, state], { stdio: ["ignore", "pipe", "inherit"] });
    let consoleText = "";
    // The process prints each block after its commit and each message after it was accepted; then the test kills it.
    await new Promise((resolve) => {
      child.stdout.on("data", (text) => {
        consoleText += text;
        if (consoleText.split("block ").length > 25 && consoleText.includes("accepted")) child.kill("SIGKILL");
      });
      child.once("exit", resolve);
    });
    const blocks = consoleText
      .split("\n")
      .slice(0, -1)
      .filter((l) => l.startsWith("block "))
      .map((l) => l.split(" "));
    const acceptedPhrases = consoleText
      .split("\n")
      .slice(0, -1)
      .filter((l) => l.startsWith("accepted "))
      .map((l) => l.split(" ")[1]);
    assert.ok(blocks.length > 20 && acceptedPhrases.length > 0);
    const secondDevnet = await startDevnet({ state, world: "small" });
    try {
      await secondDevnet.ready;
      for (const [, seqno, root] of blocks) {
        assert.equal(
          secondDevnet.db.get("SELECT root_hash FROM blocks WHERE workchain = -1 AND seqno = ?", [Number(seqno)])
            ?.root_hash,
          root,
        );
      }
      await secondDevnet.clock.settle();
      await secondDevnet.clock.step();
      for (const hash of acceptedPhrases)
        assert.ok(secondDevnet.db.get("SELECT 1 FROM messages WHERE hash = ?", [hash]), "an accepted message was lost");
      checkBlocks(secondDevnet.db, secondDevnet.chain.seed);
      checkTransactions(secondDevnet.db);
      checkMessages(secondDevnet.db);
      checkBalances(secondDevnet.db);
    } finally {
      await secondDevnet.close();
    }
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
});

test("a state folder has a folder per network, and an older folder keeps its one chain", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ton-edge-state-"));
  try {
    for (const network of /** @type {const} */ (["mainnet", "testnet"]))
      assert.equal(findNetworkFolder(folder, network), join(folder, network));
    const oldDevnet = await startDevnet({ state: folder, world: "none", network: "testnet", seed: "mine" });
    await oldDevnet.close();
    assert.equal(findNetworkFolder(folder, "testnet"), folder);
    assert.equal(findNetworkFolder(folder, "mainnet"), join(folder, "mainnet"));
    // The old chain's seed differs from the seed of a new chain of this network.
    const secondDevnet = await startDevnet({
      state: findNetworkFolder(folder, "testnet"),
      world: "none",
      network: "testnet",
    });
    assert.equal(secondDevnet.chain.seed, "mine");
    await secondDevnet.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a folder in use is not opened twice, and a chain keeps its seed", async () => {
  const state = mkdtempSync(join(tmpdir(), "ton-edge-state-"));
  try {
    const firstChain = await startDevnet({ state, world: "small", seed: "tea" });
    await firstChain.ready;
    await assert.rejects(startDevnet({ state, world: "small" }), /in use/);
    await firstChain.close();
    await assert.rejects(startDevnet({ state, world: "small", seed: "mine" }), /has the seed "tea"/);
    await assert.rejects(startDevnet({ state, world: "small", network: "testnet" }), /is of mainnet/);
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
});
