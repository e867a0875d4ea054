//! The attempts of a call as a state machine: an event comes in, the next action comes out. The JavaScript client
//! (`pkg/lib/client/send.js`) and the Rust client (`src/client/retry.rs`) drive it; they only wait and send.

use super::{Backoff, Failure, Pacer, Refusal};

/// The client's next action. A finished action is reported by [`Event::Done`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Action {
    /// Sleep for [`Attempts::delay`]. Report this action as done to begin a call.
    Sleep = 0,
    /// Wait for a slot of the client's own rate.
    OwnTurn = 1,
    /// Wait for the turn of [`Attempts::ticket`].
    Turn = 2,
    /// Send the request, for at most [`Attempts::left`].
    Send = 3,
    /// Return the response.
    Return = 4,
    /// Fail with the last error.
    Fail = 5,
}

/// An event of the call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event<'a> {
    /// An action is finished.
    Done(Action),
    /// An attempt failed.
    Failed(Failed<'a>),
    /// The call timed out or was aborted; it is not retried.
    Stopped,
}

/// A failed attempt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Failed<'a> {
    /// Status, message and kind of the request.
    pub failure: Failure<'a>,
    /// The delay that the server requested, in milliseconds.
    pub retry_after: Option<f64>,
    /// Two random numbers: for the jitter of the delay, and to separate calls that were refused at the same time.
    pub chance: [f64; 2],
}

/// The retry policy and the progress of a call. All fields are numbers, which JavaScript stores between two steps. Times
/// are milliseconds.
///
/// ```
/// use ton_edge::pace::{Action, Attempts, Backoff, Event, Failed, Failure};
///
/// let mut call = Attempts::new(4.0, Backoff::DEFAULT, 15_000.0, None, 1.0);
/// assert_eq!(call.step(0.0, Event::Done(Action::Sleep), None), Action::Send);
/// let failure = Failure { status: 503, text: "", read: true, untaken: false };
/// let failed = Failed { failure, retry_after: None, chance: [0.5, 0.5] };
/// assert_eq!(call.step(10.0, Event::Failed(failed), None), Action::Sleep);
/// assert_eq!(call.delay, 375.0);
/// assert_eq!(call.step(385.0, Event::Done(Action::Sleep), None), Action::Send);
/// assert_eq!(call.step(400.0, Event::Done(Action::Send), None), Action::Return);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[repr(C)]
pub struct Attempts {
    /// The ticket in the pacer's queue; NaN if the call has none.
    pub ticket: f64,
    /// The maximum number of attempts.
    pub most: f64,
    /// The delays between attempts.
    pub backoff: Backoff,
    /// The rest of the timeout, in milliseconds.
    pub left: f64,
    /// Milliseconds between two starts of this client, if its settings give a rate; else 0.
    pub own: f64,
    /// The number of requests that the call counts as.
    pub weight: f64,
    /// The number of the last attempt, the first being 1.
    pub attempt: f64,
    /// Attempts that were rate-limited and do not count.
    pub refusals: f64,
    /// When the last attempt started.
    pub started: f64,
    /// The delay before the next attempt.
    pub delay: f64,
}

impl Attempts {
    /// Makes the state of a call that has not begun.
    #[must_use]
    pub const fn new(
        max_attempts: f64,
        backoff: Backoff,
        timeout: f64,
        own_interval: Option<f64>,
        weight: f64,
    ) -> Self {
        let own_interval = match own_interval {
            Some(interval) => interval,
            None => 0.0,
        };
        Self {
            ticket: f64::NAN,
            most: max_attempts,
            backoff,
            left: timeout,
            own: own_interval,
            weight,
            attempt: 0.0,
            refusals: 0.0,
            started: 0.0,
            delay: 0.0,
        }
    }

    /// Returns the next action after an event. `pacer` belongs to the origin and API key; it is `None` if the client has
    /// no rate limit.
    pub fn step(&mut self, now: f64, event: Event<'_>, pacer: Option<&mut Pacer>) -> Action {
        match event {
            Event::Done(action) => self.finish_action(now, action, pacer),
            Event::Failed(failed) => self.fail_attempt(now, &failed, pacer),
            Event::Stopped => Action::Fail,
        }
    }

    fn finish_action(&mut self, now: f64, action: Action, pacer: Option<&mut Pacer>) -> Action {
        if let Some(pacer) = pacer {
            match action {
                Action::Sleep | Action::OwnTurn => return self.take_slot(now, action, pacer),
                Action::Send => pacer.succeeded(now, self.started),
                _ => {}
            }
        }
        if action == Action::Send {
            return Action::Return;
        }
        self.attempt += 1.0;
        self.started = now;
        Action::Send
    }

    /// Returns the next wait after `action`; a slot of the client's own rate comes first.
    fn take_slot(&mut self, now: f64, action: Action, pacer: &mut Pacer) -> Action {
        if self.own > 0.0 && action == Action::Sleep {
            return Action::OwnTurn;
        }
        if self.ticket.is_nan() {
            self.ticket = pacer.reserve(now, self.weight, (self.own > 0.0).then_some(self.own));
        }
        Action::Turn
    }

    fn fail_attempt(&mut self, now: f64, failed_attempt: &Failed<'_>, pacer: Option<&mut Pacer>) -> Action {
        let Failed { failure, retry_after, chance: [jitter, pacer_chance] } = *failed_attempt;
        let is_limited = failure.status == 429;
        let repeats = failure.may_repeat();
        let streak = pacer.as_ref().map_or(0.0, |pacer| pacer.streak);
        self.delay = 0.0;
        if repeats {
            self.delay = self.backoff.delay((self.attempt - self.refusals).max(streak), jitter, retry_after);
        }
        // A refusal is not a failed attempt: the request was not processed, and others may share the limit. Only the
        // timeout ends such a call.
        if is_limited && pacer.is_some() && self.most > 1.0 {
            self.refusals += 1.0;
        }
        self.left -= now - self.started + self.delay;
        let will_retry = repeats && self.attempt < self.most + self.refusals && self.left > 0.0;
        let mut action = if will_retry { Action::Sleep } else { Action::Fail };
        let mut ticket = f64::NAN;
        if let Some(pacer) = pacer {
            // A refusal concerns all calls to that origin, and so does a failed connection.
            if is_limited || retry_after.is_some() || failure.status == 0 {
                // A call without its own slot (see `Pacer::reserve`) does not use one.
                let weight = if self.ticket == f64::NEG_INFINITY { 0.0 } else { self.weight };
                let refusal = Refusal {
                    started: self.started,
                    delay: self.delay,
                    weight,
                    limited: is_limited,
                    chance: pacer_chance,
                };
                ticket = pacer.refused(now, refusal);
                // A call that waits for its own client's rate first does not reserve a shared slot meanwhile.
                if !will_retry || self.own > 0.0 {
                    pacer.release(now, ticket, self.weight);
                    ticket = f64::NAN;
                }
                // The pacer includes the delay in its cool-down, so the ticket's turn comes after it.
                if will_retry {
                    action = if self.own > 0.0 { Action::OwnTurn } else { Action::Turn };
                }
            } else {
                pacer.succeeded(now, self.started);
            }
        }
        self.ticket = ticket;
        action
    }
}
