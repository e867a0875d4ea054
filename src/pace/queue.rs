//! Tickets: who starts when. A ticket is a number, tickets one apart start one interval apart.
//!
//! One line tells the time of every ticket: ticket `base` starts at `at`. To slow down, to hurry or to rest moves that
//! line, and with it everybody who holds a ticket. It is GCRA (ITU-T I.371) counted in requests, without a burst.

/// How many runs of returned tickets the queue remembers.
const GAPS: usize = 9;

/// Two tickets are one apart: floating point, so nearly.
const NEARLY: f64 = 0.001;

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
    /// Every ticket before this one has started or was given back.
    head: f64,
    freed: [Gap; GAPS],
}

/// Tickets in a row that were given back: a caller that leaves a thousand calls leaves one gap.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
struct Gap {
    /// [`f64::INFINITY`] if there is no gap.
    first: f64,
    last: f64,
}

impl Gap {
    const NONE: Self = Self { first: f64::INFINITY, last: f64::INFINITY };

    /// Drops the part that has passed.
    fn pass(&mut self, base: f64) {
        if self.first < base {
            self.first += (base - self.first).ceil();
        }
        if self.first > self.last + NEARLY {
            *self = Self::NONE;
        }
    }

    fn take(&mut self) -> f64 {
        let ticket = self.first;
        self.first += 1.0;
        if self.first > self.last + NEARLY {
            *self = Self::NONE;
        }
        ticket
    }
}

const fn is_next(one: f64, other: f64) -> bool {
    (other - one - 1.0).abs() < NEARLY
}

impl Queue {
    pub(super) const fn new(now: f64, interval: f64) -> Self {
        Self { base: 0.0, at: now, interval, next: 0.0, head: 0.0, freed: [Gap::NONE; GAPS] }
    }

    /// Milliseconds between two starts.
    #[must_use]
    pub const fn interval(&self) -> f64 {
        self.interval
    }

    /// The start time of a ticket in the current state of the queue.
    #[must_use]
    pub fn start(&self, ticket: f64) -> f64 {
        self.at + (ticket - self.base) * self.interval
    }

    /// When the next ticket starts that has not, from now on.
    pub(super) fn next_start(&self, now: f64) -> f64 {
        self.start(self.head).max(self.at).max(now)
    }

    /// Moves the reference point of the queue to now, or during a cool-down to its end.
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
        // Unused slots are not saved up.
        if self.next < self.base {
            self.next = self.base;
            self.head = self.base;
        }
        if weight == 1.0
            && let Some(freed) = self.freed_before(self.next)
        {
            return freed.take();
        }
        let ticket = self.next;
        self.next += weight;
        ticket
    }

    pub(super) fn turn(&mut self, now: f64, mut ticket: f64, weight: f64) -> (f64, f64) {
        self.settle(now);
        // A batch does not fit into the slot of one request.
        if weight == 1.0
            && let Some(freed) = self.freed_before(ticket)
        {
            let earlier = freed.take();
            let own = std::mem::replace(&mut ticket, earlier);
            self.release_gap(Gap { first: own, last: own });
        }
        let start = self.start(ticket);
        // During a cool-down no call starts, not even with an overdue ticket.
        let wait = start.max(self.at) - now;
        if wait <= 0.0 {
            // A late start pushes all others back, or two would start too near to one another.
            self.delay(now, (now - start - SLACK).max(0.0));
            self.head = self.head.max(ticket + weight);
        }
        (ticket, wait.max(0.0))
    }

    pub(super) fn release(&mut self, now: f64, ticket: f64, weight: f64) {
        self.settle(now);
        self.release_gap(Gap { first: ticket, last: ticket + weight - 1.0 });
    }

    fn release_gap(&mut self, mut gap: Gap) {
        // Merges it with the gaps that it touches.
        for other in &mut self.freed {
            if is_next(other.last, gap.first) {
                gap.first = other.first;
                *other = Gap::NONE;
            } else if is_next(gap.last, other.first) {
                gap.last = other.last;
                *other = Gap::NONE;
            }
        }
        if is_next(gap.last, self.next) {
            self.next = gap.first;
        } else if gap.last < self.next
            && let Some(free) = self.freed.iter_mut().find(|other| **other == Gap::NONE)
        {
            *free = gap;
        }
    }

    /// The gap that begins with the first ticket given back before this one; parts that have passed are dropped.
    fn freed_before(&mut self, ticket: f64) -> Option<&mut Gap> {
        let mut best: Option<&mut Gap> = None;
        for gap in &mut self.freed {
            gap.pass(self.base);
            if gap.first < best.as_deref().map_or(ticket, |best| best.first) {
                best = Some(gap);
            }
        }
        best
    }

    /// Pushes everybody back. A rest does not grow by it.
    pub(super) fn delay(&mut self, now: f64, by: f64) {
        self.settle(now);
        self.base -= by / self.interval;
    }

    /// No call starts before `until`, and the next start is that of a request which was sent and refused: it goes again in
    /// the slot after the last one used, and all others follow without a gap. What never reached the service was not
    /// `counted` there, and need not wait for that slot.
    pub(super) fn refuse(&mut self, now: f64, until: f64, weight: f64, counted: bool) -> f64 {
        self.settle(now);
        let slot = if counted { self.start(self.head) } else { now };
        self.at = self.at.max(until).max(slot);
        self.head -= weight;
        self.base = self.head;
        self.head
    }

    /// No call starts before `until`.
    pub(super) fn rest(&mut self, now: f64, until: f64) {
        self.settle(now);
        self.at = self.at.max(until);
    }

    pub(super) fn is_resting(&self, now: f64) -> bool {
        self.at > now
    }

    /// Whether everybody has started and the last slot has passed.
    pub(super) fn is_idle(&self, now: f64) -> bool {
        self.start(self.next) < now
    }

    /// Milliseconds until the rest ends.
    pub(super) fn resting(&self, now: f64) -> f64 {
        (self.at - now).max(0.0)
    }

    /// Whether a call must wait for longer than one interval.
    pub(super) fn is_waiting(&self, now: f64) -> bool {
        self.start(self.next) > now + self.interval
    }
}
