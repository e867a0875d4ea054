//! Leases of an upstream's budget: how many requests a gateway may send, and how soon.
//!
//! The state of a budget is one number, like that of a rate limit ([`super::gcra`]): the time at which the next
//! request is due. Every lease advances it, so leases are granted in the order of their requests, each with its
//! start time. If a gateway disappears, only its last lease is lost.

/// The lifetime of a lease, in milliseconds. Requests that are not used by then are lost, as is a lease that arrives
/// too late.
pub const LIFE: f64 = 500.0;

/// Milliseconds of the budget that are stored ahead, so that not every lease is a write. A limiter that restarts loses
/// them.
pub const AHEAD: f64 = 1000.0;

/// The latest start of a lease, in milliseconds from now; the greatest `limits.queueTimeoutMs`.
pub const FARTHEST: f64 = 10_000.0;

/// The largest lease, as a part of one second's budget.
const SHARE_PER_LEASE: f64 = 0.05;

/// A lease.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lease {
    /// Requests that may be sent; 0 if none is free within `horizon_ms`.
    pub count: u32,
    /// Milliseconds until the requests may be sent, or until a retry makes sense.
    pub wait_ms: f64,
    /// The budget's new number.
    pub arrival: f64,
}

/// Returns the maximum number of requests per lease.
///
/// ```
/// use ton_edge::gateway::limits::lease::max_lease_requests;
/// assert_eq!((max_lease_requests(1.0), max_lease_requests(50.0), max_lease_requests(1000.0)), (1, 2, 50));
/// ```
#[must_use]
pub fn max_lease_requests(rate: f64) -> u32 {
    // Rates are at most one million.
    (rate * SHARE_PER_LEASE).clamp(1.0, 1e6) as u32
}

/// Leases up to `wanted_count` requests of a budget of one per `interval_ms` milliseconds, due within
/// `horizon_ms` milliseconds.
///
/// ```
/// use ton_edge::gateway::limits::lease::lease;
/// let first = lease(0.0, 5_000.0, 1_000.0, 1, 2_000.0);
/// assert_eq!((first.count, first.wait_ms), (1, 0.0));
/// let second = lease(first.arrival, 5_000.0, 1_000.0, 1, 2_000.0);
/// assert_eq!((second.count, second.wait_ms), (1, 1_000.0));
/// let third = lease(second.arrival, 5_000.0, 1_000.0, 1, 2_000.0);
/// let none = lease(third.arrival, 5_000.0, 1_000.0, 1, 2_000.0);
/// assert_eq!((third.wait_ms, none.count, none.wait_ms), (2_000.0, 0, 1_000.0));
/// ```
#[must_use]
pub fn lease(arrival: f64, now: f64, interval_ms: f64, wanted_count: u32, horizon_ms: f64) -> Lease {
    let max_count = f64::from(wanted_count.min(max_lease_requests(1000.0 / interval_ms)).max(1));
    let horizon_ms = horizon_ms.min(FARTHEST);
    // A clock that was set back by an hour must not block an upstream for an hour. The bound is the same for all
    // gateways: with a bound by its own shorter `horizon_ms`, a gateway would revoke the leases of others.
    let max_start = now + FARTHEST + AHEAD + interval_ms.max(1000.0 * SHARE_PER_LEASE);
    let start_time = arrival.max(now).min(max_start);
    let wait_ms = start_time - now;
    if wait_ms > horizon_ms {
        return Lease { count: 0, wait_ms: wait_ms - horizon_ms, arrival: start_time };
    }
    Lease { count: max_count as u32, wait_ms, arrival: start_time + max_count * interval_ms }
}
