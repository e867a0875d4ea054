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
    /// When it last gave a good answer, milliseconds since 1970.
    pub answered: f64,
    /// 1 while the one request that tests it is in flight: `until` is then when that must have ended.
    pub probe: f64,
}

/// Numbers of a [`State`] where states are a flat list.
pub const NUMBERS: usize = 5;

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
        if let &[failures, until, key, answered, probe] = numbers {
            *state = State { failures, until, key, answered, probe };
        }
    }
    states
}

/// The flat list of states.
#[must_use]
pub fn write(states: &[State]) -> Vec<f64> {
    let numbers = |state: &State| [state.failures, state.until, state.key, state.answered, state.probe];
    states.iter().flat_map(numbers).collect()
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
        self.probe = 1.0;
        true
    }

    /// It answered.
    pub fn answered(&mut self, now: f64) {
        self.failures = 0.0;
        self.until = 0.0;
        self.probe = 0.0;
        self.answered = now;
    }

    /// An attempt that began at `began` failed. Returns whether this failure opens the breaker. An upstream that has given a
    /// good answer since the attempt began works: the attempt then says something about its question, not about the upstream.
    pub fn failed(&mut self, limits: Limits, began: f64, now: f64) -> bool {
        // An answer from after `now` is of a clock that was set back since.
        if began < self.answered && self.answered <= now {
            return false;
        }
        let before = self.tripped(limits);
        self.failures += 1.0;
        if self.tripped(limits) {
            self.until = now + f64::from(limits.pause);
            self.probe = 0.0;
        }
        !before && self.tripped(limits)
    }

    /// The one request that tests it is in flight.
    #[must_use]
    pub fn is_probed(&self, now: f64) -> bool {
        self.probe > 0.0 && now < self.until
    }
}

/// Milliseconds until the first of them may be asked again.
#[must_use]
pub fn wait(states: &[State], now: f64) -> f64 {
    states.iter().map(|state| (state.until - now).max(0.0)).fold(f64::INFINITY, f64::min)
}
