//! A walk as text: between two calls into the core, and as the cursor that users keep.
//!
//! Numbers in hexadecimal, joined by `-`: nothing in it needs escaping in JSON, a URL or a shell. It has no key and no
//! parameter in it, only a digest of them.

use super::route::{Route, Way};
use super::search::{Search, Step};
use super::walk::Walk;
use super::window::Window;
use super::{digest, wrong};
use crate::error::{Code, Error};
use crate::plan::Plan;

/// Version of the cursor's text.
const VERSION: &str = "1";

/// Most rows that a cursor remembers, unless more share the time that it begins at.
const REMEMBERED: usize = 8;

const WAYS: [Way; 4] = [Way::Offset, Way::Keyset, Way::LastRow, Way::Envelope];
const STEPS: [Step; 4] = [Step::None, Step::Before, Step::Behind, Step::Again];

/// What a call asks for, as a number: operation and parameters, without `limit` and `offset`.
#[must_use]
pub fn digest_of(plan: &Plan) -> u64 {
    let mut text = plan.target();
    for (name, value) in &plan.headers {
        text.push_str(&format!("\n{name}:{value}"));
    }
    digest(&text)
}

/// The cursor of a walk.
#[must_use]
pub fn write(walk: &Walk) -> String {
    let most = REMEMBERED.max(walk.overlap as usize);
    let forgot = walk.window.forgot || walk.window.len() > most;
    let flags = [walk.route.ascending, walk.blind, forgot];
    let flags = flags.iter().rev().fold(0, |bits, flag| bits << 1 | u64::from(*flag));
    let way = walk.route.way as u64 | flags << 2;
    let mut text = String::from(VERSION);
    numbers(&mut text, &[walk.list, way, walk.count, walk.at, u64::from(walk.overlap)]);
    position(&mut text, walk, most);
    let check = digest(&text);
    numbers(&mut text, &[check]);
    text
}

/// The walk that a cursor stands for.
///
/// # Errors
/// `cursor_invalid` for a text that is broken, of another version, of another operation or other parameters, or of
/// another way than `route`'s.
pub fn read(text: &str, route: Route, list: u64) -> Result<Walk, Error> {
    let broken = || invalid("is none that `cursor` of a pager gave, or part of it is missing");
    let (body, check) = text.rsplit_once('-').ok_or_else(broken)?;
    if number(check) != Some(digest(body)) {
        return Err(broken());
    }
    let mut parts = body.split('-');
    if parts.next() != Some(VERSION) {
        return Err(invalid("is of another version of this package"));
    }
    let mut next = || parts.next().and_then(number).ok_or_else(broken);
    if next()? != list {
        return Err(invalid("belongs to another operation or to other parameters"));
    }
    let flags = next()?;
    let (count, at, overlap) = (next()?, next()?, next()?);
    let ids = window(parts.next().ok_or_else(broken)?, flags & 16 != 0).ok_or_else(broken)?;
    let bound = unhex(parts.next().ok_or_else(broken)?).ok_or_else(broken)?;
    let way = WAYS.get((flags & 3) as usize).copied().ok_or_else(broken)?;
    if way != route.way || (flags & 4 != 0) != route.ascending {
        return Err(invalid("is of another `mode`"));
    }
    Ok(Walk {
        count,
        at,
        overlap: u32::try_from(overlap).map_err(|_| broken())?,
        bound,
        window: ids,
        blind: flags & 8 != 0,
        ..Walk::new(route, list)
    })
}

/// All that a walk is, for the next call.
#[must_use]
pub fn pack(walk: &Walk) -> String {
    let Walk { route, search, .. } = walk;
    let walked = [walk.blind, walk.full, walk.idle, walk.window.forgot, walk.done];
    let flags = [route.ascending, route.stale, route.offset].into_iter().chain(walked);
    let flags = flags.enumerate().fold(0, |bits, (place, flag)| bits | u64::from(flag) << place);
    let mut text = String::new();
    numbers(
        &mut text,
        &[
            flags,
            walk.list,
            route.way as u64,
            u64::from(route.max),
            u64::from(route.size),
            walk.count,
            walk.at,
            u64::from(walk.overlap),
            search.step as u64,
            search.low,
            search.high,
            u64::from(search.tries),
        ],
    );
    position(&mut text, walk, usize::MAX);
    text
}

/// The walk of [`pack`].
///
/// # Errors
/// `internal` for any other text.
pub fn unpack(text: &str) -> Result<Walk, Error> {
    parse(text).ok_or_else(|| Error::new(Code::Internal, "the state of a pager is broken"))
}

fn parse(text: &str) -> Option<Walk> {
    let mut parts = text.strip_prefix('-')?.split('-');
    let mut next = || parts.next().and_then(number);
    let (flags, list) = (next()?, next()?);
    let flag = |bit: u64| flags & 1 << bit != 0;
    let route = Route {
        ascending: flag(0),
        stale: flag(1),
        offset: flag(2),
        way: *WAYS.get(next()? as usize)?,
        max: next()? as u32,
        size: next()? as u32,
    };
    let (count, at, overlap) = (next()?, next()?, next()? as u32);
    let step = *STEPS.get(next()? as usize)?;
    let search = Search { step, low: next()?, high: next()?, tries: next()? as u32 };
    let window = window(parts.next()?, flag(6))?;
    let bound = unhex(parts.next()?)?;
    let (blind, full, idle, done) = (flag(3), flag(4), flag(5), flag(7));
    Some(Walk { route, list, count, at, overlap, bound, window, blind, search, full, idle, done })
}

fn position(text: &mut String, walk: &Walk, most: usize) {
    text.push('-');
    walk.window
        .last(most)
        .iter()
        .for_each(|id| (0..16).rev().for_each(|place| push_digit(text, id >> (4 * place))));
    text.push('-');
    for byte in walk.bound.bytes() {
        push_digit(text, u64::from(byte) >> 4);
        push_digit(text, u64::from(byte));
    }
}

fn numbers(text: &mut String, values: &[u64]) {
    for value in values {
        text.push('-');
        let digits = (67 - (value | 1).leading_zeros()) / 4;
        (0..digits).rev().for_each(|place| push_digit(text, value >> (4 * place)));
    }
}

fn push_digit(text: &mut String, value: u64) {
    text.push(char::from_digit((value & 15) as u32, 16).unwrap_or('0'));
}

/// Hexadecimal digits only: `from_str_radix` would take a sign.
fn number(text: &str) -> Option<u64> {
    if text.is_empty() || text.len() > 16 {
        return None;
    }
    text.chars().try_fold(0, |number, digit| Some(number << 4 | u64::from(digit.to_digit(16)?)))
}

fn window(text: &str, forgot: bool) -> Option<Window> {
    let ids = text.as_bytes().chunks(16).map(|id| std::str::from_utf8(id).ok().filter(|id| id.len() == 16));
    ids.map(|id| id.and_then(number)).collect::<Option<Vec<u64>>>().map(|ids| Window::new(ids, forgot))
}

fn unhex(text: &str) -> Option<String> {
    let pairs =
        text.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2));
    let bytes: Option<Vec<u8>> = pairs.map(|pair| pair.and_then(number).map(|byte| byte as u8)).collect();
    String::from_utf8(bytes?).ok()
}

fn invalid(what: &'static str) -> Error {
    let mut error = wrong("cursor", format!("the cursor {what}"));
    error.code = Code::CursorInvalid;
    error
}
