//! `cargo xtask docs`: the documents as a static site with search, in `target/docs`.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Result;
use lexopt::{Arg, Parser};

use crate::build::{self, Packer};
use crate::shell::{Ui, print_line};
use crate::usage::{BadUsage, read_text};
use crate::{node, paths, processes};

/// The folder with the generator's packages and lockfile.
const PACKAGE_FOLDER: &str = "xtask/docs";
/// The folder of the site.
const SITE_FOLDER: &str = "target/docs";
/// The port on which `--serve` listens.
const DEFAULT_PORT: &str = "4173";

/// The options of the command.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags {
    /// Whether to serve the site after the build.
    serve: bool,
    /// The URL at which the site will be published; links begin with its path.
    url: Option<String>,
    /// The repository to which links to source files lead.
    repository: Option<String>,
    /// The sites of earlier versions, each as `VERSION=URL`, newest first.
    earlier_versions: Vec<String>,
}

impl Flags {
    /// Reads the command line.
    pub(crate) fn read(args: &[String]) -> Result<Self, BadUsage> {
        let mut flags = Self::default();
        let mut args = Parser::from_args(args);
        while let Some(arg) = args.next()? {
            match arg {
                Arg::Long("serve") => flags.serve = true,
                Arg::Long("url") => flags.url = Some(read_url(&mut args, "--url")?),
                Arg::Long("repository") => flags.repository = Some(read_url(&mut args, "--repository")?),
                Arg::Long("earlier") => flags.earlier_versions.push(read_earlier(&mut args)?),
                arg => return Err(BadUsage::unexpected_argument("docs", arg)),
            }
        }
        Ok(flags)
    }
}

fn read_url(args: &mut Parser, name: &str) -> Result<String, BadUsage> {
    let value = read_text(args)?;
    if is_url(&value) {
        return Ok(value);
    }
    Err(BadUsage(format!("`{name}` needs an http or https URL, not `{value}`")))
}

fn read_earlier(args: &mut Parser) -> Result<String, BadUsage> {
    let value = read_text(args)?;
    match value.split_once('=') {
        Some((version, url)) if !version.is_empty() && is_url(url) => Ok(value),
        _ => Err(BadUsage(format!(
            "`--earlier` needs VERSION=URL, such as 0.1.0=https://docs.example/0.1/, not `{value}`"
        ))),
    }
}

fn is_url(value: &str) -> bool {
    ["http://", "https://"]
        .iter()
        .any(|scheme| value.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()))
}

/// Installs the packages of the generator.
pub(crate) fn ensure_packages(ui: &Ui, root: &Path) -> Result<()> {
    node::ensure_packages_in(ui, root, PACKAGE_FOLDER)
}

/// Runs the command.
pub(crate) fn run_command(ui: &Ui, flags: &Flags) -> Result<ExitCode> {
    let root = paths::find_root()?;
    // The playground of the site runs the package.
    build::build(ui, &root, Packer::Alone)?;
    ensure_packages(ui, &root)?;
    let mut command = Command::new("node");
    command.arg(root.join(PACKAGE_FOLDER).join("build.mjs")).arg(root.join(SITE_FOLDER)).current_dir(&root);
    for (name, value) in [("--url", &flags.url), ("--repository", &flags.repository)] {
        command.args(value.iter().flat_map(|value| [name, value]));
    }
    command.args(flags.earlier_versions.iter().flat_map(|version| ["--earlier", version]));
    if !flags.serve {
        ui.require_success(&format!("writing the documents to {SITE_FOLDER}"), &mut command)?;
        print_line(format_args!("built {SITE_FOLDER}"));
        return Ok(ExitCode::SUCCESS);
    }
    command.args(["--port", DEFAULT_PORT]);
    processes::replace(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(args: &[&str]) -> Result<Flags, BadUsage> {
        Flags::read(&args.iter().map(|arg| (*arg).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn earlier_versions_have_a_url() {
        let rows = ["0.2.0=https://docs.example/0.2/", "0.1.0=https://docs.example/0.1/"];
        let flags = read(&["--earlier", rows[0], "--earlier", rows[1]]).unwrap();
        assert_eq!(flags.earlier_versions, rows);
        for row in ["0.1.0", "=https://docs.example/", "0.1.0=/0.1/"] {
            assert!(read(&["--earlier", row]).is_err(), "{row}");
        }
    }

    #[test]
    fn a_url_decides_the_path() {
        assert_eq!(read(&[]).unwrap(), Flags::default());
        let flags = read(&["--serve", "--url", "https://docs.example/x/"]).unwrap();
        assert_eq!(
            flags,
            Flags { serve: true, url: Some("https://docs.example/x/".to_owned()), ..Flags::default() }
        );
        for invalid_args in
            [&["--url"] as &[&str], &["--url", "docs.example"], &["--url", "https://"], &["--port", "1"]]
        {
            assert!(read(invalid_args).is_err(), "{invalid_args:?}");
        }
    }
}
