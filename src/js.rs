//! The JavaScript face: the only place that names a JS crate. It translates; it decides nothing.
//!
//! Every export is synchronous and holds no state that a trap could poison: promises, timers and fetch belong to the
//! shell in `pkg/lib/`, which also turns a thrown failure (a plain object with `code`) into a `TonEdgeError`.

#![allow(unreachable_pub, reason = "wasm-bindgen exports what is `pub`")]
#![allow(missing_docs, reason = "what users call is documented in pkg/*.d.ts; these are its shell's words")]

#[cfg(feature = "address")]
mod address;
#[cfg(feature = "client")]
mod args;
#[cfg(feature = "client")]
mod client;
#[cfg(any(feature = "client", feature = "gateway"))]
mod error;
#[cfg(feature = "gateway")]
mod gateway;
#[cfg(feature = "client")]
mod pages;
