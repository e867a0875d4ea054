//! client.wasm: the pace of an origin and the tries of a call. Numbers cross; the shell keeps them.

use super::client_bindings;
use crate::pace::{Backoff, Failure, Pacer};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// A pacer and the ticket that came out: numbers and nothing else, in the order written.
#[repr(C)]
struct Numbers {
    pacer: Pacer,
    ticket: f64,
}

thread_local! {
    /// The shell writes them here before a step, and reads them afterwards.
    static NUMBERS: RefCell<Numbers> = const { RefCell::new(Numbers { pacer: Pacer::new(0.0, false), ticket: 0.0 }) };
}

/// Where the numbers of a pacer are in memory.
#[wasm_bindgen]
pub fn numbers() -> usize {
    NUMBERS.try_with(|numbers| numbers.as_ptr() as usize).unwrap_or_default()
}

/// How many there are; the last one is the ticket.
#[wasm_bindgen]
pub fn numbers_count() -> usize {
    size_of::<Numbers>() / size_of::<f64>()
}

/// Does a step of a pacer. What `a` to `d` are depends on the step, see `pkg/lib/client/pace.js`; the last one takes the policy
/// that a reply told, a text of that length.
#[wasm_bindgen]
pub fn pace(step: u32, length: usize, now: f64, a: f64, b: f64, c: f64, d: f64) -> f64 {
    let done = NUMBERS.try_with(|numbers| {
        let mut wait = 0.0;
        let Ok(mut numbers) = numbers.try_borrow_mut() else { return wait };
        let Numbers { pacer, ticket } = &mut *numbers;
        match step {
            0 => *pacer = if b > 0.0 { Pacer::fixed(now, b) } else { Pacer::new(now, a != 0.0) },
            1 => *ticket = pacer.reserve(now, a, (b > 0.0).then_some(b)),
            2 => (*ticket, wait) = pacer.turn(now, a, b),
            3 => pacer.release(now, a, b),
            4 => pacer.succeeded(now, a),
            5 => *ticket = pacer.refused(now, a, b, c, d >= 0.0, d),
            7 => pacer.delay(now, a),
            8 => wait = pacer.refused_for(now),
            9 => wait = f64::from(pacer.is_sure()),
            10 => wait = pacer.streak,
            12 => pacer.put_off(now, a, b),
            11 => wait = pacer.queue.interval(),
            6 => client_bindings::with_text(length, |policy| pacer.told(now, policy)),
            _ => {}
        }
        wait
    });
    done.unwrap_or_default()
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
    if !client_bindings::with_text(length, |text| Failure { status, text, read, untaken }.may_repeat()) {
        return -1.0;
    }
    Backoff { least, most, most_asked }.delay(failures, chance, (asked >= 0.0).then_some(asked))
}
