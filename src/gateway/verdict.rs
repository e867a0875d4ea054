//! The verdict on a request: what JavaScript does next.

use super::cache::CacheUse;
use super::header::Header;
use super::keys::lookup::Caller;
use super::limits::policy::Limit;
use super::request::ops_endpoint::OpsEndpoint;
use super::request::subscription::Subscription;
use crate::endpoint::{Category, Generation, Verb};
use crate::network::Network;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::ops::Not;

/// Network and operation of a request, for the log, which never has the raw URL: it may contain an API key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct About {
    /// The network; `None` for a request without a route.
    pub network: Option<Network>,
    /// The generation of the API.
    pub generation: Option<Generation>,
    /// Name of the operation: `getAddressBalance`, `jetton/wallets`.
    pub endpoint: Option<&'static str>,
    /// Category of the operation, for the metrics: operations of a category do similar work.
    pub category: Option<Category>,
}

/// What JavaScript does next with a request.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Verdict {
    /// Respond at once.
    Respond {
        /// HTTP status.
        status: u16,
        /// All headers.
        headers: Vec<Header>,
        /// The body, if any. JavaScript replaces a NUL in it by the time: seconds since 1970, with three decimals.
        body: Option<String>,
    },
    /// Look up the caller's API key, and decide again with the result.
    Key {
        /// The API key as the caller sent it: at most 256 visible ASCII characters.
        key: String,
    },
    /// Read the body, at most `limit` bytes, and decide again with it. For a longer body call
    /// [`super::too_large`].
    Body {
        /// The maximum number of bytes of the body.
        limit: u32,
    },
    /// Send a request to the upstream.
    Forward(Forward),
    /// Open a stream of events.
    Stream(Stream),
    /// Fetch a picture of a token.
    Image(Image),
    /// Run each item, and respond with the list of their results, in order.
    Batch {
        /// The HTTP status of the list.
        status: u16,
        /// All headers.
        headers: Vec<Header>,
        /// A verdict on each call: [`Verdict::Respond`] or [`Verdict::Forward`].
        items: Vec<Self>,
    },
    /// Respond to an operators' endpoint.
    Ops {
        /// The endpoint.
        operation: OpsEndpoint,
        /// Headers of the response, without its content type.
        headers: Vec<Header>,
        /// [`Verdict::Respond`] for callers without the admin token; `None` for a public endpoint.
        refused: Option<Box<Self>>,
        /// Whether the method is HEAD: then respond without the body.
        head: bool,
    },
    /// Serve a path outside of `/api`: an asset of the web app, if the gateway has assets.
    Asset,
}

impl Verdict {
    /// Adds headers to the response, whether the gateway or the upstream makes it.
    pub(super) fn add_headers(&mut self, notes: Vec<Header>) {
        match self {
            Self::Respond { headers, .. } | Self::Batch { headers, .. } => headers.extend(notes),
            Self::Forward(forward) => forward.notes = notes,
            Self::Stream(stream) => stream.notes = notes,
            Self::Image(image) => image.notes = notes,
            Self::Key { .. } | Self::Body { .. } | Self::Ops { .. } | Self::Asset => {}
        }
    }

    /// Returns a JSON response of the gateway itself.
    pub(super) fn json(status: u16, body: String) -> Self {
        let mut headers = vec![(Cow::Borrowed("content-type"), String::from("application/json"))];
        if status >= 400 {
            headers.push((Cow::Borrowed("cache-control"), String::from("no-store")));
        }
        Self::Respond { status, headers, body: Some(body) }
    }
}

/// A request to the upstream.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Forward {
    /// The network whose upstream key to add, as header `X-API-Key`.
    pub network: Network,
    /// The generation, for the form of errors.
    pub generation: Generation,
    /// Name of the operation, for the log.
    pub endpoint: &'static str,
    /// Category of the operation, for the metrics.
    pub category: Category,
    /// Whether the operation only reads, so that it may be retried.
    pub reads: bool,
    /// Whether the caller chose the upstream's timeout (`X-Timeout`): then a failure says nothing about the upstream.
    #[serde(skip_serializing_if = "Not::not")]
    pub hurried: bool,
    /// The timeout of the first attempt, in milliseconds.
    pub timeout: f64,
    /// Milliseconds after which a hedged request goes to another upstream; see [`super::hedge`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hedge: Option<f64>,
    /// The absolute URL at the preferred upstream, without any key. For the others only the base URL differs.
    pub url: String,
    /// The HTTP method.
    pub verb: Verb,
    /// Headers without the upstream key and `traceparent`, each name once.
    #[serde(serialize_with = "members")]
    pub headers: Vec<Header>,
    /// The caller's trace, which is continued: its id and flags as in `traceparent`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<String>,
    /// The JSON body of a POST.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Whether the method is HEAD: then respond without the body.
    #[serde(skip_serializing_if = "Not::not")]
    pub head: bool,
    /// The caller, if an API key was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caller: Option<Caller>,
    /// The caller's own API key for the first upstream; the request goes only there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caller_key: Option<String>,
    /// The limits that the request counts against unless it is a cache hit, the caller's own first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<Limit>,
    /// The cost of the operation, in requests.
    pub cost: u32,
    /// Header `Access-Control-Allow-Origin` of every response to the request, besides [`super::always`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// Further headers of every response to the request: they name ignored parameters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Header>,
    /// Whether the caller accepts `application/problem+json`.
    #[serde(skip_serializing_if = "Not::not")]
    pub problem: bool,
    /// For a JSON-RPC call: the text before the last brace of the response, with the caller's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tail: Option<String>,
    /// For a send: the account to which the message goes, in raw form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destination: Option<String>,
    /// How the request uses the cache, if it is cacheable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache_use: Option<CacheUse>,
}

/// The purpose of a request on a WebSocket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum SocketOperation {
    /// To open it.
    Open,
    /// To replace its subscription.
    Subscribe,
    /// To remove accounts and traces from its subscription.
    Unsubscribe,
}

/// A stream of events.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stream {
    /// The network.
    pub network: Network,
    /// The generation, for the form of errors.
    pub generation: Generation,
    /// Accounts and types of events.
    pub subscription: Subscription,
    /// The purpose of the request on a WebSocket; `None` for server-sent events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub socket: Option<SocketOperation>,
    /// The caller, if an API key was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caller: Option<Caller>,
    /// The limits that the request counts against.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<Limit>,
    /// The cost of the request, in requests.
    pub cost: u32,
    /// The origin that may read the response, as in [`Forward`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// Headers that name ignored parameters, as in [`Forward`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Header>,
    /// Whether the caller accepts `application/problem+json`, as in [`Forward`].
    #[serde(skip_serializing_if = "Not::not")]
    pub problem: bool,
}

/// A picture of a token.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Image {
    /// The network.
    pub network: Network,
    /// The generation, for the form of errors.
    pub generation: Generation,
    /// The URL of the picture, as the caller sent it.
    pub url: String,
    /// The longest side to which the picture is scaled, in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// Whether the method is HEAD: then respond without the body.
    #[serde(skip_serializing_if = "Not::not")]
    pub head: bool,
    /// The caller, if an API key was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caller: Option<Caller>,
    /// The limits that the request counts against unless the picture is in the cache.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<Limit>,
    /// The cost of the request, in requests.
    pub cost: u32,
    /// The origin that may read the response, as in [`Forward`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// Headers that name ignored parameters, as in [`Forward`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Header>,
    /// Whether the caller accepts `application/problem+json`, as in [`Forward`].
    #[serde(skip_serializing_if = "Not::not")]
    pub problem: bool,
}

/// Serializes headers as a JSON object.
fn members<S: Serializer>(headers: &[Header], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(headers.iter().map(|(name, value)| (name, value)))
}
