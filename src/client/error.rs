//! The error of a call.

use super::transport::TransportError;
use crate::error::{self, Code, Details};
use crate::hash::Hash;
use core::time::Duration;
use std::fmt;
use std::ops::Deref;

/// The error of a failed call: an [`error::Error`], and details of the request if one was sent. It
/// never contains the API key.
///
/// ```
/// use ton_edge::client::Error;
/// use ton_edge::error::{self, Code};
/// let error = Error::from(error::Error::new(Code::NotFound, "no such block").status(404));
/// assert_eq!((error.code, error.status), (Code::NotFound, Some(404)));
/// assert_eq!(error.to_string(), "no such block");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Error(Box<ErrorParts>);

/// The content of an [`Error`]; boxed, because errors are rare and results are common.
#[derive(Clone, Debug, PartialEq)]
struct ErrorParts {
    error: error::Error,
    url: Option<String>,
    retry_after: Option<f64>,
    never_sent: bool,
    cause: Option<TransportError>,
    message_hash: Option<Hash>,
}

impl Error {
    /// Returns the URL of the request, without the API key; `None` if nothing was sent.
    #[must_use]
    pub fn url(&self) -> Option<&str> {
        self.0.url.as_deref()
    }

    /// Returns the delay that the server requested, by `Retry-After` or a header of its rate limit.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after.and_then(|ms| Duration::try_from_secs_f64(ms / 1000.0).ok())
    }

    /// Returns the normalized hash of the message that a call sent or followed, by which `Client::wait_for_message` finds it.
    #[must_use]
    pub fn message_hash(&self) -> Option<Hash> {
        self.0.message_hash
    }

    #[cfg(all(feature = "message", feature = "types"))]
    pub(super) fn with_message_hash(mut self, hash: Hash) -> Self {
        self.0.message_hash = Some(hash);
        self
    }

    /// Replaces the message, and keeps the details of the request.
    #[cfg(all(feature = "message", feature = "types"))]
    pub(super) fn with_message(mut self, message: String) -> Self {
        self.0.error.message = message.into();
        self
    }

    /// Returns the error without the details of the request.
    #[must_use]
    pub fn into_inner(self) -> error::Error {
        self.0.error
    }

    /// Returns whether the connection was refused, so that the server cannot have received the
    /// request.
    pub(super) const fn was_never_sent(&self) -> bool {
        self.0.never_sent
    }

    /// Returns the delay that the server requested, in milliseconds.
    pub(super) const fn requested_delay(&self) -> Option<f64> {
        self.0.retry_after
    }

    pub(super) fn with_never_sent(mut self, never_sent: bool) -> Self {
        self.0.never_sent = never_sent;
        self
    }

    /// Sets the failure of the transport that caused the error.
    pub(super) fn with_cause(mut self, cause: TransportError) -> Self {
        self.0.cause = Some(cause);
        self
    }

    pub(super) fn with_requested_delay(mut self, ms: Option<f64>) -> Self {
        self.0.retry_after = ms;
        self
    }

    /// Adds the URL of the request, and removes the API key from texts of the server and the connection.
    pub(super) fn with_url(mut self, url: &str, clean_text: impl Fn(&str) -> String) -> Self {
        let url = clean_text(url);
        let mut message = clean_text(&self.0.error.message);
        if self.0.error.code == Code::NotFound {
            message.push_str(&format!("; requested: {url}"));
        }
        self.0.error.message = message.into();
        self.0.cause = self.0.cause.map(|cause| cause.with_clean_text(clean_text));
        self.0.url = Some(url);
        self
    }
}

impl From<error::Error> for Error {
    fn from(error: error::Error) -> Self {
        Self(Box::new(ErrorParts {
            error,
            url: None,
            retry_after: None,
            never_sent: false,
            cause: None,
            message_hash: None,
        }))
    }
}

impl Deref for Error {
    type Target = Details;

    fn deref(&self) -> &Details {
        &self.0.error
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.error.fmt(f)
    }
}

impl std::error::Error for Error {
    /// Returns the [`TransportError`] behind `connection_failed` and `response_too_large`.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.cause.as_ref().map(|cause| cause as _)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::error::Error as _;

    #[test]
    fn the_source_is_the_failure_of_the_transport_without_the_key() {
        let error = Error::from(error::Error::new(Code::ConnectionFailed, "no response"));
        assert!(error.source().is_none());
        let error = error.with_cause(TransportError::Failed("broke off at ?api_key=secret".into()));
        let error = error.with_url("https://a.example", |text| text.replace("secret", "***"));
        assert_eq!(error.source().unwrap().to_string(), "broke off at ?api_key=***");
        let cause = error.source().unwrap().downcast_ref::<TransportError>();
        assert!(matches!(cause, Some(TransportError::Failed(_))));
    }
}
