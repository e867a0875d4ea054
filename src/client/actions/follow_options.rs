//! The options of calls that follow a message.

use super::read_parameter;
use crate::address::Address;
use crate::client::settings::to_milliseconds;
use crate::client::{CallOptions, Client, Error, Transport};
use crate::endpoint::Generation;
use crate::error::{self, Code};
use core::time::Duration;

/// The event that a call waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WaitFor {
    /// The service has accepted the message. Whether a block will include it is not known yet.
    Accepted,
    /// The receiving account has executed it.
    #[default]
    Executed,
    /// All transactions that it causes are executed.
    Trace,
}

/// The finality that a transaction must have to count as executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WantedFinality {
    /// In a block of a shard.
    #[default]
    Confirmed,
    /// A few seconds later, in a block that never changes.
    Finalized,
}

/// What [`Client::send_message`] and [`Client::wait_for_message`] wait for, and how long.
///
/// ```
/// use ton_edge::client::{FollowOptions, WaitFor};
/// let options = FollowOptions { wait: WaitFor::Trace, ..Default::default() };
/// assert_eq!(options.timeout, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FollowOptions {
    /// The event. Default: [`WaitFor::Executed`].
    pub wait: WaitFor,
    /// The finality that counts as executed. Default: [`WantedFinality::Confirmed`].
    pub finality: WantedFinality,
    /// Which API is read. Default: v3, or v2 if the server has no v3 and the account is known.
    pub generation: Option<Generation>,
    /// The time for the whole call. Default: 30 seconds for [`WaitFor::Accepted`], 90 for [`WaitFor::Executed`], 180 for
    /// [`WaitFor::Trace`].
    pub timeout: Option<Duration>,
    /// The time between two polls. Default: 1.5 seconds.
    pub poll_interval: Option<Duration>,
    /// Unix time in seconds after which the account no longer executes the message. If the message is a request to a wallet of a known
    /// version, the time in the request takes precedence.
    ///
    /// The call fails with `message_expired` once a block is 30 seconds past that time, and only if the message was certainly not executed:
    /// the wallet's state at that block (its seqno, or the queries of a highload wallet) or its whole history proves it. Otherwise, and
    /// always if only the hash of the message is known, the call fails with `timeout`.
    pub valid_until: Option<u64>,
    /// For [`Client::wait_for_message`] with a hash: the account that receives the message, in any form. v2 cannot find a message without it.
    pub account: Option<String>,
    /// For [`Client::wait_for_message`]: Unix time in seconds; the message is not older. v2, and the search for proof that it was not
    /// executed, read no older transactions. Default: v2 reads the last 10 minutes; the search for proof reads as far back as necessary.
    pub since: Option<u64>,
}

/// Seconds after the end of the validity for which a message that was executed in time may still be missing in responses.
pub(super) const GRACE_SECONDS: u64 = 30;
/// The maximum age in seconds that is assumed for a message of unknown age.
const LOOK_BACK_SECONDS: u64 = 600;
const POLL_MS: f64 = 1500.0;

pub(super) const fn default_timeout_ms(wait: WaitFor) -> f64 {
    match wait {
        WaitFor::Accepted => 30_000.0,
        WaitFor::Executed => 90_000.0,
        WaitFor::Trace => 180_000.0,
    }
}

/// Returns the Unix time in seconds.
pub(super) fn read_unix_seconds<P: Transport>(client: &Client<P>) -> u64 {
    (client.transport().unix_now() / 1000.0) as u64
}

/// The options after they were checked.
#[derive(Clone, Debug)]
pub(super) struct CheckedFollowOptions {
    pub(super) wait: WaitFor,
    pub(super) finality: WantedFinality,
    pub(super) generation: Option<Generation>,
    pub(super) timeout_ms: f64,
    /// The end of the call, by the transport's clock.
    pub(super) end_time: f64,
    pub(super) poll_ms: f64,
    pub(super) valid_until: Option<u64>,
    pub(super) account: Option<Address>,
    pub(super) since: u64,
    pub(super) is_since_given: bool,
}

impl CheckedFollowOptions {
    pub(super) fn read<P: Transport>(client: &Client<P>, options: &FollowOptions) -> Result<Self, Error> {
        let read_positive = |name: &'static str, time: Option<Duration>| match time {
            Some(time) if time.is_zero() => {
                Err(error::Error::new(Code::InvalidOption, format!("`{name}` must be above 0"))
                    .parameter(name))
            }
            time => Ok(time.map(to_milliseconds)),
        };
        let timeout_ms =
            read_positive("timeout", options.timeout)?.unwrap_or(default_timeout_ms(options.wait));
        Ok(Self {
            wait: options.wait,
            finality: options.finality,
            generation: options.generation,
            timeout_ms,
            end_time: client.transport().now() + timeout_ms,
            poll_ms: read_positive("poll_interval", options.poll_interval)?.unwrap_or(POLL_MS),
            valid_until: options.valid_until,
            account: options
                .account
                .as_deref()
                .map(|account| read_parameter("account", account))
                .transpose()?,
            since: options.since.unwrap_or(read_unix_seconds(client).saturating_sub(LOOK_BACK_SECONDS)),
            is_since_given: options.since.is_some(),
        })
    }

    /// Returns a client whose requests, and their time in the queue, are limited to the remaining time, but at least to one second.
    pub(super) fn limit<P: Transport>(&self, client: &Client<P>) -> Client<P> {
        let remaining_ms = (self.end_time - client.transport().now()).max(1000.0);
        let timeout = Duration::try_from_secs_f64(remaining_ms / 1000.0).ok();
        let limited_client = client.for_requests();
        let options = CallOptions { timeout, queue_timeout: timeout, ..limited_client.options.clone() };
        Client { options, ..limited_client }
    }
}
