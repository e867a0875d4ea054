// The outcomes that `client.send` and `client.waitForMessage` return for a trace: random traces over v3 and v2, compared with a judge that
// follows the definition alone; and responses that do not belong to the request.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import {
  Address,
  beginCell as coreCell,
  Dictionary,
  internal,
  storeMessage,
  storeMessageRelaxed,
  storeTransaction,
} from "@ton/core";
import { createClient } from "ton-edge";
import { beginCell, externalMessage, messageHash } from "ton-edge/message";

import { readResponse } from "../../pkg/lib/actions/read-response.js";
import { fail } from "../../pkg/lib/util/error.js";
import { createSeededRandom } from "../helpers/seeded-random.mjs";
import { catchRejection } from "../message/checks.mjs";

const TRACES = process.env.TESTS_FULL === "1" ? 20_000 : 1500;
const computeHash = (number) => Buffer.alloc(32, 0).fill(`${number} `).toString("base64");
const makeAddress = (number) => `0:${number.toString(16).toUpperCase().padStart(64, "0")}`;
const HASH = computeHash("message");
const WALLET = makeAddress(1);

/** A transaction of v3, for a message with a value. */
function makeRow(number, change = {}) {
  const { in_msg: message, description, ...more } = change;
  return {
    account: makeAddress(number),
    hash: computeHash(number),
    lt: String(1000 + number),
    now: 1_750_000_000,
    total_fees: "1000",
    finality: "finalized",
    trace_id: computeHash("trace"),
    out_msgs: [],
    in_msg: { hash: computeHash(`to ${number}`), opcode: null, init_state: null, ...message },
    description: {
      type: "ord",
      aborted: false,
      compute_ph: { skipped: false, success: true, exit_code: 0 },
      action: { success: true, result_code: 0, skipped_actions: 0 },
      ...description,
    },
    ...more,
  };
}

const makeSkippedChange = (reason, overrides = {}) => ({
  description: { aborted: true, compute_ph: { skipped: true, reason }, action: null, ...overrides },
});
const withOpcode = (opcode, change) => ({ ...change, in_msg: { opcode } });
const BOUNCED_PHASE = { bounce: { type: "ok" } };

/** Possible outcomes of a message: whether the definition counts each as a success, and its reason. */
const FATES = [
  { weight: 60, change: {}, success: true },
  { change: withOpcode("0x0f8a7ea5", {}), success: true },
  // A value for an account without a contract, with at most a comment or a notice that no contract reads.
  { weight: 4, change: makeSkippedChange("no_state"), success: true },
  { change: withOpcode("0x00000000", makeSkippedChange("no_state")), success: true },
  { change: withOpcode("0x2167da4b", makeSkippedChange("no_state")), success: true },
  { weight: 4, change: withOpcode("0x7362d09c", makeSkippedChange("no_gas")), success: true },
  { change: withOpcode("0xd53276db", makeSkippedChange("no_state")), success: true },
  // A request that no contract read, and a value that bounced.
  { change: withOpcode("0x178d4519", makeSkippedChange("no_state")), success: false, reason: /no contract/ },
  { change: makeSkippedChange("no_state", BOUNCED_PHASE), success: false, reason: /no contract; its value went back/ },
  {
    change: withOpcode("0x7362d09c", makeSkippedChange("no_gas", BOUNCED_PHASE)),
    success: false,
    reason: /for gas; its value/,
  },
  { change: makeSkippedChange("no_gas"), success: false, reason: /not enough TON for gas/ },
  { change: withOpcode("0x178d4519", makeSkippedChange("no_gas")), success: false, reason: /not enough TON for gas/ },
  { change: makeSkippedChange("bad_state"), success: false, reason: /StateInit/ },
  { change: makeSkippedChange("suspended"), success: false, reason: /suspended/ },
  {
    change: {
      description: { aborted: true, compute_ph: { skipped: false, success: false, exit_code: 47 }, action: null },
    },
    success: false,
    reason: /^exit code 47/,
  },
  {
    change: { description: { aborted: true, action: { success: false, result_code: 37, skipped_actions: 0 } } },
    success: false,
    reason: /result code 37/,
  },
  {
    change: { description: { action: { success: true, result_code: 0, skipped_actions: 2 } } },
    success: false,
    reason: /^2 actions could not be done and were left out/,
  },
];
const readReason = ({ description }) => description?.compute_ph?.reason;
const hasRun = ({ change }) => readReason(change) === undefined;
const WEIGHTED_FATES = FATES.flatMap((fate) => Array(fate.weight ?? 1).fill(fate));
const CUT_KINDS = ["no row", "no node", "flag", "state"];

/** A random trace, and its outcome by the definition. */
function makeRandomTrace({ below, pick }) {
  const isLikely = (percent) => below(100) < percent;
  const cutPhase = isLikely(30) ? pick(CUT_KINDS) : undefined;
  const transactions = {};
  const outcomes = [];
  let nodeCount = 0;
  let isCut = cutPhase === "flag" || cutPhase === "state";
  const growTrace = (depth) => {
    const number = (nodeCount += 1);
    const fate = pick(WEIGHTED_FATES);
    const row = makeRow(
      number,
      number === 1 ? { ...fate.change, in_msg: { ...fate.change.in_msg, hash: HASH } } : fate.change,
    );
    const node = { tx_hash: row.hash, in_msg_hash: row.in_msg.hash, children: [] };
    const hasNoRow = number > 1 && cutPhase === "no row" && isLikely(30);
    if (hasNoRow) isCut = true;
    else {
      transactions[row.hash] = row;
      outcomes.push({ number, fate });
    }
    const count = depth > 4 ? 0 : below(3);
    for (let index = 0; index < count; index += 1) {
      row.out_msgs.push({ destination: makeAddress(9000 + index) });
      if (cutPhase === "no node" && isLikely(30)) isCut ||= !hasNoRow;
      // Rows below a missing row of the trace are unknown.
      else if (!hasNoRow) node.children.push(growTrace(depth + 1));
    }
    if (isLikely(10)) row.out_msgs.push({ destination: null });
    return node;
  };
  const tree = growTrace(0);
  const first = outcomes.find(({ fate }) => !fate.success);
  const expected = first
    ? { success: false, reason: first.fate.reason, at: first.number === 1 ? null : makeAddress(first.number) }
    : { success: isCut ? null : true, reason: isCut ? /^not known: / : null, at: null };
  const trace = {
    trace_id: computeHash("trace"),
    trace: tree,
    transactions,
    is_incomplete: cutPhase === "flag",
    trace_info: { trace_state: cutPhase === "state" ? "unknown" : "complete", pending_messages: 0 },
  };
  return { trace, expected, seen: outcomes.length };
}

/** A client of a server with these responses, by the last part of the path. */
function makeClient(responses) {
  return createClient({
    baseUrl: "https://gateway.example",
    rateLimit: false,
    retry: false,
    async fetch(request) {
      const path = new URL(request.url).pathname.replace(/^\/api\/v[23]\//, "");
      const body = responses[path];
      return body === undefined
        ? Response.json({ error: "not found" }, { status: 404 })
        : Response.json(typeof body === "function" ? body() : body);
    },
  });
}

const WAIT = /** @type {const} */ ({ wait: "trace", generation: "v3", timeoutMs: 2000, pollIntervalMs: 1 });

test(`${TRACES} random traces have the outcome of the definition`, async () => {
  const random = createSeededRandom(57);
  let current;
  const client = makeClient({
    transactionsByMessage: () => ({ transactions: [current.trace.transactions[computeHash(1)]], address_book: {} }),
    traces: () => ({ traces: [current.trace], address_book: {}, metadata: {} }),
  });
  const counts = new Map();
  for (let index = 0; index < TRACES; index += 1) {
    current = makeRandomTrace(random);
    const { success, reason, trace } = await client.waitForMessage(HASH, WAIT);
    const { expected, seen: seenSeqno } = current;
    const description = `trace ${index}: ${success} ${reason}`;
    assert.equal(success, expected.success, description);
    if (expected.reason === null) assert.equal(reason, null, description);
    else assert.match(reason, expected.reason, description);
    assert.equal(/ \(at (.*)\)$/.exec(reason ?? "")?.[1] ?? null, expected.at, description);
    assert.equal(trace.transactions.length, seenSeqno, description);
    if (success === true) assert.deepEqual([trace.incomplete, trace.failures], [false, []], description);
    if (success === false) assert.ok(trace.failures.length > 0, description);
    counts.set(success, (counts.get(success) ?? 0) + 1);
  }
  // Each outcome must be frequent enough for the comparison to be meaningful.
  for (const isFound of [true, false, null])
    assert.ok(counts.get(isFound) > TRACES / 20, `${isFound}: ${counts.get(isFound)}`);
});

/** A message in the form of @ton/core, from outside if it has no sender. @param {{ to: string, from?: string, lt?: bigint, opcode?: any }} message */
function makeMessageCell({ from, to, lt = 0n, opcode = null }) {
  const body = opcode === null ? coreCell().endCell() : coreCell().storeUint(Number(opcode), 32).endCell();
  const dest = Address.parse(to);
  const info = {
    type: "internal",
    ihrDisabled: true,
    bounce: true,
    bounced: false,
    src: from && Address.parse(from),
    dest,
    value: { coins: 5n },
    ihrFee: 0n,
    forwardFee: 0n,
    createdLt: lt,
    createdAt: 1_750_000_000,
  };
  const externalInfo = { type: "external-in", src: null, dest, importFee: 0n };
  return { info: /** @type {any} */ (from ? info : externalInfo), body };
}

const SIZE = { cells: 1n, bits: 1n };
const NO_HASH = { oldHash: Buffer.alloc(32), newHash: Buffer.alloc(32) };

/** The transaction description of a row of v3, in the form of @ton/core. @returns {any} */
function makeDescription({ compute_ph: compute, action, bounce, aborted }) {
  const vm = {
    ...{
      type: "vm",
      success: compute.success,
      messageStateUsed: false,
      accountActivated: false,
      gasFees: 0n,
      gasUsed: 0n,
    },
    ...{ gasLimit: 0n, mode: 0, exitCode: compute.exit_code, vmSteps: 1, vmInitStateHash: 0n, vmFinalStateHash: 0n },
  };
  return {
    type: "generic",
    creditFirst: true,
    computePhase: compute.skipped ? { type: "skipped", reason: compute.reason.replace("_", "-") } : vm,
    actionPhase: action && {
      ...{ success: action.success, valid: true, noFunds: false, statusChange: "unchanged", totalActions: 2 },
      ...{ resultCode: action.result_code, specActions: 0, skippedActions: action.skipped_actions, messagesCreated: 0 },
      ...{ actionListHash: 0n, totalMessageSize: SIZE },
    },
    bouncePhase: bounce && { type: "ok", messageSize: SIZE, messageFees: 0n, forwardFees: 0n },
    aborted,
    destroyed: false,
  };
}

/**
 * A trace in the form of v2: the bag of each message's transaction, in the order of the messages.
 *
 * @param {any[]} fates of its transactions @param {(number: number) => number} parentOf the sender of a transaction's message
 */
function makeCells(fates, parentOf) {
  const bodies = fates.map(({ change }, index) => {
    const opcode = change.in_msg?.opcode ?? null;
    const to = makeAddress(index + 1);
    return makeMessageCell(
      index === 0 ? { to, opcode } : { from: makeAddress(parentOf(index) + 1), to, lt: BigInt(index), opcode },
    );
  });
  const bags = fates.map(({ change }, index) => {
    const children = bodies.filter((_, child) => child > 0 && parentOf(child) === index);
    const outMessageDict = Dictionary.empty(Dictionary.Keys.Uint(15), Dictionary.Values.Cell());
    for (const [index, message] of children.entries())
      outMessageDict.set(index, coreCell().store(storeMessage(message)).endCell());
    const transaction = {
      ...{ address: BigInt(index + 1), lt: BigInt(1000 + index), prevTransactionHash: 0n, prevTransactionLt: 0n },
      ...{ now: 1_750_000_000, outMessagesCount: children.length, oldStatus: "active", endStatus: "active" },
      ...{ inMessage: bodies[index], outMessages: outMessageDict, totalFees: { coins: 1000n }, stateUpdate: NO_HASH },
      description: makeDescription(makeRow(index, change).description),
    };
    const cell = coreCell()
      .store(storeTransaction(/** @type {any} */ (transaction)))
      .endCell();
    const id = { lt: String(transaction.lt), hash: cell.hash().toString("base64") };
    return { data: cell.toBoc().toString("base64"), utime: transaction.now, transaction_id: id };
  });
  return { bags, hash: messageHash(coreCell().store(storeMessage(bodies[0])).endCell().toBoc()) };
}

/** The outcome of such a trace over v2. */
function waitOverV2({ bags, hash }) {
  const client = createClient({
    baseUrl: "https://gateway.example",
    rateLimit: false,
    retry: false,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      const isLocated = pathname.endsWith("/tryLocateResultTx");
      const result = isLocated ? bags[Number(searchParams.get("created_lt"))] : bags.slice(0, 1);
      return Response.json({ ok: true, result });
    },
  });
  return client.waitForMessage(hash, { ...WAIT, generation: "v2", account: WALLET, since: 1 });
}

const TRACES_OF_V2 = process.env.TESTS_FULL === "1" ? 2000 : 60;

test(`${TRACES_OF_V2} random traces over v2 have the outcome of the definition`, async () => {
  const { below, pick } = createSeededRandom(58);
  // The first message is external: if it has a transaction, a contract has accepted it.
  const [executedFates, suspendedFates] = [
    FATES.filter(hasRun),
    WEIGHTED_FATES.filter(({ change }) => readReason(change) !== "suspended"),
  ];
  const counts = new Map();
  for (let index = 0; index < TRACES_OF_V2; index += 1) {
    const fates = Array.from({ length: 1 + below(12) }, (_, number) =>
      number === 0 && below(4) ? WEIGHTED_FATES[0] : pick(number ? suspendedFates : executedFates),
    );
    const parents = fates.map((_, number) => (number === 0 ? -1 : below(number)));
    const { success, reason, trace } = await waitOverV2(makeCells(fates, (number) => parents[number]));
    const failedFates = fates.filter((fate) => !fate.success);
    const description = `trace ${index}: ${success} ${reason}`;
    assert.equal(success, failedFates.length === 0, description);
    assert.ok(
      failedFates.length === 0 ? reason === null : failedFates.some((fate) => fate.reason.test(reason ?? "")),
      description,
    );
    assert.deepEqual([trace.transactions.length, trace.incomplete], [fates.length, false], description);
    counts.set(success, (counts.get(success) ?? 0) + 1);
  }
  for (const isFound of [true, false]) assert.ok(counts.get(isFound) > TRACES_OF_V2 / 10, `${isFound}`);
});

describe("unknown outcomes", () => {
  test("the outcome of a trace with more transactions than the client reads is not known, over v3 and v2", async () => {
    const [cheapFate] = FATES;
    const secondSend = await waitOverV2(
      makeCells(Array(300).fill(cheapFate), (position) => (position < 250 ? 0 : position - 200)),
    );
    const row = makeRow(1, { in_msg: { hash: HASH } });
    const rows = [row, ...Array.from({ length: 5000 }, (_, index) => makeRow(index + 2))];
    const nodes = rows.map(({ hash }) => ({ tx_hash: hash, children: [] }));
    const trace = {
      trace: { ...nodes[0], children: nodes.slice(1) },
      transactions: Object.fromEntries(rows.map((row) => [row.hash, row])),
      is_incomplete: false,
      trace_info: { trace_state: "complete", pending_messages: 0 },
    };
    const client = makeClient({ transactionsByMessage: { transactions: [row] }, traces: { traces: [trace] } });
    for (const { success, reason, trace } of [secondSend, await client.waitForMessage(HASH, WAIT)]) {
      assert.deepEqual([success, trace.incomplete, trace.failures], [null, true, []]);
      assert.match(reason ?? "", /^not known: not all of the trace was read/);
    }
  });

  test("a request to a wallet v5 beta is not read as one to v5 r1, which has the same opcode and other fields", async () => {
    // The wallet id has 80 bits; read as v5 r1, the fields would be a time in 1970 and no actions.
    const body = beginCell().storeUint(0x7369676e, 32).storeUint(0xffffff11, 32).storeUint(0, 48);
    body.storeUint(0x7735_0000, 32).storeUint(7, 32).storeUint(0, 1).storeBytes(new Uint8Array(64));
    const message = externalMessage({ to: WALLET, body: body.endCell() });
    const code = beginCell().storeUint(1, 8).endCell().toBase64();
    const lastTransaction = { lt: "5", hash: HASH };
    const client = makeClient({
      sendBoc: { ok: true, result: { "@type": "ok" } },
      transactionsByMessage: { transactions: [] },
      pendingTraces: { traces: [] },
      masterchainInfo: { last: { gen_utime: "1900000000" } },
      getAddressInformation: {
        ok: true,
        result: {
          "@type": "raw.fullAccountState",
          balance: "1",
          code,
          data: code,
          state: "active",
          last_transaction_id: lastTransaction,
          block_id: { workchain: -1, shard: "-9223372036854775808", seqno: 9, root_hash: HASH, file_hash: HASH },
          sync_utime: 1_900_000_000,
        },
      },
      getTransactions: { ok: true, result: [] },
    });
    const options = /** @type {const} */ ({ ...WAIT, timeoutMs: 300, wait: "executed" });
    for (const [call, text] of /** @type {[() => Promise<any>, RegExp][]} */ ([
      [() => client.send(message, options), /accepted the message.*not a wallet of a known version/],
      [() => client.waitForMessage(message, options), /not known.*not a wallet of a known version/],
    ])) {
      const error = await catchRejection(call);
      assert.deepEqual([error.code, error.messageHash], ["timeout", messageHash(message)]);
      assert.match(error.message, text);
    }
  });

  test("the outcome of a message whose account sends itself a message is not known", async () => {
    const row = makeRow(1, { in_msg: { hash: HASH }, out_msgs: [{ destination: WALLET }] });
    const client = makeClient({ transactionsByMessage: { transactions: [row] } });
    const { success, reason, transaction } = await client.waitForMessage(HASH, { ...WAIT, wait: "executed" });
    assert.deepEqual([success, transaction.success, transaction.actsLater], [null, true, true]);
    assert.match(reason, /^not known: the account sends itself a message/);
  });

  test("a pending trace or message, which the service only emulates, is not an outcome", async () => {
    const first = makeRow(1, { in_msg: { hash: HASH }, out_msgs: [{ destination: makeAddress(2) }] });
    const row = makeRow(2);
    const read = (ownRow, otherRow) => {
      const trace = {
        trace: { tx_hash: ownRow.hash, children: [{ tx_hash: otherRow.hash, children: [] }] },
        transactions: { [ownRow.hash]: ownRow, [otherRow.hash]: otherRow },
        is_incomplete: false,
        trace_info: { trace_state: "complete", pending_messages: 0 },
      };
      const client = makeClient({
        transactionsByMessage: { transactions: [ownRow] },
        pendingTraces: { traces: [] },
        traces: { traces: [trace] },
      });
      return client.waitForMessage(HASH, { ...WAIT, timeoutMs: 100 });
    };
    assert.equal((await read(first, row)).success, true);
    for (const expected of [{ emulated: true, finality: undefined }, { finality: "pending" }]) {
      const open = await catchRejection(() => read(first, { ...row, ...expected }));
      assert.deepEqual([open.code, open.messageHash], ["timeout", HASH]);
      assert.match(open.message, /^the message was executed; still on the way: 1 message that it caused/);
      const pendingError = await catchRejection(() => read({ ...first, ...expected }, row));
      assert.match(pendingError.message, /^the message is pending, but not in a block yet/);
    }
    const summary = await makeClient({}).summarize(
      /** @type {any} */ ({ ...row, emulated: true, finality: undefined }),
    );
    assert.equal(summary.finality, "pending");
  });

  test("the outcome of a trace that is too large for a tree is not known", async () => {
    const row = makeRow(1, { in_msg: { hash: HASH } });
    const trace = { is_incomplete: true, trace_info: { trace_state: "complete", pending_messages: 0 } };
    const client = makeClient({ transactionsByMessage: { transactions: [row] }, traces: { traces: [trace] } });
    const result = await client.waitForMessage(HASH, WAIT);
    assert.deepEqual([result.success, result.trace.incomplete, result.trace.transactions.length], [null, true, 1]);
  });
});

describe("a response that does not belong to the request is refused", () => {
  const ownRow = makeRow(1, { in_msg: { hash: HASH } });
  const otherRow = makeRow(1, { in_msg: { hash: computeHash("another message") } });
  const makeTrace = (row) => ({
    trace: { tx_hash: row.hash, children: [] },
    transactions: { [row.hash]: row },
    is_incomplete: false,
    trace_info: { trace_state: "complete", pending_messages: 0 },
  });
  const LIES = {
    "the transaction of another message": {
      transactionsByMessage: { transactions: [otherRow] },
      traces: { traces: [makeTrace(otherRow)] },
    },
    "the transaction of another account": {
      transactionsByMessage: { transactions: [makeRow(2, { in_msg: { hash: HASH } })] },
      traces: { traces: [] },
    },
    "a pending trace of another message": {
      transactionsByMessage: { transactions: [] },
      pendingTraces: { traces: [makeTrace(otherRow)] },
    },
    "the trace of another message": {
      transactionsByMessage: { transactions: [ownRow] },
      traces: { traces: [makeTrace(makeRow(3))] },
    },
    "a transaction without its phases": {
      transactionsByMessage: { transactions: [{ ...ownRow, description: { type: "ord", aborted: false } }] },
    },
    "a transaction that does not say whether it was aborted": {
      transactionsByMessage: {
        transactions: [{ ...ownRow, description: { ...ownRow.description, aborted: undefined } }],
      },
    },
  };
  for (const [lieName, responses] of Object.entries(LIES))
    test(lieName, async () => {
      const client = makeClient(responses);
      const error = await catchRejection(() => client.waitForMessage(HASH, { ...WAIT, account: WALLET }));
      assert.deepEqual([error.code, error.messageHash], ["invalid_response", HASH]);
    });

  test("a transaction is matched to its message also by the normalized hash", async () => {
    const row = makeRow(1, { in_msg: { hash: computeHash("as it was sent"), hash_norm: HASH } });
    const client = makeClient({ transactionsByMessage: { transactions: [row] }, traces: { traces: [makeTrace(row)] } });
    assert.equal((await client.waitForMessage(HASH, { ...WAIT, account: WALLET })).success, true);
  });
});

test("the shortage of a wallet is computed also if one of its messages goes to no account", async () => {
  const signature = coreCell().storeBuffer(Buffer.alloc(64));
  const log = coreCell()
    .store(
      storeMessageRelaxed({
        info: { type: "external-out", src: null, dest: null, createdLt: 0n, createdAt: 0 },
        body: coreCell().storeUint(7, 32).endCell(),
      }),
    )
    .endCell();
  const payment = coreCell()
    .store(storeMessageRelaxed(internal({ to: Address.parse(makeAddress(2)), value: 5_000_000_000n, bounce: false })))
    .endCell();
  // Wallet v4: subwallet, valid until, seqno, a simple send; each message follows its mode.
  const body = signature
    .storeUint(698983191, 32)
    .storeUint(1_760_000_000, 32)
    .storeUint(3, 32)
    .storeUint(0, 8)
    .storeUint(3, 8)
    .storeRef(log)
    .storeUint(3, 8)
    .storeRef(payment)
    .endCell();
  const row = makeRow(1, {
    in_msg: { source: null, message_content: { body: body.toBoc().toString("base64") } },
    account_state_after: { balance: "1200000000" },
    description: {
      aborted: true,
      action: { success: false, result_code: 37, result_arg: 1, skipped_actions: 0 },
    },
  });
  const { success, reason } = await makeClient({}).summarize(/** @type {any} */ (row));
  assert.equal(success, false);
  assert.match(String(reason), /the wallet had 1\.2 TON left, and the message needs 5 TON/);
});

test("an error of the program while a response is read is not an error of the response", () => {
  const read = (/** @type {any} */ error) =>
    readResponse("transactions", () => {
      throw error;
    });
  for (const code of ["not_initialized", "wasm_unavailable", "missing_global", "internal"])
    assert.throws(() => read(fail(code, "the program")), { code, message: "the program" });
  assert.throws(() => read(fail("invalid_boc", "no bag")), {
    code: "invalid_response",
    message: /transactions.*no bag/,
  });
  assert.throws(() => read(new TypeError("x is undefined")), {
    code: "invalid_response",
    message: /does not have the form/,
  });
});
