// The requests of wallets and of a server's own documents, as in their sources: parameters in the same order, and with all further inputs.
// None of them is a package.

/** A client, and the requests that it sends to TON Center for an account.
 * @typedef {{ account: string, friendly: string, lt: string, hash: string, message: string, trace: string, action: string, time: number,
 *   seqno: number, mcSeqno: number, source: string, destination: string, createdLt: string, boc: string, otherBoc: string, tokens: import("./tokens.mjs").Tokens }} Facts
 * @typedef {[name: string, path: string, query: Record<string, string | number | boolean | string[] | undefined>, body?: object, rows?: string]} WalletRequest
 *   `rows`: the list of the response that must not be empty
 */

/** https://github.com/mytonwallet-org/mytonwallet: every request has the time, because of caches that ignore headers. */
const myTonWallet = {
  name: "MyTonWallet",
  base: "/api/v3",
  version: "2823238",
  source:
    "https://github.com/mytonwallet-org/mytonwallet/tree/282323867bf27f66432530e92404114a2f2da784/src/api/chains/ton/toncenter",
  headers: { "X-Actions-Version": "v1", "X-App-Origin": "https://mytonwallet.io" },
  always: () => ({ _: String(Date.now()) }),
  /** @param {Facts} facts @returns {WalletRequest[]} */
  requests: ({ account, friendly, message, trace, action, time, tokens }) => [
    ["fetchAddressBook", "/addressBook", { address: [friendly, account] }],
    ["fixAddressFormat", "/addressBook", { address: account }],
    ["getWalletInfos", "/walletStates", { address: [friendly, account].join(",") }],
    ["getAccountStates", "/accountStates", { address: friendly }],
    ["fetchMetadata", "/metadata", { address: friendly }],
    ["fetchActions", "/actions", { account: friendly, limit: 20, sort: "desc" }],
    [
      "fetchActions of a time",
      "/actions",
      { account: friendly, limit: 20, start_utime: time - 86_400, end_utime: time - 1, sort: "desc" },
    ],
    ["fetchActions by id", "/actions", { action_id: [action], limit: 1, sort: "desc" }],
    ["fetchPendingActions", "/pendingActions", { account: friendly }],
    ["fetchTransactions", "/transactions", { account: friendly, limit: 20, sort: "desc" }],
    ["fetchLatestTxLt", "/transactions", { account: friendly, limit: 1, sort: "desc" }],
    ["fetchTrace", "/traces", { msg_hash: message, include_actions: true }],
    ["fetchTrace of a pending one", "/pendingTraces", { ext_msg_hash: message, include_actions: true }],
    ["fetchTraceByIdOrHash", "/traces", { trace_id: trace, include_actions: true }],
    ["fetchExternalMessageBocByHashNormalized", "/messages", { msg_hash: [message] }],
    [
      "fetchNftItems",
      "/nft/items",
      { owner_address: tokens.itemOwner, limit: 100, offset: 0, include_on_sale: true },
      undefined,
      "nft_items",
    ],
    ["fetchNftByAddress", "/nft/items", { address: [tokens.item], include_on_sale: true }, undefined, "nft_items"],
    [
      "fetchNftTransfers",
      "/nft/transfers",
      { owner_address: tokens.itemOwner, start_utime: 0, limit: 100, offset: 0, sort: "desc" },
      undefined,
      "nft_transfers",
    ],
  ],
};

/** https://github.com/ton-connect/kit, ApiClientToncenter: it sends only the last item of a list. */
const walletKit = {
  name: "@ton/walletkit",
  base: "/api/v3",
  version: "2796108",
  source:
    "https://github.com/ton-connect/kit/blob/2796108c137eea5d8d5e1e91ae6956e26064a368/packages/walletkit/src/clients/toncenter/ApiClientToncenter.ts",
  headers: {},
  always: () => ({}),
  /** @param {Facts} facts @returns {WalletRequest[]} */
  requests: ({ account, friendly, hash, message, trace, boc, tokens }) => [
    ["nftItemsByAddress", "/nft/items", { address: tokens.item }, undefined, "nft_items"],
    [
      "nftItemsByOwner",
      "/nft/items",
      { owner_address: tokens.itemOwner, limit: 10, offset: 0 },
      undefined,
      "nft_items",
    ],
    ["sendBoc", "/message", {}, { boc }],
    ["runGetMethod", "/runGetMethod", {}, { address: friendly, method: "seqno", stack: [] }],
    ["runGetMethod at a block", "/runGetMethod", {}, { address: friendly, method: "seqno", stack: [], seqno: 1 }],
    ["getAccountState", "/addressInformation", { include_boc: true, address: friendly }],
    ["getAccountState at a block", "/addressInformation", { include_boc: true, address: friendly, seqno: "1" }],
    ["getAccountTransactions", "/transactions", { account, limit: 0, offset: 0 }],
    ["getTransactionsByHash", "/transactionsByMessage", { msg_hash: message }],
    ["getPendingTransactions", "/pendingTransactions", { account }],
    ["getPendingTransactions of a trace", "/pendingTransactions", { trace_id: trace }],
    ["getTrace by a transaction", "/traces", { tx_hash: hash }],
    ["getTrace by its id", "/traces", { trace_id: trace }],
    ["getTrace by a message", "/traces", { msg_hash: message }],
    ["getPendingTrace", "/pendingTraces", { ext_msg_hash: message }],
    ["resolveDnsWallet", "/dns/records", { domain: tokens.domain, limit: 1, offset: 0 }, undefined, "records"],
    [
      "backResolveDnsWallet",
      "/dns/records",
      { wallet: tokens.domainWallet, limit: 1, offset: 0 },
      undefined,
      "records",
    ],
    [
      "jettonsByAddress",
      "/jetton/masters",
      { address: tokens.edge, offset: 0, limit: 10 },
      undefined,
      "jetton_masters",
    ],
    [
      "jettonsByOwnerAddress",
      "/jetton/wallets",
      { owner_address: tokens.edgeOwner, offset: 0, limit: 50 },
      undefined,
      "jetton_wallets",
    ],
    ["getEvents", "/traces", { account: friendly, limit: 20, offset: 0 }],
    ["getMasterchainInfo", "/masterchainInfo", {}],
  ],
};

const SHARD = "-9223372036854775808";
const EMPTY_CELL = "te6cckEBAQEAAgAAAEysuc0=";

/**
 * https://github.com/toncenter/ton-http-api: its routes with all their parameters, and its JSON-RPC, which coerces numbers that are texts
 * and requires neither `id` nor `jsonrpc`. Without the methods that only this server has.
 */
const tonHttpApi = {
  name: "ton-http-api, its routes",
  base: "/api/v2",
  version: "2782f27",
  source:
    "https://github.com/toncenter/ton-http-api/blob/2782f27724e2dcd512a119d816f990bd4b712b5f/ton-http-api/pyTON/api/api_v2/endpoints/common.py",
  headers: {},
  always: () => ({}),
  /** @param {Facts} facts @returns {WalletRequest[]} */
  requests: ({ account, friendly, lt, hash, seqno, mcSeqno, source, destination, createdLt, otherBoc }) => {
    const block = { workchain: 0, shard: SHARD, seqno };
    const messageFields = { source, destination, created_lt: createdLt };
    const startParams = { address: friendly, limit: 10, lt, hash, to_lt: 0, archival: false };
    const run = { address: friendly, method: "seqno", stack: [] };
    const callRpc = (method, params, overrides = {}) =>
      /** @type {WalletRequest} */ ([`jsonRPC, ${method}`, "/jsonRPC", {}, { method, params, ...overrides }]);
    return [
      ["getAddressInformation", "/getAddressInformation", { address: friendly }],
      ["getExtendedAddressInformation", "/getExtendedAddressInformation", { address: account }],
      ["getWalletInformation", "/getWalletInformation", { address: friendly }],
      ["getTransactions", "/getTransactions", startParams],
      ["getAddressBalance", "/getAddressBalance", { address: friendly }],
      ["getAddressState", "/getAddressState", { address: friendly }],
      ["packAddress", "/packAddress", { address: account }],
      ["unpackAddress", "/unpackAddress", { address: friendly }],
      ["detectAddress", "/detectAddress", { address: friendly }],
      ["getMasterchainInfo", "/getMasterchainInfo", {}],
      ["getConsensusBlock", "/getConsensusBlock", {}],
      ["lookupBlock", "/lookupBlock", block],
      ["shards", "/shards", { seqno: mcSeqno }],
      ["getBlockTransactions", "/getBlockTransactions", { ...block, count: 40 }],
      ["getBlockHeader", "/getBlockHeader", block],
      ["getConfigParam", "/getConfigParam", { config_id: 18, seqno: mcSeqno }],
      ["tryLocateTx", "/tryLocateTx", messageFields],
      ["tryLocateResultTx", "/tryLocateResultTx", messageFields],
      ["tryLocateSourceTx", "/tryLocateSourceTx", messageFields],
      ["runGetMethod", "/runGetMethod", {}, run],
      [
        "estimateFee",
        "/estimateFee",
        {},
        { address: friendly, body: EMPTY_CELL, init_code: "", init_data: "", ignore_chksig: true },
      ],
      ["sendBocReturnHash", "/sendBocReturnHash", {}, { boc: otherBoc }],
      callRpc("getAddressBalance", { address: friendly }),
      callRpc("getTransactions", { ...startParams, limit: "10", lt }, { id: "1", jsonrpc: "2.0" }),
      callRpc("getBlockHeader", { ...block, seqno: String(seqno) }, { id: 7 }),
      callRpc("shards", { seqno: String(mcSeqno) }),
      callRpc("runGetMethod", run, { id: null }),
    ];
  },
};

export const WALLETS = [myTonWallet, walletKit, tonHttpApi];

/**
 * Sends the requests of a client to a gateway; returns null or the reason of the failure for each.
 * @param {typeof WALLETS[number]} wallet
 * @param {string} url @param {Facts} facts
 */
export async function sendWalletRequests(wallet, url, facts) {
  const results = {};
  for (const [name, path, query, body, rows] of wallet.requests(facts)) {
    const target = new URL(`${url}${wallet.base}${path}`);
    for (const [key, value] of Object.entries({ ...query, ...(body ? {} : wallet.always()) }))
      for (const item of [value].flat()) if (item !== undefined) target.searchParams.append(key, String(item));
    const headers = { ...wallet.headers, ...(body && { "content-type": "application/json" }) };
    const response = await fetch(target, {
      headers,
      method: body ? "POST" : "GET",
      body: body && JSON.stringify(body),
    });
    const reply = JSON.parse(await response.text());
    const isEmpty = rows !== undefined && !(reply[rows]?.length > 0);
    if (response.ok) results[name] = isEmpty ? `no ${rows}` : null;
    else results[name] = `${response.status}: ${reply.error}`;
  }
  return results;
}
