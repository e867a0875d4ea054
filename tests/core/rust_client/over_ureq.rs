//! The calls of `calls.rs` and others over `UreqTransport`.

#[path = "calls.rs"]
mod calls;
#[path = "wire/ureq.rs"]
mod wire;
