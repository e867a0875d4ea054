//! The layers of the crate, read from its sources: words know nothing of ours, the table is data, only `js` names
//! a JavaScript crate.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What each module may `use crate::`. A module may always use what lies below itself.
const MAY_USE: &[(&str, &[&str])] = &[
    ("error", &[]),
    ("text", &[]),
    ("ascii", &[]),
    ("hex", &[]),
    ("base64", &[]),
    ("crc16", &[]),
    ("spot", &[]),
    ("boc", &["base64"]),
    ("json", &[]),
    ("address", &["ascii", "base64", "crc16", "error", "hex", "spot"]),
    ("hash", &["ascii", "base64", "error", "hex", "spot"]),
    ("network", &["error"]),
    ("endpoint", &["error"]),
    ("types", &["endpoint", "json"]),
    ("plan", &["address", "base64", "endpoint", "error", "hash", "json", "text"]),
    ("reply", &["endpoint", "error", "text"]),
    ("pace", &["text"]),
    ("page", &["endpoint", "error", "plan", "text"]),
    ("client", &["endpoint", "error", "json", "network", "pace", "page", "plan", "reply", "text", "types"]),
    ("example", &["endpoint", "network"]),
    ("openapi", &["endpoint", "example", "network", "types"]),
    ("reference", &["endpoint", "example", "json", "network", "plan", "types"]),
    ("gateway", &["address", "boc", "endpoint", "error", "hash", "json", "network", "plan", "text"]),
    (
        "js",
        &[
            "address", "ascii", "base64", "client", "endpoint", "error", "gateway", "hash", "network",
            "pace", "page", "plan", "reply", "spot", "text",
        ],
    ),
    ("native", &["client"]),
    ("lib", &[]),
];

const JS_CRATES: &[&str] =
    &["wasm_bindgen", "js_sys", "web_sys", "gloo_net", "gloo_timers", "serde_wasm_bindgen"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Code without comments and without unit tests.
fn code(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]").next().unwrap();
    text.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join("\n")
}

fn modules() -> Vec<(String, PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    sources(&root, &mut paths);
    let top = |path: &Path| {
        let first = path.strip_prefix(&root).unwrap().components().next().unwrap();
        first.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned()
    };
    paths.into_iter().map(|path| (top(&path), path.clone(), code(&path))).collect()
}

/// Names after `crate::`, also within braces.
fn used(code: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for after in code.split("crate::").skip(1) {
        let list = match after.strip_prefix('{') {
            Some(inner) => {
                let mut depth = 1;
                let end = inner.find(|c| {
                    depth += match c {
                        '{' => 1,
                        '}' => -1,
                        _ => 0,
                    };
                    depth == 0
                });
                &inner[..end.unwrap()]
            }
            None => after,
        };
        let mut depth = 0;
        for part in list.split(|c| {
            depth += match c {
                '{' => 1,
                '}' => -1,
                _ => 0,
            };
            c == ',' && depth == 0
        }) {
            let name: String = part.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            names.insert(name);
            if !after.starts_with('{') {
                break;
            }
        }
    }
    names
}

#[test]
fn modules_use_what_lies_before_them() {
    let seen: BTreeSet<String> = modules().into_iter().map(|(top, ..)| top).collect();
    let known: BTreeSet<String> = MAY_USE.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(seen, known, "every top-level module has its row here");
    for (top, path, code) in modules() {
        let (_, allowed) = MAY_USE.iter().find(|(name, _)| *name == top).unwrap();
        for name in used(&code) {
            let fine = name == top || allowed.contains(&name.as_str());
            assert!(fine, "{} uses crate::{name}, which lies after it", path.display());
        }
    }
}

#[test]
fn only_js_names_a_javascript_crate() {
    let mut uses = 0;
    for (top, path, code) in modules() {
        for name in JS_CRATES {
            let named = code.contains(&format!("{name}::")) || code.contains(&format!("extern crate {name}"));
            uses += usize::from(named);
            assert!(!named || top == "js", "{} names {name}", path.display());
        }
    }
    assert!(uses > 5, "the check sees the uses in js");
}

#[test]
fn no_clock_no_chance_no_io_in_the_core() {
    for (top, path, code) in modules().into_iter().filter(|(top, ..)| top != "js" && top != "native") {
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

/// One `format!` brings `core::fmt` into client.wasm, which is 5 % of it: messages are put together by `text::concat`.
#[test]
fn what_the_client_links_formats_nothing() {
    const CLIENT: [&str; 14] = [
        "error", "text", "ascii", "hex", "base64", "crc16", "spot", "address", "hash", "network", "plan",
        "reply", "pace", "page",
    ];
    // JSON bodies are read at the gateway and for Rust programs: client.wasm links nothing of it.
    for (top, path, code) in modules().into_iter().filter(|(_, path, _)| !path.ends_with("plan/json.rs")) {
        let client =
            CLIENT.contains(&top.as_str()) || path.ends_with("js/client.rs") || path.ends_with("js/error.rs");
        for word in ["format!", ".to_string()"] {
            assert!(!client || !code.contains(word), "{} has {word}", path.display());
        }
    }
}
