//! Measures how busy a machine is with other work, and how fast it is: figures of a busy machine are not written.

use std::fs;
use std::hint::black_box;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::bench::figure::Figure;

/// Limit of the CPU time of other programs while a bench waits to start, in per cent.
const MAX_BUSY_PERCENT: f64 = 10.0;
/// Limit of the CPU time that the hypervisor takes, in per cent.
const MAX_STOLEN_PERCENT: f64 = 2.0;
/// The duration of a measurement.
const LOOK_DURATION: Duration = Duration::from_secs(2);
/// The steps of the fixed loop, and the number of its runs.
const LOOP_STEPS: u32 = 1_000_000;
const LOOP_RUNS: usize = 15;

/// Times of all CPUs since the machine started, in ticks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ticks {
    total: f64,
    idle: f64,
    stolen: f64,
}

impl Ticks {
    /// Reads the current counters; `None` on systems without them.
    pub(crate) fn read_now() -> Option<Self> {
        Self::read(&fs::read_to_string("/proc/stat").ok()?)
    }

    /// Reads the first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal, and numbers that are already included in
    /// the others (`man 5 proc`).
    fn read(stat: &str) -> Option<Self> {
        let ticks: Vec<f64> = stat
            .lines()
            .next()?
            .strip_prefix("cpu ")?
            .split_whitespace()
            .take(8)
            .map(str::parse)
            .collect::<Result<_, _>>()
            .ok()?;
        let [.., idle, io_wait, _, _, stolen] = ticks[..] else { return None };
        Some(Self { total: ticks.iter().sum(), idle: idle + io_wait, stolen })
    }

    /// Returns the load in per cent since `earlier`.
    fn load_since(self, earlier: Self) -> Load {
        let total_ticks = (self.total - earlier.total).max(1.0);
        let stolen = 100.0 * (self.stolen - earlier.stolen) / total_ticks;
        Load { busy: 100.0 - 100.0 * (self.idle - earlier.idle) / total_ticks - stolen, stolen }
    }
}

/// The used CPU time, in per cent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Load {
    /// CPU time used by programs.
    pub(crate) busy: f64,
    /// CPU time used by the hypervisor for other machines.
    pub(crate) stolen: f64,
}

impl Load {
    /// Measures the load during a time in which this program is idle.
    pub(crate) fn measure_load() -> Option<Self> {
        let ticks_before = Ticks::read_now()?;
        sleep(LOOK_DURATION);
        Some(Ticks::read_now()?.load_since(ticks_before))
    }

    /// Describes why figures of a machine with this load are not reliable; `None` if they are.
    pub(crate) fn describe_load(self) -> Option<String> {
        (self.busy > MAX_BUSY_PERCENT || self.stolen > MAX_STOLEN_PERCENT).then(|| {
            format!(
                "other work takes {:.0} % of this machine's CPUs, and other machines {:.1} % (calm: {MAX_BUSY_PERCENT} % and {MAX_STOLEN_PERCENT} %)",
                self.busy, self.stolen
            )
        })
    }
}

/// Returns the per cent of CPU time that other machines have used since `ticks_before`.
pub(crate) fn measure_stolen(ticks_before: Option<Ticks>) -> Option<f64> {
    Some(Ticks::read_now()?.load_since(ticks_before?).stolen)
}

/// Measures the milliseconds of a fixed loop, as a median. If the other threads of a CPU core belong to another machine, counters do not show
/// their load, but comparing this loop with another time does.
pub(crate) fn measure_pace() -> f64 {
    let durations = (0..LOOP_RUNS)
        .map(|_| {
            let start = Instant::now();
            // Each step depends on the one before, so the CPU cannot overlap them and the compiler cannot omit them.
            let sum =
                (0..LOOP_STEPS).fold(1_u32, |sum, step| sum.rotate_left(5).wrapping_mul(0x9e37_79b1) ^ step);
            black_box(sum);
            1000.0 * start.elapsed().as_secs_f64()
        })
        .collect();
    Figure::from_rounds(durations).map_or(f64::NAN, |durations| durations.median())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fixed_loop_takes_time() {
        assert!(measure_pace() > 0.0);
    }

    #[test]
    fn ticks_become_per_cent() {
        let [earlier, now] =
            ["cpu  100 0 100 800 0 0 0 0 0 0\ncpu0 1 2 3", "cpu  110 0 110 860 10 0 0 10 0 0\n"]
                .map(|stat| Ticks::read(stat).unwrap());
        let load = now.load_since(earlier);
        assert_eq!(load, Load { busy: 20.0, stolen: 10.0 });
        assert!(
            load.describe_load()
                .is_some_and(|complaint| complaint.contains("20 %") && complaint.contains("10.0 %"))
        );
        assert_eq!(Load { busy: 10.0, stolen: 2.0 }.describe_load(), None);
        assert!(Ticks::read("intr 1").is_none() && Ticks::read("cpu 1 2 x").is_none());
    }
}
