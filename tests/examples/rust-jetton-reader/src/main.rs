// Prints the jettons of an account: `cargo run -- <account> [<gateway>]`.

use serde::Deserialize;
use serde_json::json;
use ton_edge::UreqTransport;
use ton_edge::client::{Client, Error, PageOptions, Settings, Transport};
use ton_edge::endpoint::Generation;

/// The fields that this program needs of a row.
#[derive(Deserialize)]
struct Wallet {
    jetton: String,
    balance: String,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The first argument is the program's own name.
    let mut arguments = std::env::args().skip(1);
    let account = arguments.next().ok_or("of which account?")?;
    let settings = Settings { base_url: arguments.next(), ..Settings::default() };
    let client = Client::new(settings, UreqTransport::new())?;
    for wallet in pollster::block_on(wallets(&client, &account))? {
        println!("{} {}", wallet.jetton, wallet.balance);
    }
    Ok(())
}

/// The jetton wallets of an account that hold something.
async fn wallets<T: Transport>(client: &Client<T>, owner: &str) -> Result<Vec<Wallet>, Error> {
    let filter = json!({ "owner_address": owner, "exclude_zero_balance": true });
    let options = PageOptions::default();
    let mut pages = client.pages::<Wallet>(Generation::V3, "jetton/wallets", &filter, options)?;
    let mut wallets = Vec::new();
    while let Some(page) = pages.next().await? {
        wallets.extend(page.rows);
    }
    Ok(wallets)
}
