// Requests from the content of the local chain, each with whether its response is final. The chain's database decides that, not the
// response, so the check does not depend on the gateway.

import { Address, Dictionary, beginCell, internal, toNano } from "@ton/core";

import { createRandom } from "../upstream/devnet/chance.mjs";
import { makeTraffic } from "../upstream/devnet/traffic/index.mjs";
import { writeSignedShard } from "../upstream/devnet/v2/shapes.mjs";
import { runGetMethod } from "../upstream/devnet/view.mjs";

/** Operations with a finality condition for which the chain has no final response. */
export const NOT_COVERED = {
  "v2 GET /getShardBlockProof": "a proof needs blocks of cells, which the local chain does not have",
  "v2 GET /getLibraries": "no sample of a published library is made here",
  "v3 GET /validators/elections": "no sample of a finished election is made here",
  "v2 GET /detectAddress": "the gateway responds without the upstream",
  "v2 GET /detectHash": "the gateway responds without the upstream",
  "v2 GET /packAddress": "the gateway responds without the upstream",
  "v2 GET /unpackAddress": "the gateway responds without the upstream",
};

/** Accounts that only the faucet's transfers create. @param {number} n */
const makeNewcomerAddress = (n) =>
  new Address(n % 4 ? 0 : -1, beginCell().storeUint(n, 32).storeStringTail("newcomer").endCell().hash());
const NEWCOMER_COUNT = 400;

/**
 * Makes blocks. Each has transfers among wallets, to accounts that do not exist yet, and through a relay, which makes a trace of several
 * rounds. After the last block, some messages are still in flight.
 * @param {any} devnet @param {number} blockCount
 */
export async function advance({ chain, cast }, blockCount) {
  for (let i = 0; i < blockCount; i++) {
    const next = chain.head.mc.seqno + 1;
    const {
      stack: [seqno],
    } = await runGetMethod(chain, { account: cast.faucet.account, method: "seqno", stack: [] });
    const relayedBody = beginCell().storeUint(0x7e1a, 32).endCell();
    const messages = [
      internal({ to: makeNewcomerAddress(next % NEWCOMER_COUNT), value: toNano("0.1"), bounce: next % 3 === 0 }),
      internal({
        to: cast.people[next % cast.people.length].address,
        value: toNano("0.2"),
        bounce: false,
        body: `block ${next}`,
      }),
      internal({
        to: cast.relays[next % cast.relays.length].address,
        value: toNano("0.3"),
        bounce: true,
        body: relayedBody,
      }),
    ];
    const signedTransfer = cast.faucet.transfer({
      seqno: Number(/** @type {any} */ (seqno).value),
      messages,
      validUntil: chain.time() + 600,
    });
    await chain.step({
      now: chain.head.mc.gen_utime + 5,
      externals: [...(await makeTraffic(chain, cast)), signedTransfer],
    });
  }
}

/** @template T @param {Iterable<T>} list @param {(one: T) => unknown} key @returns {Map<any, T[]>} */
export function groupBy(list, key) {
  const groups = new Map();
  for (const row of list) {
    const name = key(row);
    if (!groups.get(name)?.push(row)) groups.set(name, [row]);
  }
  return groups;
}

/** The content of the chain at this moment. @param {any} devnet */
function read({ chain, db, cast }) {
  const config = Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), chain.config);
  const transactions = db.all(
    "SELECT hash, account, lt, workchain, shard, seqno, mc_seqno, trace_id, in_msg FROM transactions ORDER BY id",
  );
  const histories = groupBy(transactions, (row) => row.account);
  const accounts = db.all("SELECT account FROM accounts").map((row) => row.account);
  const newcomerKeys = Array.from({ length: NEWCOMER_COUNT }, (_, n) => makeNewcomerAddress(n)).map((address) =>
    address.toRawString().toUpperCase(),
  );
  return {
    chain,
    cast,
    head: chain.head.mc.seqno,
    transactions,
    histories,
    accounts,
    later: newcomerKeys,
    config: config.keys().filter((id) => id >= 0),
    /** v3 does not count zero states as blocks, and v2 refuses seqno 0. */
    blocks: db.all(
      "SELECT workchain, shard, seqno, root_hash, file_hash, tx_count, gen_utime, end_lt, mc_seqno FROM blocks WHERE seqno > 0",
    ),
    ofBlock: groupBy(transactions, (row) => `${row.workchain}:${row.shard}:${row.seqno}`),
    ofMasterBlock: groupBy(transactions, (row) => row.mc_seqno),
    committed: groupBy(db.all("SELECT mc_seqno FROM blocks WHERE seqno > 0"), (row) => row.mc_seqno),
    messages: db.all(
      "SELECT hash, hash_norm, type, source, destination, created_lt, opcode, in_tx, out_tx, trace_id FROM messages ORDER BY rowid",
    ),
    traces: db.all("SELECT trace_id, state, external_hash FROM traces ORDER BY start_lt"),
    ofTrace: groupBy(transactions, (row) => row.trace_id),
    bodies: db.all("SELECT body FROM messages LIMIT 200").map((row) => row.body.toString("base64")),
  };
}

/** Whether the message has arrived. */
const isDelivered = (m) =>
  m.type === "internal" ? m.in_tx !== null && m.out_tx !== null : m.in_tx !== null || m.out_tx !== null;
const makeBlockParams = (row) => ({ workchain: row.workchain, shard: writeSignedShard(row.shard), seqno: row.seqno });
const getHashPart = (account) => account.slice(account.indexOf(":") + 1);
const UNKNOWN_HASH = Buffer.alloc(32, 7).toString("base64");

/**
 * Parameters of one random request per operation, with a final response.
 * @returns {Record<string, { group: string, make: () => any }>}
 */
function makeFinalRequests(world, { below, pick }) {
  const { head, transactions, histories, blocks } = world;
  const pickSome = (list, maxCount) => [...new Set(Array.from({ length: 1 + below(maxCount) }, () => pick(list)))];
  const pickOlderSeqno = () => 1 + below(head);
  /** The last few blocks are requested as often as all others together. */
  const pickSeqno = () => (below(2) ? Math.max(1, head - below(6)) : pickOlderSeqno());
  const listForms = (account) => {
    const address = Address.parse(account);
    return [account, address.toString(), address.toString({ bounceable: false }), address.toString({ urlSafe: false })][
      below(4)
    ];
  };
  const pickAccount = () => ({ address: listForms(pick(below(4) ? world.accounts : world.later)), seqno: pickSeqno() });
  const getBlock = () =>
    makeBlockParams(below(3) ? pick(blocks) : blocks.filter((row) => row.mc_seqno >= head - 3)[below(4)]);
  const pickHeader = () => {
    const row = pick(blocks);
    return { ...makeBlockParams(row), ...(below(3) ? {} : { root_hash: row.root_hash, file_hash: row.file_hash }) };
  };
  const makeBlockPage = () => {
    const row = pick(blocks);
    const transactionsInBlock = world.ofBlock.get(`${row.workchain}:${row.shard}:${row.seqno}`) ?? [];
    const after = transactionsInBlock.length && below(2) ? pick(transactionsInBlock) : undefined;
    return {
      ...makeBlockParams(row),
      ...(below(2) ? { count: 1 + below(6) } : {}),
      ...(after ? { after_lt: String(after.lt), after_hash: getHashPart(after.account) } : {}),
    };
  };
  const pickFullPage = () => {
    const history = histories.get(pick(transactions).account);
    const index = below(history.length);
    const limit = index >= 9 && below(3) === 0 ? 10 : 1 + below(Math.min(index + 1, 12));
    const timeBound = index - limit >= 0 && below(3) === 0 ? { to_lt: String(history[index - limit].lt) } : {};
    const { account: owner, lt, hash } = history[index];
    return {
      address: listForms(owner),
      lt: String(lt),
      hash: below(2) ? hash : Buffer.from(hash, "base64").toString("hex"),
      ...(limit === 10 && below(2) ? {} : { limit }),
      ...timeBound,
    };
  };
  const internalMessages = world.messages.filter((m) => m.type === "internal");
  const deliveredInternals = internalMessages.filter(isDelivered);
  const arrivedMessages = world.messages.filter(isDelivered);
  const locatePicked = (list) => () => {
    const { source, destination, created_lt: lt } = pick(list);
    return { source: listForms(source), destination: listForms(destination), created_lt: String(lt) };
  };
  const completeTraces = world.traces.filter((trace) => trace.state === "complete");
  const pickTraces = () => {
    const chosenTraces = pickSome(completeTraces, 3).map((trace) => trace.trace_id);
    const chosenTransactions = chosenTraces.map((id) => world.ofTrace.get(id));
    const filter = [
      { trace_id: chosenTraces },
      { tx_hash: chosenTransactions.flatMap((list) => pickSome(list, 2).map((tx) => tx.hash)) },
      { msg_hash: chosenTransactions.flatMap((list) => list.find((tx) => tx.in_msg)?.in_msg ?? []) },
    ].filter((params) => Object.values(params)[0].length);
    return { ...pick(filter), ...(below(3) ? {} : { include_actions: true }) };
  };
  const pickMessages = () => {
    const direction = [undefined, "in", "out"][below(3)];
    const list =
      direction === "in"
        ? arrivedMessages.filter((m) => m.in_tx)
        : direction === "out"
          ? world.messages.filter((m) => m.out_tx)
          : arrivedMessages;
    return {
      msg_hash: pickSome(list, 3).map((m) => (below(2) ? m.hash : m.hash_norm)),
      ...(direction ? { direction } : {}),
    };
  };
  const pickTransactionsOfMessages = () => {
    const direction = pick(["in", "out"]);
    const list = world.messages.filter((m) => m[`${direction}_tx`]);
    const first = pick(list);
    const siblings = list.filter((m) => m.out_tx && m.out_tx === first.out_tx);
    return {
      msg_hash: below(3)
        ? pickSome(list, 2).map((m) => m.hash)
        : [...new Set([first, ...siblings].map((m) => m.hash))].slice(0, 3),
      direction,
    };
  };
  const pickBlocksOfIndex = () => {
    const row = below(3) ? pick(blocks) : blocks[blocks.length - 1 - below(6)];
    return pick([
      { root_hash: row.root_hash },
      { file_hash: row.file_hash },
      { workchain: row.workchain, shard: row.shard, seqno: row.seqno },
    ]);
  };
  /** A page with at least one row from a list of this length. */
  const pickPage = (length) =>
    below(2) ? {} : pick([{ limit: 1 + below(length + 3) }, { limit: 1 + below(5), offset: below(length) }]);
  const filledBlocks = [...world.ofMasterBlock.keys()];
  const pickMasterTransactions = () => {
    const block = below(2) ? pick(filledBlocks) : filledBlocks[filledBlocks.length - 1 - below(4)];
    return {
      seqno: block,
      ...pickPage(world.ofMasterBlock.get(block).length),
      ...(below(2) ? {} : { sort: pick(["asc", "desc"]) }),
    };
  };
  const pickCommittedBlock = () => {
    const block = pickSeqno();
    return { seqno: block, ...pickPage(world.committed.get(block).length) };
  };
  const decode = () => ({
    opcodes: Array.from(
      { length: 1 + below(3) },
      () =>
        `0x${below(2 ** 32)
          .toString(16)
          .padStart(8, "0")}`,
    ),
    ...(below(2) ? { bodies: pickSome(world.bodies, 2) } : {}),
  });

  const group = (name, makers) => Object.entries(makers).map(([operation, make]) => [operation, { group: name, make }]);
  return Object.fromEntries([
    ...group("account state at a block", {
      "v2 GET /getAddressInformation": pickAccount,
      "v2 GET /getExtendedAddressInformation": pickAccount,
      "v2 GET /getWalletInformation": pickAccount,
      "v2 GET /getAddressBalance": pickAccount,
      "v2 GET /getAddressState": pickAccount,
      "v2 GET /getShardAccountCell": pickAccount,
    }),
    ...group("content of a block", {
      "v2 GET /lookupBlock": getBlock,
      "v2 GET /getShards": () => ({ seqno: pickSeqno() }),
      "v2 GET /getMasterchainBlockSignatures": () => ({ seqno: pickSeqno() }),
      "v2 GET /getBlockHeader": pickHeader,
      "v2 GET /getBlockTransactions": makeBlockPage,
      "v2 GET /getBlockTransactionsExt": makeBlockPage,
      "v2 GET /getConfigParam": () => ({ [pick(["config_id", "param"])]: pick(world.config), seqno: pickSeqno() }),
      "v2 GET /getConfigAll": () => ({ seqno: pickSeqno() }),
    }),
    ...group("transaction list from lt and hash", {
      "v2 GET /getTransactions": pickFullPage,
      "v2 GET /getTransactionsStd": pickFullPage,
    }),
    ...group("located by message or hash", {
      "v2 GET /tryLocateTx": locatePicked(deliveredInternals),
      "v2 GET /tryLocateResultTx": locatePicked(deliveredInternals),
      "v2 GET /tryLocateSourceTx": locatePicked(internalMessages),
      "v3 GET /transactions": () => ({ hash: pickSome(transactions, 3).map((tx) => tx.hash) }),
      "v3 GET /traces": pickTraces,
      "v3 GET /messages": pickMessages,
      "v3 GET /adjacentTransactions": () => ({ hash: pick(deliveredInternals).in_tx, direction: "in" }),
      "v3 GET /transactionsByMessage": pickTransactionsOfMessages,
      "v3 GET /blocks": pickBlocksOfIndex,
    }),
    ...group("indexed list of a masterchain block", {
      "v3 GET /masterchainBlockShardState": () => ({ seqno: pickSeqno() }),
      "v3 GET /masterchainBlockShards": pickCommittedBlock,
      "v3 GET /transactionsByMasterchainBlock": pickMasterTransactions,
    }),
    ...group("depends on the request alone", { "v3 GET /decode": decode, "v3 POST /decode": decode }),
  ]);
}

/**
 * Draws requests with final responses, and requests of this moment whose responses are not final.
 * @param {any} devnet @param {...(string | number)} seed
 */
export function makeSamples(devnet, ...seed) {
  const random = createRandom(...seed);
  const world = read(devnet);
  return { final: makeFinalRequests(world, random), open: openRequests(world, random) };
}

/**
 * Requests whose responses can still change, or whose finality neither the request nor the response shows. `becomes`: the response is final
 * after the chain has made further blocks.
 * @returns {{ operation: string, params: any, why: string, becomes?: boolean }[]}
 */
function openRequests(world, { below, pick }) {
  const { head, chain, cast, transactions, histories, messages } = world;
  const openSamples = [];
  const add = (names, params, reason, becomesFinal = false) =>
    openSamples.push(
      ...[names].flat().map((name) => ({
        operation: name.includes(" ") ? name : `v2 GET /${name}`,
        params,
        why: reason,
        becomes: becomesFinal,
      })),
    );
  const STATES = [
    "getAddressInformation",
    "getExtendedAddressInformation",
    "getWalletInformation",
    "getAddressBalance",
    "getAddressState",
    "getShardAccountCell",
  ];
  const LOCATE = ["tryLocateTx", "tryLocateResultTx"];
  const master = { workchain: -1, shard: "-9223372036854775808" },
    base = { ...master, workchain: 0 };
  const address = pick(cast.people).account;

  for (const aheadBlocks of [1, 1 + below(3)]) {
    add(STATES, { address, seqno: head + aheadBlocks }, "the block does not exist yet", true);
    add(["getShards", "getConfigAll"], { seqno: head + aheadBlocks }, "the block does not exist yet", true);
    add("getConfigParam", { config_id: 0, seqno: head + aheadBlocks }, "the block does not exist yet", true);
    add(
      ["lookupBlock", "getBlockHeader", "getBlockTransactions", "getBlockTransactionsExt"],
      { ...master, seqno: head + aheadBlocks },
      "the block does not exist yet",
      true,
    );
    add(
      ["lookupBlock", "getBlockHeader", "getBlockTransactions"],
      { ...base, seqno: chain.head.base.seqno + aheadBlocks },
      "the block does not exist yet",
      true,
    );
    add(
      "v3 GET /blocks",
      { workchain: -1, shard: "8000000000000000", seqno: head + aheadBlocks },
      "the block does not exist yet",
      true,
    );
    add(
      ["v3 GET /masterchainBlockShardState", "v3 GET /masterchainBlockShards"],
      { seqno: head + aheadBlocks },
      "the block does not exist yet",
      true,
    );
    add("v3 GET /transactionsByMasterchainBlock", { seqno: head + aheadBlocks }, "the block does not exist yet", true);
  }
  add(STATES, { address }, "no block is named");
  add("getExtendedAddressInformation", { address, seqno: 0 }, "seqno 0 can mean the newest block");
  add("getConfigAll", {}, "no block is named");
  add("getConfigParam", { config_id: 0 }, "no block is named");
  const { end_lt: lt, gen_utime: unixtime } = chain.head.mc;
  for (const filter of [
    { lt: String(lt) },
    { lt: String(lt - 1) },
    { lt: String(lt + 1_000_000) },
    { unixtime },
    { unixtime: unixtime + 5 },
  ])
    add("lookupBlock", { ...master, ...filter }, "no seqno names the block");
  add("getShardBlockProof", { ...base, seqno: 1, from_seqno: head }, "no proof");
  add("getLibraries", { libraries: [UNKNOWN_HASH] }, "an unknown library");

  const history = [...histories.values()].filter((list) => list.length > 2)[below(3)];
  const start = { address: history[1].account, lt: String(history[1].lt), hash: history[1].hash };
  add(
    ["getTransactions", "getTransactionsStd"],
    { address: start.address, limit: 2 },
    "the page starts at the newest transaction",
  );
  add("getTransactions", { ...start, limit: 3 }, "the page is short");
  add("getTransactions", start, "the page is short");
  add("getTransactionsStd", { ...start, to_lt: String(history[0].lt) }, "the page is short");
  add("getTransactions", { ...start, lt: "0", limit: 1 }, "lt 0 means the newest transaction");

  const queuedMessages = messages.filter((m) => m.type === "internal" && m.in_tx === null);
  if (!queuedMessages.length) throw new Error("no message is in flight");
  for (const m of [queuedMessages[0], pick(queuedMessages)]) {
    add(
      LOCATE,
      { source: m.source, destination: m.destination, created_lt: String(m.created_lt) },
      "the message has not arrived",
      true,
    );
    add("v3 GET /messages", { msg_hash: [m.hash] }, "the message has not arrived", true);
    add("v3 GET /messages", { msg_hash: [m.hash], direction: "in" }, "the message has not arrived", true);
    add("v3 GET /transactionsByMessage", { msg_hash: [m.hash], direction: "in" }, "the message has not arrived", true);
    add("v3 GET /transactionsByMessage", { msg_hash: [m.hash] }, "only one side of the message exists");
    add("v3 GET /traces", { trace_id: [m.trace_id] }, "the trace is not complete", true);
    add("v3 GET /traces", { tx_hash: [m.out_tx], include_actions: true }, "the trace is not complete", true);
    add("v3 GET /traces", { msg_hash: [m.hash] }, "the trace is not complete", true);
    add("v3 GET /adjacentTransactions", { hash: m.out_tx, direction: "out" }, "a message has not arrived");
    add("v3 GET /adjacentTransactions", { hash: m.out_tx }, "a message has not arrived");
  }
  const betweenMessage = messages.find((m) => m.in_tx && queuedMessages.some((next) => next.out_tx === m.in_tx));
  if (!betweenMessage) throw new Error("no transaction received one message and sent another that is still in flight");
  const next = queuedMessages.find((m) => m.out_tx === betweenMessage.in_tx);
  add(
    "v3 GET /transactionsByMessage",
    { msg_hash: [betweenMessage.hash, next.hash], direction: "in" },
    "one of two messages has not arrived",
    true,
  );
  add("v3 GET /messages", { msg_hash: [betweenMessage.hash, next.hash] }, "one of two messages has not arrived", true);
  add("tryLocateSourceTx", { source: address, destination: address, created_lt: "1" }, "no such message");
  const { hash, account } = pick(transactions);
  add("v3 GET /transactions", { hash: [UNKNOWN_HASH] }, "an unknown hash");
  add("v3 GET /transactions", { hash: [hash, UNKNOWN_HASH] }, "an unknown hash beside a known one");
  add("v3 GET /transactions", { account: [account], limit: 1 }, "the newest transactions");
  add("v3 GET /transactions", { mc_seqno: head }, "no hash is given");
  const { trace_id: completeTraceId } = world.traces.find((trace) => trace.state === "complete");
  add("v3 GET /traces", { trace_id: [completeTraceId, UNKNOWN_HASH] }, "an unknown trace beside a known one");
  add(
    "v3 GET /traces",
    { trace_id: [completeTraceId, queuedMessages[0].trace_id] },
    "one of two traces is not complete",
    true,
  );
  add("v3 GET /traces", { account }, "the newest traces");
  add("v3 GET /messages", { msg_hash: [UNKNOWN_HASH] }, "an unknown message");
  add("v3 GET /messages", { msg_hash: [messages[0].hash, UNKNOWN_HASH] }, "an unknown message beside a known one");
  add("v3 GET /messages", { source: address, limit: 1 }, "the newest messages");
  add("v3 GET /transactionsByMessage", { msg_hash: [UNKNOWN_HASH], direction: "in" }, "an unknown message");
  add("v3 GET /transactionsByMessage", { opcode: "0x00000000", direction: "in", limit: 1 }, "the newest transactions");
  add("v3 GET /adjacentTransactions", { hash: UNKNOWN_HASH, direction: "in" }, "an unknown transaction");
  add(
    "v3 GET /adjacentTransactions",
    { hash: world.traces[0].trace_id, direction: "in" },
    "an external message has no sender",
  );
  add("v3 GET /blocks", { root_hash: UNKNOWN_HASH }, "an unknown block");
  add("v3 GET /blocks", { workchain: -1, seqno: head }, "the shard of the block is not named");
  add("v3 GET /blocks", { limit: 1 }, "the newest block");
  add("v3 GET /blocks", { workchain: 0, shard: "8000000000000000", seqno: 1, offset: 1 }, "an empty list");
  const emptyBlocks = Array.from({ length: head }, (_, n) => n + 1).filter((seqno) => !world.ofMasterBlock.has(seqno));
  if (emptyBlocks.length)
    add("v3 GET /transactionsByMasterchainBlock", { seqno: pick(emptyBlocks) }, "an empty list of the indexer");
  add(
    "v3 GET /transactionsByMasterchainBlock",
    { seqno: transactions[0].mc_seqno, offset: 1000 },
    "an empty page of the indexer",
  );
  add("v3 GET /masterchainBlockShards", { seqno: head, offset: 1000 }, "an empty page of the indexer");
  add("v3 GET /validators/elections", { election_id: 7 }, "an empty list");
  add("v3 GET /validators/elections", {}, "an empty list");
  return openSamples;
}
