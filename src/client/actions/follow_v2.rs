//! Follows a message over v2: finds its transaction in the account's list, then locates each message that this transaction sent.

use super::follow::{MessageState, Trace};
use super::follow_options::CheckedFollowOptions;
use super::response::{read_lt, read_response};
use super::transaction_summary::{BagRow, SentMessage, TransactionBag, TransactionSummary};
use crate::address::Address;
use crate::client::{Client, Error, Transport};
use crate::endpoint::Generation;
use crate::error::Code;
use crate::hash::Hash;
use crate::types::v2::{GetTransactionsRequest, TryLocateResultTxRequest};

const PAGE_SIZE: i32 = 20;
/// The maximum number of pages of one search. If an account executes more transactions than that while a message is valid, only v3 can follow
/// the message.
const MAX_PAGES: usize = 10;
/// The maximum number of transactions of one trace.
const MAX_NODES: usize = 256;

pub(super) struct FollowV2 {
    hash: Hash,
    account: Address,
    may_be_transaction_hash: bool,
    /// The logical time of the newest transaction that was checked.
    newest_lt: u64,
    /// The tree as far as it is known.
    tree: Option<Tree>,
}

struct Tree {
    /// The transactions, each with the index of the one that caused it.
    transactions: Vec<(TransactionSummary, Option<usize>)>,
    /// Messages whose transactions are unknown, each with the index of the transaction that sent it.
    open_messages: Vec<(SentMessage, usize)>,
}

impl FollowV2 {
    pub(super) fn new(hash: Hash, account: Address, may_be_transaction_hash: bool) -> Self {
        Self { hash, account, may_be_transaction_hash, newest_lt: 0, tree: None }
    }

    /// Searches for the transaction that executed the message.
    pub(super) async fn find_executed<P: Transport>(
        &mut self,
        client: &Client<P>,
        options: &CheckedFollowOptions,
    ) -> Result<MessageState, Error> {
        let mut page_start: Option<(String, String)> = None;
        let mut newest_seen = self.newest_lt;
        for _ in 0..MAX_PAGES {
            let (lt, hash) = page_start.take().unzip();
            let address = self.account.to_string();
            let request =
                GetTransactionsRequest { address, limit: Some(PAGE_SIZE), lt, hash, ..Default::default() };
            let rows: Option<Vec<BagRow>> = client.call(Generation::V2, "getTransactions", &request).await?;
            let rows = rows.unwrap_or_default();
            for row in &rows {
                let lt = read_response("getTransactions", || {
                    read_lt("transaction_id.lt", &row.transaction_id.lt)
                })?;
                let is_older = u64::try_from(row.utime).is_ok_and(|utime| utime < options.since);
                if lt <= self.newest_lt || is_older {
                    self.newest_lt = newest_seen;
                    return Ok(MessageState::Nothing);
                }
                newest_seen = newest_seen.max(lt);
                let bag =
                    read_response("getTransactions", || TransactionBag::read(&row.data, &self.account))?;
                let is_own = bag.received_hash == Some(self.hash)
                    || (self.may_be_transaction_hash && bag.hash == self.hash);
                if is_own {
                    let summary =
                        read_response("getTransactions", || TransactionSummary::of_bag(&bag, self.account))?;
                    return Ok(MessageState::Executed(Box::new(summary)));
                }
            }
            match rows.last() {
                // The first row of the next page is the last row of this one. Checking it twice does no harm.
                Some(last) if rows.len() >= PAGE_SIZE as usize => {
                    page_start = Some((last.transaction_id.lt.clone(), last.transaction_id.hash.clone()));
                }
                _ => break,
            }
        }
        self.newest_lt = newest_seen;
        Ok(MessageState::Nothing)
    }

    /// Searches until the end of the call: a trace can have more messages than the time allows.
    pub(super) async fn find_trace<P: Transport>(
        &mut self,
        client: &Client<P>,
        options: &CheckedFollowOptions,
        transaction: &TransactionSummary,
    ) -> Result<Trace, Error> {
        if self.tree.is_none() {
            // v3 may have found the transaction before it became unavailable.
            let first_transaction = if transaction.sent_messages.is_some() {
                transaction.clone()
            } else {
                match self.find_executed(client, options).await? {
                    MessageState::Executed(first) => *first,
                    _ => return Ok(Trace::Pending(1)),
                }
            };
            let open_messages = first_transaction
                .sent_messages
                .iter()
                .flatten()
                .map(|message| (message.clone(), 0))
                .collect();
            self.tree = Some(Tree { transactions: vec![(first_transaction, None)], open_messages });
        }
        let Some(tree) = &mut self.tree else { return Ok(Trace::Pending(1)) };
        // Checks each of these messages once; new ones wait for the next search. A message stays open if its request fails.
        let mut message_index = 0;
        for _ in 0..tree.open_messages.len() {
            if client.transport().now() > options.end_time {
                break;
            }
            if tree.transactions.len() >= MAX_NODES {
                return Ok(Trace::Read {
                    transactions: tree.transactions.clone(),
                    incomplete: true,
                    is_root_seen: true,
                });
            }
            let Some((message, parent)) = tree.open_messages.get(message_index) else { break };
            let Some(row) = locate_transaction(client, message).await? else {
                message_index += 1;
                continue;
            };
            let bag = read_response("tryLocateResultTx", || {
                let bag = TransactionBag::read(&row.data, &message.destination)?;
                if bag.received_hash != Some(message.hash) {
                    return Err("`in_msg` is not the message that the request is about".into());
                }
                Ok(bag)
            })?;
            let summary =
                read_response("tryLocateResultTx", || TransactionSummary::of_bag(&bag, message.destination))?;
            let (index, parent) = (tree.transactions.len(), *parent);
            tree.open_messages.remove(message_index);
            tree.open_messages
                .extend(summary.sent_messages.iter().flatten().map(|message| (message.clone(), index)));
            tree.transactions.push((summary, Some(parent)));
        }
        if tree.open_messages.is_empty() {
            return Ok(Trace::Read {
                transactions: tree.transactions.clone(),
                incomplete: false,
                is_root_seen: true,
            });
        }
        Ok(Trace::Pending(tree.open_messages.len() as u64))
    }
}

/// Returns the transaction that received a message; `None` if there is none yet.
async fn locate_transaction<P: Transport>(
    client: &Client<P>,
    message: &SentMessage,
) -> Result<Option<BagRow>, Error> {
    let request = TryLocateResultTxRequest {
        source: message.source.to_string(),
        destination: message.destination.to_string(),
        created_lt: message.created_lt.to_string(),
    };
    match client.call(Generation::V2, "tryLocateResultTx", &request).await {
        Ok(row) => Ok(Some(row)),
        // Servers in Python respond with 503 if there is no transaction.
        Err(error) if error.code == Code::NotFound || matches!(error.status, Some(500 | 503)) => Ok(None),
        Err(error) => Err(error),
    }
}
