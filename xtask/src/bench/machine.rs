//! How busy a machine is with other work, and how fast: figures of a busy one are not written.

use std::fs;
use std::hint::black_box;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::bench::figure::Figure;

/// Most CPU time of other programs while waiting for a bench, in per cent.
const MOST_BUSY: f64 = 10.0;
/// Most CPU time that the hypervisor may take, in per cent.
const MOST_STOLEN: f64 = 2.0;
/// The duration of a measurement.
const LOOK: Duration = Duration::from_secs(2);
/// Steps of the fixed loop, and how often it runs.
const STEPS: u32 = 1_000_000;
const LOOPS: usize = 15;

/// Times of all CPUs since the machine started, in ticks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ticks {
    all: f64,
    idle: f64,
    stolen: f64,
}

impl Ticks {
    /// The current counters; `None` on systems without them.
    pub(crate) fn now() -> Option<Self> {
        Self::read(&fs::read_to_string("/proc/stat").ok()?)
    }

    /// The first line: user, nice, system, idle, iowait, irq, softirq, steal, and what the others have in them already (`man 5 proc`).
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
        let [.., idle, waiting, _, _, stolen] = ticks[..] else { return None };
        Some(Self { all: ticks.iter().sum(), idle: idle + waiting, stolen })
    }

    /// Per cent since `then`.
    fn since(self, then: Self) -> Load {
        let all = (self.all - then.all).max(1.0);
        let stolen = 100.0 * (self.stolen - then.stolen) / all;
        Load { busy: 100.0 - 100.0 * (self.idle - then.idle) / all - stolen, stolen }
    }
}

/// The used CPU time, in per cent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Load {
    /// By programs.
    pub(crate) busy: f64,
    /// By the hypervisor, for other machines.
    pub(crate) stolen: f64,
}

impl Load {
    /// Measures a time in which this program is idle.
    pub(crate) fn look() -> Option<Self> {
        let then = Ticks::now()?;
        sleep(LOOK);
        Some(Ticks::now()?.since(then))
    }

    /// Why figures of such a machine say little.
    pub(crate) fn complaint(self) -> Option<String> {
        (self.busy > MOST_BUSY || self.stolen > MOST_STOLEN).then(|| {
            format!(
                "other work takes {:.0} % of this machine's CPUs, and other machines {:.1} % (calm: {MOST_BUSY} % and {MOST_STOLEN} %)",
                self.busy, self.stolen
            )
        })
    }
}

/// The per cent that other machines took since `then`.
pub(crate) fn stolen_since(then: Option<Ticks>) -> Option<f64> {
    Some(Ticks::now()?.since(then?).stolen)
}

/// Milliseconds that a loop takes which is always the same, as a median. Where a CPU's other threads belong to another machine, no
/// counter shows what they do: this does, beside the same loop of another time.
pub(crate) fn pace() -> f64 {
    let took = (0..LOOPS)
        .map(|_| {
            let start = Instant::now();
            // A step needs the one before, so that nothing is done at the same time or left out.
            let sum = (0..STEPS).fold(1_u32, |sum, step| sum.rotate_left(5).wrapping_mul(0x9e37_79b1) ^ step);
            black_box(sum);
            1000.0 * start.elapsed().as_secs_f64()
        })
        .collect();
    Figure::of(took).map_or(f64::NAN, |took| took.median())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fixed_loop_takes_time() {
        assert!(pace() > 0.0);
    }

    #[test]
    fn ticks_become_per_cent() {
        let [then, now] =
            ["cpu  100 0 100 800 0 0 0 0 0 0\ncpu0 1 2 3", "cpu  110 0 110 860 10 0 0 10 0 0\n"]
                .map(|stat| Ticks::read(stat).unwrap());
        let load = now.since(then);
        assert_eq!(load, Load { busy: 20.0, stolen: 10.0 });
        assert!(load.complaint().is_some_and(|why| why.contains("20 %") && why.contains("10.0 %")));
        assert_eq!(Load { busy: 10.0, stolen: 2.0 }.complaint(), None);
        assert!(Ticks::read("intr 1").is_none() && Ticks::read("cpu 1 2 x").is_none());
    }
}
