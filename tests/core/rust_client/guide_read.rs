// The balance of an owner's jetton wallet, and the seqnos of wallets.

use ton_edge::address::Address;
use ton_edge::cell::{Cells, Int};
use ton_edge::client::{Client, Error, GetCall, GetOptions, Transport};
use ton_edge::message::{GetWalletAddress, GetWalletData};

async fn jetton_balance<T: Transport>(
    client: &Client<T>,
    master: &str,
    owner: Address,
) -> Result<Int, Box<dyn std::error::Error>> {
    let (mut cells, options) = (Cells::new(), GetOptions::default());
    let of_owner = GetWalletAddress { owner_address: owner };
    let wallet = client.read(&mut cells, master, of_owner, options).await?.ok_or("there is no wallet")?;
    Ok(client.read(&mut cells, &wallet.to_string(), GetWalletData, options).await?.balance)
}

async fn seqnos<T: Transport>(client: &Client<T>, wallets: &[&str]) -> Result<Vec<Option<u32>>, Error> {
    let calls: Vec<_> = wallets.iter().map(|wallet| GetCall::new(*wallet, "seqno", Vec::new())).collect();
    let results = client.get_many(&mut Cells::new(), &calls, GetOptions::default()).await?;
    Ok(results.into_iter().map(|result| result.ok()?.stack.number(0).ok()).collect())
}
