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
use crate::text::{fill, parts};

/// Most rows that a cursor remembers, unless more share the time that it begins at.
const REMEMBERED: usize = 8;

const WAYS: [Way; 4] = [Way::Offset, Way::Keyset, Way::LastRow, Way::Envelope];
const STEPS: [Step; 4] = [Step::None, Step::Before, Step::Behind, Step::Again];

/// What a call asks for, as a number: operation and parameters, without `limit` and `offset`.
#[must_use]
pub fn digest_of(plan: &Plan) -> u64 {
    let mut text = plan.target();
    for (name, value) in &plan.headers {
        text.push_str(&fill("\n{}:{}", &[name, value]));
    }
    digest(&text)
}

/// The cursor of a walk: its state without what belongs to this reading, a version before it and a check behind.
#[must_use]
pub fn write(walk: &Walk) -> String {
    let mut text = String::from("1");
    let kept = Walk {
        count: walk.count,
        at: walk.at,
        overlap: walk.overlap,
        bound: walk.bound.clone(),
        window: walk.window.last(REMEMBERED.max(walk.overlap as usize)),
        blind: walk.blind,
        ..Walk::new(walk.route, walk.list)
    };
    push(&mut text, &kept);
    let check = digest(&text);
    push_number(&mut text, check);
    text
}

/// The walk that a cursor stands for.
///
/// # Errors
/// `cursor_invalid` for a text that is broken, of another version, of another operation or other parameters, or of
/// another way than `route`'s.
pub fn read(text: &str, route: Route, list: u64) -> Result<Walk, Error> {
    open(text, route, list).map_err(|message| {
        let mut error = wrong("cursor", message);
        error.code = Code::CursorInvalid;
        error
    })
}

fn open(text: &str, route: Route, list: u64) -> Result<Walk, &'static str> {
    const BROKEN: &str = "the cursor is none that `cursor` of a pager gave, or part of it is missing";
    let last = text.bytes().rposition(|byte| byte == b'-');
    let (body, check) = last.and_then(|at| text.split_at_checked(at)).ok_or(BROKEN)?;
    if check.get(1..).and_then(number) != Some(digest(body)) {
        return Err(BROKEN);
    }
    let state = body.strip_prefix('1').ok_or("the cursor is of another version of this package")?;
    let mut walk = parse(state).ok_or(BROKEN)?;
    if walk.list != list {
        return Err("the cursor belongs to another operation or to other parameters");
    }
    if walk.route.way != route.way || walk.route.ascending != route.ascending {
        return Err("the cursor is of another `mode`");
    }
    walk.route = route;
    Ok(walk)
}

/// All that a walk is, for the next call.
#[must_use]
pub fn pack(walk: &Walk) -> String {
    let mut text = String::new();
    push(&mut text, walk);
    text
}

/// The walk of [`pack`].
///
/// # Errors
/// `internal` for any other text.
pub fn unpack(text: &str) -> Result<Walk, Error> {
    parse(text).ok_or_else(|| Error::new(Code::Internal, "the state of a pager is broken"))
}

fn push(text: &mut String, walk: &Walk) {
    let Walk { route, search, window, .. } = walk;
    let flags = [route.ascending, route.stale, route.offset, walk.blind, window.forgot, walk.done];
    for value in [
        flags.iter().fold(0, |bits, flag| bits << 1 | u64::from(*flag)),
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
        u64::from(walk.proven),
        walk.bound.len() as u64,
    ] {
        push_number(text, value);
    }
    // The bound: a number for each byte, then one for each row.
    walk.bound.bytes().for_each(|byte| push_number(text, u64::from(byte)));
    window.ids.iter().for_each(|id| push_number(text, *id));
}

fn parse(text: &str) -> Option<Walk> {
    let mut numbers = Vec::new();
    for part in parts(text.strip_prefix('-')?, b'-') {
        numbers.push(number(part)?);
    }
    let &[
        flags,
        list,
        way,
        max,
        size,
        count,
        at,
        overlap,
        step,
        low,
        high,
        tries,
        proven,
        length,
        ref rest @ ..,
    ] = numbers.as_slice()
    else {
        return None;
    };
    let (bound, ids) = rest.split_at_checked(length as usize)?;
    let bound = bound.iter().map(|byte| *byte as u8).collect();
    let flag = |bit: u64| flags >> bit & 1 == 1;
    let way = *WAYS.get(way as usize)?;
    let step = *STEPS.get(step as usize)?;
    Some(Walk {
        route: Route {
            way,
            ascending: flag(5),
            max: max as u32,
            size: size as u32,
            stale: flag(4),
            offset: flag(3),
        },
        list,
        count,
        at,
        overlap: overlap as u32,
        bound: String::from_utf8(bound).ok()?,
        window: Window { ids: ids.to_vec(), forgot: flag(1) },
        blind: flag(2),
        search: Search { step, low, high, tries: tries as u32 },
        proven: proven as u32,
        done: flag(0),
    })
}

fn push_number(text: &mut String, value: u64) {
    text.push('-');
    let digits = (67 - (value | 1).leading_zeros()) / 4;
    for place in (0..digits).rev() {
        text.push(char::from_digit((value >> (4 * place) & 15) as u32, 16).unwrap_or('0'));
    }
}

/// Hexadecimal digits only: `from_str_radix` would take a sign.
fn number(text: &str) -> Option<u64> {
    if text.is_empty() || text.len() > 16 {
        return None;
    }
    text.chars().try_fold(0, |number, digit| Some(number << 4 | u64::from(digit.to_digit(16)?)))
}
