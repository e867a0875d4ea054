//! The upstream services: what is sent to them, which one comes next, and what their responses mean.

pub(super) mod attempt;
pub mod breaker;
pub(super) mod forward;
pub(super) mod outcome;
pub(super) mod response;
pub(super) mod trace;
