//! client.wasm: turning pages. Between two calls the shell carries the state as text; rows stay in JavaScript.

use super::args::Fields;
use super::client::{endpoint, planned, yes};
use crate::error::{Code, Error};
use crate::page::{self, Mode, Pagination, Row, cursor};
use crate::text::{concat, fill, parse_digits, push_json_string, split_at, write_int};

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

/// Begins, or goes on from a cursor. Fields: generation, path, size, mode, cursor, network, base URL, parameters. Lines:
/// state, member of the rows, fields of the identity, of the bound in a row, of the bound beside the rows, and 1 where rows move.
pub(super) fn start(fields: &mut Fields<'_>) -> Result<String, Error> {
    let endpoint = endpoint(fields, None)?;
    // 0 is out of bounds, as is whatever is too much for 32 bits.
    let size = fields
        .optional()
        .map(|size| parse_digits(&size, 10).map_or(0, |size| size.min(u32::MAX.into()) as u32));
    let (by, from) = (fields.text(), fields.optional());
    let (network, base_url) = (fields.text(), fields.text());
    let (plan, args) = planned(endpoint, fields)?;
    let route = page::route(endpoint, &args, size, mode(&by)?)?;
    let list = cursor::digest_of(&plan, &network, &base_url);
    let pagination = match from {
        None => Pagination::new(route, list),
        Some(text) => cursor::read(&text, route, list)?,
    };
    let fields = route.fields(endpoint)?;
    let mut lines = cursor::pack(pagination);
    push_line(&mut lines, &[fields.rows.unwrap_or_default()]);
    push_line(&mut lines, &[fields.id]);
    push_line(&mut lines, fields.key);
    push_line(&mut lines, fields.next);
    push_line(&mut lines, if route.moves { &["1"] } else { &[] });
    Ok(lines)
}

/// A line of words.
fn push_line(lines: &mut String, words: &[&str]) {
    let mut before = '\n';
    for word in words {
        lines.push(before);
        lines.push_str(word);
        before = ' ';
    }
    if words.is_empty() {
        lines.push(before);
    }
}

/// Parameters of the next request as JSON; empty at the end. Fields: generation, path, state, most rows wanted.
pub(super) fn request(fields: &mut Fields<'_>) -> Result<String, Error> {
    let endpoint = endpoint(fields, None)?;
    let pagination = cursor::unpack(fields.word())?;
    let Some(request) = pagination.next_request(fields.number()) else { return Ok(String::new()) };
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
        json.push(',');
        push_json_string(&mut json, name);
        json.push(':');
        push_json_string(&mut json, value);
    }
    json.push('}');
    Ok(json)
}

/// Takes a page. Fields: generation, path, state, limit, number of rows, bound beside the rows, and of the rows identities and bounds, a
/// line each. Lines: state, a 1 for each new row and a 0 for others, duplicates, 1 where the list had moved, rows handed
/// out before, 1 at the end.
pub(super) fn accept(fields: &mut Fields<'_>) -> Result<String, Error> {
    let endpoint = endpoint(fields, None)?;
    let mut pagination = cursor::unpack(fields.word())?;
    let before = pagination.count();
    let (limit, rows, next) = (fields.number() as u32, fields.number() as usize, fields.optional());
    let (ids, keys) = (fields.text(), fields.text());
    let mut keys = split_at(&keys, b'\n');
    let mut page = Vec::new();
    for id in split_at(&ids, b'\n').take(rows) {
        page.push(Row { id: page::identity(id), key: keys.next().unwrap_or_default() });
    }
    let accepted = pagination
        .accept(&page, limit, next.as_deref())
        .map_err(|error| pagination.route().name(endpoint, error))?;
    let done = pagination.done();
    let mut text = cursor::pack(pagination);
    text.push('\n');
    accepted.keep.iter().for_each(|keep| text.push(if *keep { '1' } else { '0' }));
    for value in [i64::from(accepted.duplicates), i64::from(accepted.drift), before as i64, i64::from(done)] {
        text.push_str(&fill("\n{}", &[&write_int(value)]));
    }
    Ok(text)
}

/// Yes when an error of that status is how the service says that no row is that far behind. Fields: state, status.
pub(super) fn ends(fields: &mut Fields<'_>) -> Result<String, Error> {
    Ok(yes(cursor::unpack(fields.word())?.is_empty_page(fields.number() as u16)))
}

/// The cursor to keep, of a state.
pub(super) fn cursor(fields: &mut Fields<'_>) -> Result<String, Error> {
    cursor::unpack(fields.word()).map(|pagination| cursor::write(&pagination))
}
