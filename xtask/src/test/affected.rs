//! Finds the JavaScript suites that a changed file affects, and the number of modules between them, by following the imports of `tests/`,
//! `pkg/` and `www/` backwards.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::build::FACES;
use crate::test::suites::normalize_path;

/// Folders without modules to follow: third-party files, and outputs of the build.
const SKIPPED_FOLDERS: [&str; 6] = ["node_modules", "target", "dist", "generated", "projects", "fixtures"];
/// The assumed distance of a change from a suite that reads the file without importing it.
const UNSEEN_DISTANCE: usize = 4;
/// The assumed distance from such a suite if its name shows that it is about the file.
const NAMED_DISTANCE: usize = 2;

/// Finds the number of modules between a change and each suite that it affects, by the path of the suite from the root.
pub(crate) fn find_suites(root: &Path, changed_files: &[PathBuf]) -> Result<BTreeMap<PathBuf, usize>> {
    let mut modules = Vec::new();
    for folder in ["tests", "pkg", "www"] {
        list_modules(&root.join(folder), &mut modules)?;
    }
    let exports = read_exports(root)?;
    let mut start_distances: BTreeMap<PathBuf, usize> =
        changed_files.iter().map(|file| (file.clone(), 0)).collect();
    start_distances.extend(find_faces(root, changed_files)?.into_iter().map(|face| (module_path(face), 1)));
    // The modules that import each file.
    let mut importers: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    let named_changes: Vec<(&PathBuf, String, BTreeSet<&Path>)> = changed_files
        .iter()
        .filter(|file| !is_module(file))
        .filter_map(|file| Some((file, file.file_name()?.to_string_lossy().into_owned(), list_folders(file))))
        .collect();
    for module in &modules {
        let Ok(text) = fs::read_to_string(root.join(module)) else { continue };
        let dir = module.parent().unwrap_or(Path::new(""));
        let mut add = |file: PathBuf| importers.entry(file).or_default().push(module.clone());
        for word in text.split(['"', '`', '\'']).filter(|word| word.len() < 200) {
            if word.ends_with("js") && !word.contains(char::is_whitespace) {
                [dir.join(word), PathBuf::from(word), Path::new("tests").join(word)]
                    .iter()
                    .map(|path| normalize_path(path))
                    .for_each(&mut add);
            }
            if let Some(entry) = word.strip_prefix("ton-edge") {
                exports.get(entry).into_iter().flatten().cloned().for_each(&mut add);
            }
            for face in FACES {
                if word.contains("dist/") && word.contains(&format!("/{face}.")) {
                    add(module_path(face));
                }
            }
            for (file, _, folders) in named_changes.iter().filter(|_| word.contains('/')) {
                if [dir.join(word), Path::new("tests").join(word)]
                    .iter()
                    .any(|path| folders.contains(normalize_path(path).as_path()))
                {
                    add((*file).clone());
                }
            }
        }
        for (file, name, _) in &named_changes {
            if text.contains(name.as_str()) {
                add((*file).clone());
            }
        }
    }
    let mut distances: BTreeMap<PathBuf, usize> = find_distances(start_distances, &importers);
    for suite in modules.iter().filter(|module| is_suite(module)) {
        for file in changed_files {
            if let Some(unseen) = estimate_distance_by_name(suite, file) {
                let now = distances.entry(suite.clone()).or_insert(unseen);
                *now = unseen.min(*now);
            }
        }
    }
    // Only existing suites are returned.
    distances.retain(|module, _| is_suite(module) && modules.contains(module));
    Ok(distances)
}

/// Finds the distance of each file from the nearest goal, through the modules that import it.
fn find_distances(
    goals: BTreeMap<PathBuf, usize>,
    importers: &BTreeMap<PathBuf, Vec<PathBuf>>,
) -> BTreeMap<PathBuf, usize> {
    let mut distances = goals;
    let mut next: Vec<PathBuf> = distances.keys().cloned().collect();
    while !next.is_empty() {
        let mut next_files = Vec::new();
        for file in next {
            let steps = distances.get(&file).copied().unwrap_or(0) + 1;
            for importer in importers.get(&file).into_iter().flatten() {
                if distances.get(importer).is_none_or(|distance| *distance > steps) {
                    distances.insert(importer.clone(), steps);
                    next_files.push(importer.clone());
                }
            }
        }
        next = next_files;
    }
    distances
}

/// Returns the distance of a change that imports do not show: suites of the web app read all of it, and those of the documents read the
/// documents.
fn estimate_distance_by_name(suite: &Path, file: &Path) -> Option<usize> {
    let documents = file.extension().is_some_and(|end| end == "md") && suite.starts_with("tests/docs");
    let view = file.starts_with("www") && suite.starts_with("tests/web-app");
    let name = suite.file_name()?.to_string_lossy().into_owned();
    let words = name.split(['-', '.']).filter(|word| !["web", "app", "test", "mjs"].contains(word));
    let path = file.to_string_lossy().into_owned();
    let is_about = words.filter(|word| word.len() > 3).any(|word| path.contains(word));
    match (documents || view, is_about) {
        (true, true) => Some(NAMED_DISTANCE),
        (true, false) => Some(UNSEEN_DISTANCE),
        (false, _) => None,
    }
}

/// Finds the wasm modules into which a changed source is compiled.
pub(crate) fn find_faces(root: &Path, changed_files: &[PathBuf]) -> Result<BTreeSet<&'static str>> {
    if changed_files
        .iter()
        .any(|file| ["Cargo.toml", "Cargo.lock"].iter().any(|name| file == Path::new(name)))
    {
        return Ok(FACES.into());
    }
    let sources: Vec<&PathBuf> = changed_files
        .iter()
        .filter(|file| file.starts_with("src") && file.extension().is_some_and(|end| end == "rs"))
        .collect();
    if sources.is_empty() {
        return Ok(BTreeSet::new());
    }
    let read_file =
        |file: &str| fs::read_to_string(root.join(file)).with_context(|| format!("cannot read {file}"));
    let manifest = read_file("Cargo.toml")?;
    let (crate_root, bindings) =
        (read_conditions(&read_file("src/lib.rs")?), read_conditions(&read_file("src/js.rs")?));
    let compiles = |features: &BTreeSet<String>, file: &Path| {
        let names: Vec<String> = file
            .components()
            .skip(1)
            .map(|part| part.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned())
            .collect();
        let is_enabled = |conditions: &BTreeMap<String, Vec<String>>, index: usize| {
            names.get(index).and_then(|name| conditions.get(name)).is_none_or(|condition| {
                condition.is_empty() || condition.iter().any(|feature| features.contains(feature))
            })
        };
        is_enabled(&crate_root, 0)
            && (names.first().is_none_or(|name| name != "js") || is_enabled(&bindings, 1))
    };
    Ok(FACES
        .into_iter()
        .filter(|face| {
            let features = list_enabled(&manifest, &format!("js-{face}"));
            sources.iter().any(|file| compiles(&features, file))
        })
        .collect())
}

/// Lists the features that a feature turns on, directly or indirectly, by `[features]` of a manifest.
fn list_enabled(manifest: &str, feature: &str) -> BTreeSet<String> {
    let mut features = BTreeSet::new();
    let mut next = vec![feature.to_owned()];
    while let Some(feature) = next.pop() {
        let list =
            manifest.lines().find_map(|line| line.strip_prefix(&feature)?.trim_start().strip_prefix("= ["));
        let words = list.into_iter().flat_map(|list| list.split('"').skip(1).step_by(2));
        next.extend(
            words
                .filter(|word| !word.contains([':', '/']))
                .map(str::to_owned)
                .filter(|word| !features.contains(word)),
        );
        features.insert(feature);
    }
    features
}

/// Reads, for each module declared in a file, the features of which one must be on. A module without a condition has an empty
/// list.
fn read_conditions(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut conditions = BTreeMap::new();
    let mut features: Vec<String> = Vec::new();
    for line in text.lines() {
        let declaration = line.trim_start_matches("pub ").trim_start_matches("pub(crate) ");
        if line.starts_with("#[cfg") {
            features = line.split('"').skip(1).step_by(2).map(str::to_owned).collect();
        } else if let Some(name) = declaration.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';')) {
            conditions.insert(name.to_owned(), std::mem::take(&mut features));
        } else if !line.starts_with(['#', '/', ' ', ')']) {
            features.clear();
        }
    }
    conditions
}

/// Reads the modules of the package's entries, by the path after the package's name. An entry that the build writes has the module from which it
/// is written.
fn read_exports(root: &Path) -> Result<BTreeMap<String, BTreeSet<PathBuf>>> {
    let text = fs::read_to_string(root.join("pkg/package.json")).context("cannot read pkg/package.json")?;
    let package: Value = serde_json::from_str(&text).context("pkg/package.json is not JSON")?;
    let entries =
        package.get("exports").and_then(Value::as_object).context("pkg/package.json has no exports")?;
    let mut exports = BTreeMap::new();
    for (name, entry) in entries {
        let mut files = Vec::new();
        collect_strings(entry, &mut files);
        let modules = files.into_iter().filter_map(|file| find_source(root, file)).collect();
        exports.insert(name.trim_start_matches('.').to_owned(), modules);
    }
    Ok(exports)
}

fn find_source(root: &Path, file: &str) -> Option<PathBuf> {
    let file = file.trim_start_matches("./");
    let Some(dist_file) = file.strip_prefix("dist/") else { return Some(Path::new("pkg").join(file)) };
    let stem = dist_file.split('.').next()?;
    if dist_file.ends_with(".wasm") {
        return Some(Path::new("pkg/dist").join(dist_file));
    }
    let stem = if stem == "no-wasm" { "client" } else { stem };
    [format!("pkg/{stem}.js"), format!("pkg/lib/wasm/{stem}.js")]
        .into_iter()
        .map(PathBuf::from)
        .find(|path| root.join(path).is_file())
}

fn collect_strings<'a>(value: &'a Value, strings: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => strings.push(text),
        Value::Object(fields) => fields.values().for_each(|value| collect_strings(value, strings)),
        _ => {}
    }
}

fn module_path(face: &str) -> PathBuf {
    PathBuf::from(format!("pkg/dist/{face}.wasm"))
}

fn is_module(file: &Path) -> bool {
    file.extension().is_some_and(|end| end == "js" || end == "mjs")
}

fn is_suite(file: &Path) -> bool {
    file.to_string_lossy().ends_with(".test.mjs")
}

/// Lists the folders above a file whose names say what the file is about, without the top folders.
fn list_folders(file: &Path) -> BTreeSet<&Path> {
    let is_deep =
        |dir: &&Path| dir.components().filter(|part| matches!(part, Component::Normal(_))).count() > 1;
    file.ancestors().skip(1).filter(is_deep).collect()
}

/// Collects the modules below a folder, by their paths from the root.
fn list_modules(dir: &Path, modules: &mut Vec<PathBuf>) -> Result<()> {
    fn collect_modules(root: &Path, dir: &Path, modules: &mut Vec<PathBuf>) -> Result<()> {
        for entry in fs::read_dir(dir).with_context(|| format!("cannot read {}", dir.display()))? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if entry.file_type()?.is_dir() {
                if !SKIPPED_FOLDERS.contains(&name.as_str()) {
                    collect_modules(root, &entry.path(), modules)?;
                }
            } else if is_module(Path::new(&name)) {
                modules.extend(entry.path().strip_prefix(root).map(Path::to_path_buf));
            }
        }
        Ok(())
    }
    collect_modules(dir.parent().unwrap_or(dir), dir, modules)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths;

    /// Finds the suites that a change affects, by name.
    fn find_reached_modules(changed_file: &str) -> BTreeMap<String, usize> {
        let distances = find_suites(&paths::find_root().unwrap(), &[PathBuf::from(changed_file)]).unwrap();
        let name = |path: PathBuf| path.file_name().unwrap().to_string_lossy().replace(".test.mjs", "");
        distances.into_iter().map(|(path, distances)| (name(path), distances)).collect()
    }

    #[test]
    fn a_change_reaches_the_suites_that_import_it() {
        assert!(find_reached_modules("tests/pace/gone.test.mjs").is_empty());
        assert_eq!(
            find_reached_modules("tests/pace/pace.test.mjs"),
            BTreeMap::from([("pace".to_owned(), 0)])
        );
        let distances = find_reached_modules("pkg/lib/gateway/steps/decide-request.js");
        assert!(distances["gateway-verdicts"] < distances["web-app-home"], "{distances:?}");
        let distances = find_reached_modules("pkg/lib/client/pace.js");
        assert!(distances["pace"] < distances["web-app-home"], "{distances:?}");
    }

    #[test]
    fn a_source_reaches_the_suites_of_the_wasm_modules_that_compile_it() {
        let distances = find_reached_modules("src/tvm/stack.rs");
        // The client imports the virtual machine only when a call needs it, so the client's suites come after those of the virtual
        // machine.
        assert!(distances["tvm-stacks"] < distances["pace"], "{distances:?}");
        let distances = find_reached_modules("src/js/cell_bindings.rs");
        assert!(distances["cells"] < distances["attacks-delay"], "{distances:?}");
        assert!(find_reached_modules("src/openapi/document.rs").is_empty(), "no wasm module has it");
    }

    #[test]
    fn a_view_reaches_the_suites_of_the_web_app() {
        let distances = find_reached_modules("www/explorer/json-diff.js");
        assert!(distances["web-app-explorer-snippets"] <= NAMED_DISTANCE, "{distances:?}");
        assert!(
            distances["web-app-static"] <= UNSEEN_DISTANCE && !distances.contains_key("pace"),
            "{distances:?}"
        );
    }

    #[test]
    fn a_fixture_reaches_the_suites_that_name_it_or_its_folder() {
        assert!(!find_reached_modules("tests/golden/cors.json").contains_key("pace"));
        let distances = find_reached_modules("README.md");
        assert!(
            distances.keys().any(|name| name.contains("docs") || name.contains("links")),
            "{distances:?}"
        );
    }

    #[test]
    fn faces_are_found_by_the_features_of_a_module() {
        let faces = |file: &str| {
            Vec::from_iter(super::find_faces(&paths::find_root().unwrap(), &[PathBuf::from(file)]).unwrap())
        };
        assert_eq!(faces("src/error.rs"), FACES);
        assert_eq!(faces("src/tvm/stack.rs"), ["emulator", "tvm"]);
        assert_eq!(faces("src/js/cell_bindings.rs"), ["cell"]);
        assert!(faces("src/gateway/verdict.rs").contains(&"gateway"));
        assert!(faces("src/types/v3.rs").is_empty() && faces("tests/core/pace.rs").is_empty());
        assert_eq!(faces("Cargo.lock"), FACES);
    }
}
