//! The functions that a page or an edge worker calls; all of them use one client.

use core::time::Duration;
use std::cell::OnceCell;

use ton_edge::FetchTransport;
use ton_edge::client::{CallOptions, Client, Error, PageOptions, Settings};
use ton_edge::types::v2::GetMasterchainInfoRequest;
use ton_edge::types::v3::{Transaction, TransactionsRequest};
use wasm_bindgen::prelude::*;

thread_local! {
    /// The client of all calls, since it holds the rate limit.
    static CLIENT: OnceCell<Client<FetchTransport>> = const { OnceCell::new() };
}

/// Sets the gateway to send requests to. Later calls change nothing.
#[wasm_bindgen]
pub fn connect(gateway: String) -> Result<(), JsError> {
    let client = Client::new(Settings { base_url: Some(gateway), ..Settings::default() }, FetchTransport)
        .map_err(shown)?;
    CLIENT.with(|known| _ = known.get_or_init(|| client));
    Ok(())
}

/// Hashes of the last transactions of an account.
#[wasm_bindgen]
pub async fn transactions(account: String, count: i32) -> Result<Vec<String>, JsError> {
    let request =
        TransactionsRequest { account: Some(vec![account]), limit: Some(count), ..Default::default() };
    let response = client()?.send(&request).await.map_err(shown)?;
    Ok(response.transactions.into_iter().map(|row| row.hash).collect())
}

/// Hashes of the newest transactions of an account, page after page.
#[wasm_bindgen]
pub async fn history(account: String, most: u32) -> Result<Vec<String>, JsError> {
    let request = TransactionsRequest { account: Some(vec![account]), ..Default::default() };
    let options = PageOptions { page_size: Some(5), max_items: Some(most.into()), ..Default::default() };
    let mut pages = client()?.paginate::<Transaction>(&request, options).map_err(shown)?;
    let mut hashes = Vec::new();
    while let Some(page) = pages.next().await.map_err(shown)? {
        hashes.extend(page.rows.into_iter().map(|row| row.hash));
    }
    Ok(hashes)
}

/// The number of the last masterchain block. Rejects after `timeout_ms`.
#[wasm_bindgen]
pub async fn height(timeout_ms: u32) -> Result<f64, JsError> {
    let timeout = Some(Duration::from_millis(timeout_ms.into()));
    let quick = client()?.with(CallOptions { timeout, ..Default::default() }).map_err(shown)?;
    let info = quick.send(&GetMasterchainInfoRequest::default()).await.map_err(shown)?;
    Ok(info.last.seqno as f64)
}

fn client() -> Result<Client<FetchTransport>, JsError> {
    CLIENT.with(|known| known.get().cloned()).ok_or_else(|| JsError::new("call `connect` first"))
}

/// The error's code for programs, then its message for people.
fn shown(error: Error) -> JsError {
    JsError::new(&format!("{}: {error}", error.code))
}
