//! The licences in the npm package. `npm pack` includes no file from above `pkg/`, so the build copies them.
//! `pkg/README.md` is a text of its own, not a copy of the README of the repository.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

/// Copies the licences of the project, and of what modules contain of others, beside `pkg/package.json`. Git ignores the copies.
pub(crate) fn copy(root: &Path) -> Result<()> {
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "LICENSE-THIRD-PARTY"] {
        let (from, to) = (root.join(name), root.join("pkg").join(name));
        fs::copy(&from, &to)
            .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    }
    Ok(())
}
