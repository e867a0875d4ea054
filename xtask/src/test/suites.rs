//! The JavaScript suites: every `*.test.mjs` below `tests/`, with the programs that it starts, and the wasm modules that it uses through the imports
//! of its modules and of the package's sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::apt_tools::APT_TOOLS;
use crate::build::{self, FACES};

/// If a file that a suite loads contains this text, the suite needs Python's environment.
const PYTHON_MARK: &str = "ensurePython(";
/// If a file that a suite loads contains one of these texts, the suite starts the local chain.
const CHAIN_MARKS: [&str; 3] = ["world: \"", "upstream: \"devnet\"", "values.upstream === \"devnet\""];

/// A text with one of these parts that names neither a module nor a table does not show which files a suite reads.
const UNSURE_PARTS: [&str; 6] = ["ton-edge/", "pkg/", "dist/", "www/", "target/site", "target/xtask"];
/// Words that show just as little, because paths and commands are composed of them.
const UNSURE_WORDS: [&str; 6] = ["pkg", "dist", "www", "cargo", "xtask", "ton-edge"];

/// A suite and its needs.
#[derive(Debug)]
pub(crate) struct Suite {
    /// The name of its file without `.test.mjs`.
    pub(crate) name: String,
    /// The path of its file.
    pub(crate) file: PathBuf,
    /// The packages of [`APT_TOOLS`] whose programs it starts.
    pub(crate) tools: Vec<&'static str>,
    /// Whether it runs Python.
    pub(crate) python: bool,
    /// Whether it starts the local chain.
    pub(crate) chain: bool,
    /// The wasm modules that it uses.
    pub(crate) faces: Vec<&'static str>,
    /// Whether the suite reads, or may read, other files of a build than modules and tables.
    pub(crate) package: bool,
}

/// Returns the suites, sorted by name.
pub(crate) fn find(root: &Path) -> Result<Vec<Suite>> {
    let mut files = Vec::new();
    list_suite_files(&root.join("tests"), &mut files)?;
    let mut modules = Modules::new();
    let exports = read_exports(root);
    let mut suites: Vec<Suite> =
        files.into_iter().map(|file| read_suite(root, file, &exports, &mut modules)).collect();
    suites.sort_by(|a, b| a.name.cmp(&b.name));
    if suites.is_empty() {
        bail!("there is no *.test.mjs in {}", root.join("tests").display());
    }
    for pair in suites.windows(2) {
        if let [a, b] = pair
            && a.name == b.name
        {
            bail!("two suites have the same name: {} and {}", a.file.display(), b.file.display());
        }
    }
    Ok(suites)
}

/// Collects the suites below a folder, except those of installed packages.
fn list_suite_files(dir: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(dir).with_context(|| format!("cannot read {}", dir.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            if name != "node_modules" && name != "target" {
                list_suite_files(&entry.path(), files)?;
            }
        } else if name.ends_with(".test.mjs") {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// The data about a module of the tests or of the package.
#[derive(Debug, Default)]
struct Module {
    /// The modules that it imports or starts, which are paths in quotes.
    named_files: Vec<PathBuf>,
    /// The packages of [`APT_TOOLS`] whose programs it starts.
    tools: Vec<&'static str>,
    python: bool,
    chain: bool,
    faces: Vec<&'static str>,
    package: bool,
}

/// The modules that were read, once each.
type Modules = BTreeMap<PathBuf, Module>;

/// The file of each entry of the package, by the name that imports it: `ton-edge/address`.
type Exports = BTreeMap<String, PathBuf>;

/// Reads the files of the package's entries for `import`; none if there is no package, so that every suite that imports it needs a complete
/// build.
fn read_exports(root: &Path) -> Exports {
    let text = fs::read_to_string(root.join("pkg/package.json")).unwrap_or_default();
    let json = serde_json::from_str::<Value>(&text).unwrap_or_default();
    let Some(Value::Object(entries)) = json.get("exports") else { return Exports::new() };
    let file = |target: &Value| {
        let target = target.get("import").unwrap_or(target);
        target
            .get("default")
            .unwrap_or(target)
            .as_str()
            .map(|path| normalize_path(&root.join("pkg").join(path)))
    };
    entries
        .iter()
        .filter_map(|(entry, target)| Some((entry.replacen('.', "ton-edge", 1), file(target)?)))
        .collect()
}

/// Reads the name of a suite, and the programs and files that it uses, directly or through modules that it loads.
fn read_suite(root: &Path, file: PathBuf, exports: &Exports, modules: &mut Modules) -> Suite {
    let mut files_seen = BTreeSet::new();
    let mut next = vec![file.clone()];
    let name =
        file.file_name().unwrap_or_default().to_string_lossy().trim_end_matches(".test.mjs").to_owned();
    let mut suite = Suite {
        name,
        file,
        tools: Vec::new(),
        python: false,
        chain: false,
        faces: Vec::new(),
        package: false,
    };
    while let Some(path) = next.pop() {
        if !files_seen.insert(path.clone()) {
            continue;
        }
        let module = modules.entry(path).or_insert_with_key(|path| read(root, path, exports));
        next.extend(module.named_files.iter().cloned());
        suite.tools.extend(module.tools.iter().copied());
        suite.faces.extend(module.faces.iter().copied());
        suite.python |= module.python;
        suite.chain |= module.chain;
        suite.package |= module.package;
    }
    for list in [&mut suite.tools, &mut suite.faces] {
        list.sort_unstable();
        list.dedup();
    }
    suite
}

/// Reads a module; a missing one has no data.
fn read(root: &Path, file: &Path, exports: &Exports) -> Module {
    let Ok(text) = fs::read_to_string(file) else { return Module::default() };
    let dir = file.parent().unwrap_or(root);
    let mut module = Module {
        tools: APT_TOOLS
            .iter()
            .filter(|tool| text.contains(&format!("env.{}", tool.variable)))
            .map(|tool| tool.package)
            .collect(),
        python: text.contains(PYTHON_MARK),
        chain: CHAIN_MARKS.iter().any(|option| text.contains(option)),
        ..Module::default()
    };
    // Sources of the package import each other by relative paths; other names in them are texts for readers.
    let is_package_file = file.starts_with(root.join("pkg"));
    for word in list_words(&text) {
        if let Some(entry) = exports.get(word).filter(|_| !is_package_file) {
            // For `require` an entry is a different file, which only the complete package has.
            module.package |= text.contains("equire(");
            module.note_name(root, entry.clone());
        } else if is_path(word) {
            let folders: &[&Path] = if is_package_file { &[dir] } else { &[dir, root, &root.join("tests")] };
            let paths = folders.iter().map(|folder| normalize_path(&folder.join(word)));
            let paths: Vec<PathBuf> = paths.filter(|path| is_known(root, path)).collect();
            module.package |= !is_package_file && paths.is_empty() && is_unsure(word);
            paths.into_iter().for_each(|path| module.note_name(root, path));
        } else {
            module.package |= !is_package_file && is_unsure(word);
        }
    }
    module
}

/// Returns whether a text is a complete path of a file, instead of one composed at run time.
fn is_path(word: &str) -> bool {
    let is_named = word.contains('/') || [".js", ".mjs"].iter().any(|end| word.ends_with(end));
    is_named && word.contains('.') && !word.contains(|c: char| c.is_whitespace() || "$*{}".contains(c))
}

/// Returns whether a text shows that a suite reads files of a build, but not which files.
fn is_unsure(word: &str) -> bool {
    UNSURE_WORDS.contains(&word) || UNSURE_PARTS.iter().any(|part| word.contains(part))
}

impl Module {
    /// Records that the module names this file.
    fn note_name(&mut self, root: &Path, path: PathBuf) {
        if let Ok(dist_file) = path.strip_prefix(root.join("pkg/dist")) {
            self.note_output(&dist_file.to_string_lossy());
        } else if path.extension().is_some_and(|end| ["js", "mjs"].iter().any(|script| end == *script)) {
            self.named_files.push(path);
        } else {
            // This file leads to every file of the package, because `exports` names them.
            self.package |= path.ends_with("pkg/package.json");
        }
    }

    /// Records that the module reads this file of `pkg/dist`.
    fn note_output(&mut self, dist_file: &str) {
        let face = FACES.into_iter().find(|face| {
            let end = dist_file.strip_prefix(face).unwrap_or_default();
            [".wasm", ".wasm.js", ".glue.js"].contains(&end)
        });
        match face {
            Some(face) => self.faces.push(face),
            None => self.package |= !build::is_table(dist_file),
        }
    }
}

/// Lists the texts between quotes, except in comments that have their own lines.
fn list_words(text: &str) -> impl Iterator<Item = &str> {
    let is_comment = |line: &str| ["//", "/*", "*"].iter().any(|start| line.trim_start().starts_with(start));
    text.lines().filter(move |line| !is_comment(line)).flat_map(|line| line.split(['"', '`', '\'']))
}

/// Returns whether a path names a source that can be read, or a file that the build writes.
fn is_known(root: &Path, path: &Path) -> bool {
    let is_installed = path.components().any(|part| part.as_os_str() == "node_modules");
    path.starts_with(root) && !is_installed && (path.is_file() || path.starts_with(root.join("pkg/dist")))
}

/// Returns a path without `..`.
pub(crate) fn normalize_path(path: &Path) -> PathBuf {
    let mut normalized = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                normalized.pop();
            }
            Component::CurDir => {}
            part => normalized.push(part),
        }
    }
    normalized
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_needs_the_programs_of_its_modules() {
        let root = std::env::temp_dir().join(format!("ton-edge-xtask-{}-suites", std::process::id()));
        for dir in ["tests/a", "tests/b", "tests/node_modules/c"] {
            fs::create_dir_all(root.join(dir)).unwrap();
        }
        fs::write(root.join("tests/a/one.test.mjs"), "import { x } from \"../b/two.mjs\";\n").unwrap();
        fs::write(root.join("tests/b/two.mjs"), "import \"./two.mjs\"; spawn(\"b/three.mjs\");\n").unwrap();
        fs::write(root.join("tests/b/three.mjs"), "process.env.CHROMIUM; await ensurePython();\n").unwrap();
        fs::write(root.join("tests/plain.test.mjs"), "import \"node:test\";\n").unwrap();
        fs::write(root.join("tests/node_modules/c/not.test.mjs"), "").unwrap();

        let suites = find(&root).unwrap();
        assert_eq!(suites.iter().map(|suite| suite.name.as_str()).collect::<Vec<_>>(), ["one", "plain"]);
        assert_eq!(
            (suites[0].tools.as_slice(), suites[0].python),
            (["chromium-headless-shell"].as_slice(), true)
        );
        assert!(suites[1].tools.is_empty() && !suites[1].python);

        fs::write(root.join("tests/b/one.test.mjs"), "").unwrap();
        assert!(find(&root).unwrap_err().to_string().starts_with("two suites have the same name"));
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_suite_needs_the_modules_that_its_imports_reach() {
        let root = std::env::temp_dir().join(format!("ton-edge-xtask-{}-faces", std::process::id()));
        for dir in ["tests", "pkg/lib"] {
            fs::create_dir_all(root.join(dir)).unwrap();
        }
        let write = |path: &str, text: &str| fs::write(root.join(path), text).unwrap();
        write(
            "pkg/package.json",
            r#"{"exports":{"./address":{"import":{"types":"./a.d.ts","default":"./address.js"}},
                "./slim":{"import":{"default":"./dist/slim.js"}}}}"#,
        );
        write("pkg/address.js", "import \"./lib/load.js\";\nimport \"./dist/codes.js\";\n");
        write("pkg/lib/load.js", "const cell = () => import(\"./cell.js\");\n// see \"pkg/dist\"\n");
        write(
            "pkg/lib/cell.js",
            "import { text } from \"../dist/cell.wasm.js\";\nconst hint = \"ton-edge/cell\";\n",
        );
        for (name, text) in [
            ("by-entry", "import { x } from \"ton-edge/address\";\n// not \"www/\"\n"),
            ("by-path", "const { x } = await import(\"../pkg/address.js\");\n"),
            ("required", "import { x } from \"ton-edge/address\";\nconst y = require(\"x\");\n"),
            ("slim", "import { x } from \"ton-edge/slim\";\n"),
            ("other-entry", "import { x } from \"ton-edge/other\";\n"),
            ("put-together", "const x = join(root, \"pkg\", name);\n"),
            ("by-template", "const x = await import(`../pkg/${name}.js`);\n"),
            ("no-package", "import \"node:test\";\n"),
        ] {
            write(&format!("tests/{name}.test.mjs"), text);
        }
        for suite in find(&root).unwrap() {
            let (faces, package): (&[&str], bool) = match suite.name.as_str() {
                "by-entry" | "by-path" => (&["cell"], false),
                "no-package" => (&[], false),
                "required" => (&["cell"], true),
                _ => (&[], true),
            };
            assert_eq!((suite.faces.as_slice(), suite.package), (faces, package), "{}", suite.name);
        }
        fs::remove_dir_all(root).unwrap();
    }
}
