//! Which failures are retried, and the delay before the next attempt.

/// A failed request, as far as another try depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure<'a> {
    /// HTTP status, or the body's own code where that says more; 0 if the connection failed, [`Failure::PERMANENT`] for any
    /// other failure without a status.
    pub status: u16,
    /// The service's own words.
    pub text: &'a str,
    /// The request only reads.
    pub read: bool,
    /// The connection was refused: the request was certainly not taken.
    pub untaken: bool,
}

/// The most attempts of a call by default.
pub const ATTEMPTS: u32 = 4;

/// The timeout of a call by default, in milliseconds.
pub(crate) const TIMEOUT_MS: u32 = 15_000;

/// Words of a failure that stays, whatever its status: the message, the account or the parameters are the reason.
///
/// Of a liteserver that refuses a message (`cannot apply external message`), of a contract that fails or is of another
/// kind, of transactions that this node does not have, and of v3 where it responds with 500 to parameters and paths.
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

/// Words of a success without the list of its operation ([`crate::reply`]): a stub in between, or a server that broke off.
const LIST_MISSING: &str = "without the list of this operation";

impl Failure<'_> {
    /// The status of a failure without a status that no retry would change.
    pub const PERMANENT: u16 = 1;

    /// Whether the request may be sent again.
    ///
    /// Reads: without a response, 408, 425, 429, every 5xx (542 is the C++ server's own) but 501 and 505, and a success without the list
    /// of its operation. Sends: only
    /// on proof that the message was not taken, which is 429 and a refused connection. Nothing whose reason stays.
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
    /// The shortest wait.
    pub least: f64,
    /// The longest wait, where the service does not say itself.
    pub most: f64,
    /// The longest wait that the service may request.
    pub most_retry_after: f64,
}

impl Backoff {
    /// The delays by default.
    pub const DEFAULT: Self = Self { least: 250.0, most: 10_000.0, most_retry_after: 30_000.0 };

    /// The delay after this many failures, the first being 1: exponential backoff with full jitter, from `least`, and no less than the
    /// requested delay, up to its bound.
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
    pub fn delay(&self, failures: f64, chance: f64, retry_after: Option<f64>) -> f64 {
        let mut highest = self.least;
        for _ in 0..failures.min(30.0) as u32 {
            highest *= 2.0;
        }
        let highest = highest.min(self.most).max(self.least);
        let jittered = self.least + chance * (highest - self.least);
        retry_after.map_or(jittered, |delay| jittered.max(delay.min(self.most_retry_after)))
    }
}
