//! `cargo xtask generate`: writes the files of the project that are generated from the endpoint table, the types and the settings.

mod caching;
mod errors;
mod forms;
mod layout;
mod logical_times;
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
use ton_edge::error::Code;
use ton_edge::{reference, types};

use crate::openapi::read_recordings;

/// The name of the generated section in files that list the forms of an address.
const FORMS_SECTION: &str = "generated from src/address/forms.rs";

/// The name of the generated section in files that show the cache class of an operation.
const CLASSES_SECTION: &str = "generated from src/endpoint/cache_class.rs";

/// The action for a file that differs.
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
    /// Name of the section between `<!-- name -->` and `<!-- /name -->`, in code between `// <name>` and `// </name>`;
    /// `None` for the whole file.
    section: Option<&'static str>,
    /// The texts before and after a number, if only the number between them is generated.
    marks: Option<[&'static str; 2]>,
    text: String,
}

impl Output {
    fn whole_file(path: impl Into<String>, text: String) -> Self {
        Self { path: path.into(), section: None, marks: None, text }
    }

    fn section_of_file(path: &str, section: &'static str, text: String) -> Self {
        Self { path: path.into(), section: Some(section), marks: None, text }
    }

    fn between_marks(path: &str, before: &'static str, after: &'static str, text: String) -> Self {
        Self { path: path.to_owned(), section: None, marks: Some([before, after]), text }
    }

    /// Returns the new content of the whole file; `old` is the current content.
    fn new_content(&self, old_text: &str) -> Result<String> {
        if let Some([start_mark, end_mark]) = self.marks {
            let mut parts = old_text.split(start_mark);
            let mut text = parts.next().unwrap_or_default().to_owned();
            let mut count = 0;
            for part in parts {
                let (_, end) =
                    part.split_once(end_mark).with_context(|| format!("{}: no `{end_mark}`", self.path))?;
                text.push_str(&[start_mark, &self.text, end_mark, end].concat());
                count += 1;
            }
            if count == 0 {
                bail!("{} has no `{start_mark}`: a generated number follows it", self.path);
            }
            return Ok(text);
        }
        let Some(name) = self.section else { return Ok(self.text.clone()) };
        let (open_mark, close_mark) = if self.path.ends_with(".md") {
            (format!("<!-- {name} -->"), format!("<!-- /{name} -->"))
        } else {
            (format!("// <{name}>"), format!("// </{name}>"))
        };
        let parts = old_text
            .split_once(&open_mark)
            .and_then(|(head, rest)| Some((head, rest.split_once(&close_mark)?.1)));
        let (head, after) = parts.with_context(|| format!("{} has no section `{name}`", self.path))?;
        // The closing mark is indented like the opening one.
        let indent: String = head.chars().rev().take_while(|character| *character == ' ').collect();
        Ok(format!("{head}{open_mark}\n{}{indent}{close_mark}{after}", self.text))
    }
}

/// Writes or compares the files of one of the two stages, and prints each file that it wrote. The first stage is `requests`: Rust types, with
/// which the second stage is compiled.
pub(crate) fn run(stage: &str, root: &Path, mode: Mode) -> Result<()> {
    let outputs = match stage {
        "requests" => list_request_outputs(),
        "rest" => list_other_outputs(root)?,
        unknown => bail!("no stage is named `{unknown}`"),
    };
    let mut differences = Vec::new();
    for output in outputs {
        let path = root.join(&output.path);
        let old = fs::read_to_string(&path).unwrap_or_default();
        let new = output.new_content(&old)?;
        if new == old {
            continue;
        }
        if mode == Mode::Check {
            differences.push(describe_difference(&output.path, &old, &new));
            continue;
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&path, new).with_context(|| format!("cannot write {}", path.display()))?;
        println!("{}", output.path);
    }
    if !differences.is_empty() {
        bail!("{}\n`cargo xtask generate` writes the file; review the difference", differences.join("\n"));
    }
    Ok(())
}

/// Describes the first differing line.
fn describe_difference(path: &str, old: &str, new: &str) -> String {
    let equal_lines = old.lines().zip(new.lines()).take_while(|(old, new)| old == new).count();
    let line = |text: &str| {
        text.lines().nth(equal_lines).unwrap_or("(end of file)").chars().take(120).collect::<String>()
    };
    format!("{path}, line {}:\n  is        {}\n  should be {}", equal_lines + 1, line(old), line(new))
}

fn list_request_outputs() -> Vec<Output> {
    [V2, V3]
        .map(|generation| {
            let path = format!("src/types/requests/{}.rs", generation.as_str());
            Output::whole_file(path, requests::write_file(generation))
        })
        .into()
}

fn list_other_outputs(root: &Path) -> Result<Vec<Output>> {
    let recordings = read_recordings(root)?;
    let mut outputs = vec![
        Output::section_of_file("docs/operate/caching.md", "lifetimes", caching::write_table()),
        Output::section_of_file("docs/operate/settings.md", "settings", settings::write_gateway_table()),
        Output::section_of_file(
            "docs/operate/settings.md",
            "command settings",
            settings::write_command_table(),
        ),
        Output::whole_file("pkg/lib/gateway/cache/logical-time-fields.js", logical_times::write_module()),
        Output::whole_file("pkg/lib/settings/names.js", setting_names::write_module()),
        Output::whole_file("pkg/lib/settings/numbers.js", setting_numbers::write_module()?),
        Output::whole_file("pkg/lib/command/settings-usage.js", setting_usage::write_module()),
        Output::whole_file("pkg/ton-edge.schema.json", layout::write_json(&setting_schema::write_document())),
        Output::whole_file("pkg/generated/messages.d.ts", messages::write_types()),
        Output::section_of_file("docs/messages.md", messages::SECTION, messages::write_table()),
        Output::section_of_file("tests/types/message.ts", messages::SECTION, messages::write_type_test()),
        Output::section_of_file("docs/messages.md", wallets::SECTION, wallets::write_table()),
        Output::section_of_file("pkg/message.d.ts", wallets::SECTION, wallets::write_types()),
        Output::section_of_file("pkg/lib/message/wallet.js", wallets::SECTION, wallets::write_functions()),
        Output::section_of_file(
            "docs/contracts.md",
            messages::GET_METHOD_SECTION,
            messages::get_method_table(),
        ),
        Output::whole_file("pkg/generated/operations.d.ts", types::operations()),
        Output::whole_file(
            "tests/golden/recordings.check.ts",
            recordings::write_file(&root.join("tests/fixtures/recorded"))?,
        ),
        list_codes(root)?,
        list_operations(root)?,
        Output::whole_file("pkg/error-codes.d.ts", errors::write_types()),
        Output::section_of_file("pkg/address.d.ts", FORMS_SECTION, forms::write_types()),
        Output::section_of_file("www/address/forms.js", FORMS_SECTION, forms::write_inspector()),
        Output::section_of_file("www/explorer/heading.js", CLASSES_SECTION, caching::write_reasons()),
        Output::whole_file("docs/errors.md", errors::write_document()),
        Output::whole_file("www/shared/error-hints.js", errors::write_hints()),
        Output::whole_file("www/contract/table-docs.js", messages::write_table_docs()),
    ];
    for generation in [V2, V3] {
        let name = generation.as_str();
        let output_of = |file: String, text| Output::whole_file(format!("pkg/generated/{file}"), text);
        outputs.push(output_of(format!("{name}.d.ts"), types::typescript(generation)));
        let schemas = layout::write_json(&types::schemas(generation).into());
        outputs.push(output_of(format!("schemas-{name}.json"), schemas));
    }
    outputs.push(Output::whole_file("tests/golden/openapi.txt", openapi::write_summary(&recordings)?));
    outputs.extend(numbers::list_outputs(root)?);
    for page in reference::pages(&recordings) {
        outputs.push(Output::whole_file(format!("docs/reference/{}", page.path), page.text));
    }
    Ok(outputs)
}

/// Writes the lists of operations. If an operation is removed from the table, its line must also be removed here by hand, so that no operation
/// is lost by accident.
fn list_operations(root: &Path) -> Result<Output> {
    let path = "tests/golden/operations.mjs";
    let list = |is_beyond: bool| -> String {
        let rows = V2.rows().iter().chain(V3.rows()).filter(|row| row.beyond_specification == is_beyond);
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
    if let Some(lost_lines) =
        old.lines().find(|line| line.starts_with("  ") && !text.lines().any(|new| new == *line))
    {
        let lost_lines = lost_lines.trim().trim_end_matches(',');
        bail!("{path}: the table no longer has {lost_lines}; remove its line if that is intended");
    }
    Ok(Output::whole_file(path, text))
}

/// Writes the list of error codes, which only grows, because programs compare with the codes.
fn list_codes(root: &Path) -> Result<Output> {
    let path = "tests/golden/codes.txt";
    let text: String = Code::ALL.iter().map(|code| format!("{}\n", code.as_str())).collect();
    let old = fs::read_to_string(root.join(path)).unwrap_or_default();
    if !text.starts_with(&old) {
        bail!("{path}: a code was renamed, moved or removed; new codes come after the old ones");
    }
    Ok(Output::whole_file(path, text))
}
