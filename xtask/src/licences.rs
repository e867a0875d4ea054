//! Copies the licences into the npm package, because `npm pack` only includes files below `pkg/`. `pkg/README.md` is a separate text, not a copy
//! of the repository's README.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

/// Copies the licences of the project, and of the third-party code in modules, beside `pkg/package.json`. Git ignores
/// the copies.
pub(crate) fn copy(root: &Path) -> Result<()> {
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "LICENSE-THIRD-PARTY"] {
        let (from, to) = (root.join(name), root.join("pkg").join(name));
        fs::copy(&from, &to)
            .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    }
    Ok(())
}
