//! The client for Rust programs: with a real server that has faults, over each transport of the crate, and with a simulated
//! clock.

#[cfg(all(feature = "message", feature = "types"))]
mod actions;
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
