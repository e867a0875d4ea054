//! Reads whose URL would be longer than [`Settings::max_url_bytes`](super::Settings::max_url_bytes): sent in parts, one after the other,
//! where their results can be joined without a loss.

use super::Client;
use super::error::Error;
use super::result::CallResult;
use super::transport::Transport;
use crate::error::{self, Code};
use crate::plan::Plan;
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

/// The members of a result by name; of several with one name, the last one counts.
type Map<'a> = BTreeMap<Cow<'a, str>, &'a RawValue>;

/// The beginning of the parameter whose values make the parts.
const ADDRESS: &str = "address=";

/// Returns whether results of an operation can be joined: maps by address, or lists of one row per account (the `Endpoint::list`).
fn is_joinable(plan: &Plan) -> bool {
    matches!(
        plan.target().split('?').next(),
        Some("/api/v3/accountStates" | "/api/v3/walletStates" | "/api/v3/addressBook" | "/api/v3/metadata")
    )
}

/// Sends the parts of a plan and joins their results. The first error is the error of the call.
pub(super) async fn send_parts<P: Transport>(client: &Client<P>, plan: Plan) -> Result<CallResult, Error> {
    let settings = client.settings();
    let max_bytes = settings.options.max_url_bytes;
    let max_query_bytes = max_bytes.saturating_sub(settings.base_url.len());
    let Some(queries) = split_query(&plan, max_query_bytes) else {
        return Err(describe_long_url(&plan, settings.base_url.len(), max_bytes).into());
    };
    let mut results = Vec::new();
    for query in queries {
        results.push(client.send_whole(Plan { query, ..plan.clone() }, 0).await?);
    }
    let json = join(&results, plan.endpoint.list);
    let Some(first) = results.into_iter().next() else {
        return Err(describe_long_url(&plan, 0, max_bytes).into());
    };
    match json {
        Some(json) => Ok(CallResult { json, ..first }),
        None => {
            Err(first.invalid_response(String::from("a part of the result is not an object with the rows")))
        }
    }
}

/// Returns the queries of the parts, each with as many addresses as fit, in their order; equal texts once.
fn split_query(plan: &Plan, room: usize) -> Option<Vec<String>> {
    if !is_joinable(plan) {
        return None;
    }
    let (addresses, other_pairs): (Vec<&str>, Vec<&str>) =
        plan.query.split('&').partition(|pair| pair.starts_with(ADDRESS));
    let mut query_start = other_pairs.join("&");
    if !query_start.is_empty() {
        query_start.push('&');
    }
    let path = Plan { query: String::new(), ..plan.clone() }.target();
    let room = room.checked_sub(path.len() + "?".len() + query_start.len())?;
    let mut seen_ids = HashSet::new();
    let mut parts: Vec<String> = Vec::new();
    let mut length = usize::MAX;
    for pair in addresses.into_iter().filter(|pair| seen_ids.insert(*pair)) {
        if pair.len() > room {
            return None;
        }
        match parts.last_mut().filter(|_| length.saturating_add(1 + pair.len()) <= room) {
            Some(part) => {
                part.push('&');
                part.push_str(pair);
                length += 1 + pair.len();
            }
            None => {
                parts.push([&query_start, pair].concat());
                length = pair.len();
            }
        }
    }
    Some(parts).filter(|parts| !parts.is_empty())
}

/// The error of a call that is not sent; it names the parameter that takes most of the URL.
fn describe_long_url(plan: &Plan, base_length: usize, max_bytes: usize) -> error::Error {
    let mut params: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for pair in plan.query.split('&') {
        let name = pair.split('=').next().unwrap_or_default();
        let (length, count) = params.entry(name).or_default();
        *length += pair.len();
        *count += 1;
    }
    let longest_param =
        params.into_iter().max_by_key(|(_, (length, _))| *length).filter(|(name, _)| !name.is_empty());
    let subject = longest_param.map_or_else(
        || String::from("the URL"),
        |(name, (_, count))| {
            format!("`{name}` has {count} value{}, and the URL", if count == 1 { "" } else { "s" })
        },
    );
    let message = format!(
        "{subject} would have {} bytes: above {max_bytes} (`max_url_bytes`) this call is not sent, since results of its parts \
         could not be joined. Pass fewer values per call, or raise `max_url_bytes` if the server takes longer URLs",
        base_length + plan.target().len()
    );
    let error = error::Error::new(Code::TooLong, message);
    match longest_param {
        Some((name, _)) => error.parameter(String::from(name)),
        None => error,
    }
}

/// Joins the JSON of results: rows once per account, and maps by their keys; `None` if a part has another form.
fn join(results: &[CallResult], rows_field: &str) -> Option<String> {
    let maps: Vec<Map<'_>> =
        results.iter().map(|result| serde_json::from_str(&result.json).ok()).collect::<Option<_>>()?;
    let mut joined_rows: BTreeMap<&str, Cow<'_, RawValue>> = BTreeMap::new();
    for (name, value) in maps.iter().flatten() {
        joined_rows.insert(name, Cow::Borrowed(value));
    }
    if rows_field.is_empty() {
        return serde_json::to_string(&joined_rows).ok();
    }
    // The other fields are maps: `address_book` and `metadata`.
    for (name, value) in &mut joined_rows {
        let inner_maps: Vec<Map<'_>> =
            maps.iter().filter_map(|map| serde_json::from_str(map.get(*name)?.get()).ok()).collect();
        if !inner_maps.is_empty() {
            *value = Cow::Owned(to_raw_value(&inner_maps.iter().flatten().collect::<BTreeMap<_, _>>()).ok()?);
        }
    }
    // The service sends only one row for an account that the request names in two forms.
    let mut seen_ids = HashSet::new();
    let mut rows: Vec<&RawValue> = Vec::new();
    for map in &maps {
        let part: Option<Vec<&RawValue>> = serde_json::from_str(map.get(rows_field)?.get()).ok()?;
        rows.extend(part.unwrap_or_default().into_iter().filter(|row| match read_address(row) {
            Some(address) => seen_ids.insert(address),
            None => true,
        }));
    }
    joined_rows.insert(rows_field, Cow::Owned(to_raw_value(&rows).ok()?));
    serde_json::to_string(&joined_rows).ok()
}

fn read_address(row: &RawValue) -> Option<String> {
    #[derive(Deserialize)]
    struct Row {
        address: String,
    }
    serde_json::from_str::<Row>(row.get()).ok().map(|row| row.address)
}
