//! The transport of a client: a connection, two clocks, randomness and a timer.

use core::time::Duration;
use std::fmt;

/// A request to send, with the API key in it: a header marked as sensitive, or the last parameter of the URL.
/// `Debug` shows neither.
#[non_exhaustive]
pub struct Outgoing {
    /// The request. An empty body means none.
    pub request: http::Request<String>,
    /// The most bytes of the response's body, after decompression. A longer one is not read to its end.
    pub max_bytes: u64,
}

impl Outgoing {
    pub(super) const fn new(request: http::Request<String>, max_bytes: u64) -> Self {
        Self { request, max_bytes }
    }
}

impl fmt::Debug for Outgoing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outgoing")
            .field("method", self.request.method())
            .field("path", &self.request.uri().path())
            .field("max_bytes", &self.max_bytes)
            .finish_non_exhaustive()
    }
}

/// Why there is no response. The texts are shown to people, without the API key.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TransportError {
    /// No connection: refused, or no such host. Return it only if nothing was sent for certain: sends to the
    /// chain are then repeated.
    NotConnected(String),
    /// The connection failed or broke, or the environment hides the reason.
    Failed(String),
    /// The body is longer than [`Outgoing::max_bytes`].
    TooLarge {
        /// The status of the response.
        status: u16,
    },
    /// A redirect that the environment hides, as browsers do.
    Redirected,
}

/// How a client sends requests. On wasm there is `FetchTransport`, for native programs `ReqwestTransport` (tokio) and
/// `UreqTransport` (no async runtime); for another HTTP library it takes a few lines, since most accept an [`http::Request`].
///
/// A dropped future is a cancelled call: the transport closes its connection. No future needs to be `Send`;
/// if those of a transport are, so are those of its client.
#[allow(async_fn_in_trait, reason = "whether its futures are `Send` is the transport's own matter")]
pub trait Transport {
    /// Sends a request and reads the whole response. Redirects are not followed: they would send the API key
    /// elsewhere.
    ///
    /// # Errors
    /// [`TransportError`] without a complete response. A response of any status is no error.
    async fn send(&self, outgoing: Outgoing) -> Result<http::Response<Vec<u8>>, TransportError>;

    /// Milliseconds of a monotonic clock, since any moment.
    fn now(&self) -> f64;

    /// Milliseconds since 1970, for dates in headers.
    fn unix_now(&self) -> f64;

    /// A random number from 0 up to 1. Nothing secret depends on it.
    fn chance(&self) -> f64;

    /// Waits.
    async fn sleep(&self, time: Duration);

    /// Whether the program is public, like a web page. An API key is then refused, since every visitor can
    /// read it.
    fn is_public(&self) -> bool {
        false
    }
}
