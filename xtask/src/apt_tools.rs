//! Programs besides Node that the suites run, each from a Debian package: found on this machine, or installed.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use crate::apt;
use crate::paths::find_program;
use crate::shell::{Ui, print_line};
use crate::versions::VersionRange;

/// A program: its possible places, and the package that installs it.
#[derive(Debug)]
pub(crate) struct AptTool {
    /// Its common name.
    pub(crate) name: &'static str,
    /// The environment variable with its path, for the suites.
    pub(crate) variable: &'static str,
    /// The Debian package that contains the tool.
    pub(crate) package: &'static str,
    /// Its names on the PATH, or its absolute paths.
    names: &'static [&'static str],
    /// The arguments by which it prints its version.
    pub(crate) version: &'static str,
    /// The oldest and the newest version with which the suites passed; Debian's version changes from month to month.
    pub(crate) tested_versions: VersionRange,
    /// Whether only full runs need the program.
    pub(crate) full_only: bool,
}

/// The usual argument by which a program prints its version.
const VERSION_FLAG: &str = "--version";

/// All programs that the suites run.
pub(crate) const APT_TOOLS: [AptTool; 6] = [
    AptTool {
        name: "Chromium",
        variable: "CHROMIUM",
        // Chromium without a window, as playwright starts it: a third less work for equal pages.
        package: "chromium-headless-shell",
        names: &[
            "chromium-headless-shell",
            "chrome-headless-shell",
            "chromium",
            "chromium-browser",
            "google-chrome",
            "google-chrome-stable",
            "chrome",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
            "/Applications/Chromium.app/Contents/MacOS/Chromium",
        ],
        version: VERSION_FLAG,
        tested_versions: ("148", "156"),
        full_only: false,
    },
    AptTool {
        name: "Firefox",
        variable: "FIREFOX",
        package: "firefox-esr",
        names: &["firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"],
        version: VERSION_FLAG,
        tested_versions: ("140", "153"),
        full_only: false,
    },
    AptTool {
        name: "Redis",
        variable: "REDIS_SERVER",
        package: "redis-server",
        names: &["redis-server", "valkey-server"],
        version: VERSION_FLAG,
        tested_versions: ("7.0", "8.0"),
        full_only: false,
    },
    AptTool {
        name: "Prometheus",
        variable: "PROMETHEUS",
        // The package includes promtool.
        package: "prometheus",
        names: &["prometheus"],
        version: VERSION_FLAG,
        tested_versions: ("2.42", "2.53"),
        full_only: false,
    },
    AptTool {
        name: "nginx",
        // nginx itself uses the variable `NGINX`.
        variable: "NGINX_COMMAND",
        package: "nginx-light",
        names: &["nginx", "/usr/sbin/nginx"],
        version: "-v",
        tested_versions: ("1.22", "1.26"),
        full_only: false,
    },
    AptTool {
        name: "Go",
        variable: "GO_COMMAND",
        package: "golang-go",
        names: &["go", "/usr/local/go/bin/go"],
        version: "version",
        tested_versions: ("1.19", "1.19"),
        // It takes 250 MB for one suite; other suites check the programs only with gofmt.
        full_only: true,
    },
];

impl AptTool {
    /// Finds the path of the program; the variable takes precedence over the PATH.
    pub(crate) fn find(&self) -> Result<Option<PathBuf>> {
        if let Some(path_named) = std::env::var_os(self.variable).filter(|path_named| !path_named.is_empty())
        {
            let path = PathBuf::from(path_named);
            return match find_program(&path.to_string_lossy()) {
                Some(path) => Ok(Some(path)),
                None => bail!("{} names {}, which does not exist", self.variable, path.display()),
            };
        }
        Ok(self.names.iter().find_map(|name| find_program(name)))
    }

    /// Finds the program, or installs its Debian package together with those of the run's other missing programs: starting apt takes longer than
    /// installing one more package.
    pub(crate) fn ensure(&self, ui: &Ui, other_tools: &[&Self]) -> Result<PathBuf> {
        if let Some(path) = self.find()? {
            return Ok(path);
        }
        let Self { name, variable, package, .. } = self;
        let advice = format!("the suites need {name}: install it, or name one: {variable}=/path/to/it");
        if find_program("apt-get").is_none() {
            bail!("{name} was not found, and there is no apt-get to install it: {advice}");
        }
        print_line(format_args!("no {name} found: installing Debian's"));
        let mut packages = vec![*package];
        let missing_tools =
            other_tools.iter().filter(|tool| tool.package != *package && matches!(tool.find(), Ok(None)));
        packages.extend(missing_tools.map(|tool| tool.package));
        // If apt does not have one of them, the step of that program reports it.
        if packages.len() == 1 || apt::install(ui, &packages).is_err() {
            apt::install(ui, &[package]).with_context(|| advice.clone())?;
        }
        self.find()?.with_context(|| format!("apt installed {package}, but it is not on the PATH: {advice}"))
    }
}
