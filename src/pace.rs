//! When a call may start, and when it may start again: the pace of one origin and key, in numbers only.
//!
//! Time is milliseconds of any clock that does not run backwards, chance is a number from 0 up to 1; both come in. A
//! call takes a ticket, sleeps on its own timer, asks whether its turn has come, and reports how it went. Nobody waits
//! for anybody: a caller that vanishes costs one ticket, and no promise of one request is settled by another.

mod policy;
mod queue;
mod rate;
mod retry;

pub use policy::interval;
pub use queue::Queue;
pub use rate::Rate;
pub use retry::{Backoff, Failure};

/// Milliseconds between two starts without a key: the service's one request per second, and 2 % for the clocks' sake.
pub const KEYLESS: f64 = 1000.0 * MARGIN;

/// Milliseconds between two starts with a key until something is learned: the ten per second of the smallest plan.
pub const KEYED: f64 = 100.0 * MARGIN;

/// So much slower than allowed we go: two clocks differ, and packets overtake one another.
pub const MARGIN: f64 = 1.02;

/// The pace of one origin and key.
///
/// ```
/// use ton_edge::pace::{KEYLESS, Pacer};
///
/// let mut pacer = Pacer::new(0.0, false);
/// let (first, second) = (pacer.reserve(0.0, 1.0, None), pacer.reserve(0.0, 1.0, None));
/// assert_eq!(pacer.turn(0.0, first).1, 0.0);
/// assert_eq!(pacer.turn(0.0, second).1, KEYLESS);
/// ```
///
/// Its parts are numbers and nothing else, in the order written: the JavaScript shell keeps them between two steps.
#[derive(Clone, Debug, PartialEq)]
#[repr(C)]
pub struct Pacer {
    /// Who starts when.
    pub queue: Queue,
    /// How fast.
    pub rate: Rate,
    /// Cool-downs since the last success.
    pub streak: f64,
    /// 1 until the first answer: the first request alone pays for the connection, so the service sees it late.
    pub cold: f64,
}

impl Pacer {
    /// A pacer that knows nothing yet. With a key it tries how fast it may go, without one it keeps [`KEYLESS`].
    #[must_use]
    pub const fn new(now: f64, keyed: bool) -> Self {
        let (interval, fastest) = if keyed { (KEYED, 1.0) } else { (KEYLESS, KEYLESS) };
        Self { queue: Queue::new(now, interval), rate: Rate::new(now, fastest), streak: 0.0, cold: 1.0 }
    }

    /// A ticket for a request that counts as `weight` requests. `fixed` is the caller's own interval, not ours to learn.
    pub fn reserve(&mut self, now: f64, weight: f64, fixed: Option<f64>) -> f64 {
        if let Some(interval) = fixed.filter(|interval| *interval != self.queue.interval()) {
            self.queue.set_interval(now, interval);
            self.rate.fastest = interval;
        }
        self.queue.reserve(now, weight)
    }

    /// The ticket, or a better one that somebody gave back, and the milliseconds until it may start; 0 starts it.
    pub fn turn(&mut self, now: f64, ticket: f64) -> (f64, f64) {
        self.queue.turn(now, ticket)
    }

    /// Gives a ticket back that was not used.
    pub fn release(&mut self, now: f64, ticket: f64) {
        self.queue.release(now, ticket);
    }

    /// A request that started at `started` was answered with other than a refusal of its rate.
    pub fn succeeded(&mut self, now: f64, started: f64) {
        self.streak = 0.0;
        self.answered(now, started);
        let waiting = self.queue.is_waiting(now);
        let interval = self.rate.succeeded(now, self.queue.interval(), waiting);
        self.queue.set_interval(now, interval);
    }

    /// The service wants a rest: everybody waits for `delay`. The ticket is for the request that was sent away; it is
    /// the first to start. `limited`: it was refused for its rate, which is learned from.
    pub fn refused(&mut self, now: f64, started: f64, delay: f64, limited: bool) -> f64 {
        self.answered(now, started);
        if limited {
            let interval = self.rate.refused(now, started, self.queue.interval());
            self.queue.set_interval(now, interval);
        }
        // Requests that were on their way together are refused together: that is one refusal.
        if !self.queue.is_resting(now) {
            self.streak += 1.0;
        }
        self.queue.rest(now, now + delay.max(self.queue.interval() / 2.0));
        self.queue.first()
    }

    /// A reply named the policy of the service (`RateLimit-Policy`, or an older form of it).
    pub fn told(&mut self, now: f64, header: &str) {
        if let Some(interval) = interval(header) {
            self.rate.told(now, interval);
            self.queue.set_interval(now, interval);
        }
    }

    fn answered(&mut self, now: f64, started: f64) {
        if self.cold != 0.0 {
            self.cold = 0.0;
            self.queue.delay((now - started).max(0.0).min(self.queue.interval()));
        }
    }
}
