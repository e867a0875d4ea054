//! Python, for tests that run in it: validators of OpenAPI documents, clients by others. `tests/helpers/python.mjs`
//! makes its environment; this module installs what that needs.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::apt;
use crate::paths::program;
use crate::shell::{Ui, output_of, say};

/// Debian's packages of Python.
const PACKAGES: [&str; 2] = ["python3", "python3-venv"];

/// The version of a Python that can make environments.
pub(crate) fn find() -> Option<String> {
    output_of(
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

/// Makes the environment with the tests' packages, before suites that use it run side by side.
pub(crate) fn ensure_environment(ui: &Ui, root: &Path) -> Result<()> {
    let mut node = Command::new("node");
    node.args(["--input-type=module", "--eval", "await (await import(process.argv[1])).ensurePython()"]);
    ui.must("installing the Python packages of tests/", node.arg(root.join("tests/helpers/python.mjs")))?;
    Ok(())
}
