// The requests of wallets that are no packages, as their sources make them: parameters in their order, and all that they add.

/** A wallet, and the requests that it sends to TON Center for an account.
 * @typedef {{ account: string, friendly: string, hash: string, message: string, trace: string, action: string, time: number, boc: string }} Facts
 * @typedef {[name: string, path: string, query: Record<string, string | number | boolean | string[] | undefined>, body?: object]} WalletRequest
 */

/** https://github.com/mytonwallet-org/mytonwallet: every request has the time, against caches that ignore headers. */
const myTonWallet = {
  name: "MyTonWallet",
  version: "2823238",
  source:
    "https://github.com/mytonwallet-org/mytonwallet/tree/282323867bf27f66432530e92404114a2f2da784/src/api/chains/ton/toncenter",
  headers: { "X-Actions-Version": "v1", "X-App-Origin": "https://mytonwallet.io" },
  always: () => ({ _: String(Date.now()) }),
  /** @param {Facts} facts @returns {WalletRequest[]} */
  requests: ({ account, friendly, message, trace, action, time }) => [
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
    ["fetchNftItems", "/nft/items", { owner_address: account, limit: 100, offset: 0, include_on_sale: true }],
    ["fetchNftByAddress", "/nft/items", { address: [account], include_on_sale: true }],
    [
      "fetchNftTransfers",
      "/nft/transfers",
      { owner_address: account, start_utime: time - 86_400, limit: 100, offset: 0, sort: "desc" },
    ],
  ],
};

/** https://github.com/ton-connect/kit, ApiClientToncenter: of a list it sends the last item. */
const walletKit = {
  name: "@ton/walletkit",
  version: "2796108",
  source:
    "https://github.com/ton-connect/kit/blob/2796108c137eea5d8d5e1e91ae6956e26064a368/packages/walletkit/src/clients/toncenter/ApiClientToncenter.ts",
  headers: {},
  always: () => ({}),
  /** @param {Facts} facts @returns {WalletRequest[]} */
  requests: ({ account, friendly, hash, message, trace, boc }) => [
    ["nftItemsByAddress", "/nft/items", { address: friendly }],
    ["nftItemsByOwner", "/nft/items", { owner_address: friendly, limit: 10, offset: 0 }],
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
    ["resolveDnsWallet", "/dns/records", { domain: "foundation.ton", limit: 1, offset: 0 }],
    ["backResolveDnsWallet", "/dns/records", { wallet: friendly, limit: 1, offset: 0 }],
    ["jettonsByAddress", "/jetton/masters", { address: friendly, offset: 0, limit: 10 }],
    ["jettonsByOwnerAddress", "/jetton/wallets", { owner_address: friendly, offset: 0, limit: 50 }],
    ["getEvents", "/traces", { account: friendly, limit: 20, offset: 0 }],
    ["getMasterchainInfo", "/masterchainInfo", {}],
  ],
};

export const WALLETS = [myTonWallet, walletKit];

/** Sends the requests of a wallet to a gateway: for each, null or why it failed. @param {typeof WALLETS[number]} wallet @param {string} url @param {Facts} facts */
export async function play(wallet, url, facts) {
  const results = {};
  for (const [name, path, query, body] of wallet.requests(facts)) {
    const target = new URL(`${url}/api/v3${path}`);
    for (const [key, value] of Object.entries({ ...query, ...(body ? {} : wallet.always()) }))
      for (const one of [value].flat()) if (one !== undefined) target.searchParams.append(key, String(one));
    const headers = { ...wallet.headers, ...(body && { "content-type": "application/json" }) };
    const response = await fetch(target, {
      headers,
      method: body ? "POST" : "GET",
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    results[name] = response.ok ? null : `${response.status}: ${JSON.parse(text).error}`;
  }
  return results;
}
