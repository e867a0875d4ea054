//! client.wasm: the bindings of the client. A call passes its arguments in one string and its result in one
//! string.
//!
//! JavaScript reserves memory by [`room`], writes the text there and calls with the number of an operation; the call
//! returns the length of the text at [`result`]. Generated code, which passes each string separately, would be 2 kB of
//! JavaScript and slower. `pkg/lib/client/bindings.js` is the caller.

use super::args::Fields;
use super::mailbox::mailbox;
use super::{client, error, pages};
use crate::abi::client as abi;
use crate::error::{Code, Error};
use wasm_bindgen::prelude::*;

mailbox!(String, length => "\0".repeat(length));

/// Calls `work` with the UTF-8 text of `length` bytes that JavaScript wrote.
pub(super) fn with_text<T>(length: usize, work: impl FnOnce(&str) -> T) -> T {
    work(take_input().get(..length).unwrap_or_default())
}

/// Runs the operation with the number `work`. Returns the length of the result or, for a failure, its length with all
/// bits inverted.
#[wasm_bindgen]
pub fn call(work: u32, length: usize) -> i32 {
    let (result, failed) = with_text(length, |text| match run_operation(work, &mut Fields::new(text)) {
        Ok(result) => (result, false),
        Err(error) => (error::json(&error), true),
    });
    put_result(result, failed)
}

fn run_operation(work: u32, fields: &mut Fields<'_>) -> Result<String, Error> {
    match work {
        abi::OPERATIONS => Ok(client::operations()),
        abi::NETWORK_URL => client::network_url(fields),
        abi::READING => client::choose_value_format(fields),
        abi::REQUEST => client::request(fields),
        abi::SETTLE => client::classify_response(fields),
        abi::PAGE_START => pages::start(fields),
        abi::PAGE_REQUEST => pages::request(fields),
        abi::PAGE_ACCEPT => pages::accept(fields),
        abi::PAGE_ENDS => pages::is_end_of_list(fields),
        abi::PAGE_CURSOR => pages::cursor(fields),
        _ => Err(Error::new(Code::Internal, "unknown call")),
    }
}
