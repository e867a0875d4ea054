//! Python, which tests run in: validators of OpenAPI documents, clients by others. `tests/python.mjs` makes its environment; what that needs
//! is seen to here.

use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::apt;
use crate::places::program;
use crate::shell::{Ui, answer, say};

/// What Debian parts Python into.
const PACKAGES: [&str; 2] = ["python3", "python3-venv"];

/// The version of a Python that can make environments.
pub(crate) fn find() -> Option<String> {
    answer(
        Command::new("python3")
            .args(["-c", "import ensurepip, venv, platform; print(platform.python_version())"]),
    )
}

/// The command that installs it, as one types it.
pub(crate) fn install() -> String {
    apt::line(&PACKAGES)
}

/// Finds Python, or installs Debian's.
pub(crate) fn ensure(ui: &Ui) -> Result<String> {
    if let Some(version) = find() {
        return Ok(version);
    }
    let advice = "the tests of the OpenAPI documents need Python 3.10 with venv";
    if program("apt-get").is_none() {
        bail!("{advice}, and there is no apt-get to install it with");
    }
    say("no Python with venv found: installing Debian's");
    apt::install(ui, &PACKAGES).context(advice)?;
    find().with_context(|| format!("apt installed Python, but it makes no environment: {advice}"))
}
