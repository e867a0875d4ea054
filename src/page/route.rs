//! How an operation is paginated, by its row in the table and the caller's options.

use super::{PAGE_SIZE, invalid_option};
use crate::endpoint::{Endpoint, Kind, LivePage, Op, PageStyle};
use crate::error::{Code, Error};
use crate::plan::Arg;
use crate::text::{fill, write_int};
use std::borrow::Cow;
use std::slice;

/// The parameter that moves from page to page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Way {
    /// The parameter `offset`.
    Offset,
    /// An inclusive bound on logical or Unix time; `offset` is used only within rows of one time.
    Keyset,
    /// Values of the last row, which the next page repeats as its first.
    LastRow,
    /// Values that the response has beside its rows.
    Envelope,
    /// Values of the last row; the next page begins after it.
    Behind,
}

/// Which way of paging the caller wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Mode {
    /// A keyset if it is exact, the service's own cursor if it has one, otherwise offsets.
    #[default]
    Auto,
    /// Pages by offset.
    Offset,
    /// Pages by a bound on time; refused if rows would be lost.
    Keyset,
}

/// How to page a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    /// The parameter that moves from page to page.
    pub way: Way,
    /// Whether rows are in ascending order.
    pub ascending: bool,
    /// The maximum number of rows of a request.
    pub max: u32,
    /// Rows requested per page.
    pub size: u32,
    /// Whether the service drops stale rows from a page after it has applied the limit, so that a short page need not be
    /// the last.
    pub stale: bool,
    /// Whether the sort field changes during the pagination, so that rows move, and some are repeated.
    pub moves: bool,
    /// Whether the operation has `offset`.
    pub offset: bool,
}

/// Where a result has the fields that the pager needs: dotted paths, separated by spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fields {
    /// The field with the rows; `None` if the result itself is the list.
    pub rows: Option<&'static str>,
    /// Fields that identify a row; their texts are joined by spaces.
    pub id: &'static str,
    /// The fields of a row with the bound of the next page.
    pub key: &'static [&'static str],
    /// The fields beside the rows with the bound of the next page; for [`Way::Behind`], the field that says whether there
    /// is a next page.
    pub next: &'static [&'static str],
    /// Parameters that take the bound.
    pub bound: &'static [&'static str],
}

/// The field beside the rows of [`Way::Behind`] that says whether more rows follow.
const INCOMPLETE: &str = "incomplete";

/// Returns the parameter that takes the number of rows of a page.
#[must_use]
pub fn size_param(endpoint: &Endpoint) -> &'static str {
    if endpoint.param("limit").is_some() { "limit" } else { "count" }
}

fn find_pages(endpoint: &Endpoint) -> Result<&LivePage, Error> {
    endpoint.live_page.as_ref().filter(|_| endpoint.is_paged()).ok_or_else(|| {
        let message =
            fill("{} {} has no pages: call it once", &[endpoint.generation.as_str(), endpoint.path]);
        Error::new(Code::NotPaginated, message)
    })
}

/// Chooses the way to page a call with these parameters.
///
/// # Errors
/// `not_paginated` for an operation without pages; `invalid_option` for a page size out of bounds, for a mode that the
/// operation lacks or that would lose rows.
pub fn route(
    endpoint: &Endpoint,
    args: &[(Cow<'_, str>, Arg<'_>)],
    size: Option<u32>,
    mode: Mode,
) -> Result<Route, Error> {
    let page = find_pages(endpoint)?;
    let max = max_rows(endpoint, page, args);
    let size = size.unwrap_or(PAGE_SIZE.min(max));
    if size == 0 || size > max {
        let message = fill("`pageSize` must be a whole number from 1 to {}", &[&write_int(i64::from(max))]);
        return Err(invalid_option("pageSize", message));
    }
    let has_offset = endpoint.param("offset").is_some();
    let way = match (mode, page.cursor, page.style) {
        (Mode::Offset, ..) if has_offset => Way::Offset,
        (Mode::Auto, Some(cursor), _) if cursor.from_envelope => Way::Envelope,
        (Mode::Auto, Some(cursor), _) if cursor.inclusive => Way::LastRow,
        (Mode::Auto, Some(_), _) => Way::Behind,
        (Mode::Auto | Mode::Keyset, None, PageStyle::Limit) => Way::Keyset,
        (Mode::Auto | Mode::Keyset, ..) if page.keyset.is_some() && is_exact(endpoint, args) => Way::Keyset,
        (Mode::Auto, ..) => Way::Offset,
        (Mode::Offset | Mode::Keyset, ..) => return Err(make_mode_error(endpoint, page, mode)),
    };
    let sort = find_text(args, "sort").unwrap_or_default();
    let ascending = sort.starts_with(['a', 'A']);
    // Balances and activity change, and with them the order; the order by id does not.
    let is_order_changing = page.stale && (!sort.is_empty() || is_true(args, "sort_by_last_transaction_lt"));
    Ok(Route {
        way,
        ascending,
        max,
        size,
        stale: page.stale,
        moves: page.moves || is_order_changing,
        offset: has_offset,
    })
}

/// Returns the maximum number of rows of a request: the limit of the specification if it has one, or less if a flag
/// makes rows large.
fn max_rows(endpoint: &Endpoint, page: &LivePage, args: &[(Cow<'_, str>, Arg<'_>)]) -> u32 {
    let max = endpoint.page.map_or(page.max, |page| page.max);
    let row_caps = endpoint.rules.iter().filter_map(|rule| match rule.op {
        Op::Cap("limit", cap, flag) if is_true(args, flag) => u32::try_from(cap).ok(),
        _ => None,
    });
    row_caps.fold(max, u32::min)
}

/// Returns whether bounds on time page exactly: rows must be sorted by that time, and the bound must not exclude rows.
fn is_exact(endpoint: &Endpoint, args: &[(Cow<'_, str>, Arg<'_>)]) -> bool {
    let has_param = |name: &str| find_text(args, name).is_some();
    let pages_by_end_time =
        endpoint.live_page.and_then(|page| page.keyset).is_some_and(|keyset| keyset.desc == "end_utime");
    // A bound on unix time makes the service sort by unix time.
    if !pages_by_end_time && (has_param("start_utime") || has_param("end_utime")) {
        return false;
    }
    // Any bound on logical time excludes external messages, which have no logical time.
    if endpoint.param("exclude_externals").is_some()
        && !(is_true(args, "exclude_externals") || has_param("start_lt") || has_param("end_lt"))
    {
        return false;
    }
    // Rows found by a hash, or by an undocumented filter, come in another order.
    !args.iter().any(|(name, arg)| {
        *arg != Arg::Null
            && endpoint.param(name).is_none_or(|param| param.kind == Kind::Hash || !param.documented)
    })
}

fn make_mode_error(endpoint: &Endpoint, page: &LivePage, mode: Mode) -> Error {
    let name = endpoint.name();
    let message = match mode {
        Mode::Keyset if page.keyset.is_some() => fill(
            "`mode` \"keyset\" would lose rows of {} with these parameters: leave it to \"auto\"",
            &[name],
        ),
        Mode::Keyset => fill("{} has no `mode` \"keyset\"", &[name]),
        _ => fill("{} has no `mode` \"offset\"", &[name]),
    };
    invalid_option("mode", message).suggest(Some("auto"))
}

fn find_value<'a, 'b>(args: &'a [(Cow<'_, str>, Arg<'b>)], name: &str) -> Option<&'a Arg<'b>> {
    args.iter().find(|(param_name, arg)| param_name == name && *arg != Arg::Null).map(|(_, arg)| arg)
}

fn is_true(args: &[(Cow<'_, str>, Arg<'_>)], name: &str) -> bool {
    match find_value(args, name) {
        Some(Arg::Bool(flag)) => *flag,
        Some(Arg::Text(text)) => text.eq_ignore_ascii_case("true") || text == "1",
        Some(Arg::Number(text)) => text != "0",
        _ => false,
    }
}

/// Finds the text of a parameter; empty for a parameter that is not a text.
fn find_text<'a>(args: &'a [(Cow<'_, str>, Arg<'_>)], name: &str) -> Option<&'a str> {
    match find_value(args, name)? {
        Arg::Text(text) | Arg::Number(text) => Some(text),
        _ => Some(""),
    }
}

impl Route {
    /// Returns the positions of rows, identities and bounds in the results of that operation.
    ///
    /// # Errors
    /// `not_paginated` for an operation without pages.
    pub fn fields(&self, endpoint: &'static Endpoint) -> Result<Fields, Error> {
        let page = find_pages(endpoint)?;
        let rows = endpoint.page.map_or(page.rows, |page| page.rows);
        let mut fields = Fields { rows, id: page.id, key: &[], next: &[], bound: &[] };
        match (self.way, &page.cursor, &page.keyset) {
            (Way::LastRow, Some(cursor), _) => (fields.key, fields.bound) = (cursor.take, cursor.send),
            (Way::Behind, Some(cursor), _) => {
                (fields.key, fields.next, fields.bound) = (cursor.take, &[INCOMPLETE], cursor.send);
            }
            (Way::Envelope, Some(cursor), _) => (fields.next, fields.bound) = (cursor.take, cursor.send),
            (Way::Keyset, _, Some(keyset)) => {
                fields.key = slice::from_ref(&keyset.field);
                fields.bound = slice::from_ref(if self.ascending { &keyset.asc } else { &keyset.desc });
            }
            // Lists without offset are in descending order of unix time.
            (Way::Keyset, ..) => (fields.key, fields.bound) = (&["utime"], &["end_utime"]),
            _ => {}
        }
        Ok(fields)
    }

    /// Names the parameters that the server ignores, for a pagination that makes no progress at a bound.
    #[must_use]
    pub fn name(&self, endpoint: &'static Endpoint, error: Error) -> Error {
        match self.fields(endpoint) {
            Ok(Fields { bound: [first, rest @ ..], .. })
                if error.code == Code::PaginationStalled && error.parameter.is_none() =>
            {
                let names = rest
                    .iter()
                    .fold(quote_name(first), |names, name| fill("{} and {}", &[&names, &quote_name(name)]));
                make_stalled_error(&names).parameter(*first)
            }
            _ => error,
        }
    }
}

/// Makes the error of a pagination without progress.
pub(super) fn make_stalled_error(ignored_param: &str) -> Error {
    let message = fill(
        "the server ignores {}, or sends the same rows again: several requests brought no new row, and the rows so far are \
         not the whole list",
        &[ignored_param],
    );
    Error::new(Code::PaginationStalled, message)
}

/// Quotes a parameter for a message.
pub(super) fn quote_name(name: &str) -> String {
    fill("`{}`", &[name])
}
