//! The jetton wallets of owners, and what changed on them. The account feed looks at the wallets together with the owners, in the same request; this
//! feed reads the wallets of an owner when one of them or the owner changed, and once a minute, since a jetton can arrive for the first time without a
//! message to its owner. `pkg/lib/live/jetton-feed.js` has the same rules.

use super::response::{Reading, read_address, read_int, read_lt, read_response};
use crate::address::Address;
use crate::cell::Int;
use crate::client::{Client, Error, Transport};
use crate::types::v3::{JettonWallet, JettonWalletsRequest};
use std::collections::{BTreeMap, HashMap};

/// The most owners in one request, so that its URL is short enough for every server.
const MAX_OWNERS: usize = 50;
/// Rows in a page.
const PAGE_SIZE: usize = 1000;
/// The most pages of one list.
const MAX_PAGES: usize = 5;
/// The most wallets that are compared. What happens on others is not known.
const MAX_SEEN: usize = 10_000;
/// The most wallets that the account feed looks at; those beyond are only compared when their owner's are read.
const MAX_FOLLOWED: usize = 900;
/// Milliseconds between two looks at owners on which nothing changed.
const LIST_MS: f64 = 60_000.0;

/// A wallet that was seen.
struct Wallet {
    owner: Address,
    balance: Int,
    lt: u64,
}

/// What is known of the wallets of an owner.
enum WalletKnowledge {
    /// No list was complete yet. With the logical time of a position, a wallet with a later transaction has changed; without one, the first list
    /// only shows what there is.
    Begins(Option<u64>),
    /// All wallets were read: one that appears later is new.
    All,
}

/// A change of the balance of a wallet.
pub(super) struct WalletChange {
    pub(super) owner: Address,
    pub(super) row: Box<JettonWallet>,
    /// `None`: not known, since no earlier balance was seen.
    pub(super) balance_before: Option<Int>,
    pub(super) balance_after: Int,
}

pub(super) struct JettonFeed {
    owners: BTreeMap<Address, WalletKnowledge>,
    wallets: HashMap<Address, Wallet>,
    /// The owners whose list of wallets must be read again; for each wallet, the logical time that the list must show.
    outdated_owners: BTreeMap<Address, HashMap<Address, u64>>,
    listed_at: f64,
    /// The wallets that the account feed looks at.
    followed_wallets: Vec<Address>,
    /// Those that it does not look at yet, each with the logical time of its row.
    new_wallets: Vec<(Address, u64)>,
    changes: Vec<WalletChange>,
}

impl JettonFeed {
    /// `owners`: each with the logical time of its position, if it has one.
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

    /// Notes that an owner or a wallet has a new transaction.
    pub(super) fn note(&mut self, account: Address, lt: u64) {
        match self.wallets.get(&account) {
            Some(wallet) => {
                self.outdated_owners.entry(wallet.owner).or_default().insert(account, lt);
            }
            None => {
                self.outdated_owners.entry(account).or_default();
            }
        }
    }

    /// The wallets that the account feed looks at.
    pub(super) fn followed(&self) -> &[Address] {
        &self.followed_wallets
    }

    /// Takes the wallets that the account feed should look at from now on, each with the logical time of its row.
    pub(super) fn take_new_wallets(&mut self) -> Vec<(Address, u64)> {
        std::mem::take(&mut self.new_wallets)
    }

    /// Takes the changes that were read.
    pub(super) fn take_changes(&mut self) -> Vec<WalletChange> {
        std::mem::take(&mut self.changes)
    }

    /// Reads the wallets of the owners that need it. What it has read stays if it fails, or if its future is dropped.
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

    /// Compares the list of some owners with what was seen before.
    fn compare(
        &mut self,
        owners: &[Address],
        rows: Vec<(Address, Wallet, Box<JettonWallet>)>,
        is_whole: bool,
    ) {
        let mut has_room = true;
        for (address, wallet, row) in rows {
            let known_wallet = self.wallets.get(&address);
            // A row that is older than the last one is of a replica that is behind.
            if known_wallet.is_some_and(|known_wallet| wallet.lt <= known_wallet.lt) {
                continue;
            }
            if known_wallet.is_none() && self.wallets.len() >= MAX_SEEN {
                has_room = false;
                continue;
            }
            let (owner, after, lt) = (wallet.owner, wallet.balance, wallet.lt);
            let before = known_wallet.map(|known_wallet| known_wallet.balance);
            let is_change = before.is_some()
                || match self.owners.get(&owner) {
                    Some(WalletKnowledge::All) => true,
                    // Whether a wallet that was not seen before had a balance is not known.
                    Some(WalletKnowledge::Begins(since)) => since.is_some_and(|since| lt > since),
                    None => false,
                };
            if is_change {
                self.changes.push(WalletChange { owner, row, balance_before: before, balance_after: after });
            }
            if before.is_none() && self.followed_wallets.len() < MAX_FOLLOWED {
                self.followed_wallets.push(address);
                self.new_wallets.push((address, lt));
            }
            self.wallets.insert(address, wallet);
        }
        for owner in owners {
            let wallets = &self.wallets;
            // A list of a replica that is behind is read again.
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

/// Reads all pages of the wallets of owners, and whether these are all.
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
