//! Utilities.

#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::object;
use crate::types::wire::{Object, rows};

/// The types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![DecodeResponse];

object!(
    /// Response of `/decode`.
    pub struct DecodeResponse {
        /// One entry per input; unknown ones keep an "unknown..." text.
        #[serde(deserialize_with = "rows")]
        pub opcodes: Vec<String>,
        /// One object for each input; it has only `error` when unknown, only `failed_to_decode_json` when its
        /// decoding is no JSON.
        #[serde(deserialize_with = "rows")]
        #[ts(type = "Array<{ [member: string]: unknown }>")]
        pub bodies: Vec<Object>,
    }
);
