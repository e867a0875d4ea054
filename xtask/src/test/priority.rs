//! Sets the priority of a step: programs that the step starts inherit the priority of its thread.

use std::fs;
use std::process::Command;
use std::thread;

/// The niceness of steps with a lower priority. They get a third of the CPU time of other steps. With a niceness of 10 it would be a ninth, and
/// the unit tests in Rust did not end within the limit of a suite on a busy machine.
const LOWER_NICENESS: i32 = 5;

/// Lowers the priority of this thread. Returns false if the system cannot do that: only Linux identifies threads by
/// number.
pub(crate) fn lower_priority() -> bool {
    let Ok(thread) = fs::read_link("/proc/thread-self") else { return false };
    let Some(number) = thread.file_name() else { return false };
    // renice of util-linux, which every distribution has.
    let renice = Command::new("renice").args(["-n", &LOWER_NICENESS.to_string(), "-p"]).arg(number).output();
    renice.is_ok_and(|output| output.status.success())
}

/// Returns whether [`lower_priority`] works, by trying it in a separate thread.
pub(crate) fn can_lower() -> bool {
    thread::spawn(lower_priority).join().unwrap_or(false)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_program_inherits_the_priority_of_its_thread() {
        let read_niceness = || {
            let output = Command::new("nice").output().unwrap().stdout;
            String::from_utf8(output).unwrap().trim().parse::<i32>().unwrap()
        };
        let niceness_before = read_niceness();
        let niceness_after = thread::spawn(move || lower_priority().then(read_niceness)).join().unwrap();
        // If this program already has a higher niceness, nothing changes.
        assert!(
            niceness_after == Some(LOWER_NICENESS) || niceness_before > LOWER_NICENESS,
            "{niceness_before}, then {niceness_after:?}"
        );
        assert_eq!(read_niceness(), niceness_before, "other threads keep their niceness");
    }
}
