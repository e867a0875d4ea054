//! The packer: the part of the build that links wasm-bindgen and the crate itself. `cargo xtask build` runs
//! it; it is a separate program so that the other commands need neither.
//!
//! `xtask-pack bind <module.wasm> <folder> <name>` writes `<name>.js` and `<name>_bg.wasm`;
//! `xtask-pack endpoints` prints the endpoint table as JSON, `xtask-pack types v2|v3` the types of its
//! requests and responses as TypeScript, `xtask-pack operations` the methods, `xtask-pack codes` the error
//! codes that address.wasm numbers, `xtask-pack abi address|client` the numbers that a module shares with its
//! JavaScript, and how that reads the forms of an address; `xtask-pack openapi v2|v3 <folder of recordings>` the OpenAPI document of
//! a generation;
//! `xtask-pack generate requests|rest <project> [--check]` writes the generated files of the project, or compares
//! them.

mod generate;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use ton_edge::endpoint::Generation;
use ton_edge::example::Recordings;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args.as_slice() {
        ["bind", module, folder, name] => bind(Path::new(module), Path::new(folder), name),
        ["endpoints"] => print(&ton_edge::endpoint::docs::json()),
        ["codes"] => print(&ton_edge::error::text_codes()),
        ["abi", "address"] => {
            generate::forms::reader().and_then(|reader| abi(ton_edge::abi::address::ALL, &reader))
        }
        ["abi", "client"] => abi(ton_edge::abi::client::ALL, ""),
        ["types", "v2"] => print(&ton_edge::types::typescript(Generation::V2)),
        ["types", "v3"] => print(&ton_edge::types::typescript(Generation::V3)),
        ["operations"] => print(&ton_edge::types::operations()),
        ["openapi", "v2", recordings] => openapi(Generation::V2, Path::new(recordings)),
        ["openapi", "v3", recordings] => openapi(Generation::V3, Path::new(recordings)),
        ["generate", what, root] => generate::run(what, Path::new(root), generate::Mode::Write),
        ["generate", what, root, "--check"] => generate::run(what, Path::new(root), generate::Mode::Check),
        _ => Err(anyhow::anyhow!("`cargo xtask build` runs this; it is not for use by hand")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Generates the bindings, the same for every JavaScript runtime: the caller passes the module, so nothing is
/// fetched. The reset function creates a new instance after a trap.
fn bind(module: &Path, folder: &Path, name: &str) -> Result<()> {
    if !module.is_file() {
        bail!("{} is not there", module.display());
    }
    Bindgen::new()
        .input_path(module)
        .out_name(name)
        .web(true)?
        .omit_default_module_path(true)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        // The others need no bindings: the JavaScript around them creates a new instance, and every byte
        // counts.
        .reset_state_function(name == "gateway")
        .generate(folder)
        .with_context(|| format!("wasm-bindgen could not bind {}", module.display()))
}

/// Prints the OpenAPI document of a generation, with examples from the recordings.
fn openapi(generation: Generation, folder: &Path) -> Result<()> {
    let index = folder.join("index.json");
    let text = fs::read_to_string(&index).with_context(|| format!("cannot read {}", index.display()))?;
    let recordings = Recordings::read(&text, |file| fs::read_to_string(folder.join(file)).ok())
        .with_context(|| format!("{} is no index of recordings", index.display()))?;
    print(&ton_edge::openapi::json(generation, &recordings))
}

/// Prints the numbers of a module's ABI as constants of JavaScript, and what else both sides share.
fn abi(numbers: &[(&str, u32)], rest: &str) -> Result<()> {
    let constants: String =
        numbers.iter().map(|(name, value)| format!("export const {name} = {value};\n")).collect();
    print(&(constants + rest))
}

/// Prints text that the crate generates from its table.
fn print(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}
