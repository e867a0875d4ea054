//! Who starts when, among all calls of a client: the pacer of each key, and the slots under `concurrency`. A call sleeps
//! on a timer of its own. Only a slot is handed on, and not on wasm: some edge runtimes end a request that waits for
//! another one.

use super::error::Error;
use super::port::Port;
use super::race::{lock, race};
use super::tries::Job;
use crate::error::{self, Code};
use crate::pace::Pacer;
use core::future::poll_fn;
use core::task::{Poll, Waker};
use core::time::Duration;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

/// So many keys are remembered; the one unused for longest is forgotten.
const MOST: usize = 256;
/// Milliseconds after which a sleeper looks whether the pace has changed.
const LOOK: f64 = 250.0;
/// Milliseconds after which a call that waits and gave no sign of life is gone: some runtimes end a request without a word.
const GONE: f64 = 8.0 * LOOK;
/// The time between two looks for a free slot on wasm.
const LOOK_SLOT: Duration = Duration::from_millis(5);

/// The pace of one key, or of none.
pub(super) struct Lane {
    key: Option<String>,
    pacer: Mutex<Pacer>,
    /// The policy that was told last.
    policy: Mutex<String>,
}

impl Lane {
    /// The bound of a client whose settings name its interval.
    pub(super) fn own(now: f64, interval: f64) -> Self {
        Self { key: None, pacer: Mutex::new(Pacer::fixed(now, interval)), policy: Mutex::default() }
    }

    pub(super) fn streak(&self) -> f64 {
        lock(&self.pacer).streak
    }

    pub(super) fn succeeded(&self, now: f64, started: f64) {
        lock(&self.pacer).succeeded(now, started);
    }

    /// Takes a policy that a reply told, when it is another than the last.
    pub(super) fn told(&self, now: f64, header: &str) {
        let mut policy = lock(&self.policy);
        if *policy != header {
            *policy = header.into();
            lock(&self.pacer).told(now, header);
        }
    }
}

/// The lanes of a client, the one used last in front.
#[derive(Default)]
pub(super) struct Lanes(Mutex<Vec<Arc<Lane>>>);

impl Lanes {
    pub(super) fn of(&self, key: Option<&str>, now: f64) -> Arc<Lane> {
        let mut lanes = lock(&self.0);
        let known = lanes.iter().position(|lane| lane.key.as_deref() == key).map(|at| lanes.remove(at));
        let lane = known.unwrap_or_else(|| {
            let pacer = Mutex::new(Pacer::new(now, key.is_some()));
            Arc::new(Lane { key: key.map(Into::into), pacer, policy: Mutex::default() })
        });
        lanes.insert(0, Arc::clone(&lane));
        lanes.truncate(MOST);
        lane
    }
}

/// A place in a lane, given back when it is dropped before its turn.
pub(super) struct Ticket<'a, P: Port> {
    port: &'a P,
    lane: &'a Lane,
    number: f64,
    used: bool,
}

impl<'a, P: Port> Ticket<'a, P> {
    pub(super) fn reserve(port: &'a P, lane: &'a Lane, interval: Option<f64>) -> Self {
        let number = lock(&lane.pacer).reserve(port.now(), 1.0, interval);
        Self { port, lane, number, used: false }
    }

    /// The ticket of a request that was sent away: the first to start when the rest is over.
    pub(super) fn refused(&mut self, started: f64, delay: f64, limited: bool) {
        // Without a slot of its own a refusal costs none.
        let weight = if self.number == f64::NEG_INFINITY { 0.0 } else { 1.0 };
        let (now, chance) = (self.port.now(), self.port.chance());
        self.number = lock(&self.lane.pacer).refused(now, started, delay, weight, limited, chance);
        self.used = false;
    }

    /// Sleeps until the ticket's turn. `own` is the bound of the call's client, which took the call as started: what is
    /// waited for here moves its other calls, too.
    /// It waits until `until` at most, by the port's clock.
    pub(super) async fn turn(
        &mut self,
        job: &Job,
        slot: Option<&Slot<'_>>,
        until: f64,
        own: Option<&Lane>,
    ) -> Result<(), Error> {
        let mut start = self.port.now();
        loop {
            let (wait, sure, refused) = {
                let mut pacer = lock(&self.lane.pacer);
                let (number, wait) = pacer.turn(self.port.now(), self.number, 1.0);
                self.number = number;
                (wait, pacer.is_sure(), pacer.refused_for(self.port.now()))
            };
            let late = self.port.now() + wait - start;
            if let Some(own) = own
                && late > 1.0
            {
                lock(&own.pacer).delay(self.port.now(), late);
                start += late;
            }
            if wait == 0.0 {
                self.used = true;
                return Ok(());
            }
            let now = self.port.now();
            slot.iter().for_each(|slot| slot.lives_until(now + GONE));
            let over = |code, message| {
                Err(Error::from(error::Error::new(code, message)).asked_to_rest(Some(wait.ceil())))
            };
            if sure && now + wait > until {
                let (wait, most) = (wait.ceil(), job.queue_timeout);
                let message = format!(
                    "the slot of this call is {wait} ms away, beyond its `queue_timeout` of {most} ms"
                );
                return over(Code::Timeout, message);
            }
            // A service that refuses everything must not hold the queue for ever.
            if refused.min(now - job.made) > job.timeout {
                let message =
                    format!("no slot: the service has refused every request for {} ms", refused.round());
                return over(Code::RateLimited, message);
            }
            // No less than a millisecond: what rounds to nothing would go round without a rest.
            self.port.sleep(Duration::from_secs_f64(wait.clamp(1.0, LOOK) / 1000.0)).await;
        }
    }
}

impl<P: Port> Drop for Ticket<'_, P> {
    fn drop(&mut self) {
        if !self.used {
            lock(&self.lane.pacer).release(self.port.now(), self.number, 1.0);
        }
    }
}

/// Calls on their way, and those that wait for one of them to end; first come, first served.
#[derive(Default)]
pub(super) struct Slots(Mutex<Calls>);

#[derive(Default)]
struct Calls {
    last: u64,
    /// A call, and until when it lives without another sign of life: a request that a runtime ended frees no slot.
    running: Vec<(u64, f64)>,
    waiting: VecDeque<(u64, f64, Waker)>,
}

impl Calls {
    /// Gives what is free to those who wait.
    fn hand_on(&mut self, most: usize) {
        while self.running.len() < most
            && let Some((number, until, waker)) = self.waiting.pop_front()
        {
            self.running.push((number, until));
            waker.wake();
        }
    }
}

/// A slot, or the place of a call that waits for one. Dropped, it is left to others.
pub(super) struct Slot<'a> {
    slots: &'a Slots,
    number: u64,
    most: usize,
}

impl Slots {
    /// Waits until fewer than `most` calls are on their way.
    pub(super) async fn take<P: Port>(&self, port: &P, most: Option<usize>) -> Option<Slot<'_>> {
        let most = most?;
        let slot = {
            let mut calls = lock(&self.0);
            calls.last += 1;
            Slot { slots: self, number: calls.last, most }
        };
        let ready = || poll_fn(|context| slot.poll(port.now(), context.waker()));
        if cfg!(target_arch = "wasm32") {
            while race(ready(), port.sleep(LOOK_SLOT)).await.is_none() {}
        } else {
            ready().await;
        }
        Some(slot)
    }
}

/// Elsewhere than on wasm a call that ends is dropped, and frees its slot itself.
const fn until(time: f64) -> f64 {
    if cfg!(target_arch = "wasm32") { time } else { f64::INFINITY }
}

impl Slot<'_> {
    /// Says that the call still lives, and for how long it may be silent.
    pub(super) fn lives_until(&self, time: f64) {
        let mut calls = lock(&self.slots.0);
        if let Some((_, lives)) = calls.running.iter_mut().find(|(number, _)| *number == self.number) {
            *lives = until(time);
        }
    }

    fn poll(&self, now: f64, waker: &Waker) -> Poll<()> {
        let mut calls = lock(&self.slots.0);
        calls.running.retain(|(_, until)| *until >= now);
        calls.hand_on(self.most);
        if calls.running.iter().any(|(number, _)| *number == self.number) {
            return Poll::Ready(());
        }
        let until = until(now + GONE);
        if let Some((_, lives, known)) = calls.waiting.iter_mut().find(|(number, ..)| *number == self.number)
        {
            *lives = until;
            known.clone_from(waker);
            return Poll::Pending;
        }
        if calls.running.len() < self.most {
            calls.running.push((self.number, until));
            return Poll::Ready(());
        }
        calls.waiting.push_back((self.number, until, waker.clone()));
        Poll::Pending
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        let mut calls = lock(&self.slots.0);
        calls.running.retain(|(number, _)| *number != self.number);
        calls.waiting.retain(|(number, ..)| *number != self.number);
        calls.hand_on(self.most);
    }
}
