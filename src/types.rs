//! Types of every answer of both generations, and TypeScript and JSON Schema made from them.
//!
//! Native only (feature `types`): the client hands rows over as the engine parsed them, so nothing of this is in wasm.
//! Reading is lenient, for servers and years differ: members that no field stands for are kept in `unknown`, sets of
//! words are open, and what is read is written back as it came. Sources: the service's answers and its source.

mod macros;
mod registry;
mod typescript;
pub mod v2;
pub mod v3;
mod wire;

pub use registry::{Type, all, find, names, schemas};
pub use typescript::typescript;
pub use wire::{Integer, Object, Unknown, exact};
