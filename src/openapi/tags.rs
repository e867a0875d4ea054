//! The categories of the specification as tags.

use crate::endpoint::Generation;
use serde_json::{Value, json};

/// Categories with their descriptions.
const CATEGORIES: &[(&str, &str)] = &[
    ("Accounts", "State, balance, wallet and token data of accounts, and names for addresses."),
    (
        "Actions and traces",
        "What transactions did: decoded actions, and the trees of transactions that they consist of.",
    ),
    ("Blockchain data", "Blocks, transactions and messages as they are in the chain."),
    ("Blocks", "Blocks, shards, and proofs of them."),
    ("Configuration", "Parameters of the network and library cells."),
    ("DNS", "Domains in `.ton` and auctions of them."),
    ("Jettons", "Fungible tokens: masters, wallets, transfers, burns."),
    ("Legacy (v2-style)", "Operations of v2 under the prefix of v3."),
    ("Multisig", "Multi-signature wallets and their orders."),
    ("NFTs", "Collections, items, sales and transfers."),
    ("RPC", "Any v2 method by name."),
    ("Run method", "Get-methods of contracts."),
    ("Send", "Sending messages, and what they would cost."),
    ("Staking", "Nominator pools: positions, events, rewards."),
    ("Stats", "Rankings."),
    ("Transactions", "Transactions of accounts and of blocks, and the other end of a message."),
    ("Utils", "Forms of addresses and hashes, and names of opcodes."),
    ("Validators", "Elections, cycles, complaints, stakes."),
    ("Vesting", "Vesting contracts."),
];

/// Returns the description of a category.
pub(crate) fn describe_category(category: &str) -> &'static str {
    CATEGORIES.iter().find(|(name, _)| *name == category).map_or("", |(_, text)| text)
}

/// Lists categories of a generation, in the order of the specification.
pub(crate) fn list_names(generation: Generation) -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for row in generation.rows() {
        let name = row.category.as_str();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

pub(super) fn build_tags(generation: Generation) -> Vec<Value> {
    let tag = |name| json!({ "name": name, "description": describe_category(name) });
    list_names(generation).into_iter().map(tag).collect()
}
