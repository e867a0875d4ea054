//! Types of all requests and responses of both generations.
//!
//! Feature `types`. Rust programs send and read these types ([`crate::client`]). The npm package returns rows as the JavaScript engine
//! parsed them, so its wasm does not contain the types. The feature `schema` generates TypeScript and JSON Schema from them.
//! Servers and their versions differ, so reading is lenient: fields that a type does not name are in `unknown`, and enums
//! have a variant for other values. Writing a value that was read gives the same JSON. The types follow recorded responses and the
//! source of TON Center. The types of requests are generated from the endpoint table.

#[cfg(feature = "schema")]
mod decoded_bodies;
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
pub use typescript::typescript;
pub use wire::{Integer, Object, Scalar, Unknown, fill_null_lists};

pub use crate::json::exact;
