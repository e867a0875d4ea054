//! A request as the gateway receives it: its parts, its route, and the client that sent it.

pub(super) mod client_ip;
pub(super) mod compatibility;
pub(super) mod incoming;
pub(super) mod ops_endpoint;
pub(super) mod params;
pub(super) mod route;
pub(super) mod subscription;
pub(super) mod wire_request;
