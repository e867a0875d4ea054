//! Get-methods and the stack.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, from_value};
use ts_rs::TS;

use super::blocks::TonBlockIdExt;
use super::transactions::InternalTransactionId;
use crate::types::descriptor::{Type, types};
use crate::types::macros::tagged;
use crate::types::wire::Unknown;

/// The types of this file.
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

/// A slice on the stack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TvmStackEntrySlice {
    /// Tag of the type, `tvm.stackEntrySlice`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "\"tvm.stackEntrySlice\"")]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// The slice.
    pub slice: TvmSlice,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A cell on the stack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TvmStackEntryCell {
    /// Tag of the type, `tvm.stackEntryCell`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "\"tvm.stackEntryCell\"")]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// The cell.
    pub cell: TvmCell,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A number on the stack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TvmStackEntryNumber {
    /// Tag of the type, `tvm.stackEntryNumber`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "\"tvm.stackEntryNumber\"")]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// The number.
    pub number: TvmNumberDecimal,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A tuple on the stack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TvmStackEntryTuple {
    /// Tag of the type, `tvm.stackEntryTuple`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "\"tvm.stackEntryTuple\"")]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// The tuple.
    pub tuple: TvmTuple,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A list on the stack; TVM `null` is an empty one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TvmStackEntryList {
    /// Tag of the type, `tvm.stackEntryList`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "\"tvm.stackEntryList\"")]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// The list.
    pub list: TvmList,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A value that cannot be sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TvmStackEntryUnsupported {
    /// Tag of the type, `tvm.stackEntryUnsupported`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "\"tvm.stackEntryUnsupported\"")]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

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

/// A slice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TvmSlice {
    /// Tag of the type, `tvm.slice`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Bag of cells. Base64.
    pub bytes: String,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TvmCell {
    /// Tag of the type, `tvm.cell`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Bag of cells. Base64.
    pub bytes: String,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TvmNumberDecimal {
    /// Tag of the type, `tvm.numberDecimal`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// The number. Decimal text.
    pub number: String,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A tuple.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TvmTuple {
    /// Tag of the type, `tvm.tuple`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Entries.
    pub elements: Vec<TvmStackEntry>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TvmList {
    /// Tag of the type, `tvm.list`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Entries.
    pub elements: Vec<TvmStackEntry>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Answer of `/runGetMethodStd`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RunGetMethodStdResult {
    /// Tag of the type, `smc.runResult`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Gas used.
    pub gas_used: i64,
    /// Stack.
    pub stack: Vec<TvmStackEntry>,
    /// Exit code of the TVM; 0 and 1 are success.
    pub exit_code: i64,
    /// Times and workers of the answer, as some servers add it.
    #[serde(rename = "@extra", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_extra: Option<String>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A cell, parsed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LegacyTvmCell {
    /// Bits of the cell.
    pub data: LegacyTvmCellData,
    /// References.
    pub refs: Vec<Self>,
    /// An exotic cell.
    pub special: bool,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A cell or slice on the stack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LegacyStackEntryCell {
    /// Bag of cells. Base64.
    pub bytes: String,
    /// The cell, parsed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "LegacyTvmCell")]
    pub object: Option<LegacyTvmCell>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Answer of `/runGetMethod`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RunGetMethodResult {
    /// Tag of the type, `smc.runResult`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Gas used.
    pub gas_used: i64,
    /// Stack.
    pub stack: Vec<LegacyStackEntry>,
    /// Exit code of the TVM; 0 and 1 are success.
    pub exit_code: i64,
    /// Block that the answer was read at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "TonBlockIdExt")]
    pub block_id: Option<TonBlockIdExt>,
    /// Last transaction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "InternalTransactionId")]
    pub last_transaction_id: Option<InternalTransactionId>,
    /// Times and workers of the answer, as some servers add it.
    #[serde(rename = "@extra", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_extra: Option<String>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Bits of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LegacyTvmCellData {
    /// Bits, filled up to whole bytes. Base64.
    pub b64: String,
    /// Number of bits.
    pub len: i64,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// An entry of the stack as `/runGetMethod` gives it: a pair of tag and value.
#[derive(Clone, Debug, PartialEq, TS)]
#[ts(
    type = "[\"num\", string] | [\"cell\", LegacyStackEntryCell] | [\"tuple\", TvmTuple] | [\"list\", TvmList] | [\"unsupported\", \"\"]"
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

impl JsonSchema for LegacyStackEntry {
    fn schema_name() -> Cow<'static, str> {
        "LegacyStackEntry".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let pair = |tag: &str, value: Schema| {
            let items = [json_schema!({ "const": tag }), value];
            json_schema!({ "type": "array", "prefixItems": items, "minItems": 2, "maxItems": 2 })
        };
        let known = ["num", "cell", "tuple", "list"];
        let forms = [
            pair("num", json_schema!({ "type": "string", "pattern": "^-?0x[0-9a-f]+$" })),
            pair("cell", generator.subschema_for::<LegacyStackEntryCell>()),
            pair("tuple", generator.subschema_for::<TvmTuple>()),
            pair("list", generator.subschema_for::<TvmList>()),
            json_schema!({
                "type": "array", "minItems": 2, "maxItems": 2,
                "prefixItems": [{ "type": "string", "not": { "enum": known } }, true],
            }),
        ];
        json_schema!({
            "description": "An entry of the stack as `/runGetMethod` gives it: a pair of tag and value.",
            "anyOf": forms,
        })
    }
}

/// An argument of `/runGetMethod`: a pair of tag and value.
///
/// `num`: an integer, or its decimal or hex text; `tvm.Cell`, `tvm.Slice`: a bag of cells, base64; `tuple`,
/// `list`:
/// [`TvmTuple`] and [`TvmList`], from servers in C++.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LegacyStackIn(
    /// Tag.
    pub String,
    /// Value.
    #[ts(type = "unknown")]
    pub Value,
);
