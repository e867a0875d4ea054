//! Responses of the gateway itself: refusals in the form of each generation, and the CORS headers of every response.

pub(super) mod cors;
pub(super) mod error;
