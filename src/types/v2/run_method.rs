//! Types about get-methods and stacks.

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, from_value};
#[cfg(feature = "schema")]
use ts_rs::TS;

use super::blocks::TonBlockIdExt;
use super::transactions::InternalTransactionId;
#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::{object, tagged};

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![
    TvmStackEntrySlice,
    TvmStackEntryCell,
    TvmStackEntryNumber,
    TvmStackEntryTuple,
    TvmStackEntryList,
    TvmStackEntryUnsupported,
    TvmStackEntry,
    TvmSlice,
    TvmCell,
    TvmNumberDecimal,
    TvmTuple,
    TvmList,
    RunGetMethodStdResult,
    LegacyTvmCell,
    LegacyStackEntryCell,
    RunGetMethodResult,
    LegacyTvmCellData,
    LegacyStackEntry,
    LegacyStackIn
];

object!(
    /// A slice on the stack.
    pub struct TvmStackEntrySlice {
        /// Tag of the type, `tvm.stackEntrySlice`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"tvm.stackEntrySlice\"")]
        #[optional]
        pub at_type: Option<String>,
        /// The slice.
        pub slice: TvmSlice,
    }
);

object!(
    /// A cell on the stack.
    pub struct TvmStackEntryCell {
        /// Tag of the type, `tvm.stackEntryCell`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"tvm.stackEntryCell\"")]
        #[optional]
        pub at_type: Option<String>,
        /// The cell.
        pub cell: TvmCell,
    }
);

object!(
    /// A number on the stack.
    pub struct TvmStackEntryNumber {
        /// Tag of the type, `tvm.stackEntryNumber`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"tvm.stackEntryNumber\"")]
        #[optional]
        pub at_type: Option<String>,
        /// The number.
        pub number: TvmNumberDecimal,
    }
);

object!(
    /// A tuple on the stack.
    pub struct TvmStackEntryTuple {
        /// Tag of the type, `tvm.stackEntryTuple`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"tvm.stackEntryTuple\"")]
        #[optional]
        pub at_type: Option<String>,
        /// The tuple.
        pub tuple: TvmTuple,
    }
);

object!(
    /// A list on the stack; TVM `null` is an empty one.
    pub struct TvmStackEntryList {
        /// Tag of the type, `tvm.stackEntryList`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"tvm.stackEntryList\"")]
        #[optional]
        pub at_type: Option<String>,
        /// The list.
        pub list: TvmList,
    }
);

object!(
    /// A value that the service cannot send.
    pub struct TvmStackEntryUnsupported {
        /// Tag of the type, `tvm.stackEntryUnsupported`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"tvm.stackEntryUnsupported\"")]
        #[optional]
        pub at_type: Option<String>,
    }
);

tagged! {
    /// An entry of a TVM stack.
    TvmStackEntry by "@type" {
        "tvm.stackEntrySlice" => Slice(TvmStackEntrySlice),
        "tvm.stackEntryCell" => Cell(TvmStackEntryCell),
        "tvm.stackEntryNumber" => Number(TvmStackEntryNumber),
        "tvm.stackEntryTuple" => Tuple(TvmStackEntryTuple),
        "tvm.stackEntryList" => List(TvmStackEntryList),
        "tvm.stackEntryUnsupported" => Unsupported(TvmStackEntryUnsupported),
    }
}

object!(
    /// A slice.
    pub struct TvmSlice {
        /// Tag of the type, `tvm.slice`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// A bag of cells in base64.
        pub bytes: String,
    }
);

object!(
    /// A cell.
    pub struct TvmCell {
        /// Tag of the type, `tvm.cell`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// A bag of cells in base64.
        pub bytes: String,
    }
);

object!(
    /// A number.
    pub struct TvmNumberDecimal {
        /// Tag of the type, `tvm.numberDecimal`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// The number, as decimal text.
        pub number: String,
    }
);

object!(
    /// A tuple.
    pub struct TvmTuple {
        /// Tag of the type, `tvm.tuple`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Entries.
        pub elements: Vec<TvmStackEntry>,
    }
);

object!(
    /// A list.
    pub struct TvmList {
        /// Tag of the type, `tvm.list`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Entries.
        pub elements: Vec<TvmStackEntry>,
    }
);

object!(
    /// Result of `/runGetMethodStd`.
    pub struct RunGetMethodStdResult {
        /// Tag of the type, `smc.runResult`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Gas used.
        pub gas_used: i64,
        /// Stack.
        pub stack: Vec<TvmStackEntry>,
        /// Exit code of the TVM; 0 and 1 are success.
        pub exit_code: i64,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

object!(
    /// A cell, parsed.
    pub struct LegacyTvmCell {
        /// Bits of the cell.
        pub data: LegacyTvmCellData,
        /// References.
        pub refs: Vec<Self>,
        /// Whether the cell is exotic.
        pub special: bool,
    }
);

object!(
    /// A cell or slice on the stack.
    pub struct LegacyStackEntryCell {
        /// A bag of cells in base64.
        pub bytes: String,
        /// The cell, parsed.
        #[optional]
        pub object: Option<LegacyTvmCell>,
    }
);

object!(
    /// Result of `/runGetMethod`.
    pub struct RunGetMethodResult {
        /// Tag of the type, `smc.runResult`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Gas used.
        pub gas_used: i64,
        /// Stack.
        pub stack: Vec<LegacyStackEntry>,
        /// Exit code of the TVM; 0 and 1 are success.
        pub exit_code: i64,
        /// Block whose state the result describes.
        #[optional]
        pub block_id: Option<TonBlockIdExt>,
        /// Last transaction.
        #[optional]
        pub last_transaction_id: Option<InternalTransactionId>,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

object!(
    /// Bits of a cell.
    pub struct LegacyTvmCellData {
        /// Bits, filled up to whole bytes, in base64.
        pub b64: String,
        /// Number of bits.
        pub len: i64,
    }
);

/// An entry of the stack as `/runGetMethod` returns it: a pair of tag and value.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(TS))]
#[cfg_attr(
    feature = "schema",
    ts(
        type = "[\"num\", string] | [\"cell\", LegacyStackEntryCell] | [\"tuple\", TvmTuple] | [\"list\", TvmList] | [\"unsupported\", \"\"]"
    )
)]
pub enum LegacyStackEntry {
    /// `num`: hex with `0x` or `-0x`.
    Num(String),
    /// `cell`: a cell or a slice.
    Cell(Box<LegacyStackEntryCell>),
    /// `tuple`.
    Tuple(TvmTuple),
    /// `list`; TVM `null` is an empty one.
    List(TvmList),
    /// Any other tag with its value.
    Other(String, Value),
}

impl Serialize for LegacyStackEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Num(value) => ("num", value).serialize(serializer),
            Self::Cell(value) => ("cell", value).serialize(serializer),
            Self::Tuple(value) => ("tuple", value).serialize(serializer),
            Self::List(value) => ("list", value).serialize(serializer),
            Self::Other(tag, value) => (tag, value).serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for LegacyStackEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (tag, value) = <(String, Value)>::deserialize(deserializer)?;
        Ok(match tag.as_str() {
            "num" => Self::Num(from_value(value).map_err(D::Error::custom)?),
            "cell" => Self::Cell(from_value(value).map_err(D::Error::custom)?),
            "tuple" => Self::Tuple(from_value(value).map_err(D::Error::custom)?),
            "list" => Self::List(from_value(value).map_err(D::Error::custom)?),
            _ => Self::Other(tag, value),
        })
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for LegacyStackEntry {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "LegacyStackEntry".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let pair = |tag: &str, value: Schema| {
            let items = [json_schema!({ "const": tag }), value];
            json_schema!({ "type": "array", "prefixItems": items, "minItems": 2, "maxItems": 2 })
        };
        let known_types = ["num", "cell", "tuple", "list"];
        let forms = [
            pair("num", json_schema!({ "type": "string", "pattern": "^-?0x[0-9a-f]+$" })),
            pair("cell", generator.subschema_for::<LegacyStackEntryCell>()),
            pair("tuple", generator.subschema_for::<TvmTuple>()),
            pair("list", generator.subschema_for::<TvmList>()),
            json_schema!({
                "type": "array", "minItems": 2, "maxItems": 2,
                "prefixItems": [{ "type": "string", "not": { "enum": known_types } }, {}],
            }),
        ];
        json_schema!({
            "description": "An entry of the stack as `/runGetMethod` returns it: a pair of tag and value.",
            "anyOf": forms,
        })
    }
}

/// An argument of `/runGetMethod`: a pair of tag and value.
///
/// `num`: an integer, or its decimal or hex text; `tvm.Cell`, `tvm.Slice`: a bag of cells, base64; `tuple`,
/// `list`: [`TvmTuple`] and [`TvmList`], only for servers in C++.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
pub struct LegacyStackIn(
    /// Tag.
    pub String,
    /// Value.
    #[cfg_attr(feature = "schema", ts(type = "unknown"))]
    pub Value,
);
