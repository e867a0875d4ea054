//! What the client needs of the world around it: a connection, two clocks, chance and a timer.

use core::time::Duration;
use std::fmt;

/// A request on its way out, with the API key in it: a header marked as sensitive, or the last parameter of the URL.
/// `Debug` shows neither.
#[non_exhaustive]
pub struct Outgoing {
    /// What to send. An empty body is none.
    pub request: http::Request<String>,
    /// Most bytes of the answer's body, after any decompression. What is longer is not read to its end.
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

/// Why there is no answer. Texts are shown to people, after the key was taken out of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PortError {
    /// Nobody listens there: connection refused, no such host. Say so only when it is certain that nothing was sent:
    /// messages to the chain are sent again on this word.
    NotConnected(String),
    /// The connection failed or broke, or the environment hides what happened.
    Failed(String),
    /// The body is longer than [`Outgoing::max_bytes`].
    TooLarge {
        /// Status of that answer.
        status: u16,
    },
    /// A redirect that the environment does not show, as in browsers.
    Redirected,
}

/// The world around a client. On wasm `FetchPort` is one, in native programs `ReqwestPort`; for another HTTP library and
/// runtime it is written in a few lines, since their requests are most often made from [`http::Request`] already.
///
/// A future that is dropped is a call that nobody wants any more: the port ends its connection then. No future needs to
/// be `Send`; where a port's are, those of its client are too.
#[allow(async_fn_in_trait, reason = "whether its futures are `Send` is the port's own matter")]
pub trait Port {
    /// Sends a request and reads the whole answer. Redirects are not followed: they would carry the key elsewhere.
    ///
    /// # Errors
    /// [`PortError`] where there is no whole answer. Whatever the status, an answer is none.
    async fn send(&self, outgoing: Outgoing) -> Result<http::Response<Vec<u8>>, PortError>;

    /// Milliseconds of a clock that never runs backwards, from any moment on.
    fn now(&self) -> f64;

    /// Milliseconds since 1970, to read dates by.
    fn unix_now(&self) -> f64;

    /// A number from 0 up to 1, another one each time. Nothing secret depends on it.
    fn chance(&self) -> f64;

    /// Waits.
    async fn sleep(&self, time: Duration);

    /// Whether strangers run this program: a web page. There an API key is refused, since every visitor can read it.
    fn is_public(&self) -> bool {
        false
    }
}
