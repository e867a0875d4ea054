//! Circuit breakers: an upstream that fails repeatedly gets no requests for a while, and then one request as a probe.
//!
//! The state is plain numbers that JavaScript stores between requests; one [`State`] per upstream and isolate. A probe
//! that never reports back, for example because its caller disconnected, ends by its timeout.

use crate::gateway::config::BreakerLimits;

/// The state of one upstream; all 0 at first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct State {
    /// Failures since the last good response.
    pub failures: f64,
    /// While the breaker is open: the end of the pause, in milliseconds since 1970.
    pub until: f64,
    /// The index of the upstream key to begin with.
    pub key_index: f64,
    /// The time of the upstream's last good response, in milliseconds since 1970.
    pub last_success: f64,
    /// 1 while the probe is in flight: `until` is then the probe's timeout.
    pub probe: f64,
}

/// The length of a [`State`] in a flat list of states.
pub const NUMBERS: usize = 5;

/// Reads states from a flat list; missing ones are new.
#[must_use]
pub fn read(numbers: &[f64], count: usize) -> Vec<State> {
    let mut states = vec![State::default(); count];
    for (state, numbers) in states.iter_mut().zip(numbers.chunks_exact(NUMBERS)) {
        if let &[failures, until, key_index, last_success, probe] = numbers {
            *state = State { failures, until, key_index, last_success, probe };
        }
    }
    states
}

/// Writes states as a flat list.
#[must_use]
pub fn write(states: &[State]) -> Vec<f64> {
    let numbers =
        |state: &State| [state.failures, state.until, state.key_index, state.last_success, state.probe];
    states.iter().flat_map(numbers).collect()
}

impl State {
    fn is_tripped(&self, limits: BreakerLimits) -> bool {
        self.failures >= f64::from(limits.failures)
    }

    /// Returns whether the upstream may get a request. After the pause of an open breaker, one request is admitted as the
    /// probe; no other request is admitted until the outcome of the probe is known, or `probe` milliseconds are over.
    pub fn admit(&mut self, limits: BreakerLimits, now: f64, probe: f64) -> bool {
        if !self.is_tripped(limits) {
            return true;
        }
        // A clock that was set back must not leave a breaker open forever.
        let pause_ms = f64::from(limits.open_ms).max(probe);
        if now < self.until && self.until - now <= pause_ms {
            return false;
        }
        self.until = now + probe;
        self.probe = 1.0;
        true
    }

    /// Records a good response of the upstream.
    pub fn succeeded(&mut self, now: f64) {
        self.failures = 0.0;
        self.until = 0.0;
        self.probe = 0.0;
        self.last_success = now;
    }

    /// Records the failure of an attempt that began at `started_at`, and returns whether it opens the breaker. A good
    /// response since the attempt began shows that the upstream works: the failure is then due to the request.
    pub fn failed(&mut self, limits: BreakerLimits, started_at: f64, now: f64) -> bool {
        // A response after `now` means that the clock has been set back.
        if started_at < self.last_success && self.last_success <= now {
            return false;
        }
        let was_tripped = self.is_tripped(limits);
        self.failures += 1.0;
        if self.is_tripped(limits) {
            self.until = now + f64::from(limits.open_ms);
            self.probe = 0.0;
        }
        !was_tripped && self.is_tripped(limits)
    }

    /// Returns whether the probe is in flight.
    #[must_use]
    pub fn is_probed(&self, now: f64) -> bool {
        self.probe > 0.0 && now < self.until
    }
}

/// Returns the milliseconds until the first of the breakers admits a request again.
#[must_use]
pub fn wait(states: &[State], now: f64) -> f64 {
    states.iter().map(|state| (state.until - now).max(0.0)).fold(f64::INFINITY, f64::min)
}
