//! Types of every request and every answer of both generations, and TypeScript and JSON Schema made from them.
//!
//! Feature `types`. The npm package hands rows over as the engine parsed them, so nothing of this is in its wasm; Rust
//! programs ask and read by them ([`crate::client`]).
//! Reading is lenient, for servers and years differ: members that no field stands for are kept in `unknown`, sets of
//! words are open, and what is read is written back as it came. Sources: the service's answers and its source.
//! Requests are written from the endpoint table, field by field.

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
pub use operations::{Answer, operations};
pub use registry::{all, find, names, schemas};
pub use requests::Request;
pub use typescript::typescript;
pub use wire::{Integer, Object, Scalar, Unknown};

pub use crate::json::exact;
