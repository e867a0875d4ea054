//! The retry loop of a call: attempts, one after the other, until a response or a permanent error.

use super::Client;
use super::error::Error;
use super::exchange::exchange;
use super::job::Job;
use super::scheduler::Ticket;
use super::settings::{LONGEST_TIMER, RateLimit};
use super::timeout::race;
use super::transport::Transport;
use crate::error::{self, Code};
use core::time::Duration;

/// Runs `work` with a timeout in milliseconds; `late` makes the error.
async fn within<P: Transport, T>(
    transport: &P,
    time: f64,
    work: impl Future<Output = Result<T, Error>>,
    late: impl FnOnce() -> error::Error,
) -> Result<T, Error> {
    if time > LONGEST_TIMER {
        return work.await;
    }
    let time = Duration::from_secs_f64(time.max(0.0) / 1000.0);
    race(work, transport.sleep(time)).await.unwrap_or_else(|| Err(late().into()))
}

/// The time that a call spends in the queue.
struct QueueTime<'a, P: Transport> {
    transport: &'a P,
    most: f64,
    spent: f64,
}

impl<P: Transport> QueueTime<'_, P> {
    /// Runs `work`, which gets the time until which it may wait, by the transport's clock.
    async fn wait<T>(&mut self, work: impl AsyncFnOnce(f64) -> Result<T, Error>) -> Result<T, Error> {
        let (from, left, most) = (self.transport.now(), self.most - self.spent, self.most);
        let late = || {
            let message = format!("no slot within {most} ms in the queue (`queue_timeout`)");
            error::Error::new(Code::Timeout, message)
        };
        let done = within(self.transport, left, work(from + left), late).await;
        self.spent += self.transport.now() - from;
        done
    }
}

/// Sends a request until there is a response, or an error that no retry would fix.
pub(super) async fn send_with_retries<P: Transport>(client: &Client<P>, job: &Job) -> Result<String, Error> {
    let (transport, settings) = (client.transport(), client.settings());
    let paced = settings.written.rate_limit != RateLimit::Off;
    let mut queue_time = QueueTime { transport, most: job.queue_timeout, spent: 0.0 };
    let slots = client.slots();
    let slot =
        queue_time.wait(async |_| Ok(slots.take(transport, settings.written.concurrency).await)).await?;
    let queue = paced.then(|| client.queues().of(job.key.as_deref(), transport.now()));
    let reserve = || queue.as_deref().map(|queue| Ticket::reserve(transport, queue, settings.interval));
    let mut ticket: Option<Ticket<'_, P>> = None;
    let mut left = job.timeout;
    let mut refusals = 0;
    for attempt in 1.. {
        let turn = async |until| {
            if let Some(own) = client.own() {
                Ticket::reserve(transport, own, None).turn(job, slot.as_ref(), until, None).await?;
            }
            if ticket.is_none() {
                ticket = reserve();
            }
            if let Some(ticket) = &mut ticket {
                ticket.turn(job, slot.as_ref(), until, client.own()).await?;
            }
            Ok(())
        };
        queue_time.wait(turn).await?;
        let started = transport.now();
        slot.iter().for_each(|slot| slot.lives_until(started + left));
        let late = || {
            let (last, before) = ((transport.now() - started).round(), queue_time.spent.round());
            let message = format!(
                "no complete response within {} ms: attempt {attempt} ran for {last} ms, after {before} ms in the queue",
                job.timeout
            );
            error::Error::new(Code::Timeout, message)
        };
        let failure = match within(transport, left, exchange(client, job, queue.as_deref()), late).await {
            Ok(result) => {
                queue.iter().for_each(|queue| queue.succeeded(transport.now(), started));
                return Ok(result);
            }
            Err(failure) => failure,
        };
        if failure.code == Code::Timeout && failure.status.is_none() {
            return Err(failure);
        }
        let limited = failure.status == Some(429);
        let streak = queue.as_deref().map_or(0.0, |queue| queue.streak());
        let delay = job.wait(&failure, f64::from(attempt - refusals).max(streak), transport.chance());
        // A refusal is not a failed attempt: the request was not processed, and others may share the limit.
        // The timeout ends it.
        if limited && paced && job.retry.attempts > 1 {
            refusals += 1;
        }
        left -= transport.now() - started + delay.unwrap_or(0.0);
        let again = delay.filter(|_| attempt < job.retry.attempts.saturating_add(refusals) && left > 0.0);
        // A refusal concerns all calls to the service, and so does a failed connection.
        let shared = limited || failure.rest().is_some() || failure.code == Code::ConnectionFailed;
        match &mut ticket {
            Some(ticket) if shared => ticket.refused(started, delay.unwrap_or(0.0), limited),
            _ => queue.iter().for_each(|queue| queue.succeeded(transport.now(), started)),
        }
        let Some(delay) = again else { return Err(failure) };
        if ticket.is_none() || !shared {
            transport.sleep(Duration::from_secs_f64(delay / 1000.0)).await;
            ticket = None;
        } else if client.own().is_some() {
            // A call that waits for its own client's queue holds no slot meanwhile.
            ticket = None;
        }
    }
    Err(error::Error::new(Code::Internal, "a call without an end").into())
}
