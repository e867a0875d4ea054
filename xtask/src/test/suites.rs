//! The JavaScript suites: every `*.test.mjs` below `tests/`, and which programs of this machine each of them
//! starts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::apt_tools::APT_TOOLS;

/// A file that a suite loads shows by these words that it needs Python's environment.
const PYTHON: &str = "ensurePython(";
/// A file that a suite loads shows by one of these options that it starts the local chain.
const CHAIN: [&str; 3] = ["world: \"", "upstream: \"devnet\"", "values.upstream === \"devnet\""];

/// A suite.
#[derive(Debug)]
pub(crate) struct Suite {
    /// The name of its file, without `.test.mjs`.
    pub(crate) name: String,
    /// Its file.
    pub(crate) file: PathBuf,
    /// The packages of [`APT_TOOLS`] whose programs it starts.
    pub(crate) tools: Vec<&'static str>,
    /// Whether it runs Python.
    pub(crate) python: bool,
    /// Whether it starts the local chain.
    pub(crate) chain: bool,
}

/// The suites, by name.
pub(crate) fn find(root: &Path) -> Result<Vec<Suite>> {
    let mut files = Vec::new();
    walk(&root.join("tests"), &mut files)?;
    let mut modules = Modules::new();
    let mut suites: Vec<Suite> = files.into_iter().map(|file| suite(root, file, &mut modules)).collect();
    suites.sort_by(|a, b| a.name.cmp(&b.name));
    if suites.is_empty() {
        bail!("no *.test.mjs in {}", root.join("tests").display());
    }
    for pair in suites.windows(2) {
        if let [a, b] = pair
            && a.name == b.name
        {
            bail!("two suites have one name: {} and {}", a.file.display(), b.file.display());
        }
    }
    Ok(suites)
}

/// Collects the suites below a folder; those of installed packages are not ours.
fn walk(dir: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(dir).with_context(|| format!("cannot read {}", dir.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            if name != "node_modules" && name != "target" {
                walk(&entry.path(), files)?;
            }
        } else if name.ends_with(".test.mjs") {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// A module of the tests, as far as it matters here.
#[derive(Debug, Default)]
struct Module {
    /// The modules that it imports or starts, by a path in quotes.
    named: Vec<PathBuf>,
    /// The packages of [`APT_TOOLS`] whose programs it starts.
    tools: Vec<&'static str>,
    python: bool,
    chain: bool,
}

/// The modules that were read, each once.
type Modules = BTreeMap<PathBuf, Module>;

/// What a suite is called, and what it and all that it loads start.
fn suite(root: &Path, file: PathBuf, modules: &mut Modules) -> Suite {
    let mut seen = BTreeSet::new();
    let mut next = vec![file.clone()];
    let (mut tools, mut python, mut chain) = (Vec::new(), false, false);
    while let Some(path) = next.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        let module = modules.entry(path).or_insert_with_key(|path| read(root, path));
        next.extend(module.named.iter().cloned());
        tools.extend(module.tools.iter().copied());
        python |= module.python;
        chain |= module.chain;
    }
    tools.sort_unstable();
    tools.dedup();
    let name =
        file.file_name().unwrap_or_default().to_string_lossy().trim_end_matches(".test.mjs").to_owned();
    Suite { name, file, tools, python, chain }
}

/// Reads a module; one that is not there names nothing.
fn read(root: &Path, file: &Path) -> Module {
    let Ok(text) = fs::read_to_string(file) else { return Module::default() };
    let dir = file.parent().unwrap_or(root);
    Module {
        named: text
            .split(['"', '`', '\''])
            .filter(|word| word.ends_with(".mjs") && !word.contains(char::is_whitespace))
            .flat_map(|word| [dir.join(word), root.join(word), root.join("tests").join(word)])
            .map(|path| plain(&path))
            .filter(|path| path.starts_with(root) && path.is_file())
            .collect(),
        tools: APT_TOOLS
            .iter()
            .filter(|tool| text.contains(&format!("env.{}", tool.variable)))
            .map(|tool| tool.package)
            .collect(),
        python: text.contains(PYTHON),
        chain: CHAIN.iter().any(|option| text.contains(option)),
    }
}

/// A path without `..`.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_needs_the_programs_of_all_that_it_loads() {
        let root = std::env::temp_dir().join(format!("ton-edge-xtask-{}-suites", std::process::id()));
        for dir in ["tests/a", "tests/b", "tests/node_modules/c"] {
            fs::create_dir_all(root.join(dir)).unwrap();
        }
        fs::write(root.join("tests/a/one.test.mjs"), "import { x } from \"../b/two.mjs\";\n").unwrap();
        fs::write(root.join("tests/b/two.mjs"), "import \"./two.mjs\"; spawn(\"b/three.mjs\");\n").unwrap();
        fs::write(root.join("tests/b/three.mjs"), "process.env.CHROMIUM; await ensurePython();\n").unwrap();
        fs::write(root.join("tests/plain.test.mjs"), "import \"node:test\";\n").unwrap();
        fs::write(root.join("tests/node_modules/c/not.test.mjs"), "").unwrap();

        let found = find(&root).unwrap();
        assert_eq!(found.iter().map(|suite| suite.name.as_str()).collect::<Vec<_>>(), ["one", "plain"]);
        assert_eq!(
            (found[0].tools.as_slice(), found[0].python),
            (["chromium-headless-shell"].as_slice(), true)
        );
        assert!(found[1].tools.is_empty() && !found[1].python);

        fs::write(root.join("tests/b/one.test.mjs"), "").unwrap();
        assert!(find(&root).unwrap_err().to_string().starts_with("two suites have one name"));
        fs::remove_dir_all(root).unwrap();
    }
}
