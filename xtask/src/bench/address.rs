//! `cargo xtask bench address`: ton-edge compared with other packages and crates, in one run.
//!
//! Node measures the packages (`tests/bench/address.mjs`) and their bundles (`tests/bench/bundles.mjs`); a program in a
//! separate workspace (`tests/bench/native`) measures the crates.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::bench::figure::Figure;
use crate::bench::report::Section;
use crate::bench::table::{Row, Table, Target};
use crate::bench::{BenchReport, ensure_packages};
use crate::paths::{cargo_command, find_rustc};
use crate::shell::{Ui, print_line, read_output};
use crate::toolchain::WasmToolchain;
use crate::{build, node};

/// The section of the report.
pub(crate) const SECTION: Section = Section { name: "address", title: "Addresses" };
/// Only one file of its tarball is installed, because the package depends on 669 others.
const TONWEB: &str = "0.0.66";
/// The other crates; each is a feature of the measuring program.
const CRATES: [&str; 3] = ["tonlib-core", "tlb-ton", "tycho-types"];

/// Measures ton-edge against @ton/core, tonweb and three crates.
pub(crate) fn measure(ui: &Ui, root: &Path) -> Result<BenchReport> {
    print_line("setting up; the first time, building the other crates takes one or two minutes");
    let wasm = build::build(ui, root, build::Packer::Alone)?;
    let mut notes = Vec::new();
    let native_output = measure_natively(ui, root, &mut notes)?;
    let [timing_rows, sizes] = run_scripts(ui, root)?;
    let tables = vec![
        build_node_table(&timing_rows)?,
        build_native_table("Rust, natively: nanoseconds per operation", &native_output.timings)?,
        build_native_table("Rust, natively: allocations per operation", &native_output.allocations)?,
        build_bundle_table(&sizes, wasm.toolchain)?,
    ];
    Ok(BenchReport {
        tables,
        notes,
        introduction: write_notes(root, &timing_rows, &wasm.describe()),
        ..BenchReport::default()
    })
}

/// Runs the two scripts; returns their output.
fn run_scripts(ui: &Ui, root: &Path) -> Result<[Value; 2]> {
    ensure_packages(ui, root)?;
    let tonweb = ensure_tonweb(ui, root)?;
    let run = |label: &str, script: &str, arg: Option<&Path>| -> Result<Value> {
        let mut node = Command::new("node");
        node.arg(root.join("tests/bench").join(script)).args(arg).current_dir(root);
        serde_json::from_str(&ui.require_success(label, &mut node)?)
            .with_context(|| format!("{script}: not JSON"))
    };
    Ok([
        run("measuring in Node (about 20 s)", "address.mjs", Some(&tonweb))?,
        run("bundling", "bundles.mjs", None)?,
    ])
}

/// Installs tonweb, and returns the path of its file.
fn ensure_tonweb(ui: &Ui, root: &Path) -> Result<PathBuf> {
    let dir = root.join("target/bench").join(format!("tonweb-{TONWEB}"));
    let file = dir.join("package/dist/tonweb.js");
    if !file.is_file() {
        fs::create_dir_all(&dir)?;
        let mut npm = node::npm_command();
        npm.args(["pack", &format!("tonweb@{TONWEB}"), "--silent"]).current_dir(&dir);
        ui.require_success("fetching the tarball of tonweb", &mut npm)?;
        let mut tar = Command::new("tar");
        tar.args(["-xzf", &format!("tonweb-{TONWEB}.tgz"), "package/dist/tonweb.js", "package/package.json"]);
        ui.require_success("unpacking tonweb", tar.current_dir(&dir))?;
    }
    Ok(file)
}

/// The output of the native programs.
#[derive(Debug)]
struct NativeOutput {
    timings: String,
    allocations: String,
}

/// Builds and runs the native programs. A crate that cannot be built on this machine is left out, with a note.
fn measure_natively(ui: &Ui, root: &Path, notes: &mut Vec<String>) -> Result<NativeOutput> {
    let build = |features: &str| {
        let mut cargo = cargo_command(root);
        // Not `--locked`: ton-edge's dependencies are locked by ton-edge's own Cargo.lock, which may be newer.
        cargo.args(["build", "--release", "--bins", "--manifest-path", "tests/bench/native/Cargo.toml"]);
        cargo.args(["--target-dir", "target/bench/native", "--no-default-features", "--features", features]);
        ui.run(&format!("building the native bench ({features})"), &mut cargo, None)
    };
    if !build(&CRATES.join(","))?.status.success() {
        let mut bundles = Vec::new();
        for name in CRATES {
            let attempt = build(name)?;
            if attempt.status.success() {
                bundles.push(name);
                continue;
            }
            let reason =
                attempt.text.lines().find(|line| line.starts_with("error")).unwrap_or("no reason given");
            notes.push(format!("{name} cannot be built on this machine and is NOT measured: {reason}"));
        }
        let build_result = build(&bundles.join(","))?;
        if !build_result.status.success() {
            ui.show(&build_result);
            bail!("the native bench cannot be built, not even with ton-edge alone");
        }
    }
    let run = |label: &str, name: &str| {
        let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        ui.require_success(label, &mut Command::new(root.join("target/bench/native/release").join(name)))
    };
    Ok(NativeOutput {
        allocations: run("counting allocations", "allocations")?,
        timings: run("measuring natively", "ton-edge-bench")?,
    })
}

/// Builds the table of Node's figures.
fn build_node_table(figures: &Value) -> Result<Table> {
    // The names of the columns in Node's output; below, those in the table.
    let columns = ["ours", "list", "crossing", "crossings", "@ton/core", "tonweb"];
    let titles = ["ours", "in lists", "crossing alone", "crossing in lists", "@ton/core", "tonweb"];
    let mut table = Table::new("Node: nanoseconds per operation", &titles);
    table.mark_uncompared(&titles[1..4]);
    for row in figures.get("rows").and_then(Value::as_array).context("the script printed no figures")? {
        let name = row.get("operation").and_then(Value::as_str).context("a row of figures has no name")?;
        let cells = columns.map(|column| Figure::read(row.get(column))).to_vec();
        let factor = match name {
            "friendly -> raw" | "detect, all forms" => Some(12.0),
            "invalid input" => Some(20.0),
            _ => None,
        };
        let target = factor.map(|factor| Target::Faster { factor, rival: "@ton/core" });
        table.rows.push(Row { name: name.to_owned(), cells, target });
    }
    Ok(table)
}

/// Builds a table from a native program's output: operation, crate and number, separated by tabs.
fn build_native_table(title: &str, output: &str) -> Result<Table> {
    let lines: Vec<Vec<&str>> = output.lines().map(|line| line.split('\t').collect()).collect();
    let mut columns: Vec<&str> = vec!["ton-edge"];
    for line in &lines {
        let [_, name, _] = line[..] else { bail!("the native bench printed {line:?}") };
        if !columns.contains(&name) {
            columns.push(name);
        }
    }
    let mut table = Table::new(title, &columns);
    for line in &lines {
        let [operation, name, number] = line[..] else { continue };
        if !table.rows.iter().any(|row| row.name == operation) {
            let target = match operation {
                _ if title.contains("allocations") => Some(Target::AtMost(0.0)),
                "parse friendly" => Some(Target::FasterThanAll(2.0)),
                _ => None,
            };
            let cells = vec![None; columns.len()];
            table.rows.push(Row { name: operation.to_owned(), cells, target });
        }
        let column_index = columns.iter().position(|column| *column == name);
        let row = table.rows.iter_mut().find(|row| row.name == operation);
        if let Some(cell) =
            row.zip(column_index).and_then(|(row, column_index)| row.cells.get_mut(column_index))
        {
            let rounds = number.split(',').map(str::parse).collect::<Result<Vec<f64>, _>>();
            *cell =
                Figure::from_rounds(rounds.with_context(|| format!("the native bench printed `{number}`"))?);
        }
    }
    Ok(table)
}

/// Builds the table of bundle sizes.
fn build_bundle_table(figures: &Value, toolchain: WasmToolchain) -> Result<Table> {
    let columns = ["ours", "@ton/core"];
    let mut table = Table::new("One function in a page: bytes of the bundle, minified", &columns);
    // With Debian's standard library the bundle is a little larger.
    let max_bytes = match toolchain {
        WasmToolchain::Rustup => 10_000.0,
        WasmToolchain::Debian => 11_000.0,
    };
    for (name, key, target) in
        [("minified", "raw", None), ("with brotli 11", "brotli", Some(Target::AtMost(max_bytes)))]
    {
        let cell = |column: &str| figures.get(column).and_then(|sizes| Figure::read(sizes.get(key)));
        let cells: Vec<_> = columns.iter().map(|column| cell(column)).collect();
        table.rows.push(Row { name: name.to_owned(), cells, target });
    }
    Ok(table)
}

/// Notes for readers of the figures.
fn write_notes(root: &Path, figures: &Value, toolchain: &str) -> Vec<String> {
    let text_of = |key: &str| figures.get(key).and_then(Value::as_str).unwrap_or("unknown").to_owned();
    let versions = figures.get("versions").and_then(Value::as_object).into_iter().flatten();
    let npm: Vec<String> =
        versions.map(|(name, version)| format!("{name} {}", version.as_str().unwrap_or("unknown"))).collect();
    let lock = fs::read_to_string(root.join("tests/bench/native/Cargo.lock")).unwrap_or_default();
    let crates =
        CRATES.map(|name| format!("{name} {}", find_locked_version(&lock, name).unwrap_or("unknown")));
    let rustc = read_output(Command::new(find_rustc()).arg("--version"))
        .unwrap_or_else(|| "rustc unknown".to_owned());
    vec![
        format!(
            "measured on {}, on {} with Node {}, {rustc}",
            text_of("date"),
            text_of("cpu"),
            text_of("node")
        ),
        format!("npm: {}; crates: {}; wasm modules: {toolchain}", npm.join(", "), crates.join(", ")),
        String::from(
            "the input is 5 000 addresses, with both base64 alphabets and all four combinations of the flags \
             *bounceable* and *testnet*; 2 % of the addresses are on the masterchain, TON's main chain",
        ),
        String::from(
            "the *friendly* form of an address is base64 with a checksum; the *raw* form is hexadecimal",
        ),
        String::from("each figure is the median of several rounds, in which all libraries take turns"),
        String::from("*in lists*: time per text, with 1000 texts per call"),
        String::from(
            "*crossing*: the part of our time in which texts pass into and out of wasm. No package with wasm can be faster",
        ),
        String::from("*is it an address*: @ton/core does not check the checksum; ton-edge and tonweb do"),
    ]
}

/// Finds the version of a crate in a lockfile.
fn find_locked_version<'a>(lock: &'a str, name: &str) -> Option<&'a str> {
    let start = lock.find(&format!("name = \"{name}\"\n"))?;
    lock.get(start..)?.lines().nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn native_lines_become_a_table() {
        let table =
            build_native_table("t", "parse friendly\tton-edge\t30.0\nparse friendly\tother\t66.0\n").unwrap();
        assert_eq!(table.count_missed(), 0);
        assert!(table.write_text().contains("2.2x"));
        assert!(build_native_table("t", "nonsense").is_err());
        let rounds = build_native_table(
            "t",
            "parse friendly\tton-edge\t30.0,31.0\nparse friendly\tother\t66.0,66.0\n",
        );
        assert!(rounds.unwrap().write_text().contains("2.2x (2.1 to 2.2)"));
        assert!(build_native_table("t", "parse friendly\tton-edge\t30.0,x\n").is_err());
        let table = build_native_table("allocations", "to raw\tton-edge\t0.01\n").unwrap();
        assert_eq!(table.count_missed(), 1);
    }

    #[test]
    fn versions_come_from_the_lockfile() {
        let lock = "[[package]]\nname = \"a-b\"\nversion = \"1.0\"\n\n[[package]]\nname = \"a\"\nversion = \"2.0\"\n";
        assert_eq!(find_locked_version(lock, "a"), Some("2.0"));
        assert_eq!(find_locked_version(lock, "c"), None);
    }
}
