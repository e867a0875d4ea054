//! The traces of transactions that were seen on accounts, until each is complete: one request per 20 open traces, and none while no trace is open.
//! `pkg/lib/live/trace-feed.js` has the same rules.

use super::account_chain::Position;
use super::account_feed::Entry;
use super::follow_options::WantedFinality;
use super::follow_v3::is_final_enough;
use super::response::{Reading, read_lt, read_response, require};
use super::transaction_summary::read_finality;
use crate::address::{self, Address};
use crate::client::{Client, Error, Transport};
use crate::types::v3::{
    Action, ActionsRequest, ClassificationState, Sort, Trace, TraceState, TracesRequest, Transaction as Row,
};
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

/// The maximum number of traces in one request, since a trace has all its transactions.
const MAX_TRACES: usize = 20;
/// The maximum number of requests for traces in one poll.
const MAX_REQUESTS: usize = 3;
/// The number of rows of a page of actions.
const PAGE_SIZE: usize = 1000;
/// The maximum number of pages of the actions of 20 traces.
const MAX_PAGES: usize = 5;
/// Milliseconds after which an incomplete trace is reported as far as the server shows it.
const MAX_OPEN_MS: f64 = 120_000.0;
/// The maximum number of transactions of one account that wait for their traces; no more are read
/// meanwhile.
const MAX_WAITING: usize = 200;
/// The maximum number of reported traces that the feed remembers.
const MAX_REPORTED: usize = 10_000;

/// A transaction that waits for its trace.
struct WaitingTransaction {
    position: Position,
    previous_position: Position,
    /// The id of the trace; `None` if the server does not name the trace.
    trace_id: Option<String>,
}

/// An action, with the accounts that take part in it and the values that determine its order.
#[derive(Clone)]
struct ActionEntry {
    accounts: Vec<Address>,
    end_lt: u64,
    row: Action,
}

/// The parts that were read of a trace that is complete or overdue.
#[derive(Clone, Default)]
struct TraceResult {
    trace: Option<Box<Trace>>,
    actions: Vec<ActionEntry>,
    is_complete: bool,
    has_all_actions: bool,
}

struct OpenTrace {
    /// The order in which traces were added.
    number: u64,
    open_since: f64,
    /// The parts that were read; `None` while the trace is open.
    result: Option<TraceResult>,
}

/// A transaction, and the trace that it belongs to, as shown by the server.
pub(super) struct SettledTransaction {
    pub(super) account: Address,
    pub(super) position: Position,
    pub(super) previous: Position,
    pub(super) trace_id: String,
    /// The row of the trace; `None` if the server does not have it, or it was reported with another transaction of the account.
    pub(super) trace: Option<Box<Trace>>,
    /// The actions in which the account took part, in their order.
    pub(super) actions: Vec<Action>,
    /// `false` if the trace was not complete in time, or the server leaves out a part of it.
    pub(super) is_complete: bool,
    /// Whether the trace is complete and the server has found all its actions.
    pub(super) has_all_actions: bool,
}

pub(super) struct TraceFeed {
    reads_actions: bool,
    finality: WantedFinality,
    /// The transactions of each account that wait, oldest first.
    waiting_transactions: BTreeMap<Address, VecDeque<WaitingTransaction>>,
    /// Open traces, and the parts that were read of complete ones.
    traces: HashMap<String, OpenTrace>,
    added_count: u64,
    reported_actions: HashSet<(Address, String)>,
    /// The reported traces, the oldest first.
    reported_order: VecDeque<(Address, String)>,
}

impl TraceFeed {
    pub(super) fn new(reads_actions: bool, finality: WantedFinality) -> Self {
        Self {
            reads_actions,
            finality,
            waiting_transactions: BTreeMap::new(),
            traces: HashMap::new(),
            added_count: 0,
            reported_actions: HashSet::new(),
            reported_order: VecDeque::new(),
        }
    }

    /// Adds the new transactions of an account, which follow a position.
    pub(super) fn add(&mut self, account: Address, entries: &[Entry], before: Position, now: f64) {
        let mut previous = before;
        for entry in entries {
            let position = entry.link.position;
            let trace_id = entry.row.trace_id.clone();
            if let Some(id) = &trace_id
                && !self.traces.contains_key(id)
            {
                self.added_count += 1;
                let trace = OpenTrace { number: self.added_count, open_since: now, result: None };
                self.traces.insert(id.clone(), trace);
            }
            self.waiting_transactions.entry(account).or_default().push_back(WaitingTransaction {
                position,
                previous_position: previous,
                trace_id,
            });
            previous = position;
        }
    }

    /// Returns the position before the first transaction of an account that waits.
    pub(super) fn position_before_waiting(&self, account: &Address) -> Option<Position> {
        Some(self.waiting_transactions.get(account)?.front()?.previous_position)
    }

    /// Returns whether an account has too many waiting transactions to read more of them.
    pub(super) fn is_full(&self, account: &Address) -> bool {
        self.waiting_transactions
            .get(account)
            .is_some_and(|waiting_transactions| waiting_transactions.len() >= MAX_WAITING)
    }

    /// Reads the open traces; those that accounts wait for come first. If it fails, or its future is dropped, the traces that it has read stay.
    pub(super) async fn poll<P: Transport>(&mut self, client: &Client<P>) -> Result<(), Error> {
        let is_open = |(_, trace): &(&String, &OpenTrace)| trace.result.is_none();
        let open_traces = self.traces.iter().filter(is_open);
        let mut open_traces: Vec<(u64, String)> =
            open_traces.map(|(id, trace)| (trace.number, id.clone())).collect();
        open_traces.sort_unstable();
        let open_ids: Vec<String> = open_traces.into_iter().map(|(_, id)| id).collect();
        for ids in open_ids.chunks(MAX_TRACES).take(MAX_REQUESTS) {
            let mut rows = self.read_traces(client, ids).await?;
            let now = client.transport().now();
            let is_settled = |id: &&String| self.is_settled(id, rows.get(*id).map(Box::as_ref), now);
            let settled_ids: Vec<String> = ids.iter().filter(is_settled).cloned().collect();
            let (mut actions, is_whole) = self.read_actions(client, &settled_ids).await?;
            let now = client.transport().now();
            for id in settled_ids {
                let (trace, actions) = (rows.remove(&id), actions.remove(&id).unwrap_or_default());
                // Another replica, which shows the actions with their accounts, may be behind the one that shows the trace.
                let is_visible = !self.reads_actions || contains_actions_of(&actions, trace.as_deref());
                if !is_visible && !self.is_overdue(&id, now) {
                    continue;
                }
                let is_complete = trace.as_deref().is_some_and(|trace| self.is_complete(trace));
                let is_classified =
                    |trace: &Trace| trace.trace_info.classification_state == ClassificationState::Ok;
                let has_all_actions =
                    is_complete && is_visible && is_whole && trace.as_deref().is_some_and(is_classified);
                if let Some(entry) = self.traces.get_mut(&id) {
                    entry.result = Some(TraceResult { trace, actions, is_complete, has_all_actions });
                }
            }
        }
        Ok(())
    }

    /// Takes the transactions that no longer wait, with their traces, oldest first on each account.
    pub(super) fn take_settled_transactions(&mut self) -> Vec<SettledTransaction> {
        let mut transactions = Vec::new();
        let accounts: Vec<Address> = self.waiting_transactions.keys().copied().collect();
        for account in accounts {
            while let Some(WaitingTransaction { trace_id, .. }) =
                self.waiting_transactions.get(&account).and_then(VecDeque::front)
            {
                // A trace that the server does not name cannot be read.
                let result = match trace_id {
                    None => TraceResult::default(),
                    Some(id) => match self.traces.get(id).and_then(|trace| trace.result.clone()) {
                        Some(result) => result,
                        None => break,
                    },
                };
                let Some(WaitingTransaction { position, previous_position: previous, trace_id }) =
                    self.waiting_transactions.get_mut(&account).and_then(VecDeque::pop_front)
                else {
                    break;
                };
                let trace_id = trace_id.unwrap_or_default();
                let is_first = !trace_id.is_empty()
                    && self.note_report(&trace_id, result.trace.as_deref(), account, position.lt);
                let TraceResult { trace, actions, is_complete, has_all_actions } =
                    if is_first { result } else { TraceResult::default() };
                let actions = select_actions(actions, &account);
                transactions.push(SettledTransaction {
                    account,
                    position,
                    previous,
                    trace_id,
                    trace,
                    actions,
                    is_complete,
                    has_all_actions,
                });
            }
        }
        self.waiting_transactions.retain(|_, waiting_transactions| !waiting_transactions.is_empty());
        let used_ids: HashSet<&String> = self
            .waiting_transactions
            .values()
            .flatten()
            .filter_map(|transaction| transaction.trace_id.as_ref())
            .collect();
        self.traces.retain(|id, _| used_ids.contains(id));
        transactions
    }

    /// Returns whether a transaction is the first one of its account in a trace, with which the trace is reported. A trace without its
    /// transactions does not show which is first, so the reported traces are checked, too.
    fn note_report(&mut self, trace_id: &str, trace: Option<&Trace>, account: Address, lt: u64) -> bool {
        let rows = trace.and_then(|trace| trace.transactions.as_ref()).into_iter().flat_map(BTreeMap::values);
        let is_own = |row: &&Row| read_account(&row.account) == Some(account);
        let account_lts: Vec<u64> = rows.filter(is_own).filter_map(|row| row.lt.parse().ok()).collect();
        if account_lts.iter().any(|one| *one < lt) {
            return false;
        }
        let id = (account, trace_id.to_owned());
        if self.reported_actions.contains(&id) {
            return account_lts.contains(&lt);
        }
        self.reported_actions.insert(id.clone());
        self.reported_order.push_back(id);
        if self.reported_order.len() > MAX_REPORTED
            && let Some(oldest_report) = self.reported_order.pop_front()
        {
            self.reported_actions.remove(&oldest_report);
        }
        true
    }

    /// Returns whether a trace has been open for so long that it is reported as far as the server shows
    /// it.
    fn is_overdue(&self, id: &str, now: f64) -> bool {
        self.traces.get(id).is_some_and(|trace| now - trace.open_since >= MAX_OPEN_MS)
    }

    /// Returns whether a trace needs no further reads.
    fn is_settled(&self, id: &str, trace: Option<&Trace>, now: f64) -> bool {
        if self.is_overdue(id, now) {
            return true;
        }
        let Some(trace) = trace else { return false };
        let is_classified = trace.trace_info.classification_state != ClassificationState::Unclassified;
        is_broken(trace) || (self.is_complete(trace) && (is_classified || !self.reads_actions))
    }

    /// Returns whether a trace has all its transactions, and none of them will change. A shortened trace never has all of them, and it does
    /// not grow.
    fn is_complete(&self, trace: &Trace) -> bool {
        let info = &trace.trace_info;
        let is_final = |row: &Row| is_final_enough(&read_finality(row), self.finality);
        info.trace_state == TraceState::Complete
            && info.pending_messages == 0
            && !trace.is_incomplete
            && trace.transactions.as_ref().is_some_and(|rows| !rows.is_empty() && rows.values().all(is_final))
    }

    async fn read_traces<P: Transport>(
        &self,
        client: &Client<P>,
        ids: &[String],
    ) -> Result<HashMap<String, Box<Trace>>, Error> {
        let request = TracesRequest {
            trace_id: Some(ids.to_vec()),
            limit: i32::try_from(ids.len()).ok(),
            include_actions: Some(self.reads_actions),
            ..Default::default()
        };
        let response = client.send(&request).await?;
        read_response("traces", || {
            let mut rows = HashMap::new();
            for trace in response.traces {
                let id = read_requested(trace.trace_id.as_deref(), ids)?;
                rows.entry(id).or_insert_with(|| Box::new(trace));
            }
            Ok(rows)
        })
    }

    /// Reads the actions of traces, by trace. Also returns whether these are all actions.
    async fn read_actions<P: Transport>(
        &self,
        client: &Client<P>,
        ids: &[String],
    ) -> Result<(HashMap<String, Vec<ActionEntry>>, bool), Error> {
        let mut actions_by_trace: HashMap<String, Vec<ActionEntry>> = HashMap::new();
        if !self.reads_actions || ids.is_empty() {
            return Ok((actions_by_trace, true));
        }
        for page in 0..MAX_PAGES {
            let request = ActionsRequest {
                trace_id: Some(ids.to_vec()),
                include_accounts: Some(true),
                sort: Some(Sort::Asc),
                offset: i32::try_from(page * PAGE_SIZE).ok(),
                limit: i32::try_from(PAGE_SIZE).ok(),
                ..Default::default()
            };
            let rows = client.send(&request).await?.actions;
            let is_last = rows.len() < PAGE_SIZE;
            let read = || rows.into_iter().map(|row| read_action(row, ids)).collect::<Reading<Vec<_>>>();
            for (id, action) in read_response("actions", read)? {
                actions_by_trace.entry(id).or_default().push(action);
            }
            if is_last {
                return Ok((actions_by_trace, true));
            }
        }
        Ok((actions_by_trace, false))
    }
}

/// Returns whether an incomplete trace will not get more transactions.
fn is_broken(trace: &Trace) -> bool {
    match trace.trace_info.trace_state {
        TraceState::Broken => true,
        TraceState::Complete => trace.is_incomplete,
        _ => false,
    }
}

/// Returns whether the actions are at least those that a trace shows.
fn contains_actions_of(actions: &[ActionEntry], trace: Option<&Trace>) -> bool {
    let ids: HashSet<&str> = actions.iter().map(|action| action.row.action_id.as_str()).collect();
    let trace_actions = trace.and_then(|trace| trace.actions.as_ref());
    trace_actions.into_iter().flatten().all(|action| ids.contains(action.action_id.as_str()))
}

/// Reads the trace that a row is about, which must be one of those that the request named.
fn read_requested(id: Option<&str>, ids: &[String]) -> Reading<String> {
    let id = require("trace_id", id)?;
    if ids.iter().any(|requested_id| requested_id == id) {
        return Ok(id.to_owned());
    }
    Err(String::from("it is also about a trace that was not requested"))
}

fn read_action(row: Action, ids: &[String]) -> Reading<(String, ActionEntry)> {
    let id = read_requested(row.trace_id.as_deref(), ids)?;
    let accounts = require("accounts", row.accounts.as_ref())?;
    let accounts = accounts.iter().filter_map(|text| read_account(text)).collect();
    let end_lt = read_lt("end_lt", &row.end_lt)?;
    Ok((id, ActionEntry { accounts, end_lt, row }))
}

/// Reads an account of a row; `None` for a text that is not an address.
fn read_account(text: &str) -> Option<Address> {
    Some(address::parse(text).ok()?.address)
}

/// Returns the actions in which an account took part, each once, in an order that does not depend on the response.
fn select_actions(actions: Vec<ActionEntry>, account: &Address) -> Vec<Action> {
    let account_actions = actions.into_iter().filter(|action| action.accounts.contains(account));
    let actions_by_place: BTreeMap<(u64, String), Action> =
        account_actions.map(|action| ((action.end_lt, action.row.action_id.clone()), action.row)).collect();
    actions_by_place.into_values().collect()
}
