//! The generic cell rate algorithm (GCRA): a rate limit with one number per caller.
//!
//! The number is the theoretical arrival time, in milliseconds: when the caller's next request would arrive
//! at exactly its rate. JavaScript stores the number, in memory or in a Durable Object; this module only computes
//! the next one. No caller has a queue, and an idle caller needs no memory ([`Rule::is_idle`]).
//!
//! A quota is another kind of limit: a number of requests per calendar window. Its state is the count of the
//! window, and the window's end.

use crate::gateway::config::values::limits::{Pace, Rate};

/// A wait of at most this many milliseconds counts as none: floating-point times since 1970 are exact to a tenth of it.
const SLACK_MS: f64 = 0.001;

/// The latest end of a quota's window, in milliseconds from now: a month and a day. A later end comes from a wrong
/// clock.
pub const LONGEST_WINDOW: f64 = 32.0 * 86_400_000.0;

/// A limit: requests per second on average and a burst; or requests until a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// Milliseconds between two requests at the rate.
    pub interval_ms: f64,
    /// The burst after an idle time, at least 1; for a quota, the requests per window.
    pub burst: f64,
    /// For a quota: the end of its window, milliseconds since 1970. 0 for a rate.
    pub until: f64,
}

/// The stored state of a limit; all 0 for a new caller.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stored {
    /// The theoretical arrival time; for a quota, the requests counted.
    pub arrival: f64,
    /// For a quota: the end of the window in which the requests were counted.
    pub ends: f64,
}

impl From<f64> for Stored {
    fn from(arrival: f64) -> Self {
        Self { arrival, ends: 0.0 }
    }
}

/// Whether a limit allows a request, and the new state of the limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Admission {
    /// Whether the request is allowed.
    pub allowed: bool,
    /// The caller's new arrival time; unchanged if the request is not allowed.
    pub arrival: f64,
    /// For a quota: the new end of the window.
    pub ends: f64,
    /// Requests that remain in the burst after this one.
    pub remaining: u32,
    /// Milliseconds until the burst grows by one; 0 when it is full.
    pub next_ms: f64,
    /// Milliseconds until the burst is full again.
    pub reset_ms: f64,
    /// Milliseconds until the same request is allowed; 0 if it is.
    pub wait_ms: f64,
}

impl Rule {
    /// Makes a rule of `rate` requests per second and a burst of `burst`.
    ///
    /// ```
    /// use ton_edge::gateway::limits::gcra::Rule;
    /// let rule = Rule::new(2.0, 4);
    /// assert_eq!((rule.interval_ms, rule.burst), (500.0, 4.0));
    /// ```
    #[must_use]
    pub fn new(rate: f64, burst: u32) -> Self {
        let Pace { interval_ms, burst } = Pace::from(Rate { rate, burst });
        Self { interval_ms, burst, until: 0.0 }
    }

    /// Makes a quota of `count` requests until a time, in milliseconds since 1970.
    #[must_use]
    pub fn quota(count: f64, until: f64) -> Self {
        Self { interval_ms: 0.0, burst: count, until }
    }

    /// Counts a request of that `cost`, against either kind of limit.
    #[must_use]
    pub fn take(&self, stored: Stored, now: f64, cost: f64) -> Admission {
        if self.until > 0.0 { self.count(stored, now, cost) } else { self.admit(stored.arrival, now, cost) }
    }

    /// Counts a request against a quota. A gateway whose clock is a little behind counts in the newer window, so that
    /// no window exceeds its quota.
    ///
    /// ```
    /// use ton_edge::gateway::limits::gcra::{Stored, Rule};
    /// let quota = Rule::quota(2.0, 9_000.0);
    /// let first = quota.count(Stored::default(), 5_000.0, 2.0);
    /// assert!(first.allowed && first.remaining == 0);
    /// let stored = Stored { arrival: first.arrival, ends: first.ends };
    /// assert_eq!(quota.count(stored, 5_000.0, 1.0).wait_ms, 4_000.0);
    /// assert!(Rule::quota(2.0, 18_000.0).count(stored, 9_000.0, 1.0).allowed);
    /// ```
    #[must_use]
    pub fn count(&self, stored: Stored, now: f64, cost: f64) -> Admission {
        let max_end = now + LONGEST_WINDOW;
        let is_newer = self.until > stored.ends || stored.ends > max_end;
        let (count_before, ends) = if is_newer { (0.0, self.until) } else { (stored.arrival, stored.ends) };
        // A window that ends after `max_end` comes from a wrong clock: its requests cannot be counted, so none is allowed.
        let allowed = count_before + cost <= self.burst && self.until <= max_end;
        let arrival = if allowed { count_before + cost } else { count_before };
        let wait_left = (ends.min(max_end) - now).max(1.0);
        Admission {
            allowed,
            arrival,
            ends,
            remaining: (self.burst - arrival).max(0.0) as u32,
            next_ms: if arrival > 0.0 { wait_left } else { 0.0 },
            reset_ms: if arrival > 0.0 { wait_left } else { 0.0 },
            wait_ms: if allowed { 0.0 } else { wait_left },
        }
    }

    /// Counts a request of that `cost` by a caller whose number is `arrival` (0 for a new caller).
    ///
    /// A request that costs more than the burst is never allowed; its wait is computed as if the burst were
    /// that large.
    ///
    /// ```
    /// use ton_edge::gateway::limits::gcra::Rule;
    /// let rule = Rule::new(1.0, 2);
    /// let first = rule.admit(0.0, 5_000.0, 1.0);
    /// assert!(first.allowed && first.remaining == 1);
    /// let third = rule.admit(rule.admit(first.arrival, 5_000.0, 1.0).arrival, 5_000.0, 1.0);
    /// assert!(!third.allowed && third.wait_ms == 1_000.0);
    /// ```
    #[must_use]
    pub fn admit(&self, arrival: f64, now: f64, cost: f64) -> Admission {
        let burst_ms = self.burst * self.interval_ms;
        // A clock that was set back by an hour must not lock a caller out for an hour.
        let start_time = arrival.max(now).min(now + burst_ms);
        let next_arrival = start_time + cost * self.interval_ms;
        let wait = next_arrival - burst_ms - now;
        if wait > SLACK_MS {
            return Admission { allowed: false, wait_ms: wait, ..self.admission_at(start_time, now) };
        }
        // Without this bound, the slack of many requests would add up.
        self.admission_at(next_arrival.min(now + burst_ms), now)
    }

    /// Returns the admission that follows from a stored `arrival` at the time `now`.
    fn admission_at(&self, arrival: f64, now: f64) -> Admission {
        let (remaining, reset) = (self.count_remaining(arrival, now), arrival - now);
        let used_burst = self.burst - f64::from(remaining);
        let next =
            if used_burst < 1.0 { 0.0 } else { (reset - (used_burst - 1.0) * self.interval_ms).max(0.0) };
        Admission {
            allowed: true,
            arrival,
            ends: 0.0,
            remaining,
            next_ms: next,
            reset_ms: reset,
            wait_ms: 0.0,
        }
    }

    fn count_remaining(&self, arrival: f64, now: f64) -> u32 {
        let free_ms = self.burst * self.interval_ms - (arrival - now);
        (free_ms / self.interval_ms + 1e-9).max(0.0) as u32
    }

    /// Returns whether the stored number has the same effect as that of a new caller, so that it need not be stored.
    #[must_use]
    pub fn is_idle(&self, arrival: f64, now: f64) -> bool {
        arrival <= now
    }
}
