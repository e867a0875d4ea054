//! The get-methods that standards and wallets define; the meanings of exit codes; and the names whose hashes are keys of dictionaries.

mod read;
mod table;

pub use read::ReadMethod;
pub use table::*;

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
    (7, "a value does not have the expected type"),
    (8, "a cell has no room for the stored value"),
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
