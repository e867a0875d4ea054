//! Who starts when, among all calls of a client: the pacer of each key, and the seats under `concurrency`. Everybody
//! sleeps on a timer of his own; nobody wakes anybody, because some edge runtimes end a request that waits for another.

use super::error::Error;
use super::port::Port;
use super::race::lock;
use super::tries::Job;
use crate::error::{self, Code};
use crate::pace::Pacer;
use core::time::Duration;
use std::sync::{Arc, Mutex};

/// So many keys are remembered; the one unused for longest is forgotten.
const MOST: usize = 256;
/// Milliseconds after which a sleeper looks whether the pace has changed.
const LOOK: f64 = 250.0;
/// The time between two looks for a free seat.
const SEAT: Duration = Duration::from_millis(5);

/// The pace of one key, or of none.
pub(super) struct Lane {
    key: Option<String>,
    pacer: Mutex<Pacer>,
    /// The policy that was told last.
    policy: Mutex<String>,
}

impl Lane {
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
        self.number = lock(&self.lane.pacer).refused(self.port.now(), started, delay, limited);
        self.used = false;
    }

    /// Sleeps until the ticket's turn.
    pub(super) async fn turn(&mut self, job: &Job) -> Result<(), Error> {
        loop {
            let (wait, sure) = {
                let mut pacer = lock(&self.lane.pacer);
                let (number, wait) = pacer.turn(self.port.now(), self.number);
                self.number = number;
                // While the pace may still quicken, the wait may still shorten.
                (wait, pacer.cold == 0.0 && pacer.queue.interval() <= pacer.rate.fastest)
            };
            if wait == 0.0 {
                self.used = true;
                return Ok(());
            }
            if sure && self.port.now() + wait > job.deadline {
                let message =
                    format!("the turn of this call comes in {} ms, which is after its timeout", wait.ceil());
                return Err(error::Error::new(Code::Timeout, message).into());
            }
            // No less than a millisecond: what rounds to nothing would go round without a rest.
            self.port.sleep(Duration::from_secs_f64(wait.clamp(1.0, LOOK) / 1000.0)).await;
        }
    }
}

impl<P: Port> Drop for Ticket<'_, P> {
    fn drop(&mut self) {
        if !self.used {
            lock(&self.lane.pacer).release(self.port.now(), self.number);
        }
    }
}

/// Who is on the way: a number, and when it has ended in any case. A request that a runtime ended leaves no seat.
#[derive(Default)]
pub(super) struct Seats(Mutex<Taken>);

#[derive(Default)]
struct Taken {
    last: u64,
    seats: Vec<(u64, f64)>,
}

/// A seat, left when it is dropped.
pub(super) struct Seat<'a> {
    seats: &'a Seats,
    number: u64,
}

impl Seats {
    /// Waits until fewer than `most` calls are on their way.
    pub(super) async fn take<P: Port>(
        &self,
        port: &P,
        most: Option<usize>,
        deadline: f64,
    ) -> Option<Seat<'_>> {
        let most = most?;
        loop {
            if let Some(number) = self.free(most, port.now(), deadline) {
                return Some(Seat { seats: self, number });
            }
            port.sleep(SEAT).await;
        }
    }

    fn free(&self, most: usize, now: f64, deadline: f64) -> Option<u64> {
        let mut taken = lock(&self.0);
        taken.seats.retain(|(_, until)| *until >= now);
        if taken.seats.len() >= most {
            return None;
        }
        taken.last += 1;
        let number = taken.last;
        taken.seats.push((number, deadline));
        Some(number)
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        lock(&self.seats.0).seats.retain(|(number, _)| *number != self.number);
    }
}
