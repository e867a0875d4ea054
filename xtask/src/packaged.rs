//! Programs beside Node that the suites run, each a package of Debian: found on this machine, or installed.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use crate::apt;
use crate::places::program;
use crate::shell::{Ui, say};

/// A program, and how it is found and had.
#[derive(Debug)]
pub(crate) struct Packaged {
    /// What people call it.
    pub(crate) name: &'static str,
    /// The variable that names one to use; the suites get it.
    pub(crate) variable: &'static str,
    /// Debian's package of it.
    pub(crate) package: &'static str,
    /// Names it goes by, on the PATH or at a fixed place.
    names: &'static [&'static str],
}

/// All that the suites run.
pub(crate) const PACKAGED: [Packaged; 3] = [
    Packaged {
        name: "Chromium",
        variable: "CHROMIUM",
        package: "chromium",
        names: &[
            "chromium",
            "chromium-browser",
            "google-chrome",
            "google-chrome-stable",
            "chrome",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
            "/Applications/Chromium.app/Contents/MacOS/Chromium",
        ],
    },
    Packaged {
        name: "Firefox",
        variable: "FIREFOX",
        package: "firefox-esr",
        names: &["firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"],
    },
    Packaged {
        name: "Redis",
        variable: "REDIS_SERVER",
        package: "redis-server",
        names: &["redis-server", "valkey-server"],
    },
];

impl Packaged {
    /// The one on this machine; the variable wins.
    pub(crate) fn find(&self) -> Result<Option<PathBuf>> {
        if let Some(named) = std::env::var_os(self.variable).filter(|named| !named.is_empty()) {
            let path = PathBuf::from(named);
            return match program(&path.to_string_lossy()) {
                Some(found) => Ok(Some(found)),
                None => bail!("{} names {}, which is not there", self.variable, path.display()),
            };
        }
        Ok(self.names.iter().find_map(|name| program(name)))
    }

    /// Finds it, or installs Debian's.
    pub(crate) fn ensure(&self, ui: &Ui) -> Result<PathBuf> {
        if let Some(found) = self.find()? {
            return Ok(found);
        }
        let Self { name, variable, package, .. } = self;
        let advice = format!("the suites need {name}: install it, or name one: {variable}=/path/to/it");
        if program("apt-get").is_none() {
            bail!("no {name} found, and no apt-get to install it with: {advice}");
        }
        say(format_args!("no {name} found: installing Debian's"));
        apt::install(ui, &[package]).with_context(|| advice.clone())?;
        self.find()?.with_context(|| format!("apt installed {package}, but it is not on the PATH: {advice}"))
    }
}
