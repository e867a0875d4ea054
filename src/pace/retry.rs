//! Which failures are retried, and the delay before the next attempt.

/// The facts of a failed request that decide whether it is retried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure<'a> {
    /// HTTP status, or the code in the body if that is more precise; 0 if the connection failed, [`Failure::PERMANENT`]
    /// for any other failure without a status.
    pub status: u16,
    /// The text of the service.
    pub text: &'a str,
    /// Whether the request only reads.
    pub read: bool,
    /// Whether the connection was refused, so that the service cannot have received the request.
    pub untaken: bool,
}

/// The default maximum number of attempts of a call.
pub const ATTEMPTS: u32 = 4;

/// The default timeout of a call, in milliseconds.
pub(crate) const TIMEOUT_MS: u32 = 15_000;

/// Words of 5xx responses that a retry cannot fix: the reason is the message, the account or the parameters.
///
/// The words come from a liteserver that refuses a message (`cannot apply external message`), from contracts that fail
/// or are of another kind, from nodes that lack a transaction, and from v3, which responds with 500 to some parameters
/// and paths.
const FINAL_ERRORS: &[&str] = &[
    "cannot apply external",
    "exitcode",
    "exit code",
    "failed to unpack",
    "not in db",
    "not found",
    "unsupported stack",
    "stack depth",
    "expecting value",
    "cannot get ",
    "cannot post ",
    "not allowed",
    "wrong value",
];

/// Words of the error for a success without the list of its operation ([`crate::reply`]): something in between sent a
/// stub, or the server stopped early.
const LIST_MISSING: &str = "without the list of this operation";

impl Failure<'_> {
    /// Stands for the status of a permanent failure that has no status.
    pub const PERMANENT: u16 = 1;

    /// Returns whether the request may be sent again.
    ///
    /// Reads may be repeated without a response, after 408, 425, 429, every 5xx (542 comes from the C++ server) except
    /// 501 and 505, and after a success without the list of its operation. Sends may only be repeated if certainly not
    /// processed: after 429 and a refused connection. Permanent failures are never repeated.
    ///
    /// ```
    /// use ton_edge::pace::Failure;
    /// let busy = Failure { status: 503, text: "", read: true, untaken: false };
    /// assert!(busy.may_repeat());
    /// assert!(!Failure { read: false, ..busy }.may_repeat());
    /// assert!(!Failure { status: 500, text: "LITE_SERVER_UNKNOWN: cannot apply external message", ..busy }.may_repeat());
    /// ```
    #[must_use]
    pub fn may_repeat(&self) -> bool {
        match self.status {
            429 => true,
            0 => self.read || self.untaken,
            408 | 425 => self.read,
            200..300 => self.read && crate::text::has_words(self.text, LIST_MISSING),
            501 | 505 => false,
            500..600 => {
                self.read && !FINAL_ERRORS.iter().any(|words| crate::text::has_words(self.text, words))
            }
            _ => false,
        }
    }
}

/// The delays between attempts, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Backoff {
    /// The shortest delay.
    pub least: f64,
    /// The longest delay if the service does not request one.
    pub most: f64,
    /// If the service requests a longer delay, this one is used.
    pub most_retry_after: f64,
}

impl Backoff {
    /// The default delays.
    pub const DEFAULT: Self = Self { least: 250.0, most: 10_000.0, most_retry_after: 30_000.0 };

    /// Returns the delay after this many failures, counted from 1: exponential backoff with full jitter, at least
    /// `least`, and at least the requested delay, up to `most_retry_after`.
    ///
    /// ```
    /// use ton_edge::pace::Backoff;
    /// let backoff = Backoff { least: 250.0, most: 10_000.0, most_retry_after: 30_000.0 };
    /// assert_eq!(backoff.delay(1.0, 0.5, None), 375.0);
    /// assert_eq!(backoff.delay(20.0, 1.0, None), 10_000.0);
    /// assert_eq!(backoff.delay(1.0, 0.5, Some(2_000.0)), 2_000.0);
    /// assert_eq!(backoff.delay(1.0, 0.5, Some(1e12)), 30_000.0);
    /// ```
    #[must_use]
    pub fn delay(&self, failures: f64, random_number: f64, retry_after: Option<f64>) -> f64 {
        let mut highest_delay = self.least;
        for _ in 0..failures.min(30.0) as u32 {
            highest_delay *= 2.0;
        }
        let highest_delay = highest_delay.min(self.most).max(self.least);
        let jittered_delay = self.least + random_number * (highest_delay - self.least);
        retry_after.map_or(jittered_delay, |delay| jittered_delay.max(delay.min(self.most_retry_after)))
    }
}
