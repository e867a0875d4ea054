//! Searches for a message until it is executed, or until all messages that it caused are.

use super::evidence::{Certainty, Evidence};
use super::follow_options::{CheckedFollowOptions, FollowOptions, WaitFor};
use super::follow_v2::FollowV2;
use super::follow_v3::{FollowV3, is_final_enough};
use super::message::ExternalMessage;
use super::transaction_summary::TransactionSummary;
use crate::address::Address;
use crate::client::{Client, Error, Transport};
use crate::endpoint::Generation;
use crate::error::{self, Code};
use crate::hash::Hash;
use crate::message::{Outcome, Verdict};
use core::time::Duration;

/// The event that a call has waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SendStatus {
    /// The service accepted the message and forwards it. Whether a block will include it is not known yet.
    Accepted,
    /// The receiving account executed the message.
    Executed,
    /// All transactions that the message caused have been executed.
    Complete,
}

/// The outcome of a message; the result of [`Client::send_message`] and [`Client::wait_for_message`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SendResult {
    /// The event that the call has waited for.
    pub status: SendStatus,
    /// The normalized hash of the message (TEP-467), by which explorers find it, or the hash that the caller passed.
    pub hash: Hash,
    /// The account that receives the message.
    pub account: Address,
    /// `Some(true)`: every transaction succeeded and skipped no action. `Some(false)`: at least one failed or skipped an action. `None` (not
    /// known): no known transaction failed, but there may be others: the message is only accepted, the account acts in a later transaction,
    /// as highload v3 wallets do, or the trace is incomplete.
    pub success: Option<bool>,
    /// Text for people: why and where it failed, or why the outcome is not known; `None` after a success.
    pub reason: Option<String>,
    /// The transaction that executed the message; `None` if it is only accepted.
    pub transaction: Option<TransactionSummary>,
    /// The transactions that the message caused, with [`WaitFor::Trace`].
    pub trace: Option<TraceSummary>,
}

/// All transactions that a message caused, directly or through further messages.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TraceSummary {
    /// All transactions, each one before those that it caused.
    pub transactions: Vec<TransactionSummary>,
    /// For each transaction the index of the one that caused it; `None` for the first one, and if that one is missing.
    pub parents: Vec<Option<usize>>,
    /// Whether transactions may be missing: the trace is longer than the service or this crate reads, or the response lacks some.
    pub incomplete: bool,
}

impl TraceSummary {
    /// Returns the transactions that failed.
    pub fn failures(&self) -> impl Iterator<Item = &TransactionSummary> {
        self.transactions.iter().filter(|transaction| !transaction.outcome.success)
    }
}

/// A message to wait for: its bag of cells, or only its hash. With the bag, the wallet's state can prove whether it was executed.
///
/// ```
/// use ton_edge::client::MessageRef;
/// use ton_edge::hash::Hash;
/// assert_eq!(MessageRef::from(Hash([7; 32])), MessageRef::Hash(Hash([7; 32])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageRef<'a> {
    /// The bag of cells that was sent.
    Boc(&'a [u8]),
    /// The hash or the normalized hash of the message, or the hash of its transaction.
    Hash(Hash),
}

impl From<Hash> for MessageRef<'_> {
    fn from(hash: Hash) -> Self {
        Self::Hash(hash)
    }
}

impl<'a> From<&'a [u8]> for MessageRef<'a> {
    fn from(boc: &'a [u8]) -> Self {
        Self::Boc(boc)
    }
}

impl<'a> From<&'a Vec<u8>> for MessageRef<'a> {
    fn from(boc: &'a Vec<u8>) -> Self {
        Self::Boc(boc)
    }
}

/// The result of a search for the transaction that executed a message.
pub(super) enum MessageState {
    Nothing,
    /// The message is not in a block yet, or its block does not have the wanted finality yet.
    Pending,
    Executed(Box<TransactionSummary>),
}

/// The result of a search for the trace of a message.
pub(super) enum Trace {
    /// The number of messages that are not executed yet.
    Pending(u64),
    Read {
        /// The transactions, each with the index of the one that caused it.
        transactions: Vec<(TransactionSummary, Option<usize>)>,
        incomplete: bool,
        /// Whether the first transaction of the trace is among them.
        is_root_seen: bool,
    },
}

/// Returns whether a request that failed may succeed later. A response that cannot be read does not change.
pub(super) fn is_transient(error: &Error) -> bool {
    match error.status {
        Some(status) => status >= 500 || matches!(status, 429 | 408),
        None => error.url().is_some() && error.code != Code::InvalidResponse,
    }
}

/// Finds a message over v3, or over v2 if the server has no v3.
pub(super) struct Follower {
    v3: Option<FollowV3>,
    v2: Option<FollowV2>,
}

impl Follower {
    pub(super) fn new(
        hash: Hash,
        options: &CheckedFollowOptions,
        may_be_transaction_hash: bool,
    ) -> Result<Self, Error> {
        let account = options.account;
        if options.generation == Some(Generation::V2) && account.is_none() {
            let message = "v2 finds a message only with the `account` that receives it";
            let error = error::Error::new(Code::MissingParameter, message).parameter("account");
            return Err(Error::from(error).with_message_hash(hash));
        }
        let is_v3 = options.generation != Some(Generation::V2);
        let is_v2 = options.generation != Some(Generation::V3);
        let v3 = FollowV3 { hash, account, may_be_transaction_hash, trace_id: None };
        let v2 = account.map(|account| FollowV2::new(hash, account, may_be_transaction_hash));
        Ok(Self { v3: is_v3.then_some(v3), v2: v2.filter(|_| is_v2) })
    }

    /// Turns to v2 for this and every later request if the server has no v3.
    fn check_absence<T>(&mut self, result: Result<T, Error>) -> Result<Option<T>, Error> {
        const ABSENT_CODES: [Code; 3] = [Code::NotFound, Code::MethodNotAllowed, Code::UnknownEndpoint];
        match result {
            Ok(value) => Ok(Some(value)),
            Err(error) if self.v2.is_some() && ABSENT_CODES.contains(&error.code) => {
                self.v3 = None;
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Searches for the transaction that executed the message.
    pub(super) async fn find_executed<P: Transport>(
        &mut self,
        client: &Client<P>,
        options: &CheckedFollowOptions,
    ) -> Result<MessageState, Error> {
        let limited_client = options.limit(client);
        if let Some(v3) = &mut self.v3 {
            let result = v3.find_executed(&limited_client, options.finality).await;
            if let Some(state) = self.check_absence(result)? {
                return Ok(state);
            }
        }
        match &mut self.v2 {
            Some(v2) => v2.find_executed(&limited_client, options).await,
            None => Ok(MessageState::Nothing),
        }
    }

    /// Searches for the trace of the message.
    async fn find_trace<P: Transport>(
        &mut self,
        client: &Client<P>,
        options: &CheckedFollowOptions,
        transaction: &TransactionSummary,
    ) -> Result<Trace, Error> {
        let limited_client = options.limit(client);
        if let Some(v3) = &self.v3 {
            let result = v3.find_trace(&limited_client, transaction).await;
            if let Some(trace) = self.check_absence(result)? {
                return Ok(trace);
            }
        }
        match &mut self.v2 {
            Some(v2) => v2.find_trace(&limited_client, options, transaction).await,
            None => Ok(Trace::Pending(1)),
        }
    }
}

impl<P: Transport> Client<P> {
    /// Waits for a message that was sent before, and returns its outcome. Pass the bag of cells that was sent if you have it: with the hash
    /// alone the call cannot prove that the message will never be executed.
    ///
    /// # Errors
    /// `message_expired` if the message was not executed and never will be; `timeout` if the outcome is still unknown, with what is known so
    /// far; `invalid_response` for responses about another message; `invalid_option` for [`WaitFor::Accepted`]. [`Error::message_hash`] is
    /// the hash of the message.
    ///
    /// ```no_run
    /// # async fn example<T: ton_edge::client::Transport>(client: ton_edge::client::Client<T>, boc: Vec<u8>) -> Result<(), ton_edge::client::Error> {
    /// let result = client.wait_for_message(&boc, Default::default()).await?;
    /// assert_eq!(result.success, Some(true), "{:?}", result.reason);
    /// # Ok(()) }
    /// ```
    pub async fn wait_for_message(
        &self,
        message: impl Into<MessageRef<'_>>,
        options: FollowOptions,
    ) -> Result<SendResult, Error> {
        let mut options = CheckedFollowOptions::read(self, &options)?;
        if options.wait == WaitFor::Accepted {
            let message = "`wait` must be `Executed` or `Trace` here";
            return Err(error::Error::new(Code::InvalidOption, message).parameter("wait").into());
        }
        let (hash, message) = match message.into() {
            MessageRef::Hash(hash) => (hash, None),
            MessageRef::Boc(boc) => {
                let message = ExternalMessage::read(boc)?;
                options.account = Some(message.account);
                (message.hash, Some(message))
            }
        };
        let follower = Follower::new(hash, &options, message.is_none())?;
        let evidence = Evidence::new(self, hash, message, &options);
        let mut follow = Follow { client: self, hash, options, follower, evidence };
        follow.run(None, None).await
    }

    /// Remembers the transactions of a message, so that later reads show them.
    fn note_result(&self, result: &SendResult) {
        let traced_transactions = result.trace.iter().flat_map(|trace| &trace.transactions);
        for transaction in result.transaction.iter().chain(traced_transactions) {
            let seqno = transaction.row.as_ref().and_then(|row| u32::try_from(row.mc_block_seqno).ok());
            self.note_transaction(transaction.account.to_raw().as_str(), transaction.lt, seqno);
        }
    }
}

/// The search for one message.
pub(super) struct Follow<'a, P: Transport> {
    pub(super) client: &'a Client<P>,
    pub(super) hash: Hash,
    pub(super) options: CheckedFollowOptions,
    pub(super) follower: Follower,
    pub(super) evidence: Evidence,
}

/// The known part of a message's outcome when the timeout ends.
#[derive(Default)]
struct Progress {
    transaction: Option<TransactionSummary>,
    pending_count: u64,
    is_seen: bool,
}

impl<P: Transport> Follow<'_, P> {
    /// Searches until the message is executed or, with [`WaitFor::Trace`], until all messages that it caused are, too. `is_accepted` is `None`
    /// if it is not known; `found` is its transaction, if it is known.
    pub(super) async fn run(
        &mut self,
        is_accepted: Option<bool>,
        found_transaction: Option<TransactionSummary>,
    ) -> Result<SendResult, Error> {
        let mut progress = Progress { transaction: found_transaction, ..Progress::default() };
        loop {
            match self.search_once(&mut progress).await {
                Ok(Some(result)) => {
                    self.client.note_result(&result);
                    return Ok(result);
                }
                Err(error) if !is_transient(&error) => return Err(error.with_message_hash(self.hash)),
                Ok(None) | Err(_) => {}
            }
            if self.is_over() {
                return Err(self.timeout(&progress, is_accepted));
            }
            self.sleep().await;
        }
    }

    /// Returns whether the next poll would be after the end of the call.
    pub(super) fn is_over(&self) -> bool {
        self.client.transport().now() + self.options.poll_ms > self.options.end_time
    }

    pub(super) async fn sleep(&self) {
        self.client.transport().sleep(Duration::from_secs_f64(self.options.poll_ms / 1000.0)).await;
    }

    /// Returns the result that a caller gets who waits for the acceptance of the message only.
    pub(super) fn accepted_result(&self, account: Address) -> SendResult {
        SendResult {
            status: SendStatus::Accepted,
            hash: self.hash,
            account,
            success: None,
            reason: None,
            transaction: None,
            trace: None,
        }
    }

    /// Searches once.
    async fn search_once(&mut self, progress: &mut Progress) -> Result<Option<SendResult>, Error> {
        let Self { client, options, follower, evidence, .. } = self;
        if progress.transaction.is_none() {
            match follower.find_executed(client, options).await? {
                MessageState::Nothing => {}
                MessageState::Pending => progress.is_seen = true,
                MessageState::Executed(transaction) => {
                    progress.is_seen = true;
                    progress.transaction = Some(*transaction);
                }
            }
        }
        // A message that was executed, or is pending, was accepted.
        if let (true, WaitFor::Accepted, Some(account)) = (progress.is_seen, options.wait, options.account) {
            return Ok(Some(self.accepted_result(account)));
        }
        if progress.transaction.is_none()
            && !progress.is_seen
            && evidence.is_due(client)
            && let Some(finding) = evidence.find_outcome(client, options, false).await?
        {
            match finding.certainty {
                Certainty::Executed(transaction) => progress.transaction = Some(*transaction),
                Certainty::Never => return Err(make_expired_error(&finding.explanation)),
                Certainty::Open | Certainty::Unknown => {}
            }
        }
        let Some(transaction) = &progress.transaction else { return Ok(None) };
        if options.wait == WaitFor::Executed {
            return Ok(Some(self.executed_result(transaction)));
        }
        let trace = follower.find_trace(client, options, transaction).await?;
        let (summaries, incomplete, is_root_seen) = match trace {
            Trace::Pending(pending) => {
                progress.pending_count = pending;
                return Ok(None);
            }
            Trace::Read { transactions: summaries, incomplete, is_root_seen } => {
                (summaries, incomplete, is_root_seen)
            }
        };
        // The transactions of a whole trace can lack the wanted finality.
        let open_count =
            summaries.iter().filter(|(node, _)| !is_final_enough(&node.finality, options.finality)).count();
        if open_count > 0 {
            progress.pending_count = open_count as u64;
            return Ok(None);
        }
        Ok(Some(self.complete(transaction, summaries, incomplete, is_root_seen)))
    }

    fn executed_result(&self, transaction: &TransactionSummary) -> SendResult {
        let uncertainty = transaction
            .acts_later
            .then_some("the account sends itself a message, and acts when that arrives; wait for the trace");
        let verdict = summarize_outcome([transaction], uncertainty, true);
        SendResult {
            status: SendStatus::Executed,
            success: verdict.success,
            reason: verdict.reason,
            transaction: Some(transaction.clone()),
            ..self.accepted_result(transaction.account)
        }
    }

    fn complete(
        &self,
        transaction: &TransactionSummary,
        summaries: Vec<(TransactionSummary, Option<usize>)>,
        incomplete: bool,
        is_root_seen: bool,
    ) -> SendResult {
        let (count, s) = (summaries.len(), if summaries.len() == 1 { "" } else { "s" });
        let uncertainty = incomplete.then(|| {
            format!(
                "not all of the trace was read, and what was read of it ({count} transaction{s}) succeeded"
            )
        });
        let (transactions, parents): (Vec<_>, Vec<_>) = summaries.into_iter().unzip();
        let verdict = summarize_outcome(&transactions, uncertainty.as_deref(), is_root_seen);
        SendResult {
            status: SendStatus::Complete,
            success: verdict.success,
            reason: verdict.reason,
            transaction: Some(transaction.clone()),
            trace: Some(TraceSummary { transactions, parents, incomplete }),
            ..self.accepted_result(transaction.account)
        }
    }

    /// Makes the error of a timeout: the known part of the outcome, and how to continue.
    fn timeout(&self, progress: &Progress, is_accepted: Option<bool>) -> Error {
        let state = if progress.transaction.is_some() {
            let (pending, s) = (progress.pending_count, if progress.pending_count == 1 { "" } else { "s" });
            format!("the message was executed; still on the way: {pending} message{s} that it caused")
        } else if progress.is_seen {
            "the message is pending, but not in a block yet".into()
        } else if is_accepted == Some(true) {
            "the service accepted the message, but it is not in a block yet".into()
        } else {
            "whether the message was executed is not known: it was not found".into()
        };
        let details = self.evidence.explanation.as_ref().map(|text| format!(" ({text})")).unwrap_or_default();
        let message = format!(
            "{state} after {} ms{details}; continue with `Client::wait_for_message`, not with another message",
            self.options.timeout_ms
        );
        Error::from(error::Error::new(Code::Timeout, message)).with_message_hash(self.hash)
    }
}

fn make_expired_error(explanation: &str) -> Error {
    let message = format!("the message was not executed, and never will be: {explanation}");
    error::Error::new(Code::MessageExpired, message).into()
}

fn summarize_outcome<'a>(
    transactions: impl IntoIterator<Item = &'a TransactionSummary>,
    uncertainty: Option<&str>,
    is_root_seen: bool,
) -> Verdict {
    let outcomes: Vec<(String, &Outcome)> =
        transactions.into_iter().map(|one| (one.account.to_string(), &one.outcome)).collect();
    let outcomes = outcomes.iter().map(|(account, outcome)| (account.as_str(), *outcome));
    Verdict::judge_transactions(outcomes, uncertainty, is_root_seen)
}
