//! The packages that each feature compiles, by `cargo tree`: the tables of docs/rust.md and src/README.md
//! name every feature, and the first one counts its packages.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Targets for which the packages are counted, because they differ by platform.
const TARGETS: [&str; 2] = ["x86_64-unknown-linux-gnu", "wasm32-unknown-unknown"];

/// Transports of native programs.
const NATIVE_TRANSPORTS: [&str; 4] = ["reqwest", "reqwest-no-tls", "ureq", "ureq-no-tls"];

fn document(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// The packages that a feature compiles for a target, without the crate itself.
fn packages(feature: &str, target: &str) -> BTreeSet<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args([
        "tree",
        "--quiet",
        "--locked",
        "--package",
        "ton-edge",
    ]);
    cargo.args(["--edges", "normal,build", "--prefix", "none", "--format", "{p}", "--target", target]);
    let tree = cargo.args(["--no-default-features", "--features", feature]).output().unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let lines = String::from_utf8(tree.stdout).unwrap();
    // A name, a version, and remarks such as `(*)`.
    let package = |line: &str| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
    lines.lines().map(package).filter(|package| !package.starts_with("ton-edge ")).collect()
}

fn names(feature: &str, target: &str) -> BTreeSet<String> {
    packages(feature, target).iter().map(|package| package.split(' ').next().unwrap().to_owned()).collect()
}

/// The features of the manifest that users enable.
fn features() -> BTreeSet<String> {
    let manifest = document("Cargo.toml");
    let section = manifest.split("[features]").nth(1).unwrap().split("\n[").next().unwrap();
    let names = section.lines().filter_map(|line| Some(line.split_once(" = ")?.0.to_owned()));
    let names: BTreeSet<String> =
        names.filter(|name| !name.starts_with('#') && name != "default" && !name.starts_with("js")).collect();
    assert!(names.len() > 8, "{names:?}");
    names
}

/// The rows of the table of features in a document, each with its cells.
fn rows(document: &str) -> Vec<Vec<String>> {
    let table = document.lines().skip_while(|line| !line.starts_with("| feature |")).skip(2);
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    table.take_while(|line| line.starts_with('|')).map(cells).collect()
}

/// The feature that a row is about; `none` stands for no feature.
fn feature(row: &[String]) -> String {
    if row[0] == "none" { String::new() } else { row[0].trim_matches('`').to_owned() }
}

#[test]
fn both_tables_name_every_feature() {
    for name in ["docs/rust.md", "src/README.md"] {
        let listed_features: Vec<String> = rows(&document(name)).iter().map(|row| feature(row)).collect();
        let declared_features: BTreeSet<String> = features().into_iter().chain([String::new()]).collect();
        assert_eq!(BTreeSet::from_iter(listed_features.iter().cloned()), declared_features, "{name}");
        assert_eq!(listed_features.len(), declared_features.len(), "{name} names a feature twice");
    }
}

#[test]
fn the_guide_counts_the_packages_of_every_feature() {
    let guide = document("docs/rust.md");
    for row in rows(&guide) {
        let feature = feature(&row);
        let package_counts = TARGETS.map(|target| match target {
            "wasm32-unknown-unknown" if NATIVE_TRANSPORTS.contains(&feature.as_str()) => "-".to_owned(),
            _ => packages(&feature, target).len().to_string(),
        });
        assert_eq!(
            row[2..],
            package_counts,
            "docs/rust.md: packages of `{feature}` for {}",
            TARGETS.join(" and ")
        );
    }
    let [linux_count, wasm_count] = TARGETS.map(|target| packages("client,types", target).len());
    let combined_sentence =
        format!("`client` with `types` is {linux_count} packages on Linux and {wasm_count} in wasm.");
    assert!(guide.contains(&combined_sentence), "docs/rust.md does not say: {combined_sentence}");
}

#[test]
fn addresses_compile_no_other_package() {
    for target in TARGETS {
        assert_eq!(packages("", target), BTreeSet::new(), "{target}");
    }
}

#[test]
fn a_layer_compiles_nothing_of_the_layers_above_it() {
    let json = ["serde_json"];
    let http = ["http", "hyper", "reqwest", "ureq", "gloo-net", "tokio"];
    let hash = ["xxhash-rust"];
    let generators = ["ts-rs", "schemars"];
    for (feature, absent_package) in [
        ("serde", [&json[..], &http, &hash, &generators].concat()),
        ("api", [&http[..], &hash, &generators].concat()),
        ("types", [&http[..], &hash, &generators].concat()),
        ("gateway", [&http[..], &generators].concat()),
        ("client,types", [&hash[..], &generators, &["hyper", "reqwest", "ureq", "tokio"]].concat()),
        ("ureq", [&hash[..], &generators, &["hyper", "reqwest", "tokio"]].concat()),
        ("reqwest", [&hash[..], &generators, &["ureq"]].concat()),
    ] {
        for target in TARGETS {
            let package_names = names(feature, target);
            let unwanted_packages: Vec<_> =
                absent_package.iter().filter(|name| package_names.contains(**name)).collect();
            assert!(unwanted_packages.is_empty(), "`{feature}` compiles {unwanted_packages:?} for {target}");
        }
    }
    // Guards against an empty comparison: the lists have features and rows.
    assert!(
        names("client", TARGETS[0]).contains("http") && names("gateway", TARGETS[0]).contains("xxhash-rust")
    );
}
