//! Compatibility: the reference servers accept some arguments that the checks of the table refuse. This module rewrites
//! them before the checks, so that plan, cache key and upstream get one spelling.
//!
//! The references are the query decoder of [ton-index-go](https://github.com/toncenter/ton-indexer) for v3 and the handlers of
//! [ton-http-api-cpp](https://github.com/toncenter/ton-http-api-cpp) for v2.

use super::params::Args;
use crate::endpoint::{CacheClass, Endpoint, Generation, Kind, Param};
use crate::error::{Code, Error};
use crate::gateway::config::UnknownParameters;
use crate::gateway::header::Header;
use crate::plan::Arg;
use crate::text::{self, parse_int};
use std::borrow::Cow;

/// Where the parameters of a request are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gateway) enum ParameterPlace {
    /// In the URL.
    Query,
    /// In a JSON body.
    Body,
}

/// The arguments of a request as the table's checks read them.
pub(in crate::gateway) struct AdaptedArgs<'a> {
    /// Arguments for the checks.
    pub(in crate::gateway) args: Args<'a>,
    /// Names of the parameters that the operation does not have, and that are ignored as the service ignores them.
    pub(in crate::gateway) ignored: Vec<String>,
}

/// Rewrites the arguments of a request to the values that the service reads in them.
pub(in crate::gateway) fn adapt_args<'a>(
    unknown: UnknownParameters,
    endpoint: &Endpoint,
    place: ParameterPlace,
    args: Args<'a>,
) -> AdaptedArgs<'a> {
    let ignores_unknown =
        unknown == UnknownParameters::Ignore && service_ignores_unknown(endpoint.generation, place);
    let mut adapted_args = AdaptedArgs { args: Args::with_capacity(args.len()), ignored: Vec::new() };
    for (name, value) in args {
        match find_param(endpoint, &name) {
            Some(param) => {
                let Some(value) = read_value(param, endpoint, place, value) else { continue };
                // The service reads `Limit` as `limit`; only the first of both counts.
                if !adapted_args.args.iter().any(|(arg_name, _)| arg_name == param.name) {
                    adapted_args.args.push((Cow::Borrowed(param.name), value));
                }
            }
            None if ignores_unknown => adapted_args.ignored.push(name.into_owned()),
            None => adapted_args.args.push((name, value)),
        }
    }
    drop_zero_start(endpoint, &mut adapted_args.args);
    adapted_args
}

/// Returns whether the service ignores unknown parameters. The C++ server of v2 refuses unknown fields of a body; it
/// ignores unknown parameters of a query, and v3 ignores both.
fn service_ignores_unknown(generation: Generation, place: ParameterPlace) -> bool {
    generation == Generation::V3 || place == ParameterPlace::Query
}

/// Finds the parameter with this name; in v3, the letter case does not matter.
fn find_param(endpoint: &Endpoint, name: &str) -> Option<&'static Param> {
    endpoint.param(name).or_else(|| {
        let matches_ignoring_case = |param: &&Param| param.name.eq_ignore_ascii_case(name);
        (endpoint.generation == Generation::V3)
            .then(|| endpoint.params.iter().find(matches_ignoring_case))
            .flatten()
    })
}

/// Reads the value of a parameter as the service does; `None` for a value that counts as absent.
fn read_value<'a>(
    param: &'static Param,
    endpoint: &Endpoint,
    place: ParameterPlace,
    value: Arg<'a>,
) -> Option<Arg<'a>> {
    let is_v3 = endpoint.generation == Generation::V3;
    let is_utility = endpoint.cache.class == CacheClass::Pure && !is_v3;
    let are_equal = |items: &[Arg<'_>]| items.iter().all(|item| Some(item) == items.first());
    match value {
        // A list of stack entries, opcodes or addresses is a list in both generations.
        Arg::List(items) if param.array => {
            let items = items.into_iter().map(|item| match item {
                Arg::Text(text) if is_v3 => read_v3_arg(param, text),
                item => item,
            });
            Some(Arg::List(items.collect()))
        }
        // Of a repeated scalar, v3 reads the last value and v2 the first. The address utilities accept only one value:
        // otherwise the caller could get the form of another account.
        Arg::List(mut items)
            if place == ParameterPlace::Query && !items.is_empty() && (!is_utility || are_equal(&items)) =>
        {
            let index = if is_v3 { items.len() - 1 } else { 0 };
            read_value(param, endpoint, place, items.swap_remove(index))
        }
        Arg::Text(text) if is_v3 && place == ParameterPlace::Query => {
            // The service ignores these values of `direction`.
            let selects_both = match endpoint.path {
                "/jetton/transfers" | "/nft/transfers" => text == "both",
                "/adjacentTransactions" => !matches!(&*text, "in" | "out"),
                _ => false,
            };
            if selects_both && param.name == "direction" {
                return None;
            }
            Some(read_v3_arg(param, text))
        }
        Arg::Text(text) if !is_v3 => read_v2_text(param, text).map(Arg::Text),
        value => Some(value),
    }
}

/// Reads an argument of a query as ton-index-go does, which also accepts the absent address, and external and variable
/// addresses.
fn read_v3_arg<'a>(param: &Param, text: Cow<'a, str>) -> Arg<'a> {
    let text = read_v3_text(param, text);
    let is_address = matches!(param.kind, Kind::Address | Kind::AddressOrNull);
    let is_other_address = || {
        let parts = text.strip_prefix("ext$").or_else(|| text.strip_prefix("var$"));
        matches!(&*text, "null" | "addr_none")
            || parts.is_some_and(|parts| {
                parts.len() <= 256
                    && parts.contains(':')
                    && parts.bytes().all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'-'))
            })
    };
    if is_address && is_other_address() { Arg::Checked(text) } else { Arg::Text(text) }
}

/// Reads a text of a query like ton-index-go: numbers are clamped, an empty number is 0, a fraction of a second is cut
/// off.
fn read_v3_text<'a>(param: &Param, text: Cow<'a, str>) -> Cow<'a, str> {
    let text = if matches!(param.kind, Kind::Int | Kind::Utime) { strip_plus(text) } else { text };
    let raise_to = |min: i64| parse_int(&text).filter(|number| *number < min).map(|_| text::write_int(min));
    let rewritten_text = match param.kind {
        Kind::Address | Kind::AddressOrNull | Kind::Hash if text.trim() != text => {
            Some(String::from(text.trim()))
        }
        Kind::Int if param.name == "limit" && text.is_empty() => Some(String::from("1")),
        Kind::Int if param.name == "limit" => raise_to(1),
        Kind::Int if param.name == "offset" && !text.is_empty() => raise_to(0),
        Kind::Int | Kind::Lt if text.is_empty() => Some(String::from("0")),
        Kind::Bool if text.is_empty() => Some(String::from("false")),
        Kind::Utime => truncate_seconds(&text),
        Kind::Enum if param.name == "sort" => read_sort_order(&text).map(String::from),
        _ => None,
    };
    rewritten_text.map_or(text, Cow::Owned)
}

/// Removes a plus sign before a number.
fn strip_plus(text: Cow<'_, str>) -> Cow<'_, str> {
    match text.as_bytes() {
        [b'+', b'0'..=b'9', ..] => Cow::Owned(text.get(1..).unwrap_or_default().to_owned()),
        _ => text,
    }
}

/// Cuts the fraction off a time in seconds; `None` if there is no fraction.
fn truncate_seconds(text: &str) -> Option<String> {
    let (seconds, fraction) = text.split_once('.')?;
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_digits(seconds) && (fraction.is_empty() || is_digits(fraction))).then(|| String::from(seconds))
}

/// Returns the sort order as the table writes it, for any spelling that the service accepts.
fn read_sort_order(text: &str) -> Option<&'static str> {
    let is_equal = |other: &str| text.eq_ignore_ascii_case(other);
    if is_equal("asc") || is_equal("a") {
        Some("asc")
    } else if is_equal("desc") || is_equal("d") {
        Some("desc")
    } else {
        None
    }
}

/// Reads a text as ton-http-api-cpp does; `None` for an empty text if that means absent.
fn read_v2_text<'a>(param: &Param, text: Cow<'a, str>) -> Option<Cow<'a, str>> {
    let is_equal = |other: &str| text.eq_ignore_ascii_case(other);
    match param.kind {
        Kind::Bool | Kind::Int | Kind::Lt | Kind::Hash | Kind::Utime | Kind::Address
            if text.is_empty() && !param.required =>
        {
            None
        }
        Kind::Bool if is_equal("y") || is_equal("yes") => Some(Cow::Borrowed("true")),
        Kind::Bool if is_equal("n") || is_equal("no") => Some(Cow::Borrowed("false")),
        Kind::Int | Kind::Lt | Kind::Utime => Some(strip_plus(text)),
        _ => Some(text),
    }
}

/// Removes an `lt` of 0 without a `hash`: in v2 it does not mean a position in the list.
fn drop_zero_start(endpoint: &Endpoint, args: &mut Args<'_>) {
    if endpoint.generation != Generation::V2 || !endpoint.path.starts_with("/getTransactions") {
        return;
    }
    let has_hash = args.iter().any(|(name, value)| name == "hash" && *value != Arg::Null);
    let is_zero = |value: &Arg<'_>| matches!(value, Arg::Text(zero) | Arg::Number(zero) if zero == "0");
    args.retain(|(name, value)| has_hash || name != "lt" || !is_zero(value));
}

/// The service's texts for conflicts between parameters, by the path of the operation.
const CONFLICTS: &[(Generation, &str, &str)] = &[
    (Generation::V2, "/getTransactions", "lt and hash should be used together"),
    (Generation::V2, "/getTransactionsStd", "lt and hash should be used together"),
    (Generation::V2, "/getBlockTransactions", "after_lt and after_hash should be used together"),
    (Generation::V2, "/getBlockTransactionsExt", "after_lt and after_hash should be used together"),
    (Generation::V2, "/lookupBlock", "exactly one of seqno, lt, unixtime should be specified"),
    (Generation::V2, "/getConfigParam", "only one of config_id or param should be specified"),
    (Generation::V3, "/transactions", "direction can be specified only with msg_hash or opcode"),
    (
        Generation::V3,
        "/transactionsByMessage",
        "at least one of msg_hash, body_hash, opcode should be specified",
    ),
    (Generation::V3, "/messages", "cannot use both legacy and new message hashes"),
    (Generation::V3, "/pendingTraces", "account or ext_msg_hash should be specified"),
    (Generation::V3, "/pendingActions", "account or ext_msg_hash should be specified"),
    (Generation::V3, "/traces", "only one of account, trace_id, tx_hash, msg_hash should be specified"),
    (Generation::V3, "/jetton/wallets", "exact one owner_address required for multiple jetton_address"),
    (Generation::V3, "/multisig/orders", "At least one of address or multisig_address should be specified"),
    (Generation::V3, "/multisig/wallets", "At least one of address or wallet_address should be specified"),
];

/// The errors of v3 for missing parameters: the operation, the parameter, the status and the text.
const MISSING_PARAMETERS: &[(&str, &str, u16, &str)] = &[
    ("/addressInformation", "address", 401, "address of account is required"),
    ("/walletInformation", "address", 401, "address of account is required"),
    ("/message", "boc", 401, "boc is required"),
    ("/runGetMethod", "address", 401, "address is required"),
    ("/runGetMethod", "method", 401, "method is required"),
    ("/pendingTransactions", "account", 422, "at least 1 account address required"),
];

/// Puts the service's text before the error text of a check, which has more details.
pub(in crate::gateway) fn prepend_service_text(
    endpoint: &Endpoint,
    place: ParameterPlace,
    args: &Args<'_>,
    mut error: Error,
) -> Error {
    let (path, generation) = (endpoint.path, endpoint.generation);
    let parameter = error.parameter.clone().unwrap_or_default();
    let service_message = match (error.code, generation) {
        (Code::UnknownParameter, Generation::V2) => Some(format!("Unknown property '{parameter}'")),
        (Code::UnknownParameter | Code::InvalidBody, _) => None,
        (Code::ParameterConflict, _) => CONFLICTS
            .iter()
            .find(|(row_generation, row_path, _)| (*row_generation, *row_path) == (generation, path))
            .map(|(_, _, words)| (*words).to_owned()),
        (Code::MissingParameter, Generation::V3) => {
            let row = MISSING_PARAMETERS
                .iter()
                .find(|(row_path, name, ..)| *row_path == path && *name == parameter);
            if let Some((.., status, _)) = row {
                error = error.status(*status);
            }
            row.map(|(.., words)| (*words).to_owned())
        }
        (_, Generation::V3) => describe_invalid_v3(endpoint, place, args, &parameter),
        (_, Generation::V2) => describe_invalid_v2(endpoint, place, args, &parameter),
    };
    let Some(service_message) = service_message else { return error };
    let step = match (generation, error.code, place) {
        (Generation::V3, ..) => "",
        (_, Code::ParameterConflict, _) => "failed to validate request: ",
        (_, _, ParameterPlace::Query) => "failed to parse get request: ",
        (_, _, ParameterPlace::Body) => "failed to parse post request: ",
    };
    error.message = Cow::Owned(format!("{step}{service_message}; {}", error.message));
    error
}

/// Explains a space in a value: most likely a `+` of base64 was not escaped in the URL.
pub(in crate::gateway) fn explain_plus(
    endpoint: &Endpoint,
    place: ParameterPlace,
    args: &Args<'_>,
    mut error: Error,
) -> Error {
    let parameter = error.parameter.clone().unwrap_or_default();
    let is_base64 = endpoint.param(&parameter).is_some_and(|param| {
        matches!(
            param.kind,
            Kind::Hash | Kind::AccountHash | Kind::Address | Kind::AddressOrNull | Kind::Boc | Kind::BocOrHex
        )
    });
    let has_space = || find_text(args, &parameter).is_some_and(|text| text.trim().contains(' '));
    if place == ParameterPlace::Query && is_base64 && has_space() {
        error.message = Cow::Owned(format!("{}; in a URL, write + as %2B", error.message));
    }
    error
}

/// Returns the text of ton-http-api-cpp for a value of a query that it refuses.
fn describe_invalid_v2(
    endpoint: &Endpoint,
    place: ParameterPlace,
    args: &Args<'_>,
    parameter: &str,
) -> Option<String> {
    let param = endpoint.param(parameter).filter(|_| place == ParameterPlace::Query)?;
    let quotes_value = param.kind == Kind::Address && !endpoint.path.starts_with("/getTransactions");
    if !quotes_value {
        return Some(format!("failed to parse {parameter}"));
    }
    Some(format!("Failed to parse ton_addr: '{}'", find_text(args, parameter).unwrap_or_default()))
}

/// Finds the text of an argument of a query.
fn find_text<'a>(args: &'a Args<'_>, parameter: &str) -> Option<&'a str> {
    match args.iter().find(|(name, _)| name == parameter)? {
        (_, Arg::Text(text)) => Some(text),
        _ => None,
    }
}

/// Returns the text of ton-index-go for a value that it refuses.
fn describe_invalid_v3(
    endpoint: &Endpoint,
    place: ParameterPlace,
    args: &Args<'_>,
    parameter: &str,
) -> Option<String> {
    let param = endpoint.param(parameter).filter(|_| place == ParameterPlace::Query)?;
    Some(match (parameter, find_text(args, parameter).and_then(parse_int)) {
        ("limit", Some(limit)) => {
            let max = param.max?;
            format!("limit is not allowed: {limit} > {max}")
        }
        ("sort", _) => String::from("wrong value for sort parameter"),
        ("direction", _) => String::from("direction should be one of: in, out"),
        _ => format!("failed to decode: schema: error converting value for {parameter:?}"),
    })
}

/// Builds the header that names ignored parameters: a list of strings (RFC 9651).
pub(in crate::gateway) fn build_ignored_header(ignored_names: &[String]) -> Option<Header> {
    /// The maximum numbers of names and of characters of a name: the caller chooses both.
    const MAX_NAMES: usize = 8;
    const MAX_NAME_CHARS: usize = 64;
    let quote = |name: &String| {
        let to_printable = |c: char| if (' '..='~').contains(&c) && c != '"' && c != '\\' { c } else { '?' };
        let excerpt: String = name.chars().take(MAX_NAME_CHARS).map(to_printable).collect();
        format!("\"{excerpt}\"")
    };
    let names: Vec<String> = ignored_names.iter().take(MAX_NAMES).map(quote).collect();
    (!names.is_empty()).then(|| (Cow::Borrowed("x-ton-edge-ignored"), names.join(", ")))
}
