//! client.wasm: the pace of an origin and the attempts of a call. Numbers cross; the shell stores them.

use super::client_bindings;
use crate::abi::client as abi;
use crate::pace::{Action, Attempts, Backoff, Event, Failed, Failure, Pacer};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// A pacer and a call: numbers and nothing else, in the order written.
#[repr(C)]
struct Numbers {
    pacer: Pacer,
    call: Attempts,
}

// The bundle is smaller with them written out than with an array of that length that is filled.
const _: () =
    assert!(abi::CALL_NUMBERS as usize == 12, "pkg/lib/client/send.js begins a call with 12 numbers");

thread_local! {
    /// The shell writes them here before a step, and reads them afterwards.
    static NUMBERS: RefCell<Numbers> = const {
        RefCell::new(Numbers {
            pacer: Pacer::new(0.0, false),
            call: Attempts::new(0.0, Backoff { least: 0.0, most: 0.0, most_retry_after: 0.0 }, 0.0, None, 0.0),
        })
    };
}

/// Where the numbers are in memory.
#[wasm_bindgen]
pub fn numbers() -> usize {
    NUMBERS.try_with(|numbers| numbers.as_ptr() as usize).unwrap_or_default()
}

/// Does a step of a pacer or of a call, with a text of that length.
///
/// - Of a call: an event comes in, and the next action out. Of a failure, the text is its message, `a` the status and `b`
///   the delay that the server requested, below 0 if it requested none; `chance` and `part` are random.
/// - Of a pacer: what `a` and `b` are depends on the step, see `pkg/lib/client/pace.js`. A policy is a text. A ticket that
///   comes out is the call's.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments, reason = "numbers cross cheaply, an options object does not")]
pub fn step(
    step: u32,
    length: usize,
    now: f64,
    a: f64,
    b: f64,
    chance: f64,
    part: f64,
    paced: bool,
    read: bool,
    untaken: bool,
) -> f64 {
    let work = |text: &str| {
        let done = NUMBERS.try_with(|numbers| {
            let mut wait = 0.0;
            let Ok(mut numbers) = numbers.try_borrow_mut() else { return wait };
            let Numbers { pacer, call } = &mut *numbers;
            let ticket = &mut call.ticket;
            let event = match step {
                abi::PACE_NEW => {
                    *pacer = if b > 0.0 { Pacer::fixed(now, b) } else { Pacer::new(now, a != 0.0) };
                    return wait;
                }
                abi::PACE_RESERVE => {
                    *ticket = pacer.reserve(now, a, None);
                    return wait;
                }
                abi::PACE_TURN => {
                    (*ticket, wait) = pacer.turn(now, a, b);
                    return wait;
                }
                abi::PACE_RELEASE => {
                    pacer.release(now, a, b);
                    return wait;
                }
                abi::PACE_POLICY => {
                    pacer.apply_policy(now, text);
                    return wait;
                }
                abi::PACE_DELAY => {
                    pacer.delay(now, a);
                    return wait;
                }
                abi::PACE_REFUSED_FOR => return pacer.refused_for(now),
                abi::PACE_IS_SURE => return f64::from(pacer.is_sure()),
                abi::PACE_INTERVAL => return pacer.queue.interval(),
                abi::PACE_PUT_OFF => {
                    pacer.put_off(now, a, b);
                    return wait;
                }
                abi::SLEEP => Event::Done(Action::Sleep),
                abi::OWN_TURN => Event::Done(Action::OwnTurn),
                abi::TURN => Event::Done(Action::Turn),
                abi::SEND => Event::Done(Action::Send),
                abi::FAILED => {
                    let failure = Failure { status: a as i32 as u16, text, read, untaken };
                    let retry_after = (b >= 0.0).then_some(b);
                    Event::Failed(Failed { failure, retry_after, chance: [chance, part] })
                }
                _ => Event::Stopped,
            };
            f64::from(call.step(now, event, paced.then_some(pacer)) as u32)
        });
        done.unwrap_or_default()
    };
    client_bindings::with_text(length, work)
}
