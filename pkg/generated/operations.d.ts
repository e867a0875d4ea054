// The operations of the endpoint table. Generated from it: edit the table.

import type { Method, PagedMethod } from "../client.js";
import type * as v2 from "./v2.js";
import type * as v3 from "./v3.js";

/** Parameters and result of every operation, by generation and path. */
export interface Operations {
  v2: {
    "getAddressInformation": { params: v2.GetAddressInformationRequest; result: v2.AddressInformation };
    "getExtendedAddressInformation": { params: v2.GetExtendedAddressInformationRequest; result: v2.ExtendedAddressInformation };
    "getWalletInformation": { params: v2.GetWalletInformationRequest; result: v2.WalletInformation };
    "getAddressBalance": { params: v2.GetAddressBalanceRequest; result: v2.Integer };
    "getAddressState": { params: v2.GetAddressStateRequest; result: v2.AccountStateEnum };
    "getTokenData": { params: v2.GetTokenDataRequest; result: v2.TokenData };
    "getShardAccountCell": { params: v2.GetShardAccountCellRequest; result: v2.TvmCell };
    "dnsResolve": { params: v2.DnsResolveRequest; result: v2.DnsResolved };
    "getMasterchainInfo": { params: v2.GetMasterchainInfoRequest; result: v2.MasterchainInfo };
    "getMasterchainBlockSignatures": { params: v2.GetMasterchainBlockSignaturesRequest; result: v2.MasterchainBlockSignatures };
    "getShardBlockProof": { params: v2.GetShardBlockProofRequest; result: v2.ShardBlockProof };
    "getConsensusBlock": { params: v2.GetConsensusBlockRequest; result: v2.ConsensusBlock };
    "lookupBlock": { params: v2.LookupBlockRequest; result: v2.TonBlockIdExt };
    "getShards": { params: v2.GetShardsRequest; result: v2.Shards };
    "shards": { params: v2.GetShardsRequest; result: v2.Shards };
    "getBlockHeader": { params: v2.GetBlockHeaderRequest; result: v2.BlockHeader };
    "getOutMsgQueueSize": { params: v2.GetOutMsgQueueSizeRequest; result: v2.OutMsgQueueSizes };
    "getBlockTransactions": { params: v2.GetBlockTransactionsRequest; result: v2.BlockTransactions };
    "getBlockTransactionsExt": { params: v2.GetBlockTransactionsExtRequest; result: v2.BlockTransactionsExt };
    "getTransactions": { params: v2.GetTransactionsRequest; result: v2.Transaction[] };
    "getTransactionsStd": { params: v2.GetTransactionsStdRequest; result: v2.TransactionsStd };
    "tryLocateTx": { params: v2.TryLocateTxRequest; result: v2.Transaction };
    "tryLocateResultTx": { params: v2.TryLocateResultTxRequest; result: v2.Transaction };
    "tryLocateSourceTx": { params: v2.TryLocateSourceTxRequest; result: v2.Transaction };
    "sendBoc": { params: v2.SendBocRequest; result: v2.ResultOk };
    "sendBocReturnHash": { params: v2.SendBocReturnHashRequest; result: v2.ExtMessageInfo };
    "sendBocReturnHashNoError": { params: v2.SendBocReturnHashNoErrorRequest; result: v2.ExtMessageInfo };
    "estimateFee": { params: v2.EstimateFeeRequest; result: v2.QueryFees };
    "runGetMethod": { params: v2.RunGetMethodRequest; result: v2.RunGetMethodResult };
    "runGetMethodStd": { params: v2.RunGetMethodStdRequest; result: v2.RunGetMethodStdResult };
    "detectAddress": { params: v2.DetectAddressRequest; result: v2.DetectAddress };
    "detectHash": { params: v2.DetectHashRequest; result: v2.DetectHash };
    "packAddress": { params: v2.PackAddressRequest; result: string };
    "unpackAddress": { params: v2.UnpackAddressRequest; result: string };
    "getConfigParam": { params: v2.GetConfigParamRequest; result: v2.ConfigInfo };
    "getConfigAll": { params: v2.GetConfigAllRequest; result: v2.ConfigInfo };
    "getLibraries": { params: v2.GetLibrariesRequest; result: v2.LibraryResult };
    "jsonRPC": { params: v2.JsonRPCRequest; result: unknown };
  };
  v3: {
    "accountStates": { params: v3.AccountStatesRequest; result: v3.AccountStatesResponse };
    "addressBook": { params: v3.AddressBookRequest; result: v3.GenericAddressBook };
    "metadata": { params: v3.MetadataRequest; result: v3.Metadata };
    "walletStates": { params: v3.WalletStatesRequest; result: v3.WalletStatesResponse };
    "actions": { params: v3.ActionsRequest; result: v3.ActionsResponse };
    "pendingActions": { params: v3.PendingActionsRequest; result: v3.ActionsResponse };
    "pendingTraces": { params: v3.PendingTracesRequest; result: v3.TracesResponse };
    "traces": { params: v3.TracesRequest; result: v3.TracesResponse };
    "events": { params: v3.EventsRequest; result: v3.EventsResponse };
    "balanceChanges": { params: v3.BalanceChangesRequest; result: v3.BalanceChanges };
    "adjacentTransactions": { params: v3.AdjacentTransactionsRequest; result: v3.TransactionsResponse };
    "blocks": { params: v3.BlocksRequest; result: v3.BlocksResponse };
    "masterchainBlockShardState": { params: v3.MasterchainBlockShardStateRequest; result: v3.BlocksResponse };
    "masterchainBlockShards": { params: v3.MasterchainBlockShardsRequest; result: v3.BlocksResponse };
    "masterchainInfo": { params: v3.MasterchainInfoRequest; result: v3.MasterchainInfo };
    "messages": { params: v3.MessagesRequest; result: v3.MessagesResponse };
    "pendingTransactions": { params: v3.PendingTransactionsRequest; result: v3.TransactionsResponse };
    "transactions": { params: v3.TransactionsRequest; result: v3.TransactionsResponse };
    "transactionsByMasterchainBlock": { params: v3.TransactionsByMasterchainBlockRequest; result: v3.TransactionsResponse };
    "transactionsByMessage": { params: v3.TransactionsByMessageRequest; result: v3.TransactionsResponse };
    "jetton/burns": { params: v3.JettonBurnsRequest; result: v3.JettonBurnsResponse };
    "jetton/masters": { params: v3.JettonMastersRequest; result: v3.JettonMastersResponse };
    "jetton/transfers": { params: v3.JettonTransfersRequest; result: v3.JettonTransfersResponse };
    "jetton/wallets": { params: v3.JettonWalletsRequest; result: v3.JettonWalletsResponse };
    "nft/collections": { params: v3.NftCollectionsRequest; result: v3.NFTCollectionsResponse };
    "nft/items": { params: v3.NftItemsRequest; result: v3.NFTItemsResponse };
    "nft/sales": { params: v3.NftSalesRequest; result: v3.NFTSalesResponse };
    "nft/transfers": { params: v3.NftTransfersRequest; result: v3.NFTTransfersResponse };
    "dns/records": { params: v3.DnsRecordsRequest; result: v3.DNSRecordsResponse };
    "dns/activeAuctions": { params: v3.DnsActiveAuctionsRequest; result: v3.DNSAuctionsResponse };
    "staking/nominatorPools/pool": { params: v3.StakingNominatorPoolsPoolRequest; result: v3.NominatorPoolInfo };
    "staking/nominatorPools/nominator": { params: v3.StakingNominatorPoolsNominatorRequest; result: v3.NominatorPoolsResponse };
    "staking/nominatorPools/nominatorEvents": { params: v3.StakingNominatorPoolsNominatorEventsRequest; result: v3.NominatorPoolEventsResponse };
    "staking/nominatorPools/nominatorRewards": { params: v3.StakingNominatorPoolsNominatorRewardsRequest; result: v3.NominatorRewardsResponse };
    "staking/nominatorPools/validatorEvents": { params: v3.StakingNominatorPoolsValidatorEventsRequest; result: v3.NominatorPoolValidatorEventsResponse };
    "staking/nominatorPools/validatorRewards": { params: v3.StakingNominatorPoolsValidatorRewardsRequest; result: v3.NominatorPoolValidatorRewardsResponse };
    "validators/events": { params: v3.ValidatorsEventsRequest; result: v3.ValidatorEventsResponse };
    "validators/elections": { params: v3.ValidatorsElectionsRequest; result: v3.ValidatorElectionsResponse };
    "validators/cycles": { params: v3.ValidatorsCyclesRequest; result: v3.ValidatorCyclesResponse };
    "validators/complaints": { params: v3.ValidatorsComplaintsRequest; result: v3.ValidatorComplaintsResponse };
    "multisig/orders": { params: v3.MultisigOrdersRequest; result: v3.MultisigOrderResponse };
    "multisig/wallets": { params: v3.MultisigWalletsRequest; result: v3.MultisigResponse };
    "vesting": { params: v3.VestingRequest; result: v3.VestingContractsResponse };
    "topAccountsByBalance": { params: v3.TopAccountsByBalanceRequest; result: v3.TopAccountsByBalanceResponse };
    "decode": { params: v3.DecodeRequest; result: v3.DecodeResponse };
    "addressInformation": { params: v3.AddressInformationRequest; result: v3.V2AddressInformation };
    "account": { params: v3.AddressInformationRequest; result: v3.V2AddressInformation };
    "estimateFee": { params: v3.EstimateFeeRequest; result: v3.V2EstimateFeeResult };
    "message": { params: v3.MessageRequest; result: v3.V2SendMessageResult };
    "runGetMethod": { params: v3.RunGetMethodRequest; result: v3.V2RunGetMethodResult };
    "walletInformation": { params: v3.WalletInformationRequest; result: v3.V2WalletInformation };
    "wallet": { params: v3.WalletInformationRequest; result: v3.V2WalletInformation };
  };
}

/** The methods of v2. */
export interface V2 {
  /**
   * State of one account as the node stores it: balance, code, data, last transaction, status.
   *
   * - Python: invalid address -> 416
   * - Python result carries "@extra" inside result and no suspended
   * - Python: balance is JSON number 0 when the node reports a negative balance (account never seen; recorded)
   *
   * `GET /api/v2/getAddressInformation`, Accounts: "Address information". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.address - Account, friendly or raw form. Required.
   * @param params.seqno - Masterchain height to read the state at; newest when absent. Whole number of 32 bits, at least 1. Servers: C++ requires at least 1.
   */
  getAddressInformation: Method<v2.GetAddressInformationRequest, v2.AddressInformation>;
  /**
   * Like getAddressInformation, with the contract data parsed for the few wallet kinds that the node library knows.
   *
   * - C++ does not range-check seqno on this method
   * - in Python, int64 fields of account_state are strings
   *
   * `GET /api/v2/getExtendedAddressInformation`, Accounts: "Extended address information". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.address - Account, friendly or raw form. Required.
   * @param params.seqno - Masterchain height to read the state at; newest when absent. Whole number of 32 bits. Servers: no range check in C++ on this method.
   */
  getExtendedAddressInformation: Method<v2.GetExtendedAddressInformationRequest, v2.ExtendedAddressInformation>;
  /**
   * Whether the account is a known wallet and, if so, its version, seqno and wallet id.
   *
   * - Python wallet set includes nominator pool v1, C++ includes wallet v5 beta
   * - Python balance may be number 0
   *
   * `GET /api/v2/getWalletInformation`, Accounts: "Wallet information". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.address - Account, friendly or raw form. Required.
   * @param params.seqno - Masterchain height to read the state at; newest when absent. Whole number of 32 bits, at least 1. Servers: C++ requires at least 1.
   */
  getWalletInformation: Method<v2.GetWalletInformationRequest, v2.WalletInformation>;
  /**
   * Balance of one account in nanotons, as text.
   *
   * - Python returns the JSON number 0 instead of text when the node reports a negative balance (account never seen)
   *
   * `GET /api/v2/getAddressBalance`, Accounts: "Address balance". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.address - Account, friendly or raw form. Required.
   * @param params.seqno - Masterchain height to read the state at; newest when absent. Whole number of 32 bits, at least 1. Servers: C++ requires at least 1.
   */
  getAddressBalance: Method<v2.GetAddressBalanceRequest, v2.Integer>;
  /**
   * Status word of one account.
   *
   * - docs prose says "uninit"; the wire value is "uninitialized" in both variants
   *
   * `GET /api/v2/getAddressState`, Accounts: "Address state". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.address - Account, friendly or raw form. Required.
   * @param params.seqno - Masterchain height to read the state at; newest when absent. Whole number of 32 bits, at least 1. Servers: C++ requires at least 1.
   */
  getAddressState: Method<v2.GetAddressStateRequest, v2.AccountStateEnum>;
  /**
   * Parsed contents of a jetton master, jetton wallet, NFT collection or NFT item.
   *
   * - Python emits big integers as JSON numbers
   *
   * `GET /api/v2/getTokenData`, Accounts: "Token data". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.address - Account, friendly or raw form. Required.
   * @param params.seqno - Masterchain height. Whole number of 32 bits, at least 1. Servers: C++ requires at least 1; neither the published OpenAPI nor Python has it. TON Center accepts it, but does not document it.
   */
  getTokenData: Method<v2.GetTokenDataRequest, v2.TokenData>;
  /**
   * State of one account as a cell of the TL-B type ShardAccount, for tools that run contracts themselves.
   *
   * - beyond the specification: servers in C++ have it, other servers of this interface need not
   * - absent from Python
   * - an account that never existed has a cell, too: account_none, and zeros for its last transaction
   *
   * `GET /api/v2/getShardAccountCell`, Accounts: "Shard account cell". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.address - Account, friendly or raw form. Required.
   * @param params.seqno - Masterchain height to read the state at; newest when absent. Whole number of 32 bits, at least 1. Servers: C++ requires at least 1.
   */
  getShardAccountCell: Method<v2.GetShardAccountCellRequest, v2.TvmCell>;
  /**
   * Records of a name, read by the get-method dnsresolve of DNS contracts.
   *
   * - beyond the specification: servers in C++ have it, other servers of this interface need not
   * - absent from Python
   * - servers in C++ of July 2026 and before take address, name, category and ttl, newer ones domain and resolver_address
   * - Exactly one of `address` and `domain`.
   * - `resolver_address` only with `domain`.
   * - `name` only with `address`.
   * - `category` only with `address`.
   * - `ttl` only with `address`.
   *
   * `GET /api/v2/dnsResolve`, Accounts: "DNS records of a name". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.domain - Name, such as foundation.ton; below resolver_address if that is set. Text. Servers: newer servers.
   * @param params.resolver_address - DNS contract where the search starts; the root of the network when absent. Account, friendly or raw form. Servers: newer servers.
   * @param params.address - DNS contract: a resolver, or the NFT of a domain. Account, friendly or raw form. Servers: older servers.
   * @param params.name - Name below that contract, such as foundation.ton below the root; empty: the contract's own. Text. Default `""`. Servers: older servers.
   * @param params.category - Category of the records. Text. Servers: older servers; they ignore it and request all categories. The service ignores it.
   * @param params.ttl - How many next resolvers to follow; with 0 the record of the next resolver itself is the result. Whole number of 32 bits, at least 0. Default `0`. Servers: older servers.
   * @param params.seqno - Masterchain height to read the state at; newest when absent. Whole number of 32 bits, at least 1. Servers: C++ requires at least 1.
   */
  dnsResolve: Method<v2.DnsResolveRequest, v2.DnsResolved>;
  /**
   * Newest masterchain block and the zero state.
   *
   * `GET /api/v2/getMasterchainInfo`, Blocks: "Masterchain info". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   */
  getMasterchainInfo: Method<v2.GetMasterchainInfoRequest, v2.MasterchainInfo>;
  /**
   * Validator signatures under one masterchain block.
   *
   * - C++: a missing seqno is 0 and fails with "seqno should be positive"
   *
   * `GET /api/v2/getMasterchainBlockSignatures`, Blocks: "Masterchain block signatures". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.seqno - Masterchain block height. Whole number of 32 bits, at least 1. Required. Servers: C++ requires at least 1.
   */
  getMasterchainBlockSignatures: Method<v2.GetMasterchainBlockSignaturesRequest, v2.MasterchainBlockSignatures>;
  /**
   * Proof chain that ties a shard block to the masterchain.
   *
   * `GET /api/v2/getShardBlockProof`, Blocks: "Shard block proof". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.workchain - Workchain id (-1 masterchain, 0 basechain). Whole number of 32 bits. Required.
   * @param params.shard - Shard prefix as signed decimal; send as string (exceeds JS safe integers). Shard as a signed decimal of 64 bits. Required. Servers: signed 64-bit decimal; whole-workchain shard is -9223372036854775808.
   * @param params.seqno - Block height inside that shard. Whole number of 32 bits, at least 1. Required. Servers: C++ requires at least 1.
   * @param params.from_seqno - Masterchain height the proof starts from; newest masterchain block when absent. Whole number of 32 bits, at least 0. Servers: C++ requires at least 0.
   */
  getShardBlockProof: Method<v2.GetShardBlockProofRequest, v2.ShardBlockProof>;
  /**
   * Highest masterchain block most liteservers agree on, with a clock reading.
   *
   * - Python: {consensus_block:int, timestamp:float}, no @type
   *
   * `GET /api/v2/getConsensusBlock`, Blocks: "Consensus block". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   */
  getConsensusBlock: Method<v2.GetConsensusBlockRequest, v2.ConsensusBlock>;
  /**
   * Full block id from a height, a logical time or a unix time.
   *
   * - Exactly one of `seqno`, `lt` and `unixtime`.
   *
   * `GET /api/v2/lookupBlock`, Blocks: "Look up a block". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.workchain - Workchain id (-1 masterchain, 0 basechain). Whole number of 32 bits. Required.
   * @param params.shard - Shard prefix as signed decimal; send as string (exceeds JS safe integers). Shard as a signed decimal of 64 bits. Required. Servers: signed 64-bit decimal; whole-workchain shard is -9223372036854775808.
   * @param params.seqno - Find by height. Whole number of 32 bits, at least 1. Servers: C++ requires at least 1.
   * @param params.lt - Find by logical time. Logical time, decimal text, 0 to 2^63-1. Servers: C++ requires at least 0.
   * @param params.unixtime - Find by unix time. Unix seconds. Servers: C++ requires at least 0.
   */
  lookupBlock: Method<v2.LookupBlockRequest, v2.TonBlockIdExt>;
  /**
   * Newest block of every shard as of one masterchain block.
   *
   * - REST and JSON-RPC alias: shards
   * - Python only has the name "shards" (REST and JSON-RPC); C++ serves both getShards and shards. @ton/ton and tonweb call "shards".
   *
   * `GET /api/v2/getShards`, Blocks: "Shards". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.seqno - Masterchain block height. Whole number of 32 bits, at least 1. Required. Servers: C++ requires at least 1.
   */
  getShards: Method<v2.GetShardsRequest, v2.Shards>;
  /**
   * Header fields of one block.
   *
   * - `root_hash` and `file_hash` only together (otherwise without effect).
   *
   * `GET /api/v2/getBlockHeader`, Blocks: "Block header". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.workchain - Workchain id (-1 masterchain, 0 basechain). Whole number of 32 bits. Required.
   * @param params.shard - Shard prefix as signed decimal; send as string (exceeds JS safe integers). Shard as a signed decimal of 64 bits. Required. Servers: signed 64-bit decimal; whole-workchain shard is -9223372036854775808.
   * @param params.seqno - Block height inside that shard. Whole number of 32 bits, at least 1. Required. Servers: C++ requires at least 1.
   * @param params.root_hash - Block root hash. 32 bytes as hex, base64 or base64url. Servers: used only when both root_hash and file_hash are set.
   * @param params.file_hash - Block file hash. 32 bytes as hex, base64 or base64url. Servers: used only when both root_hash and file_hash are set.
   */
  getBlockHeader: Method<v2.GetBlockHeaderRequest, v2.BlockHeader>;
  /**
   * Length of the outgoing message queue per shard, with the limit.
   *
   * - absent from Python
   *
   * `GET /api/v2/getOutMsgQueueSize`, Blocks: "Outbound message queue size". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   */
  getOutMsgQueueSize: Method<v2.GetOutMsgQueueSizeRequest, v2.OutMsgQueueSizes>;
  /**
   * Ids of the transactions in one block, in pages.
   *
   * - Python: req_count echoes count, no upper bound
   * - `root_hash` and `file_hash` only together (otherwise without effect).
   * - `after_lt` and `after_hash` only together.
   *
   * Pages have 40 rows by default, at most 10000; `after_lt` and `after_hash` request the next page. `paginate` reads all pages.
   *
   * `GET /api/v2/getBlockTransactions`, Transactions: "Transactions of a block". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.workchain - Workchain id (-1 masterchain, 0 basechain). Whole number of 32 bits. Required.
   * @param params.shard - Shard prefix as signed decimal; send as string (exceeds JS safe integers). Shard as a signed decimal of 64 bits. Required. Servers: signed 64-bit decimal; whole-workchain shard is -9223372036854775808.
   * @param params.seqno - Block height inside that shard. Whole number of 32 bits, at least 1. Required. Servers: C++ requires at least 1.
   * @param params.root_hash - Block root hash. 32 bytes as hex, base64 or base64url. Servers: used only when both root_hash and file_hash are set.
   * @param params.file_hash - Block file hash. 32 bytes as hex, base64 or base64url. Servers: used only when both root_hash and file_hash are set.
   * @param params.after_lt - Cursor: lt of the last item seen. Logical time, decimal text, 0 to 2^63-1. Servers: C++ requires at least 0; must come with after_hash.
   * @param params.after_hash - Cursor: ACCOUNT hash (not tx hash) of the last item seen. Hash part of an account: 32 bytes as hex, base64 or base64url. Servers: hex or base64; C++ also takes a full address; must come with after_lt.
   * @param params.count - Page size; server walks the block in chunks of 256. Whole number of 32 bits, 1 to 10000. Default `40`. Servers: C++ requires 1 to 10000; Python does not check.
   */
  getBlockTransactions: PagedMethod<v2.GetBlockTransactionsRequest, v2.BlockTransactions, NonNullable<v2.BlockTransactions["transactions"]>[number]>;
  /**
   * Whole transactions of one block, in pages.
   *
   * - `root_hash` and `file_hash` only together (otherwise without effect).
   * - `after_lt` and `after_hash` only together.
   *
   * Pages have 40 rows by default, at most 10000; `after_lt` and `after_hash` request the next page. `paginate` reads all pages.
   *
   * `GET /api/v2/getBlockTransactionsExt`, Transactions: "Transactions of a block (extended)". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.workchain - Workchain id (-1 masterchain, 0 basechain). Whole number of 32 bits. Required.
   * @param params.shard - Shard prefix as signed decimal; send as string (exceeds JS safe integers). Shard as a signed decimal of 64 bits. Required. Servers: signed 64-bit decimal; whole-workchain shard is -9223372036854775808.
   * @param params.seqno - Block height inside that shard. Whole number of 32 bits, at least 1. Required. Servers: C++ requires at least 1.
   * @param params.root_hash - Block root hash. 32 bytes as hex, base64 or base64url. Servers: used only when both root_hash and file_hash are set.
   * @param params.file_hash - Block file hash. 32 bytes as hex, base64 or base64url. Servers: used only when both root_hash and file_hash are set.
   * @param params.after_lt - Cursor: lt of the last item seen. Logical time, decimal text, 0 to 2^63-1. Servers: C++ requires at least 0; must come with after_hash.
   * @param params.after_hash - Cursor: ACCOUNT hash (not tx hash) of the last item seen. Hash part of an account: 32 bytes as hex, base64 or base64url. Servers: hex or base64; C++ also takes a full address; must come with after_lt.
   * @param params.count - Page size; server walks the block in chunks of 256. Whole number of 32 bits, 1 to 10000. Default `40`. Servers: C++ requires 1 to 10000; Python does not check.
   */
  getBlockTransactionsExt: PagedMethod<v2.GetBlockTransactionsExtRequest, v2.BlockTransactionsExt, NonNullable<v2.BlockTransactionsExt["transactions"]>[number]>;
  /**
   * Transactions of one account, newest first, older pages by lt and hash.
   *
   * - newest first; for the next page pass the transaction_id of the last row as lt+hash and drop the first (inclusive) row
   * - limit ceiling 100 (Python) vs 1000 (C++)
   * - `lt` and `hash` only together.
   *
   * Pages have 10 rows by default, at most 1000; `lt` and `hash` request the next page. `paginate` reads all pages.
   *
   * `GET /api/v2/getTransactions`, Transactions: "Transactions". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.address - Account, friendly or raw form. Required.
   * @param params.limit - Maximum rows. Whole number of 32 bits, 1 to 1000. Default `10`. Servers: C++ requires 1 to 1000; Python 1 to 100 over REST, and does not check JSON-RPC.
   * @param params.lt - Start transaction logical time (inclusive). Logical time, decimal text, 0 to 2^63-1. Servers: C++ requires at least 0; lt and hash only together (getTransactions: lt=0 counts as absent).
   * @param params.hash - Start transaction hash, hex or base64. 32 bytes as hex, base64 or base64url. Servers: with lt.
   * @param params.to_lt - Stop when lt <= to_lt (exclusive lower bound). Logical time, decimal text, 0 to 2^63-1. Default `0`.
   * @param params.archival - true: an archival node; absent: any node; false: see the note. `true` or `false`. Servers: true/false/1/0/yes/no/y/n/t/f/on/off; the published default is false, but on C++ an explicit false excludes archival nodes: omit the parameter unless the caller sets it.
   */
  getTransactions: PagedMethod<v2.GetTransactionsRequest, v2.Transaction[], v2.Transaction[][number]>;
  /**
   * As getTransactions, with messages in the node library form and a ready cursor to the next page.
   *
   * - in_msg/out_msgs are MessageStd: source/destination are AccountAddress objects; previous_transaction_id is the next-page cursor (lt "0" = end)
   * - absent from Python
   * - lt=0 is NOT treated as absent here
   * - `lt` and `hash` only together.
   *
   * Pages have 10 rows by default, at most 1000; `lt` and `hash` request the next page. `paginate` reads all pages.
   *
   * `GET /api/v2/getTransactionsStd`, Transactions: "Transactions (standard form)". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.address - Account, friendly or raw form. Required.
   * @param params.limit - Maximum rows. Whole number of 32 bits, 1 to 1000. Default `10`. Servers: C++ requires 1 to 1000.
   * @param params.lt - Start transaction logical time (inclusive). Logical time, decimal text, 0 to 2^63-1. Servers: C++ requires at least 0; lt and hash only together (lt=0 is not treated as absent here).
   * @param params.hash - Start transaction hash, hex or base64. 32 bytes as hex, base64 or base64url. Servers: with lt.
   * @param params.to_lt - Stop when lt <= to_lt (exclusive lower bound). Logical time, decimal text, 0 to 2^63-1. Default `0`.
   * @param params.archival - true: an archival node; absent: any node; false: see the note. `true` or `false`. Servers: true/false/1/0/yes/no/y/n/t/f/on/off; the published default is false, but on C++ an explicit false excludes archival nodes: omit the parameter unless the caller sets it.
   */
  getTransactionsStd: PagedMethod<v2.GetTransactionsStdRequest, v2.TransactionsStd, NonNullable<v2.TransactionsStd["transactions"]>[number]>;
  /**
   * Transaction that received a message, found by sender, receiver and creation lt.
   *
   * - same handler as tryLocateResultTx in both variants
   *
   * `GET /api/v2/tryLocateTx`, Transactions: "Try to locate a transaction". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.source - Message sender. Account, friendly or raw form. Required.
   * @param params.destination - Message receiver. Account, friendly or raw form. Required.
   * @param params.created_lt - Logical time at which the message was created. Logical time, decimal text, 0 to 2^63-1. Required. Servers: C++ requires at least 0.
   */
  tryLocateTx: Method<v2.TryLocateTxRequest, v2.Transaction>;
  /**
   * Same search as tryLocateTx: the receiving transaction.
   *
   * - finds the RECEIVER transaction of a message
   *
   * `GET /api/v2/tryLocateResultTx`, Transactions: "Try to locate the result transaction". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.source - Message sender. Account, friendly or raw form. Required.
   * @param params.destination - Message receiver. Account, friendly or raw form. Required.
   * @param params.created_lt - Logical time at which the message was created. Logical time, decimal text, 0 to 2^63-1. Required. Servers: C++ requires at least 0.
   */
  tryLocateResultTx: Method<v2.TryLocateResultTxRequest, v2.Transaction>;
  /**
   * Transaction that sent a message, found by sender, receiver and creation lt.
   *
   * - finds the SENDER transaction of a message
   *
   * `GET /api/v2/tryLocateSourceTx`, Transactions: "Try to locate the source transaction". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.source - Message sender. Account, friendly or raw form. Required.
   * @param params.destination - Message receiver. Account, friendly or raw form. Required.
   * @param params.created_lt - Logical time at which the message was created. Logical time, decimal text, 0 to 2^63-1. Required. Servers: C++ requires at least 0.
   */
  tryLocateSourceTx: Method<v2.TryLocateSourceTxRequest, v2.Transaction>;
  /**
   * Broadcast a signed external message.
   *
   * - sent to up to 5 (C++) or 4 (Python) liteservers
   * - a C++ server started with sending switched off reports success and sends nothing (sendBocReturnHash then returns an all-zero hash)
   *
   * `POST /api/v2/sendBoc`, Send: "Send a serialized message (BoC)". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.boc - Serialised external message (BoC). Bag of cells, base64 with padding. Required. Servers: non-empty; standard base64 with padding (C++ strict); Python decodes leniently.
   */
  sendBoc: Method<v2.SendBocRequest, v2.ResultOk>;
  /**
   * Broadcast a signed external message and return its hashes.
   *
   * - a C++ server started with sending switched off reports success and sends nothing (sendBocReturnHash then returns an all-zero hash)
   *
   * `POST /api/v2/sendBocReturnHash`, Send: "Send a BoC and return its hash". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.boc - Serialised external message (BoC). Bag of cells, base64 with padding. Required. Servers: non-empty; standard base64 with padding (C++ strict); Python decodes leniently.
   */
  sendBocReturnHash: Method<v2.SendBocReturnHashRequest, v2.ExtMessageInfo>;
  /**
   * As sendBocReturnHash, but a refusal of the network is reported as a success.
   *
   * - beyond the specification: servers in C++ have it, other servers of this interface need not
   * - absent from Python
   * - a response is no evidence that a node has accepted the message: sendBocReturnHash says so
   *
   * `POST /api/v2/sendBocReturnHashNoError`, Send: "Send a BoC and return its hash, whatever the network says". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.boc - Serialised external message (BoC). Bag of cells, base64 with padding. Required. Servers: non-empty; standard base64 with padding (C++ strict); Python decodes leniently.
   */
  sendBocReturnHashNoError: Method<v2.SendBocReturnHashNoErrorRequest, v2.ExtMessageInfo>;
  /**
   * Fees an external message would cost, by emulation.
   *
   * `POST /api/v2/estimateFee`, Send: "Estimate fee". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.address - Account, friendly or raw form. Required.
   * @param params.body - Message body. Bag of cells, base64 with padding. Required. Servers: BoC.
   * @param params.init_code - Code for a not-yet-deployed contract. Bag of cells, base64 with padding. Default `""`. Servers: BoC.
   * @param params.init_data - Data for a not-yet-deployed contract. Bag of cells, base64 with padding. Default `""`. Servers: BoC.
   * @param params.ignore_chksig - Treat signature checks as passing. `true` or `false`. Default `true`. Servers: JSON boolean.
   */
  estimateFee: Method<v2.EstimateFeeRequest, v2.QueryFees>;
  /**
   * Run a get-method of a contract; arguments and result in the legacy stack form.
   *
   * - Python REST turns an integer method into a string name (use JSON-RPC for ids)
   * - Python accepts ["cell"|"slice", cell-object]; C++ accepts ["cell"|"slice", {bytes}]
   *
   * `POST /api/v2/runGetMethod`, Run method: "Run a contract get-method". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.address - Account, friendly or raw form. Required.
   * @param params.method - Get-method name or numeric id. Name of a get-method, or its number. Required. Servers: C++ reads numeric strings as ids (decimal, 0x hex).
   * @param params.stack - Arguments. One or several, each: `LegacyStackIn`. Required. Servers: required even when empty.
   * @param params.seqno - Masterchain height. Whole number of 32 bits. Servers: JSON integer only in C++ (no string form).
   */
  runGetMethod: Method<v2.RunGetMethodRequest, v2.RunGetMethodResult>;
  /**
   * Run a get-method of a contract; arguments and result as typed stack entries.
   *
   * - absent from Python
   *
   * `POST /api/v2/runGetMethodStd`, Run method: "Run a get-method (standard form)". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.address - Account, friendly or raw form. Required.
   * @param params.method - Get-method name or numeric id. Name of a get-method, or its number. Required. Servers: C++ reads numeric strings as ids (decimal, 0x hex).
   * @param params.stack - Arguments. One or several, each: `TvmStackEntry`. Required. Servers: required even when empty.
   * @param params.seqno - Masterchain height. Whole number of 32 bits. Servers: JSON integer only in C++ (no string form).
   */
  runGetMethodStd: Method<v2.RunGetMethodStdRequest, v2.RunGetMethodStdResult>;
  /**
   * Every form of one address, and the form of the input.
   *
   * `GET /api/v2/detectAddress`, Utils: "Detect address forms". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.address - Account, friendly or raw form. Required.
   */
  detectAddress: Method<v2.DetectAddressRequest, v2.DetectAddress>;
  /**
   * One 256-bit hash as hex, base64 and base64url.
   *
   * - absent from Python (404; JSON-RPC 422 Unknown method)
   *
   * `GET /api/v2/detectHash`, Utils: "Detect hash". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.hash - Any 256-bit hash. 32 bytes as hex, base64 or base64url. Required. Servers: 43 (base64url) | 44 (base64 or base64url) | 64 (hex) chars.
   */
  detectHash: Method<v2.DetectHashRequest, v2.DetectHash>;
  /**
   * Friendly form of an address.
   *
   * - C++ returns base64URL; Python returns standard base64 (+ and /)
   *
   * `GET /api/v2/packAddress`, Utils: "Pack address". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.address - Account, friendly or raw form. Required.
   */
  packAddress: Method<v2.PackAddressRequest, string>;
  /**
   * Raw form of an address.
   *
   * - the published schema models the result as an object {workchain,bounceable,testnet,addr_hex}; no released server returns that, it is a plain string
   * - C++ UPPER-case hex; Python lower-case for friendly input, verbatim echo for raw input
   *
   * `GET /api/v2/unpackAddress`, Utils: "Unpack address". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.address - Account, friendly or raw form. Required.
   */
  unpackAddress: Method<v2.UnpackAddressRequest, string>;
  /**
   * One parameter of the network configuration, as a cell.
   *
   * - Python requires config_id and does not know param
   * - C++ GET: config_id is copied into param, so a request with both is accepted and config_id wins
   * - Exactly one of `config_id` and `param`.
   *
   * `GET /api/v2/getConfigParam`, Configuration: "One config parameter". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.config_id - Config parameter number (historic name). Whole number of 32 bits, at least 0. Servers: C++ requires at least 0; exactly one of config_id / param; send this one: it is the published name and works on both variants.
   * @param params.param - Config parameter number (new name). Whole number of 32 bits, at least 0. Servers: C++ requires at least 0; exactly one of config_id / param; C++ from 2.1.3 only. TON Center accepts it, but does not document it.
   * @param params.seqno - Masterchain height. Whole number of 32 bits, at least 1. Servers: C++ requires at least 1.
   */
  getConfigParam: Method<v2.GetConfigParamRequest, v2.ConfigInfo>;
  /**
   * The whole network configuration, as a cell.
   *
   * - absent from Python
   *
   * `GET /api/v2/getConfigAll`, Configuration: "All config parameters". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.seqno - Masterchain height. Whole number of 32 bits, at least 1. Servers: C++ requires at least 1.
   */
  getConfigAll: Method<v2.GetConfigAllRequest, v2.ConfigInfo>;
  /**
   * Library cells by hash.
   *
   * - Python accepts only 44-char base64 or 64-char hex
   *
   * `GET /api/v2/getLibraries`, Configuration: "Libraries". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
   *
   * @param params.libraries - Library cell hashes. One or several, each: 32 bytes as hex, base64 or base64url. Servers: GET: repeat the key; POST: JSON array; Python: required.
   */
  getLibraries: Method<v2.GetLibrariesRequest, v2.LibraryResult>;
}

/** The methods of v3. */
export interface V3 {
  /**
   * Latest full state of a list of accounts.
   *
   * - accounts never seen on chain are left out: match by address, not by position
   * - PostgreSQL backend silently truncates to 1000 rows; kvrocks backend has no cap
   * - every internal failure is a 422 too, not a 500
   * - duplicates in the request are collapsed; keep batches near 100 addresses so the URL stays short (ton-org/kit caps at 100)
   *
   * `GET /api/v3/accountStates`, Accounts: "Account states". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.address - Accounts to read, any standard form. One or several, each: account, friendly or raw form; at most 1000 values. Required. Servers: list length documented, not enforced.
   * @param params.include_boc - Include data_boc and code_boc. `true` or `false`. Default `true`.
   * @param params.code_hash - Extra filter on contract code hash. One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url. TON Center accepts it, but does not document it.
   */
  accountStates: Method<v3.AccountStatesRequest, v3.AccountStatesResponse>;
  /**
   * Friendly form, DNS name and detected interfaces per address.
   *
   * - plain strings on the server: comma lists are NOT split
   * - an unparsable entry does not fail the call: its row has user_friendly=null, domain=null, interfaces=[]
   *
   * `GET /api/v3/addressBook`, Accounts: "Address book". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.address - Addresses in any form; the response is keyed by the text sent. One or several, each: account or any text, sent unchanged; at most 1024 values. Required. Servers: list length documented, not enforced.
   */
  addressBook: Method<v3.AddressBookRequest, v3.GenericAddressBook>;
  /**
   * Token metadata (jetton, NFT item, NFT collection, jetton wallet) per address.
   *
   * - keyed by raw address; non-token and unparsable inputs are simply missing
   * - comma lists are NOT split
   * - do not cache long while is_indexed is false
   *
   * `GET /api/v3/metadata`, Accounts: "Metadata". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.address - Addresses in any form. One or several, each: account or any text, sent unchanged; at most 1024 values. Required. Servers: list length documented, not enforced.
   */
  metadata: Method<v3.MetadataRequest, v3.Metadata>;
  /**
   * Wallet view (type, seqno, wallet id, balance) of a list of accounts.
   *
   * - unknown accounts are left out
   * - every internal failure is a 422
   *
   * `GET /api/v3/walletStates`, Accounts: "Wallet states". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.address - Accounts to read, any standard form. One or several, each: account, friendly or raw form; at most 1000 values. Required. Servers: list length documented, not enforced.
   * @param params.code_hash - Extra filter on contract code hash, as on accountStates. One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url. TON Center accepts it, but does not document it.
   */
  walletStates: Method<v3.WalletStatesRequest, v3.WalletStatesResponse>;
  /**
   * Classified actions, newest trace first.
   *
   * - a comma list in action_type is refused with 422 (character check), repeat the parameter instead
   * - only finished traces (end_lt not null)
   * - action_type, when set, replaces the supported-types filter
   * - known issue: mc_seqno filter timed out on testnet (ton-http-api#192)
   * - cache: never immutable: actions can be re-classified
   *
   * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
   *
   * `GET /api/v3/actions`, Actions and traces: "Actions". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.account - Account that takes part in the action (single value; last one wins). Account, friendly or raw form.
   * @param params.tx_hash - Transactions the action covers. One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   * @param params.msg_hash - Message hash or normalised hash. One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   * @param params.action_id - Action ids. One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   * @param params.trace_id - Trace ids. One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   * @param params.mc_seqno - Masterchain seqno in which the trace completed. Whole number of 32 bits.
   * @param params.start_utime - Only actions whose trace end time is at or after this Unix second. Unix seconds.
   * @param params.end_utime - Only actions whose trace end time is at or before this Unix second. Unix seconds.
   * @param params.start_lt - Only actions whose trace end lt is at least this logical time. Logical time, decimal text, 0 to 2^63-1.
   * @param params.end_lt - Only actions whose trace end lt is at most this logical time. Logical time, decimal text, 0 to 2^63-1.
   * @param params.action_type - Only actions of these types. One or several, each: text of letters, digits, `_` and `.`. Servers: open set.
   * @param params.exclude_action_type - Drop these action types. One or several, each: text of letters, digits, `_` and `.`. Servers: open set.
   * @param params.supported_action_types - Types or shortcut names the client understands; unsupported ones fall back to simpler actions. One or several, each: text. If omitted, the service uses `["latest"]`. Servers: also takes the shortcut names latest, v1 to v5, staking, jettons, nft, nft.v3, dns, dns.v2, multisig, vesting, evaa, jvault, coffee, tgbtc, layerzero and cocoon.
   * @param params.include_accounts - Add the accounts array to each action. `true` or `false`. Default `false`.
   * @param params.include_transactions - Add transactions_full to each action. `true` or `false`. Default `false`.
   * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`. (TON Center's documentation says `10`.)
   * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
   * @param params.sort - Order by trace end lt (or trace end time when a utime bound is present). `asc` or `desc`. Default `"desc"`.
   * @param params.X-Actions-Version - Replaces supported_action_types with one value. Text; sent as a header. TON Center accepts it, but does not document it.
   */
  actions: PagedMethod<v3.ActionsRequest, v3.ActionsResponse, NonNullable<v3.ActionsResponse["actions"]>[number]>;
  /**
   * Actions of traces still being emulated or not yet indexed.
   *
   * - 200 with an empty list when nothing is pending
   * - no paging
   * - At least one of `account` and `ext_msg_hash`.
   *
   * `GET /api/v3/pendingActions`, Actions and traces: "Pending actions". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.account - Account that takes part. Account, friendly or raw form.
   * @param params.ext_msg_hash - Hash (plain or normalised) of the external message that started the trace. One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   * @param params.supported_action_types - As in /actions. One or several, each: text. If omitted, the service uses `["latest"]`.
   * @param params.include_transactions - Add transactions_full. `true` or `false`. Default `false`.
   * @param params.X-Actions-Version - Replaces supported_action_types with one value. Text; sent as a header. TON Center accepts it, but does not document it.
   */
  pendingActions: Method<v3.PendingActionsRequest, v3.ActionsResponse>;
  /**
   * Traces still being emulated or not yet indexed.
   *
   * - trace_info.trace_state is "pending"
   * - actions array is always present
   * - 200 with an empty list (null on some servers) when nothing is pending
   * - no paging
   * - At least one of `account` and `ext_msg_hash`.
   *
   * `GET /api/v3/pendingTraces`, Actions and traces: "Pending traces". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.account - Account touched by the trace. Account, friendly or raw form.
   * @param params.ext_msg_hash - Hash (plain or normalised) of the external message. One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   * @param params.supported_action_types - As in /actions. One or several, each: text. If omitted, the service uses `["latest"]`. TON Center accepts it, but does not document it.
   * @param params.X-Actions-Version - Replaces supported_action_types with one value. Text; sent as a header. TON Center accepts it, but does not document it.
   */
  pendingTraces: Method<v3.PendingTracesRequest, v3.TracesResponse>;
  /**
   * Transaction trees, newest finished first.
   *
   * - pages are large: each trace holds its full transactions; use a small limit
   * - alias GET /events returns the same rows under key events with actions (deprecated, unlisted)
   * - At most one of `account`, `trace_id`, `tx_hash` and `msg_hash`.
   *
   * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
   *
   * `GET /api/v3/traces`, Actions and traces: "Traces". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.account - Account touched by the trace (single value). Account, friendly or raw form.
   * @param params.trace_id - Trace ids. One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   * @param params.tx_hash - Any transaction of the trace. One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   * @param params.msg_hash - Any message of the trace (plain or normalised hash). One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   * @param params.mc_seqno - Masterchain seqno in which the trace completed. Whole number of 32 bits.
   * @param params.start_utime - Only traces whose end time is at or after this Unix second. Unix seconds.
   * @param params.end_utime - Only traces whose end time is at or before this Unix second. Unix seconds.
   * @param params.start_lt - Only traces whose end lt is at least this logical time. Logical time, decimal text, 0 to 2^63-1.
   * @param params.end_lt - Only traces whose end lt is at most this logical time. Logical time, decimal text, 0 to 2^63-1.
   * @param params.include_actions - Add the actions of each trace. `true` or `false`. Default `false`.
   * @param params.supported_action_types - As in /actions. One or several, each: text. If omitted, the service uses `["latest"]`.
   * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`. (TON Center's documentation says `10`.)
   * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
   * @param params.sort - Order by end lt (or end time when only utime bounds are set). `asc` or `desc`. Default `"desc"`.
   * @param params.X-Actions-Version - Replaces supported_action_types with one value. Text; sent as a header. TON Center accepts it, but does not document it.
   */
  traces: PagedMethod<v3.TracesRequest, v3.TracesResponse, NonNullable<v3.TracesResponse["traces"]>[number]>;
  /**
   * The rows of traces with their actions, under the key events. Use traces with include_actions: it has pages.
   *
   * - beyond the specification: servers in C++ have it, other servers of this interface need not
   * - deprecated: the server lists it in no document
   * - At most one of `account`, `trace_id`, `tx_hash` and `msg_hash`.
   *
   * `GET /api/v3/events`, Actions and traces: "Traces with actions (old name)". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.account - Account touched by the trace (single value). Account, friendly or raw form.
   * @param params.trace_id - Trace ids. One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   * @param params.tx_hash - Any transaction of the trace. One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   * @param params.msg_hash - Any message of the trace (plain or normalised hash). One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   * @param params.mc_seqno - Masterchain seqno in which the trace completed. Whole number of 32 bits.
   * @param params.start_utime - Only traces whose end time is at or after this Unix second. Unix seconds.
   * @param params.end_utime - Only traces whose end time is at or before this Unix second. Unix seconds.
   * @param params.start_lt - Only traces whose end lt is at least this logical time. Logical time, decimal text, 0 to 2^63-1.
   * @param params.end_lt - Only traces whose end lt is at most this logical time. Logical time, decimal text, 0 to 2^63-1.
   * @param params.supported_action_types - As in /actions. One or several, each: text. If omitted, the service uses `["latest"]`.
   * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`. (TON Center's documentation says `10`.)
   * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
   * @param params.sort - Order by end lt (or end time when only utime bounds are set). `asc` or `desc`. Default `"desc"`.
   * @param params.X-Actions-Version - Replaces supported_action_types with one value. Text; sent as a header. TON Center accepts it, but does not document it.
   */
  events: Method<v3.EventsRequest, v3.EventsResponse>;
  /**
   * Coins, fees and jettons by which a trace, or one of its actions, changes the balance of each account.
   *
   * - beyond the specification: servers in C++ have it, other servers of this interface need not
   * - the server lists it in no document
   * - neither parameter: 400; an unknown action_id without trace_id: 404; an action that the trace does not have: every map is null
   * - At least one of `trace_id` and `action_id`.
   *
   * `GET /api/v3/balanceChanges`, Actions and traces: "Balance changes". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.trace_id - Trace. 32 bytes as hex, with or without `0x`, base64 or base64url. Servers: compared as text: send base64, as responses have it.
   * @param params.action_id - Action: only its changes. 32 bytes as hex, with or without `0x`, base64 or base64url. Servers: compared as text: send base64, as responses have it.
   */
  balanceChanges: Method<v3.BalanceChangesRequest, v3.BalanceChanges>;
  /**
   * Parent and/or child transactions of one transaction.
   *
   * - sorted by lt ascending
   * - a leaf with no neighbour is a 404, not an empty list
   * - unknown direction values are ignored
   *
   * `GET /api/v3/adjacentTransactions`, Blockchain data: "Adjacent transactions". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.hash - Transaction hash (needed in practice). 32 bytes as hex, with or without `0x`, base64 or base64url. Required. Servers: optional in the OpenAPI, required in practice.
   * @param params.direction - in: parent only; out: children only; absent: both. `in` or `out`.
   */
  adjacentTransactions: Method<v3.AdjacentTransactionsRequest, v3.TransactionsResponse>;
  /**
   * Blocks by filter.
   *
   * - no address_book key
   * - send sort explicitly
   * - `shard` only with `workchain` (otherwise without effect).
   * - `seqno` only with `workchain` (otherwise without effect).
   * - `seqno` only with `shard` (otherwise without effect).
   *
   * Pages have 100 rows by default, at most 1000, ordered by utime. `paginate` reads all pages.
   *
   * `GET /api/v3/blocks`, Blockchain data: "Blocks". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.workchain - Workchain id. Whole number of 32 bits.
   * @param params.shard - Shard id in hex (0x optional). Shard as up to 16 hex digits.
   * @param params.seqno - Block seqno. Whole number of 32 bits.
   * @param params.root_hash - Root hash. 32 bytes as hex, with or without `0x`, base64 or base64url.
   * @param params.file_hash - File hash. 32 bytes as hex, with or without `0x`, base64 or base64url.
   * @param params.mc_seqno - Masterchain block that committed it. Whole number of 32 bits.
   * @param params.start_utime - Only blocks whose generation time is at or after this Unix second. Unix seconds.
   * @param params.end_utime - Only blocks whose generation time is at or before this Unix second. Unix seconds.
   * @param params.start_lt - Only blocks whose start lt is at least this logical time. Logical time, decimal text, 0 to 2^63-1.
   * @param params.end_lt - Only blocks whose start lt is at most this logical time. Logical time, decimal text, 0 to 2^63-1.
   * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`. (TON Center's documentation says `10`.)
   * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
   * @param params.sort - Order by generation time. `asc` or `desc`. Default `"desc"`.
   */
  blocks: PagedMethod<v3.BlocksRequest, v3.BlocksResponse, NonNullable<v3.BlocksResponse["blocks"]>[number]>;
  /**
   * Shard tops as of a masterchain block (like v2 shards), including the masterchain block itself.
   *
   * - OpenAPI wrongly declares TransactionsResponse; the wire carries {"blocks": [...]}
   * - the result never changes; no pagination
   *
   * `GET /api/v3/masterchainBlockShardState`, Blockchain data: "Masterchain block shard state". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.seqno - Masterchain seqno. Whole number of 32 bits. Required.
   */
  masterchainBlockShardState: Method<v3.MasterchainBlockShardStateRequest, v3.BlocksResponse>;
  /**
   * All blocks committed by a masterchain block (new since the previous one), including the masterchain block itself.
   *
   * - OpenAPI wrongly declares TransactionsResponse
   * - an offset beyond the end returns 404 {"error":"blocks not found"}: when offset > 0, treat that as the end of the data
   * - sort parameter is ignored
   *
   * Pages have 100 rows by default, at most 1000. `paginate` reads all pages.
   *
   * `GET /api/v3/masterchainBlockShards`, Blockchain data: "Masterchain block shards". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.seqno - Masterchain seqno. Whole number of 32 bits. Required.
   * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`. (TON Center's documentation says `10`.)
   * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
   */
  masterchainBlockShards: PagedMethod<v3.MasterchainBlockShardsRequest, v3.BlocksResponse, NonNullable<v3.BlocksResponse["blocks"]>[number]>;
  /**
   * First and last indexed masterchain blocks.
   *
   * - good liveness probe and the cheapest call
   *
   * `GET /api/v3/masterchainInfo`, Blockchain data: "Masterchain info". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   */
  masterchainInfo: Method<v3.MasterchainInfoRequest, v3.MasterchainInfo>;
  /**
   * Messages by filter, one row per message.
   *
   * - docs advise start_lt=1 with sort=desc to get the latest messages (older server order put NULL created_lt first); v1.3 orders by the effective lt instead
   * - opcode: text that is valid hex is read as hex even without 0x ("10" means 0x10)
   * - At most one of `hash` and `msg_hash`.
   *
   * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
   *
   * `GET /api/v3/messages`, Blockchain data: "Messages". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.msg_hash - Message hash or normalised hash. One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   * @param params.body_hash - Hash of the body cell. 32 bytes as hex, with or without `0x`, base64 or base64url.
   * @param params.source - Sender; the literal null selects external-in. Account, friendly or raw form, or the word `null`.
   * @param params.destination - Receiver; the literal null selects log messages. Account, friendly or raw form, or the word `null`.
   * @param params.opcode - 32-bit opcode, hex or signed decimal. Operation code of 32 bits, hex or signed decimal.
   * @param params.start_utime - Only messages whose created_at is at or after this Unix second. Unix seconds.
   * @param params.end_utime - Only messages whose created_at is at or before this Unix second. Unix seconds.
   * @param params.start_lt - Only messages whose created_lt is at least this logical time. Logical time, decimal text, 0 to 2^63-1.
   * @param params.end_lt - Only messages whose created_lt is at most this logical time. Logical time, decimal text, 0 to 2^63-1.
   * @param params.direction - in or out side of the message record. `in` or `out`.
   * @param params.exclude_externals - Drop external-in messages. `true` or `false`.
   * @param params.only_externals - Only external incoming messages. `true` or `false`.
   * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`. (TON Center's documentation says `10`.)
   * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
   * @param params.sort - Order by effective lt: created_lt, or the receiving transaction lt for external-in. `asc` or `desc`. Default `"desc"`.
   * @param params.hash - Old name of msg_hash. One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url. TON Center accepts it, but does not document it.
   */
  messages: PagedMethod<v3.MessagesRequest, v3.MessagesResponse, NonNullable<v3.MessagesResponse["messages"]>[number]>;
  /**
   * Emulated transactions not yet indexed.
   *
   * - nothing pending is usually a 404
   * - transactions may be JSON null when everything pending has been indexed meanwhile
   * - finality is pending or confirmed
   *
   * `GET /api/v3/pendingTransactions`, Blockchain data: "Pending transactions". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.account - Accounts whose pending transactions to return. One or several, each: account, friendly or raw form. Required. Servers: optional in the OpenAPI, required in practice.
   * @param params.trace_id - Documented, but v1.3 never reads it: account is mandatory and wins. One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url. The service ignores it.
   */
  pendingTransactions: Method<v3.PendingTransactionsRequest, v3.TransactionsResponse>;
  /**
   * Transactions by filter.
   *
   * - no metadata key
   * - exclude_account is not implemented server-side
   * - adding a utime bound switches the sort key to now
   * - address_book inside may change (DNS names), rows do not
   * - `shard` only with `workchain` (otherwise without effect).
   * - `seqno` only with `workchain` (otherwise without effect).
   * - `seqno` only with `shard` (otherwise without effect).
   * - `direction` only with `msg_hash` or `opcode`.
   *
   * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
   *
   * `GET /api/v3/transactions`, Blockchain data: "Transactions". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.workchain - Workchain of the block. Whole number of 32 bits.
   * @param params.shard - Shard id in hex. Shard as up to 16 hex digits.
   * @param params.seqno - Block seqno. Whole number of 32 bits.
   * @param params.mc_seqno - Masterchain block that committed it. Whole number of 32 bits.
   * @param params.account - Accounts whose transactions to return. One or several, each: account, friendly or raw form.
   * @param params.exclude_account - Documented exclusion list; the server ignores it. One or several, each: account, friendly or raw form. The service ignores it.
   * @param params.hash - Transaction hash (documented as a single value; repeats work). One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url. Servers: the OpenAPI types it as one value; the server reads a list.
   * @param params.lt - Exact transaction lt. Logical time, decimal text, 0 to 2^63-1.
   * @param params.start_utime - Only transactions whose time is at or after this Unix second. Unix seconds.
   * @param params.end_utime - Only transactions whose time is at or before this Unix second. Unix seconds.
   * @param params.start_lt - Only transactions whose lt is at least this logical time. Logical time, decimal text, 0 to 2^63-1.
   * @param params.end_lt - Only transactions whose lt is at most this logical time. Logical time, decimal text, 0 to 2^63-1.
   * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`. (TON Center's documentation says `10`.)
   * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
   * @param params.sort - Order by lt. `asc` or `desc`. Default `"desc"`.
   * @param params.direction - Message side; only with msg_hash or opcode. `in` or `out`. TON Center accepts it, but does not document it.
   * @param params.msg_hash - Message hash. One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url. TON Center accepts it, but does not document it.
   * @param params.source - Message sender. Account, friendly or raw form. TON Center accepts it, but does not document it.
   * @param params.destination - Message receiver. Account, friendly or raw form. TON Center accepts it, but does not document it.
   * @param params.body_hash - Message body hash. 32 bytes as hex, with or without `0x`, base64 or base64url. TON Center accepts it, but does not document it.
   * @param params.opcode - Message opcode. Operation code of 32 bits, hex or signed decimal. TON Center accepts it, but does not document it.
   */
  transactions: PagedMethod<v3.TransactionsRequest, v3.TransactionsResponse, NonNullable<v3.TransactionsResponse["transactions"]>[number]>;
  /**
   * All transactions committed by one masterchain block, all shards.
   *
   * - the rows never change, so pagination by offset is safe here
   * - 404 for a block not indexed yet: retry later, never cache
   *
   * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
   *
   * `GET /api/v3/transactionsByMasterchainBlock`, Blockchain data: "Transactions by masterchain block". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.seqno - Masterchain seqno. Whole number of 32 bits. Required.
   * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`. (TON Center's documentation says `10`.)
   * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
   * @param params.sort - Order by lt. `asc` or `desc`. Default `"desc"`.
   */
  transactionsByMasterchainBlock: PagedMethod<v3.TransactionsByMasterchainBlockRequest, v3.TransactionsResponse, NonNullable<v3.TransactionsResponse["transactions"]>[number]>;
  /**
   * Transactions whose in or out message matches.
   *
   * - all other /transactions filters are accepted too
   * - At least one of `msg_hash`, `body_hash` and `opcode`.
   *
   * Pages have 100 rows by default, at most 1000. `paginate` reads all pages.
   *
   * `GET /api/v3/transactionsByMessage`, Blockchain data: "Transactions by message". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.msg_hash - Message hash or normalised hash (documented as single). One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url. Servers: the OpenAPI types it as one value; the server reads a list.
   * @param params.body_hash - Body hash. 32 bytes as hex, with or without `0x`, base64 or base64url.
   * @param params.opcode - Opcode. Operation code of 32 bits, hex or signed decimal.
   * @param params.direction - Message side. `in` or `out`.
   * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`. (TON Center's documentation says `10`.)
   * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
   * @param params.sort - Order by lt. `asc` or `desc`. Default `"desc"`. TON Center accepts it, but does not document it.
   */
  transactionsByMessage: PagedMethod<v3.TransactionsByMessageRequest, v3.TransactionsResponse, NonNullable<v3.TransactionsResponse["transactions"]>[number]>;
  jetton: {
    /**
     * Jetton burns.
     *
     * - prefer owner_address: it is validated and takes lists
     *
     * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
     *
     * `GET /api/v3/jetton/burns`, Jettons: "Jetton burns". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
     *
     * @param params.address - Owner of the burning wallet. Documented as a list, but only the first value is read and an unparsable one is silently ignored (no filter!). Account, friendly or raw form. Servers: the OpenAPI types it as a list; the server reads one value.
     * @param params.owner_address - Owners; the real list filter. One or several, each: account, friendly or raw form. TON Center accepts it, but does not document it.
     * @param params.jetton_wallet - Jetton wallets. One or several, each: account, friendly or raw form; at most 1000 values. Servers: list length documented, not enforced.
     * @param params.jetton_master - Jetton master. Account, friendly or raw form.
     * @param params.start_utime - Only burns whose time is at or after this Unix second. Unix seconds.
     * @param params.end_utime - Only burns whose time is at or before this Unix second. Unix seconds.
     * @param params.start_lt - Only burns whose lt is at least this logical time. Logical time, decimal text, 0 to 2^63-1.
     * @param params.end_lt - Only burns whose lt is at most this logical time. Logical time, decimal text, 0 to 2^63-1.
     * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`. (TON Center's documentation says `10`.)
     * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
     * @param params.sort - Order by lt. `asc` or `desc`. Default `"desc"`.
     */
    burns: PagedMethod<v3.JettonBurnsRequest, v3.JettonBurnsResponse, NonNullable<v3.JettonBurnsResponse["jetton_burns"]>[number]>;
    /**
     * Jetton masters.
     *
     * - stale or destroyed rows are removed after paging: a short page does not prove the end
     *
     * Pages have 100 rows by default, at most 1000. `paginate` reads all pages.
     *
     * `GET /api/v3/jetton/masters`, Jettons: "Jetton masters". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
     *
     * @param params.address - Masters. One or several, each: account, friendly or raw form; at most 1024 values. Servers: list length documented, not enforced.
     * @param params.admin_address - Admins. One or several, each: account, friendly or raw form; at most 1024 values. Servers: list length documented, not enforced.
     * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`. (TON Center's documentation says `10`.)
     * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
     */
    masters: PagedMethod<v3.JettonMastersRequest, v3.JettonMastersResponse, NonNullable<v3.JettonMastersResponse["jetton_masters"]>[number]>;
    /**
     * Jetton transfers (aborted ones excluded).
     *
     * - any direction other than in/both acts as out
     * - timeouts reported for busy wallets (ton-http-api#130)
     * - `direction` only with `owner_address` (otherwise without effect).
     *
     * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
     *
     * `GET /api/v3/jetton/transfers`, Jettons: "Jetton transfers". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
     *
     * @param params.owner_address - Owner of the sending or receiving wallet. One or several, each: account, friendly or raw form; at most 1000 values. Servers: list length documented, not enforced.
     * @param params.jetton_wallet - Sending jetton wallets. One or several, each: account, friendly or raw form; at most 1000 values. Servers: list length documented, not enforced.
     * @param params.jetton_master - Jetton master. Account, friendly or raw form.
     * @param params.direction - in or out relative to owner_address; both is accepted as no filter. `in` or `out`.
     * @param params.start_utime - Only transfers whose time is at or after this Unix second. Unix seconds.
     * @param params.end_utime - Only transfers whose time is at or before this Unix second. Unix seconds.
     * @param params.start_lt - Only transfers whose lt is at least this logical time. Logical time, decimal text, 0 to 2^63-1.
     * @param params.end_lt - Only transfers whose lt is at most this logical time. Logical time, decimal text, 0 to 2^63-1.
     * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`. (TON Center's documentation says `10`.)
     * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
     * @param params.sort - Order by lt. `asc` or `desc`. Default `"desc"`.
     * @param params.address - Old single-value name of owner_address; unparsable text is silently ignored. Account, friendly or raw form. TON Center accepts it, but does not document it.
     */
    transfers: PagedMethod<v3.JettonTransfersRequest, v3.JettonTransfersResponse, NonNullable<v3.JettonTransfersResponse["jetton_transfers"]>[number]>;
    /**
     * Jetton wallets.
     *
     * - spec and docs say it orders by balance: true only when sort is sent; omit sort for stable pages (append-only id order, removals aside)
     * - deep offsets time out with 500 (ton-http-api#156, offset 3.7M)
     * - mintless_info appears only while a mintless airdrop is unclaimed
     * - Several `jetton_address` only with exactly one `owner_address`.
     *
     * Pages have 100 rows by default, at most 1000, ordered by balance. `paginate` reads all pages.
     *
     * `GET /api/v3/jetton/wallets`, Jettons: "Jetton wallets". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
     *
     * @param params.address - Jetton wallet addresses. One or several, each: account, friendly or raw form; at most 1000 values. Servers: list length documented, not enforced.
     * @param params.owner_address - Owners. One or several, each: account, friendly or raw form; at most 1000 values. Servers: list length documented, not enforced.
     * @param params.jetton_address - Jetton masters. One or several, each: account, friendly or raw form.
     * @param params.exclude_zero_balance - Drop empty wallets. `true` or `false`.
     * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`. (TON Center's documentation says `10`.)
     * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
     * @param params.sort - Order by balance. The spec says desc is the default; without sort the server orders by internal id instead. `asc` or `desc`. Default `"desc"`.
     */
    wallets: PagedMethod<v3.JettonWalletsRequest, v3.JettonWalletsResponse, NonNullable<v3.JettonWalletsResponse["jetton_wallets"]>[number]>;
  };
  nft: {
    /**
     * NFT collections.
     *
     * Pages have 100 rows by default, at most 1000. `paginate` reads all pages.
     *
     * `GET /api/v3/nft/collections`, NFTs: "NFT collections". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
     *
     * @param params.collection_address - Collections. One or several, each: account, friendly or raw form; at most 1024 values. Servers: list length documented, not enforced.
     * @param params.owner_address - Collection owners. One or several, each: account, friendly or raw form; at most 1024 values. Servers: list length documented, not enforced.
     * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`. (TON Center's documentation says `10`.)
     * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
     */
    collections: PagedMethod<v3.NftCollectionsRequest, v3.NFTCollectionsResponse, NonNullable<v3.NFTCollectionsResponse["nft_collections"]>[number]>;
    /**
     * NFT items.
     *
     * - the index-without-collection error is a 500 on the wire, so validate it client-side
     * - include_on_sale covers GetGems sale/auction contracts (v4r1 requested in ton-http-api#187; v4 detector present in v1.3)
     * - index: comma lists are not split
     * - `index` only with `collection_address`.
     * - Several `collection_address` only with exactly one `owner_address`.
     *
     * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
     *
     * `GET /api/v3/nft/items`, NFTs: "NFT items". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
     *
     * @param params.address - Items. One or several, each: account, friendly or raw form; at most 1000 values. Servers: list length documented, not enforced.
     * @param params.owner_address - Owners. One or several, each: account, friendly or raw form; at most 1000 values. Servers: list length documented, not enforced.
     * @param params.collection_address - Collections. One or several, each: account, friendly or raw form.
     * @param params.index - Item indexes inside the collection, decimal digits. One or several, each: decimal digits; at most 1000 values. Servers: list length documented, not enforced.
     * @param params.include_on_sale - With owner_address: also items held by a sale or auction contract for that owner. `true` or `false`. Default `false`.
     * @param params.sort_by_last_transaction_lt - Newest activity first; unstable while paging. `true` or `false`.
     * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`. (TON Center's documentation says `10`.)
     * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
     * @param params.sort - Listed as sortable by the spec; the server ignores it. `asc` or `desc`. Default `"desc"`. The service ignores it.
     */
    items: PagedMethod<v3.NftItemsRequest, v3.NFTItemsResponse, NonNullable<v3.NFTItemsResponse["nft_items"]>[number]>;
    /**
     * Sale and auction contracts (GetGems sale, GetGems auction, Telemint) by contract address.
     *
     * - limit/offset are parsed but unused: no paging
     * - on a PostgreSQL-only server Telemint rows may surface without details (type naming slip in source)
     *
     * `GET /api/v3/nft/sales`, NFTs: "NFT sales and auctions". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
     *
     * @param params.address - Sale or auction contract addresses. One or several, each: account, friendly or raw form; at most 1000 values. Required. Servers: the server refuses longer lists.
     */
    sales: Method<v3.NftSalesRequest, v3.NFTSalesResponse>;
    /**
     * NFT ownership transfers.
     *
     * - `direction` only with `owner_address` (otherwise without effect).
     *
     * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
     *
     * `GET /api/v3/nft/transfers`, NFTs: "NFT transfers". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
     *
     * @param params.owner_address - Previous or new owner. One or several, each: account, friendly or raw form; at most 1000 values. Servers: list length documented, not enforced.
     * @param params.item_address - Items. One or several, each: account, friendly or raw form; at most 1000 values. Servers: list length documented, not enforced.
     * @param params.collection_address - Collection. Account, friendly or raw form.
     * @param params.direction - in or out relative to owner_address; both means no filter. `in` or `out`.
     * @param params.start_utime - Only transfers whose time is at or after this Unix second. Unix seconds.
     * @param params.end_utime - Only transfers whose time is at or before this Unix second. Unix seconds.
     * @param params.start_lt - Only transfers whose lt is at least this logical time. Logical time, decimal text, 0 to 2^63-1.
     * @param params.end_lt - Only transfers whose lt is at most this logical time. Logical time, decimal text, 0 to 2^63-1.
     * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`. (TON Center's documentation says `10`.)
     * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
     * @param params.sort - Order by lt. `asc` or `desc`. Default `"desc"`.
     * @param params.address - Old single-value name of owner_address. Account, friendly or raw form. TON Center accepts it, but does not document it.
     */
    transfers: PagedMethod<v3.NftTransfersRequest, v3.NFTTransfersResponse, NonNullable<v3.NFTTransfersResponse["nft_transfers"]>[number]>;
  };
  dns: {
    /**
     * DNS records by wallet or exact domain (.ton, .t.me).
     *
     * - row key is records
     * - every internal failure is a 422
     * - Exactly one of `wallet` and `domain`.
     *
     * Pages have 100 rows by default, at most 1000. `paginate` reads all pages.
     *
     * `GET /api/v3/dns/records`, DNS: "DNS records". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
     *
     * @param params.wallet - Records whose wallet entry points here. Account, friendly or raw form.
     * @param params.domain - Exact domain name. Text.
     * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`.
     * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
     */
    records: PagedMethod<v3.DnsRecordsRequest, v3.DNSRecordsResponse, NonNullable<v3.DNSRecordsResponse["records"]>[number]>;
    /**
     * DNS auctions the address currently leads or has won but not claimed.
     *
     * - the only v3 endpoint with a real cursor; not in the pagination table of the spec
     * - At most one of `after` and `offset`.
     *
     * Pages have 100 rows by default, at most 1000; `after` requests the next page. `paginate` reads all pages.
     *
     * `GET /api/v3/dns/activeAuctions`, DNS: "DNS auctions by bidder". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
     *
     * @param params.bidder - Leading bidder (standard address). Account, friendly or raw form. Required.
     * @param params.state - won: ended unclaimed; bidding: still open. `all`, `won` or `bidding`. Default `"all"`.
     * @param params.include_nft_items - Attach the NFT item. `true` or `false`. Default `false`.
     * @param params.after - Opaque cursor: next_cursor of the previous page. Text.
     * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`.
     * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
     */
    activeAuctions: PagedMethod<v3.DnsActiveAuctionsRequest, v3.DNSAuctionsResponse, NonNullable<v3.DNSAuctionsResponse["auctions"]>[number]>;
  };
  staking: {
    nominatorPools: {
      /**
       * State of one nominator pool.
       *
       * `GET /api/v3/staking/nominatorPools/pool`, Staking: "Nominator pool". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
       *
       * @param params.pool - Pool. Account, friendly or raw form. Required.
       */
      pool: Method<v3.StakingNominatorPoolsPoolRequest, v3.NominatorPoolInfo>;
      /**
       * Positions of one nominator across pools.
       *
       * `GET /api/v3/staking/nominatorPools/nominator`, Staking: "Nominator positions in nominator pools". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
       *
       * @param params.nominator - Nominator. Account, friendly or raw form. Required.
       */
      nominator: Method<v3.StakingNominatorPoolsNominatorRequest, v3.NominatorPoolsResponse>;
      /**
       * Nominator-side events of a pool.
       *
       * - limit only, no offset: for the next page set end_utime to the utime of the last row and drop repeated rows
       * - start_utime/end_utime echo the request and are absent when not sent
       * - `start_utime` is at most `end_utime`.
       *
       * Pages have 100 rows by default, at most 1000; there is no next page. `paginate` reads all pages.
       *
       * `GET /api/v3/staking/nominatorPools/nominatorEvents`, Staking: "Nominator events from nominator pools". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
       *
       * @param params.pool - Pool. Account, friendly or raw form. Required.
       * @param params.nominator - Only this nominator. Account, friendly or raw form.
       * @param params.start_utime - Only rows whose transaction time is at or after this Unix second. Unix seconds.
       * @param params.end_utime - Only rows whose transaction time is at or before this Unix second. Unix seconds.
       * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`.
       */
      nominatorEvents: PagedMethod<v3.StakingNominatorPoolsNominatorEventsRequest, v3.NominatorPoolEventsResponse, NonNullable<v3.NominatorPoolEventsResponse["events"]>[number]>;
      /**
       * Rewards of one nominator in one pool.
       *
       * - total_on_page sums only the returned rows
       * - `start_utime` is at most `end_utime`.
       *
       * Pages have 100 rows by default, at most 1000; there is no next page. `paginate` reads all pages.
       *
       * `GET /api/v3/staking/nominatorPools/nominatorRewards`, Staking: "Nominator rewards from a pool". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
       *
       * @param params.nominator - Nominator. Account, friendly or raw form. Required.
       * @param params.pool - Pool. Account, friendly or raw form. Required.
       * @param params.start_utime - Only rows whose transaction time is at or after this Unix second. Unix seconds.
       * @param params.end_utime - Only rows whose transaction time is at or before this Unix second. Unix seconds.
       * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`.
       */
      nominatorRewards: PagedMethod<v3.StakingNominatorPoolsNominatorRewardsRequest, v3.NominatorRewardsResponse, NonNullable<v3.NominatorRewardsResponse["rewards"]>[number]>;
      /**
       * Validator-side accounting events of pools.
       *
       * - At least one of `validator` and `pool`.
       * - `start_utime` is at most `end_utime`.
       *
       * Pages have 100 rows by default, at most 1000; there is no next page. `paginate` reads all pages.
       *
       * `GET /api/v3/staking/nominatorPools/validatorEvents`, Staking: "Validator accounting events from pools". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
       *
       * @param params.validator - Validator. Account, friendly or raw form.
       * @param params.pool - Pool. Account, friendly or raw form.
       * @param params.type - Event kind (server does not validate the text). `reward`, `penalty`, `deposit` or `withdrawal`.
       * @param params.start_utime - Only rows whose transaction time is at or after this Unix second. Unix seconds.
       * @param params.end_utime - Only rows whose transaction time is at or before this Unix second. Unix seconds.
       * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`.
       */
      validatorEvents: PagedMethod<v3.StakingNominatorPoolsValidatorEventsRequest, v3.NominatorPoolValidatorEventsResponse, NonNullable<v3.NominatorPoolValidatorEventsResponse["events"]>[number]>;
      /**
       * Validator rewards from one pool.
       *
       * - `start_utime` is at most `end_utime`.
       *
       * Pages have 100 rows by default, at most 1000; there is no next page. `paginate` reads all pages.
       *
       * `GET /api/v3/staking/nominatorPools/validatorRewards`, Staking: "Validator rewards from a pool". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
       *
       * @param params.validator - Validator. Account, friendly or raw form. Required.
       * @param params.pool - Pool. Account, friendly or raw form. Required.
       * @param params.start_utime - Only rows whose transaction time is at or after this Unix second. Unix seconds.
       * @param params.end_utime - Only rows whose transaction time is at or before this Unix second. Unix seconds.
       * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`.
       */
      validatorRewards: PagedMethod<v3.StakingNominatorPoolsValidatorRewardsRequest, v3.NominatorPoolValidatorRewardsResponse, NonNullable<v3.NominatorPoolValidatorRewardsResponse["rewards"]>[number]>;
    };
  };
  validators: {
    /**
     * Stake accepted / rejected / recovered events at the elector.
     *
     * - offset and sort work although the OpenAPI omits them (ton-indexer#432)
     * - At most one of `stake_holder_address` and `adnl_address`.
     * - `start_utime` is at most `end_utime`.
     *
     * Pages have 10 rows by default, at most 1000; `offset` requests the next page. `paginate` reads all pages.
     *
     * `GET /api/v3/validators/events`, Validators: "Validator stake and recover events". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
     *
     * @param params.stake_holder_address - Stake holder wallet. Account, friendly or raw form.
     * @param params.adnl_address - ADNL id. 32 bytes as hex, with or without `0x`, base64 or base64url.
     * @param params.validator_pubkey - Validator public key. 32 bytes as hex, with or without `0x`, base64 or base64url.
     * @param params.type - Event kind. `stake_accepted`, `stake_rejected` or `stake_recovered`.
     * @param params.start_utime - Only events whose time is at or after this Unix second. Unix seconds.
     * @param params.end_utime - Only events whose time is at or before this Unix second. Unix seconds.
     * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `10`.
     * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`. TON Center accepts it, but does not document it.
     * @param params.sort - Direction of the time order. `asc` or `desc`. Default `"desc"`. TON Center accepts it, but does not document it.
     */
    events: PagedMethod<v3.ValidatorsEventsRequest, v3.ValidatorEventsResponse, NonNullable<v3.ValidatorEventsResponse["events"]>[number]>;
    /**
     * Validator elections.
     *
     * - At most one of `stake_holder_address` and `adnl_address`.
     * - `start_utime` is at most `end_utime`.
     * - `limit` is at most 100 with `return_participants`.
     *
     * Pages have 10 rows by default, at most 1000; `offset` requests the next page. `paginate` reads all pages.
     *
     * `GET /api/v3/validators/elections`, Validators: "Validator elections". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
     *
     * @param params.election_id - Election id (start of the round, unix seconds). Whole number of 32 bits.
     * @param params.stake_holder_address - Stake holder wallet. Account, friendly or raw form.
     * @param params.adnl_address - ADNL id. 32 bytes as hex, with or without `0x`, base64 or base64url.
     * @param params.validator_pubkey - Validator public key. 32 bytes as hex, with or without `0x`, base64 or base64url.
     * @param params.return_participants - Attach participants (only matching ones when a filter for one validator is set). `true` or `false`. Default `false`.
     * @param params.finished - Filter by finished flag. `true` or `false`.
     * @param params.start_utime - Lower bound applied to election_id. Unix seconds.
     * @param params.end_utime - Upper bound applied to election_id. Unix seconds.
     * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `10`. Servers: at most 100 when the request includes that list.
     * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`. TON Center accepts it, but does not document it.
     * @param params.sort - Direction of the time order. `asc` or `desc`. Default `"desc"`. TON Center accepts it, but does not document it.
     */
    elections: PagedMethod<v3.ValidatorsElectionsRequest, v3.ValidatorElectionsResponse, NonNullable<v3.ValidatorElectionsResponse["elections"]>[number]>;
    /**
     * Validation cycles.
     *
     * - max_factor is the raw declared factor, 65536 = 1.0; effective = min(max_factor, max_stake_factor)
     * - At most one of `stake_holder_address` and `adnl_address`.
     * - `start_utime` is at most `end_utime`.
     * - `limit` is at most 100 with `return_validators`.
     *
     * Pages have 10 rows by default, at most 1000; `offset` requests the next page. `paginate` reads all pages.
     *
     * `GET /api/v3/validators/cycles`, Validators: "Validator cycles". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
     *
     * @param params.cycle_start - Cycle start (unix seconds). Whole number of 32 bits.
     * @param params.election_id - Election that produced it. Whole number of 32 bits.
     * @param params.stake_holder_address - Stake holder wallet. Account, friendly or raw form.
     * @param params.adnl_address - ADNL id. 32 bytes as hex, with or without `0x`, base64 or base64url.
     * @param params.validator_pubkey - Validator public key. 32 bytes as hex, with or without `0x`, base64 or base64url.
     * @param params.return_validators - Attach validators (only matching ones when a filter for one validator is set). `true` or `false`. Default `false`.
     * @param params.start_utime - Only cycles whose start is at or after this Unix second. Unix seconds.
     * @param params.end_utime - Only cycles whose start is at or before this Unix second. Unix seconds.
     * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `10`. Servers: at most 100 when the request includes that list.
     * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`. TON Center accepts it, but does not document it.
     * @param params.sort - Direction of the time order. `asc` or `desc`. Default `"desc"`. TON Center accepts it, but does not document it.
     */
    cycles: PagedMethod<v3.ValidatorsCyclesRequest, v3.ValidatorCyclesResponse, NonNullable<v3.ValidatorCyclesResponse["cycles"]>[number]>;
    /**
     * Complaints against validators.
     *
     * - At most one of `stake_holder_address` and `adnl_address`.
     * - `start_utime` is at most `end_utime`.
     *
     * Pages have 10 rows by default, at most 1000; `offset` requests the next page. `paginate` reads all pages.
     *
     * `GET /api/v3/validators/complaints`, Validators: "Validator complaints". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
     *
     * @param params.cycle_start - Cycle start. Whole number of 32 bits.
     * @param params.election_id - Election id. Whole number of 32 bits.
     * @param params.stake_holder_address - Stake holder wallet. Account, friendly or raw form.
     * @param params.adnl_address - ADNL id. 32 bytes as hex, with or without `0x`, base64 or base64url.
     * @param params.validator_pubkey - Validator public key. 32 bytes as hex, with or without `0x`, base64 or base64url.
     * @param params.start_utime - Only complaints whose created_at is at or after this Unix second. Unix seconds.
     * @param params.end_utime - Only complaints whose created_at is at or before this Unix second. Unix seconds.
     * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `10`.
     * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`. TON Center accepts it, but does not document it.
     * @param params.sort - Direction of the time order. `asc` or `desc`. Default `"desc"`. TON Center accepts it, but does not document it.
     */
    complaints: PagedMethod<v3.ValidatorsComplaintsRequest, v3.ValidatorComplaintsResponse, NonNullable<v3.ValidatorComplaintsResponse["complaints"]>[number]>;
  };
  multisig: {
    /**
     * Multisig v2 orders.
     *
     * - page maximum: spec 1000, OpenAPI 1024, server cap 1000
     * - At least one of `address` and `multisig_address`.
     *
     * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
     *
     * `GET /api/v3/multisig/orders`, Multisig: "Multisig orders". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
     *
     * @param params.address - Order contracts. One or several, each: account, friendly or raw form; at most 1024 values. Servers: list length documented, not enforced.
     * @param params.multisig_address - Owning multisigs. One or several, each: account, friendly or raw form; at most 1024 values. Servers: list length documented, not enforced.
     * @param params.parse_actions - Decode order actions. `true` or `false`. Default `false`.
     * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`. (TON Center's documentation says `10`.) Servers: OpenAPI maximum 1024.
     * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
     * @param params.sort - Order (documented: last_transaction_lt; real: internal id). `asc` or `desc`. Default `"desc"`.
     */
    orders: PagedMethod<v3.MultisigOrdersRequest, v3.MultisigOrderResponse, NonNullable<v3.MultisigOrderResponse["orders"]>[number]>;
    /**
     * Multisig v2 wallets.
     *
     * - row key is multisigs (not wallets)
     * - page maximum: spec 1000, OpenAPI 1024, server cap 1000
     * - At least one of `address` and `wallet_address`.
     *
     * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
     *
     * `GET /api/v3/multisig/wallets`, Multisig: "Multisig wallets". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
     *
     * @param params.address - Multisig contracts. One or several, each: account, friendly or raw form; at most 1024 values. Servers: list length documented, not enforced.
     * @param params.wallet_address - Signer or proposer wallets. One or several, each: account, friendly or raw form; at most 1024 values. Servers: list length documented, not enforced.
     * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`. (TON Center's documentation says `10`.) Servers: OpenAPI maximum 1024.
     * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
     * @param params.sort - Order (documented: last_transaction_lt; real: internal id). `asc` or `desc`. Default `"desc"`.
     * @param params.include_orders - Attach all orders. `true` or `false`. Default `true`.
     */
    wallets: PagedMethod<v3.MultisigWalletsRequest, v3.MultisigResponse, NonNullable<v3.MultisigResponse["multisigs"]>[number]>;
  };
  /**
   * Vesting contracts.
   *
   * - Exactly one of `contract_address` and `wallet_address`.
   *
   * Pages have 100 rows by default, at most 1000. `paginate` reads all pages.
   *
   * `GET /api/v3/vesting`, Vesting: "Vesting contracts". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.contract_address - Vesting contracts. One or several, each: account, friendly or raw form; at most 1000 values. Servers: list length documented, not enforced.
   * @param params.wallet_address - Owner or sender wallets. One or several, each: account, friendly or raw form; at most 1000 values. Servers: list length documented, not enforced.
   * @param params.check_whitelist - Also match whitelisted wallets. `true` or `false`. Default `false`.
   * @param params.limit - Page size. Whole number of 32 bits, 1 to 1000. Default `100`. (TON Center's documentation says `10`.)
   * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
   */
  vesting: PagedMethod<v3.VestingRequest, v3.VestingContractsResponse, NonNullable<v3.VestingContractsResponse["vesting_contracts"]>[number]>;
  /**
   * Accounts by balance, largest first.
   *
   * - bare JSON array without address_book
   * - page maximum: spec 1024, OpenAPI 1000, server cap 1000 unless its flag was raised: a page of 1001..1024 may be refused
   *
   * Pages have 100 rows by default, at most 1024. `paginate` reads all pages.
   *
   * `GET /api/v3/topAccountsByBalance`, Stats: "Top accounts by balance". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.limit - Page size. Whole number of 32 bits, 1 to 1024. Default `100`. (TON Center's documentation says `10`.) Servers: OpenAPI maximum 1000.
   * @param params.offset - Rows to skip. Whole number of 32 bits, at least 0. Default `0`.
   */
  topAccountsByBalance: PagedMethod<v3.TopAccountsByBalanceRequest, v3.TopAccountsByBalanceResponse, v3.TopAccountsByBalanceResponse[number]>;
  /**
   * Name opcodes and decode bodies.
   *
   * - opcode texts are read as hex first (0x optional), then decimal, then signed decimal
   * - pure function of the server schema set: safe to cache
   * - both lists empty: 200 {"opcodes":[],"bodies":[]}
   * - comma lists are not split
   * - percent-encode + / = in base64
   *
   * `GET /api/v3/decode`, Utils: "Decode opcodes and bodies". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.opcodes - 32-bit opcodes, hex or decimal. One or several, each: operation code of 32 bits, hex or signed decimal; at most 1000 values. Servers: the server refuses longer lists.
   * @param params.bodies - Body cells as base64 or hex BoC. One or several, each: bag of cells, base64 or hex; at most 1000 values. Servers: the server refuses longer lists.
   */
  decode: Method<v3.DecodeRequest, v3.DecodeResponse>;
  /**
   * Balance, code, data and last transaction of one account.
   *
   * - plain object, no ok/result wrapper
   * - never-seen account: 200 with balance "0", status "uninit", zero last transaction
   * - documented default of use_v2 is true, the code default is false
   * - alias GET /account
   *
   * `GET /api/v3/addressInformation`, Legacy (v2-style): "Address information". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.address - Account, friendly or raw form. Required.
   * @param params.use_v2 - Read from the v2 backend instead of the index. `true` or `false`. If omitted, the service uses `false`. Servers: the OpenAPI says true, the server takes false; omit it unless the caller sets it.
   */
  addressInformation: Method<v3.AddressInformationRequest, v3.V2AddressInformation>;
  /**
   * Estimate processing fees.
   *
   * `POST /api/v3/estimateFee`, Legacy (v2-style): "Estimate fee". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.address - Account the message goes to. Account, friendly or raw form. Required.
   * @param params.body - Message body. Bag of cells, base64 with padding. Required.
   * @param params.init_code - Code of a contract not deployed yet. Bag of cells, base64 with padding.
   * @param params.init_data - Data of a contract not deployed yet. Bag of cells, base64 with padding.
   * @param params.ignore_chksig - Treat every signature check as passed. `true` or `false`. If omitted, the service uses `false`. Servers: absent means false here, true in v2.
   */
  estimateFee: Method<v3.EstimateFeeRequest, v3.V2EstimateFeeResult>;
  /**
   * Send an external message.
   *
   * - not idempotent to retry blindly: a resend is harmless on chain only because of wallet seqno
   * - proxied to v2 sendBocReturnHash
   *
   * `POST /api/v3/message`, Legacy (v2-style): "Send a message". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.boc - Signed external message. Bag of cells, base64 with padding. Required.
   */
  message: Method<v3.MessageRequest, v3.V2SendMessageResult>;
  /**
   * Run a get-method against the latest state.
   *
   * - OpenAPI wrongly declares V2RunGetMethodRequest as the 200 body
   * - a seqno field in the body is ignored by v1.3 although ton-org/kit sends it
   * - safe to retry although POST
   *
   * `POST /api/v3/runGetMethod`, Legacy (v2-style): "Run a get-method". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.address - Contract. Account, friendly or raw form. Required.
   * @param params.method - Get-method name. Text. Required.
   * @param params.stack - Arguments; entry types num, cell and slice. One or several, each: `V2StackEntity`.
   */
  runGetMethod: Method<v3.RunGetMethodRequest, v3.V2RunGetMethodResult>;
  /**
   * Wallet type, seqno and balance of one account.
   *
   * - 409 only for an initialised account that is not a known wallet
   * - alias GET /wallet
   *
   * `GET /api/v3/walletInformation`, Legacy (v2-style): "Wallet information". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
   *
   * @param params.address - Account, friendly or raw form. Required.
   * @param params.use_v2 - Read from the v2 backend instead of the index. `true` or `false`. If omitted, the service uses `false`. Servers: the OpenAPI says true, the server takes false; omit it unless the caller sets it.
   */
  walletInformation: Method<v3.WalletInformationRequest, v3.V2WalletInformation>;
}
