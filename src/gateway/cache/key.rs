//! The name of a question: `mainnet/v3/transactions?account=0:83DF…&limit=20`.
//!
//! Parameters stand in the order of their names, in one form, without those that say what the service takes anyway. Two
//! spellings of one question have one name, two questions never do.

use super::canon;
use crate::endpoint::{Endpoint, Generation, Kind, Verb, find};
use crate::gateway::{FORWARDED, Header};
use crate::json::{Members, Text};
use crate::network::Network;
use crate::plan::Plan;
use crate::text;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// A parameter and its values.
type Said<'a> = (Cow<'a, str>, Vec<Cow<'a, str>>);

/// Before control inputs; it stands in no parameter, where it is escaped.
const CONTROLS: char = '#';

/// The control input that changes how long the service may take, and nothing of its answer.
const TIMEOUT: &str = "x-timeout";

/// The name of what a plan asks with these headers, and these control inputs as a query.
pub(super) fn of(network: Network, plan: &Plan, headers: &[Header], control: &str) -> Option<String> {
    let row = plan.endpoint;
    let mut said = match &plan.body {
        Some(body) => of_body(row, body)?,
        None => of_query(row, &plan.query)?,
    };
    for (param, values) in &mut said {
        if row.param(param).is_some_and(canon::is_set) {
            values.sort_unstable();
            values.dedup();
        }
    }
    said.retain(|(name, values)| !row.param(name).is_some_and(|param| canon::means_absent(param, values)));
    said.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut key = format!("{}/{}{}", network.as_str(), row.generation.as_str(), row.path);
    append(&mut key, '?', &said);
    append(&mut key, CONTROLS, &controls(headers, control)?);
    Some(key)
}

fn append(key: &mut String, mark: char, said: &[Said<'_>]) {
    let mut query = String::new();
    for (name, values) in said {
        values.iter().for_each(|value| text::push_query(&mut query, name, value));
    }
    if !query.is_empty() {
        key.push(mark);
        key.push_str(&query);
    }
}

fn of_query(row: &'static Endpoint, query: &str) -> Option<Vec<Said<'static>>> {
    let mut said: Vec<Said<'static>> = Vec::new();
    for (name, value) in pairs(query) {
        let (name, value) = (Cow::Owned(name?), Cow::Owned(value?));
        let value = match row.param(&name) {
            Some(param) => canon::value(param, row.generation, value),
            None => value,
        };
        push(&mut said, name, value);
    }
    Some(said)
}

fn of_body<'a>(row: &'static Endpoint, body: &'a str) -> Option<Vec<Said<'a>>> {
    let members: Members<'a> = serde_json::from_str(body).ok()?;
    let mut said = Vec::new();
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
                Cow::Owned(canon::packed(json))
            };
            let value = canon::value(param, row.generation, value);
            // A method's name can look like a number, which is another method.
            let named = param.kind == Kind::Method && json.starts_with('"');
            push(&mut said, name.clone(), if named { Cow::Owned(format!("'{value}")) } else { value });
        }
    }
    Some(said)
}

fn push<'a>(said: &mut Vec<Said<'a>>, name: Cow<'a, str>, value: Cow<'a, str>) {
    match said.iter_mut().find(|(given, _)| *given == name) {
        Some((_, values)) => values.push(value),
        None => said.push((name, vec![value])),
    }
}

/// Inputs beside the parameters that change the answer. Header and query say the same: `X-No-Metadata`, `x_no_metadata`.
fn controls<'a>(headers: &'a [Header], control: &'a str) -> Option<Vec<Said<'a>>> {
    let mut said: Vec<Said<'a>> = Vec::new();
    for (name, value) in headers.iter().filter(|(name, _)| FORWARDED.contains(&&**name)) {
        push(&mut said, Cow::Borrowed(name), Cow::Borrowed(value));
    }
    for (name, value) in pairs(control) {
        let (name, value) = (Cow::Owned(name?.replace('_', "-")), Cow::Owned(value?));
        if !said.iter().any(|(given, values)| *given == name && values.contains(&value)) {
            push(&mut said, name, value);
        }
    }
    said.retain(|(name, _)| name != TIMEOUT);
    said.sort_by(|(one, _), (other, _)| one.cmp(other));
    Some(said)
}

fn pairs(query: &str) -> impl Iterator<Item = (Option<String>, Option<String>)> {
    query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (text::decode_query(name), text::decode_query(value))
    })
}

/// A question, read from its name.
pub(super) struct Question {
    /// What is asked.
    pub(super) row: &'static Endpoint,
    params: Vec<(String, String)>,
}

impl Question {
    /// `None` for what is no name of ours.
    pub(super) fn read(key: &str) -> Option<Self> {
        let (key, _) = key.split_once(CONTROLS).unwrap_or((key, ""));
        let (path, query) = key.split_once('?').unwrap_or((key, ""));
        let (_, path) = path.split_once('/')?;
        let (generation, path) = [Generation::V2, Generation::V3]
            .into_iter()
            .find_map(|generation| path.strip_prefix(generation.as_str()).map(|path| (generation, path)))?;
        let row = find::by_path(generation, Verb::Get, path)
            .or_else(|| find::by_path(generation, Verb::Post, path))?;
        let params = pairs(query).map(|(name, value)| Some((name?, value?))).collect::<Option<_>>()?;
        Some(Self { row, params })
    }

    /// The values of a parameter.
    pub(super) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.params.iter().filter(move |(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    /// Its one value.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.params.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    /// Its value as a number.
    pub(super) fn number(&self, name: &str) -> Option<i64> {
        self.get(name).and_then(text::whole)
    }
}
