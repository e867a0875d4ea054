//! The get-methods that standards and wallets define, with their arguments and results; the meanings of exit codes; and
//! the names whose hashes are keys of dictionaries.

/// A get-method.
///
/// ```
/// use ton_edge::message::GET_METHODS;
/// assert!(GET_METHODS.iter().any(|method| method.name == "get_jetton_data"));
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct GetMethod {
    /// The name of the get-method.
    pub name: &'static str,
    /// A description of the result.
    pub doc: &'static str,
    /// A link to the specification.
    pub source: &'static str,
    /// The arguments; the first one is at the bottom of the stack.
    pub arguments: &'static [Item],
    /// The results on the stack, from the bottom. If there is only one, it may have no name.
    pub results: &'static [Item],
}

/// An item of a stack.
#[derive(Debug, PartialEq, Eq)]
pub struct Item {
    /// The name in its specification.
    pub name: &'static str,
    /// The kind of the item.
    pub kind: ItemKind,
    /// Its meaning.
    pub doc: &'static str,
}

/// The kind of a stack item, and its form in JavaScript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ItemKind {
    /// An integer.
    Int,
    /// An integer of up to 53 bits.
    Number,
    /// An integer other than 0 for true.
    Bool,
    /// An integer of 256 bits: a public key.
    Key,
    /// A slice with an address, or with an empty one.
    Address,
    /// A slice.
    Slice,
    /// A cell.
    Cell,
    /// A cell, or `null`.
    MaybeCell,
    /// A cell with the metadata of a token (TEP-64).
    Content,
    /// A cell with a dictionary of addresses by numbers of 8 bits.
    Addresses,
    /// An integer, or `null`.
    MaybeInt,
}

const fn build_item(name: &'static str, kind: ItemKind, doc: &'static str) -> Item {
    Item { name, kind, doc }
}

const JETTON: &str = "https://github.com/ton-blockchain/TEPs/blob/master/text/0074-jettons-standard.md";
const NFT: &str = "https://github.com/ton-blockchain/TEPs/blob/master/text/0062-nft-standard.md";
const ROYALTY: &str = "https://github.com/ton-blockchain/TEPs/blob/master/text/0066-nft-royalty-standard.md";
const DNS: &str = "https://github.com/ton-blockchain/TEPs/blob/master/text/0081-dns-standard.md";
const SBT: &str = "https://github.com/ton-blockchain/TEPs/blob/master/text/0085-sbt-standard.md";
const WALLET: &str = "https://github.com/ton-blockchain/wallet-contract";
const WALLET_V5: &str =
    "https://github.com/ton-blockchain/wallet-contract-v5/blob/main/contracts/wallet_v5.fc";
const HIGHLOAD: &str = "https://github.com/ton-blockchain/highload-wallet-contract-v3/blob/main/contracts/highload-wallet-v3.func";
const MULTISIG: &str =
    "https://github.com/ton-blockchain/multisig-contract-v2/blob/master/contracts/multisig.func";
const ORDER: &str = "https://github.com/ton-blockchain/multisig-contract-v2/blob/master/contracts/order.func";

const CONTENT: Item = build_item("content", ItemKind::Content, "Its metadata.");

/// All get-methods.
pub static GET_METHODS: &[GetMethod] = &[
    GetMethod {
        name: "seqno",
        doc: "The sequence number that the next request to a wallet must have.",
        source: WALLET,
        arguments: &[],
        results: &[build_item("", ItemKind::Number, "The seqno.")],
    },
    GetMethod {
        name: "get_public_key",
        doc: "The Ed25519 public key of a wallet.",
        source: WALLET,
        arguments: &[],
        results: &[build_item("", ItemKind::Key, "32 bytes.")],
    },
    GetMethod {
        name: "get_subwallet_id",
        doc: "The wallet id, which distinguishes wallets with the same public key.",
        source: WALLET,
        arguments: &[],
        results: &[build_item("", ItemKind::Number, "The wallet id.")],
    },
    GetMethod {
        name: "is_signature_allowed",
        doc: "Whether a wallet v5 accepts requests that its key signed.",
        source: WALLET_V5,
        arguments: &[],
        results: &[build_item("", ItemKind::Bool, "Whether it accepts signed requests.")],
    },
    GetMethod {
        name: "get_timeout",
        doc: "The time in seconds for which a highload wallet accepts and remembers a request.",
        source: HIGHLOAD,
        arguments: &[],
        results: &[build_item("", ItemKind::Number, "Seconds.")],
    },
    GetMethod {
        name: "get_jetton_data",
        doc: "Supply, administrator, metadata and wallet code of a jetton.",
        source: JETTON,
        arguments: &[],
        results: &[
            build_item("total_supply", ItemKind::Int, "Units in existence, without the decimals."),
            build_item("mintable", ItemKind::Bool, "Whether more can be minted."),
            build_item("admin_address", ItemKind::Address, "The administrator; `null` if there is none."),
            CONTENT,
            build_item("wallet_code", ItemKind::Cell, "The code of its wallets."),
        ],
    },
    GetMethod {
        name: "get_wallet_address",
        doc: "The address of an owner's jetton wallet.",
        source: JETTON,
        arguments: &[build_item("owner_address", ItemKind::Address, "The owner.")],
        results: &[build_item("", ItemKind::Address, "The jetton wallet, deployed or not.")],
    },
    GetMethod {
        name: "get_wallet_data",
        doc: "Balance, owner and master of a jetton wallet.",
        source: JETTON,
        arguments: &[],
        results: &[
            build_item("balance", ItemKind::Int, "Units of the jetton, without its decimals."),
            build_item("owner_address", ItemKind::Address, "The owner."),
            build_item("master_address", ItemKind::Address, "The jetton master."),
            build_item("wallet_code", ItemKind::Cell, "The code of the wallets of this jetton."),
        ],
    },
    GetMethod {
        name: "get_nft_data",
        doc: "Index, collection, owner and content of an NFT.",
        source: NFT,
        arguments: &[],
        results: &[
            build_item("initialized", ItemKind::Bool, "Whether it has an owner and content."),
            build_item("index", ItemKind::Int, "Its number in the collection."),
            build_item(
                "collection_address",
                ItemKind::Address,
                "The collection; `null` for an NFT without one.",
            ),
            build_item("owner_address", ItemKind::Address, "The owner."),
            build_item(
                "individual_content",
                ItemKind::MaybeCell,
                "The NFT's own part of the metadata; `get_nft_content` of the collection returns the whole metadata.",
            ),
        ],
    },
    GetMethod {
        name: "get_collection_data",
        doc: "Size, metadata and owner of an NFT collection.",
        source: NFT,
        arguments: &[],
        results: &[
            build_item(
                "next_item_index",
                ItemKind::Int,
                "The index of the next item; -1 if items are not numbered in order.",
            ),
            build_item("collection_content", ItemKind::Content, "Its metadata."),
            build_item("owner_address", ItemKind::Address, "The owner; `null` if there is none."),
        ],
    },
    GetMethod {
        name: "get_nft_address_by_index",
        doc: "The address of an NFT in a collection, by its index.",
        source: NFT,
        arguments: &[build_item("index", ItemKind::Int, "Its number.")],
        results: &[build_item("", ItemKind::Address, "The NFT, deployed or not.")],
    },
    GetMethod {
        name: "get_nft_content",
        doc: "The metadata of an NFT of a collection.",
        source: NFT,
        arguments: &[
            build_item("index", ItemKind::Int, "Its number."),
            build_item(
                "individual_content",
                ItemKind::Cell,
                "The `individual_content` that `get_nft_data` of the NFT returned.",
            ),
        ],
        results: &[build_item("", ItemKind::Content, "The metadata.")],
    },
    GetMethod {
        name: "royalty_params",
        doc: "The share of a sale that goes to the author of an NFT.",
        source: ROYALTY,
        arguments: &[],
        results: &[
            build_item("numerator", ItemKind::Number, "The share is `numerator / denominator`."),
            build_item("denominator", ItemKind::Number, "See `numerator`."),
            build_item("destination", ItemKind::Address, "The account that receives the royalty."),
        ],
    },
    GetMethod {
        name: "get_authority_address",
        doc: "The account that may revoke a soulbound token (SBT, an NFT bound to its owner).",
        source: SBT,
        arguments: &[],
        results: &[build_item("", ItemKind::Address, "The authority; `null` if there is none.")],
    },
    GetMethod {
        name: "get_revoked_time",
        doc: "The Unix time at which a soulbound token (SBT) was revoked.",
        source: SBT,
        arguments: &[],
        results: &[build_item("", ItemKind::Number, "Unix time in seconds; 0 if the NFT was not revoked.")],
    },
    GetMethod {
        name: "dnsresolve",
        doc: "The records of a domain, or the next resolver. `client.resolve` follows the chain of resolvers.",
        source: DNS,
        arguments: &[
            build_item(
                "subdomain",
                ItemKind::Slice,
                "Bytes: the names from the last to the first, each ended by a zero byte.",
            ),
            build_item("category", ItemKind::Int, "SHA-256 of the kind of record; 0 for all."),
        ],
        results: &[
            build_item(
                "resolved_bits",
                ItemKind::Number,
                "How many bits of the domain it resolved; 0 for none.",
            ),
            build_item("value", ItemKind::MaybeCell, "The record, all records, or the next resolver."),
        ],
    },
    GetMethod {
        name: "get_multisig_data",
        doc: "Signers, proposers and threshold of a multisig v2.",
        source: MULTISIG,
        arguments: &[],
        results: &[
            build_item(
                "next_order_seqno",
                ItemKind::Int,
                "The number of the next order; -1 if orders may have any number.",
            ),
            build_item("threshold", ItemKind::Number, "How many signers must approve."),
            build_item("signers", ItemKind::Addresses, "Who may approve and propose."),
            build_item("proposers", ItemKind::Addresses, "Who may only propose."),
        ],
    },
    GetMethod {
        name: "get_order_address",
        doc: "The address of an order of a multisig v2.",
        source: MULTISIG,
        arguments: &[build_item("order_seqno", ItemKind::Int, "Its number.")],
        results: &[build_item("", ItemKind::Address, "The order, deployed or not.")],
    },
    GetMethod {
        name: "get_order_data",
        doc: "Actions and approvals of an order of a multisig v2. All fields but the first two are `null` before it is initialized.",
        source: ORDER,
        arguments: &[],
        results: &[
            build_item("multisig_address", ItemKind::Address, "The multisig."),
            build_item("order_seqno", ItemKind::Int, "Its number."),
            build_item("threshold", ItemKind::MaybeInt, "How many signers must approve."),
            build_item("sent_for_execution", ItemKind::MaybeInt, "-1 if it was executed, else 0."),
            build_item("signers", ItemKind::Addresses, "Who may approve."),
            build_item(
                "approvals_mask",
                ItemKind::MaybeInt,
                "A bit for each signer who approved, the lowest for signer 0.",
            ),
            build_item("approvals_num", ItemKind::MaybeInt, "How many approved."),
            build_item(
                "expiration_date",
                ItemKind::MaybeInt,
                "Unix time in seconds after which the order is refused.",
            ),
            build_item("order", ItemKind::MaybeCell, "The actions of the order."),
        ],
    },
];

/// Meanings of exit codes of the compute phase (<https://docs.ton.org/tvm/exit-codes>). Codes from 256 on are chosen by
/// contracts; one of these is a convention.
///
/// ```
/// use ton_edge::message::EXIT_CODES;
/// assert!(EXIT_CODES.iter().any(|(code, _)| *code == 11));
/// ```
pub static EXIT_CODES: &[(i32, &str)] = &[
    (-14, "out of gas"),
    (2, "stack underflow: an argument is missing"),
    (3, "stack overflow"),
    (4, "integer overflow, or division by zero"),
    (5, "an integer is out of range"),
    (6, "invalid opcode"),
    (7, "a value is of another type than expected"),
    (8, "a cell has no room for what is stored"),
    (9, "a cell has less than what is read"),
    (10, "an error in a dictionary"),
    (11, "there is no such method"),
    (12, "an unknown error of the virtual machine"),
    (13, "out of gas"),
    (14, "a virtualization error"),
    (0xFFFF, "by convention, the contract does not know the opcode of the message"),
];

/// Meanings of result codes of the action phase, other than 0 (<https://docs.ton.org/tvm/exit-codes>).
///
/// ```
/// use ton_edge::message::RESULT_CODES;
/// assert!(RESULT_CODES.iter().any(|(code, _)| *code == 37));
/// ```
pub static RESULT_CODES: &[(i32, &str)] = &[
    (32, "the list of actions is invalid"),
    (33, "the list of actions is too long"),
    (34, "an action is invalid or not supported"),
    (35, "the source of an outgoing message is invalid"),
    (36, "the destination of an outgoing message is invalid"),
    (37, "not enough TON for a message"),
    (38, "not enough of an extra currency for a message"),
    (39, "an outgoing message does not fit a cell"),
    (40, "not enough TON to process a message"),
    (41, "a library reference is null"),
    (42, "an error while libraries were changed"),
    (43, "too many cells in libraries"),
    (50, "the state of the account is too large"),
];

/// Returns the meaning of an exit code of the compute phase; `None` for codes that a contract chose.
///
/// ```
/// use ton_edge::message::explain_exit_code;
/// assert_eq!(explain_exit_code(11), Some("there is no such method"));
/// assert_eq!(explain_exit_code(700), None);
/// ```
#[must_use]
pub fn explain_exit_code(exit_code: i32) -> Option<&'static str> {
    EXIT_CODES.iter().find(|(code, _)| *code == exit_code).map(|(_, text)| *text)
}

/// Returns the meaning of a result code of the action phase; `None` for 0 and unknown codes.
///
/// ```
/// use ton_edge::message::explain_result_code;
/// assert_eq!(explain_result_code(37), Some("not enough TON for a message"));
/// ```
#[must_use]
pub fn explain_result_code(result_code: i32) -> Option<&'static str> {
    RESULT_CODES.iter().find(|(code, _)| *code == result_code).map(|(_, text)| *text)
}

/// The names of the metadata of a token (TEP-64); their SHA-256 are the keys.
///
/// <https://github.com/ton-blockchain/TEPs/blob/master/text/0064-token-data-standard.md>
pub static CONTENT_KEYS: &[&str] = &[
    "uri",
    "name",
    "description",
    "image",
    "image_data",
    "symbol",
    "decimals",
    "amount_style",
    "render_type",
    "content_url",
];

/// The kinds of records of a domain; their SHA-256 are the keys (TEP-81).
pub static DNS_CATEGORIES: &[&str] = &["wallet", "site", "storage", "dns_next_resolver", "text"];
