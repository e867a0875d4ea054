//! The incoming request, as JavaScript passes it in.

use crate::gateway::keys::lookup::Lookup;

/// The listener that received a request, if operators have a separate one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listener {
    /// The public listener: it has no operators' endpoints.
    Public,
    /// The operators' listener, which serves only operators' endpoints.
    Operators,
}

/// A message on a WebSocket, which JavaScript passes in as a `POST`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SocketMessage {
    /// The cost of the handshake includes this message: it is the first subscription of the connection, with the API
    /// key of the handshake.
    Paid,
    /// The message is counted separately.
    Unpaid,
}

/// An incoming request, not decoded yet.
#[derive(Clone, Copy, Debug, Default)]
pub struct Incoming<'a> {
    /// The HTTP method: `GET`, `HEAD`, `POST`, `OPTIONS`, ...
    pub method: &'a str,
    /// The URL as received: absolute, or only path and query.
    pub url: &'a str,
    /// The header `Origin`.
    pub origin: Option<&'a str>,
    /// The header `Accept`.
    pub accept: Option<&'a str>,
    /// The header `Content-Type`.
    pub content_type: Option<&'a str>,
    /// The header `Content-Encoding`.
    pub content_encoding: Option<&'a str>,
    /// The header `Content-Length`.
    pub content_length: Option<&'a str>,
    /// The header `X-API-Key`: the caller's API key, never an upstream key.
    pub key: Option<&'a str>,
    /// The header `Sec-Fetch-Site`: the relation of the requesting web page to this gateway, written by the browser.
    pub fetch_site: Option<&'a str>,
    /// The header `Cache-Control`.
    pub cache_control: Option<&'a str>,
    /// The header `Last-Event-ID`: the last event that an `EventSource` received.
    pub last_event_id: Option<&'a str>,
    /// Bytes of all headers together.
    pub header_bytes: u32,
    /// Headers of [`crate::gateway::FORWARDED`] and [`crate::gateway::TRACED`] that the caller sent.
    pub control: &'a [(&'a str, String)],
    /// The remote address of the connection, if the runtime knows it.
    pub peer: Option<&'a str>,
    /// The listener that received the request; `None` if the gateway has only one.
    pub listener: Option<Listener>,
    /// Whether the request is a message on a WebSocket.
    pub socket: Option<SocketMessage>,
    /// The value of the header with the client IP ([`crate::gateway::ClientIpSource::header`]).
    pub client: Option<&'a str>,
    /// The body, once [`crate::gateway::Verdict::Body`] requested it.
    pub body: Option<&'a str>,
    /// The result of looking up the caller's API key, once [`crate::gateway::Verdict::Key`] requested it.
    pub lookup: Option<&'a Lookup>,
}
