//! Compares the sizes that users download with the recorded sizes in `xtask/budgets.json`. Each row of that file has a recorded size after
//! brotli, and some have a fixed limit. `cargo xtask build --record` records the sizes of this machine.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::{Map, Value};

use crate::build;
use crate::shell::{Ui, print_line};
use crate::toolchain::WasmToolchain;

/// The file with the budgets: one row per measured file or bundle.
const BUDGET_FILE: &str = "xtask/budgets.json";
/// A size this many per cent above the recorded one causes a warning: compilers and features change sizes a little.
const WARN_PERCENT: u64 = 2;
/// A size this many per cent above the recorded one fails, until the new size is recorded.
const FAIL_PERCENT: u64 = 4;
/// With Debian's compiler, which differs and whose standard library is built here, every size may be this many per cent
/// larger.
const DEBIAN_PERCENT: u64 = 10;

/// A row of the file.
type Row = Map<String, Value>;

/// The limits of a size, in bytes after brotli.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Budget {
    name: String,
    /// The size that was last recorded.
    recorded: u64,
    /// A fixed limit, which no recorded size may exceed.
    limit: Option<u64>,
}

impl Budget {
    /// Returns the budget for the compiler that built the modules: rustup's or Debian's.
    fn for_toolchain(&self, toolchain: WasmToolchain) -> Self {
        let convert = |bytes: u64| match toolchain {
            WasmToolchain::Rustup => bytes,
            WasmToolchain::Debian => add_percent(bytes, DEBIAN_PERCENT),
        };
        Self { name: self.name.clone(), recorded: convert(self.recorded), limit: self.limit.map(convert) }
    }

    /// Returns the largest size that passes.
    fn max_bytes(&self) -> u64 {
        let limit_bytes = add_percent(self.recorded, FAIL_PERCENT);
        self.limit.map_or(limit_bytes, |limit| limit.min(limit_bytes))
    }
}

/// Returns a size plus this many per cent of it.
fn add_percent(bytes: u64, percent_more: u64) -> u64 {
    bytes + bytes * percent_more / 100
}

/// The size of one file or bundle.
#[derive(Debug)]
struct Size {
    /// The name of the measured file or bundle.
    name: String,
    /// Bytes without compression.
    raw: u64,
    /// Bytes after `gzip -9`.
    gzip: u64,
    /// Bytes after brotli at its highest level.
    brotli: u64,
}

/// Measures, prints the table, and returns whether all sizes are within their budgets.
pub(crate) fn report(ui: &Ui, root: &Path, toolchain: WasmToolchain) -> Result<bool> {
    let budgets: Vec<Budget> =
        read_budgets(root)?.1.iter().map(|budget| budget.for_toolchain(toolchain)).collect();
    let (sizes, mut errors) = measure(ui, root)?;
    for line in write_table(&sizes, &budgets) {
        print_line(line);
    }
    let (warnings, excess_errors) = compare_sizes(&sizes, &budgets);
    errors.extend(excess_errors);
    for line in warnings.iter().chain(&errors) {
        print_line(line);
    }
    Ok(errors.is_empty())
}

/// Measures, and records the sizes in the file.
pub(crate) fn record(ui: &Ui, root: &Path, toolchain: WasmToolchain) -> Result<()> {
    if toolchain != WasmToolchain::Rustup {
        bail!(
            "sizes are recorded with the standard library of rustup's toolchain: set TON_EDGE_WASM_ROAD=rustup"
        );
    }
    let (rows, budgets) = read_budgets(root)?;
    let (sizes, errors) = measure(ui, root)?;
    if !errors.is_empty() {
        bail!("nothing was recorded: {}", errors.join("; "));
    }
    for size in &sizes {
        let budget = budgets.iter().find(|budget| budget.name == size.name);
        if let Some(limit) = budget.and_then(|budget| budget.limit).filter(|limit| size.brotli > *limit) {
            bail!(
                "nothing was recorded: {} is {} bytes, which is above its limit of {limit}",
                size.name,
                size.brotli
            );
        }
        if let Some(old_budget) = budget.filter(|budget| budget.recorded != size.brotli) {
            print_line(format_args!(
                "  {}: {} bytes, before {}",
                size.name, size.brotli, old_budget.recorded
            ));
        }
    }
    let path = root.join(BUDGET_FILE);
    fs::write(&path, write_budgets(rows, &sizes)?).with_context(|| format!("cannot write {}", path.display()))
}

/// Reads the rows of the file, and their budgets.
fn read_budgets(root: &Path) -> Result<(Vec<Row>, Vec<Budget>)> {
    let path = root.join(BUDGET_FILE);
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    parse_budgets(&text)
}

fn parse_budgets(text: &str) -> Result<(Vec<Row>, Vec<Budget>)> {
    let rows: Vec<Row> =
        serde_json::from_str(text).with_context(|| format!("{BUDGET_FILE} is not a list of rows"))?;
    let budgets: Result<Vec<Budget>> = rows
        .iter()
        .map(|row| {
            let name = row
                .get("name")
                .and_then(Value::as_str)
                .with_context(|| format!("{BUDGET_FILE}: a row has no name"))?;
            let recorded = row.get("recorded").and_then(Value::as_u64);
            let recorded = recorded.with_context(|| format!("{BUDGET_FILE}: {name} has no recorded size"))?;
            Ok(Budget { name: name.to_owned(), recorded, limit: row.get("limit").and_then(Value::as_u64) })
        })
        .collect();
    Ok((rows, budgets?))
}

/// Returns the text of the file with these sizes as the recorded ones, one row per line.
fn write_budgets(rows: Vec<Row>, sizes: &[Size]) -> Result<String> {
    let mut lines = Vec::new();
    for mut row in rows {
        let size = sizes.iter().find(|size| row.get("name").and_then(Value::as_str) == Some(&size.name));
        if let Some(size) = size {
            row.insert("recorded".to_owned(), size.brotli.into());
        }
        // The fields in an order that is easy to read.
        let mut fields = Vec::new();
        for key in ["name", "recorded", "limit", "file", "program"] {
            if let Some(value) = row.get(key) {
                fields.push(format!("\"{key}\": {}", serde_json::to_string(value)?));
            }
        }
        lines.push(format!("  {{ {} }}", fields.join(", ")));
    }
    Ok(format!("[\n{}\n]\n", lines.join(",\n")))
}

/// Measures with Node, which has both compressors. Returns the sizes, and errors with the names that could not be measured.
fn measure(ui: &Ui, root: &Path) -> Result<(Vec<Size>, Vec<String>)> {
    build::refuse_quick(root)?;
    let mut node = Command::new("node");
    node.arg(root.join("xtask/js/sizes.mjs")).current_dir(root);
    read(&ui.require_success("measuring", &mut node)?)
}

/// Parses the output of the script.
fn read(json: &str) -> Result<(Vec<Size>, Vec<String>)> {
    let Value::Array(rows) = serde_json::from_str(json).context("the sizes are not JSON")? else {
        bail!("the sizes are not a list");
    };
    let (mut sizes, mut errors) = (Vec::new(), Vec::new());
    for row in &rows {
        let text = |key: &str| row.get(key).and_then(Value::as_str).map(str::to_owned);
        let number = |key: &str| row.get(key).and_then(Value::as_u64).context("a size lacks a field");
        let name = text("name").context("a size has no name")?;
        match text("error") {
            Some(error) => errors.push(format!("error: {name}: {error}")),
            None => {
                let [raw, gzip, brotli] = [number("raw")?, number("gzip")?, number("brotli")?];
                sizes.push(Size { name, raw, gzip, brotli });
            }
        }
    }
    Ok((sizes, errors))
}

/// Writes the lines of the table.
fn write_table(sizes: &[Size], budgets: &[Budget]) -> Vec<String> {
    let head = format!(
        "  {:16}{:>10}{:>10}{:>10}{:>10}{:>10}",
        "bytes", "raw", "gzip -9", "brotli", "recorded", "at most"
    );
    let rows = sizes.iter().map(|size| {
        let Size { name, raw, gzip, brotli } = size;
        let line = format!("  {name:16}{raw:>10}{gzip:>10}{brotli:>10}");
        match budgets.iter().find(|budget| budget.name == *name) {
            Some(budget) => format!("{line}{:>10}{:>10}", budget.recorded, budget.max_bytes()),
            None => line,
        }
    });
    std::iter::once(head).chain(rows).collect()
}

/// Returns warnings for sizes above the recorded ones, and errors for sizes above their limits.
fn compare_sizes(sizes: &[Size], budgets: &[Budget]) -> (Vec<String>, Vec<String>) {
    let (mut warnings, mut errors) = (Vec::new(), Vec::new());
    for size in sizes {
        let Some(budget) = budgets.iter().find(|budget| budget.name == size.name) else { continue };
        let (bytes, recorded) = (size.brotli, budget.recorded);
        let size_text = format!("{} is {bytes} bytes after brotli", size.name);
        if let Some(limit) = budget.limit.filter(|limit| bytes > *limit) {
            errors.push(format!("error: {size_text}, {} above its limit of {limit}", bytes - limit));
        } else if bytes > budget.max_bytes() {
            errors.push(format!(
                "error: {size_text}, over {FAIL_PERCENT} % above the recorded {recorded}: make it smaller, or record the \
                 new size with `cargo xtask build --record`"
            ));
        } else if bytes > add_percent(recorded, WARN_PERCENT) {
            warnings
                .push(format!("warning: {size_text}, over {WARN_PERCENT} % above the recorded {recorded}"));
        }
    }
    (warnings, errors)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths;

    fn build_budget(recorded: u64, limit: Option<u64>) -> Budget {
        Budget { name: "x".to_owned(), recorded, limit }
    }

    fn compare_one(brotli: u64, budget: Budget) -> (Vec<String>, Vec<String>) {
        compare_sizes(&[Size { name: "x".to_owned(), raw: 1, gzip: 1, brotli }], &[budget])
    }

    #[test]
    fn two_percent_pass_four_warn_and_more_fails() {
        let no_messages: Vec<String> = Vec::new();
        assert_eq!(compare_one(1020, build_budget(1000, None)), (no_messages.clone(), no_messages.clone()));
        assert_eq!(
            compare_one(1021, build_budget(1000, None)),
            (
                vec!["warning: x is 1021 bytes after brotli, over 2 % above the recorded 1000".to_owned()],
                no_messages
            )
        );
        assert!(compare_one(1040, build_budget(1000, None)).1.is_empty());
        let (warnings, errors) = compare_one(1041, build_budget(1000, None));
        assert!(warnings.is_empty());
        assert!(errors[0].contains("over 4 % above the recorded 1000"), "{errors:?}");
    }

    #[test]
    fn the_limit_of_the_design_has_no_slack() {
        assert!(compare_one(1010, build_budget(1000, Some(1010))).1.is_empty());
        assert_eq!(
            compare_one(1011, build_budget(1000, Some(1010))).1,
            ["error: x is 1011 bytes after brotli, 1 above its limit of 1010"]
        );
    }

    #[test]
    fn debian_has_a_tenth_more() {
        assert_eq!(
            build_budget(1000, Some(2000)).for_toolchain(WasmToolchain::Debian),
            build_budget(1100, Some(2200))
        );
        assert_eq!(build_budget(1000, None).for_toolchain(WasmToolchain::Rustup), build_budget(1000, None));
    }

    #[test]
    fn recorded_sizes_are_written_and_nothing_else_changes() {
        let text = "[\n  { \"name\": \"x\", \"recorded\": 3, \"limit\": 9, \"file\": \"dist/x\" }\n]\n";
        let (rows, budgets) = parse_budgets(text).unwrap();
        assert_eq!(budgets, [build_budget(3, Some(9))]);
        let sizes = [Size { name: "x".to_owned(), raw: 1, gzip: 1, brotli: 7 }];
        assert_eq!(write_budgets(rows, &sizes).unwrap(), text.replace('3', "7"));
        assert!(parse_budgets("[{ \"name\": \"x\" }]").is_err());
    }

    #[test]
    fn the_file_is_as_the_command_writes_it_and_each_row_says_what_is_measured() {
        let root = paths::find_root().unwrap();
        let text = fs::read_to_string(root.join(BUDGET_FILE)).unwrap();
        let (rows, budgets) = parse_budgets(&text).unwrap();
        for (row, budget) in rows.iter().zip(&budgets) {
            assert!(row.contains_key("file") != row.contains_key("program"), "{budget:?}");
            assert!(budget.limit.is_none_or(|limit| budget.recorded <= limit), "{budget:?}");
        }
        assert_eq!(write_budgets(rows, &[]).unwrap(), text);
    }

    #[test]
    fn odd_measurements_are_refused() {
        assert_eq!(read(r#"[{"name":"x","error":"no"}]"#).unwrap().1, ["error: x: no"]);
        assert!(read("").is_err());
        assert!(read("{}").is_err());
        assert!(read(r#"[{"name":"x"}]"#).is_err());
    }
}
