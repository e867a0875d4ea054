//! `cargo xtask fuzz`: coverage-guided fuzzing (`tests/fuzz`), for a bounded time.
//!
//! cargo-fuzz builds the targets without a sanitizer, because the crate has no `unsafe` code and stable Rust has no sanitizer. This command runs
//! the programs itself, so that all of their files are in `target/fuzz`.

mod hostile;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use lexopt::{Arg, Parser};
use serde_json::Value;

use crate::paths;
use crate::paths::{cargo_command, find_program, find_rustc};
use crate::shell::{Ui, print_line, read_output};
use crate::usage::{BadUsage, read_number};

/// The fuzz targets.
const FUZZ_TARGETS: [&str; 12] = [
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
/// A flag besides those of cargo-fuzz: it makes every read of memory call a counter (tests/fuzz/targets/steps.rs).
const COUNTING_FLAG: &str = "-Cllvm-args=-sanitizer-coverage-trace-loads";
/// The folder of all files that fuzzing writes.
const WORK_FOLDER: &str = "target/fuzz";
/// The seconds for which a target runs by default.
const DEFAULT_SECONDS: u64 = 30;
/// The longest run of a target: a week.
const MAX_SECONDS: u64 = 7 * 86_400;

/// The flags of the command.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Flags {
    seconds: u64,
    /// Whether to run only the seeds, once each.
    is_replay: bool,
    targets: Vec<&'static str>,
}

impl Flags {
    /// Reads the arguments after `fuzz`.
    pub(crate) fn read_flags(args: &[String]) -> Result<Self, BadUsage> {
        let mut flags = Self { seconds: DEFAULT_SECONDS, is_replay: false, targets: Vec::new() };
        let mut args = Parser::from_args(args);
        while let Some(arg) = args.next()? {
            match arg {
                Arg::Long("seconds") => flags.seconds = read_number(&mut args, "--seconds", 1..=MAX_SECONDS)?,
                Arg::Long("replay") => flags.is_replay = true,
                Arg::Value(name) => {
                    let target = FUZZ_TARGETS.iter().find(|target| name == **target);
                    flags.targets.push(target.ok_or_else(|| {
                        let (name, target_names) = (name.to_string_lossy(), FUZZ_TARGETS.join(", "));
                        BadUsage(format!("`fuzz` does not take `{name}`; the targets are {target_names}"))
                    })?);
                }
                arg => return Err(BadUsage::unexpected_argument("fuzz", arg)),
            }
        }
        if flags.targets.is_empty() {
            flags.targets.extend(FUZZ_TARGETS);
        }
        Ok(flags)
    }
}

/// Runs the command.
pub(crate) fn run_command(ui: &Ui, flags: &Flags) -> Result<ExitCode> {
    let root = paths::find_root()?;
    ensure_cargo_fuzz(ui, &root)?;
    if !["c++", "g++", "clang++"].iter().any(|name| find_program(name).is_some()) {
        bail!("libFuzzer is built from C++: install a compiler, for example apt-get install g++");
    }
    let host = read_output(Command::new(find_rustc()).arg("-vV"))
        .and_then(|text| text.lines().find_map(|line| line.strip_prefix("host: ").map(str::to_owned)))
        .context("`rustc -vV` does not print its host")?;
    let mut build = cargo_command(&root);
    build.args(["fuzz", "build", "--fuzz-dir", "tests/fuzz", "--sanitizer", "none"]);
    build.args(["--target", &host, "--target-dir", WORK_FOLDER]).env("RUSTFLAGS", COUNTING_FLAG);
    ui.require_success("building the fuzz targets (the first time about a minute)", &mut build)?;
    let programs = root.join(WORK_FOLDER).join(host).join("release");

    let mut finding_count = 0;
    for target in &flags.targets {
        write_seeds(&root, target)?;
        finding_count += run(ui, &root, &programs, target, flags)?;
    }
    print_line(match finding_count {
        0 => "no findings".to_owned(),
        1 => "1 finding".to_owned(),
        _ => format!("{finding_count} findings"),
    });
    Ok(if finding_count == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Installs cargo-fuzz if it is missing.
fn ensure_cargo_fuzz(ui: &Ui, root: &Path) -> Result<()> {
    if read_output(cargo_command(root).args(["fuzz", "--version"])).is_some() {
        return Ok(());
    }
    print_line("cargo-fuzz is missing: installing it (half a minute)");
    let mut install = cargo_command(root);
    let install_result = ui.run(
        "cargo install cargo-fuzz --locked",
        install.args(["install", "cargo-fuzz", "--locked"]),
        None,
    )?;
    if !install_result.status.success() {
        print_line("the installation failed; trying again without --locked");
        ui.require_success("cargo install cargo-fuzz", cargo_command(root).args(["install", "cargo-fuzz"]))?;
    }
    Ok(())
}

/// Writes the seeds of a target, from the data of the tests.
fn write_seeds(root: &Path, target: &str) -> Result<()> {
    let dir = root.join(WORK_FOLDER).join("seeds").join(target);
    fs::create_dir_all(&dir)?;
    let read_file =
        |path: &str| fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {path}"));
    let inputs = |path: &str| -> Result<Vec<Vec<u8>>> {
        let vectors: Value =
            serde_json::from_str(&read_file(path)?).with_context(|| format!("{path}: not JSON"))?;
        let texts =
            vectors.as_array().into_iter().flatten().filter_map(|vector| vector.get("input")?.as_str());
        Ok(texts.map(|text| text.as_bytes().to_vec()).collect())
    };
    // The bags of a file in tests/fixtures/messages, whose JSON has them under the file's name.
    let bags = |name: &str| -> Result<Vec<Vec<u8>>> {
        let path = format!("tests/fixtures/messages/{name}.json");
        let vectors: Value =
            serde_json::from_str(&read_file(&path)?).with_context(|| format!("{path}: not JSON"))?;
        let rows = vectors.get(name).and_then(Value::as_array).into_iter().flatten();
        Ok(rows.filter_map(|row| row.get("boc")?.as_str()).map(decode_bytes).collect())
    };
    let seeds = match target {
        "address" => inputs("tests/fixtures/address_vectors.json")?,
        "hash" => inputs("tests/fixtures/hashes.json")?,
        // Workchain, choice, hash, damage: one seed for each form.
        "detect" => (0..32u8).map(|choice| [&[0, choice][..], &[choice; 36][..]].concat()).collect(),
        // `GET /api/v2/...`, some with a body after the request.
        "decide" => {
            let plans = read_file("tests/golden/plans.txt")?;
            plans.lines().filter_map(parse_request).chain(hostile::build_requests()).collect()
        }
        "responses" => hostile::build_responses(),
        // A byte before each bag chooses the width of dictionary keys.
        "boc" => {
            let vectors: Value = serde_json::from_str(&read_file("tests/fixtures/boc_examples.json")?)
                .context("tests/fixtures/boc_examples.json: not JSON")?;
            let texts =
                vectors.as_array().into_iter().flatten().filter_map(|vector| vector.get("boc")?.as_str());
            let bags = texts.flat_map(|text| [text.as_bytes().to_vec(), decode_bytes(text)]);
            bags.chain(hostile::build_bags()).map(|bag| [&[0][..], &bag].concat()).collect()
        }
        "dictionary" => hostile::build_dictionaries(),
        "message" => [bags("messages")?, bags("accounts")?].concat(),
        "transaction" => bags("transactions")?,
        // A byte before each bag chooses a row.
        "body" => bags("bodies")?.iter().map(|bag| [&[0][..], bag].concat()).collect(),
        "stack" => read_stacks(&read_file("tests/fixtures/messages/stacks.json")?)?,
        "tvm" => read_contracts(&read_file("tests/fixtures/contracts/contracts.json")?)?,
        _ => Vec::new(),
    };
    for (number, seed) in seeds.iter().enumerate() {
        fs::write(dir.join(number.to_string()), seed)?;
    }
    Ok(())
}

/// Decodes hexadecimal digits or base64, ignoring other characters.
fn decode_bytes(text: &str) -> Vec<u8> {
    let (alphabet, width) = if text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        ("0123456789abcdef", 4)
    } else {
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", 6)
    };
    let text = if width == 4 { text.to_ascii_lowercase() } else { text.replace('-', "+").replace('_', "/") };
    let (mut bits, mut bit_count, mut bytes) = (0_u32, 0, Vec::new());
    for digit in text.chars().filter_map(|digit| alphabet.find(digit)) {
        bits = (bits << width | digit as u32) & 0xFFFF;
        bit_count += width;
        if bit_count >= 8 {
            bit_count -= 8;
            bytes.push((bits >> bit_count) as u8);
        }
    }
    bytes
}

/// Turns a line of `plans.txt` into an input of `decide`.
fn parse_request(line: &str) -> Option<Vec<u8>> {
    let (verb, request_text) = line.split_once(' ')?;
    let (url, body) = request_text.split_once(' ').unwrap_or((request_text, ""));
    let media = if verb == "POST" { "application/json" } else { "" };
    let media = if media.is_empty() { String::new() } else { format!("content-type: {media}\n") };
    Some(format!("\0{verb}\n{media}\n{url}\0{body}").into_bytes())
}

/// Reads the bags of the stack vectors, and their entries as a JSON text.
fn read_stacks(text: &str) -> Result<Vec<Vec<u8>>> {
    let vectors: Value = serde_json::from_str(text).context("stacks.json: not JSON")?;
    let rows = |part: &str| vectors.get(part).and_then(Value::as_array).cloned().unwrap_or_default();
    let mut seeds = Vec::new();
    for row in ["stacks", "contents", "records"].into_iter().flat_map(rows) {
        seeds.extend(row.get("boc").and_then(Value::as_str).map(decode_bytes));
        for encoding in
            row.get("forms").and_then(Value::as_object).into_iter().flat_map(|forms| forms.values())
        {
            seeds.push(encoding.to_string().into_bytes());
        }
    }
    for row in rows("entries") {
        seeds.extend(row.get("entry").map(|entry| format!("[{entry}]").into_bytes()));
    }
    Ok(seeds)
}

/// Reads the codes of contracts, with empty data, as bags; and builds all 16-bit instructions after a prefix byte as code.
fn read_contracts(text: &str) -> Result<Vec<Vec<u8>>> {
    let vectors: Value = serde_json::from_str(text).context("contracts.json: not JSON")?;
    let rows = vectors.as_object().context("contracts.json is not an object")?;
    let empty_data = [0xb5, 0xee, 0x9c, 0x72, 1, 1, 1, 1, 0, 2, 0, 0, 0];
    let mut seeds = Vec::new();
    for code in rows.values().filter_map(|row| row.get("code")?.as_str()).map(decode_bytes) {
        let Ok(length) = u16::try_from(code.len()) else { continue };
        seeds.push([&[1][..], &length.to_be_bytes(), &code, &[0, 13], &empty_data].concat());
    }
    seeds.extend((0..=255).map(|byte| vec![0, 0x30, 0x71, 0x72, byte, byte ^ 0x55]));
    Ok(seeds)
}

/// Runs a target, and returns the number of findings.
fn run(ui: &Ui, root: &Path, programs: &Path, target: &str, flags: &Flags) -> Result<usize> {
    let folder_of = |kind: &str| root.join(WORK_FOLDER).join(kind).join(target);
    let (corpus, seeds, artifacts) = (folder_of("corpus"), folder_of("seeds"), folder_of("artifacts"));
    fs::create_dir_all(&corpus)?;
    fs::create_dir_all(&artifacts)?;
    let files_before = list_files(&artifacts);
    let program = programs.join(format!("{target}{}", std::env::consts::EXE_SUFFIX));
    let mut fuzz = Command::new(&program);
    fuzz.current_dir(root);
    let (title, seconds) = if flags.is_replay {
        fuzz.arg("-runs=0");
        (format!("replaying {target}"), 0)
    } else {
        fuzz.arg(format!("-max_total_time={}", flags.seconds));
        (format!("fuzzing {target} for {} s", flags.seconds), flags.seconds)
    };
    // An input that takes too long at the largest size also takes too long at this size.
    fuzz.args(["-max_len=65536", "-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1"]);
    // A prefix that names a folder must end with a slash.
    fuzz.arg(format!("-artifact_prefix={}/", artifacts.display()));
    // libFuzzer adds inputs to the first folder.
    fuzz.args(if flags.is_replay { vec![&seeds] } else { vec![&corpus, &seeds] });
    let limit = Duration::from_secs(seconds + 120);
    let run_result = ui.run(&title, &mut fuzz, Some(limit))?;

    let stats = Stats::read(&run_result.text);
    let new: Vec<PathBuf> =
        list_files(&artifacts).into_iter().filter(|file| !files_before.contains(file)).collect();
    print_line(format_args!(
        "  {target}: {} inputs, {} a second, coverage {}, {}",
        stats.inputs,
        stats.speed,
        stats.coverage,
        if run_result.status.success() { "no findings" } else { "FOUND SOMETHING" },
    ));
    if run_result.status.success() {
        return Ok(0);
    }
    // The output from the panic on; the lines before it are only statistics.
    let from = run_result
        .text
        .find("panicked at")
        .map_or(0, |index| run_result.text.get(..index).map_or(0, |head| head.rfind('\n').unwrap_or(0)));
    let lines: Vec<&str> = run_result.text.get(from..).unwrap_or_default().lines().take(12).collect();
    print_line(lines.join("\n"));
    for file in &new {
        let file = file.strip_prefix(root).unwrap_or(file);
        print_line(format_args!("finding: {}", file.display()));
        let program = program.strip_prefix(root).unwrap_or(&program);
        print_line(format_args!("  again: {} {}", program.display(), file.display()));
    }
    Ok(new.len().max(1))
}

fn list_files(dir: &Path) -> Vec<PathBuf> {
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
            let number_after = |name: &str| {
                let index = words.iter().position(|word| *word == name)?;
                words.get(index + 1)?.parse::<u64>().ok()
            };
            stats.inputs = number_after("stat::number_of_executed_units:").unwrap_or(stats.inputs);
            stats.speed = number_after("stat::average_exec_per_sec:").unwrap_or(stats.speed);
            stats.coverage = number_after("cov:").unwrap_or(stats.coverage);
        }
        stats
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_read() {
        let read_flags =
            |args: &[&str]| Flags::read_flags(&args.iter().map(|arg| (*arg).to_owned()).collect::<Vec<_>>());
        assert_eq!(
            read_flags(&[]).unwrap(),
            Flags { seconds: 30, is_replay: false, targets: FUZZ_TARGETS.to_vec() }
        );
        assert_eq!(
            read_flags(&["hash", "--seconds", "5"]).unwrap(),
            Flags { seconds: 5, is_replay: false, targets: vec!["hash"] }
        );
        assert!(read_flags(&["--replay", "decide"]).unwrap().is_replay);
        for invalid_args in [&["--seconds"][..], &["--seconds", "0"], &["everything"]] {
            assert!(read_flags(invalid_args).is_err(), "{invalid_args:?}");
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
        let bag = decode_bytes("te6cckEBAQEAAgAAAEysuc0=");
        assert_eq!(bag, decode_bytes("b5ee9c724101010100020000004CACB9CD"));
        assert_eq!((bag.len(), bag.first(), bag.last()), (17, Some(&0xB5), Some(&0xCD)));
    }

    #[test]
    fn plans_become_requests() {
        assert_eq!(parse_request("GET /api/v2/x?a=1").unwrap(), b"\0GET\n\n/api/v2/x?a=1\0");
        let post = parse_request("POST /api/v3/y {\"a\": 1}").unwrap();
        assert_eq!(post, b"\0POST\ncontent-type: application/json\n\n/api/v3/y\0{\"a\": 1}");
    }
}
