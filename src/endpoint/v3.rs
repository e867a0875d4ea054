//! The v3 rows, in the order of TON Center's specification.

use super::build::{
    WHOLE, at_least_one, at_most_one, body_param, by_cursor, by_limit, by_offset, cap, envelope, exactly_one,
    header_param, keyset, limit, list, list_param, ordered, page, query_param, repeated_param, requires,
    several_need_one, sort,
};
use super::{Endpoint, Fixed, Generation, Kind, Param, Pattern, Value, Verb};

const fn get(path: &'static str, category: &'static str, title: &'static str) -> Endpoint {
    Endpoint::new(Generation::V3, Verb::Get, path, category, title)
}

const fn post(path: &'static str, category: &'static str, title: &'static str) -> Endpoint {
    Endpoint::new(Generation::V3, Verb::Post, path, category, title)
}

/// Live pages that may be short before the end.
const STALE_ROWS: &str = "the server may drop stale rows after it has cut the page, so a short page need not be the last (in the spec it is)";

const OFFSET: Param = query_param("offset", Kind::Int).default(Value::Int(0)).min(0).doc("Rows to skip.");
const ACTIONS_VERSION: Param =
    header_param("X-Actions-Version", Kind::String).doc("Replaces supported_action_types with one value.");
// The parameters that select traces, also under their old name `events`.
const TRACE_ACCOUNT: Param =
    query_param("account", Kind::Address).doc("Account touched by the trace (single value).");
const TRACE_IDS: Param = list_param("trace_id", Kind::Hash).doc("Trace ids.");
const TRACE_TRANSACTIONS: Param = list_param("tx_hash", Kind::Hash).doc("Any transaction of the trace.");
const TRACE_MESSAGES: Param =
    list_param("msg_hash", Kind::Hash).doc("Any message of the trace (plain or normalised hash).");
const TRACE_MC_SEQNO: Param =
    query_param("mc_seqno", Kind::Int).doc("Masterchain seqno in which the trace completed.");
const TRACE_START_TIME: Param = query_param("start_utime", Kind::Utime)
    .min(0)
    .doc("Only traces whose end time is at or after this Unix second.");
const TRACE_END_TIME: Param = query_param("end_utime", Kind::Utime)
    .min(0)
    .doc("Only traces whose end time is at or before this Unix second.");
const TRACE_START_LT: Param =
    query_param("start_lt", Kind::Lt).min(0).doc("Only traces whose end lt is at least this logical time.");
const TRACE_END_LT: Param =
    query_param("end_lt", Kind::Lt).min(0).doc("Only traces whose end lt is at most this logical time.");
const SUPPORTED_ACTION_TYPES: Param = repeated_param("supported_action_types", Kind::String)
    .server_default(Some(Value::Texts(&["latest"])))
    .doc("As in /actions.");
const MASTERCHAIN_SEQNO: Param = query_param("seqno", Kind::Int).required().doc("Masterchain seqno.");
const POOL: Param = query_param("pool", Kind::Address).required().doc("Pool.");
const START_UTIME: Param = query_param("start_utime", Kind::Utime)
    .min(0)
    .doc("Only rows whose transaction time is at or after this Unix second.");
const END_UTIME: Param = query_param("end_utime", Kind::Utime)
    .min(0)
    .doc("Only rows whose transaction time is at or before this Unix second.");
const STAKE_HOLDER: Param = query_param("stake_holder_address", Kind::Address).doc("Stake holder wallet.");
const ADNL_ADDRESS: Param = query_param("adnl_address", Kind::Hash).doc("ADNL id.");
const VALIDATOR_PUBKEY: Param = query_param("validator_pubkey", Kind::Hash).doc("Validator public key.");

/// All rows of v3: the 49 of the specification and two beyond it.
pub static V3: &[Endpoint] = ROWS;

/// The rows at compile time, for `compact`.
pub(super) const ROWS: &[Endpoint] = &[
    get("/accountStates", "Accounts", "Account states")
        .doc("Latest full state of a list of accounts.")
        .notes(
            "accounts never seen on chain are left out: match by address, not by position\n\
             PostgreSQL backend silently truncates to 1000 rows; kvrocks backend has no cap\n\
             every internal failure is a 422 too, not a 500\n\
             duplicates in the request are collapsed; keep batches near 100 addresses so the URL stays \
             short (ton-org/kit caps at 100)",
        )
        .params(&[
            list_param("address", Kind::Address)
                .required()
                .max_items(1000)
                .note("list length documented, not enforced")
                .doc("Accounts to read, any standard form."),
            query_param("include_boc", Kind::Bool).default(Value::Bool(true)).doc("Include data_boc and code_boc."),
            list_param("code_hash", Kind::Hash).undocumented().doc("Extra filter on contract code hash."),
        ])
        .returns("AccountStatesResponse")
        .shows_last_lt("accounts.last_transaction_lt")
        .lists("accounts")
        .live_for(5),
    get("/addressBook", "Accounts", "Address book")
        .doc("Friendly form, DNS name and detected interfaces per address.")
        .notes(
            "plain strings on the server: comma lists are NOT split\n\
             an unparsable entry does not fail the call: its row has user_friendly=null, domain=null, \
             interfaces=[]",
        )
        .params(&[repeated_param("address", Kind::AddressText)
            .required()
            .max_items(1024)
            .note("list length documented, not enforced")
            .doc("Addresses in any form; the response is keyed by the text sent.")])
        .returns("GenericAddressBook")
        .slow_for(60),
    get("/metadata", "Accounts", "Metadata")
        .doc("Token metadata (jetton, NFT item, NFT collection, jetton wallet) per address.")
        .notes(
            "keyed by raw address; non-token and unparsable inputs are simply missing\n\
             comma lists are NOT split\n\
             do not cache long while is_indexed is false",
        )
        .params(&[repeated_param("address", Kind::AddressText)
            .required()
            .max_items(1024)
            .note("list length documented, not enforced")
            .doc("Addresses in any form.")])
        .returns("Metadata")
        .slow_for(60),
    get("/walletStates", "Accounts", "Wallet states")
        .doc("Wallet view (type, seqno, wallet id, balance) of a list of accounts.")
        .notes(
            "unknown accounts are left out\n\
             every internal failure is a 422",
        )
        .params(&[
            list_param("address", Kind::Address)
                .required()
                .max_items(1000)
                .note("list length documented, not enforced")
                .doc("Accounts to read, any standard form."),
            list_param("code_hash", Kind::Hash)
                .undocumented()
                .doc("Extra filter on contract code hash, as on accountStates."),
        ])
        .returns("WalletStatesResponse")
        .shows_last_lt("wallets.last_transaction_lt")
        .lists("wallets")
        .live_for(2),
    get("/actions", "Actions and traces", "Actions")
        .doc("Classified actions, newest trace first.")
        .notes(
            "a comma list in action_type is refused with 422 (character check), repeat the parameter \
             instead\n\
             only finished traces (end_lt not null)\n\
             action_type, when set, replaces the supported-types filter\n\
             known issue: mc_seqno filter timed out on testnet (ton-http-api#192)\n\
             cache: never immutable: actions can be re-classified",
        )
        .params(&[
            query_param("account", Kind::Address)
                .doc("Account that takes part in the action (single value; last one wins)."),
            list_param("tx_hash", Kind::Hash).doc("Transactions the action covers."),
            list_param("msg_hash", Kind::Hash).doc("Message hash or normalised hash."),
            list_param("action_id", Kind::Hash).doc("Action ids."),
            list_param("trace_id", Kind::Hash).doc("Trace ids."),
            query_param("mc_seqno", Kind::Int).doc("Masterchain seqno in which the trace completed."),
            query_param("start_utime", Kind::Utime)
                .min(0)
                .doc("Only actions whose trace end time is at or after this Unix second."),
            query_param("end_utime", Kind::Utime)
                .min(0)
                .doc("Only actions whose trace end time is at or before this Unix second."),
            query_param("start_lt", Kind::Lt)
                .min(0)
                .doc("Only actions whose trace end lt is at least this logical time."),
            query_param("end_lt", Kind::Lt)
                .min(0)
                .doc("Only actions whose trace end lt is at most this logical time."),
            repeated_param("action_type", Kind::String)
                .pattern(Pattern::Word)
                .note("open set")
                .doc("Only actions of these types."),
            repeated_param("exclude_action_type", Kind::String)
                .pattern(Pattern::Word)
                .note("open set")
                .doc("Drop these action types."),
            repeated_param("supported_action_types", Kind::String)
                .server_default(Some(Value::Texts(&["latest"])))
                .note(
                    "also takes the shortcut names latest, v1 to v5, staking, jettons, nft, nft.v3, dns, \
                     dns.v2, multisig, vesting, evaa, jvault, coffee, tgbtc, layerzero and cocoon",
                )
                .doc(
                    "Types or shortcut names the client understands; unsupported ones fall back to simpler \
                     actions.",
                ),
            query_param("include_accounts", Kind::Bool)
                .default(Value::Bool(false))
                .doc("Add the accounts array to each action."),
            query_param("include_transactions", Kind::Bool)
                .default(Value::Bool(false))
                .doc("Add transactions_full to each action."),
            limit(10, 100),
            OFFSET,
            sort("Order by trace end lt (or trace end time when a utime bound is present)."),
            ACTIONS_VERSION.undocumented(),
        ])
        .page(page(10, 1000, "actions", "Action").sorted_by("lt"))
        .live(
            by_offset(
                100,
                1000,
                "actions",
                "Action",
                "[account,] trace_end_lt|trace_end_utime, trace_id, end_lt|end_utime, action_id",
            )
            .sortable()
            .keyset(keyset("end_lt", "start_lt", "trace_end_lt", "trace_id action_id"))
            .moves(),
        )
        .returns("ActionsResponse")
        .live_for(2),
    get("/pendingActions", "Actions and traces", "Pending actions")
        .doc("Actions of traces still being emulated or not yet indexed.")
        .notes(
            "200 with an empty list when nothing is pending\n\
             no paging",
        )
        .params(&[
            query_param("account", Kind::Address).doc("Account that takes part."),
            list_param("ext_msg_hash", Kind::Hash)
                .doc("Hash (plain or normalised) of the external message that started the trace."),
            SUPPORTED_ACTION_TYPES,
            query_param("include_transactions", Kind::Bool).default(Value::Bool(false)).doc("Add transactions_full."),
            ACTIONS_VERSION.undocumented(),
        ])
        .rules(&[at_least_one(&["account", "ext_msg_hash"])])
        .returns("ActionsResponse")
        .lists("actions"),
    get("/pendingTraces", "Actions and traces", "Pending traces")
        .doc("Traces still being emulated or not yet indexed.")
        .notes(
            "trace_info.trace_state is \"pending\"\n\
             actions array is always present\n\
             200 with an empty list (null on some servers) when nothing is pending\n\
             no paging",
        )
        .params(&[
            query_param("account", Kind::Address).doc("Account touched by the trace."),
            list_param("ext_msg_hash", Kind::Hash).doc("Hash (plain or normalised) of the external message."),
            SUPPORTED_ACTION_TYPES.undocumented(),
            ACTIONS_VERSION.undocumented(),
        ])
        .rules(&[at_least_one(&["account", "ext_msg_hash"])])
        .returns("TracesResponse")
        .lists("traces"),
    get("/traces", "Actions and traces", "Traces")
        .doc("Transaction trees, newest finished first.")
        .notes(
            "pages are large: each trace holds its full transactions; use a small limit\n\
             alias GET /events returns the same rows under key events with actions (deprecated, unlisted)",
        )
        .params(&[
            TRACE_ACCOUNT,
            TRACE_IDS,
            TRACE_TRANSACTIONS,
            TRACE_MESSAGES,
            TRACE_MC_SEQNO,
            TRACE_START_TIME,
            TRACE_END_TIME,
            TRACE_START_LT,
            TRACE_END_LT,
            query_param("include_actions", Kind::Bool)
                .default(Value::Bool(false))
                .doc("Add the actions of each trace."),
            SUPPORTED_ACTION_TYPES,
            limit(10, 100),
            OFFSET,
            sort("Order by end lt (or end time when only utime bounds are set)."),
            ACTIONS_VERSION.undocumented(),
        ])
        .rules(&[at_most_one(&["account", "trace_id", "tx_hash", "msg_hash"])])
        .page(page(10, 1000, "traces", "Trace").sorted_by("lt"))
        .live(
            by_offset(100, 1000, "traces", "Trace", "end_lt|end_utime, trace_id")
                .sortable()
                .keyset(keyset("end_lt", "start_lt", "end_lt", "trace_id"))
                .moves(),
        )
        .returns("TracesResponse")
        .live_for(2)
        .fixed_when(Fixed::Trace, 3600),
    get("/events", "Actions and traces", "Traces with actions (old name)")
        .beyond_specification()
        .doc("The rows of traces with their actions, under the key events. Use traces with include_actions: it has pages.")
        .notes("deprecated: the server lists it in no document")
        .params(&[
            TRACE_ACCOUNT,
            TRACE_IDS,
            TRACE_TRANSACTIONS,
            TRACE_MESSAGES,
            TRACE_MC_SEQNO,
            TRACE_START_TIME,
            TRACE_END_TIME,
            TRACE_START_LT,
            TRACE_END_LT,
            SUPPORTED_ACTION_TYPES,
            limit(10, 100),
            OFFSET,
            sort("Order by end lt (or end time when only utime bounds are set)."),
            ACTIONS_VERSION.undocumented(),
        ])
        .rules(&[at_most_one(&["account", "trace_id", "tx_hash", "msg_hash"])])
        .returns("EventsResponse")
        .lists("events"),
    get("/balanceChanges", "Actions and traces", "Balance changes")
        .beyond_specification()
        .doc("Coins, fees and jettons by which a trace, or one of its actions, changes the balance of each account.")
        .notes(
            "the server lists it in no document\n\
             neither parameter: 400; an unknown action_id without trace_id: 404; an action that the trace does not have: every \
             map is null",
        )
        .params(&[
            query_param("trace_id", Kind::Hash)
                .note("compared as text: send base64, as responses have it")
                .doc("Trace."),
            query_param("action_id", Kind::Hash)
                .note("compared as text: send base64, as responses have it")
                .doc("Action: only its changes."),
        ])
        .rules(&[at_least_one(&["trace_id", "action_id"])])
        .returns("BalanceChanges"),
    get("/adjacentTransactions", "Blockchain data", "Adjacent transactions")
        .doc("Parent and/or child transactions of one transaction.")
        .notes(
            "sorted by lt ascending\n\
             a leaf with no neighbour is a 404, not an empty list\n\
             unknown direction values are ignored",
        )
        .params(&[
            query_param("hash", Kind::Hash)
                .required()
                .note("optional in the OpenAPI, required in practice")
                .doc("Transaction hash (needed in practice)."),
            query_param("direction", Kind::Enum)
                .choices(&["in", "out"])
                .doc("in: parent only; out: children only; absent: both."),
        ])
        .returns("TransactionsResponse")
        .lists("transactions")
        .slow_for(10)
        .fixed_when(Fixed::Incoming, 3600),
    get("/blocks", "Blockchain data", "Blocks")
        .doc("Blocks by filter.")
        .notes(
            "no address_book key\n\
             send sort explicitly",
        )
        .params(&[
            query_param("workchain", Kind::Int).doc("Workchain id."),
            query_param("shard", Kind::ShardHex).doc("Shard id in hex (0x optional)."),
            query_param("seqno", Kind::Int).doc("Block seqno."),
            query_param("root_hash", Kind::Hash).doc("Root hash."),
            query_param("file_hash", Kind::Hash).doc("File hash."),
            query_param("mc_seqno", Kind::Int).doc("Masterchain block that committed it."),
            query_param("start_utime", Kind::Utime)
                .min(0)
                .doc("Only blocks whose generation time is at or after this Unix second."),
            query_param("end_utime", Kind::Utime)
                .min(0)
                .doc("Only blocks whose generation time is at or before this Unix second."),
            query_param("start_lt", Kind::Lt)
                .min(0)
                .doc("Only blocks whose start lt is at least this logical time."),
            query_param("end_lt", Kind::Lt)
                .min(0)
                .doc("Only blocks whose start lt is at most this logical time."),
            limit(10, 100),
            OFFSET,
            sort("Order by generation time."),
        ])
        .rules(&[
            requires("shard", &["workchain"]).unenforced(),
            requires("seqno", &["workchain"]).unenforced(),
            requires("seqno", &["shard"]).unenforced(),
        ])
        .page(page(10, 1000, "blocks", "Block").sorted_by("utime"))
        .live(
            by_offset(100, 1000, "blocks", "Block", "gen_utime, -workchain, shard, seqno")
                .sortable()
                .keyset(keyset("end_utime", "start_utime", "gen_utime", "root_hash")),
        )
        .returns("BlocksResponse")
        .live_for(2)
        .fixed_when(Fixed::Block, 86400),
    get("/masterchainBlockShardState", "Blockchain data", "Masterchain block shard state")
        .doc("Shard tops as of a masterchain block (like v2 shards), including the masterchain block itself.")
        .notes(
            "OpenAPI wrongly declares TransactionsResponse; the wire carries {\"blocks\": [...]}\n\
             the result never changes; no pagination",
        )
        .params(&[MASTERCHAIN_SEQNO])
        .returns("BlocksResponse")
        .lists("blocks")
        .immutable_for(86400),
    get("/masterchainBlockShards", "Blockchain data", "Masterchain block shards")
        .doc(
            "All blocks committed by a masterchain block (new since the previous one), including the \
             masterchain block itself.",
        )
        .notes(
            "OpenAPI wrongly declares TransactionsResponse\n\
             an offset beyond the end returns 404 {\"error\":\"blocks not found\"}: when offset > 0, \
             treat that as the end of the data\n\
             sort parameter is ignored",
        )
        .params(&[MASTERCHAIN_SEQNO, limit(10, 100), OFFSET])
        .page(page(10, 1000, "blocks", "Block"))
        .live(
            by_offset(
                100,
                1000,
                "blocks",
                "Block",
                "no fixed order on one database; gen_utime, descending, on federated ones",
            )
            .id("root_hash")
            .ends("404 or page < limit")
            .notes("past the end: 404 blocks not found instead of an empty page"),
        )
        .returns("BlocksResponse")
        .immutable_for(3600),
    get("/masterchainInfo", "Blockchain data", "Masterchain info")
        .doc("First and last indexed masterchain blocks.")
        .notes("good liveness probe and the cheapest call")
        .returns("MasterchainInfo")
        .live_for(1),
    get("/messages", "Blockchain data", "Messages")
        .doc("Messages by filter, one row per message.")
        .notes(
            "docs advise start_lt=1 with sort=desc to get the latest messages (older server order put NULL \
             created_lt first); v1.3 orders by the effective lt instead\n\
             opcode: text that is valid hex is read as hex even without 0x (\"10\" means 0x10)",
        )
        .params(&[
            list_param("msg_hash", Kind::Hash).doc("Message hash or normalised hash."),
            query_param("body_hash", Kind::Hash).doc("Hash of the body cell."),
            query_param("source", Kind::AddressOrNull).doc("Sender; the literal null selects external-in."),
            query_param("destination", Kind::AddressOrNull).doc("Receiver; the literal null selects log messages."),
            query_param("opcode", Kind::Opcode).doc("32-bit opcode, hex or signed decimal."),
            query_param("start_utime", Kind::Utime)
                .min(0)
                .doc("Only messages whose created_at is at or after this Unix second."),
            query_param("end_utime", Kind::Utime)
                .min(0)
                .doc("Only messages whose created_at is at or before this Unix second."),
            query_param("start_lt", Kind::Lt)
                .min(0)
                .doc("Only messages whose created_lt is at least this logical time."),
            query_param("end_lt", Kind::Lt)
                .min(0)
                .doc("Only messages whose created_lt is at most this logical time."),
            query_param("direction", Kind::Enum).choices(&["in", "out"]).doc("in or out side of the message record."),
            query_param("exclude_externals", Kind::Bool).doc("Drop external-in messages."),
            query_param("only_externals", Kind::Bool).doc("Only external incoming messages."),
            limit(10, 100),
            OFFSET,
            sort("Order by effective lt: created_lt, or the receiving transaction lt for external-in."),
            list_param("hash", Kind::Hash).undocumented().doc("Old name of msg_hash."),
        ])
        .rules(&[at_most_one(&["hash", "msg_hash"])])
        .page(page(10, 1000, "messages", "Message").sorted_by("lt"))
        .live(
            by_offset(
                100,
                1000,
                "messages",
                "Message",
                "effective lt (created_at with utime bounds), msg_hash",
            )
            .sortable()
            .keyset(
                keyset("end_lt", "start_lt", "created_lt", "hash created_lt|in_msg_tx_hash")
                    .warning("any lt bound drops external-in messages"),
            ),
        )
        .returns("MessagesResponse")
        .live_for(2)
        .fixed_when(Fixed::Message, 600),
    get("/pendingTransactions", "Blockchain data", "Pending transactions")
        .doc("Emulated transactions not yet indexed.")
        .notes(
            "nothing pending is usually a 404\n\
             transactions may be JSON null when everything pending has been indexed meanwhile\n\
             finality is pending or confirmed",
        )
        .params(&[
            list_param("account", Kind::Address)
                .required()
                .note("optional in the OpenAPI, required in practice")
                .doc("Accounts whose pending transactions to return."),
            list_param("trace_id", Kind::Hash)
                .ignored()
                .doc("Documented, but v1.3 never reads it: account is mandatory and wins."),
        ])
        .returns("TransactionsResponse")
        .lists("transactions"),
    get("/transactions", "Blockchain data", "Transactions")
        .doc("Transactions by filter.")
        .notes(
            "no metadata key\n\
             exclude_account is not implemented server-side\n\
             adding a utime bound switches the sort key to now\n\
             address_book inside may change (DNS names), rows do not",
        )
        .params(&[
            query_param("workchain", Kind::Int).doc("Workchain of the block."),
            query_param("shard", Kind::ShardHex).doc("Shard id in hex."),
            query_param("seqno", Kind::Int).doc("Block seqno."),
            query_param("mc_seqno", Kind::Int).doc("Masterchain block that committed it."),
            list_param("account", Kind::Address).doc("Accounts whose transactions to return."),
            list_param("exclude_account", Kind::Address)
                .ignored()
                .doc("Documented exclusion list; the server ignores it."),
            list_param("hash", Kind::Hash)
                .note("the OpenAPI types it as one value; the server reads a list")
                .doc("Transaction hash (documented as a single value; repeats work)."),
            query_param("lt", Kind::Lt).doc("Exact transaction lt."),
            query_param("start_utime", Kind::Utime)
                .min(0)
                .doc("Only transactions whose time is at or after this Unix second."),
            query_param("end_utime", Kind::Utime)
                .min(0)
                .doc("Only transactions whose time is at or before this Unix second."),
            query_param("start_lt", Kind::Lt)
                .min(0)
                .doc("Only transactions whose lt is at least this logical time."),
            query_param("end_lt", Kind::Lt)
                .min(0)
                .doc("Only transactions whose lt is at most this logical time."),
            limit(10, 100),
            OFFSET,
            sort("Order by lt."),
            query_param("direction", Kind::Enum)
                .choices(&["in", "out"])
                .undocumented()
                .doc("Message side; only with msg_hash or opcode."),
            list_param("msg_hash", Kind::Hash).undocumented().doc("Message hash."),
            query_param("source", Kind::Address).undocumented().doc("Message sender."),
            query_param("destination", Kind::Address).undocumented().doc("Message receiver."),
            query_param("body_hash", Kind::Hash).undocumented().doc("Message body hash."),
            query_param("opcode", Kind::Opcode).undocumented().doc("Message opcode."),
        ])
        .rules(&[
            requires("shard", &["workchain"]).unenforced(),
            requires("seqno", &["workchain"]).unenforced(),
            requires("seqno", &["shard"]).unenforced(),
            requires("direction", &["msg_hash", "opcode"]),
        ])
        .page(page(10, 1000, "transactions", "Transaction").sorted_by("lt"))
        .live(
            by_offset(
                100,
                1000,
                "transactions",
                "Transaction",
                "single account: account, [now,] lt; otherwise [now,] lt, account; hash lookups: hash",
            )
            .sortable()
            .keyset(keyset("end_lt", "start_lt", "lt", "hash").exact(
                "lt is unique per account, so with exactly one account the next page may use \
                 end_lt = last.lt - 1 (or start_lt = last.lt + 1)",
            )),
        )
        .returns("TransactionsResponse")
        .live_for(2)
        .fixed_when(Fixed::Transaction, 3600),
    get("/transactionsByMasterchainBlock", "Blockchain data", "Transactions by masterchain block")
        .doc("All transactions committed by one masterchain block, all shards.")
        .notes(
            "the rows never change, so pagination by offset is safe here\n\
             404 for a block not indexed yet: retry later, never cache",
        )
        .params(&[MASTERCHAIN_SEQNO, limit(10, 100), OFFSET, sort("Order by lt.")])
        .page(page(10, 1000, "transactions", "Transaction").sorted_by("lt"))
        .live(by_offset(100, 1000, "transactions", "Transaction", "lt, account").id("hash").sortable())
        .returns("TransactionsResponse")
        .immutable_for(3600),
    get("/transactionsByMessage", "Blockchain data", "Transactions by message")
        .doc("Transactions whose in or out message matches.")
        .notes("all other /transactions filters are accepted too")
        .params(&[
            list_param("msg_hash", Kind::Hash)
                .note("the OpenAPI types it as one value; the server reads a list")
                .doc("Message hash or normalised hash (documented as single)."),
            query_param("body_hash", Kind::Hash).doc("Body hash."),
            query_param("opcode", Kind::Opcode).doc("Opcode."),
            query_param("direction", Kind::Enum).choices(&["in", "out"]).doc("Message side."),
            limit(10, 100),
            OFFSET,
            sort("Order by lt.").undocumented(),
        ])
        .rules(&[at_least_one(&["msg_hash", "body_hash", "opcode"])])
        .page(
            page(10, 1000, "transactions", "Transaction")
                .notes("sort works on the server although the spec does not list it"),
        )
        .live(
            by_offset(100, 1000, "transactions", "Transaction", "lt, descending (`sort` works although it is not documented)")
                .id("hash")
                .sortable(),
        )
        .returns("TransactionsResponse")
        .live_for(2)
        .fixed_when(Fixed::Side, 600),
    get("/jetton/burns", "Jettons", "Jetton burns")
        .doc("Jetton burns.")
        .notes("prefer owner_address: it is validated and takes lists")
        .params(&[
            query_param("address", Kind::Address)
                .note("the OpenAPI types it as a list; the server reads one value")
                .doc(
                    "Owner of the burning wallet. Documented as a list, but only the first value is read \
                     and an unparsable one is silently ignored (no filter!).",
                ),
            list_param("owner_address", Kind::Address).undocumented().doc("Owners; the real list filter."),
            list_param("jetton_wallet", Kind::Address)
                .max_items(1000)
                .note("list length documented, not enforced")
                .doc("Jetton wallets."),
            query_param("jetton_master", Kind::Address).doc("Jetton master."),
            query_param("start_utime", Kind::Utime)
                .min(0)
                .doc("Only burns whose time is at or after this Unix second."),
            query_param("end_utime", Kind::Utime)
                .min(0)
                .doc("Only burns whose time is at or before this Unix second."),
            query_param("start_lt", Kind::Lt)
                .min(0)
                .doc("Only burns whose lt is at least this logical time."),
            query_param("end_lt", Kind::Lt).min(0).doc("Only burns whose lt is at most this logical time."),
            limit(10, 100),
            OFFSET,
            sort("Order by lt."),
        ])
        .page(page(10, 1000, "jetton_burns", "JettonBurn").sorted_by("lt"))
        .live(
            by_offset(
                100,
                1000,
                "jetton_burns",
                "JettonBurn",
                "tx_lt (tx_now with bounds on utime); equal values have no fixed order",
            )
            .sortable()
            .keyset(keyset("end_lt", "start_lt", "transaction_lt", "transaction_hash")),
        )
        .returns("JettonBurnsResponse")
        .live_for(2),
    get("/jetton/masters", "Jettons", "Jetton masters")
        .doc("Jetton masters.")
        .notes("stale or destroyed rows are removed after paging: a short page does not prove the end")
        .params(&[
            list_param("address", Kind::Address)
                .max_items(1024)
                .note("list length documented, not enforced")
                .doc("Masters."),
            list_param("admin_address", Kind::Address)
                .max_items(1024)
                .note("list length documented, not enforced")
                .doc("Admins."),
            limit(10, 100),
            OFFSET,
        ])
        .page(page(10, 1000, "jetton_masters", "JettonMaster"))
        .live(
            by_offset(
                100,
                1000,
                "jetton_masters",
                "JettonMaster",
                "id in the index, ascending; address if `address` is set",
            )
            .stale()
            .id("address")
            .refused_with("500")
            .notes(STALE_ROWS),
        )
        .returns("JettonMastersResponse")
        .slow_for(15),
    get("/jetton/transfers", "Jettons", "Jetton transfers")
        .doc("Jetton transfers (aborted ones excluded).")
        .notes(
            "any direction other than in/both acts as out\n\
             timeouts reported for busy wallets (ton-http-api#130)",
        )
        .params(&[
            list_param("owner_address", Kind::Address)
                .max_items(1000)
                .note("list length documented, not enforced")
                .doc("Owner of the sending or receiving wallet."),
            list_param("jetton_wallet", Kind::Address)
                .max_items(1000)
                .note("list length documented, not enforced")
                .doc("Sending jetton wallets."),
            query_param("jetton_master", Kind::Address).doc("Jetton master."),
            query_param("direction", Kind::Enum)
                .choices(&["in", "out"])
                .doc("in or out relative to owner_address; both is accepted as no filter."),
            query_param("start_utime", Kind::Utime)
                .min(0)
                .doc("Only transfers whose time is at or after this Unix second."),
            query_param("end_utime", Kind::Utime)
                .min(0)
                .doc("Only transfers whose time is at or before this Unix second."),
            query_param("start_lt", Kind::Lt)
                .min(0)
                .doc("Only transfers whose lt is at least this logical time."),
            query_param("end_lt", Kind::Lt)
                .min(0)
                .doc("Only transfers whose lt is at most this logical time."),
            limit(10, 100),
            OFFSET,
            sort("Order by lt."),
            query_param("address", Kind::Address)
                .undocumented()
                .doc("Old single-value name of owner_address; unparsable text is silently ignored."),
        ])
        .rules(&[requires("direction", &["owner_address"]).unenforced()])
        .page(page(10, 1000, "jetton_transfers", "JettonTransfer").sorted_by("lt"))
        .live(
            by_offset(
                100,
                1000,
                "jetton_transfers",
                "JettonTransfer",
                "tx_lt (tx_now with bounds on utime); equal values have no fixed order",
            )
            .sortable()
            .keyset(keyset("end_lt", "start_lt", "transaction_lt", "transaction_hash")),
        )
        .returns("JettonTransfersResponse")
        .live_for(2),
    get("/jetton/wallets", "Jettons", "Jetton wallets")
        .doc("Jetton wallets.")
        .notes(
            "spec and docs say it orders by balance: true only when sort is sent; omit sort for stable pages \
             (append-only id order, removals aside)\n\
             deep offsets time out with 500 (ton-http-api#156, offset 3.7M)\n\
             mintless_info appears only while a mintless airdrop is unclaimed",
        )
        .params(&[
            list_param("address", Kind::Address)
                .max_items(1000)
                .note("list length documented, not enforced")
                .doc("Jetton wallet addresses."),
            list_param("owner_address", Kind::Address)
                .max_items(1000)
                .note("list length documented, not enforced")
                .doc("Owners."),
            list_param("jetton_address", Kind::Address).doc("Jetton masters."),
            query_param("exclude_zero_balance", Kind::Bool).doc("Drop empty wallets."),
            limit(10, 100),
            OFFSET,
            sort(
                "Order by balance. The spec says desc is the default; without sort the server orders by \
                 internal id instead.",
            )
            .server_default(None),
        ])
        .rules(&[several_need_one("jetton_address", "owner_address")])
        .page(page(10, 1000, "jetton_wallets", "JettonWallet").sorted_by("balance"))
        .live(
            by_offset(
                100,
                1000,
                "jetton_wallets",
                "JettonWallet",
                "balance if `sort` is set, else internal id; address if only `address` is set; first by owner or jetton master if that filter is set",
            )
            .stale()
            .id("address")
            .sortable()
            .refused_with("500")
            .notes(STALE_ROWS),
        )
        .returns("JettonWalletsResponse")
        .live_for(5),
    get("/nft/collections", "NFTs", "NFT collections")
        .doc("NFT collections.")
        .params(&[
            list_param("collection_address", Kind::Address)
                .max_items(1024)
                .note("list length documented, not enforced")
                .doc("Collections."),
            list_param("owner_address", Kind::Address)
                .max_items(1024)
                .note("list length documented, not enforced")
                .doc("Collection owners."),
            limit(10, 100),
            OFFSET,
        ])
        .page(page(10, 1000, "nft_collections", "NFTCollection"))
        .live(
            by_offset(
                100,
                1000,
                "nft_collections",
                "NFTCollection",
                "id in the index, ascending; address if `collection_address` is set",
            )
            .stale()
            .id("address")
            .refused_with("500")
            .notes(STALE_ROWS),
        )
        .returns("NFTCollectionsResponse")
        .slow_for(30),
    get("/nft/items", "NFTs", "NFT items")
        .doc("NFT items.")
        .notes(
            "the index-without-collection error is a 500 on the wire, so validate it client-side\n\
             include_on_sale covers GetGems sale/auction contracts (v4r1 requested in ton-http-api#187; v4 \
             detector present in v1.3)\n\
             index: comma lists are not split",
        )
        .params(&[
            list_param("address", Kind::Address)
                .max_items(1000)
                .note("list length documented, not enforced")
                .doc("Items."),
            list_param("owner_address", Kind::Address)
                .max_items(1000)
                .note("list length documented, not enforced")
                .doc("Owners."),
            list_param("collection_address", Kind::Address).doc("Collections."),
            repeated_param("index", Kind::Dec)
                .max_items(1000)
                .pattern(Pattern::Digits)
                .note("list length documented, not enforced")
                .doc("Item indexes inside the collection, decimal digits."),
            query_param("include_on_sale", Kind::Bool)
                .default(Value::Bool(false))
                .doc("With owner_address: also items held by a sale or auction contract for that owner."),
            query_param("sort_by_last_transaction_lt", Kind::Bool)
                .doc("Newest activity first; unstable while paging."),
            limit(10, 100),
            OFFSET,
            sort("Listed as sortable by the spec; the server ignores it.").ignored(),
        ])
        .rules(&[
            requires("index", &["collection_address"]),
            several_need_one("collection_address", "owner_address"),
        ])
        .page(
            page(10, 1000, "nft_items", "NFTItem")
                .sorted_by("lt")
                .notes("sortable by the spec; the server does not sort here"),
        )
        .live(
            by_offset(
                100,
                1000,
                "nft_items",
                "NFTItem",
                "id; owner, collection and index with `owner_address`; collection and index with one `collection_address`; last_transaction_lt, descending, on request",
            )
            .stale()
            .id("address")
            .refused_with("500")
            .notes(
                "spec and docs tables say sortable; the OpenAPI has no sort parameter and the server \
                 ignores one; only sort_by_last_transaction_lt works\n\
                 the server may drop stale rows after it has cut the page, so a short page need not be \
                 the last (in the spec it is)",
            ),
        )
        .returns("NFTItemsResponse")
        .live_for(10),
    get("/nft/sales", "NFTs", "NFT sales and auctions")
        .doc("Sale and auction contracts (GetGems sale, GetGems auction, Telemint) by contract address.")
        .notes(
            "limit/offset are parsed but unused: no paging\n\
             on a PostgreSQL-only server Telemint rows may surface without details (type naming slip in \
             source)",
        )
        .params(&[list_param("address", Kind::Address)
            .required()
            .max_items(1000)
            .note("the server refuses longer lists")
            .doc("Sale or auction contract addresses.")])
        .returns("NFTSalesResponse")
        .lists("nft_sales")
        .live_for(10),
    get("/nft/transfers", "NFTs", "NFT transfers")
        .doc("NFT ownership transfers.")
        .params(&[
            list_param("owner_address", Kind::Address)
                .max_items(1000)
                .note("list length documented, not enforced")
                .doc("Previous or new owner."),
            list_param("item_address", Kind::Address)
                .max_items(1000)
                .note("list length documented, not enforced")
                .doc("Items."),
            query_param("collection_address", Kind::Address).doc("Collection."),
            query_param("direction", Kind::Enum)
                .choices(&["in", "out"])
                .doc("in or out relative to owner_address; both means no filter."),
            query_param("start_utime", Kind::Utime)
                .min(0)
                .doc("Only transfers whose time is at or after this Unix second."),
            query_param("end_utime", Kind::Utime)
                .min(0)
                .doc("Only transfers whose time is at or before this Unix second."),
            query_param("start_lt", Kind::Lt)
                .min(0)
                .doc("Only transfers whose lt is at least this logical time."),
            query_param("end_lt", Kind::Lt)
                .min(0)
                .doc("Only transfers whose lt is at most this logical time."),
            limit(10, 100),
            OFFSET,
            sort("Order by lt."),
            query_param("address", Kind::Address).undocumented().doc("Old single-value name of owner_address."),
        ])
        .rules(&[requires("direction", &["owner_address"]).unenforced()])
        .page(page(10, 1000, "nft_transfers", "NFTTransfer").sorted_by("lt"))
        .live(
            by_offset(
                100,
                1000,
                "nft_transfers",
                "NFTTransfer",
                "tx_lt (tx_now with bounds on utime); equal values have no fixed order",
            )
            .sortable()
            .keyset(keyset("end_lt", "start_lt", "transaction_lt", "transaction_hash")),
        )
        .returns("NFTTransfersResponse")
        .live_for(2),
    get("/dns/records", "DNS", "DNS records")
        .doc("DNS records by wallet or exact domain (.ton, .t.me).")
        .notes(
            "row key is records\n\
             every internal failure is a 422",
        )
        .params(&[
            query_param("wallet", Kind::Address).doc("Records whose wallet entry points here."),
            query_param("domain", Kind::String).doc("Exact domain name."),
            limit(100, 100),
            OFFSET,
        ])
        .rules(&[exactly_one(&["wallet", "domain"])])
        .page(page(100, 1000, "records", "DNSRecord"))
        .live(
            by_offset(100, 1000, "records", "DNSRecord", "domain length, then domain")
                .id("nft_item_address domain"),
        )
        .returns("DNSRecordsResponse")
        .slow_for(60),
    get("/dns/activeAuctions", "DNS", "DNS auctions by bidder")
        .doc("DNS auctions the address currently leads or has won but not claimed.")
        .notes("the only v3 endpoint with a real cursor; not in the pagination table of the spec")
        .params(&[
            query_param("bidder", Kind::Address).required().doc("Leading bidder (standard address)."),
            query_param("state", Kind::Enum)
                .choices(&["all", "won", "bidding"])
                .default(Value::Text("all"))
                .doc("won: ended unclaimed; bidding: still open."),
            query_param("include_nft_items", Kind::Bool).default(Value::Bool(false)).doc("Attach the NFT item."),
            query_param("after", Kind::String).doc("Opaque cursor: next_cursor of the previous page."),
            limit(100, 100),
            OFFSET,
        ])
        .rules(&[at_most_one(&["after", "offset"])])
        .live(
            by_cursor(
                100,
                1000,
                "auctions",
                "DNSAuction",
                "auction_end_time and nft_item_address, both ascending",
            )
            .after(envelope(&["after"], &["next_cursor"]))
            .id("nft_item_address")
            .moves()
            .refused_with("500")
            .ends("cursor is null")
            .notes("offset works too, not together with the cursor"),
        )
        .returns("DNSAuctionsResponse")
        .live_for(5),
    get("/staking/nominatorPools/pool", "Staking", "Nominator pool")
        .doc("State of one nominator pool.")
        .params(&[POOL])
        .returns("NominatorPoolInfo")
        .live_for(30),
    get("/staking/nominatorPools/nominator", "Staking", "Nominator positions in nominator pools")
        .doc("Positions of one nominator across pools.")
        .params(&[query_param("nominator", Kind::Address).required().doc("Nominator.")])
        .returns("NominatorPoolsResponse")
        .lists("nominator_pools")
        .live_for(30),
    get("/staking/nominatorPools/nominatorEvents", "Staking", "Nominator events from nominator pools")
        .doc("Nominator-side events of a pool.")
        .notes(
            "limit only, no offset: for the next page set end_utime to the utime of the last row and drop repeated rows\n\
             start_utime/end_utime echo the request and are absent when not sent",
        )
        .params(&[
            POOL,
            query_param("nominator", Kind::Address).doc("Only this nominator."),
            START_UTIME,
            END_UTIME,
            limit(100, 100),
        ])
        .rules(&[ordered("start_utime", "end_utime")])
        .live(
            by_limit(100, 1000, "events", "NominatorPoolEvent", "time and lt, both descending")
                .id("tx_hash nominator_address type")
                .notes("no offset: for the next page set end_utime to the utime of the last row and drop repeated rows"),
        )
        .returns("NominatorPoolEventsResponse")
        .live_for(30),
    get("/staking/nominatorPools/nominatorRewards", "Staking", "Nominator rewards from a pool")
        .doc("Rewards of one nominator in one pool.")
        .notes("total_on_page sums only the returned rows")
        .params(&[
            query_param("nominator", Kind::Address).required().doc("Nominator."),
            POOL,
            START_UTIME,
            END_UTIME,
            limit(100, 100),
        ])
        .rules(&[ordered("start_utime", "end_utime")])
        .live(
            by_limit(100, 1000, "rewards", "NominatorReward", "time and lt, both descending")
                .id("tx_hash")
                .notes("no offset: for the next page set end_utime to the utime of the last row and drop repeated rows"),
        )
        .returns("NominatorRewardsResponse")
        .live_for(30),
    get("/staking/nominatorPools/validatorEvents", "Staking", "Validator accounting events from pools")
        .doc("Validator-side accounting events of pools.")
        .params(&[
            query_param("validator", Kind::Address).doc("Validator."),
            query_param("pool", Kind::Address).doc("Pool."),
            query_param("type", Kind::Enum)
                .choices(&["reward", "penalty", "deposit", "withdrawal"])
                .doc("Event kind (server does not validate the text)."),
            START_UTIME,
            END_UTIME,
            limit(100, 100),
        ])
        .rules(&[at_least_one(&["validator", "pool"]), ordered("start_utime", "end_utime")])
        .live(
            by_limit(100, 1000, "events", "NominatorPoolValidatorEvent", "time and lt, both descending")
                .id("tx_hash pool_address validator_address type")
                .notes("no offset: for the next page set end_utime to the utime of the last row and drop repeated rows"),
        )
        .returns("NominatorPoolValidatorEventsResponse")
        .live_for(30),
    get("/staking/nominatorPools/validatorRewards", "Staking", "Validator rewards from a pool")
        .doc("Validator rewards from one pool.")
        .params(&[
            query_param("validator", Kind::Address).required().doc("Validator."),
            POOL,
            START_UTIME,
            END_UTIME,
            limit(100, 100),
        ])
        .rules(&[ordered("start_utime", "end_utime")])
        .live(
            by_limit(100, 1000, "rewards", "NominatorPoolValidatorReward", "time and lt, both descending")
                .id("tx_hash")
                .notes("no offset: for the next page set end_utime to the utime of the last row and drop repeated rows"),
        )
        .returns("NominatorPoolValidatorRewardsResponse")
        .live_for(30),
    get("/validators/events", "Validators", "Validator stake and recover events")
        .doc("Stake accepted / rejected / recovered events at the elector.")
        .notes("offset and sort work although the OpenAPI omits them (ton-indexer#432)")
        .params(&[
            STAKE_HOLDER,
            ADNL_ADDRESS,
            VALIDATOR_PUBKEY,
            query_param("type", Kind::Enum)
                .choices(&["stake_accepted", "stake_rejected", "stake_recovered"])
                .doc("Event kind."),
            query_param("start_utime", Kind::Utime)
                .min(0)
                .doc("Only events whose time is at or after this Unix second."),
            query_param("end_utime", Kind::Utime)
                .min(0)
                .doc("Only events whose time is at or before this Unix second."),
            limit(10, 10),
            OFFSET.undocumented(),
            sort("Direction of the time order.").undocumented(),
        ])
        .rules(&[at_most_one(&["stake_holder_address", "adnl_address"]), ordered("start_utime", "end_utime")])
        .live(
            by_offset(10, 1000, "events", "ValidatorEvent", "tx_now, tx_lt")
                .id("tx_hash type validator_pubkey")
                .sortable()
                .notes("offset and sort work but are not documented"),
        )
        .returns("ValidatorEventsResponse")
        .live_for(30),
    get("/validators/elections", "Validators", "Validator elections")
        .doc("Validator elections.")
        .params(&[
            query_param("election_id", Kind::Int).doc("Election id (start of the round, unix seconds)."),
            STAKE_HOLDER,
            ADNL_ADDRESS,
            VALIDATOR_PUBKEY,
            query_param("return_participants", Kind::Bool)
                .default(Value::Bool(false))
                .doc("Attach participants (only matching ones when a filter for one validator is set)."),
            query_param("finished", Kind::Bool).doc("Filter by finished flag."),
            query_param("start_utime", Kind::Utime).min(0).doc("Lower bound applied to election_id."),
            query_param("end_utime", Kind::Utime).min(0).doc("Upper bound applied to election_id."),
            limit(10, 10).note("at most 100 when the request includes that list"),
            OFFSET.undocumented(),
            sort("Direction of the time order.").undocumented(),
        ])
        .rules(&[
            at_most_one(&["stake_holder_address", "adnl_address"]),
            ordered("start_utime", "end_utime"),
            cap("limit", 100, "return_participants"),
        ])
        .live(
            by_offset(10, 1000, "elections", "ValidatorElection", "election_id")
                .id("election_id")
                .sortable()
                .notes("offset and sort work but are not documented"),
        )
        .returns("ValidatorElectionsResponse")
        .slow_for(60)
        .fixed_when(Fixed::Election, 3600),
    get("/validators/cycles", "Validators", "Validator cycles")
        .doc("Validation cycles.")
        .notes(
            "max_factor is the raw declared factor, 65536 = 1.0; effective = min(max_factor, \
             max_stake_factor)",
        )
        .params(&[
            query_param("cycle_start", Kind::Int).doc("Cycle start (unix seconds)."),
            query_param("election_id", Kind::Int).doc("Election that produced it."),
            STAKE_HOLDER,
            ADNL_ADDRESS,
            VALIDATOR_PUBKEY,
            query_param("return_validators", Kind::Bool)
                .default(Value::Bool(false))
                .doc("Attach validators (only matching ones when a filter for one validator is set)."),
            query_param("start_utime", Kind::Utime)
                .min(0)
                .doc("Only cycles whose start is at or after this Unix second."),
            query_param("end_utime", Kind::Utime)
                .min(0)
                .doc("Only cycles whose start is at or before this Unix second."),
            limit(10, 10).note("at most 100 when the request includes that list"),
            OFFSET.undocumented(),
            sort("Direction of the time order.").undocumented(),
        ])
        .rules(&[
            at_most_one(&["stake_holder_address", "adnl_address"]),
            ordered("start_utime", "end_utime"),
            cap("limit", 100, "return_validators"),
        ])
        .live(
            by_offset(10, 1000, "cycles", "ValidatorCycle", "cycle_start")
                .id("cycle_start")
                .sortable()
                .notes("offset and sort work but are not documented"),
        )
        .returns("ValidatorCyclesResponse")
        .slow_for(60),
    get("/validators/complaints", "Validators", "Validator complaints")
        .doc("Complaints against validators.")
        .params(&[
            query_param("cycle_start", Kind::Int).doc("Cycle start."),
            query_param("election_id", Kind::Int).doc("Election id."),
            STAKE_HOLDER,
            ADNL_ADDRESS,
            VALIDATOR_PUBKEY,
            query_param("start_utime", Kind::Utime)
                .min(0)
                .doc("Only complaints whose created_at is at or after this Unix second."),
            query_param("end_utime", Kind::Utime)
                .min(0)
                .doc("Only complaints whose created_at is at or before this Unix second."),
            limit(10, 10),
            OFFSET.undocumented(),
            sort("Direction of the time order.").undocumented(),
        ])
        .rules(&[at_most_one(&["stake_holder_address", "adnl_address"]), ordered("start_utime", "end_utime")])
        .live(
            by_offset(10, 1000, "complaints", "ValidatorComplaint", "created_at, complaint_hash")
                .id("election_id complaint_hash")
                .sortable()
                .notes("offset and sort work but are not documented"),
        )
        .returns("ValidatorComplaintsResponse")
        .slow_for(60),
    get("/multisig/orders", "Multisig", "Multisig orders")
        .doc("Multisig v2 orders.")
        .notes("page maximum: spec 1000, OpenAPI 1024, server cap 1000")
        .params(&[
            list_param("address", Kind::Address)
                .max_items(1024)
                .note("list length documented, not enforced")
                .doc("Order contracts."),
            list_param("multisig_address", Kind::Address)
                .max_items(1024)
                .note("list length documented, not enforced")
                .doc("Owning multisigs."),
            query_param("parse_actions", Kind::Bool).default(Value::Bool(false)).doc("Decode order actions."),
            limit(10, 100).note("OpenAPI maximum 1024"),
            OFFSET,
            sort("Order (documented: last_transaction_lt; real: internal id)."),
        ])
        .rules(&[at_least_one(&["address", "multisig_address"])])
        .page(page(10, 1000, "orders", "MultisigOrder").sorted_by("lt").notes("OpenAPI maximum 1024"))
        .live(
            by_offset(
                100,
                1000,
                "orders",
                "MultisigOrder",
                "internal id; address if `address` is set",
            )
            .stale()
            .id("address")
            .sortable()
            .refused_with("500")
            .notes(STALE_ROWS),
        )
        .returns("MultisigOrderResponse")
        .live_for(10),
    get("/multisig/wallets", "Multisig", "Multisig wallets")
        .doc("Multisig v2 wallets.")
        .notes(
            "row key is multisigs (not wallets)\n\
             page maximum: spec 1000, OpenAPI 1024, server cap 1000",
        )
        .params(&[
            list_param("address", Kind::Address)
                .max_items(1024)
                .note("list length documented, not enforced")
                .doc("Multisig contracts."),
            list_param("wallet_address", Kind::Address)
                .max_items(1024)
                .note("list length documented, not enforced")
                .doc("Signer or proposer wallets."),
            limit(10, 100).note("OpenAPI maximum 1024"),
            OFFSET,
            sort("Order (documented: last_transaction_lt; real: internal id)."),
            query_param("include_orders", Kind::Bool).default(Value::Bool(true)).doc("Attach all orders."),
        ])
        .rules(&[at_least_one(&["address", "wallet_address"])])
        .page(page(10, 1000, "multisigs", "Multisig").sorted_by("lt").notes("OpenAPI maximum 1024"))
        .live(
            by_offset(100, 1000, "multisigs", "Multisig", "internal id; address if `address` is set")
                .stale()
                .id("address")
                .sortable()
                .refused_with("500")
                .notes(STALE_ROWS),
        )
        .returns("MultisigResponse")
        .live_for(10),
    get("/vesting", "Vesting", "Vesting contracts")
        .doc("Vesting contracts.")
        .params(&[
            list_param("contract_address", Kind::Address)
                .max_items(1000)
                .note("list length documented, not enforced")
                .doc("Vesting contracts."),
            list_param("wallet_address", Kind::Address)
                .max_items(1000)
                .note("list length documented, not enforced")
                .doc("Owner or sender wallets."),
            query_param("check_whitelist", Kind::Bool)
                .default(Value::Bool(false))
                .doc("Also match whitelisted wallets."),
            limit(10, 100),
            OFFSET,
        ])
        .rules(&[exactly_one(&["contract_address", "wallet_address"])])
        .page(page(10, 1000, "vesting_contracts", "VestingInfo"))
        .live(
            by_offset(
                100,
                1000,
                "vesting_contracts",
                "VestingInfo",
                "internal id, ascending; address if `contract_address` is set",
            )
            .stale()
            .id("address")
            .refused_with("422 (PostgreSQL) or 500 (kvrocks)")
            .notes(STALE_ROWS),
        )
        .returns("VestingContractsResponse")
        .slow_for(60),
    get("/topAccountsByBalance", "Stats", "Top accounts by balance")
        .doc("Accounts by balance, largest first.")
        .notes(
            "bare JSON array without address_book\n\
             page maximum: spec 1024, OpenAPI 1000, server cap 1000 unless its flag was raised: a page of \
             1001..1024 may be refused",
        )
        .params(&[limit(10, 100).max(1024).note("OpenAPI maximum 1000"), OFFSET])
        .page(page(10, 1024, WHOLE, "AccountBalance").notes(
            "server cap 1000: a larger page may be refused\n\
             OpenAPI maximum 1000",
        ))
        .live(
            by_offset(100, 1000, WHOLE, "AccountBalance", "balance, descending; on PostgreSQL equal balances have no fixed order")
                .stale()
                .id("account")
                .moves()
                .refused_with("422 (PostgreSQL) or 500 (kvrocks)")
                .notes(STALE_ROWS),
        )
        .returns("TopAccountsByBalanceResponse")
        .slow_for(30),
    get("/decode", "Utils", "Decode opcodes and bodies")
        .doc("Name opcodes and decode bodies.")
        .notes(
            "opcode texts are read as hex first (0x optional), then decimal, then signed decimal\n\
             pure function of the server schema set: safe to cache\n\
             both lists empty: 200 {\"opcodes\":[],\"bodies\":[]}\n\
             comma lists are not split\n\
             percent-encode + / = in base64",
        )
        .params(&[
            repeated_param("opcodes", Kind::Opcode)
                .max_items(1000)
                .note("the server refuses longer lists")
                .doc("32-bit opcodes, hex or decimal."),
            repeated_param("bodies", Kind::BocOrHex)
                .max_items(1000)
                .note("the server refuses longer lists")
                .doc("Body cells as base64 or hex BoC."),
        ])
        .returns("DecodeResponse")
        .pure_for(86400),
    post("/decode", "Utils", "Decode opcodes and bodies")
        .doc("Same as GET, JSON body, for long inputs.")
        .notes(
            "opcode texts are read as hex first (0x optional), then decimal, then signed decimal\n\
             pure function of the server schema set: safe to cache\n\
             both lists empty: 200 {\"opcodes\":[],\"bodies\":[]}\n\
             safe to retry although POST",
        )
        .params(&[
            list("opcodes", Kind::Opcode)
                .max_items(1000)
                .note("the server refuses longer lists")
                .doc("Opcodes to name."),
            list("bodies", Kind::BocOrHex)
                .max_items(1000)
                .note("the server refuses longer lists")
                .doc("Body cells to decode."),
        ])
        .returns("DecodeResponse")
        .pure_for(86400),
    get("/addressInformation", "Legacy (v2-style)", "Address information")
        .aliases(&["/account"])
        .doc("Balance, code, data and last transaction of one account.")
        .notes(
            "plain object, no ok/result wrapper\n\
             never-seen account: 200 with balance \"0\", status \"uninit\", zero last transaction\n\
             documented default of use_v2 is true, the code default is false\n\
             alias GET /account",
        )
        .params(&[
            query_param("address", Kind::Address).required().doc("Account."),
            query_param("use_v2", Kind::Bool)
                .server_default(Some(Value::Bool(false)))
                .note("the OpenAPI says true, the server takes false; omit it unless the caller sets it")
                .doc("Read from the v2 backend instead of the index."),
        ])
        .returns("V2AddressInformation")
        .shows_last_lt("last_transaction_lt")
        .live_for(2),
    post("/estimateFee", "Legacy (v2-style)", "Estimate fee")
        .doc("Estimate processing fees.")
        .params(&[
            body_param("address", Kind::Address).required().doc("Account the message goes to."),
            body_param("body", Kind::Boc).required().doc("Message body."),
            body_param("init_code", Kind::Boc).doc("Code of a contract not deployed yet."),
            body_param("init_data", Kind::Boc).doc("Data of a contract not deployed yet."),
            body_param("ignore_chksig", Kind::Bool)
                .server_default(Some(Value::Bool(false)))
                .note("absent means false here, true in v2")
                .doc("Treat every signature check as passed."),
        ])
        .returns("V2EstimateFeeResult"),
    post("/message", "Legacy (v2-style)", "Send a message")
        .doc("Send an external message.")
        .notes(
            "not idempotent to retry blindly: a resend is harmless on chain only because of wallet seqno\n\
             proxied to v2 sendBocReturnHash",
        )
        .params(&[body_param("boc", Kind::Boc).required().doc("Signed external message.")])
        .returns("V2SendMessageResult")
        .sends(),
    post("/runGetMethod", "Legacy (v2-style)", "Run a get-method")
        .doc("Run a get-method against the latest state.")
        .notes(
            "OpenAPI wrongly declares V2RunGetMethodRequest as the 200 body\n\
             a seqno field in the body is ignored by v1.3 although ton-org/kit sends it\n\
             safe to retry although POST",
        )
        .params(&[
            body_param("address", Kind::Address).required().doc("Contract."),
            body_param("method", Kind::String).required().doc("Get-method name."),
            list("stack", Kind::Stack)
                .items("V2StackEntity")
                .doc("Arguments; entry types num, cell and slice."),
        ])
        .returns("V2RunGetMethodResult")
        .live_for(1),
    get("/walletInformation", "Legacy (v2-style)", "Wallet information")
        .aliases(&["/wallet"])
        .doc("Wallet type, seqno and balance of one account.")
        .notes(
            "409 only for an initialised account that is not a known wallet\n\
             alias GET /wallet",
        )
        .params(&[
            query_param("address", Kind::Address).required().doc("Account."),
            query_param("use_v2", Kind::Bool)
                .server_default(Some(Value::Bool(false)))
                .note("the OpenAPI says true, the server takes false; omit it unless the caller sets it")
                .doc("Read from the v2 backend instead of the index."),
        ])
        .returns("V2WalletInformation")
        .shows_last_lt("last_transaction_lt")
        .live_for(2),
];
