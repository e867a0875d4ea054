//! The operators' endpoints, by path: the only list of them.

use super::incoming::Listener;
use serde::Serialize;

/// An endpoint about the gateway itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OpsEndpoint {
    /// `/healthz`: the gateway runs, and its configuration is good. Sends nothing to an upstream.
    Health,
    /// `/readyz`: the upstreams respond, are on the right chain, and are not behind. For operators.
    Ready,
    /// `/metrics`: counters as Prometheus reads them. For operators.
    Metrics,
    /// `/api/v2/openapi.json`: the OpenAPI document of v2.
    OpenapiV2,
    /// `/api/v3/openapi.json`: the OpenAPI document of v3.
    OpenapiV3,
}

impl OpsEndpoint {
    /// Returns the endpoint of a path without its query.
    pub(in crate::gateway) fn from_path(path: &str) -> Option<Self> {
        // The OpenAPI documents are the same for both networks.
        let path_in_network =
            ["/mainnet", "/testnet"].into_iter().find_map(|network| path.strip_prefix(network));
        match path_in_network.filter(|rest| rest.starts_with("/api/")).unwrap_or(path) {
            "/healthz" => Some(Self::Health),
            "/readyz" => Some(Self::Ready),
            "/metrics" => Some(Self::Metrics),
            "/api/v2/openapi.json" => Some(Self::OpenapiV2),
            "/api/v3/openapi.json" => Some(Self::OpenapiV3),
            _ => None,
        }
    }

    /// Returns the name of the endpoint in the log.
    pub(in crate::gateway) fn name(self) -> &'static str {
        match self {
            Self::Health => "healthz",
            Self::Ready => "readyz",
            Self::Metrics => "metrics",
            Self::OpenapiV2 | Self::OpenapiV3 => "openapi.json",
        }
    }

    /// Returns whether the endpoint exists on a listener. If operators have their own listener, their endpoints do not exist
    /// on the public one.
    pub(in crate::gateway) fn is_on_listener(self, listener: Option<Listener>) -> bool {
        match (listener, self) {
            (None, _) | (Some(_), Self::Health) => true,
            (Some(listener), Self::Ready | Self::Metrics) => listener == Listener::Operators,
            (Some(listener), Self::OpenapiV2 | Self::OpenapiV3) => listener == Listener::Public,
        }
    }
}
