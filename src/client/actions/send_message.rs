//! Sends a message once, and finds its outcome.

use super::evidence::{Certainty, Evidence};
use super::follow::{Follow, Follower, MessageState, SendResult, is_transient};
use super::follow_options::{CheckedFollowOptions, FollowOptions, WaitFor, default_timeout_ms};
use super::message::ExternalMessage;
use super::transaction_summary::TransactionSummary;
use super::witness::{Version, Witness, message_version};
use crate::client::lock::lock;
use crate::client::{CallOptions, Client, Error, Transport};
use crate::error::{self, Code};
use crate::hash::Hash;
use crate::message::{Body, WalletVersion, explain_body_exit_code, explain_exit_code};
use crate::types::v2::SendBocRequest;
use core::time::Duration;
use std::collections::VecDeque;

/// The maximum number of accepted messages that a client remembers.
const MAX_REMEMBERED: usize = 256;
/// The number of searches that must agree before a rejection counts although the wallet's state contradicts it.
const MIN_AGREEING_SEARCHES: u32 = 3;

/// Returns whether a failure leaves open whether the service took the message.
fn is_ambiguous(error: &Error) -> bool {
    // With a status of success and a body that cannot be read, the service has probably taken the message.
    error.url().is_some()
        && error.code != Code::MessageRejected
        && error.status.is_none_or(|status| !(400..500).contains(&status) || status == 408)
}

impl<P: Transport> Client<P> {
    /// Sends an external message once, such as the signed request of a wallet, and waits for its outcome. `boc` is its bag of cells
    /// ([`crate::message::Wallet::external`], [`crate::cell::Cells::to_boc`]).
    ///
    /// A definite answer has definite evidence. If the call fails with `timeout`, the message may still be executed: go on with
    /// [`Client::wait_for_message`] and the same bytes, and never sign another message in its place before this one has failed or expired.
    /// Sending the same bytes again is safe.
    ///
    /// # Errors
    /// Before anything is sent: `boc_invalid`; `message_invalid` for a message that is not external, and for one that the node refuses in
    /// any case: with more than 65535 bytes, a depth of more than 511, more than 8192 different cells below the root (mainnet's values in
    /// configuration parameter 43) or a pruned branch. Then: `message_rejected` if the account did not accept the message and its state
    /// proves that it was not executed, with the exit code; `message_expired` if the message was not executed and never will be; `timeout` if
    /// the outcome is unknown; errors of the request that certainly did not reach the service. [`Error::message_hash`] is the hash of the
    /// message.
    ///
    /// ```no_run
    /// # async fn example<T: ton_edge::client::Transport>(client: ton_edge::client::Client<T>, boc: Vec<u8>) -> Result<(), ton_edge::client::Error> {
    /// use ton_edge::client::{FollowOptions, WaitFor};
    /// let options = FollowOptions { wait: WaitFor::Trace, ..Default::default() };
    /// let result = client.send_message(&boc, options).await?;
    /// match result.success {
    ///     Some(true) => println!("paid"),
    ///     _ => println!("{}", result.reason.unwrap_or_default()),
    /// }
    /// # Ok(()) }
    /// ```
    pub async fn send_message(&self, boc: &[u8], options: FollowOptions) -> Result<SendResult, Error> {
        for (name, is_given) in [("account", options.account.is_some()), ("since", options.since.is_some())] {
            if is_given {
                let message = format!("`{name}` is an option of `wait_for_message` only");
                return Err(error::Error::new(Code::InvalidOption, message).parameter(name).into());
            }
        }
        let mut options = CheckedFollowOptions::read(self, &options)?;
        let message = ExternalMessage::read(boc)?;
        let (hash, account) = (message.hash, message.account);
        options.account = Some(account);
        let follower = Follower::new(hash, &options, false)?;
        let request = SendBocRequest { boc: message.boc.clone() };
        let evidence = Evidence::new(self, hash, Some(message), &options);
        let attempt_ms = options.timeout_ms.min(default_timeout_ms(WaitFor::Accepted));
        let sender = self.for_requests();
        let call_options = CallOptions {
            timeout: Duration::try_from_secs_f64(attempt_ms / 1000.0).ok(),
            queue_timeout: Duration::try_from_secs_f64(options.timeout_ms / 1000.0).ok(),
            ..sender.options.clone()
        };
        let send_result = Self { options: call_options, ..sender }.send(&request).await;
        let mut follow = Follow { client: self, hash, options, follower, evidence };
        match send_result {
            Ok(_) => {
                self.remember_accepted(hash);
                if follow.options.wait == WaitFor::Accepted {
                    return Ok(follow.accepted_result(account));
                }
                follow.run(Some(true), None).await
            }
            Err(error) => follow.resolve_failure(error).await,
        }
    }

    fn remember_accepted(&self, hash: Hash) {
        let accepted_hashes: &mut VecDeque<Hash> = &mut lock(&self.shared_state.actions.accepted_hashes);
        accepted_hashes.retain(|earlier| *earlier != hash);
        accepted_hashes.push_back(hash);
        if accepted_hashes.len() > MAX_REMEMBERED {
            accepted_hashes.pop_front();
        }
    }
}

/// The result of one search for a rejected message.
enum SearchState {
    /// It was executed; `None` if it is pending.
    Executed(Option<Box<TransactionSummary>>),
    Never,
    Open,
    Unknown,
}

impl<P: Transport> Follow<'_, P> {
    /// Handles a failed request. The service may have accepted the message nevertheless, now or when it was sent before.
    async fn resolve_failure(&mut self, error: Error) -> Result<SendResult, Error> {
        let was_accepted = lock(&self.client.shared_state.actions.accepted_hashes).contains(&self.hash);
        let is_rejected = error.code == Code::MessageRejected;
        // The status means that the message was refused, so no search follows. The error has the hash, because a proxy may have forwarded
        // the message in spite of it.
        if !was_accepted && !is_rejected && !is_ambiguous(&error) {
            return Err(if error.url().is_some() { error.with_message_hash(self.hash) } else { error });
        }
        let search_state =
            if is_rejected && !was_accepted { self.find_rejected(&error).await? } else { None };
        // The service has accepted or rejected the message, so it has received it.
        let is_known = was_accepted || is_rejected;
        if let (true, WaitFor::Accepted, Some(account)) = (is_known, self.options.wait, self.options.account)
        {
            return Ok(self.accepted_result(account));
        }
        match self.run(Some(is_known), search_state).await {
            // The error of the request is more useful than "the message was not found".
            Err(later) if !is_known && later.code != Code::MessageExpired => {
                Err(error.with_message_hash(self.hash))
            }
            result => result,
        }
    }

    /// Searches for a rejected message. It may be executed or pending, since the service rejects a message that it receives twice. A caller
    /// who trusts a wrong "rejected" pays twice, so the wallet's state must prove that the message was not executed. Returns its
    /// transaction, or `None` if it is pending; otherwise fails.
    async fn find_rejected(&mut self, error: &Error) -> Result<Option<TransactionSummary>, Error> {
        // The service already has the message, so it was executed or may still be.
        let is_duplicate = error.message.to_ascii_lowercase().contains("duplicate message");
        if is_duplicate && self.options.wait == WaitFor::Accepted {
            return Ok(None);
        }
        let mut newest_block = 0;
        let mut agreeing_search_count = 0;
        let mut rejection = error.clone();
        loop {
            let may_read_wallet = !is_duplicate || self.evidence.is_due(self.client);
            let search_result = match self.search_message_once(may_read_wallet).await {
                Ok(state) => state,
                Err(failure) if is_transient(&failure) => None,
                Err(failure) => return Err(failure.with_message_hash(self.hash)),
            };
            if let Some((state, witness)) = search_result {
                if let Some(witness) = &witness {
                    rejection = explain_rejection(error, self.evidence.message.as_ref(), witness);
                }
                match (state, witness) {
                    (SearchState::Executed(transaction), _) => {
                        return Ok(transaction.map(|transaction| *transaction));
                    }
                    (SearchState::Never, _) => return Err(rejection.with_message_hash(self.hash)),
                    (SearchState::Unknown, _) if !is_duplicate => break,
                    (SearchState::Open, Some(witness)) if !is_duplicate => {
                        let is_replay = is_replay_exit_code(error.exit_code, &witness);
                        let has_other_seqno = self
                            .evidence
                            .message
                            .as_mut()
                            .is_some_and(|sent_message| witness.has_other_seqno(sent_message));
                        // A replica that lags behind has not seen the message yet.
                        if witness.block >= newest_block && (!is_replay || has_other_seqno) {
                            agreeing_search_count += 1;
                        }
                        newest_block = newest_block.max(witness.block);
                        let required_count = if is_replay { MIN_AGREEING_SEARCHES } else { 1 };
                        if agreeing_search_count >= required_count {
                            return Err(rejection.with_message_hash(self.hash));
                        }
                    }
                    _ => {}
                }
            }
            if self.is_over() {
                break;
            }
            self.sleep().await;
        }
        let details = self.evidence.explanation.as_ref().map(|text| format!(" ({text})")).unwrap_or_default();
        let message = format!(
            "whether the message was executed is not known{details}; the service rejected it: {}",
            rejection.message
        );
        let mut timeout = error::Error::new(Code::Timeout, message);
        timeout.exit_code = error.exit_code;
        Err(Error::from(timeout).with_message_hash(self.hash))
    }

    /// Searches once for a message, and reads its wallet once if `may_read_wallet`. For a rejection, a pending message counts as executed.
    async fn search_message_once(
        &mut self,
        may_read_wallet: bool,
    ) -> Result<Option<(SearchState, Option<Witness>)>, Error> {
        let Self { client, options, follower, evidence, .. } = self;
        match follower.find_executed(client, options).await? {
            MessageState::Executed(transaction) => {
                return Ok(Some((SearchState::Executed(Some(transaction)), None)));
            }
            MessageState::Pending => return Ok(Some((SearchState::Executed(None), None))),
            MessageState::Nothing if !may_read_wallet => return Ok(None),
            MessageState::Nothing => {}
        }
        let Some(finding) = evidence.find_outcome(client, options, true).await? else { return Ok(None) };
        let state = match finding.certainty {
            Certainty::Executed(transaction) => SearchState::Executed(Some(transaction)),
            Certainty::Never => SearchState::Never,
            Certainty::Open => SearchState::Open,
            Certainty::Unknown => SearchState::Unknown,
        };
        Ok(Some((state, Some(finding.witness))))
    }
}

/// Returns whether the exit code says that the wallet has executed this message or another one with its seqno; the wallet's state must
/// confirm this.
fn is_replay_exit_code(exit_code: Option<i32>, witness: &Witness) -> bool {
    let is_highload = witness.version == Some(Version::Current(WalletVersion::HighloadV3));
    exit_code == Some(133) || exit_code == Some(if is_highload { 36 } else { 33 })
}

/// Explains a rejection. Exit codes differ between wallets, so the code of the account, or of the message's `StateInit`, decides their
/// meaning.
fn explain_rejection(error: &Error, message: Option<&ExternalMessage>, witness: &Witness) -> Error {
    const OTHER_ACCOUNT: &str = "or it is the account of another wallet version, wallet id or network";
    let has_state = message.is_some_and(|message| message.message.init.is_some());
    let reason = if !witness.is_active && !witness.has_coins {
        Some(format!("the account has no coins and no contract: send TON to it first, {OTHER_ACCOUNT}"))
    } else if !witness.is_active && !has_state {
        Some(format!(
            "the account has no contract: its first request needs the StateInit (`deploy`), {OTHER_ACCOUNT}"
        ))
    } else {
        let own_version = || message.filter(|_| !witness.is_active).and_then(message_version);
        let body = match witness.version.or_else(own_version) {
            Some(version) => Some(version.signed_body_name()),
            None => message.map(|message| {
                let mut cells = message.cells.clone();
                Body::decode(&mut cells, message.message.body).name()
            }),
        };
        error.exit_code.and_then(|code| {
            let meaning = body.and_then(|body| explain_body_exit_code(body, code));
            meaning.or_else(|| explain_exit_code(code)).map(String::from)
        })
    };
    let Some(reason) = reason else { return error.clone() };
    // The core's text is "the account did not accept the message: exit code 33; …".
    let text = error.message.as_ref();
    let meaning_end = text.find(';').unwrap_or(text.len());
    let (head, rest) = text.split_at_checked(meaning_end).unwrap_or((text, ""));
    error.clone().with_message(format!("{head}: {reason}{rest}"))
}
