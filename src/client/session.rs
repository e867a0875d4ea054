//! Remembers how much of the chain the calls of a client have shown. A later read that shows less is repeated, so the caller's view of the
//! chain only moves forward. The JavaScript client has the same rules in `pkg/lib/client/session.js`.
//!
//! This module is pure: it gets responses and times, and [`super::session_read`] sends and sleeps.

use super::exchange::Reply;
use crate::address;
use crate::endpoint::Generation;
use crate::json::Members;
use crate::plan::Plan;
use serde_json::value::RawValue;
use std::collections::HashMap;

/// The maximum number of accounts that a [`Memory`] has.
const MAX_ACCOUNTS: usize = 1000;
/// Milliseconds for which an account is remembered: longer than a gateway of this package with its default settings serves a
/// state.
const MEMORY_MS: f64 = 300_000.0;
/// The maximum number of rows of one response that are remembered, except states of accounts.
const MAX_ROWS: usize = 100;
/// Operations that show the newest block.
const HEADS: [&str; 2] = ["getMasterchainInfo", "masterchainInfo"];
/// Operations whose response shows the last transaction of the requested account.
const STATES: [&str; 8] = [
    "getAddressInformation",
    "getExtendedAddressInformation",
    "getWalletInformation",
    "runGetMethod",
    "accountStates",
    "walletStates",
    "addressInformation",
    "walletInformation",
];
/// Operations that list transactions of accounts.
const TRANSACTIONS: [&str; 3] = ["getTransactions", "getTransactionsStd", "transactions"];
/// Parameters that make a list of transactions begin after the newest transaction.
const STARTS: [&str; 8] = ["lt", "hash", "to_lt", "end_lt", "end_utime", "offset", "mc_seqno", "seqno"];
/// Parameters that exclude transactions from a list.
const FILTERS: [&str; 3] = ["start_lt", "start_utime", "exclude_account"];

/// The last known transaction of an account.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Entry {
    lt: u64,
    /// A masterchain block that has the transaction; 0 if it is unknown.
    seqno: u32,
    /// Whether v3 has shown the transaction.
    is_indexed: bool,
    expires_at: f64,
}

/// A bounded map. New entries go into the young half; when that is full, it becomes the old half, and the previous old half is dropped.
#[derive(Default)]
struct Memory {
    young_entries: HashMap<String, Entry>,
    old_entries: HashMap<String, Entry>,
}

impl Memory {
    fn get(&self, key: &str, now: f64) -> Option<Entry> {
        self.young_entries
            .get(key)
            .or_else(|| self.old_entries.get(key))
            .copied()
            .filter(|entry| now < entry.expires_at)
    }

    fn put(&mut self, key: &str, entry: Entry) {
        if self.young_entries.len() >= MAX_ACCOUNTS / 2 && !self.young_entries.contains_key(key) {
            self.old_entries = core::mem::take(&mut self.young_entries);
        }
        self.young_entries.insert(key.into(), entry);
    }

    fn remove(&mut self, key: &str) {
        self.young_entries.remove(key);
        self.old_entries.remove(key);
    }

    fn keys(&self) -> impl Iterator<Item = &String> {
        self.young_entries
            .keys()
            .chain(self.old_entries.keys().filter(|key| !self.young_entries.contains_key(*key)))
    }
}

/// The operation of a read, and its parameters.
pub(super) struct ReadRequest {
    generation: Generation,
    path: &'static str,
    params: Vec<(String, String)>,
    /// The accounts among the parameters, in raw form.
    accounts: Vec<String>,
}

impl ReadRequest {
    pub(super) fn new(plan: &Plan) -> Self {
        let query = plan.query.split('&').filter_map(|pair| pair.split_once('='));
        let mut params: Vec<(String, String)> =
            query.map(|(name, value)| (name.into(), decode(value))).collect();
        let body: Option<Members<'_>> = plan.body.as_deref().and_then(|body| serde_json::from_str(body).ok());
        for (name, value) in body.into_iter().flatten() {
            let texts: Vec<&RawValue> = serde_json::from_str(value.get()).unwrap_or_else(|_| vec![value]);
            params.extend(
                texts.into_iter().map(|text| (name.to_string(), text.get().trim_matches('"').into())),
            );
        }
        let accounts = params.iter().filter_map(|(_, value)| to_raw(value)).collect();
        let path = plan.endpoint.path.trim_start_matches('/');
        Self { generation: plan.endpoint.generation, path, params, accounts }
    }

    fn has_param(&self, name: &str) -> bool {
        self.params.iter().any(|(param, value)| param == name && !value.is_empty() && value != "0")
    }

    fn is_head(&self) -> bool {
        HEADS.contains(&self.path)
    }

    /// Returns whether the response is about a block that the caller chose.
    fn is_past(&self) -> bool {
        self.has_param("seqno") || self.has_param("mc_seqno")
    }

    /// Returns whether the response lists transactions, but not the newest ones.
    fn is_old_page(&self) -> bool {
        TRANSACTIONS.contains(&self.path) && STARTS.iter().any(|name| self.has_param(name))
    }

    /// Returns whether the response lists transactions of one account, beginning with the newest one.
    fn is_newest_first(&self) -> bool {
        TRANSACTIONS.contains(&self.path)
            && self.accounts.len() == 1
            && !self.is_old_page()
            && !self.params.iter().any(|(name, value)| name == "sort" && value == "asc")
            && !FILTERS.iter().any(|name| self.has_param(name))
    }

    /// Returns whether the response does not show the last transactions of its accounts, or the head, although it depends on them.
    fn cannot_show(&self) -> bool {
        !STATES.contains(&self.path)
            && !self.is_head()
            && !self.is_past()
            && !self.is_newest_first()
            && !self.is_old_page()
    }
}

/// An account in a response, with its last transaction.
struct ShownAccount {
    key: String,
    lt: Option<u64>,
    /// Whether the account may have later transactions, so that this one is only remembered.
    is_history: bool,
}

/// The account, or the head, of which a response shows an older state than was seen.
#[derive(Debug, PartialEq)]
pub(super) struct OlderState {
    key: String,
    shown_lt: Option<u64>,
    seen_lt: u64,
    /// A block that has the transaction; 0 if it is unknown.
    pub(super) seqno: u32,
    /// Whether a missing account may be deleted.
    pub(super) may_be_deleted: bool,
}

impl OlderState {
    pub(super) fn key(&self) -> &str {
        &self.key
    }

    pub(super) fn describe(&self, timeout_ms: f64) -> String {
        let Self { key, shown_lt: shown, seen_lt: seen, .. } = self;
        match shown {
            Some(shown) if HEADS.contains(&key.as_str()) => format!(
                "the server is behind: its newest block is {shown}, but this client has seen block {seen}; repeated for {timeout_ms} ms"
            ),
            Some(shown) => format!(
                "the server is behind: it shows account {key} at logical time {shown}, but this client has seen a transaction of it at {seen}; repeated for {timeout_ms} ms"
            ),
            None => format!(
                "the server is behind: it shows account {key} without a transaction, but this client has seen a transaction of it at {seen}; repeated for {timeout_ms} ms"
            ),
        }
    }
}

/// A small request before a read whose response cannot show whether it contains the seen state.
#[derive(Debug, PartialEq)]
pub(super) enum PreparatoryRead {
    /// The newest block, until the server has reached this one.
    Head(u32),
    /// The state of this account over v2, which names a block that has its transaction.
    Place(String),
    /// The states of these accounts over v3, until they are at least as new as the states that v2 has shown.
    States(Vec<String>),
}

#[derive(Default)]
pub(super) struct Session {
    /// Accounts of the caller's own transactions, and accounts that responses have shown.
    own_transactions: Memory,
    seen: Memory,
    /// The newest block that responses of v2 and v3 have shown, and until when it counts.
    heights: [u32; 2],
    heights_until: f64,
    /// The newest block that has one of the caller's own transactions, and until when it is remembered.
    own_seqno: u32,
    own_until: f64,
    /// Whether the server is a gateway of this package, which reads `X-Ton-Edge-Min-Seqno`.
    is_gateway: bool,
}

impl Session {
    /// Remembers a transaction that the caller has seen executed.
    pub(super) fn note_transaction(&mut self, account: &str, lt: u64, seqno: u32, now: f64) {
        let key = to_raw(account).unwrap_or_else(|| account.into());
        if self.own_transactions.get(&key, now).is_some_and(|entry| entry.lt > lt) {
            return;
        }
        self.own_transactions.put(&key, Entry { lt, seqno, is_indexed: false, expires_at: now + MEMORY_MS });
        self.own_seqno = self.own_seqno.max(seqno);
        self.own_until = now + MEMORY_MS;
    }

    /// Returns the block that a read requires from a gateway; `older_seqno`: the block of the state that the previous response lacked.
    pub(super) fn required_block(&self, older_seqno: u32, now: f64) -> Option<u32> {
        let own_seqno = if now < self.own_until { self.own_seqno } else { 0 };
        Some(older_seqno.max(own_seqno)).filter(|seqno| self.is_gateway && *seqno > 0)
    }

    pub(super) fn is_gateway(&self) -> bool {
        self.is_gateway
    }

    /// Returns the next small request before a read.
    pub(super) fn next_preparatory_read(&self, request: &ReadRequest, now: f64) -> Option<PreparatoryRead> {
        if !request.cannot_show() {
            return None;
        }
        let is_v3 = request.generation == Generation::V3;
        if now < self.own_until {
            // An operation of v2 without accounts, such as one about blocks, is not about the caller's transactions.
            let keys: Vec<&String> = if is_v3 {
                self.own_transactions.keys().collect()
            } else {
                request.accounts.iter().collect()
            };
            let entries =
                keys.into_iter().filter_map(|key| Some((key, self.own_transactions.get(key, now)?)));
            let mut seqno = 0;
            for (key, entry) in entries {
                if entry.seqno == 0 && !entry.is_indexed && (is_v3 || self.is_gateway) {
                    return Some(PreparatoryRead::Place(key.clone()));
                }
                seqno = seqno.max(entry.seqno);
            }
            if !self.is_gateway && self.height(request.generation, now) < seqno {
                return Some(PreparatoryRead::Head(seqno));
            }
        }
        // At a block that has the transaction, the index need not be requested for the account.
        let required_height = self.required_block(0, now).unwrap_or_default();
        let reached_height = self.height(Generation::V3, now).max(required_height);
        let is_behind = |key: &&String| {
            let entry = self.seen.get(key, now);
            entry.is_some_and(|entry| !entry.is_indexed && (entry.seqno == 0 || entry.seqno > reached_height))
        };
        let keys_behind: Vec<String> = request.accounts.iter().filter(is_behind).cloned().collect();
        (is_v3 && !keys_behind.is_empty()).then_some(PreparatoryRead::States(keys_behind))
    }

    /// Ends the search for a block: the server's states name none.
    pub(super) fn give_up_place(&mut self, key: &str, now: f64) {
        if let Some(entry) = self.own_transactions.get(key, now).filter(|entry| entry.seqno == 0) {
            self.own_transactions.put(key, Entry { is_indexed: true, ..entry });
        }
    }

    /// Ends the wait for the index, which has been requested and no longer shows these accounts.
    pub(super) fn give_up_index(&mut self, keys: &[String], now: f64) {
        for key in keys {
            if let Some(entry) = self.seen.get(key, now) {
                self.seen.put(key, Entry { is_indexed: true, ..entry });
            }
        }
    }

    pub(super) fn forget(&mut self, key: &str) {
        self.seen.remove(key);
    }

    fn index(generation: Generation) -> usize {
        usize::from(generation == Generation::V3)
    }

    pub(super) fn height(&self, generation: Generation, now: f64) -> u32 {
        let height = self.heights.get(Self::index(generation)).copied().unwrap_or_default();
        if now < self.heights_until { height } else { 0 }
    }

    fn raise(&mut self, generation: Generation, seqno: u32, now: f64) {
        if seqno == 0 || seqno < self.height(generation, now) {
            return;
        }
        if now >= self.heights_until {
            self.heights = [0; 2];
        }
        if let Some(height) = self.heights.get_mut(Self::index(generation)) {
            *height = seqno;
        }
        self.heights_until = now + MEMORY_MS;
    }

    /// Returns the first account of which the response shows less than was seen, or the head. If there is none, remembers what it shows.
    pub(super) fn compare(&mut self, request: &ReadRequest, reply: &Reply, now: f64) -> Option<OlderState> {
        let generation = request.generation;
        self.is_gateway |= reply.is_gateway;
        if request.is_past() {
            return None;
        }
        let fields: Option<Members<'_>> = serde_json::from_str(&reply.json).ok();
        if request.is_head() {
            let head = fields.as_ref().and_then(|fields| read_seqno(fields.get("last")?))?;
            let height = self.height(generation, now);
            if head < height {
                return Some(describe_head_behind(generation, head, height));
            }
            self.raise(generation, head, now);
            return None;
        }
        let shown_accounts = list_shown(request, fields.as_ref(), &reply.json, |key| {
            self.own_transactions.get(key, now).is_some() || self.seen.get(key, now).is_some()
        });
        for ShownAccount { key, lt, .. } in
            shown_accounts.iter().filter(|shown_accounts| !shown_accounts.is_history)
        {
            for (memory, is_own) in [(&self.own_transactions, true), (&self.seen, false)] {
                let Some(entry) = memory.get(key, now).filter(|entry| lt.is_none_or(|lt| lt < entry.lt))
                else {
                    continue;
                };
                let seqno = if entry.seqno > 0 { entry.seqno } else { self.height(generation, now) };
                let may_be_deleted = lt.is_none() && !is_own;
                return Some(OlderState {
                    key: key.clone(),
                    shown_lt: *lt,
                    seen_lt: entry.lt,
                    seqno,
                    may_be_deleted,
                });
            }
        }
        // A header is a lower bound of the response's block; the block that the response names has all that it shows.
        let named_seqno =
            fields.as_ref().and_then(|fields| read_seqno(fields.get("block_id")?)).unwrap_or_default();
        self.raise(generation, named_seqno.max(reply.seqno), now);
        for ShownAccount { key, lt, .. } in &shown_accounts {
            if let Some(lt) = *lt {
                self.remember_seen(key, lt, named_seqno, generation == Generation::V3, now);
            }
        }
        None
    }

    fn remember_seen(&mut self, key: &str, lt: u64, seqno: u32, is_v3: bool, now: f64) {
        let seen_before = self.seen.get(key, now);
        if seen_before.is_some_and(|entry| lt < entry.lt) {
            return;
        }
        // If a state names its block and shows the caller's own transaction, that block has the
        // transaction.
        if let Some(entry) = self
            .own_transactions
            .get(key, now)
            .filter(|entry| entry.seqno == 0 && seqno > 0 && lt >= entry.lt)
        {
            self.own_transactions.put(key, Entry { seqno, ..entry });
            self.own_seqno = self.own_seqno.max(seqno);
        }
        let same_entry = seen_before.filter(|entry| entry.lt == lt);
        let entry = Entry {
            lt,
            seqno: same_entry.map(|entry| entry.seqno).filter(|earlier| *earlier > 0).unwrap_or(seqno),
            is_indexed: is_v3 || same_entry.is_some_and(|entry| entry.is_indexed),
            expires_at: now + MEMORY_MS,
        };
        self.seen.put(key, entry);
    }
}

/// Describes a server whose newest block is too old.
pub(super) fn describe_head_behind(generation: Generation, head: u32, height: u32) -> OlderState {
    let [head_v2, head_v3] = HEADS;
    let key = String::from(if generation == Generation::V2 { head_v2 } else { head_v3 });
    OlderState {
        key,
        shown_lt: Some(head.into()),
        seen_lt: height.into(),
        seqno: height,
        may_be_deleted: false,
    }
}

/// Lists the accounts in a result, each with its last transaction.
fn list_shown(
    request: &ReadRequest,
    fields: Option<&Members<'_>>,
    json: &str,
    is_known: impl Fn(&str) -> bool,
) -> Vec<ShownAccount> {
    let is_v3 = request.generation == Generation::V3;
    let field = |name: &str| fields.and_then(|fields| fields.get(name));
    let rows =
        |name: &str, max: usize| field(name).map(|list| read_rows(list.get(), max)).unwrap_or_default();
    let current_account = |key: String, lt: Option<u64>| ShownAccount { key, lt, is_history: false };
    match request.path {
        "accountStates" => return list_states(request, &rows("accounts", usize::MAX), is_known),
        "walletStates" => return list_states(request, &rows("wallets", usize::MAX), is_known),
        "jetton/wallets" | "nft/items" => {
            let name = if request.path == "nft/items" { "nft_items" } else { "jetton_wallets" };
            let row = |row: &Members<'_>| {
                let lt = read_lt(row.get("last_transaction_lt")?)?;
                Some(current_account(
                    format!("{} {}", request.path, read_text(row.get("address")?)),
                    Some(lt),
                ))
            };
            return rows(name, MAX_ROWS).iter().filter_map(row).collect();
        }
        _ => {}
    }
    let state = field("last_transaction_id")
        .map(|id| serde_json::from_str::<Members<'_>>(id.get()).ok().and_then(|id| read_lt(id.get("lt")?)))
        .or_else(|| field("last_transaction_lt").map(read_lt));
    if let Some(lt) = state {
        return request.accounts.first().map(|key| current_account(key.clone(), lt)).into_iter().collect();
    }
    let transactions = if is_v3 {
        rows("transactions", MAX_ROWS)
    } else if !request.is_newest_first() {
        Vec::new()
    } else if fields.is_some() {
        rows("transactions", 1)
    } else {
        // `getTransactions` of v2 returns the bare list.
        read_rows(json, 1)
    };
    let mut shown_accounts = Vec::new();
    let account = request.accounts.first().filter(|_| request.is_newest_first());
    if let Some(account) = account {
        let lt = transactions.first().and_then(|row| {
            let id: Option<Members<'_>> =
                row.get("transaction_id").and_then(|id| serde_json::from_str(id.get()).ok());
            id.and_then(|id| read_lt(id.get("lt")?)).or_else(|| read_lt(row.get("lt")?))
        });
        shown_accounts.push(current_account(account.clone(), lt));
    }
    if is_v3 && !request.path.starts_with("pending") {
        let read_row = |row: &Members<'_>| {
            let is_final = row.get("finality").is_none_or(|text| read_text(text) == "finalized")
                && row.get("emulated").is_none_or(|flag| flag.get() != "true");
            let (key, lt) = (to_raw(read_text(row.get("account")?))?, read_lt(row.get("lt")?)?);
            (is_final && Some(&key) != account).then_some(ShownAccount {
                key,
                lt: Some(lt),
                is_history: true,
            })
        };
        shown_accounts.extend(transactions.iter().filter_map(read_row));
    }
    shown_accounts
}

/// Lists the rows of account states, and the accounts that are known and have no row.
fn list_states(
    request: &ReadRequest,
    rows: &[Members<'_>],
    is_known: impl Fn(&str) -> bool,
) -> Vec<ShownAccount> {
    let state = |row: &Members<'_>| {
        let key = to_raw(read_text(row.get("address")?))?;
        Some(ShownAccount { key, lt: row.get("last_transaction_lt").and_then(read_lt), is_history: false })
    };
    let mut shown_accounts: Vec<ShownAccount> = rows.iter().filter_map(state).collect();
    let keys: std::collections::HashSet<&str> =
        shown_accounts.iter().map(|state| state.key.as_str()).collect();
    let missing_accounts =
        request.accounts.iter().filter(|key| !keys.contains(key.as_str()) && is_known(key));
    let missing_states: Vec<ShownAccount> =
        missing_accounts.map(|key| ShownAccount { key: key.clone(), lt: None, is_history: false }).collect();
    shown_accounts.extend(missing_states);
    shown_accounts
}

/// Reads the first rows of a list; rows that are not objects are left out.
fn read_rows(json: &str, max: usize) -> Vec<Members<'_>> {
    let rows: Vec<&RawValue> = serde_json::from_str(json).unwrap_or_default();
    rows.into_iter().take(max).filter_map(|row| serde_json::from_str(row.get()).ok()).collect()
}

fn read_text(value: &RawValue) -> &str {
    value.get().trim_matches('"')
}

/// Reads a logical time; `None` for an account without a transaction.
fn read_lt(value: &RawValue) -> Option<u64> {
    read_text(value).parse().ok().filter(|lt| *lt > 0)
}

/// Reads the seqno of a block.
fn read_seqno(block: &RawValue) -> Option<u32> {
    let fields: Members<'_> = serde_json::from_str(block.get()).ok()?;
    fields.get("seqno")?.get().parse().ok()
}

/// Returns the raw form of an address.
fn to_raw(text: &str) -> Option<String> {
    // Longer texts are not addresses, and need not be parsed.
    let parsed_address = (48..=77).contains(&text.len()).then(|| address::parse(text).ok()).flatten()?;
    Some(parsed_address.address.to_raw().to_string())
}

/// Decodes the characters of an address that a query may have encoded.
fn decode(value: &str) -> String {
    value.replace("%3A", ":").replace("%2B", "+").replace("%2F", "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_are_forgotten_by_halves() {
        let entry = |lt| Entry { lt, seqno: 0, is_indexed: false, expires_at: 1.0 };
        let half_count = MAX_ACCOUNTS / 2;
        let mut memory = Memory::default();
        for number in 0..half_count {
            memory.put(&number.to_string(), entry(1));
        }
        // An account that is already remembered needs no further entry.
        memory.put("0", entry(2));
        assert!(memory.old_entries.is_empty());
        assert_eq!(memory.get("0", 0.0), Some(entry(2)));
        assert_eq!(memory.get("0", 1.0), None);
        memory.put("new", entry(3));
        assert_eq!(
            (memory.young_entries.len(), memory.old_entries.len(), memory.keys().count()),
            (1, half_count, half_count + 1)
        );
        for number in 1..half_count {
            memory.put(&format!("new {number}"), entry(3));
        }
        assert_eq!(memory.get("0", 0.0), Some(entry(2)));
        memory.put("newest", entry(4));
        assert_eq!((memory.get("0", 0.0), memory.get("new", 0.0)), (None, Some(entry(3))));
    }
}
