//! Decides whether a message can still be executed, from the wallet's state and from the history of its account.

use super::follow_options::{CheckedFollowOptions, GRACE_SECONDS, read_unix_seconds};
use super::message::ExternalMessage;
use super::response::read_response;
use super::transaction_summary::TransactionSummary;
use super::witness::{
    History, SearchedMessage, Status, Witness, is_witness_of_account, read_seqno, read_witness,
    walk_history_back,
};
use crate::address::Address;
use crate::client::{Client, Error, Transport};
use crate::hash::Hash;
use crate::message::{Body, Value};

/// Milliseconds between two reads of the wallet, and before the first one. The local clock may be wrong, so it decides only when to read.
const INTERVAL_MS: f64 = 20_000.0;

/// Whether a message was executed, as far as it is certain.
pub(super) enum Certainty {
    /// It was executed in this transaction.
    Executed(Box<TransactionSummary>),
    /// It was not executed, and never will be.
    Never,
    /// It was not executed so far.
    Open,
    Unknown,
}

/// Whether a message was executed, as far as that is certain, with the reason and the state of the
/// wallet that proves it.
pub(super) struct CertaintyReport {
    pub(super) certainty: Certainty,
    pub(super) explanation: String,
    pub(super) witness: Witness,
}

/// The search for evidence about one message.
pub(super) struct Evidence {
    hash: Hash,
    /// The message; `None` if only its hash is known.
    pub(super) message: Option<ExternalMessage>,
    account: Option<Address>,
    /// Why the outcome is not certain yet, as a sentence.
    pub(super) explanation: Option<String>,
    next_read_at: f64,
}

/// Returns the end of the validity that a request to a wallet v5 states; it is good enough to decide when to read first.
fn read_stated_end(message: &mut ExternalMessage) -> Option<u64> {
    let body = Body::decode(&mut message.cells, message.message.body);
    let is_v5 = matches!(body.name(), "wallet_v5_external" | "wallet_v5_beta_external");
    match body.get("valid_until") {
        Some(Value::Uint(end)) if is_v5 => Some(*end),
        _ => None,
    }
}

impl Evidence {
    pub(super) fn new<P: Transport>(
        client: &Client<P>,
        hash: Hash,
        mut message: Option<ExternalMessage>,
        options: &CheckedFollowOptions,
    ) -> Self {
        let valid_until = options.valid_until.or_else(|| read_stated_end(message.as_mut()?));
        let may_be_expired = valid_until
            .is_some_and(|valid_until| read_unix_seconds(client) > valid_until.saturating_add(GRACE_SECONDS));
        let first_read_at = client.transport().now() + INTERVAL_MS.min(options.timeout_ms / 2.0);
        let next = if may_be_expired { f64::NEG_INFINITY } else { first_read_at };
        Self { hash, message, account: options.account, explanation: None, next_read_at: next }
    }

    /// Returns whether the wallet may have changed since it was last read.
    pub(super) fn is_due<P: Transport>(&self, client: &Client<P>) -> bool {
        self.account.is_some() && client.transport().now() >= self.next_read_at
    }

    /// Returns whether the message was executed, as far as that is certain. `is_deep`: whether to read the history of an account that is
    /// not a known wallet also before the message has expired. `None` without an account.
    pub(super) async fn find_outcome<P: Transport>(
        &mut self,
        client: &Client<P>,
        options: &CheckedFollowOptions,
        is_deep: bool,
    ) -> Result<Option<CertaintyReport>, Error> {
        let Some(account) = self.account else { return Ok(None) };
        let witness = read_witness(&options.limit(client), &account).await?;
        let wallet_evidence = read_response("getAddressInformation", || {
            witness.judge_message(self.message.as_mut(), options.valid_until)
        })?;
        let (status, explanation, valid_until) =
            (wallet_evidence.status, wallet_evidence.explanation, wallet_evidence.valid_until);
        self.explanation = Some(explanation.clone());
        let grace_end = valid_until.map(|valid_until| valid_until.saturating_add(GRACE_SECONDS));
        let is_late = grace_end.is_some_and(|end| witness.time > end);
        let remaining_ms =
            grace_end.map_or(INTERVAL_MS, |end| (end as f64 + 1.0 - witness.time as f64) * 1000.0);
        self.next_read_at = client.transport().now() + options.poll_ms.max(remaining_ms.min(INTERVAL_MS));
        let certainty = if status == Status::Open {
            if (is_late || is_deep)
                && !is_witness_of_account(&options.limit(client), &account, &witness).await?
            {
                self.note_uncertainty(format!(
                    "{explanation}, and the history of the account does not begin with its last transaction"
                ))
            } else if let (true, Some(valid_until)) = (is_late, valid_until) {
                let explanation = format!("{explanation}; it was valid until the Unix time {valid_until}");
                return Ok(Some(CertaintyReport { certainty: Certainty::Never, explanation, witness }));
            } else {
                Certainty::Open
            }
        } else if status == Status::Unknown && !is_late && !is_deep {
            Certainty::Unknown
        } else {
            let is_past = status == Status::Past;
            match self.search(client, options, &witness, is_past).await? {
                History::Found(bag) => {
                    let summary =
                        read_response("getTransactions", || TransactionSummary::of_bag(&bag, account))?;
                    Certainty::Executed(Box::new(summary))
                }
                // The account may be the wrong one: then it has not received the message either, which proves nothing.
                _ if self.message.is_none() => self.note_uncertainty(format!(
                    "{explanation}, nor which account receives it: {account} has not received it by block {}; pass the message itself",
                    witness.block
                )),
                History::Cut => self.note_uncertainty(format!(
                    "{explanation}, and the history of the account is longer than the part that was read"
                )),
                History::Other => {
                    let explanation = format!("{explanation}: the wallet executed another one in its place");
                    return Ok(Some(CertaintyReport { certainty: Certainty::Never, explanation, witness }));
                }
                History::Absent => {
                    let certainty = if is_past || is_late { Certainty::Never } else { Certainty::Open };
                    let explanation = format!("{explanation}, and no transaction received it");
                    return Ok(Some(CertaintyReport { certainty, explanation, witness }));
                }
            }
        };
        Ok(Some(CertaintyReport { certainty, explanation, witness }))
    }

    /// Remembers why the outcome is not certain.
    fn note_uncertainty(&mut self, explanation: String) -> Certainty {
        self.explanation = Some(explanation);
        Certainty::Unknown
    }

    /// Searches the history of the account, back from the transaction that the wallet's state names.
    async fn search<P: Transport>(
        &mut self,
        client: &Client<P>,
        options: &CheckedFollowOptions,
        witness: &Witness,
        is_past: bool,
    ) -> Result<History, Error> {
        let Some(account) = self.account else { return Ok(History::Cut) };
        let message = self.message.as_mut().filter(|_| is_past);
        let searched_message = SearchedMessage {
            hash: self.hash,
            seqno: message.and_then(|message| read_seqno(message, witness.version)),
            since_time: options.is_since_given.then_some(options.since),
            end_time: options.end_time,
        };
        walk_history_back(&options.limit(client), &account, witness, &searched_message).await
    }
}
