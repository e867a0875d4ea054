//! The running programs. Each leads its own process group. Everything that a program starts ends with it: when the program ends, when its time
//! limit is over, and when the command is stopped by Ctrl-C, by SIGTERM, or by a terminal that closes.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command, ExitCode};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result};

use crate::shell::format_command_line;

/// The groups of the programs that are running.
static RUNNING_PROCESSES: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// A running program, together with all processes that it starts.
#[derive(Debug)]
pub(crate) struct Program {
    /// The program itself.
    pub(crate) child: Child,
}

impl Program {
    /// Starts a program.
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        // The list is locked during the start: a signal that arrives now finds the program in the list, or stops this thread before it starts
        // the program.
        let mut running_processes = RUNNING_PROCESSES.lock().unwrap_or_else(PoisonError::into_inner);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let child = command.spawn()?;
        running_processes.insert(child.id());
        Ok(Self { child })
    }
}

impl Drop for Program {
    /// Ends the processes that still run. While the whole command is being stopped, this waits, so that the end of the programs is not reported as
    /// a fault.
    fn drop(&mut self) {
        let id = self.child.id();
        let has_ended = matches!(self.child.try_wait(), Ok(Some(_)));
        end_processes(&[id]);
        if !has_ended {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        RUNNING_PROCESSES.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
    }
}

/// Replaces this command by a program, so that signals reach the program and its exit code becomes the command's.
#[cfg(unix)]
pub(crate) fn replace(mut command: Command) -> Result<ExitCode> {
    let error = std::os::unix::process::CommandExt::exec(command.env_remove("LD_LIBRARY_PATH"));
    Err(error).with_context(|| format!("cannot start `{}`", format_command_line(&command)))
}

/// On other systems the program is a child process; Ctrl-C reaches both.
#[cfg(not(unix))]
pub(crate) fn replace(mut command: Command) -> Result<ExitCode> {
    let status = command.status().with_context(|| format!("cannot start `{}`", line_of(&command)))?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}

#[cfg(unix)]
pub(crate) use unix::end_on_signals;
#[cfg(unix)]
use unix::end_processes;

/// On other systems a console sends Ctrl-C to all of its programs.
#[cfg(not(unix))]
pub(crate) fn end_on_signals() -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
fn end_processes(_: &[u32]) {}

#[cfg(unix)]
mod unix {
    use std::collections::BTreeSet;
    use std::sync::PoisonError;
    use std::time::{Duration, Instant};
    use std::{fs, io, thread};

    use nix::sys::signal::{Signal, kill, killpg};
    use nix::unistd::Pid;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use super::RUNNING_PROCESSES;
    use crate::shell::print_line;

    /// The time that programs have to end by themselves after SIGTERM.
    const GRACE_PERIOD: Duration = Duration::from_secs(3);
    /// The interval at which programs are checked during that time.
    const POLL_INTERVAL: Duration = Duration::from_millis(20);

    /// Makes every signal that ends this command end its programs first.
    pub(crate) fn end_on_signals() -> io::Result<()> {
        let ignored_mask = read_ignored_signals();
        // Signals that `nohup` made this command ignore stay ignored.
        let mut signals = Signals::new(
            [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored_mask >> (signal - 1) & 1 == 0),
        )?;
        thread::spawn(move || {
            let Some(signal) = signals.forever().next() else { return };
            // The lock is never released, so that threads neither start another program nor report the end of one as a fault.
            let running_processes = RUNNING_PROCESSES.lock().unwrap_or_else(PoisonError::into_inner);
            let groups: Vec<u32> = running_processes.iter().copied().collect();
            if !groups.is_empty() {
                print_line("\nstopped: ending the running programs");
            }
            end_processes(&groups);
            // The exit code that shells use for an end by a signal.
            std::process::exit(128 + signal);
        });
        Ok(())
    }

    /// Reads the signals that this command ignores since its start (`nohup`), as bits; 0 if the system does not report
    /// them.
    fn read_ignored_signals() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
    }

    /// Ends these process groups and everything that their processes have started: with SIGTERM first, and after [`GRACE_PERIOD`] with SIGKILL.
    pub(super) fn end_processes(groups: &[u32]) {
        let groups: Vec<Pid> =
            groups.iter().filter_map(|id| i32::try_from(*id).ok()).map(Pid::from_raw).collect();
        if groups.iter().all(|group| killpg(*group, None).is_err()) {
            return;
        }
        let mut known_ids: BTreeSet<Pid> = groups.iter().copied().collect();
        let start = Instant::now();
        let mut asked_ids = BTreeSet::new();
        loop {
            let Some(living) = list_living_ids(&mut known_ids) else {
                // Without a list of processes, only the groups are known.
                return end_groups(&groups);
            };
            if living.is_empty() {
                return;
            }
            let is_over_grace = start.elapsed() > GRACE_PERIOD;
            for process in living {
                if is_over_grace {
                    let _ = kill(process, Signal::SIGKILL);
                } else if asked_ids.insert(process) {
                    let _ = kill(process, Signal::SIGTERM);
                }
            }
            if start.elapsed() > GRACE_PERIOD * 2 {
                return;
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// Ends groups, for systems that do not list processes as files.
    fn end_groups(groups: &[Pid]) {
        let signal = |signal| groups.iter().filter(|group| killpg(**group, signal).is_ok()).count();
        signal(Some(Signal::SIGTERM));
        let start = Instant::now();
        while signal(None) > 0 && start.elapsed() < GRACE_PERIOD {
            thread::sleep(POLL_INTERVAL);
        }
        signal(Some(Signal::SIGKILL));
    }

    /// Lists the running processes that belong to the known ones by id, group or parent, and adds them to the known ones, because the children of
    /// a process that ends lose their parent.
    fn list_living_ids(known_ids: &mut BTreeSet<Pid>) -> Option<Vec<Pid>> {
        let mut other_processes: Vec<Process> = fs::read_dir("/proc")
            .ok()?
            .flatten()
            .filter_map(|entry| {
                let name = entry.file_name();
                name.to_str()?.parse::<i32>().ok()?;
                parse_process(&fs::read_to_string(entry.path().join("stat")).ok()?)
            })
            .collect();
        if other_processes.is_empty() {
            return None;
        }
        let mut living_ids = Vec::new();
        loop {
            let (descendants, rest): (Vec<Process>, Vec<Process>) =
                other_processes.into_iter().partition(|process| {
                    [process.id, process.group, process.parent].iter().any(|id| known_ids.contains(id))
                });
            if descendants.is_empty() {
                break;
            }
            known_ids.extend(descendants.iter().map(|process| process.id));
            living_ids.extend(descendants.into_iter().filter(|process| process.runs).map(|one| one.id));
            other_processes = rest;
        }
        Some(living_ids)
    }

    /// A process, as proc(5) describes it.
    #[derive(Debug, PartialEq, Eq)]
    struct Process {
        id: Pid,
        parent: Pid,
        group: Pid,
        /// Whether the process has not ended yet.
        runs: bool,
    }

    /// Reads the first fields of `/proc/PID/stat`.
    fn parse_process(stat: &str) -> Option<Process> {
        let (id, rest) = stat.split_once(" (")?;
        // The name of the program, in brackets, may contain spaces and brackets.
        let (_, rest) = rest.rsplit_once(") ")?;
        let mut fields = rest.split(' ');
        let state = fields.next()?;
        let [parent, group] = [fields.next()?, fields.next()?];
        let number = |text: &str| text.parse().ok().map(Pid::from_raw);
        Some(Process {
            id: number(id)?,
            parent: number(parent)?,
            group: number(group)?,
            runs: !matches!(state, "Z" | "X"),
        })
    }

    #[cfg(all(test, target_os = "linux"))]
    mod tests {
        use std::process::{Command, Stdio};

        use super::*;
        use crate::shell::Ui;

        /// Starts processes in the program's group, in separate sessions, and one that ignores SIGTERM.
        const TREE_SCRIPT: &str =
            "sleep $LONG & setsid sleep $LONG & (trap '' TERM; sleep $LONG; :) & sleep $LONG; :";
        /// The number of sleeping processes in the tree.
        const SLEEPER_COUNT: usize = 4;

        /// Counts the programs that sleep for exactly this time, which no other program does.
        fn count_sleepers(seconds: &str) -> usize {
            let line = format!("sleep\0{seconds}\0");
            let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
            processes
                .filter(|entry| {
                    fs::read_to_string(entry.path().join("cmdline")).is_ok_and(|text| text == line)
                })
                .count()
        }

        fn unique_seconds(test: u32) -> String {
            format!("{}{test}", 10_000 + std::process::id())
        }

        fn tree_command(seconds: &str) -> Command {
            let mut sh = Command::new("sh");
            sh.args(["-c", TREE_SCRIPT]).env("LONG", seconds);
            sh
        }

        #[test]
        fn runs_a_tree_until_a_signal() {
            // This is the program of the next test; without the variable it does nothing.
            let Ok(seconds) = std::env::var("SLEEP") else { return };
            end_on_signals().unwrap();
            let _ = Ui::new(false).run("try", &mut tree_command(&seconds), None);
        }

        #[test]
        fn a_signal_ends_all_started_processes() {
            for (test, signal, code) in
                [(1, Signal::SIGINT, 130), (2, Signal::SIGTERM, 143), (3, Signal::SIGHUP, 129)]
            {
                let seconds = unique_seconds(test);
                let mut command = Command::new(std::env::current_exe().unwrap());
                let name = "processes::unix::tests::runs_a_tree_until_a_signal";
                let mut child = command
                    .args(["--exact", name])
                    .env("SLEEP", &seconds)
                    .stdout(Stdio::null())
                    .spawn()
                    .unwrap();
                let start = Instant::now();
                while count_sleepers(&seconds) < SLEEPER_COUNT {
                    assert!(start.elapsed() < Duration::from_secs(30), "the process tree did not start");
                    thread::sleep(POLL_INTERVAL);
                }
                kill(Pid::from_raw(child.id().try_into().unwrap()), signal).unwrap();
                assert_eq!(child.wait().unwrap().code(), Some(code));
                assert_eq!(count_sleepers(&seconds), 0);
            }
        }

        #[test]
        fn a_limit_ends_all_started_processes() {
            let seconds = unique_seconds(4);
            let limit = Some(Duration::from_secs(1));
            let error = Ui::new(false).run("try", &mut tree_command(&seconds), limit).unwrap_err();
            assert!(error.to_string().contains("stopped"), "{error}");
            assert_eq!(count_sleepers(&seconds), 0);
        }

        #[test]
        fn processes_that_a_program_started_end_with_it() {
            let seconds = unique_seconds(5);
            let mut sh = Command::new("sh");
            sh.args(["-c", &format!("sleep {seconds} & exit 3")]);
            assert_eq!(Ui::new(false).run("try", &mut sh, None).unwrap().status.code(), Some(3));
            assert_eq!(count_sleepers(&seconds), 0);
        }

        #[test]
        fn reads_a_process() {
            let pid = Pid::from_raw;
            assert_eq!(
                parse_process("7 (a b) c) S 3 5 2 0"),
                Some(Process { id: pid(7), parent: pid(3), group: pid(5), runs: true })
            );
            assert_eq!(parse_process("7 (sh) Z 3 5").map(|process| process.runs), Some(false));
            assert_eq!(parse_process("nonsense"), None);
        }
    }
}
