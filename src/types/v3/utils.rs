//! Types about decoded opcodes and bodies.

#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::object;
use crate::types::wire::{Object, rows};

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![DecodeResponse];

object!(
    /// Response of `/decode`.
    pub struct DecodeResponse {
        /// One name per input; an unknown opcode has a text that begins with `unknown`.
        #[serde(deserialize_with = "rows")]
        pub opcodes: Vec<String>,
        /// One object per input; it has only `error` if the body is unknown, and only `failed_to_decode_json` if the
        /// decoded body is not JSON.
        #[serde(deserialize_with = "rows")]
        #[ts(type = "Array<{ [member: string]: unknown }>")]
        pub bodies: Vec<Object>,
    }
);
