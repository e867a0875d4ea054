//! Sends a read, and repeats it until the response shows no less than the client has seen ([`super::session`]).

use super::Client;
use super::api_key::redact;
use super::error::Error;
use super::exchange::Reply;
use super::job::Job;
use super::lock::lock;
use super::retry::send_with_retries;
use super::session::{OlderState, PreparatoryRead, ReadRequest, describe_head_behind};
use super::transport::Transport;
use crate::endpoint::Generation;
use crate::error::{self, Code};
use crate::plan::{self, Arg, Plan, Unknown};
use core::time::Duration;
use std::borrow::Cow;

/// The delays before a repeated request, in milliseconds: 100, doubled each time, up to 1000.
struct Delays {
    next_ms: f64,
    /// When the last request may be sent; counted from the first response, since the queue does not count for the timeout.
    deadline: f64,
}

impl Delays {
    fn new<P: Transport>(client: &Client<P>, job: &Job) -> Self {
        Self { next_ms: 100.0, deadline: client.transport().now() + job.timeout }
    }

    /// Waits before the next request, or fails if its time has passed.
    async fn wait<P: Transport>(
        &mut self,
        client: &Client<P>,
        job: &Job,
        older: &OlderState,
    ) -> Result<(), Error> {
        if client.transport().now() + self.next_ms > self.deadline {
            let error = error::Error::new(Code::Behind, older.describe(job.timeout));
            let settings = client.settings();
            let secrets = settings.list_secrets(job.key.as_deref());
            let url = job.build_url(&settings.base_url);
            return Err(Error::from(error).with_url(&url, |text| redact(text, &secrets)));
        }
        client.transport().sleep(Duration::from_secs_f64(self.next_ms / 1000.0)).await;
        self.next_ms = (2.0 * self.next_ms).min(1000.0);
        Ok(())
    }
}

/// Sends a read that shows the state that the client has seen, after the small requests that this needs.
pub(super) async fn send_read<P: Transport>(client: &Client<P>, job: &Job) -> Result<Reply, Error> {
    let request = ReadRequest::new(&job.plan);
    let now = || client.transport().now();
    loop {
        let preparatory_read = lock(client.session()).next_preparatory_read(&request, now());
        match preparatory_read {
            None => break,
            Some(PreparatoryRead::Head(seqno)) => {
                wait_for_block(client, job, job.plan.endpoint.generation, seqno).await?
            }
            Some(PreparatoryRead::Place(account)) => {
                let address = Arg::from(account.as_str());
                let state = plan_read(Generation::V2, "getAddressInformation", [("address", address)])?;
                match repeat(client, &job.with_plan(state)).await {
                    // This error means that the server has no v2.
                    Err(error) if error.code != Code::NotFound => return Err(error),
                    _ => {}
                }
                lock(client.session()).give_up_place(&account, now());
            }
            Some(PreparatoryRead::States(accounts)) => {
                let list = accounts.iter().map(|account| Arg::from(account.as_str())).collect();
                let params = [("address", Arg::List(list)), ("include_boc", Arg::from(false))];
                repeat(client, &job.with_plan(plan_read(Generation::V3, "accountStates", params)?)).await?;
                lock(client.session()).give_up_index(&accounts, now());
            }
        }
    }
    repeat(client, job).await
}

/// Sends a read until its response shows the state that the client has seen.
async fn repeat<P: Transport>(client: &Client<P>, job: &Job) -> Result<Reply, Error> {
    let request = ReadRequest::new(&job.plan);
    let now = || client.transport().now();
    let mut seqno = 0;
    let mut delays = None;
    loop {
        let min_seqno = lock(client.session()).required_block(seqno, now());
        let reply = send_with_retries(client, job, min_seqno).await?;
        let older_state = lock(client.session()).compare(&request, &reply, now());
        let Some(older_state) = older_state else { return Ok(reply) };
        delays.get_or_insert_with(|| Delays::new(client, job)).wait(client, job, &older_state).await?;
        seqno = older_state.seqno;
        if older_state.may_be_deleted {
            if !lock(client.session()).is_gateway() {
                wait_for_block(client, job, job.plan.endpoint.generation, seqno).await?;
            }
            // At a block that had the account, the account is still missing: it was deleted.
            let min_seqno = lock(client.session()).required_block(seqno, now());
            let reply = send_with_retries(client, job, min_seqno).await?;
            lock(client.session()).forget(older_state.key());
            if lock(client.session()).compare(&request, &reply, now()).is_none() {
                return Ok(reply);
            }
        }
    }
}

/// Requests the newest block until the server has reached this one.
async fn wait_for_block<P: Transport>(
    client: &Client<P>,
    job: &Job,
    generation: Generation,
    seqno: u32,
) -> Result<(), Error> {
    let path = if generation == Generation::V2 { "getMasterchainInfo" } else { "masterchainInfo" };
    let head = job.with_plan(plan_read(generation, path, [])?);
    let request = ReadRequest::new(&head.plan);
    let mut delays = None;
    loop {
        let height = lock(client.session()).height(generation, client.transport().now());
        if height >= seqno {
            return Ok(());
        }
        if let Some(delays) = &mut delays {
            Delays::wait(delays, client, &head, &describe_head_behind(generation, height, seqno)).await?;
        }
        let reply = send_with_retries(client, &head, None).await?;
        lock(client.session()).compare(&request, &reply, client.transport().now());
        delays.get_or_insert_with(|| Delays::new(client, &head));
    }
}

fn plan_read<const N: usize>(
    generation: Generation,
    path: &str,
    params: [(&'static str, Arg<'_>); N],
) -> Result<Plan, Error> {
    let args: Vec<_> = params.into_iter().map(|(name, value)| (Cow::Borrowed(name), value)).collect();
    Ok(plan::plan_call(plan::endpoint(generation, None, path)?, &args, Unknown::Refuse)?)
}
