// Unmodified third-party clients, through the gateway to a devnet that makes blocks: @ton/ton with the contracts of
// @ton/core, tonweb, and the PyPI package toncenter.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { Address, beginCell, comment, internal, toNano } from "@ton/core";
import { keyPairFromSeed } from "@ton/crypto";
import { TonClient, WalletContractV4 } from "@ton/ton";
import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { listDelivered } from "../helpers/delivered.mjs";
import { ensurePython } from "../helpers/python.mjs";
import { loadTonweb } from "../helpers/tonweb.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const run = promisify(execFile);
const SHARD = "-9223372036854775808";
const BLOCK = 100; // milliseconds between blocks

/** @type {Awaited<ReturnType<typeof startDevnet>>} */
let devnet;
/** @type {{ url: string, close(): Promise<void> }} */
let gateway;
before(async () => {
  devnet = await startDevnet({ world: "small", clock: BLOCK, traffic: false });
  await devnet.ready;
  const service = { baseUrl: devnet.url };
  gateway = await serve(
    createGateway({ limits: UNLIMITED, mainnet: service, testnet: service, cache: { adapter: "none" } }),
    { port: 0, env: {} },
  );
});
after(async () => {
  await gateway?.close();
  await devnet?.close();
});

/** Reads repeatedly until the value is truthy. @template T @param {() => Promise<T | undefined | null | false>} read @returns {Promise<T>} */
async function readUntil(read, label) {
  for (const end = Date.now() + 240_000; ; ) {
    const value = await read();
    if (value) return /** @type {any} */ (value);
    if (Date.now() > end) throw new Error(`${label} did not happen`);
    await new Promise((resolve) => setTimeout(resolve, BLOCK));
  }
}

const listTransactions = (raw) => devnet.db.all("SELECT * FROM transactions WHERE account = ? ORDER BY lt DESC", [raw]);
/** Sends money from the faucet with the wallet of @ton/ton. The tests of a file run one after another, so there is one sender at a time. */
async function pay(client, to, value) {
  const {
    contract,
    keys: { secretKey },
  } = devnet.cast.wallet("faucet");
  const faucet = client.open(contract),
    seqno = await faucet.getSeqno();
  await faucet.sendTransfer({
    seqno,
    secretKey,
    sendMode: 3,
    messages: [internal({ to, value: toNano(value), bounce: false, body: "a gift" })],
  });
  await readUntil(async () => (await client.getBalance(to)) >= toNano(value), "the gift");
}

describe("third-party clients", { timeout: 300_000 }, () => {
  test("@ton/ton reads blocks, accounts and transactions", async () => {
    const client = new TonClient({ endpoint: `${gateway.url}/api/v2/jsonRPC` });
    const { address, account } = devnet.cast.wallet("erin"); // sends nothing while blocks come, and is no longer deployed
    assert.equal(await client.isContractDeployed(address), false);
    const crowd = devnet.cast.wallet("crowd 1"),
      row = devnet.db.get("SELECT * FROM accounts WHERE account = ?", [crowd.account]);
    assert.equal(await client.getBalance(crowd.address), BigInt(row.balance));
    const state = await client.getContractState(crowd.address);
    assert.deepEqual(
      [state.state, state.balance, state.lastTransaction, state.blockId.workchain],
      ["active", BigInt(row.balance), { lt: String(row.last_tx_lt), hash: row.last_tx_hash }, -1],
    );
    assert.equal((await client.runMethod(crowd.address, "seqno")).stack.readNumber(), 1);
    assert.equal(
      (await client.runMethod(crowd.address, "get_public_key")).stack.readBigNumber(),
      BigInt(`0x${crowd.keys.publicKey.toString("hex")}`),
    );
    const plugins = await client.runMethod(devnet.cast.wallet("bob").address, "get_plugin_list");
    assert.deepEqual(plugins.stack.readLispList(), []);
    const plugin = await client.runMethod(devnet.cast.wallet("bob").address, "is_plugin_installed", [
      { type: "int", value: 0n },
      { type: "int", value: 1n },
    ]);
    assert.equal(plugin.stack.readNumber(), 0);
    const failedMethod = await client.runMethodWithError(crowd.address, "no_such_method");
    assert.equal(failedMethod.exit_code, 11);
    await assert.rejects(client.runMethod(crowd.address, "no_such_method"), /exit_code: 11/);
    const hashes = listTransactions(account).map((tx) => tx.hash);
    const transactions = await client.getTransactions(address, { limit: 100 });
    assert.deepEqual(
      transactions.map((tx) => tx.hash().toString("base64")),
      hashes,
    );
    const secondPage = await client.getTransactions(address, {
      limit: 2,
      lt: String(transactions[0].lt),
      hash: hashes[0],
      inclusive: false,
    });
    assert.deepEqual(
      secondPage.map((tx) => tx.hash().toString("base64")),
      hashes.slice(1, 3),
    );
    assert.ok(
      (await client.getTransaction(address, String(transactions[1].lt), hashes[1])).hash().toString("base64") ===
        hashes[1],
    );
  });

  test("@ton/ton reads blocks and messages", async () => {
    const client = new TonClient({ endpoint: `${gateway.url}/api/v2/jsonRPC` });
    const head = await client.getMasterchainInfo();
    assert.ok(head.latestSeqno > 40);
    const [shard] = await client.getWorkchainShards(head.latestSeqno);
    assert.deepEqual([shard.workchain, shard.shard], [0, SHARD]);
    const m = listDelivered(devnet);
    const shardTransactions = await client.getShardTransactions(0, m.seqno, SHARD);
    assert.ok(shardTransactions.some((tx) => tx.hash === m.in_tx));
    const [from, to] = [m.source, m.destination].map((raw) => Address.parse(raw));
    assert.equal((await client.tryLocateResultTx(from, to, String(m.created_lt))).hash().toString("base64"), m.in_tx);
    assert.equal((await client.tryLocateSourceTx(from, to, String(m.created_lt))).hash().toString("base64"), m.out_tx);
  });

  test("@ton/ton and @ton/core: a new wallet is paid, deploys itself, sends, and its transactions are listed", async () => {
    const client = new TonClient({ endpoint: `${gateway.url}/api/v2/jsonRPC` });
    const { publicKey, secretKey } = keyPairFromSeed(Buffer.alloc(32, 7));
    const wallet = WalletContractV4.create({ workchain: 0, publicKey }),
      openedWallet = client.open(wallet);
    const to = devnet.cast.wallet("crowd 2");
    await pay(client, wallet.address, "2");
    assert.equal(await openedWallet.getSeqno(), 0);
    const transfer = openedWallet.createTransfer({
      seqno: 0,
      secretKey,
      sendMode: /** @type {any} */ (3),
      messages: [internal({ to: to.address, value: "0.5", bounce: true, body: comment("from a new wallet") })],
    });
    const fees = await client.estimateExternalMessageFee(wallet.address, {
      body: /** @type {any} */ (transfer),
      initCode: wallet.init.code,
      initData: wallet.init.data,
      ignoreSignature: true,
    });
    assert.ok(fees.source_fees.gas_fee > 0 && fees.source_fees.fwd_fee > 0, JSON.stringify(fees));
    await openedWallet.send(/** @type {any} */ (transfer));
    await readUntil(async () => (await openedWallet.getSeqno()) === 1, "the deploy");
    assert.equal(await client.isContractDeployed(wallet.address), true);
    const [sentTransaction, gift] = await client.getTransactions(wallet.address, { limit: 10 });
    assert.equal(gift.inMessage.body.beginParse().skip(32).loadStringTail(), "a gift");
    assert.equal(sentTransaction.inMessage.info.type, "external-in");
    assert.ok(sentTransaction.inMessage.body.equals(/** @type {any} */ (transfer)));
    const outMessage = sentTransaction.outMessages.get(0);
    const receivedRow = await readUntil(
      () =>
        client
          .tryLocateResultTx(wallet.address, to.address, String(/** @type {any} */ (outMessage.info).createdLt))
          .catch(() => undefined),
      "the arrival",
    );
    assert.equal(receivedRow.inMessage.info.value.coins, toNano("0.5"));
    assert.equal(
      receivedRow.hash().toString("base64"),
      listTransactions(to.account).find((tx) => String(tx.lt) === String(receivedRow.lt)).hash,
    );
    // The balance after the transaction is the balance before, minus the value sent and all fees.
    const { storagePhase, computePhase, actionPhase } = /** @type {any} */ (sentTransaction.description);
    const paidFees = sentTransaction.totalFees.coins + /** @type {any} */ (outMessage.info).forwardFee;
    assert.equal(await openedWallet.getBalance(), toNano("2") - gift.totalFees.coins - toNano("0.5") - paidFees);
    assert.equal(BigInt(fees.source_fees.gas_fee), computePhase.gasFees);
    assert.equal(BigInt(fees.source_fees.fwd_fee), actionPhase.totalFwdFees);
    assert.ok(storagePhase.storageFeesCollected >= 0n);
    // A stale seqno: the client throws the service's text. (axios has the body in `response`.)
    await assert.rejects(
      client.sendExternalMessage(wallet, /** @type {any} */ (transfer)),
      (error) =>
        /cannot apply external message/.test(/** @type {any} */ (error).response.data.error) &&
        /** @type {any} */ (error).response.status === 500,
    );
  });

  test("tonweb's provider reads, and its wallet deploys and sends", async () => {
    const TonWeb = await loadTonweb();
    const provider = new TonWeb.HttpProvider(`${gateway.url}/api/v2/jsonRPC`);
    const tonweb = new TonWeb(provider);
    const crowd = devnet.cast.wallet("crowd 3"),
      address = crowd.address.toString(),
      row = devnet.db.get("SELECT * FROM accounts WHERE account = ?", [crowd.account]);
    assert.equal(await provider.getBalance(address), String(row.balance));
    assert.equal((await provider.getAddressInfo(address)).last_transaction_id.hash, row.last_tx_hash);
    assert.equal((await provider.getExtendedAddressInfo(address)).account_state["@type"], "raw.accountState");
    assert.deepEqual(
      (({ wallet, wallet_type, seqno }) => ({ wallet, wallet_type, seqno }))(await provider.getWalletInfo(address)),
      { wallet: true, wallet_type: "wallet v5 r1", seqno: 1 },
    );
    assert.deepEqual(
      (await provider.getTransactions(address, 20)).map((tx) => tx.transaction_id.hash),
      listTransactions(crowd.account)
        .slice(0, 20)
        .map((tx) => tx.hash),
    );
    assert.equal((await provider.call2(address, "seqno")).toNumber(), 1);
    assert.equal((await provider.call(address, "seqno")).stack[0][1], "0x1");
    assert.ok((await provider.getConfigParam(18)).bits.cursor > 0);
    const { last } = await provider.getMasterchainInfo();
    assert.equal((await provider.getBlockShards(last.seqno)).shards[0].shard, SHARD);
    assert.equal((await provider.getMasterchainBlockHeader(last.seqno)).id.root_hash, last.root_hash);
    const m = listDelivered(devnet);
    assert.ok((await provider.getBlockTransactions(0, SHARD, m.seqno)).transactions.some((tx) => tx.hash === m.in_tx));
    await assert.rejects(
      provider.call2(devnet.cast.thrower.address.toString(), "seqno"),
      (error) =>
        /parse response error/.test(/** @type {any} */ (error).message) &&
        /** @type {any} */ (error).result.exit_code === 42,
    );

    const keys = TonWeb.utils.keyPairFromSeed(new Uint8Array(32).fill(9));
    const wallet = new TonWeb.Wallets.all.v3R2(provider, { publicKey: keys.publicKey, wc: 0 });
    const ownAddress = Address.parse((await wallet.getAddress()).toString(true, true, true));
    await pay(new TonClient({ endpoint: `${gateway.url}/api/v2/jsonRPC` }), ownAddress, "1");
    assert.deepEqual(await wallet.deploy(keys.secretKey).send(), { "@type": "ok" });
    await readUntil(async () => (await wallet.methods.seqno().call()) === 1, "the deploy");
    const transfer = () =>
      wallet.methods.transfer({
        secretKey: keys.secretKey,
        toAddress: address,
        amount: TonWeb.utils.toNano("0.25"),
        seqno: 1,
        payload: "by tonweb",
        sendMode: 3,
      });
    const { source_fees: fees } = await transfer().estimateFee();
    assert.ok(fees.gas_fee > 0 && fees.fwd_fee > 0);
    await transfer().send();
    const [tx] = await readUntil(async () => {
      const list = await tonweb.getTransactions(ownAddress.toString(), 3);
      return list[0].out_msgs.length === 1 && list;
    }, "the transfer");
    assert.deepEqual(
      [tx.out_msgs[0].message, tx.out_msgs[0].value, tx.out_msgs[0].destination],
      ["by tonweb", "250000000", address],
    );
    // The client rejects with the service's text.
    await assert.rejects(Promise.resolve(transfer().send()), (error) =>
      /cannot apply external message/.test(String(error)),
    );
  });

  /** @param {string} script @param {object} input */
  async function runPython(script, input) {
    const { stdout } = await run(
      await ensurePython(),
      [fileURLToPath(new URL(`../python/${script}`, import.meta.url)), JSON.stringify(input)],
      { maxBuffer: 1 << 24 },
    );
    return JSON.parse(stdout);
  }

  test("toncenter of PyPI calls every method of v2", async () => {
    const crowd = devnet.cast.wallet("crowd 4"),
      m = listDelivered(devnet),
      row = devnet.db.get("SELECT * FROM accounts WHERE account = ?", [crowd.account]);
    const transfer = crowd.transfer({
      seqno: 1,
      validUntil: devnet.chain.time() + 3600,
      messages: [internal({ to: devnet.cast.busy.address, value: "0.1", bounce: true, body: "by Python" })],
    });
    // Reads the history before the program's message is executed.
    const history = listTransactions(crowd.account).map((tx) => tx.hash);
    const pythonOutput = await runPython("toncenter_v2.py", {
      url: gateway.url,
      account: crowd.address.toString(),
      seqno: m.seqno,
      mc_seqno: m.mc_seqno,
      source: m.source,
      destination: m.destination,
      created_lt: String(m.created_lt),
      hash: row.last_tx_hash,
      body: beginCell().endCell().toBoc().toString("base64"),
      boc: transfer.toBoc().toString("base64"),
    });
    const errors = Object.entries(pythonOutput).filter(([, value]) => value?.error);
    assert.deepEqual(errors.map(([name]) => name).sort(), ["token"], JSON.stringify(errors));
    assert.match(pythonOutput.token.text, /is not Jetton or NFT/);
    assert.equal(pythonOutput.balance, String(row.balance));
    assert.deepEqual(
      [
        pythonOutput.information.state,
        pythonOutput.state,
        pythonOutput.wallet.wallet_type,
        pythonOutput.extended.balance,
      ],
      ["active", "active", "wallet v5 r1", String(row.balance)],
    );
    assert.deepEqual(
      [
        pythonOutput.located.transaction_id.hash,
        pythonOutput.located_result.transaction_id.hash,
        pythonOutput.located_source.transaction_id.hash,
      ],
      [m.in_tx, m.in_tx, m.out_tx],
    );
    assert.deepEqual(
      pythonOutput.transactions.map((tx) => tx.transaction_id.hash),
      history.slice(0, pythonOutput.transactions.length),
    );
    assert.deepEqual(
      pythonOutput.transactions_std.transactions.map((tx) => tx.transaction_id.hash),
      pythonOutput.transactions.map((tx) => tx.transaction_id.hash),
    );
    assert.ok(pythonOutput.block_transactions.transactions.some((tx) => tx.hash === m.in_tx));
    assert.equal(pythonOutput.header.id.root_hash, pythonOutput.lookup.root_hash);
    assert.equal(pythonOutput.sent.hash, transfer.hash().toString("base64"));
    assert.equal(pythonOutput.rpc.result ?? pythonOutput.rpc, String(row.balance));
    const transaction = await readUntil(
      async () =>
        devnet.db.get("SELECT in_tx FROM messages WHERE hash = ? AND in_tx IS NOT NULL", [pythonOutput.sent.hash]),
      "the message that Python sent",
    );
    assert.equal(listTransactions(crowd.account)[0].hash, transaction.in_tx);
  });

  test("toncenter of PyPI calls v3", async () => {
    const crowd = devnet.cast.wallet("crowd 0"),
      [newestRow] = listTransactions(crowd.account);
    const pythonOutput = await runPython("toncenter_v3.py", {
      url: gateway.url,
      account: crowd.account,
      hash: newestRow.hash,
      trace: newestRow.trace_id,
    });
    const crowdTransactions = listTransactions(crowd.account);
    assert.deepEqual(
      pythonOutput.transactions.transactions.map((tx) => tx.hash),
      crowdTransactions.slice(0, 5).map((tx) => tx.hash),
    );
    assert.ok(
      pythonOutput.messages.messages.length > 0 &&
        pythonOutput.messages.messages.every((message) => message.destination === crowd.account),
    );
    assert.equal(pythonOutput.blocks.blocks.length, 3);
    assert.ok(
      Number(pythonOutput.blocks.blocks[0].seqno) >= pythonOutput.masterchain.last.seqno,
      "requested later, so not older",
    );
    assert.ok(pythonOutput.adjacent.transactions.length > 0);
    assert.equal(pythonOutput.states.accounts[0].address, crowd.account);
    assert.equal(pythonOutput.wallets.wallets[0].seqno, 1);
    assert.ok(Object.keys(pythonOutput.book).length === 1);
    assert.equal(pythonOutput.traces.traces[0].trace_id, newestRow.trace_id);
    assert.ok(Array.isArray(pythonOutput.actions.actions));
  });
});
