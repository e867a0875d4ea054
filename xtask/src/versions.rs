//! The oldest and the newest versions of unpinned programs with which the suites have passed. `cargo xtask doctor` and the report of a run print
//! them, so that after a failure one sees which programs are newer. No version is refused.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::apt_tools::APT_TOOLS;
use crate::paths;
use crate::shell::{print_line, read_text};

/// If this variable is set, every lint of every compiler is an error.
pub(crate) const STRICT_VARIABLE: &str = "TON_EDGE_STRICT";

/// The oldest and the newest version with which an ordinary run passed. Change a bound when a run passes with another version.
pub(crate) type VersionRange = (&'static str, &'static str);

/// Unpinned programs besides [`APT_TOOLS`]: the name on the PATH, and the versions that were seen.
const OTHER_PROGRAMS: [(&str, VersionRange); 4] = [
    ("rustc", ("1.95", "1.95")),
    ("node", ("20.19", "20.20")),
    ("npm", ("9.2", "11")),
    ("python3", ("3.11", "3.11")),
];

/// Lists one line per program, found or not.
pub(crate) fn list_lines() -> Vec<String> {
    let other_lines = OTHER_PROGRAMS.iter().map(|(name, tested)| {
        let path = if *name == "rustc" { Some(paths::find_rustc()) } else { paths::find_program(name) };
        describe_program(name, path, "--version", *tested)
    });
    let tools = APT_TOOLS.iter().map(|tool| {
        describe_program(tool.package, tool.find().ok().flatten(), tool.version, tool.tested_versions)
    });
    other_lines.chain(tools).collect()
}

/// Returns how clippy and rustdoc treat a warning: as an error, except with a compiler newer than all tested ones, whose new lints must not fail
/// a newcomer's first run, unless [`STRICT_VARIABLE`] is set.
pub(crate) fn lint_level() -> &'static str {
    let strict = std::env::var_os(STRICT_VARIABLE).is_some_and(|value| !value.is_empty());
    let tested_version = OTHER_PROGRAMS.iter().find(|(name, _)| *name == "rustc").map(|(_, tested)| *tested);
    let newer_compiler = find_version(&paths::find_rustc(), "--version")
        .zip(tested_version)
        .filter(|(version, tested)| compare(version, tested.1).is_gt());
    match newer_compiler {
        Some((version, _)) if !strict => {
            print_line(format_args!(
                "  rustc {version} is newer than the tested versions: its lints only warn"
            ));
            "--cap-lints=warn"
        }
        _ => "-Dwarnings",
    }
}

/// Writes a line such as `nginx-light 1.22.1 (seen: 1.22 to 1.26)`.
fn describe_program(name: &str, path: Option<PathBuf>, flag: &str, tested: VersionRange) -> String {
    let Some(version) = path.and_then(|path| find_version(&path, flag)) else {
        return format!("{name}: not found");
    };
    format!("{name} {version} ({})", describe_version(&version, tested))
}

/// Finds the version that a program prints.
pub(crate) fn find_version(path: &Path, flag: &str) -> Option<String> {
    find_number(&read_text(Command::new(path).arg(flag))?)
}

/// Finds the first version in a text: `7.0.15` in `Redis server v=7.0.15 sha=0`.
fn find_number(text: &str) -> Option<String> {
    text.split(|c: char| !c.is_ascii_digit() && c != '.')
        .map(|word| word.trim_matches('.'))
        .find(|word| word.contains('.'))
        .map(str::to_owned)
}

/// Describes a version.
pub(crate) fn describe_version(version: &str, (oldest, newest): VersionRange) -> String {
    let range =
        if oldest == newest { format!("seen: {oldest}") } else { format!("seen: {oldest} to {newest}") };
    match compare(version, oldest) {
        std::cmp::Ordering::Less => format!("older than the tested versions; {range}"),
        _ if compare(version, newest).is_gt() => format!("newer than the tested versions; {range}"),
        _ => range,
    }
}

/// Compares a version with a bound, only by the numbers that the bound has: 7.0.15 equals 7.0.
fn compare(version: &str, bound: &str) -> std::cmp::Ordering {
    let numbers = |text: &str| text.split('.').map(|part| part.parse().unwrap_or(0)).collect::<Vec<u32>>();
    let bound = numbers(bound);
    let version: Vec<u32> =
        numbers(version).into_iter().chain(std::iter::repeat(0)).take(bound.len()).collect();
    version.cmp(&bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_version_in_the_output_of_a_program() {
        for (text, version) in [
            ("rustc 1.95.0 (59807616e 2026-04-14)", "1.95.0"),
            ("v20.20.2", "20.20.2"),
            ("Chromium 148.0.7778.167", "148.0.7778.167"),
            ("Mozilla Firefox 140.10.2esr", "140.10.2"),
            ("Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64", "7.0.15"),
            ("prometheus, version 2.42.0+ds (branch: debian/sid)", "2.42.0"),
            ("nginx version: nginx/1.22.1", "1.22.1"),
            ("go version go1.19.8 linux/amd64", "1.19.8"),
        ] {
            assert_eq!(find_number(text).as_deref(), Some(version));
        }
        assert_eq!(find_number("no version"), None);
    }

    #[test]
    fn a_version_outside_the_tested_range_is_named() {
        let describe = |version| describe_version(version, ("148", "156"));
        assert_eq!(describe("148.0.7778.167"), "seen: 148 to 156");
        assert_eq!(describe("156.9"), "seen: 148 to 156");
        assert_eq!(describe("99.1"), "older than the tested versions; seen: 148 to 156");
        assert_eq!(describe("157.0"), "newer than the tested versions; seen: 148 to 156");
        assert_eq!(describe_version("7.0.15", ("7.0", "7.0")), "seen: 7.0");
        assert_eq!(describe_version("7", ("7.0", "8.0")), "seen: 7.0 to 8.0");
    }

    #[test]
    fn every_range_is_in_order() {
        for (oldest, newest) in OTHER_PROGRAMS
            .iter()
            .map(|(_, tested)| *tested)
            .chain(APT_TOOLS.iter().map(|tool| tool.tested_versions))
        {
            assert!(compare(newest, oldest).is_ge(), "{oldest} to {newest}");
        }
    }

    #[test]
    fn every_program_has_a_line() {
        let lines = list_lines();
        assert_eq!(lines.len(), OTHER_PROGRAMS.len() + APT_TOOLS.len());
        assert!(lines.iter().any(|line| line.starts_with("rustc 1.")), "{lines:?}");
    }
}
