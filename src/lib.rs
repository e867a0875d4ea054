#![cfg_attr(
    any(not(doctest), all(feature = "types", feature = "ureq-no-tls")),
    doc = include_str!("README.md")
)]
// docs.rs shows which feature an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

// Addresses, hashes, texts.
pub mod address;
#[cfg(feature = "message")]
pub mod amount;
pub mod ascii;
mod base64;
pub mod boc;
#[cfg(feature = "cell")]
pub mod cell;
mod crc16;
mod diagnostics;
pub mod error;
pub mod hash;
mod hex;
#[cfg(feature = "api")]
pub mod json;
#[cfg(feature = "message")]
pub mod message;
pub mod network;
#[cfg(feature = "api")]
mod text;
#[cfg(feature = "tvm")]
pub mod tvm;

// The table of operations, and the types of their requests and responses.
#[cfg(feature = "api")]
pub mod endpoint;
#[cfg(feature = "types")]
pub mod types;

// The client, and its decisions without I/O.
#[cfg(feature = "client")]
pub mod client;
#[cfg(feature = "api")]
pub mod pace;
#[cfg(feature = "api")]
pub mod page;
#[cfg(feature = "api")]
pub mod plan;
#[cfg(feature = "api")]
pub mod reply;

// The files that the project generates from the table and the types.
#[cfg(all(feature = "openapi", not(target_arch = "wasm32")))]
pub mod example;
#[cfg(all(feature = "openapi", not(target_arch = "wasm32")))]
pub mod openapi;
#[cfg(all(feature = "schema", not(target_arch = "wasm32")))]
pub mod reference;

// The gateway.
#[cfg(feature = "gateway")]
pub mod gateway;

// The bindings to JavaScript.
#[doc(hidden)]
pub mod abi;
#[cfg(any(feature = "js", all(feature = "client", target_arch = "wasm32", target_os = "unknown")))]
mod js;
#[cfg(all(feature = "client", target_arch = "wasm32", target_os = "unknown"))]
pub use js::fetch::FetchTransport;

// The transports of native programs.
#[cfg(all(any(feature = "reqwest-no-tls", feature = "ureq-no-tls"), not(target_arch = "wasm32")))]
mod transport;
#[cfg(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))]
pub use transport::reqwest::ReqwestTransport;
#[cfg(all(feature = "ureq-no-tls", not(target_arch = "wasm32")))]
pub use transport::ureq::UreqTransport;
