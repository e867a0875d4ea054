//! How fast a service lets us be, learned from what it takes and what it refuses.
//!
//! A service that refuses tells its limit without saying it: the pace that was good so far, or what it took in the second
//! before. So one refusal is enough. While nothing was refused and somebody waits, the pace grows by half every second;
//! afterwards it is tried anew, a little faster, three times a minute; every second while it is far from the one refused.

use super::MARGIN;

/// The slowest that refusals alone make us, in milliseconds.
const SLOWEST: f64 = 10_000.0;

/// What is known of the limit.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Rate {
    /// The shortest interval that may be tried.
    pub fastest: f64,
    /// The interval at which the service last refused; 0 when it never did.
    pub ceiling: f64,
    /// The interval before it was last made shorter; 0 when it never was.
    pub good: f64,
    /// When the interval last changed.
    pub changed: f64,
    /// When a request was last refused.
    pub refused: f64,
    /// The running second, counted from the clock's zero.
    pub second: f64,
    /// Requests taken in it.
    pub count: f64,
    /// Requests taken in the second before.
    pub before: f64,
}

impl Rate {
    pub(super) const fn new(now: f64, fastest: f64) -> Self {
        Self {
            fastest,
            ceiling: 0.0,
            good: 0.0,
            changed: now,
            refused: f64::NEG_INFINITY,
            second: 0.0,
            count: 0.0,
            before: 0.0,
        }
    }

    fn roll(&mut self, now: f64) {
        let second = (now / 1000.0).floor();
        if second != self.second {
            self.before = if second == self.second + 1.0 { self.count } else { 0.0 };
            self.count = 0.0;
            self.second = second;
        }
    }

    /// Requests taken in the last 1000 milliseconds, as two counters know it.
    fn taken(&mut self, now: f64) -> f64 {
        self.roll(now);
        self.count + self.before * (1.0 - (now / 1000.0 - self.second))
    }

    pub(super) fn succeeded(&mut self, now: f64, interval: f64, waiting: bool) -> f64 {
        self.roll(now);
        self.count += 1.0;
        let (rest, faster) = if self.ceiling == 0.0 {
            (1000.0, 1.5)
        // Measured, not proven: on a machine that stood still, what it took says too little.
        } else if interval > self.ceiling * 1.21 && interval != self.good {
            (1000.0, 1.1)
        } else {
            (20_000.0, 1.1)
        };
        // Only a pace that was really gone is known to be good.
        let proven = self.taken(now) * interval >= 800.0;
        if !waiting || interval <= self.fastest || now - self.changed < rest || !proven {
            return interval;
        }
        self.changed = now;
        self.good = interval;
        (interval / faster).max(self.fastest)
    }

    pub(super) fn refused(&mut self, now: f64, started: f64, interval: f64) -> f64 {
        // It left before we heard of the last refusal: the two are one.
        if started <= self.refused {
            return interval;
        }
        let again = now - self.refused < (10.0 * interval).max(1000.0);
        self.refused = now;
        let taken = self.taken(now);
        let measured = 1000.0 * MARGIN / taken;
        let slower = if self.good > interval {
            // The pace before this one was good. What was taken since may be a burst that is not to be had again.
            self.good
        } else if taken >= 0.9 && measured > interval * 1.2 {
            measured
        } else if again && taken >= 0.9 {
            // Others share the limit.
            interval * 1.1
        } else if again {
            // Nothing to measure: slower for now, and the limit is still to be found.
            self.changed = now;
            return (interval * 1.5).min(SLOWEST).max(interval);
        } else {
            return interval;
        };
        self.ceiling = interval;
        self.changed = now;
        // Not `clamp`: it can panic with floats in its message, and printing those costs 8 kB after brotli.
        slower.min(SLOWEST).max(interval)
    }

    pub(super) fn told(&mut self, now: f64, interval: f64) {
        self.fastest = interval;
        self.changed = now;
    }
}
