//! Reads the outcomes of transactions and traces of v3.

use super::{BounceKind, Finality, SkipReason, Trace, TraceNode, TraceState, Transaction};
use crate::message::{MessageKind, Outcome, Phases, Verdict};

impl<'a> Phases<'a> {
    /// Reads the phases of a transaction of v3; `None` if the row does not have the fields that decide the outcome.
    #[must_use]
    pub fn of_row(row: &'a Transaction) -> Option<Self> {
        let description = &row.description;
        let compute = description.compute_ph.as_ref()?;
        let is_skipped = compute.skipped == Some(true);
        if !is_skipped && compute.success.is_none() {
            return None;
        }
        let code = |code: Option<i64>| code.map(i32::try_from).transpose();
        let action = description.action.as_ref();
        Some(Self {
            skipped: is_skipped.then(|| compute.reason.as_ref().map_or("skipped", skip_name)),
            compute_success: compute.success.filter(|_| !is_skipped),
            exit_code: code(compute.exit_code).ok()?,
            action_success: action.and_then(|action| action.success),
            result_code: code(action.and_then(|action| action.result_code)).ok()?,
            skipped_actions: u32::try_from(action.and_then(|action| action.skipped_actions).unwrap_or(0))
                .ok()?,
            bounce: description.bounce.as_ref().and_then(|phase| phase.kind.as_ref()).map(bounce_name),
            aborted: description.aborted?,
            kind: row.in_msg.as_ref().map_or(MessageKind::Request, |message| {
                MessageKind::of(message.opcode.as_deref().map(opcode), message.init_state.is_some())
            }),
        })
    }
}

/// Reads an opcode of v3; if that fails, returns an opcode that counts as a request.
fn opcode(text: &str) -> u32 {
    let digits = text.strip_prefix("0x");
    digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(u32::MAX)
}

fn skip_name(reason: &SkipReason) -> &str {
    match reason {
        SkipReason::NoState => "no_state",
        SkipReason::BadState => "bad_state",
        SkipReason::NoGas => "no_gas",
        SkipReason::Suspended => "suspended",
        SkipReason::Other(text) => text,
    }
}

fn bounce_name(kind: &BounceKind) -> &str {
    match kind {
        BounceKind::Ok => "ok",
        BounceKind::Nofunds => "nofunds",
        BounceKind::Negfunds => "negfunds",
        BounceKind::Other(text) => text,
    }
}

impl Verdict {
    /// Decides the outcome of a trace of v3: of its first message, and of all messages that followed.
    ///
    /// The trace has to be that of your message: compare its `external_hash` or its first transaction.
    #[must_use]
    pub fn of_trace(trace: &Trace) -> Self {
        let TraceOutcomes { outcomes, has_first, is_whole } = collect_outcomes(trace);
        let pending = trace.trace_info.pending_messages;
        let unseen = if trace.trace_info.trace_state == TraceState::Pending || pending > 0 {
            Some(format!("{} messages are on their way", pending.max(1)))
        } else if trace.is_incomplete || trace.trace_info.trace_state != TraceState::Complete || !is_whole {
            let (count, s) = (outcomes.len(), if outcomes.len() == 1 { "" } else { "s" });
            Some(format!(
                "not all of the trace was read, and what was read of it ({count} transaction{s}) succeeded"
            ))
        } else {
            None
        };
        let outcomes = outcomes.iter().map(|(account, outcome)| (*account, outcome));
        Self::judge_transactions(outcomes, unseen.as_deref(), has_first)
    }
}

/// The outcomes that the response has of a trace.
struct TraceOutcomes<'a> {
    /// Accounts and outcomes of the transactions, in the order of the trace.
    outcomes: Vec<(&'a str, Outcome)>,
    /// Whether the first of them is the first transaction of the trace.
    has_first: bool,
    /// Whether each message to an account has its transaction.
    is_whole: bool,
}

fn collect_outcomes(trace: &Trace) -> TraceOutcomes<'_> {
    let mut result = TraceOutcomes { outcomes: Vec::new(), has_first: true, is_whole: trace.trace.is_some() };
    let mut pending_nodes: Vec<&TraceNode> = trace.trace.iter().collect();
    // Without recursion, because a trace can have as many levels as transactions.
    while let Some(node) = pending_nodes.pop() {
        let find_row = || trace.transactions.as_ref()?.get(node.tx_hash.as_deref()?);
        let row = node.transaction.as_ref().or_else(find_row);
        let children = node.children.as_deref().unwrap_or_default();
        // Children of a transaction without a row are read, too.
        result.is_whole &= row.is_some_and(|row| children.len() >= row.count_sent_to_accounts());
        // An emulated or pending transaction has not happened yet.
        let executed_row = row.filter(|row| !row.emulated && row.finality != Some(Finality::Pending));
        match executed_row.and_then(|row| Some((row.account.as_str(), Phases::of_row(row)?.outcome()))) {
            Some(found) => result.outcomes.push(found),
            None => {
                result.is_whole = false;
                result.has_first &= !result.outcomes.is_empty();
            }
        }
        pending_nodes.extend(children.iter().rev());
    }
    result
}

impl Transaction {
    /// Counts the messages that the transaction sent to accounts. An external-out message has no destination, or one that is not an address.
    pub(crate) fn count_sent_to_accounts(&self) -> usize {
        let is_account = |text: &str| {
            let workchain = text.split_once(':').map(|(workchain, _)| workchain.parse::<i32>());
            matches!(workchain, Some(Ok(_)))
        };
        let out_messages = self.out_msgs.iter().flatten();
        out_messages.filter(|message| message.destination.as_deref().is_some_and(is_account)).count()
    }
}
