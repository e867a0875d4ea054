//! Follows a message over v3: first in pending traces, then in blocks.

use super::follow::{MessageState, Trace};
use super::follow_options::WantedFinality;
use super::response::{Reading, read_hash, read_response, require_account};
use super::transaction_summary::{TransactionSummary, read_finality};
use crate::address::Address;
use crate::client::{Client, Error, Transport};
use crate::error::Code;
use crate::hash::Hash;
use crate::types::v3::{
    Direction, Finality, PendingTracesRequest, Trace as TraceRow, TraceNode, TraceState, TracesRequest,
    Transaction as Row, TransactionsByMessageRequest, TransactionsRequest,
};

/// The maximum number of transactions of a trace; the service also shortens long traces.
const MAX_NODES: usize = 4096;

pub(super) struct FollowV3 {
    pub(super) hash: Hash,
    pub(super) account: Option<Address>,
    /// Whether the hash may also be that of the transaction.
    pub(super) may_be_transaction_hash: bool,
    /// The trace, as soon as it is known.
    pub(super) trace_id: Option<String>,
}

/// Returns whether a transaction has the wanted finality.
pub(super) fn is_final_enough(finality: &Finality, wanted: WantedFinality) -> bool {
    match finality {
        Finality::Finalized => true,
        Finality::Confirmed => wanted == WantedFinality::Confirmed,
        _ => false,
    }
}

impl FollowV3 {
    /// Refuses a transaction that did not receive the message with this hash or normalized hash.
    fn require_received_message(&self, row: &Row) -> Reading<()> {
        let message = row.in_msg.as_ref();
        let hashes = message.map(|message| [Some(message.hash.as_str()), message.hash_norm.as_deref()]);
        let has_hash = |text: &str| read_hash("hash", text).is_ok_and(|hash| hash == self.hash);
        if !hashes.into_iter().flatten().flatten().any(has_hash) {
            return Err("`in_msg` is not the message that the request is about".into());
        }
        match &self.account {
            Some(account) => require_account("account", &row.account, account),
            None => Ok(()),
        }
    }

    fn read_message_state(&mut self, row: &Row, finality: WantedFinality) -> Reading<MessageState> {
        if !is_final_enough(&read_finality(row), finality) {
            return Ok(MessageState::Pending);
        }
        self.trace_id.clone_from(&row.trace_id);
        Ok(MessageState::Executed(Box::new(TransactionSummary::of_row(row)?)))
    }

    /// Searches for the transaction that executed the message.
    pub(super) async fn find_executed<P: Transport>(
        &mut self,
        client: &Client<P>,
        finality: WantedFinality,
    ) -> Result<MessageState, Error> {
        let request = TransactionsByMessageRequest {
            msg_hash: Some(vec![self.hash.to_b64().to_string()]),
            direction: Some(Direction::In),
            limit: Some(1),
            ..Default::default()
        };
        let response = client.send(&request).await?;
        let row = response.transactions.first();
        if let Some(row) = row {
            read_response("transactionsByMessage", || {
                response.transactions.iter().try_for_each(|row| self.require_received_message(row))
            })?;
            if is_final_enough(&read_finality(row), finality) {
                return read_response("transactionsByMessage", || self.read_message_state(row, finality));
            }
        }
        let Some(pending_trace) = self.find_pending_trace(client).await? else {
            return match row {
                Some(_) => Ok(MessageState::Pending),
                None if self.may_be_transaction_hash => self.find_by_transaction_hash(client, finality).await,
                None => Ok(MessageState::Nothing),
            };
        };
        read_response("pendingTraces", || {
            let hash =
                pending_trace.trace.as_ref().and_then(|node| node.tx_hash.as_deref()).unwrap_or_default();
            let Some(row) = pending_trace.transactions.as_ref().and_then(|rows| rows.get(hash)) else {
                return Ok(MessageState::Pending);
            };
            self.require_received_message(row)?;
            if is_final_enough(&read_finality(row), finality) {
                return Ok(MessageState::Executed(Box::new(TransactionSummary::of_row(row)?)));
            }
            Ok(MessageState::Pending)
        })
    }

    async fn find_by_transaction_hash<P: Transport>(
        &mut self,
        client: &Client<P>,
        finality: WantedFinality,
    ) -> Result<MessageState, Error> {
        let hash = self.hash.to_b64().to_string();
        let request = TransactionsRequest { hash: Some(vec![hash]), limit: Some(1), ..Default::default() };
        let response = client.send(&request).await?;
        read_response("transactions", || {
            let Some(row) = response.transactions.first() else { return Ok(MessageState::Nothing) };
            if read_hash("hash", &row.hash)? != self.hash {
                return Err("`hash` belongs to another transaction".into());
            }
            if let Some(account) = &self.account {
                require_account("account", &row.account, account)?;
            }
            self.read_message_state(row, finality)
        })
    }

    /// Returns the trace of a message that is not in a block yet.
    async fn find_pending_trace<P: Transport>(&self, client: &Client<P>) -> Result<Option<TraceRow>, Error> {
        let hash = self.hash.to_b64().to_string();
        let request = PendingTracesRequest { ext_msg_hash: Some(vec![hash]), ..Default::default() };
        match client.send(&request).await {
            Ok(response) => Ok(response.traces.into_iter().next()),
            // Servers before 2025 lack this operation.
            Err(error) if error.code == Code::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the whole trace, or the number of messages that are not executed yet.
    pub(super) async fn find_trace<P: Transport>(
        &self,
        client: &Client<P>,
        transaction: &TransactionSummary,
    ) -> Result<Trace, Error> {
        let request = match &self.trace_id {
            Some(id) => {
                TracesRequest { trace_id: Some(vec![id.clone()]), limit: Some(1), ..Default::default() }
            }
            None => TracesRequest {
                msg_hash: Some(vec![self.hash.to_b64().to_string()]),
                limit: Some(1),
                ..Default::default()
            },
        };
        let response = client.send(&request).await?;
        read_response("traces", || self.read_trace(response.traces.first(), transaction))
    }

    fn read_trace(&self, trace: Option<&TraceRow>, transaction: &TransactionSummary) -> Reading<Trace> {
        let Some(trace) = trace else { return Ok(Trace::Pending(1)) };
        let ids = self.trace_id.as_deref().zip(trace.trace_id.as_deref());
        if ids.is_some_and(|(expected_id, shown_id)| expected_id != shown_id) {
            return Err("`trace_id` belongs to another trace".into());
        }
        let (state, pending) = (&trace.trace_info.trace_state, trace.trace_info.pending_messages);
        let Some(root) = &trace.trace else {
            // The service returns no tree for a trace that is too large.
            return Ok(if trace.is_incomplete {
                let transactions = vec![(transaction.clone(), None)];
                Trace::Read { transactions, incomplete: true, is_root_seen: true }
            } else {
                Trace::Pending(1)
            });
        };
        if root.tx_hash.is_none() {
            return Err("`trace.tx_hash` is missing".into());
        }
        if *state == TraceState::Pending || pending > 0 {
            return Ok(Trace::Pending(u64::try_from(pending).unwrap_or_default().max(1)));
        }
        let Tree { summaries, is_whole, is_root_seen } = build_tree(trace, root, transaction)?;
        if summaries.is_empty() {
            return Ok(Trace::Pending(1));
        }
        let incomplete = trace.is_incomplete || *state != TraceState::Complete || !is_whole;
        // The part of the trace with this id may lack the transaction.
        let may_lack = incomplete && ids.is_some();
        if !may_lack && !summaries.iter().any(|(summary, _)| summary.hash == transaction.hash) {
            return Err("it is not the trace of the message".into());
        }
        Ok(Trace::Read { transactions: summaries, incomplete, is_root_seen })
    }
}

struct Tree {
    /// The transactions, each with the index of the one that caused it.
    summaries: Vec<(TransactionSummary, Option<usize>)>,
    /// Whether each message that a transaction sent to an account has its transaction.
    is_whole: bool,
    /// Whether the first transaction of the trace is among them.
    is_root_seen: bool,
}

/// Builds the tree of a trace, without recursion, since a trace can be as deep as it is long. Rows below a missing row still belong to the
/// trace.
fn build_tree(trace: &TraceRow, root: &TraceNode, transaction: &TransactionSummary) -> Reading<Tree> {
    let mut tree = Tree { summaries: Vec::new(), is_whole: true, is_root_seen: false };
    let mut pending_nodes = vec![(root, None)];
    while tree.summaries.len() < MAX_NODES
        && let Some((node, parent)) = pending_nodes.pop()
    {
        let hash = node.tx_hash.as_deref().unwrap_or_default();
        let known_row = trace.transactions.as_ref().and_then(|rows| rows.get(hash));
        let find_own_row = || {
            let is_own = read_hash("tx_hash", hash).is_ok_and(|hash| hash == transaction.hash);
            transaction.row.as_deref().filter(|_| is_own)
        };
        let row = node.transaction.as_ref().or(known_row).or_else(find_own_row);
        let children = node.children.as_deref().unwrap_or_default();
        let index = match row {
            Some(row) => {
                tree.is_whole &= children.len() >= row.count_sent_to_accounts();
                tree.is_root_seen |= core::ptr::eq(node, root);
                tree.summaries.push((TransactionSummary::of_row(row)?, parent));
                Some(tree.summaries.len() - 1)
            }
            None => {
                tree.is_whole = false;
                None
            }
        };
        // Pushed in reverse, so that `pop` takes the first child.
        pending_nodes.extend(children.iter().rev().map(|child| (child, index)));
    }
    tree.is_whole &= pending_nodes.is_empty();
    Ok(tree)
}
