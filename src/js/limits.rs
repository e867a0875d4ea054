//! gateway.wasm: limits and leases of budgets, as numbers in and out. The caller stores the numbers: a gateway its own, a
//! limiter those of several gateways.

use super::error::failure;
use crate::error::{Code, Error};
use crate::gateway::limits::gcra::{Rule, Stored};
use crate::gateway::limits::{lease, policy};
use wasm_bindgen::prelude::*;

/// Numbers of a limit on its way in: interval_ms, burst, the end of a quota's window (0 for a rate), and the stored state: arrival,
/// and the end of the window in which a quota was counted.
const LIMIT: usize = 5;

/// A request against several limits: `[now, cost, interval_ms, burst, until, arrival, ends, interval_ms, ...]` in; of every limit
/// `[allowed, arrival, ends, remaining, next, reset, wait, ...]` out.
#[wasm_bindgen]
pub fn admit(numbers: &[f64]) -> Result<Vec<f64>, JsValue> {
    let Some((&[now, cost], limits)) = numbers.split_first_chunk() else { return Err(miscounted()) };
    let mut rules = Vec::with_capacity(limits.len() / LIMIT);
    for one in limits.chunks(LIMIT) {
        let &[interval_ms, burst, until, arrival, ends] = one else { return Err(miscounted()) };
        rules.push((Rule { interval_ms, burst, until }, Stored { arrival, ends }));
    }
    let admissions = policy::admit(&rules, now, cost);
    let numbers = |one: policy::Admission| {
        [
            f64::from(u8::from(one.allowed)),
            one.arrival,
            one.ends,
            f64::from(one.remaining),
            one.next_ms,
            one.reset_ms,
            one.wait_ms,
        ]
    };
    Ok(admissions.into_iter().flat_map(numbers).collect())
}

/// A lease of a budget: `[count, wait, arrival]`.
#[wasm_bindgen(js_name = lease)]
#[must_use]
pub fn lease_of(arrival: f64, now: f64, interval_ms: f64, want: u32, horizon_ms: f64) -> Vec<f64> {
    let lease = lease::lease(arrival, now, interval_ms, want, horizon_ms);
    vec![f64::from(lease.count), lease.wait_ms, lease.arrival]
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
