//! client.wasm: the pace of an origin and the tries of a call. Numbers cross; the shell keeps them.

use super::crossing;
use crate::pace::{Backoff, Failure, Pacer, SIZE};
use std::cell::Cell;
use wasm_bindgen::prelude::*;

/// How many numbers a pacer takes, and one more for the ticket that came out.
const LENGTH: usize = SIZE + 1;

thread_local! {
    /// The shell writes them here before a step, and reads them afterwards.
    static NUMBERS: Cell<[f64; LENGTH]> = const { Cell::new([0.0; LENGTH]) };
}

/// Where the numbers of a pacer are in memory.
#[wasm_bindgen]
pub fn numbers() -> usize {
    NUMBERS.try_with(|numbers| numbers.as_ptr() as usize).unwrap_or_default()
}

/// Does a step of a pacer. What `a`, `b` and `c` are depends on the step, see `pkg/lib/pace.js`; the last one takes the policy
/// that a reply told, a text of that length.
#[wasm_bindgen]
pub fn pace(step: u32, length: usize, now: f64, a: f64, b: f64, c: f64) -> f64 {
    let [state @ .., mut ticket] = NUMBERS.get();
    let mut pacer = if step == 0 { Pacer::new(now, a != 0.0) } else { Pacer::from_numbers(&state) };
    let mut wait = 0.0;
    match step {
        1 => ticket = pacer.reserve(now, a, (b > 0.0).then_some(b)),
        2 => (ticket, wait) = pacer.turn(now, a),
        3 => pacer.release(now, a),
        4 => pacer.succeeded(now, a),
        5 => ticket = pacer.refused(now, a, b, c != 0.0),
        6 => pacer.told(now, &crossing::text(length)),
        _ => {}
    }
    let mut all = [ticket; LENGTH];
    for (place, number) in all.iter_mut().zip(pacer.numbers()) {
        *place = number;
    }
    NUMBERS.set(all);
    wait
}

/// Milliseconds until another try, or -1 when there is none; the failure's message is the text of that length. `asked` is below 0 when the service did not ask.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments, reason = "numbers cross cheaply, an options object does not")]
pub fn again(
    length: usize,
    status: u16,
    read: bool,
    untaken: bool,
    least: f64,
    most: f64,
    most_asked: f64,
    failures: f64,
    chance: f64,
    asked: f64,
) -> f64 {
    let text = &crossing::text(length);
    if !(Failure { status, text, read, untaken }).may_repeat() {
        return -1.0;
    }
    Backoff { least, most, most_asked }.delay(failures, chance, (asked >= 0.0).then_some(asked))
}
