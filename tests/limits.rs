//! Limits by a simulated clock: hours in milliseconds.

use proptest::prelude::*;
use ton_edge::gateway::limit::Rule;

proptest! {
    #[test]
    fn in_no_window_more_passes_than_the_burst_and_the_rate(
        rate in 0.2f64..100.0,
        burst in 1u32..50,
        steps in prop::collection::vec((0.0f64..2_000.0, 1u32..4), 1..300),
    ) {
        let rule = Rule::new(rate, burst);
        let (mut now, mut arrival) = (1e12, 0.0);
        let mut passed: Vec<(f64, f64)> = Vec::new();
        for (step, cost) in steps {
            now += if cost == 3 { 0.0 } else { step };
            let admission = rule.admit(arrival, now, f64::from(cost));
            prop_assert!(admission.arrival >= arrival || !admission.allowed);
            arrival = admission.arrival;
            if admission.allowed {
                passed.push((now, f64::from(cost)));
            } else if f64::from(cost) <= rule.burst {
                // What it says of the wait is true, to the millisecond.
                prop_assert!(rule.admit(arrival, now + admission.wait + 0.001, f64::from(cost)).allowed);
                prop_assert!(!rule.admit(arrival, now + admission.wait - 1.0, f64::from(cost)).allowed || admission.wait < 1.0);
            }
        }
        for (from, (start, _)) in passed.iter().enumerate() {
            let mut sum = 0.0;
            for (at, cost) in &passed[from..] {
                sum += cost;
                prop_assert!(sum <= f64::from(burst) + (at - start) / 1000.0 * rate + 0.002 * rate);
            }
        }
    }

    #[test]
    fn who_keeps_to_the_rate_is_never_refused(rate in 0.2f64..1_000.0, burst in 1u32..10, count in 1usize..500) {
        let rule = Rule::new(rate, burst);
        let mut arrival = 0.0;
        for at in 0..count {
            let admission = rule.admit(arrival, 1e12 + at as f64 * rule.interval, 1.0);
            prop_assert!(admission.allowed, "request {at}");
            arrival = admission.arrival;
        }
    }
}

#[test]
fn a_clock_set_back_shuts_nobody_out_for_longer_than_the_burst() {
    let rule = Rule::new(1.0, 5);
    let late = rule.admit(0.0, 2e12, 5.0);
    assert!(late.allowed && late.remaining == 0);
    let back = rule.admit(late.arrival, 1e12, 1.0);
    assert!(!back.allowed && back.wait == 1_000.0);
    assert!(rule.is_idle(0.0, 1.0) && !rule.is_idle(late.arrival, 2e12));
}
