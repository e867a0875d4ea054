//! Transports of the client for native programs, and their shared parts: clocks, randomness, the text of a failure.

#[cfg(feature = "reqwest-no-tls")]
pub(crate) mod reqwest;
#[cfg(feature = "ureq-no-tls")]
pub(crate) mod ureq;

use std::error::Error;
use std::sync::LazyLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

static START_TIME: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Returns the milliseconds since the first call of this function.
fn read_clock() -> f64 {
    START_TIME.elapsed().as_secs_f64() * 1000.0
}

/// Returns the milliseconds since 1970.
fn read_unix_now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64() * 1000.0
}

/// Returns a random number from 0 up to 1.
fn draw_chance() -> f64 {
    fastrand::f64()
}

/// Describes an error and its causes.
fn describe_causes(error: &dyn Error) -> String {
    let mut reason = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        reason.push_str(": ");
        reason.push_str(&error.to_string());
        cause = error.source();
    }
    reason
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_count_milliseconds() {
        // The first of January 2025 and of 2100.
        assert!((1.735e12..4.102e12).contains(&read_unix_now()));
        let start = read_clock();
        std::thread::sleep(std::time::Duration::from_millis(2));
        assert!(read_clock() - start >= 2.0);
    }
}
