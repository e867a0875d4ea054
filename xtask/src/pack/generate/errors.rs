//! Generates files from the table of error codes: the package's type, `docs/errors.md`, and the hints of the web app.

use std::fmt::Write as _;

use ton_edge::error::{Code, Source};

/// The sections of the document, each with a text about all of its codes.
const SOURCE_SECTIONS: [(Source, &str, &str); 7] = [
    (
        Source::Address,
        "Addresses and hashes",
        "The functions of `ton-edge/address` throw these errors, or return them as `error`. Client and gateway report them for a \
         parameter, which `parameter` names. An address consists of a workchain and a hash: workchain 0 is the basechain, which has \
         nearly all accounts, and workchain -1 is the masterchain. [Addresses](addresses.md) has an example of each error.",
    ),
    (
        Source::Client,
        "Calls and options",
        "The client throws these errors before it sends a request. The gateway responds with those that have a status in the column \
         *gateway*.",
    ),
    (
        Source::Network,
        "Connections and responses",
        "The client throws these errors for a failed request, or for a response of TON Center or of a gateway: `status` is the status of that \
         response. [Retries](client.md#retries) says after which of these errors the client retries.",
    ),
    (
        Source::Pagination,
        "Pagination",
        "Pagers, the objects that `paginate` returns, throw these errors: [Pagination](paging.md).",
    ),
    (
        Source::Gateway,
        "Gateway",
        "The gateway responds with these errors, and names their code in the header `X-Ton-Edge-Error`. The client does not read this header: it \
         throws the code that belongs to the status, as for a response of TON Center. A code without a status comes from the \
         functions and commands that read records of API keys, for example when a gateway starts.",
    ),
    (
        Source::Message,
        "Cells and messages",
        "The functions of `ton-edge/message` and the calls of a client throw these errors. Cells are TON's units of data, and a bag of \
         cells (BoC) is a tree of them as bytes. A get-method is a function of a contract that only reads, and a stack is the list of \
         its arguments or results. [Messages](messages.md) and [Send messages](sending.md) have examples.",
    ),
    (Source::Package, "Package", "Any function of the package can throw these errors."),
];

/// Returns the name of a source in the column "also from".
const fn source_name(source: Source) -> &'static str {
    match source {
        Source::Address => "addresses",
        Source::Client | Source::Network => "client",
        Source::Pagination => "pagination",
        Source::Gateway => "gateway",
        Source::Message => "messages",
        _ => "package",
    }
}

/// Writes `pkg/error-codes.d.ts`.
pub(super) fn write_types() -> String {
    let mut text = String::from(
        "// Generated from the table of error codes by `cargo xtask generate`; do not edit.\n\n\
         /** All error codes, with cause and remedy. A new version may add codes, but never renames one. */\n\
         export type TonEdgeErrorCode =\n",
    );
    for (index, code) in Code::ALL.iter().enumerate() {
        let end = if index + 1 == Code::ALL.len() { ";" } else { "" };
        let _ = writeln!(text, "  /** {} {} */\n  | \"{code}\"{end}", code.cause(), code.remedy());
    }
    text
}

/// Writes `docs/errors.md`.
pub(super) fn write_document() -> String {
    let mut text = String::from(
        "# Errors\n\n\
         Every failure is a `TonEdgeError` with a `code`. This page lists all codes with cause and remedy; `cargo xtask generate` writes it \
         from `src/error/codes.rs`.\n\n\
         - Compare codes with `isTonEdgeError(error, code)`. A code never changes its meaning; messages may.\n\
         - The column *gateway* is the HTTP status with which a gateway responds. If it is empty, a gateway never responds with this \
         code. Streams respond with 400 where the column has 422. The column *also from* names further parts of the package that \
         report the code.\n\
         - A gateway sends the code in the header `X-Ton-Edge-Error`, which browsers may read. Callers that accept \
         `application/problem+json` also get it as `code`. Bodies in the shape of v2 or v3 have no field for the code: `code` in v2 is \
         the HTTP status. Two kinds of responses have the code in the field `reason`: a 500, and the response to a request that the server \
         refuses before the gateway reads the request (`invalid_host`, `headers_too_large`, `timeout`).\n\
         - An error response without the header `X-Ton-Edge-Error` came from the upstream, or from a \
         [step](operate/requests.md#your-own-steps), a function that the operator has added to the gateway. Two responses of the gateway \
         itself also lack this header. One is the 422 of an address utility that the \
         gateway computes (`detectAddress`, `packAddress`, `unpackAddress`, `detectHash`), which has TON Center's text. The other is \
         the 404 of a path outside of `/api`.\n\
         - A JSON-RPC batch has one response, whose header does not report the errors of the calls: each failed call has its HTTP status \
         as `code`. If you need the gateway's code for a call, send the call alone.\n\
         - The only error that is not a `TonEdgeError` is the reason with which you abort a call yourself.\n\n\
         ```js run\n\
         import { createClient, isTonEdgeError } from \"ton-edge\";\n\n\
         const client = createClient({ baseUrl: \"https://gateway.example\" });\n\
         const error = await client.v3.transactions({ account: \"wallet.ton\" }).catch((error) => error);\n\
         console.log(isTonEdgeError(error, \"address_is_domain\"), error.parameter); // prints true account\n\
         ```\n",
    );
    for (section, title, about) in SOURCE_SECTIONS {
        let _ = write!(
            text,
            "\n## {title}\n\n{about}\n\n| code | cause | remedy | gateway | also from |\n|---|---|---|---|---|\n"
        );
        for code in Code::ALL.iter().filter(|code| code.sources().first() == Some(&section)) {
            let status = code.gateway_status().map_or_else(String::new, |status| status.to_string());
            let other_sources: Vec<&str> =
                code.sources().iter().skip(1).map(|source| source_name(*source)).collect();
            let _ = writeln!(
                text,
                "| <a id=\"{code}\"></a>`{code}` | {} | {} | {status} | {} |",
                code.cause(),
                code.remedy(),
                other_sources.join("; ")
            );
        }
    }
    text
}

/// Writes `www/shared/error-hints.js`: each hint once, with all of its codes.
pub(super) fn write_hints() -> String {
    let mut hints: Vec<(&str, Vec<&str>)> = Vec::new();
    for code in Code::ALL {
        let Some(hint) = code.visitor_hint() else { continue };
        match hints.iter_mut().find(|(text, _)| *text == hint) {
            Some((_, codes)) => codes.push(code.as_str()),
            None => hints.push((hint, vec![code.as_str()])),
        }
    }
    let mut text = String::from(
        "// What a visitor can do about an error, by code. Generated from the table of error codes by `cargo xtask generate`; do not edit.\n\n\
         const GROUPS = [\n",
    );
    for (hint, codes) in hints {
        let _ = writeln!(text, "  [{}, {}],", serde_json::json!(hint), serde_json::json!(codes.join(" ")));
    }
    text.push_str(
        "];\n\n/** The hints by code; `{wait}` stands for a time. */\n\
         export const HINTS = new Map(GROUPS.flatMap(([hint, codes]) => codes.split(\" \").map((code) => [code, hint])));\n",
    );
    text
}
