//! Reads the history of an account after a position, oldest first. Each transaction names the previous one by hash and logical time, so
//! omitted, repeated and reordered rows are detected and requested again. The caller gets only an unbroken chain.

use super::account_chain::{Link, LinkedEntries, Position, link_forward};
use super::follow::is_transient;
use super::follow_options::WantedFinality;
use super::follow_v3::is_final_enough;
use super::response::{Reading, read_response, require_account};
use super::transaction_summary::{BagRow, TransactionBag, read_finality};
use crate::address::Address;
use crate::cell::CellId;
use crate::cell::Cells;
use crate::client::{Client, Error, Transport};
use crate::endpoint::Generation;
use crate::error::Code;
use crate::hash::Hash;
use crate::types::v2::GetTransactionsRequest;
use crate::types::v3::{Sort, Transaction as Row, TransactionsRequest};
use core::time::Duration;

const PAGE_SIZE: i32 = 100;
/// The maximum number of pages in memory while v2 reads backwards; older pages are requested again.
const MAX_PAGES: usize = 50;
/// The maximum number of attempts to read a response that is incomplete.
const MAX_ATTEMPTS: u32 = 5;

/// A message that an account received, and whose value it kept.
pub(super) struct ReceivedMessage {
    pub(super) sender: Address,
    pub(super) value: u128,
    pub(super) cells: Cells,
    pub(super) body: CellId,
    /// The id of the trace, from v3.
    pub(super) trace: Option<Hash>,
}

/// A transaction of the history.
pub(super) struct Entry {
    pub(super) link: Link,
    pub(super) utime: u32,
    /// The received message; `None` for a transaction that is not a deposit.
    pub(super) received_message: Option<ReceivedMessage>,
}

impl AsRef<Link> for Entry {
    fn as_ref(&self) -> &Link {
        &self.link
    }
}

/// Transactions, and the position that they follow.
pub(super) struct HistoryPart {
    pub(super) position: Position,
    pub(super) entries: Vec<Entry>,
}

/// Where a search begins.
#[derive(Clone, Copy, Debug)]
pub(super) enum SearchStart {
    After(Position),
    /// The Unix time in seconds of the first transaction that counts.
    Time(u32),
}

/// The account whose history is read, and the functions that read a deposit from one of its transactions.
pub(super) struct Search<P: Transport> {
    pub(super) client: Client<P>,
    pub(super) account: Address,
    pub(super) finality: WantedFinality,
    pub(super) poll_interval: Duration,
    /// Reads the deposit of a transaction of v3 and v2.
    pub(super) read_row: fn(&Row, &Address) -> Reading<Option<ReceivedMessage>>,
    pub(super) read_bag: fn(TransactionBag, &Address) -> Reading<Option<ReceivedMessage>>,
}

fn describe_gap(from: Position, to: Position) -> String {
    let (from, to) = (from.lt, to.lt);
    if from == 0 {
        return format!(
            "the history of the account does not begin with its first transaction: the server lacks those before lt {to}; pass a later time as `since`"
        );
    }
    format!("a transaction is missing between lt {from} and lt {to}; use a position of this network")
}

/// Returns the transactions of a page that follow a position without a gap, oldest first.
fn chain_entries(entries: Vec<Entry>, position: Position) -> Reading<Vec<Entry>> {
    let LinkedEntries { entries, unlinked: rest } = link_forward(entries, position);
    match rest.first() {
        Some(gap) if entries.is_empty() => Err(describe_gap(position, gap.link.position)),
        _ => Ok(entries),
    }
}

fn read_row_entry<P: Transport>(search: &Search<P>, row: &Row) -> Reading<Entry> {
    require_account("account", &row.account, &search.account)?;
    Ok(Entry {
        link: Link::of_row(row)?,
        utime: u32::try_from(row.now).map_err(|_| "`now` is not a Unix time")?,
        received_message: (search.read_row)(row, &search.account)?,
    })
}

fn read_bag_entry<P: Transport>(search: &Search<P>, row: &BagRow) -> Reading<Entry> {
    let bag = TransactionBag::read(&row.data, &search.account)?;
    let (transaction, hash) = (&bag.transaction, bag.hash);
    let previous_position = if transaction.prev_trans_lt == 0 {
        Position::default()
    } else {
        Position { lt: transaction.prev_trans_lt, hash: Some(transaction.prev_trans_hash) }
    };
    let (position, utime) = (Position { lt: transaction.lt, hash: Some(hash) }, transaction.now);
    let received_message = (search.read_bag)(bag, &search.account)?;
    // v2 has only the newest chain of an account, not the one before a deletion.
    Ok(Entry {
        link: Link { position, previous_position, is_first: false, is_last: false },
        utime,
        received_message,
    })
}

impl<P: Transport> Search<P> {
    /// Waits before a request whose response is incomplete is repeated: another replica, or the same one later, may return all rows. Returns the
    /// error if it is permanent, or after the last attempt.
    async fn wait_to_repeat(&self, attempt: u32, error: Error) -> Result<(), Error> {
        if attempt >= MAX_ATTEMPTS || !(error.code == Code::InvalidResponse || is_transient(&error)) {
            return Err(error);
        }
        self.client.transport().sleep(self.poll_interval).await;
        Ok(())
    }

    /// Returns the last transaction before a time.
    async fn find_anchor(&self, since: u32) -> Result<Position, Error> {
        let Some(end) = since.checked_sub(1) else { return Ok(Position::default()) };
        let request = TransactionsRequest {
            account: Some(vec![self.account.to_string()]),
            end_utime: Some(end),
            sort: Some(Sort::Desc),
            limit: Some(1),
            ..Default::default()
        };
        let response = self.client.send(&request).await?;
        read_response("transactions", || {
            let Some(row) = response.transactions.first() else { return Ok(Position::default()) };
            let entry = read_row_entry(self, row)?;
            if entry.utime >= since {
                return Err("the transaction is not older than the requested time".into());
            }
            Ok(entry.link.position)
        })
    }

    /// Reads the next page over v3.
    pub(super) async fn read_forward(&self, start: SearchStart) -> Result<HistoryPart, Error> {
        let position = match start {
            SearchStart::After(position) => position,
            SearchStart::Time(since_time) => {
                let mut attempt = 1;
                loop {
                    match self.find_anchor(since_time).await {
                        Ok(position) => break position,
                        Err(error) => self.wait_to_repeat(attempt, error).await?,
                    }
                    attempt += 1;
                }
            }
        };
        let request = TransactionsRequest {
            account: Some(vec![self.account.to_string()]),
            start_lt: Some(position.lt.to_string()),
            sort: Some(Sort::Asc),
            limit: Some(PAGE_SIZE),
            ..Default::default()
        };
        let mut attempt = 1;
        loop {
            match self.read_page(&request, position).await {
                Ok(entries) => return Ok(HistoryPart { position, entries }),
                Err(error) => self.wait_to_repeat(attempt, error).await?,
            }
            attempt += 1;
        }
    }

    /// Reads a page over v3 that follows a position.
    async fn read_page(
        &self,
        request: &TransactionsRequest,
        position: Position,
    ) -> Result<Vec<Entry>, Error> {
        let response = self.client.send(request).await?;
        read_response("transactions", || {
            let is_final = |row: &&Row| is_final_enough(&read_finality(row), self.finality);
            let rows = response.transactions.iter().take_while(is_final);
            chain_entries(rows.map(|row| read_row_entry(self, row)).collect::<Reading<_>>()?, position)
        })
    }
}

/// A search over v2: it reads backwards from the newest transaction to the start, then returns the transactions forwards, in parts.
pub(super) struct BackwardWalk {
    search_start: SearchStart,
    /// The start of the next page; `None` for the newest transaction.
    from: Option<Position>,
    /// The start positions of the pages that are read again, newest first.
    positions_to_reread: Vec<Position>,
    /// The pages in memory, newest first.
    pages: Vec<Vec<Entry>>,
    is_over: bool,
}

impl BackwardWalk {
    pub(super) fn new(start: SearchStart) -> Self {
        Self {
            search_start: start,
            from: None,
            positions_to_reread: Vec::new(),
            pages: Vec::new(),
            is_over: false,
        }
    }

    fn position(&self) -> Position {
        match self.search_start {
            SearchStart::After(position) => position,
            SearchStart::Time(_) => Position::default(),
        }
    }

    fn is_before(&self, entry: &Entry) -> bool {
        match self.search_start {
            SearchStart::After(position) => entry.link.position.lt <= position.lt,
            SearchStart::Time(since) => entry.utime < since,
        }
    }

    /// Reads a page backwards from the next start, newest first, without a gap.
    async fn read_page<P: Transport>(&self, search: &Search<P>) -> Result<Vec<Entry>, Error> {
        let position = self.position();
        let is_after = matches!(self.search_start, SearchStart::After(_));
        let request = GetTransactionsRequest {
            address: search.account.to_string(),
            limit: Some(PAGE_SIZE),
            lt: self.from.map(|from| from.lt.to_string()),
            hash: self.from.and_then(|from| Some(from.hash?.to_b64().to_string())),
            to_lt: (is_after && position.lt > 0).then(|| position.lt.to_string()),
            ..Default::default()
        };
        let rows: Option<Vec<BagRow>> =
            search.client.call(Generation::V2, "getTransactions", &request).await?;
        read_response("getTransactions", || {
            let rows = rows.unwrap_or_default();
            let entries = rows.iter().map(|row| read_bag_entry(search, row)).collect::<Reading<Vec<_>>>()?;
            let mut next_position = self.from;
            for entry in &entries {
                if let Some(next) = next_position.filter(|next| entry.link.position != *next) {
                    return Err(describe_gap(entry.link.position, next));
                }
                next_position = Some(entry.link.previous_position);
            }
            if let (Some(from), true) = (self.from, entries.is_empty()) {
                return Err(describe_gap(position, from));
            }
            // The search passed the position without finding it, so nothing after the position is certain.
            let has_passed_position = |oldest_entry: &&Entry| {
                oldest_entry.link.position.lt > position.lt
                    && oldest_entry.link.previous_position.lt < position.lt
            };
            if let Some(oldest_entry) =
                entries.last().filter(|oldest_entry| is_after && has_passed_position(oldest_entry))
            {
                return Err(describe_gap(position, oldest_entry.link.position));
            }
            Ok(entries)
        })
    }

    /// Returns the next part; `None` after the last one.
    pub(super) async fn next_part<P: Transport>(
        &mut self,
        search: &Search<P>,
    ) -> Result<Option<HistoryPart>, Error> {
        if self.is_over {
            return Ok(None);
        }
        loop {
            let mut attempt = 1;
            let mut page = loop {
                match self.read_page(search).await {
                    Ok(page) => break page,
                    Err(error) => search.wait_to_repeat(attempt, error).await?,
                }
                attempt += 1;
            };
            let first_before = page.iter().position(|entry| self.is_before(entry));
            let has_nothing_new = self.from.is_none() && (page.is_empty() || first_before == Some(0));
            let anchor = first_before.and_then(|at| page.get(at)).map(|entry| entry.link.position);
            let mut position = self.position();
            if let (SearchStart::Time(_), Some(anchor)) = (self.search_start, anchor) {
                position = anchor;
            }
            if has_nothing_new {
                self.is_over = true;
                return Ok(Some(HistoryPart { position, entries: Vec::new() }));
            }
            page.truncate(first_before.unwrap_or(page.len()));
            let next = page.last().map_or(position, |entry| entry.link.previous_position);
            self.pages.push(page);
            if first_before.is_none() && next.lt > position.lt {
                self.from = Some(next);
                if self.pages.len() > MAX_PAGES {
                    let newest_page = self.pages.remove(0);
                    self.positions_to_reread.extend(newest_page.first().map(|entry| entry.link.position));
                }
                continue;
            }
            let entries: Vec<Entry> = core::mem::take(&mut self.pages).into_iter().flatten().collect();
            let (count, oldest) = (entries.len(), entries.last().map(|entry| entry.link.position));
            let entries = read_response("getTransactions", || {
                let entries = chain_entries(entries, position)?;
                match oldest {
                    Some(oldest) if entries.len() < count => Err(describe_gap(position, oldest)),
                    _ => Ok(entries),
                }
            })?;
            match self.positions_to_reread.pop() {
                Some(from) => {
                    let last_position = entries.last().map_or(position, |entry| entry.link.position);
                    (self.from, self.search_start) = (Some(from), SearchStart::After(last_position));
                }
                None => self.is_over = true,
            }
            return Ok(Some(HistoryPart { position, entries }));
        }
    }
}
