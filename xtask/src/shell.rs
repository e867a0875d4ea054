//! Runs other programs: says what runs and for how long, and shows a program's own output only when it fails
//! (or with `--verbose`).

use std::cell::RefCell;
use std::fmt::Display;
use std::io::{IsTerminal as _, Read, Write as _};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::cpu::Stat;
use crate::processes::Program;

/// How often the clock on a terminal moves, and a running program is checked.
pub(crate) const TICK: Duration = Duration::from_millis(200);
/// How often a running step prints a line where there is no terminal.
pub(crate) const STILL: Duration = Duration::from_secs(30);
/// cargo's message while it waits for a lock. The following lines show its work after that.
const LOCK: &str = "Blocking waiting for file lock on ";

/// What a step printed, while other steps run beside it, and the CPU time of its programs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Capture(Arc<Held>);

#[derive(Debug, Default)]
struct Held {
    /// The step prints as it goes; only its CPU time is counted.
    direct: bool,
    text: Mutex<Vec<u8>>,
    cpu_ms: AtomicU64,
}

thread_local! {
    static CAPTURE: RefCell<Option<Capture>> = const { RefCell::new(None) };
}

impl Capture {
    /// For a step that prints as it goes.
    pub(crate) fn direct() -> Self {
        Self(Arc::new(Held { direct: true, ..Held::default() }))
    }

    /// The capture that holds what this thread prints, for a thread that it starts.
    pub(crate) fn current() -> Option<Self> {
        CAPTURE.with_borrow(Clone::clone)
    }

    /// From here on this thread prints into `capture`, or to the output again.
    pub(crate) fn set(capture: Option<Self>) {
        CAPTURE.set(capture);
    }

    /// Takes what was printed so far.
    pub(crate) fn take(&self) -> String {
        let mut bytes = self.0.text.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&std::mem::take(&mut *bytes)).into_owned()
    }

    /// The CPU time of the programs that have ended.
    pub(crate) fn cpu(&self) -> Duration {
        Duration::from_millis(self.0.cpu_ms.load(Ordering::Relaxed))
    }

    /// Adds the CPU time of a program of this thread's step.
    fn count(cpu: Duration) {
        CAPTURE.with_borrow(|capture| {
            if let Some(Self(held)) = capture {
                held.cpu_ms.fetch_add(u64::try_from(cpu.as_millis()).unwrap_or(0), Ordering::Relaxed);
            }
        });
    }
}

/// Whether what this thread prints is held back.
fn captured() -> bool {
    CAPTURE.with_borrow(|capture| capture.as_ref().is_some_and(|Capture(held)| !held.direct))
}

/// Prints bytes; a reader that went away (`| head`) is no reason to stop.
fn print(bytes: &[u8]) {
    if let Some(Capture(held)) = Capture::current().filter(|_| captured()) {
        held.text.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        return;
    }
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

/// Prints a line.
pub(crate) fn say(line: impl Display) {
    print(format!("{line}\n").as_bytes());
}

/// `7 s`, `1 min 5 s`, `0.4 s`.
pub(crate) fn elapsed(time: Duration) -> String {
    match time.as_secs() {
        0..=9 => format!("{:.1} s", time.as_secs_f64()),
        seconds @ 10..=59 => format!("{seconds} s"),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

/// How the commands report to the user.
#[derive(Debug)]
pub(crate) struct Ui {
    verbose: bool,
    terminal: bool,
}

/// The result of a program.
#[derive(Debug)]
pub(crate) struct Ran {
    /// How it ended.
    pub(crate) status: ExitStatus,
    /// All it wrote, both streams in the order they came.
    pub(crate) text: String,
    /// Its standard output alone.
    pub(crate) out: String,
}

impl Ui {
    /// `verbose`: programs' output is shown as it comes.
    pub(crate) fn new(verbose: bool) -> Self {
        Self { verbose, terminal: std::io::stdout().is_terminal() }
    }

    /// Runs a program that must succeed; gives its output.
    pub(crate) fn must(&self, label: &str, command: &mut Command) -> Result<String> {
        let ran = self.run(label, command, None)?;
        if !ran.status.success() {
            self.show(&ran);
            bail!("{label}: `{}` failed ({})", line_of(command), ran.status);
        }
        Ok(ran.out)
    }

    /// Shows what a program wrote, unless that was seen already.
    pub(crate) fn show(&self, ran: &Ran) {
        if !self.verbose {
            say(ran.text.trim_end());
        }
    }

    /// Runs a program to its end, or to `limit`, whatever its end is.
    pub(crate) fn run(&self, label: &str, command: &mut Command, limit: Option<Duration>) -> Result<Ran> {
        let start = Instant::now();
        if self.verbose {
            say(format_args!("  $ {}", line_of(command)));
        }
        // `cargo run` points this at its own toolchain; Debian's compiler and a browser must not see it.
        command.env_remove("LD_LIBRARY_PATH");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut program =
            Program::start(command).with_context(|| format!("cannot start `{}`", line_of(command)))?;

        let (send, pieces) = channel();
        pump(program.child.stdout.take(), true, send.clone());
        pump(program.child.stderr.take(), false, send);
        let mut text = Written::default();
        let mut heard = Heard::default();
        let status = loop {
            let open = self.piece(&pieces, &mut text);
            if open == Some(true) {
                self.wait_for_lock(label, &text, &mut heard);
            }
            // Read before it is waited for, which takes it away.
            let stat = Stat::of(program.child.id());
            if stat.is_none_or(|stat| stat.ended)
                && let Some(status) = program.child.try_wait()?
            {
                Capture::count(stat.map_or(Duration::ZERO, Stat::total));
                // The rest in the pipes; a grandchild that still holds them is not waited for.
                while self.piece(&pieces, &mut text) == Some(true) {}
                break status;
            }
            if limit.is_some_and(|limit| start.elapsed() > limit) {
                let time = start.elapsed();
                drop(program);
                self.wipe();
                bail!("{label}: no end after {}, stopped", elapsed(time));
            }
            if open == Some(false) {
                // Both streams are closed but it still runs: do not spin.
                std::thread::sleep(Duration::from_millis(10));
            }
            self.tick(label, start, &mut heard);
        };
        // Processes that the program left running end here.
        drop(program);
        self.wipe();
        let time = start.elapsed();
        if status.success() && (self.live() || heard.spoke || time > Duration::from_secs(1)) {
            say(format_args!("  {label}: {}", elapsed(time)));
        }
        let [text, out] = [text.all, text.out].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Ok(Ran { status, text, out })
    }

    /// Takes one piece of output: `Some(true)` when there was one, `None` when none came in time,
    /// `Some(false)` when no more can come.
    fn piece(&self, pieces: &Receiver<(bool, Vec<u8>)>, text: &mut Written) -> Option<bool> {
        match pieces.recv_timeout(TICK) {
            Ok((out, piece)) => {
                if out {
                    text.out.extend_from_slice(&piece);
                }
                if self.verbose {
                    print(&piece);
                }
                text.all.extend_from_slice(&piece);
                Some(true)
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(false),
        }
    }

    /// Says that a cargo waits for another one, once.
    fn wait_for_lock(&self, label: &str, text: &Written, heard: &mut Heard) {
        let waits = lock_of(&text.all);
        if let Some(lock) = &waits
            && heard.waits.is_none()
        {
            self.wipe();
            say(format_args!("  {label}: waiting for another cargo, which holds the lock on {lock}"));
            heard.spoke = true;
        }
        heard.waits = waits;
    }

    /// Moves the clock, or says now and then that a step is still running.
    fn tick(&self, label: &str, start: Instant, heard: &mut Heard) {
        let time = start.elapsed();
        if self.verbose || time < TICK || captured() {
            return;
        }
        let waits = if heard.waits.is_some() { "waiting for another cargo " } else { "" };
        if self.terminal {
            self.clock(format_args!("{label} … {waits}{}", elapsed(time)));
        } else if time > Duration::from_secs(1) && heard.last.is_none_or(|last| last.elapsed() > STILL) {
            say(format_args!("  {label} … {waits}{}", elapsed(time)));
            (heard.last, heard.spoke) = (Some(Instant::now()), true);
        }
    }

    /// Whether this thread may draw on a terminal.
    fn live(&self) -> bool {
        self.terminal && !captured()
    }

    /// Draws the clock's line on a terminal; tells whether there is one.
    pub(crate) fn clock(&self, line: impl Display) -> bool {
        if self.live() {
            print(format!("\r\x1b[2K  {line}").as_bytes());
        }
        self.terminal
    }

    /// Clears the clock's line.
    pub(crate) fn wipe(&self) {
        if self.live() && !self.verbose {
            print(b"\r\x1b[2K");
        }
    }
}

/// The output of a program so far.
#[derive(Debug, Default)]
struct Written {
    all: Vec<u8>,
    out: Vec<u8>,
}

/// When a step was last heard of, where there is no terminal.
#[derive(Debug, Default)]
struct Heard {
    last: Option<Instant>,
    spoke: bool,
    /// The lock that it waits for.
    waits: Option<String>,
}

/// The lock that cargo waits for, if that is the last thing it said.
fn lock_of(text: &[u8]) -> Option<String> {
    let last = text.trim_ascii_end().rsplit(|byte| *byte == b'\n').next()?;
    Some(String::from_utf8_lossy(last).split_once(LOCK)?.1.trim().to_owned())
}

/// Sends all of a stream, piece by piece, from a thread of its own; `out` says which stream it is.
fn pump(stream: Option<impl Read + Send + 'static>, out: bool, send: Sender<(bool, Vec<u8>)>) {
    std::thread::spawn(move || {
        let Some(mut stream) = stream else { return };
        let mut buffer = vec![0; 8192];
        while let Ok(count @ 1..) = stream.read(&mut buffer) {
            if send.send((out, buffer.iter().take(count).copied().collect())).is_err() {
                return;
            }
        }
    });
}

/// The output of a small program, if it runs and succeeds: for `--version` and the like.
pub(crate) fn output_of(command: &mut Command) -> Option<String> {
    command.env_remove("LD_LIBRARY_PATH").stdin(Stdio::null());
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The output of a small program on either stream, if it runs and succeeds: nginx tells its version to the error stream.
pub(crate) fn text_of(command: &mut Command) -> Option<String> {
    command.env_remove("LD_LIBRARY_PATH").stdin(Stdio::null());
    let output = command.output().ok().filter(|output| output.status.success())?;
    let text =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    Some(text.trim().to_owned())
}

/// A command as one would type it.
pub(crate) fn line_of(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut line = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy().into_owned();
    for arg in command.get_args() {
        line.push(' ');
        line.push_str(&arg.to_string_lossy());
    }
    line
}

/// The arguments of a command line without quotes, for the tests of flags.
#[cfg(test)]
pub(crate) fn arguments(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_times_as_people_do() {
        assert_eq!(elapsed(Duration::from_millis(420)), "0.4 s");
        assert_eq!(elapsed(Duration::from_secs(42)), "42 s");
        assert_eq!(elapsed(Duration::from_secs(125)), "2 min 5 s");
    }

    #[cfg(unix)]
    #[test]
    fn keeps_both_streams_and_the_exit_code() {
        let ran = Ui { verbose: false, terminal: false }
            .run("try", Command::new("sh").args(["-c", "echo out; echo err >&2; exit 3"]), None)
            .unwrap();
        assert_eq!(ran.status.code(), Some(3));
        assert!(ran.text.contains("out\n") && ran.text.contains("err\n"));
    }

    #[test]
    fn knows_a_cargo_that_waits_for_another_one() {
        let blocked = "    Updating index\n    Blocking waiting for file lock on build directory\n";
        assert_eq!(lock_of(blocked.as_bytes()).as_deref(), Some("build directory"));
        assert_eq!(lock_of(format!("{blocked}   Compiling a v1.0.0\n").as_bytes()), None);
        assert_eq!(lock_of(b""), None);
    }

    #[cfg(unix)]
    #[test]
    fn says_that_a_cargo_waits_for_another_one() {
        let capture = Capture::default();
        Capture::set(Some(capture.clone()));
        let script = "echo '    Blocking waiting for file lock on build directory' >&2; sleep 0.1; echo '   Compiling' >&2";
        Ui { verbose: false, terminal: false }.must("try", Command::new("sh").args(["-c", script])).unwrap();
        Capture::set(None);
        let text = capture.take();
        let line = "  try: waiting for another cargo, which holds the lock on build directory\n";
        assert!(text.starts_with(line) && text.matches("waiting").count() == 1, "{text}");
    }

    #[test]
    fn a_capture_holds_what_its_thread_prints() {
        let capture = Capture::default();
        Capture::set(Some(capture.clone()));
        say("one");
        let inherited = Capture::current();
        std::thread::spawn(move || {
            Capture::set(inherited);
            say("two");
        })
        .join()
        .unwrap();
        Capture::set(None);
        assert_eq!(capture.take(), "one\ntwo\n");
        assert_eq!(capture.take(), "");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_capture_counts_the_cpu_time_of_its_programs() {
        let capture = Capture::direct();
        Capture::set(Some(capture.clone()));
        let busy = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
        // In a shell of a shell: the time of what a program starts counts, too.
        let mut command = Command::new("sh");
        command.args(["-c", &format!("sh -c '{busy}'; true")]);
        Ui { verbose: false, terminal: false }.run("try", &mut command, None).unwrap();
        Capture::set(None);
        assert!(capture.cpu() > Duration::from_millis(20), "{:?}", capture.cpu());
    }

    #[cfg(unix)]
    #[test]
    fn stops_at_the_limit() {
        let limit = Some(Duration::from_millis(300));
        let error = Ui { verbose: false, terminal: false }
            .run("try", Command::new("sleep").arg("30"), limit)
            .unwrap_err();
        assert!(error.to_string().contains("stopped"), "{error}");
    }
}
