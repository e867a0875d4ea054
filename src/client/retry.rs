//! Drives the attempts of a call ([`crate::pace::Attempts`]): waits in the queue, sends, sleeps.

use super::Client;
use super::api_key::redact;
use super::error::Error;
use super::exchange::{Reply, send_once};
use super::job::Job;
use super::scheduler::{Queue, Ticket};
use super::settings::{MAX_TIMER_MS, RateLimit};
use super::timeout::race;
use super::transport::Transport;
use crate::error::{self, Code};
use crate::pace::{Action, Attempts, Event};
use core::time::Duration;

/// Runs `work` with a timeout in milliseconds; `build_error` makes the error of the timeout.
async fn run_within<P: Transport, T>(
    transport: &P,
    time: f64,
    work: impl Future<Output = Result<T, Error>>,
    build_error: impl FnOnce() -> error::Error,
) -> Result<T, Error> {
    if time > MAX_TIMER_MS {
        return work.await;
    }
    let time = Duration::from_secs_f64(time.max(0.0) / 1000.0);
    race(work, transport.sleep(time)).await.unwrap_or_else(|| Err(build_error().into()))
}

/// The time that a call spends in the queue.
struct QueueTime<'a, P: Transport> {
    transport: &'a P,
    max_ms: f64,
    spent_ms: f64,
}

impl<P: Transport> QueueTime<'_, P> {
    /// Runs `work` for at most the rest of the queue timeout, and passes it the deadline by the transport's clock.
    async fn wait<T>(&mut self, work: impl AsyncFnOnce(f64) -> Result<T, Error>) -> Result<T, Error> {
        let (started, remaining, max_ms) = (self.transport.now(), self.max_ms - self.spent_ms, self.max_ms);
        let build_error = || {
            let message = format!("no slot within {max_ms} ms in the queue (`queue_timeout`)");
            error::Error::new(Code::Timeout, message)
        };
        let result = run_within(self.transport, remaining, work(started + remaining), build_error).await;
        self.spent_ms += self.transport.now() - started;
        result
    }
}

/// Sends a request until there is a response, or an error that no retry would fix.
/// `min_seqno`: the block that a gateway of this package must have reached.
pub(super) async fn send_with_retries<P: Transport>(
    client: &Client<P>,
    job: &Job,
    min_seqno: Option<u32>,
) -> Result<Reply, Error> {
    let (transport, settings) = (client.transport(), client.settings());
    let is_paced = settings.options.rate_limit != RateLimit::Off;
    let mut queue_time = QueueTime { transport, max_ms: job.queue_timeout, spent_ms: 0.0 };
    let slots = client.slots();
    let slot = queue_time
        .wait(async |_| Ok(slots.wait_for_slot(transport, settings.options.concurrency).await))
        .await?;
    let queue = is_paced.then(|| client.queues().for_key(job.key.as_deref(), transport.now()));
    let queue = queue.as_deref();
    let attempts = f64::from(job.retry.attempts);
    let mut call = Attempts::new(attempts, job.retry.backoff(), job.timeout, settings.interval, 1.0);
    let mut result = Err(error::Error::new(Code::Internal, "a call that was never sent").into());
    // The first step of a call is the same as after a delay.
    let mut event = Event::Done(Action::Sleep);
    loop {
        let action = Queue::step(queue, &mut call, transport.now(), event);
        match action {
            Action::Return | Action::Fail => return result,
            Action::Sleep => transport.sleep(Duration::from_secs_f64(call.delay / 1000.0)).await,
            Action::OwnTurn | Action::Turn => {
                let (queue_to_use, own_queue) = match action {
                    Action::OwnTurn => (client.own_queue(), None),
                    _ => (queue, client.own_queue()),
                };
                let Some(queue_to_use) = queue_to_use else { return result };
                let take_turn = async |deadline| {
                    let ticket = if action == Action::Turn {
                        Ticket::new(transport, queue_to_use, call.ticket)
                    } else {
                        Ticket::reserve(transport, queue_to_use)
                    };
                    ticket.take_turn(job, slot.as_ref(), deadline, own_queue).await
                };
                queue_time.wait(take_turn).await?;
            }
            Action::Send => {}
        }
        event = Event::Done(action);
        if action != Action::Send {
            continue;
        }
        slot.iter().for_each(|slot| slot.extend_expiry(call.started + call.left));
        let build_error = || {
            let (attempt_ms, queue_ms) =
                ((transport.now() - call.started).round(), queue_time.spent_ms.round());
            let message = format!(
                "no complete response within {} ms: attempt {} ran for {attempt_ms} ms, after {queue_ms} ms in the queue",
                job.timeout, call.attempt
            );
            error::Error::new(Code::Timeout, message)
        };
        result =
            run_within(transport, call.left, send_once(client, job, queue, min_seqno), build_error).await;
        // The error of a timeout names no request, although one was sent.
        result = result.map_err(|failure| {
            if failure.code != Code::Timeout || failure.url().is_some() {
                return failure;
            }
            let secrets = settings.list_secrets(job.key.as_deref());
            failure.with_url(&job.build_url(&settings.base_url), |text| redact(text, &secrets))
        });
        if let Err(failure) = &result {
            event = job.failed_event(failure, [transport.chance(), transport.chance()]);
        }
    }
}
