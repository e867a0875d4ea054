//! The packer: the part of the build that links wasm-bindgen and the crate itself. `cargo xtask build` and `generate` run it. It is a separate
//! program so that the other commands do not need them.
//!
//! `xtask-pack bind <module.wasm> <folder> <name>` writes `<name>.js` and `<name>_bg.wasm`; `xtask-pack endpoints` prints the endpoint table as
//! JSON, `xtask-pack codes` the error codes that address.wasm refers to by number, `xtask-pack abi address|client` the numbers and records
//! that a module shares with its JavaScript, and the JavaScript that reads the forms of an address; `xtask-pack examples <project>` the
//! recorded responses for the fake service; `xtask-pack openapi <project> <folder>` writes the OpenAPI documents.
//!
//! With the feature `generate`, which includes all response types, `xtask-pack generate requests|rest <project> [--check]` writes or compares
//! the generated files of the project.

mod forms;
#[cfg(feature = "generate")]
mod generate;
mod openapi;
mod records;
mod schemas;

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match args.as_slice() {
        ["bind", module, folder, name] => write_bindings(Path::new(module), Path::new(folder), name),
        ["endpoints"] => print_text(&ton_edge::endpoint::docs::json()),
        ["codes"] => print_text(&ton_edge::error::text_codes()),
        ["abi", "address"] => {
            forms::write_reader().and_then(|reader| print_abi(ton_edge::abi::address::ALL, &reader))
        }
        ["abi", "cell"] => print_abi(ton_edge::abi::cell::ALL, ""),
        ["abi", "ed25519"] => print_abi(ton_edge::abi::ed25519::ALL, ""),
        ["schemas"] => schemas::write_script().and_then(|script| print_text(&script)),
        ["mnemonic-words"] => print_text(&schemas::write_mnemonic_words()),
        ["vm-codes"] => print_text(&schemas::write_vm_codes()),
        ["message-kinds"] => print_text(&schemas::write_message_kinds()),
        ["examples", root] => write_examples(Path::new(root)).and_then(|script| print_text(&script)),
        ["openapi", root, folder] => openapi::write(Path::new(root), Path::new(folder)),
        ["abi", "client"] => records::write_fields(ton_edge::abi::client::RECORDS).and_then(|fields| {
            let inputs = records::write_inputs(ton_edge::abi::client::INPUT_RECORDS);
            let outputs = records::write_outputs(ton_edge::abi::client::OUTPUT_RECORDS);
            print_abi(ton_edge::abi::client::ALL, &[fields, inputs, outputs].concat())
        }),
        ["abi", "gateway"] => print_abi(&[], &records::write_lists(ton_edge::abi::gateway::RECORDS)),
        ["abi", "message"] => print_abi(ton_edge::abi::message::ALL, ""),
        #[cfg(feature = "generate")]
        ["generate", stage, root] => generate::run(stage, Path::new(root), generate::Mode::Write),
        #[cfg(feature = "generate")]
        ["generate", stage, root, "--check"] => generate::run(stage, Path::new(root), generate::Mode::Check),
        _ => Err(anyhow::anyhow!("`cargo xtask build` runs this; it is not for use by hand")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Generates bindings that suit every JavaScript runtime: the caller passes the module, so nothing is fetched. The reset function creates a
/// new instance after a trap.
fn write_bindings(module: &Path, folder: &Path, name: &str) -> Result<()> {
    if !module.is_file() {
        bail!("{} does not exist", module.display());
    }
    Bindgen::new()
        .input_path(module)
        .out_name(name)
        .web(true)?
        .omit_default_module_path(true)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        // The other modules do not need the reset function: the JavaScript around them creates a new instance, and every byte
        // counts.
        .reset_state_function(matches!(name, "emulator" | "gateway" | "tvm"))
        .generate(folder)
        .with_context(|| format!("wasm-bindgen could not bind {}", module.display()))
}

/// Prints the numbers of a module's ABI as JavaScript constants, and the other parts that Rust and JavaScript share.
fn print_abi(numbers: &[(&str, u32)], other_lines: &str) -> Result<()> {
    let constants: String =
        numbers.iter().map(|(name, value)| format!("export const {name} = {value};\n")).collect();
    print_text(&(constants + other_lines))
}

/// Writes the recorded response of every operation as a module.
fn write_examples(root: &Path) -> Result<String> {
    let json = openapi::read_recordings(root)?.to_json()?;
    Ok(format!(
        "/** @type {{Record<string, {{ params: any, body: any }}>}} */\nexport const EXAMPLES = {json};\n"
    ))
}

/// Prints a text that the crate generates from its table.
fn print_text(text: &str) -> Result<()> {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    Ok(())
}
