//! `cargo xtask bench`: figures against the targets. [`address`], [`client`], [`gateway`], [`growth`], [`live`], [`message`],
//! [`pace`], [`page`], [`serve`], [`tvm`] and [`units`] measure; this module prints, writes and checks the figures. On a busy
//! machine it does not write them.

mod address;
mod client;
mod figure;
mod gateway;
mod growth;
mod live;
mod machine;
mod message;
mod pace;
mod page;
mod picture;
mod report;
mod serve;
mod table;
mod tvm;
mod units;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};
use lexopt::{Arg, Parser, ValueExt as _};
use serde_json::Value;

use crate::bench::machine::{Load, Ticks};
use crate::bench::picture::Picture;
use crate::bench::table::Table;
use crate::shell::{Ui, format_duration, print_line};
use crate::usage::BadUsage;
use crate::{node, paths};

/// The benches by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Bench {
    #[default]
    Address,
    Client,
    Gateway,
    Growth,
    Live,
    Message,
    Pace,
    Page,
    Serve,
    Tvm,
    Units,
    /// All of [`ALL_BENCHES`], one after the other.
    All,
}

/// The benches of `all`: those that compare with another library, except `pace`, which takes minutes. `live` has no library to compare with.
const ALL_BENCHES: &[Bench] = &[
    Bench::Address,
    Bench::Client,
    Bench::Message,
    Bench::Tvm,
    Bench::Gateway,
    Bench::Page,
    Bench::Serve,
    Bench::Growth,
];

/// The options of the command.
#[derive(Debug, Default)]
pub(crate) struct Flags {
    bench: Bench,
    json: bool,
    check: bool,
    write: bool,
}

impl Flags {
    /// Reads the arguments after `bench`.
    pub(crate) fn read_flags(args: &[String]) -> Result<Self, BadUsage> {
        let mut flags = Self::default();
        let mut bench_name = None;
        let mut args = Parser::from_args(args);
        while let Some(arg) = args.next()? {
            match arg {
                Arg::Long("json") => flags.json = true,
                Arg::Long("check") => flags.check = true,
                Arg::Long("write") => flags.write = true,
                Arg::Value(name) if bench_name.is_none() => bench_name = Some(name.string()?),
                arg => return Err(BadUsage::unexpected_argument("bench", arg)),
            }
        }
        flags.bench = Bench::parse(bench_name.as_deref().unwrap_or("nothing"))?;
        Ok(flags)
    }
}

impl Bench {
    fn parse(name: &str) -> Result<Self, BadUsage> {
        Ok(match name {
            "all" => Self::All,
            "address" => Self::Address,
            "client" => Self::Client,
            "gateway" => Self::Gateway,
            "growth" => Self::Growth,
            "live" => Self::Live,
            "message" => Self::Message,
            "pace" => Self::Pace,
            "page" => Self::Page,
            "serve" => Self::Serve,
            "tvm" => Self::Tvm,
            "units" => Self::Units,
            unknown => {
                return Err(BadUsage(format!(
                    "`bench` measures `all`, `address`, `client`, `gateway`, `growth`, `live`, `message`, `pace`, `page`, `serve`, `tvm` or `units`, not `{unknown}`"
                )));
            }
        })
    }
}

/// The figures, and notes that readers need to interpret them.
#[derive(Debug, Default)]
struct BenchReport {
    tables: Vec<Table>,
    notes: Vec<String>,
    introduction: Vec<String>,
    pictures: Vec<Picture>,
}

/// Reads a text in Node's output.
fn read_text<'a>(figures: &'a Value, key: &str) -> &'a str {
    figures.get(key).and_then(Value::as_str).unwrap_or("unknown")
}

/// Describes when and on which machine Node measured.
fn describe_machine(figures: &Value) -> String {
    let text_of = |key| read_text(figures, key);
    format!("measured on {}, on {} with Node {}", text_of("date"), text_of("cpu"), text_of("node"))
}

/// Describes an npm package with its version.
fn describe_version(figures: &Value, name: &str) -> String {
    format!("{name} {}", figures.get("versions").map_or("unknown", |versions| read_text(versions, name)))
}

/// Runs the command.
pub(crate) fn run_command(ui: &Ui, flags: &Flags) -> Result<ExitCode> {
    let start = std::time::Instant::now();
    let root = paths::find_root()?;
    let load_before = Load::measure_load();
    if let Some(complaint) = load_before.and_then(Load::describe_load) {
        if flags.write {
            bail!(
                "{complaint}: measure again on a calm machine, because figures of a busy one are not written"
            );
        }
        print_line(format_args!("NOTE: {complaint}: the figures are not reliable"));
    }
    let mut totals = BenchOutcome::default();
    for bench in if flags.bench == Bench::All { ALL_BENCHES } else { std::slice::from_ref(&flags.bench) } {
        totals.add(run_bench(ui, flags, &root, *bench, load_before)?);
    }
    let BenchOutcome { missed, notes, busy } = totals;
    print_line(format_args!("{missed} targets missed; measured in {}", format_duration(start.elapsed())));
    if let Some(complaint) = busy.filter(|_| flags.write) {
        bail!("{complaint}: the figures are not written; measure again on a calm machine");
    }
    Ok(if flags.check && (missed > 0 || notes > 0) { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The outcome of the benches.
#[derive(Debug, Default)]
struct BenchOutcome {
    missed: usize,
    notes: usize,
    /// Why figures were not written: the reason why the machine counts as busy.
    busy: Option<String>,
}

impl BenchOutcome {
    fn add(&mut self, other: Self) {
        self.missed += other.missed;
        self.notes += other.notes;
        self.busy = self.busy.take().or(other.busy);
    }
}

/// Measures, prints and writes one bench.
fn run_bench(
    ui: &Ui,
    flags: &Flags,
    root: &Path,
    bench: Bench,
    load_before: Option<Load>,
) -> Result<BenchOutcome> {
    let ticks_before = Ticks::read_now();
    let pace = machine::measure_pace();
    let (section, mut report) = match bench {
        Bench::Address => (address::SECTION, address::measure(ui, root)?),
        Bench::Client => (client::SECTION, client::measure(ui, root)?),
        Bench::Gateway => (gateway::SECTION, gateway::measure(ui, root)?),
        Bench::Growth => (growth::SECTION, growth::measure(ui, root)?),
        Bench::Live => (live::SECTION, live::measure(ui, root)?),
        Bench::Message => (message::SECTION, message::measure(ui, root)?),
        Bench::Pace => (pace::SECTION, pace::measure(ui, root)?),
        Bench::Page => (page::SECTION, page::measure(ui, root)?),
        Bench::Serve => (serve::SECTION, serve::measure(ui, root)?),
        Bench::Tvm => (tvm::SECTION, tvm::measure(ui, root)?),
        Bench::Units => (units::SECTION, units::measure(ui, root)?),
        Bench::All => bail!("`all` is not a single bench"),
    };
    let stolen_percent = machine::measure_stolen(ticks_before);
    if let Some((load_before, stolen_percent)) = load_before.zip(stolen_percent) {
        report.introduction.push(format!(
            "load of the CPUs: {:.0} % by other programs before the run, {stolen_percent:.1} % by other virtual machines \
             during the run",
            load_before.busy
        ));
    }
    report.introduction.push(format!(
        "speed: the test loop took {pace:.1} ms before and {:.1} ms after the run",
        machine::measure_pace()
    ));
    let numbered_tables = report.tables.iter().enumerate();
    let drawn_pictures = numbered_tables
        .filter_map(|(index, table)| table.draw_ratios(&format!("{}-{}", section.name, index + 1)));
    let drawn_pictures: Vec<Picture> = drawn_pictures.collect();
    report.pictures.extend(drawn_pictures);
    let BenchReport { tables, notes, introduction, pictures } = &report;

    print_line("");
    for table in tables {
        print_line(table.write_text());
    }
    for note in notes {
        print_line(format_args!("NOTE: {note}"));
    }
    let missed: usize = tables.iter().map(Table::count_missed).sum();
    for line in introduction {
        print_line(line);
    }
    let busy =
        stolen_percent.and_then(|stolen_percent| Load { busy: 0.0, stolen: stolen_percent }.describe_load());
    if flags.write && busy.is_none() {
        picture::draw_pictures(root, pictures)?;
        print_line(format_args!("written to {}", report::write(root, section, &report)?));
    }
    if flags.json {
        let tables: Vec<Value> = tables.iter().map(Table::to_json).collect();
        print_line(
            serde_json::json!({ "about": introduction, "tables": tables, "notes": notes, "missed": missed }),
        );
    }
    Ok(BenchOutcome { missed, notes: notes.len(), busy })
}

/// Installs the npm packages of the lockfile.
pub(crate) fn ensure_packages(ui: &Ui, root: &Path) -> Result<()> {
    node::ensure_packages_in(ui, root, "tests/bench")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_read() {
        let read_flags =
            |args: &[&str]| Flags::read_flags(&args.iter().map(|arg| (*arg).to_owned()).collect::<Vec<_>>());
        assert!(read_flags(&["address", "--check", "--json"]).is_ok_and(|flags| flags.check && flags.json));
        assert!(read_flags(&["client"]).is_ok_and(|flags| flags.bench == Bench::Client));
        assert!(
            read_flags(&["serve", "--write"]).is_ok_and(|flags| flags.bench == Bench::Serve && flags.write)
        );
        assert!(read_flags(&["page"]).is_ok_and(|flags| flags.bench == Bench::Page));
        assert!(read_flags(&["all", "--check"]).is_ok_and(|flags| flags.bench == Bench::All && flags.check));
        assert!(read_flags(&["live"]).is_ok_and(|flags| flags.bench == Bench::Live));
        assert!(read_flags(&["growth"]).is_ok_and(|flags| flags.bench == Bench::Growth));
        assert!(read_flags(&["pace"]).is_ok_and(|flags| flags.bench == Bench::Pace));
        assert!(read_flags(&[]).is_err());
        assert!(read_flags(&["units", "--check"]).is_ok_and(|flags| flags.bench == Bench::Units));
        assert!(read_flags(&["gateway"]).is_ok_and(|flags| flags.bench == Bench::Gateway));
        assert!(read_flags(&["upstream"]).is_err());
        assert!(read_flags(&["address", "--fast"]).is_err());
    }
}
