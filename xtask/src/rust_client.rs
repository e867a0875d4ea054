//! The Rust programs in `tests/`, each compiled with its own manifest; those for wasm also get bindings, as by a user's own
//! tools.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::shell::Ui;
use crate::toolchain::{WASM_TARGET, Wasm};
use crate::{build, paths};

/// A program for wasm: its folder, the file that cargo writes, and the folder in `target/xtask/`, which is also the name of the bound module
/// (`NAME.js` and `NAME_bg.wasm`, with underscores).
const WASM_PROGRAMS: [(&str, &str, &str); 3] = [
    ("tests/rust-wasm-app", "rust_client", "rust-client"),
    ("tests/examples/rust-leptos-app", "ton-account-page", "rust-leptos-app"),
    ("tests/examples/rust-worker", "ton_balance_worker", "rust-worker"),
];

/// Native programs. The tests start them from `target/rust-examples/debug/`.
const NATIVE_PROGRAMS: [&str; 2] = ["tests/examples/rust-reader", "tests/examples/rust-jetton-reader"];

/// Compiles all programs, and binds those for wasm. The package must be built before.
pub(crate) fn build(ui: &Ui, root: &Path, wasm: &Wasm) -> Result<()> {
    for (folder, built, name) in WASM_PROGRAMS {
        let mut cargo = wasm.cargo_command(root);
        cargo.args(["build", "--locked", "--release", "--target", WASM_TARGET]);
        cargo.arg("--manifest-path").arg(Path::new(folder).join("Cargo.toml"));
        ui.require_success(&format!("compiling {folder}"), &mut cargo)?;
        let module =
            root.join(wasm.target_dir()).join(WASM_TARGET).join("release").join(format!("{built}.wasm"));
        let mut bind = Command::new(build::find_packer()?);
        bind.arg("bind").arg(module).arg(root.join("target/xtask").join(name)).arg(name.replace('-', "_"));
        ui.require_success(&format!("binding {folder}"), &mut bind)?;
    }
    for folder in NATIVE_PROGRAMS {
        let mut cargo = paths::cargo_command(root);
        cargo.args(["build", "--locked", "--manifest-path"]).arg(Path::new(folder).join("Cargo.toml"));
        cargo.env("CARGO_TARGET_DIR", root.join("target/rust-examples"));
        ui.require_success(&format!("compiling {folder}"), &mut cargo)?;
    }
    Ok(())
}
