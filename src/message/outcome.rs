//! The outcome of a message: success, failure or unknown.
//!
//! A definite answer needs definite evidence: `Some(true)` needs every transaction, `Some(false)` one that failed.
//! `pkg/lib/actions/{phases,outcome}.js` do the same in JavaScript; `tests/golden/outcomes.txt` checks that both use
//! the same words.

use super::{BouncePhase, ComputePhase, Description, ROWS, SkipReason, Transaction};
use super::{explain_exit_code, explain_result_code};
use crate::cell::Cells;

/// Why a contract did not run, by the names of the API.
///
/// ```
/// use ton_edge::message::SKIP_REASONS;
/// assert_eq!(SKIP_REASONS[2], ("no_gas", "not enough TON for gas"));
/// ```
pub static SKIP_REASONS: &[(&str, &str)] = &[
    ("no_state", "the account has no contract"),
    ("bad_state", "the message's StateInit is not that of the account"),
    ("no_gas", "not enough TON for gas"),
    ("suspended", "the account is suspended"),
];

/// Bodies of transfers: the value arrives even if no contract reads the body.
const COMMENTS: [&str; 2] = ["comment", "encrypted_comment"];
/// Bodies of notifications, which usually carry a single nanocoin: too little to run a contract.
const NOTICES: [&str; 3] = ["excesses", "jetton_notification", "nft_ownership_assigned"];

/// The kind of a message, which decides whether the message succeeds without a contract that reads it.
///
/// ```
/// use ton_edge::message::MessageKind;
/// assert_eq!(MessageKind::of(None, false), MessageKind::Value);
/// assert_eq!(MessageKind::of(Some(0xf8a7_ea5), false), MessageKind::Request);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageKind {
    /// A value, with or without a comment.
    Value,
    /// A report that something is done.
    Notice,
    /// Anything else.
    Request,
}

impl MessageKind {
    /// Returns the kind of a message by its first 32 bits, and by whether it has the state of a contract.
    #[must_use]
    pub fn of(opcode: Option<u32>, has_state_init: bool) -> Self {
        if has_state_init {
            return Self::Request;
        }
        let Some(opcode) = opcode else { return Self::Value };
        let row = ROWS.iter().find(|row| row.opcode == Some(opcode));
        match row.map(|row| row.name) {
            Some(name) if COMMENTS.contains(&name) => Self::Value,
            Some(name) if NOTICES.contains(&name) => Self::Notice,
            _ => Self::Request,
        }
    }
}

/// The phases of a transaction that decide its outcome, as plain values: from a decoded transaction ([`Phases::of`]), a
/// row of v3 (`Phases::of_row`), or another source.
///
/// ```
/// use ton_edge::message::{MessageKind, Phases};
/// let phases = Phases {
///     skipped: None, compute_success: Some(false), exit_code: Some(11), action_success: None, result_code: None,
///     skipped_actions: 0, bounce: Some("ok"), aborted: true, kind: MessageKind::Request,
/// };
/// let outcome = phases.outcome();
/// assert!(!outcome.success && outcome.bounced);
/// assert_eq!(outcome.reason.as_deref(), Some("exit code 11: there is no such method; its value went back"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phases<'a> {
    /// Why the contract did not run, by the names of the API; `None` if it ran.
    pub skipped: Option<&'a str>,
    /// Whether the compute phase succeeded.
    pub compute_success: Option<bool>,
    /// The exit code of the compute phase.
    pub exit_code: Option<i32>,
    /// Whether the action phase succeeded.
    pub action_success: Option<bool>,
    /// The result code of the action phase.
    pub result_code: Option<i32>,
    /// Actions that were left out, as their send mode allows.
    pub skipped_actions: u32,
    /// The result of the bounce phase: `"ok"` if the message was sent back.
    pub bounce: Option<&'a str>,
    /// Whether the transaction was undone.
    pub aborted: bool,
    /// The kind of the message.
    pub kind: MessageKind,
}

/// The outcome of the message of one transaction.
///
/// ```
/// use ton_edge::message::Outcome;
/// let outcome = Outcome { success: true, bounced: false, reason: None };
/// assert!(outcome.success);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Whether the contract ran and executed all its actions, or a value arrived at an account without a contract.
    pub success: bool,
    /// Whether the value of the message went back to the sender.
    pub bounced: bool,
    /// Why the message failed, in a sentence.
    pub reason: Option<String>,
}

impl<'a> Phases<'a> {
    /// Returns the phases of a decoded transaction, whose cells are in this arena; `None` for kinds of transactions in
    /// which contracts do not run.
    #[must_use]
    pub fn of(transaction: &Transaction, cells: &Cells) -> Option<Self> {
        let description = &transaction.description;
        let compute = description.compute_phase()?;
        let (skipped, compute_success) = match compute {
            ComputePhase::Skipped { reason } => (Some(name_of(*reason)), None),
            ComputePhase::Vm { success, .. } => (None, Some(*success)),
        };
        let action = description.action_phase();
        let bounce = match description {
            Description::Ord { bounce: Some(bounce), .. } => Some(match bounce {
                BouncePhase::Negfunds => "negfunds",
                BouncePhase::Nofunds { .. } => "nofunds",
                BouncePhase::Ok { .. } => "ok",
            }),
            _ => None,
        };
        let kind = transaction.in_msg.as_ref().map_or(MessageKind::Request, |message| {
            let body = cells.get(message.body).and_then(|body| body.slice().ok());
            let opcode = body.and_then(|mut body| body.load_u64(32).ok());
            MessageKind::of(opcode.and_then(|opcode| u32::try_from(opcode).ok()), message.init.is_some())
        });
        Some(Self {
            skipped,
            compute_success,
            exit_code: compute.exit_code(),
            action_success: action.map(|action| action.success),
            result_code: action.map(|action| action.result_code),
            skipped_actions: action.map_or(0, |action| u32::from(action.skipped_actions)),
            bounce,
            aborted: description.aborted(),
            kind,
        })
    }

    /// Returns the outcome of the message.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        // A value arrives even without a contract, unless it bounces; a notice has no effect, whether it is read or
        // not.
        let has_arrived = self.bounce.is_none()
            && match self.skipped {
                Some("no_state") => self.kind != MessageKind::Request,
                Some("no_gas") => self.kind == MessageKind::Notice,
                _ => false,
            };
        let has_run = self.skipped.is_none()
            && self.compute_success == Some(true)
            && self.action_success == Some(true)
            && !self.aborted;
        let success = has_arrived || (has_run && self.skipped_actions == 0);
        let reason = if success {
            None
        } else if has_run {
            Some(describe_left_out(self.skipped_actions))
        } else {
            Some(self.describe_failure())
        };
        Outcome { success, bounced: self.bounce == Some("ok"), reason }
    }

    fn describe_failure(&self) -> String {
        let back_text = match self.bounce {
            None => "",
            Some("ok") => "; its value went back",
            Some(_) => "; too little was left to send it back",
        };
        if let Some(skipped) = self.skipped {
            let entry = SKIP_REASONS.iter().find(|(name, _)| *name == skipped);
            return format!("{}{back_text}", entry.map_or("the contract did not run", |(_, text)| text));
        }
        if self.compute_success == Some(false) {
            let Some(code) = self.exit_code else { return format!("the contract failed{back_text}") };
            return match explain_exit_code(code) {
                Some(meaning) => format!("exit code {code}: {meaning}{back_text}"),
                None => format!("exit code {code}, which the contract chose{back_text}"),
            };
        }
        let Some(code) = self.result_code else { return format!("the transaction was undone{back_text}") };
        match explain_result_code(code) {
            Some(meaning) => format!("the actions failed with result code {code}: {meaning}{back_text}"),
            None => format!("the actions failed with result code {code}{back_text}"),
        }
    }
}

const fn name_of(reason: SkipReason) -> &'static str {
    match reason {
        SkipReason::NoState => "no_state",
        SkipReason::BadState => "bad_state",
        SkipReason::NoGas => "no_gas",
        SkipReason::Suspended => "suspended",
    }
}

fn describe_left_out(count: u32) -> String {
    let (plural, verb) = if count == 1 { ("", "was") } else { ("s", "were") };
    format!("{count} action{plural} could not be done and {verb} left out, as the send mode allows")
}

/// The reason for a message without transactions, whose outcome is unknown.
const NOTHING_SEEN: &str = "no transaction was seen";

/// The outcome of a message and of all messages that it caused.
///
/// ```
/// use ton_edge::message::{Outcome, Verdict};
/// let done = Outcome { success: true, bounced: false, reason: None };
/// let verdict = Verdict::of([("0:11", &done)], Some("the trace was cut"));
/// assert_eq!((verdict.success, verdict.reason.as_deref()), (None, Some("not known: the trace was cut")));
/// assert_eq!(Verdict::of([], None).success, None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// `Some(true)`: all of it succeeded. `Some(false)`: a part failed. `None`: unknown.
    pub success: Option<bool>,
    /// Why the message failed, with the account unless it is the first one, or why the outcome is unknown.
    pub reason: Option<String>,
}

impl Verdict {
    /// Returns success if every transaction succeeded, failure if any transaction failed. Everything else is unknown,
    /// including a message without a known transaction.
    ///
    /// `transactions` are those that were seen, each with its account, the one of the message first. `unseen` says why
    /// there may be more; `None` if these are all.
    pub fn of<'o>(
        transactions: impl IntoIterator<Item = (&'o str, &'o Outcome)>,
        unseen: Option<&str>,
    ) -> Self {
        Self::judge_transactions(transactions, unseen, true)
    }

    /// Like [`Self::of`]; `is_first_seen` is false if the transaction of the message is missing, so that each
    /// transaction is named.
    pub(crate) fn judge_transactions<'o>(
        transactions: impl IntoIterator<Item = (&'o str, &'o Outcome)>,
        unseen: Option<&str>,
        is_first_seen: bool,
    ) -> Self {
        let mut transactions = transactions.into_iter().enumerate().peekable();
        let unseen = if transactions.peek().is_none() { unseen.or(Some(NOTHING_SEEN)) } else { unseen };
        for (index, (account, outcome)) in transactions {
            if outcome.success {
                continue;
            }
            let reason = outcome.reason.as_deref().unwrap_or_default();
            let reason = if index == 0 && is_first_seen {
                reason.to_owned()
            } else {
                format!("{reason} (at {account})")
            };
            return Self { success: Some(false), reason: Some(reason) };
        }
        match unseen {
            None => Self { success: Some(true), reason: None },
            Some(cause) => Self { success: None, reason: Some(format!("not known: {cause}")) },
        }
    }
}
