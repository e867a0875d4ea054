//! Leases of a service's budget: how many requests a gateway may send on, and from when.
//!
//! A budget is one number, as a caller's limit is ([`super::limit`]): the time at which the next request is due. Every lease moves
//! it on, so budgets are handed out in the order in which they are asked for, each with the time at which it counts.
//! Nobody asks twice, and who vanishes costs what he was given.

/// Milliseconds for which a lease counts. What is not used by then is lost, and so is what comes too late.
pub const LIFE: f64 = 500.0;

/// Milliseconds of the budget that are written down before they are handed out, so that not every lease is a write. They are
/// lost, not gained, when the limiter starts again.
pub const AHEAD: f64 = 1000.0;

/// Milliseconds ahead that a lease can be due at most, whatever is asked; the greatest `limits.queue`.
pub const FARTHEST: f64 = 10_000.0;

/// The part of a second's budget that one lease may be.
const SHARE: f64 = 0.05;

/// What is handed out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lease {
    /// Requests that may be sent; 0: nothing is free within the horizon.
    pub count: u32,
    /// Milliseconds until they may, or until asking again makes sense.
    pub wait: f64,
    /// The budget's number from now on.
    pub arrival: f64,
}

/// Most requests of one lease.
///
/// ```
/// use ton_edge::gateway::lease::most;
/// assert_eq!((most(1.0), most(50.0), most(1000.0)), (1, 2, 50));
/// ```
#[must_use]
pub fn most(rate: f64) -> u32 {
    // Rates are at most a million.
    (rate * SHARE).clamp(1.0, 1e6) as u32
}

/// Leases up to `want` requests of a budget of one every `interval` milliseconds, due within `horizon` milliseconds.
///
/// ```
/// use ton_edge::gateway::lease::lease;
/// let first = lease(0.0, 5_000.0, 1_000.0, 1, 2_000.0);
/// assert_eq!((first.count, first.wait), (1, 0.0));
/// let second = lease(first.arrival, 5_000.0, 1_000.0, 1, 2_000.0);
/// assert_eq!((second.count, second.wait), (1, 1_000.0));
/// let third = lease(second.arrival, 5_000.0, 1_000.0, 1, 2_000.0);
/// let none = lease(third.arrival, 5_000.0, 1_000.0, 1, 2_000.0);
/// assert_eq!((third.wait, none.count, none.wait), (2_000.0, 0, 1_000.0));
/// ```
#[must_use]
pub fn lease(arrival: f64, now: f64, interval: f64, want: u32, horizon: f64) -> Lease {
    let most = f64::from(want.min(most(1000.0 / interval)).max(1));
    let horizon = horizon.min(FARTHEST);
    // A clock that was set back must not close a service for as long. The bound is the same for all who ask: with that of
    // their own, whoever waits for less would take back what others were given.
    let latest = now + FARTHEST + AHEAD + interval.max(1000.0 * SHARE);
    let due = arrival.max(now).min(latest);
    let wait = due - now;
    if wait > horizon {
        return Lease { count: 0, wait: wait - horizon, arrival: due };
    }
    Lease { count: most as u32, wait, arrival: due + most * interval }
}
