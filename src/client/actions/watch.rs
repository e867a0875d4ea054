//! Watches accounts: reports each transaction once, in its order on the account, and the state after it.

use super::account::TransactionId;
use super::account_chain::{Position, make_cursor_error, parse_cursor};
use super::account_feed::{AccountFeed, Change};
use super::follow::is_transient;
use super::follow_options::WantedFinality;
use super::jetton_feed::{JettonFeed, WalletChange};
use super::read_parameter;
use super::trace_feed::{SettledTransaction, TraceFeed};
use crate::address::Address;
use crate::cell::Int;
use crate::client::settings::to_milliseconds;
use crate::client::{Client, Error, Transport};
use crate::error::{self, Code};
use crate::types::v3::{AccountStateFull, Action, JettonWallet, Trace, Transaction};
use core::time::Duration;
use std::collections::{HashMap, VecDeque};
use std::fmt;

/// The maximum number of accounts: as many as fit into the URL of one request.
const MAX_ACCOUNTS: usize = 100;
/// The time between two polls.
const POLL_INTERVAL: Duration = Duration::from_secs(3);
/// The longest time in milliseconds between two attempts while the server cannot be reached.
const MAX_RETRY_MS: f64 = 30_000.0;
/// The maximum number of times that the interval doubles: more than any interval needs to reach the longest time.
const MAX_DOUBLINGS: i32 = 20;

/// The events that [`Client::watch`] reports; a gap is always reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WatchType {
    /// [`WatchChange::Transaction`].
    Transactions,
    /// [`WatchChange::AccountState`].
    AccountStateChange,
    /// [`WatchChange::Trace`].
    Trace,
    /// [`WatchChange::Action`].
    Actions,
    /// [`WatchChange::JettonBalance`].
    JettonsChange,
}

/// Options of [`Client::watch`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchOptions {
    /// The events. Default: [`WatchType::Transactions`].
    pub types: Vec<WatchType>,
    /// The cursors after which to go on, at most one per account. Accounts without a cursor begin now. Default: none. Cursors of the
    /// JavaScript client and of [`Client::payments`] are the same.
    pub since: Vec<String>,
    /// The finality that a transaction must have to be reported. Default: [`WantedFinality::Finalized`].
    /// [`WantedFinality::Confirmed`] is some seconds faster, but a block of a shard can still change.
    pub finality: WantedFinality,
    /// The time between two polls. While the server cannot be reached, it doubles with every attempt, up to 30 seconds. Default: 3 seconds.
    pub poll_interval: Duration,
}

impl Default for WatchOptions {
    fn default() -> Self {
        Self {
            types: vec![WatchType::Transactions],
            since: Vec::new(),
            finality: WantedFinality::Finalized,
            poll_interval: POLL_INTERVAL,
        }
    }
}

/// Whether a [`Watch`] is up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WatchState {
    /// There is more to read, or no response has shown every account yet.
    CatchingUp,
    /// The last response showed every account, with nothing left to read.
    Live,
    /// The server does not respond, or not usably; the report has the error. The watch tries again.
    Offline,
}

/// A change of an account.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WatchChange {
    /// The account has executed a transaction.
    Transaction {
        /// The logical time and the hash of the transaction.
        id: TransactionId,
        /// The row of the service.
        row: Box<Transaction>,
    },
    /// The account has a new state, after all transactions that led to it.
    AccountState {
        /// The row of the service, without code and data.
        state: Box<AccountStateFull>,
    },
    /// A trace in which the account has a transaction is complete: each trace once.
    Trace {
        /// The first transaction of the account in the trace.
        id: TransactionId,
        /// The id of the trace: the hash of its first transaction, in base64.
        trace_id: String,
        /// The row of the service.
        trace: Box<Trace>,
        /// `false` if the trace was not complete after two minutes, or the server omits a part of it, so that its missing parts are
        /// unknown.
        is_complete: bool,
    },
    /// An action of such a trace in which the account took part: each once, in the order of their ends.
    Action {
        /// The first transaction of the account in the trace.
        id: TransactionId,
        /// The id of the trace: the hash of its first transaction, in base64.
        trace_id: String,
        /// The row of the service.
        action: Box<Action>,
        /// `false` if the trace may have actions that the server has not found.
        is_complete: bool,
    },
    /// A jetton wallet of the account has new transactions: by an own message, a received transfer or a burn.
    JettonBalance {
        /// The row of the service.
        jetton: Box<JettonWallet>,
        /// The balance before the change; `None` if it is unknown, since the watch has not seen the wallet before.
        before: Option<Int>,
        /// The balance after the change.
        after: Int,
    },
    /// The server does not have the transactions between two others. Logical time 0 is the beginning of the history.
    Gap {
        /// The transaction before the gap.
        after: TransactionId,
        /// The first transaction after the gap.
        before: TransactionId,
    },
}

/// An event of [`Client::watch`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WatchEvent {
    /// The account that the event is about.
    pub account: Address,
    /// The change of the account.
    pub change: WatchChange,
    /// The position of the account after this event: store it together with the effect of the event.
    pub cursor: String,
}

/// A function that is called with a new state, and with the error that made the watch go offline.
type StateReport = fn(WatchState, Option<&Error>);

/// A result of the last poll that is still to be returned.
enum Step {
    /// An event, and the position after it.
    Event(WatchEvent, Position),
    /// The position of an account moves without an event.
    Move(Address, Position),
}

/// The events of accounts, in order. If [`Watch::next`] fails or its future is dropped, no event is lost: call `next` again. With the feature
/// `stream` there is also `Watch::stream`.
pub struct Watch<P: Transport, F = StateReport> {
    feed: AccountFeed<P>,
    options: WatchOptions,
    /// The position of each account up to which its events are handled.
    handled_positions: HashMap<Address, Position>,
    /// The account and position of the event that `next` has returned.
    returned_event: Option<(Address, Position)>,
    queue: VecDeque<Step>,
    /// The traces of the transactions, if their events are watched.
    traces: Option<TraceFeed>,
    /// The jetton wallets of the accounts, if they are watched.
    jettons: Option<JettonFeed>,
    /// Whether the jetton wallets were read before the first states, so that no change between the two is missed.
    has_begun: bool,
    /// Whether the open traces and the changed jetton wallets are to be read before the next poll of the accounts.
    owes_extras: bool,
    /// Whether the last attempt to read traces or wallets failed.
    has_failed: bool,
    /// Whether the next poll is due at once, because the last one was incomplete.
    has_more: bool,
    /// The time of the next poll, by the transport's clock.
    due_at: f64,
    /// The number of consecutive polls that failed.
    failures: i32,
    state: Option<WatchState>,
    report: Option<F>,
}

impl<P: Transport, F> fmt::Debug for Watch<P, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch")
            .field("state", &self.state)
            .field("cursors", &self.cursors())
            .finish_non_exhaustive()
    }
}

impl<P: Transport> Client<P> {
    /// Watches up to 100 accounts: each transaction once, none left out, in its order on the account, and the state of the account after it.
    /// Transactions are read as an unbroken chain, whatever the server omits, repeats or reorders. It polls TON Center's v3: one request for
    /// the states of all accounts, one per 50 changed accounts for their transactions, and, with [`WatchType::Trace`] or
    /// [`WatchType::Actions`], one per 20 open traces; with [`WatchType::JettonsChange`], one per 50 accounts whose jetton wallets changed, and for all
    /// accounts once a minute. The cursor of an account moves past a transaction when the events of its trace are
    /// handled. Nothing is sent before [`Watch::next`].
    ///
    /// # Errors
    /// `invalid_parameter`, `invalid_option`, `cursor_invalid`; the codes of [`crate::address::parse`].
    ///
    /// ```no_run
    /// # async fn example<T: ton_edge::client::Transport>(client: ton_edge::client::Client<T>, stored: String) -> Result<(), ton_edge::client::Error> {
    /// use ton_edge::client::{WatchChange, WatchOptions};
    /// let options = WatchOptions { since: vec![stored], ..Default::default() };
    /// let watch = client.watch(&["UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI"], options)?;
    /// let mut watch = watch.on_state(|state, error| println!("{state:?} {error:?}"));
    /// loop {
    ///     let event = watch.next().await?;
    ///     if let WatchChange::Transaction { id, .. } = event.change {
    ///         // Handle the transaction and store the cursor, in one transaction of your database.
    ///         println!("{} {} {}", event.account, id.lt, event.cursor);
    ///     }
    /// }
    /// # }
    /// ```
    pub fn watch(&self, accounts: &[&str], options: WatchOptions) -> Result<Watch<P>, Error> {
        if accounts.is_empty() || accounts.len() > MAX_ACCOUNTS {
            let message = format!("`accounts` must be a list of 1 to {MAX_ACCOUNTS} addresses");
            return Err(error::Error::new(Code::InvalidParameter, message).parameter("accounts").into());
        }
        let refuse_option = |name: &'static str, message: &'static str| {
            Err(error::Error::new(Code::InvalidOption, message).parameter(name).into())
        };
        if options.types.is_empty() {
            return refuse_option("types", "`types` must name at least one type of event");
        }
        if options.poll_interval.is_zero() {
            return refuse_option("poll_interval", "`poll_interval` must be above 0");
        }
        let mut known_accounts: Vec<Address> = Vec::new();
        for text in accounts {
            let account = read_parameter("accounts", text)?;
            if !known_accounts.contains(&account) {
                known_accounts.push(account);
            }
        }
        let mut handled = HashMap::new();
        for cursor in &options.since {
            let (account, position) = parse_cursor(cursor)?;
            if !known_accounts.contains(&account) {
                let message =
                    format!("a cursor in `since` is for the account {account}, which is not in `accounts`");
                return Err(make_cursor_error(message));
            }
            handled.insert(account, position);
        }
        let reads_actions = options.types.contains(&WatchType::Actions);
        let reads_traces = reads_actions || options.types.contains(&WatchType::Trace);
        let traces = reads_traces.then(|| TraceFeed::new(reads_actions, options.finality));
        let start_entries =
            |account: &Address| (*account, handled.get(account).map(|position: &Position| position.lt));
        let watches_jettons = options.types.contains(&WatchType::JettonsChange);
        let jettons = watches_jettons.then(|| JettonFeed::new(known_accounts.iter().map(start_entries)));
        let feed = AccountFeed::new(self.for_requests(), options.finality, known_accounts, &handled);
        Ok(Watch {
            feed,
            options,
            handled_positions: handled,
            returned_event: None,
            queue: VecDeque::new(),
            traces,
            jettons,
            has_begun: false,
            owes_extras: false,
            has_failed: false,
            has_more: false,
            due_at: f64::NEG_INFINITY,
            failures: 0,
            state: None,
            report: None,
        })
    }
}

impl<P: Transport, F> Watch<P, F> {
    /// Returns this watch with a function that is called once with each new state, and with the error that made the watch go offline.
    pub fn on_state<G: FnMut(WatchState, Option<&Error>)>(self, report: G) -> Watch<P, G> {
        let Self {
            feed,
            options,
            handled_positions: handled,
            returned_event: returned,
            queue,
            traces,
            jettons,
            has_begun,
            ..
        } = self;
        let Self { owes_extras, has_failed, has_more, due_at, failures, state, .. } = self;
        let report = Some(report);
        Watch {
            feed,
            options,
            handled_positions: handled,
            returned_event: returned,
            queue,
            traces,
            jettons,
            has_begun,
            owes_extras,
            has_failed,
            has_more,
            due_at,
            failures,
            state,
            report,
        }
    }

    /// Returns the last state that was reported; `None` before the first call of [`Watch::next`].
    #[must_use]
    pub const fn state(&self) -> Option<WatchState> {
        self.state
    }

    /// Returns the cursors up to which everything is handled, in the order of the accounts; accounts that have not begun have none. The cursor of
    /// an account moves past an event when you request the next one.
    #[must_use]
    pub fn cursors(&self) -> Vec<String> {
        let cursor = |account: &Address| Some(self.handled_positions.get(account)?.format_cursor(account));
        self.feed.accounts().iter().filter_map(cursor).collect()
    }
}

impl<P: Transport, F: FnMut(WatchState, Option<&Error>)> Watch<P, F> {
    /// Returns the next event, as soon as there is one. While the server cannot be reached, it tries again after 3, 6, 12, 24 and then every 30
    /// seconds, with the default interval.
    ///
    /// # Errors
    /// Errors that do not pass by themselves, such as an invalid API key, as of [`Client::call`].
    pub async fn next(&mut self) -> Result<WatchEvent, Error> {
        // The event counts as handled only now, when the caller requests the next one.
        if let Some((account, position)) = self.returned_event.take() {
            self.handled_positions.insert(account, position);
        }
        loop {
            while let Some(step) = self.queue.pop_front() {
                match step {
                    Step::Move(account, position) => {
                        self.handled_positions.insert(account, position);
                    }
                    Step::Event(event, position) => {
                        self.returned_event = Some((event.account, position));
                        return Ok(event);
                    }
                }
            }
            if self.state.is_none() {
                self.set_state(WatchState::CatchingUp, None);
            }
            let result = if self.owes_extras { self.poll_extras().await } else { self.poll_accounts().await };
            match result {
                Ok(()) => {}
                // A response that cannot be read may come from one replica of many.
                Err(error) if is_transient(&error) || error.code == Code::InvalidResponse => {
                    self.set_state(WatchState::Offline, Some(&error));
                    let interval = to_milliseconds(self.options.poll_interval);
                    self.wait_for((interval * 2_f64.powi(self.failures)).min(MAX_RETRY_MS));
                    self.failures = (self.failures + 1).min(MAX_DOUBLINGS);
                }
                Err(error) => {
                    self.wait_for(to_milliseconds(self.options.poll_interval));
                    return Err(error);
                }
            }
        }
    }

    /// Waits until the next poll is due, and reads what changed on the accounts. Those with too many open traces are not read further.
    async fn poll_accounts(&mut self) -> Result<(), Error> {
        self.wait().await;
        if !self.has_begun {
            self.poll_jettons().await?;
            self.has_begun = true;
        }
        let own_accounts: Vec<Address> = self.feed.accounts().to_vec();
        let reads_transactions =
            self.traces.is_some() || self.options.types.contains(&WatchType::Transactions);
        let mut accounts: Vec<Address> =
            own_accounts.iter().filter(|account| !self.is_full(account)).copied().collect();
        let wallets = self.jettons.iter().flat_map(JettonFeed::followed_accounts);
        // An account can be the jetton wallet of another one.
        accounts.extend(wallets.filter(|wallet| !own_accounts.contains(wallet)));
        let positions: HashMap<Address, Position> =
            accounts.iter().filter_map(|account| Some((*account, self.feed.position(account)?))).collect();
        let reads_account = |account: &Address| reads_transactions && own_accounts.contains(account);
        let changes = self.feed.poll(&accounts, reads_account).await?;
        self.accept(changes, &positions);
        Ok(())
    }

    /// Reads the jetton wallets that changed, and lets the account feed poll the new ones.
    async fn poll_jettons(&mut self) -> Result<(), Error> {
        let Some(jettons) = &mut self.jettons else { return Ok(()) };
        jettons.poll(self.feed.client()).await?;
        for (wallet, lt) in jettons.take_new_wallets() {
            self.feed.add(wallet, lt);
        }
        Ok(())
    }

    async fn poll_traces(&mut self) -> Result<(), Error> {
        let Some(traces) = &mut self.traces else { return Ok(()) };
        traces.poll(self.feed.client()).await
    }

    /// Reads the open traces and the changed jetton wallets, and puts their events into the queue. Each feed keeps what it has read until it is
    /// taken, so nothing is lost if the other one fails.
    async fn poll_extras(&mut self) -> Result<(), Error> {
        let result = match self.poll_traces().await {
            Ok(()) => self.poll_jettons().await,
            failure => failure,
        };
        self.owes_extras = false;
        self.has_failed = result.is_err();
        result?;
        // Nothing is awaited from here on, so what is taken is not lost.
        for transaction in self.traces.as_mut().map(TraceFeed::take_settled_transactions).unwrap_or_default()
        {
            self.push_trace_events(transaction);
        }
        for change in self.jettons.as_mut().map(JettonFeed::take_changes).unwrap_or_default() {
            self.push_wallet(change);
        }
        self.end_round();
        Ok(())
    }

    fn is_full(&self, account: &Address) -> bool {
        self.traces.as_ref().is_some_and(|traces| traces.is_full(account))
    }

    /// Reports whether the watch is up to date.
    fn report_progress(&mut self) {
        let is_behind =
            self.feed.is_behind || self.feed.accounts().iter().any(|account| self.is_full(account));
        self.set_state(if is_behind { WatchState::CatchingUp } else { WatchState::Live }, None);
    }

    /// Sets the time of the next poll after everything was read.
    fn end_round(&mut self) {
        self.failures = 0;
        self.report_progress();
        self.wait_for(if self.has_more { 0.0 } else { to_milliseconds(self.options.poll_interval) });
    }

    /// Sets the time of the next poll.
    fn wait_for(&mut self, ms: f64) {
        self.due_at = self.feed.client().transport().now() + ms;
    }

    /// Waits for the time of the next poll.
    async fn wait(&self) {
        let transport = self.feed.client().transport();
        let remaining_ms = self.due_at - transport.now();
        if let Ok(time) = Duration::try_from_secs_f64(remaining_ms / 1000.0)
            && !time.is_zero()
        {
            transport.sleep(time).await;
        }
    }

    /// Puts the events of a poll into the queue. `positions`: those of the accounts before the poll.
    fn accept(&mut self, changes: Vec<Change>, positions: &HashMap<Address, Position>) {
        // Accounts without a cursor begin at the transaction that the first poll found.
        for account in self.feed.accounts() {
            if let Some(position) = self.feed.position(account) {
                let has_change = changes.iter().any(|change| change.account == *account);
                if !has_change {
                    self.handled_positions.entry(*account).or_insert(position);
                }
            }
        }
        self.has_more = changes.iter().any(|change| change.state.is_none());
        let now = self.feed.client().transport().now();
        if let Some(jettons) = &mut self.jettons {
            for Change { account, position, .. } in &changes {
                jettons.note_transaction(*account, position.lt);
            }
        }
        let own_accounts = self.feed.accounts();
        let changes: Vec<Change> =
            changes.into_iter().filter(|change| own_accounts.contains(&change.account)).collect();
        if let Some(traces) = &mut self.traces {
            for Change { account, gap, entries, .. } in &changes {
                let position_before =
                    gap.map_or_else(|| positions.get(account).copied(), |(after, _)| Some(after));
                traces.add(*account, entries, position_before.unwrap_or_default(), now);
            }
        }
        if self.traces.is_some() || self.jettons.is_some() {
            self.owes_extras = true;
            if !self.has_failed {
                self.report_progress();
            }
        } else {
            self.end_round();
        }
        for change in changes {
            self.push_change(change);
        }
    }

    /// Returns the position up to which an account is handled, if all its events up to `position` are. A transaction counts as handled when
    /// the events of its trace are.
    fn limit(&self, account: &Address, position: Position) -> Position {
        let position_before = self.traces.as_ref().and_then(|traces| traces.position_before_waiting(account));
        position_before.filter(|position_before| position_before.lt < position.lt).unwrap_or(position)
    }

    fn push_trace_events(&mut self, transaction: SettledTransaction) {
        let SettledTransaction {
            account,
            position,
            previous,
            trace_id,
            trace,
            actions,
            is_complete,
            has_all_actions,
        } = transaction;
        let mut changes = Vec::new();
        let id = position.id();
        if let Some(trace) = trace.filter(|_| self.options.types.contains(&WatchType::Trace)) {
            changes.push(WatchChange::Trace { id, trace_id: trace_id.clone(), trace, is_complete });
        }
        for action in actions {
            let trace_id = trace_id.clone();
            let action = Box::new(action);
            changes.push(WatchChange::Action { id, trace_id, action, is_complete: has_all_actions });
        }
        let count = changes.len();
        for (index, change) in changes.into_iter().enumerate() {
            // A program that stops between these events gets all of them again.
            let resume_position = if index + 1 == count { position } else { previous };
            let cursor = resume_position.format_cursor(&account);
            self.queue.push_back(Step::Event(WatchEvent { account, change, cursor }, resume_position));
        }
        self.queue.push_back(Step::Move(account, position));
    }

    /// Puts the change of a jetton wallet into the queue. It does not move the position of its owner.
    fn push_wallet(&mut self, change: WalletChange) {
        let WalletChange { owner: account, row: jetton, balance_before: before, balance_after: after } =
            change;
        let queued_position = self.queue.iter().rev().find_map(|step| match step {
            Step::Event(event, position) => (event.account == account).then_some(*position),
            Step::Move(moved_account, position) => (*moved_account == account).then_some(*position),
        });
        let position =
            queued_position.or_else(|| self.handled_positions.get(&account).copied()).unwrap_or_default();
        let cursor = position.format_cursor(&account);
        let change = WatchChange::JettonBalance { jetton, before, after };
        self.queue.push_back(Step::Event(WatchEvent { account, change, cursor }, position));
    }

    fn push_change(&mut self, change: Change) {
        let Change { account, gap, entries, state, position } = change;
        let push = |watch: &mut Self, change, position: Position| {
            let position = watch.limit(&account, position);
            let cursor = position.format_cursor(&account);
            watch.queue.push_back(Step::Event(WatchEvent { account, change, cursor }, position));
        };
        if let Some((after, before)) = gap {
            // The position lies before the transactions that follow the gap, so a program that stops here gets them later.
            let resume_position = if entries.is_empty() { position } else { after };
            push(self, WatchChange::Gap { after: after.id(), before: before.id() }, resume_position);
        }
        let transactions =
            if self.options.types.contains(&WatchType::Transactions) { entries } else { Vec::new() };
        for entry in transactions {
            let position = entry.link.position;
            push(self, WatchChange::Transaction { id: position.id(), row: entry.row }, position);
        }
        if let Some(state) = state.filter(|_| self.options.types.contains(&WatchType::AccountStateChange)) {
            push(self, WatchChange::AccountState { state }, position);
        }
        self.queue.push_back(Step::Move(account, self.limit(&account, position)));
    }

    fn set_state(&mut self, state: WatchState, error: Option<&Error>) {
        if self.state == Some(state) {
            return;
        }
        self.state = Some(state);
        if let Some(report) = &mut self.report {
            report(state, error);
        }
    }
}
