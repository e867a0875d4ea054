//! Finds the row of the endpoint table for a raw path. The path is compared before any URL parsing: it must be
//! written exactly as in the table.

use super::ops_endpoint::OpsEndpoint;
use crate::endpoint::{Endpoint, Generation, Verb, find};
use crate::error::{Code, Error};
use crate::network::Network;

/// The route of a request.
pub(in crate::gateway) struct Route {
    pub(in crate::gateway) network: Network,
    pub(in crate::gateway) endpoint: &'static Endpoint,
    /// The caller's verb; HEAD counts as GET.
    pub(in crate::gateway) verb: Verb,
}

/// The target of a path and method.
pub(in crate::gateway) enum RouteMatch {
    /// A row of the table.
    Row(Route),
    /// The stream of events of a network.
    Stream(Network),
    /// The handshake of a WebSocket with events of a network.
    Socket(Network),
    /// A message on such a WebSocket.
    SocketMessage(Network),
    /// A picture of a token.
    Image(Network),
    /// An endpoint about the gateway itself.
    Ops(OpsEndpoint),
    /// A path outside of the API: an asset, if the gateway has assets.
    Asset,
    /// A path of the API that the table does not have, or not for this verb.
    Nothing(RouteMiss),
}

/// A request without a route.
pub(in crate::gateway) struct RouteMiss {
    pub(in crate::gateway) generation: Generation,
    pub(in crate::gateway) error: Error,
    /// The value of header `Allow` if the path exists, else empty.
    pub(in crate::gateway) allow: String,
}

/// Returns path and query of a URL, which may be absolute, without its fragment.
pub(in crate::gateway) fn split_url(url: &str) -> (&str, &str) {
    let url = url.split('#').next().unwrap_or_default();
    let after_scheme = url.split_once(':').and_then(|(_, rest)| rest.strip_prefix("//"));
    let target = match after_scheme {
        Some(rest) if !url.starts_with('/') => {
            rest.find(['/', '?']).and_then(|index| rest.get(index..)).unwrap_or("/")
        }
        _ => url,
    };
    target.split_once('?').unwrap_or((target, ""))
}

/// Finds the host of an absolute URL, without its port; empty for a path.
pub(in crate::gateway) fn find_host_name(url: &str) -> &str {
    let Some((scheme, after_colon)) = url.split_once(':') else { return "" };
    let Some(after_slashes) = after_colon.strip_prefix("//") else { return "" };
    if scheme.contains(['/', '?', '#']) {
        return "";
    }
    strip_port(after_slashes.split(['/', '?', '#']).next().unwrap_or_default())
}

fn strip_port(host: &str) -> &str {
    let colon = host.rfind(':').filter(|colon| host.get(*colon..).is_some_and(|tail| !tail.contains(']')));
    colon.and_then(|colon| host.get(..colon)).unwrap_or(host)
}

/// Returns the generation of a path, which decides the format of errors.
pub(in crate::gateway) fn find_generation(path: &str) -> Generation {
    if path.contains("/api/v2") { Generation::V2 } else { Generation::V3 }
}

/// The path of the stream of events under `/api`.
const STREAM_PATH: &str = "streaming/v2/sse";
/// The methods of the stream, for header `Allow`.
const STREAM_METHODS: &str = "GET, POST, OPTIONS";
/// The path of the WebSocket with events under `/api`, and its methods.
const SOCKET_PATH: &str = "streaming/v2/ws";
const SOCKET_METHODS: &str = "GET, OPTIONS";
/// The path of pictures of tokens under `/api`, and its methods.
const IMAGE_PATH: &str = "image/v1";
const IMAGE_METHODS: &str = "GET, HEAD, OPTIONS";
/// Other APIs under `/api`, besides v2 and v3.
const OTHER_SERVICES: [&str; 3] = ["streaming", "emulate", "image"];

/// The paths besides v2 and v3 that a gateway serves.
#[derive(Clone, Copy)]
pub(in crate::gateway) struct OfferedPaths {
    /// Streams of events.
    pub(in crate::gateway) streams: bool,
    /// Pictures of tokens.
    pub(in crate::gateway) images: bool,
}

/// Finds the route of a path and method; `network` is the network of paths that do not name one. Unless `strict`, the
/// letter case and a final slash of a v3 path do not matter, as at TON Center. `offers`: the paths besides v2 and v3 that the
/// gateway serves; `is_socket_message`: whether the request is a message on a WebSocket.
pub(in crate::gateway) fn find_route(
    network: Network,
    path: &str,
    method: &str,
    strict: bool,
    offers: OfferedPaths,
    is_socket_message: bool,
) -> RouteMatch {
    let (network, rest) = match (path.strip_prefix("/mainnet/api/"), path.strip_prefix("/testnet/api/")) {
        (Some(rest), _) => (Network::Mainnet, rest),
        (_, Some(rest)) => (Network::Testnet, rest),
        _ => match path.strip_prefix("/api/") {
            Some(rest) => (network, rest),
            None => return OpsEndpoint::from_path(path).map_or(RouteMatch::Asset, RouteMatch::Ops),
        },
    };
    if offers.streams && rest == STREAM_PATH {
        return match method {
            "GET" | "POST" => RouteMatch::Stream(network),
            _ => RouteMatch::Nothing(refuse_method(STREAM_METHODS)),
        };
    }
    if offers.streams && rest == SOCKET_PATH {
        return match method {
            "GET" => RouteMatch::Socket(network),
            "POST" if is_socket_message => RouteMatch::SocketMessage(network),
            _ => RouteMatch::Nothing(refuse_method(SOCKET_METHODS)),
        };
    }
    if offers.images && rest == IMAGE_PATH {
        return match method {
            "GET" | "HEAD" => RouteMatch::Image(network),
            _ => RouteMatch::Nothing(refuse_method(IMAGE_METHODS)),
        };
    }
    let (generation, path_in_generation) = if let Some(api_path) = rest.strip_prefix("v2") {
        (Generation::V2, api_path)
    } else if let Some(path_in_generation) = rest.strip_prefix("v3") {
        (Generation::V3, path_in_generation)
    } else {
        let service = rest.split(['/', '?']).next().unwrap_or_default();
        let message = if OTHER_SERVICES.contains(&service) {
            format!("Not Found: this gateway serves /api/v2 and /api/v3; it does not offer /api/{service}")
        } else {
            String::from("Not Found: the generations are /api/v2 and /api/v3")
        };
        let error = Error::new(Code::NotFound, message);
        return RouteMatch::Nothing(RouteMiss { generation: Generation::V3, error, allow: String::new() });
    };
    let verb = match method {
        "GET" | "HEAD" => Some(Verb::Get),
        "POST" => Some(Verb::Post),
        _ => None,
    };
    let has_slash = path_in_generation.starts_with('/');
    // Nearly every request is found here, with one search of the table.
    if let Some(verb) = verb.filter(|_| has_slash)
        && let Some(endpoint) = find::by_path(generation, verb, path_in_generation)
    {
        return RouteMatch::Row(Route { network, endpoint, verb });
    }
    let api_path = if strict || generation == Generation::V2 {
        path_in_generation
    } else {
        find_table_path(path_in_generation).unwrap_or(path_in_generation)
    };
    if let Some(verb) = verb.filter(|_| has_slash)
        && let Some(endpoint) = find::by_path(generation, verb, api_path)
    {
        return RouteMatch::Row(Route { network, endpoint, verb });
    }
    if let Some(operation) = OpsEndpoint::from_path(path) {
        return RouteMatch::Ops(operation);
    }
    let allow = if has_slash { list_allowed(generation, api_path) } else { String::new() };
    if allow.is_empty() {
        let name = api_path.strip_prefix('/').unwrap_or(api_path);
        let nearest = find::near_path(generation, name).map(|path| path.strip_prefix('/').unwrap_or(path));
        let message = match nearest {
            Some(nearest) => format!("Not Found; did you mean {nearest}?"),
            None => String::from("Not Found"),
        };
        let error = Error::new(Code::NotFound, message).suggest(nearest);
        return RouteMatch::Nothing(RouteMiss { generation, error, allow });
    }
    let error = Error::new(Code::MethodNotAllowed, "Method Not Allowed");
    RouteMatch::Nothing(RouteMiss { generation, error, allow })
}

/// Refuses the method of a request for a stream.
fn refuse_method(allow: &str) -> RouteMiss {
    let error = Error::new(Code::MethodNotAllowed, "Method Not Allowed");
    RouteMiss { generation: Generation::V3, error, allow: String::from(allow) }
}

/// Finds the path of a v3 row as the table writes it.
fn find_table_path(path: &str) -> Option<&'static str> {
    let path = path.strip_suffix('/').unwrap_or(path);
    let mut paths =
        Generation::V3.rows().iter().flat_map(|row| core::iter::once(&row.path).chain(row.aliases));
    paths.find(|known_path| known_path.eq_ignore_ascii_case(path)).copied()
}

/// Lists the verbs of a path for header `Allow`; empty if no row has the path.
fn list_allowed(generation: Generation, path: &str) -> String {
    let mut allow = String::new();
    if find::by_path(generation, Verb::Get, path).is_some() {
        allow.push_str("GET, HEAD, ");
    }
    if find::by_path(generation, Verb::Post, path).is_some() {
        allow.push_str("POST, ");
    }
    if !allow.is_empty() {
        allow.push_str("OPTIONS");
    }
    allow
}

/// Returns whether the endpoint is `POST /jsonRPC`, whose calls are operations of their own.
pub(in crate::gateway) fn is_json_rpc(endpoint: &Endpoint) -> bool {
    endpoint.generation == Generation::V2 && endpoint.path == "/jsonRPC"
}
