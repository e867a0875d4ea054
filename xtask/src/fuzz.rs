//! `cargo xtask fuzz`: coverage-guided fuzzing (`tests/fuzz`), for a bounded time.
//!
//! cargo-fuzz builds the targets, without a sanitizer, because the crate has no `unsafe` code and stable Rust
//! has no sanitizer. This command runs the programs itself, so that all their files lie in `target/fuzz`.

mod hostile;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use lexopt::{Arg, Parser};
use serde_json::Value;

use crate::paths;
use crate::paths::{cargo, program, rustc};
use crate::shell::{Ui, output_of, say};
use crate::usage::{BadUsage, read_number};

/// The fuzz targets.
const TARGETS: [&str; 12] = [
    "address",
    "detect",
    "hash",
    "decide",
    "responses",
    "boc",
    "dictionary",
    "message",
    "transaction",
    "body",
    "stack",
    "tvm",
];
/// Has every read of memory call a counter (tests/fuzz/targets/steps.rs), besides what cargo-fuzz sets.
const COUNTED: &str = "-Cllvm-args=-sanitizer-coverage-trace-loads";
/// The folder of everything that fuzzing writes.
const WORK: &str = "target/fuzz";
/// How long a target runs by default.
const SECONDS: u64 = 30;
/// The longest run of a target: a week.
const MOST_SECONDS: u64 = 7 * 86_400;

/// The flags of the command.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Flags {
    seconds: u64,
    /// Run only the seeds, each once.
    replay: bool,
    targets: Vec<&'static str>,
}

impl Flags {
    /// Reads the arguments after `fuzz`.
    pub(crate) fn read(args: &[String]) -> Result<Self, BadUsage> {
        let mut flags = Self { seconds: SECONDS, replay: false, targets: Vec::new() };
        let mut args = Parser::from_args(args);
        while let Some(arg) = args.next()? {
            match arg {
                Arg::Long("seconds") => {
                    flags.seconds = read_number(&mut args, "--seconds", 1..=MOST_SECONDS)?
                }
                Arg::Long("replay") => flags.replay = true,
                Arg::Value(name) => {
                    let target = TARGETS.iter().find(|target| name == **target);
                    flags.targets.push(target.ok_or_else(|| {
                        let (name, all) = (name.to_string_lossy(), TARGETS.join(", "));
                        BadUsage(format!("`fuzz` does not take `{name}`; the targets are {all}"))
                    })?);
                }
                arg => return Err(BadUsage::unexpected("fuzz", arg)),
            }
        }
        if flags.targets.is_empty() {
            flags.targets.extend(TARGETS);
        }
        Ok(flags)
    }
}

/// Runs the command.
pub(crate) fn command(ui: &Ui, flags: &Flags) -> Result<ExitCode> {
    let root = paths::root()?;
    ensure_cargo_fuzz(ui, &root)?;
    if !["c++", "g++", "clang++"].iter().any(|name| program(name).is_some()) {
        bail!("libFuzzer is built from C++: install a compiler, for example apt-get install g++");
    }
    let host = output_of(Command::new(rustc()).arg("-vV"))
        .and_then(|text| text.lines().find_map(|line| line.strip_prefix("host: ").map(str::to_owned)))
        .context("rustc does not tell its host")?;
    let mut build = cargo(&root);
    build.args(["fuzz", "build", "--fuzz-dir", "tests/fuzz", "--sanitizer", "none"]);
    build.args(["--target", &host, "--target-dir", WORK]).env("RUSTFLAGS", COUNTED);
    ui.must("building the fuzz targets (the first time about a minute)", &mut build)?;
    let programs = root.join(WORK).join(host).join("release");

    let mut found = 0;
    for target in &flags.targets {
        seed(&root, target)?;
        found += run(ui, &root, &programs, target, flags)?;
    }
    say(match found {
        0 => "no findings".to_owned(),
        1 => "1 finding".to_owned(),
        _ => format!("{found} findings"),
    });
    Ok(if found == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Installs cargo-fuzz where it is missing.
fn ensure_cargo_fuzz(ui: &Ui, root: &Path) -> Result<()> {
    if output_of(cargo(root).args(["fuzz", "--version"])).is_some() {
        return Ok(());
    }
    say("cargo-fuzz is missing: installing it (half a minute)");
    let mut install = cargo(root);
    let ran = ui.run(
        "cargo install cargo-fuzz --locked",
        install.args(["install", "cargo-fuzz", "--locked"]),
        None,
    )?;
    if !ran.status.success() {
        say("that failed; once more without --locked");
        ui.must("cargo install cargo-fuzz", cargo(root).args(["install", "cargo-fuzz"]))?;
    }
    Ok(())
}

/// Writes the seeds of a target, from the data of the tests.
fn seed(root: &Path, target: &str) -> Result<()> {
    let dir = root.join(WORK).join("seeds").join(target);
    fs::create_dir_all(&dir)?;
    let read =
        |path: &str| fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {path}"));
    let inputs = |path: &str| -> Result<Vec<Vec<u8>>> {
        let vectors: Value =
            serde_json::from_str(&read(path)?).with_context(|| format!("{path}: not JSON"))?;
        let texts =
            vectors.as_array().into_iter().flatten().filter_map(|vector| vector.get("input")?.as_str());
        Ok(texts.map(|text| text.as_bytes().to_vec()).collect())
    };
    // The bags of a file in tests/fixtures/messages, whose list has its name.
    let bags = |name: &str| -> Result<Vec<Vec<u8>>> {
        let path = format!("tests/fixtures/messages/{name}.json");
        let whole: Value =
            serde_json::from_str(&read(&path)?).with_context(|| format!("{path}: not JSON"))?;
        let rows = whole.get(name).and_then(Value::as_array).into_iter().flatten();
        Ok(rows.filter_map(|row| row.get("boc")?.as_str()).map(bytes_of).collect())
    };
    let seeds = match target {
        "address" => inputs("tests/fixtures/address_vectors.json")?,
        "hash" => inputs("tests/fixtures/hashes.json")?,
        // Workchain, choice, hash, damage: one of each form.
        "detect" => (0..32u8).map(|choice| [&[0, choice][..], &[choice; 36][..]].concat()).collect(),
        // `GET /api/v2/...`, some with a body behind.
        "decide" => {
            let plans = read("tests/golden/plans.txt")?;
            plans.lines().filter_map(request).chain(hostile::requests()).collect()
        }
        "responses" => hostile::responses(),
        // After the byte that chooses the width of keys.
        "boc" => {
            let vectors: Value = serde_json::from_str(&read("tests/fixtures/boc_examples.json")?)
                .context("tests/fixtures/boc_examples.json: not JSON")?;
            let texts =
                vectors.as_array().into_iter().flatten().filter_map(|vector| vector.get("boc")?.as_str());
            let bags = texts.flat_map(|text| [text.as_bytes().to_vec(), bytes_of(text)]);
            bags.chain(hostile::bags()).map(|bag| [&[0][..], &bag].concat()).collect()
        }
        "dictionary" => hostile::dictionaries(),
        "message" => [bags("messages")?, bags("accounts")?].concat(),
        "transaction" => bags("transactions")?,
        // After the byte that chooses a row.
        "body" => bags("bodies")?.iter().map(|bag| [&[0][..], bag].concat()).collect(),
        "stack" => stacks(&read("tests/fixtures/messages/stacks.json")?)?,
        "tvm" => contracts(&read("tests/fixtures/contracts/contracts.json")?)?,
        _ => Vec::new(),
    };
    for (number, seed) in seeds.iter().enumerate() {
        fs::write(dir.join(number.to_string()), seed)?;
    }
    Ok(())
}

/// The bytes of hexadecimal digits or base64; other characters are left out.
fn bytes_of(text: &str) -> Vec<u8> {
    let (alphabet, width) = if text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        ("0123456789abcdef", 4)
    } else {
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", 6)
    };
    let text = if width == 4 { text.to_ascii_lowercase() } else { text.replace('-', "+").replace('_', "/") };
    let (mut bits, mut held, mut bytes) = (0_u32, 0, Vec::new());
    for digit in text.chars().filter_map(|digit| alphabet.find(digit)) {
        bits = (bits << width | digit as u32) & 0xFFFF;
        held += width;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    bytes
}

/// A line of `plans.txt` as an input of `decide`.
fn request(line: &str) -> Option<Vec<u8>> {
    let (verb, rest) = line.split_once(' ')?;
    let (url, body) = rest.split_once(' ').unwrap_or((rest, ""));
    let media = if verb == "POST" { "application/json" } else { "" };
    let media = if media.is_empty() { String::new() } else { format!("content-type: {media}\n") };
    Some(format!("\0{verb}\n{media}\n{url}\0{body}").into_bytes())
}

/// The bags of the vectors, and their entries as a JSON text.
fn stacks(text: &str) -> Result<Vec<Vec<u8>>> {
    let whole: Value = serde_json::from_str(text).context("stacks.json: not JSON")?;
    let rows = |part: &str| whole.get(part).and_then(Value::as_array).cloned().unwrap_or_default();
    let mut seeds = Vec::new();
    for row in ["stacks", "contents", "records"].into_iter().flat_map(rows) {
        seeds.extend(row.get("boc").and_then(Value::as_str).map(bytes_of));
        for form in row.get("forms").and_then(Value::as_object).into_iter().flat_map(|forms| forms.values()) {
            seeds.push(form.to_string().into_bytes());
        }
    }
    for row in rows("entries") {
        seeds.extend(row.get("entry").map(|entry| format!("[{entry}]").into_bytes()));
    }
    Ok(seeds)
}

/// Codes of contracts with empty data, as bags; and all instructions of 16 bits with a prefix byte of their own, as code.
fn contracts(text: &str) -> Result<Vec<Vec<u8>>> {
    let whole: Value = serde_json::from_str(text).context("contracts.json: not JSON")?;
    let rows = whole.as_object().context("contracts.json: no object")?;
    let data = [0xb5, 0xee, 0x9c, 0x72, 1, 1, 1, 1, 0, 2, 0, 0, 0];
    let mut seeds = Vec::new();
    for code in rows.values().filter_map(|row| row.get("code")?.as_str()).map(bytes_of) {
        let Ok(length) = u16::try_from(code.len()) else { continue };
        seeds.push([&[1][..], &length.to_be_bytes(), &code, &[0, 13], &data].concat());
    }
    seeds.extend((0..=255).map(|byte| vec![0, 0x30, 0x71, 0x72, byte, byte ^ 0x55]));
    Ok(seeds)
}

/// Runs a target; gives how many findings there were.
fn run(ui: &Ui, root: &Path, programs: &Path, target: &str, flags: &Flags) -> Result<usize> {
    let place = |kind: &str| root.join(WORK).join(kind).join(target);
    let (corpus, seeds, artifacts) = (place("corpus"), place("seeds"), place("artifacts"));
    fs::create_dir_all(&corpus)?;
    fs::create_dir_all(&artifacts)?;
    let before = files(&artifacts);
    let program = programs.join(format!("{target}{}", std::env::consts::EXE_SUFFIX));
    let mut fuzz = Command::new(&program);
    fuzz.current_dir(root);
    let (title, seconds) = if flags.replay {
        fuzz.arg("-runs=0");
        (format!("replaying {target}"), 0)
    } else {
        fuzz.arg(format!("-max_total_time={}", flags.seconds));
        (format!("fuzzing {target} for {} s", flags.seconds), flags.seconds)
    };
    // Inputs that take too long at the largest size also do so at this size.
    fuzz.args(["-max_len=65536", "-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1"]);
    // A folder: it must end with a slash.
    fuzz.arg(format!("-artifact_prefix={}/", artifacts.display()));
    // The first folder is the one that grows.
    fuzz.args(if flags.replay { vec![&seeds] } else { vec![&corpus, &seeds] });
    let limit = Duration::from_secs(seconds + 120);
    let ran = ui.run(&title, &mut fuzz, Some(limit))?;

    let stats = Stats::read(&ran.text);
    let new: Vec<PathBuf> = files(&artifacts).into_iter().filter(|file| !before.contains(file)).collect();
    say(format_args!(
        "  {target}: {} inputs, {} a second, coverage {}, {}",
        stats.inputs,
        stats.speed,
        stats.coverage,
        if ran.status.success() { "no findings" } else { "FOUND SOMETHING" },
    ));
    if ran.status.success() {
        return Ok(0);
    }
    // From the panic on; before it are only numbers.
    let from = ran
        .text
        .find("panicked at")
        .map_or(0, |at| ran.text.get(..at).map_or(0, |head| head.rfind('\n').unwrap_or(0)));
    let lines: Vec<&str> = ran.text.get(from..).unwrap_or_default().lines().take(12).collect();
    say(lines.join("\n"));
    for file in &new {
        let file = file.strip_prefix(root).unwrap_or(file);
        say(format_args!("finding: {}", file.display()));
        let program = program.strip_prefix(root).unwrap_or(&program);
        say(format_args!("  again: {} {}", program.display(), file.display()));
    }
    Ok(new.len().max(1))
}

fn files(dir: &Path) -> Vec<PathBuf> {
    fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// The summary that libFuzzer prints.
#[derive(Debug, Default, PartialEq, Eq)]
struct Stats {
    inputs: u64,
    speed: u64,
    coverage: u64,
}

impl Stats {
    fn read(text: &str) -> Self {
        let mut stats = Self::default();
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let after = |name: &str| {
                let at = words.iter().position(|word| *word == name)?;
                words.get(at + 1)?.parse::<u64>().ok()
            };
            stats.inputs = after("stat::number_of_executed_units:").unwrap_or(stats.inputs);
            stats.speed = after("stat::average_exec_per_sec:").unwrap_or(stats.speed);
            stats.coverage = after("cov:").unwrap_or(stats.coverage);
        }
        stats
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_read() {
        let read = |args: &[&str]| Flags::read(&args.iter().map(|arg| (*arg).to_owned()).collect::<Vec<_>>());
        assert_eq!(read(&[]).unwrap(), Flags { seconds: 30, replay: false, targets: TARGETS.to_vec() });
        assert_eq!(
            read(&["hash", "--seconds", "5"]).unwrap(),
            Flags { seconds: 5, replay: false, targets: vec!["hash"] }
        );
        assert!(read(&["--replay", "decide"]).unwrap().replay);
        for bad in [&["--seconds"][..], &["--seconds", "0"], &["everything"]] {
            assert!(read(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn numbers_of_libfuzzer_are_read() {
        let text = "#4\tINITED cov: 12 ft: 3 corp: 1/2b\n#9\tDONE   cov: 15 ft: 5\nstat::number_of_executed_units: 99\n\
                    stat::average_exec_per_sec:     7\n";
        assert_eq!(Stats::read(text), Stats { inputs: 99, speed: 7, coverage: 15 });
        assert_eq!(Stats::read("nothing"), Stats::default());
    }

    #[test]
    fn texts_of_bags_are_decoded() {
        let bag = bytes_of("te6cckEBAQEAAgAAAEysuc0=");
        assert_eq!(bag, bytes_of("b5ee9c724101010100020000004CACB9CD"));
        assert_eq!((bag.len(), bag.first(), bag.last()), (17, Some(&0xB5), Some(&0xCD)));
    }

    #[test]
    fn plans_become_requests() {
        assert_eq!(request("GET /api/v2/x?a=1").unwrap(), b"\0GET\n\n/api/v2/x?a=1\0");
        let post = request("POST /api/v3/y {\"a\": 1}").unwrap();
        assert_eq!(post, b"\0POST\ncontent-type: application/json\n\n/api/v3/y\0{\"a\": 1}");
    }
}
