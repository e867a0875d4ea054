// The cases of acton's suite for TON Center (its `toncenter_live_contract`), by its source: the same requests in the same order, made from the newest
// transaction and block, and the same checks. Its types of responses are Rust; here, a response has to conform to the schema of its operation instead.
// Of the suite's 55 cases, two that need messages in the environment are left out. It names two accounts of mainnet, for which the devnet has others.
// https://github.com/ton-blockchain/acton/tree/5535f119f6b0f45babc1f7e840483284aba00d6c/crates/ton-api/tests (Apache-2.0 or MIT)

import assert from "node:assert/strict";
import { on, once } from "node:events";

import WebSocket from "ws";

import { assertConforms } from "../../helpers/conforms.mjs";
import { loadCatalogue } from "../../upstream/catalogue.mjs";

const ELECTOR = `-1:${"3".repeat(64)}`;
const NO_STATE = "0:0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF";
const NOT_A_BOC = "not-a-valid-boc";
const EMPTY_CELL = "te6ccgEBAQEAAgAAAA==";
const NO_HASH = `${"A".repeat(43)}=`;

export const VERSION = "5535f11";

const { byPath } = loadCatalogue();

/** The parameters without those that are absent, lists as repeated ones. @param {Record<string, any>} params */
const query = (params) =>
  new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) =>
      [value].flat().flatMap((item) => (item === undefined || item === null ? [] : [[name, String(item)]])),
    ),
  );

/**
 * Requests of both generations; a response with status 200 conforms to the schema of its operation.
 * @param {string} url
 */
function listRequests(url) {
  const read = async (generation, path, response) => {
    const body = /** @type {any} */ (await response.json());
    if (response.status !== 200) {
      assert.equal(typeof body.error, "string");
      return { refused: body.error };
    }
    const result = generation === "v2" ? body.result : body;
    const key = `${generation} ${generation === "v3" ? path.toLowerCase() : path}`;
    const { result_type: type } = /** @type {any} */ (byPath.get(key));
    assertConforms(generation, type, result);
    return { result, body };
  };
  const createRequests = (generation) => ({
    get: async (path, params = {}) =>
      read(generation, path, await fetch(`${url}/api/${generation}${path}?${query(params)}`)),
    post: async (path, body, operation = path) =>
      read(
        generation,
        operation,
        await fetch(`${url}/api/${generation}${path}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      ),
  });
  const makeSuccess =
    (send) =>
    async (...args) => {
      const { result, refused: refusal } = await send(...args);
      if (refusal !== undefined) throw new Error(refusal);
      return result;
    };
  return Object.fromEntries(
    ["v2", "v3"].map((generation) => {
      const { get, post } = createRequests(generation);
      return [generation, { get: makeSuccess(get), post: makeSuccess(post), either: { get, post } }];
    }),
  );
}

/**
 * @param {any} v2 @param {any} transaction @param {any} block
 * @returns {Record<string, () => Promise<void>>}
 */
function makeCasesOfV2(v2, transaction, block) {
  const { account, hash, lt } = transaction;
  const readHead = async () => (await v2.get("/getMasterchainInfo")).last;
  const callRpc = (operation, call) => v2.post("/jsonRPC", call, `/${operation}`);
  return {
    address_information: async () => {
      for (const seqno of [undefined, (await readHead()).seqno])
        await v2.get("/getAddressInformation", { address: account, seqno });
    },
    "detect, pack and unpack an address": async () => {
      const { raw_form } = await v2.get("/detectAddress", { address: account });
      await v2.get("/unpackAddress", { address: await v2.get("/packAddress", { address: raw_form }) });
    },
    detect_hash: async () => {
      const { hex } = await v2.get("/detectHash", { hash });
      await v2.get("/detectHash", { hash: hex });
    },
    libraries: async () => {
      for (const libraries of [[hash], [hash, NO_HASH]]) await v2.get("/getLibraries", { libraries });
    },
    transactions: async () => {
      const firstParams = { address: account, limit: 2, archival: false };
      await v2.get("/getTransactions", firstParams);
      await v2.get("/getTransactions", { ...firstParams, lt, hash, to_lt: 0, archival: true });
      await v2.get("/getTransactionsStd", firstParams);
    },
    block_transactions_ext: async () => {
      const { shards } = await v2.get("/getShards", { seqno: (await readHead()).seqno });
      const { workchain, shard, seqno, root_hash, file_hash } = shards[0];
      const id = { workchain, shard, seqno, root_hash, file_hash };
      const { transactions } = await v2.get("/getBlockTransactionsExt", { ...id, count: 5 });
      if (transactions.length === 0) throw new Error("the block has no transactions");
      const [{ "@type": type, in_msg: message }] = transactions;
      assert.equal(type, "raw.transactionExt");
      if (!message) return;
      const types = [message, message.source, message.destination].map((item) => item["@type"]);
      assert.deepEqual(types, ["raw.message", "accountAddress", "accountAddress"]);
    },
    try_locate_tx: async () => {
      const message = [transaction.in_msg, ...transaction.out_msgs].find(
        (transaction) => transaction?.source && transaction.destination && transaction.created_lt,
      );
      if (!message) return;
      const { source, destination, created_lt } = message;
      await v2.get("/tryLocateTx", { source, destination, created_lt });
    },
    config_param: async () => {
      await v2.get("/getConfigParam", { param: 0 });
      await v2.get("/getConfigParam", { config_id: 0, seqno: (await readHead()).seqno });
    },
    config_all: async () => {
      for (const seqno of [undefined, (await readHead()).seqno]) await v2.get("/getConfigAll", { seqno });
    },
    block_header: async () => {
      const { workchain, shard, seqno, root_hash, file_hash } = await readHead();
      for (const hashes of [{}, { root_hash, file_hash }])
        await v2.get("/getBlockHeader", { workchain, shard, seqno, ...hashes });
    },
    lookup_block: async () => {
      const { workchain, shard, seqno, start_lt, gen_utime } = block;
      for (const lookup of [{ seqno }, { lt: start_lt }, { unixtime: gen_utime }])
        await v2.get("/lookupBlock", { workchain, shard, ...lookup });
    },
    run_get_method: async () => {
      const run = { address: ELECTOR, method: "participant_list_extended", stack: [] };
      for (const block of [{}, { seqno: (await readHead()).seqno }]) {
        await v2.post("/runGetMethod", { ...run, ...block });
        await v2.post("/runGetMethodStd", { ...run, ...block });
      }
      const makeEntry = (type, field, value) => ({ "@type": `tvm.stackEntry${type}`, [field]: value });
      const makeCell = (type, bytes) => ({ "@type": `tvm.${type}`, bytes });
      const list = (type) => ({ "@type": `tvm.${type}`, elements: [] });
      const stack = [
        makeEntry("Number", "number", { "@type": "tvm.numberDecimal", number: "7" }),
        makeEntry("Cell", "cell", makeCell("cell", EMPTY_CELL)),
        makeEntry("Slice", "slice", makeCell("slice", EMPTY_CELL)),
        makeEntry("Tuple", "tuple", list("tuple")),
        makeEntry("List", "list", list("list")),
      ];
      await v2.post("/runGetMethodStd", { address: ELECTOR, method: 1, stack });
    },
    json_rpc: async () => {
      const method = "getMasterchainInfo";
      for (const call of [
        { method },
        { method, params: [] },
        { method, params: null },
        { jsonrpc: 2, id: { ignored: true }, method, params: "ignored" },
      ]) {
        const { body, refused: refusal } = await v2.either.post("/jsonRPC", call, `/${method}`);
        assert.equal(refusal, undefined);
        if (body.jsonrpc !== undefined) throw new Error("the response has jsonrpc");
        assert.equal(body.id ?? undefined, undefined);
      }
      const { refused: refusal } = await v2.either.post("/jsonRPC", { method, params: [{}] }, `/${method}`);
      assert.notEqual(refusal, undefined);
      const { seqno } = await readHead();
      await callRpc("getShards", { method: "getShards", params: { seqno } });
    },
    "send_boc, refused": async () => {
      for (const path of ["/sendBoc", "/sendBocReturnHash"])
        assert.notEqual((await v2.either.post(path, { boc: NOT_A_BOC })).refused, undefined);
    },
    "json_rpc, address_information": () =>
      callRpc("getAddressInformation", {
        jsonrpc: "2.0",
        id: "live-address-information",
        method: "getAddressInformation",
        params: { address: account },
      }),
  };
}

/** A list whose first page names the filters of the second request. @param {any} v3 @param {string} path @param {string} key @param {Record<string, any>} firstParams @param {(row: any) => Record<string, any>} filters */
const createFilteredCase = (v3, path, key, firstParams, filters) => async () => {
  const [row] = (await v3.get(path, { limit: 2, offset: 0, ...firstParams }))[key];
  if (row) await v3.get(path, { limit: 2, ...filters(row) });
};

/** @param {{ transaction_now: number, transaction_lt: string }} row */
const makeTimes = ({ transaction_now: now, transaction_lt: lt }) => ({
  start_utime: now,
  end_utime: now,
  start_lt: lt,
  end_lt: lt,
});

/**
 * @param {any} v3 @param {any} transaction @param {any} block @param {{ wallet: string, master: string }} sample
 * @returns {Record<string, () => Promise<void>>}
 */
function makeCasesOfV3(v3, transaction, block, sample) {
  const { account, hash, lt, now, mc_block_seqno: mc_seqno, in_msg, out_msgs } = transaction;
  const [message, direction] = in_msg ? [in_msg, "in"] : [out_msgs[0], "out"];
  const body_hash = message?.message_content?.hash;
  const flags = [undefined, false, true];
  const timeRange = { start_utime: now - 60, end_utime: now + 60, start_lt: lt, end_lt: lt };
  /** The list of an account that does not exist, for each value of a flag. */
  const makeEmptyCase = (path, params, flag) => async () => {
    for (const value of flags) await v3.get(path, { ...params, [flag]: value, limit: 2, offset: 0 });
  };
  const externals = { source: "null", only_externals: true };
  return {
    address_information: async () => {
      for (const use_v2 of flags) await v3.get("/addressInformation", { address: account, use_v2 });
    },
    wallet_information: async () => {
      for (const address of [sample.wallet, NO_STATE])
        for (const use_v2 of flags) await v3.get("/walletInformation", { address, use_v2 });
    },
    masterchain_info: async () => {
      const { first: firstBlock, last } = await v3.get("/masterchainInfo");
      assert.ok(firstBlock.seqno <= last.seqno);
    },
    address_book: async () => {
      const addressBook = await v3.get("/addressBook", { address: [sample.wallet, NO_STATE] });
      assert.ok(sample.wallet in addressBook && NO_STATE in addressBook);
    },
    metadata: async () => {
      const metadata = await v3.get("/metadata", { address: [sample.master, sample.wallet] });
      const hasFlags = ({ is_nsfw, is_scam }) => is_nsfw !== undefined && is_scam !== undefined;
      if (!Object.values(metadata).some(({ token_info }) => token_info?.some(hasFlags)))
        throw new Error("no token has is_nsfw and is_scam");
    },
    transactions_by_masterchain_block: async () => {
      const { last } = await v3.get("/masterchainInfo");
      await v3.get("/transactionsByMasterchainBlock", { seqno: last.seqno - 10, limit: 2, offset: 0, sort: "desc" });
    },
    messages: async () => {
      const { source, destination, opcode, created_lt } = message;
      const filters = { msg_hash: [message.hash], body_hash, source, destination, opcode, direction };
      const times = { start_utime: now - 1, end_utime: now + 1, start_lt: created_lt, end_lt: created_lt };
      const { messages } = await v3.get("/messages", { ...filters, ...times, limit: 2, offset: 0, sort: "asc" });
      if (messages.length === 0) throw new Error("no messages");
      await v3.get("/messages", { ...externals, limit: 1 });
      await v3.get("/messages", { exclude_externals: true, limit: 1, sort: "desc" });
    },
    adjacent_transactions: async () => {
      if (!in_msg) return;
      const { messages } = await v3.get("/messages", { msg_hash: [in_msg.hash], limit: 1 });
      const executedHash = messages[0]?.in_msg_tx_hash;
      if (!executedHash) return;
      for (const direction of [undefined, "in", "out"])
        await v3.either.get("/adjacentTransactions", { hash: executedHash, direction });
    },
    wallet_states: async () => {
      const { wallets } = await v3.get("/walletStates", { address: [sample.wallet, sample.master, NO_STATE] });
      assert.ok(wallets.some(({ is_wallet }) => is_wallet) && wallets.some(({ is_wallet }) => !is_wallet));
      assert.ok(wallets.every(({ address }) => address !== NO_STATE));
    },
    top_accounts_by_balance: async () => {
      const accounts = await v3.get("/topAccountsByBalance", { limit: 2, offset: 0 });
      assert.ok(accounts.length > 0);
      for (const [i, { balance }] of accounts.slice(1).entries())
        assert.ok(BigInt(accounts[i].balance) >= BigInt(balance));
    },
    estimate_fee: async () => {
      const { messages } = await v3.get("/messages", { ...externals, limit: 20, sort: "desc" });
      const messageWithContent = messages.find(
        ({ destination, message_content }) => destination && message_content?.body,
      );
      if (!messageWithContent) return;
      const request = { address: messageWithContent.destination, body: messageWithContent.message_content.body };
      for (const ignore_chksig of flags) {
        const { source_fees } = await v3.post("/estimateFee", { ...request, ignore_chksig });
        assert.ok(source_fees.in_fwd_fee > 0);
      }
    },
    pending_actions: async () => {
      await v3.get("/pendingActions", { account, include_transactions: true });
      const supported_action_types = ["TonTransfer", "JettonTransfer"];
      await v3.get("/pendingActions", { ext_msg_hash: [hash], supported_action_types, include_transactions: false });
    },
    pending_traces: async () => {
      await v3.get("/pendingTraces", { account });
      await v3.get("/pendingTraces", { ext_msg_hash: [hash] });
    },
    account_states: async () => {
      await v3.get("/accountStates", { address: [account], include_boc: false });
      await v3.get("/accountStates", { address: [account, ELECTOR], include_boc: true });
    },
    traces: async () => {
      await v3.get("/traces", { tx_hash: [hash], include_actions: true, limit: 2, sort: "desc" });
      const blockFilters = { mc_seqno, ...timeRange, include_actions: false, supported_action_types: ["ton_transfer"] };
      await v3.get("/traces", { account, ...blockFilters, limit: 2, offset: 0, sort: "asc" });
      if (in_msg) await v3.get("/traces", { msg_hash: [in_msg.hash], limit: 2 });
    },
    transactions: async () => {
      const { workchain, shard, seqno, root_hash } = block;
      await v3.get("/transactions", { hash: [hash, root_hash], lt, limit: 2 });
      await v3.get("/transactions", { account: [account], ...timeRange, limit: 2, offset: 0, sort: "asc" });
      const id = { workchain, shard, seqno, mc_seqno };
      await v3.get("/transactions", { ...id, exclude_account: [ELECTOR], limit: 2, sort: "desc" });
    },
    blocks: async () => {
      const { workchain, shard, seqno, root_hash, file_hash, gen_utime, start_lt, end_lt } = block;
      await v3.get("/blocks", { workchain, shard, seqno, root_hash, file_hash, limit: 2 });
      const times = { start_utime: gen_utime, end_utime: gen_utime, start_lt, end_lt };
      await v3.get("/blocks", { ...times, limit: 2, offset: 0, sort: "asc" });
    },
    masterchain_block_shards: async () => {
      await v3.get("/masterchainBlockShardState", { seqno: mc_seqno });
      await v3.get("/masterchainBlockShards", { seqno: mc_seqno, limit: 10, offset: 0 });
    },
    transactions_by_message: async () => {
      await v3.get("/transactionsByMessage", { msg_hash: [message.hash, hash], direction, limit: 2, offset: 0 });
      if (body_hash) await v3.get("/transactionsByMessage", { body_hash, opcode: message.opcode, limit: 2 });
    },
    pending_transactions: async () => {
      await v3.either.get("/pendingTransactions", { account: [account] });
      await v3.either.get("/pendingTransactions", { account: [account], trace_id: [transaction.trace_id] });
    },
    jetton_masters: createFilteredCase(v3, "/jetton/masters", "jetton_masters", {}, ({ address, admin_address }) => ({
      address: [address],
      admin_address,
    })),
    jetton_wallets: async () => {
      const [master] = (await v3.get("/jetton/masters", { limit: 1 })).jetton_masters;
      const firstParams = { jetton_address: [master.address], exclude_zero_balance: false, sort: "desc" };
      await createFilteredCase(v3, "/jetton/wallets", "jetton_wallets", firstParams, ({ address, owner, jetton }) => ({
        address: [address],
        owner_address: [owner],
        jetton_address: [jetton],
        exclude_zero_balance: true,
        sort: "asc",
      }))();
    },
    nft_items: createFilteredCase(
      v3,
      "/nft/items",
      "nft_items",
      { include_on_sale: true, sort_by_last_transaction_lt: true },
      ({ address, owner_address, collection_address, index }) => ({
        address: [address],
        owner_address,
        collection_address,
        index: [index],
        include_on_sale: false,
        sort_by_last_transaction_lt: false,
      }),
    ),
    dns_records: async () =>
      assert.ok((await v3.get("/dns/records", { domain: "foundation.ton", limit: 2, offset: 0 })).records.length > 0),
    jetton_transfers: createFilteredCase(v3, "/jetton/transfers", "jetton_transfers", { sort: "desc" }, (transfer) => ({
      owner_address: [transfer.source, transfer.destination],
      jetton_wallet: [transfer.source_wallet],
      jetton_master: transfer.jetton_master,
      direction: "out",
      ...makeTimes(transfer),
      sort: "asc",
    })),
    jetton_burns: createFilteredCase(v3, "/jetton/burns", "jetton_burns", { sort: "desc" }, (burn) => ({
      address: [burn.owner],
      jetton_wallet: [burn.jetton_wallet],
      jetton_master: burn.jetton_master,
      ...makeTimes(burn),
      sort: "asc",
    })),
    nft_collections: createFilteredCase(
      v3,
      "/nft/collections",
      "nft_collections",
      {},
      ({ address, owner_address }) => ({
        collection_address: [address],
        owner_address,
        offset: 0,
      }),
    ),
    nft_sales: () => v3.get("/nft/sales", { address: [NO_STATE] }),
    nft_transfers: createFilteredCase(v3, "/nft/transfers", "nft_transfers", { sort: "desc" }, (transfer) => ({
      owner_address: [transfer.old_owner, transfer.new_owner],
      item_address: [transfer.nft_address],
      collection_address: transfer.nft_collection,
      direction: "out",
      ...makeTimes(transfer),
      sort: "asc",
    })),
    multisig_orders: makeEmptyCase("/multisig/orders", { address: [NO_STATE], sort: "desc" }, "parse_actions"),
    multisig_wallets: makeEmptyCase("/multisig/wallets", { address: [NO_STATE], sort: "desc" }, "include_orders"),
    vesting: makeEmptyCase("/vesting", { contract_address: [NO_STATE] }, "check_whitelist"),
    "message, refused": async () =>
      assert.notEqual((await v3.either.post("/message", { boc: NOT_A_BOC })).refused, undefined),
    run_get_method: async () => {
      const run = { address: ELECTOR, method: "participant_list_extended", stack: [] };
      assert.equal((await v3.post("/runGetMethod", run)).exit_code, 0);
    },
  };
}

/** Emulation, which the gateway does not have: the suite expects an error. @param {string} url @returns {Record<string, () => Promise<void>>} */
const makeCasesOfEmulation = (url) =>
  Object.fromEntries(
    [
      ["emulate_trace", "/emulateTrace", { boc: NOT_A_BOC }],
      ["emulate_ton_connect", "/emulateTonConnect", { from: "", messages: [] }],
    ].map(([name, path, body]) => [
      `${name}, refused`,
      async () => {
        const response = await fetch(`${url}/api/emulate/v1${path}`, { method: "POST", body: JSON.stringify(body) });
        const { error } = /** @type {any} */ (await response.json());
        assert.ok(!response.ok && typeof error === "string");
      },
    ]),
  );

/** The streaming API. @param {string} url @param {{ account: string }} transaction @returns {Record<string, () => Promise<void>>} */
function makeCasesOfStreaming(url, { account }) {
  const options = { min_finality: "finalized", include_address_book: true, include_metadata: true };
  const subscription = { types: ["transactions"], addresses: [account], ...options };
  return {
    sse_subscription_request_and_status_response: async () => {
      const response = await fetch(`${url}/api/streaming/v2/sse`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "text/event-stream" },
        body: JSON.stringify(subscription),
      });
      assert.equal(response.status, 200);
      let text = "";
      for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
        text += part;
        if (/^data: .*\n/m.test(text)) break;
      }
      assert.equal(JSON.parse(/^data: (.*)\n/m.exec(text)?.[1] ?? "{}").status, "subscribed");
    },
    websocket_request_covers_ping_subscribe_and_unsubscribe: async () => {
      const socket = new WebSocket(`${url.replace("http", "ws")}/api/streaming/v2/ws?api_key=key`);
      // The suite's client reads one message after each message that it sends: it expects the status first.
      const messages = on(socket, "message");
      await once(socket, "open");
      try {
        for (const [message, status] of [
          [{ operation: "ping", id: "live-ping" }, "pong"],
          [{ operation: "subscribe", id: "live-subscribe", ...subscription }, "subscribed"],
          [{ operation: "unsubscribe", id: "live-unsubscribe", addresses: [account] }, "unsubscribed"],
        ]) {
          socket.send(JSON.stringify(message));
          const { value } = await messages.next();
          assert.equal(JSON.parse(String(value[0])).status, status);
        }
      } finally {
        socket.close();
      }
    },
  };
}

/**
 * Runs the suite.
 * @param {string} url of the gateway @param {{ wallet: string, master: string }} sample a wallet and a jetton of the chain
 * @returns {Promise<Record<string, string | null>>}
 */
export async function runSuite(url, sample) {
  const { v2, v3 } = listRequests(url);
  const { transactions } = await v3.get("/transactions", { limit: 20, sort: "desc" });
  const { blocks } = await v3.get("/blocks", { limit: 1, offset: 20, sort: "desc" });
  const [[transaction], [block]] = [transactions, blocks];
  const cases = {
    v2: makeCasesOfV2(v2, transaction, block),
    v3: makeCasesOfV3(v3, transaction, block, sample),
    emulation: makeCasesOfEmulation(url),
    streaming: makeCasesOfStreaming(url, transaction),
  };
  const results = {};
  for (const [group, members] of Object.entries(cases))
    for (const [name, run] of Object.entries(members))
      results[`${group}, ${name}`] = await run().then(
        () => null,
        (error) => String(error.message),
      );
  return results;
}
