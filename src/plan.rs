//! Turns a call into a request: checks and encodes every parameter. Nothing is sent here; the request is a plain value.
//!
//! The client plans from JavaScript values, the gateway from a query or a JSON body; both get the same [`Plan`].

#[cfg(any(feature = "client", feature = "gateway"))]
mod bags;
mod check;
#[cfg(any(feature = "client", feature = "gateway"))]
pub(crate) mod json;
mod rules;

#[cfg(any(feature = "client", feature = "gateway"))]
pub(crate) use bags::check_bags;

use crate::endpoint::{Endpoint, Generation, Kind, Param, Place, Value, Verb, find};
use crate::error::{Code, Error, fold_name, near};
use crate::text::{self, concat, fill, join};
use std::borrow::Cow;

/// The value of a parameter, as the caller passed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg<'a> {
    /// Absent: JSON `null`, JavaScript `undefined`.
    Null,
    /// A flag.
    Bool(bool),
    /// A JSON number, as its text.
    Number(Cow<'a, str>),
    /// A text.
    Text(Cow<'a, str>),
    /// A text that was checked before, sent as it is.
    Checked(Cow<'a, str>),
    /// Several values.
    List(Vec<Self>),
    /// An object or array as its JSON text, for [`Kind::Stack`], [`Kind::Object`] and [`Kind::Scalar`].
    Json(Cow<'a, str>),
}

impl<'a> From<&'a str> for Arg<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<i64> for Arg<'_> {
    fn from(number: i64) -> Self {
        Self::Number(Cow::Owned(text::write_int(number)))
    }
}

impl From<bool> for Arg<'_> {
    fn from(flag: bool) -> Self {
        Self::Bool(flag)
    }
}

/// How to treat a parameter that the operation's row does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Unknown {
    /// Refuse it, and suggest a similar name. Silently ignored filters have cost people money.
    #[default]
    Refuse,
    /// Forward it unchanged.
    Forward,
}

/// A request that passed every check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The operation's row in the table.
    pub endpoint: &'static Endpoint,
    /// The verb to send.
    pub verb: Verb,
    /// The query without `?`, percent-encoded, with the parameters in the row's order.
    pub query: String,
    /// Headers that are parameters of the row.
    pub headers: Vec<(&'static str, String)>,
    /// JSON body of a POST.
    pub body: Option<String>,
}

impl Plan {
    /// Returns path and query below the base URL: `/api/v3/transactions?limit=3`.
    #[must_use]
    pub fn target(&self) -> String {
        let generation = self.endpoint.generation.as_str();
        let mut target = fill("/api/{}{}", &[generation, self.endpoint.path]);
        if !self.query.is_empty() {
            target.push('?');
            target.push_str(&self.query);
        }
        target
    }
}

/// Above this many characters of path and query, an operation that exists as GET and POST is sent as POST.
const LONG_TARGET: usize = 2048;

/// The maximum number of bytes of a URL that a client sends by default. Proxies take a request line of 8 KiB unless they are set up for more, such as
/// nginx; the method, the version and an API key in the query need the rest.
pub(crate) const MAX_URL_BYTES: u32 = 8000;

/// Checks the arguments against the row and plans the request.
///
/// ```
/// use ton_edge::endpoint::{Generation, find};
/// use ton_edge::plan::{Unknown, plan};
///
/// let row = find::by_name(Generation::V3, "transactions").unwrap();
/// let args = [("account".into(), "-1:5555555555555555555555555555555555555555555555555555555555555555".into()),
///             ("limit".into(), 3.into())];
/// let plan = plan(row, &args, Unknown::Refuse)?;
/// assert_eq!(plan.target(), "/api/v3/transactions?account=-1:5555555555555555555555555555555555555555555555555555555555555555&limit=3");
/// # Ok::<(), ton_edge::error::Error>(())
/// ```
///
/// # Errors
/// `unknown_parameter`, `missing_parameter`, `parameter_conflict`, `invalid_parameter`, or an `address_*` or
/// `hash_*` code, each with `parameter`.
pub fn plan(
    endpoint: &'static Endpoint,
    args: &[(Cow<'_, str>, Arg<'_>)],
    unknown: Unknown,
) -> Result<Plan, Error> {
    plan_with(endpoint, args, unknown, |_, _| None)
}

/// Like [`plan`]; `default` returns the value to send for a parameter that the caller left out.
fn plan_with(
    endpoint: &'static Endpoint,
    args: &[(Cow<'_, str>, Arg<'_>)],
    unknown: Unknown,
    default: fn(&Endpoint, &Param) -> Option<Cow<'static, str>>,
) -> Result<Plan, Error> {
    let mut extra_query = String::new();
    for (name, arg) in args {
        if endpoint.param(name).is_some() || *arg == Arg::Null {
            continue;
        }
        match unknown {
            Unknown::Refuse => return Err(make_unknown_parameter_error(endpoint, name)),
            Unknown::Forward => forward_param(&mut extra_query, name, arg),
        }
    }

    let mut plan =
        Plan { endpoint, verb: endpoint.verb, query: String::new(), headers: Vec::new(), body: None };
    let mut present_params: Vec<rules::PresentParameter> = Vec::new();
    let mut body = String::new();
    for param in endpoint.params {
        let Some(arg) = args.iter().find(|(name, arg)| name == param.name && *arg != Arg::Null) else {
            if param.required {
                let message = fill("`{}` is required", &[param.name]);
                return Err(Error::new(Code::MissingParameter, message).parameter(param.name));
            }
            if let Some(value) = default(endpoint, param) {
                text::push_query(&mut plan.query, param.name, &value);
            }
            continue;
        };
        let values = check::check_values(param, endpoint.generation, &arg.1)?;
        // An empty list is left out of the request.
        if values.is_empty() {
            if param.required {
                let message = fill("`{}` needs at least one value", &[param.name]);
                return Err(Error::new(Code::MissingParameter, message).parameter(param.name));
            }
            continue;
        }
        present_params.push(rules::PresentParameter::new(param, &values));
        match param.place {
            Place::Query => {
                values.iter().for_each(|value| text::push_query(&mut plan.query, param.name, value.text()))
            }
            Place::Header => {
                plan.headers.extend(values.first().map(|v| (param.name, String::from(v.text()))))
            }
            Place::Body => push_member(&mut body, param, &values),
        }
    }
    rules::check(endpoint, &present_params)?;

    if !extra_query.is_empty() {
        if !plan.query.is_empty() {
            plan.query.push('&');
        }
        plan.query.push_str(&extra_query);
    }
    if endpoint.verb == Verb::Post {
        plan.body = Some(concat(&["{", &body, "}"]));
    }
    Ok(plan)
}

/// Finds the value that the client sends if the caller leaves a parameter out: the specification's `limit`, since
/// servers have other defaults, and `sort` if rows have an order of time, since a server may send them unordered.
fn find_client_default(endpoint: &Endpoint, param: &Param) -> Option<Cow<'static, str>> {
    let sent_value = match param.name {
        "limit" => endpoint.page.is_some(),
        "sort" => endpoint.live_page.and_then(|page| page.keyset).is_some(),
        _ => false,
    };
    match param.default.filter(|_| sent_value)? {
        Value::Int(value) => Some(Cow::Owned(text::write_int(value.into()))),
        Value::Text(value) => Some(Cow::Borrowed(value)),
        _ => None,
    }
}

/// Plans a client's call: as [`plan`], with the specification's page size and order if the caller sets none, and by
/// POST if the operation has both verbs and the URL would get long.
///
/// # Errors
/// As [`plan`].
pub fn plan_call(
    endpoint: &'static Endpoint,
    args: &[(Cow<'_, str>, Arg<'_>)],
    unknown: Unknown,
) -> Result<Plan, Error> {
    let checked_plan = plan_with(endpoint, args, unknown, find_client_default)?;
    if endpoint.verb == Verb::Get && checked_plan.target().len() > LONG_TARGET {
        let post_row = find::by_path(endpoint.generation, Verb::Post, endpoint.path);
        // Only a separate POST row counts. Reads of v2 also accept POST, but not on the Python server.
        if let Some(post_endpoint) = post_row.filter(|post_endpoint| post_endpoint.verb == Verb::Post) {
            return plan(post_endpoint, args, unknown);
        }
    }
    Ok(checked_plan)
}

pub(crate) fn make_unknown_parameter_error(endpoint: &Endpoint, name: &str) -> Error {
    let operation = &fill("{} {}", &[endpoint.generation.as_str(), endpoint.path]);
    // Synonyms first: `count` is also near `account`.
    let suggestion =
        find_synonym(endpoint, name).or_else(|| near(name, endpoint.params.iter().map(|param| param.name)));
    // A hostile caller can send a very long name, so only its beginning is quoted.
    let excerpt = text::cut_start(name, 64);
    let excerpt_copy = excerpt.clone();
    let message = if near(name, ["api_key"]).is_some() || near(name, ["x_api_key"]).is_some() {
        fill(
            "{} has no parameter `{}`: the key is an option of the client, sent as a header",
            &[operation, &excerpt],
        )
    } else if let Some(nearest) = suggestion {
        fill("{} has no parameter `{}`; did you mean `{}`?", &[operation, &excerpt, nearest])
    } else if endpoint.params.is_empty() {
        fill("{} has no parameter `{}`: it takes none", &[operation, &excerpt])
    } else {
        let names = join(endpoint.params.iter().map(|param| param.name), ", ");
        fill("{} has no parameter `{}`; it takes {}", &[operation, &excerpt, &names])
    };
    Error::new(Code::UnknownParameter, message).parameter(excerpt_copy).suggest(suggestion)
}

/// Names of the same thing at different operations and in other APIs: groups between semicolons. A name of a group suggests its first name that
/// is a parameter of the operation.
const SYNONYMS: &str = "address account owner_address wallet_address owner wallet;tx_hash hash transaction_hash;\
    msg_hash message_hash;limit count page_size;sort order;source sender from;destination recipient to;\
    start_utime since from;end_utime until to;jetton_address jetton_master jetton;collection_address collection;\
    item_address nft;stack args;seqno mc_seqno height";

fn find_synonym(endpoint: &Endpoint, name: &str) -> Option<&'static str> {
    let name = fold_name(name);
    for group in text::split_at(SYNONYMS, b';') {
        if text::split_at(group, b' ').any(|word| fold_name(word) == name) {
            for word in text::split_at(group, b' ') {
                let known_param = endpoint.params.iter().find(|param| param.name == word);
                if let Some(param) = known_param {
                    return Some(param.name);
                }
            }
        }
    }
    None
}

fn forward_param(query: &mut String, name: &str, arg: &Arg<'_>) {
    match arg {
        Arg::Null => {}
        Arg::Bool(flag) => text::push_query(query, name, if *flag { "true" } else { "false" }),
        Arg::Number(value) | Arg::Text(value) | Arg::Checked(value) | Arg::Json(value) => {
            text::push_query(query, name, value)
        }
        Arg::List(list) => list.iter().for_each(|item| forward_param(query, name, item)),
    }
}

fn push_member(body: &mut String, param: &Param, values: &[check::CheckedValue<'_>]) {
    if !body.is_empty() {
        body.push(',');
    }
    text::push_json_string(body, param.name);
    body.push(':');
    let list = param.array && param.kind != Kind::Stack;
    if list {
        body.push('[');
    }
    for (position, value) in values.iter().enumerate() {
        if position > 0 {
            body.push(',');
        }
        match value {
            check::CheckedValue::Text(value) => text::push_json_string(body, value),
            check::CheckedValue::Raw(value) => body.push_str(value),
        }
    }
    if list {
        body.push(']');
    }
}

/// Returns the row of an operation by the name that callers use, or an error that suggests a similar name.
///
/// # Errors
/// `unknown_endpoint`.
pub fn endpoint(generation: Generation, verb: Option<Verb>, name: &str) -> Result<&'static Endpoint, Error> {
    let endpoint = match verb {
        Some(verb) => find::by_path(generation, verb, name).filter(|row| row.verb == verb),
        None => find::by_name(generation, name).or_else(|| {
            find::by_path(generation, Verb::Get, name).or_else(|| find::by_path(generation, Verb::Post, name))
        }),
    };
    endpoint.ok_or_else(|| {
        let suggestion = find::near_path(generation, name).map(|path| path.strip_prefix('/').unwrap_or(path));
        let excerpt = text::cut_start(name, 64);
        let generation_name = generation.as_str();
        let message = match (suggestion, verb) {
            (Some(nearest), Some(verb)) if nearest == name.strip_prefix('/').unwrap_or(name) => {
                fill("{} has no operation {} `{}`", &[generation_name, verb.as_str(), &excerpt])
            }
            (Some(nearest), _) => {
                fill("{} has no operation `{}`; did you mean `{}`?", &[generation_name, &excerpt, nearest])
            }
            (None, _) => fill("{} has no operation `{}`", &[generation_name, &excerpt]),
        };
        Error::new(Code::UnknownEndpoint, message).suggest(suggestion)
    })
}
