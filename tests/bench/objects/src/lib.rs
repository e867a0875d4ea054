//! Transactions decoded with the crate's feature `message`, and passed to JavaScript.

use serde::Serialize as _;
use ton_edge::cell::{Limits, parse_text};
use ton_edge::message::Transaction;
use wasm_bindgen::prelude::*;

fn decoded(boc: &str) -> Option<Transaction> {
    let mut bag = parse_text(boc, &Limits::default()).ok()?;
    let root = *bag.roots.first()?;
    Transaction::load(&mut bag.cells, root).ok()
}

/// Decodes a transaction and returns one number: the cost of a call without its result.
#[wasm_bindgen]
pub fn lt(boc: &str) -> Option<u64> {
    decoded(boc).map(|transaction| transaction.lt)
}

/// The transaction as an object by serde-wasm-bindgen; numbers of 64 and 128 bits are bigints, as those of the package.
#[wasm_bindgen]
pub fn object(boc: &str) -> Option<JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_large_number_types_as_bigints(true);
    decoded(boc)?.serialize(&serializer).ok()
}

/// The transaction as JSON text, in which large numbers are numbers: `JSON.parse` rounds them.
#[wasm_bindgen]
pub fn json(boc: &str) -> Option<String> {
    serde_json::to_string(&decoded(boc)?).ok()
}
