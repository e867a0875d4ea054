//! Readers for the fields of responses. Their errors name the field and never quote its value, which could contain the API key.

use crate::address::{self, Address};
use crate::cell::Int;
use crate::client::Error;
use crate::error::{self, Code};
use crate::hash::{self, Hash};

/// The result of reading a field; the error says what is wrong with it.
pub(super) type Reading<T> = Result<T, String>;

/// Runs `read`, which reads a response. Its error becomes `invalid_response`, since the response causes it, not the call.
pub(super) fn read_response<T>(source: &str, read: impl FnOnce() -> Reading<T>) -> Result<T, Error> {
    read().map_err(|reason| invalid_response(format!("the response of {source} cannot be read: {reason}")))
}

pub(super) fn invalid_response(message: String) -> Error {
    error::Error::new(Code::InvalidResponse, message).into()
}

/// Reads a field that every response of its kind has.
pub(super) fn require<T>(field: &str, value: Option<T>) -> Reading<T> {
    value.ok_or_else(|| format!("`{field}` is missing"))
}

/// Reads an amount of any size. A missing, negative or malformed amount never counts as 0.
pub(super) fn read_int(field: &str, text: &str) -> Reading<Int> {
    let amount = text.parse::<Int>().ok().filter(|amount| !amount.is_negative());
    amount.ok_or_else(|| format!("`{field}` is not an amount"))
}

/// Reads an amount of coins.
pub(super) fn read_amount(field: &str, text: &str) -> Reading<u128> {
    read_int(field, text)?.to_u128().ok_or_else(|| format!("`{field}` is above 2^128 - 1"))
}

/// Reads a logical time.
pub(super) fn read_lt(field: &str, text: &str) -> Reading<u64> {
    let lt = if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None };
    lt.ok_or_else(|| format!("`{field}` is not a logical time"))
}

pub(super) fn read_hash(field: &str, text: &str) -> Reading<Hash> {
    hash::parse(text).map_err(|_| format!("`{field}` is not a hash"))
}

pub(super) fn read_address(field: &str, text: &str) -> Reading<Address> {
    Ok(address::parse(text).map_err(|_| format!("`{field}` is not an address"))?.address)
}

/// Refuses a response about another account: caches, proxies and indexes may mix up rows. Any form of the address is accepted.
pub(super) fn require_account(field: &str, text: &str, expected: &Address) -> Reading<()> {
    let account = read_address(field, text)?;
    if account == *expected {
        return Ok(());
    }
    Err(format!("`{field}` is {account}, but the request is about {expected}"))
}
