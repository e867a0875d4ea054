//! The section of one operation.

use super::{call, response, slug, words};
use crate::endpoint::{CacheClass, Endpoint, Generation, Param, Verb};
use crate::example::{Recordings, Source};
use crate::network::Network;

/// The heading: the purpose in the specification's words; `decode` has two.
pub(super) fn heading(endpoint: &Endpoint) -> String {
    let title = endpoint.title.as_str();
    if endpoint.path == "/decode" && endpoint.verb == Verb::Post {
        return format!("{title} by POST");
    }
    String::from(title)
}

/// A cell of a table: one line, no bars.
pub(super) fn cell(text: &str) -> String {
    text.replace('|', "\\|").split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn section(endpoint: &'static Endpoint, recordings: &Recordings) -> String {
    let generation = endpoint.generation.as_str();
    let mut text = format!(
        "\n## {}\n\n`{} /api/{generation}{}`{}\n",
        heading(endpoint),
        endpoint.verb.as_str(),
        endpoint.path,
        other_ways(endpoint)
    );
    if !endpoint.doc.as_str().is_empty() {
        text.push_str(&format!("\n{}\n", endpoint.doc.as_str()));
    }
    bullets(&mut text, "", endpoint.remarks().map(String::from));
    parameters(&mut text, endpoint.params);
    bullets(&mut text, "Rules:", endpoint.rules.iter().map(words::rule));
    bullets(&mut text, "Pages:", words::pages(endpoint).into_iter());
    text.push_str(&format!(
        "\nResult: {}. Cache of a gateway: {}.\n",
        result(endpoint.result.as_str()),
        words::cache(endpoint)
    ));
    example(&mut text, endpoint, recordings);
    text
}

fn other_ways(endpoint: &Endpoint) -> String {
    let mut ways: Vec<String> = Vec::new();
    if endpoint.also_post {
        ways.push(String::from("`POST` with the parameters as a JSON object"));
    }
    ways.extend(endpoint.aliases.iter().map(|alias| format!("the path `{alias}`")));
    if endpoint.rpc {
        let names = std::iter::once(endpoint.name()).chain(endpoint.rpc_aliases.iter().copied());
        let names: Vec<_> = names.map(|name| format!("`{name}`")).collect();
        ways.push(format!("JSON-RPC {}", names.join(", ")));
    }
    if ways.is_empty() { String::new() } else { format!(", also {}", ways.join(", ")) }
}

fn bullets(text: &mut String, title: &str, lines: impl Iterator<Item = String>) {
    let mut lines = lines.peekable();
    if lines.peek().is_none() {
        return;
    }
    text.push('\n');
    if !title.is_empty() {
        text.push_str(&format!("{title}\n\n"));
    }
    lines.for_each(|line| text.push_str(&format!("- {line}\n")));
}

fn parameters(text: &mut String, params: &[Param]) {
    if params.is_empty() {
        text.push_str("\nNo parameters.\n");
        return;
    }
    text.push_str("\n| Parameter | Type | Default | Bounds | Meaning |\n|---|---|---|---|---|\n");
    for param in params {
        let mut meaning = String::from(param.doc.as_str());
        if !param.implemented {
            meaning.push_str(" *Listed, but servers ignore it.*");
        }
        if !param.note.as_str().is_empty() {
            meaning.push_str(&format!(" ({})", param.note.as_str()));
        }
        text.push_str(&format!(
            "| `{}` | {} | {} | {} | {} |\n",
            param.name,
            cell(&words::kind(param)),
            cell(&words::default(param)),
            words::bounds(param),
            cell(&meaning)
        ));
    }
}

/// The type of a result with a link to it.
fn result(name: &str) -> String {
    match name {
        "i256str" => String::from("nanotons, decimal text"),
        "string" => String::from("a text"),
        "any" => String::from("that of the method called"),
        name => match name.strip_suffix("[]") {
            Some(item) => format!("list of [{item}](types.md#{})", slug(item)),
            None => format!("[{name}](types.md#{})", slug(name)),
        },
    }
}

fn example(text: &mut String, endpoint: &'static Endpoint, recordings: &Recordings) {
    let recording = recordings.of(endpoint);
    let network = recording.and_then(|recording| recording.network).unwrap_or_default();
    let args = recordings.args(endpoint);
    text.push_str(&format!("\n```js\n{}```\n", call::javascript(endpoint, network, &args)));
    text.push_str(&format!("\n```sh\n{}```\n", call::curl(endpoint, network, &args)));
    let Some(recording) = recording else {
        text.push_str("\nThere is no response of this operation to show.\n");
        return;
    };
    let whose = match (recording.source, network) {
        (Source::Devnet, _) => "Response of the [devnet](../../devnet.md), a local chain",
        (Source::Service, Network::Testnet) => "Recorded response of testnet",
        (Source::Service, Network::Mainnet) => "Recorded response",
    };
    // The recordings of these are from Python servers.
    let local = endpoint.generation == Generation::V2 && endpoint.cache.class == CacheClass::Pure;
    let but = if local { ". A gateway responds to this itself, like servers in C++" } else { "" };
    // Every recording is JSON: the test of the loader reads every file.
    if let Ok(body) = response::shortened(&recording.answer) {
        text.push_str(&format!("\n{whose}{but}:\n\n```json\n{body}\n```\n"));
    }
}
