//! The jettons of an owner from v3.

use super::read_parameter;
use super::response::{Reading, read_address, read_int, read_response, require_account};
use crate::address::Address;
use crate::cell::Int;
use crate::client::{Client, Error, PageOptions, Transport};
use crate::error::{self, Code};
use crate::types::v3::{JettonWallet, JettonWalletsRequest};
use serde_json::Value;

/// The number of jettons that are read if the caller sets no limit.
const DEFAULT_MAX_JETTONS: u64 = 1000;
/// The maximum number of rows of a page of `jetton/wallets`. The service drops stale wallets only after it has cut a page, and a page that
/// lost most of its rows looks like the last one.
const MAX_PAGE_SIZE: u32 = 1000;

/// Options of [`Client::jettons`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JettonsOptions {
    /// The maximum number of jettons. Default: 1000, and the call fails with `invalid_option` if the owner has more.
    pub max_items: Option<u64>,
    /// Whether jettons with a balance of 0 are listed, too.
    pub include_zero: bool,
}

/// A jetton of an owner. Its contract sets name and picture, so anybody can imitate another jetton: only `master` identifies it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JettonBalance {
    /// Units, without the decimals.
    pub balance: Int,
    /// The jetton wallet.
    pub address: Address,
    /// The jetton master, which identifies the jetton.
    pub master: Address,
    /// The name of the jetton.
    pub name: Option<String>,
    /// The symbol of the jetton.
    pub symbol: Option<String>,
    /// The decimals, for [`crate::amount::from_units`]; `None` if the service does not know them.
    pub decimals: Option<u8>,
    /// The URL of a picture.
    pub image: Option<String>,
    /// Whether the service marks the jetton as scam.
    pub is_scam: bool,
}

impl<P: Transport> Client<P> {
    /// Returns the jettons of an owner, page by page of v3. `owner` can have any form.
    ///
    /// # Errors
    /// As [`crate::client::Pager::next`]; `invalid_response` for a row of another owner or without an amount; `invalid_option` for an owner
    /// with more than 1000 jettons, unless [`JettonsOptions::max_items`] is set.
    ///
    /// ```no_run
    /// # async fn example<T: ton_edge::client::Transport>(client: ton_edge::client::Client<T>) -> Result<(), ton_edge::client::Error> {
    /// use ton_edge::amount::from_units;
    /// let owner = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
    /// for jetton in client.jettons(owner, Default::default()).await? {
    ///     let Some(decimals) = jetton.decimals else { continue };
    ///     println!("{} {}", from_units(jetton.balance, decimals), jetton.symbol.unwrap_or_default());
    /// }
    /// # Ok(()) }
    /// ```
    pub async fn jettons(&self, owner: &str, options: JettonsOptions) -> Result<Vec<JettonBalance>, Error> {
        let owner_address = read_parameter("owner", owner)?;
        let request = JettonWalletsRequest {
            owner_address: Some(vec![owner.into()]),
            exclude_zero_balance: Some(!options.include_zero),
            ..Default::default()
        };
        let page_options = PageOptions {
            page_size: Some(MAX_PAGE_SIZE),
            max_items: Some(options.max_items.unwrap_or(DEFAULT_MAX_JETTONS + 1)),
            ..Default::default()
        };
        let mut pager = self.for_requests().paginate::<JettonWallet>(&request, page_options)?;
        let mut balances = Vec::new();
        while let Some(page) = pager.next().await? {
            let metadata = page.metadata.unwrap_or_default();
            balances.extend(read_response("jetton/wallets", || {
                page.rows
                    .iter()
                    .map(|row| read_balance(&owner_address, row, &metadata))
                    .collect::<Reading<Vec<_>>>()
            })?);
        }
        if options.max_items.is_none() && balances.len() as u64 > DEFAULT_MAX_JETTONS {
            let message = format!(
                "the owner has more than {DEFAULT_MAX_JETTONS} jettons: pass `max_items`, or page `JettonWalletsRequest`"
            );
            return Err(error::Error::new(Code::InvalidOption, message).parameter("max_items").into());
        }
        Ok(balances)
    }
}

/// Converts a jetton of an owner. The metadata is what its contract claims, so it cannot be trusted.
fn read_balance(owner: &Address, row: &JettonWallet, metadata: &Value) -> Reading<JettonBalance> {
    require_account("owner", &row.owner, owner)?;
    let master = read_address("jetton", &row.jetton)?;
    let tokens = metadata.get(master.to_raw().as_str()).and_then(|entry| entry.get("token_info")?.as_array());
    let info = tokens.and_then(|tokens| {
        tokens.iter().find(|token| token.get("type").and_then(Value::as_str) == Some("jetton_masters"))
    });
    let field = |name: &str| info.and_then(|info| info.get(name));
    let text = |name: &str| field(name).and_then(Value::as_str).map(String::from);
    Ok(JettonBalance {
        balance: read_int("balance", &row.balance)?,
        address: read_address("address", &row.address)?,
        master,
        name: text("name"),
        symbol: text("symbol"),
        decimals: field("extra").and_then(|extra| read_decimals(extra.get("decimals")?)),
        image: text("image"),
        is_scam: field("is_scam").and_then(Value::as_bool).unwrap_or_default(),
    })
}

/// Reads decimals in metadata, a number or a text; `None` if they are missing or malformed, since wrong decimals would show a wrong amount.
fn read_decimals(value: &Value) -> Option<u8> {
    let digits = match value {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        _ => return None,
    };
    if digits.len() > 3 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}
