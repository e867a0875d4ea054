//! gateway.wasm: limits and leases of budgets, as numbers in and out. Whoever keeps the numbers asks: a gateway for itself, or
//! the limiter of a fleet.

use super::error::failure;
use crate::error::{Code, Error};
use crate::gateway::limits::gcra::{Kept, Rule};
use crate::gateway::limits::{lease, policy};
use wasm_bindgen::prelude::*;

/// Numbers of a limit on its way in: interval, burst, the end of a quota's window (0 for a rate), and what is kept: arrival,
/// and the end of the window in which a quota was counted.
const LIMIT: usize = 5;

/// A request against several limits: `[now, cost, interval, burst, until, arrival, ends, interval, ...]` in; of every limit
/// `[allowed, arrival, ends, remaining, next, reset, wait, ...]` out.
#[wasm_bindgen]
pub fn admit(numbers: &[f64]) -> Result<Vec<f64>, JsValue> {
    let Some((&[now, cost], limits)) = numbers.split_first_chunk() else { return Err(miscounted()) };
    let mut rules = Vec::with_capacity(limits.len() / LIMIT);
    for one in limits.chunks(LIMIT) {
        let &[interval, burst, until, arrival, ends] = one else { return Err(miscounted()) };
        rules.push((Rule { interval, burst, until }, Kept { arrival, ends }));
    }
    let admissions = policy::admit(&rules, now, cost);
    let numbers = |one: policy::Admission| {
        [
            f64::from(u8::from(one.allowed)),
            one.arrival,
            one.ends,
            f64::from(one.remaining),
            one.next,
            one.reset,
            one.wait,
        ]
    };
    Ok(admissions.into_iter().flat_map(numbers).collect())
}

/// A lease of a budget: `[count, wait, arrival]`.
#[wasm_bindgen(js_name = lease)]
#[must_use]
pub fn lease_of(arrival: f64, now: f64, interval: f64, want: u32, horizon: f64) -> Vec<f64> {
    let lease = lease::lease(arrival, now, interval, want, horizon);
    vec![f64::from(lease.count), lease.wait, lease.arrival]
}

/// Most requests of one lease, milliseconds for which it counts, those that are written down ahead, and those ahead that it
/// can be due at most.
#[wasm_bindgen]
#[must_use]
pub fn leasing(rate: f64) -> Vec<f64> {
    vec![f64::from(lease::most(rate)), lease::LIFE, lease::AHEAD, lease::FARTHEST]
}

fn miscounted() -> JsValue {
    failure(&Error::new(Code::Internal, "a limit is five numbers"))
}
