//! Finds changes of the jetton wallets of owners. The account feed polls the wallets together with the owners, in the same request. This
//! feed reads the list of an owner's wallets when one of them or the owner has changed, and once a minute, since a jetton can arrive for
//! the first time without a message to its owner. `pkg/lib/live/jetton-feed.js` has the same rules.

use super::response::{Reading, read_address, read_int, read_lt, read_response};
use crate::address::Address;
use crate::cell::Int;
use crate::client::{Client, Error, Transport};
use crate::types::v3::{JettonWallet, JettonWalletsRequest};
use std::collections::{BTreeMap, HashMap};

/// The maximum number of owners in one request, so that its URL is short enough for every server.
const MAX_OWNERS: usize = 50;
/// The number of rows of a page.
const PAGE_SIZE: usize = 1000;
/// The maximum number of pages of one list.
const MAX_PAGES: usize = 5;
/// The maximum number of wallets that are compared with their earlier state. Changes of further wallets
/// are not noticed.
const MAX_SEEN: usize = 10_000;
/// The maximum number of wallets that the account feed polls. Further wallets are compared only when the list of their owner is read.
const MAX_FOLLOWED: usize = 900;
/// Milliseconds between two reads of the lists of owners that have not changed.
const LIST_MS: f64 = 60_000.0;

/// A wallet as the last list showed it.
struct Wallet {
    owner: Address,
    balance: Int,
    lt: u64,
}

/// How complete the knowledge of an owner's wallets is.
enum WalletKnowledge {
    /// No complete list was read yet. If the logical time of a position is given, a wallet with a later transaction has changed; otherwise
    /// the first list shows no changes, only the existing wallets.
    Begins(Option<u64>),
    /// All wallets were read: one that appears later is new.
    All,
}

/// A change of the balance of a wallet.
pub(super) struct WalletChange {
    pub(super) owner: Address,
    pub(super) row: Box<JettonWallet>,
    /// `None`: unknown, since no earlier balance was seen.
    pub(super) balance_before: Option<Int>,
    pub(super) balance_after: Int,
}

pub(super) struct JettonFeed {
    owners: BTreeMap<Address, WalletKnowledge>,
    wallets: HashMap<Address, Wallet>,
    /// The owners whose list of wallets must be read again; for each wallet, the logical time that the list must show.
    outdated_owners: BTreeMap<Address, HashMap<Address, u64>>,
    listed_at: f64,
    /// The wallets that the account feed polls.
    followed_wallets: Vec<Address>,
    /// Wallets that the account feed does not poll yet, each with the logical time of its row.
    new_wallets: Vec<(Address, u64)>,
    changes: Vec<WalletChange>,
}

impl JettonFeed {
    /// Creates the feed. `owners`: the owners, each with the logical time of its position if it has one.
    pub(super) fn new(owners: impl IntoIterator<Item = (Address, Option<u64>)>) -> Self {
        Self {
            owners: owners
                .into_iter()
                .map(|(owner, since)| (owner, WalletKnowledge::Begins(since)))
                .collect(),
            wallets: HashMap::new(),
            outdated_owners: BTreeMap::new(),
            listed_at: f64::NEG_INFINITY,
            followed_wallets: Vec::new(),
            new_wallets: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// Records that an owner or a wallet has a new transaction.
    pub(super) fn note_transaction(&mut self, account: Address, lt: u64) {
        match self.wallets.get(&account) {
            Some(wallet) => {
                self.outdated_owners.entry(wallet.owner).or_default().insert(account, lt);
            }
            None => {
                self.outdated_owners.entry(account).or_default();
            }
        }
    }

    /// Returns the wallets that the account feed polls.
    pub(super) fn followed_accounts(&self) -> &[Address] {
        &self.followed_wallets
    }

    /// Takes the new wallets, which the account feed polls from now on, each with the logical time of its row.
    pub(super) fn take_new_wallets(&mut self) -> Vec<(Address, u64)> {
        std::mem::take(&mut self.new_wallets)
    }

    /// Takes the changes that were read.
    pub(super) fn take_changes(&mut self) -> Vec<WalletChange> {
        std::mem::take(&mut self.changes)
    }

    /// Reads the lists of the owners whose lists are outdated. If it fails or its future is dropped, the lists read so far stay.
    pub(super) async fn poll<P: Transport>(&mut self, client: &Client<P>) -> Result<(), Error> {
        let is_due = client.transport().now() - self.listed_at >= LIST_MS;
        let owners: Vec<Address> = if is_due {
            self.owners.keys().copied().collect()
        } else {
            self.outdated_owners.keys().copied().collect()
        };
        for part in owners.chunks(MAX_OWNERS) {
            let (rows, is_whole) = read_list(client, part).await?;
            self.compare(part, rows, is_whole);
        }
        if is_due {
            self.listed_at = client.transport().now();
        }
        Ok(())
    }

    /// Compares the list of some owners with the wallets of earlier lists.
    fn compare(
        &mut self,
        owners: &[Address],
        rows: Vec<(Address, Wallet, Box<JettonWallet>)>,
        is_whole: bool,
    ) {
        let mut has_room = true;
        for (address, wallet, row) in rows {
            let known_wallet = self.wallets.get(&address);
            // A row that is older than the last one comes from a replica that lags behind.
            if known_wallet.is_some_and(|known_wallet| wallet.lt <= known_wallet.lt) {
                continue;
            }
            if known_wallet.is_none() && self.wallets.len() >= MAX_SEEN {
                has_room = false;
                continue;
            }
            let (owner, balance_after, lt) = (wallet.owner, wallet.balance, wallet.lt);
            let balance_before = known_wallet.map(|known_wallet| known_wallet.balance);
            let is_change = balance_before.is_some()
                || match self.owners.get(&owner) {
                    Some(WalletKnowledge::All) => true,
                    // It is unknown whether a wallet that was not seen before had a balance.
                    Some(WalletKnowledge::Begins(since)) => since.is_some_and(|since| lt > since),
                    None => false,
                };
            if is_change {
                self.changes.push(WalletChange { owner, row, balance_before, balance_after });
            }
            if balance_before.is_none() && self.followed_wallets.len() < MAX_FOLLOWED {
                self.followed_wallets.push(address);
                self.new_wallets.push((address, lt));
            }
            self.wallets.insert(address, wallet);
        }
        for owner in owners {
            let wallets = &self.wallets;
            // The list of a replica that lags behind is read again.
            let is_shown =
                |(address, lt): (&Address, &u64)| wallets.get(address).is_none_or(|wallet| wallet.lt >= *lt);
            if self.outdated_owners.get(owner).is_some_and(|required| required.iter().all(is_shown)) {
                self.outdated_owners.remove(owner);
            }
            if is_whole && has_room {
                self.owners.insert(*owner, WalletKnowledge::All);
            }
        }
    }
}

/// Reads the pages of the wallets of owners. Also returns whether these are all wallets.
async fn read_list<P: Transport>(
    client: &Client<P>,
    owners: &[Address],
) -> Result<(Vec<(Address, Wallet, Box<JettonWallet>)>, bool), Error> {
    let mut wallets = Vec::new();
    for page in 0..MAX_PAGES {
        let request = JettonWalletsRequest {
            owner_address: Some(owners.iter().map(Address::to_string).collect()),
            offset: i32::try_from(page * PAGE_SIZE).ok(),
            limit: i32::try_from(PAGE_SIZE).ok(),
            ..Default::default()
        };
        let rows = client.send(&request).await?.jetton_wallets;
        let is_last = rows.len() < PAGE_SIZE;
        let read = || rows.into_iter().map(|row| read_wallet(row, owners)).collect::<Reading<Vec<_>>>();
        wallets.extend(read_response("jetton/wallets", read)?);
        if is_last {
            return Ok((wallets, true));
        }
    }
    Ok((wallets, false))
}

/// Reads a row, about one of the owners that the request named.
fn read_wallet(row: JettonWallet, owners: &[Address]) -> Reading<(Address, Wallet, Box<JettonWallet>)> {
    let owner = read_address("owner", &row.owner)?;
    if !owners.contains(&owner) {
        return Err(format!("it is also about {owner}, which was not requested"));
    }
    let wallet = Wallet {
        owner,
        balance: read_int("balance", &row.balance)?,
        lt: read_lt("last_transaction_lt", &row.last_transaction_lt)?,
    };
    Ok((read_address("address", &row.address)?, wallet, Box::new(row)))
}
