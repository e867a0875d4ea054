#![doc = include_str!("../README.md")]

// Words.
pub mod address;
pub mod ascii;
mod base64;
pub mod boc;
mod crc16;
mod diagnostics;
pub mod error;
pub mod hash;
mod hex;
pub mod json;
pub mod network;
mod text;

// The table.
pub mod endpoint;
#[cfg(feature = "types")]
pub mod types;

// The client's way.
#[cfg(feature = "client")]
pub mod client;
pub mod pace;
pub mod page;
pub mod plan;
pub mod reply;

// What is written of the table for others.
#[cfg(all(feature = "types", not(target_arch = "wasm32")))]
pub mod example;
#[cfg(all(feature = "types", not(target_arch = "wasm32")))]
pub mod openapi;
#[cfg(all(feature = "types", not(target_arch = "wasm32")))]
pub mod reference;

// The gateway's way.
pub mod gateway;

// The JavaScript face.
#[doc(hidden)]
pub mod abi;
#[cfg(any(feature = "js", all(feature = "client", target_arch = "wasm32", target_os = "unknown")))]
mod js;
#[cfg(all(feature = "client", target_arch = "wasm32", target_os = "unknown"))]
pub use js::fetch::FetchTransport;

// The native face.
#[cfg(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))]
mod native;
#[cfg(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))]
pub use native::ReqwestTransport;
