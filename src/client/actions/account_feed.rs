//! Finds the changes of a set of accounts since the last poll: one request for the states of all, and one for the transactions of those that
//! changed. Each transaction names the previous one by hash and logical time, so a transaction that a response leaves out is noticed: it is
//! requested again, and reported as a gap if the server does not return it. `pkg/lib/live/account-feed.js` has the same rules.

use super::account_chain::{Link, LinkedEntries, Position, link_forward};
use super::follow_options::WantedFinality;
use super::follow_v3::is_final_enough;
use super::response::{Reading, read_address, read_hash, read_lt, read_response, require};
use super::transaction_summary::read_finality;
use crate::address::Address;
use crate::client::{Client, Error, Transport};
use crate::types::v3::{
    AccountStateFull, AccountStatesRequest, Sort, Transaction as Row, TransactionsRequest,
};
use std::collections::HashMap;

/// The page size for one account that has no gap; the least page size for several accounts.
const PAGE_SIZE: usize = 100;
/// The maximum number of accounts in one request for transactions, so that its URL is short enough for every server.
const MAX_ACCOUNTS: usize = 50;
/// The maximum number of rows that one request of v3 returns.
const MAX_PAGE_SIZE: usize = 1000;
/// Consecutive responses with the same gap, after which the gap is reported. Another replica, or the same one later, may have the rows.
const MAX_ATTEMPTS: u32 = 5;

/// A transaction, and its row of v3.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) link: Link,
    pub(super) row: Box<Row>,
}

impl AsRef<Link> for Entry {
    fn as_ref(&self) -> &Link {
        &self.link
    }
}

/// The change of an account since the last poll.
pub(super) struct Change {
    pub(super) account: Address,
    /// The server does not return the transactions between these two; the gap precedes the entries.
    pub(super) gap: Option<(Position, Position)>,
    /// The new transactions, oldest first.
    pub(super) entries: Vec<Entry>,
    /// The state of the account after the entries; `None` while there are more transactions to read.
    pub(super) state: Option<Box<AccountStateFull>>,
    /// The position of the last entry; without entries, the position from which to continue after the
    /// gap.
    pub(super) position: Position,
}

/// An account with a newer transaction than the last one that was reported, or whose state is to be reported.
struct ChangedAccount {
    account: Address,
    state: Box<AccountStateFull>,
    last_position: Position,
    position: Position,
}

impl ChangedAccount {
    /// Whether the account has transactions after its position, and not only a state to report.
    const fn is_newer(&self) -> bool {
        self.last_position.lt > self.position.lt
    }
}

/// The progress on an account.
#[derive(Default)]
struct Progress {
    /// The last transaction that was reported, or seen when the account was added; `None` before the first poll found it.
    position: Option<Position>,
    /// Failed attempts to read the transactions after the position.
    failures: u32,
    /// Whether the state at the position is still to be reported: the transactions of a response can be newer than the states.
    owes_state: bool,
}

/// The accounts, each with its reported position.
pub(super) struct AccountFeed<P: Transport> {
    client: Client<P>,
    finality: WantedFinality,
    accounts: Vec<Address>,
    progress: HashMap<Address, Progress>,
    /// Whether the last poll was incomplete: no response showed the newest state of an account, or some of its transactions are not read
    /// yet.
    pub(super) is_behind: bool,
}

impl<P: Transport> AccountFeed<P> {
    /// Without a position, the first poll finds the last transaction of an account, and later polls report those that follow.
    pub(super) fn new(
        client: Client<P>,
        finality: WantedFinality,
        accounts: Vec<Address>,
        positions: &HashMap<Address, Position>,
    ) -> Self {
        let start_entries =
            |account: &Address| Progress { position: positions.get(account).copied(), ..Progress::default() };
        let progress = accounts.iter().map(|account| (*account, start_entries(account))).collect();
        Self { client, finality, accounts, progress, is_behind: true }
    }

    pub(super) fn accounts(&self) -> &[Address] {
        &self.accounts
    }

    pub(super) const fn client(&self) -> &Client<P> {
        &self.client
    }

    /// Returns the position of an account; `None` before the first poll found it.
    pub(super) fn position(&self, account: &Address) -> Option<Position> {
        self.progress.get(account)?.position
    }

    /// Adds an account that is looked at only for its last transaction, such as a jetton wallet.
    pub(super) fn add(&mut self, account: Address, lt: u64) {
        if self.position(&account).is_none() {
            self.set_position(account, Position { lt, hash: None });
        }
    }

    fn set_position(&mut self, account: Address, position: Position) {
        self.progress.insert(account, Progress { position: Some(position), ..Progress::default() });
    }

    /// Reads what has changed since the last poll on these accounts. Of those for which `reads_transactions` is not true, only the states are
    /// reported. If some requests fail, the changes that the others showed are returned; it fails if nothing was read. Its future can be dropped:
    /// what it has not returned is read again.
    pub(super) async fn poll(
        &mut self,
        accounts: &[Address],
        reads_transactions: impl Fn(&Address) -> bool,
    ) -> Result<Vec<Change>, Error> {
        self.is_behind = true;
        let states = self.read_states(accounts).await?;
        let last_positions: HashMap<Address, Position> =
            states.iter().map(|(account, last, _)| (*account, *last)).collect();
        let changed_accounts = self.find_changed_accounts(states);
        self.confirm_absent(accounts).await?;
        let mut entries_by_account: HashMap<Address, Vec<Entry>> = HashMap::new();
        let is_read = |seen: &ChangedAccount| seen.is_newer() && reads_transactions(&seen.account);
        let newer_accounts: Vec<&ChangedAccount> =
            changed_accounts.iter().filter(|seen| is_read(seen)).collect();
        for part in newer_accounts.chunks(MAX_ACCOUNTS) {
            for (account, entry) in self.read_entries(describe_joint_page(part)).await? {
                entries_by_account.entry(account).or_default().push(entry);
            }
        }
        let mut changes = Vec::new();
        let mut first_error = None;
        for changed_account in changed_accounts {
            if !is_read(&changed_account) {
                let ChangedAccount { account, state, last_position: last, .. } = changed_account;
                changes.push(Change {
                    account,
                    gap: None,
                    entries: Vec::new(),
                    state: Some(state),
                    position: last,
                });
                continue;
            }
            let entries = entries_by_account.remove(&changed_account.account).unwrap_or_default();
            match self.read_change(changed_account, entries).await {
                Ok(change) => changes.extend(change),
                // The changes that have been read are not lost; the next poll reads this account again.
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        // Nothing is awaited from here on, so the positions move only together with the changes that are returned.
        if let (true, Some(error)) = (changes.is_empty(), first_error) {
            return Err(error);
        }
        for change in &changes {
            self.set_position(change.account, change.position);
            self.progress.entry(change.account).or_default().owes_state = change.state.is_none();
        }
        let is_up_to_date = |account: &Address| {
            // A response that omits an account with transactions, or shows an earlier transaction of it, does not show whether the account
            // has changed.
            let last = last_positions.get(account).copied().unwrap_or_default();
            let progress = self.progress.get(account);
            progress.is_some_and(|progress| {
                !progress.owes_state && progress.position.is_some_and(|position| position.lt == last.lt)
            })
        };
        self.is_behind = !accounts.iter().all(is_up_to_date);
        Ok(changes)
    }

    /// Reads the states of the accounts, each once, in the order of the response, with their last transactions.
    async fn read_states(
        &self,
        accounts: &[Address],
    ) -> Result<Vec<(Address, Position, Box<AccountStateFull>)>, Error> {
        if accounts.is_empty() {
            return Ok(Vec::new());
        }
        let address = accounts.iter().map(Address::to_string).collect();
        let request = AccountStatesRequest { address, include_boc: Some(false), ..Default::default() };
        let response = self.client.send(&request).await?;
        read_response("accountStates", || {
            let mut states: Vec<(Address, Position, Box<AccountStateFull>)> = Vec::new();
            for state in response.accounts {
                let text = require("address", state.address.as_deref())?;
                let account = read_requested("address", text, accounts)?;
                let (last, state) = (read_last(&state)?, Box::new(state));
                match states.iter_mut().find(|(earlier_account, ..)| *earlier_account == account) {
                    Some(change) => *change = (account, last, state),
                    None => states.push((account, last, state)),
                }
            }
            Ok(states)
        })
    }

    /// Reads transactions, each with its account.
    async fn read_entries(&self, request: TransactionsRequest) -> Result<Vec<(Address, Entry)>, Error> {
        let requested_accounts = request.account.clone().unwrap_or_default();
        let response = self.client.send(&request).await?;
        read_response("transactions", || {
            let accounts = requested_accounts
                .iter()
                .map(|text| read_address("account", text))
                .collect::<Reading<Vec<_>>>()?;
            let read = |row: Row| {
                let account = read_requested("account", &row.account, &accounts)?;
                Ok((account, Entry { link: Link::of_row(&row)?, row: Box::new(row) }))
            };
            response.transactions.into_iter().map(read).collect()
        })
    }

    /// Returns the accounts with a newer transaction than the last one that was reported. A state that is older than that one is of a replica
    /// that is behind.
    fn find_changed_accounts(
        &mut self,
        states: Vec<(Address, Position, Box<AccountStateFull>)>,
    ) -> Vec<ChangedAccount> {
        let mut changed_accounts = Vec::new();
        for (account, last, state) in states {
            match self.position(&account) {
                None => self.set_position(account, last),
                Some(position) => {
                    let owes_state = self.progress.get(&account).is_some_and(|progress| progress.owes_state);
                    if last.lt > position.lt || (last.lt == position.lt && owes_state) {
                        changed_accounts.push(ChangedAccount {
                            account,
                            state,
                            last_position: last,
                            position,
                        });
                    }
                }
            }
        }
        changed_accounts
    }

    /// Begins the accounts that the response about states omits. The service omits accounts without a transaction. If it omitted another
    /// account by mistake, its whole history would be reported as new, so the account counts as empty only if its transactions are missing
    /// as well.
    async fn confirm_absent(&mut self, accounts: &[Address]) -> Result<(), Error> {
        let absent_accounts: Vec<Address> =
            accounts.iter().copied().filter(|account| self.position(account).is_none()).collect();
        for part in absent_accounts.chunks(MAX_ACCOUNTS) {
            let page_size = compute_page_size(part.len());
            let entries = self.read_entries(describe_page(part, Sort::Desc, 0, page_size)).await?;
            for account in part {
                let account_entries = entries.iter().filter(|(owner, _)| owner == account);
                let newest_entry =
                    account_entries.map(|(_, entry)| entry.link.position).max_by_key(|position| position.lt);
                match newest_entry {
                    Some(position) => self.set_position(*account, position),
                    // A full page may have left out the rows of this account: the next poll looks again.
                    None if entries.len() < page_size => self.set_position(*account, Position::default()),
                    None => {}
                }
            }
        }
        Ok(())
    }

    /// Returns the transactions after the position of an account, up to its last one or as many as a page has; `None` if a response leaves
    /// some out.
    async fn read_change(
        &mut self,
        seen_change: ChangedAccount,
        joint_entries: Vec<Entry>,
    ) -> Result<Option<Change>, Error> {
        let ChangedAccount { account, state, last_position: last, position } = seen_change;
        let LinkedEntries { mut entries, unlinked: rest } = match link_back(joint_entries, last, position) {
            Some(entries) => LinkedEntries { entries, unlinked: Vec::new() },
            None => {
                let request = describe_page(&[account], Sort::Asc, position.lt, PAGE_SIZE);
                let entries = self.read_entries(request).await?;
                link_forward(entries.into_iter().map(|(_, entry)| entry).collect(), position)
            }
        };
        let finality = self.finality;
        let is_final = |entry: &Entry| is_final_enough(&read_finality(&entry.row), finality);
        let progress = self.progress.entry(account).or_default();
        let mut gap = None;
        if let (true, Some(first)) = (entries.is_empty(), rest.first()) {
            // The gap before a transaction that may still change may change, too.
            if !is_final(first) {
                return Ok(None);
            }
            progress.failures += 1;
            if progress.failures < MAX_ATTEMPTS {
                return Ok(None);
            }
            let Link { position: before, previous_position: previous, .. } = first.link;
            gap = Some((position, before));
            // The next poll goes on with the first transaction after the gap.
            if previous.lt > position.lt {
                return Ok(Some(Change { account, gap, entries, state: None, position: previous }));
            }
            // A new chain of the account has no position before its first transaction.
            entries.push(first.clone());
            entries.extend(link_forward(rest, before).entries);
        }
        let entries: Vec<Entry> = entries.into_iter().take_while(is_final).collect();
        progress.failures = 0;
        let Some(newest) = entries.last().map(|entry| entry.link.position) else { return Ok(None) };
        let state = (newest == last).then_some(state);
        Ok(Some(Change { account, gap, entries, state, position: newest }))
    }
}

/// The request for a page of transactions.
fn describe_page(accounts: &[Address], sort: Sort, start_lt: u64, limit: usize) -> TransactionsRequest {
    TransactionsRequest {
        account: Some(accounts.iter().map(Address::to_string).collect()),
        sort: Some(sort),
        start_lt: Some(start_lt.to_string()),
        limit: i32::try_from(limit).ok(),
        ..Default::default()
    }
}

/// The request for the newest transactions of all changed accounts.
fn describe_joint_page(changed_accounts: &[&ChangedAccount]) -> TransactionsRequest {
    let accounts: Vec<Address> =
        changed_accounts.iter().map(|changed_account| changed_account.account).collect();
    let oldest_lt =
        changed_accounts.iter().map(|changed_account| changed_account.position.lt).min().unwrap_or_default();
    describe_page(&accounts, Sort::Desc, oldest_lt.saturating_add(1), compute_page_size(accounts.len()))
}

/// Returns the rows of a page for this many accounts: enough for several new transactions of each.
fn compute_page_size(accounts: usize) -> usize {
    (4 * accounts).clamp(PAGE_SIZE, MAX_PAGE_SIZE)
}

/// Reads the account that a row is about, which must be one of those that the request named.
fn read_requested(field: &str, text: &str, accounts: &[Address]) -> Reading<Address> {
    let account = read_address(field, text)?;
    if accounts.contains(&account) {
        return Ok(account);
    }
    Err(format!("it is also about {account}, which was not requested"))
}

/// Reads the last transaction of an account in the row of its state.
fn read_last(state: &AccountStateFull) -> Reading<Position> {
    // An account without a transaction: it may have received its first message, which the index does not list yet.
    let lt = state.last_transaction_lt.as_deref().map(|lt| read_lt("last_transaction_lt", lt)).transpose()?;
    let Some(lt) = lt.filter(|lt| *lt > 0) else { return Ok(Position::default()) };
    let hash = require("last_transaction_hash", state.last_transaction_hash.as_deref())?;
    Ok(Position { lt, hash: Some(read_hash("last_transaction_hash", hash)?) })
}

/// Returns the transactions from the position to the last one, oldest first, if all of them are among the entries.
fn link_back(entries: Vec<Entry>, last: Position, position: Position) -> Option<Vec<Entry>> {
    let mut entries_by_hash: HashMap<_, _> =
        entries.into_iter().map(|entry| (entry.link.position.hash, entry)).collect();
    let mut linked_entries = Vec::new();
    let mut next_position = last;
    while next_position != position {
        let entry = entries_by_hash.remove(&next_position.hash)?;
        if entry.link.position.lt != next_position.lt || next_position.lt <= position.lt {
            return None;
        }
        next_position = entry.link.previous_position;
        linked_entries.push(entry);
    }
    linked_entries.reverse();
    Some(linked_entries)
}
