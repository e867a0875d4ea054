//! Copies the guides and the changelog into the npm package, because `npm pack` only includes files below `pkg/`, and the declarations name
//! guides. Git ignores the copies.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

/// The guides for users of the npm package. The other documents are about this repository, its measurements or the crate.
const GUIDES: [&str; 35] = [
    "addresses",
    "amounts",
    "client",
    "contracts",
    "errors",
    "first-payment",
    "frameworks",
    "from-ton-core",
    "gateway",
    "highload",
    "hooks",
    "integrity",
    "live",
    "local-get-methods",
    "messages",
    "migration",
    "operate/caching",
    "operate/configuration",
    "operate/deploy",
    "operate/keys",
    "operate/limits",
    "operate/requests",
    "operate/settings",
    "own-contract",
    "paging",
    "payments",
    "preview",
    "questions",
    "reads-after-writes",
    "recipes",
    "sending",
    "testing",
    "ton-connect",
    "ton-in-five-minutes",
    "versioning",
];

/// Writes `pkg/docs/` and `pkg/CHANGELOG.md`.
pub(crate) fn copy(root: &Path) -> Result<()> {
    let folder = root.join("pkg/docs");
    fs::create_dir_all(folder.join("operate"))
        .with_context(|| format!("cannot create {}", folder.display()))?;
    for below in ["", "operate/"] {
        for entry in fs::read_dir(folder.join(below))? {
            let path = entry?.path();
            let is_guide = GUIDES.iter().any(|name| path == folder.join(format!("{name}.md")));
            if path.is_file() && !is_guide {
                fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
            }
        }
    }
    for name in GUIDES {
        write_copy(
            &root.join(format!("docs/{name}.md")),
            &folder.join(format!("{name}.md")),
            find_folder(name),
        )?;
    }
    write_copy(&root.join("CHANGELOG.md"), &root.join("pkg/CHANGELOG.md"), "")
}

/// Returns the folder of a guide, as a path from the root.
fn find_folder(name: &str) -> &'static str {
    if name.starts_with("operate/") { "docs/operate" } else { "docs" }
}

/// Copies a document if its copy differs. `folder`: the document's folder, from the root.
fn write_copy(from: &Path, to: &Path, folder: &str) -> Result<()> {
    let text = fs::read_to_string(from).with_context(|| format!("cannot read {}", from.display()))?;
    let copy_text = unlink_other_links(&text, folder);
    if fs::read_to_string(to).is_ok_and(|current_text| current_text == copy_text) {
        return Ok(());
    }
    fs::write(to, copy_text).with_context(|| format!("cannot write {}", to.display()))
}

/// Replaces links to files that the package lacks by their text, and leaves out pictures, since the repository has no public URL.
fn unlink_other_links(text: &str, folder: &str) -> String {
    let mut output = String::with_capacity(text.len());
    let mut prose = String::new();
    let mut is_code = false;
    for line in text.split_inclusive('\n') {
        let is_fence = line.trim_start().starts_with("```");
        if is_fence && !is_code {
            unlink_prose(&std::mem::take(&mut prose), folder, &mut output);
        }
        if is_fence || is_code {
            output.push_str(line)
        } else {
            prose.push_str(line)
        }
        is_code ^= is_fence;
    }
    unlink_prose(&prose, folder, &mut output);
    output
}

/// Writes a text without code blocks. The label of a link may go over the end of a line.
fn unlink_prose(prose: &str, folder: &str, output: &mut String) {
    let mut remaining_prose = prose;
    while let Some((before, after)) = remaining_prose.split_once("](") {
        let (Some((head, label)), Some((target, following))) =
            (before.rsplit_once('['), after.split_once(')'))
        else {
            break;
        };
        if let Some(head) = head.strip_suffix('!') {
            output.push_str(head);
        } else if is_shipped(target, folder) {
            output.push_str(&format!("{head}[{label}]({target})"));
        } else {
            output.push_str(&format!("{head}{label}"));
        }
        remaining_prose = following;
    }
    output.push_str(remaining_prose);
}

/// Returns whether a link works in the package: it leads to another site, to the same document, or to a document that
/// is copied.
fn is_shipped(target: &str, folder: &str) -> bool {
    let path = target.split_once('#').map_or(target, |(path, _)| path);
    if path.is_empty() || target.starts_with("https://") || target.starts_with("http://") {
        return true;
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let path = parts.join("/");
    let guide = path.strip_prefix("docs/").and_then(|path| path.strip_suffix(".md"));
    path == "CHANGELOG.md" || guide.is_some_and(|name| GUIDES.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::unlink_other_links;

    #[test]
    fn links_to_files_that_the_package_lacks_become_text() {
        let text = "See [limits](operate/limits.md#a), [the devnet](devnet.md), [npm](https://npmjs.com) and [here](#b).\n";
        let copied =
            "See [limits](operate/limits.md#a), the devnet, [npm](https://npmjs.com) and [here](#b).\n";
        assert_eq!(unlink_other_links(text, "docs"), copied);
        assert_eq!(
            unlink_other_links("[a](limits.md) [b](../client.md#c) [d](metrics.md)\n", "docs/operate"),
            "[a](limits.md) [b](../client.md#c) d\n"
        );
        assert_eq!(
            unlink_other_links("![a view](pictures/a.png)\n[log](../CHANGELOG.md)\n", "docs"),
            "\n[log](../CHANGELOG.md)\n"
        );
        assert_eq!(unlink_other_links("[a](docs/client.md) [b](client.md)\n", ""), "[a](docs/client.md) b\n");
        assert_eq!(
            unlink_other_links("a [local\nchain](devnet.md), [b](client.md)\n", "docs"),
            "a local\nchain, [b](client.md)\n"
        );
        assert_eq!(unlink_other_links("```js\nf[a](b.md)\n```\n", "docs"), "```js\nf[a](b.md)\n```\n");
    }
}
