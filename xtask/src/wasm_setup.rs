//! Sets up compiling to wasm. There are two setups: rustup's ready-made standard library; or, on Debian if rustup's host does not respond,
//! the compiler with which Debian builds its browsers ([`crate::debian`]).

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, bail};

use crate::shell::{Ui, print_line, read_output};
use crate::toolchain::{WASM_TARGET, Wasm, WasmToolchain, holds_core};
use crate::{debian, paths};

/// The time limit for rustup's host.
const RUSTUP_LIMIT: Duration = Duration::from_secs(120);

/// Returns the setup that the environment names, if it names one.
fn find_forced_toolchain() -> Result<Option<WasmToolchain>> {
    match std::env::var("TON_EDGE_WASM_ROAD").as_deref() {
        Err(_) | Ok("") => Ok(None),
        Ok("rustup") => Ok(Some(WasmToolchain::Rustup)),
        Ok("debian") => Ok(Some(WasmToolchain::Debian)),
        Ok(unknown) => bail!("TON_EDGE_WASM_ROAD is `rustup` or `debian`, not `{unknown}`"),
    }
}

/// Finds a setup that is ready, without changing anything.
pub(crate) fn find(root: &Path) -> Result<Option<Wasm>> {
    let forced_toolchain = find_forced_toolchain()?;
    let rustc = paths::find_rustc();
    if forced_toolchain != Some(WasmToolchain::Debian) && has_std(&rustc) {
        return Ok(Some(Wasm { toolchain: WasmToolchain::Rustup, rustc, own_toolchain: None }));
    }
    if forced_toolchain != Some(WasmToolchain::Rustup) {
        return Ok(debian::find(root));
    }
    Ok(None)
}

/// Finds a setup that is ready, or installs one.
pub(crate) fn ensure(ui: &Ui, root: &Path) -> Result<Wasm> {
    if let Some(wasm) = find(root)? {
        return Ok(wasm);
    }
    let forced_toolchain = find_forced_toolchain()?;
    let mut reasons = String::new();
    if forced_toolchain != Some(WasmToolchain::Debian) {
        reasons = match add_target(ui, root) {
            Ok(wasm) => return Ok(wasm),
            Err(error) => format!("{error:#}"),
        };
        if forced_toolchain == Some(WasmToolchain::Rustup) {
            bail!("the wasm target is missing and could not be added: {reasons}");
        }
    }
    if !debian::is_possible() {
        bail!(
            "the compiler has no standard library for {WASM_TARGET}{}.\n\
             With rustup: rustup target add {WASM_TARGET}\n\
             Without: install it from https://rustup.rs, or use Debian, where this command sets up another way to compile.",
            if reasons.is_empty() { String::new() } else { format!(" ({reasons})") }
        );
    }
    if !reasons.is_empty() {
        print_line(format_args!("  {reasons}; using the second way, Debian's rustc-web"));
    }
    debian::install(ui, root)
}

/// Installs the first setup, which needs rustup and its host.
fn add_target(ui: &Ui, root: &Path) -> Result<Wasm> {
    if paths::find_program("rustup").is_none() {
        bail!("rustup is not installed");
    }
    print_line(format_args!(
        "the wasm target is missing: rustup target add {WASM_TARGET} (a download of some 30 MB)"
    ));
    let mut command = Command::new("rustup");
    command.args(["target", "add", WASM_TARGET]).current_dir(root);
    let result = ui.run("rustup target add", &mut command, Some(RUSTUP_LIMIT))?;
    if !result.status.success() {
        let last = result.text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("no message");
        bail!("rustup could not add the target ({})", last.trim());
    }
    let rustc = paths::find_rustc();
    if !has_std(&rustc) {
        bail!("rustup added the target to a toolchain that is not in use");
    }
    Ok(Wasm { toolchain: WasmToolchain::Rustup, rustc, own_toolchain: None })
}

/// Returns whether a compiler has the standard library for wasm. It prints the library's folder even if the folder does not
/// exist.
fn has_std(rustc: &Path) -> bool {
    read_output(Command::new(rustc).args(["--print", "target-libdir", "--target", WASM_TARGET]))
        .is_some_and(|dir| holds_core(Path::new(&dir)))
}
