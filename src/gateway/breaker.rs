//! Circuit breakers: a service that fails again and again is left alone for a while, then asked by one request.
//!
//! Plain numbers that the shell keeps from request to request; one [`State`] an upstream and isolate. Nothing here can
//! get stuck: a probe whose request never reports back (its caller left) is over when its time is.

/// What is known of one service; all 0 to begin with.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct State {
    /// Failures since the last answer.
    pub failures: f64,
    /// Not asked before this time, milliseconds since 1970, once the failures are enough.
    pub until: f64,
    /// Which of our keys to begin with.
    pub key: f64,
}

/// Numbers of a [`State`] where states are a flat list.
pub const NUMBERS: usize = 3;

/// When a service is left alone, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Failures in a row after which it is left alone.
    pub failures: u32,
    /// Milliseconds for which it is.
    pub pause: u32,
}

/// States from their flat list; those that it lacks are new.
#[must_use]
pub fn read(numbers: &[f64], count: usize) -> Vec<State> {
    let mut states = vec![State::default(); count];
    for (state, numbers) in states.iter_mut().zip(numbers.chunks_exact(NUMBERS)) {
        if let &[failures, until, key] = numbers {
            *state = State { failures, until, key };
        }
    }
    states
}

/// The flat list of states.
#[must_use]
pub fn write(states: &[State]) -> Vec<f64> {
    states.iter().flat_map(|state| [state.failures, state.until, state.key]).collect()
}

impl State {
    fn tripped(&self, limits: Limits) -> bool {
        self.failures >= f64::from(limits.failures)
    }

    /// May it be asked? Where it is left alone and the pause is over, this takes the one probe, which lasts `probe`
    /// milliseconds: until its outcome is told, or it is over, nobody else gets one.
    pub fn admit(&mut self, limits: Limits, now: f64, probe: f64) -> bool {
        if !self.tripped(limits) {
            return true;
        }
        // A clock that was set back must not close a service for ever.
        let pause = f64::from(limits.pause).max(probe);
        if now < self.until && self.until - now <= pause {
            return false;
        }
        self.until = now + probe;
        true
    }

    /// It answered.
    pub fn answered(&mut self) {
        self.failures = 0.0;
        self.until = 0.0;
    }

    /// It failed. Gives whether it is left alone by this very failure, which is news for the operator.
    pub fn failed(&mut self, limits: Limits, now: f64) -> bool {
        let before = self.tripped(limits);
        self.failures += 1.0;
        if self.tripped(limits) {
            self.until = now + f64::from(limits.pause);
        }
        !before && self.tripped(limits)
    }
}

/// Milliseconds until the first of them may be asked again.
#[must_use]
pub fn wait(states: &[State], now: f64) -> f64 {
    states.iter().map(|state| (state.until - now).max(0.0)).fold(f64::INFINITY, f64::min)
}
