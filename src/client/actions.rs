//! The calls above the operations: accounts, jettons, get-methods, domains, messages, deposits and
//! changes (features `types` and `message`). They
//! have the names and the rules of `pkg/lib/actions/` in JavaScript.

mod account;
mod account_chain;
mod account_feed;
mod account_history;
mod dns;
mod evidence;
mod follow;
mod follow_options;
mod follow_v2;
mod follow_v3;
mod get;
mod jetton_feed;
mod jettons;
mod message;
mod payments;
mod recipient;
mod response;
mod send_message;
mod shortage;
mod trace_feed;
mod transaction_summary;
mod watch;
mod witness;

pub use account::{AccountSummary, TransactionId};
pub use follow::{MessageRef, SendResult, SendStatus, TraceSummary};
pub use follow_options::{FollowOptions, WaitFor, WantedFinality};
pub use get::{GetCall, GetOptions, GetResult};
pub use jettons::{JettonBalance, JettonsOptions};
pub use payments::{Asset, Deposit, Payload, Payments, PaymentsOptions, Since};
pub use recipient::Recipient;
pub use transaction_summary::TransactionSummary;
pub use watch::{Watch, WatchChange, WatchEvent, WatchOptions, WatchState, WatchType};

use super::error::Error;
use super::settings::CallOptions;
use super::{Client, Transport};
use crate::address::{self, Address};
use crate::error as core_error;
use crate::hash::Hash;
use core::future::poll_fn;
use core::pin::pin;
use core::task::Poll;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

/// Values that the calls of a client remember.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// The root resolver of domains.
    root_resolver: Mutex<Option<Address>>,
    /// The hashes of messages that the service accepted, the oldest first.
    accepted_hashes: Mutex<VecDeque<Hash>>,
}

impl<P: Transport> Client<P> {
    /// Returns the client for the requests of a call: verb and further parameters of [`CallOptions`] belong to single operations.
    fn for_requests(&self) -> Self {
        let CallOptions { timeout, queue_timeout, retry, .. } = self.options;
        let options = CallOptions { timeout, queue_timeout, retry, ..CallOptions::default() };
        Self { shared_state: Arc::clone(&self.shared_state), options }
    }
}

/// Reads the address that a caller passed as this parameter, in any form.
fn read_parameter(name: &'static str, text: &str) -> Result<Address, Error> {
    let parsed_address = address::parse(text);
    Ok(parsed_address.map_err(|error| core_error::Error::from(error).parameter(name))?.address)
}

/// Runs both futures at the same time. The first error ends them.
async fn try_join<A, B>(
    first_future: impl Future<Output = Result<A, Error>>,
    second_future: impl Future<Output = Result<B, Error>>,
) -> Result<(A, B), Error> {
    let (mut first, mut second) = (pin!(first_future), pin!(second_future));
    let (mut a, mut b) = (None, None);
    poll_fn(move |context| {
        if a.is_none()
            && let Poll::Ready(result) = first.as_mut().poll(context)
        {
            a = Some(result?);
        }
        if b.is_none()
            && let Poll::Ready(result) = second.as_mut().poll(context)
        {
            b = Some(result?);
        }
        match (a.take(), b.take()) {
            (Some(a), Some(b)) => Poll::Ready(Ok((a, b))),
            (first_result, second_result) => {
                (a, b) = (first_result, second_result);
                Poll::Pending
            }
        }
    })
    .await
}

/// Runs all futures to their ends at the same time.
async fn join_all(futures: Vec<impl Future<Output = ()>>) {
    let mut active_futures: Vec<_> = futures.into_iter().map(Box::pin).collect();
    poll_fn(move |context| {
        active_futures.retain_mut(|future| future.as_mut().poll(context).is_pending());
        if active_futures.is_empty() { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}
