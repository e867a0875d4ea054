//! Drives the attempts of a call ([`crate::pace::Attempts`]): waits in the queue, sends, sleeps.

use super::Client;
use super::error::Error;
use super::exchange::exchange;
use super::job::Job;
use super::scheduler::{Queue, Ticket};
use super::settings::{LONGEST_TIMER, RateLimit};
use super::timeout::race;
use super::transport::Transport;
use crate::error::{self, Code};
use crate::pace::{Action, Attempts, Event};
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
    let queue = queue.as_deref();
    let attempts = f64::from(job.retry.attempts);
    let mut call = Attempts::new(attempts, job.retry.backoff(), job.timeout, settings.interval, 1.0);
    let mut result = Err(error::Error::new(Code::Internal, "a call that was never sent").into());
    // A call begins as if it had slept.
    let mut event = Event::Done(Action::Sleep);
    loop {
        let action = Queue::step(queue, &mut call, transport.now(), event);
        match action {
            Action::Return | Action::Fail => return result,
            Action::Sleep => transport.sleep(Duration::from_secs_f64(call.delay / 1000.0)).await,
            Action::OwnTurn | Action::Turn => {
                let (line, own) = match action {
                    Action::OwnTurn => (client.own(), None),
                    _ => (queue, client.own()),
                };
                let Some(line) = line else { return result };
                let turn = async |until| {
                    let ticket = if action == Action::Turn {
                        Ticket::new(transport, line, call.ticket)
                    } else {
                        Ticket::reserve(transport, line)
                    };
                    ticket.turn(job, slot.as_ref(), until, own).await
                };
                queue_time.wait(turn).await?;
            }
            Action::Send => {}
        }
        event = Event::Done(action);
        if action != Action::Send {
            continue;
        }
        slot.iter().for_each(|slot| slot.lives_until(call.started + call.left));
        let late = || {
            let (last, before) = ((transport.now() - call.started).round(), queue_time.spent.round());
            let message = format!(
                "no complete response within {} ms: attempt {} ran for {last} ms, after {before} ms in the queue",
                job.timeout, call.attempt
            );
            error::Error::new(Code::Timeout, message)
        };
        result = within(transport, call.left, exchange(client, job, queue), late).await;
        if let Err(failure) = &result {
            event = job.failed(failure, [transport.chance(), transport.chance()]);
        }
    }
}
