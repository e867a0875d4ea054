//! Dispatches a routed request to its handler: a local utility, a JSON-RPC call, or a request to the upstream.

pub(super) mod forward;
pub(super) mod image;
pub(super) mod json_rpc;
mod local;
pub(super) mod resolve;
pub(super) mod socket;
pub(super) mod stream;
mod trace;
