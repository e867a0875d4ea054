//! A pagination as text: between two calls into the core, and as the cursor that users store.
//!
//! The text has hexadecimal numbers joined by `-`, so it needs no escaping in JSON, a URL or a shell. It contains only
//! a digest of the parameters, and never an API key.

use super::pagination::Pagination;
use super::route::{Route, Way};
use super::search::Step;
use super::window::ROOM;
use super::{compute_digest, invalid_option};
use crate::error::{Code, Error};
use crate::plan::Plan;
use crate::text::{concat, fill, split_at};
use std::borrow::Cow;

/// How many rows a cursor remembers at most. All rows of the time at which the next page begins are remembered, even if
/// they are more.
const MAX_REMEMBERED: usize = 8;

/// How many rows of a page a cursor remembers at most if its position is inside that page.
const MAX_OF_PAGE: u32 = 32;

/// The largest `overlap` that a cursor may have: rows that share one time, or rows of a page before the position.
const MAX_ROWS: u32 = 1 << 20;

/// The version of the text, before its first hyphen.
const VERSION: &str = "3";
/// The version before it, without a height, which is still read.
const VERSION_WITHOUT_HEIGHT: &str = "2";

const ALL_WAYS: [Way; 5] = [Way::Offset, Way::Keyset, Way::LastRow, Way::Envelope, Way::Behind];
const STEPS: [Step; 5] = [Step::None, Step::Before, Step::Behind, Step::Again, Step::Half];

/// Computes a digest of the list that a pager reads. Its low half identifies operation and parameters (without `limit`
/// and `offset`), its high half network and base URL.
#[must_use]
pub fn digest_of(plan: &Plan, network: &str, base_url: &str) -> u64 {
    let mut text = plan.target();
    for (name, value) in &plan.headers {
        text.push_str(&fill("\n{}:{}", &[name, value]));
    }
    let origin_digest = compute_digest(&concat(&[network, " ", base_url]));
    origin_digest >> 32 << 32 | compute_digest(&text) >> 32
}

/// Writes the cursor of a pagination: a version, the part of the state that another pager needs, and a checksum.
#[must_use]
pub fn write(pagination: &Pagination) -> String {
    let mut text = String::from(VERSION);
    // All rows of one time are remembered, and inside a page the rows before the position.
    let max_remembered = if pagination.route.way == Way::Envelope { MAX_OF_PAGE } else { u32::MAX };
    let remembered_count = pagination.overlap.min(max_remembered) as usize;
    let mut copy = Pagination {
        height: pagination.height,
        count: pagination.count,
        offset: pagination.offset,
        overlap: pagination.overlap,
        bound: pagination.bound.clone(),
        window: pagination.window.last(MAX_REMEMBERED.max(remembered_count)),
        blind: pagination.blind,
        proven: pagination.proven,
        ..Pagination::new(pagination.route, pagination.list)
    };
    push_state(&mut text, &mut copy);
    let check = compute_digest(&text);
    push_number(&mut text, check);
    text
}

/// Reads the pagination of a cursor.
///
/// # Errors
/// `cursor_invalid` for a text that is broken, of another version, of another network or base URL, of another operation
/// or other parameters, or made with another [`Way`] or sort order than `route`.
pub fn read(text: &str, route: Route, list: u64) -> Result<Pagination, Error> {
    parse_cursor(text, route, list).map_err(|message| {
        let mut error = invalid_option("cursor", message);
        error.code = Code::CursorInvalid;
        error
    })
}

fn parse_cursor(text: &str, route: Route, list: u64) -> Result<Pagination, &'static str> {
    const MALFORMED: &str = "malformed cursor";
    let last_separator = text.bytes().rposition(|byte| byte == b'-');
    let (body, check) = last_separator.and_then(|dash| text.split_at_checked(dash)).ok_or(MALFORMED)?;
    if check.get(1..).and_then(parse_number) != Some(compute_digest(body)) {
        return Err(MALFORMED);
    }
    let state = match body.split_at_checked(1) {
        Some((VERSION, state)) => Cow::Borrowed(state),
        Some((VERSION_WITHOUT_HEIGHT, state)) => Cow::Owned(concat(&["-0", state])),
        _ => return Err("the cursor is of another version of this package"),
    };
    // A pager never writes greater numbers, since pages have at most `MAX_ROWS` rows, and its memory `ROOM` ids.
    let is_plausible =
        |pagination: &Pagination| pagination.overlap <= MAX_ROWS && pagination.window.ids.len() <= ROOM;
    let pagination = parse_state(&state).filter(is_plausible).ok_or(MALFORMED)?;
    if pagination.list >> 32 != list >> 32 {
        return Err("the cursor belongs to another network or base URL");
    }
    if pagination.list != list {
        return Err("the cursor belongs to another operation or to other parameters");
    }
    if pagination.route.way != route.way || pagination.route.ascending != route.ascending {
        return Err("the cursor is of another `mode`");
    }
    // The other fields are the progress of the pager that wrote the cursor; a new pager starts without them.
    let Pagination { height, count, offset: at, overlap, bound, window, blind, proven, .. } = pagination;
    Ok(Pagination {
        height,
        count,
        offset: at,
        overlap,
        bound,
        window,
        blind,
        proven,
        ..Pagination::new(route, list)
    })
}

/// Writes the whole state of a pagination, for the next call.
#[must_use]
pub fn pack(mut pagination: Pagination) -> String {
    let mut text = String::new();
    push_state(&mut text, &mut pagination);
    text
}

/// Reads the pagination that [`pack`] wrote.
///
/// # Errors
/// `internal` for any other text.
pub fn unpack(text: &str) -> Result<Pagination, Error> {
    parse_state(text).ok_or_else(|| Error::new(Code::Internal, "the state of a pager is broken"))
}

/// Visits all numbers of a pagination except those of its bound and its rows, in the order of the text: `pass` maps the
/// current number to the new one. Returns the lengths of the bound, of the searched rows and of the marked rows; `None`
/// for an invalid number.
fn visit_numbers(pagination: &mut Pagination, pass: &mut dyn FnMut(u64) -> u64) -> Option<[u64; 3]> {
    pagination.height = pass(u64::from(pagination.height)) as u32;
    let Pagination { route, search, window, .. } = pagination;
    let flags = [
        &mut pagination.was_last_empty,
        &mut route.moves,
        &mut route.ascending,
        &mut route.stale,
        &mut route.offset,
        &mut pagination.blind,
        &mut window.forgot,
        &mut pagination.is_done,
    ];
    let mut bits = pass(flags.iter().fold(0, |bits, flag| bits << 1 | u64::from(**flag)));
    for flag in flags.into_iter().rev() {
        *flag = bits & 1 == 1;
        bits >>= 1;
    }
    pagination.list = pass(pagination.list);
    route.way = *ALL_WAYS.get(pass(route.way as u64) as usize)?;
    route.max = pass(u64::from(route.max)) as u32;
    route.size = pass(u64::from(route.size)) as u32;
    pagination.count = pass(pagination.count);
    pagination.offset = pass(pagination.offset);
    pagination.overlap = pass(u64::from(pagination.overlap)) as u32;
    search.step = *STEPS.get(pass(search.step as u64) as usize)?;
    search.low_offset = pass(search.low_offset);
    search.high_offset = pass(search.high_offset);
    search.attempts = pass(u64::from(search.attempts)) as u32;
    pagination.proven = pass(u64::from(pagination.proven)) as u32;
    pagination.idle_count = pass(u64::from(pagination.idle_count)) as u32;
    pagination.fingerprint = pass(pagination.fingerprint);
    let marks = &mut pagination.marks;
    marks.shift = pass(u64::from(marks.shift)) as u32 % 64;
    marks.hit_count = pass(marks.hit_count);
    marks.rows = pass(marks.rows);
    let bound = pass(pagination.bound.chars().fold(0, |length, _| length + 1));
    Some([bound, pass(search.seen_rows.len() as u64), pass(marks.ids.len() as u64)])
}

fn push_state(text: &mut String, pagination: &mut Pagination) {
    visit_numbers(pagination, &mut |value| {
        push_number(text, value);
        value
    });
    // A number for each character of the bound, then one for each row.
    pagination.bound.chars().for_each(|c| push_number(text, c.into()));
    for ids in [&pagination.search.seen_rows, &pagination.marks.ids, &pagination.window.ids] {
        ids.iter().for_each(|id| push_number(text, *id));
    }
}

fn parse_state(text: &str) -> Option<Pagination> {
    let mut numbers = split_at(text.strip_prefix('-')?, b'-').map(parse_number);
    let route = Route {
        way: Way::Offset,
        ascending: false,
        max: 0,
        size: 0,
        stale: false,
        moves: false,
        offset: false,
    };
    let mut pagination = Pagination::new(route, 0);
    let mut is_broken = false;
    let lengths = visit_numbers(&mut pagination, &mut |_| {
        let next = numbers.next().flatten();
        is_broken |= next.is_none();
        next.unwrap_or_default()
    });
    let [bound, window_length, marks] = lengths.filter(|_| !is_broken)?;
    for _ in 0..bound {
        pagination.bound.push(char::from_u32(numbers.next()?? as u32)?);
    }
    for (ids, length) in
        [(&mut pagination.search.seen_rows, window_length), (&mut pagination.marks.ids, marks)]
    {
        for _ in 0..length {
            ids.push(numbers.next()??);
        }
    }
    for id in numbers {
        pagination.window.ids.push(id?);
    }
    Some(pagination)
}

fn push_number(text: &mut String, value: u64) {
    text.push('-');
    let digit_count = (67 - (value | 1).leading_zeros()) / 4;
    for position in (0..digit_count).rev() {
        text.push(char::from_digit((value >> (4 * position) & 15) as u32, 16).unwrap_or('0'));
    }
}

/// Reads up to 16 hexadecimal digits. Written by hand for speed: a state has up to a thousand numbers, and every page
/// reads them twice.
fn parse_number(text: &str) -> Option<u64> {
    if !(1..=16).contains(&text.len()) {
        return None;
    }
    text.bytes().try_fold(0, |number, digit| {
        let value = match digit {
            b'0'..=b'9' => digit - b'0',
            b'a'..=b'f' => digit - (b'a' - 10),
            _ => 16,
        };
        (value < 16).then_some(number << 4 | u64::from(value))
    })
}
