//! The priority of a step: what it starts inherits that of its thread.

use std::fs;
use std::process::Command;
use std::thread;

/// So much nicer than the suites that measure waiting times.
const NICER: &str = "10";

/// Lowers the priority of this thread. False where the system has no such thing: only Linux knows threads by number.
pub(crate) fn lower() -> bool {
    let Ok(thread) = fs::read_link("/proc/thread-self") else { return false };
    let Some(number) = thread.file_name() else { return false };
    // renice of util-linux, which every distribution has.
    let renice = Command::new("renice").args(["-n", NICER, "-p"]).arg(number).output();
    renice.is_ok_and(|output| output.status.success())
}

/// Whether [`lower`] works, tried in a thread that ends.
pub(crate) fn can_lower() -> bool {
    thread::spawn(lower).join().unwrap_or(false)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_program_inherits_the_priority_of_its_thread() {
        let niceness = || {
            let output = Command::new("nice").output().unwrap().stdout;
            String::from_utf8(output).unwrap().trim().parse::<i32>().unwrap()
        };
        let before = niceness();
        let after = thread::spawn(move || if lower() { niceness() } else { before + 10 }).join().unwrap();
        assert_eq!(after, (before + 10).min(19));
        assert_eq!(niceness(), before, "other threads keep theirs");
    }
}
