//! client.wasm: the pace of an origin and the tries of a call. Numbers cross; the shell keeps them.

use crate::pace::{Backoff, Failure, Pacer, SIZE};
use wasm_bindgen::prelude::*;

/// How many numbers a pacer takes, and one more for the ticket that came out.
const LENGTH: usize = SIZE + 1;

/// Does a step of a pacer in place. What `a`, `b` and `c` are depends on the step, see `pkg/lib/pace.js`.
#[wasm_bindgen]
pub fn pace(step: u8, numbers: &mut [f64], now: f64, a: f64, b: f64, c: f64) -> f64 {
    let Ok(all) = <&mut [f64; LENGTH]>::try_from(numbers) else { return 0.0 };
    let [state @ .., ticket] = all;
    let mut pacer = if step == 0 { Pacer::new(now, a != 0.0) } else { Pacer::from_numbers(state) };
    let mut wait = 0.0;
    match step {
        1 => *ticket = pacer.reserve(now, a, (b > 0.0).then_some(b)),
        2 => (*ticket, wait) = pacer.turn(now, a),
        3 => pacer.release(now, a),
        4 => pacer.succeeded(now, a),
        5 => *ticket = pacer.refused(now, a, b, c != 0.0),
        _ => {}
    }
    *state = pacer.numbers();
    wait
}

/// Takes a policy that a reply told.
#[wasm_bindgen]
pub fn told(numbers: &mut [f64], now: f64, header: &str) {
    let Ok(all) = <&mut [f64; LENGTH]>::try_from(numbers) else { return };
    let [state @ .., _] = all;
    let mut pacer = Pacer::from_numbers(state);
    pacer.told(now, header);
    *state = pacer.numbers();
}

/// Milliseconds until another try, or -1 when there is none. `asked` is below 0 when the service did not ask.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments, reason = "numbers cross cheaply, an options object does not")]
pub fn again(
    status: u16,
    text: &str,
    read: bool,
    untaken: bool,
    least: f64,
    most: f64,
    most_asked: f64,
    failures: f64,
    chance: f64,
    asked: f64,
) -> f64 {
    if !(Failure { status, text, read, untaken }).may_repeat() {
        return -1.0;
    }
    Backoff { least, most, most_asked }.delay(failures, chance, (asked >= 0.0).then_some(asked))
}
