//! gateway.wasm: limits and leases of budgets, with numbers as input and output. The caller stores the numbers: a gateway
//! for itself, or a limiter for several gateways.

use super::error::failure;
use crate::abi::gateway::{Lease, LeaseTerms, LimitOutcome, LimitState};
use crate::error::{Code, Error};
use crate::gateway::limits::gcra::{Rule, Stored};
use crate::gateway::limits::{lease, policy};
use wasm_bindgen::prelude::*;

/// Counts a request against several limits. Input: `[now, cost]` and then a `LimitState` per limit; output: a
/// `LimitOutcome` per limit.
#[wasm_bindgen]
pub fn admit(numbers: &[f64]) -> Result<Vec<f64>, JsValue> {
    let Some((&[now, cost], limits)) = numbers.split_first_chunk() else {
        return Err(make_missing_number_error());
    };
    let mut rules = Vec::with_capacity(limits.len() / LimitState::COUNT);
    for numbers in limits.chunks(LimitState::COUNT) {
        let LimitState { interval_ms, burst, until, arrival, ends } =
            LimitState::read(numbers).ok_or_else(make_missing_number_error)?;
        rules.push((Rule { interval_ms, burst, until }, Stored { arrival, ends }));
    }
    let outcome = |admission: policy::Admission| LimitOutcome {
        allowed: f64::from(u8::from(admission.allowed)),
        arrival: admission.arrival,
        ends: admission.ends,
        remaining: f64::from(admission.remaining),
        next_ms: admission.next_ms,
        reset_ms: admission.reset_ms,
        wait_ms: admission.wait_ms,
    };
    Ok(policy::admit(&rules, now, cost)
        .into_iter()
        .flat_map(|admission| outcome(admission).numbers())
        .collect())
}

/// Returns a `Lease` of a budget.
#[wasm_bindgen(js_name = lease)]
#[must_use]
pub fn lease_of(arrival: f64, now: f64, interval_ms: f64, want: u32, horizon_ms: f64) -> Vec<f64> {
    let lease = lease::lease(arrival, now, interval_ms, want, horizon_ms);
    Lease { count: f64::from(lease.count), wait_ms: lease.wait_ms, arrival: lease.arrival }.numbers().into()
}

/// Returns the `LeaseTerms` of a rate.
#[wasm_bindgen]
#[must_use]
pub fn leasing(rate: f64) -> Vec<f64> {
    LeaseTerms {
        most: f64::from(lease::max_lease_requests(rate)),
        life: lease::LIFE,
        ahead: lease::AHEAD,
        farthest: lease::FARTHEST,
    }
    .numbers()
    .into()
}

fn make_missing_number_error() -> JsValue {
    failure(&Error::new(Code::Internal, "`admit` takes `now`, `cost` and every number of each `LimitState`"))
}
