//! docs/rust.md shows programs and their dependencies: they are those of the projects in `tests/`, so that a reader can copy them. The native
//! programs are compiled and called here; `cargo xtask test "rust client"` compiles all of them with their own
//! manifests.

use std::collections::BTreeSet;

use serde_json::json;

use super::server::{Reply, Server};
use super::wire::wait;

#[cfg(feature = "types")]
mod typed {
    #![allow(dead_code, reason = "readers of the example run its `main`, this test does not")]
    include!("../../examples/rust-reader/src/main.rs");

    #[test]
    fn the_program_prints_the_newest_transactions() {
        let server = super::recorded_server("transactions/10");
        let client = crate::rust_client::client(&server);
        let hashes = super::wait(newest(&client, format!("0:{}", "0".repeat(64)), 2)).unwrap();
        assert_eq!(hashes.len(), 2);
        assert!(
            server.request_lines()[0].starts_with("GET /api/v3/transactions?account=0:000"),
            "{:?}",
            server.request_lines()
        );
    }
}

#[cfg(feature = "ureq-no-tls")]
mod untyped {
    #![allow(dead_code, reason = "readers of the example run its `main`, this test does not")]
    include!("../../examples/rust-jetton-reader/src/main.rs");

    #[test]
    fn rows_are_read_as_the_readers_own_type() {
        let rows =
            super::json!({ "jetton_wallets": [{ "jetton": "0:AA", "balance": "7", "owner": "0:BB" }] });
        let server = super::Server::start([super::Reply::json(200, &rows.to_string())]);
        let client = crate::rust_client::client(&server);
        let wallet_seqnos = super::wait(wallets(&client, &format!("0:{}", "0".repeat(64)))).unwrap();
        assert_eq!(wallet_seqnos.len(), 1);
        assert_eq!((wallet_seqnos[0].jetton.as_str(), wallet_seqnos[0].balance.as_str()), ("0:AA", "7"));
    }
}

#[cfg(all(feature = "types", feature = "message"))]
mod stack {
    include!("guide_stack.rs");

    #[test]
    fn the_jetton_wallet_is_read_from_the_stack() {
        let path = "tests/fixtures/recorded/v2/runGetMethod/3.json";
        let body = std::fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let server = super::Server::start([super::Reply::json(200, &body)]);
        let client = crate::rust_client::client(&server);
        let owner = format!("0:{}", "0".repeat(64));
        let wallet = super::wait(jetton_wallet(&client, &owner, &owner.parse().unwrap())).unwrap().unwrap();
        assert_eq!(wallet.workchain, 0);
        assert!(
            server.request_lines()[0].starts_with("POST /api/v2/runGetMethod"),
            "{:?}",
            server.request_lines()
        );
    }
}

#[cfg(all(feature = "types", feature = "message"))]
mod read {
    include!("guide_read.rs");

    fn reply(stack: &serde_json::Value) -> super::Reply {
        let result = super::json!({ "gas_used": 500, "exit_code": 0, "stack": stack });
        super::Reply::json(200, &super::json!({ "ok": true, "result": result }).to_string())
    }

    #[test]
    fn get_methods_of_the_table_are_read_as_their_types() {
        let path = "tests/fixtures/recorded/v2/runGetMethod/3.json";
        let wallet = std::fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        // `addr_none`, and a cell that is empty.
        let (none, empty) = ("te6cckEBAQEAAwAAASCUQYZV", "te6cckEBAQEAAgAAAEysuc0=");
        let cells = [none, none, empty].map(|bytes| super::json!(["cell", { "bytes": bytes }]));
        let data = [vec![super::json!(["num", "0x7"])], cells.to_vec()].concat();
        let replies = [super::Reply::json(200, &wallet), reply(&super::json!(data))];
        let server = super::Server::start(replies);
        let client = crate::rust_client::client(&server);
        let owner = format!("0:{}", "0".repeat(64));
        let balance = super::wait(jetton_balance(&client, &owner, owner.parse().unwrap())).unwrap();
        assert_eq!(balance, 7.into());
        assert_eq!(server.request_lines().len(), 2);
    }

    #[test]
    fn each_of_many_get_methods_has_its_result() {
        let stack = super::json!([["num", "0x5"]]);
        let server = super::Server::start([reply(&stack), reply(&stack)]);
        let client = crate::rust_client::client(&server);
        let wallets = [format!("0:{}", "0".repeat(64)), format!("0:{}", "1".repeat(64))];
        let wallets = wallets.each_ref().map(String::as_str);
        assert_eq!(super::wait(seqnos(&client, &wallets)).unwrap(), [Some(5), Some(5)]);
    }
}

#[cfg(all(feature = "types", feature = "message"))]
mod outcome {
    include!("guide_outcome.rs");

    #[test]
    fn a_payment_is_made_not_made_or_not_known() {
        let path = format!("{}/tests/fixtures/recorded/v3/traces/1.json", env!("CARGO_MANIFEST_DIR"));
        let mut response: TracesResponse =
            serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let hash = response.traces[0].external_hash.clone().unwrap();
        assert_eq!(is_paid(&response, &hash), Ok(true));
        assert!(is_paid(&response, "another").unwrap_err().contains("another message"));
        response.traces[0].is_incomplete = true;
        assert!(is_paid(&response, &hash).unwrap_err().starts_with("not known: "));
        response.traces.clear();
        assert!(is_paid(&response, &hash).unwrap_err().starts_with("not known: "));
    }
}

#[cfg(all(feature = "types", feature = "message"))]
mod send {
    include!("guide_send.rs");

    #[test]
    fn an_error_says_whether_the_caller_may_sign_again() {
        let server = super::Server::start([super::Reply::json(422, r#"{"ok":false,"error":"no"}"#)]);
        let client = crate::rust_client::client(&server);
        let text = super::wait(pay(&client, b"no bag")).unwrap_err();
        assert!(text.starts_with("not sent: "), "{text}");
        assert!(server.request_lines().is_empty());
    }
}

#[cfg(all(feature = "types", feature = "message"))]
mod watch {
    include!("guide_watch.rs");

    #[test]
    fn transactions_are_handled_after_the_stored_cursor() {
        let read = |name: &str| -> serde_json::Value {
            let path = format!("{}/tests/fixtures/recorded/v3/{name}.json", env!("CARGO_MANIFEST_DIR"));
            serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
        };
        let (transactions, mut states) = (read("transactions/10"), read("accountStates/1"));
        let row = &transactions["transactions"][0];
        let mut state = states["accounts"][0].take();
        state["address"] = row["account"].clone();
        state["last_transaction_lt"] = row["lt"].clone();
        state["last_transaction_hash"] = row["hash"].clone();
        let replies = [
            super::json!({ "accounts": [state] }),
            super::json!({ "transactions": [row] }),
            super::json!({ "error": "the API key is not known" }),
        ];
        let statuses = [200, 200, 401];
        let replies = statuses.into_iter().zip(&replies);
        let replies: Vec<_> =
            replies.map(|(status, body)| super::Reply::json(status, &body.to_string())).collect();
        let server = super::Server::start(replies);
        let client = crate::rust_client::client(&server);
        let account: Address = row["account"].as_str().unwrap().parse().unwrap();
        let previous_field = |field: &str| row[field].as_str().unwrap();
        let cursor =
            format!("{account}:{}:{}", previous_field("prev_trans_lt"), previous_field("prev_trans_hash"));
        let mut store = Store { cursors: BTreeMap::from([(account, cursor)]), ..Store::default() };
        let account = account.to_string();
        let error = super::wait(follow(&client, &[&account], &mut store)).unwrap_err();
        assert_eq!(error.status, Some(401));
        let lt: u64 = row["lt"].as_str().unwrap().parse().unwrap();
        assert_eq!(store.handled, [lt]);
        let cursor = format!("{account}:{lt}:{}", row["hash"].as_str().unwrap());
        assert_eq!(store.cursors.into_values().collect::<Vec<_>>(), [cursor]);
    }
}

#[cfg(feature = "types")]
fn recorded_server(name: &str) -> Server {
    let path = format!("{}/tests/fixtures/recorded/v3/{name}.json", env!("CARGO_MANIFEST_DIR"));
    Server::start([Reply::json(200, &std::fs::read_to_string(path).unwrap())])
}

const GUIDE: &str = include_str!("../../../docs/rust.md");
const FRONT_PAGE: &str = include_str!("../../../src/README.md");

/// The fenced blocks of a document in a language, in order: where each begins, and its text.
fn blocks<'a>(document: &'a str, language: &str) -> Vec<(usize, &'a str)> {
    let fence = format!("```{language}");
    let block_starts = document.match_indices(&fence).map(|(at, _)| at);
    let block = |at: usize| {
        let text = document[at..].split_once('\n').unwrap().1;
        (at, text.split_once("```").unwrap().0)
    };
    block_starts.filter(|at| *at == 0 || document[..*at].ends_with('\n')).map(block).collect()
}

/// A project's manifest as its user writes it: `[lib]` and `[dependencies]`, with the version of this crate.
fn dependencies(manifest: &str) -> String {
    let version = env!("CARGO_PKG_VERSION").rsplit_once('.').unwrap().0;
    let mut text = String::new();
    let mut is_shown = false;
    for line in manifest.lines().filter(|line| !line.starts_with('#')) {
        if line.starts_with('[') {
            is_shown = ["[lib]", "[dependencies]"].contains(&line);
        }
        if is_shown {
            let line = line.replace("path = \"../..\"", &format!("version = \"{version}\""));
            let line = line.replace("path = \"../../..\"", &format!("version = \"{version}\""));
            text.push_str(&line);
            text.push('\n');
        }
    }
    text.trim_end().to_owned() + "\n"
}

#[test]
fn the_guide_shows_projects_that_are_tested() {
    let projects = [
        (include_str!("../../rust-wasm-app/Cargo.toml"), include_str!("../../rust-wasm-app/src/lib.rs")),
        (
            include_str!("../../examples/rust-reader/Cargo.toml"),
            include_str!("../../examples/rust-reader/src/main.rs"),
        ),
        (
            include_str!("../../examples/rust-jetton-reader/Cargo.toml"),
            include_str!("../../examples/rust-jetton-reader/src/main.rs"),
        ),
    ];
    let (manifests, programs) = (blocks(GUIDE, "toml"), blocks(GUIDE, "rust"));
    let parts = [
        include_str!("guide_stack.rs"),
        include_str!("guide_read.rs"),
        include_str!("guide_outcome.rs"),
        include_str!("guide_send.rs"),
        include_str!("guide_watch.rs"),
        include_str!("../tvm_guide.rs"),
    ];
    for part in parts {
        assert!(programs.iter().any(|(_, text)| *text == part), "docs/rust.md does not show\n{part}");
    }
    assert_eq!(
        (manifests.len(), programs.len()),
        (projects.len(), projects.len() + parts.len()),
        "each block belongs to a project, or is a part of a program"
    );
    for (manifest, program) in projects {
        let program_block = programs.iter().find(|(_, text)| *text == program);
        let block_start = program_block.unwrap_or_else(|| panic!("docs/rust.md does not show\n{program}")).0;
        let (_, before) = manifests.iter().rfind(|(start, _)| *start < block_start).unwrap();
        assert_eq!(*before, dependencies(manifest), "the dependencies before a program");
    }
}

#[test]
fn every_crate_of_a_program_is_in_the_dependencies_shown_before_it() {
    let mut programs = 0;
    for document in [GUIDE, FRONT_PAGE] {
        let manifests = blocks(document, "toml");
        for (at, program) in blocks(document, "rust") {
            let (_, manifest) = manifests.iter().rfind(|(start, _)| *start < at).unwrap();
            let named_crates = program.match_indices("::").map(|(at, _)| {
                program[..at].rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap()
            });
            let is_dependency = |name: &&str| {
                ["pollster", "serde", "serde_json", "tokio", "ton_edge", "wasm_bindgen"].contains(name)
            };
            let used_crates: BTreeSet<&str> = named_crates.filter(is_dependency).collect();
            assert!(used_crates.contains("ton_edge"), "{program}");
            for name in used_crates {
                let is_listed = [name.to_owned(), name.replace('_', "-")]
                    .iter()
                    .any(|name| manifest.lines().any(|line| line.starts_with(&format!("{name} = "))));
                assert!(is_listed, "{name} is not in the dependencies before\n{program}");
            }
            programs += 1;
        }
    }
    assert_eq!(programs, 11);
}
