//! The same calls over `UreqTransport`.

#[path = "calls.rs"]
mod calls;
#[path = "wire/ureq.rs"]
mod wire;
