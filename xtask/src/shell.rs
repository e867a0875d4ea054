//! Running other programs: what is being done is said first, time passes visibly, and a program's own output
//! is shown only when it fails (or with `--verbose`).

use std::fmt::Display;
use std::io::{IsTerminal as _, Read, Write as _};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

/// How often the clock on a terminal moves, and a running program is looked at.
const TICK: Duration = Duration::from_millis(200);
/// How often a step is heard of where there is no terminal.
const STILL: Duration = Duration::from_secs(30);

/// Prints a line; a reader that went away (`| head`) is no reason to stop.
pub(crate) fn say(line: impl Display) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// `7 s`, `1 min 5 s`, `0.4 s`.
pub(crate) fn elapsed(time: Duration) -> String {
    match time.as_secs() {
        0..=9 => format!("{:.1} s", time.as_secs_f64()),
        seconds @ 10..=59 => format!("{seconds} s"),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

/// How we talk to whoever started us.
#[derive(Debug)]
pub(crate) struct Ui {
    verbose: bool,
    terminal: bool,
}

/// What a program did.
#[derive(Debug)]
pub(crate) struct Ran {
    /// How it ended.
    pub(crate) status: ExitStatus,
    /// All it wrote, both streams in the order they came.
    pub(crate) text: String,
    /// What it wrote to its output alone.
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
        let mut child = command.spawn().with_context(|| format!("cannot start `{}`", line_of(command)))?;

        let (send, pieces) = channel();
        pump(child.stdout.take(), true, send.clone());
        pump(child.stderr.take(), false, send);
        let mut text = Written::default();
        let mut heard = Heard::new();
        let status = loop {
            let open = self.piece(&pieces, &mut text);
            if let Some(status) = child.try_wait()? {
                // What it left in the pipes; a grandchild that still holds them is not waited for.
                while self.piece(&pieces, &mut text) == Some(true) {}
                break status;
            }
            if limit.is_some_and(|limit| start.elapsed() > limit) {
                child.kill()?;
                child.wait()?;
                self.wipe();
                bail!("{label}: no end after {}, stopped", elapsed(start.elapsed()));
            }
            if open == Some(false) {
                // Both streams are closed but it still runs: do not spin.
                std::thread::sleep(Duration::from_millis(10));
            }
            self.tick(label, start, &mut heard);
        };
        self.wipe();
        let time = start.elapsed();
        if status.success() && (self.terminal || heard.spoke || time > Duration::from_secs(1)) {
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
                    let mut out = std::io::stdout().lock();
                    let _ = out.write_all(&piece).and_then(|()| out.flush());
                }
                text.all.extend_from_slice(&piece);
                Some(true)
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(false),
        }
    }

    /// Moves the clock, or says now and then that a step is still running.
    fn tick(&self, label: &str, start: Instant, heard: &mut Heard) {
        let time = start.elapsed();
        if self.verbose || time < TICK {
            return;
        }
        if self.terminal {
            let mut out = std::io::stdout().lock();
            let _ = write!(out, "\r\x1b[2K  {label} … {}", elapsed(time)).and_then(|()| out.flush());
        } else if time > Duration::from_secs(1) && heard.last.is_none_or(|last| last.elapsed() > STILL) {
            say(format_args!("  {label} … {}", elapsed(time)));
            *heard = Heard { last: Some(Instant::now()), spoke: true };
        }
    }

    /// Clears the clock's line.
    fn wipe(&self) {
        if self.terminal && !self.verbose {
            let mut out = std::io::stdout().lock();
            let _ = write!(out, "\r\x1b[2K").and_then(|()| out.flush());
        }
    }
}

/// What a program wrote so far.
#[derive(Debug, Default)]
struct Written {
    all: Vec<u8>,
    out: Vec<u8>,
}

/// When a step was last heard of, where there is no terminal.
#[derive(Debug)]
struct Heard {
    last: Option<Instant>,
    spoke: bool,
}

impl Heard {
    fn new() -> Self {
        Self { last: None, spoke: false }
    }
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

/// What a small program answers on its output, if it runs and succeeds: for `--version` and the like.
pub(crate) fn answer(command: &mut Command) -> Option<String> {
    command.env_remove("LD_LIBRARY_PATH").stdin(Stdio::null());
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
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
