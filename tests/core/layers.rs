//! The layers of the crate. `src/ARCHITECTURE.md` names them; this suite compares the sources with them: modules import only from lower
//! layers, the table is data, and only `js` names a JavaScript crate.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::sources;

const JS_CRATES: &[&str] =
    &["wasm_bindgen", "js_sys", "web_sys", "gloo_net", "gloo_timers", "serde_wasm_bindgen"];

/// Code without comments and without unit tests.
fn code(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]").next().unwrap();
    text.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join("\n")
}

fn modules() -> Vec<(String, PathBuf, String)> {
    let root = sources::root();
    let top = |path: &Path| {
        let first_component = path.strip_prefix(&root).unwrap().components().next().unwrap();
        first_component.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned()
    };
    sources::files().into_iter().map(|path| (top(&path), path.clone(), code(&path))).collect()
}

/// The paths after a prefix such as `crate::`; a `use` with braces yields each of its paths in full.
fn paths(code: &str, prefix: &str) -> BTreeSet<Vec<String>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let mut paths = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        // `super::` inside `super::super::` is another prefix, as is the end of a longer name.
        if !code[..at].ends_with(is_word) && !code[at + prefix.len()..].starts_with("super::") {
            expand(&code[at + prefix.len()..], &mut Vec::new(), &mut paths);
        }
    }
    paths
}

/// Reads one tree of a `use`, or the path of an expression; returns the rest of the text.
fn expand<'a>(code: &'a str, before: &mut Vec<String>, all: &mut BTreeSet<Vec<String>>) -> &'a str {
    let mut remaining_code = code.trim_start();
    if let Some(inner) = remaining_code.strip_prefix('{') {
        remaining_code = inner.trim_start();
        while !remaining_code.starts_with('}') {
            remaining_code = expand(remaining_code, before, all);
            // `, ` or ` as name`.
            remaining_code = remaining_code
                .trim_start_matches(|c: char| c != '}' && !c.is_alphanumeric() && c != '{' && c != '*');
            if let Some(renamed) = remaining_code.strip_prefix("as ") {
                remaining_code =
                    renamed.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_' || c == ',');
                remaining_code = remaining_code.trim_start();
            }
        }
        return &remaining_code[1..];
    }
    let name_end = remaining_code
        .find(|c: char| !c.is_alphanumeric() && c != '_' && c != '*')
        .unwrap_or(remaining_code.len());
    before.push(remaining_code[..name_end].to_owned());
    remaining_code = &remaining_code[name_end..];
    match remaining_code.strip_prefix("::") {
        Some(tree) if tree.starts_with(|c: char| c.is_alphabetic() || c == '{' || c == '*' || c == '_') => {
            remaining_code = expand(tree, before, all);
        }
        _ => {
            all.insert(before.clone());
        }
    }
    before.pop();
    remaining_code
}

/// The first names of the paths after a prefix.
fn used_modules(code: &str, prefix: &str) -> BTreeSet<String> {
    paths(code, prefix).into_iter().filter_map(|path| path.into_iter().next()).collect()
}

/// The layers of a fenced block of `src/ARCHITECTURE.md`, lowest first: the names on one line are one layer.
fn layers(fence: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ARCHITECTURE.md");
    let page = std::fs::read_to_string(path).unwrap();
    let block = page.lines().skip_while(|line| *line != fence).skip(1).take_while(|line| *line != "```");
    let lines: Vec<Vec<String>> =
        block.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect();
    assert!(lines.len() > 3, "src/ARCHITECTURE.md has the block {fence}");
    lines
}

/// The layer of a module.
fn height(layers: &[Vec<String>], name: &str) -> usize {
    let layer_index = layers.iter().position(|layer| layer.iter().any(|one| one == name));
    layer_index.unwrap_or_else(|| panic!("src/ARCHITECTURE.md names {name} in no layer"))
}

/// Checks that each name occurs once, and that the names are exactly the modules that exist.
fn assert_complete(layers: &[Vec<String>], seen: &BTreeSet<String>) {
    let layer_names: BTreeSet<String> = layers.iter().flatten().cloned().collect();
    assert_eq!(layers.iter().map(Vec::len).sum::<usize>(), layer_names.len(), "a module has one layer");
    assert_eq!(seen, &layer_names, "the layers of src/ARCHITECTURE.md name every module");
}

#[test]
fn modules_use_lower_layers_only() {
    let layers = layers("```layers");
    assert_complete(&layers, &modules().into_iter().map(|(top, ..)| top).collect());
    for (top, path, code) in modules() {
        for name in used_modules(&code, "crate::").into_iter().filter(|name| *name != top) {
            let is_lower = height(&layers, &name) < height(&layers, &top);
            assert!(is_lower, "{} uses crate::{name}, which is in no lower layer", path.display());
        }
    }
}

/// The files of `src/gateway/` by their module paths, each with its imports from there: paths below `gateway`.
fn gateway_imports() -> Vec<(Vec<String>, BTreeSet<Vec<String>>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/gateway");
    let files = modules().into_iter().filter(|(_, path, _)| path.starts_with(&root));
    let imports = files.map(|(_, path, code)| {
        let relative_path = path.strip_prefix(&root).unwrap().with_extension("");
        let module_path: Vec<String> =
            relative_path.iter().map(|name| name.to_string_lossy().into_owned()).collect();
        let mut imports = paths(&code, "crate::gateway::");
        for up in 1..=module_path.len() {
            let base = &module_path[..module_path.len() - up];
            let relative_paths = paths(&code, &"super::".repeat(up));
            imports.extend(relative_paths.into_iter().map(|path| [base, &path].concat()));
        }
        (module_path, imports)
    });
    imports.collect()
}

/// The longest of these names that a path begins with.
fn longest_prefix(path: &[String], names: &BTreeSet<String>) -> Option<String> {
    (1..=path.len()).rev().map(|length| path[..length].join("::")).find(|name| names.contains(name))
}

/// A folder of `src/gateway/` belongs to the longest name of the block with which its path begins: `config::values` is a layer of its own
/// below `config`. No import goes upward, so no two folders import each other. An import that must go upward would be listed here with
/// its reason; the list is empty.
#[test]
fn folders_of_the_gateway_use_lower_layers_only() {
    let layers = layers("```layers gateway");
    let names: BTreeSet<String> = layers.iter().flatten().cloned().collect();
    let files = gateway_imports();
    let folder = |path: &[String]| {
        longest_prefix(path, &names).unwrap_or_else(|| panic!("src/ARCHITECTURE.md has no layer of {path:?}"))
    };
    let mut known_folders: BTreeSet<String> = files.iter().map(|(here, _)| folder(here)).collect();
    known_folders.insert("gateway".to_owned());
    assert_complete(&layers, &known_folders);
    let mut upward_imports = BTreeSet::new();
    let mut arrows = BTreeSet::new();
    for (here, imports) in &files {
        let importing_folder = folder(here);
        for path in imports {
            // A path that matches no name of the block belongs to the dispatcher, `src/gateway.rs`.
            let imported_folder = longest_prefix(path, &names).unwrap_or_else(|| "gateway".to_owned());
            if imported_folder != importing_folder
                && height(&layers, &imported_folder) >= height(&layers, &importing_folder)
            {
                upward_imports.insert(format!("{} -> {}", here.join("::"), path.join("::")));
            }
            arrows.insert((importing_folder.clone(), imported_folder));
        }
    }
    assert!(arrows.len() > 30, "the check sees the imports: {arrows:?}");
    assert!(
        upward_imports.is_empty(),
        "imports from a folder that is in no lower layer: {upward_imports:#?}"
    );
}

/// The files on a circle of imports, or between two circles.
fn files_on_circles(mut graph: BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    loop {
        let count_before = graph.len();
        let importing_files: BTreeSet<String> = graph.keys().cloned().collect();
        let imported_files: BTreeSet<String> = graph.values().flatten().cloned().collect();
        graph.retain(|file, imports| imported_files.contains(file) && !imports.is_disjoint(&importing_files));
        if graph.len() == count_before {
            return importing_files;
        }
    }
}

#[test]
fn files_of_the_gateway_import_in_no_circle() {
    let files = gateway_imports();
    let names: BTreeSet<String> = files.iter().map(|(here, _)| here.join("::")).collect();
    let graph = files.iter().map(|(here, imports)| {
        let own_name = here.join("::");
        let imported_names = imports.iter().filter_map(|path| longest_prefix(path, &names));
        (own_name.clone(), imported_names.filter(|other| *other != own_name).collect())
    });
    assert_eq!(files_on_circles(graph.collect()), BTreeSet::new(), "these files import in a circle");
}

#[test]
fn a_circle_of_imports_is_found() {
    let graph = |edges: &[(&str, &str)]| {
        let mut graph = BTreeMap::<String, BTreeSet<String>>::new();
        for (from, to) in edges {
            graph.entry((*from).to_owned()).or_default().insert((*to).to_owned());
            graph.entry((*to).to_owned()).or_default();
        }
        files_on_circles(graph).into_iter().collect::<Vec<_>>()
    };
    assert!(graph(&[("a", "b"), ("b", "c"), ("a", "c")]).is_empty());
    assert_eq!(graph(&[("a", "b"), ("b", "c"), ("c", "b"), ("c", "d")]), ["b", "c"]);
}

#[test]
fn paths_of_a_use_are_read_in_full() {
    let join_paths = |code: &str, prefix: &str| -> Vec<String> {
        paths(code, prefix).into_iter().map(|path| path.join("::")).collect()
    };
    let code = "use crate::{a, b::{c, d::{E, f as g}, H}, i::*};\nlet x = crate::j::K::new(1);";
    assert_eq!(join_paths(code, "crate::"), ["a", "b::H", "b::c", "b::d::E", "b::d::f", "i::*", "j::K::new"]);
    assert_eq!(join_paths("super::super::a; super::b", "super::"), ["b"]);
    assert_eq!(join_paths("super::super::a; super::b", "super::super::"), ["a"]);
}

#[test]
fn only_js_names_a_javascript_crate() {
    let mut use_count = 0;
    for (top, path, code) in modules() {
        for name in JS_CRATES {
            let is_named =
                code.contains(&format!("{name}::")) || code.contains(&format!("extern crate {name}"));
            use_count += usize::from(is_named);
            assert!(!is_named || top == "js", "{} names {name}", path.display());
        }
    }
    assert!(use_count > 5, "the check sees the uses in js");
}

#[test]
fn no_clock_no_randomness_no_io_in_the_core() {
    for (top, path, code) in modules().into_iter().filter(|(top, ..)| top != "js" && top != "transport") {
        for word in [
            "std::time",
            "SystemTime",
            "Instant::",
            "std::net",
            "std::fs",
            "std::thread::",
            "rand::",
            "unsafe ",
        ] {
            assert!(!code.contains(word), "{top}: {} has {word}", path.display());
        }
    }
}

/// A single `format!` links `core::fmt` into client.wasm, which is 5 % of its size: `text::concat` builds messages
/// instead.
#[test]
fn code_linked_by_the_client_does_not_use_format() {
    const CLIENT: [&str; 14] = [
        "error",
        "text",
        "ascii",
        "hex",
        "base64",
        "crc16",
        "diagnostics",
        "address",
        "hash",
        "network",
        "plan",
        "reply",
        "pace",
        "page",
    ];
    // Only the gateway and Rust programs read JSON bodies and check bags: client.wasm links no code for it.
    let is_linked = |path: &Path| !["plan/json.rs", "plan/bags.rs"].iter().any(|end| path.ends_with(end));
    for (top, path, code) in modules().into_iter().filter(|(_, path, _)| is_linked(path)) {
        let client =
            CLIENT.contains(&top.as_str()) || path.ends_with("js/client.rs") || path.ends_with("js/error.rs");
        for word in ["format!", ".to_string()"] {
            assert!(!client || !code.contains(word), "{} has {word}", path.display());
        }
    }
}

/// The shared types of the gateway are imported from their own modules, never from the dispatcher that re-exports them.
#[test]
fn no_module_of_the_gateway_imports_from_its_dispatcher() {
    for (_, path, code) in
        modules().into_iter().filter(|(top, path, _)| top == "gateway" && !path.ends_with("src/gateway.rs"))
    {
        for after in code.split("crate::gateway::").skip(1) {
            let name = after.trim_start_matches(['{', ' ', '\n']);
            let is_module = name.starts_with(|c: char| c.is_ascii_lowercase());
            assert!(is_module, "{} imports from src/gateway.rs", path.display());
        }
    }
}
