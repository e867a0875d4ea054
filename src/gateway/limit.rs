//! How often a caller may ask: the generic cell rate algorithm (GCRA), one number a caller.
//!
//! The number is the theoretical arrival time, in milliseconds: when the caller's next request would come if it came
//! exactly at its rate. It is kept by the shell, in memory or in a Durable Object; here it is only advanced. So nobody
//! has a queue, and who was not seen for a while needs no memory at all: [`Rule::is_idle`].
//!
//! A quota is another kind of limit: so many requests until the calendar window ends, then so many anew. Its number is the
//! count of the window, kept with the window's end.

/// Milliseconds that are no wait: times since 1970 have no finer digits than a tenth of this.
const SLACK: f64 = 0.001;

/// Milliseconds ahead that the window of a quota can end: a month and a day. What ends later comes from a clock that is wrong.
pub const LONGEST_WINDOW: f64 = 32.0 * 86_400_000.0;

/// A limit: so many requests a second on average, and so many at once; or so many until a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// Milliseconds between two requests that come at the rate.
    pub interval: f64,
    /// Requests that may come at once after a rest, at least 1; of a quota those of the window.
    pub burst: f64,
    /// Of a quota: when its window ends, milliseconds since 1970. 0 for a rate.
    pub until: f64,
}

/// What is kept of a limit; all 0 for one never seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Kept {
    /// The theoretical arrival time; of a quota the requests that were counted.
    pub arrival: f64,
    /// Of a quota: the end of the window in which they were counted.
    pub ends: f64,
}

impl From<f64> for Kept {
    fn from(arrival: f64) -> Self {
        Self { arrival, ends: 0.0 }
    }
}

/// What a limit says of a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Admission {
    /// It may pass.
    pub allowed: bool,
    /// The caller's number from now on; unchanged when it may not pass.
    pub arrival: f64,
    /// Of a quota: the end of the window from now on.
    pub ends: f64,
    /// Requests that could pass at once after this one.
    pub remaining: u32,
    /// Milliseconds until one more could pass at once; 0 when the burst is whole.
    pub next: f64,
    /// Milliseconds until the burst is whole again.
    pub reset: f64,
    /// Milliseconds until the same request could pass; 0 when it does.
    pub wait: f64,
}

impl Rule {
    /// A rule of `rate` requests a second and `burst` at once.
    ///
    /// ```
    /// use ton_edge::gateway::limit::Rule;
    /// let rule = Rule::new(2.0, 4);
    /// assert_eq!((rule.interval, rule.burst), (500.0, 4.0));
    /// ```
    #[must_use]
    pub fn new(rate: f64, burst: u32) -> Self {
        Self { interval: 1000.0 / rate, burst: f64::from(burst.max(1)), until: 0.0 }
    }

    /// A quota of `count` requests until a time, milliseconds since 1970.
    #[must_use]
    pub fn quota(count: f64, until: f64) -> Self {
        Self { interval: 0.0, burst: count, until }
    }

    /// A request that counts as `cost`, whatever kind of limit it is.
    #[must_use]
    pub fn take(&self, kept: Kept, now: f64, cost: f64) -> Admission {
        if self.until > 0.0 { self.count(kept, now, cost) } else { self.admit(kept.arrival, now, cost) }
    }

    /// The same against a quota. A gateway whose clock is a little behind counts in the newer window, so that in no window
    /// more pass than the quota says.
    ///
    /// ```
    /// use ton_edge::gateway::limit::{Kept, Rule};
    /// let quota = Rule::quota(2.0, 9_000.0);
    /// let first = quota.count(Kept::default(), 5_000.0, 2.0);
    /// assert!(first.allowed && first.remaining == 0);
    /// let kept = Kept { arrival: first.arrival, ends: first.ends };
    /// assert_eq!(quota.count(kept, 5_000.0, 1.0).wait, 4_000.0);
    /// assert!(Rule::quota(2.0, 18_000.0).count(kept, 9_000.0, 1.0).allowed);
    /// ```
    #[must_use]
    pub fn count(&self, kept: Kept, now: f64, cost: f64) -> Admission {
        let latest = now + LONGEST_WINDOW;
        let is_newer = self.until > kept.ends || kept.ends > latest;
        let (used, ends) = if is_newer { (0.0, self.until) } else { (kept.arrival, kept.ends) };
        // No true window ends so late: nothing can be counted by that clock, and nothing passes uncounted.
        let allowed = used + cost <= self.burst && self.until <= latest;
        let arrival = if allowed { used + cost } else { used };
        let rest = (ends.min(latest) - now).max(1.0);
        Admission {
            allowed,
            arrival,
            ends,
            remaining: (self.burst - arrival).max(0.0) as u32,
            next: if arrival > 0.0 { rest } else { 0.0 },
            reset: if arrival > 0.0 { rest } else { 0.0 },
            wait: if allowed { 0.0 } else { rest },
        }
    }

    /// A request that counts as `cost` requests, of a caller whose number is `arrival` (0 for one never seen).
    ///
    /// One that costs more than the burst never passes; its wait is told all the same, as if the burst were that large.
    ///
    /// ```
    /// use ton_edge::gateway::limit::Rule;
    /// let rule = Rule::new(1.0, 2);
    /// let first = rule.admit(0.0, 5_000.0, 1.0);
    /// assert!(first.allowed && first.remaining == 1);
    /// let third = rule.admit(rule.admit(first.arrival, 5_000.0, 1.0).arrival, 5_000.0, 1.0);
    /// assert!(!third.allowed && third.wait == 1_000.0);
    /// ```
    #[must_use]
    pub fn admit(&self, arrival: f64, now: f64, cost: f64) -> Admission {
        let room = self.burst * self.interval;
        // A clock that was set back must not shut a caller out for as long.
        let from = arrival.max(now).min(now + room);
        let next = from + cost * self.interval;
        let wait = next - room - now;
        if wait > SLACK {
            return Admission { allowed: false, wait, ..self.at(from, now) };
        }
        // Else slack would add up.
        self.at(next.min(now + room), now)
    }

    /// What holds for a caller whose number is this.
    fn at(&self, arrival: f64, now: f64) -> Admission {
        let (remaining, reset) = (self.left(arrival, now), arrival - now);
        let used = self.burst - f64::from(remaining);
        let next = if used < 1.0 { 0.0 } else { (reset - (used - 1.0) * self.interval).max(0.0) };
        Admission { allowed: true, arrival, ends: 0.0, remaining, next, reset, wait: 0.0 }
    }

    fn left(&self, arrival: f64, now: f64) -> u32 {
        let room = self.burst * self.interval - (arrival - now);
        (room / self.interval + 1e-9).max(0.0) as u32
    }

    /// Whether a number says no more than that of a caller never seen: then it need not be kept.
    #[must_use]
    pub fn is_idle(&self, arrival: f64, now: f64) -> bool {
        arrival <= now
    }
}
