//! The table of bodies.

use crate::message::field::{Field, Form};

/// A body: its name, its opcode and its fields.
///
/// ```
/// use ton_edge::message::ROWS;
/// assert!(ROWS.iter().any(|row| row.name == "jetton_transfer"));
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    /// The name of the body in the npm package.
    pub name: &'static str,
    /// The first 32 bits; `None` for bodies without one, which are decoded only on request.
    pub opcode: Option<u32>,
    /// The purpose of the body.
    pub doc: &'static str,
    /// A link to the specification.
    pub source: &'static str,
    /// The fields after the opcode.
    pub fields: &'static [Field],
}

const fn field(name: &'static str, form: Form, doc: &'static str) -> Field {
    Field { name, form, doc }
}

const QUERY_ID: Field = field("query_id", Form::Uint(64), "Chosen by the sender; responses repeat it.");
const RESPONSE: Field =
    field("response_destination", Form::Address, "The account that receives excess coins; `null` for none.");
const CUSTOM: Field =
    field("custom_payload", Form::MaybeRef, "Data for the contract that receives the message.");
const FORWARD: Field =
    field("forward_payload", Form::Payload, "Data for the receiver: often the cell of a comment.");
const AMOUNT: Field = field("amount", Form::Coins, "Units of the jetton, without its decimals.");

const JETTON: &str = "https://github.com/ton-blockchain/TEPs/blob/master/text/0074-jettons-standard.md";
const NFT: &str = "https://github.com/ton-blockchain/TEPs/blob/master/text/0062-nft-standard.md";
const DNS: &str = "https://github.com/ton-blockchain/TEPs/blob/master/text/0081-dns-standard.md";
const COMMENT: &str = "https://docs.ton.org/foundations/messages/internal";
const WALLET: &str = "https://github.com/ton-blockchain/wallet-contract";
const WALLET_V5: &str = "https://github.com/ton-blockchain/wallet-contract-v5/blob/main/types.tlb";
const WALLET_V5_BETA: &str =
    "https://github.com/tonkeeper/w5/blob/fa1b372a417a32af104fe1b949b6b31d29cee349/types.tlb";
const HIGHLOAD: &str =
    "https://github.com/ton-blockchain/highload-wallet-contract-v3/blob/main/contracts/scheme.tlb";

const WALLET_ID: Field =
    field("wallet_id", Form::Uint(32), "Distinguishes wallets with the same public key.");
const VALID_UNTIL: Field =
    field("valid_until", Form::Uint(32), "Unix time in seconds after which the wallet refuses the request.");
const SEQNO: Field =
    field("seqno", Form::Uint(32), "The number of the request; each number is accepted once.");
const SIGNATURE: Field =
    field("signature", Form::Signature, "The Ed25519 signature of the hash of the other fields.");
const ACTIONS: Field = field("actions", Form::Actions, "The actions of the wallet.");

/// A signed request to a wallet v5.
const WALLET_V5_SIGNED: &[Field] = &[WALLET_ID, VALID_UNTIL, SEQNO, ACTIONS, SIGNATURE];

const BETA_ACTIONS: Field = field("actions", Form::BetaActions, "The actions of the wallet.");

/// A signed request to a wallet v5 beta.
const WALLET_V5_BETA_SIGNED: &[Field] = &[
    field(
        "wallet_id",
        Form::Uint(80),
        "Global id of the network (32 bits), workchain (8), version (8) and number of the subwallet (32).",
    ),
    VALID_UNTIL,
    SEQNO,
    BETA_ACTIONS,
    SIGNATURE,
];

/// All bodies.
pub static ROWS: &[Row] = &[
    Row {
        name: "comment",
        opcode: Some(0),
        doc: "A text comment.",
        source: COMMENT,
        fields: &[field("text", Form::Text, "The text.")],
    },
    // Decoded if `comment` does not match, since both have the same opcode.
    Row {
        name: "binary_comment",
        opcode: Some(0),
        doc: "A comment that is not UTF-8 text, such as the number of a purchase.",
        source: COMMENT,
        fields: &[field(
            "data",
            Form::Bytes,
            "All bytes of the comment; the standard marks binary comments by a first byte `0xff`.",
        )],
    },
    Row {
        name: "encrypted_comment",
        opcode: Some(0x2167_DA4B),
        doc: "A text that only sender and receiver can read.",
        source: "https://docs.ton.org/standard/wallets/comments",
        fields: &[field(
            "data",
            Form::Bytes,
            "Public keys joined by XOR, 16 bytes of a checksum, and the cipher text.",
        )],
    },
    Row {
        name: "excesses",
        opcode: Some(0xD532_76DB),
        doc: "Returns the coins that remain after fees.",
        source: JETTON,
        fields: &[QUERY_ID],
    },
    Row {
        name: "jetton_transfer",
        opcode: Some(0x0F8A_7EA5),
        doc: "The owner instructs their jetton wallet to send units.",
        source: JETTON,
        fields: &[
            QUERY_ID,
            AMOUNT,
            field("destination", Form::Receiver, "The new owner: an account, not its jetton wallet."),
            RESPONSE,
            CUSTOM,
            field("forward_ton_amount", Form::Coins, "Nanocoins for the notification of the receiver."),
            FORWARD,
        ],
    },
    Row {
        name: "jetton_internal_transfer",
        opcode: Some(0x178D_4519),
        doc: "A jetton wallet sends units to another jetton wallet.",
        source: JETTON,
        fields: &[
            QUERY_ID,
            AMOUNT,
            field(
                "from",
                Form::Address,
                "The owner who sends; `null` if units were minted, and the minter names no owner.",
            ),
            field(
                "response_address",
                Form::Address,
                "The account that receives excess coins; `null` for none.",
            ),
            field("forward_ton_amount", Form::Coins, "Nanocoins for the notification of the receiver."),
            FORWARD,
        ],
    },
    Row {
        name: "jetton_notification",
        opcode: Some(0x7362_D09C),
        doc: "A jetton wallet notifies its owner of received units.",
        source: JETTON,
        fields: &[QUERY_ID, AMOUNT, field("sender", Form::Address, "The owner who sent it."), FORWARD],
    },
    Row {
        name: "jetton_burn",
        opcode: Some(0x595F_07BC),
        doc: "The owner instructs their jetton wallet to destroy units.",
        source: JETTON,
        fields: &[QUERY_ID, AMOUNT, RESPONSE, CUSTOM],
    },
    Row {
        name: "jetton_burn_notification",
        opcode: Some(0x7BDD_97DE),
        doc: "A jetton wallet notifies the minter of destroyed units.",
        source: JETTON,
        fields: &[QUERY_ID, AMOUNT, field("sender", Form::Address, "The owner."), RESPONSE],
    },
    Row {
        name: "nft_transfer",
        opcode: Some(0x5FCC_3D14),
        doc: "The owner transfers an NFT to another account.",
        source: NFT,
        fields: &[
            QUERY_ID,
            field("new_owner", Form::Receiver, "The new owner."),
            RESPONSE,
            CUSTOM,
            field("forward_amount", Form::Coins, "Nanocoins for the notification of the new owner."),
            FORWARD,
        ],
    },
    Row {
        name: "nft_ownership_assigned",
        opcode: Some(0x0513_8D91),
        doc: "An NFT notifies its new owner of the transfer.",
        source: NFT,
        fields: &[QUERY_ID, field("prev_owner", Form::Address, "The owner before."), FORWARD],
    },
    Row {
        name: "nft_get_static_data",
        opcode: Some(0x2FCB_26A2),
        doc: "Requests that an NFT report its index and its collection.",
        source: NFT,
        fields: &[QUERY_ID],
    },
    Row {
        name: "nft_report_static_data",
        opcode: Some(0x8B77_1735),
        doc: "An NFT reports its index and its collection.",
        source: NFT,
        fields: &[
            QUERY_ID,
            field("index", Form::Uint256, "Its index in the collection."),
            field("collection", Form::Address, "The collection; `null` for an NFT without one."),
        ],
    },
    Row {
        name: "change_dns_record",
        opcode: Some(0x4EB1_F0F9),
        doc: "The owner of a domain sets or removes a record.",
        source: DNS,
        fields: &[
            QUERY_ID,
            field("key", Form::Uint256, "SHA-256 of the name of the record, such as `wallet`."),
            field("value", Form::OptionalRef, "The record; `null` removes it."),
        ],
    },
    Row {
        name: "wallet_v5_external",
        opcode: Some(0x7369_676E),
        doc: "A signed request to a wallet v5 r1, in an external message.",
        source: WALLET_V5,
        fields: WALLET_V5_SIGNED,
    },
    Row {
        name: "wallet_v5_internal",
        opcode: Some(0x7369_6E74),
        doc: "A signed request to a wallet v5 r1, in a message of another contract that pays for the gas.",
        source: WALLET_V5,
        fields: WALLET_V5_SIGNED,
    },
    Row {
        name: "wallet_v5_extension",
        opcode: Some(0x6578_746E),
        doc: "A request of an extension to a wallet v5 r1.",
        source: WALLET_V5,
        fields: &[QUERY_ID, ACTIONS],
    },
    Row {
        name: "wallet_v5_beta_external",
        opcode: Some(0x7369_676E),
        doc: "A signed request to a wallet v5 beta, in an external message. It is longer than a request to a wallet v5 r1, which has the same opcode.",
        source: WALLET_V5_BETA,
        fields: WALLET_V5_BETA_SIGNED,
    },
    Row {
        name: "wallet_v5_beta_internal",
        opcode: Some(0x7369_6E74),
        doc: "A signed request to a wallet v5 beta, in a message of another contract that pays for the gas.",
        source: WALLET_V5_BETA,
        fields: WALLET_V5_BETA_SIGNED,
    },
    Row {
        name: "wallet_v5_beta_extension",
        opcode: Some(0x6578_746E),
        doc: "A request of an extension to a wallet v5 beta.",
        source: WALLET_V5_BETA,
        fields: &[BETA_ACTIONS],
    },
    Row {
        name: "highload_v3_transfer",
        opcode: Some(0xAE42_E5A4),
        doc: "A highload wallet v3 sends itself a list of messages to send, since a request contains only one message.",
        source: HIGHLOAD,
        fields: &[QUERY_ID, field("actions", Form::OutList, "Up to 254 messages to send.")],
    },
    Row {
        name: "wallet_v3_signed",
        opcode: None,
        doc: "A signed request to a wallet v3 r1 or r2.",
        source: WALLET,
        fields: &[
            SIGNATURE,
            WALLET_ID,
            VALID_UNTIL,
            SEQNO,
            field("actions", Form::Messages, "Up to four messages to send."),
        ],
    },
    Row {
        name: "wallet_v4_signed",
        opcode: None,
        doc: "A signed request to a wallet v4 r1 or r2. Only `op` 0, which sends messages, has actions; requests with another `op` have fields that are not decoded.",
        source: "https://github.com/ton-blockchain/wallet-contract/blob/main/func/wallet-v4-code.fc",
        fields: &[
            SIGNATURE,
            WALLET_ID,
            VALID_UNTIL,
            SEQNO,
            field("op", Form::Uint(8), "0 to send messages, 1 to 3 to manage plugins."),
            field("actions", Form::Messages, "Up to four messages to send."),
        ],
    },
    Row {
        name: "highload_v3_signed",
        opcode: None,
        doc: "A signed request to a highload wallet v3.",
        source: HIGHLOAD,
        fields: &[
            SIGNATURE,
            field("request", Form::Enter, "The cell that is signed."),
            field("subwallet_id", Form::Uint(32), "Distinguishes wallets with the same public key."),
            field("message", Form::Cell, "The message to send."),
            field("mode", Form::Uint(8), "The send mode of the message."),
            field(
                "query_id",
                Form::QueryId,
                "0 to 8380415. Each id is accepted once until it has timed out.",
            ),
            field("created_at", Form::Uint(64), "Unix time in seconds of the signature."),
            field("timeout", Form::Uint(22), "Seconds after which the wallet refuses the request."),
        ],
    },
];
