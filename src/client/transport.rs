//! The transport of a client: a connection, two clocks, randomness and a timer.

use core::time::Duration;
use std::fmt;

/// A request to send. It has the API key, as a header marked as sensitive or as the last parameter of the URL;
/// `Debug` shows neither.
#[non_exhaustive]
pub struct Outgoing {
    /// The request. An empty body means none.
    pub request: http::Request<String>,
    /// The maximum size of the response body in bytes, after decompression. A longer body is not read to its end.
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
    /// No connection: refused, or unknown host. Return this error only if certainly nothing was sent, because after it
    /// the client retries even requests that send a message to the chain.
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

impl TransportError {
    /// Applies `clean_text` to the text of the error.
    pub(super) fn with_clean_text(self, clean_text: impl Fn(&str) -> String) -> Self {
        match self {
            Self::NotConnected(reason) => Self::NotConnected(clean_text(&reason)),
            Self::Failed(reason) => Self::Failed(clean_text(&reason)),
            Self::TooLarge { .. } | Self::Redirected => self,
        }
    }
}

impl fmt::Display for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotConnected(reason) => write!(f, "no connection: {reason}"),
            Self::Failed(reason) => f.write_str(reason),
            Self::TooLarge { status } => write!(f, "the body of a response with status {status} is too long"),
            Self::Redirected => f.write_str("the environment hides a redirect"),
        }
    }
}

impl std::error::Error for TransportError {}

/// How a client sends requests. On wasm there is `FetchTransport`, for native programs `ReqwestTransport` (tokio) and
/// `UreqTransport` (no async runtime). A transport for another HTTP library takes a few lines, since most libraries
/// accept an [`http::Request`].
///
/// Dropping a future cancels the call: the transport closes its connection. The futures of a transport need not be
/// `Send`; if they are, so are the futures of its client. Code that is generic over the transport and spawns calls
/// requires a [`SendTransport`].
#[allow(async_fn_in_trait, reason = "each transport decides whether its futures are `Send`")]
pub trait Transport {
    /// Sends a request and reads the whole response. Redirects are not followed: they would send the API key
    /// elsewhere.
    ///
    /// # Errors
    /// [`TransportError`] if there is no complete response. A response is not an error, whatever its status.
    async fn send(&self, outgoing: Outgoing) -> Result<http::Response<Vec<u8>>, TransportError>;

    /// Returns the time of a monotonic clock, in milliseconds since an arbitrary moment.
    fn now(&self) -> f64;

    /// Returns the milliseconds since 1970. The client needs them for dates in headers.
    fn unix_now(&self) -> f64;

    /// Returns a random number of at least 0 and less than 1, for the jitter of delays. Nothing secret depends on it.
    fn chance(&self) -> f64;

    /// Waits for `time`.
    async fn sleep(&self, time: Duration);

    /// Returns whether the program is public, like a web page. The client then refuses an API key, because every visitor
    /// could read it.
    fn is_public(&self) -> bool {
        false
    }
}

/// A [`Transport`] whose futures can be sent to other threads, so that code generic over it can spawn calls.
/// `ReqwestTransport` and `UreqTransport` are such transports.
///
/// ```
/// use ton_edge::client::{Client, SendTransport, Error};
/// use ton_edge::endpoint::Generation;
///
/// fn balance<T: SendTransport>(client: Client<T>) -> impl Future<Output = Result<String, Error>> + Send + 'static {
///     async move { client.call(Generation::V2, "getMasterchainInfo", &()).await }
/// }
/// ```
pub trait SendTransport: Send + Sync + 'static {
    /// Sends a request, as [`Transport::send`] does.
    fn send(
        &self,
        outgoing: Outgoing,
    ) -> impl Future<Output = Result<http::Response<Vec<u8>>, TransportError>> + Send;

    /// Returns the time, as [`Transport::now`] does.
    fn now(&self) -> f64;

    /// Returns the milliseconds since 1970, as [`Transport::unix_now`] does.
    fn unix_now(&self) -> f64;

    /// Returns a random number, as [`Transport::chance`] does.
    fn chance(&self) -> f64;

    /// Waits, as [`Transport::sleep`] does.
    fn sleep(&self, time: Duration) -> impl Future<Output = ()> + Send;

    /// See [`Transport::is_public`].
    fn is_public(&self) -> bool {
        false
    }
}

impl<T: SendTransport> Transport for T {
    async fn send(&self, outgoing: Outgoing) -> Result<http::Response<Vec<u8>>, TransportError> {
        SendTransport::send(self, outgoing).await
    }

    fn now(&self) -> f64 {
        SendTransport::now(self)
    }

    fn unix_now(&self) -> f64 {
        SendTransport::unix_now(self)
    }

    fn chance(&self) -> f64 {
        SendTransport::chance(self)
    }

    async fn sleep(&self, time: Duration) {
        SendTransport::sleep(self, time).await;
    }

    fn is_public(&self) -> bool {
        SendTransport::is_public(self)
    }
}
