//! The v2 rows: one per method, in the order of TON Center's specification. Methods that the specification lacks are the last of their
//! category.
//!
//! `C++` and `Python` in the notes are the two servers that speak this interface.

use super::build::{
    WHOLE, body_param, by_cursor, envelope, exactly_one, last_row, list, query_param, repeated_param,
    requires, together,
};
use super::{Endpoint, Fixed, Generation, Kind, Param, Value, Verb};

/// Makes a read: by GET in the specification, and also by POST at the service.
const fn read(path: &'static str, category: &'static str, title: &'static str) -> Endpoint {
    Endpoint::new(Generation::V2, Verb::Get, path, category, title).also_post().rpc()
}

/// Makes a call with a JSON body.
const fn call(path: &'static str, category: &'static str, title: &'static str) -> Endpoint {
    Endpoint::new(Generation::V2, Verb::Post, path, category, title).rpc()
}

const ADDRESS: Param = query_param("address", Kind::Address).required().doc("Account, friendly or raw form.");
/// Where a result has the logical time of the account's last transaction.
const LAST_ID_LT: &str = "result.last_transaction_id.lt";
const STATE_SEQNO: Param = query_param("seqno", Kind::Int)
    .min(1)
    .note("C++ requires at least 1")
    .doc("Masterchain height to read the state at; newest when absent.");
const BLOCK_SEQNO: Param = query_param("seqno", Kind::Int)
    .required()
    .min(1)
    .note("C++ requires at least 1")
    .doc("Masterchain block height.");
const WORKCHAIN: Param =
    query_param("workchain", Kind::Int).required().doc("Workchain id (-1 masterchain, 0 basechain).");
const SHARD: Param = query_param("shard", Kind::ShardDec)
    .required()
    .note("signed 64-bit decimal; whole-workchain shard is -9223372036854775808")
    .doc("Shard prefix as signed decimal; send as string (exceeds JS safe integers).");
const SHARD_SEQNO: Param = query_param("seqno", Kind::Int)
    .required()
    .min(1)
    .note("C++ requires at least 1")
    .doc("Block height inside that shard.");
const ROOT_HASH: Param = query_param("root_hash", Kind::Hash)
    .note("used only when both root_hash and file_hash are set")
    .doc("Block root hash.");
const FILE_HASH: Param = query_param("file_hash", Kind::Hash)
    .note("used only when both root_hash and file_hash are set")
    .doc("Block file hash.");
const AFTER_LT: Param = query_param("after_lt", Kind::Lt)
    .min(0)
    .note("C++ requires at least 0; must come with after_hash")
    .doc("Cursor: lt of the last item seen.");
const AFTER_HASH: Param = query_param("after_hash", Kind::AccountHash)
    .note("hex or base64; C++ also takes a full address; must come with after_lt")
    .doc("Cursor: ACCOUNT hash (not tx hash) of the last item seen.");
const COUNT: Param = query_param("count", Kind::Int)
    .default(Value::Int(40))
    .min(1)
    .max(10000)
    .note("C++ requires 1 to 10000; Python does not check")
    .doc("Page size; server walks the block in chunks of 256.");
const START_HASH: Param =
    query_param("hash", Kind::Hash).note("with lt").doc("Start transaction hash, hex or base64.");
const TO_LT: Param = query_param("to_lt", Kind::Lt)
    .default(Value::Int(0))
    .doc("Stop when lt <= to_lt (exclusive lower bound).");
const ARCHIVAL: Param = query_param("archival", Kind::Bool)
    .note(
        "true/false/1/0/yes/no/y/n/t/f/on/off; the published default is false, but on C++ an explicit \
         false excludes archival nodes: omit the parameter unless the caller sets it",
    )
    .doc("true: an archival node; absent: any node; false: see the note.");
const SOURCE: Param = query_param("source", Kind::Address).required().doc("Message sender.");
const DESTINATION: Param = query_param("destination", Kind::Address).required().doc("Message receiver.");
const CREATED_LT: Param = query_param("created_lt", Kind::Lt)
    .required()
    .min(0)
    .note("C++ requires at least 0")
    .doc("Logical time at which the message was created.");
const BOC_FIELD: Param = body_param("boc", Kind::Boc)
    .required()
    .note("non-empty; standard base64 with padding (C++ strict); Python decodes leniently")
    .doc("Serialised external message (BoC).");
const ADDRESS_FIELD: Param =
    body_param("address", Kind::Address).required().doc("Account, friendly or raw form.");
const METHOD_FIELD: Param = body_param("method", Kind::Method)
    .required()
    .note("C++ reads numeric strings as ids (decimal, 0x hex)")
    .doc("Get-method name or numeric id.");
const SEQNO_FIELD: Param = body_param("seqno", Kind::Int)
    .note("JSON integer only in C++ (no string form)")
    .doc("Masterchain height.");
const CONFIG_SEQNO: Param =
    query_param("seqno", Kind::Int).min(1).note("C++ requires at least 1").doc("Masterchain height.");

/// All rows of v2: the 34 of the specification, and three that the specification lacks.
pub static V2: &[Endpoint] = ROWS;

/// The rows at compile time, for `compact`.
pub(super) const ROWS: &[Endpoint] = &[
    read("/getAddressInformation", "Accounts", "Address information")
        .doc("State of one account as the node stores it: balance, code, data, last transaction, status.")
        .notes(
            "Python: invalid address -> 416\n\
             Python result carries \"@extra\" inside result and no suspended\n\
             Python: balance is JSON number 0 when the node reports a negative balance (account never \
             seen; recorded)",
        )
        .params(&[ADDRESS, STATE_SEQNO])
        .returns("AddressInformation")
        .shows_last_lt(LAST_ID_LT)
        .live_for(1)
        .fixed_when(Fixed::Seqno, 86400),
    read("/getExtendedAddressInformation", "Accounts", "Extended address information")
        .doc(
            "Like getAddressInformation, with the contract data parsed for the few wallet kinds that the \
             node library knows.",
        )
        .notes(
            "C++ does not range-check seqno on this method\n\
             in Python, int64 fields of account_state are strings",
        )
        .params(&[
            ADDRESS,
            query_param("seqno", Kind::Int)
                .note("no range check in C++ on this method")
                .doc("Masterchain height to read the state at; newest when absent."),
        ])
        .returns("ExtendedAddressInformation")
        .shows_last_lt(LAST_ID_LT)
        .live_for(1)
        .fixed_when(Fixed::Seqno, 86400),
    read("/getWalletInformation", "Accounts", "Wallet information")
        .doc("Whether the account is a known wallet and, if so, its version, seqno and wallet id.")
        .notes(
            "Python wallet set includes nominator pool v1, C++ includes wallet v5 beta\n\
             Python balance may be number 0",
        )
        .params(&[ADDRESS, STATE_SEQNO])
        .returns("WalletInformation")
        .shows_last_lt(LAST_ID_LT)
        .live_for(1)
        .fixed_when(Fixed::Seqno, 86400),
    read("/getAddressBalance", "Accounts", "Address balance")
        .doc("Balance of one account in nanotons, as text.")
        .notes(
            "Python returns the JSON number 0 instead of text when the node reports a negative balance \
             (account never seen)",
        )
        .params(&[ADDRESS, STATE_SEQNO])
        .returns("i256str")
        .live_for(1)
        .fixed_when(Fixed::Seqno, 86400),
    read("/getAddressState", "Accounts", "Address state")
        .doc("Status word of one account.")
        .notes("docs prose says \"uninit\"; the wire value is \"uninitialized\" in both variants")
        .params(&[ADDRESS, STATE_SEQNO])
        .returns("AccountStateEnum")
        .live_for(1)
        .fixed_when(Fixed::Seqno, 86400),
    read("/getTokenData", "Accounts", "Token data")
        .doc("Parsed contents of a jetton master, jetton wallet, NFT collection or NFT item.")
        .notes("Python emits big integers as JSON numbers")
        .params(&[
            ADDRESS,
            query_param("seqno", Kind::Int)
                .min(1)
                .undocumented()
                .note("C++ requires at least 1; neither the published OpenAPI nor Python has it")
                .doc("Masterchain height."),
        ])
        .returns("TokenData")
        .live_for(1),
    read("/getShardAccountCell", "Accounts", "Shard account cell")
        .beyond_specification()
        .doc("State of one account as a cell of the TL-B type ShardAccount, for tools that run contracts themselves.")
        .notes(
            "absent from Python\n\
             an account that never existed has a cell, too: account_none, and zeros for its last transaction",
        )
        .params(&[ADDRESS, STATE_SEQNO])
        .returns("TvmCell")
        .live_for(1)
        .fixed_when(Fixed::Seqno, 86400),
    read("/dnsResolve", "Accounts", "DNS records of a name")
        .beyond_specification()
        .doc("Records of a name, read by the get-method dnsresolve of DNS contracts.")
        .notes(
            "absent from Python\n\
             servers in C++ of July 2026 and before take address, name, category and ttl, newer ones domain and \
             resolver_address",
        )
        .params(&[
            query_param("domain", Kind::String)
                .note("newer servers")
                .doc("Name, such as foundation.ton; below resolver_address if that is set."),
            query_param("resolver_address", Kind::Address)
                .note("newer servers")
                .doc("DNS contract where the search starts; the root of the network when absent."),
            query_param("address", Kind::Address)
                .note("older servers")
                .doc("DNS contract: a resolver, or the NFT of a domain."),
            query_param("name", Kind::String)
                .default(Value::Text(""))
                .note("older servers")
                .doc("Name below that contract, such as foundation.ton below the root; empty: the contract's own."),
            query_param("category", Kind::String)
                .ignored()
                .note("older servers; they ignore it and request all categories")
                .doc("Category of the records."),
            query_param("ttl", Kind::Int)
                .default(Value::Int(0))
                .min(0)
                .note("older servers")
                .doc("How many next resolvers to follow; with 0 the record of the next resolver itself is the result."),
            STATE_SEQNO,
        ])
        .rules(&[
            exactly_one(&["address", "domain"]),
            requires("resolver_address", &["domain"]),
            requires("name", &["address"]),
            requires("category", &["address"]),
            requires("ttl", &["address"]),
        ])
        .returns("DnsResolved")
        .live_for(1),
    read("/getMasterchainInfo", "Blocks", "Masterchain info")
        .doc("Newest masterchain block and the zero state.")
        .returns("MasterchainInfo")
        .live_for(1),
    read("/getMasterchainBlockSignatures", "Blocks", "Masterchain block signatures")
        .doc("Validator signatures under one masterchain block.")
        .notes("C++: a missing seqno is 0 and fails with \"seqno should be positive\"")
        .params(&[BLOCK_SEQNO])
        .returns("MasterchainBlockSignatures")
        .immutable_for(86400),
    read("/getShardBlockProof", "Blocks", "Shard block proof")
        .doc("Proof chain that ties a shard block to the masterchain.")
        .params(&[
            WORKCHAIN,
            SHARD,
            SHARD_SEQNO,
            query_param("from_seqno", Kind::Int)
                .min(0)
                .note("C++ requires at least 0")
                .doc("Masterchain height the proof starts from; newest masterchain block when absent."),
        ])
        .returns("ShardBlockProof")
        .live_for(1)
        .fixed_when(Fixed::FromSeqno, 86400),
    read("/getConsensusBlock", "Blocks", "Consensus block")
        .doc("Highest masterchain block most liteservers agree on, with a clock reading.")
        .notes("Python: {consensus_block:int, timestamp:float}, no @type")
        .returns("ConsensusBlock")
        .live_for(1),
    read("/lookupBlock", "Blocks", "Look up a block")
        .doc("Full block id from a height, a logical time or a unix time.")
        .params(&[
            WORKCHAIN,
            SHARD,
            query_param("seqno", Kind::Int).min(1).note("C++ requires at least 1").doc("Find by height."),
            query_param("lt", Kind::Lt).min(0).note("C++ requires at least 0").doc("Find by logical time."),
            query_param("unixtime", Kind::Utime).min(0).note("C++ requires at least 0").doc("Find by unix time."),
        ])
        .rules(&[exactly_one(&["seqno", "lt", "unixtime"])])
        .returns("TonBlockIdExt")
        .live_for(1)
        .fixed_when(Fixed::BlockSeqno, 86400),
    read("/getShards", "Blocks", "Shards")
        .aliases(&["/shards"])
        .rpc_aliases(&["shards"])
        .doc("Newest block of every shard as of one masterchain block.")
        .notes(
            "REST and JSON-RPC alias: shards\n\
             Python only has the name \"shards\" (REST and JSON-RPC); C++ serves both getShards and \
             shards. @ton/ton and tonweb call \"shards\".",
        )
        .params(&[BLOCK_SEQNO])
        .returns("Shards")
        .immutable_for(86400),
    read("/getBlockHeader", "Blocks", "Block header")
        .doc("Header fields of one block.")
        .params(&[WORKCHAIN, SHARD, SHARD_SEQNO, ROOT_HASH, FILE_HASH])
        .rules(&[together(&["root_hash", "file_hash"]).unenforced()])
        .returns("BlockHeader")
        .immutable_for(86400),
    read("/getOutMsgQueueSize", "Blocks", "Outbound message queue size")
        .doc("Length of the outgoing message queue per shard, with the limit.")
        .notes("absent from Python")
        .returns("OutMsgQueueSizes")
        .live_for(1),
    read("/getBlockTransactions", "Transactions", "Transactions of a block")
        .doc("Ids of the transactions in one block, in pages.")
        .notes("Python: req_count echoes count, no upper bound")
        .params(&[WORKCHAIN, SHARD, SHARD_SEQNO, ROOT_HASH, FILE_HASH, AFTER_LT, AFTER_HASH, COUNT])
        .rules(&[together(&["root_hash", "file_hash"]).unenforced(), together(&["after_lt", "after_hash"])])
        .live(
            by_cursor(
                40,
                10000,
                "transactions",
                "ShortTxId",
                "account, lt",
            )
            .after(last_row(&["after_lt", "after_hash"], &["lt", "account"]))
            .id("hash")
            .ends("incomplete is false"),
        )
        .returns("BlockTransactions")
        .immutable_for(86400),
    read("/getBlockTransactionsExt", "Transactions", "Transactions of a block (extended)")
        .doc("Whole transactions of one block, in pages.")
        .params(&[WORKCHAIN, SHARD, SHARD_SEQNO, ROOT_HASH, FILE_HASH, AFTER_LT, AFTER_HASH, COUNT])
        .rules(&[together(&["root_hash", "file_hash"]).unenforced(), together(&["after_lt", "after_hash"])])
        .live(
            by_cursor(
                40,
                10000,
                "transactions",
                "TransactionExt",
                "account, lt",
            )
            .after(last_row(&["after_lt", "after_hash"], &["transaction_id.lt", "account"]))
            .id("transaction_id.hash")
            .ends("incomplete is false"),
        )
        .returns("BlockTransactionsExt")
        .immutable_for(86400),
    read("/getTransactions", "Transactions", "Transactions")
        .doc("Transactions of one account, newest first, older pages by lt and hash.")
        .notes(
            "newest first; for the next page pass the transaction_id of the last row as lt+hash and drop the \
             first (inclusive) row\n\
             limit ceiling 100 (Python) vs 1000 (C++)",
        )
        .params(&[
            ADDRESS,
            query_param("limit", Kind::Int)
                .default(Value::Int(10))
                .min(1)
                .max(1000)
                .note("C++ requires 1 to 1000; Python 1 to 100 over REST, and does not check JSON-RPC")
                .doc("Maximum rows."),
            query_param("lt", Kind::Lt)
                .min(0)
                .note("C++ requires at least 0; lt and hash only together (getTransactions: lt=0 counts as absent)")
                .doc("Start transaction logical time (inclusive)."),
            START_HASH,
            TO_LT,
            ARCHIVAL,
        ])
        .rules(&[together(&["lt", "hash"])])
        .live(
            by_cursor(
                10,
                1000,
                WHOLE,
                "Transaction",
                "lt, descending",
            )
            .after(last_row(&["lt", "hash"], &["transaction_id.lt", "transaction_id.hash"]).inclusive())
            .id("transaction_id.hash")
            .ends("page < limit, or its only row is the cursor's")
            .notes(
                "the rows are the bare result array\n\
                 Python variant: at most 100\n\
                 drop the first row of every page but the first",
            ),
        )
        .returns("Transaction[]")
        .live_for(1)
        .fixed_when(Fixed::Start, 86400),
    read("/getTransactionsStd", "Transactions", "Transactions (standard form)")
        .doc(
            "As getTransactions, with messages in the node library form and a ready cursor to the next page.",
        )
        .notes(
            "in_msg/out_msgs are MessageStd: source/destination are AccountAddress objects; \
             previous_transaction_id is the next-page cursor (lt \"0\" = end)\n\
             absent from Python\n\
             lt=0 is NOT treated as absent here",
        )
        .params(&[
            ADDRESS,
            query_param("limit", Kind::Int)
                .default(Value::Int(10))
                .min(1)
                .max(1000)
                .note("C++ requires 1 to 1000")
                .doc("Maximum rows."),
            query_param("lt", Kind::Lt)
                .min(0)
                .note("C++ requires at least 0; lt and hash only together (lt=0 is not treated as absent here)")
                .doc("Start transaction logical time (inclusive)."),
            START_HASH,
            TO_LT,
            ARCHIVAL,
        ])
        .rules(&[together(&["lt", "hash"])])
        .live(
            by_cursor(
                10,
                1000,
                "transactions",
                "TransactionStd",
                "lt, descending",
            )
            .after(envelope(&["lt", "hash"], &["previous_transaction_id.lt", "previous_transaction_id.hash"]))
            .id("transaction_id.hash")
            .ends("previous_transaction_id.lt is \"0\""),
        )
        .returns("TransactionsStd")
        .live_for(1)
        .fixed_when(Fixed::Start, 86400),
    read("/tryLocateTx", "Transactions", "Try to locate a transaction")
        .doc("Transaction that received a message, found by sender, receiver and creation lt.")
        .notes("same handler as tryLocateResultTx in both variants")
        .params(&[SOURCE, DESTINATION, CREATED_LT])
        .returns("Transaction")
        .live_for(1)
        .fixed_when(Fixed::Found, 86400),
    read("/tryLocateResultTx", "Transactions", "Try to locate the result transaction")
        .doc("Same search as tryLocateTx: the receiving transaction.")
        .notes("finds the RECEIVER transaction of a message")
        .params(&[SOURCE, DESTINATION, CREATED_LT])
        .returns("Transaction")
        .live_for(1)
        .fixed_when(Fixed::Found, 86400),
    read("/tryLocateSourceTx", "Transactions", "Try to locate the source transaction")
        .doc("Transaction that sent a message, found by sender, receiver and creation lt.")
        .notes("finds the SENDER transaction of a message")
        .params(&[SOURCE, DESTINATION, CREATED_LT])
        .returns("Transaction")
        .live_for(1)
        .fixed_when(Fixed::Found, 86400),
    call("/sendBoc", "Send", "Send a serialized message (BoC)")
        .doc("Broadcast a signed external message.")
        .notes(
            "sent to up to 5 (C++) or 4 (Python) liteservers\n\
             a C++ server started with sending switched off reports success and sends nothing \
             (sendBocReturnHash then returns an all-zero hash)",
        )
        .params(&[BOC_FIELD])
        .returns("ResultOk")
        .sends(),
    call("/sendBocReturnHash", "Send", "Send a BoC and return its hash")
        .doc("Broadcast a signed external message and return its hashes.")
        .notes(
            "a C++ server started with sending switched off reports success and sends nothing \
             (sendBocReturnHash then returns an all-zero hash)",
        )
        .params(&[BOC_FIELD])
        .returns("ExtMessageInfo")
        .sends(),
    call("/sendBocReturnHashNoError", "Send", "Send a BoC and return its hash, whatever the network says")
        .beyond_specification()
        .doc("As sendBocReturnHash, but a refusal of the network is reported as a success.")
        .notes(
            "absent from Python\n\
             a response is no evidence that a node has accepted the message: sendBocReturnHash says so",
        )
        .params(&[BOC_FIELD])
        .returns("ExtMessageInfo")
        .sends(),
    call("/estimateFee", "Send", "Estimate fee")
        .doc("Fees an external message would cost, by emulation.")
        .params(&[
            ADDRESS_FIELD,
            body_param("body", Kind::Boc).required().note("BoC").doc("Message body."),
            body_param("init_code", Kind::Boc)
                .default(Value::Text(""))
                .note("BoC")
                .doc("Code for a not-yet-deployed contract."),
            body_param("init_data", Kind::Boc)
                .default(Value::Text(""))
                .note("BoC")
                .doc("Data for a not-yet-deployed contract."),
            body_param("ignore_chksig", Kind::Bool)
                .default(Value::Bool(true))
                .note("JSON boolean")
                .doc("Treat signature checks as passing."),
        ])
        .returns("QueryFees"),
    call("/runGetMethod", "Run method", "Run a contract get-method")
        .doc("Run a get-method of a contract; arguments and result in the legacy stack form.")
        .notes(
            "Python REST turns an integer method into a string name (use JSON-RPC for ids)\n\
             Python accepts [\"cell\"|\"slice\", cell-object]; C++ accepts [\"cell\"|\"slice\", {bytes}]",
        )
        .params(&[
            ADDRESS_FIELD,
            METHOD_FIELD,
            list("stack", Kind::Stack)
                .required()
                .items("LegacyStackIn")
                .note("required even when empty")
                .doc("Arguments."),
            SEQNO_FIELD,
        ])
        .returns("RunGetMethodResult")
        .shows_last_lt(LAST_ID_LT)
        .live_for(1)
        .fixed_when(Fixed::Run, 86400),
    call("/runGetMethodStd", "Run method", "Run a get-method (standard form)")
        .doc("Run a get-method of a contract; arguments and result as typed stack entries.")
        .notes("absent from Python")
        .params(&[
            ADDRESS_FIELD,
            METHOD_FIELD,
            list("stack", Kind::Stack)
                .required()
                .items("TvmStackEntry")
                .note("required even when empty")
                .doc("Arguments."),
            SEQNO_FIELD,
        ])
        .returns("RunGetMethodStdResult")
        .live_for(1)
        .fixed_when(Fixed::Run, 86400),
    read("/detectAddress", "Utils", "Detect address forms")
        .doc("Every form of one address, and the form of the input.")
        .params(&[ADDRESS])
        .returns("DetectAddress")
        .pure_for(86400),
    read("/detectHash", "Utils", "Detect hash")
        .doc("One 256-bit hash as hex, base64 and base64url.")
        .notes("absent from Python (404; JSON-RPC 422 Unknown method)")
        .params(&[query_param("hash", Kind::Hash)
            .required()
            .note("43 (base64url) | 44 (base64 or base64url) | 64 (hex) chars")
            .doc("Any 256-bit hash.")])
        .returns("DetectHash")
        .pure_for(86400),
    read("/packAddress", "Utils", "Pack address")
        .doc("Friendly form of an address.")
        .notes("C++ returns base64URL; Python returns standard base64 (+ and /)")
        .params(&[ADDRESS])
        .returns("string")
        .pure_for(86400),
    read("/unpackAddress", "Utils", "Unpack address")
        .doc("Raw form of an address.")
        .notes(
            "the published schema models the result as an object {workchain,bounceable,testnet,addr_hex}; \
             no released server returns that, it is a plain string\n\
             C++ UPPER-case hex; Python lower-case for friendly input, verbatim echo for raw input",
        )
        .params(&[ADDRESS])
        .returns("string")
        .pure_for(86400),
    read("/getConfigParam", "Configuration", "One config parameter")
        .doc("One parameter of the network configuration, as a cell.")
        .notes(
            "Python requires config_id and does not know param\n\
             C++ GET: config_id is copied into param, so a request with both is accepted and config_id wins",
        )
        .params(&[
            query_param("config_id", Kind::Int)
                .min(0)
                .note(
                    "C++ requires at least 0; exactly one of config_id / param; send this one: it is the published name \
                     and works on both variants",
                )
                .doc("Config parameter number (historic name)."),
            query_param("param", Kind::Int)
                .min(0)
                .undocumented()
                .note("C++ requires at least 0; exactly one of config_id / param; C++ from 2.1.3 only")
                .doc("Config parameter number (new name)."),
            CONFIG_SEQNO,
        ])
        .rules(&[exactly_one(&["config_id", "param"])])
        .returns("ConfigInfo")
        .live_for(5)
        .fixed_when(Fixed::Seqno, 86400),
    read("/getConfigAll", "Configuration", "All config parameters")
        .doc("The whole network configuration, as a cell.")
        .notes("absent from Python")
        .params(&[CONFIG_SEQNO])
        .returns("ConfigInfo")
        .live_for(5)
        .fixed_when(Fixed::Seqno, 86400),
    read("/getLibraries", "Configuration", "Libraries")
        .doc("Library cells by hash.")
        .notes("Python accepts only 44-char base64 or 64-char hex")
        .params(&[repeated_param("libraries", Kind::Hash)
            .note("GET: repeat the key; POST: JSON array; Python: required")
            .doc("Library cell hashes.")])
        .returns("LibraryResult")
        .live_for(5)
        .fixed_when(Fixed::EveryHash, 86400),
    Endpoint::new(Generation::V2, Verb::Post, "/jsonRPC", "RPC", "JSON-RPC endpoint")
        .doc("Call any v2 method by name, with its parameters in a JSON body.")
        .notes(
            "the spec, section 2, types id as integer; the published schema says required string; accept \
             both\n\
             idempotent, side_effect and cache follow the method called; the values here are the \
             strictest\n\
             send all four fields; the published schema requires them",
        )
        .params(&[
            body_param("jsonrpc", Kind::Enum)
                .choices(&["2.0"])
                .default(Value::Text("2.0"))
                .note("not checked by either server; required in the published schema")
                .doc("Protocol tag."),
            body_param("id", Kind::Scalar)
                .note(
                    "Python: string, or number coerced to string; array/object -> 422. C++: ignored entirely",
                )
                .doc("Caller id."),
            body_param("method", Kind::String).required().doc("v2 method name."),
            body_param("params", Kind::Object)
                .default(Value::EmptyObject {})
                .note(
                    "C++: [] and null and scalars count as {}, a non-empty array -> 422; Python: object only",
                )
                .doc("Named parameters."),
        ])
        .returns("any")
        .sends()
        .cached_as_called(),
];
