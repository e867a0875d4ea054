//! Attempts to send a request to an upstream: which upstream comes next, and what its response means.

pub(super) mod attempt;
pub mod breaker;
pub(super) mod outcome;
pub(super) mod response;
