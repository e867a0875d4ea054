//! The scheduler of a client's calls: a queue per API key, and the slots of `concurrency`. Each call waits on its own
//! timer. Only the end of a call wakes another one, which gets its slot; on wasm not even that, because some edge
//! runtimes end a request that waits for another request.

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

/// The maximum number of API keys to remember; the least recently used one is dropped.
const MAX_QUEUES: usize = 256;
/// Milliseconds after which a waiting call checks whether the pace has changed.
const POLL_MS: f64 = 250.0;
/// Milliseconds without a heartbeat after which a waiting call counts as gone: some runtimes end a request silently.
const MAX_SILENCE_MS: f64 = 8.0 * POLL_MS;
/// The time between two checks for a free slot on wasm.
const SLOT_POLL: Duration = Duration::from_millis(5);

/// The queue of one API key, or of calls without one.
pub(super) struct Queue {
    key: Option<String>,
    pacer: Mutex<Pacer>,
    /// The last rate-limit policy.
    policy: Mutex<String>,
}

impl Queue {
    /// Makes the client's own queue, with the interval of its settings.
    pub(super) fn for_client(now: f64, interval: f64) -> Self {
        Self { key: None, pacer: Mutex::new(Pacer::fixed(now, interval)), policy: Mutex::default() }
    }

    /// Returns the next action of a call. `queue` limits the rate of the call; it is `None` if the client has no rate limit.
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
    pub(super) fn for_key(&self, key: Option<&str>, now: f64) -> Arc<Queue> {
        let mut queues = lock(&self.0);
        let existing_queue =
            queues.iter().position(|queue| queue.key.as_deref() == key).map(|index| queues.remove(index));
        let queue = existing_queue.unwrap_or_else(|| {
            let pacer = Mutex::new(Pacer::new(now, key.is_some()));
            Arc::new(Queue { key: key.map(Into::into), pacer, policy: Mutex::default() })
        });
        queues.insert(0, Arc::clone(&queue));
        queues.truncate(MAX_QUEUES);
        queue
    }
}

/// A ticket of a queue. It is returned to the queue if it is dropped before its turn.
pub(super) struct Ticket<'a, P: Transport> {
    transport: &'a P,
    queue: &'a Queue,
    number: f64,
    is_used: bool,
}

impl<'a, P: Transport> Ticket<'a, P> {
    pub(super) const fn new(transport: &'a P, queue: &'a Queue, number: f64) -> Self {
        Self { transport, queue, number, is_used: false }
    }

    pub(super) fn reserve(transport: &'a P, queue: &'a Queue) -> Self {
        let number = lock(&queue.pacer).reserve(transport.now(), 1.0, None);
        Self::new(transport, queue, number)
    }

    /// Sleeps until the ticket's turn, at most until `deadline` by the transport's clock. `own_queue` is the client's
    /// own queue: it already counts this call as started, so this wait delays all later tickets of that queue.
    pub(super) async fn take_turn(
        mut self,
        job: &Job,
        slot: Option<&Slot<'_>>,
        deadline: f64,
        own_queue: Option<&Queue>,
    ) -> Result<(), Error> {
        let mut waiting_since = self.transport.now();
        loop {
            let (wait_ms, is_sure, refused_ms) = {
                let mut pacer = lock(&self.queue.pacer);
                let (number, wait_ms) = pacer.turn(self.transport.now(), self.number, 1.0);
                self.number = number;
                (wait_ms, pacer.is_sure(), pacer.refused_for(self.transport.now()))
            };
            let delay_ms = self.transport.now() + wait_ms - waiting_since;
            if let Some(own_queue) = own_queue
                && delay_ms > 1.0
            {
                lock(&own_queue.pacer).delay(self.transport.now(), delay_ms);
                waiting_since += delay_ms;
            }
            if wait_ms == 0.0 {
                self.is_used = true;
                return Ok(());
            }
            let now = self.transport.now();
            slot.iter().for_each(|slot| slot.extend_expiry(now + MAX_SILENCE_MS));
            let build_error = |code, message| {
                Err(Error::from(error::Error::new(code, message)).with_requested_delay(Some(wait_ms.ceil())))
            };
            if is_sure && now + wait_ms > deadline {
                let (wait_ms, max_ms) = (wait_ms.ceil(), job.queue_timeout);
                let message = format!(
                    "the slot of this call is {wait_ms} ms away, beyond its `queue_timeout` of {max_ms} ms"
                );
                return build_error(Code::Timeout, message);
            }
            // A service that refuses everything must not block the queue forever.
            if refused_ms.min(now - job.created_at) > job.timeout {
                let message =
                    format!("no slot: the service has refused every request for {} ms", refused_ms.round());
                return build_error(Code::RateLimited, message);
            }
            // At least a millisecond: a wait that rounds to 0 would spin.
            self.transport.sleep(Duration::from_secs_f64(wait_ms.clamp(1.0, POLL_MS) / 1000.0)).await;
        }
    }
}

impl<P: Transport> Drop for Ticket<'_, P> {
    fn drop(&mut self) {
        if !self.is_used {
            lock(&self.queue.pacer).release(self.transport.now(), self.number, 1.0);
        }
    }
}

/// Calls in flight, and calls that wait for a slot; first come, first served.
#[derive(Default)]
pub(super) struct Slots(Mutex<Calls>);

#[derive(Default)]
struct Calls {
    last_number: u64,
    /// Numbers of calls, each with the time when its slot expires without a heartbeat: a call does not free its slot if
    /// the runtime ends its request.
    running: Vec<(u64, f64)>,
    waiting: VecDeque<(u64, f64, Waker)>,
}

impl Calls {
    /// Gives free slots to waiting calls.
    fn grant_slots(&mut self, max_running: usize) {
        while self.running.len() < max_running
            && let Some((number, expires_at, waker)) = self.waiting.pop_front()
        {
            self.running.push((number, expires_at));
            waker.wake();
        }
    }
}

/// A slot, or a place in the queue for one. Dropping it releases it.
pub(super) struct Slot<'a> {
    slots: &'a Slots,
    number: u64,
    max_running: usize,
}

impl Slots {
    /// Waits until fewer than `max_running` calls are in flight; `None` if their number is not limited.
    pub(super) async fn wait_for_slot<P: Transport>(
        &self,
        transport: &P,
        max_running: Option<usize>,
    ) -> Option<Slot<'_>> {
        let max_running = max_running?;
        let slot = {
            let mut calls = lock(&self.0);
            calls.last_number += 1;
            Slot { slots: self, number: calls.last_number, max_running }
        };
        let wait_until_running = || poll_fn(|context| slot.poll(transport.now(), context.waker()));
        if cfg!(target_arch = "wasm32") {
            while race(wait_until_running(), transport.sleep(SLOT_POLL)).await.is_none() {}
        } else {
            wait_until_running().await;
        }
        Some(slot)
    }
}

/// Outside wasm a slot never expires: a call that ends is dropped, which frees the slot.
const fn slot_expiry(time: f64) -> f64 {
    if cfg!(target_arch = "wasm32") { time } else { f64::INFINITY }
}

impl Slot<'_> {
    /// Moves the time at which the slot expires.
    pub(super) fn extend_expiry(&self, time: f64) {
        let mut calls = lock(&self.slots.0);
        if let Some((_, expires_at)) = calls.running.iter_mut().find(|(number, _)| *number == self.number) {
            *expires_at = slot_expiry(time);
        }
    }

    fn poll(&self, now: f64, waker: &Waker) -> Poll<()> {
        let mut calls = lock(&self.slots.0);
        calls.running.retain(|(_, expires_at)| *expires_at >= now);
        calls.grant_slots(self.max_running);
        if calls.running.iter().any(|(number, _)| *number == self.number) {
            return Poll::Ready(());
        }
        let expires_at = slot_expiry(now + MAX_SILENCE_MS);
        if let Some((_, waiting_expiry, stored_waker)) =
            calls.waiting.iter_mut().find(|(number, ..)| *number == self.number)
        {
            *waiting_expiry = expires_at;
            stored_waker.clone_from(waker);
            return Poll::Pending;
        }
        if calls.running.len() < self.max_running {
            calls.running.push((self.number, expires_at));
            return Poll::Ready(());
        }
        calls.waiting.push_back((self.number, expires_at, waker.clone()));
        Poll::Pending
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        let mut calls = lock(&self.slots.0);
        calls.running.retain(|(number, _)| *number != self.number);
        calls.waiting.retain(|(number, ..)| *number != self.number);
        calls.grant_slots(self.max_running);
    }
}
