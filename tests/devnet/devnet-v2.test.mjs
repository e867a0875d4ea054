// The v2 responses of the devnet: each method by GET, POST and JSON-RPC, its shape against the project's schemas and the
// recordings, its contents against the chain's database.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";

import {
  ADNLAddress,
  Address,
  Cell,
  Dictionary,
  beginCell,
  contractAddress,
  external,
  internal,
  loadMessage,
  loadShardAccount,
  loadTransaction,
  storeMessage,
  toNano,
} from "@ton/core";
import { createClient } from "ton-edge";

import { assertConforms } from "../helpers/conforms.mjs";
import { getWalletLibrary } from "../upstream/devnet/contracts/stablecoin.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { makeTransaction as converted } from "../upstream/devnet/v2/messages.mjs";
import { parseLegacy, parseStd, toLegacy, toStd } from "../upstream/devnet/v2/stack.mjs";
import { loadCatalogue } from "../upstream/catalogue.mjs";
import { query } from "../upstream/upstream-call.mjs";

const FIXTURES = new URL("../fixtures/", import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, FIXTURES), "utf8"));
const RECORDINGS = read("recorded/index.json").recordings.filter((r) => r.generation === "v2");
const ROWS = loadCatalogue().catalogue.filter((row) => row.generation === "v2" && row.path !== "/jsonRPC");
const SHARD = "-9223372036854775808";
const EMPTY_BOC = beginCell().endCell().toBoc().toString("base64");
const UNKNOWN_ACCOUNT = `0:${"0".repeat(64)}`;
const computeHash = (boc) => Cell.fromBase64(boc).hash().toString("base64");

/** @type {Awaited<ReturnType<typeof startDevnet>>} */
let devnet;
/** @type {Awaited<ReturnType<typeof startDevnet>>} */
let python;
/** @type {any} */
let client;
before(async () => {
  devnet = await startDevnet({ world: "small", clock: "manual" });
  python = await startDevnet({ world: "small", clock: "manual", variant: "python" });
  await Promise.all([devnet.ready, python.ready]);
  client = createClient({ baseUrl: devnet.url, rateLimit: false });
});
after(() => Promise.all([devnet, python].map((item) => item?.close())));

async function request(path, options, from = devnet) {
  const response = await fetch(`${from.url}/api/v2${path}`, options);
  return { status: response.status, body: await response.json() };
}
const get = (method, params = {}, from) => request(`${method}?${query(params)}`, undefined, from);
const makeJson = (value) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});
const postParams = (method, params = {}, from) => request(method, makeJson(params), from);
const callRpc = (method, params = {}, from) =>
  request("/jsonRPC", makeJson({ jsonrpc: "2.0", id: "1", method: method.slice(1), params }), from);
const getResult = ({ status, body }) => {
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.ok, true);
  return body.result;
};
const expectRefusal = ({ status, body }, expected, text) => {
  assert.equal(status, expected, JSON.stringify(body));
  assert.equal(body.ok, false);
  assert.equal(body.code, expected);
  assert.match(body.error, text);
};

/** A wallet of the seeded world by name. */
const getAccount = (name) => devnet.cast.wallet(name).account;
const findNewestRow = (raw) =>
  devnet.db.get("SELECT * FROM transactions WHERE account = ? ORDER BY lt DESC LIMIT 1", [raw]);
const listTransactions = (raw) => devnet.db.all("SELECT * FROM transactions WHERE account = ? ORDER BY lt DESC", [raw]);
const findBlockWithMost = () =>
  devnet.db.get("SELECT * FROM blocks WHERE workchain = 0 ORDER BY tx_count DESC, seqno LIMIT 1");
const listDeliveredMessages = () =>
  devnet.db.get(
    "SELECT * FROM messages WHERE type = 'internal' AND in_tx IS NOT NULL AND out_tx IS NOT NULL ORDER BY created_lt LIMIT 1",
  );

/** Parameters with which every method succeeds. Messages to send are created for each call. */
function listParameters() {
  const alice = getAccount("alice"),
    block = findBlockWithMost(),
    message = listDeliveredMessages(),
    lastId = findNewestRow(alice);
  const id = { workchain: block.workchain, shard: SHARD, seqno: block.seqno };
  const endpoints = {
    source: message.source,
    destination: message.destination,
    created_lt: String(message.created_lt),
  };
  return {
    ...Object.fromEntries(
      ["Information", "Balance", "State"].map((fieldName) => [`/getAddress${fieldName}`, { address: alice }]),
    ),
    "/getExtendedAddressInformation": { address: alice },
    "/getShardAccountCell": { address: alice },
    "/getWalletInformation": { address: alice },
    "/getMasterchainInfo": {},
    "/getConsensusBlock": {},
    "/getOutMsgQueueSize": {},
    "/getShards": { seqno: block.mc_seqno },
    "/lookupBlock": id,
    "/getBlockHeader": id,
    "/getBlockTransactions": id,
    "/getBlockTransactionsExt": id,
    "/getTransactions": { address: alice, limit: 5, lt: String(lastId.lt), hash: lastId.hash },
    "/getTransactionsStd": { address: alice, limit: 5 },
    "/tryLocateTx": endpoints,
    "/tryLocateResultTx": endpoints,
    "/tryLocateSourceTx": endpoints,
    "/estimateFee": { address: alice, body: EMPTY_BOC },
    "/runGetMethod": { address: alice, method: "seqno", stack: [] },
    "/runGetMethodStd": { address: alice, method: "seqno", stack: [] },
    "/detectAddress": { address: alice },
    "/packAddress": { address: alice },
    "/unpackAddress": { address: alice },
    "/detectHash": { hash: lastId.hash },
    "/getConfigParam": { config_id: 18 },
    "/getConfigAll": {},
    "/getMasterchainBlockSignatures": { seqno: 1 },
    "/getLibraries": { libraries: ["00".repeat(32), getWalletLibrary().hash().toString("hex")] },
  };
}
/** Methods that the devnet always refuses (the test of refusals covers them), and methods that change the chain. */
const REFUSED_PARAMS = {
  "/getShardBlockProof": { workchain: 0, shard: SHARD, seqno: 1 },
  "/getTokenData": { address: UNKNOWN_ACCOUNT },
  "/dnsResolve": { address: UNKNOWN_ACCOUNT },
};
const SENDS = ["/sendBoc", "/sendBocReturnHash", "/sendBocReturnHashNoError"];

/** Names of fields, nested ones with their path; for a list, the fields of its first row. @returns {string[]} */
function listFields(value, path = "") {
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((row) => listFields(row, `${path}[]`));
  if (value === null || typeof value !== "object") return [path];
  return Object.keys(value)
    .filter((key) => key !== "@extra")
    .sort()
    .flatMap((key) => listFields(value[key], `${path}.${key}`));
}

/** Differences between a recorded value and the devnet's; only fields of the recorded value count. @returns {string[]} */
function listDifferences(actual, recordedResult, path = "") {
  if (recordedResult === null || typeof recordedResult !== "object")
    return actual === recordedResult ? [] : [`${path}: ${actual}, recorded ${recordedResult}`];
  if (Array.isArray(recordedResult) && actual?.length !== recordedResult.length)
    return [`${path}: ${actual?.length} rows, recorded ${recordedResult.length}`];
  return Object.keys(recordedResult)
    .filter((key) => key !== "@extra")
    .flatMap((key) => listDifferences(actual?.[key], recordedResult[key], `${path}.${key}`));
}

describe("devnet v2", { timeout: 240_000 }, () => {
  test("a read gives the same response by GET, POST and JSON-RPC, in the shape of its type", async () => {
    const calls = listParameters();
    assert.equal(ROWS.length, 36);
    assert.deepEqual(
      new Set([...Object.keys(calls), ...Object.keys(REFUSED_PARAMS), ...SENDS]),
      new Set(ROWS.map((row) => row.path)),
    );
    for (const { path, verbs, also_verbs: also, result_type: type } of ROWS.filter((row) => row.path in calls)) {
      const params = calls[path];
      const ways = [verbs.includes("GET") && get, [...verbs, ...also].includes("POST") && postParams, callRpc].filter(
        Boolean,
      );
      const [firstResult, ...rest] = (await Promise.all(ways.map((sendByWay) => sendByWay(path, params)))).map(
        getResult,
      );
      for (const otherReply of rest) assert.deepEqual(otherReply, firstResult, path);
      assertConforms("v2", type, firstResult);
      assertConforms("v2", type, getResult(await callRpc(path, params, python)));
    }
  });

  test("the devnet's v2 responses have the fields of the recorded responses", async () => {
    const calls = listParameters();
    const pairs = [
      ["getMasterchainInfo/7", "/getMasterchainInfo"],
      ["getBlockHeader/1", "/getBlockHeader"],
      ["getShards/1", "/getShards"],
      ["lookupBlock/1", "/lookupBlock"],
      ["getBlockTransactions/1", "/getBlockTransactions"],
      ["getConsensusBlock/1", "/getConsensusBlock"],
      ["getConfigParam/1", "/getConfigParam"],
      ["getWalletInformation/6", "/getWalletInformation", ["extra_currencies"]],
      ["getAddressInformation/4", "/getAddressInformation", ["extra_currencies"]],
      [
        "getExtendedAddressInformation/3",
        "/getExtendedAddressInformation",
        ["extra_currencies"],
        { address: UNKNOWN_ACCOUNT },
      ],
      ["estimateFee/1", "/estimateFee"],
      ["runGetMethod/10", "/runGetMethod"],
      ["getOutMsgQueueSize/1", "/getOutMsgQueueSize"],
    ];
    for (const [file, path, newerFields = [], params = calls[/** @type {any} */ (path)]] of /** @type {any[][]} */ (
      pairs
    )) {
      const recordedResult = read(`recorded/v2/${file}.json`).result;
      if (file.startsWith("runGetMethod")) recordedResult.stack = recordedResult.stack.slice(0, 1);
      const actual = getResult(await callRpc(path, params, python));
      const expectedFields = new Set(listFields(recordedResult));
      assert.deepEqual(
        listFields(actual).filter((name) => !expectedFields.has(name) && !newerFields.some((n) => name.includes(n))),
        [],
        `${file}: only in the devnet`,
      );
      const actualFields = new Set(listFields(actual));
      assert.deepEqual(
        [...expectedFields].filter((name) => !actualFields.has(name)),
        [],
        `${file}: only recorded`,
      );
    }
  });

  test("the devnet converts the cells of recorded transactions into exactly the recorded responses", () => {
    let comparedCount = 0;
    for (const { file } of RECORDINGS.filter(
      (r) => r.served && r.status === 200 && /getTransactions$|tryLocate/.test(r.endpoint),
    )) {
      for (const recordedResult of [read(`recorded/${file}`).result].flat().filter((item) => item.data)) {
        const cell = Cell.fromBase64(recordedResult.data);
        const raw = `0:${loadTransaction(cell.beginParse()).address.toString(16).padStart(64, "0").toUpperCase()}`;
        const actual = converted({ variant: "python" }, { account: raw, boc: cell.toBoc() });
        assert.equal(computeHash(actual.data), recordedResult.transaction_id.hash, file);
        // Writers order the cells of a bag differently, and one old response has no init_state although its message has one.
        const unexpectedDifferences = listDifferences(actual, recordedResult).filter(
          (line) => !/^\.data:|init_state:/.test(line),
        );
        assert.deepEqual(unexpectedDifferences, [], file);
        comparedCount++;
      }
    }
    assert.equal(comparedCount, 44);
  });

  test("the v2 hashes of transactions, messages, code and data are those of the cells in the same response", async () => {
    let seenCount = 0;
    for (const { account: raw } of devnet.db.all("SELECT account FROM accounts")) {
      for (const tx of getResult(await get("/getTransactions", { address: raw, limit: 1000 }))) {
        const cell = Cell.fromBase64(tx.data),
          transaction = loadTransaction(cell.beginParse());
        assert.equal(cell.hash().toString("base64"), tx.transaction_id.hash);
        assert.equal(String(transaction.lt), tx.transaction_id.lt);
        assert.equal(tx.account, raw);
        // Compares the cells themselves, because a message that is written again may have its body in another place.
        const innerSlice = cell.refs[0].beginParse();
        const incomingMessage = innerSlice.loadMaybeRef();
        const cells = [
          incomingMessage,
          ...innerSlice.loadDict(Dictionary.Keys.Uint(15), Dictionary.Values.Cell()).values(),
        ];
        for (const [i, message] of [tx.in_msg, ...tx.out_msgs].entries()) {
          if (!message || !cells[i]) continue;
          const { info, body } = loadMessage(cells[i].beginParse());
          assert.equal(message.hash, cells[i].hash().toString("base64"));
          assert.equal(message.body_hash, body.hash().toString("base64"));
          assert.equal(message.value, String(info.type === "internal" ? info.value.coins : 0n));
          if (message.msg_data["@type"] === "msg.dataRaw")
            assert.equal(computeHash(message.msg_data.body), message.body_hash);
          seenCount++;
        }
        assert.equal(BigInt(tx.fee), BigInt(tx.storage_fee) + BigInt(tx.other_fee));
      }
      const state = getResult(await get("/getAddressInformation", { address: raw })),
        row = devnet.db.get("SELECT * FROM accounts WHERE account = ?", [raw]);
      assert.deepEqual(
        [
          state.balance,
          state.code && computeHash(state.code),
          state.data && computeHash(state.data),
          state.frozen_hash,
        ],
        [String(row.balance), row.code_hash ?? "", row.data_hash ?? "", row.frozen_hash ?? ""],
      );
    }
    assert.ok(seenCount > 150, `${seenCount} messages`);
  });

  test("a v2 history paginated by lt and hash is complete, and every page begins with the requested row", async () => {
    for (const name of ["faucet", "alice", "grace"]) {
      const raw = getAccount(name),
        rows = listTransactions(raw).map(({ lt, hash }) => ({ lt: String(lt), hash }));
      const listedIds = [];
      for (let from; ; ) {
        const page = getResult(await get("/getTransactions", { address: raw, limit: 4, ...from }));
        const ids = page.map((tx) => ({ lt: tx.transaction_id.lt, hash: tx.transaction_id.hash }));
        if (from) assert.deepEqual(ids.shift(), from);
        if (!ids.length) break;
        listedIds.push(...ids);
        from = ids.at(-1);
      }
      assert.deepEqual(listedIds, rows, name);
      const std = [];
      for (let from = {}; from.lt !== "0"; ) {
        const { transactions: rows, previous_transaction_id: previousId } = getResult(
          await get("/getTransactionsStd", { address: raw, limit: 3, ...from }),
        );
        std.push(...rows.map((tx) => ({ lt: tx.transaction_id.lt, hash: tx.transaction_id.hash })));
        from = { lt: previousId.lt, hash: previousId.hash };
      }
      assert.deepEqual(std, rows, name);
      const to = rows.at(-3).lt;
      const transactionsAbove = getResult(
        await get("/getTransactions", { address: raw, limit: 1000, to_lt: to, archival: true }),
      );
      assert.deepEqual(
        transactionsAbove.map((tx) => tx.transaction_id.lt),
        rows.slice(0, -3).map((id) => id.lt),
      );
      assert.equal(
        getResult(await get("/getTransactions", { address: raw, limit: 1, lt: 0, hash: rows[0].hash }))[0]
          .transaction_id.lt,
        rows[0].lt,
        "lt 0 does not give the newest transaction",
      );
    }
    assert.deepEqual(getResult(await get("/getTransactions", { address: UNKNOWN_ACCOUNT })), []);
  });

  test("v2 lists of blocks are complete, lookups agree, and links lead back to the zero state", async () => {
    const block = findBlockWithMost(),
      id = { workchain: 0, shard: SHARD, seqno: block.seqno };
    const rows = devnet.db.all(
      "SELECT account, lt, hash FROM transactions WHERE workchain = 0 AND seqno = ? ORDER BY account, lt",
      [block.seqno],
    );
    for (const method of ["/getBlockTransactions", "/getBlockTransactionsExt"]) {
      const ids = [];
      for (let nextCursor = {}, hasMore = true; hasMore; ) {
        const page = getResult(await get(method, { ...id, count: 2, ...nextCursor }));
        assert.equal(page.req_count, 2);
        ids.push(...page.transactions.map((tx) => tx.hash ?? tx.transaction_id.hash));
        const lastRow = page.transactions.at(-1);
        nextCursor = { after_lt: lastRow.lt ?? lastRow.transaction_id.lt, after_hash: lastRow.account.split(":")[1] };
        hasMore = page.incomplete;
      }
      assert.deepEqual(
        ids,
        rows.map((tx) => tx.hash),
        method,
      );
      const pager = client.v2[method.slice(1)].paginate(id, { pageSize: 2 });
      const pagedRows = await pager.toArray({ maxItems: 10_000 });
      assert.deepEqual(
        pagedRows.map((tx) => tx.hash ?? tx.transaction_id.hash),
        ids,
        `${method}, by the client`,
      );
      assert.deepEqual(pager.stats, { pages: Math.ceil(rows.length / 2), rows: rows.length, duplicates: 0, drift: 0 });
      for (let pageCount = 1; pageCount < ids.length; pageCount += 1) {
        const partialPager = client.v2[method.slice(1)].paginate(id, { pageSize: 2 });
        const rowsBefore = await partialPager.toArray({ maxItems: pageCount });
        const { cursor } = partialPager;
        const laterPager = await client.v2[method.slice(1)]
          .paginate(id, { cursor, pageSize: 3 })
          .toArray({ maxItems: 100 });
        const hashes = [...rowsBefore, ...laterPager].map((tx) => tx.hash ?? tx.transaction_id.hash);
        assert.deepEqual(hashes, ids, `${method}, continued behind ${pageCount} rows`);
      }
      const refusedPages = client.v2[method.slice(1)].paginate({ ...id, count: 2 }).toArray({ maxItems: 1 });
      await assert.rejects(refusedPages, { code: "invalid_option", parameter: "count" });
    }
    for (let seqno = block.seqno; seqno > 0; seqno--) {
      const header = getResult(await get("/getBlockHeader", { ...id, seqno }));
      assert.deepEqual(
        getResult(await get("/lookupBlock", { workchain: 0, shard: SHARD, lt: String(BigInt(header.start_lt) + 1n) })),
        header.id,
      );
      const [previousBlock] = header.prev_blocks;
      assert.deepEqual(
        previousBlock.seqno
          ? getResult(await get("/lookupBlock", { workchain: 0, shard: SHARD, seqno: previousBlock.seqno }))
          : previousBlock.root_hash,
        previousBlock.seqno
          ? previousBlock
          : devnet.db.get("SELECT root_hash FROM blocks WHERE workchain = 0 AND seqno = 0").root_hash,
      );
      assert.equal(
        getResult(
          await get("/getBlockHeader", {
            ...getResult(await get("/lookupBlock", { workchain: 0, shard: SHARD, unixtime: header.gen_utime })),
          }),
        ).gen_utime,
        header.gen_utime,
      );
    }
    const { last } = getResult(await get("/getMasterchainInfo"));
    assert.equal(getResult(await get("/getConsensusBlock")).consensus_block, last.seqno);
    assert.deepEqual(
      getResult(await get("/shards", { seqno: last.seqno })),
      getResult(await get("/getShards", { seqno: last.seqno })),
    );
  });

  test("each spelling of a shard, and each prefix of an account, finds the block", async () => {
    const block = findBlockWithMost(),
      mc = devnet.db.get("SELECT * FROM blocks WHERE workchain = -1 AND seqno = ?", [block.mc_seqno]);
    // The last value is the prefix of an account, as a number.
    const prefixes = [
      "8000000000000000",
      "0",
      "1",
      "-1",
      "4611686018427387904",
      String(BigInt.asIntN(64, BigInt(`0x${getAccount("alice").slice(2, 18)}`))),
    ];
    for (const row of [block, mc])
      for (const shard of prefixes) {
        const blockParams = { workchain: row.workchain, seqno: row.seqno };
        const calls = {
          "/lookupBlock": blockParams,
          "/getBlockHeader": blockParams,
          "/getBlockTransactions": blockParams,
          "/getBlockTransactionsExt": blockParams,
        };
        for (const [method, params] of Object.entries(calls)) {
          const expectedResult = getResult(await get(method, { ...params, shard: SHARD }));
          assert.equal((expectedResult.id ?? expectedResult).shard, SHARD);
          for (const send of [get, postParams])
            assert.deepEqual(getResult(await send(method, { ...params, shard })), expectedResult, `${method} ${shard}`);
          assert.deepEqual(
            getResult(await get(method, { ...params, shard }, python)),
            getResult(await get(method, { ...params, shard: SHARD }, python)),
          );
        }
        for (const lookup of [{ lt: String(row.end_lt) }, { unixtime: row.gen_utime }])
          assert.deepEqual(
            getResult(await get("/lookupBlock", { workchain: row.workchain, shard, ...lookup })),
            getResult(await get("/lookupBlock", { workchain: row.workchain, shard: SHARD, ...lookup })),
          );
        // With its hashes a block is fully identified, and then its shard cannot be a prefix of an account.
        const fullBlock = { ...blockParams, shard, root_hash: row.root_hash, file_hash: row.file_hash };
        expectRefusal(await get("/getBlockHeader", fullBlock), 500, /is not in db$/);
        assert.equal(getResult(await get("/getBlockHeader", { ...fullBlock, shard: SHARD })).id.seqno, row.seqno);
      }
  });

  test("v2 finds a message by its sender and by its receiver", async () => {
    for (const m of devnet.db.all(
      "SELECT * FROM messages WHERE type = 'internal' AND in_tx IS NOT NULL AND out_tx IS NOT NULL LIMIT 20",
    )) {
      const params = { source: m.source, destination: m.destination, created_lt: String(m.created_lt) };
      assert.equal(getResult(await get("/tryLocateTx", params)).transaction_id.hash, m.in_tx);
      assert.equal(getResult(await get("/tryLocateResultTx", params)).transaction_id.hash, m.in_tx);
      assert.equal(getResult(await get("/tryLocateSourceTx", params)).transaction_id.hash, m.out_tx);
    }
  });

  test("v2 returns past states, get-method results and configuration at a seqno", async () => {
    const { account: raw, init } = devnet.cast.wallet("alice");
    const seqnos = [];
    for (let seqno = 1; seqno <= devnet.chain.head.mc.seqno; seqno++) {
      const state = getResult(await get("/getAddressInformation", { address: raw, seqno }));
      const pastRow = devnet.db.get(
        "SELECT hash FROM transactions WHERE account = ? AND mc_seqno <= ? ORDER BY lt DESC LIMIT 1",
        [raw, seqno],
      );
      assert.equal(state.block_id.seqno, seqno);
      assert.equal(state.last_transaction_id.hash, pastRow?.hash ?? Buffer.alloc(32).toString("base64"));
      const { exit_code: exitCode, stack } = getResult(
        await postParams("/runGetMethod", { address: raw, method: "seqno", stack: [], seqno }),
      );
      assert.equal(exitCode, state.state === "active" ? 0 : -13);
      seqnos.push(exitCode === 0 ? Number(stack[0][1]) : 0);
      if (state.state === "active") assert.equal(computeHash(state.code), init.code.hash().toString("base64"));
    }
    assert.equal(seqnos[0], 0);
    assert.deepEqual(
      seqnos,
      seqnos.toSorted((a, b) => a - b),
    );
    assert.equal(seqnos.at(-1), getResult(await get("/getWalletInformation", { address: raw })).seqno);
    const readConfiguration = async (params = {}) => getResult(await get("/getConfigAll", params));
    assert.deepEqual(await readConfiguration({ seqno: 2 }), await readConfiguration({ seqno: 3 }));
    assert.deepEqual(
      await readConfiguration({ seqno: getResult(await get("/getMasterchainInfo")).last.seqno }),
      await readConfiguration(),
    );
    assert.notDeepEqual(
      await readConfiguration({ seqno: 2 }),
      await readConfiguration(),
      "the configuration has the same validators as at block 2",
    );
  });

  test("wallets of every version are recognised, and states of every kind are reported", async () => {
    const VERSIONS = {
      v2r2: "wallet v2 r2",
      v3r1: "wallet v3 r1",
      v3r2: "wallet v3 r2",
      v4r2: "wallet v4 r2",
      v5r1: "wallet v5 r1",
    };
    for (const wallet of devnet.cast.people.filter((w) => w.name !== "erin")) {
      const info = getResult(await get("/getWalletInformation", { address: wallet.account }));
      assert.deepEqual(
        [info.wallet, info.wallet_type, info.account_state],
        [true, VERSIONS[wallet.version], "active"],
        wallet.name,
      );
      const extendedState = getResult(
        await get("/getExtendedAddressInformation", { address: wallet.account }),
      ).account_state;
      if ("seqno" in extendedState)
        assert.deepEqual([extendedState.seqno, extendedState.wallet_id], [info.seqno, info.wallet_id]);
    }
    assert.equal(getResult(await get("/getAddressState", { address: devnet.cast.frozen.account })), "frozen");
    assert.equal(getResult(await get("/getAddressState", { address: UNKNOWN_ACCOUNT })), "uninitialized");
    assert.equal(getResult(await get("/getAddressBalance", { address: UNKNOWN_ACCOUNT })), "0");
    assert.equal(getResult(await get("/getAddressBalance", { address: UNKNOWN_ACCOUNT }, python)), 0);
    assert.equal(getResult(await get("/getWalletInformation", { address: devnet.cast.thrower.account })).wallet, false);
  });

  test("every kind of stack entry can be sent and received in both forms", () => {
    const cell = beginCell().storeUint(5, 3).storeRef(beginCell().storeUint(1, 8).endCell()).endCell();
    const bytes = cell.toBoc().toString("base64");
    const numbers = [
      ["num", "-0x5"],
      ["int", "-5"],
      ["number", -5],
      ["integer", "-5"],
    ].map(parseLegacy);
    for (const item of numbers) assert.deepEqual(item, { type: "int", value: -5n });
    assert.deepEqual(toLegacy({ variant: "cpp" }, numbers[0]), ["num", "-0x5"]);
    assert.deepEqual(parseStd(toStd(numbers[0])), numbers[0]);
    for (const entry of [
      ["tvm.Cell", bytes],
      ["cell", { bytes }],
    ])
      assert.ok(/** @type {any} */ (parseLegacy(entry)).cell.equals(cell));
    for (const entry of [
      ["tvm.Slice", bytes],
      ["slice", { bytes }],
    ])
      assert.equal(parseLegacy(entry).type, "slice");
    const [tag, value] = toLegacy({ variant: "python" }, { type: "slice", cell });
    assert.equal(tag, "cell", "a slice came back as another entry");
    assert.deepEqual(value.object, {
      data: { b64: "oA==", len: 3 },
      refs: [{ data: { b64: "AQ==", len: 8 }, refs: [], special: false }],
      special: false,
    });
    assert.equal(
      toLegacy({ variant: "cpp" }, { type: "cell", cell })[1].object.data.b64,
      "sA==",
      "the bag lacks the completion bit that the C++ server leaves in",
    );
    const list = { type: "tuple", items: [numbers[0], { type: "null" }] };
    assert.deepEqual(parseStd(toStd(/** @type {any} */ (list))), list);
    assert.equal(toStd(/** @type {any} */ (list))["@type"], "tvm.stackEntryList");
    const tuple = { type: "tuple", items: [numbers[0], { type: "cell", cell }, numbers[1]] };
    assert.equal(toStd(/** @type {any} */ (tuple))["@type"], "tvm.stackEntryTuple");
    assert.equal(toStd(parseStd(toStd(/** @type {any} */ (tuple)))).tuple.elements.length, 3);
    assert.deepEqual(toLegacy({ variant: "cpp" }, { type: "null" }), ["list", { "@type": "tvm.list", elements: [] }]);
    assert.deepEqual(toStd({ type: "nan" }), { "@type": "tvm.stackEntryUnsupported" });
    // The service's recorded result for the same cell, parsed.
    const [, recordedResult] = read("recorded/v2/runGetMethod/3.json").result.stack[0];
    assert.deepEqual(toLegacy({ variant: "python" }, { type: "slice", cell: Cell.fromBase64(recordedResult.bytes) }), [
      "cell",
      recordedResult,
    ]);
  });

  test("wrong v2 requests are refused with the service's texts", async () => {
    const head = devnet.chain.head.mc.seqno,
      alice = getAccount("alice");
    const notFoundPattern = new RegExp(
      `^LITE_SERVER_NOTREADY: cannot find block \\(-1,8000000000000000\\) seqno=999999: ltdb: block not found \\(last known masterchain block: ${head}\\)$`,
    );
    expectRefusal(await get("/getAddressInformation", { address: alice, seqno: 999999 }), 500, notFoundPattern);
    expectRefusal(await get("/getShards", { seqno: 999999 }), 500, notFoundPattern);
    expectRefusal(
      await postParams("/runGetMethod", { address: alice, method: "seqno", stack: [], seqno: 999999 }),
      500,
      notFoundPattern,
    );
    expectRefusal(
      await get("/lookupBlock", { workchain: 0, shard: SHARD, lt: "9000000000000000" }),
      500,
      /cannot find block \(0,8000000000000000\) lt=9000000000000000: ltdb: block not found$/,
    );
    expectRefusal(
      await get("/getBlockHeader", {
        workchain: 0,
        shard: SHARD,
        seqno: 1,
        root_hash: "00".repeat(32),
        file_hash: "00".repeat(32),
      }),
      500,
      /is not in db$/,
    );
    expectRefusal(
      await get("/getBlockTransactions", { workchain: 0, shard: "8000000000000000", seqno: 999999 }),
      500,
      /cannot find block \(0,001c6bf526340000\) seqno=999999: ltdb: block not found$/,
    );
    expectRefusal(
      await get("/lookupBlock", { workchain: 5, shard: SHARD, seqno: 1 }),
      500,
      /cannot find block \(5,8000/,
    );
    for (const shard of ["A000000000000000", "0x8000000000000000", "9223372036854775808", "1.5"])
      expectRefusal(await get("/lookupBlock", { workchain: 0, shard, seqno: 1 }), 422, /shard/);
    const [firstTransaction, secondTransaction] = listTransactions(alice);
    expectRefusal(
      await get("/getTransactions", {
        address: alice,
        lt: String(firstTransaction.lt + 1),
        hash: firstTransaction.hash,
      }),
      500,
      /^LITE_SERVER_UNKNOWN: cannot locate transaction in block with specified logical time$/,
    );
    expectRefusal(
      await get("/getTransactions", { address: alice, lt: "9000000000000000", hash: firstTransaction.hash }),
      500,
      /lt not in db$/,
    );
    expectRefusal(
      await get("/getTransactionsStd", {
        address: alice,
        lt: String(firstTransaction.lt),
        hash: secondTransaction.hash,
      }),
      500,
      /transaction hash mismatch/,
    );
    expectRefusal(
      await get("/tryLocateTx", { source: alice, destination: UNKNOWN_ACCOUNT, created_lt: "1" }),
      404,
      /^transaction was not found$/,
    );
    expectRefusal(await get("/getTokenData", { address: alice }), 409, /^Smart contract \S{48} is not Jetton or NFT$/);
    expectRefusal(await get("/getTokenData", { address: alice }, python), 409, /^Smart contract is not Jetton or NFT$/);
    expectRefusal(await get("/dnsResolve", { address: alice }), 500, /^get method failed$/);
    expectRefusal(await get("/dnsResolve", { address: UNKNOWN_ACCOUNT }), 500, /^get method failed$/);
    expectRefusal(await get("/dnsResolve", { address: alice, name: "a".repeat(126) }), 500, /^Name is too long$/);
    expectRefusal(await get("/getMasterchainBlockSignatures", { seqno: 999999 }), 500, notFoundPattern);
    expectRefusal(
      await get("/getShardBlockProof", { workchain: 0, shard: SHARD, seqno: 1 }),
      500,
      /^LITE_SERVER_NOTREADY: cannot construct block proof/,
    );
    expectRefusal(await get("/getConfigParam", { config_id: 12345 }), 500, /unknown configuration parameter/);
    expectRefusal(
      await postParams("/runGetMethod", { address: alice, method: "seqno", stack: [["tvm.Builder", EMPTY_BOC]] }),
      542,
      /^Unsupported stack entry type: tvm.Builder$/,
    );
    expectRefusal(
      await postParams("/runGetMethod", { address: alice, method: "seqno", stack: [["num", "five"]] }),
      422,
      /^Invalid number: five$/,
    );
    expectRefusal(
      await postParams("/runGetMethod", { address: alice, method: "seqno", stack: [["num"]] }),
      422,
      /^Expected 2 elements in stack entry, got: 1$/,
    );
    expectRefusal(
      await postParams("/runGetMethodStd", { address: alice, method: "seqno", stack: [["num", "5"]] }),
      422,
      /unknown stack entry/,
    );
    expectRefusal(
      await get("/getAddressBalance", { address: "nonsense" }),
      422,
      /Failed to parse ton_addr: 'nonsense'$/,
    );
    expectRefusal(await get("/getAddressBalance", { address: "nonsense" }, python), 416, /^Incorrect address$/);
    const method = getResult(
      await postParams("/runGetMethod", { address: getAccount("bob"), method: "no such method", stack: [] }),
    );
    assert.equal(method.exit_code, 11, "an unknown method does not have exit code 11");
  });

  test("getShardAccountCell returns the state that the other methods read", async () => {
    const recordedResult = read("recorded/v2/getShardAccountCell/1.json");
    assert.deepEqual(
      getResult(await get("/getShardAccountCell", { address: UNKNOWN_ACCOUNT })),
      recordedResult.empty_http.result,
    );
    const { bytes } = getResult(await get("/getShardAccountCell", { address: getAccount("alice") }));
    const state = /** @type {any} */ (loadShardAccount(Cell.fromBase64(bytes).beginParse()));
    const {
      balance,
      code,
      last_transaction_id: lastTransactionId,
    } = getResult(await get("/getAddressInformation", { address: getAccount("alice") }));
    assert.equal(String(state.account.storage.balance.coins), balance);
    assert.equal(String(state.lastTransactionLt), lastTransactionId.lt);
    assert.equal(state.account.storage.state.state.code.hash().toString("base64"), computeHash(code));
    const accountCellBefore = getResult(await get("/getShardAccountCell", { address: getAccount("alice"), seqno: 1 }));
    assert.notEqual(accountCellBefore.bytes, bytes);
  });

  test("dnsResolve reads the records of a contract and follows next resolvers", async () => {
    const bob = devnet.cast.wallet("bob");
    const storeTag = (tag) => beginCell().storeUint(tag, 16);
    const makeChunk = (words) => beginCell().storeUint(words.length, 8).storeBuffer(Buffer.from(words));
    const bytes = Buffer.alloc(32, 7);
    const makeKey = (name) => createHash("sha256").update(name).digest();
    const records = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell())
      .set(makeKey("wallet"), storeTag(0x9fd3).storeAddress(Address.parse(bob.account)).storeUint(0, 8).endCell())
      .set(makeKey("site"), storeTag(0xad01).storeBuffer(bytes).storeUint(0, 8).endCell())
      .set(makeKey("storage"), storeTag(0x7473).storeBuffer(bytes).endCell())
      .set(
        makeKey("text"),
        storeTag(0x1eda)
          .storeUint(2, 8)
          .storeBuilder(makeChunk("two "))
          .storeRef(makeChunk("chunks").endCell())
          .endCell(),
      )
      .set(makeKey("other"), storeTag(0x0001).endCell());
    // SETCP0 ACCEPT, three times DROP, PUSHINT of the number of resolved bits, PUSHREF of the records or of the next resolver.
    const makeContract = (bits, resultCell) => {
      const code = beginCell()
        .storeBuffer(Buffer.from("ff00f80030303080", "hex"))
        .storeInt(bits, 8)
        .storeUint(0x88, 8)
        .storeRef(resultCell)
        .endCell();
      const init = { code, data: Cell.EMPTY };
      return { init, address: contractAddress(0, init) };
    };
    const dictionary = beginCell().storeDictDirect(records).endCell();
    // The contract that resolves one label gets the name "\0a\0".
    const [ownContract, label] = [makeContract(8, dictionary), makeContract(24, dictionary)];
    // As for the network's root, the name has no zero byte after "ton".
    const root = makeContract(24, storeTag(0xba93).storeAddress(label.address).endCell());
    const { seqno } = getResult(await get("/getWalletInformation", { address: bob.account }));
    const messages = [ownContract, label, root].map(({ init, address: to }) =>
      internal({ to, value: toNano("0.1"), bounce: false, init }),
    );
    const transfer = bob.transfer({ seqno, messages, validUntil: devnet.chain.head.mc.gen_utime + 600 });
    getResult(await postParams("/sendBoc", { boc: transfer.toBoc().toString("base64") }));
    await devnet.clock.step();
    await devnet.clock.settle();

    const resolve = async ({ address }, name = "", ttl = 0) => {
      const resolvedRecord = getResult(await get("/dnsResolve", { address: address.toString(), name, ttl }));
      assertConforms("v2", "DnsResolved", resolvedRecord);
      return resolvedRecord.entries;
    };
    const entries = await resolve(ownContract);
    const getEntryOfCategory = (name) =>
      entries.find(({ category }) => category === makeKey(name).toString("base64")).entry;
    assert.equal(entries.length, 5);
    assert.equal(getEntryOfCategory("wallet").smc_address.account_address, Address.parse(bob.account).toString());
    assert.deepEqual(ADNLAddress.parseFriendly(getEntryOfCategory("site").adnl_address.adnl_address).address, bytes);
    assert.equal(getEntryOfCategory("storage").bag_id, bytes.toString("hex"));
    assert.equal(getEntryOfCategory("text").text, "two chunks");
    assert.equal(getEntryOfCategory("other")["@type"], "dns.entryDataUnknown");

    const [next, ...otherParts] = await resolve(root, "a.ton", 0);
    assert.deepEqual(otherParts, []);
    assert.deepEqual([next.name, next.entry.resolver.account_address], ["ton", label.address.toString()]);
    const findNamed = (name) => entries.map((entry) => ({ ...entry, name }));
    assert.deepEqual(await resolve(root, "a.ton", 1), findNamed("a."));

    // The parameters of newer servers: the whole name, from the root of the network or from a given resolver.
    const fullDomain = { domain: "A.Ton.", resolver_address: root.address.toString() };
    assert.deepEqual(getResult(await get("/dnsResolve", fullDomain)).entries, findNamed("a.ton"));
    assert.deepEqual(getResult(await postParams("/dnsResolve", fullDomain)).entries, findNamed("a.ton"));
    expectRefusal(await get("/dnsResolve", { domain: "a.ton" }), 502, /^get method failed$/);
    expectRefusal(await get("/dnsResolve", { ...fullDomain, domain: "a..ton" }), 422, /^invalid domain$/);
  });

  test("the utilities return the forms of an address by variant, and of a hash", async () => {
    const address = Address.parse(getAccount("alice")),
      friendly = address.toString({ bounceable: false });
    const detectedForms = getResult(await get("/detectAddress", { address: friendly }));
    assert.deepEqual(
      [detectedForms.raw_form, detectedForms.given_type, detectedForms.test_only],
      [address.toRawString(), "friendly_non_bounceable", false],
    );
    assert.equal(detectedForms.bounceable.b64url, address.toString());
    assert.equal(detectedForms.non_bounceable.b64, address.toString({ urlSafe: false, bounceable: false }));
    const raw = getResult(await get("/detectAddress", { address: getAccount("alice") }, python));
    assert.deepEqual([raw.raw_form, raw.given_type, raw["@type"]], [getAccount("alice"), "raw_form", undefined]);
    assert.equal(getResult(await get("/packAddress", { address: address.toRawString() })), address.toString());
    assert.equal(
      getResult(await get("/packAddress", { address: address.toRawString() }, python)),
      address.toString({ urlSafe: false }),
    );
    assert.equal(
      getResult(await get("/packAddress", { address: address.toString({ testOnly: true }) })),
      address.toString({ testOnly: true }),
    );
    assert.equal(getResult(await get("/unpackAddress", { address: friendly })), getAccount("alice"));
    assert.equal(getResult(await get("/unpackAddress", { address: friendly }, python)), address.toRawString());
    assert.equal(
      getResult(await get("/getExtendedAddressInformation", { address: friendly })).address.account_address,
      friendly,
    );
    const { b64, b64url, hex } = getResult(await get("/detectHash", { hash: "Fb".repeat(32) }));
    assert.deepEqual(
      [hex, Buffer.from(b64, "base64").toString("hex"), b64url.length],
      ["fb".repeat(32), "fb".repeat(32), 43],
    );
  });

  test("estimateFee returns what the message then costs, and sendBoc executes it once", async () => {
    const bob = devnet.cast.wallet("bob");
    const { seqno } = getResult(await get("/getWalletInformation", { address: bob.account }));
    const transfer = {
      seqno,
      messages: [
        internal({ to: Address.parse(getAccount("alice")), value: toNano("0.5"), bounce: true, body: "v2 test" }),
      ],
      validUntil: devnet.chain.head.mc.gen_utime + 600,
    };
    const message = bob.transfer(transfer),
      boc = message.toBoc().toString("base64");
    const { body } = loadMessage(message.beginParse());
    const { source_fees: fees } = getResult(
      await postParams("/estimateFee", {
        address: bob.account,
        body: body.toBoc().toString("base64"),
        ignore_chksig: false,
      }),
    );
    const returnedHash = getResult(await postParams("/sendBocReturnHash", { boc }));
    assert.equal(returnedHash.hash, message.hash().toString("base64"));
    expectRefusal(
      await postParams("/sendBoc", { boc }),
      500,
      /^LITE_SERVER_UNKNOWN: cannot apply external message to current state : duplicate message/,
    );
    // The same refusal is a success for the method that ignores errors.
    const unsureReply = getResult(await postParams("/sendBocReturnHashNoError", { boc }));
    assert.deepEqual([unsureReply["@type"], unsureReply.hash], ["raw.extMessageInfo", returnedHash.hash]);
    await devnet.clock.step();
    const [tx] = getResult(await get("/getTransactions", { address: bob.account, limit: 1 }));
    assert.equal(tx.in_msg.hash, returnedHash.hash);
    const feesSpent = Object.entries(fees)
      .filter(([name]) => name !== "@type")
      .reduce((sum, [, fee]) => sum + fee, 0);
    assert.ok(Math.abs(Number(tx.fee) - feesSpent) < 100, `${tx.fee} paid, ${feesSpent} estimated`); // the storage fees of a few more seconds
    assert.equal(tx.out_msgs[0].message, "v2 test");
    await devnet.clock.settle();
    const transactionFound = getResult(
      await get("/tryLocateResultTx", {
        source: bob.account,
        destination: getAccount("alice"),
        created_lt: tx.out_msgs[0].created_lt,
      }),
    );
    assert.equal(transactionFound.in_msg.hash, tx.out_msgs[0].hash);
    const replayedTransfer = bob.transfer({ ...transfer, seqno, validUntil: transfer.validUntil + 1 });
    expectRefusal(
      await postParams("/sendBoc", { boc: replayedTransfer.toBoc().toString("base64") }),
      500,
      /External message was not accepted\nCannot run message on account: .*\nexitcode=33/s,
    );
    assert.deepEqual(
      getResult(
        await postParams("/sendBoc", {
          boc: bob
            .transfer({ ...transfer, seqno: seqno + 1 })
            .toBoc()
            .toString("base64"),
        }),
      ),
      { "@type": "ok" },
    );
    const stranger = beginCell()
      .store(storeMessage(external({ to: Address.parse(UNKNOWN_ACCOUNT), body: Cell.EMPTY })))
      .endCell()
      .toBoc()
      .toString("base64");
    expectRefusal(
      await postParams("/sendBoc", { boc: stranger }),
      500,
      /^LITE_SERVER_UNKNOWN: cannot apply external message to current state : External message was not accepted/,
    );
    const unpaidFees = getResult(
      await postParams("/estimateFee", { address: UNKNOWN_ACCOUNT, body: EMPTY_BOC }),
    ).source_fees;
    assert.deepEqual([unpaidFees.gas_fee, unpaidFees.fwd_fee, unpaidFees.storage_fee], [0, 0, 0]);
    assert.ok(unpaidFees.in_fwd_fee > 0);
  });
});
