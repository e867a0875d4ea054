//! The scheduler of a client's calls: a queue per API key, and the slots of `concurrency`. Each call sleeps
//! on its own timer. Only a slot is handed over, and not on wasm: some edge runtimes end a request that waits
//! for another one.

use super::error::Error;
use super::job::Job;
use super::lock::lock;
use super::timeout::race;
use super::transport::Transport;
use crate::error::{self, Code};
use crate::pace::{Action, Attempts, Event, Pacer};
use core::future::poll_fn;
use core::task::{Poll, Waker};
use core::time::Duration;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

/// The most API keys to remember; the least recently used one is dropped.
const MOST: usize = 256;
/// Milliseconds after which a waiting call checks whether the pace has changed.
const LOOK: f64 = 250.0;
/// Milliseconds without a heartbeat after which a waiting call counts as gone: some runtimes end a request silently.
const GONE: f64 = 8.0 * LOOK;
/// The time between two checks for a free slot on wasm.
const LOOK_SLOT: Duration = Duration::from_millis(5);

/// The queue of one API key, or of calls without one.
pub(super) struct Queue {
    key: Option<String>,
    pacer: Mutex<Pacer>,
    /// The last rate-limit policy.
    policy: Mutex<String>,
}

impl Queue {
    /// The client's own queue, if its settings give an interval.
    pub(super) fn own(now: f64, interval: f64) -> Self {
        Self { key: None, pacer: Mutex::new(Pacer::fixed(now, interval)), policy: Mutex::default() }
    }

    /// The next action of a call whose rate this queue limits; `None` if the client limits no rate.
    pub(super) fn step(queue: Option<&Self>, call: &mut Attempts, now: f64, event: Event<'_>) -> Action {
        match queue {
            Some(queue) => call.step(now, event, Some(&mut *lock(&queue.pacer))),
            None => call.step(now, event, None),
        }
    }

    /// Applies the rate-limit policy of a response if it has changed.
    pub(super) fn apply_policy(&self, now: f64, header: &str) {
        let mut policy = lock(&self.policy);
        if *policy != header {
            *policy = header.into();
            lock(&self.pacer).apply_policy(now, header);
        }
    }
}

/// The queues of a client, the most recently used first.
#[derive(Default)]
pub(super) struct Queues(Mutex<Vec<Arc<Queue>>>);

impl Queues {
    pub(super) fn of(&self, key: Option<&str>, now: f64) -> Arc<Queue> {
        let mut queues = lock(&self.0);
        let known = queues.iter().position(|queue| queue.key.as_deref() == key).map(|at| queues.remove(at));
        let queue = known.unwrap_or_else(|| {
            let pacer = Mutex::new(Pacer::new(now, key.is_some()));
            Arc::new(Queue { key: key.map(Into::into), pacer, policy: Mutex::default() })
        });
        queues.insert(0, Arc::clone(&queue));
        queues.truncate(MOST);
        queue
    }
}

/// A queue number, returned if it is dropped before its turn.
pub(super) struct Ticket<'a, P: Transport> {
    transport: &'a P,
    queue: &'a Queue,
    number: f64,
    used: bool,
}

impl<'a, P: Transport> Ticket<'a, P> {
    pub(super) const fn new(transport: &'a P, queue: &'a Queue, number: f64) -> Self {
        Self { transport, queue, number, used: false }
    }

    pub(super) fn reserve(transport: &'a P, queue: &'a Queue) -> Self {
        let number = lock(&queue.pacer).reserve(transport.now(), 1.0, None);
        Self::new(transport, queue, number)
    }

    /// Sleeps until the ticket's turn, at most until `until` by the transport's clock. `own` is the client's
    /// own queue, which counts the call as started: the wait here delays its other calls, too.
    pub(super) async fn turn(
        mut self,
        job: &Job,
        slot: Option<&Slot<'_>>,
        until: f64,
        own: Option<&Queue>,
    ) -> Result<(), Error> {
        let mut start = self.transport.now();
        loop {
            let (wait, sure, refused) = {
                let mut pacer = lock(&self.queue.pacer);
                let (number, wait) = pacer.turn(self.transport.now(), self.number, 1.0);
                self.number = number;
                (wait, pacer.is_sure(), pacer.refused_for(self.transport.now()))
            };
            let late = self.transport.now() + wait - start;
            if let Some(own) = own
                && late > 1.0
            {
                lock(&own.pacer).delay(self.transport.now(), late);
                start += late;
            }
            if wait == 0.0 {
                self.used = true;
                return Ok(());
            }
            let now = self.transport.now();
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
            // A service that refuses everything must not block the queue for ever.
            if refused.min(now - job.made) > job.timeout {
                let message =
                    format!("no slot: the service has refused every request for {} ms", refused.round());
                return over(Code::RateLimited, message);
            }
            // At least a millisecond: a wait that rounds to 0 would spin.
            self.transport.sleep(Duration::from_secs_f64(wait.clamp(1.0, LOOK) / 1000.0)).await;
        }
    }
}

impl<P: Transport> Drop for Ticket<'_, P> {
    fn drop(&mut self) {
        if !self.used {
            lock(&self.queue.pacer).release(self.transport.now(), self.number, 1.0);
        }
    }
}

/// Calls in flight, and calls that wait for a slot; first come, first served.
#[derive(Default)]
pub(super) struct Slots(Mutex<Calls>);

#[derive(Default)]
struct Calls {
    last: u64,
    /// A call, and when it expires without a sign of life: a request that the runtime ended frees no slot.
    running: Vec<(u64, f64)>,
    waiting: VecDeque<(u64, f64, Waker)>,
}

impl Calls {
    /// Gives free slots to waiting calls.
    fn hand_on(&mut self, most: usize) {
        while self.running.len() < most
            && let Some((number, until, waker)) = self.waiting.pop_front()
        {
            self.running.push((number, until));
            waker.wake();
        }
    }
}

/// A slot, or the wait for one. It is released when dropped.
pub(super) struct Slot<'a> {
    slots: &'a Slots,
    number: u64,
    most: usize,
}

impl Slots {
    /// Waits until fewer than `most` calls are in flight.
    pub(super) async fn take<P: Transport>(&self, transport: &P, most: Option<usize>) -> Option<Slot<'_>> {
        let most = most?;
        let slot = {
            let mut calls = lock(&self.0);
            calls.last += 1;
            Slot { slots: self, number: calls.last, most }
        };
        let ready = || poll_fn(|context| slot.poll(transport.now(), context.waker()));
        if cfg!(target_arch = "wasm32") {
            while race(ready(), transport.sleep(LOOK_SLOT)).await.is_none() {}
        } else {
            ready().await;
        }
        Some(slot)
    }
}

/// Outside wasm a call that ends is dropped, and frees its slot itself.
const fn until(time: f64) -> f64 {
    if cfg!(target_arch = "wasm32") { time } else { f64::INFINITY }
}

impl Slot<'_> {
    /// Extends the time after which the call counts as gone.
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
