//! client.wasm: pagination. Between two calls JavaScript stores the state as text; rows stay in JavaScript.

use super::args::Fields;
use super::client::{endpoint, format_flag, plan_call};
use crate::abi::client::{
    AcceptedPage, FailedPage, FetchedPage, PaginationPosition, PaginationStart, StartedPagination,
};
use crate::abi::{MarkedText, ReadFields as _};
use crate::error::{Code, Error};
use crate::page::{self, Mode, Pagination, Row, cursor};
use crate::text::{concat, fill, join, push_json_field, split_at, write_int};

fn mode(text: &str) -> Result<Mode, Error> {
    match text {
        "auto" => Ok(Mode::Auto),
        "offset" => Ok(Mode::Offset),
        "keyset" => Ok(Mode::Keyset),
        _ => {
            let message = "`mode` must be \"auto\", \"offset\" or \"keyset\"";
            Err(Error::new(Code::InvalidOption, message).parameter("mode"))
        }
    }
}

/// Begins a pagination, or continues from a cursor.
pub(super) fn start(fields: &mut Fields<'_>) -> Result<String, Error> {
    let endpoint = endpoint(fields, None)?;
    let start = PaginationStart::read(fields);
    // A size of more than 32 bits is refused like any other size above the limit.
    let size = start.page_size.map(|size| size.min(u32::MAX.into()) as u32);
    let (plan, args) = plan_call(endpoint, fields)?;
    let route = page::route(endpoint, &args, size, mode(start.mode)?)?;
    let list = cursor::digest_of(&plan, start.network, start.base_url);
    let pagination = match start.cursor {
        None => Pagination::new(route, list),
        Some(text) => cursor::read(&text.unescape(), route, list)?,
    };
    let fields = route.fields(endpoint)?;
    let started_pagination = StartedPagination {
        state: &cursor::pack(pagination),
        rows: fields.rows.unwrap_or_default(),
        id: fields.id,
        key: &join(fields.key.iter().copied(), " "),
        next: &join(fields.next.iter().copied(), " "),
        moves: route.moves,
    };
    Ok(started_pagination.fields())
}

/// Returns the parameters of the next request as JSON, and in `height` the block that it requires; empty at the end.
pub(super) fn request(fields: &mut Fields<'_>) -> Result<String, Error> {
    let endpoint = endpoint(fields, None)?;
    let position = PaginationPosition::read(fields);
    let pagination = cursor::unpack(position.state)?;
    let Some(request) = pagination.next_request(position.wanted) else { return Ok(String::new()) };
    let mut json = concat(&["{\"", page::size_param(endpoint), "\":", &write_int(i64::from(request.limit))]);
    if pagination.route().offset && pagination.route().way != page::Way::Envelope {
        json.push_str(&fill(",\"offset\":{}", &[&write_int(request.offset as i64)]));
    }
    let names = pagination.route().fields(endpoint)?.bound;
    let sort = if pagination.route().ascending { "asc" } else { "desc" };
    // Some servers do not sort unless the request says so.
    let sort = endpoint.live_page.and_then(|page| page.keyset).map(|_| ("sort", sort));
    let bound = if request.bound.is_empty() { &[] } else { names };
    let values = bound.iter().copied().zip(split_at(&request.bound, b' '));
    for (name, value) in sort.into_iter().chain(values) {
        push_json_field(&mut json, name, value);
    }
    push_json_field(&mut json, "height", &write_int(i64::from(request.min_seqno)));
    json.push('}');
    Ok(json)
}

/// Accepts a page and returns an [`AcceptedPage`].
pub(super) fn accept(fields: &mut Fields<'_>) -> Result<String, Error> {
    let endpoint = endpoint(fields, None)?;
    let fetched = FetchedPage::read(fields);
    let mut pagination = cursor::unpack(fetched.state)?;
    pagination.raise_height(fetched.height as u32);
    let old_count = pagination.count();
    let (ids, keys) = (fetched.ids.unescape(), fetched.keys.unescape());
    let mut keys = split_at(&keys, b'\n');
    let mut page = Vec::new();
    for id in split_at(&ids, b'\n').take(fetched.count as usize) {
        page.push(Row { id: page::identity(id), key: keys.next().unwrap_or_default() });
    }
    let accepted = pagination
        .accept(&page, fetched.limit as u32, fetched.next.map(MarkedText::unescape).as_deref())
        .map_err(|error| pagination.route().name(endpoint, error))?;
    let is_done = pagination.done();
    let mut keep_digits = String::new();
    accepted.keep.iter().for_each(|row| keep_digits.push(if *row { '1' } else { '0' }));
    let page = AcceptedPage {
        after: &cursor::pack(pagination),
        keep: &keep_digits,
        duplicates: i64::from(accepted.duplicates),
        drift: i64::from(accepted.drift),
        offset: old_count as i64,
        done: is_done,
    };
    Ok(page.fields())
}

/// Returns `1` if the service signals the end of the list by an error with this status, else an empty text.
pub(super) fn is_end_of_list(fields: &mut Fields<'_>) -> Result<String, Error> {
    let failed_page = FailedPage::read(fields);
    Ok(format_flag(cursor::unpack(failed_page.state)?.is_empty_page(failed_page.status as u16)))
}

/// Returns the cursor of a state, for the caller to store.
pub(super) fn cursor(fields: &mut Fields<'_>) -> Result<String, Error> {
    cursor::unpack(fields.word()).map(|pagination| cursor::write(&pagination))
}
