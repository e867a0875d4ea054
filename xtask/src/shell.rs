//! Runs other programs: reports which program runs and for how long, and shows its output only if it fails or with
//! `--verbose`.

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

/// The interval at which the clock is drawn on a terminal, and a running program is checked.
pub(crate) const CLOCK_INTERVAL: Duration = Duration::from_millis(200);
/// The interval at which a running step prints a line if there is no terminal.
pub(crate) const REMINDER_INTERVAL: Duration = Duration::from_secs(30);
/// cargo's message while it waits for a lock. A later line shows that cargo has continued.
const LOCK_MESSAGE: &str = "Blocking waiting for file lock on ";

/// The output of a step that runs at the same time as others, and the CPU time of its programs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Capture(Arc<CaptureState>);

#[derive(Debug, Default)]
struct CaptureState {
    /// Whether the step prints immediately; then the capture only counts CPU time.
    is_direct: bool,
    text: Mutex<Vec<u8>>,
    cpu_ms: AtomicU64,
}

thread_local! {
    static THREAD_CAPTURE: RefCell<Option<Capture>> = const { RefCell::new(None) };
}

impl Capture {
    /// Creates a capture for a step that prints immediately.
    pub(crate) fn new_direct() -> Self {
        Self(Arc::new(CaptureState { is_direct: true, ..CaptureState::default() }))
    }

    /// Returns the capture of this thread's output, for a thread that it starts.
    pub(crate) fn for_this_thread() -> Option<Self> {
        THREAD_CAPTURE.with_borrow(Clone::clone)
    }

    /// Makes this thread print into `capture`, or to the terminal again.
    pub(crate) fn set(capture: Option<Self>) {
        THREAD_CAPTURE.set(capture);
    }

    /// Takes the text printed so far.
    pub(crate) fn take_text(&self) -> String {
        let mut bytes = self.0.text.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&std::mem::take(&mut *bytes)).into_owned()
    }

    /// Returns the CPU time of the step's programs that have ended.
    pub(crate) fn cpu_time(&self) -> Duration {
        Duration::from_millis(self.0.cpu_ms.load(Ordering::Relaxed))
    }

    /// Adds the CPU time of a program to this thread's step.
    fn count(cpu: Duration) {
        THREAD_CAPTURE.with_borrow(|capture| {
            if let Some(Self(buffer)) = capture {
                buffer.cpu_ms.fetch_add(u64::try_from(cpu.as_millis()).unwrap_or(0), Ordering::Relaxed);
            }
        });
    }
}

/// Returns whether the output of this thread is captured.
fn is_captured() -> bool {
    THREAD_CAPTURE.with_borrow(|capture| capture.as_ref().is_some_and(|Capture(buffer)| !buffer.is_direct))
}

/// Prints bytes; an error is ignored, because the reader may have gone (`| head`).
fn print(bytes: &[u8]) {
    if let Some(Capture(buffer)) = Capture::for_this_thread().filter(|_| is_captured()) {
        buffer.text.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        return;
    }
    let mut stdout = std::io::stdout().lock();
    let _ = stdout.write_all(bytes).and_then(|()| stdout.flush());
}

/// Prints a line.
pub(crate) fn print_line(line: impl Display) {
    print(format!("{line}\n").as_bytes());
}

/// The number of lines of a stopped program that an error shows.
const LAST_LINES: usize = 20;

/// Returns the last lines of a text.
fn take_last_lines(text: &str, count: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines.get(lines.len().saturating_sub(count)..).unwrap_or_default().join("\n")
}

/// Writes a duration as `0.4 s`, `12 s` or `1 min 5 s`.
pub(crate) fn format_duration(time: Duration) -> String {
    match time.as_secs() {
        0..=9 => format!("{:.1} s", time.as_secs_f64()),
        seconds @ 10..=59 => format!("{seconds} s"),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

/// Reports to the user what the commands do.
#[derive(Debug)]
pub(crate) struct Ui {
    verbose: bool,
    has_terminal: bool,
}

/// The result of a program.
#[derive(Debug)]
pub(crate) struct ProgramResult {
    /// The exit status.
    pub(crate) status: ExitStatus,
    /// The output of both streams, in the order in which it arrived.
    pub(crate) text: String,
    /// Its standard output alone.
    pub(crate) stdout: String,
}

impl Ui {
    /// Creates the reporter; with `verbose`, programs' output is shown immediately.
    pub(crate) fn new(verbose: bool) -> Self {
        Self { verbose, has_terminal: std::io::stdout().is_terminal() }
    }

    /// Runs a program that must succeed, and returns its output.
    pub(crate) fn require_success(&self, label: &str, command: &mut Command) -> Result<String> {
        let result = self.run(label, command, None)?;
        if !result.status.success() {
            self.show(&result);
            bail!("{label}: `{}` failed ({})", format_command_line(command), result.status);
        }
        Ok(result.stdout)
    }

    /// Shows the output of a program, unless it was already shown.
    pub(crate) fn show(&self, result: &ProgramResult) {
        if !self.verbose {
            print_line(result.text.trim_end());
        }
    }

    /// Runs a program until it ends, with any exit code, or until `limit`.
    pub(crate) fn run(
        &self,
        label: &str,
        command: &mut Command,
        limit: Option<Duration>,
    ) -> Result<ProgramResult> {
        let start = Instant::now();
        if self.verbose {
            print_line(format_args!("  $ {}", format_command_line(command)));
        }
        // `cargo run` sets this to its own toolchain's folder, which must not affect Debian's compiler or a browser.
        command.env_remove("LD_LIBRARY_PATH");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut program = Program::start(command)
            .with_context(|| format!("cannot start `{}`", format_command_line(command)))?;

        let (send, chunks) = channel();
        pump_stream(program.child.stdout.take(), true, send.clone());
        pump_stream(program.child.stderr.take(), false, send);
        let mut text = ProgramOutput::default();
        let mut last_output = LastOutput::default();
        let status = loop {
            let is_open = self.take_chunk(&chunks, &mut text);
            if is_open == Some(true) {
                self.wait_for_lock(label, &text, &mut last_output);
            }
            // The CPU time is read before waiting for the process, because waiting removes its entry in `/proc`.
            let stat = Stat::read_process(program.child.id());
            if stat.is_none_or(|stat| stat.ended)
                && let Some(status) = program.child.try_wait()?
            {
                Capture::count(stat.map_or(Duration::ZERO, Stat::total_time));
                // Reads the remaining output in the pipes, without waiting for a grandchild that still has them open.
                while self.take_chunk(&chunks, &mut text) == Some(true) {}
                break status;
            }
            if limit.is_some_and(|limit| start.elapsed() > limit) {
                let time = start.elapsed();
                drop(program);
                self.clear_clock();
                let lines = take_last_lines(&String::from_utf8_lossy(&text.all_bytes), LAST_LINES);
                bail!(
                    "{label} did not end within {} and was stopped; its last lines:\n{lines}",
                    format_duration(time)
                );
            }
            if is_open == Some(false) {
                // Both streams are closed, but the program still runs: sleep between checks.
                std::thread::sleep(Duration::from_millis(10));
            }
            self.tick(label, start, &mut last_output);
        };
        // Ends the processes that the program left running.
        drop(program);
        self.clear_clock();
        let time = start.elapsed();
        if status.success() && (self.may_draw() || last_output.has_spoken || time > Duration::from_secs(1)) {
            print_line(format_args!("  {label}: {}", format_duration(time)));
        }
        let [text, stdout] =
            [text.all_bytes, text.stdout_bytes].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Ok(ProgramResult { status, text, stdout })
    }

    /// Takes one piece of output: `Some(true)` if there was one, `None` if none arrived in time, `Some(false)` if no more can
    /// arrive.
    fn take_chunk(&self, chunks: &Receiver<(bool, Vec<u8>)>, text: &mut ProgramOutput) -> Option<bool> {
        match chunks.recv_timeout(CLOCK_INTERVAL) {
            Ok((is_stdout, chunk)) => {
                if is_stdout {
                    text.stdout_bytes.extend_from_slice(&chunk);
                }
                if self.verbose {
                    print(&chunk);
                }
                text.all_bytes.extend_from_slice(&chunk);
                Some(true)
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(false),
        }
    }

    /// Reports once that this cargo waits for another one.
    fn wait_for_lock(&self, label: &str, text: &ProgramOutput, last_output: &mut LastOutput) {
        let lock_name = find_lock_name(&text.all_bytes);
        if let Some(lock) = &lock_name
            && last_output.lock_name.is_none()
        {
            self.clear_clock();
            print_line(format_args!("  {label}: waiting for another cargo, which holds the lock on {lock}"));
            last_output.has_spoken = true;
        }
        last_output.lock_name = lock_name;
    }

    /// Draws the clock, or prints at intervals that a step is still running.
    fn tick(&self, label: &str, start: Instant, last_output: &mut LastOutput) {
        let time = start.elapsed();
        if self.verbose || time < CLOCK_INTERVAL || is_captured() {
            return;
        }
        let lock_note = if last_output.lock_name.is_some() { "waiting for another cargo " } else { "" };
        if self.has_terminal {
            self.draw_clock(format_args!("{label} … {lock_note}{}", format_duration(time)));
        } else if time > Duration::from_secs(1)
            && last_output.last.is_none_or(|last| last.elapsed() > REMINDER_INTERVAL)
        {
            print_line(format_args!("  {label} … {lock_note}{}", format_duration(time)));
            (last_output.last, last_output.has_spoken) = (Some(Instant::now()), true);
        }
    }

    /// Returns whether this thread may draw on a terminal.
    fn may_draw(&self) -> bool {
        self.has_terminal && !is_captured()
    }

    /// Draws the line with the clock on a terminal; returns whether there is a terminal.
    pub(crate) fn draw_clock(&self, line: impl Display) -> bool {
        if self.may_draw() {
            print(format!("\r\x1b[2K  {line}").as_bytes());
        }
        self.has_terminal
    }

    /// Clears the line with the clock.
    pub(crate) fn clear_clock(&self) {
        if self.may_draw() && !self.verbose {
            print(b"\r\x1b[2K");
        }
    }
}

/// The output that a program has written until now.
#[derive(Debug, Default)]
struct ProgramOutput {
    all_bytes: Vec<u8>,
    stdout_bytes: Vec<u8>,
}

/// The time at which a step last printed, for runs without a terminal.
#[derive(Debug, Default)]
struct LastOutput {
    last: Option<Instant>,
    has_spoken: bool,
    /// The lock that cargo waits for.
    lock_name: Option<String>,
}

/// Returns the lock for which cargo waits, if its last message says so.
fn find_lock_name(text: &[u8]) -> Option<String> {
    let last = text.trim_ascii_end().rsplit(|byte| *byte == b'\n').next()?;
    Some(String::from_utf8_lossy(last).split_once(LOCK_MESSAGE)?.1.trim().to_owned())
}

/// Sends the content of a stream, piece by piece, from a new thread; `is_stdout` says which stream it is.
fn pump_stream(stream: Option<impl Read + Send + 'static>, is_stdout: bool, send: Sender<(bool, Vec<u8>)>) {
    std::thread::spawn(move || {
        let Some(mut stream) = stream else { return };
        let mut buffer = vec![0; 8192];
        while let Ok(count @ 1..) = stream.read(&mut buffer) {
            if send.send((is_stdout, buffer.iter().take(count).copied().collect())).is_err() {
                return;
            }
        }
    });
}

/// Returns the output of a small program if it succeeds, such as that of `--version`.
pub(crate) fn read_output(command: &mut Command) -> Option<String> {
    command.env_remove("LD_LIBRARY_PATH").stdin(Stdio::null());
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Returns the output of a small program on both streams if it succeeds: nginx prints its version to the error stream.
pub(crate) fn read_text(command: &mut Command) -> Option<String> {
    command.env_remove("LD_LIBRARY_PATH").stdin(Stdio::null());
    let output = command.output().ok().filter(|output| output.status.success())?;
    let text =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    Some(text.trim().to_owned())
}

/// Returns the command line that a user would type for a command.
pub(crate) fn format_command_line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut line = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy().into_owned();
    for arg in command.get_args() {
        line.push(' ');
        line.push_str(&arg.to_string_lossy());
    }
    line
}

/// Splits a command line without quotes into arguments, for the tests of options.
#[cfg(test)]
pub(crate) fn split_arguments(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_durations() {
        assert_eq!(format_duration(Duration::from_millis(420)), "0.4 s");
        assert_eq!(format_duration(Duration::from_secs(42)), "42 s");
        assert_eq!(format_duration(Duration::from_secs(125)), "2 min 5 s");
    }

    #[cfg(unix)]
    #[test]
    fn keeps_both_streams_and_the_exit_code() {
        let result = Ui { verbose: false, has_terminal: false }
            .run("try", Command::new("sh").args(["-c", "echo out; echo err >&2; exit 3"]), None)
            .unwrap();
        assert_eq!(result.status.code(), Some(3));
        assert!(result.text.contains("out\n") && result.text.contains("err\n"));
    }

    #[test]
    fn recognizes_a_cargo_that_waits_for_another_one() {
        let waiting_text = "    Updating index\n    Blocking waiting for file lock on build directory\n";
        assert_eq!(find_lock_name(waiting_text.as_bytes()).as_deref(), Some("build directory"));
        assert_eq!(find_lock_name(format!("{waiting_text}   Compiling a v1.0.0\n").as_bytes()), None);
        assert_eq!(find_lock_name(b""), None);
    }

    #[cfg(unix)]
    #[test]
    fn reports_a_cargo_that_waits_for_another_one() {
        let capture = Capture::default();
        Capture::set(Some(capture.clone()));
        let script = "echo '    Blocking waiting for file lock on build directory' >&2; sleep 0.1; echo '   Compiling' >&2";
        Ui { verbose: false, has_terminal: false }
            .require_success("try", Command::new("sh").args(["-c", script]))
            .unwrap();
        Capture::set(None);
        let text = capture.take_text();
        let line = "  try: waiting for another cargo, which holds the lock on build directory\n";
        assert!(text.starts_with(line) && text.matches("waiting").count() == 1, "{text}");
    }

    #[test]
    fn a_capture_holds_what_its_thread_prints() {
        let capture = Capture::default();
        Capture::set(Some(capture.clone()));
        print_line("one");
        let inherited_capture = Capture::for_this_thread();
        std::thread::spawn(move || {
            Capture::set(inherited_capture);
            print_line("two");
        })
        .join()
        .unwrap();
        Capture::set(None);
        assert_eq!(capture.take_text(), "one\ntwo\n");
        assert_eq!(capture.take_text(), "");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_capture_counts_the_cpu_time_of_its_programs() {
        let capture = Capture::new_direct();
        Capture::set(Some(capture.clone()));
        let busy_loop = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
        // A shell starts a shell, because the CPU time of a program's children also counts.
        let mut command = Command::new("sh");
        command.args(["-c", &format!("sh -c '{busy_loop}'; true")]);
        Ui { verbose: false, has_terminal: false }.run("try", &mut command, None).unwrap();
        Capture::set(None);
        assert!(capture.cpu_time() > Duration::from_millis(20), "{:?}", capture.cpu_time());
    }

    #[cfg(unix)]
    #[test]
    fn stops_at_the_limit() {
        let limit = Some(Duration::from_millis(300));
        let error = Ui { verbose: false, has_terminal: false }
            .run("try", Command::new("sh").args(["-c", "echo a line; sleep 30"]), limit)
            .unwrap_err();
        assert!(error.to_string().ends_with("stopped; its last lines:\na line"), "{error}");
    }
}
