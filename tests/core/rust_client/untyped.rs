use serde::Deserialize;
use serde_json::json;
use ton_edge::client::{Client, Error, PageOptions, Transport};
use ton_edge::endpoint::Generation;

/// What is wanted of a row.
#[derive(Deserialize)]
struct Wallet {
    jetton: String,
    balance: String,
}

/// Masters and balances of the jettons that an account has.
async fn balances<P: Transport>(client: &Client<P>, owner: &str) -> Result<Vec<(String, String)>, Error> {
    let filter = json!({ "owner_address": owner, "exclude_zero_balance": true });
    let options = PageOptions::default();
    let mut pages = client.pages::<Wallet>(Generation::V3, "jetton/wallets", &filter, options)?;
    let mut balances = Vec::new();
    while let Some(page) = pages.next().await? {
        balances.extend(page.rows.into_iter().map(|row| (row.jetton, row.balance)));
    }
    Ok(balances)
}
