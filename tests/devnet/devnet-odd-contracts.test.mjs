// Contracts that behave like no wallet: whatever they send, the chain continues, and its responses about them can be read.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import {
  Cell,
  Dictionary,
  beginCell,
  contractAddress,
  internal,
  loadMessage,
  storeMessageRelaxed,
  toNano,
} from "@ton/core";

import { EXTRA_CURRENCY } from "../upstream/devnet/cast.mjs";
import { writeRawAddress } from "../upstream/devnet/account-name.mjs";
import { createRandom } from "../upstream/devnet/chance.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { findState } from "../upstream/devnet/view.mjs";
import { get } from "./devnet-request.mjs";

/** A contract that uses the reference of any body as its list of actions: SETCP0 ACCEPT DROP LDREF DROP POPCTR c5. */
const PUPPET = beginCell().storeBuffer(Buffer.from("ff00f80030d430ed55", "hex")).endCell();
const FUZZED_CONTRACTS = 60;

/** @type {any} */
let devnet;
const folder = mkdtempSync(join(tmpdir(), "devnet-odd-"));
/** @type {string[]} */
const loggedLines = [];
/** The lt from which on the odd messages are sent. */
let startLt = 0;
const openDevnet = async () => {
  devnet = await startDevnet({ world: "small", state: folder, log: (text) => loggedLines.push(text) });
  await devnet.ready;
};
before(openDevnet);
after(async () => {
  await devnet?.close();
  rmSync(folder, { recursive: true, force: true });
});

const createPuppet = (workchain) => {
  const init = { code: PUPPET, data: beginCell().storeInt(workchain, 8).endCell() };
  const address = contractAddress(workchain, init);
  return { init, address, account: writeRawAddress(address) };
};
const [BASE, MASTER] = [createPuppet(0), createPuppet(-1)];

/** @param {string} name @param {import("@ton/core").MessageRelaxed[]} messages */
async function sendFrom(name, ...messages) {
  const wallet = devnet.cast.wallet(name);
  const { seqno } = await get(devnet, "/walletInformation", { address: wallet.account });
  await devnet.chain.submit(wallet.transfer({ seqno, messages, validUntil: devnet.chain.time() + 3600 }));
}
/** Sends a message from the wallet that has the extra currency. @param {import("@ton/core").MessageRelaxed[]} messages */
const send = (...messages) => sendFrom("treasurer", ...messages);
const order = (to, actions, overrides = {}) =>
  internal({
    to: to.address,
    value: toNano(1),
    bounce: true,
    body: beginCell().storeRef(actions).endCell(),
    ...overrides,
  });

/** `out_list$_` of block.tlb. @param {...import("@ton/core").Builder} actions */
const buildActionList = (...actions) =>
  actions.reduce((rest, action) => beginCell().storeRef(rest).storeBuilder(action).endCell(), Cell.EMPTY);
const sendAction = (mode, message) => beginCell().storeUint(0x0ec3c86d, 32).storeUint(mode, 8).storeRef(message);
const relaxMessage = (message) => beginCell().store(storeMessageRelaxed(message)).endCell();
/** A puppet's amount of the extra currency. */
const SOME_CURRENCIES = { [EXTRA_CURRENCY.id]: 5n };
/** A message with more of the extra currency than the puppet has. */
const buildOverspend = () => {
  const { address: to } = devnet.cast.wallet("bob");
  const message = internal({ to, value: 1n, bounce: false, extracurrency: { [EXTRA_CURRENCY.id]: 6n } });
  return buildActionList(sendAction(1, relaxMessage(message)));
};

test("a message that the executor cannot run disappears, its account stays unchanged, and the chain continues", async () => {
  const { address: treasurer } = devnet.cast.wallet("treasurer");
  await sendFrom("faucet", internal({ to: treasurer, value: toNano(10_000), bounce: false }));
  await devnet.clock.settle();
  await send(
    ...[BASE, MASTER].map(({ address, init }) =>
      internal({ to: address, value: toNano(20), bounce: false, init, extracurrency: SOME_CURRENCIES }),
    ),
  );
  await devnet.clock.settle();
  for (const target of [BASE, MASTER]) {
    const stateBefore = findState(devnet.chain, target.account);
    assert.equal(stateBefore.status, "active");
    await send(order(target, buildOverspend()), order(target, Cell.EMPTY));
    const lostMessages = [];
    for (let i = 0; i < 4; i++) lostMessages.push(...(await devnet.chain.step({ now: devnet.chain.time() + 5 })).lost);
    assert.equal(lostMessages.length, 1);
    assert.ok(loggedLines.some((text) => text.includes(lostMessages[0]) && text.includes(target.account)));
    assert.equal(devnet.chain.busy, false);
    const { transactions } = await get(devnet, "/transactions", { account: target.account, limit: 10 });
    assert.ok(transactions.every(({ in_msg }) => in_msg.hash !== lostMessages[0]));
    // The other message arrived, and the state is that from before the message whose code cannot run.
    assert.equal(findState(devnet.chain, target.account).last_tx_hash, transactions[0].hash);
    assert.equal(transactions[0].account_state_before.hash, stateBefore.state_hash);
    const { traces } = await get(devnet, "/traces", { msg_hash: [lostMessages[0]] });
    assert.equal(traces.length, 1);
    assert.equal(traces[0].is_incomplete, false);
    assert.equal(traces[0].trace_info.trace_state, "complete");
    assert.equal(traces[0].trace_info.pending_messages, 0);
    const pendingTraces = await get(devnet, "/pendingTraces", { account: target.account });
    assert.deepEqual(pendingTraces.traces, []);
    const { actions } = await get(devnet, "/actions", { trace_id: [traces[0].trace_id] });
    assert.equal(actions.length, 1, "the other message is not the only action");
  }
});

test("after a restart, the message is still gone, or still waits to be received", async () => {
  await send(order(BASE, buildOverspend()), order(MASTER, buildOverspend()));
  await devnet.clock.step();
  assert.equal(devnet.chain.busy, true);
  await devnet.close();
  await openDevnet();
  assert.equal(devnet.chain.busy, true);
  await devnet.clock.settle();
  const seqno = devnet.chain.head.mc.seqno;
  await devnet.close();
  await openDevnet();
  assert.equal(devnet.chain.head.mc.seqno, seqno);
  await devnet.clock.step();
  const { n } = devnet.db.get("SELECT count(*) AS n FROM traces WHERE state = 'pending'");
  assert.equal(n, 0);
});

/** Random odd actions that a contract can perform. @param {ReturnType<typeof createRandom>} by */
function makeOddActions({ below, pick }) {
  const storeBits = (builder, count) => {
    for (let remaining = count; remaining > 0; remaining -= 32)
      builder.storeUint(below(2 ** 32), Math.min(32, remaining));
    return builder;
  };
  const deepCell = (levels) => {
    let cell = storeBits(beginCell(), 40).endCell();
    for (let i = 0; i < levels; i++) cell = storeBits(beginCell(), 8).storeRef(cell).endCell();
    return cell;
  };
  const makeAnyCell = () =>
    pick([
      () => Cell.EMPTY,
      () => storeBits(beginCell(), below(1000)).endCell(),
      () => deepCell(pick([1, 30, 500, 520, 900])),
      () => PUPPET,
      () => beginCell().storeUint(2, 8).storeBuffer(PUPPET.hash()).endCell({ exotic: true }),
      () => storeBits(beginCell(), 64).storeRef(deepCell(2)).storeRef(Cell.EMPTY).storeRef(Cell.EMPTY).endCell(),
    ])();
  const storeCoins = (builder) => {
    const bytes = pick([0, 1, 4, 8, 9, 15]);
    return storeBits(builder.storeUint(bytes, 4), bytes * 8);
  };
  const storeCurrencies = (builder) => {
    const dict = Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.BigVarUint(5));
    for (let i = below(3); i > 0; i--) dict.set(pick([EXTRA_CURRENCY.id, 100, 0, below(2 ** 32)]), BigInt(below(1000)));
    return builder.storeDict(dict);
  };
  const storeValue = (builder) => {
    if (below(2)) storeCoins(builder);
    else builder.storeCoins(BigInt(below(200_000_000)));
    return below(4) ? builder.storeBit(false) : storeCurrencies(builder);
  };
  const storeAddress = (builder) => {
    const randomTarget = pick([BASE, MASTER, devnet.cast.wallet("bob"), devnet.cast.wallet("grace")]).address;
    const hash = below(4) ? randomTarget.hash : Buffer.alloc(32, below(256));
    return pick([
      () => builder.storeAddress(randomTarget),
      () => builder.storeUint(0, 2),
      () => storeBits(builder.storeUint(1, 2).storeUint(13, 9), 13),
      () => builder.storeUint(1, 2).storeUint(0, 9),
      () => storeBits(builder.storeUint(1, 2).storeUint(511, 9), 511),
      () =>
        builder
          .storeUint(0b10, 2)
          .storeBit(false)
          .storeInt(pick([0, -1, 5, -128]), 8)
          .storeBuffer(hash),
      // anycast_info$_ depth:(#<= 30) rewrite_pfx:(bits depth)
      () =>
        storeBits(builder.storeUint(0b10, 2).storeBit(true).storeUint(5, 5), 5)
          .storeInt(pick([0, -1]), 8)
          .storeBuffer(hash),
      // addr_var$11
      () => builder.storeUint(0b11, 2).storeBit(false).storeUint(256, 9).storeInt(0, 32).storeBuffer(hash),
      () =>
        storeBits(
          builder
            .storeUint(0b11, 2)
            .storeBit(false)
            .storeUint(64, 9)
            .storeInt(pick([0, -1, 7]), 32),
          64,
        ),
    ])();
  };
  const storeSource = (builder) => (below(4) ? builder.storeUint(0, 2) : storeAddress(builder));
  const storeEither = (builder) =>
    below(2) ? builder.storeBit(true).storeRef(makeAnyCell()) : storeBits(builder.storeBit(false), below(60));
  const storeStateInit = (builder) => {
    if (below(2)) builder.storeBit(true).storeUint(below(32), 5);
    else builder.storeBit(false);
    if (below(3)) builder.storeBit(false);
    else builder.storeBit(true).storeUint(below(4), 2);
    for (let i = 0; i < 3; i++) {
      if (below(2)) builder.storeMaybeRef(makeAnyCell());
      else builder.storeBit(false);
    }
    return builder;
  };
  const init = (builder) =>
    pick([
      () => builder.storeBit(false),
      () => builder.storeBit(true).storeBit(true).storeRef(storeStateInit(beginCell()).endCell()),
      () => builder.storeBit(true).storeBit(true).storeRef(makeAnyCell()),
      () => storeStateInit(builder.storeBit(true).storeBit(false)),
    ])();
  /** @param {boolean} isOdd true: odd in every part; false: in one part */
  const makeMessage = (isOdd) => {
    const part = below(5);
    const chooseOdd = (index, odd, plainValue) => (isOdd || part === index ? odd : plainValue);
    const builder = beginCell();
    if (below(4)) {
      chooseOdd(
        0,
        () => storeSource(builder.storeUint(below(16), 4)),
        () => builder.storeUint(pick([4, 6]), 4).storeUint(0, 2),
      )();
      chooseOdd(1, storeAddress, () => builder.storeAddress(pick([BASE, MASTER]).address))(builder);
      chooseOdd(2, storeValue, () => builder.storeCoins(below(50_000_000)).storeBit(false))(builder);
      chooseOdd(3, storeCoins, () => builder.storeCoins(below(4)))(builder);
      chooseOdd(3, storeCoins, () => builder.storeCoins(0))(builder);
      builder.storeUint(below(2 ** 32), 64).storeUint(below(2 ** 32), 32);
    } else {
      chooseOdd(0, storeSource, () => builder.storeUint(3, 2).storeUint(0, 2))(
        isOdd || part === 0 ? builder.storeUint(3, 2) : builder,
      );
      storeAddress(builder).storeUint(below(9), 64).storeUint(below(9), 32);
    }
    chooseOdd(4, init, () => builder.storeBit(false))(builder);
    return storeEither(builder).endCell();
  };
  /** `ext_in_msg_info$10` with odd parts, which a puppet accepts. */
  const buildIncoming = (target, actions) => {
    const builder = beginCell().storeUint(2, 2);
    pick([
      () => builder.storeUint(0, 2),
      () => storeBits(builder.storeUint(1, 2).storeUint(70, 9), 70),
      () => storeBits(builder.storeUint(1, 2).storeUint(511, 9), 511),
    ])();
    storeCoins(builder.storeAddress(target.address));
    init(builder);
    return builder.storeBit(true).storeRef(beginCell().storeRef(actions).endCell()).endCell();
  };
  const buildSafely = (make) => {
    for (;;) {
      try {
        return make();
      } catch {
        // Reads more bits or references than a cell can have.
      }
    }
  };
  const action = () =>
    pick([
      () =>
        sendAction(
          pick([0, 1, 2, 3, 16, 17, 32, 64, 66, 80, 128, 130, 160, below(256)]),
          buildSafely(() => makeMessage(false)),
        ),
      () =>
        sendAction(
          pick([2, 3, 66]),
          buildSafely(() => makeMessage(true)),
        ),
      () =>
        sendAction(
          pick([1, 1, 2, 3]),
          buildSafely(() => makeMessage(false)),
        ),
      () =>
        sendAction(
          pick([1, 1, 2, 3]),
          buildSafely(() => makeMessage(false)),
        ),
      () =>
        beginCell()
          .storeUint(0xad4de08e, 32)
          .storeRef(pick([PUPPET, PUPPET, makeAnyCell()])),
      () =>
        storeValue(
          beginCell()
            .storeUint(0x36e6b809, 32)
            .storeUint(pick([0, 1, 2, 3, 4, 8, 12, 16, 17, below(32)]), 8),
        ),
      () =>
        beginCell()
          .storeUint(0x26fa1dd4, 32)
          .storeUint(pick([0, 1, 2, 16, 17, 18, below(128)]), 7)
          .storeBit(true)
          .storeRef(makeAnyCell()),
      () =>
        storeBits(
          beginCell()
            .storeUint(0x26fa1dd4, 32)
            .storeUint(pick([0, 1, 2]), 7)
            .storeBit(false),
          256,
        ),
      () => storeBits(beginCell(), below(300)),
    ])();
  return {
    actions: () => buildActionList(...Array.from({ length: 1 + below(4) }, () => buildSafely(action))),
    incoming: (target) => buildSafely(() => buildIncoming(target, buildActionList(buildSafely(action)))),
  };
}

test("no odd list of actions stops the chain, in either workchain", async () => {
  const random = createRandom("odd contracts", "actions");
  const oddCells = makeOddActions(random);
  startLt = devnet.chain.head.mc.end_lt;
  const countBefore = loggedLines.length;
  let lostCount = 0,
    acceptedCount = 0;
  async function runUntilIdle() {
    for (let blocks = 0; devnet.chain.busy; blocks++) {
      assert.ok(blocks < 40, "messages are sent in an endless circle");
      lostCount += (await devnet.chain.step({ now: devnet.chain.time() + 1 })).lost.length;
    }
  }
  for (let i = 0; i < FUZZED_CONTRACTS; i++) {
    // The puppet's code may be gone by now, so new puppets with other data follow.
    const workchain = random.below(2) ? 0 : -1;
    const init = { code: PUPPET, data: beginCell().storeUint(i, 32).endCell() };
    const target = { address: contractAddress(workchain, init) };
    await send(
      order(target, Cell.EMPTY, { value: toNano(3), init, extracurrency: SOME_CURRENCIES }),
      order(target, oddCells.actions()),
      order(target, oddCells.actions()),
    );
    await runUntilIdle();
    const isAccepted = await devnet.chain.submit(oddCells.incoming(target)).then(
      () => true,
      (error) => assert.match(error.message, /^LITE_SERVER_UNKNOWN/),
    );
    if (isAccepted) acceptedCount += 1;
    await runUntilIdle();
  }
  const unreadDocuments = loggedLines
    .slice(countBefore)
    .filter((text) => /^block/.test(text) && !/lost an internal message/.test(text));
  assert.deepEqual(unreadDocuments, []);
  assert.ok(acceptedCount > FUZZED_CONTRACTS / 10, `${acceptedCount} external messages`);
  assert.ok(lostCount > 0 && lostCount < FUZZED_CONTRACTS / 4, `${lostCount} lost`);
  const { n } = devnet.db.get("SELECT count(*) AS n FROM traces WHERE state = 'pending'");
  assert.equal(n, 0);
});

/** The import fee of an external message. @param {Buffer} boc */
const getFeeIn = (boc) => String(/** @type {any} */ (loadMessage(Cell.fromBoc(boc)[0].beginParse()).info).importFee);

test("responses about odd contracts add up, and every operation can read them", async () => {
  const listAll = async (path, params = {}) => {
    const rows = [];
    for (;;) {
      const page = Object.values(await get(devnet, path, { limit: 500, offset: rows.length, ...params })).find(
        Array.isArray,
      );
      rows.push(...page);
      if (page.length < 500) return rows;
    }
  };
  const from = { start_lt: String(startLt) };
  const transactions = await listAll("/transactions", from);
  const hashes = new Set(transactions.map(({ hash }) => hash));
  const count = (sql) => devnet.db.get(sql, [startLt]).n;
  assert.equal(transactions.length, count("SELECT count(*) AS n FROM transactions WHERE lt >= ?"));
  assert.ok(transactions.length > FUZZED_CONTRACTS * 4);
  for (const tx of transactions) {
    for (const message of [tx.in_msg, ...tx.out_msgs].filter(Boolean)) {
      assert.equal(typeof message.hash, "string");
      if (message.import_fee !== null)
        assert.equal(
          message.import_fee,
          getFeeIn(devnet.db.get("SELECT boc FROM messages WHERE hash = ?", [message.hash]).boc),
        );
      const { body } = message.message_content;
      assert.equal(Cell.fromBase64(body).hash().toString("base64"), message.message_content.hash);
    }
  }
  const traces = await listAll("/traces", { ...from, include_actions: true });
  for (const {
    transactions_order: order_,
    trace_info: { trace_state },
    trace_id,
  } of traces) {
    assert.equal(trace_state, "complete", trace_id);
    for (const hash of order_) assert.ok(hashes.has(hash));
  }
  for (const { transactions: ownTransactions } of await listAll("/actions", from))
    for (const hash of ownTransactions) assert.ok(hashes.has(hash));
  const messages = await listAll("/messages", from);
  assert.equal(messages.length, count("SELECT count(*) AS n FROM messages WHERE created_lt >= ?"));
  const accounts = [...new Set(transactions.map(({ account }) => account))];
  for (const address of accounts) {
    for (const method of [
      "getTransactions",
      "getAddressInformation",
      "getExtendedAddressInformation",
      "getWalletInformation",
    ]) {
      const response = await fetch(`${devnet.url}/api/v2/${method}?address=${encodeURIComponent(address)}`);
      assert.ok(response.status < 500, `${method} ${address}: ${response.status}`);
    }
    await get(devnet, "/accountStates", { address: [address], include_boc: true });
  }
});
