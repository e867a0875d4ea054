//! Links in the documentation of the crate. docs.rs and crates.io show it without the repository, where a relative link leads nowhere.
//! rustdoc itself checks the links to items.

use super::sources;

/// The targets of the Markdown links of a text.
fn links(text: &str) -> Vec<&str> {
    let link_targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    link_targets.map(|target| target.split_whitespace().next().unwrap_or_default()).collect()
}

/// Whether a link leads somewhere on docs.rs: a URL, a section of the same page, or a path of Rust, which has no slash and no file
/// extension.
fn is_absolute_link(target: &str) -> bool {
    let is_path =
        !target.is_empty() && !target.contains('/') && !target.contains(".md") && !target.contains(".html");
    target.starts_with("https://") || target.starts_with('#') || is_path
}

#[test]
fn documentation_has_no_relative_link() {
    let mut count = 0;
    for file in &sources::files() {
        let text = std::fs::read_to_string(file).unwrap();
        let docs = text
            .lines()
            .map(str::trim_start)
            .filter(|line| line.starts_with("///") || line.starts_with("//!"));
        let docs: Vec<&str> = docs.collect();
        for target in links(&docs.join("\n")) {
            count += 1;
            assert!(is_absolute_link(target), "{}: `{target}` is dead on docs.rs", file.display());
        }
    }
    assert!(count > 2, "the check sees the links: {count}");
    let page = std::fs::read_to_string(sources::root().join("README.md")).unwrap();
    for target in links(&page) {
        assert!(target.starts_with("https://"), "src/README.md: `{target}` is dead on crates.io");
    }
    assert!(links(&page).len() > 5);
}

#[test]
fn relative_links_are_found() {
    assert_eq!(
        links("[a](docs/a.md) [b](https://b.example/x) [c](crate::c)"),
        ["docs/a.md", "https://b.example/x", "crate::c"]
    );
    assert!(!is_absolute_link("docs/a.md") && !is_absolute_link("../a") && !is_absolute_link("a.md"));
    assert!(
        is_absolute_link("https://b.example/x")
            && is_absolute_link("crate::c::D")
            && is_absolute_link("#part")
    );
}
