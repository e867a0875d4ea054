//! Types of all requests and responses of both generations.
//!
//! Feature `types`. The npm package returns rows as the engine parsed them, so its wasm contains none of these types;
//! Rust programs send and read them ([`crate::client`]). The feature `schema` adds the TypeScript and JSON Schema generated from
//! them.
//! Servers and their versions differ, so reading is lenient: fields that a type does not name go into `unknown`, enums
//! have a variant for other values, and a value that was read is written back unchanged. The types follow recorded
//! responses and the source of TON Center. The types of requests are generated from the endpoint table.

#[cfg(feature = "schema")]
mod descriptor;
mod macros;
#[cfg(all(feature = "schema", not(target_arch = "wasm32")))]
mod operations;
#[cfg(feature = "schema")]
mod registry;
mod requests;
#[cfg(feature = "schema")]
mod typescript;
pub mod v2;
pub mod v3;
mod wire;

#[cfg(feature = "schema")]
pub use descriptor::Type;
#[cfg(all(feature = "schema", not(target_arch = "wasm32")))]
pub use operations::{ResultType, operations};
#[cfg(feature = "schema")]
pub use registry::{all, find, names, schemas};
pub use requests::Request;
#[cfg(feature = "schema")]
pub use typescript::{has_body_type, typescript};
pub use wire::{Integer, Object, Scalar, Unknown, fill_null_lists};

pub use crate::json::exact;
