//! The endpoint table: one row per operation of the access service, as plain data.
//!
//! Everything that knows an operation reads it here: client, gateway, TypeScript types, OpenAPI, the web app, the docs.
//! Sources: specification sections 4.1 to 4.3 (verbs, paths, categories, pages); the rest was observed at the service itself.

mod build;
mod cache_class;
#[cfg(any(test, target_arch = "wasm32"))]
mod compact;
#[cfg(not(target_arch = "wasm32"))]
pub mod docs;
pub mod find;
#[cfg(not(target_arch = "wasm32"))]
pub mod prose;
mod v2;
mod v3;

pub use cache_class::{CacheClass, Storage};
pub use v2::V2;
pub use v3::V3;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// Generation of the interface; the path prefix is `/api/v2` or `/api/v3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Generation {
    /// The generation that is not indexed: its results come from the nodes.
    V2,
    /// The generation whose results come from an index of the chain.
    V3,
}

impl Generation {
    /// Returns `"v2"` or `"v3"`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V2 => "v2",
            Self::V3 => "v3",
        }
    }

    /// Returns all rows of the generation, in the order of the specification; rows that the specification lacks are the
    /// last of their category.
    #[must_use]
    pub fn rows(self) -> &'static [Endpoint] {
        #[cfg(target_arch = "wasm32")]
        return compact::rows(self);
        #[cfg(not(target_arch = "wasm32"))]
        match self {
            Self::V2 => V2,
            Self::V3 => V3,
        }
    }
}

/// HTTP method of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Verb {
    /// The operation reads, and its parameters are in the URL.
    Get,
    /// The operation reads or sends, and its parameters are in a JSON body.
    Post,
}

impl Verb {
    /// Returns `"GET"` or `"POST"`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
        }
    }
}

/// Text for people that wasm does not contain: the web app and the docs get it from JSON that the build writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
pub struct Doc(#[cfg(not(target_arch = "wasm32"))] &'static str);

impl Doc {
    const NONE: Self = Self::new("");

    pub(crate) const fn new(text: &'static str) -> Self {
        #[cfg(target_arch = "wasm32")]
        {
            let _ = text;
            Self()
        }
        #[cfg(not(target_arch = "wasm32"))]
        Self(text)
    }

    fn is_empty(&self) -> bool {
        self.as_str().is_empty()
    }

    /// Returns the text; in wasm an empty one.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        #[cfg(target_arch = "wasm32")]
        return "";
        #[cfg(not(target_arch = "wasm32"))]
        self.0
    }
}

/// Category of an operation: operators select operations by it, so the wasm of the gateway contains it; that of the client does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
pub struct Category(#[cfg(any(not(target_arch = "wasm32"), feature = "js-gateway"))] &'static str);

impl Category {
    const fn new(name: &'static str) -> Self {
        #[cfg(any(not(target_arch = "wasm32"), feature = "js-gateway"))]
        return Self(name);
        #[cfg(not(any(not(target_arch = "wasm32"), feature = "js-gateway")))]
        {
            let _ = name;
            Self()
        }
    }

    /// Returns the name of the category, as the reference writes it: `Accounts`; an empty text in the client's wasm.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        #[cfg(any(not(target_arch = "wasm32"), feature = "js-gateway"))]
        return self.0;
        #[cfg(not(any(not(target_arch = "wasm32"), feature = "js-gateway")))]
        return "";
    }
}

/// Writes notes, which are one per line, as a list.
fn serialize_lines<S: Serializer>(notes: &Doc, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(notes.as_str().lines())
}

/// Returns whether the JSON of a row omits the flag: it has no fields that are false, empty or absent.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Endpoint {
    /// Generation of the interface.
    pub generation: Generation,
    /// Verb of the specification. Generation, verb and path identify a row.
    pub verb: Verb,
    /// Whether the service also takes POST with the same parameters as fields of a JSON object (reads of v2, servers in C++).
    #[serde(skip_serializing_if = "is_false")]
    pub also_post: bool,
    /// Whether the operation is not in the specification, though a server has it.
    #[serde(skip_serializing_if = "is_false")]
    pub beyond_specification: bool,
    /// Path below the prefix, with its leading slash: `/jetton/wallets`.
    pub path: &'static str,
    /// Other paths of the same handler: `/shards`.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub aliases: &'static [&'static str],
    /// Category of the specification.
    pub category: Category,
    /// The purpose of the operation, from that column of the specification.
    pub title: Doc,
    /// The result of the operation, in one sentence.
    #[serde(skip_serializing_if = "Doc::is_empty")]
    pub doc: Doc,
    /// Notes about the service's behaviour, one per line.
    #[serde(serialize_with = "serialize_lines", skip_serializing_if = "Doc::is_empty")]
    pub notes: Doc,
    /// Parameters; no row has the API key, since every operation takes it.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub params: &'static [Param],
    /// Rules between parameters.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub rules: &'static [Rule],
    /// Pagination by TON Center's specification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<Page>,
    /// Pagination of the live service, also where the specification has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live_page: Option<LivePage>,
    /// Name of the result type; `X[]` is an array of them.
    pub result: Doc,
    /// Field that holds the list of a result without pages; empty if the result has no list.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub list: &'static str,
    /// Where the result has the logical time of the last transaction of the account, as names of fields: `result.last_transaction_id.lt`. A
    /// list on the way must have one row. Empty if the result has none. The field is absent from wasm and from the JSON of rows.
    #[serde(skip)]
    pub last_lt: Doc,
    /// How long a result may be cached.
    pub cache: Cache,
    /// Whether a request may be repeated without changing anything.
    #[serde(skip_serializing_if = "is_false")]
    pub idempotent: bool,
    /// Whether the operation changes the chain: client and gateway never repeat, cache or coalesce it.
    #[serde(skip_serializing_if = "is_false")]
    pub side_effect: bool,
    /// Whether the operation can be called by name through `POST /jsonRPC`.
    #[serde(skip_serializing_if = "is_false")]
    pub rpc: bool,
    /// Other names of the operation in JSON-RPC.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub rpc_aliases: &'static [&'static str],
}

impl Endpoint {
    /// Returns the path without its leading slash: `jetton/wallets`, for v2 the name of the method.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.path.strip_prefix('/').unwrap_or(self.path)
    }

    /// Returns whether the result is a list that a pager can read: its rows can be identified.
    #[must_use]
    pub fn is_paged(&self) -> bool {
        self.live_page.is_some_and(|page| !page.id.is_empty())
    }

    /// Returns the name of the field that holds a list, or null, in every result: an empty name if the result itself is
    /// that list, `None` if the result is something else. A body without the field is not a valid result.
    #[must_use]
    pub fn list_field(&self) -> Option<&'static str> {
        match (self.page, self.live_page) {
            (Some(page), _) => page.rows.or(Some("")),
            (None, Some(live)) if self.is_paged() => live.rows.or(Some("")),
            _ => Some(self.list).filter(|name| !name.is_empty()),
        }
    }

    /// Returns whether the operation takes that verb.
    #[must_use]
    pub fn takes(&self, verb: Verb) -> bool {
        self.verb == verb || (self.also_post && verb == Verb::Post)
    }

    /// Finds the parameter of that exact name.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<&'static Param> {
        self.params.iter().find(|param| param.name == name)
    }
}

/// The part of a request that holds a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// The URL holds it, in the query.
    Query,
    /// The JSON body holds it, as a field.
    Body,
    /// A header holds it.
    Header,
}

/// The values that a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// An account in friendly or raw form (TEP-2), which is checked strictly: see [`crate::address`].
    Address,
    /// An account or any other text. It is forwarded unchanged, because the result is keyed by the text sent.
    AddressText,
    /// An account, or the word `null`, which selects messages without a sender or receiver.
    AddressOrNull,
    /// The hash part of an account, 256 bits in hex or base64.
    AccountHash,
    /// A hash of 256 bits: 64 characters of hex, 44 of base64 or base64url, or 43 of base64url; in v3 also `0x` before
    /// the hex.
    Hash,
    /// A logical time as decimal text, from 0 to 2^63 - 1.
    Lt,
    /// A signed integer of 32 bits.
    Int,
    /// Decimal digits of any length.
    Dec,
    /// A Unix time in seconds, from 0 to 2^32 - 1.
    Utime,
    /// `true` or `false`.
    Bool,
    /// One of the `choices` of its [`Param`].
    Enum,
    /// Any text.
    String,
    /// A shard as v2 writes it: signed decimal text of 64 bits.
    ShardDec,
    /// A shard as v3 writes it: up to 16 hex digits, with or without `0x`.
    ShardHex,
    /// An opcode of 32 bits. A text is read as hex if possible, even without `0x`, else as a signed decimal number.
    Opcode,
    /// A bag of cells in standard base64 with padding.
    Boc,
    /// A bag of cells in base64 or hex.
    BocOrHex,
    /// The name of a get-method, or its number.
    Method,
    /// An array of stack entries of [`Param::item_type`].
    Stack,
    /// Any JSON string or number.
    Scalar,
    /// Any JSON object.
    Object,
}

/// A default value, as the documents or the server give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A number.
    Int(i32),
    /// A flag.
    Bool(bool),
    /// A text.
    Text(&'static str),
    /// A list of texts.
    Texts(&'static [&'static str]),
    /// An empty object.
    EmptyObject {},
}

/// Which characters a text parameter may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub enum Pattern {
    /// Digits only: `^[0-9]+$`.
    #[serde(rename = "^[0-9]+$")]
    Digits,
    /// Letters, digits, `_` and `.`: `^[A-Za-z0-9_.]+$`.
    #[serde(rename = "^[A-Za-z0-9_.]+$")]
    Word,
}

/// One parameter of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Param {
    /// The name in requests.
    pub name: &'static str,
    /// The part of the request that holds it.
    #[serde(rename = "in")]
    pub place: Place,
    /// The values that it takes.
    pub kind: Kind,
    /// Whether leaving out the parameter is an error.
    #[serde(skip_serializing_if = "is_false")]
    pub required: bool,
    /// The documented default; that of the specification if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// The value that the server's source uses for an absent parameter. If it differs from `default`, leaving out the
    /// parameter and sending the default are two different requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_default: Option<Value>,
    /// The smallest allowed number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<i32>,
    /// The largest allowed number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<i32>,
    /// The values of an [`Kind::Enum`].
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub choices: &'static [&'static str],
    /// Whether the value is a list.
    #[serde(skip_serializing_if = "is_false")]
    pub array: bool,
    /// Whether the list is sent by repeating the key.
    #[serde(skip_serializing_if = "is_false")]
    pub repeat: bool,
    /// Whether the service also takes one comma-joined value.
    #[serde(skip_serializing_if = "is_false")]
    pub comma: bool,
    /// The maximum number of items of the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_items: Option<u16>,
    /// Which characters a text may have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<Pattern>,
    /// Type of the items of a [`Kind::Stack`].
    #[serde(skip_serializing_if = "Doc::is_empty")]
    pub item_type: Doc,
    /// Whether the specification or the published OpenAPI lists the parameter.
    #[serde(skip_serializing_if = "is_false")]
    pub documented: bool,
    /// Whether the server uses the parameter; some are listed, but ignored.
    #[serde(skip_serializing_if = "is_false")]
    pub implemented: bool,
    /// A remark about servers.
    #[serde(skip_serializing_if = "Doc::is_empty")]
    pub note: Doc,
    /// The meaning of the parameter.
    #[serde(skip_serializing_if = "Doc::is_empty")]
    pub doc: Doc,
}

/// A rule between parameters. A parameter at its default counts as absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The operator of the rule with its parameters.
    pub op: Op,
    /// Whether the server refuses a request that breaks the rule; otherwise the parameter has no effect.
    pub enforced: bool,
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("op", self.op.as_str())?;
        match self.op {
            Op::ExactlyOne(names) | Op::AtLeastOne(names) | Op::AtMostOne(names) | Op::Together(names) => {
                map.serialize_entry("params", names)?;
            }
            Op::Requires(name, any_of) => {
                map.serialize_entry("params", &[name])?;
                map.serialize_entry("anyOf", any_of)?;
            }
            Op::SeveralNeedOne(name, need) => {
                map.serialize_entry("params", &[name])?;
                map.serialize_entry("need", need)?;
            }
            Op::Ordered(low, high) => map.serialize_entry("params", &[low, high])?,
            Op::Cap(name, max, flag) => {
                map.serialize_entry("params", &[name])?;
                map.serialize_entry("max", &max)?;
                map.serialize_entry("when", flag)?;
            }
        }
        if self.enforced {
            map.serialize_entry("enforced", &true)?;
        }
        map.end()
    }
}

/// The operator of a rule with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Op {
    /// Exactly one of the parameters is set.
    ExactlyOne(&'static [&'static str]),
    /// At least one of the parameters is set.
    AtLeastOne(&'static [&'static str]),
    /// At most one of the parameters is set.
    AtMostOne(&'static [&'static str]),
    /// Either all of the parameters are set, or none.
    Together(&'static [&'static str]),
    /// The first parameter needs one of the others.
    Requires(&'static str, &'static [&'static str]),
    /// More than one value of the first parameter needs exactly one value of the second.
    SeveralNeedOne(&'static str, &'static str),
    /// The first parameter is not greater than the second.
    Ordered(&'static str, &'static str),
    /// The first parameter is at most the number while the flag is true.
    Cap(&'static str, i64, &'static str),
}

impl Op {
    /// Returns the name of the operator in the table as JSON.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::ExactlyOne(_) => "exactly_one",
            Self::AtLeastOne(_) => "at_least_one",
            Self::AtMostOne(_) => "at_most_one",
            Self::Together(_) => "together",
            Self::Requires(..) => "requires",
            Self::SeveralNeedOne(..) => "several_need_one",
            Self::Ordered(..) => "ordered",
            Self::Cap(..) => "cap",
        }
    }
}

/// Pagination by TON Center's specification: by `limit` and `offset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    /// The number of rows of a page if `limit` is absent.
    pub default: u32,
    /// The maximum number of rows of a page.
    pub max: u32,
    /// Whether the operation takes `sort`.
    #[serde(skip_serializing_if = "is_false")]
    pub sortable: bool,
    /// Field that holds the rows; `None` if the result itself is the array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<&'static str>,
    /// Type of a row.
    pub row_type: Doc,
    /// The sort order of rows, if the specification names it.
    #[serde(skip_serializing_if = "Doc::is_empty")]
    pub order: Doc,
    /// How the service differs from the specification; one note per line.
    #[serde(serialize_with = "serialize_lines", skip_serializing_if = "Doc::is_empty")]
    pub notes: Doc,
}

/// How the live service pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LivePage {
    /// How the next page is requested: by offset, by cursor, or not at all.
    pub style: PageStyle,
    /// The number of rows of a page if the limit is absent, from the server's source.
    pub default: u32,
    /// The greatest limit that the server takes.
    pub max: u32,
    /// Whether the operation takes `sort`.
    #[serde(skip_serializing_if = "is_false")]
    pub sortable: bool,
    /// Field that holds the rows; `None` if the result itself is the array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<&'static str>,
    /// Type of a row.
    pub row_type: Doc,
    /// The fields that identify a row, as dotted paths separated by spaces; of paths joined by `|`, the first that has a
    /// value. Empty if the operation has no pager.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub id: &'static str,
    /// Whether the server drops stale rows after it has cut the page, so that a short page may not be the last.
    #[serde(skip_serializing_if = "is_false")]
    pub stale: bool,
    /// Whether the values that rows are sorted by change during paging, so that rows move.
    #[serde(skip_serializing_if = "is_false")]
    pub moves: bool,
    /// Paging by a cursor of the service.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<LiveCursor>,
    /// Paging by bounds on lt or time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keyset: Option<Keyset>,
    /// Status of the response to a limit above `max`.
    #[serde(skip_serializing_if = "Doc::is_empty")]
    pub status_over_max: Doc,
    /// The sort order of rows.
    #[serde(skip_serializing_if = "Doc::is_empty")]
    pub order: Doc,
    /// How the last page can be recognized.
    #[serde(skip_serializing_if = "Doc::is_empty")]
    pub end: Doc,
    /// More notes, one per line.
    #[serde(serialize_with = "serialize_lines", skip_serializing_if = "Doc::is_empty")]
    pub notes: Doc,
}

/// The parameters that change from page to page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum PageStyle {
    /// The parameters `limit` and `offset`.
    Offset,
    /// Parameters taken from the page before.
    Cursor,
    /// `limit` alone: rows after the first page cannot be requested.
    Limit,
}

/// A cursor of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LiveCursor {
    /// Parameters to send.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub send: &'static [&'static str],
    /// Where their values are in the page before, as dotted paths with remarks.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub take: &'static [&'static str],
    /// Whether the values are in the envelope, not in the last row.
    #[serde(skip_serializing_if = "is_false")]
    pub from_envelope: bool,
    /// Whether the next page begins with the row whose values were sent.
    #[serde(skip_serializing_if = "is_false")]
    pub inclusive: bool,
}

/// Paging by bounds on lt or time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Keyset {
    /// Bound to send when rows are in descending order.
    pub desc: &'static str,
    /// Bound to send when rows are in ascending order.
    pub asc: &'static str,
    /// Field of the last row that holds the bound.
    pub field: &'static str,
    /// Whether rows at the bound itself are included.
    #[serde(skip_serializing_if = "is_false")]
    pub inclusive: bool,
    /// Field that identifies repeated rows.
    pub dedupe_by: &'static str,
    /// When a bound one step past the last row skips no rows.
    #[serde(skip_serializing_if = "Doc::is_empty")]
    pub exact: Doc,
    /// A case in which these pages are wrong or slow.
    #[serde(skip_serializing_if = "Doc::is_empty")]
    pub warning: Doc,
}

/// How long a result may be cached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Cache {
    /// The cache class of the result.
    pub class: CacheClass,
    /// The TTL in seconds.
    pub ttl: u32,
    /// Condition under which the result is immutable.
    #[serde(skip_serializing_if = "Doc::is_empty")]
    pub immutable_when: Doc,
    /// The same condition, as a value that the gateway checks.
    #[serde(skip)]
    pub fixed: Fixed,
    /// TTL of an immutable result, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub immutable_ttl: Option<u32>,
}

/// The condition under which a result is immutable: the chain can no longer change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fixed {
    /// No result is immutable.
    Never,
    /// Any successful result.
    Answered,
    /// Any result that is not empty.
    Found,
    /// The parameter `seqno` is set.
    Seqno,
    /// The parameter `from_seqno` is set.
    FromSeqno,
    /// The parameter `seqno` is set, in a row that has other parameters to name a block.
    BlockSeqno,
    /// The parameters `lt` and `hash` are set: the list goes back in time from that transaction.
    Start,
    /// The parameter `seqno` is set, and the code that runs uses no randomness.
    Run,
    /// The result has all requested hashes.
    EveryHash,
    /// The result has complete traces, requested by a hash.
    Trace,
    /// The result is the one transaction that received the message.
    Incoming,
    /// The result is the one requested block.
    Block,
    /// The result has the requested message with its sending and its receiving transaction.
    Message,
    /// The result has the transactions requested by their hashes.
    Transaction,
    /// The result has the transaction on the requested side of a message.
    Side,
    /// The result is the requested election, and it has finished.
    Election,
}

impl Fixed {
    /// Every condition, by its number.
    pub const ALL: [Self; 16] = [
        Self::Never,
        Self::Answered,
        Self::Found,
        Self::Seqno,
        Self::FromSeqno,
        Self::BlockSeqno,
        Self::Start,
        Self::Run,
        Self::EveryHash,
        Self::Trace,
        Self::Incoming,
        Self::Block,
        Self::Message,
        Self::Transaction,
        Self::Side,
        Self::Election,
    ];

    /// Returns the condition in words; an empty text in wasm.
    #[must_use]
    pub const fn words(self) -> Doc {
        Doc::new(match self {
            Self::Never => "",
            Self::Answered => "200",
            Self::Found => "found",
            Self::Seqno => "seqno is set",
            Self::FromSeqno => "from_seqno is set",
            Self::BlockSeqno => "seqno is set; by lt or unixtime only once the head has passed it",
            Self::Start => "lt and hash are set",
            Self::Run => "seqno is set and the method uses no randomness",
            Self::EveryHash => "every requested hash is in the result",
            Self::Trace => {
                "looked up by trace_id|tx_hash|msg_hash and trace_info.trace_state == complete and \
                 classification_state in ok|failed"
            }
            Self::Incoming => "direction=in and found",
            Self::Block => {
                "exactly one block addressed (root_hash, file_hash, or workchain+shard+seqno) and found"
            }
            Self::Message => {
                "looked up by msg_hash and both in_msg_tx_hash and out_msg_tx_hash (or an external) are present"
            }
            Self::Transaction => "looked up by hash and found with finality finalized",
            Self::Side => "msg_hash lookup returned a finalized transaction for the requested side",
            Self::Election => "election_id is set and the election is finished",
        })
    }
}
