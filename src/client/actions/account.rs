//! Summaries of accounts from v3.

use super::response::{
    Reading, read_amount, read_hash, read_int, read_lt, read_response, require, require_account,
};
use super::{read_parameter, try_join};
use crate::address::Address;
use crate::cell::Int;
use crate::client::{Client, Error, Transport};
use crate::hash::Hash;
use crate::types::v3::{
    AccountStatus, AddressBook, DNSRecordsResponse, DnsRecordsRequest, WalletKind, WalletState,
    WalletStatesRequest, WalletStatesResponse,
};
use std::collections::BTreeMap;

/// The maximum number of domains of an account that are listed.
const MAX_DOMAINS: i32 = 100;

/// Logical time and hash of a transaction, which together identify it.
///
/// ```
/// use ton_edge::client::TransactionId;
/// use ton_edge::hash::Hash;
/// let last = TransactionId { lt: 47_000_000_000_001, hash: Hash([7; 32]) };
/// assert!(last.lt > 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TransactionId {
    /// The logical time of the transaction.
    pub lt: u64,
    /// The hash of the transaction.
    pub hash: Hash,
}

/// The summary of an account; the result of [`Client::account`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AccountSummary {
    /// The address of the account.
    pub address: Address,
    /// The balance in nanocoins.
    pub balance: u128,
    /// Amounts of other currencies by their ids.
    pub extra_currencies: BTreeMap<u32, Int>,
    /// The status; [`AccountStatus::Nonexist`] for an account that never received a message.
    pub state: AccountStatus,
    /// The seqno of the wallet; `None` if the account is not a wallet with a seqno.
    pub seqno: Option<u32>,
    /// The version of the wallet, as far as the service knows it.
    pub wallet_type: Option<WalletKind>,
    /// The id of the wallet.
    pub wallet_id: Option<i64>,
    /// Kinds of contract that the service recognized.
    pub interfaces: Vec<String>,
    /// Domains whose wallet record is this account, at most 101. The domain that the account chose as its own comes first.
    pub domains: Vec<String>,
    /// The last transaction; `None` if there is none.
    pub last_transaction: Option<TransactionId>,
}

impl<P: Transport> Client<P> {
    /// Returns balance, state, seqno and domains of an account, with 2 requests to v3 at the same time. `address` can have any form.
    ///
    /// # Errors
    /// As [`Client::call`]; `invalid_response` for a response about another account, and for a balance or seqno that is missing or
    /// malformed.
    ///
    /// ```no_run
    /// # async fn example<T: ton_edge::client::Transport>(client: ton_edge::client::Client<T>) -> Result<(), ton_edge::client::Error> {
    /// let account = client.account("EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N").await?;
    /// println!("{} TON, seqno {:?}", ton_edge::amount::from_nano(account.balance), account.seqno);
    /// # Ok(()) }
    /// ```
    pub async fn account(&self, address: &str) -> Result<AccountSummary, Error> {
        let account = read_parameter("address", address)?;
        let client = self.for_requests();
        let states = WalletStatesRequest { address: vec![address.into()], ..Default::default() };
        let records = DnsRecordsRequest {
            wallet: Some(address.into()),
            limit: Some(MAX_DOMAINS),
            ..Default::default()
        };
        let (states, records) = try_join(client.send(&states), client.send(&records)).await?;
        read_response("walletStates or dns/records", || read_summary(account, states, records))
    }
}

fn read_summary(
    address: Address,
    states: WalletStatesResponse,
    records: DNSRecordsResponse,
) -> Reading<AccountSummary> {
    for row in &states.wallets {
        require_account("address", &row.address, &address)?;
    }
    for record in &records.records {
        require_account("dns_wallet", require("dns_wallet", record.dns_wallet.as_deref())?, &address)?;
    }
    let book = states.address_book.and_then(|AddressBook(mut rows)| rows.remove(address.to_raw().as_str()));
    let (own_domain, interfaces) = book.map(|row| (row.domain, row.interfaces)).unwrap_or_default();
    // The domain that the account chose as its own comes first.
    let own_domain = own_domain.filter(|domain| !domain.is_empty());
    let mut domains: Vec<String> = Vec::new();
    for domain in own_domain.into_iter().chain(records.records.into_iter().map(|record| record.domain)) {
        if !domains.contains(&domain) {
            domains.push(domain);
        }
    }
    let summary = AccountSummary {
        address,
        balance: 0,
        extra_currencies: BTreeMap::new(),
        state: AccountStatus::Nonexist,
        seqno: None,
        wallet_type: None,
        wallet_id: None,
        interfaces: interfaces.flatten().unwrap_or_default(),
        domains,
        last_transaction: None,
    };
    // The service has no row for an account that never received a message.
    let Some(row) = states.wallets.into_iter().next() else { return Ok(summary) };
    Ok(AccountSummary {
        balance: read_amount("balance", require("balance", row.balance.as_deref())?)?,
        seqno: read_seqno(&row)?,
        last_transaction: read_last_transaction(&row)?,
        extra_currencies: read_extra_currencies(row.extra_currencies)?,
        state: require("status", row.status)?,
        wallet_type: row.wallet_type,
        wallet_id: row.wallet_id,
        ..summary
    })
}

fn read_extra_currencies(amounts: Option<BTreeMap<String, String>>) -> Reading<BTreeMap<u32, Int>> {
    let amounts = amounts.unwrap_or_default().into_iter().map(|(id, amount)| {
        let id =
            id.parse().map_err(|_| String::from("the id of an extra currency is not a number of 32 bits"))?;
        Ok((id, read_int("extra_currencies", &amount)?))
    });
    amounts.collect()
}

fn read_last_transaction(row: &WalletState) -> Reading<Option<TransactionId>> {
    let (lt, hash) = (row.last_transaction_lt.as_deref(), row.last_transaction_hash.as_deref());
    if lt.is_none() && hash.is_none() {
        return Ok(None);
    }
    Ok(Some(TransactionId {
        lt: read_lt("last_transaction_lt", require("last_transaction_lt", lt)?)?,
        hash: read_hash("last_transaction_hash", require("last_transaction_hash", hash)?)?,
    }))
}

/// Returns the seqno of a wallet; `None` for an account without one. Highload wallets have no seqno, and the service does not report their
/// type.
fn read_seqno(row: &WalletState) -> Reading<Option<u32>> {
    let Some(seqno) = row.seqno else {
        let has_seqno = row.wallet_type.as_ref().is_some_and(|kind| match kind {
            WalletKind::Other(name) => name
                .strip_prefix("wallet v")
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())),
            _ => true,
        });
        return if has_seqno { Err("`seqno` is missing".into()) } else { Ok(None) };
    };
    u32::try_from(seqno).map(Some).map_err(|_| "`seqno` is not a number of 32 bits".into())
}
