//! Pagination. [`crate::page`] decides which page to request, which rows are new and when the list
//! ends.

use super::Client;
use super::error::Error;
use super::result::CallResult;
use super::transport::Transport;
use crate::endpoint::Endpoint;
use crate::error::{self, Code};
use crate::page::{self, Accepted, Fields, Mode, PageRequest, Pagination, Row, Way, cursor};
use crate::plan::Arg;
use crate::plan::json::Args;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::marker::PhantomData;

/// Options of a pager. Each request has the timeout and the attempts of the client; [`Client::with`] returns a client
/// with others.
#[derive(Clone, Debug, Default)]
pub struct PageOptions {
    /// Rows of a page. Default: 100, or the most that the operation allows.
    pub page_size: Option<u32>,
    /// The maximum number of rows of all pages together. Default: all rows.
    pub max_items: Option<u64>,
    /// The mode of pagination. Default: [`Mode::Auto`].
    pub mode: Mode,
    /// Where to continue: the result of [`Pager::cursor`] for the same network, base URL, operation
    /// and parameters.
    pub cursor: Option<String>,
    /// Whether to fail with `pagination_drift` if rows were inserted or removed between two pages. If false, the pager
    /// corrects its position instead. Default: false.
    pub fail_on_drift: bool,
}

/// A page: rows that no page before it had.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Page<T> {
    /// The rows, at least one.
    pub rows: Vec<T>,
    /// Names and forms of addresses, if the service sends them with the rows.
    pub address_book: Option<Value>,
    /// Metadata of tokens, if the service sends it with the rows.
    pub metadata: Option<Value>,
    /// The number of rows before this page.
    pub offset: u64,
    /// Whether this is the last page.
    pub last: bool,
}

/// The progress of a pager.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PageStats {
    /// The number of responses that had a page.
    pub pages: u64,
    /// The number of rows that were returned.
    pub rows: u64,
    /// Rows left out because the service repeated them or they lie beyond the bound. Rows that the pager requested again
    /// on purpose do not count.
    pub duplicates: u64,
    /// How often the list had moved between two pages.
    pub drift: u64,
}

/// Reads a list page by page. If [`Pager::next`] fails or its future is dropped, the pager keeps its position: call `next` again.
pub struct Pager<P: Transport, T> {
    client: Client<P>,
    endpoint: &'static Endpoint,
    params: String,
    options: PageOptions,
    fields: Fields,
    pagination: Pagination,
    stats: PageStats,
    rows: PhantomData<fn() -> T>,
}

impl<P: Transport, T> fmt::Debug for Pager<P, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.endpoint.path;
        f.debug_struct("Pager").field("path", &path).field("stats", &self.stats).finish_non_exhaustive()
    }
}

impl<P: Transport, T> Pager<P, T> {
    pub(super) fn new(
        client: Client<P>,
        endpoint: &'static Endpoint,
        params: String,
        options: PageOptions,
    ) -> Result<Self, Error> {
        let args = super::params::read(&params)?;
        for name in [page::size_param(endpoint), "offset"] {
            if args.iter().any(|(arg_name, arg)| arg_name == name && *arg != Arg::Null) {
                let message =
                    format!("the pager sets `{name}`: pass `page_size` and `max_items` as options instead");
                let error = error::Error::new(Code::InvalidOption, message).parameter(name);
                return Err(error.suggest(Some("page_size")).into());
            }
        }
        let plan = client.plan(endpoint, args.clone())?;
        let route = page::route(endpoint, &args, options.page_size, options.mode)?;
        let list =
            cursor::digest_of(&plan, client.settings().options.network.as_str(), &client.settings().base_url);
        let pagination = match &options.cursor {
            None => Pagination::new(route, list),
            Some(text) => cursor::read(text, route, list)?,
        };
        let fields = route.fields(endpoint)?;
        Ok(Self {
            client,
            endpoint,
            params,
            options,
            fields,
            pagination,
            stats: PageStats::default(),
            rows: PhantomData,
        })
    }

    /// Returns a cursor for the end of the pages returned so far, to continue from there later
    /// ([`PageOptions::cursor`]).
    #[must_use]
    pub fn cursor(&self) -> String {
        cursor::write(&self.pagination)
    }

    /// Returns the progress so far.
    #[must_use]
    pub const fn stats(&self) -> PageStats {
        self.stats
    }

    /// Builds the parameters of the next request.
    fn build_args(&self, request: &PageRequest) -> Result<Args<'_>, Error> {
        let mut args = super::params::read(&self.params)?;
        let route = self.pagination.route();
        let mut set = |name: &'static str, arg: Arg<'static>| {
            args.retain(|(arg_name, _)| arg_name != name);
            args.push((Cow::Borrowed(name), arg));
        };
        set(page::size_param(self.endpoint), i64::from(request.limit).into());
        if route.offset && route.way != Way::Envelope {
            set("offset", Arg::Number(Cow::Owned(request.offset.to_string())));
        }
        if self.endpoint.live_page.and_then(|page| page.keyset).is_some() {
            // Some servers do not sort unless the request says so.
            set("sort", if route.ascending { "asc" } else { "desc" }.into());
        }
        let bound_names = if request.bound.is_empty() { &[] } else { self.fields.bound };
        for (name, value) in bound_names.iter().zip(request.bound.splitn(bound_names.len(), ' ')) {
            set(name, Arg::Text(Cow::Owned(value.into())));
        }
        Ok(args)
    }

    /// Sends one request and returns its result; an empty result if the service signals the end of the list
    /// by an error.
    async fn fetch(&self, request: &PageRequest) -> Result<CallResult, Error> {
        let plan = self.client.plan(self.endpoint, self.build_args(request)?)?;
        match self.client.send_plan(plan, request.min_seqno).await {
            Err(error) if error.status.is_some_and(|status| self.pagination.is_empty_page(status)) => {
                Ok(CallResult { json: "null".into(), seqno: 0, url: String::new(), secrets: Vec::new() })
            }
            result => result,
        }
    }
}

impl<P: Transport, T: DeserializeOwned> Pager<P, T> {
    /// Returns the next page; `None` after the last one.
    ///
    /// # Errors
    /// As a call; `pagination_stalled` if the server repeats pages, with the parameter that it
    /// ignores; `pagination_drift` if the position in a moving list cannot be found again, or if
    /// [`PageOptions::fail_on_drift`] is set; `invalid_response` if rows are missing or not of the
    /// type `T`.
    pub async fn next(&mut self) -> Result<Option<Page<T>>, Error> {
        loop {
            let max_rows = self.options.max_items.unwrap_or(u64::MAX).saturating_sub(self.stats.rows);
            let Some(request) = self.pagination.next_request(max_rows).filter(|_| max_rows > 0) else {
                return Ok(None);
            };
            let result = self.fetch(&request).await?;
            let mut body: Value = result.read()?;
            let page_rows = take_rows(&mut body, self.fields.rows);
            let ids = list_identities(&page_rows, &self.fields);
            if !self.pagination.route().moves && has_ambiguous(&page_rows, &ids) {
                let fields = self.fields.id;
                return Err(result.invalid_response(format!(
                    "two rows of a page differ but share their identity, `{fields}`"
                )));
            }
            let next =
                (!self.fields.next.is_empty()).then(|| read_paths(&body, self.fields.next.iter().copied()));
            let previous_state = self.pagination.clone();
            let (mut pagination, accepted) =
                accept_rows(&previous_state, &self.fields, &page_rows, request.limit, next.as_deref())
                    .map_err(|error| previous_state.route().name(self.endpoint, error))?;
            pagination.raise_height(result.seqno);
            self.stats.pages += 1;
            self.stats.duplicates += u64::from(accepted.duplicates);
            self.stats.drift += u64::from(accepted.drift);
            if accepted.drift && self.options.fail_on_drift {
                let message = "rows came or went between two pages, and `fail_on_drift` is set";
                return Err(error::Error::new(Code::PaginationDrift, message).into());
            }
            let mut new_indices: Vec<usize> =
                (0..).zip(&accepted.keep).filter(|(_, is_new)| **is_new).map(|(index, _)| index).collect();
            let fresh_count = new_indices.len();
            new_indices.truncate(usize::try_from(max_rows).unwrap_or(usize::MAX));
            if let Some(last) = new_indices.last().filter(|_| new_indices.len() < fresh_count) {
                // Only part of the page is returned: the pagination continues after that part.
                let part = page_rows.get(..=*last).unwrap_or_default();
                pagination =
                    accept_rows(&previous_state, &self.fields, part, Pagination::PART, next.as_deref())?.0;
                pagination.raise_height(result.seqno);
            }
            if new_indices.is_empty() {
                self.pagination = pagination;
                continue;
            }
            let fresh_rows =
                (0..).zip(page_rows).filter(|(index, _)| new_indices.binary_search(index).is_ok());
            let rows = fresh_rows.map(|(_, row)| {
                serde_json::from_value(row).map_err(|error| result.describe_unreadable(&error))
            });
            let mut take_field = |name: &str| body.get_mut(name).map(Value::take);
            let page = Page {
                rows: rows.collect::<Result<_, _>>()?,
                address_book: take_field("address_book"),
                metadata: take_field("metadata"),
                offset: previous_state.count(),
                last: pagination.done() || new_indices.len() as u64 >= max_rows,
            };
            self.stats.rows += new_indices.len() as u64;
            self.pagination = pagination;
            return Ok(Some(page));
        }
    }
}

/// Takes the rows out of a result; its field `member` is a list or null.
fn take_rows(result: &mut Value, member: Option<&str>) -> Vec<Value> {
    let list = match member {
        Some(name) if !name.is_empty() => result.get_mut(name).map(Value::take),
        _ => Some(result.take()),
    };
    if let Some(Value::Array(rows)) = list { rows } else { Vec::new() }
}

/// Lists the identity of each row, as [`page::identity`] expects it.
fn list_identities(rows: &[Value], fields: &Fields) -> Vec<String> {
    rows.iter().map(|row| read_paths(row, fields.id.split(' '))).collect()
}

/// Returns whether two different rows share an identity, so that the pager would lose one of them.
fn has_ambiguous(rows: &[Value], ids: &[String]) -> bool {
    let mut rows_by_id = HashMap::new();
    let is_different = |(row, id): (&Value, &String)| {
        !id.trim().is_empty()
            && rows_by_id.insert(id.clone(), row.clone()).is_some_and(|earlier| earlier != *row)
    };
    ids.iter().collect::<HashSet<_>>().len() < ids.len() && rows.iter().zip(ids).any(is_different)
}

/// Returns the pagination after these rows, and which of them are new.
fn accept_rows(
    previous: &Pagination,
    fields: &Fields,
    rows: &[Value],
    limit: u32,
    next: Option<&str>,
) -> Result<(Pagination, Accepted), error::Error> {
    let ids: Vec<u64> = list_identities(rows, fields).iter().map(|id| page::identity(id)).collect();
    // If rows have neither identity nor bound, their content shows whether a page is repeated.
    let key = |(row, id): (&Value, &u64)| match fields.key {
        [] if *id == 0 => row.to_string(),
        names => read_paths(row, names.iter().copied()),
    };
    let keys: Vec<String> = rows.iter().zip(&ids).map(key).collect();
    let page: Vec<Row<'_>> = ids.iter().zip(&keys).map(|(id, key)| Row { id: *id, key }).collect();
    let mut pagination = previous.clone();
    let accepted_page = pagination.accept(&page, limit, next)?;
    Ok((pagination, accepted_page))
}

/// Reads the values at dotted paths, and joins them by spaces. Of alternatives joined by `|`, the first with a value
/// counts. A list, an object, null or a missing field becomes an empty text.
fn read_paths<'a>(value: &Value, paths: impl Iterator<Item = &'a str>) -> String {
    let read_path = |path: &str| {
        let field = path.split('.').try_fold(value, |part, name| part.get(name));
        let text = match field {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            Some(Value::Bool(flag)) => flag.to_string(),
            _ => String::new(),
        };
        text.replace(char::is_whitespace, "_")
    };
    let read_first =
        |path: &str| path.split('|').map(read_path).find(|text| !text.is_empty()).unwrap_or_default();
    paths.map(read_first).collect::<Vec<_>>().join(" ")
}
