//! The client for Rust programs: against a real server with faults, over each ready transport, and by a clock that nobody waits
//! for.

mod base_url;
mod clock;
mod guide;
mod over_reqwest;
#[cfg(feature = "ureq-no-tls")]
mod over_ureq;
mod pace;
mod pages;
mod server;

use over_reqwest::calls::client;
use over_reqwest::wire;
