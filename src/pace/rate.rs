//! The learned rate of a service, from the requests that it accepts and refuses.
//!
//! Only a complete second is evidence: an interval at which a second passed without a refusal is proven, and a refusal
//! leads back to it. As long as nothing was refused and calls wait, the rate grows by half every second; afterwards by
//! a part of the refused rate, every second while it is far from that rate and three times a minute when it is near.
//!
//! If the pace is given, by the service or because there is no API key, a refusal says nothing about it: others use the
//! same limit. Then every refusal adds room between two starts, and every success removes some of it.

use super::MARGIN;

/// The longest interval that refusals alone lead to, in milliseconds.
const MAX_INTERVAL_MS: f64 = 10_000.0;

/// The largest factor by which one refusal lengthens the interval.
const MAX_SLOWDOWN: f64 = 2.0;

/// This share of the refused rate is added every second until the rate is near the refused one.
const RECOVERY_STEP: f64 = 0.15;

/// Room at a given pace, in intervals: added by a refusal, added by a refusal without a success since the last one, removed by a success,
/// and the maximum.
const ROOM_STEP: f64 = 0.3;
const MORE_ROOM: f64 = 0.08;
const LESS_ROOM: f64 = 0.02;
const MAX_ROOM: f64 = 1.0;

/// The limit, as far as the pacer has learned it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Rate {
    /// The shortest interval that may be tried.
    pub fastest: f64,
    /// The interval at which the service last refused; 0 if it never did.
    pub ceiling: f64,
    /// The interval before it was last shortened; 0 if it never was.
    pub good: f64,
    /// The time when the interval last changed, or a call came after a pause.
    pub changed: f64,
    /// The time of the last refusal.
    pub refused: f64,
    /// The current second, counted from the clock's zero.
    pub second: f64,
    /// Requests accepted in the current second.
    pub count: f64,
    /// Requests accepted in the previous second.
    pub before: f64,
    /// The room for others at a given pace, in intervals.
    pub room: f64,
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
            room: 0.0,
        }
    }

    /// Returns whether the pace is given, by the service or because there is no API key, instead of learned.
    pub(super) fn is_given(&self) -> bool {
        self.fastest > 1.0
    }

    /// Returns whether the service has shown its rate, by its policy or by a refusal.
    pub(super) fn is_known(&self) -> bool {
        self.ceiling > 0.0
    }

    fn roll_second(&mut self, now: f64) {
        let second_number = (now / 1000.0).floor();
        if second_number != self.second {
            self.before = if second_number == self.second + 1.0 { self.count } else { 0.0 };
            self.count = 0.0;
            self.second = second_number;
        }
    }

    /// Returns the requests accepted in the last 1000 milliseconds, estimated by two counters.
    fn count_accepted(&mut self, now: f64) -> f64 {
        self.roll_second(now);
        self.count + self.before * (1.0 - (now / 1000.0 - self.second))
    }

    pub(super) fn record_success(&mut self, now: f64, interval: f64, waiting: bool) -> f64 {
        self.roll_second(now);
        self.count += 1.0;
        if self.is_given() {
            self.room = (self.room - LESS_ROOM).max(0.0);
            return self.given_interval();
        }
        let is_near_ceiling = interval <= self.ceiling * 1.21 || interval == self.good;
        let time = if self.is_known() && is_near_ceiling { 20_000.0 } else { 1000.0 };
        // Only a rate at which requests were really sent is known to be good.
        let is_proven = self.count_accepted(now) * interval >= 800.0;
        if !waiting || interval <= self.fastest || now - self.changed < time || !is_proven {
            return interval;
        }
        self.changed = now;
        self.good = interval;
        let faster_interval = if !self.is_known() {
            interval / 1.5
        } else {
            let step = if is_near_ceiling { 0.1 } else { RECOVERY_STEP };
            1.0 / (1.0 / interval + step / self.ceiling)
        };
        faster_interval.max(self.fastest)
    }

    pub(super) fn record_refusal(
        &mut self,
        now: f64,
        started_at: f64,
        interval: f64,
        is_repeated: bool,
    ) -> f64 {
        // The request was sent before the last refusal arrived, so both count as one refusal.
        if started_at <= self.refused {
            return interval;
        }
        self.refused = now;
        if self.is_given() {
            self.room = (self.room + if is_repeated { MORE_ROOM } else { ROOM_STEP }).min(MAX_ROOM);
            return self.given_interval();
        }
        // No request was accepted since the last refusal, so this refusal says nothing about the rate.
        if is_repeated {
            return interval;
        }
        let slower_interval = if self.good > interval {
            // The pace before this one was good. Requests accepted since may have been a burst that cannot be repeated.
            self.good
        } else if now - self.changed >= 1000.0 {
            (1000.0 * MARGIN / self.count_accepted(now)).min(interval * MAX_SLOWDOWN)
        } else {
            // No complete second was observed, so there is nothing to learn from.
            return interval;
        };
        // If a slower rate is refused than before, others use the limit, too: it may be free again soon.
        self.ceiling = if self.good <= interval && interval > self.ceiling && self.is_known() {
            2.0 / (1.0 / self.ceiling + 1.0 / interval)
        } else {
            interval
        };
        self.changed = now;
        // `clamp` can panic with floats in its message, and printing these adds 8 kB after brotli.
        slower_interval.min(MAX_INTERVAL_MS).max(interval)
    }

    /// Begins a new measurement, because a call came after a pause.
    pub(super) fn begin_measuring(&mut self, now: f64) {
        self.changed = now;
    }

    pub(super) fn apply_policy(&mut self, now: f64, interval: f64) {
        self.fastest = interval;
        self.ceiling = interval;
        self.changed = now;
        self.room = 0.0;
    }

    fn given_interval(&self) -> f64 {
        (self.fastest * (1.0 + self.room)).min(MAX_INTERVAL_MS).max(self.fastest)
    }
}
