//! The CPU time of programs, which Linux reports in `/proc`. On other systems it is not known.

use std::fs;
use std::time::Duration;

/// The unit of CPU time in `/proc`, the same on every machine.
const TICKS_PER_SECOND: u64 = 100;

/// The data of a process in `/proc/PID/stat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stat {
    /// Whether the process has ended, while its parent has not waited for it yet.
    pub(crate) ended: bool,
    /// The CPU time of its threads.
    own_time: Duration,
    /// The CPU time of the programs that it started and waited for.
    children: Duration,
}

impl Stat {
    /// Returns the CPU time of a process, by its id.
    pub(crate) fn read_process(process: u32) -> Option<Self> {
        Self::parse(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
    }

    /// Returns the CPU time of a program and of those that it started.
    pub(crate) fn total_time(self) -> Duration {
        self.own_time + self.children
    }

    /// Reads a line of proc(5).
    fn parse(stat: &str) -> Option<Self> {
        // The name of the program, in brackets, may contain spaces; after it come the state and, as fields 14 to 17, the
        // CPU times.
        let (_, rest) = stat.rsplit_once(") ")?;
        let fields: Vec<&str> = rest.split(' ').collect();
        let time_at = |index: usize| {
            let ticks: Option<u64> =
                fields.get(index..index + 2)?.iter().map(|field| field.parse::<u64>().ok()).sum();
            Some(Duration::from_millis(ticks? * 1000 / TICKS_PER_SECOND))
        };
        Some(Self { ended: *fields.first()? == "Z", own_time: time_at(11)?, children: time_at(13)? })
    }
}

/// Returns the CPU time of the programs that this one has started and waited for.
pub(crate) fn measure_children() -> Option<Duration> {
    Some(Stat::parse(&fs::read_to_string("/proc/self/stat").ok()?)?.children)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_times_of_a_program_and_of_its_children() {
        let stat = Stat::parse("7 (a b) c) Z 1 2 3 4 5 6 7 8 9 10 100 50 150 50 20 0").unwrap();
        assert!(stat.ended);
        assert_eq!(
            (stat.own_time, stat.children, stat.total_time()),
            (Duration::from_millis(1500), Duration::from_secs(2), Duration::from_millis(3500))
        );
        assert_eq!(Stat::parse("nonsense"), None);
        assert_eq!(Stat::parse("7 (a) S 1 2"), None);
    }
}
