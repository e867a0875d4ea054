//! A page that checks an address while you type, and lists the newest transactions of its account.

use leptos::mount::mount_to_body;
use leptos::prelude::*;
use ton_edge::FetchTransport;
use ton_edge::address::parse;
use ton_edge::client::{Client, Error, PageOptions, Settings};
use ton_edge::types::v3::{Transaction, TransactionsRequest};

fn main() {
    console_error_panic_hook::set_once();
    // The host of this page is a gateway. Another one: its URL.
    let base_url = window().location().origin().ok();
    // One client for all calls: it holds the rate limit.
    let client = Client::new(Settings { base_url, ..Settings::default() }, FetchTransport);
    mount_to_body(move || match client {
        Ok(client) => view! { <Account client=client /> }.into_any(),
        Err(error) => view! { <p role="alert">{error.to_string()}</p> }.into_any(),
    });
}

#[component]
fn Account(client: Client<FetchTransport>) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let problem = move || parse(text.get().trim()).err().map(|error| error.to_string());
    let shown = move || problem().filter(|_| !text.get().trim().is_empty());
    let read = Action::new_local(move |account: &String| {
        let (client, account) = (client.clone(), account.clone());
        async move { newest(&client, account, 10).await.map_err(|error| format!("{}: {error}", error.code)) }
    });
    let result = move || {
        read.value().get().map(|result| match result {
            Ok(hashes) => {
                let rows: Vec<_> = hashes.into_iter().map(|hash| view! { <li>{hash}</li> }).collect();
                view! { <ol>{rows}</ol> }.into_any()
            }
            Err(error) => view! { <p role="alert">{error}</p> }.into_any(),
        })
    };
    view! {
        <form on:submit=move |event| {
            event.prevent_default();
            read.dispatch(text.get().trim().to_owned());
        }>
            <label>"Account" <input name="account" size="70" bind:value=text /></label>
            <button disabled=move || problem().is_some()>"Show transactions"</button>
        </form>
        <p role="status">{shown}</p>
        {result}
    }
}

/// Hashes of the newest transactions of an account.
async fn newest(client: &Client<FetchTransport>, account: String, most: u64) -> Result<Vec<String>, Error> {
    let request = TransactionsRequest { account: Some(vec![account]), ..Default::default() };
    let options = PageOptions { max_items: Some(most), ..Default::default() };
    let mut pages = client.paginate::<Transaction>(&request, options)?;
    let mut hashes = Vec::new();
    while let Some(page) = pages.next().await? {
        hashes.extend(page.rows.into_iter().map(|row| row.hash));
    }
    Ok(hashes)
}
