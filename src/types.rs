//! Types of all requests and responses of both generations, and the TypeScript and JSON Schema generated from them.
//!
//! Feature `types`. The npm package returns rows as the engine parsed them, so its wasm contains none of these types;
//! Rust programs send and read them ([`crate::client`]).
//! Servers and their versions differ, so reading is lenient: fields that a type does not name go into `unknown`, enums
//! have a variant for other values, and a value that was read is written back unchanged. The types follow recorded
//! responses and the source of TON Center. The types of requests are generated from the endpoint table.

mod descriptor;
mod macros;
#[cfg(not(target_arch = "wasm32"))]
mod operations;
mod registry;
mod requests;
mod typescript;
pub mod v2;
pub mod v3;
mod wire;

pub use descriptor::Type;
#[cfg(not(target_arch = "wasm32"))]
pub use operations::{ResultType, operations};
pub use registry::{all, find, names, schemas};
pub use requests::Request;
pub use typescript::{has_body_type, typescript};
pub use wire::{Integer, Object, Scalar, Unknown, fill_null_lists};

pub use crate::json::exact;
