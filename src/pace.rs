//! Decides when a call may start, and when it may be retried: the pace of one origin and API key, in numbers only.
//!
//! The caller passes the time, in milliseconds of any monotonic clock, and random numbers from 0 up to 1. A call takes
//! a ticket, sleeps on its own timer, checks whether its slot has come, and reports the outcome. Calls never wait for
//! each other: a caller that vanishes costs one ticket, and a request never settles the promise of another.

mod attempts;
mod policy;
mod queue;
mod rate;
mod retry;

pub use attempts::{Action, Attempts, Event, Failed};
pub use policy::interval;
pub use queue::Queue;
pub use rate::Rate;
pub(crate) use retry::TIMEOUT_MS;
pub use retry::{ATTEMPTS, Backoff, Failure};

/// Milliseconds between two starts without an API key: the service's limit of 1 request per second, plus 2 % because clocks differ.
pub const KEYLESS: f64 = 1000.0 * MARGIN;

/// Milliseconds between two starts with an API key before the rate is learned: ten per second, as in the smallest plan.
pub const KEYED: f64 = 100.0 * MARGIN;

/// Safety margin: 2 % slower than the limit, because clocks differ and packets reorder.
pub const MARGIN: f64 = 1.02;

/// After this many starts without a pause, the intervals get a little longer. A client that uses exactly the whole limit would lock out
/// another client at its IP forever.
const FREE_STARTS: f64 = 12.0;

/// By how much each of these intervals gets longer, as a part of it.
const ROOM_SHARE: f64 = 0.12;

/// After this many consecutive refusals the cool-down stops growing.
const MAX_STREAK: f64 = 4.0;

/// The maximum random jitter of a cool-down, in intervals.
const MAX_JITTER: f64 = 0.3;

/// The pace of one origin and key.
///
/// ```
/// use ton_edge::pace::{KEYLESS, Pacer};
///
/// let mut pacer = Pacer::new(0.0, false);
/// let (first, second) = (pacer.reserve(0.0, 1.0, None), pacer.reserve(0.0, 1.0, None));
/// assert_eq!(pacer.turn(0.0, first, 1.0).1, 0.0);
/// assert_eq!(pacer.turn(0.0, second, 1.0).1, KEYLESS);
/// ```
///
/// All its parts are numbers: between two steps, JavaScript stores them in the order of the fields.
#[derive(Clone, Debug, PartialEq)]
#[repr(C)]
pub struct Pacer {
    /// The queue of reserved start times.
    pub queue: Queue,
    /// The learned rate.
    pub rate: Rate,
    /// Cool-downs since the last success.
    pub streak: f64,
    /// 1 until the first response: the first request alone pays for the connection, so the service sees it late.
    pub cold: f64,
    /// Starts since the last pause.
    pub run: f64,
    /// When the first cool-down since the last success began.
    pub since: f64,
}

/// A request that a service refused, or that did not reach a service.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refusal {
    /// The time when it started, in milliseconds.
    pub started: f64,
    /// Milliseconds of the cool-down that the service requests.
    pub delay: f64,
    /// The number of requests that it counts as; 0 takes no ticket.
    pub weight: f64,
    /// Whether it was refused because of the rate; the pacer learns from that.
    pub limited: bool,
    /// A random number that separates requests refused at the same time.
    pub chance: f64,
}

impl Pacer {
    /// Makes a new pacer. With an API key it learns the rate, without one it uses [`KEYLESS`].
    #[must_use]
    pub const fn new(now: f64, keyed: bool) -> Self {
        let (interval, fastest) = if keyed { (KEYED, 1.0) } else { (KEYLESS, KEYLESS) };
        Self {
            queue: Queue::new(now, interval),
            rate: Rate::new(now, fastest),
            streak: 0.0,
            cold: 1.0,
            run: 0.0,
            since: now,
        }
    }

    /// Makes the pacer of one client with a fixed interval. It does not learn. The client waits for this pacer first,
    /// and then for the pacer of the origin, which it shares with all others.
    #[must_use]
    pub const fn fixed(now: f64, interval: f64) -> Self {
        let (queue, rate) = (Queue::new(now, interval), Rate::new(now, interval));
        Self { queue, rate, streak: 0.0, cold: 0.0, run: f64::NEG_INFINITY, since: now }
    }

    /// Reserves a ticket for a request that counts as `weight` requests. `own_interval` is the interval of a client
    /// with its own limit. If that is faster than the service's rate, and this rate is only assumed, the ticket is
    /// [`f64::NEG_INFINITY`], which waits only for cool-downs.
    pub fn reserve(&mut self, now: f64, weight: f64, own_interval: Option<f64>) -> f64 {
        if own_interval
            .is_some_and(|own_interval| own_interval < self.queue.interval() && !self.rate.is_known())
        {
            return f64::NEG_INFINITY;
        }
        if self.queue.is_idle(now) {
            self.rate.begin_measuring(now);
            self.run = self.run.min(0.0);
        }
        self.queue.reserve(now, weight)
    }

    /// Returns the ticket, or an earlier one that was given back, and the milliseconds until it may start. With 0
    /// milliseconds the ticket counts as started.
    pub fn turn(&mut self, now: f64, ticket: f64, weight: f64) -> (f64, f64) {
        if ticket == f64::NEG_INFINITY {
            return (ticket, self.queue.pause_left(now));
        }
        let (ticket, wait_ms) = self.queue.find_turn(now, ticket, weight);
        if wait_ms == 0.0 {
            self.run += 1.0;
            if self.run > FREE_STARTS && self.rate.is_given() {
                self.queue.delay(now, ROOM_SHARE * self.queue.interval());
            }
        }
        (ticket, wait_ms)
    }

    /// Delays all tickets by `by_ms`, because the queue of the origin delays a start by that time.
    pub fn delay(&mut self, now: f64, by_ms: f64) {
        self.queue.delay(now, by_ms.max(0.0));
    }

    /// Records that `weight` requests started `wait_ms` later, because other users of the same limit had taken the earlier
    /// slots. All other calls of this pacer start after them.
    pub fn put_off(&mut self, now: f64, wait_ms: f64, weight: f64) {
        let next_start = self.queue.next_start(now);
        self.delay(now, now + wait_ms + weight * self.queue.interval() - next_start);
    }

    /// Gives an unused ticket back.
    pub fn release(&mut self, now: f64, ticket: f64, weight: f64) {
        self.queue.release(now, ticket, weight);
    }

    /// Records that a request that started at `started_at` got a response other than a refusal of its rate.
    pub fn succeeded(&mut self, now: f64, started_at: f64) {
        self.streak = 0.0;
        self.end_cold_start(now, started_at);
        let is_waiting = self.queue.is_waiting(now);
        let interval = self.rate.record_success(now, self.queue.interval(), is_waiting);
        self.queue.set_interval(now, interval);
    }

    /// Begins a cool-down of the service: all calls wait for `delay`. Returns the ticket of the refused request, which
    /// starts first.
    pub fn refused(&mut self, now: f64, refusal: Refusal) -> f64 {
        let Refusal { started, delay, weight, limited, chance } = refusal;
        self.end_cold_start(now, started);
        // Requests that were in flight together are refused together; these count as one refusal.
        let is_cooling_down = self.queue.is_cooling_down(now);
        // Whether no request was accepted since the last refusal.
        let is_repeated = self.streak > 0.0;
        let is_at_maximum = limited && self.streak >= MAX_STREAK;
        if !is_repeated {
            self.since = now;
        }
        if !is_cooling_down && !is_at_maximum {
            self.streak += 1.0;
        }
        let delay = if limited { delay } else { delay.max(self.queue.interval() / 2.0) };
        // Without a slot (see `reserve`) only the cool-down applies.
        let ticket = if weight > 0.0 {
            self.queue.refuse(now, now + delay, weight, limited)
        } else {
            self.queue.pause_until(now, now + delay);
            f64::NEG_INFINITY
        };
        if limited {
            let interval = self.rate.record_refusal(now, started, self.queue.interval(), is_repeated);
            self.queue.set_interval(now, interval);
            if !is_cooling_down {
                self.queue
                    .pause_until(now, now + self.queue.pause_left(now) + chance * MAX_JITTER * interval);
            }
        }
        ticket
    }

    /// Returns whether the rate cannot become faster by learning, so that no wait becomes shorter.
    #[must_use]
    pub fn is_sure(&self) -> bool {
        self.cold == 0.0 && self.queue.interval() <= self.rate.fastest
    }

    /// Returns for how many milliseconds the service has refused everything; 0 until it has refused several times in a
    /// row.
    #[must_use]
    pub fn refused_for(&self, now: f64) -> f64 {
        if self.streak < MAX_STREAK { 0.0 } else { now - self.since }
    }

    /// Applies the policy that a response names (`RateLimit-Policy`, or an older form of it).
    pub fn apply_policy(&mut self, now: f64, header: &str) {
        if let Some(interval) = interval(header) {
            self.rate.apply_policy(now, interval);
            self.queue.set_interval(now, interval);
        }
    }

    fn end_cold_start(&mut self, now: f64, started_at: f64) {
        if self.cold != 0.0 {
            self.cold = 0.0;
            self.queue.delay(now, (now - started_at).max(0.0).min(self.queue.interval()));
        }
    }
}
