//! client.wasm: turning pages. Between two calls the shell carries the state as text; rows stay in JavaScript.

use super::client::{generation, planned, thrown};
use crate::endpoint::Endpoint;
use crate::error::{Code, Error};
use crate::page::{self, Mode, Row, Walk, cursor};
use crate::plan;
use crate::text::{concat, number, push_json_string};
use wasm_bindgen::prelude::*;

fn endpoint(of: &str, path: &str) -> Result<&'static Endpoint, Error> {
    plan::endpoint(generation(of)?, None, path)
}

fn whole(name: &'static str, value: f64) -> Result<u32, Error> {
    if value % 1.0 == 0.0 && (0.0..=9_007_199_254_740_991.0).contains(&value) {
        return Ok(value as u32);
    }
    Err(Error::new(Code::InvalidOption, concat(&["`", name, "` must be a whole number"])).parameter(name))
}

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

/// Begins, or goes on from a cursor. Lines: state, member of the rows, fields of the identity, of the bound
/// in a row, of the bound beside the rows.
#[wasm_bindgen(js_name = pageStart)]
pub fn page_start(
    of: &str,
    path: &str,
    params: &str,
    extra: Option<String>,
    size: Option<f64>,
    by: &str,
    from: Option<String>,
) -> Result<String, JsValue> {
    let endpoint = endpoint(of, path).map_err(thrown)?;
    let (plan, args) = planned(endpoint, params, extra.as_deref()).map_err(thrown)?;
    let start = || {
        let size = size.map(|size| whole("pageSize", size)).transpose()?;
        let route = page::route(endpoint, &args, size, mode(by)?)?;
        let list = cursor::digest_of(&plan);
        let walk = match &from {
            None => Walk::new(route, list),
            Some(text) => cursor::read(text, route, list)?,
        };
        let fields = route.fields(endpoint)?;
        let mut lines = cursor::pack(&walk);
        push_line(&mut lines, &[fields.rows.unwrap_or_default()]);
        push_line(&mut lines, &[fields.id]);
        push_line(&mut lines, fields.key);
        push_line(&mut lines, fields.next);
        Ok(lines)
    };
    start().map_err(|error: Error| thrown(error))
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

/// Parameters of the next request as JSON, for at most `wanted` rows; empty at the end.
#[wasm_bindgen(js_name = pageAsk)]
pub fn page_ask(of: &str, path: &str, state: &str, wanted: f64) -> Result<String, JsValue> {
    let ask = || {
        let endpoint = endpoint(of, path)?;
        let walk = cursor::unpack(state)?;
        let Some(ask) = walk.ask(wanted as u64) else { return Ok(String::new()) };
        let mut json = concat(&["{\"limit\":", &number(i64::from(ask.limit))]);
        if walk.route().offset && walk.route().way != page::Way::Envelope {
            json.push_str(&concat(&[",\"offset\":", &number(ask.offset as i64)]));
        }
        let names = walk.route().fields(endpoint)?.bound;
        let sort = if walk.route().ascending { "asc" } else { "desc" };
        // Some servers do not sort at all when they are not told to.
        let sort = endpoint.live_page.and_then(|page| page.keyset).map(|_| ("sort", sort));
        let bound = if ask.bound.is_empty() { &[] } else { names };
        let values = bound.iter().copied().zip(ask.bound.splitn(names.len(), ' '));
        for (name, value) in sort.into_iter().chain(values) {
            json.push(',');
            push_json_string(&mut json, name);
            json.push(':');
            push_json_string(&mut json, value);
        }
        json.push('}');
        Ok(json)
    };
    ask().map_err(|error: Error| thrown(error))
}

/// Takes a page: identities and bounds of its rows, a line each. Lines: state, a 1 for each new row and a 0 for others,
/// duplicates, 1 where the list had moved, rows handed out before, 1 at the end.
#[wasm_bindgen(js_name = pageTake)]
pub fn page_take(
    state: &str,
    limit: u32,
    rows: u32,
    ids: &str,
    keys: &str,
    next: Option<String>,
) -> Result<String, JsValue> {
    let take = || {
        let mut walk = cursor::unpack(state)?;
        let before = walk.count();
        let mut keys = keys.split('\n');
        let page: Vec<Row<'_>> = ids
            .split('\n')
            .take(rows as usize)
            .map(|id| Row { id: page::identity(id), key: keys.next().unwrap_or_default() })
            .collect();
        let took = walk.take(&page, limit, next.as_deref())?;
        let mut text = cursor::pack(&walk);
        text.push('\n');
        took.keep.iter().for_each(|keep| text.push(if *keep { '1' } else { '0' }));
        for value in
            [i64::from(took.duplicates), i64::from(took.drift), before as i64, i64::from(walk.done())]
        {
            text.push_str(&concat(&["\n", &number(value)]));
        }
        Ok(text)
    };
    take().map_err(|error: Error| thrown(error))
}

/// An error of that status is how the service says that no row is that far behind.
#[wasm_bindgen(js_name = pageEnds)]
pub fn page_ends(state: &str, status: u16) -> Result<bool, JsValue> {
    cursor::unpack(state).map(|walk| walk.is_empty_page(status)).map_err(thrown)
}

/// The cursor to keep.
#[wasm_bindgen(js_name = pageCursor)]
pub fn page_cursor(state: &str) -> Result<String, JsValue> {
    cursor::unpack(state).map(|walk| cursor::write(&walk)).map_err(thrown)
}
