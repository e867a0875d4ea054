//! `cargo xtask generate`: the files of the project that are written from the endpoint table, the types and the settings.

mod caching;
mod errors;
mod forms;
mod layout;
mod messages;
mod numbers;
mod openapi;
mod recordings;
mod requests;
mod setting_names;
mod setting_numbers;
mod setting_schema;
mod setting_usage;
mod settings;
mod wallets;

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use ton_edge::endpoint::Generation::{V2, V3};
use ton_edge::endpoint::docs;
use ton_edge::error::Code;
use ton_edge::{reference, types};

use crate::openapi::recordings;

/// The generated part of what lists the forms of an address.
const FORMS_SECTION: &str = "generated from src/address/forms.rs";

/// The generated part of what shows the cache class of an operation.
const CLASSES_SECTION: &str = "generated from src/endpoint/cache_class.rs";

/// How to treat a file that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Write it.
    Write,
    /// Fail, naming the first line that differs.
    Check,
}

/// A generated file, or a section of a document.
struct Output {
    /// Path in the project.
    path: String,
    /// Name of the section between `<!-- name -->` and `<!-- /name -->`, in code between `// <name>` and `// </name>`; the whole
    /// file without one.
    section: Option<&'static str>,
    /// The pieces of text around a number; only what is between them is generated.
    between: Option<[&'static str; 2]>,
    text: String,
}

impl Output {
    fn file(path: impl Into<String>, text: String) -> Self {
        Self { path: path.into(), section: None, between: None, text }
    }

    fn section(path: &str, section: &'static str, text: String) -> Self {
        Self { path: path.into(), section: Some(section), between: None, text }
    }

    fn between(path: &str, before: &'static str, after: &'static str, text: String) -> Self {
        Self { path: path.to_owned(), section: None, between: Some([before, after]), text }
    }

    /// The whole file as it should be, given what it is.
    fn content(&self, old: &str) -> Result<String> {
        if let Some([before, after]) = self.between {
            let mut parts = old.split(before);
            let mut text = parts.next().unwrap_or_default().to_owned();
            let mut count = 0;
            for part in parts {
                let (_, end) =
                    part.split_once(after).with_context(|| format!("{}: no `{after}`", self.path))?;
                text.push_str(&[before, &self.text, after, end].concat());
                count += 1;
            }
            if count == 0 {
                bail!("{} has no `{before}`: a generated number follows it", self.path);
            }
            return Ok(text);
        }
        let Some(name) = self.section else { return Ok(self.text.clone()) };
        let (open, close) = if self.path.ends_with(".md") {
            (format!("<!-- {name} -->"), format!("<!-- /{name} -->"))
        } else {
            (format!("// <{name}>"), format!("// </{name}>"))
        };
        let parts =
            old.split_once(&open).and_then(|(before, rest)| Some((before, rest.split_once(&close)?.1)));
        let (before, after) = parts.with_context(|| format!("{} has no section `{name}`", self.path))?;
        // The closing one is indented as the opening one.
        let indent: String = before.chars().rev().take_while(|character| *character == ' ').collect();
        Ok(format!("{before}{open}\n{}{indent}{close}{after}", self.text))
    }
}

/// Writes or compares one of the two stages, and prints each file that it wrote. `requests` comes first: they are Rust,
/// and what the second stage writes is made with them.
pub(crate) fn run(stage: &str, root: &Path, mode: Mode) -> Result<()> {
    let outputs = match stage {
        "requests" => requests(),
        "rest" => rest(root)?,
        other => bail!("no stage is named `{other}`"),
    };
    let mut differ = Vec::new();
    for output in outputs {
        let path = root.join(&output.path);
        let old = fs::read_to_string(&path).unwrap_or_default();
        let new = output.content(&old)?;
        if new == old {
            continue;
        }
        if mode == Mode::Check {
            differ.push(difference(&output.path, &old, &new));
            continue;
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&path, new).with_context(|| format!("cannot write {}", path.display()))?;
        println!("{}", output.path);
    }
    if !differ.is_empty() {
        bail!("{}\n`cargo xtask generate` writes what differs; read the difference", differ.join("\n"));
    }
    Ok(())
}

/// The first line that differs.
fn difference(path: &str, old: &str, new: &str) -> String {
    let same = old.lines().zip(new.lines()).take_while(|(old, new)| old == new).count();
    let line =
        |text: &str| text.lines().nth(same).unwrap_or("(end of file)").chars().take(120).collect::<String>();
    format!("{path}, line {}:\n  is        {}\n  should be {}", same + 1, line(old), line(new))
}

fn requests() -> Vec<Output> {
    [V2, V3]
        .map(|generation| {
            let path = format!("src/types/requests/{}.rs", generation.as_str());
            Output::file(path, requests::file(generation))
        })
        .into()
}

fn rest(root: &Path) -> Result<Vec<Output>> {
    let recordings = recordings(root)?;
    let mut outputs = vec![
        Output::section("README.md", "endpoints", format!("\n{}\n", docs::markdown_table())),
        Output::section("docs/caching.md", "lifetimes", caching::table()),
        Output::section("docs/gateway.md", "settings", settings::gateway()),
        Output::section("docs/operate/configuration.md", "command settings", settings::command()),
        Output::file("pkg/lib/settings/names.js", setting_names::module()),
        Output::file("pkg/lib/settings/numbers.js", setting_numbers::module()?),
        Output::file("pkg/lib/command/settings-usage.js", setting_usage::module()),
        Output::file("pkg/ton-edge.schema.json", layout::json(&setting_schema::document())),
        Output::file("pkg/generated/messages.d.ts", messages::types()),
        Output::section("docs/messages.md", messages::SECTION, messages::table()),
        Output::section("tests/types/message.ts", messages::SECTION, messages::type_test()),
        Output::section("docs/messages.md", wallets::SECTION, wallets::table()),
        Output::section("pkg/message.d.ts", wallets::SECTION, wallets::types()),
        Output::section("pkg/lib/message/wallet.js", wallets::SECTION, wallets::functions()),
        Output::section("docs/contracts.md", messages::GET_METHOD_SECTION, messages::get_method_table()),
        Output::file("pkg/generated/operations.d.ts", types::operations()),
        Output::file(
            "tests/golden/recordings.check.ts",
            recordings::file(&root.join("tests/fixtures/recorded"))?,
        ),
        codes(root)?,
        operations(root)?,
        Output::file("pkg/error-codes.d.ts", errors::types()),
        Output::section("pkg/address.d.ts", FORMS_SECTION, forms::types()),
        Output::section("www/address/forms.js", FORMS_SECTION, forms::inspector()),
        Output::section("www/explorer/heading.js", CLASSES_SECTION, caching::reasons()),
        Output::file("docs/errors.md", errors::document()),
        Output::file("www/shared/error-hints.js", errors::hints()),
    ];
    for generation in [V2, V3] {
        let name = generation.as_str();
        let generated = |file: String, text| Output::file(format!("pkg/generated/{file}"), text);
        outputs.push(generated(format!("{name}.d.ts"), types::typescript(generation)));
        let schemas = layout::json(&types::schemas(generation).into());
        outputs.push(generated(format!("schemas-{name}.json"), schemas));
    }
    outputs.push(Output::file("tests/golden/openapi.txt", openapi::summary(&recordings)?));
    outputs.extend(numbers::all());
    for page in reference::pages(&recordings) {
        outputs.push(Output::file(format!("docs/reference/{}", page.path), page.text));
    }
    Ok(outputs)
}

/// The lists of operations. One that disappears from the table is removed here by hand, too, so that none is lost unseen.
fn operations(root: &Path) -> Result<Output> {
    let path = "tests/golden/operations.mjs";
    let list = |beyond: bool| -> String {
        let rows = V2.rows().iter().chain(V3.rows()).filter(|row| row.beyond_specification == beyond);
        rows.map(|row| format!("  \"{} {} {}\",\n", row.generation.as_str(), row.verb.as_str(), row.path))
            .collect()
    };
    let text = format!(
        "// Written by `cargo xtask generate` from the endpoint table. Remove the line of an operation that is removed.\n\n\
         /** The operations of the specification. */\nexport const SPECIFIED = [\n{}];\n\n\
         /** The operations that only a server has. */\nexport const BEYOND = [\n{}];\n",
        list(false),
        list(true),
    );
    let old = fs::read_to_string(root.join(path)).unwrap_or_default();
    if let Some(lost) =
        old.lines().find(|line| line.starts_with("  ") && !text.lines().any(|new| new == *line))
    {
        let lost = lost.trim().trim_end_matches(',');
        bail!("{path}: the table no longer has {lost}; remove its line if that is meant");
    }
    Ok(Output::file(path, text))
}

/// The list of error codes, which only grows: programs compare with them.
fn codes(root: &Path) -> Result<Output> {
    let path = "tests/golden/codes.txt";
    let text: String = Code::ALL.iter().map(|code| format!("{}\n", code.as_str())).collect();
    let old = fs::read_to_string(root.join(path)).unwrap_or_default();
    if !text.starts_with(&old) {
        bail!("{path}: a code was renamed, moved or removed; new codes come after the old ones");
    }
    Ok(Output::file(path, text))
}
