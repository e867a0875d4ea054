//! The settings of a client, checked once, and those of a single call.

use super::api_key::{ApiKey, is_secret, list_secrets};
use super::base_url;
use crate::endpoint::Verb;
use crate::error::{Code, Error};
use crate::network::Network;
use crate::pace::TIMEOUT_MS;
use crate::pace::{ATTEMPTS, Backoff, MARGIN};
use crate::plan::MAX_URL_BYTES;
use crate::reply::MAX_RESPONSE_BYTES;
use core::time::Duration;
use http::{HeaderName, HeaderValue};
use std::fmt;

/// The settings of a client. All have defaults: `Settings { api_key: Some(key.into()), ..Default::default()
/// }`.
#[derive(Clone)]
pub struct Settings {
    /// The network. The client calls its hosted TON Center unless `base_url` is set. For testnet, `base_url` must name
    /// testnet. Default: mainnet.
    pub network: Network,
    /// `{base_url}` of the specification, such as that of a gateway. A path prefix is allowed:
    /// `https://gateway.example/testnet` is the testnet of a gateway. Default: the hosted TON Center of the network.
    pub base_url: Option<String>,
    /// The API key. Default: none, one request per second.
    pub api_key: Option<ApiKey>,
    /// Where the key is sent. Default: as a header.
    pub key_in: KeyIn,
    /// Allows a key in a web page ([`super::Transport::is_public`]), for pages that only their author opens.
    /// Default: false.
    pub dangerously_allow_browser: bool,
    /// Headers sent with every request; set `X-API-Key` by [`Settings::api_key`] instead. `Authorization`,
    /// `Proxy-Authorization` and `Cookie` are secrets like the key: they need https, and no error shows them. Default:
    /// none.
    pub headers: Vec<(String, String)>,
    /// The timeout of a call from its start: all attempts with their response bodies, and the delays between them. The
    /// wait in the queue does not count. Default: 15 seconds.
    pub timeout: Duration,
    /// The longest time that a call waits in the queue. Default: no limit.
    pub queue_timeout: Option<Duration>,
    /// Attempts of a call. Default: see [`Retry`].
    pub retry: Retry,
    /// How fast calls may start. Default: [`RateLimit::Auto`].
    pub rate_limit: RateLimit,
    /// The maximum number of calls in flight. Default: no limit.
    pub concurrency: Option<usize>,
    /// Whether the client's view of the chain only moves forward: a response that shows an older transaction of an account, or an older newest
    /// block, than an earlier response or [`super::Client::note_transaction`], is requested again within `timeout`; then the call fails with
    /// `behind`. Default: true.
    pub session_consistency: bool,
    /// The maximum size of a response body in bytes. Default: 32 MiB.
    pub max_response_bytes: u64,
    /// The maximum number of bytes of a URL, without an API key in it. Lists of `accountStates`, `walletStates`, `addressBook` and `metadata` that
    /// need more are sent in parts, one after the other, each with its own timeout; other calls fail with `too_long` before anything is
    /// sent. Default: 8000, which also a proxy with buffers of 8 KiB takes. An [`http::Uri`] has at most 65534.
    pub max_url_bytes: usize,
}

/// Omits headers and URL, which may contain secrets.
impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("network", &self.network)
            .field("api_key", &self.api_key)
            .field("timeout", &self.timeout)
            .field("queue_timeout", &self.queue_timeout)
            .field("retry", &self.retry)
            .field("rate_limit", &self.rate_limit)
            .field("concurrency", &self.concurrency)
            .finish_non_exhaustive()
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            network: Network::Mainnet,
            base_url: None,
            api_key: None,
            key_in: KeyIn::Header,
            dangerously_allow_browser: false,
            headers: Vec::new(),
            timeout: Duration::from_millis(TIMEOUT_MS.into()),
            queue_timeout: None,
            retry: Retry::default(),
            rate_limit: RateLimit::Auto,
            concurrency: None,
            session_consistency: true,
            max_response_bytes: MAX_RESPONSE_BYTES.into(),
            max_url_bytes: MAX_URL_BYTES as usize,
        }
    }
}

/// Where the API key is sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyIn {
    /// As the header `X-API-Key`.
    #[default]
    Header,
    /// As the parameter `api_key`. URLs are written to logs, so use this only if a proxy removes the header.
    Query,
}

/// How fast calls may start.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum RateLimit {
    /// 1 call per second without an API key; with an API key, a rate learned from responses. A `RateLimit-Policy` header of
    /// the service takes precedence in both cases.
    #[default]
    Auto,
    /// Requests per second of this client and its clones.
    PerSecond(f64),
    /// Every call starts immediately, even after refusals of other calls.
    Off,
}

/// Attempts of a call. Reads are retried after a failed connection, 408, 425, 429 and most 5xx; sends only on
/// proof that they were not processed ([`crate::pace::Failure`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry {
    /// The maximum number of attempts, including the first. Unless [`RateLimit::Off`] is set, an attempt with a 429 response
    /// does not count; only the timeout ends such a call. Default: [`ATTEMPTS`].
    pub attempts: u32,
    /// The shortest delay between two attempts. Default: see [`Backoff::DEFAULT`].
    pub min_delay: Duration,
    /// The longest delay between two attempts if the service does not request one. Default: see [`Backoff::DEFAULT`].
    pub max_delay: Duration,
    /// If the service requests a longer delay, the client waits only for this time. Default: see [`Backoff::DEFAULT`].
    pub max_retry_after: Duration,
}

impl Default for Retry {
    fn default() -> Self {
        let Backoff { least, most, most_retry_after } = Backoff::DEFAULT;
        let [min_delay, max_delay, max_retry_after] =
            [least, most, most_retry_after].map(|ms| Duration::from_millis(ms as u64));
        Self { attempts: ATTEMPTS, min_delay, max_delay, max_retry_after }
    }
}

impl Retry {
    /// Returns settings for a single attempt.
    #[must_use]
    pub fn never() -> Self {
        Self { attempts: 1, ..Self::default() }
    }

    pub(super) fn backoff(&self) -> Backoff {
        let [min_delay, max_delay, max_retry_after] =
            [self.min_delay, self.max_delay, self.max_retry_after].map(to_milliseconds);
        Backoff { least: min_delay, most: max_delay, most_retry_after: max_retry_after }
    }
}

/// Settings that differ for some calls ([`super::Client::with`]).
#[derive(Clone, Debug, Default)]
pub struct CallOptions {
    /// The timeout of these calls. Default: that of the client.
    pub timeout: Option<Duration>,
    /// The queue timeout of these calls. Default: that of the client.
    pub queue_timeout: Option<Duration>,
    /// The retries of these calls. Default: those of the client.
    pub retry: Option<Retry>,
    /// The verb, if an operation has two. Default: GET while the URL stays short.
    pub verb: Option<Verb>,
    /// Parameters that the table of endpoints lacks. They are sent unchecked; an unknown name among the other parameters
    /// is an error.
    pub extra: Vec<(String, String)>,
}

/// The longest timer of JavaScript, in milliseconds; a longer one would fire at once.
pub(super) const MAX_TIMER_MS: f64 = 2_147_483_647.0;

pub(super) fn to_milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Settings that passed every check.
pub(super) struct CheckedSettings {
    pub(super) base_url: String,
    pub(super) headers: Vec<(HeaderName, HeaderValue)>,
    /// The secrets among the headers.
    secrets: Vec<String>,
    /// Milliseconds between two starts, if the caller sets a rate.
    pub(super) interval: Option<f64>,
    pub(super) options: Settings,
}

fn make_option_error(name: &'static str, message: &'static str) -> Error {
    Error::new(Code::InvalidOption, message).parameter(name)
}

impl CheckedSettings {
    pub(super) fn read(options: Settings, public: bool) -> Result<Self, Error> {
        let base_url = base_url::read(options.base_url.as_deref(), options.network)?;
        if let Some(key) = &options.api_key {
            if public && !options.dangerously_allow_browser {
                let message = "an API key in a page can be read by every visitor. Put a gateway in front and point \
                               `base_url` at it, or set `dangerously_allow_browser` if only you ever open this page";
                return Err(Error::new(Code::ApiKeyInBrowser, message).parameter("api_key"));
            }
            base_url::check_secret(&base_url, "an API key")?;
            key.check()?;
        }
        if options.concurrency == Some(0) {
            return Err(make_option_error("concurrency", "`concurrency` must be above 0"));
        }
        if options.max_response_bytes == 0 {
            return Err(make_option_error("max_response_bytes", "`max_response_bytes` must be above 0"));
        }
        if options.max_url_bytes == 0 {
            return Err(make_option_error("max_url_bytes", "`max_url_bytes` must be above 0"));
        }
        check_times(options.timeout, &options.retry)?;
        let headers: Vec<_> =
            options.headers.iter().map(|(name, value)| read_header(name, value)).collect::<Result<_, _>>()?;
        let mut secrets = Vec::new();
        for (name, value) in
            options.headers.iter().filter(|(name, value)| is_secret(name) && !value.is_empty())
        {
            base_url::check_secret(&base_url, &format!("the header `{}`", name.to_ascii_lowercase()))?;
            secrets.extend(list_secrets(value));
        }
        Ok(Self { base_url, headers, secrets, interval: read_interval(options.rate_limit)?, options })
    }

    /// Lists the secrets that no text may show during a call: its API key and secret headers.
    pub(super) fn list_secrets(&self, key: Option<&str>) -> Vec<String> {
        key.map(String::from).into_iter().chain(self.secrets.iter().cloned()).collect()
    }
}

pub(super) fn check_times(timeout: Duration, retry: &Retry) -> Result<(), Error> {
    if timeout.is_zero() {
        return Err(make_option_error("timeout", "`timeout` must be above 0"));
    }
    if retry.attempts == 0 {
        return Err(make_option_error("retry", "`attempts` of `retry` must be above 0"));
    }
    Ok(())
}

fn read_interval(rate: RateLimit) -> Result<Option<f64>, Error> {
    match rate {
        RateLimit::PerSecond(rate) if rate > 0.0 && rate.is_finite() => Ok(Some(1000.0 * MARGIN / rate)),
        RateLimit::PerSecond(_) => Err(make_option_error("rate_limit", "`rate_limit` must be above 0")),
        RateLimit::Auto | RateLimit::Off => Ok(None),
    }
}

fn read_header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), Error> {
    if name.eq_ignore_ascii_case("x-api-key") {
        let message = "`headers` must not have `X-API-Key`: give the key as `api_key`";
        return Err(make_option_error("headers", message).suggest(Some("api_key")));
    }
    let parse = || {
        let (name, mut value): (HeaderName, HeaderValue) = (name.parse().ok()?, value.parse().ok()?);
        value.set_sensitive(is_secret(name.as_str()));
        Some((name, value))
    };
    // The message quotes neither name nor value: the value may be a secret.
    parse().ok_or_else(|| make_option_error("headers", "`headers` has an invalid name or value"))
}
