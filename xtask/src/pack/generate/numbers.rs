//! Defaults and sizes that the text of other files repeats: each number is between two pieces of text that occur once in the
//! file.

use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::Value;
use ton_edge::endpoint::Generation::{V2, V3};
use ton_edge::gateway::config::settings::SETTINGS;
use ton_edge::pace::{ATTEMPTS, Backoff, KEYLESS, MARGIN};

use super::Output;

/// The recorded sizes of the files and bundles of the package.
const SIZES: &str = "xtask/budgets.json";

/// Lists all repeated defaults and sizes.
pub(super) fn list_outputs(root: &Path) -> Result<Vec<Output>> {
    let mut outputs = list_defaults();
    outputs.extend(list_sizes(root)?);
    Ok(outputs)
}

/// Lists the recorded sizes, in kB after brotli, that documents name.
fn list_sizes(root: &Path) -> Result<Vec<Output>> {
    let text = std::fs::read_to_string(root.join(SIZES)).with_context(|| format!("cannot read {SIZES}"))?;
    let rows: Vec<Value> = serde_json::from_str(&text).with_context(|| format!("cannot parse {SIZES}"))?;
    let size = |path: &str, before: &'static str, after: &'static str, name: &str| -> Result<Output> {
        let row = rows.iter().find(|row| row["name"] == name);
        let bytes = row.and_then(|row| row["recorded"].as_u64());
        let bytes = bytes.with_context(|| format!("{SIZES} has no size of {name}"))?;
        Ok(Output::between_marks(path, before, after, ((bytes + 500) / 1000).to_string()))
    };
    [
        size("docs/messages.md", "dApps, with ", " kB after brotli for all", "message bundle"),
        size("docs/messages.md", "only parses and hashes cells has ", " kB (measured", "cell bundle"),
        size("docs/client.md", "Its bundle has ", " kB after brotli instead", "no-wasm client"),
        size("docs/client.md", " kB after brotli instead of ", " (`node xtask", "client bundle"),
        size("docs/local-get-methods.md", "(tvm.wasm: ", " kB after", "tvm.wasm"),
        size("docs/local-get-methods.md", "also includes the ", " kB of emulator.wasm", "emulator.wasm"),
        size("docs/local-get-methods.md", "loads the module (", " kB after compression)", "tvm.wasm"),
        size("docs/consumers.md", "(esbuild, brotli) has ", " kB instead of", "slim bundle"),
        size("docs/consumers.md", " kB instead of ", " kB (`node xtask", "client bundle"),
    ]
    .into_iter()
    .collect()
}

/// Lists all repeated defaults.
fn list_defaults() -> Vec<Output> {
    let Backoff { least, most, most_retry_after } = Backoff::DEFAULT;
    let attempts = ATTEMPTS.to_string();
    let own_rate = (1000.0 * MARGIN / KEYLESS).to_string();
    let keyless = SETTINGS.iter().find(|setting| setting.name == "limits.keyless");
    let keyless = keyless.map(|setting| setting.default.describe()).unwrap_or_default();
    let rows = V2.rows().iter().chain(V3.rows());
    let specified_count = rows.filter(|row| !row.beyond_specification).count().to_string();
    let number = |path: &str, before: &'static str, after: &'static str, value: &str| {
        Output::between_marks(path, before, after, value.to_owned())
    };
    vec![
        number("pkg/README.md", "the table of all ", " operations and", &specified_count),
        number(
            "pkg/endpoints.d.ts",
            "Returns the endpoint table: the ",
            " operations of the",
            &specified_count,
        ),
        number("pkg/client.d.ts", "Attempts in total, default ", ". With a", &attempts),
        number("pkg/client.d.ts", "Milliseconds, default ", ". The delay grows", &least.to_string()),
        number("pkg/client.d.ts", "bound of the delay in milliseconds, default ", ". */", &most.to_string()),
        number(
            "pkg/client.d.ts",
            "`Retry-After` in milliseconds, default ",
            ". */",
            &most_retry_after.to_string(),
        ),
        number("pkg/client.d.ts", "an API key it is ", ", or the rate of", &own_rate),
        number("docs/client.md", "A call has up to ", " attempts within", &attempts),
        number("docs/client.md", "between `minDelayMs` (", ") and", &least.to_string()),
        number("docs/client.md", "at most `maxDelayMs` (", "). Unit", &most.to_string()),
        number("docs/client.md", "up to `maxRetryAfterMs` (", "). A", &most_retry_after.to_string()),
        number("docs/client.md", "Without an API key TON Center accepts ", " request per second", &own_rate),
        number("pkg/gateway.d.ts", "an API key that go upstream. Default ", " request per second", &keyless),
        number("pkg/worker.d.ts", "`TON_EDGE_LIMITS_KEYLESS` (default ", ")", &keyless),
        number("pkg/lib/command/usage.js", "per client IP without an API key, or off (", ")", &keyless),
        number(
            "docs/operate/limits.md",
            "requests per client IP without an API key | ",
            " per second",
            &keyless,
        ),
        number(
            "docs/operate/deploy.md",
            "Without an API key, each client IP gets ",
            " request per second",
            &keyless,
        ),
    ]
}
