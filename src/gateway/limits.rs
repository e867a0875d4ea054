//! Rate limits, quotas and budgets: which limits a request counts against, and the arithmetic of each.

pub mod gcra;
pub mod lease;
pub mod policy;
