//! Summarizes the outcome of a message in one transaction, from a row of v3 or the cells of v2.

use super::response::{Reading, read_address, read_amount, read_hash, read_lt, require_account};
use super::shortage::PaymentAmounts;
use crate::address::Address;
use crate::cell::{Cells, Dict, Limits, parse_text};
use crate::hash::Hash;
use crate::message::{
    MessageInfo, Outcome, Phases, ROWS, Transaction, explain_body_exit_code, normalized_hash,
};
use crate::types::v3::{Finality, Transaction as Row};
use serde::Deserialize;

/// The maximum number of messages that a transaction can send.
const MAX_MESSAGES: usize = 256;

/// The summary of a transaction that executed a message.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TransactionSummary {
    /// The account that executed the message.
    pub account: Address,
    /// The hash of the transaction.
    pub hash: Hash,
    /// The logical time of the transaction.
    pub lt: u64,
    /// The Unix time of the transaction, in seconds.
    pub now: u32,
    /// Whether it succeeded, whether its value went back, and why it failed.
    pub outcome: Outcome,
    /// The exit code of the contract; `None` if it did not run.
    pub exit_code: Option<i32>,
    /// The result code of the contract's actions; `None` if there were none.
    pub result_code: Option<i32>,
    /// The number of actions that failed and were skipped, as their send mode allows: messages that were not sent.
    pub skipped_actions: u32,
    /// Whether the account sent itself a message and acts when that message arrives, as highload v3 wallets do.
    pub acts_later: bool,
    /// All fees of the transaction, in nanocoins.
    pub total_fees: u128,
    /// [`Finality::Confirmed`]: in a block of a shard. [`Finality::Finalized`]: in a block that the masterchain refers to, which never
    /// changes. [`Finality::Pending`]: in no block yet; the service predicts the transaction.
    pub finality: Finality,
    /// The row of v3; `None` if the transaction came from v2.
    pub row: Option<Box<Row>>,
    /// The messages that it sent to accounts, if the transaction came from v2.
    pub(super) sent_messages: Option<Vec<SentMessage>>,
}

/// Returns the finality of a row. A transaction that the service only predicts is pending; servers before 2026 list only final ones.
pub(super) fn read_finality(row: &Row) -> Finality {
    if row.emulated { Finality::Pending } else { row.finality.clone().unwrap_or(Finality::Finalized) }
}

impl TransactionSummary {
    fn new(account: Address, id: (Hash, u64, u32), phases: &Phases<'_>, opcode: Option<u32>) -> Self {
        let mut outcome = phases.outcome();
        outcome.reason = outcome.reason.map(|reason| add_meaning(reason, phases.exit_code, opcode));
        let (hash, lt, now) = id;
        Self {
            account,
            hash,
            lt,
            now,
            outcome,
            exit_code: phases.exit_code,
            result_code: phases.result_code,
            skipped_actions: phases.skipped_actions,
            acts_later: false,
            total_fees: 0,
            finality: Finality::Finalized,
            row: None,
            sent_messages: None,
        }
    }

    pub(super) fn of_row(row: &Row) -> Reading<Self> {
        let phases = Phases::of_row(row)
            .ok_or("a transaction lacks the fields that decide its outcome, such as its compute phase")?;
        let account = read_address("account", &row.account)?;
        let now = u32::try_from(row.now).map_err(|_| "`now` is not a Unix time")?;
        let id = (read_hash("hash", &row.hash)?, read_lt("lt", &row.lt)?, now);
        let opcode = row.in_msg.as_ref().and_then(|message| message.opcode.as_deref()?.strip_prefix("0x"));
        let opcode = opcode.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let out_messages = row.out_msgs.iter().flatten();
        let mut destinations = out_messages.filter_map(|message| message.destination.as_deref());
        let mut summary = Self::new(account, id, &phases, opcode);
        if !summary.outcome.success
            && let Some(payment_amounts) = PaymentAmounts::of_row(row)?
        {
            summary.outcome.reason =
                summary.outcome.reason.map(|reason| add_amounts(reason, &phases, &payment_amounts));
        }
        Ok(Self {
            acts_later: destinations.any(|to| require_account("destination", to, &account).is_ok()),
            total_fees: read_amount("total_fees", &row.total_fees)?,
            finality: read_finality(row),
            row: Some(Box::new(row.clone())),
            ..summary
        })
    }

    pub(super) fn of_bag(bag: &TransactionBag, account: Address) -> Reading<Self> {
        let TransactionBag { cells, transaction, .. } = bag;
        let phases = Phases::of(transaction, cells).ok_or("a transaction lacks its compute phase")?;
        let body = transaction.in_msg.as_ref().and_then(|message| cells.get(message.body)?.slice().ok());
        let opcode = body.and_then(|mut body| u32::try_from(body.load_u64(32).ok()?).ok());
        let id = (bag.hash, transaction.lt, transaction.now);
        let mut destinations = transaction.out_msgs.iter().filter_map(|message| message.info.dest_account());
        Ok(Self {
            acts_later: destinations.any(|to| *to == account),
            total_fees: transaction.total_fees.coins,
            sent_messages: Some(bag.list_sent_messages()),
            ..Self::new(account, id, &phases, opcode)
        })
    }
}

/// Adds the meaning of an exit code for the body. Wallets v5 r1 and v5 beta share their opcodes, but not their exit codes.
fn add_meaning(reason: String, exit_code: Option<i32>, opcode: Option<u32>) -> String {
    const CHOSEN_TEXT: &str = ", which the contract chose";
    let (Some(code), Some(opcode), true) = (exit_code, opcode, reason.contains(CHOSEN_TEXT)) else {
        return reason;
    };
    let mut bodies = ROWS.iter().filter(|row| row.opcode == Some(opcode));
    match bodies.find_map(|row| explain_body_exit_code(row.name, code)) {
        Some(meaning) => reason.replacen(CHOSEN_TEXT, &format!(": {meaning}"), 1),
        None => reason,
    }
}

/// The result code for too little TON for a message.
const NOT_ENOUGH_TON: i32 = 37;

/// Adds how much TON was needed and how much the wallet had, if both are known, before the note about the value of the
/// message.
fn add_amounts(reason: String, phases: &Phases<'_>, payment_amounts: &PaymentAmounts) -> String {
    let amounts = if reason.ends_with(" as the send mode allows") {
        payment_amounts.explain_skipped(phases.skipped_actions)
    } else if phases.result_code == Some(NOT_ENOUGH_TON) {
        payment_amounts.explain_failed_action()
    } else {
        None
    };
    let Some(amounts) = amounts else { return reason };
    let (head, rest) = reason.split_at(reason.find(';').unwrap_or(reason.len()));
    format!("{head}: {amounts}{rest}")
}

/// A row of `getTransactions` of v2.
#[derive(Deserialize)]
pub(super) struct BagRow {
    pub(super) data: String,
    pub(super) utime: i64,
    pub(super) transaction_id: RowId,
}

#[derive(Deserialize)]
pub(super) struct RowId {
    pub(super) lt: String,
    pub(super) hash: String,
}

/// A message that a transaction sent to an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SentMessage {
    pub(super) source: Address,
    pub(super) destination: Address,
    pub(super) created_lt: u64,
    pub(super) hash: Hash,
}

/// A decoded transaction of v2.
pub(super) struct TransactionBag {
    pub(super) cells: Cells,
    pub(super) transaction: Transaction,
    pub(super) hash: Hash,
    /// The normalized hash of the message that it received.
    pub(super) received_hash: Option<Hash>,
    /// The hashes of the messages that it sent, in their order.
    sent_hashes: Vec<Hash>,
}

impl TransactionBag {
    /// Decodes a transaction, which must be of this account: its cell has the hash part of the address.
    pub(super) fn read(data: &str, account: &Address) -> Reading<Self> {
        let mut cells = Cells::new();
        let bag = parse_text(data, &Limits::default()).map_err(|error| error.to_string())?;
        let root = bag.root().map_err(|error| error.to_string())?;
        let hash = root.hash();
        let id = cells.copy_from(root.cells(), root.id()).map_err(|error| error.to_string())?;
        let transaction = Transaction::load(&mut cells, id).map_err(|error| error.to_string())?;
        if transaction.account_addr.0 != account.hash {
            return Err(format!("a transaction is not of the account {account}"));
        }
        let (received, sent_hashes) = {
            let cell = cells
                .get(id)
                .and_then(|cell| cell.refs().next())
                .ok_or("a transaction lacks its messages")?;
            let mut messages = cell.slice().map_err(|error| error.to_string())?;
            let in_message =
                messages.load_maybe_ref().map_err(|error| error.to_string())?.map(|cell| cell.id());
            let out_messages = Dict::load(&mut messages, 15).map_err(|error| error.to_string())?;
            let hashes = out_messages.iter(2 * MAX_MESSAGES).map(|entry| Ok(entry?.1.load_ref()?.hash()));
            let hashes = hashes.collect::<Result<Vec<_>, crate::cell::ReadError>>();
            (in_message, hashes.map_err(|error| error.to_string())?)
        };
        let received = received.map(|id| normalized_hash(&mut cells, id)).transpose();
        let received = received.map_err(|error| error.to_string())?;
        Ok(Self { cells, transaction, hash, received_hash: received, sent_hashes })
    }

    /// Returns the messages that the transaction sent to accounts.
    fn list_sent_messages(&self) -> Vec<SentMessage> {
        let messages = self.transaction.out_msgs.iter().zip(&self.sent_hashes);
        let read = messages.filter_map(|(message, hash)| match message.info {
            MessageInfo::Internal { src: crate::cell::MsgAddress::Std(source), dest, created_lt, .. } => {
                Some(SentMessage { source, destination: dest, created_lt, hash: *hash })
            }
            _ => None,
        });
        read.collect()
    }
}
