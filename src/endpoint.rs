//! The endpoint table: one row per operation of the access service, as plain data.
//!
//! Everything that knows an operation reads it here: client, gateway, TypeScript types, OpenAPI, the page, the docs.
//! Sources: specification sections 4.1 to 4.3 (verbs, paths, categories, pages), the service itself for the rest.

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

/// Generation of the interface; the path prefix is `/api/v2` or `/api/v3` (specification, section 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Generation {
    /// Not indexed: straight from the nodes.
    V2,
    /// Indexed.
    V3,
}

impl Generation {
    /// `"v2"` or `"v3"`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V2 => "v2",
            Self::V3 => "v3",
        }
    }

    /// All rows of the generation, in the order of the specification; rows beyond it are the last of their category.
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
    /// Read by URL.
    Get,
    /// Read or send by a JSON body.
    Post,
}

impl Verb {
    /// `"GET"` or `"POST"`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
        }
    }
}

/// Text for people that is dropped from wasm: pages and docs get it from the JSON made at build time.
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

    /// The text; empty in wasm.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        #[cfg(target_arch = "wasm32")]
        return "";
        #[cfg(not(target_arch = "wasm32"))]
        self.0
    }
}

/// Category of an operation: operators select operations by it, so the gateway has it in wasm too, and the client has not.
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

    /// Its name, as the reference writes it: `Accounts`; empty in the client's wasm.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        #[cfg(any(not(target_arch = "wasm32"), feature = "js-gateway"))]
        return self.0;
        #[cfg(not(any(not(target_arch = "wasm32"), feature = "js-gateway")))]
        return "";
    }
}

/// One note a line, written as a list.
fn serialize_lines<S: Serializer>(notes: &Doc, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(notes.as_str().lines())
}

/// Written rows leave out what is false, empty or absent.
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
    /// Verb of the specification. Key of a row: generation, verb, path.
    pub verb: Verb,
    /// The service takes POST with the same parameters as fields of a JSON object too (v2 reads, C++ variant).
    #[serde(skip_serializing_if = "is_false")]
    pub also_post: bool,
    /// A server has it, but the specification does not.
    #[serde(skip_serializing_if = "is_false")]
    pub beyond_specification: bool,
    /// Path below the prefix, with its leading slash: `/jetton/wallets`.
    pub path: &'static str,
    /// Other paths of the same handler: `/shards`.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub aliases: &'static [&'static str],
    /// Category of the specification.
    pub category: Category,
    /// The purpose column of the specification.
    pub title: Doc,
    /// What it returns, in one sentence.
    #[serde(skip_serializing_if = "Doc::is_empty")]
    pub doc: Doc,
    /// What to know about the service's behaviour; one note a line.
    #[serde(serialize_with = "serialize_lines", skip_serializing_if = "Doc::is_empty")]
    pub notes: Doc,
    /// Parameters; the API key is in none of the rows, every operation takes it.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub params: &'static [Param],
    /// Rules between parameters.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub rules: &'static [Rule],
    /// Pagination by the specification, section 4.3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<Page>,
    /// Pagination of the live service, also where the specification has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live_page: Option<LivePage>,
    /// Name of the result type; `X[]` is an array of them.
    pub result: Doc,
    /// Field that holds the list of a result without pages; empty: it has none.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub list: &'static str,
    /// How long a result may be cached.
    pub cache: Cache,
    /// The same request may be repeated without changing anything.
    #[serde(skip_serializing_if = "is_false")]
    pub idempotent: bool,
    /// It changes the chain: client and gateway never repeat, cache or coalesce it.
    #[serde(skip_serializing_if = "is_false")]
    pub side_effect: bool,
    /// Callable by name through `POST /jsonRPC`.
    #[serde(skip_serializing_if = "is_false")]
    pub rpc: bool,
    /// Other JSON-RPC names of it.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub rpc_aliases: &'static [&'static str],
}

impl Endpoint {
    /// The path without its leading slash: `jetton/wallets`, for v2 the name of the method.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.path.strip_prefix('/').unwrap_or(self.path)
    }

    /// Whether its result is a list that can be paginated: its rows have an identity.
    #[must_use]
    pub fn is_paged(&self) -> bool {
        self.live_page.is_some_and(|page| !page.id.is_empty())
    }

    /// Field that every result has as a list, perhaps null; an empty name where the result itself is that list, `None` where the result
    /// is something else. A body without it says nothing.
    #[must_use]
    pub fn list_field(&self) -> Option<&'static str> {
        match (self.page, self.live_page) {
            (Some(page), _) => page.rows.or(Some("")),
            (None, Some(live)) if self.is_paged() => live.rows.or(Some("")),
            _ => Some(self.list).filter(|name| !name.is_empty()),
        }
    }

    /// Whether the operation takes that verb.
    #[must_use]
    pub fn takes(&self, verb: Verb) -> bool {
        self.verb == verb || (self.also_post && verb == Verb::Post)
    }

    /// The parameter of that exact name.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<&'static Param> {
        self.params.iter().find(|param| param.name == name)
    }
}

/// Where a parameter travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// In the URL.
    Query,
    /// As a field of the JSON body.
    Body,
    /// As a header.
    Header,
}

/// What values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Account, friendly or raw form (TEP-2); strict, see [`crate::address`].
    Address,
    /// Account or any text, forwarded unchanged: the result is keyed by the text sent.
    AddressText,
    /// Account, or the word `null` (messages without sender or receiver).
    AddressOrNull,
    /// The 256-bit hash part of an account, hex or base64.
    AccountHash,
    /// 256 bits: 64 hex, 44 base64 or base64url, 43 base64url; in v3 also `0x` before the hex.
    Hash,
    /// Logical time, decimal text 0..2^63-1.
    Lt,
    /// 32-bit signed integer.
    Int,
    /// Decimal digits of any length.
    Dec,
    /// Unix seconds, 0..2^32-1.
    Utime,
    /// `true` or `false`.
    Bool,
    /// One of the `choices` of its [`Param`].
    Enum,
    /// Text.
    String,
    /// v2 shard: signed 64-bit decimal text.
    ShardDec,
    /// v3 shard: up to 16 hex digits, `0x` optional.
    ShardHex,
    /// 32 bits: hex first, even without `0x`, else signed decimal.
    Opcode,
    /// Bag of cells, standard base64 with padding.
    Boc,
    /// Bag of cells, base64 or hex.
    BocOrHex,
    /// Name of a get-method, or its number.
    Method,
    /// Array of stack entries of [`Param::item_type`].
    Stack,
    /// Any JSON string or number.
    Scalar,
    /// JSON object.
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
    /// `{}`.
    EmptyObject {},
}

/// Which characters a text parameter may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub enum Pattern {
    /// `^[0-9]+$`
    #[serde(rename = "^[0-9]+$")]
    Digits,
    /// `^[A-Za-z0-9_.]+$`
    #[serde(rename = "^[A-Za-z0-9_.]+$")]
    Word,
}

/// One parameter of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Param {
    /// Name on the wire.
    pub name: &'static str,
    /// Where it travels.
    #[serde(rename = "in")]
    pub place: Place,
    /// What values it takes.
    pub kind: Kind,
    /// Absent is an error.
    #[serde(skip_serializing_if = "is_false")]
    pub required: bool,
    /// The documented default; the specification's where it gives one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// What the server's source does when it is absent. Where it differs from `default`, absent and default are two
    /// different requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_default: Option<Value>,
    /// Least value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<i32>,
    /// Greatest value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<i32>,
    /// The values of an [`Kind::Enum`].
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub choices: &'static [&'static str],
    /// A list of values.
    #[serde(skip_serializing_if = "is_false")]
    pub array: bool,
    /// The list is sent by repeating the key.
    #[serde(skip_serializing_if = "is_false")]
    pub repeat: bool,
    /// The service takes one comma-joined value too.
    #[serde(skip_serializing_if = "is_false")]
    pub comma: bool,
    /// Most items of the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_items: Option<u16>,
    /// Which characters a text may have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<Pattern>,
    /// Type of the items of a [`Kind::Stack`].
    #[serde(skip_serializing_if = "Doc::is_empty")]
    pub item_type: Doc,
    /// Listed in the specification or in the published OpenAPI.
    #[serde(skip_serializing_if = "is_false")]
    pub documented: bool,
    /// False: listed, but the server ignores it.
    #[serde(skip_serializing_if = "is_false")]
    pub implemented: bool,
    /// A remark about servers.
    #[serde(skip_serializing_if = "Doc::is_empty")]
    pub note: Doc,
    /// Meaning.
    #[serde(skip_serializing_if = "Doc::is_empty")]
    pub doc: Doc,
}

/// A rule between parameters. A parameter at its default counts as absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What must hold.
    pub op: Op,
    /// False: the server does not refuse it, the parameter just has no effect.
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

/// What a rule says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Op {
    /// Exactly one of them.
    ExactlyOne(&'static [&'static str]),
    /// One of them or more.
    AtLeastOne(&'static [&'static str]),
    /// One of them or none.
    AtMostOne(&'static [&'static str]),
    /// All of them or none.
    Together(&'static [&'static str]),
    /// The first needs one of the others.
    Requires(&'static str, &'static [&'static str]),
    /// More than one value of the first needs exactly one value of the second.
    SeveralNeedOne(&'static str, &'static str),
    /// The first is not greater than the second.
    Ordered(&'static str, &'static str),
    /// The first is at most the number while the flag is true.
    Cap(&'static str, i64, &'static str),
}

impl Op {
    /// Its name in the table as JSON.
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

/// Pagination by the specification, section 4.3: by `limit` and `offset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    /// Rows of a page when `limit` is absent.
    pub default: u32,
    /// Most rows of a page.
    pub max: u32,
    /// Takes `sort`.
    #[serde(skip_serializing_if = "is_false")]
    pub sortable: bool,
    /// Field that holds the rows; `None`: the result itself is the array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<&'static str>,
    /// Type of a row.
    pub row_type: Doc,
    /// What rows are sorted by, where the specification says so.
    #[serde(skip_serializing_if = "Doc::is_empty")]
    pub order: Doc,
    /// Where the service parts from it; one note a line.
    #[serde(serialize_with = "serialize_lines", skip_serializing_if = "Doc::is_empty")]
    pub notes: Doc,
}

/// How the live service pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LivePage {
    /// By offset, by cursor, or by limit alone.
    pub style: PageStyle,
    /// Rows of a page when the limit is absent, by the server's source.
    pub default: u32,
    /// The server's cap.
    pub max: u32,
    /// Takes `sort`.
    #[serde(skip_serializing_if = "is_false")]
    pub sortable: bool,
    /// Field that holds the rows; `None`: the result itself is the array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<&'static str>,
    /// Type of a row.
    pub row_type: Doc,
    /// The fields that identify a row, as dotted paths separated by spaces; of paths joined by `|` the first that has a value. Empty: it
    /// has no pager.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub id: &'static str,
    /// The server drops stale rows after it has cut the page: a short page need not be the last.
    #[serde(skip_serializing_if = "is_false")]
    pub stale: bool,
    /// What rows are sorted by changes while they are read, so that they move.
    #[serde(skip_serializing_if = "is_false")]
    pub moves: bool,
    /// Paging by a cursor of the service.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<LiveCursor>,
    /// Paging by bounds on lt or time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keyset: Option<Keyset>,
    /// Status of a limit over the cap.
    #[serde(skip_serializing_if = "Doc::is_empty")]
    pub status_over_max: Doc,
    /// What rows are sorted by.
    #[serde(skip_serializing_if = "Doc::is_empty")]
    pub order: Doc,
    /// How the last page shows.
    #[serde(skip_serializing_if = "Doc::is_empty")]
    pub end: Doc,
    /// What to know besides; one note a line.
    #[serde(serialize_with = "serialize_lines", skip_serializing_if = "Doc::is_empty")]
    pub notes: Doc,
}

/// What moves from page to page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum PageStyle {
    /// `limit` and `offset`.
    Offset,
    /// Parameters taken from the page before.
    Cursor,
    /// `limit` only: no way to the rows behind it.
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
    /// They are in the envelope, not in the last row.
    #[serde(skip_serializing_if = "is_false")]
    pub from_envelope: bool,
    /// The row sent comes back as the first row.
    #[serde(skip_serializing_if = "is_false")]
    pub inclusive: bool,
}

/// Paging by bounds on lt or time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Keyset {
    /// Bound to send when rows go down.
    pub desc: &'static str,
    /// Bound to send when rows go up.
    pub asc: &'static str,
    /// Field of the last row that holds it.
    pub field: &'static str,
    /// The bound itself is included.
    #[serde(skip_serializing_if = "is_false")]
    pub inclusive: bool,
    /// Field by which repeated rows are known.
    pub dedupe_by: &'static str,
    /// When one step past the last row is safe.
    #[serde(skip_serializing_if = "Doc::is_empty")]
    pub exact: Doc,
    /// What to beware of.
    #[serde(skip_serializing_if = "Doc::is_empty")]
    pub warning: Doc,
}

/// How long a result may be cached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Cache {
    /// Class of the result.
    pub class: CacheClass,
    /// TTL in seconds.
    pub ttl: u32,
    /// Condition under which it is immutable.
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
    /// Nothing.
    Never,
    /// Any successful result.
    Answered,
    /// Any result that is not empty.
    Found,
    /// Parameter `seqno`.
    Seqno,
    /// Parameter `from_seqno`.
    FromSeqno,
    /// Parameter `seqno`, among others that name a block.
    BlockSeqno,
    /// Parameters `lt` and `hash`: the list goes back from there.
    Start,
    /// Parameter `seqno`, if the code that runs uses no randomness.
    Run,
    /// All requested hashes are in it.
    EveryHash,
    /// Traces requested by a hash that are complete.
    Trace,
    /// The one transaction that received the message.
    Incoming,
    /// The one requested block.
    Block,
    /// The requested message, from its sender to its receiver.
    Message,
    /// The transactions requested by their hashes.
    Transaction,
    /// The transaction on the requested side of a message.
    Side,
    /// The requested election, once it has finished.
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

    /// The condition in words; empty in wasm.
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
