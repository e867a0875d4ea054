//! Calls over `ReqwestTransport`.

#[path = "calls.rs"]
pub(super) mod calls;
#[path = "wire/reqwest.rs"]
pub(super) mod wire;
