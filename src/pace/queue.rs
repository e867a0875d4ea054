//! Tickets: who starts when. A ticket is a number, tickets one apart start one interval apart.
//!
//! One line tells the time of every ticket: ticket `base` starts at `reference_time`. To slow down, to hurry or to rest moves that
//! line, and with it everybody who holds a ticket. It is GCRA (ITU-T I.371) counted in requests, without a burst.

/// How many runs of returned tickets the queue remembers.
const MAX_GAPS: usize = 9;

/// Two tickets are one apart: floating point, so nearly.
const TOLERANCE: f64 = 0.001;

/// A start so late still counts as in time, in milliseconds: less than the margin of the interval.
const MAX_LATE_MS: f64 = 15.0;

/// Who starts when.
#[derive(Clone, Debug, PartialEq)]
#[repr(C)]
pub struct Queue {
    base: f64,
    reference_time: f64,
    interval: f64,
    next: f64,
    /// Every ticket before this one has started or was given back.
    head: f64,
    freed: [Gap; MAX_GAPS],
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
    fn drop_passed(&mut self, base: f64) {
        if self.first < base {
            self.first += (base - self.first).ceil();
        }
        if self.first > self.last + TOLERANCE {
            *self = Self::NONE;
        }
    }

    fn take_ticket(&mut self) -> f64 {
        let ticket = self.first;
        self.first += 1.0;
        if self.first > self.last + TOLERANCE {
            *self = Self::NONE;
        }
        ticket
    }
}

const fn is_next(first: f64, second: f64) -> bool {
    (second - first - 1.0).abs() < TOLERANCE
}

impl Queue {
    pub(super) const fn new(now: f64, interval: f64) -> Self {
        Self { base: 0.0, reference_time: now, interval, next: 0.0, head: 0.0, freed: [Gap::NONE; MAX_GAPS] }
    }

    /// Milliseconds between two starts.
    #[must_use]
    pub const fn interval(&self) -> f64 {
        self.interval
    }

    /// The start time of a ticket in the current state of the queue.
    #[must_use]
    pub fn start(&self, ticket: f64) -> f64 {
        self.reference_time + (ticket - self.base) * self.interval
    }

    /// When the next ticket starts that has not, from now on.
    pub(super) fn next_start(&self, now: f64) -> f64 {
        self.start(self.head).max(self.reference_time).max(now)
    }

    /// Moves the reference point of the queue to now, or during a cool-down to its end.
    fn settle(&mut self, now: f64) {
        if self.reference_time < now {
            self.base += (now - self.reference_time) / self.interval;
            self.reference_time = now;
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
            && let Some(freed) = self.find_freed_before(self.next)
        {
            return freed.take_ticket();
        }
        let ticket = self.next;
        self.next += weight;
        ticket
    }

    pub(super) fn turn(&mut self, now: f64, mut ticket: f64, weight: f64) -> (f64, f64) {
        self.settle(now);
        // A batch does not fit into the slot of one request.
        if weight == 1.0
            && let Some(freed) = self.find_freed_before(ticket)
        {
            let earlier = freed.take_ticket();
            let previous = std::mem::replace(&mut ticket, earlier);
            self.release_gap(Gap { first: previous, last: previous });
        }
        let start = self.start(ticket);
        // During a cool-down no call starts, not even with an overdue ticket.
        let wait_ms = start.max(self.reference_time) - now;
        if wait_ms <= 0.0 {
            // A late start pushes all others back, or two would start too near to one another.
            self.delay(now, (now - start - MAX_LATE_MS).max(0.0));
            self.head = self.head.max(ticket + weight);
        }
        (ticket, wait_ms.max(0.0))
    }

    pub(super) fn release(&mut self, now: f64, ticket: f64, weight: f64) {
        self.settle(now);
        self.release_gap(Gap { first: ticket, last: ticket + weight - 1.0 });
    }

    fn release_gap(&mut self, mut gap: Gap) {
        // Merges it with the gaps that it touches.
        for neighbour in &mut self.freed {
            if is_next(neighbour.last, gap.first) {
                gap.first = neighbour.first;
                *neighbour = Gap::NONE;
            } else if is_next(gap.last, neighbour.first) {
                gap.last = neighbour.last;
                *neighbour = Gap::NONE;
            }
        }
        if is_next(gap.last, self.next) {
            self.next = gap.first;
        } else if gap.last < self.next
            && let Some(free) = self.freed.iter_mut().find(|gap_slot| **gap_slot == Gap::NONE)
        {
            *free = gap;
        }
    }

    /// The gap that begins with the first ticket given back before this one; parts that have passed are dropped.
    fn find_freed_before(&mut self, ticket: f64) -> Option<&mut Gap> {
        let mut best: Option<&mut Gap> = None;
        for gap in &mut self.freed {
            gap.drop_passed(self.base);
            if gap.first < best.as_deref().map_or(ticket, |best| best.first) {
                best = Some(gap);
            }
        }
        best
    }

    /// Pushes everybody back. A rest does not grow by it.
    pub(super) fn delay(&mut self, now: f64, by_ms: f64) {
        self.settle(now);
        self.base -= by_ms / self.interval;
    }

    /// No call starts before `resume_at`, and the next start is that of a request which was sent and refused: it goes again in
    /// the slot after the last one used, and all others follow without a gap. What never reached the service was not
    /// `is_counted` there, and need not wait for that slot.
    pub(super) fn refuse(&mut self, now: f64, resume_at: f64, weight: f64, is_counted: bool) -> f64 {
        self.settle(now);
        let slot = if is_counted { self.start(self.head) } else { now };
        self.reference_time = self.reference_time.max(resume_at).max(slot);
        self.head -= weight;
        self.base = self.head;
        self.head
    }

    /// No call starts before `resume_at`.
    pub(super) fn pause_until(&mut self, now: f64, resume_at: f64) {
        self.settle(now);
        self.reference_time = self.reference_time.max(resume_at);
    }

    pub(super) fn is_resting(&self, now: f64) -> bool {
        self.reference_time > now
    }

    /// Whether everybody has started and the last slot has passed.
    pub(super) fn is_idle(&self, now: f64) -> bool {
        self.start(self.next) < now
    }

    /// Milliseconds until the rest ends.
    pub(super) fn pause_left(&self, now: f64) -> f64 {
        (self.reference_time - now).max(0.0)
    }

    /// Whether a call must wait for longer than one interval.
    pub(super) fn is_waiting(&self, now: f64) -> bool {
        self.start(self.next) > now + self.interval
    }
}
