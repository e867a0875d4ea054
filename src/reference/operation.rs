//! Writes the section of one operation.

use super::{call, response, words, write_slug};
use crate::endpoint::{CacheClass, Endpoint, Generation, Param, Verb};
use crate::example::{Recordings, Source};
use crate::network::Network;

/// Writes the heading: the purpose from the specification; `decode` has two headings.
pub(super) fn write_heading(endpoint: &Endpoint) -> String {
    let title = endpoint.title.as_str();
    if endpoint.path == "/decode" && endpoint.verb == Verb::Post {
        return format!("{title} by POST");
    }
    String::from(title)
}

/// Writes a cell of a table: one line, with escaped bars.
pub(super) fn write_cell(text: &str) -> String {
    text.replace('|', "\\|").split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn write_section(endpoint: &'static Endpoint, recordings: &Recordings) -> String {
    let generation = endpoint.generation.as_str();
    let mut text = format!(
        "\n## {}\n\n`{} /api/{generation}{}`{}\n",
        write_heading(endpoint),
        endpoint.verb.as_str(),
        endpoint.path,
        describe_other_ways(endpoint)
    );
    if !endpoint.doc.as_str().is_empty() {
        text.push_str(&format!("\n{}\n", endpoint.doc.as_str()));
    }
    append_bullets(&mut text, "", endpoint.remarks().map(String::from));
    append_parameters(&mut text, endpoint.params);
    append_bullets(&mut text, "Rules:", endpoint.rules.iter().map(words::describe_rule));
    append_bullets(&mut text, "Pages:", words::describe_pages(endpoint).into_iter());
    text.push_str(&format!(
        "\nResult: {}. Cache of a gateway: {}.\n",
        link_result(endpoint.result.as_str()),
        words::describe_cache(endpoint)
    ));
    append_example(&mut text, endpoint, recordings);
    text
}

fn describe_other_ways(endpoint: &Endpoint) -> String {
    let mut call_forms: Vec<String> = Vec::new();
    if endpoint.also_post {
        call_forms.push(String::from("`POST` with the parameters as a JSON object"));
    }
    call_forms.extend(endpoint.aliases.iter().map(|alias| format!("the path `{alias}`")));
    if endpoint.rpc {
        let names = std::iter::once(endpoint.name()).chain(endpoint.rpc_aliases.iter().copied());
        let names: Vec<_> = names.map(|name| format!("`{name}`")).collect();
        call_forms.push(format!("JSON-RPC {}", names.join(", ")));
    }
    if call_forms.is_empty() { String::new() } else { format!(", also {}", call_forms.join(", ")) }
}

fn append_bullets(text: &mut String, title: &str, lines: impl Iterator<Item = String>) {
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

fn append_parameters(text: &mut String, params: &[Param]) {
    if params.is_empty() {
        text.push_str("\nNo parameters.\n");
        return;
    }
    text.push_str("\n| Parameter | Type | Default | Bounds | Meaning |\n|---|---|---|---|---|\n");
    for param in params {
        let mut meaning = String::from(param.doc.as_str());
        if !param.implemented {
            meaning.push_str(" *It is listed, but servers ignore it.*");
        }
        if !param.note.as_str().is_empty() {
            meaning.push_str(&format!(" ({})", param.note.as_str()));
        }
        text.push_str(&format!(
            "| `{}` | {} | {} | {} | {} |\n",
            param.name,
            write_cell(&words::describe_kind(param)),
            write_cell(&words::default(param)),
            words::describe_bounds(param),
            write_cell(&meaning)
        ));
    }
}

/// Returns the type of a result with a link to it.
fn link_result(name: &str) -> String {
    match name {
        "i256str" => String::from("nanotons, decimal text"),
        "string" => String::from("a text"),
        "any" => String::from("that of the method called"),
        name => match name.strip_suffix("[]") {
            Some(item) => format!("list of [{item}](types.md#{})", write_slug(item)),
            None => format!("[{name}](types.md#{})", write_slug(name)),
        },
    }
}

fn append_example(text: &mut String, endpoint: &'static Endpoint, recordings: &Recordings) {
    let recording = recordings.of(endpoint);
    let network = recording.and_then(|recording| recording.network).unwrap_or_default();
    let args = recordings.args(endpoint);
    text.push_str(&format!("\n```js\n{}```\n", call::write_javascript(endpoint, network, &args)));
    text.push_str(&format!("\n```sh\n{}```\n", call::write_curl(endpoint, network, &args)));
    let Some(recording) = recording else {
        text.push_str("\nThere is no response of this operation to show.\n");
        return;
    };
    let source_words = match (recording.source, network) {
        (Source::Devnet, _) => "Response of the [devnet](../../devnet.md), a local chain",
        (Source::Service, Network::Testnet) => "Recorded response of testnet",
        (Source::Service, Network::Mainnet) => "Recorded response",
    };
    // The recordings of these are from Python servers.
    let is_local = endpoint.generation == Generation::V2 && endpoint.cache.class == CacheClass::Pure;
    let local_note = if is_local { ". A gateway responds to this itself, like servers in C++" } else { "" };
    // Every recording is JSON: the test of the loader reads every file.
    if let Ok(body) = response::shorten(&recording.answer) {
        text.push_str(&format!("\n{source_words}{local_note}:\n\n```json\n{body}\n```\n"));
    }
}
