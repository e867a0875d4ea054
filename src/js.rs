//! The JavaScript bindings, in the only module that imports a crate for JavaScript. It converts values, and decides nothing.
//!
//! Every export is synchronous and keeps no state that a trap could leave inconsistent. Promises, timers and fetch are in
//! `pkg/lib/`, which the comments here call JavaScript. It also turns a failure (JSON text with `code`) into a
//! `TonEdgeError`.

#![allow(unreachable_pub, reason = "wasm-bindgen exports what is `pub`")]
#![allow(
    missing_docs,
    reason = "only pkg/lib/ calls these functions; what users call is documented in pkg/*.d.ts"
)]

#[cfg(feature = "js-address")]
mod address_bindings;
#[cfg(feature = "js-client")]
mod args;
#[cfg(feature = "js-cell")]
mod cell_bindings;
#[cfg(feature = "js-client")]
mod client;
#[cfg(feature = "js-client")]
mod client_bindings;
#[cfg(any(feature = "js-emulator", feature = "js-tvm"))]
mod configurations;
#[cfg(feature = "js-ed25519")]
mod ed25519_bindings;
#[cfg(feature = "js-emulator")]
mod emulator_bindings;
#[cfg(any(feature = "js-client", feature = "js-emulator", feature = "js-gateway", feature = "js-tvm"))]
mod error;
#[cfg(all(feature = "client", target_arch = "wasm32", target_os = "unknown"))]
pub mod fetch;
#[cfg(feature = "js-gateway")]
mod gateway;
#[cfg(feature = "js-gateway")]
mod limits;
#[cfg(any(feature = "js-cell", feature = "js-client"))]
mod mailbox;
#[cfg(feature = "js-client")]
mod pace;
#[cfg(feature = "js-client")]
mod pages;
#[cfg(feature = "js-tvm")]
mod tvm_bindings;

/// The allocator of these modules. It is smaller than Rust's default, dlmalloc.
#[cfg(all(
    target_arch = "wasm32",
    any(
        feature = "js-cell",
        feature = "js-client",
        feature = "js-ed25519",
        feature = "js-gateway",
        feature = "js-tvm"
    )
))]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
