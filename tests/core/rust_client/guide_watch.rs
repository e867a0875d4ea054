// Handles what happens on accounts, each transaction once.

use std::collections::BTreeMap;
use ton_edge::address::Address;
use ton_edge::client::{Client, Error, Transport, WatchChange, WatchEvent, WatchOptions};

/// The program's database: the cursor of each account, and the logical times that it has handled.
#[derive(Default)]
struct Store {
    cursors: BTreeMap<Address, String>,
    handled: Vec<u64>,
}

async fn follow<T: Transport>(client: &Client<T>, accounts: &[&str], store: &mut Store) -> Result<(), Error> {
    let options = WatchOptions { since: store.cursors.values().cloned().collect(), ..Default::default() };
    let watch = client.watch(accounts, options)?;
    let mut watch = watch.on_state(|state, error| println!("{state:?} {error:?}"));
    loop {
        let WatchEvent { account, change, cursor, .. } = watch.next().await?;
        match change {
            WatchChange::Transaction { id, .. } => store.handled.push(id.lt),
            WatchChange::Gap { after, before } => println!("not known: from {} to {}", after.lt, before.lt),
            _ => {}
        }
        // Both are stored in the same transaction of the database.
        store.cursors.insert(account, cursor);
    }
}
