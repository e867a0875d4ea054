//! The deposits of an account, each once, oldest first. A received message counts unless its transaction has a bounce phase, since its value
//! then stays, whether or not a contract reads it. For jettons, only notifications from the account's jetton wallet count, which the master
//! computes: anyone can send a body that looks like a notification.

use super::account_chain::{Position, make_cursor_error, parse_cursor};
use super::account_history::{BackwardWalk, Entry, HistoryPart, ReceivedMessage, Search, SearchStart};
use super::follow_options::WantedFinality;
use super::get::GetOptions;
use super::read_parameter;
use super::response::{
    Reading, read_address, read_amount, read_hash, read_response, require, require_account,
};
use super::transaction_summary::TransactionBag;
use crate::address::Address;
use crate::cell::{CellId, Cells, Limits, MsgAddress, parse_text};
use crate::client::{Client, Error, Transport};
use crate::endpoint::Generation;
use crate::error::{self, Code};
use crate::hash::Hash;
use crate::message::{Body, ComputePhase, Description, MessageInfo, Row as BodyRow, StackValue, Value};
use crate::types::v3::Transaction as Row;
use core::time::Duration;
use std::collections::{HashMap, VecDeque};
use std::fmt;

/// The time between two requests while there is nothing new.
const POLL_INTERVAL: Duration = Duration::from_secs(3);
const MAX_JETTONS: usize = 100;

/// Where the deposits of [`Client::payments`] begin.
///
/// ```
/// use ton_edge::client::Since;
/// assert_eq!(Since::default(), Since::Beginning);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Since {
    /// With the first transaction of the account.
    #[default]
    Beginning,
    /// After a stored [`Deposit::cursor`] or [`Payments::cursor`]. Cursors of the JavaScript client are the same.
    Cursor(String),
    /// From this Unix time in seconds on.
    Time(u32),
}

/// Options of [`Client::payments`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentsOptions {
    /// Where to begin. Default: [`Since::Beginning`].
    pub since: Since,
    /// The masters of the jettons that count, at most 100. Default: none, only TON.
    pub jettons: Vec<String>,
    /// Whether [`Payments::next`] waits for more after the newest deposit. Default: true.
    pub follow: bool,
    /// The finality that a transaction must have to count. Default: [`WantedFinality::Finalized`]. v2 returns only
    /// final transactions.
    pub finality: WantedFinality,
    /// Which API is read. Default: v3, or v2 if the server has no v3.
    pub generation: Option<Generation>,
    /// The time between two polls while nothing is new, and before an unusable response is requested again. Default: 3 seconds.
    pub poll_interval: Duration,
}

impl Default for PaymentsOptions {
    fn default() -> Self {
        Self {
            since: Since::Beginning,
            jettons: Vec::new(),
            follow: true,
            finality: WantedFinality::Finalized,
            generation: None,
            poll_interval: POLL_INTERVAL,
        }
    }
}

/// A payment that an account received.
///
/// ```
/// use ton_edge::client::Asset;
/// assert_ne!(Asset::Ton, Asset::Jetton("0:0000000000000000000000000000000000000000000000000000000000000001".parse()?));
/// # Ok::<(), ton_edge::address::AddressError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asset {
    /// TON, the coin of the network.
    Ton,
    /// The jetton of this master.
    Jetton(Address),
}

/// The body of a message, or the forward payload of a jetton transfer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Payload {
    /// The cells of the body.
    pub cells: Cells,
    /// The root of the body.
    pub id: CellId,
    /// The body, decoded.
    pub body: Body,
}

/// TON, or units of a jetton, that an account received.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Deposit {
    /// The unique id of the deposit: the hash of its transaction in hexadecimal digits.
    pub id: String,
    /// TON or a jetton.
    pub asset: Asset,
    /// Nanocoins, or the smallest units of the jetton; more than 0.
    pub amount: u128,
    /// The sender; for a jetton, the owner, not the jetton wallet. `None` if the notification does not name one.
    pub from: Option<Address>,
    /// The text of a comment; `None` if there is none, or if it is encrypted. The sender writes it: do not trust it.
    pub comment: Option<String>,
    /// The body of the message, or the forward payload of the jetton transfer; `None` if it is empty.
    pub payload: Option<Payload>,
    /// Logical time of the transaction.
    pub lt: u64,
    /// Unix time of the transaction in seconds.
    pub utime: u32,
    /// Hash of the transaction.
    pub hash: Hash,
    /// Id of the trace; `None` from v2.
    pub trace: Option<Hash>,
    /// The position after this deposit: store it in the same transaction in which you book the deposit.
    pub cursor: String,
}

/// The progress of a round of reading.
enum Round {
    Begin,
    /// A round over v3 has one part, and it was read.
    End,
    Backward(BackwardWalk),
}

/// The deposits of an account, oldest first, each one once. If [`Payments::next`] fails or its future is dropped, no deposit is lost: call `next`
/// again.
pub struct Payments<P: Transport> {
    search: Search<P>,
    options: PaymentsOptions,
    search_start: SearchStart,
    /// The Unix time from which on deposits count.
    earliest: u32,
    /// The jetton masters by the account's jetton wallets, as soon as they are known.
    masters: Option<HashMap<Address, Address>>,
    generation: Option<Generation>,
    round: Round,
    has_new: bool,
    queue: VecDeque<Entry>,
    cursor: Option<String>,
    /// The cursor after the deposit that `next` has returned.
    handled_cursor: Option<String>,
}

impl<P: Transport> fmt::Debug for Payments<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Payments").field("cursor", &self.cursor).finish_non_exhaustive()
    }
}

fn read_cursor(cursor: &str, account: &Address) -> Result<Position, Error> {
    let (owner, position) = parse_cursor(cursor)?;
    if owner != *account {
        return Err(make_cursor_error(format!("the cursor in `since` is for the account {owner}")));
    }
    Ok(position)
}

/// Reads the deposit of a transaction of v3.
fn read_row(row: &Row, account: &Address) -> Reading<Option<ReceivedMessage>> {
    // Tick-tock transactions have no message, and external messages have no sender and no value.
    let Some(message) = &row.in_msg else { return Ok(None) };
    let Some(source) = &message.source else { return Ok(None) };
    let phase = require("compute_ph", row.description.compute_ph.as_ref())?;
    require_account("destination", require("destination", message.destination.as_deref())?, account)?;
    let has_run = !require("skipped", phase.skipped)? && require("success", phase.success)?;
    if require("bounced", message.bounced)? || row.description.bounce.is_some() {
        return Ok(None);
    }
    // A bounceable message that failed always has a bounce phase; without one, the response is incomplete.
    if require("bounce", message.bounce)? && !has_run {
        return Err("a transaction lacks its bounce phase".into());
    }
    let body = message.message_content.as_ref().and_then(|content| content.body.as_deref());
    let bag = parse_text(require("body", body)?, &Limits::default()).map_err(|error| error.to_string())?;
    let root = bag.root().map_err(|error| error.to_string())?;
    let mut cells = Cells::new();
    let body = cells.copy_from(root.cells(), root.id()).map_err(|error| error.to_string())?;
    Ok(Some(ReceivedMessage {
        sender: read_address("source", source)?,
        value: read_amount("value", require("value", message.value.as_deref())?)?,
        cells,
        body,
        trace: row.trace_id.as_deref().map(|id| read_hash("trace_id", id)).transpose()?,
    }))
}

/// Reads the deposit of a transaction of v2.
fn read_bag(bag: TransactionBag, account: &Address) -> Reading<Option<ReceivedMessage>> {
    let TransactionBag { cells, transaction, .. } = bag;
    let Some(message) = transaction.in_msg else { return Ok(None) };
    let MessageInfo::Internal { bounce, bounced, src, dest, value, .. } = message.info else {
        return Ok(None);
    };
    if dest != *account {
        return Err(format!("a message is for the account {dest}, but the request is about {account}"));
    }
    let Description::Ord { compute_ph, bounce: bounce_phase, .. } = transaction.description else {
        return Ok(None);
    };
    let has_run = matches!(compute_ph, ComputePhase::Vm { success: true, .. });
    if bounced || bounce_phase.is_some() {
        return Ok(None);
    }
    if bounce && !has_run {
        return Err("a transaction lacks its bounce phase".into());
    }
    let MsgAddress::Std(from) = src else { return Err("a message has no sender".into()) };
    Ok(Some(ReceivedMessage { sender: from, value: value.coins, cells, body: message.body, trace: None }))
}

fn read_first_bits(cells: &Cells, id: CellId) -> Option<u64> {
    cells.get(id)?.slice().ok()?.load_u64(32).ok()
}

/// Asset, amount, sender and payload of a deposit.
type Content = (Asset, u128, Option<Address>, Option<CellId>);

/// Returns the content of a deposit. The sender of a notification chose its payload, which need not be valid.
fn read_content(
    received_message: &ReceivedMessage,
    cells: &mut Cells,
    body: CellId,
    masters: &HashMap<Address, Address>,
) -> Result<Content, Error> {
    let notification = BodyRow::find("jetton_notification").and_then(|row| row.opcode).map(u64::from);
    let Some(master) =
        masters.get(&received_message.sender).filter(|_| read_first_bits(cells, body) == notification)
    else {
        return Ok((Asset::Ton, received_message.value, Some(received_message.sender), Some(body)));
    };
    let (amount, from) = read_response("a jetton wallet", || {
        let read = || {
            let mut slice = cells.get(body).ok_or(crate::cell::ReadError::Width)?.slice()?;
            // Skips the opcode and the query id.
            slice.skip(32 + 64)?;
            Ok((slice.load_coins()?, slice.load_address()?))
        };
        read().map_err(|error: crate::cell::ReadError| error.to_string())
    })?;
    let payload = match Body::decode(cells, body).get("forward_payload") {
        Some(Value::Cell(payload)) => *payload,
        _ => None,
    };
    Ok((Asset::Jetton(*master), amount, from, payload))
}

impl<P: Transport> Client<P> {
    /// Returns the deposits of an account, oldest first, each one once: TON, and the jettons of the options. Transactions are read as an
    /// unbroken chain, so that none is lost or counted twice, whatever the server omits or repeats.
    ///
    /// # Errors
    /// `cursor_invalid`; `invalid_option`; the codes of [`address::parse`].
    ///
    /// ```no_run
    /// # async fn example<T: ton_edge::client::Transport>(client: ton_edge::client::Client<T>, stored: String) -> Result<(), ton_edge::client::Error> {
    /// use ton_edge::client::{PaymentsOptions, Since};
    /// let options = PaymentsOptions { since: Since::Cursor(stored), ..Default::default() };
    /// let mut payments = client.payments("UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI", options)?;
    /// while let Some(deposit) = payments.next().await? {
    ///     // Book the deposit and store its cursor, in one transaction of your database.
    ///     println!("{} {:?} {}", deposit.amount, deposit.comment, deposit.cursor);
    /// }
    /// # Ok(()) }
    /// ```
    pub fn payments(&self, account: &str, options: PaymentsOptions) -> Result<Payments<P>, Error> {
        let account = read_parameter("account", account)?;
        let refuse_option = |name: &'static str, message: String| {
            Err(error::Error::new(Code::InvalidOption, message).parameter(name).into())
        };
        if options.jettons.len() > MAX_JETTONS {
            return refuse_option(
                "jettons",
                format!("`jettons` must have at most {MAX_JETTONS} addresses of masters"),
            );
        }
        if options.poll_interval.is_zero() {
            return refuse_option("poll_interval", "`poll_interval` must be above 0".into());
        }
        for master in &options.jettons {
            read_parameter("jettons", master)?;
        }
        let (start, earliest) = match &options.since {
            Since::Beginning | Since::Time(0) => (SearchStart::After(Position::default()), 0),
            Since::Cursor(cursor) => (SearchStart::After(read_cursor(cursor, &account)?), 0),
            Since::Time(time) => (SearchStart::Time(*time), *time),
        };
        let cursor = match start {
            SearchStart::After(position) => Some(position.format_cursor(&account)),
            SearchStart::Time(_) => None,
        };
        let search = Search {
            client: self.for_requests(),
            account,
            finality: options.finality,
            poll_interval: options.poll_interval,
            read_row,
            read_bag,
        };
        Ok(Payments {
            search,
            search_start: start,
            earliest,
            masters: None,
            generation: options.generation,
            round: Round::Begin,
            has_new: false,
            queue: VecDeque::new(),
            cursor,
            handled_cursor: None,
            options,
        })
    }
}

impl<P: Transport> Payments<P> {
    /// Returns the position up to which everything is processed. It moves past a deposit when you request the next one, and past transactions
    /// that are not deposits. `None` before the first response of a search that begins at a time.
    #[must_use]
    pub fn cursor(&self) -> Option<&str> {
        self.cursor.as_deref()
    }

    /// Returns the next deposit. After the newest one it waits for more, or returns `None` if [`PaymentsOptions::follow`] is false.
    ///
    /// # Errors
    /// As [`Client::call`]; `invalid_response` if transactions are missing in 5 responses in a row; `get_method_failed` if one of the jettons
    /// is not a master.
    pub async fn next(&mut self) -> Result<Option<Deposit>, Error> {
        // The deposit counts as handled only now, when the caller requests the next one.
        if let Some(cursor) = self.handled_cursor.take() {
            self.cursor = Some(cursor);
        }
        if self.masters.is_none() {
            self.masters = Some(self.find_wallets().await?);
        }
        loop {
            while let Some(entry) = self.queue.front() {
                let deposit = self.read_deposit(entry)?;
                let position = entry.link.position;
                let cursor = position.format_cursor(&self.search.account);
                self.queue.pop_front();
                self.search_start = SearchStart::After(position);
                if deposit.is_some() {
                    self.handled_cursor = Some(cursor);
                    return Ok(deposit);
                }
                self.cursor = Some(cursor);
            }
            let part = match self.read_part().await {
                Ok(part) => part,
                Err(error) => {
                    // The next call begins a new round after the last transaction that was read.
                    self.round = Round::Begin;
                    return Err(error);
                }
            };
            match part {
                Some(HistoryPart { position, entries }) => {
                    self.search_start = SearchStart::After(position);
                    self.cursor = Some(position.format_cursor(&self.search.account));
                    self.has_new |= !entries.is_empty();
                    self.queue = entries.into();
                }
                None if core::mem::take(&mut self.has_new) => {}
                None if !self.options.follow => return Ok(None),
                None => self.search.client.transport().sleep(self.options.poll_interval).await,
            }
        }
    }

    /// Reads the next part of a round; `None` at its end. Over v2 if the server has no v3.
    async fn read_part(&mut self) -> Result<Option<HistoryPart>, Error> {
        const ABSENT_CODES: [Code; 3] = [Code::NotFound, Code::MethodNotAllowed, Code::UnknownEndpoint];
        match &mut self.round {
            Round::End => {
                self.round = Round::Begin;
                return Ok(None);
            }
            Round::Backward(search) => {
                let part = search.next_part(&self.search).await?;
                if part.is_none() {
                    self.round = Round::Begin;
                }
                return Ok(part);
            }
            Round::Begin => {}
        }
        if self.generation != Some(Generation::V2) {
            match self.search.read_forward(self.search_start).await {
                Ok(part) => {
                    self.generation = Some(Generation::V3);
                    self.round = Round::End;
                    return Ok(Some(part));
                }
                Err(error) if self.generation.is_none() && ABSENT_CODES.contains(&error.code) => {
                    self.generation = Some(Generation::V2);
                }
                Err(error) => return Err(error),
            }
        }
        let mut backward_walk = BackwardWalk::new(self.search_start);
        let part = backward_walk.next_part(&self.search).await?;
        self.round = Round::Backward(backward_walk);
        Ok(part)
    }

    /// Returns the deposit of a transaction; `None` if the transaction is not a deposit.
    fn read_deposit(&self, entry: &Entry) -> Result<Option<Deposit>, Error> {
        let Some(received) = entry.received_message.as_ref().filter(|_| entry.utime >= self.earliest) else {
            return Ok(None);
        };
        let no_masters = HashMap::new();
        let mut cells = received.cells.clone();
        let masters = self.masters.as_ref().unwrap_or(&no_masters);
        let (asset, amount, from, payload) = read_content(received, &mut cells, received.body, masters)?;
        let Some(hash) = entry.link.position.hash.filter(|_| amount > 0) else { return Ok(None) };
        let payload = payload.map(|id| (id, Body::decode(&mut cells, id)));
        let payload =
            payload.filter(|(_, body)| *body != Body::Empty).map(|(id, body)| Payload { cells, id, body });
        let comment = payload.as_ref().filter(|payload| payload.body.name() == "comment");
        let comment = match comment.and_then(|payload| payload.body.get("text")) {
            Some(Value::Text(text)) => Some(text.clone()),
            _ => None,
        };
        Ok(Some(Deposit {
            id: hash.to_hex().to_string(),
            asset,
            amount,
            from,
            comment,
            payload,
            lt: entry.link.position.lt,
            utime: entry.utime,
            hash,
            trace: received.trace,
            cursor: entry.link.position.format_cursor(&self.search.account),
        }))
    }

    /// Returns the jetton masters by the account's jetton wallets.
    async fn find_wallets(&self) -> Result<HashMap<Address, Address>, Error> {
        let Search { client, account, .. } = &self.search;
        let mut masters = HashMap::new();
        for text in &self.options.jettons {
            let master = read_parameter("jettons", text)?;
            if masters.values().any(|verified_master| *verified_master == master) {
                continue;
            }
            let mut cells = Cells::new();
            let owner = StackValue::address(&mut cells, Some(account))
                .map_err(|error| error::Error::new(Code::CellBuild, error.to_string()))?;
            let method = "get_wallet_address";
            let result = client.get(&mut cells, text, method, vec![owner], GetOptions::default()).await?;
            let wallet = read_response(method, || {
                let wallet = result.stack.address(&cells, 0).map_err(|error| error.to_string())?;
                require("the jetton wallet", wallet)
            })?;
            if masters.insert(wallet, master).is_some() {
                let message = "two masters of `jettons` compute the same wallet: one of them is not genuine";
                return Err(error::Error::new(Code::InvalidParameter, message).parameter("jettons").into());
            }
        }
        Ok(masters)
    }
}
