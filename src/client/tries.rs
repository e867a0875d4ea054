//! One call from its plan to its answer: tries, one after the other.

use super::Client;
use super::error::Error;
use super::exchange::exchange;
use super::lane::Ticket;
use super::port::Port;
use super::race::race;
use super::settings::{LONGEST_TIMER, RateLimit, Retry};
use crate::error::{self, Code};
use crate::pace::Failure;
use crate::plan::Plan;
use core::time::Duration;

/// A call that is on its way.
pub(super) struct Job {
    pub(super) plan: Plan,
    pub(super) key: Option<String>,
    pub(super) retry: Retry,
    /// Milliseconds from its turn on.
    pub(super) timeout: f64,
    /// Milliseconds in the queue.
    pub(super) queue_timeout: f64,
    /// When it was made, by the port's clock.
    pub(super) made: f64,
}

impl Job {
    /// What is asked, without the key.
    pub(super) fn url(&self, base: &str) -> String {
        format!("{base}{}", self.plan.target())
    }

    /// Milliseconds until another try makes sense; `None` for never.
    fn wait(&self, failure: &Error, failures: f64, chance: f64) -> Option<f64> {
        let status = failure.status.unwrap_or(0);
        if status == 0 && failure.code != Code::ConnectionFailed {
            return None;
        }
        let read = self.plan.endpoint.idempotent;
        let judged = Failure { status, text: &failure.message, read, untaken: failure.is_untaken() };
        judged.may_repeat().then(|| self.retry.backoff().delay(failures, chance, failure.rest()))
    }
}

/// What `work` comes to within so many milliseconds, or what `late` says.
async fn within<P: Port, T>(
    port: &P,
    time: f64,
    work: impl Future<Output = Result<T, Error>>,
    late: impl FnOnce() -> error::Error,
) -> Result<T, Error> {
    if time > LONGEST_TIMER {
        return work.await;
    }
    let time = Duration::from_secs_f64(time.max(0.0) / 1000.0);
    race(work, port.sleep(time)).await.unwrap_or_else(|| Err(late().into()))
}

/// The time of a call in the queue.
struct QueueTime<'a, P: Port> {
    port: &'a P,
    most: f64,
    spent: f64,
}

impl<P: Port> QueueTime<'_, P> {
    /// Waits for `work`, which gets the time until which it may wait, by the port's clock.
    async fn wait<T>(&mut self, work: impl AsyncFnOnce(f64) -> Result<T, Error>) -> Result<T, Error> {
        let (from, left, most) = (self.port.now(), self.most - self.spent, self.most);
        let late = || {
            let message = format!("no slot within {most} ms in the queue (`queue_timeout`)");
            error::Error::new(Code::Timeout, message)
        };
        let done = within(self.port, left, work(from + left), late).await;
        self.spent += self.port.now() - from;
        done
    }
}

/// Tries until there is an answer, or a failure that another try would not mend.
pub(super) async fn tries<P: Port>(client: &Client<P>, job: &Job) -> Result<String, Error> {
    let (port, settings) = (client.port(), client.settings());
    let paced = settings.written.rate_limit != RateLimit::Off;
    let mut queue = QueueTime { port, most: job.queue_timeout, spent: 0.0 };
    let slots = client.slots();
    let slot = queue.wait(async |_| Ok(slots.take(port, settings.written.concurrency).await)).await?;
    let lane = paced.then(|| client.lanes().of(job.key.as_deref(), port.now()));
    let reserve = || lane.as_deref().map(|lane| Ticket::reserve(port, lane, settings.interval));
    let mut ticket: Option<Ticket<'_, P>> = None;
    let mut left = job.timeout;
    let mut refusals = 0;
    for attempt in 1.. {
        let turn = async |until| {
            if let Some(own) = client.own() {
                Ticket::reserve(port, own, None).turn(job, slot.as_ref(), until, None).await?;
            }
            if ticket.is_none() {
                ticket = reserve();
            }
            if let Some(ticket) = &mut ticket {
                ticket.turn(job, slot.as_ref(), until, client.own()).await?;
            }
            Ok(())
        };
        queue.wait(turn).await?;
        let started = port.now();
        slot.iter().for_each(|slot| slot.lives_until(started + left));
        let late = || {
            let (last, before) = ((port.now() - started).round(), queue.spent.round());
            let message = format!(
                "no complete response within {} ms: attempt {attempt} ran for {last} ms, after {before} ms in the queue",
                job.timeout
            );
            error::Error::new(Code::Timeout, message)
        };
        let failure = match within(port, left, exchange(client, job, lane.as_deref()), late).await {
            Ok(result) => {
                lane.iter().for_each(|lane| lane.succeeded(port.now(), started));
                return Ok(result);
            }
            Err(failure) => failure,
        };
        if failure.code == Code::Timeout && failure.status.is_none() {
            return Err(failure);
        }
        let limited = failure.status == Some(429);
        let streak = lane.as_deref().map_or(0.0, |lane| lane.streak());
        let delay = job.wait(&failure, f64::from(attempt - refusals).max(streak), port.chance());
        // A refusal is no failed attempt: the request was not taken, and others may use the same limit. Its time ends it.
        if limited && paced && job.retry.attempts > 1 {
            refusals += 1;
        }
        left -= port.now() - started + delay.unwrap_or(0.0);
        let again = delay.filter(|_| attempt < job.retry.attempts.saturating_add(refusals) && left > 0.0);
        // A refusal is for everybody who asks there; so is a connection that fails.
        let shared = limited || failure.rest().is_some() || failure.code == Code::ConnectionFailed;
        match &mut ticket {
            Some(ticket) if shared => ticket.refused(started, delay.unwrap_or(0.0), limited),
            _ => lane.iter().for_each(|lane| lane.succeeded(port.now(), started)),
        }
        let Some(delay) = again else { return Err(failure) };
        if ticket.is_none() || !shared {
            port.sleep(Duration::from_secs_f64(delay / 1000.0)).await;
            ticket = None;
        } else if client.own().is_some() {
            // A call that waits for its own client's bound first holds no slot of all others meanwhile.
            ticket = None;
        }
    }
    Err(error::Error::new(Code::Internal, "a call without an end").into())
}
