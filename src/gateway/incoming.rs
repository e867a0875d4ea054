//! A request as the shell hands it in.

use super::access::Lookup;

/// Request headers that are read, besides [`super::FORWARDED`] and [`super::TRACED`].
pub const READ: &[&str] = &[
    "origin",
    "accept",
    "content-type",
    "content-length",
    "x-api-key",
    "cache-control",
    "connection",
    "sec-fetch-site",
];

/// The listener by which a request came, where operators have one of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listener {
    /// Everybody's: the operators' endpoints do not exist there.
    Public,
    /// The operators': nothing else exists there.
    Operators,
}

/// A request as it came in; nothing of it has been decoded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Incoming<'a> {
    /// `GET`, `HEAD`, `POST`, `OPTIONS`, ...
    pub method: &'a str,
    /// The URL as it came: absolute, or its path and query.
    pub url: &'a str,
    /// Header `Origin`.
    pub origin: Option<&'a str>,
    /// Header `Accept`.
    pub accept: Option<&'a str>,
    /// Header `Content-Type`.
    pub content_type: Option<&'a str>,
    /// Header `Content-Length`.
    pub content_length: Option<&'a str>,
    /// Header `X-API-Key`: the caller's, never the gateway's own.
    pub key: Option<&'a str>,
    /// Header `Sec-Fetch-Site`: how the page that sent the request relates to this gateway, as its browser says.
    pub fetch_site: Option<&'a str>,
    /// Header `Cache-Control`: what the caller wants of caches.
    pub cache_control: Option<&'a str>,
    /// Bytes of all headers together.
    pub header_bytes: u32,
    /// Headers of [`super::FORWARDED`] that the caller sent.
    pub control: &'a [(&'a str, String)],
    /// The other end of the connection: an address, where the runtime tells it.
    pub peer: Option<&'a str>,
    /// The listener by which it came; `None` where there is one for all.
    pub listener: Option<Listener>,
    /// Header of [`super::peer::Source::header`].
    pub client: Option<&'a str>,
    /// The body, once it was asked for by [`super::Verdict::Body`].
    pub body: Option<&'a str>,
    /// What came of looking up the caller's key, once it was asked for by [`super::Verdict::Key`].
    pub lookup: Option<&'a Lookup>,
}
