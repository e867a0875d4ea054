//! The cache key of a request: `mainnet/v3/transactions?account=0:83DF…&limit=20`.
//!
//! Parameters are sorted by name, in canonical form, without defaults. All spellings of a request have the same key;
//! different requests have different keys. The key contains everything that is sent: query and body.

use super::canonical;
use crate::endpoint::{Endpoint, Generation, Kind, Verb, find};
use crate::gateway::header::{FORWARDED, Header};
use crate::json::{Members, Text};
use crate::network::Network;
use crate::plan::Plan;
use crate::text::{self, sort_indices};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// A parameter and one of its values.
type Pair<'a> = (Cow<'a, str>, Cow<'a, str>);

/// A parameter and its values.
type ParamValues<'a> = (Cow<'a, str>, Vec<Cow<'a, str>>);

/// Separates control inputs; it is escaped in parameters, so they never contain it.
const CONTROL_MARK: char = '#';

/// The option that changes the upstream's timeout, but not its response. It is part of the single-flight key, so that a
/// caller with a short timeout does not make others fail, but not of the cache key.
const TIMEOUT_HEADER: &str = "x-timeout";
const TIMEOUT_QUERY: &str = "x_timeout";

/// The two keys of a cacheable request.
pub(super) struct Names {
    /// The cache key: the inputs that the response depends on.
    pub(super) key: String,
    /// The single-flight key, if it differs: the inputs on which the response or the success of the attempt depends.
    pub(super) flight_key: Option<String>,
}

/// Builds the keys of a planned request with these headers, and these control options as a query.
pub(super) fn build_keys(network: Network, plan: &Plan, headers: &[Header], control: &str) -> Option<Names> {
    let row = plan.endpoint;
    let mut params = read_query(row, &plan.query)?;
    if let Some(body) = &plan.body {
        params.extend(read_body(row, body)?);
    }
    let mut params = group_by_name(params);
    for (param, values) in &mut params {
        if row.param(param).is_some_and(canonical::is_set) {
            *values = sort_and_dedup(std::mem::take(values));
        }
    }
    params.retain(|(name, values)| {
        !row.param(name).is_some_and(|param| canonical::means_absent(param, values))
    });
    let mut key = format!("{}/{}{}", network.as_str(), row.generation.as_str(), row.path);
    append_query(&mut key, '?', &params);
    let (timeout, controls): (Vec<_>, Vec<_>) = read_controls(headers, control)?
        .into_iter()
        .partition(|(name, _)| name == TIMEOUT_HEADER || name == TIMEOUT_QUERY);
    append_query(&mut key, CONTROL_MARK, &controls);
    let flight = (!timeout.is_empty()).then(|| {
        let mut flight = key.clone();
        append_query(&mut flight, CONTROL_MARK, &timeout);
        flight
    });
    Some(Names { key, flight_key: flight })
}

/// Groups values by the names of their parameters, sorted by name; the values of one name stay in their order.
fn group_by_name<'a>(mut pairs: Vec<Pair<'a>>) -> Vec<ParamValues<'a>> {
    let order = sort_indices(&pairs.iter().map(|(name, _)| &**name).collect::<Vec<_>>());
    let mut params: Vec<ParamValues<'a>> = Vec::new();
    for index in order {
        let Some((name, value)) = pairs.get_mut(index).map(std::mem::take) else { continue };
        match params.last_mut().filter(|(last, _)| *last == name) {
            Some((_, values)) => values.push(value),
            None => params.push((name, vec![value])),
        }
    }
    params
}

fn append_query(key: &mut String, mark: char, params: &[ParamValues<'_>]) {
    let mut query = String::new();
    for (name, values) in params {
        values.iter().for_each(|value| text::push_query(&mut query, name, value));
    }
    if !query.is_empty() {
        key.push(mark);
        key.push_str(&query);
    }
}

fn read_query(row: &'static Endpoint, query: &str) -> Option<Vec<Pair<'static>>> {
    let mut params = Vec::new();
    for (name, value) in split_query(query) {
        let (name, value) = (Cow::Owned(name?), Cow::Owned(value?));
        let value = match row.param(&name) {
            Some(param) => canonical::canonicalize(param, row.generation, value),
            None => value,
        };
        params.push((name, value));
    }
    Some(params)
}

fn read_body<'a>(row: &'static Endpoint, body: &'a str) -> Option<Vec<Pair<'a>>> {
    let members: Members<'a> = serde_json::from_str(body).ok()?;
    let mut params = Vec::new();
    for (name, raw) in members {
        let param = row.param(&name)?;
        let values: Vec<&'a RawValue> = if param.array && param.kind != Kind::Stack {
            serde_json::from_str(raw.get()).ok()?
        } else {
            vec![raw]
        };
        for raw in values {
            let json = raw.get();
            let value = if json.starts_with('"') {
                serde_json::from_str::<Text<'a>>(json).ok()?.0
            } else {
                Cow::Owned(canonical::remove_white_space(json))
            };
            let value = canonical::canonicalize(param, row.generation, value);
            // A method's name can look like a number, but a number as such is the id of another method.
            let is_name = param.kind == Kind::Method && json.starts_with('"');
            params.push((name.clone(), if is_name { Cow::Owned(format!("'{value}")) } else { value }));
        }
    }
    Some(params)
}

/// Reads the options that change the response but are not parameters, such as `X-No-Metadata` in headers or
/// `x_no_metadata` in the query.
fn read_controls<'a>(headers: &'a [Header], control: &'a str) -> Option<Vec<ParamValues<'a>>> {
    let mut params: Vec<ParamValues<'a>> = Vec::new();
    for (name, value) in headers.iter().filter(|(name, _)| FORWARDED.contains(&&**name)) {
        params.push((Cow::Borrowed(name), vec![Cow::Borrowed(value)]));
    }
    let options = split_query(control).map(|(name, value)| Some((Cow::Owned(name?), Cow::Owned(value?))));
    for (name, values) in group_by_name(options.collect::<Option<_>>()?) {
        let header = name.replace('_', "-");
        let first_value = values.first();
        let is_single = values.iter().all(|value| Some(value) == first_value);
        match params.iter().find(|(param_name, _)| *param_name == header) {
            // Header and query agree.
            Some((_, header_values)) if is_single && header_values.first() == first_value => {}
            None if values.len() == 1 => params.push((Cow::Owned(header), values)),
            // The upstream decides which of several values counts, so they stay in their order and position.
            _ => params.push((name, values)),
        }
    }
    let order = sort_indices(&params.iter().map(|(name, _)| &**name).collect::<Vec<_>>());
    Some(order.iter().filter_map(|index| params.get_mut(*index).map(std::mem::take)).collect())
}

/// Sorts values and removes repeated ones.
fn sort_and_dedup<'a>(mut values: Vec<Cow<'a, str>>) -> Vec<Cow<'a, str>> {
    let order = sort_indices(&values.iter().map(|value| &**value).collect::<Vec<_>>());
    let mut sorted_values: Vec<Cow<'a, str>> =
        order.iter().filter_map(|index| values.get_mut(*index).map(std::mem::take)).collect();
    sorted_values.dedup();
    sorted_values
}

fn split_query(query: &str) -> impl Iterator<Item = (Option<String>, Option<String>)> {
    query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (text::decode_query(name), text::decode_query(value))
    })
}

/// A request, read back from its cache key.
pub(super) struct CachedRequest {
    /// The operation.
    pub(super) row: &'static Endpoint,
    params: Vec<(String, String)>,
}

impl CachedRequest {
    /// Reads a cache key; `None` for any other text.
    pub(super) fn read(key: &str) -> Option<Self> {
        let (key, _) = key.split_once(CONTROL_MARK).unwrap_or((key, ""));
        let (path, query) = key.split_once('?').unwrap_or((key, ""));
        let (_, path) = path.split_once('/')?;
        let (generation, path) = [Generation::V2, Generation::V3]
            .into_iter()
            .find_map(|generation| path.strip_prefix(generation.as_str()).map(|path| (generation, path)))?;
        let row = find::by_path(generation, Verb::Get, path)
            .or_else(|| find::by_path(generation, Verb::Post, path))?;
        let params = split_query(query).map(|(name, value)| Some((name?, value?))).collect::<Option<_>>()?;
        Some(Self { row, params })
    }

    /// Returns the values of a parameter.
    pub(super) fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.params.iter().filter(move |(param, _)| param == name).map(|(_, value)| value.as_str())
    }

    /// Returns the value of a parameter that has one.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.params.iter().find(|(param, _)| param == name).map(|(_, value)| value.as_str())
    }

    /// Returns the value of a parameter as a number.
    pub(super) fn int(&self, name: &str) -> Option<i64> {
        self.get(name).and_then(text::parse_int)
    }
}
