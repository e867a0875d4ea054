//! One call from its plan to its answer: tries, one after the other.

use super::Client;
use super::error::Error;
use super::exchange::exchange;
use super::lane::Ticket;
use super::port::Port;
use super::settings::{RateLimit, Retry};
use crate::error::Code;
use crate::pace::Failure;
use crate::plan::Plan;
use core::time::Duration;

/// A call that is on its way.
pub(super) struct Job {
    pub(super) plan: Plan,
    pub(super) key: Option<String>,
    pub(super) retry: Retry,
    /// When it has ended in any case, by the port's clock.
    pub(super) deadline: f64,
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

/// Tries until there is an answer, or a failure that another try would not mend. Gives the JSON of the result.
pub(super) async fn tries<P: Port>(client: &Client<P>, job: &Job) -> Result<String, Error> {
    let (port, settings) = (client.port(), client.settings());
    let paced = settings.written.rate_limit != RateLimit::Off;
    let _slot = client.slots().take(port, settings.written.concurrency, job.deadline).await;
    let lane = paced.then(|| client.lanes().of(job.key.as_deref(), port.now()));
    let reserve = || lane.as_deref().map(|lane| Ticket::reserve(port, lane, settings.interval));
    let mut ticket: Option<Ticket<'_, P>> = None;
    let mut refusals = 0;
    for attempt in 1.. {
        if let Some(own) = client.own() {
            Ticket::reserve(port, own, None).turn(job, None).await?;
        }
        if ticket.is_none() {
            ticket = reserve();
        }
        if let Some(ticket) = &mut ticket {
            ticket.turn(job, client.own()).await?;
        }
        let started = port.now();
        let failure = match exchange(client, job, lane.as_deref()).await {
            Ok(result) => {
                lane.iter().for_each(|lane| lane.succeeded(port.now(), started));
                return Ok(result);
            }
            Err(failure) => failure,
        };
        let limited = failure.status == Some(429);
        let streak = lane.as_deref().map_or(0.0, |lane| lane.streak());
        let delay = job.wait(&failure, f64::from(attempt - refusals).max(streak), port.chance());
        // A refusal is no failed attempt: the request was not taken, and others may use the same limit. The timeout ends it.
        if limited && paced && job.retry.attempts > 1 {
            refusals += 1;
        }
        let left = attempt < job.retry.attempts.saturating_add(refusals);
        let again = delay.filter(|delay| left && port.now() + delay < job.deadline);
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
    Err(crate::error::Error::new(Code::Internal, "a call without an end").into())
}
