//! The Rust program in `tests/rust-wasm-app`, compiled and bound as a user's own tools would do it.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::build;
use crate::shell::Ui;
use crate::toolchain::{TARGET, Wasm};

/// After the package is built: writes `rust_client.js` and `rust_client_bg.wasm` to
/// `target/xtask/rust-client`.
pub(crate) fn build(ui: &Ui, root: &Path, wasm: &Wasm) -> Result<()> {
    let mut cargo = wasm.cargo(root);
    cargo.args(["build", "--locked", "--release", "--target", TARGET]);
    cargo.args(["--manifest-path", "tests/rust-wasm-app/Cargo.toml"]);
    ui.must("compiling the Rust program", &mut cargo)?;
    let module = root.join(wasm.target_dir()).join(TARGET).join("release/rust_client.wasm");
    let mut bind = Command::new(build::packer_file()?);
    bind.arg("bind").arg(module).arg(root.join("target/xtask/rust-client")).arg("rust_client");
    ui.must("binding the Rust program", &mut bind)?;
    Ok(())
}
