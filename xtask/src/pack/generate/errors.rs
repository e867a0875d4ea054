//! Generates files from the table of error codes: the package's type, `docs/errors.md`, and the hints of the web app.

use std::fmt::Write as _;

use ton_edge::error::{Code, Source};

/// The sections of the document, each with a text about all of its codes.
const SOURCE_SECTIONS: [(Source, &str, &str); 7] = [
    (
        Source::Address,
        "Addresses and hashes",
        "The functions of `ton-edge/address` throw these errors, or return them as `error`. Client and gateway report them for a \
         parameter, which `parameter` names. The two parts of an address are a workchain (0 for nearly all accounts, -1 for the \
         masterchain) and a hash. [Addresses](addresses.md) has an example of each error.",
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
        "The gateway responds with these errors, and names their code in the header `X-Ton-Edge-Error`. The client does not read \
         this header: it throws the code that belongs to the status. A code without a status comes from the functions and \
         commands that read records of API keys.",
    ),
    (
        Source::Message,
        "Cells and messages",
        "The functions of `ton-edge/message` and the calls of a client throw these errors. Cells are TON's units of data, and a \
         bag of cells (BoC) is a tree of them as bytes. A get-method is a function of a contract that only reads, and a stack is \
         the list of its arguments or results.",
    ),
    (Source::Package, "Package", "Any function of the package can throw these errors."),
];

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
         Every failure is a `TonEdgeError` with a `code`. This page lists all codes with cause and remedy.\n\n\
         - Compare codes with `isTonEdgeError(error, code)`. A code never changes its meaning; messages may.\n\
         - The column *gateway* is the HTTP status with which a gateway responds. If it is empty, a gateway never responds with \
         this code. Streams respond with 400 instead of 422.\n\
         - A gateway sends the code in the header `X-Ton-Edge-Error`, which browsers may read. Callers that accept \
         `application/problem+json` also get it as `code`. The field `code` of v2 is the HTTP status.\n\
         - An error response without this header came from the upstream (the server behind the gateway) or from a \
         [step](operate/requests.md#your-own-steps), a function that the operator has added to the gateway. There are two \
         exceptions: the 422 of `detectAddress`, `packAddress`, `unpackAddress` and `detectHash`, and the 404 of a path outside \
         of `/api`.\n\
         - A JSON-RPC batch has one response, whose header does not report the errors of the calls: each failed call has its HTTP \
         status as `code`. If you need the gateway's code for a call, send the call alone.\n\
         - If you abort a call yourself, it rejects with the reason of your abort, which is not a `TonEdgeError`.\n\n\
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
            "\n## {title}\n\n{about}\n\n| code | cause | remedy | gateway |\n|---|---|---|---|\n"
        );
        for code in Code::ALL.iter().filter(|code| code.sources().first() == Some(&section)) {
            let status = code.gateway_status().map_or_else(String::new, |status| status.to_string());
            let _ = writeln!(
                text,
                "| <a id=\"{code}\"></a>`{code}` | {} | {} | {status} |",
                code.cause(),
                code.remedy()
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
