//! Tickets: who starts when. A ticket is a number, tickets one apart start one interval apart.
//!
//! One line tells the time of every ticket: ticket `base` starts at `at`. To slow down, to hurry or to rest moves that
//! line, and with it everybody who holds a ticket. It is GCRA (ITU-T I.371) counted in requests, without a burst.

/// How many tickets can be kept that were given back.
const FREED: usize = 19;

/// A start so late still counts as in time, in milliseconds: less than the margin of the interval.
const SLACK: f64 = 15.0;

/// Who starts when.
#[derive(Clone, Debug, PartialEq)]
#[repr(C)]
pub struct Queue {
    base: f64,
    at: f64,
    interval: f64,
    next: f64,
    freed: [f64; FREED],
}

impl Queue {
    pub(super) const fn new(now: f64, interval: f64) -> Self {
        Self { base: 0.0, at: now, interval, next: 0.0, freed: [f64::INFINITY; FREED] }
    }

    /// Milliseconds between two starts.
    #[must_use]
    pub const fn interval(&self) -> f64 {
        self.interval
    }

    /// When a ticket starts, as things stand.
    #[must_use]
    pub fn start(&self, ticket: f64) -> f64 {
        self.at + (ticket - self.base) * self.interval
    }

    /// Moves the known point of the line to now. During a rest it stands at the end of the rest.
    fn settle(&mut self, now: f64) {
        if self.at < now {
            self.base += (now - self.at) / self.interval;
            self.at = now;
        }
    }

    pub(super) fn set_interval(&mut self, now: f64, interval: f64) {
        if interval != self.interval {
            self.settle(now);
            self.interval = interval;
        }
    }

    pub(super) fn reserve(&mut self, now: f64, weight: f64) -> f64 {
        self.settle(now);
        // What was not used is not saved up.
        self.next = self.next.max(self.base);
        if weight == 1.0
            && let Some(place) = self.freed_before(self.next)
        {
            return std::mem::replace(place, f64::INFINITY);
        }
        let ticket = self.next;
        self.next += weight;
        ticket
    }

    pub(super) fn turn(&mut self, now: f64, mut ticket: f64) -> (f64, f64) {
        self.settle(now);
        if let Some(place) = self.freed_before(ticket) {
            std::mem::swap(place, &mut ticket);
        }
        let late = now - self.start(ticket);
        // Who starts late pushes all others back, or two would start too near to one another.
        self.delay((late - SLACK).max(0.0));
        (ticket, (-late).max(0.0))
    }

    pub(super) fn release(&mut self, now: f64, ticket: f64) {
        self.settle(now);
        let mut last = ticket;
        // Floating point: one apart is nearly one.
        while last + 1.001 > self.next && last + 0.999 < self.next {
            self.next = last;
            match self.freed.iter_mut().find(|freed| **freed + 1.001 > last && **freed + 0.999 < last) {
                Some(place) => last = std::mem::replace(place, f64::INFINITY),
                None => return,
            }
        }
        if last < self.next
            && let Some(place) = self.freed.iter_mut().find(|freed| **freed == f64::INFINITY)
        {
            *place = last;
        }
    }

    /// The first ticket given back that comes before this one and has not passed; passed ones are dropped.
    fn freed_before(&mut self, ticket: f64) -> Option<&mut f64> {
        let mut best: Option<&mut f64> = None;
        for freed in &mut self.freed {
            if *freed < self.base {
                *freed = f64::INFINITY;
            } else if *freed < best.as_deref().copied().unwrap_or(ticket) {
                best = Some(freed);
            }
        }
        best
    }

    /// Pushes everybody back.
    pub(super) fn delay(&mut self, by: f64) {
        self.at += by;
    }

    /// Nobody starts before `until`.
    pub(super) fn rest(&mut self, now: f64, until: f64) {
        self.settle(now);
        self.at = self.at.max(until);
    }

    pub(super) fn is_resting(&self, now: f64) -> bool {
        self.at > now
    }

    /// A ticket before all others; they move back by one.
    pub(super) fn first(&mut self) -> f64 {
        self.next = self.next.max(self.base);
        self.base -= 1.0;
        self.base
    }

    /// Whether somebody must wait for longer than one interval.
    pub(super) fn is_waiting(&self, now: f64) -> bool {
        self.start(self.next) > now + self.interval
    }
}
