//! Python, for tests that need it: validators of OpenAPI documents, clients by others. `tests/helpers/python.mjs` creates its environment; this
//! module installs Python for it.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::apt;
use crate::paths::find_program;
use crate::shell::{Ui, print_line, read_output};

/// Debian's packages with Python.
const APT_PACKAGES: [&str; 2] = ["python3", "python3-venv"];

/// Finds the version of a Python that can create virtual environments.
pub(crate) fn find() -> Option<String> {
    read_output(
        Command::new("python3")
            .args(["-c", "import ensurepip, venv, platform; print(platform.python_version())"]),
    )
}

/// Returns the command line that installs Python.
pub(crate) fn install() -> String {
    apt::install_line(&APT_PACKAGES)
}

/// Finds Python, or installs Debian's.
pub(crate) fn ensure(ui: &Ui) -> Result<String> {
    if let Some(version) = find() {
        return Ok(version);
    }
    let advice = "the tests of the OpenAPI documents need Python 3.10 with venv";
    if find_program("apt-get").is_none() {
        bail!("{advice}: install it, because there is no apt-get to do so");
    }
    print_line("no Python with venv found: installing Debian's");
    apt::install(ui, &APT_PACKAGES).context(advice)?;
    find().with_context(|| format!("apt installed Python, but it cannot create an environment: {advice}"))
}

/// Creates the environment with the tests' packages, before suites that use it run concurrently.
pub(crate) fn ensure_environment(ui: &Ui, root: &Path) -> Result<()> {
    let mut node = Command::new("node");
    node.args(["--input-type=module", "--eval", "await (await import(process.argv[1])).ensurePython()"]);
    ui.require_success(
        "installing the Python packages of tests/",
        node.arg(root.join("tests/helpers/python.mjs")),
    )?;
    Ok(())
}
