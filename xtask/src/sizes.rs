//! What users download, and the budgets it must fit.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::shell::{Ui, say};
use crate::toolchain::Road;

/// The most that a bundle may weigh, in bytes after brotli. Debian's compiler is another one, and its standard
/// library is built here: on that road a tenth more.
fn budget(name: &str, road: Road) -> Option<u64> {
    let most = match name {
        "address bundle" => 10_000,
        // What it weighs and a little, so that a feature's price is seen. The design's target of 40 000 is passed by the pager that
        // knows a server which leads it in circles (2 kB), by a pace that stays right under refusals (0.7), by times of the queue
        // and of the response (0.4), by caps on what crosses into wasm (0.4), by the pace that tabs share (0.6), by
        // what is said of slips: near names of methods, testnet at a URL of mainnet, shards in the other spelling (0.7), by exit codes
        // of messages that an account does not accept (0.6), by pages of the transactions of a block and by two operations beyond the
        // specification (0.1 each), by calls that wait for wasm (0.2), by the names of the calls that load cells (0.2), by old
        // history that is requested again (0.1), and by the options for get-methods in the program and for checks of responses (0.2).
        "client bundle" => 47_030,
        // What they weigh and a little, likewise; names of four modules in slim. Slim makes instances asynchronously, for Chromium before 115; without WebAssembly there
        // is a fallback for the codecs of the platform.
        "no-wasm bundle" => 13_300,
        "auto bundle" => 20_500,
        "no-wasm client" => 69_970,
        "slim bundle" => 15_790,
        // The targets of the design.
        "cell bundle" => 20_000,
        "message bundle" => 45_000,
        // What it weighs and a little: 10 kB are the module.
        "ed25519 bundle" => 12_700,
        // The target of the module, and it with what reads and writes stacks.
        "tvm.wasm" => 185_000,
        "tvm bundle" => 217_600,
        // All checks of the gateway, on servers only: caps, admission, keys and quotas are 14 kB of it, the old names of settings
        // with their new ones 0.3, reading requests as the service does 5.2, and callers' own keys 1.6; two operations
        // beyond the specification, and calls with a name twice, 0.6; what the operator's view shows, the alerts of late and the
        // cache by operation, 0.5; metrics by key, outcome and name of upstream, and waits for budgets, 0.2 (their writer is loaded later);
        // the steps of a request that a trace records, and the streams and forms of the log, 1.5.
        "gateway bundle" => 183_900,
        // The machine and the phases around it; only who previews messages loads it.
        "emulator.wasm" => 230_000,
        _ => return None,
    };
    Some(match road {
        Road::Rustup => most,
        Road::Debian => most + most / 10,
    })
}

/// One measured thing.
#[derive(Debug)]
pub(crate) struct Size {
    /// What it is.
    pub(crate) name: String,
    /// Bytes as they are.
    pub(crate) raw: u64,
    /// Bytes after `gzip -9`.
    pub(crate) gzip: u64,
    /// Bytes after brotli at its strongest.
    pub(crate) brotli: u64,
}

/// Measures, prints the table, and tells whether everything fits.
pub(crate) fn report(ui: &Ui, root: &Path, road: Road) -> Result<bool> {
    let (sizes, mut wrong) = measure(ui, root)?;
    for line in table(&sizes, road) {
        say(line);
    }
    wrong.extend(over(&sizes, road));
    for line in &wrong {
        say(line);
    }
    Ok(wrong.is_empty())
}

/// Has Node measure: it carries both compressors. Gives the sizes, and what could not be measured.
fn measure(ui: &Ui, root: &Path) -> Result<(Vec<Size>, Vec<String>)> {
    let mut node = Command::new("node");
    node.arg(root.join("xtask/js/sizes.mjs")).current_dir(root);
    read(&ui.must("measuring", &mut node)?)
}

/// Reads what the script printed.
fn read(json: &str) -> Result<(Vec<Size>, Vec<String>)> {
    let Value::Array(rows) = serde_json::from_str(json).context("the sizes are not JSON")? else {
        bail!("the sizes are not a list");
    };
    let (mut sizes, mut wrong) = (Vec::new(), Vec::new());
    for row in &rows {
        let text = |key: &str| row.get(key).and_then(Value::as_str).map(str::to_owned);
        let number = |key: &str| row.get(key).and_then(Value::as_u64).context("a size lacks a field");
        let name = text("name").context("a size has no name")?;
        match text("error") {
            Some(error) => wrong.push(format!("error: {name}: {error}")),
            None => {
                let [raw, gzip, brotli] = [number("raw")?, number("gzip")?, number("brotli")?];
                sizes.push(Size { name, raw, gzip, brotli });
            }
        }
    }
    Ok((sizes, wrong))
}

/// The table, line by line.
fn table(sizes: &[Size], road: Road) -> Vec<String> {
    let head = format!("  {:16}{:>10}{:>10}{:>10}{:>10}", "bytes", "raw", "gzip -9", "brotli", "budget");
    let rows = sizes.iter().map(|size| {
        let limit = budget(&size.name, road).map_or_else(String::new, |limit| limit.to_string());
        format!("  {:16}{:>10}{:>10}{:>10}{limit:>10}", size.name, size.raw, size.gzip, size.brotli)
            .trim_end()
            .to_owned()
    });
    std::iter::once(head).chain(rows).collect()
}

/// What does not fit, each with how much it is over.
fn over(sizes: &[Size], road: Road) -> Vec<String> {
    sizes
        .iter()
        .filter_map(|size| {
            let limit = budget(&size.name, road)?;
            let over = size.brotli.checked_sub(limit).filter(|over| *over > 0)?;
            Some(format!(
                "error: {} is {} bytes after brotli, {over} over its budget of {limit}",
                size.name, size.brotli
            ))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_over_its_budget_is_named_with_the_difference() {
        let sizes = read(r#"[{"name":"address bundle","raw":1,"gzip":1,"brotli":10007}]"#).unwrap().0;
        assert_eq!(
            over(&sizes, Road::Rustup),
            ["error: address bundle is 10007 bytes after brotli, 7 over its budget of 10000"]
        );
        assert!(over(&sizes, Road::Debian).is_empty());
        assert!(table(&sizes, Road::Rustup).last().unwrap().ends_with("10007     10000"));
    }

    #[test]
    fn odd_measurements_are_refused() {
        assert_eq!(read(r#"[{"name":"x","error":"no"}]"#).unwrap().1, ["error: x: no"]);
        assert!(read("").is_err());
        assert!(read("{}").is_err());
        assert!(read(r#"[{"name":"x"}]"#).is_err());
    }
}
