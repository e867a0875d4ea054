//! `cargo xtask bench`: figures against the targets. [`address`], [`client`], [`gateway`], [`growth`], [`message`], [`pace`], [`page`],
//! [`serve`] and [`tvm`] measure; this module prints, writes and checks the figures. Of a busy machine it writes none.

mod address;
mod client;
mod figure;
mod gateway;
mod growth;
mod machine;
mod message;
mod pace;
mod page;
mod picture;
mod report;
mod serve;
mod table;
mod tvm;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};
use lexopt::{Arg, Parser, ValueExt as _};
use serde_json::Value;

use crate::bench::machine::{Load, Ticks};
use crate::bench::picture::Picture;
use crate::bench::table::Table;
use crate::shell::{Ui, elapsed, say};
use crate::usage::BadUsage;
use crate::{node, paths};

/// The benches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum What {
    #[default]
    Address,
    Client,
    Gateway,
    Growth,
    Message,
    Pace,
    Page,
    Serve,
    Tvm,
    /// [`ALL`], one after the other.
    All,
}

/// The benches of `all`: those beside a peer. `pace` waits for minutes by the clock.
const ALL: &[What] = &[
    What::Address,
    What::Client,
    What::Message,
    What::Tvm,
    What::Gateway,
    What::Page,
    What::Serve,
    What::Growth,
];

/// The flags of the command.
#[derive(Debug, Default)]
pub(crate) struct Flags {
    what: What,
    json: bool,
    check: bool,
    write: bool,
}

impl Flags {
    /// Reads the arguments after `bench`.
    pub(crate) fn read(args: &[String]) -> Result<Self, BadUsage> {
        let mut flags = Self::default();
        let mut what = None;
        let mut args = Parser::from_args(args);
        while let Some(arg) = args.next()? {
            match arg {
                Arg::Long("json") => flags.json = true,
                Arg::Long("check") => flags.check = true,
                Arg::Long("write") => flags.write = true,
                Arg::Value(name) if what.is_none() => what = Some(name.string()?),
                arg => return Err(BadUsage::unexpected("bench", arg)),
            }
        }
        flags.what = What::parse(what.as_deref().unwrap_or("nothing"))?;
        Ok(flags)
    }
}

impl What {
    fn parse(name: &str) -> Result<Self, BadUsage> {
        Ok(match name {
            "all" => Self::All,
            "address" => Self::Address,
            "client" => Self::Client,
            "gateway" => Self::Gateway,
            "growth" => Self::Growth,
            "message" => Self::Message,
            "pace" => Self::Pace,
            "page" => Self::Page,
            "serve" => Self::Serve,
            "tvm" => Self::Tvm,
            other => {
                return Err(BadUsage(format!(
                    "`bench` measures `all`, `address`, `client`, `gateway`, `growth`, `message`, `pace`, `page`, `serve` or `tvm`, not `{other}`"
                )));
            }
        })
    }
}

/// The figures, and what a reader must know to judge them.
#[derive(Debug, Default)]
struct Measured {
    tables: Vec<Table>,
    notes: Vec<String>,
    about: Vec<String>,
    pictures: Vec<Picture>,
}

/// A text that Node measured with.
fn text_of<'a>(measured: &'a Value, key: &str) -> &'a str {
    measured.get(key).and_then(Value::as_str).unwrap_or("unknown")
}

/// When and on what Node measured.
fn where_measured(measured: &Value) -> String {
    let text_of = |key| text_of(measured, key);
    format!("{}, {}, Node {}", text_of("date"), text_of("cpu"), text_of("node"))
}

/// An npm package and its version.
fn version(measured: &Value, name: &str) -> String {
    format!("{name} {}", measured.get("versions").map_or("unknown", |versions| text_of(versions, name)))
}

/// Runs the command.
pub(crate) fn command(ui: &Ui, flags: &Flags) -> Result<ExitCode> {
    let start = std::time::Instant::now();
    let root = paths::root()?;
    let before = Load::look();
    if let Some(why) = before.and_then(Load::complaint) {
        if flags.write {
            bail!("{why}: nothing is measured, since figures of a busy machine are not written");
        }
        say(format_args!("NOTE: {why}: the figures say little"));
    }
    let mut seen = Seen::default();
    for what in if flags.what == What::All { ALL } else { std::slice::from_ref(&flags.what) } {
        seen.add(one(ui, flags, &root, *what, before)?);
    }
    let Seen { missed, notes, busy } = seen;
    say(format_args!("{missed} targets missed; measured in {}", elapsed(start.elapsed())));
    if let Some(why) = busy.filter(|_| flags.write) {
        bail!("{why}: figures of a busy machine are not written");
    }
    Ok(if flags.check && (missed > 0 || notes > 0) { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The outcome of the benches.
#[derive(Debug, Default)]
struct Seen {
    missed: usize,
    notes: usize,
    /// Why something was not written.
    busy: Option<String>,
}

impl Seen {
    fn add(&mut self, other: Self) {
        self.missed += other.missed;
        self.notes += other.notes;
        self.busy = self.busy.take().or(other.busy);
    }
}

/// Measures, prints and writes one of them.
fn one(ui: &Ui, flags: &Flags, root: &Path, what: What, before: Option<Load>) -> Result<Seen> {
    let then = Ticks::now();
    let pace = machine::pace();
    let (section, mut measured) = match what {
        What::Address => (address::SECTION, address::measure(ui, root)?),
        What::Client => (client::SECTION, client::measure(ui, root)?),
        What::Gateway => (gateway::SECTION, gateway::measure(ui, root)?),
        What::Growth => (growth::SECTION, growth::measure(ui, root)?),
        What::Message => (message::SECTION, message::measure(ui, root)?),
        What::Pace => (pace::SECTION, pace::measure(ui, root)?),
        What::Page => (page::SECTION, page::measure(ui, root)?),
        What::Serve => (serve::SECTION, serve::measure(ui, root)?),
        What::Tvm => (tvm::SECTION, tvm::measure(ui, root)?),
        What::All => bail!("`all` is not one bench"),
    };
    let stolen = machine::stolen_since(then);
    if let Some((before, stolen)) = before.zip(stolen) {
        measured.about.push(format!(
            "the machine beside it: other work took {:.0} % of its CPUs before, other machines {stolen:.1} % meanwhile; in \
             brackets the interval of 95 % of a median, whose bad end a target is about",
            before.busy
        ));
    }
    measured.about.push(format!(
        "the machine's pace: a fixed loop of this tool took {pace:.1} ms before and {:.1} ms after. Nanoseconds of two reports can be \
         compared where it took as long in both",
        machine::pace()
    ));
    let of_tables = measured.tables.iter().enumerate();
    let drawn = of_tables.filter_map(|(at, table)| table.picture(&format!("{}-{}", section.name, at + 1)));
    let drawn: Vec<Picture> = drawn.collect();
    measured.pictures.extend(drawn);
    let Measured { tables, notes, about, pictures } = &measured;

    say("");
    for table in tables {
        say(table.text());
    }
    for note in notes {
        say(format_args!("NOTE: {note}"));
    }
    let missed: usize = tables.iter().map(Table::missed).sum();
    for line in about {
        say(line);
    }
    let busy = stolen.and_then(|stolen| Load { busy: 0.0, stolen }.complaint());
    if flags.write && busy.is_none() {
        picture::draw(root, pictures)?;
        say(format_args!("written to {}", report::write(root, section, &measured)?));
    }
    if flags.json {
        let tables: Vec<Value> = tables.iter().map(Table::json).collect();
        say(serde_json::json!({ "about": about, "tables": tables, "notes": notes, "missed": missed }));
    }
    Ok(Seen { missed, notes: notes.len(), busy })
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
        let read = |args: &[&str]| Flags::read(&args.iter().map(|arg| (*arg).to_owned()).collect::<Vec<_>>());
        assert!(read(&["address", "--check", "--json"]).is_ok_and(|flags| flags.check && flags.json));
        assert!(read(&["client"]).is_ok_and(|flags| flags.what == What::Client));
        assert!(read(&["serve", "--write"]).is_ok_and(|flags| flags.what == What::Serve && flags.write));
        assert!(read(&["page"]).is_ok_and(|flags| flags.what == What::Page));
        assert!(read(&["all", "--check"]).is_ok_and(|flags| flags.what == What::All && flags.check));
        assert!(read(&["growth"]).is_ok_and(|flags| flags.what == What::Growth));
        assert!(read(&["pace"]).is_ok_and(|flags| flags.what == What::Pace));
        assert!(read(&[]).is_err());
        assert!(read(&["gateway"]).is_ok_and(|flags| flags.what == What::Gateway));
        assert!(read(&["upstream"]).is_err());
        assert!(read(&["address", "--fast"]).is_err());
    }
}
