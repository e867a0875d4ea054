//! The files that differ from the branch into which the change will be merged.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::BadUsage;
use crate::shell::read_output;

/// The default bases of a comparison; the first one that exists is used.
const UPSTREAM_NAMES: [&str; 4] = ["@{upstream}", "origin/HEAD", "origin/main", "main"];

/// The changes.
#[derive(Debug)]
pub(crate) struct Changes {
    /// The name of the base, for messages.
    pub(crate) base_name: String,
    /// The paths from the root of the checkout, including those of removed files.
    pub(crate) files: Vec<PathBuf>,
}

/// The compared versions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Since {
    /// The branch into which this one will be merged.
    #[default]
    Upstream,
    /// The last commit; only staged changes count.
    Staged,
    /// A commit that the user names.
    Commit(String),
}

/// Finds the changed files: those of commits, of the checkout, and untracked ones.
pub(crate) fn read(root: &Path, base_name: &Since) -> Result<Changes> {
    let run_git = |args: &[&str]| read_output(Command::new("git").args(args).current_dir(root));
    let list = |args: &[&str]| -> Result<Vec<PathBuf>> {
        let text = run_git(args).with_context(|| format!("`git {}` fails", args.join(" ")))?;
        Ok(text.split('\0').filter(|path| !path.is_empty()).map(PathBuf::from).collect())
    };
    let diff = ["diff", "--name-only", "--no-renames", "-z"];
    if *base_name == Since::Staged {
        let files = list(&[&diff[..], &["--cached"]].concat())?;
        return Ok(Changes { base_name: "the last commit".to_owned(), files });
    }
    let (base, base_name) = match base_name {
        Since::Commit(commit) => {
            let build_commit_error = || BadUsage(format!("git does not know the commit `{commit}`"));
            let base = run_git(&["rev-parse", "--verify", "--quiet", &format!("{commit}^{{commit}}")]);
            (base.ok_or_else(build_commit_error)?, commit.clone())
        }
        _ => UPSTREAM_NAMES
            .iter()
            .find_map(|upstream| Some((run_git(&["merge-base", "HEAD", upstream])?, (*upstream).to_owned())))
            .or_else(|| Some((run_git(&["rev-parse", "HEAD"])?, "the last commit".to_owned())))
            .context("`cargo xtask check` needs git to list the changed files")?,
    };
    let mut files = list(&[&diff[..], &[&base]].concat())?;
    files.extend(list(&["ls-files", "--others", "--exclude-standard", "-z"])?);
    files.sort();
    files.dedup();
    Ok(Changes { base_name, files })
}
