//! Defaults that the text of other files repeats: each number is between two pieces of text that occur once in the
//! file.

use ton_edge::endpoint::Generation::{V2, V3};
use ton_edge::gateway::config::settings::SETTINGS;
use ton_edge::pace::{ATTEMPTS, Backoff, KEYLESS, MARGIN};

use super::Output;

/// Lists all repeated defaults.
pub(super) fn list_outputs() -> Vec<Output> {
    let Backoff { least, most, most_retry_after } = Backoff::DEFAULT;
    let attempts = ATTEMPTS.to_string();
    let own_rate = (1000.0 * MARGIN / KEYLESS).to_string();
    let keyless = SETTINGS.iter().find(|setting| setting.name == "limits.keyless");
    let keyless = keyless.map(|setting| setting.default.describe()).unwrap_or_default();
    let rows = V2.rows().iter().chain(V3.rows());
    let specified = rows.filter(|row| !row.beyond_specification).count().to_string();
    let number = |path: &str, before: &'static str, after: &'static str, value: &str| {
        Output::between_marks(path, before, after, value.to_owned())
    };
    vec![
        number("pkg/README.md", "the table of all ", " operations and", &specified),
        number("pkg/endpoints.d.ts", "Returns the endpoint table: the ", " operations of the", &specified),
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
        number("docs/client.md", "Without an API key TON Center accepts ", " request per second", &own_rate),
        number("pkg/gateway.d.ts", "an API key that go upstream. Default ", " request per second", &keyless),
        number("pkg/worker.d.ts", "`TON_EDGE_LIMITS_KEYLESS` (default ", ")", &keyless),
        number("pkg/lib/command/usage.js", "per client IP without an API key, or off (", ")", &keyless),
        number("docs/limits.md", "requests per client IP without an API key | ", " per second", &keyless),
        number(
            "docs/gateway.md",
            "Without an API key, each client IP gets ",
            " request per second",
            &keyless,
        ),
    ]
}
