//! Evidence about a message from the wallet's own state. A message that no search found may still have been executed: an index may lag
//! behind, replicas differ, pages are limited. One response contains the wallet's state at a block and the time of that block, so both come
//! from the same server.

use super::TransactionId;
use super::message::ExternalMessage;
use super::response::{Reading, read_hash, read_lt, read_response};
use super::transaction_summary::{BagRow, RowId, TransactionBag};
use crate::address::Address;
use crate::cell::{self, Bits, CellId, Cells, Dict, Limits, parse_text};
use crate::client::{Client, Error, Transport};
use crate::endpoint::Generation;
use crate::hash::Hash;
use crate::message::{
    Action, Body, ComputePhase, MessageInfo, QUERIES_OF_A_CELL, Row, Value, WALLET_V5_BETA, WalletVersion,
};
use crate::types::Integer;
use crate::types::v2::GetTransactionsRequest;
use serde::Deserialize;
use serde_json::json;
use std::sync::LazyLock;

/// The send mode that deletes the account.
const DESTROY_MODE: u8 = 32;
const PAGE_SIZE: i32 = 100;
/// The maximum number of transactions of one search back through the history of an account.
const MAX_TRANSACTIONS: usize = 1000;

/// A version of a wallet whose requests can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    Current(WalletVersion),
    V5Beta,
}

static BETA_CODE: LazyLock<Option<Hash>> = LazyLock::new(|| {
    let bag = cell::parse(WALLET_V5_BETA.code, &Limits::default()).ok()?;
    Some(bag.root().ok()?.hash())
});

impl Version {
    pub(super) fn of_code(code: Hash) -> Option<Self> {
        let beta = || (*BETA_CODE == Some(code)).then_some(Self::V5Beta);
        WalletVersion::of_code(code).map(Self::Current).or_else(beta)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Current(version) => version.as_str(),
            Self::V5Beta => WALLET_V5_BETA.name,
        }
    }

    /// Returns the name of the body of its signed requests.
    pub(super) fn signed_body_name(self) -> &'static str {
        match self {
            Self::Current(version) => version.rules().signed,
            Self::V5Beta => WALLET_V5_BETA.signed,
        }
    }

    pub(super) fn is_highload(self) -> bool {
        self == Self::Current(WalletVersion::HighloadV3)
    }
}

/// The fields that decide whether a wallet executes a message.
struct Request {
    seqno: Option<u64>,
    query_id: Option<u64>,
    /// The end of the validity, as Unix time in seconds.
    valid_until: u64,
    /// Whether the message may delete the wallet, which then has no state.
    may_destroy: bool,
}

/// Reads a request to a wallet of this version; `None` if the body is something else.
fn read_request(version: Version, cells: &mut Cells, body: CellId) -> Option<Request> {
    let row = Row::find(version.signed_body_name())?;
    let body_values = row.decode(cells, body).ok()?;
    // A longer request belongs to another wallet v5.
    if row.opcode.is_some() && body_values.rest.is_some() {
        return None;
    }
    let body = Body::Known(body_values);
    let number = |name| match body.get(name) {
        Some(Value::Uint(number)) => Some(*number),
        _ => None,
    };
    if version.is_highload() {
        return Some(Request {
            seqno: None,
            query_id: Some(number("query_id")?),
            valid_until: number("created_at")?.saturating_add(number("timeout")?),
            // A highload wallet sends its messages within a message to itself, so their modes are not visible here.
            may_destroy: true,
        });
    }
    let destroys =
        |action: &Action| matches!(action, Action::SendMessage { mode, .. } if mode & DESTROY_MODE != 0);
    let may_destroy =
        matches!(body.get("actions"), Some(Value::Actions(actions)) if actions.iter().any(destroys));
    let (seqno, valid_until) = (Some(number("seqno")?), number("valid_until")?);
    Some(Request { seqno, query_id: None, valid_until, may_destroy })
}

/// Returns the seqno of the message, if it is a request to a wallet of this version.
pub(super) fn read_seqno(message: &mut ExternalMessage, version: Option<Version>) -> Option<u64> {
    read_request(version?, &mut message.cells, message.message.body)?.seqno
}

/// The requests that a wallet has executed, according to its data.
enum Progress {
    Seqno(u64),
    /// The queries that a highload wallet remembers, and the time of its last clean-up.
    Queries {
        queries: [Option<CellId>; 2],
        last_clean_time: u64,
    },
}

/// The wallet at a masterchain block.
pub(super) struct Witness {
    pub(super) is_active: bool,
    pub(super) has_coins: bool,
    /// The version of the wallet; `None` for other contracts.
    pub(super) version: Option<Version>,
    progress: Option<Progress>,
    /// The Unix time of the block, in seconds.
    pub(super) time: u64,
    pub(super) block: u32,
    pub(super) last_transaction: Option<TransactionId>,
    /// The cells of the progress.
    cells: Cells,
}

#[derive(Deserialize)]
struct StateRow {
    state: String,
    balance: Integer,
    code: Option<String>,
    data: Option<String>,
    last_transaction_id: Option<RowId>,
    block_id: BlockRow,
    sync_utime: u64,
}

#[derive(Deserialize)]
struct BlockRow {
    seqno: u32,
}

fn parse_root(cells: &mut Cells, field: &str, text: Option<&str>) -> Reading<CellId> {
    let bag = parse_text(text.unwrap_or_default(), &Limits::default());
    let bag = bag.map_err(|error| format!("`{field}`: {error}"))?;
    let root = bag.root().map_err(|error| format!("`{field}`: {error}"))?;
    cells.copy_from(root.cells(), root.id()).map_err(|error| error.to_string())
}

/// Reads from a wallet's data what it has executed.
fn read_progress(version: Version, cells: &Cells, data: CellId) -> Reading<Progress> {
    let data_error = "`data` is not that of the wallet";
    let mut slice = cells.get(data).and_then(|cell| cell.slice().ok()).ok_or(data_error)?;
    let mut read = || {
        if version.is_highload() {
            slice.skip(256 + 32)?;
            let mut load_root = || Ok(slice.load_maybe_ref()?.map(|cell| cell.id()));
            let queries = [load_root()?, load_root()?];
            return Ok(Progress::Queries { queries, last_clean_time: slice.load_u64(64)? });
        }
        match version {
            Version::Current(version) => {
                slice.skip(version.data_offset("seqno").unwrap_or_default())?;
                Ok(Progress::Seqno(slice.load_u64(32)?))
            }
            // A wallet v5 beta that accepts no signed messages has a negative seqno.
            Version::V5Beta => {
                let is_negative = slice.load_bit()?;
                let seqno = slice.load_u64(32)?;
                Ok(Progress::Seqno(if is_negative { (1 << 32) - seqno } else { seqno }))
            }
        }
    };
    read().map_err(|_: cell::ReadError| data_error.into())
}

/// Reads the wallet at the newest masterchain block of the server.
pub(super) async fn read_witness<P: Transport>(
    client: &Client<P>,
    account: &Address,
) -> Result<Witness, Error> {
    let params = json!({ "address": account.to_raw().as_str() });
    let row: StateRow = client.call(Generation::V2, "getAddressInformation", &params).await?;
    read_response("getAddressInformation", || {
        let is_active = row.state == "active";
        let mut cells = Cells::new();
        let version = if is_active {
            let code = parse_root(&mut cells, "code", row.code.as_deref())?;
            cells.get(code).and_then(|code| Version::of_code(code.hash()))
        } else {
            None
        };
        let progress = match version {
            Some(version) => {
                let data = parse_root(&mut cells, "data", row.data.as_deref())?;
                Some(read_progress(version, &cells, data)?)
            }
            None => None,
        };
        let balance = match row.balance {
            Integer::Number(number) => number.to_string(),
            Integer::Text(text) => text,
        };
        let last = match row.last_transaction_id {
            Some(id) if read_lt("last_transaction_id.lt", &id.lt)? > 0 => Some(TransactionId {
                lt: read_lt("last_transaction_id.lt", &id.lt)?,
                hash: read_hash("last_transaction_id.hash", &id.hash)?,
            }),
            _ => None,
        };
        Ok(Witness {
            is_active,
            has_coins: balance.parse::<u128>().is_ok_and(|balance| balance > 0),
            version,
            progress,
            time: row.sync_utime,
            block: row.block_id.seqno,
            last_transaction: last,
            cells,
        })
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// The wallet has not executed the message up to the block.
    Open,
    /// The wallet has executed this message, or another one with its seqno.
    Past,
    Unknown,
}

/// Whether a wallet has executed a message, according to its state.
pub(super) struct WalletEvidence {
    pub(super) status: Status,
    pub(super) explanation: String,
    /// Until when the wallet accepts the message, as Unix time in seconds.
    pub(super) valid_until: Option<u64>,
}

/// Returns whether a highload wallet remembers a query: a bit of one of 8192 cells.
fn remembers_query(cells: &Cells, queries: &[Option<CellId>], query_id: u64) -> Reading<bool> {
    let (key, bit) = (query_id / QUERIES_OF_A_CELL, (query_id % QUERIES_OF_A_CELL) as u16);
    let contains_query = |root: CellId| -> Result<bool, cell::ReadError> {
        let Some(key) = Bits::from_u64(key, 13) else { return Ok(false) };
        let Some(mut value) = Dict::new(cells.get(root), 13)?.get(&key)? else { return Ok(false) };
        if value.refs() > 0 {
            value = value.load_ref()?.slice()?;
        }
        if value.bits() <= bit {
            return Ok(false);
        }
        value.skip(bit)?;
        value.load_bit()
    };
    for root in queries.iter().flatten() {
        if contains_query(*root).map_err(|_| "`data` is not that of the wallet")? {
            return Ok(true);
        }
    }
    Ok(false)
}

impl Witness {
    /// Returns whether the wallet has executed a message, according to its state; `None` if only its hash is known. `valid_until` is from
    /// the caller, and used if the message itself has no time limit.
    pub(super) fn judge_message(
        &self,
        message: Option<&mut ExternalMessage>,
        valid_until: Option<u64>,
    ) -> Reading<WalletEvidence> {
        let unknown_error =
            |explanation: String| Ok(WalletEvidence { status: Status::Unknown, explanation, valid_until });
        let Some(message) = message else {
            return unknown_error("the hash alone does not show the seqno or query id of the message".into());
        };
        let block = self.block;
        let version = if self.is_active { self.version } else { message_version(message) };
        let Some(version) = version else {
            return unknown_error(format!("at block {block} the account is not a wallet of a known version"));
        };
        let Some(request) = read_request(version, &mut message.cells, message.message.body) else {
            return unknown_error(format!("the message is not a request of a wallet {}", version.name()));
        };
        let testify = |is_past: bool, explanation: String| {
            Ok(WalletEvidence {
                status: if is_past { Status::Past } else { Status::Open },
                explanation: format!("at block {block} {explanation}"),
                valid_until: Some(request.valid_until),
            })
        };
        if !self.is_active {
            if request.seqno.unwrap_or_default() > 0 || request.may_destroy {
                return unknown_error(format!(
                    "at block {block} the account has no contract, and may have had one"
                ));
            }
            return testify(false, "the account has no contract".into());
        }
        match (&self.progress, request.seqno, request.query_id) {
            (Some(Progress::Seqno(current)), Some(own), _) => testify(
                *current > own,
                format!("the seqno of the wallet is {current}, and that of the message {own}"),
            ),
            (Some(Progress::Queries { queries, last_clean_time }), _, Some(query_id)) => {
                if remembers_query(&self.cells, queries, query_id)? {
                    return testify(true, format!("the wallet has executed query {query_id}"));
                }
                // After its clean-up the wallet no longer remembers what it executed before.
                if *last_clean_time > request.valid_until {
                    return unknown_error(format!(
                        "at block {block} the wallet has forgotten the queries of that time"
                    ));
                }
                testify(false, format!("the wallet has not executed query {query_id}"))
            }
            _ => unknown_error(format!("the message is not a request of a wallet {}", version.name())),
        }
    }

    /// Returns whether the seqno of the wallet differs from the seqno of the message.
    pub(super) fn has_other_seqno(&self, message: &mut ExternalMessage) -> bool {
        match (read_seqno(message, self.version), &self.progress) {
            (Some(own), Some(Progress::Seqno(current))) => own != *current,
            (Some(_), _) => true,
            (None, _) => false,
        }
    }
}

/// Returns the version of the wallet that the message deploys.
pub(super) fn message_version(message: &ExternalMessage) -> Option<Version> {
    Version::of_code(message.cells.get(message.message.init.as_ref()?.code?)?.hash())
}

/// The result of a backward search through the history of an account.
pub(super) enum History {
    Found(Box<TransactionBag>),
    /// Another request had the seqno of the message.
    Other,
    /// No transaction received the message, back to the beginning or to `since`.
    Absent,
    /// The search ended before it reached the beginning or `since`.
    Cut,
}

/// What [`walk_history_back`] searches for.
pub(super) struct SearchedMessage {
    pub(super) hash: Hash,
    pub(super) seqno: Option<u64>,
    pub(super) since_time: Option<u64>,
    /// The end of the search, by the transport's clock.
    pub(super) end_time: f64,
}

/// Goes back through the history of an account, from the transaction that a witness names: each transaction names the previous one by its hash.
pub(super) async fn walk_history_back<P: Transport>(
    client: &Client<P>,
    account: &Address,
    witness: &Witness,
    searched: &SearchedMessage,
) -> Result<History, Error> {
    // A state without transactions does not name its account, so the account's list of transactions must be empty, too.
    if witness.last_transaction.is_none() && !read_rows_from(client, account, None, 1).await?.is_empty() {
        return Ok(History::Cut);
    }
    let mut next_id = witness.last_transaction;
    let mut transaction_count = 0;
    while let Some(first) = next_id {
        if transaction_count >= MAX_TRANSACTIONS || client.transport().now() > searched.end_time {
            return Ok(History::Cut);
        }
        let rows = read_rows_from(client, account, Some(first), PAGE_SIZE).await?;
        if rows.is_empty() {
            return Ok(History::Cut);
        }
        for row in rows {
            let Some(expected) = next_id else { break };
            let mut bag = read_row(&row, account, expected)?;
            transaction_count += 1;
            if bag.hash == searched.hash || bag.received_hash == Some(searched.hash) {
                return Ok(History::Found(Box::new(bag)));
            }
            if searched.since_time.is_some_and(|since| u64::from(bag.transaction.now) < since) {
                return Ok(History::Absent);
            }
            if let (Some(seqno), Some(version)) = (searched.seqno, witness.version)
                && read_executed_seqno(version, &mut bag).is_some_and(|executed| executed <= seqno)
            {
                return Ok(History::Other);
            }
            if bag.transaction.prev_trans_lt == 0 {
                return Ok(History::Absent);
            }
            next_id = Some(TransactionId {
                lt: bag.transaction.prev_trans_lt,
                hash: bag.transaction.prev_trans_hash,
            });
        }
    }
    Ok(History::Absent)
}

/// Reads the transactions of an account back from the given one, or from its last one.
async fn read_rows_from<P: Transport>(
    client: &Client<P>,
    account: &Address,
    start_id: Option<TransactionId>,
    limit: i32,
) -> Result<Vec<BagRow>, Error> {
    let request = GetTransactionsRequest {
        address: account.to_string(),
        limit: Some(limit),
        lt: start_id.map(|from| from.lt.to_string()),
        hash: start_id.map(|from| from.hash.to_b64().to_string()),
        ..Default::default()
    };
    let rows: Option<Vec<BagRow>> = client.call(Generation::V2, "getTransactions", &request).await?;
    Ok(rows.unwrap_or_default())
}

/// Decodes a transaction, which must be the one that the next transaction or the state names.
fn read_row(row: &BagRow, account: &Address, expected: TransactionId) -> Result<TransactionBag, Error> {
    read_response("getTransactions", || {
        let bag = TransactionBag::read(&row.data, account)?;
        if (bag.transaction.lt, bag.hash) != (expected.lt, expected.hash) {
            let found_lt = bag.transaction.lt;
            return Err(format!(
                "it begins with the transaction {found_lt}, but the request is about {}",
                expected.lt
            ));
        }
        Ok(bag)
    })
}

/// Returns whether a witness is about the account. Its state does not name the account, but its last transaction does, which is requested by
/// its hash. If the state names no transaction, the account's list of transactions must be empty, too.
pub(super) async fn is_witness_of_account<P: Transport>(
    client: &Client<P>,
    account: &Address,
    witness: &Witness,
) -> Result<bool, Error> {
    let rows = read_rows_from(client, account, witness.last_transaction, 1).await?;
    match (witness.last_transaction, rows.first()) {
        (None, row) => Ok(!witness.is_active && row.is_none()),
        (Some(_), None) => Ok(false),
        (Some(last), Some(row)) => read_row(row, account, last).map(|_| true),
    }
}

/// Returns the seqno of the request that a wallet executed in a transaction; `None` if it executed no request.
fn read_executed_seqno(version: Version, bag: &mut TransactionBag) -> Option<u64> {
    let message = bag.transaction.in_msg.as_ref()?;
    let is_external = matches!(message.info, MessageInfo::ExternalIn { .. });
    let compute = bag.transaction.description.compute_phase();
    let has_run = matches!(compute, Some(ComputePhase::Vm { success: true, .. }));
    if !is_external || !has_run {
        return None;
    }
    let body = message.body;
    read_request(version, &mut bag.cells, body)?.seqno
}
