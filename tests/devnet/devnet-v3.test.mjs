// v3 of the devnet: every operation of the endpoint table, every filter compared with plain code, sort, pages, rules, empty lists.
// devnet-request.mjs checks every response against its published schema.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Address } from "@ton/core";
import { catalogue, get, getOperation, request } from "./devnet-request.mjs";
import { LISTS, readWorld } from "./devnet-reference.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";

/** @type {any} */
let devnet;
/** @type {ReturnType<typeof readWorld>} */
let allTables;
before(async () => {
  devnet = await startDevnet({ world: "small", clock: "manual" });
  await devnet.ready;
  await devnet.clock.settle();
  allTables = readWorld(devnet.db);
});
after(() => devnet?.close());

/** Numbers between 0 and 1, the same in every run. @param {number} seed */
function createRandom(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const UNKNOWN_ACCOUNT = `0:${"0".repeat(63)}1`,
  UNKNOWN_HASH = Buffer.alloc(32, 7).toString("base64");

/** Values of each parameter that occur in the chain, and one value that does not. */
function makePools() {
  const getValuesIn = (rows, ...names) => [
    ...new Set(rows.flatMap((row) => names.map((name) => row[name])).filter((v) => v !== null && v !== undefined)),
  ];
  const account = [...getValuesIn(allTables.accounts, "account"), UNKNOWN_ACCOUNT],
    lt = getValuesIn(allTables.transactions, "lt"),
    utime = getValuesIn(allTables.blocks, "gen_utime");
  const hash = {
    transactions: [...getValuesIn(allTables.transactions, "hash"), UNKNOWN_HASH],
    messages: [...getValuesIn(allTables.messages, "hash", "hash_norm"), UNKNOWN_HASH],
  };
  return {
    account,
    source: account,
    destination: account,
    exclude_account: account,
    workchain: [-1, 0],
    shard: ["8000000000000000", "4000000000000000"],
    seqno: getValuesIn(allTables.blocks, "seqno"),
    mc_seqno: getValuesIn(allTables.blocks, "mc_seqno"),
    root_hash: [...getValuesIn(allTables.blocks, "root_hash"), UNKNOWN_HASH],
    file_hash: [...getValuesIn(allTables.blocks, "file_hash"), UNKNOWN_HASH],
    lt,
    start_lt: lt,
    end_lt: lt,
    start_utime: utime,
    end_utime: utime,
    hash: hash.transactions,
    tx_hash: hash.transactions,
    msg_hash: hash.messages,
    body_hash: getValuesIn(allTables.messages, "body_hash"),
    opcode: [...getValuesIn(allTables.messages, "opcode"), "0x7fffffff"],
    direction: ["in", "out"],
    exclude_externals: [true, false],
    only_externals: [true, false],
    trace_id: [...getValuesIn(allTables.traces, "trace_id"), UNKNOWN_HASH],
    action_id: [...getValuesIn(allTables.actions, "action_id"), UNKNOWN_HASH],
    action_type: ["ton_transfer", "contract_deploy", "jetton_transfer"],
    exclude_action_type: ["ton_transfer", "contract_deploy"],
    supported_action_types: ["latest", "v1", "jettons", "ton_transfer"],
  };
}

const VERBATIM_PARAMS = ["limit", "offset", "sort", "include_accounts", "include_transactions", "include_actions"];
const listFilters = (path) =>
  getOperation(path)
    .params.filter((p) => p.in === "query" && !VERBATIM_PARAMS.includes(p.name))
    .map((p) => p.name);

/** Whether these parameters can be combined: the rules of the table allow it, and the combination can find rows. */
function areCompatible(path, p) {
  const hasParam = (name) => p[name] !== undefined;
  if (path === "/traces") return ["account", "trace_id", "tx_hash", "msg_hash"].filter(hasParam).length < 2;
  if (path === "/messages") return !(hasParam("hash") && hasParam("msg_hash"));
  if (path === "/transactions") return !hasParam("direction") || hasParam("msg_hash") || hasParam("opcode");
  return true;
}

/** The value in one of the forms in which it can be sent. */
function makeRandomSpelling(spec, value, random) {
  const forms = [String(value)];
  if (value === null) return "null";
  if (spec.kind.startsWith("address"))
    forms.push(
      value.toLowerCase(),
      Address.parseRaw(value).toString({ bounceable: random() < 0.5, urlSafe: random() < 0.5 }),
    );
  if (spec.kind === "hash")
    forms.push(Buffer.from(value, "base64").toString("hex"), Buffer.from(value, "base64").toString("base64url"));
  if (spec.kind === "opcode") forms.push(value.slice(2));
  return forms[Math.floor(random() * forms.length)];
}

/** Values of one transaction and of its messages and actions, so that several filters at once find something. */
function pickAnchor(random) {
  const tx = allTables.transactions[Math.floor(random() * allTables.transactions.length)];
  const message =
    random() < 0.5
      ? (allTables.sent.get(tx.hash)?.[0] ?? allTables.received.get(tx.hash))
      : allTables.received.get(tx.hash);
  const action = allTables.actions.find((a) => a.transactions.includes(tx.hash));
  return {
    ...tx,
    tx_hash: tx.hash,
    msg_hash: message?.hash_norm,
    body_hash: message?.body_hash,
    source: message?.source,
    destination: message?.destination,
    opcode: message?.opcode,
    start_lt: tx.lt,
    end_lt: tx.lt + 3_000_000,
    start_utime: tx.now,
    end_utime: tx.now + 60,
    action_id: action?.action_id,
    action_type: action?.type,
  };
}

/** @returns {{ typed: any, sent: any }} `typed` for plain code, `sent` for the request */
function drawParams(path, names, pool, random) {
  const typedParams = {},
    sentParams = {},
    anchorRow = pickAnchor(random);
  const pick = (list) => list[Math.floor(random() * list.length)];
  for (const name of names) {
    const spec = getOperation(path).params.find((p) => p.name === name);
    const from = path === "/messages" && name === "hash" ? pool.msg_hash : pool[name];
    assert.ok(from?.length, `no values for ${path} ${name}`);
    const nearValue =
      random() < 0.7 && name in anchorRow && !(path === "/messages" && name === "hash") ? anchorRow[name] : undefined;
    const withoutAddress = spec.kind === "address_or_null" && random() < 0.2; // the literal null: messages without a sender or receiver
    const drawValue = () => (withoutAddress ? null : (nearValue ?? pick(from)));
    const values = spec.array
      ? [drawValue(), ...Array.from({ length: Math.floor(random() * 3) }, () => pick(from))]
      : [drawValue()];
    typedParams[name] = spec.array ? values : values[0];
    sentParams[name] = values.map((v) => makeRandomSpelling(spec, v, random));
  }
  return { typed: typedParams, sent: sentParams };
}

const getId = (list) => (row) => list.id.map((name) => String(row[name])).join(" ");

async function sameAsPlainCode(path, typedParams, sentParams) {
  const list = LISTS[path];
  const { limit = getOperation(path).page.default, offset = 0 } = typedParams;
  const expectedRows = list
    .rows(allTables, typedParams)
    .slice(offset, offset + limit)
    .map(getId(list));
  const { status, body } = await request(devnet, path, sentParams);
  if (status === 404 && path === "/masterchainBlockShards" && !expectedRows.length) return 0;
  assert.equal(status, 200, `${path} ${JSON.stringify(sentParams)} ${JSON.stringify(body)}`);
  assert.deepEqual(
    (list.key ? body[list.key] : body).map(getId(list)),
    expectedRows,
    `${path} ${JSON.stringify(typedParams)}`,
  );
  return expectedRows.length;
}

for (const path of Object.keys(LISTS)) {
  test(`${path}: each filter, combinations of filters, both sorts and pages return the rows of plain code`, async () => {
    const random = createRandom(path.length * 7919),
      names = listFilters(path);
    const pool = {
      ...makePools(),
      ...(path === "/transactionsByMasterchainBlock"
        ? { seqno: [...new Set(allTables.transactions.map((t) => t.mc_seqno))] }
        : {}),
    };
    const isSortable = getOperation(path).params.some((p) => p.name === "sort");
    const requiredParams =
      { "/transactionsByMasterchainBlock": ["seqno"], "/masterchainBlockShards": ["seqno"] }[path] ?? [];
    const alternatives = path === "/transactionsByMessage" ? ["msg_hash", "body_hash", "opcode"] : null;
    let nonEmpty = 0,
      requests = 0;
    const draws = [
      requiredParams,
      ...names.flatMap((name) => [0, 1, 2].map(() => [...new Set([...requiredParams, name])])),
    ];
    for (let i = 0; i < 120; i++)
      draws.push([...new Set([...requiredParams, ...names.filter(() => random() < 2.2 / names.length)])]);
    for (const drawnParams of draws) {
      if (alternatives && !alternatives.some((name) => drawnParams.includes(name)))
        drawnParams.push(alternatives[Math.floor(random() * 3)]);
      const { typed: typedParams, sent: sentParams } = drawParams(path, drawnParams, pool, random);
      if (!areCompatible(path, typedParams)) continue;
      const page = {
        limit: 1 + Math.floor(random() * (random() < 0.3 ? 1000 : 12)),
        offset: random() < 0.5 ? 0 : Math.floor(random() * 9),
      };
      const sort = isSortable && random() < 0.7 ? (random() < 0.5 ? "asc" : "desc") : undefined;
      nonEmpty += await sameAsPlainCode(path, { ...typedParams, ...page, sort }, { ...sentParams, ...page, sort });
      requests++;
    }
    assert.ok(
      requests > Math.min(100, 20 * (names.length || 1)) && nonEmpty > requests / 4,
      `${requests} requests, ${nonEmpty} rows`,
    );
  });
}

test("limit and offset work at their bounds, and sort in all spellings", async () => {
  for (const [path, list] of Object.entries(LISTS)) {
    const fixedParams =
      {
        "/transactionsByMasterchainBlock": { seqno: 5 },
        "/masterchainBlockShards": { seqno: 5 },
        "/transactionsByMessage": { opcode: "0x00000000" },
      }[path] ?? {};
    const listRows = async (params) =>
      list.key ? (await get(devnet, path, { ...fixedParams, ...params }))[list.key] : await get(devnet, path, params);
    const allRows = await listRows({ limit: 1000 });
    assert.deepEqual(await listRows({ limit: 0 }), allRows.slice(0, 1), `${path} limit=0`);
    assert.deepEqual(await listRows({ limit: -5, offset: -3 }), allRows.slice(0, 1), `${path} below`);
    assert.deepEqual(await listRows({}), allRows.slice(0, getOperation(path).page.default), `${path} default`);
    const maxLimit = path === "/topAccountsByBalance" ? 1024 : 1000;
    assert.deepEqual(
      await listRows({ limit: maxLimit }),
      allRows.length < 1000 ? allRows : await listRows({ limit: maxLimit, offset: 0 }),
    );
    const refusedReply = await request(devnet, path, { ...fixedParams, limit: maxLimit + 1 });
    assert.deepEqual(
      [refusedReply.status, refusedReply.body.error],
      [422, `limit is not allowed: ${maxLimit + 1} > ${maxLimit}`],
      path,
    );
    if (path !== "/masterchainBlockShards")
      assert.deepEqual(await listRows({ limit: 10, offset: 100_000 }), [], `${path} past the end`);
    if (!getOperation(path).params.some((p) => p.name === "sort")) continue;
    const ascendingRows = await listRows({ limit: 7, sort: "asc" });
    assert.deepEqual(await listRows({ limit: 7, sort: "A" }), ascendingRows);
    assert.deepEqual(await listRows({ limit: 7, sort: "D" }), await listRows({ limit: 7 }));
    assert.deepEqual(await request(devnet, path, { ...fixedParams, sort: "up" }), {
      status: 422,
      body: { error: "wrong value for sort parameter" },
    });
  }
});

const ACCOUNT = "0:" + "AB".repeat(32),
  HASH = Buffer.alloc(32, 1).toString("base64");

test("rules between parameters are refused with the service's texts", async () => {
  const table = [
    ["/accountStates", {}, 422, "address of account is required"],
    ["/walletStates", {}, 422, "address of account is required"],
    ["/addressBook", {}, 422, "at least 1 address required"],
    ["/metadata", {}, 422, "at least 1 address required"],
    ["/actions", { action_type: "a,b" }, 422, "action_type contains invalid characters"],
    ["/actions", { exclude_action_type: "a-b" }, 422, "exclude_action_type contains invalid characters"],
    ["/actions", { mc_seqno: 99999 }, 404, "masterchain block 99999 not found"],
    ["/traces", { mc_seqno: 99999 }, 404, "masterchain block 99999 not found"],
    ["/transactions", { mc_seqno: 99999 }, 404, "masterchain block 99999 not found"],
    ["/transactionsByMasterchainBlock", { seqno: 0 }, 404, "masterchain block 0 not found"],
    ["/pendingActions", {}, 422, "account or ext_msg_hash should be specified"],
    ["/pendingTraces", {}, 422, "account or ext_msg_hash should be specified"],
    ["/pendingTransactions", {}, 422, "at least 1 account address required"],
    ["/pendingTransactions", { account: ACCOUNT }, 404, "emulated traces not found"],
    [
      "/traces",
      { account: ACCOUNT, tx_hash: HASH },
      422,
      "only one of account, trace_id, tx_hash, msg_hash should be specified",
    ],
    ["/messages", { hash: HASH, msg_hash: HASH }, 422, "cannot use both legacy and new message hashes"],
    ["/transactions", { direction: "up", opcode: "0" }, 422, "direction should be one of: in, out"],
    ["/transactions", { direction: "in" }, 422, "direction can be specified only with msg_hash or opcode"],
    ["/transactionsByMessage", {}, 422, "at least one of msg_hash, body_hash, opcode should be specified"],
    ["/adjacentTransactions", { hash: HASH }, 404, "adjacent transactions not found"],
    ["/masterchainBlockShards", { seqno: 99999 }, 404, "blocks not found"],
    ["/masterchainBlockShards", { seqno: 3, offset: 99 }, 404, "blocks not found"],
    ["/masterchainBlockShardState", { seqno: 99999 }, 404, "blocks not found"],
    [
      "/jetton/wallets",
      { jetton_address: [ACCOUNT, UNKNOWN_ACCOUNT] },
      422,
      "exact one owner_address required for multiple jetton_address",
    ],
    ["/jetton/wallets", { sort: "up" }, 500, "wrong value for sort parameter"],
    ["/jetton/masters", { limit: 1001 }, 500, "limit is not allowed: 1001 > 1000"],
    ["/nft/items", { index: "1" }, 500, "index parameter is not allowed without the collection_address"],
    [
      "/nft/items",
      { collection_address: [ACCOUNT, UNKNOWN_ACCOUNT] },
      422,
      "exact one owner_address required for multiple collection_address",
    ],
    ["/nft/sales", {}, 422, "at least 1 address required"],
    ["/dns/records", {}, 422, "either wallet address or domain is required"],
    ["/dns/records", { wallet: ACCOUNT, domain: "a.ton" }, 422, "provide either wallet address or domain, not both"],
    ["/dns/activeAuctions", {}, 422, "bidder address is required"],
    ["/dns/activeAuctions", { bidder: ACCOUNT, state: "x" }, 422, "state must be one of: all, won, bidding"],
    ["/dns/activeAuctions", { bidder: ACCOUNT, after: "x", offset: 1 }, 422, "use either after or offset, not both"],
    ["/dns/activeAuctions", { bidder: ACCOUNT, after: "x" }, 422, "invalid after cursor"],
    ["/staking/nominatorPools/pool", {}, 422, "pool parameter is required"],
    ["/staking/nominatorPools/pool", { pool: ACCOUNT }, 404, "Pool not found"],
    ["/staking/nominatorPools/nominator", {}, 422, "nominator parameter is required"],
    ["/staking/nominatorPools/nominatorEvents", {}, 422, "pool parameter is required"],
    ["/staking/nominatorPools/nominatorRewards", { pool: ACCOUNT }, 422, "nominator and pool parameters are required"],
    ["/staking/nominatorPools/validatorEvents", {}, 422, "validator or pool parameter is required"],
    [
      "/staking/nominatorPools/validatorRewards",
      { validator: ACCOUNT },
      422,
      "validator and pool parameters are required",
    ],
    [
      "/validators/events",
      { start_utime: 2, end_utime: 1 },
      422,
      "start_utime must be less than or equal to end_utime",
    ],
    [
      "/validators/cycles",
      { stake_holder_address: ACCOUNT, adnl_address: HASH },
      422,
      "provide either stake_holder_address or adnl_address, not both",
    ],
    [
      "/validators/complaints",
      { validator_pubkey: "x" },
      422,
      "validator_pubkey must be a 32-byte value in hex, base64 or base64url format",
    ],
    [
      "/validators/elections",
      { return_participants: true, limit: 101 },
      422,
      "limit must not exceed 100 when return_participants is true",
    ],
    ["/multisig/orders", {}, 422, "At least one of address or multisig_address should be specified"],
    ["/multisig/wallets", {}, 422, "At least one of address or wallet_address should be specified"],
    ["/multisig/wallets", { address: ACCOUNT, sort: "up" }, 500, "wrong value for sort parameter"],
    ["/vesting", {}, 422, "at least one of contract_address or wallet_address is required"],
    [
      "/vesting",
      { contract_address: ACCOUNT, wallet_address: ACCOUNT },
      422,
      "only one of contract_address or wallet_address should be specified",
    ],
    ["/decode", { opcodes: ["0x1", "zz"] }, 422, "invalid opcode format at index 1: zz"],
    ["/addressInformation", {}, 401, "address of account is required"],
    ["/walletInformation", {}, 401, "address of account is required"],
    ["/message", {}, 401, "boc is required"],
    ["/runGetMethod", {}, 401, "address is required"],
    ["/runGetMethod", { address: ACCOUNT }, 401, "method is required"],
    [
      "/runGetMethod",
      { address: ACCOUNT, method: "x", stack: [{ type: "list", value: [] }] },
      500,
      "unsupported stack parameter type: list",
    ],
    ["/transactions", { account: "nonsense" }, 422, 'failed to decode: schema: error converting value for "account"'],
    [
      "/transactions",
      { hash: [HASH, "x"] },
      422,
      'failed to decode: schema: error converting value for index 1 of "hash"',
    ],
  ];
  for (const [path, params, status, error] of /** @type {any[][]} */ (table))
    assert.deepEqual(await request(devnet, path, params), { status, body: { error } }, path);
});

test("lists of things that the devnet lacks are empty and under the service's keys", async () => {
  const requiredParams = {
    "/dns/records": { domain: "a.ton" },
    "/dns/activeAuctions": { bidder: ACCOUNT },
    "/vesting": { wallet_address: ACCOUNT },
    "/multisig/orders": { address: ACCOUNT },
    "/multisig/wallets": { address: ACCOUNT },
  };
  const emptiedTables = catalogue.filter((r) => r.generation === "v3" && /^\/(multisig|vesting)\b/.test(r.path));
  assert.equal(emptiedTables.length, 3);
  for (const { path, page, live_page } of emptiedTables) {
    const body = await get(devnet, path, requiredParams[path] ?? {});
    const rows = page?.rows_key ?? live_page?.rows_key ?? Object.keys(body).find((key) => Array.isArray(body[key]));
    assert.deepEqual(body[rows], [], path);
    assert.deepEqual(body.address_book, {}, path);
    assert.equal("metadata" in body, false, path);
  }
});

test("events has the rows of traces with their actions", async () => {
  const filter = { account: devnet.cast.wallet("alice").account, limit: 3 };
  const { events, ...maps } = await get(devnet, "/events", filter);
  const { traces, ...expected } = await get(devnet, "/traces", { ...filter, include_actions: true });
  assert.deepEqual([events, maps], [traces, expected]);
  assert.ok(events.length === 3 && events.every(({ actions }) => Array.isArray(actions)));
});

test("the balance changes of a trace are those of its accounts, and those of jettons cancel out", async () => {
  const noChanges = { changes: null, fees: null, jettons: null };
  let jettonCount = 0;
  for (const { trace_id, details, action_id } of allTables.actions.filter(({ type }) => type === "jetton_transfer")) {
    const { changes, fees, jettons } = await get(devnet, "/balanceChanges", { trace_id });
    const transactions = allTables.transactions.filter((row) => row.trace_id === trace_id);
    const paidFees = transactions.reduce((sum, row) => sum + Number(row.total_fees), 0);
    assert.ok(
      Object.values(fees).reduce((sum, fee) => sum + fee, 0) >= paidFees,
      "forwarding fees add to the fees of transactions",
    );
    // Coins only move between accounts, so the sum of all losses equals the fees.
    const lostValue = -Object.values(changes).reduce((sum, change) => sum + change, 0);
    assert.equal(
      lostValue,
      Object.values(fees).reduce((sum, fee) => sum + fee, 0),
      trace_id,
    );
    const { amount, asset, sender, receiver } = JSON.parse(details);
    if (jettons[sender] === undefined || sender === receiver) continue;
    jettonCount += 1;
    assert.equal(jettons[sender][asset], String(-BigInt(amount)));
    assert.equal(jettons[receiver][asset], amount);
    const ownChanges = await get(devnet, "/balanceChanges", { action_id });
    assert.equal(ownChanges.jettons[sender][asset], String(-BigInt(amount)));
  }
  assert.ok(jettonCount > 0, "a transfer of jettons was compared");
  const [firstAction] = allTables.actions;
  assert.deepEqual(
    await get(devnet, "/balanceChanges", {
      trace_id: firstAction.trace_id,
      action_id: allTables.actions.find(({ trace_id }) => trace_id !== firstAction.trace_id).action_id,
    }),
    noChanges,
  );
  for (const [params, status, error] of /** @type {const} */ ([
    [{}, 400, "trace_id or action_id is required"],
    [{ action_id: UNKNOWN_HASH }, 404, "action_id not found"],
    [{ trace_id: UNKNOWN_HASH }, 500, "trace not found"],
  ]))
    assert.deepEqual(await request(devnet, "/balanceChanges", params), { status, body: { error } });
});

test("the devnet serves every operation of the table", async () => {
  const { HANDLERS } = await import("../upstream/devnet/v3/index.mjs");
  assert.deepEqual(
    [...new Set(catalogue.filter((r) => r.generation === "v3").map((r) => r.path))].sort(),
    Object.keys(HANDLERS).sort(),
  );
});

const readRecordedResponse = (name) =>
  JSON.parse(readFileSync(new URL(`../fixtures/recorded/v3/${name}.json`, import.meta.url), "utf8"));
const listKeys = (value) => Object.keys(value).sort();

test("the devnet's v3 responses have the fields of the recordings", async () => {
  const trace = readRecordedResponse("traces/39").traces[0],
    [root] = trace.transactions_order.map((h) => trace.transactions[h]);
  const ownTrace = (await get(devnet, "/traces", { limit: 50 })).traces.find((t) => t.transactions_order.length > 1);
  assert.deepEqual(listKeys(ownTrace), listKeys(trace));
  assert.deepEqual(listKeys(ownTrace.trace_info), listKeys(trace.trace_info));
  assert.deepEqual(listKeys(ownTrace.trace), listKeys(trace.trace));
  const firstTransaction = ownTrace.transactions[ownTrace.transactions_order[0]];
  assert.deepEqual(listKeys(firstTransaction), listKeys(root));
  assert.deepEqual(listKeys(firstTransaction.in_msg), listKeys({ ...root.in_msg, hash_norm: 0 })); // the recorded server had no such field
  assert.deepEqual(listKeys(firstTransaction.out_msgs[0]), listKeys(root.out_msgs[0]));
  for (const name of ["block_ref", "account_state_before", "account_state_after"])
    assert.deepEqual(listKeys(firstTransaction[name]), listKeys(root[name]), name);
  for (const name of ["storage_ph", "compute_ph", "action"]) {
    const oldKeys = listKeys(root.description[name]);
    assert.deepEqual(
      listKeys(firstTransaction.description[name]).filter((key) => !oldKeys.includes(key)),
      [],
      `${name}: new fields`,
    );
  }
  const [message] = readRecordedResponse("messages/6").messages;
  const messageRow = (await get(devnet, "/messages", { exclude_externals: true, limit: 1 })).messages[0];
  assert.deepEqual(listKeys(messageRow), listKeys({ ...message, in_msg_tx_hash: 0, out_msg_tx_hash: 0 }));
  assert.deepEqual(listKeys(messageRow.message_content), listKeys(message.message_content));
  const wallet = allTables.accounts.find((a) => a.wallet === "wallet v4 r2").account;
  assert.deepEqual(
    listKeys(await get(devnet, "/walletInformation", { address: wallet })),
    listKeys(readRecordedResponse("walletInformation/1")),
  );
  assert.deepEqual(
    listKeys((await get(devnet, "/addressBook", { address: wallet }))[wallet]),
    listKeys(Object.values(readRecordedResponse("addressBook/6"))[0]),
  );
  const state = readRecordedResponse("accountStates/1").accounts[0];
  const shownState = (await get(devnet, "/accountStates", { address: wallet })).accounts[0];
  assert.deepEqual(
    listKeys(state).filter((key) => !(key in shownState)),
    [],
  );
});
