//! What npm shows of the package, and what its licence asks for: README and licences, beside `pkg/package.json`.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

/// Copies them from the root of the checkout. Not committed twice; `npm pack` takes no file from above the package.
pub(crate) fn write(root: &Path) -> Result<()> {
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "README.md"] {
        let from = root.join(name);
        let text = fs::read_to_string(&from).with_context(|| format!("cannot read {}", from.display()))?;
        let text = if name == "README.md" { unlinked(&text) } else { text };
        let to = root.join("pkg").join(name);
        fs::write(&to, text).with_context(|| format!("cannot write {}", to.display()))?;
    }
    Ok(())
}

/// The README without links to files that the package does not have, and without the marks that tests read.
fn unlinked(markdown: &str) -> String {
    let mut text = String::with_capacity(markdown.len());
    let mut rest = markdown;
    // `[label](target)` where the target is a file of the checkout.
    while let Some((before, after)) = rest.split_once("](") {
        let link = before.rsplit_once('[').zip(after.split_once(')'));
        match link {
            Some(((head, label), (target, tail))) if !target.contains("://") && !target.starts_with('#') => {
                text.push_str(head);
                text.push('`');
                text.push_str(if label.contains('/') { label } else { target });
                text.push('`');
                rest = tail;
            }
            _ => {
                text.push_str(before);
                text.push_str("](");
                rest = after;
            }
        }
    }
    text.push_str(rest);
    text.replace("```js run\n", "```js\n").replace("```js worker\n", "```js\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_into_the_checkout_become_the_names_of_files() {
        assert_eq!(
            unlinked(
                "see [docs/a.md](docs/a.md), [a site](https://a.example) and [the list](docs/b.md).\n```js run\n"
            ),
            "see `docs/a.md`, [a site](https://a.example) and `docs/b.md`.\n```js\n"
        );
        assert_eq!(unlinked("a[0](x"), "a[0](x");
    }
}
