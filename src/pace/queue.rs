//! Tickets, which determine start times. A ticket is a number; tickets that differ by one start one interval apart.
//!
//! The time of every ticket is computed from one reference: ticket `base` starts at `reference_time`. A change of the
//! rate and a cool-down change that reference, and with it the start of every ticket. This is GCRA (ITU-T I.371)
//! counted in requests, without a burst.

/// The maximum number of gaps that the queue remembers.
const MAX_GAPS: usize = 9;

/// The tolerance for comparing tickets, which are floating point numbers.
const TOLERANCE: f64 = 0.001;

/// A start that is late by at most this many milliseconds counts as in time. It is less than the margin of the interval.
const MAX_LATE_MS: f64 = 15.0;

/// The queue of reserved start times.
#[derive(Clone, Debug, PartialEq)]
#[repr(C)]
pub struct Queue {
    base: f64,
    reference_time: f64,
    interval: f64,
    next_start: f64,
    /// All tickets before this one have started or were given back.
    head: f64,
    freed_gaps: [Gap; MAX_GAPS],
}

/// Consecutive tickets that were given back: a caller that aborts a thousand calls leaves one gap.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
struct Gap {
    /// The first ticket; [`f64::INFINITY`] if there is no gap.
    first_ticket: f64,
    last_ticket: f64,
}

impl Gap {
    const NONE: Self = Self { first_ticket: f64::INFINITY, last_ticket: f64::INFINITY };

    /// Drops the tickets of the gap that have passed.
    fn drop_passed_slots(&mut self, base: f64) {
        if self.first_ticket < base {
            self.first_ticket += (base - self.first_ticket).ceil();
        }
        if self.first_ticket > self.last_ticket + TOLERANCE {
            *self = Self::NONE;
        }
    }

    fn take_ticket(&mut self) -> f64 {
        let ticket = self.first_ticket;
        self.first_ticket += 1.0;
        if self.first_ticket > self.last_ticket + TOLERANCE {
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
        Self {
            base: 0.0,
            reference_time: now,
            interval,
            next_start: 0.0,
            head: 0.0,
            freed_gaps: [Gap::NONE; MAX_GAPS],
        }
    }

    /// Returns the milliseconds between two starts.
    #[must_use]
    pub const fn interval(&self) -> f64 {
        self.interval
    }

    /// Returns the start time of a ticket in the current state of the queue.
    #[must_use]
    pub fn start(&self, ticket: f64) -> f64 {
        self.reference_time + (ticket - self.base) * self.interval
    }

    /// Returns when the next waiting ticket starts, from now on.
    pub(super) fn next_start(&self, now: f64) -> f64 {
        self.start(self.head).max(self.reference_time).max(now)
    }

    /// Moves the reference point of the queue to now, or during a cool-down to its end.
    fn move_reference(&mut self, now: f64) {
        if self.reference_time < now {
            self.base += (now - self.reference_time) / self.interval;
            self.reference_time = now;
        }
    }

    pub(super) fn set_interval(&mut self, now: f64, interval: f64) {
        if interval != self.interval {
            self.move_reference(now);
            self.interval = interval;
        }
    }

    pub(super) fn reserve(&mut self, now: f64, weight: f64) -> f64 {
        self.move_reference(now);
        // Unused slots are not saved up.
        if self.next_start < self.base {
            self.next_start = self.base;
            self.head = self.base;
        }
        if weight == 1.0
            && let Some(freed_gap) = self.find_freed_before(self.next_start)
        {
            return freed_gap.take_ticket();
        }
        let ticket = self.next_start;
        self.next_start += weight;
        ticket
    }

    pub(super) fn find_turn(&mut self, now: f64, mut ticket: f64, weight: f64) -> (f64, f64) {
        self.move_reference(now);
        // A batch does not fit into the slot of one request.
        if weight == 1.0
            && let Some(freed) = self.find_freed_before(ticket)
        {
            let earlier_ticket = freed.take_ticket();
            let previous_ticket = std::mem::replace(&mut ticket, earlier_ticket);
            self.release_gap(Gap { first_ticket: previous_ticket, last_ticket: previous_ticket });
        }
        let start = self.start(ticket);
        // During a cool-down no call starts, not even with an overdue ticket.
        let wait_ms = start.max(self.reference_time) - now;
        if wait_ms <= 0.0 {
            // A late start delays all others; otherwise two would start too close together.
            self.delay(now, (now - start - MAX_LATE_MS).max(0.0));
            self.head = self.head.max(ticket + weight);
        }
        (ticket, wait_ms.max(0.0))
    }

    pub(super) fn release(&mut self, now: f64, ticket: f64, weight: f64) {
        self.move_reference(now);
        self.release_gap(Gap { first_ticket: ticket, last_ticket: ticket + weight - 1.0 });
    }

    fn release_gap(&mut self, mut gap: Gap) {
        // Merges the gap with its neighbours.
        for neighbour in &mut self.freed_gaps {
            if is_next(neighbour.last_ticket, gap.first_ticket) {
                gap.first_ticket = neighbour.first_ticket;
                *neighbour = Gap::NONE;
            } else if is_next(gap.last_ticket, neighbour.first_ticket) {
                gap.last_ticket = neighbour.last_ticket;
                *neighbour = Gap::NONE;
            }
        }
        if is_next(gap.last_ticket, self.next_start) {
            self.next_start = gap.first_ticket;
        } else if gap.last_ticket < self.next_start
            && let Some(free) = self.freed_gaps.iter_mut().find(|gap_slot| **gap_slot == Gap::NONE)
        {
            *free = gap;
        }
    }

    /// Finds the gap that begins with the first ticket given back before this one; parts that have passed are dropped.
    fn find_freed_before(&mut self, ticket: f64) -> Option<&mut Gap> {
        let mut best_gap: Option<&mut Gap> = None;
        for gap in &mut self.freed_gaps {
            gap.drop_passed_slots(self.base);
            if gap.first_ticket < best_gap.as_deref().map_or(ticket, |best| best.first_ticket) {
                best_gap = Some(gap);
            }
        }
        best_gap
    }

    /// Delays all tickets. This does not make a cool-down longer.
    pub(super) fn delay(&mut self, now: f64, by_ms: f64) {
        self.move_reference(now);
        self.base -= by_ms / self.interval;
    }

    /// Lets all calls wait until `resume_at`; the refused request starts first, in the slot after the last used one,
    /// and all others follow without a gap. A request that never reached the service (not `is_counted`) need not wait
    /// for that slot.
    pub(super) fn refuse(&mut self, now: f64, resume_at: f64, weight: f64, is_counted: bool) -> f64 {
        self.move_reference(now);
        let slot = if is_counted { self.start(self.head) } else { now };
        self.reference_time = self.reference_time.max(resume_at).max(slot);
        self.head -= weight;
        self.base = self.head;
        self.head
    }

    /// Lets all calls wait until `resume_at`.
    pub(super) fn pause_until(&mut self, now: f64, resume_at: f64) {
        self.move_reference(now);
        self.reference_time = self.reference_time.max(resume_at);
    }

    pub(super) fn is_cooling_down(&self, now: f64) -> bool {
        self.reference_time > now
    }

    /// Returns whether all tickets have started and the last slot has passed.
    pub(super) fn is_idle(&self, now: f64) -> bool {
        self.start(self.next_start) < now
    }

    /// Returns the milliseconds until the cool-down ends.
    pub(super) fn pause_left(&self, now: f64) -> f64 {
        (self.reference_time - now).max(0.0)
    }

    /// Returns whether a call must wait for longer than one interval.
    pub(super) fn is_waiting(&self, now: f64) -> bool {
        self.start(self.next_start) > now + self.interval
    }
}
