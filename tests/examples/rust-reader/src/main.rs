// Prints the hashes of the newest transactions of an account: `cargo run -- <account> [<gateway>]`.

use ton_edge::ReqwestTransport;
use ton_edge::client::{Client, Error, PageOptions, Settings};
use ton_edge::types::v3::{Transaction, TransactionsRequest};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The first argument is the program's own name.
    let mut arguments = std::env::args().skip(1);
    let account = arguments.next().ok_or("of which account?")?;
    let settings = Settings { base_url: arguments.next(), ..Settings::default() };
    let client = Client::new(settings, ReqwestTransport::new()?)?;
    for hash in newest(&client, account, 10).await? {
        println!("{hash}");
    }
    Ok(())
}

async fn newest(client: &Client<ReqwestTransport>, account: String, most: u64) -> Result<Vec<String>, Error> {
    let request = TransactionsRequest { account: Some(vec![account]), ..Default::default() };
    let options = PageOptions { max_items: Some(most), ..Default::default() };
    let mut pages = client.paginate::<Transaction>(&request, options)?;
    let mut hashes = Vec::new();
    while let Some(page) = pages.next().await? {
        hashes.extend(page.rows.into_iter().map(|row| row.hash));
    }
    Ok(hashes)
}
