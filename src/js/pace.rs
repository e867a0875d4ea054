//! client.wasm: the pace of an origin and the attempts of a call. The state is numbers, which JavaScript stores.

use super::client_bindings;
use crate::abi::client::{self as abi, FailedAttempt, Slot};
use crate::pace::{Action, Attempts, Backoff, Event, Failed, Failure, Pacer};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// The numbers that JavaScript writes before a step and reads afterwards, in this order. The indices of the records are
/// in [`abi`].
#[repr(C)]
struct Numbers {
    pacer: Pacer,
    call: Attempts,
    failed: FailedAttempt,
    slot: Slot,
}

const _: () = assert!(size_of::<Numbers>() == abi::NUMBERS as usize * size_of::<f64>());

thread_local! {
    static NUMBERS: RefCell<Numbers> = const {
        RefCell::new(Numbers {
            pacer: Pacer::new(0.0, false),
            call: Attempts::new(0.0, Backoff { least: 0.0, most: 0.0, most_retry_after: 0.0 }, 0.0, None, 0.0),
            failed: FailedAttempt { status: 0.0, retry_after: 0.0, jitter: 0.0, part: 0.0, reads: 0.0, untaken: 0.0 },
            slot: Slot { ticket: 0.0, weight: 0.0, delay: 0.0, interval: 0.0, keyed: 0.0 },
        })
    };
}

/// Returns the address of the numbers in memory.
#[wasm_bindgen]
pub fn numbers() -> usize {
    NUMBERS.try_with(|numbers| numbers.as_ptr() as usize).unwrap_or_default()
}

/// Runs a step of a pacer, or takes an event of a call and returns its next action; [`abi`] has the numbers of steps,
/// events and actions. The text of `length` bytes is a policy or the message of a failure. `is_paced` says whether the
/// pacer limits the rate of the call.
#[wasm_bindgen]
pub fn step(step: u32, length: usize, now: f64, is_paced: bool) -> f64 {
    client_bindings::with_text(length, |text| {
        let done = NUMBERS.try_with(|numbers| {
            let Ok(mut numbers) = numbers.try_borrow_mut() else { return 0.0 };
            if step < abi::PACE_NEW {
                step_call(&mut numbers, step, text, now, is_paced)
            } else {
                step_pacer(&mut numbers, step, text, now)
            }
        });
        done.unwrap_or_default()
    })
}

fn step_call(numbers: &mut Numbers, event: u32, text: &str, now: f64, is_paced: bool) -> f64 {
    let Numbers { pacer, call, failed, .. } = numbers;
    let event = match event {
        abi::SLEEP => Event::Done(Action::Sleep),
        abi::OWN_TURN => Event::Done(Action::OwnTurn),
        abi::TURN => Event::Done(Action::Turn),
        abi::SEND => Event::Done(Action::Send),
        abi::FAILED => Event::Failed(Failed {
            failure: Failure {
                status: failed.status as i32 as u16,
                text,
                read: failed.reads > 0.0,
                untaken: failed.untaken > 0.0,
            },
            retry_after: (failed.retry_after >= 0.0).then_some(failed.retry_after),
            chance: [failed.jitter, failed.part],
        }),
        _ => Event::Stopped,
    };
    f64::from(call.step(now, event, is_paced.then_some(pacer)) as u32)
}

fn step_pacer(numbers: &mut Numbers, step: u32, policy: &str, now: f64) -> f64 {
    let Numbers { pacer, slot, .. } = numbers;
    match step {
        abi::PACE_NEW => {
            let is_fixed = slot.interval > 0.0;
            *pacer =
                if is_fixed { Pacer::fixed(now, slot.interval) } else { Pacer::new(now, slot.keyed > 0.0) };
        }
        abi::PACE_RESERVE => slot.ticket = pacer.reserve(now, slot.weight, None),
        abi::PACE_TURN => {
            let (ticket, wait) = pacer.turn(now, slot.ticket, slot.weight);
            slot.ticket = ticket;
            return wait;
        }
        abi::PACE_RELEASE => pacer.release(now, slot.ticket, slot.weight),
        abi::PACE_POLICY => pacer.apply_policy(now, policy),
        abi::PACE_DELAY => pacer.delay(now, slot.delay),
        abi::PACE_REFUSED_FOR => return pacer.refused_for(now),
        abi::PACE_IS_SURE => return f64::from(pacer.is_sure()),
        abi::PACE_INTERVAL => return pacer.queue.interval(),
        abi::PACE_PUT_OFF => pacer.put_off(now, slot.delay, slot.weight),
        _ => {}
    }
    0.0
}
