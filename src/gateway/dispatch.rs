//! Dispatches a routed request to its handler: a local utility, a JSON-RPC call, or a plan for the upstream.

pub(super) mod json_rpc;
pub(super) mod local;
pub(super) mod resolve;
